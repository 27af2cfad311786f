// Package util implements the command "mpitimer util": it samples a host's processors, memory, network
// and disk while any program runs.
package util

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/util"
)

// options are the flags.
type options struct {
	interval   time.Duration
	sources    string
	output     string
	project    string
	host       string
	mountpoint string
	duration   time.Duration
	quiet      bool
	strict     bool
	replace    bool
}

// Command returns the command. If it runs a program that fails, its error is that program's child.Status.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "util [flags] [-- PROGRAM [ARGUMENT...]]",
		Short: "Trace a node's use of resources while a program runs",
		Long: `util samples this host's processors, memory, network and disk while a program runs, and
writes them as an HDTrace project. The program needs no change. "mpitimer hd" shows, checks
and converts the project.

Without a program it traces for --duration, or until it is interrupted.

Under mpirun or srun, the lowest rank of each host traces, and the others only run
the program. If the hosts share the directory, they write one project.
An existing trace stays, and no other is made, unless --replace is given.

Sources: ` + wrapped(util.SourceNames()) + `
A minus sign removes a name again, as in all,-PROC_HDD_STATS. "all" leaves out sources that this
machine lacks; naming such a source is an error.

Exit status: the program's, 128 plus the signal's number if a signal killed it, 127
if it cannot be started; 0 without a program. 2 if tracing failed, or for a usage error.`,
		Example: `  mpitimer util -- ./solver -steps 1000
  mpitimer util --interval 20ms --source cpu,NET_IN_EXT,NET_OUT_EXT -o traces -- ./solver
  mpirun -n 64 mpitimer util -o traces -- ./solver
  mpitimer util --duration 10m -o traces`,
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := c.Flags()
	f.SetInterspersed(false) // what follows the program is its own
	f.DurationVar(&o.interval, "interval", 100*time.Millisecond, "sample every `DURATION`, at least 1ms")
	f.StringVar(&o.sources, "source", "all", "trace a `LIST` of sources and groups, separated by commas")
	command.Renamed(c, "sources", "source")
	f.StringVarP(&o.output, "output", "o", "utilization", "write the project to the directory `DIR`")
	f.StringVar(&o.project, "project", "", "start file names with `NAME` (default: the program's name)")
	f.StringVar(&o.host, "host", "", "call this host `NAME` in the project (default: its own name)")
	f.StringVar(&o.mountpoint, "mountpoint", "", "trace the disk of the directory `DIR` (default: $"+util.MountpointVariable+", or /)")
	f.DurationVar(&o.duration, "duration", 0, "without a program, trace for `DURATION`")
	f.BoolVar(&o.replace, "replace", false, "replace an earlier trace of this host in the directory")
	f.BoolVar(&o.strict, "strict", false, "do not run the program if it cannot be traced")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print no summary at the end")
	return c
}

