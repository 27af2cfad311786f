package hd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

func infoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "info FILE…|DIR",
		Short: "Describe files",
		Long: `info describes each file, or each file of a directory: its node, the time that it covers,
its size, the values of statistics with their types,
units and grouping, and the program that wrote it. It reads traces and relations to the end.

It describes a damaged file up to the fault, and ends with status 3.`,
		Example: `  mpitimer hd info timeline
  mpitimer hd info run_node1_Power.stat`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error {
			names, err := hdNames(args)
			if err != nil {
				return err
			}
			return infoOf(c, names)
		},
	}
}

// infoOf shows all files; faults wait for the end.
func infoOf(c *cobra.Command, names []string) error {
	faults := 0
	for i, name := range names {
		f, err := openHD(name)
		if err != nil {
			return err
		}
		text, fault := f.about()
		if err := f.Close(); err != nil {
			return err
		}
		if faultIn(fault) == nil && fault != nil {
			return fault
		}
		if fault != nil {
			faults++
			text.add("fault", withoutName(fault))
		}
		head := fmt.Sprintf("%s: %s, %s\n", printable.Line(name), hdKinds[f.kind], plural64(f.size, "byte"))
		if i > 0 {
			head = "\n" + head
		}
		if err := cli.Write(c, c.OutOrStdout(), head+sheet.List(text.rows...)); err != nil {
			return err
		}
	}
	if faults > 0 {
		return cli.Incomplete("%s damaged", areDamaged(faults))
	}
	return nil
}

func areDamaged(n int) string {
	if n == 1 {
		return "1 file is"
	}
	return fmt.Sprintf("%d files are", n)
}

var hdKinds = map[string]string{
	hdtrace.ExtProject: "project", hdtrace.ExtTrace: "event trace", hdtrace.ExtRelation: "relations", hdtrace.ExtStatistics: "statistics", hdtrace.ExtInfo: "info file",
}

// withoutName returns a fault without the name of the file, which is printed above it.
func withoutName(err error) string {
	var fault *hdtrace.FormatError
	if !errors.As(err, &fault) {
		return err.Error()
	}
	f := *fault
	f.File = ""
	return strings.TrimPrefix(f.Error(), "hdtrace: ")
}

