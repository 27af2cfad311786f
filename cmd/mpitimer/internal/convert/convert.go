// Package convert implements the sub-command that writes a run in the formats of other programs.
package convert

import (
	"bufio"
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
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/timeline"
	"github.com/go-hpc/timers/internal/packed"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
)

type options struct {
	messages   io.Writer
	output     string
	format     string
	method     string
	parameters []string

	said bool // the format has what was found
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

` + table() + `
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
	cli.FormatFlag(c, &o.format, "", names()...)
	command.Renamed(c, "to", "format")
	formats.MethodFlag(c, &o.method)
	f.StringArrayVar(&o.parameters, "parameter", nil, "set the varied parameter of several runs, as `NAME=VALUE,VALUE…` (repeatable)")
	return c
}

func names() (list []string) {
	for _, f := range export.Formats() {
		list = append(list, f.Name)
	}
	for _, name := range formats.Names() {
		if formats.Own(name) != nil {
			list = append(list, name)
		}
	}
	return list
}

// table lists the formats for the help.
func table() string {
	var rows [][]string
	for _, f := range export.Formats() {
		rows = append(rows, []string{f.Name, f.Extension, f.Description})
	}
	for _, f := range formats.All() {
		if formats.Own(f.Name) != nil {
			rows = append(rows, []string{f.Name, "", f.About})
		}
	}
	return sheet.List(rows...)
}

// chosen returns the requested format.
func (o *options) chosen(c *cobra.Command) (export.Format, error) {
	if o.format != "" {
		if f, known := export.ByName(o.format); known {
			return f, nil
		}
		return export.Format{}, cli.OneOf("format", o.format, names()...)
	}
	if o.output == "" || o.output == "-" {
		return export.Format{}, cli.Missing(c, "--format FORMAT, or -o OUT with a name that says it")
	}
	if f, known := export.ByExtension(o.output); known {
		return f, nil
	}
	return export.Format{}, cli.Usagef("%s: unknown extension; add --format", o.output)
}

// own is the format of package formats that is meant, nil for another.
func (o *options) own() *formats.Format {
	if o.format != "" {
		return formats.Own(o.format)
	}
	if _, known := export.ByExtension(o.output); known {
		return nil
	}
	if f, err := formats.Of(o.output); err == nil {
		return formats.Own(f.Name)
	}
	return nil
}

// forTools writes a run in a form of GPTL or E3SM, or as a tree.
func (o *options) forTools(c *cobra.Command, f *formats.Format, args []string) error {
	method, err := formats.Method(o.method)
	if err != nil {
		return err
	}
	if f.Rank != nil && (o.output == "" || o.output == "-") {
		return cli.Missing(c, "-o OUTPUT: "+f.Name+" is a file for each rank")
	}
	in, missing := o.read(args, false)
	if missing != nil && !errors.Is(missing, cli.ErrIncomplete) {
		return missing
	}
	if in.Summary == nil {
		if in.Summary, err = stats.Merge(in.Profiles); err != nil {
			return err
		}
	}
	r := &formats.Run{Summary: in.Summary, Plain: in.Summary, Profiles: in.Profiles, Method: method, Folders: args}
	if f.Rank == nil {
		err = cli.Output(c, o.output, args, func(w io.Writer) error { return f.Write(w, r) })
	} else {
		_, err = f.Files(o.output, r)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return missing
}

// tellLost says what a format cannot hold of what was read.
func tellLost(c *cobra.Command, format string, lost []string) error {
	if len(lost) == 0 {
		return nil
	}
	return cli.Write(c, c.ErrOrStderr(), fmt.Sprintf("mpitimer: %s does not carry %s\n", format, strings.Join(lost, "; ")))
}

func (o *options) run(c *cobra.Command, args []string) error {
	o.messages = c.ErrOrStderr()
	if own := o.own(); own != nil {
		return o.forTools(c, own, args)
	}
	f, err := o.chosen(c)
	if err != nil {
		return err
	}
	if err := cli.KeepInputs(o.output, args); err != nil { // before what takes long
		return err
	}
	var write func(io.Writer) error
	var lost []string
	p := newProgress(c.ErrOrStderr())
	defer p.done()
	if isSeries(f) {
		write, lost, err = o.series(f, args, p)
	} else {
		write, lost, err = o.single(f, args, p)
	}
	if write == nil {
		return err
	}
	missing := err
	if err := o.put(c, f, args, p.counted(write, o.output)); err != nil {
		return err
	}
	p.done()
	if err := tellLost(c, f.Name, lost); err != nil {
		return err
	}
	return missing
}

// isSeries reports whether a format holds several runs.
func isSeries(f export.Format) bool { return f.Name == "extrap" || f.Name == "extrap-lines" }

// single writes one run. It returns an error for what is missing from it beside the function.
func (o *options) single(f export.Format, args []string, p *progress) (func(io.Writer) error, []string, error) {
	if len(o.parameters) > 0 {
		return nil, nil, cli.Usagef("--parameter is for extrap and extrap-lines; %s holds one run", f.Name)
	}
	p.say("reading " + cli.Plural(len(args), "file"))
	o.said = f.Ranks && f.Reads
	run, err := o.read(args, f.Ranks && !f.Reads)
	if err != nil && !errors.Is(err, cli.ErrIncomplete) {
		return nil, nil, err
	}
	return func(w io.Writer) error { return f.Write(w, run) }, f.Lost(run), err
}

// read reads the files of one run. With ranks, it is for a form that shows the figures of single ranks instead of those
// of all.
func (o *options) read(names []string, ranks bool) (export.Run, error) {
	if len(names) == 1 {
		if run, is, err := readOwn(names[0]); is {
			return run, err
		}
	}
	run, err := load.Files(names)
	if run == nil {
		return export.Run{}, err
	}
	run.TellIgnored(o.messages)
	e := run.Export(ranks)
	if o.said {
		e.Steps = timeline.Steps(o.messages, run, names)
	}
	return e, err
}

// readOwn reads a file that convert has written; it returns false for other files.
func readOwn(name string) (run export.Run, is bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return run, false, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return run, false, err
	}
	u, err := packed.NewReader(f, nil)
	if err != nil {
		return run, false, nil // load reports what is wrong with it
	}
	defer u.Close()
	in := bufio.NewReader(packed.Text(u))
	head, _ := in.Peek(64)
	if !export.Recognises(head) {
		return run, false, nil
	}
	run, err = export.Read(in)
	switch {
	case err == nil:
	case run.Summary != nil && run.Summary.Check() == nil && len(run.Summary.Regions) > 0:
		err = fmt.Errorf("%w: %s: %w", cli.ErrIncomplete, name, err)
	default:
		err = fmt.Errorf("%s: %w", name, err)
	}
	return run, true, err
}

// binary are the formats that are not text.
var binary = map[string]bool{"summary": true, "profiles": true, "pprof": true, "cube": true}

func (o *options) put(c *cobra.Command, f export.Format, inputs []string, write func(io.Writer) error) error {
	if (o.output == "" || o.output == "-") && binary[f.Name] && isTerminal(c.OutOrStdout()) {
		return cli.Usagef("%s is not text for a terminal: add -o OUT", f.Name)
	}
	return cli.Output(c, o.output, inputs, write)
}

func isTerminal(w any) bool {
	f, is := w.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
}
