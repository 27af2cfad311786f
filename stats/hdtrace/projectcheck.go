package hdtrace

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// Check says what the readers make of the project file that WriteTo would write: of names that they do not
// find files by, and of labels that Sunshot fails on.
func (p *Project) Check() []Finding {
	c := projectChecker{file: p.Topology.ProjectFile()}
	c.names(p)
	return c.list
}

// checkProject says what the readers make of a project file, and gives the project if there is one.
func checkProject(name string, root *xmlTree) (*Project, []Finding) {
	c := projectChecker{file: name}
	p, err := projectOf(root, name)
	if err != nil {
		c.list = append(c.list, faultFinding(name, err, Java|Sunshot))
	}
	if p == nil {
		return nil, c.list
	}
	c.names(p)
	c.tree(root)
	return p, c.list
}

type projectChecker struct {
	file string
	list []Finding
}

func (c *projectChecker) find(s Severity, readers Reader, at *xmlTree, format string, args ...any) {
	f := Finding{File: c.file, Offset: -1, Reader: readers, Severity: s, Text: fmt.Sprintf(format, args...)}
	if at != nil {
		f.Offset, f.Line = at.offset, at.line
	}
	c.list = append(c.list, f)
}

// names is what becomes of the names that files are found by.
func (c *projectChecker) names(p *Project) {
	t := p.Topology
	c.hidden("project", t.Project())
	if strings.ContainsAny(t.Project(), "#%") {
		c.find(Refused, Java|Sunshot, nil, "the name has '#' or '%%', which these readers take for parts of a URI")
	}
	if p.Name == "" {
		c.find(Note, 0, nil, "the application has no name")
	}
	files := map[string]*Node{}
	for n := range t.All() {
		if n.parent != nil {
			c.node(n)
		}
		file := javaPath(n)
		if other := files[file]; other != nil {
			c.find(Wrong, Java|Sunshot, nil, "the files of node %s and node %s have the same names for these readers, %s…", printable.Clipped(n.String()), printable.Clipped(other.String()), file)
		}
		files[file] = n
	}
	for _, g := range p.Groups {
		c.hidden("statistics group", g)
	}
}

// hidden tells of a name of which the readers drop a part before they look for files.
func (c *projectChecker) hidden(what, name string) {
	if clean := javaName(name); clean != name {
		c.find(Hidden, Java|Sunshot, nil, "%s %s: these readers look for files with %s in their names", what, printable.Clipped(name), printable.Clipped(clean))
	}
}

func (c *projectChecker) node(n *Node) {
	c.hidden("node", n.label)
	if n.label == "" {
		c.find(Wrong, Java|Sunshot, nil, "a node below %s has an empty name", printable.Clipped(n.parent.String()))
	}
	if strings.EqualFold(n.Type(), "Rank") && !isInteger(n.label) {
		c.find(Refused, Sunshot, nil, "node %s is of type Rank: the viewer wants an integer for its name", printable.Clipped(n.String()))
	}
}

// javaPath is the begin of the names of a node's files, as the Java reader makes it.
func javaPath(n *Node) string {
	text := javaName(n.topology.Project())
	for _, label := range n.Labels() {
		text += "_" + javaName(label)
	}
	return text
}

// tree is what the Java reader reads of the file and refuses where ReadProject does not.
func (c *projectChecker) tree(root *xmlTree) {
	lists := map[string]int{}
	for _, at := range root.children {
		key := strings.ToLower(at.name)
		lists[key]++
		switch {
		case key == "datatypes" && lists[key] == 1:
			c.datatypes(at)
		case (key == "datatypes" || key == "communicatorlist") && lists[key] == 2:
			c.find(Wrong, Java|Sunshot, at, "%s is there more than once: these readers read none of them", at.name)
		case key == "topology" && lists[key] == 2:
			c.find(Wrong, Java|Sunshot, at, "a second element %s, which these readers do not read", at.name)
		}
	}
}

func (c *projectChecker) datatypes(list *xmlTree) {
	ranks := map[string]bool{}
	for _, r := range list.children {
		if !strings.EqualFold(r.name, "Rank") || len(r.children) == 0 {
			continue
		}
		name, _ := r.value("name")
		if ranks[name] {
			c.find(Refused, Java|Sunshot, r, "a second list of datatypes for rank %s", printable.Clipped(name))
		}
		ranks[name] = true
		known := map[int64]bool{}
		for _, at := range r.children {
			e := at.element()
			if why := refusedType(&e, known); why != "" {
				c.find(Refused, Java|Sunshot, at, "datatype %s of rank %s: %s", e.Name, printable.Clipped(name), why)
			}
			if id, wrong := integer(&e, "id", 64); wrong == "" {
				known[id] = true
			}
		}
	}
}