func plural64(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// facts are words and what belongs to them.
type facts struct{ rows [][]string }

func (f *facts) add(word, text string) { f.rows = append(f.rows, []string{word, printable.Line(text)}) }

// about describes the contents of a file: everything before the fault, if there is one.
func (f *hdFile) about() (*facts, error) {
	s := new(facts)
	switch f.kind {
	case hdtrace.ExtStatistics:
		return s, f.aboutStatistics(s)
	case hdtrace.ExtTrace:
		return s, f.aboutTrace(s)
	case hdtrace.ExtRelation:
		return s, f.aboutRelations(s)
	case hdtrace.ExtProject:
		return s, f.aboutProject(s)
	}
	return s, f.aboutInfo(s)
}

// timeOf shows from when to when something lasts.
func timeOf(start, end hdtrace.Epoch) string {
	const form = "2006-01-02 15:04:05.000"
	return fmt.Sprintf("%v .. %v, %s from %s UTC", start, end, cli.Length(end.Sub(start)), start.Time().Format(form))
}

func path(labels []string) string {
	if len(labels) == 0 {
		return "that of the project"
	}
	return strings.Join(labels, "_")
}

func (f *hdFile) aboutStatistics(s *facts) error {
	file, err := f.statistics(hdtrace.ReadOptions{})
	if err != nil {
		return err
	}
	h := file.Header()
	s.add("group", h.Group)
	s.add("node", path(f.labelsOf(h)))
	n, end, fault := entriesOf(file)
	if n > 0 {
		s.add("time", timeOf(file.Start(), end))
	}
	size := "of different sizes"
	if h.EntrySize() > 0 {
		size = "of " + cli.Plural(h.EntrySize(), "byte")
	}
	s.add("entries", fmt.Sprintf("%d %s, behind a header of %s", n, size, cli.Plural(h.Size(), "byte")))
	s.add("form", f.statisticsForm(h))
	if h.Adjustment != 0 {
		s.add("adjusted", fmt.Sprintf("by %v s", h.Adjustment))
	}
	for i, v := range h.Values {
		word := ""
		if i == 0 {
			word = "values"
		}
		text := fmt.Sprintf("%s %v", v.Name, v.Type)
		if v.Unit != "" {
			text += " in " + v.Unit
		}
		if v.Grouping != "" {
			text += ", grouping " + v.Grouping
		}
		s.add(word, text)
	}
	return fault
}

// entriesOf counts the whole entries, and finds the end of the last: without reading them where all are
// equally long and none is in question.
func entriesOf(file *stat.File) (n int64, end hdtrace.Epoch, fault error) {
	end = file.Start()
	from := hdtrace.BeginningOfTime
	if count, ok := file.Len(); ok {
		if last, err := file.End(); err == nil && count > 0 {
			n, end, from = count, last, last
		}
	}
	for e, err := range file.Range(from, hdtrace.EndOfTime) {
		if err != nil {
			return n, end, err
		}
		n, end = n+1, e.End
	}
	return n, end, nil
}

// statisticsForm says whose form a file has.
func (f *hdFile) statisticsForm(h *stat.Header) string {
	begin := make([]byte, 6)
	_, _ = io.ReadFull(f.all(), begin) // the header was read before
	form := "as HDTrace's Java library writes it"
	if begin[5] == '\n' && strings.Trim(string(begin[:5]), "0123456789") == "" {
		form = "as HDTrace's C library writes it"
	}
	if !h.Initial {
		form = "of May 2009, without an initial timestamp; current readers refuse it"
	}
	if h.Stamp32 {
		form += ", timestamps of 32 bits"
	}
	return form
}

func (f *hdFile) aboutTrace(s *facts) error {
	r, err := f.trace(hdtrace.ReadOptions{})
	if err != nil {
		return err
	}
	s.add("node", path(f.labels()))
	var states, events int64
	depth := 0
	start, end := hdtrace.EndOfTime, hdtrace.BeginningOfTime
	var fault error
	for record, err := range r.Records() {
		if fault = err; err != nil {
			break
		}
		start, end, depth = min(start, record.Start), max(end, record.End), max(depth, record.Depth)
		if record.Kind == trace.Event {
			events++
		} else {
			states++
			depth = max(depth, record.Depth+1)
		}
	}
	if states+events > 0 {
		s.add("time", timeOf(start, end))
	}
	s.add("holds", fmt.Sprintf("%s, at most %d deep, %s", plural64(states, "state"), depth, plural64(events, "event")))
	s.add("form", processorForm(r.Header().ProcessorMHz, r.Header().ProcessorModel))
	return fault
}

// labelsOf returns the path of the node of statistics: it is in the name of the file if the header lacks it,
// as in those of the Java library.
func (f *hdFile) labelsOf(h *stat.Header) []string {
	if h.Labels != nil {
		return h.Labels
	}
	return slices.DeleteFunc(f.labelsBefore("_"+h.Group), func(label string) bool { return label == "" })
}

// processorForm returns how old the writer of a file is, judged by what it says about the processor.
func processorForm(mhz int, model string) string {
	if mhz == 0 && model == "" {
		return "without a processor: of 2009, of HDTrace's Java library or of this project"
	}
	return fmt.Sprintf("later than 2009, processor %s at %d MHz", model, mhz)
}

func (f *hdFile) aboutRelations(s *facts) error {
	r, err := f.relations(hdtrace.ReadOptions{})
	if err != nil {
		return err
	}
	h := r.Header()
	s.add("node", path(f.labels()))
	s.add("process", fmt.Sprintf("%s of host %s, topology %d", h.Process, h.Host, h.Topology))
	var tokens, states int64
	var start, end hdtrace.Epoch
	var fault error
	for record, err := range r.Records() {
		if fault = err; err != nil {
			break
		}
		if end = record.Time; tokens == 0 {
			start = record.Time
		}
		switch record.Kind {
		case relation.Created:
			tokens++
		case relation.Started:
			states++
		}
	}
	if tokens > 0 {
		s.add("time", timeOf(start, end))
	}
	s.add("holds", plural64(tokens, "token")+", "+plural64(states, "state"))
	s.add("form", processorForm(h.ProcessorMHz, h.ProcessorModel))
	return fault
}

func (f *hdFile) aboutProject(s *facts) error {
	p, _, err := f.project(hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		return err
	}
	s.add("project", p.Topology.Project())
	s.add("name", p.Name)
	if text := strings.TrimSpace(p.Description); text != "" {
		s.add("description", text)
	}
	s.add("levels", strings.Join(p.Topology.Levels(), ", "))
	s.add("groups", strings.Join(p.Groups, ", "))
	traces, relations, statistics := 0, 0, 0
	for _, n := range p.Nodes {
		if n.Trace != "" {
			traces++
		}
		if n.Relation != "" {
			relations++
		}
		statistics += len(n.Statistics)
	}
	s.add("nodes", fmt.Sprintf("%d, with %s, %d of relations, %d of statistics", len(p.Nodes)-1, cli.Plural(traces, "trace"), relations, statistics))
	if n := len(p.Communicators); n > 0 {
		names := make([]string, n)
		for i, c := range p.Communicators {
			if names[i] = c.Name; c.Name == "" {
				names[i] = "(without a name)"
			}
		}
		s.add("communicators", strings.Join(cli.Shortened(names), ", "))
	}
	if n := len(p.Datatypes); n > 0 {
		s.add("datatypes", "of "+cli.Plural(n, "rank"))
	}
	if n := len(p.Files); n > 0 {
		s.add("accesses", cli.Plural(n, "file"))
	}
	return nil
}

func (f *hdFile) aboutInfo(s *facts) error {
	info, fault := project.ReadInfo(f.all(), hdtrace.ReadOptions{Name: f.Name()})
	if info == nil {
		return fault
	}
	counts := map[string]int{}
	for i := range info.Records {
		counts[rowOf(&info.Records[i]).Kind]++
	}
	s.add("node", path(f.labels()))
	s.add("holds", fmt.Sprintf("%s, %s, %s, %s", cli.Plural(counts["file"], "file"), cli.Plural(counts["communicator"], "communicator"),
		cli.Plural(counts["datatype"], "datatype"), cli.Plural(counts["text"], "other line")))
	return fault
}
