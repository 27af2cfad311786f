package project

import (
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Read reads a project file. The names of the project's other files begin with the file's own name
// without its extension, which options.Name tells; without it with the application's name.
//
// It refuses what the Java reader refuses, but for datatypes that are strange to that: those are read. The
// error is a [*hdtrace.FormatError].
func Read(r io.Reader, options hdtrace.ReadOptions) (*Project, error) {
	root, err := markup.Parse(r)
	if err != nil {
		return nil, faults.In(options.Name, err)
	}
	p, err := projectOf(root, options.Name)
	if err != nil && !(options.Tolerant && p != nil) {
		return nil, faults.In(options.Name, err)
	}
	return p, nil
}

// projectOf makes a project of its XML. With an error the project is what was good before.
func projectOf(root *markup.Tree, file string) (*Project, error) {
	p := &Project{}
	p.Name, _ = root.Value("name")
	if d := root.Child("Description"); d != nil {
		p.Description = d.Text
	}
	prefix := p.Name
	if file != "" {
		prefix = strings.TrimSuffix(path.Base(file), naming.ExtProject)
	}
	topology := root.Child("Topology")
	if topology == nil {
		return nil, root.Fault(hdtrace.ErrSyntax, "%s has no element Topology", root.Name)
	}
	p.Topology = readTopology(topology, prefix)
	if err := readNodes(topology, p.Topology.Root(), nil); err != nil {
		return p, err
	}
	return p, p.readParts(root)
}

// readParts reads what stands beside the topology, in whatever order.
func (p *Project) readParts(root *markup.Tree) error {
	seen := map[string]bool{}
	for _, c := range root.Children {
		key := strings.ToLower(c.Name)
		first := !seen[key]
		seen[key] = true
		var err error
		switch {
		case !first:
			p.Extra = append(p.Extra, c.Element())
		case key == "topology", key == "description":
		case key == "externalstatistics":
			known := map[string]bool{}
			for _, g := range c.Children {
				if !known[g.Name] {
					known[g.Name] = true
					p.Groups = append(p.Groups, g.Name)
				}
			}
		case key == "filelist":
			p.readFiles(c)
		case key == "communicatorlist":
			err = p.readCommunicators(c)
		case key == "datatypes":
			err = p.readDatatypes(c)
		case key == threadDatatypes:
			if p.readDatatypes(c) != nil {
				p.Extra = append(p.Extra, c.Element()) // an element of somebody else
			}
		case key == clocks && p.readClocks(c):
		default:
			p.Extra = append(p.Extra, c.Element())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readTopology reads the types of the levels, which stand one in the other.
func readTopology(tree *markup.Tree, project string) *hdtrace.Topology {
	var levels []string
	for at := tree.Child("Level"); at != nil; at = at.Child("Level") {
		typ, _ := at.Value("type")
		levels = append(levels, typ)
	}
	return hdtrace.UncheckedTopology(project, levels...)
}

// readNodes reads the nodes below one, of which path is the labels.
func readNodes(tree *markup.Tree, parent *hdtrace.Node, path []string) error {
	t := parent.Topology()
	for _, c := range tree.Children {
		if !strings.EqualFold(c.Name, "Node") {
			continue
		}
		name, ok := c.Value("name")
		if !ok {
			return c.Fault(hdtrace.ErrSyntax, "%s has no attribute name", c.Name)
		}
		labels := append(path[:len(path):len(path)], name)
		if _, twice := t.Find(labels...); twice {
			return c.Fault(hdtrace.ErrSyntax, "node %s is there twice below %s", printable.Clipped(name), printable.Clipped(parent.String()))
		}
		typ, ok := c.Value("type")
		if !ok && len(labels) >= t.Depth() {
			return c.Fault(hdtrace.ErrSyntax, "node %s is on level %d and has no type; the topology has %d levels", printable.Clipped(name), len(labels), t.Depth()-1)
		}
		n := t.UncheckedNode(labels...)
		n.SetType(typ)
		if err := readNodes(c, n, labels); err != nil {
			return err
		}
	}
	return nil
}

// readFiles reads the list of files, which no viewer reads: what is not understood is left out.
func (p *Project) readFiles(tree *markup.Tree) {
	for _, c := range tree.Children {
		name, ok := c.Value("name")
		if !ok || !strings.EqualFold(c.Name, "File") {
			continue
		}
		f := AccessedFile{Name: name}
		if size := c.Child("InitialSize"); size != nil {
			f.Size, _ = strconv.ParseInt(size.Text, 10, 64)
		}
		chunk := c.Child("ChunkSize")
		if d := c.Child("Distribution"); d != nil {
			if f.Distribution, ok = d.Value("implementation"); !ok {
				f.Distribution, _ = d.Value("class")
			}
			if inner := d.Child("ChunkSize"); inner != nil {
				chunk = inner
			}
		}
		if chunk != nil {
			f.ChunkSize = chunk.Text
		}
		p.Files = append(p.Files, f)
	}
}

func (p *Project) readCommunicators(tree *markup.Tree) error {
	for _, c := range tree.Children {
		if !strings.EqualFold(c.Name, "Communicator") {
			continue
		}
		var comm Communicator
		comm.Name, _ = c.Value("name")
		for _, r := range c.Children {
			if !strings.EqualFold(r.Name, "Rank") {
				continue
			}
			var m Member
			for _, part := range []struct {
				name string
				to   *int
			}{{"global", &m.Global}, {"local", &m.Local}, {"cid", &m.CID}} {
				text, ok := r.Value(part.name)
				n, err := strconv.ParseInt(text, 10, 32)
				if !ok || err != nil {
					return r.Fault(hdtrace.ErrSyntax, "attribute %s of a rank of communicator %s is %s, expected an integer", part.name, printable.Clipped(comm.Name), printable.Clipped(text))
				}
				*part.to = int(n)
			}
			comm.Members = append(comm.Members, m)
		}
		p.Communicators = append(p.Communicators, comm)
	}
	return nil
}

// threadDatatypes is an element for the datatypes of further threads of a rank, of which other readers do
// not know: the Java reader refuses a second list of types for a rank.
const threadDatatypes = "threaddatatypes"

// standsFor is the attribute of a datatype with the name of its combiner, where the Java reader would refuse
// it under that.
const standsFor = "standsFor"

func (p *Project) readDatatypes(tree *markup.Tree) error {
	list := p.Datatypes
	for _, r := range tree.Children {
		if !strings.EqualFold(r.Name, "Rank") {
			continue
		}
		text, _ := r.Value("name")
		rank, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return r.Fault(hdtrace.ErrSyntax, "name of the rank of a list of datatypes is %s, expected an integer", printable.Clipped(text))
		}
		d := RankDatatypes{Rank: int(rank)}
		d.Thread, _ = r.Value("thread")
		for _, c := range r.Children {
			d.Types = append(d.Types, original(c.Element()))
		}
		list = append(list, d)
	}
	p.Datatypes = list
	return nil
}

// original undoes what standIn has done.
func original(e hdtrace.Element) hdtrace.Element {
	for i, a := range e.Attributes {
		if a.Name == standsFor {
			e.Name = a.Value
			e.Attributes = append(e.Attributes[:i:i], e.Attributes[i+1:]...)
			break
		}
	}
	return e
}
