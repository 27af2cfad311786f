package hdtrace

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Topology is the tree of what a project's files belong to. Its root, on level 0, is the project; on the
// deeper levels are, say, hosts, ranks and threads. Its methods and those of its nodes may be called from
// several goroutines.
type Topology struct {
	levels []string // types of the levels below the root

	mu   sync.RWMutex // guards the children of all nodes
	root *Node
}

// rootType is the type of level 0.
const rootType = "Project"

// NewTopology makes a topology that has only its root. The project's name begins the names of all files;
// levels are the types of the levels below the root, such as Host, Rank and Thread, which viewers show.
// The error matches ErrInvalidArgument.
//
// Sunshot takes the labels of a level of type Rank for integers, and the power estimation of HDTrace looks
// for a level of type Hostname.
func NewTopology(project string, levels ...string) (*Topology, error) {
	if err := CheckLabel("project", project); err != nil {
		return nil, err
	}
	if len(levels) == 0 {
		return nil, fmt.Errorf("hdtrace: topology of project %s has no levels, expected at least one below the project: %w", project, ErrInvalidArgument)
	}
	for _, level := range levels {
		if level == "" {
			return nil, &NameError{"type of a level", level, "is empty"}
		}
		if why := naming.TextFault(level, false); why != "" {
			return nil, &NameError{"type of a level", level, why}
		}
	}
	return UncheckedTopology(project, levels...), nil
}

// UncheckedTopology is NewTopology for names that were read, whatever they are.
func UncheckedTopology(project string, levels ...string) *Topology {
	t := &Topology{levels: slices.Clone(levels)}
	t.root = &Node{topology: t, label: project}
	return t
}

// Project is the name of the project.
func (t *Topology) Project() string { return t.root.label }

// Depth is the number of levels, with that of the project.
func (t *Topology) Depth() int { return len(t.levels) + 1 }

// Levels is the types of the levels below the project.
func (t *Topology) Levels() []string { return slices.Clone(t.levels) }

// LevelType is the type of a level: Project for level 0, and "" for levels that do not exist.
func (t *Topology) LevelType(level int) string {
	switch {
	case level == 0:
		return rootType
	case level < 0 || level > len(t.levels):
		return ""
	}
	return t.levels[level-1]
}

// Root is the node of the project.
func (t *Topology) Root() *Node { return t.root }

// Node is the node with that path, the labels of the levels from 1 on. It is made where it does not exist,
// with those above it. The path may end on any level. The error matches ErrInvalidArgument, or ErrOverflow
// where names of files would become too long.
func (t *Topology) Node(labels ...string) (*Node, error) {
	if len(labels) == 0 {
		return nil, fmt.Errorf("hdtrace: node of project %s without a path: %w", t.Project(), ErrInvalidArgument)
	}
	if len(labels) > len(t.levels) {
		return nil, fmt.Errorf("hdtrace: node %s is on level %d, but project %s has %d levels (%s); readers fail on nodes below the last: %w",
			printable.Clipped(strings.Join(labels, "_")), len(labels), t.Project(), len(t.levels), strings.Join(t.levels, ", "), ErrInvalidArgument)
	}
	length := len(t.Project()) + len(".info")
	for i, label := range labels {
		if err := CheckLabel("label of level "+printable.Clipped(t.levels[i]), label); err != nil {
			return nil, err
		}
		length += 1 + len(label)
	}
	if length > MaxFileName {
		return nil, fmt.Errorf("hdtrace: node of project %s: the names of its files take %d bytes, the limit is %d: %w", t.Project(), length, MaxFileName, ErrOverflow)
	}
	return t.UncheckedNode(labels...), nil
}

// UncheckedNode is Node for labels that were read, whatever they are.
func (t *Topology) UncheckedNode(labels ...string) *Node {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.root
	for _, label := range labels {
		child := n.child(label)
		if child == nil {
			child = &Node{topology: t, parent: n, label: label, level: n.level + 1}
			n.add(child)
		}
		n = child
	}
	return n
}

// Merge adds the nodes of another topology, and the types of its levels that are deeper. Both must have the same
// project name and agree on the types of the levels; the error matches ErrInvalidArgument.
func (t *Topology) Merge(other *Topology) error {
	if t.Project() != other.Project() {
		return fmt.Errorf("hdtrace: project %s merged into project %s: %w", printable.Clipped(other.Project()), printable.Clipped(t.Project()), ErrInvalidArgument)
	}
	for i := range min(len(t.levels), len(other.levels)) {
		if t.levels[i] != other.levels[i] {
			return fmt.Errorf("hdtrace: merge of project %s: level %d is of type %s in one part, of type %s in another: %w",
				printable.Clipped(t.Project()), i+1, printable.Clipped(t.levels[i]), printable.Clipped(other.levels[i]), ErrInvalidArgument)
		}
	}
	if len(other.levels) > len(t.levels) {
		t.levels = slices.Clone(other.levels)
	}
	for n := range other.All() {
		if mine := t.UncheckedNode(n.Labels()...); mine.typ == "" {
			mine.typ = n.typ
		}
	}
	return nil
}

