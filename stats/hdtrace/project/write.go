package project

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// WriteTo writes the project file. The error matches ErrInvalidArgument where something has a name that
// readers do not take, or ErrWrite.
//
// Datatypes that the Java reader refuses (it knows few of MPI's) are written in a form that it passes over,
// and read again as they were by [Read]. So are those of further threads of a rank.
func (p *Project) WriteTo(w io.Writer) (int64, error) {
	text, err := p.appendXML(nil)
	if err != nil {
		return 0, err
	}
	n, err := w.Write(text)
	if err != nil {
		err = faults.Write("project "+printable.Clipped(p.Name), err)
	}
	return int64(n), err
}

// projectText is the file as it grows.
type projectText struct {
	b   []byte
	err error
}

func (p *Project) appendXML(dst []byte) ([]byte, error) {
	if p.Topology == nil {
		return nil, fmt.Errorf("hdtrace: project %s has no topology: %w", printable.Clipped(p.Name), hdtrace.ErrInvalidArgument)
	}
	x := projectText{b: dst}
	x.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Application")
	x.attribute("name", p.Name) // the first, for HDReplay takes attributes by place
	x.raw(">\n<Description>").text(p.Description).raw("</Description>\n")
	x.topology(p.Topology)
	x.files(p.Files)
	x.communicators(p.Communicators)
	x.datatypes(p.Datatypes)
	x.groups(p.Groups)
	x.clocks(p.Clocks)
	for i := range p.Extra {
		x.element(&p.Extra[i], 1)
	}
	x.raw("</Application>\n")
	return x.b, x.err
}

func (x *projectText) raw(text string) *projectText {
	x.b = append(x.b, text...)
	return x
}

func (x *projectText) text(text string) *projectText {
	x.b = naming.Escape(x.b, naming.ValidText(text))
	return x
}

func (x *projectText) attribute(name, value string) *projectText {
	x.b = append(append(append(x.b, ' '), name...), `="`...)
	x.b = append(naming.EscapeAll(x.b, naming.ValidText(value)), '"')
	return x
}

func (x *projectText) number(name string, value int64) *projectText {
	return x.attribute(name, strconv.FormatInt(value, 10))
}

// line begins a line at a depth.
func (x *projectText) line(depth int) *projectText {
	for range depth {
		x.b = append(x.b, ' ')
	}
	return x
}

func (x *projectText) fail(err error) {
	if x.err == nil {
		x.err = err
	}
}

func (x *projectText) topology(t *hdtrace.Topology) {
	x.line(1).raw("<Topology>\n")
	levels := t.Levels()
	for i, level := range levels {
		x.line(2+i).raw("<Level").attribute("type", level).raw(">\n")
	}
	for i := range slices.Backward(levels) {
		x.line(2 + i).raw("</Level>\n")
	}
	for _, n := range t.Root().Children() {
		x.node(n)
	}
	x.line(1).raw("</Topology>\n")
}

func (x *projectText) node(n *hdtrace.Node) {
	t, level := n.Topology(), n.Level()
	label, _ := n.Label(level)
	x.line(1+level).raw("<Node").attribute("name", label)
	if typ := n.Type(); typ != t.LevelType(level) {
		x.attribute("type", typ)
	} else if level >= t.Depth() {
		x.fail(fmt.Errorf("hdtrace: node %s of project %s is below the last of %d levels: %w", printable.Clipped(n.Path()), printable.Clipped(t.Project()), t.Depth()-1, hdtrace.ErrInvalidArgument))
	}
	children := n.Children()
	if len(children) == 0 {
		x.raw(" />\n")
		return
	}
	x.raw(">\n")
	for _, c := range children {
		x.node(c)
	}
	x.line(1 + level).raw("</Node>\n")
}

func (x *projectText) files(files []AccessedFile) {
	if len(files) == 0 {
		return
	}
	x.line(1).raw("<FileList>\n")
	for _, f := range files {
		x.line(2).raw("<File").attribute("name", f.Name).raw(">\n")
		x.line(3).raw("<InitialSize>").raw(strconv.FormatInt(f.Size, 10)).raw("</InitialSize>\n")
		x.line(3).raw("<Distribution").attribute("implementation", cmp.Or(f.Distribution, simpleStripe)).raw(">\n")
		x.line(4).raw("<ChunkSize>").text(cmp.Or(f.ChunkSize, defaultChunk)).raw("</ChunkSize>\n")
		x.line(3).raw("</Distribution>\n")
		x.line(2).raw("</File>\n")
	}
	x.line(1).raw("</FileList>\n")
}

