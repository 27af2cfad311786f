package hdtrace

import (
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// ReadProject reads a project file. The names of the project's other files begin with the file's own name
// without its extension, which options.Name tells; without it with the application's name.
//
// It refuses what the Java reader refuses, but for datatypes that are strange to that: those are read. The
// error is a [*FormatError].
func ReadProject(r io.Reader, options ReadOptions) (*Project, error) {
	root, err := parseXML(r)
	if err != nil {
		return nil, inFile(options.Name, err)
	}
	p, err := projectOf(root, options.Name)
	if err != nil && !(options.Tolerant && p != nil) {
		return nil, inFile(options.Name, err)
	}
	return p, nil
}

// projectOf makes a project of its XML. With an error the project is what was good before.
func projectOf(root *xmlTree, file string) (*Project, error) {
	p := &Project{}
	p.Name, _ = root.value("name")
	if d := root.child("Description"); d != nil {
		p.Description = d.text
	}
	prefix := p.Name
	if file != "" {
		prefix = strings.TrimSuffix(path.Base(file), extProject)
	}
	topology := root.child("Topology")
	if topology == nil {
		return nil, root.fault(ErrSyntax, "%s has no element Topology", root.name)
	}
	p.Topology = readTopology(topology, prefix)
	if err := readNodes(topology, p.Topology.root); err != nil {
		return p, err
	}
	return p, p.readParts(root)
}

// readParts reads what stands beside the topology, in whatever order.
func (p *Project) readParts(root *xmlTree) error {
	seen := map[string]bool{}
	for _, c := range root.children {
		key := strings.ToLower(c.name)
		first := !seen[key]
		seen[key] = true
		var err error
		switch {
		case !first:
			p.Extra = append(p.Extra, c.element())
		case key == "topology", key == "description":
		case key == "externalstatistics":
			known := map[string]bool{}
			for _, g := range c.children {
				if !known[g.name] {
					known[g.name] = true
					p.Groups = append(p.Groups, g.name)
				}
			}
		case key == "filelist":
			err = p.readFiles(c)
		case key == "communicatorlist":
			err = p.readCommunicators(c)
		case key == "datatypes":
			err = p.readDatatypes(c)
		case key == threadDatatypes:
			if p.readDatatypes(c) != nil {
				p.Extra = append(p.Extra, c.element()) // an element of somebody else
			}
		default:
			p.Extra = append(p.Extra, c.element())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readTopology reads the types of the levels, which stand one in the other.
func readTopology(tree *xmlTree, project string) *Topology {
	var levels []string
	for at := tree.child("Level"); at != nil; at = at.child("Level") {
		typ, _ := at.value("type")
		levels = append(levels, typ)
	}
	return anyTopology(project, levels)
}

func readNodes(tree *xmlTree, parent *Node) error {
	for _, c := range tree.children {
		if !strings.EqualFold(c.name, "Node") {
			continue
		}
		name, ok := c.value("name")
		if !ok {
			return c.fault(ErrSyntax, "%s has no attribute name", c.name)
		}
		if parent.child(name) != nil {
			return c.fault(ErrSyntax, "node %s is there twice below %s", printable.Clipped(name), printable.Clipped(parent.String()))
		}
		n := &Node{topology: parent.topology, parent: parent, label: name, level: parent.level + 1}
		typ, ok := c.value("type")
		if !ok && n.level > len(n.topology.levels) {
			return c.fault(ErrSyntax, "node %s is on level %d and has no type; the topology has %d levels", printable.Clipped(name), n.level, len(n.topology.levels))
		}
		if n.typ = typ; typ == n.topology.LevelType(n.level) {
			n.typ = ""
		}
		parent.add(n)
		if err := readNodes(c, n); err != nil {
			return err
		}
	}
	return nil
}

// readFiles reads the list of files, which no viewer reads: what is not understood is left out.
func (p *Project) readFiles(tree *xmlTree) error {
	for _, c := range tree.children {
		name, ok := c.value("name")
		if !ok || !strings.EqualFold(c.name, "File") {
			continue
		}
		f := AccessedFile{Name: name}
		if size := c.child("InitialSize"); size != nil {
			f.Size, _ = strconv.ParseInt(size.text, 10, 64)
		}
		chunk := c.child("ChunkSize")
		if d := c.child("Distribution"); d != nil {
			if f.Distribution, ok = d.value("implementation"); !ok {
				f.Distribution, _ = d.value("class")
			}
			if inner := d.child("ChunkSize"); inner != nil {
				chunk = inner
			}
		}
		if chunk != nil {
			f.ChunkSize = chunk.text
		}
		p.Files = append(p.Files, f)
	}
	return nil
}

func (p *Project) readCommunicators(tree *xmlTree) error {
	for _, c := range tree.children {
		if !strings.EqualFold(c.name, "Communicator") {
			continue
		}
		var comm Communicator
		comm.Name, _ = c.value("name")
		for _, r := range c.children {
			if !strings.EqualFold(r.name, "Rank") {
				continue
			}
			var m Member
			for _, part := range []struct {
				name string
				to   *int
			}{{"global", &m.Global}, {"local", &m.Local}, {"cid", &m.CID}} {
				text, ok := r.value(part.name)
				n, err := strconv.ParseInt(text, 10, 32)
				if !ok || err != nil {
					return r.fault(ErrSyntax, "attribute %s of a rank of communicator %s is %s, expected an integer", part.name, printable.Clipped(comm.Name), printable.Clipped(text))
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

func (p *Project) readDatatypes(tree *xmlTree) error {
	list := p.Datatypes
	for _, r := range tree.children {
		if !strings.EqualFold(r.name, "Rank") {
			continue
		}
		text, _ := r.value("name")
		rank, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return r.fault(ErrSyntax, "name of the rank of a list of datatypes is %s, expected an integer", printable.Clipped(text))
		}
		d := RankDatatypes{Rank: int(rank)}
		d.Thread, _ = r.value("thread")
		for _, c := range r.children {
			d.Types = append(d.Types, original(c.element()))
		}
		list = append(list, d)
	}
	p.Datatypes = list
	return nil
}

// original undoes what standIn has done.
func original(e Element) Element {
	for i, a := range e.Attributes {
		if a.Name == standsFor {
			e.Name = a.Value
			e.Attributes = append(e.Attributes[:i:i], e.Attributes[i+1:]...)
			break
		}
	}
	return e
}
