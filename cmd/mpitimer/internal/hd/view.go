package hd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

func viewCommand() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "view FILE…|DIR",
		Short: "Convert files for Perfetto and Chrome",
		Long: `view converts event traces, relations and statistics into one file of Chrome's trace event
format (JSON), which ui.perfetto.dev, chrome://tracing and speedscope open. A project
file stands for the files of the project, a directory for the files in it.

Nodes become processes and threads, states become slices, events instants, values of
statistics counters, and relations asynchronous slices. Messages between the ranks of a
project become arrows from the sending to the receiving call. Times count from the start
of the earliest file; otherData records that start.`,
		Example: `  mpitimer hd view timeline/run.proj -o trace.json
  mpitimer hd view timeline/run_node1_0_*.trc -o trace.json`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return viewFiles(c, args, output) },
	}
	cli.OutputFlag(c, &output)
	return c
}

func viewFiles(c *cobra.Command, args []string, output string) error {
	files, projects, err := viewInputs(args)
	if err != nil {
		return err
	}
	start := viewStart(files)
	var faults error
	produce := func(w io.Writer) (err error) {
		faults, err = writeView(w, start, files, projects)
		return err
	}
	names := append([]string{}, args...)
	for _, f := range files {
		names = append(names, f.Name())
	}
	if err := cli.Output(c, output, names, produce); err != nil || output == "" || output == "-" {
		return errors.Join(err, faults)
	}
	return errors.Join(say(c, "%s: %s", output, cli.Plural(len(files), "file")), faults)
}

// viewInputs finds what can be shown, each file once, and the projects among them.
func viewInputs(args []string) (files []*hdFile, projects []string, err error) {
	names, err := hdNames(args)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for i := 0; i < len(names); i++ {
		name := filepath.Clean(names[i])
		if seen[name] {
			continue
		}
		seen[name] = true
		f, err := openHD(name)
		if err != nil {
			return nil, nil, err
		}
		switch f.kind {
		case hdtrace.ExtProject:
			inside, err := f.viewable()
			if err != nil {
				return nil, nil, err
			}
			names, projects = append(names, inside...), append(projects, name)
		case hdtrace.ExtInfo:
		default:
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%s: has no traces, relations or statistics to show", args[0])
	}
	return files, projects, nil
}

// viewable returns the files of a project that can be shown.
func (f *hdFile) viewable() ([]string, error) {
	p, _, err := f.project(hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		return nil, err
	}
	var names []string
	add := func(name string) {
		if name != "" {
			names = append(names, filepath.Join(filepath.Dir(f.Name()), name))
		}
	}
	for _, n := range p.Nodes {
		add(n.Trace)
		add(n.Relation)
		for _, g := range n.Statistics {
			add(g.File)
		}
	}
	return names, nil
}

// viewStart returns a time before all others, without reading whole files if their start has one.
func viewStart(files []*hdFile) hdtrace.Epoch {
	start := hdtrace.EndOfTime
	for _, f := range files {
		at, err := f.viewStart()
		if errors.Join(err, f.Close()) == nil { // otherwise it is reported when the file is shown
			start = min(start, at)
		}
	}
	if start == hdtrace.EndOfTime {
		return 0
	}
	return start
}

func (f *hdFile) viewStart() (hdtrace.Epoch, error) {
	switch f.kind {
	case hdtrace.ExtTrace:
		if r, err := f.trace(hdtrace.ReadOptions{}); err == nil && r.Header().TimeAdjustment > 0 {
			return r.Header().TimeAdjustment, nil
		}
	case hdtrace.ExtRelation:
		if r, err := f.relations(hdtrace.ReadOptions{}); err == nil && r.Header().TimeAdjustment > 0 {
			return r.Header().TimeAdjustment, nil
		}
	}
	s, err := f.extent()
	return s.from, err
}

// writeView writes all files. Faults of theirs leave a view of the rest; the error is of writing.
func writeView(w io.Writer, start hdtrace.Epoch, files []*hdFile, projects []string) (faults, err error) {
	v := project.NewView(w, start)
	for _, f := range files {
		err := f.addTo(v)
		if closed := f.Close(); err == nil {
			err = closed
		}
		if faultIn(err) != nil {
			faults, err = errors.Join(faults, damaged(err)), nil
		}
		if err != nil {
			return faults, err
		}
	}
	for _, name := range projects {
		addMessages(v, name)
	}
	return faults, v.Close()
}

// addMessages adds the messages of a project whose two ends are known. Faults in its files are reported where these are added.
func addMessages(v *project.View, name string) {
	t, err := lanes.Read(os.DirFS(filepath.Dir(name)), filepath.Base(name), lanes.Options{Tolerant: true, States: 1})
	if t == nil || err != nil && faultIn(err) == nil {
		return
	}
	labels := func(lane int) []string {
		l := &t.Lanes[lane]
		list := append(strings.Split(l.Host, "/"), l.Rank)
		return slices.DeleteFunc(append(list, strings.Split(l.Thread, "/")...), func(label string) bool { return label == "" })
	}
	id := 0
	for m := range t.Sends() {
		id++
		at := func(ns int64) hdtrace.Epoch { return hdtrace.Epoch(t.Start + ns) }
		v.AddMessage(id, labels(m.From), at(m.At), labels(m.To), at(max(m.Since, m.Until-1)), m.Bytes)
	}
}

func (f *hdFile) addTo(v *project.View) error {
	switch f.kind {
	case hdtrace.ExtTrace:
		r, err := f.trace(hdtrace.ReadOptions{})
		if err != nil {
			return err
		}
		return v.AddTrace(r, f.labels()...)
	case hdtrace.ExtRelation:
		r, err := f.relations(hdtrace.ReadOptions{})
		if err != nil {
			return err
		}
		return v.AddRelations(r, f.labels()...)
	}
	s, err := f.statistics(hdtrace.ReadOptions{})
	if err != nil {
		return err
	}
	h := *s.Header()
	h.Labels = f.labelsOf(&h)
	return v.AddStatistics(&h, s.Range(hdtrace.BeginningOfTime, hdtrace.EndOfTime))
}
