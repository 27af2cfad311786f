package project

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/dump"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// FileSummary is what the name and the start of a file of a project tell, and the end of statistics.
type FileSummary struct {
	File  string
	Kind  string // trace, relation, info or statistics
	Node  string // path with the project
	Type  string // of the node
	Bytes int64

	// Of statistics only: the group, its values, the entries that are whole (-1 where one would have to read
	// them all), and the time that they cover.
	Group      string
	Values     []stat.Value
	Entries    int64
	Start, End hdtrace.Epoch

	Fault error // why it could not be read
}

// Summary is what there is of each file of a project, in the order of the nodes. The file system is that
// in which the project was opened. It does not read traces, and of statistics only begin and end.
func (p *Files) Summary(fsys fs.FS) []FileSummary {
	var list []FileSummary
	for _, n := range p.Nodes {
		for _, f := range []FileSummary{{File: n.Trace, Kind: "trace"}, {File: n.Relation, Kind: "relation"}, {File: n.Info, Kind: "info"}} {
			if f.File != "" {
				f.Entries = -1
				list = append(list, f.of(fsys, n.Node))
			}
		}
		for _, g := range n.Statistics {
			f := FileSummary{File: g.File, Kind: "statistics", Group: g.Group, Entries: -1}
			list = append(list, f.of(fsys, n.Node))
		}
	}
	return list
}

// of fills in what the file tells.
func (s FileSummary) of(fsys fs.FS, n *hdtrace.Node) FileSummary {
	s.Node, s.Type = n.String(), n.Type()
	f, err := fsys.Open(s.File)
	if err != nil {
		s.Fault = err
		return s
	}
	defer f.Close()
	s.Bytes = sizeOf(f)
	if s.Kind == "statistics" {
		s.Fault = s.statistics(f)
	}
	return s
}

func (s *FileSummary) statistics(f fs.File) error {
	r, ok := f.(io.ReaderAt)
	if !ok {
		return fmt.Errorf("hdtrace: %s cannot be read at any place: %w", s.File, hdtrace.ErrUnsupported)
	}
	stat, err := stat.Open(r, s.Bytes, hdtrace.ReadOptions{Name: s.File, Tolerant: true})
	if err != nil {
		return err
	}
	s.Values, s.Start = stat.Header().Values, stat.Start()
	if n, ok := stat.Len(); ok {
		s.Entries = n
	}
	s.End, err = stat.End()
	return err
}

// Dump shows all that a project file says, and a summary of its files. In CSV it is the files alone.
func Dump(w io.Writer, format hdtrace.Format, p *Files, files []FileSummary) error {
	return dump.Write(w, format, dump.Forms{
		hdtrace.FormatText: func(b *bufio.Writer) error { dumpProjectText(b, p, files); return nil },
		hdtrace.FormatCSV:  func(b *bufio.Writer) error { return dumpProjectCSV(b, files) },
		hdtrace.FormatJSON: func(b *bufio.Writer) error { return dumpProjectJSON(b, p, files) },
	})
}

func dumpProjectText(w *bufio.Writer, p *Files, files []FileSummary) {
	t := p.Topology
	fmt.Fprintf(w, "project %s, application %s\n", printable.Word(t.Project()), printable.Word(p.Name))
	if p.Description != "" {
		fmt.Fprintf(w, "description %s\n", printable.Clipped(p.Description))
	}
	fmt.Fprintf(w, "levels %s\n", strings.Join(append([]string{t.LevelType(0)}, t.Levels()...), ", "))
	fmt.Fprintf(w, "%d nodes, %d communicators, %d ranks with datatypes, groups %s\n", len(p.Nodes), len(p.Communicators), len(p.Datatypes), strings.Join(p.Groups, ", "))
	for _, c := range p.Communicators {
		fmt.Fprintf(w, "communicator %s, rank global=local(cid)", printable.Word(c.Name))
		for _, m := range c.Members {
			fmt.Fprintf(w, " %d=%d(%d)", m.Global, m.Local, m.CID)
		}
		w.WriteByte('\n')
	}
	for _, d := range p.Datatypes {
		for i := range d.Types {
			fmt.Fprintf(w, "datatype of rank %d, thread %s: %s\n", d.Rank, printable.Word(d.Thread), elementText(&d.Types[i]))
		}
	}
	for _, a := range p.Project.Files {
		fmt.Fprintf(w, "accessed %s, %d bytes", printable.Word(a.Name), a.Size)
		if a.Distribution != "" || a.ChunkSize != "" {
			fmt.Fprintf(w, ", distribution %s, chunk %s", printable.Word(a.Distribution), printable.Word(a.ChunkSize))
		}
		w.WriteByte('\n')
	}
	for _, c := range p.Clocks {
		fmt.Fprintf(w, "clock of rank %d%s at %v: %v to be added, ± %v\n", c.Rank, threadText(c.Thread), c.Time, c.Offset, c.Error)
	}
	for i := range p.Extra {
		fmt.Fprintf(w, "element %s\n", elementText(&p.Extra[i]))
	}
	for _, f := range files {
		fmt.Fprintf(w, "%-10s %s, %d bytes", f.Kind, f.File, f.Bytes)
		if f.Kind == "statistics" && f.Fault == nil {
			fmt.Fprintf(w, ", %d values, %v .. %v", len(f.Values), f.Start, f.End)
			if f.Entries >= 0 {
				fmt.Fprintf(w, ", %d entries", f.Entries)
			}
		}
		if f.Fault != nil {
			fmt.Fprintf(w, ": %v", f.Fault)
		}
		w.WriteByte('\n')
	}
}

