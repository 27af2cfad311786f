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

// Topology is the tree of nodes that a project's files belong to. Its root, on level 0, is the project;
// the deeper levels are, for example, hosts, ranks and threads. Its methods and its nodes' methods are
// safe for several goroutines.
type Topology struct {
	levels []string // types of the levels below the root

	mu   sync.RWMutex // guards the children of all nodes
	root *Node
}

// rootType is the type of level 0.
const rootType = "Project"

// NewTopology returns a topology with only its root. The project's name starts the names of all files;
// levels are the types of the levels below the root, such as Host, Rank and Thread, which viewers show.
// The error matches ErrInvalidArgument.
//
// Sunshot reads the labels of a level of type Rank as integers, and HDTrace's power estimation looks
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

// UncheckedTopology is like NewTopology, for names from a file, whatever they are.
func UncheckedTopology(project string, levels ...string) *Topology {
	t := &Topology{levels: slices.Clone(levels)}
	t.root = &Node{topology: t, label: project}
	return t
}

// Project returns the name of the project.
func (t *Topology) Project() string { return t.root.label }

// Depth returns the number of levels, including the project's.
func (t *Topology) Depth() int { return len(t.levels) + 1 }

// Levels returns the types of the levels below the project.
func (t *Topology) Levels() []string { return slices.Clone(t.levels) }

// LevelType returns the type of a level: Project for level 0, and "" for levels that do not exist.
func (t *Topology) LevelType(level int) string {
	switch {
	case level == 0:
		return rootType
	case level < 0 || level > len(t.levels):
		return ""
	}
	return t.levels[level-1]
}

// Root returns the project's node.
func (t *Topology) Root() *Node { return t.root }

// Node returns the node with that path, the labels of the levels from 1 on. If the node does not exist,
// Node makes it and the nodes above it. The path may end on any level. The error matches
// ErrInvalidArgument, or ErrOverflow if file names would become too long.
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

// UncheckedNode is like Node, for labels from a file, whatever they are.
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

// Find returns the node with that path if it exists, or the root for no labels at all.
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

// All yields all nodes, the root first and each before its children, in the order of their creation.
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

// Topology returns the node's topology.
func (n *Node) Topology() *Topology { return n.topology }

// Level returns the node's level: 0 for the project, 1 for the nodes below it, and so on.
func (n *Node) Level() int { return n.level }

// Type returns the type of the node's level, unless a project file has given the node another.
func (n *Node) Type() string {
	if n.typ != "" {
		return n.typ
	}
	return n.topology.LevelType(n.level)
}

// SetType gives the node another type than its level's, as project files can.
func (n *Node) SetType(typ string) {
	if n.typ = typ; typ == n.topology.LevelType(n.level) {
		n.typ = ""
	}
}

// Label returns the label of the node's path on a level, from 1 to the node's level. The error matches
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

// Labels returns the path: the labels from level 1 on. The root has none.
func (n *Node) Labels() []string {
	labels := make([]string, n.level)
	for at := n; at.parent != nil; at = at.parent {
		labels[at.level-1] = at.label
	}
	return labels
}

// Path returns the path string: the labels from level 1 on, joined by '_', without the project.
func (n *Node) Path() string { return strings.Join(n.Labels(), "_") }

// String returns the path string with the project.
func (n *Node) String() string {
	return strings.Join(append([]string{n.topology.Project()}, n.Labels()...), "_")
}

// Parent returns the node above, or nil for the root.
func (n *Node) Parent() *Node { return n.parent }

// Ancestor returns the node, or a node above it, on a level from 0 to the node's level. The error
// matches ErrInvalidArgument.
func (n *Node) Ancestor(level int) (*Node, error) {
	if level < 0 || level > n.level {
		return nil, fmt.Errorf("hdtrace: node %s is on level %d, asked for level %d of its path: %w", printable.Clipped(n.Path()), n.level, level, ErrInvalidArgument)
	}
	return n.up(level), nil
}

// Children returns the nodes below, in the order of their creation.
func (n *Node) Children() []*Node {
	n.topology.mu.RLock()
	defer n.topology.mu.RUnlock()
	return slices.Clone(n.children)
}

// TraceFile returns the name of the node's event trace.
func (n *Node) TraceFile() string { return n.String() + naming.ExtTrace }

// RelationFile returns the name of the node's relations file.
func (n *Node) RelationFile() string { return n.String() + naming.ExtRelation }

// InfoFile returns the name of the node's info file.
func (n *Node) InfoFile() string { return n.String() + naming.ExtInfo }

// StatisticsFile returns the name of the file of one of the node's statistics groups.
func (n *Node) StatisticsFile(group string) string {
	return n.String() + "_" + group + naming.ExtStatistics
}

// ProjectFile returns the name of the project file.
func (t *Topology) ProjectFile() string { return t.Project() + naming.ExtProject }
