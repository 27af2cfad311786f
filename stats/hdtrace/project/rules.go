package project

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Check says what the readers make of the project file that WriteTo would write: of names that they do not
// find files by, and of labels that Sunshot fails on.
func (p *Project) Check() []hdtrace.Finding {
	c := projectChecker{file: p.Topology.ProjectFile()}
	c.names(p)
	return c.list
}

// checkProject says what the readers make of a project file, and gives the project if there is one.
func checkProject(name string, root *markup.Tree) (*Project, []hdtrace.Finding) {
	c := projectChecker{file: name}
	p, err := projectOf(root, name)
	if err != nil {
		c.list = append(c.list, faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot))
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
	list []hdtrace.Finding
}

func (c *projectChecker) find(s finding.Severity, readers hdtrace.Readers, at *markup.Tree, format string, args ...any) {
	f := hdtrace.Finding{File: c.file, Readers: readers, Severity: s, Text: fmt.Sprintf(format, args...)}
	if at != nil {
		f.Offset, f.Line = at.Offset, at.Line
	}
	c.list = append(c.list, f)
}

// names is what becomes of the names that files are found by.
func (c *projectChecker) names(p *Project) {
	t := p.Topology
	c.hidden("project", t.Project())
	if strings.ContainsAny(t.Project(), "#%") {
		c.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, nil, "the name has '#' or '%%', which these readers take for parts of a URI")
	}
	if p.Name == "" {
		c.find(finding.Note, 0, nil, "the application has no name")
	}
	files := map[string]*hdtrace.Node{}
	for n := range t.All() {
		if n.Parent() != nil {
			c.node(n)
		}
		file := javaPath(n)
		if other := files[file]; other != nil {
			c.find(finding.Wrong, hdtrace.Java|hdtrace.Sunshot, nil, "the files of node %s and node %s have the same names for these readers, %s…", printable.Clipped(n.String()), printable.Clipped(other.String()), file)
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
		c.find(finding.Hidden, hdtrace.Java|hdtrace.Sunshot, nil, "%s %s: these readers look for files with %s in their names", what, printable.Clipped(name), printable.Clipped(clean))
	}
}

func (c *projectChecker) node(n *hdtrace.Node) {
	label, _ := n.Label(n.Level())
	c.hidden("node", label)
	if label == "" {
		c.find(finding.Wrong, hdtrace.Java|hdtrace.Sunshot, nil, "a node below %s has an empty name", printable.Clipped(n.Parent().String()))
	}
	if strings.EqualFold(n.Type(), "Rank") && !isInteger(label) {
		c.find(finding.Refused, hdtrace.Sunshot, nil, "node %s is of type Rank: the viewer wants an integer for its name", printable.Clipped(n.String()))
	}
}

// javaPath is the start of the names of a node's files, as the Java reader makes it.
func javaPath(n *hdtrace.Node) string {
	text := javaName(n.Topology().Project())
	for _, label := range n.Labels() {
		text += "_" + javaName(label)
	}
	return text
}

// tree is what the Java reader reads of the file and refuses where Read does not.
func (c *projectChecker) tree(root *markup.Tree) {
	lists := map[string]int{}
	for _, at := range root.Children {
		key := strings.ToLower(at.Name)
		lists[key]++
		switch {
		case key == "datatypes" && lists[key] == 1:
			c.datatypes(at)
		case (key == "datatypes" || key == "communicatorlist") && lists[key] == 2:
			c.find(finding.Wrong, hdtrace.Java|hdtrace.Sunshot, at, "%s is there more than once: these readers read none of them", at.Name)
		case key == "topology" && lists[key] == 2:
			c.find(finding.Wrong, hdtrace.Java|hdtrace.Sunshot, at, "a second element %s, which these readers do not read", at.Name)
		}
	}
}

func (c *projectChecker) datatypes(list *markup.Tree) {
	ranks := map[string]bool{}
	for _, r := range list.Children {
		if !strings.EqualFold(r.Name, "Rank") || len(r.Children) == 0 {
			continue
		}
		name, _ := r.Value("name")
		if ranks[name] {
			c.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, r, "a second list of datatypes for rank %s", printable.Clipped(name))
		}
		ranks[name] = true
		known := map[int64]bool{}
		for _, at := range r.Children {
			e := at.Element()
			if why := refusedType(&e, known); why != "" {
				c.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, at, "datatype %s of rank %s: %s", e.Name, printable.Clipped(name), why)
			}
			if id, wrong := integer(&e, "id", 64); wrong == "" {
				known[id] = true
			}
		}
	}
}