func (x *projectText) communicators(list []Communicator) {
	if len(list) == 0 {
		return
	}
	x.line(1).raw("<CommunicatorList>\n")
	for _, c := range list {
		x.line(2).raw("<Communicator").attribute("name", c.Name).raw(">\n")
		for _, m := range c.Members {
			if !fits32(m.Global, m.Local, m.CID) {
				x.fail(fmt.Errorf("hdtrace: communicator %s: member %+v has a number beyond 32 bits, which readers refuse: %w", printable.Clipped(c.Name), m, hdtrace.ErrInvalidArgument))
			}
			x.line(3).raw("<Rank").number("global", int64(m.Global)).number("local", int64(m.Local)).number("cid", int64(m.CID)).raw(" />\n")
		}
		x.line(2).raw("</Communicator>\n")
	}
	x.line(1).raw("</CommunicatorList>\n")
}

// groups lists the groups as elements, so that their names are restricted.
func (x *projectText) groups(groups []string) {
	if len(groups) == 0 {
		return
	}
	x.line(1).raw("<ExternalStatistics>\n")
	for _, g := range groups {
		if err := markup.CheckName("statistics group", g); err != nil {
			x.fail(err)
		}
		x.line(2).raw("<").raw(g).raw("/>\n")
	}
	x.line(1).raw("</ExternalStatistics>\n")
}

func (x *projectText) element(e *hdtrace.Element, depth int) {
	if err := markup.CheckName("element", e.Name); err != nil {
		x.fail(err)
	}
	if depth > markup.MaxDepth {
		x.fail(fmt.Errorf("hdtrace: elements nested more than %d deep: %w", markup.MaxDepth, hdtrace.ErrOverflow))
		return
	}
	x.line(depth).raw("<").raw(e.Name)
	for i, a := range e.Attributes {
		if err := markup.CheckName("attribute", a.Name); err != nil {
			x.fail(err)
		}
		if _, twice := markup.ValueOf(e.Attributes[:i], a.Name); twice {
			x.fail(&hdtrace.NameError{What: "attribute", Name: a.Name, Why: "is given twice, which readers refuse"})
		}
		x.attribute(a.Name, a.Value)
	}
	if e.Text == "" && len(e.Elements) == 0 {
		x.raw(" />\n")
		return
	}
	x.raw(">").text(e.Text)
	if len(e.Elements) > 0 {
		x.raw("\n")
		for i := range e.Elements {
			x.element(&e.Elements[i], depth+1)
		}
		x.line(depth)
	}
	x.raw("</").raw(e.Name).raw(">\n")
}

// datatypes writes one list for each rank, and those of further threads of a rank elsewhere.
func (x *projectText) datatypes(list []RankDatatypes) {
	var first, more []RankDatatypes
	seen := map[int]bool{}
	for _, d := range list {
		if seen[d.Rank] {
			more = append(more, d)
			continue
		}
		seen[d.Rank] = true
		first = append(first, d)
	}
	x.ranks("Datatypes", first)
	x.ranks("ThreadDatatypes", more)
}

func (x *projectText) ranks(element string, list []RankDatatypes) {
	if len(list) == 0 {
		return
	}
	x.line(1).raw("<").raw(element).raw(">\n")
	for _, d := range list {
		if !fits32(d.Rank) {
			x.fail(fmt.Errorf("hdtrace: datatypes of rank %d, which is beyond 32 bits: %w", d.Rank, hdtrace.ErrInvalidArgument))
		}
		x.line(2).raw("<Rank").number("name", int64(d.Rank))
		if d.Thread != "" {
			x.attribute("thread", d.Thread)
		}
		x.raw(">\n")
		for _, e := range readable(d.Types) {
			x.element(&e, 3)
		}
		x.line(2).raw("</Rank>\n")
	}
	x.line(1).raw("</").raw(element).raw(">\n")
}