// Find is the node with that path if it exists; the root for no labels at all.
func (t *Topology) Find(labels ...string) (*Node, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n := t.root
	for _, label := range labels {
		if n = n.child(label); n == nil {
			return nil, false
		}
	}
	return n, true
}

// All goes through all nodes, the root first and each before its children, which come in the order in
// which they were made.
func (t *Topology) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { t.root.walk(yield) }
}

// Node is a place in a topology. Event traces, relations and statistics belong to one.
type Node struct {
	topology *Topology
	parent   *Node // nil of the root
	label    string
	level    int
	typ      string // where it is not that of its level: of project files only

	children []*Node
	byLabel  map[string]*Node // of many children
}

// few is how many children are looked through one by one.
const few = 8

func (n *Node) child(label string) *Node {
	if n.byLabel != nil {
		return n.byLabel[label]
	}
	for _, c := range n.children {
		if c.label == label {
			return c
		}
	}
	return nil
}

func (n *Node) add(child *Node) {
	n.children = append(n.children, child)
	if n.byLabel == nil && len(n.children) > few {
		n.byLabel = make(map[string]*Node)
		for _, c := range n.children {
			n.byLabel[c.label] = c
		}
	}
	if n.byLabel != nil {
		n.byLabel[child.label] = child
	}
}

func (n *Node) walk(yield func(*Node) bool) bool {
	if !yield(n) {
		return false
	}
	for _, c := range n.Children() {
		if !c.walk(yield) {
			return false
		}
	}
	return true
}

// Topology is the topology that the node is of.
func (n *Node) Topology() *Topology { return n.topology }

// Level is the node's level: 0 of the project, 1 of the nodes below it, and so on.
func (n *Node) Level() int { return n.level }

// Type is the type of the node's level, unless a project file has given the node another.
func (n *Node) Type() string {
	if n.typ != "" {
		return n.typ
	}
	return n.topology.LevelType(n.level)
}

// SetType gives the node another type than that of its level, as project files can.
func (n *Node) SetType(typ string) {
	if n.typ = typ; typ == n.topology.LevelType(n.level) {
		n.typ = ""
	}
}

// Label is the label of the node's path on a level, from 1 to that of the node. The error matches
// ErrInvalidArgument.
func (n *Node) Label(level int) (string, error) {
	if level < 1 || level > n.level {
		return "", fmt.Errorf("hdtrace: node %s has labels on the levels 1 to %d, asked for level %d: %w", printable.Clipped(n.Path()), n.level, level, ErrInvalidArgument)
	}
	return n.up(level).label, nil
}

// up is the node or the one above it that is on a level.
func (n *Node) up(level int) *Node {
	for n.level > level {
		n = n.parent
	}
	return n
}

// Labels is the path: the labels from level 1 on. The root has none.
func (n *Node) Labels() []string {
	labels := make([]string, n.level)
	for at := n; at.parent != nil; at = at.parent {
		labels[at.level-1] = at.label
	}
	return labels
}

// Path is the path string: the labels from level 1 on with '_' between them, without the project.
func (n *Node) Path() string { return strings.Join(n.Labels(), "_") }

// String is the path string with the project.
func (n *Node) String() string {
	return strings.Join(append([]string{n.topology.Project()}, n.Labels()...), "_")
}

// Parent is the node above, nil of the root.
func (n *Node) Parent() *Node { return n.parent }

// Ancestor is the node, or the one above it, that is on a level from 0 to that of the node. The error
// matches ErrInvalidArgument.
func (n *Node) Ancestor(level int) (*Node, error) {
	if level < 0 || level > n.level {
		return nil, fmt.Errorf("hdtrace: node %s is on level %d, asked for level %d of its path: %w", printable.Clipped(n.Path()), n.level, level, ErrInvalidArgument)
	}
	return n.up(level), nil
}

// Children is the nodes below, in the order in which they were made.
func (n *Node) Children() []*Node {
	n.topology.mu.RLock()
	defer n.topology.mu.RUnlock()
	return slices.Clone(n.children)
}

// TraceFile is the name of the node's event trace.
func (n *Node) TraceFile() string { return n.String() + naming.ExtTrace }

// RelationFile is the name of the file of the node's relations.
func (n *Node) RelationFile() string { return n.String() + naming.ExtRelation }

// InfoFile is the name of the node's info file.
func (n *Node) InfoFile() string { return n.String() + naming.ExtInfo }

// StatisticsFile is the name of the file of one of the node's statistics groups.
func (n *Node) StatisticsFile(group string) string {
	return n.String() + "_" + group + naming.ExtStatistics
}

// ProjectFile is the name of the project file.
func (t *Topology) ProjectFile() string { return t.Project() + naming.ExtProject }
