// Package convert implements the sub-command that writes a run in the formats of other programs.
package convert

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/formats"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/timeline"
)

type options struct {
	output     string
	format     string
	method     string
	parameters []string
}

// Command returns the command.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "convert FILE… -o OUT [--format FORMAT]",
		Short: "Write a run in a format that another program opens",
		Long: `convert reads the files of one run and writes them in another format. It recognises files by
their contents, and reads every file that show reads, and the JSON, YAML and CSV that convert itself
writes. It lists once, on standard error, the data that the format cannot hold.

The format is FORMAT, or follows from OUT's extension:

` + formats.Table(true) + `
Extra-P (extrap, extrap-lines) takes several runs, one for each FILE. The parameter is
the number of ranks, unless --parameter names another, with a value for each FILE.

OUT is replaced whole, or not at all; "-" is standard output.

Exit status: 0 written; 2 failure or usage error; 3 written, but the input is
incomplete.`,
		Example: `  mpitimer convert timing.mptsum -o timing.speedscope.json
  mpitimer convert tables/ -o run.pb.gz && go tool pprof -top run.pb.gz
  mpitimer convert timing.mptsum --format folded -o - | flamegraph.pl > timing.svg
  mpitimer convert run/ -o timing/model_timing_stats
  mpitimer convert run/ -o timing/model_timing --format e3sm-ranks
  mpitimer convert p2.mptsum p4.mptsum p8.mptsum -o scaling.extrap.txt
  mpitimer convert a.mptsum b.mptsum --parameter cells=100,200 -o cells.extrap.txt`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := c.Flags()
	cli.OutputFlag(c, &o.output)
	cli.FormatFlag(c, &o.format, "", formats.Names(true)...)
	command.Renamed(c, "to", "format")
	formats.MethodFlag(c, &o.method)
	f.StringArrayVar(&o.parameters, "parameter", nil, "set the varied parameter of several runs, as `NAME=VALUE,VALUE…` (repeatable)")
	return c
}

// chosen returns the requested format.
func (o *options) chosen(c *cobra.Command) (*formats.Format, error) {
	toStdout := o.output == "" || o.output == "-"
	if o.format == "" {
		if toStdout {
			return nil, cli.Missing(c, "--format FORMAT, or -o OUT with a name that says it")
		}
		return formats.Of(o.output, true)
	}
	f, err := formats.Named(o.format, true)
	switch {
	case err != nil || !toStdout:
		return f, err
	case f.PerRank():
		return nil, cli.Missing(c, "-o OUTPUT: "+f.Name+" is a file for each rank")
	case f.Binary && isTerminal(c.OutOrStdout()):
		return nil, cli.Usagef("%s is not text for a terminal: add -o OUT", f.Name)
	}
	return f, nil
}

// tellLost says what a format cannot hold of what was read.
func tellLost(c *cobra.Command, format string, lost []string) error {
	if len(lost) == 0 {
		return nil
	}
	return cli.Write(c, c.ErrOrStderr(), fmt.Sprintf("mpitimer: %s does not carry %s\n", format, strings.Join(lost, "; ")))
}

func (o *options) run(c *cobra.Command, args []string) error {
	f, err := o.chosen(c)
	if err != nil {
		return err
	}
	beside := formats.Options{Folders: args}
	if beside.Method, err = formats.Method(o.method); err != nil {
		return err
	}
	switch {
	case f.WriteSeries == nil && len(o.parameters) > 0:
		return cli.Usagef("--parameter is for extrap and extrap-lines; %s holds one run", f.Name)
	case !f.PerRank():
		if err := cli.KeepInputs(o.output, args); err != nil { // before what takes long
			return err
		}
	}
	p := newProgress(c.ErrOrStderr())
	defer p.done()
	if f.WriteSeries != nil {
		return o.series(c, f, args, p)
	}
	p.say("reading " + cli.Plural(len(args), "file"))
	run, missing := read(c.ErrOrStderr(), args)
	if run == nil {
		return missing
	}
	one := run.Whole()
	if f.Ranks || !f.Reads {
		one = run.Export(f.Ranks && !f.Reads)
	}
	if f.Ranks && f.Reads { // it has what was found
		one.Steps = timeline.Steps(c.ErrOrStderr(), run, args)
		one.Transfer = timeline.Transfer(c.ErrOrStderr(), run, args)
	}
	if f.PerRank() {
		_, err = f.Files(o.output, one, &beside)
	} else {
		err = cli.Output(c, o.output, args, p.counted(func(w io.Writer) error { return f.Write(w, one, &beside) }, o.output))
	}
	switch {
	case errors.Is(err, formats.ErrNeedsRanks):
		return fmt.Errorf("%s: %w", f.Name, err)
	case err != nil:
		return err
	}
	p.done()
	return cli.Result(tellLost(c, f.Name, f.Lost(one)), missing)
}

// read reads the files of one run. What is missing from it is an error beside it.
func read(messages io.Writer, names []string) (*load.Run, error) {
	run, err := load.Files(names)
	if run != nil {
		run.TellIgnored(messages)
	}
	return run, err
}

func isTerminal(w any) bool {
	f, is := w.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
}