// wrapped returns a list in lines of a terminal.
func wrapped(words []string) string {
	var b strings.Builder
	column := len("Sources: ")
	for i, w := range words {
		if i > 0 {
			b.WriteString(",")
			if column += len(w) + 2; column > 88 {
				b.WriteString("\n")
				column = len(w)
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(w)
	}
	return b.String()
}

// verbosityVariable says how much libRUT tells: -1 nothing, 0 errors, 1 warnings, 2 information, 3 everything.
const verbosityVariable = "RUT_VERBOSITY"

// silenced reports whether libRUT's variable asks for errors at most.
func silenced() (bool, error) {
	text := os.Getenv(verbosityVariable)
	if text == "" {
		return false, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < -1 || n > 3 {
		return false, fmt.Errorf("%s is %q, not a number from -1 (silent) to 3 (debug)", verbosityVariable, text)
	}
	return n < 1, nil
}

// check finds usage errors before anything runs.
func (o *options) check(program []string) (util.Options, error) {
	sources, err := util.ParseSources(o.sources)
	silent, unclear := silenced()
	o.quiet = o.quiet || silent
	switch {
	case err != nil:
		return util.Options{}, cli.Usage{Err: err}
	case unclear != nil:
		return util.Options{}, cli.Usage{Err: unclear}
	case o.interval < util.MinInterval:
		return util.Options{}, cli.Usagef("--interval %v: expected at least %v", o.interval, util.MinInterval)
	case o.duration < 0 || o.duration > 0 && len(program) > 0:
		return util.Options{}, cli.Usagef("--duration %v: expected a time above 0, and no program with it", o.duration)
	case o.mountpoint != "" && !filepath.IsAbs(o.mountpoint):
		return util.Options{}, cli.Usagef("--mountpoint %s: expected an absolute path", o.mountpoint)
	}
	if o.project == "" {
		o.project = "utilization"
		if len(program) > 0 {
			o.project = filepath.Base(program[0])
		}
	}
	if o.host == "" {
		if o.host, err = os.Hostname(); err != nil {
			return util.Options{}, err
		}
	}
	return util.Options{Sources: sources, Interval: o.interval, Mountpoint: o.mountpoint, Strict: !strings.Contains(strings.ToLower(o.sources), "all")}, nil
}

func (o *options) run(c *cobra.Command, program []string) error {
	traced, err := o.check(program)
	if err != nil {
		return err
	}
	if !child.LowestOfHost() {
		return leave(c, follow(program, o.duration), nil)
	}
	directory, tracer, err := o.start(traced)
	if err != nil && (o.strict || len(program) == 0) {
		return err
	}
	if err != nil { // the measurements are worth less than the program that was measured
		cli.Tell(c, "mpitimer: not tracing: %v", err)
		return leave(c, follow(program, o.duration), nil)
	}
	ended := follow(program, o.duration)
	err = errors.Join(tracer.Finalize(), directory.Close())
	if err == nil && tracer.Counts().Entries > 0 {
		err = util.WriteProject(directory, os.DirFS(o.output))
	}
	if !o.quiet {
		o.tell(c, tracer, filepath.Join(o.output, directory.Topology().ProjectFile()))
	}
	return leave(c, ended, err)
}

// start starts tracing.
func (o *options) start(traced util.Options) (*project.Directory, *util.Tracer, error) {
	directory, err := util.NewDirectory(o.output, o.project, project.DirectoryOptions{Replace: o.replace})
	if err != nil {
		return nil, nil, err
	}
	node, err := directory.Topology().Node(hdtrace.Label(o.host))
	if err != nil {
		return nil, nil, err
	}
	tracer, err := util.CreateIn(directory, node, traced)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w: an earlier trace of this host; use another -o or --project, or --replace", err)
	}
	if err != nil {
		return nil, nil, err
	}
	_, err = tracer.Start()
	return directory, tracer, err
}

// leave returns the command's error: the status of a program that did not end well, or what went wrong here.
func leave(c *cobra.Command, ended, err error) error {
	var status child.Status
	if !errors.As(ended, &status) {
		return errors.Join(ended, err)
	}
	if err = errors.Join(child.Reason(ended), err); err != nil { // the program's status is what its callers look at
		cli.Tell(c, "mpitimer: %v", err)
	}
	return status
}

// tell prints what was traced.
func (o *options) tell(c *cobra.Command, tracer *util.Tracer, file string) {
	n := tracer.Counts()
	if n.Entries == 0 {
		cli.Tell(c, "mpitimer: nothing was traced: the program ended before an interval of %v was over", o.interval)
		return
	}
	cli.Tell(c, "mpitimer: %s: %s of %s", printable.Line(file), count(n.Entries, "entry", "entries"), cli.Plural(len(tracer.Values()), "value"))
	if d := n.Doubts; d.Total() > 0 {
		var parts []string
		for _, part := range []struct {
			n    int64
			what string
		}{{d.Absent, "not there"}, {d.Fresh, "new"}, {d.Back, "counter went back"}, {d.Leaped, "counter leaped"}, {d.Coarse, "interval too short"}, {d.Unreadable, "unreadable"}} {
			if part.n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
			}
		}
		cli.Tell(c, "mpitimer: %d of %d values are unknown (%d): %s", d.Total(), n.Values, util.Unknown, strings.Join(parts, ", "))
	}
	if n.Overruns > 0 {
		cli.Tell(c, "mpitimer: %s were left out, because the previous one took too long", count(n.Overruns, "sample", "samples"))
	}
	for _, m := range tracer.Missing() {
		cli.Tell(c, "mpitimer: not on this machine: %v", m.Err)
	}
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
