package mpitimer

import (
	"fmt"
	"strings"
)

// model is what the timers should do, in the simplest way: a tree of pointers and a stack of frames
// for each goroutine.
type model struct {
	tracks   []*modelTrack
	level    int
	prefix   string
	disabled int
	warnings map[string]uint64
	added    map[string]bool // paths to which time was added
}

type modelNode struct {
	name, context     string
	prefix            int
	parent            *modelNode
	children          []*modelNode
	calls, recursion  int
	running           int
	sample, countdown int
}

type modelFrame struct {
	node   *modelNode
	kind   kind
	next   bool
	serial int
}

type modelTrack struct {
	root, base, current *modelNode
	stack               []modelFrame
	floor               int
	serial              int
}

// modelSpan is what the model knows of a Span.
type modelSpan struct {
	real   Span
	track  int
	node   *modelNode // nil for a Span that does nothing
	depth  int
	serial int // 0 for a call that is counted only, and known by its place
}

func newModel(tracks int) *model {
	m := &model{warnings: make(map[string]uint64), added: make(map[string]bool)}
	for i := range tracks {
		track := &modelTrack{root: &modelNode{}}
		total := &modelNode{name: TotalName, parent: track.root}
		track.root.children = []*modelNode{total}
		track.base, track.current = total, total
		if i == 0 {
			track.base = track.root
			track.stack, track.floor = []modelFrame{{node: total}}, 1
			total.running = 1
		}
		m.tracks = append(m.tracks, track)
	}
	return m
}

func (n *modelNode) path() string {
	if n.parent.parent == nil {
		return n.name
	}
	return n.parent.path() + "/" + n.name
}

func (m *model) warn(kind, path string) { m.warnings[kind+": "+path]++ }

// find is the region that a start means, and whether it is running already.
func (k *modelTrack) find(prefix, name, context string, sample int) (*modelNode, bool) {
	for n := k.current; n != k.base && n != k.root; n = n.parent {
		if n.name == prefix+name && n.context == context {
			return n, true
		}
	}
	for _, c := range k.current.children {
		if c.name == prefix+name && c.context == context {
			return c, false
		}
	}
	n := &modelNode{name: prefix + name, context: context, prefix: len(prefix), parent: k.current, sample: sample}
	k.current.children = append(k.current.children, n)
	return n, false
}

func (m *model) start(at int, name, context string, level, sample int, next bool) modelSpan {
	if m.disabled > 0 || level > m.level {
		return modelSpan{}
	}
	k := m.tracks[at]
	if next && len(k.stack) > 0 && k.stack[len(k.stack)-1].next {
		k.leave()
	}
	n, again := k.find(m.prefix, name, context, sample)
	k.serial++
	f := modelFrame{node: n, kind: timed, next: next, serial: k.serial}
	switch {
	case again:
		f.kind, f.serial = nested, 0
	case n.sample > 1 && n.countdown > 0:
		n.countdown--
		n.calls++
		f.kind, f.serial = unsampled, 0
	default:
		n.countdown = n.sample - 1
		n.running = 1
	}
	k.stack = append(k.stack, f)
	if !again {
		k.current = n
	}
	return modelSpan{track: at, node: n, depth: len(k.stack), serial: f.serial}
}

func (k *modelTrack) leave() {
	f := k.stack[len(k.stack)-1]
	k.stack = k.stack[:len(k.stack)-1]
	switch f.kind {
	case nested:
		f.node.calls++
		f.node.recursion++
		return
	case timed:
		f.node.calls++
		f.node.running = 0
	}
	k.current = f.node.parent
}

func (m *model) stopTo(k *modelTrack, depth int) {
	for len(k.stack) > depth {
		if f := k.stack[len(k.stack)-1]; !f.next {
			m.warn(warnOutOfOrder, f.node.path())
		}
		k.leave()
	}
	k.leave()
}

// stop stops a Span on a goroutine.
func (m *model) stop(at int, s modelSpan) {
	if s.node == nil {
		return
	}
	k := m.tracks[s.track]
	switch {
	case at != s.track:
		m.warn(warnElsewhere, s.node.path())
	case s.depth > len(k.stack) || k.stack[s.depth-1].node != s.node || k.stack[s.depth-1].serial != s.serial:
		m.warn(warnNotRunning, s.node.path())
	default:
		m.stopTo(k, s.depth)
	}
}

func (m *model) stopName(at int, name string) {
	if m.disabled > 0 {
		return
	}
	k := m.tracks[at]
	for depth := len(k.stack); depth > k.floor; depth-- {
		if n := k.stack[depth-1].node; n.name == name || n.name[n.prefix:] == name {
			m.stopTo(k, depth)
			return
		}
	}
	m.warn(warnNotStarted, name)
}

func (m *model) add(at int, name string, calls int) {
	if m.disabled > 0 {
		return
	}
	n, _ := m.tracks[at].find(m.prefix, name, "", 0)
	n.calls += calls
	m.added[n.path()] = true
}

// outline is the merged tree, as the function of that name shows a profile.
func (m *model) outline() []string {
	merged := &modelNode{}
	for _, k := range m.tracks {
		merge(merged, k.root)
	}
	var lines []string
	var visit func(n *modelNode, path string) []string
	visit = func(n *modelNode, path string) []string {
		var below []string
		for _, c := range n.children {
			below = append(below, visit(c, path+n.name+"/")...)
		}
		if n.calls == 0 && n.running == 0 && len(below) == 0 {
			return nil
		}
		line := fmt.Sprintf("%s%s %d", path, n.name, n.calls)
		if n.recursion > 0 {
			line += fmt.Sprintf(" r%d", n.recursion)
		}
		if n.context != "" {
			line += " @" + n.context
		}
		return append([]string{line + strings.Repeat(" running", n.running)}, below...)
	}
	for _, root := range merged.children {
		lines = append(lines, visit(root, "")...)
	}
	return lines
}

func merge(into, from *modelNode) {
	into.name, into.context = from.name, from.context
	into.calls += from.calls
	into.recursion += from.recursion
	into.running += from.running
	for _, c := range from.children {
		at := -1
		for i, old := range into.children {
			if old.name == c.name && old.context == c.context {
				at = i
			}
		}
		if at < 0 {
			into.children = append(into.children, &modelNode{})
			at = len(into.children) - 1
		}
		merge(into.children[at], c)
	}
}