func elementText(e *hdtrace.Element) string {
	return printable.Line(string(markup.AppendElement(nil, e, '\'')))
}

func dumpProjectCSV(w io.Writer, files []FileSummary) error {
	c := csv.NewWriter(w)
	rows := [][]string{{"file", "kind", "node", "type", "bytes", "group", "values", "entries", "start", "end"}}
	for _, f := range files {
		row := []string{f.File, f.Kind, f.Node, f.Type, strconv.FormatInt(f.Bytes, 10), "", "", "", "", ""}
		if f.Kind == "statistics" {
			row[5] = f.Group
		}
		if f.Kind == "statistics" && f.Fault == nil {
			row[6], row[8], row[9] = strconv.Itoa(len(f.Values)), f.Start.String(), f.End.String()
			if f.Entries >= 0 {
				row[7] = strconv.FormatInt(f.Entries, 10)
			}
		}
		rows = append(rows, row)
	}
	if err := c.WriteAll(rows); err != nil {
		return faults.Write("dump", err)
	}
	return nil
}

type jsonFile struct {
	Name         string `json:"name"`
	Size         int64  `json:"size"`
	Distribution string `json:"distribution,omitempty"`
	ChunkSize    string `json:"chunk,omitempty"`
}

// jsonClock has seconds.
type jsonClock struct {
	Rank   int         `json:"rank"`
	Thread string      `json:"thread,omitempty"`
	Time   json.Number `json:"time"`
	Offset json.Number `json:"offset"`
	Error  json.Number `json:"error"`
	Own    bool        `json:"own,omitempty"`
}

func threadText(label string) string {
	if label == "" {
		return ""
	}
	return ", thread " + printable.Word(label)
}

type jsonDatatypes struct {
	Rank   int           `json:"rank"`
	Thread string        `json:"thread,omitempty"`
	Types  []jsonElement `json:"types"`
}

// jsonElement is an element of XML.
type jsonElement struct {
	Name       string            `json:"name"`
	Attributes map[string]string `json:"attributes,omitempty"`
	Elements   []jsonElement     `json:"elements,omitempty"`
	Text       string            `json:"text,omitempty"`
}

func jsonElements(list []hdtrace.Element) (elements []jsonElement) {
	for i := range list {
		e := jsonElement{Name: list[i].Name, Elements: jsonElements(list[i].Elements), Text: list[i].Text}
		for _, a := range list[i].Attributes {
			if e.Attributes == nil {
				e.Attributes = map[string]string{}
			}
			e.Attributes[a.Name] = a.Value
		}
		elements = append(elements, e)
	}
	return elements
}

type jsonValue struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Unit     string `json:"unit"`
	Grouping string `json:"grouping"`
}

// jsonSummary is what JSON has of a FileSummary.
type jsonSummary struct {
	File    string      `json:"file"`
	Kind    string      `json:"kind"`
	Node    string      `json:"node"`
	Type    string      `json:"type"`
	Bytes   int64       `json:"bytes"`
	Group   string      `json:"group,omitempty"`
	Values  []jsonValue `json:"values,omitempty"`
	Entries *int64      `json:"entries,omitempty"`
	Start   json.Number `json:"start,omitempty"`
	End     json.Number `json:"end,omitempty"`
	Fault   string      `json:"fault,omitempty"`
}

func jsonSummaryOf(f *FileSummary) jsonSummary {
	j := jsonSummary{File: f.File, Kind: f.Kind, Node: f.Node, Type: f.Type, Bytes: f.Bytes, Group: f.Group}
	for _, v := range f.Values {
		j.Values = append(j.Values, jsonValue{Name: v.Name, Type: v.Type.String(), Unit: v.Unit, Grouping: v.Grouping})
	}
	if f.Entries >= 0 {
		j.Entries = &f.Entries
	}
	if f.Fault != nil {
		j.Fault = f.Fault.Error()
	} else if f.Kind == "statistics" {
		j.Start, j.End = json.Number(f.Start.String()), json.Number(f.End.String())
	}
	return j
}

func dumpProjectJSON(w io.Writer, p *Files, files []FileSummary) error {
	out := struct {
		Project       string          `json:"project"`
		Application   string          `json:"application"`
		Description   string          `json:"description"`
		Levels        []string        `json:"levels"`
		Groups        []string        `json:"groups"`
		Communicators []Communicator  `json:"communicators"`
		Datatypes     []jsonDatatypes `json:"datatypes,omitempty"`
		Accessed      []jsonFile      `json:"accessed,omitempty"`
		Clocks        []jsonClock     `json:"clocks,omitempty"`
		Elements      []jsonElement   `json:"elements,omitempty"`
		Files         []jsonSummary   `json:"files"`
	}{p.Topology.Project(), p.Name, p.Description, p.Topology.Levels(), p.Groups, p.Communicators, nil, nil, nil, jsonElements(p.Extra), nil}
	for _, d := range p.Datatypes {
		out.Datatypes = append(out.Datatypes, jsonDatatypes{d.Rank, d.Thread, jsonElements(d.Types)})
	}
	for _, c := range p.Clocks {
		out.Clocks = append(out.Clocks, jsonClock{c.Rank, c.Thread, json.Number(c.Time.String()), json.Number(hdtrace.Epoch(c.Offset).String()), json.Number(hdtrace.Epoch(c.Error).String()), c.Own})
	}
	for _, a := range p.Project.Files {
		out.Accessed = append(out.Accessed, jsonFile(a))
	}
	for i := range files {
		out.Files = append(out.Files, jsonSummaryOf(&files[i]))
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	if err := e.Encode(out); err != nil {
		return faults.Write("dump", err)
	}
	return nil
}
