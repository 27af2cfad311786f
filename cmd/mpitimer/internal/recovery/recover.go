// Package recovery implements the sub-command that reports the measurements of a job that died.
package recovery

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/formats"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/tree"
)

// options are the flags.
type options struct {
	outputs []string
	format  string
	method  string
	remove  bool
	nodes   relay.Flags
	shared  string // directory of --epilog
}

// Command returns the sub-command recover.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "recover [DIR…|JOB] [NAME]",
		Short: "Report the measurements of a job that died",
		Long: `recover reads the tables that the ranks of a job have left, and reports as the
job would have done: the tree of all measurements, up to the last completed
region of every rank. It also lists the state of each rank (died, panicked, finished,
still running, missing), and its open regions with their times.

DIR is the directory of a run, or a directory of such directories; name the directories of
several nodes together. Without DIR the command looks on this node. If there are several
runs, NAME is the start of the run's name. A word that starts the name of a run
means the run; ./WORD is the directory.

` + relay.About + `
Other nodes send the summary and the state of the ranks, but not the ranks' profiles, so
formats with figures of single ranks are not available.

Formats (without --format, chosen from the name of FILE):

` + formats.Table(false) + `
Exit status: 0 all ranks are there; 2 nothing was reported (several runs and no NAME,
or a file cannot be read or written), and the tables are unchanged;
3 the report lacks ranks or parts of their tables.`,
		Example: `  mpitimer recover
  mpitimer recover -o timing.mptsum -o timing.summary --remove
  mpitimer recover --format json node1/tables node2/tables`,
		ValidArgsFunction: job.Complete,
		RunE: func(c *cobra.Command, args []string) error {
			if o.shared != "" {
				return o.epilog(c, args)
			}
			return o.run(c, args)
		},
	}
	f := c.Flags()
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "write to `FILE` (- for standard output; repeatable)")
	f.StringVarP(&o.format, "format", "f", "", "write as `FORMAT`")
	formats.MethodFlag(c, &o.method)
	f.BoolVar(&o.remove, "remove", false, "remove the tables once the output is on disk")
	f.StringVar(&o.shared, "epilog", "", "at the end of a job, move the tables of dead runs on this node to `DIRECTORY`, one file per node and run")
	o.nodes.Add(c)
	cli.Complete(c, "format", formats.Names(false)...)
	return c
}

// died is a run that died: its Summary has warnings of how its ranks have ended.
type died struct {
	export.Run
	beside formats.Options
}

// output is a file and its format.
type output struct {
	file string // empty or "-": to the standard output
	*formats.Format
}

// chosen returns the outputs to write; nil means only the report.
func (o *options) chosen() ([]output, error) {
	if o.remove && len(o.outputs) == 0 {
		return nil, cli.Usage{Err: errors.New("--remove requires -o FILE, so that nothing is lost (mpitimer runs --clear removes tables without a report)")}
	}
	if o.format == "" {
		return o.guessed()
	}
	f, err := formats.Named(o.format, false)
	switch {
	case err != nil:
		return nil, err
	case len(o.outputs) > 1:
		return nil, cli.Usage{Err: errors.New("--format requires a single -o FILE; several files are told apart by their names")}
	case len(o.outputs) == 1:
		return o.checked(output{o.outputs[0], f})
	case f.PerRank():
		return nil, cli.Usage{Err: fmt.Errorf("format %s writes a file for each rank: it requires -o", f.Name)}
	}
	return []output{{Format: f}}, nil
}

func (o *options) guessed() ([]output, error) {
	var list []output
	for _, file := range o.outputs {
		f, err := formats.Of(file, false)
		if err != nil {
			return nil, err
		}
		list = append(list, output{file, f})
	}
	return list, nil
}

func (o *options) checked(out output) ([]output, error) {
	if out.file == "-" && (o.remove || out.PerRank()) {
		return nil, cli.Usage{Err: errors.New("-o - is not a file; --remove, and formats with a file for each rank, need one")}
	}
	return []output{out}, nil
}

func (o *options) run(c *cobra.Command, args []string) error {
	outputs, err := o.chosen()
	if err != nil {
		return err
	}
	method, err := formats.Method(o.method)
	if err != nil {
		return err
	}
	nodes, args, err := o.nodes.Sort(c, args)
	if err != nil {
		return err
	}
	if nodes != nil {
		defer nodes.Close()
		return o.far(c, nodes, outputs, method)
	}
	run, err := job.Find(c, args, func(r *ranktable.Run) bool { return !job.Running(r) })
	if err != nil {
		return err
	}
	m, summary := o.look(run, outputs)
	if o.remove && m.Alive() {
		return fmt.Errorf("%s is still running: nothing was written, and its tables stay", run.Name)
	}
	ended, err := summary()
	if err != nil {
		return err
	}
	d := &died{export.Run{Summary: ended, Profiles: m.Profiles()}, formats.Options{Plain: m.Summary, Tree: tree.Options{ASCII: cli.WantsASCII(c)}, Method: method, Folders: run.Folders}}
	if slices.ContainsFunc(outputs, func(out output) bool { return out.Name == "geopm" }) {
		if d.beside.Kept, err = keptSamples(m); err != nil {
			return err
		}
	}
	if !o.remove && flights.Beside(run.Tables) {
		cli.Tell(c, "mpitimer: the flight recorders have the ranks' last seconds: mpitimer page %s -o PAGE.html", strings.Join(run.Folders, " "))
	}
	if err := o.report(c, m, d, outputs); err != nil {
		return err
	}
	if o.remove {
		if err := m.Remove(c.OutOrStdout()); err != nil {
			return err
		}
	}
	return errors.Join(incomplete(m), run.Close())
}

// far reports on a run on other nodes.
func (o *options) far(c *cobra.Command, nodes *relay.Nodes, outputs []output, method gptlcompat.PrintMethod) error {
	if o.remove {
		return cli.Usagef("--remove is for tables on this node, not for other nodes' tables")
	}
	if i := slices.IndexFunc(outputs, func(out output) bool { return out.PerRank() }); i >= 0 {
		return cli.Usagef("format %s needs the profile of each rank, and profiles stay on their nodes", outputs[i].Name)
	}
	if err := nodes.Find(c, func(alive bool) bool { return !alive }); err != nil {
		return err
	}
	seen, err := nodes.Look(relay.Now, relay.Ended)
	if err != nil {
		return err
	}
	d := &died{export.Run{Summary: seen.Summaries[1]}, formats.Options{Plain: seen.Summary, Tree: tree.Options{ASCII: cli.WantsASCII(c)}, Method: method}}
	if d.Summary == nil {
		return errors.New("no table can be read")
	}
	if err := o.report(c, seen.Moment, d, outputs); err != nil {
		return err
	}
	return errors.Join(incomplete(seen.Moment), seen.Unread())
}

// keptSamples reads what the samplers of the nodes had kept for a GEOPM report.
func keptSamples(m *job.Moment) (list []*geopm.Kept, problem error) {
	for i := range m.Ranks {
		if m.Ranks[i].Profile == nil {
			continue
		}
		file := m.Ranks[i].File
		text, err := ranktable.Samples(file)
		if err == nil && text != nil {
			var k *geopm.Kept
			if k, err = geopm.ReadKept(bytes.NewReader(text)); err == nil {
				list = append(list, k)
			}
		}
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("samples beside %s: %w", file, err))
		}
	}
	return list, problem
}

// look reads the tables, only once unless an output needs the profiles of the ranks.
func (o *options) look(run *ranktable.Run, outputs []output) (*job.Moment, func() (*stats.Summary, error)) {
	if slices.ContainsFunc(outputs, output.wantsRanks) {
		return job.Look(run, time.Now()), run.Summary
	}
	m, ended, err := job.LookThrough(run, time.Now())
	return m, func() (*stats.Summary, error) { return ended, err }
}

// wantsRanks reports whether the output needs the profiles of the ranks, and not only their Summary.
func (out output) wantsRanks() bool { return out.Name != "tree" && out.Name != "summary" }

// report writes the outputs and the report. When an output goes to where the report would go, the
// report goes to the messages, without the tree.
func (o *options) report(c *cobra.Command, m *job.Moment, d *died, outputs []output) error {
	to, withTree := c.OutOrStdout(), len(outputs) == 0
	var written []string
	for _, out := range outputs {
		if out.file == "" || out.file == "-" {
			to = c.ErrOrStderr()
		}
		names, err := out.to(c.OutOrStdout(), d)
		if err != nil {
			return err
		}
		written = append(written, names...)
	}
	text, err := recoveredText(m, d, sheet.PageOf(to).Width, withTree, written)
	if err != nil {
		return err
	}
	return cli.Write(c, to, text)
}

// to writes one output, and returns the names of its files.
func (out *output) to(stdout io.Writer, d *died) ([]string, error) {
	if out.file == "" || out.file == "-" {
		return nil, out.Write(stdout, d.Run, &d.beside)
	}
	return out.Files(out.file, d.Run, &d.beside)
}

// recoveredText returns the report: what became of the ranks, the tree, and where the ranks were.
func recoveredText(m *job.Moment, d *died, page int, withTree bool, written []string) (string, error) {
	text := m.Headline() + "\n" + job.Joined(m.FateLines(page))
	if withTree {
		var b strings.Builder
		o := d.beside.Tree
		o.Width = page
		if err := tree.Write(&b, d.Summary, o); err != nil {
			return "", err
		}
		text += "\n" + b.String()
	}
	if where := m.WhereLines(page); len(where) > 0 {
		text += "\n" + job.Joined(where)
	}
	if problems := m.ProblemLines(); len(problems) > 0 {
		text += "\n" + job.Joined(problems)
	}
	if len(written) > 0 {
		text += "\nwritten: " + printable.Line(strings.Join(cli.Shortened(written), ", ")) + "\n"
	}
	return text, nil
}

// incomplete returns what is missing from the report, or nil for nothing.
func incomplete(m *job.Moment) error {
	var parts []string
	if n := cli.Count(m.Missing); n > 0 {
		parts = append(parts, fmt.Sprintf("there is no table of %s (%s)", cli.Plural(n, "rank"), tree.Ranks(m.Missing)))
	}
	if n := len(m.Problems); n > 0 {
		parts = append(parts, cli.Plural(n, "table")+" could not be read whole")
	}
	if old := m.Old(); len(old) > 0 {
		parts = append(parts, fmt.Sprintf("the tables of ranks %s are incomplete", cli.RankList(old)))
	}
	if len(parts) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", cli.ErrIncomplete, strings.Join(parts, "; "))
}
