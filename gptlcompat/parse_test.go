package gptlcompat

import (
	"container/heap"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// fileRow is a row of a real rank's file, of either layout.
type fileRow struct {
	name  string
	depth int
	m     stats.Measure
}

// block is a block of parents: the last is the child, with the number of all its calls.
type block struct {
	names  []string
	counts []uint64
}

var e3smRow = regexp.MustCompile(`^([* ] ( *))"(.*?)" *([-y]) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +\S+ $`)

// e3smRank reads a rank's file with one thread into what WriteRank takes.
func e3smRank(t *testing.T, text string) (*stats.Profile, RankOptions) {
	t.Helper()
	var rows []fileRow
	for line := range strings.Lines(text) {
		m := e3smRow.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		r := fileRow{name: m[3], depth: len(m[2]) / 2}
		r.m = fileMeasure(t, m[5], m[6], m[7], m[8], m[9])
		r.m.Running = strings.Count(m[4], "y")
		rows = append(rows, r)
	}
	p := &stats.Profile{Tracks: []string{"main"}, Contexts: []stats.Context{{Name: "default"}}, Nodes: nodesOf(t, rows, blocks(t, text))}
	o := RankOptions{Method: MostFrequent, NoBanner: !strings.Contains(text, "PROCESS")}
	if !o.NoBanner {
		p.Rank = int(find(t, text, `PROCESS +(\d+)`))
	}
	p.Clock.Name = regexp.MustCompile(`routine was (.*)\.\n`).FindStringSubmatch(text)[1]
	p.Clock.PairCost = 2e9 * find(t, text, `Per-call utr overhead est(?: \(at end\))?: (\S+) sec`)
	if strings.Contains(text, "Overhead bound") {
		o.Overhead = &Overhead{
			AtInit:   find(t, text, `\(at init\): (\S+) sec`),
			Estimate: find(t, text, `Overhead estimate = +(\S+)`),
			Bound:    find(t, text, `Overhead bound = +(\S+)`),
		}
		if !o.NoBanner {
			o.Overhead.Total = find(t, text, `TIMING OVERHEAD +(\S+) `)
		}
	}
	if strings.Contains(text, "Hashmem") {
		o.Memory = []Memory{{Hash: kilobytes(t, text, "Hashmem"), Regions: kilobytes(t, text, "Regionmem"),
			Links: kilobytes(t, text, "Parent/child arrays")}}
	}
	return p, o
}

// find returns the number that the first match of a pattern holds.
func find(t *testing.T, text, pattern string) float64 {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no %s", pattern)
	}
	return value(t, m[1])
}

func kilobytes(t *testing.T, text, what string) int64 {
	t.Helper()
	return int64(find(t, text, what+` += (\S+) KB`)*1000 + 0.5)
}

// fileMeasure makes a measure of the words of a row. All of a row's calls but one pass for calls that
// were not timed: a file does not say more.
func fileMeasure(t *testing.T, calls, recursion, total, longest, shortest string) stats.Measure {
	t.Helper()
	m := stats.Measure{Calls: uint64(value(t, calls)), Timed: 1,
		Total: nanoseconds(t, total), Max: nanoseconds(t, longest), Min: nanoseconds(t, shortest)}
	if recursion != "-" {
		m.Recursion = uint64(value(t, recursion))
	}
	return m
}

var blockRow = regexp.MustCompile(`^ *(\S+) (  )?(.*?) *\n$`)

// blocks reads the section of multiple parents.
func blocks(t *testing.T, text string) []block {
	t.Helper()
	at := strings.Index(text, "Multiple parent info for thread 0:\n")
	if at < 0 {
		return nil
	}
	var all []block
	var b block
	for line := range strings.Lines(text[at:]) {
		m := blockRow.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			if len(all) > 0 {
				break // the next section
			}
			continue
		}
		b.names, b.counts = append(b.names, m[3]), append(b.counts, uint64(n))
		if m[2] != "" {
			all, b = append(all, b), block{}
		}
	}
	return all
}

// nodesOf makes call paths of what a file with one record per name says: a node for each row, and
// one for each further parent with the calls made there. Their order is one in which they can have
// been started first.
func nodesOf(t *testing.T, rows []fileRow, blocks []block) []stats.Node {
	t.Helper()
	var nodes []stats.Node
	main := map[string]int{}
	var above, before []int // the row above by depth; the row before it there
	follows := map[int][]int{}
	for _, r := range rows {
		if _, again := main[r.name]; again { // full_tree repeats rows
			above = append(above[:r.depth], main[r.name])
			continue
		}
		n := stats.Node{Parent: -1, Name: r.name, Measure: r.m}
		if above = above[:r.depth]; r.depth > 0 {
			n.Parent = above[r.depth-1]
			follows[len(nodes)] = append(follows[len(nodes)], n.Parent)
		}
		if len(before) > r.depth {
			follows[len(nodes)] = append(follows[len(nodes)], before[r.depth])
			before = before[:r.depth+1]
		} else {
			before = append(before, 0)
		}
		before[r.depth] = len(nodes)
		main[r.name] = len(nodes)
		above = append(above, len(nodes))
		nodes = append(nodes, n)
	}
	created := -1 // by which the child of the block before was
	for _, b := range blocks {
		child := main[b.names[len(b.names)-1]]
		last := -1
		for k, parent := range b.names[:len(b.names)-1] {
			at := child
			if nodes[child].Parent != main[parent] {
				at = len(nodes)
				nodes = append(nodes, stats.Node{Parent: main[parent], Name: nodes[child].Name, Measure: stats.Measure{Calls: b.counts[k]}})
				nodes[child].Calls -= b.counts[k]
				follows[at] = append(follows[at], main[parent])
			}
			if k == 0 {
				last, created = created, at
			}
			if last >= 0 {
				follows[at] = append(follows[at], last)
			}
			last = at
		}
	}
	return inOrder(t, nodes, follows)
}

// inOrder sorts nodes so that each comes after those it follows, and otherwise as they were.
func inOrder(t *testing.T, nodes []stats.Node, follows map[int][]int) []stats.Node {
	t.Helper()
	waits, next := make([]int, len(nodes)), make([][]int, len(nodes))
	for i, earlier := range follows {
		waits[i] = len(earlier)
		for _, e := range earlier {
			next[e] = append(next[e], i)
		}
	}
	var ready indexes
	for i := range nodes {
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	var sorted []stats.Node
	place := make([]int, len(nodes))
	for len(ready) > 0 {
		i := heap.Pop(&ready).(int)
		place[i] = len(sorted)
		sorted = append(sorted, nodes[i])
		for _, k := range next[i] {
			if waits[k]--; waits[k] == 0 {
				heap.Push(&ready, k)
			}
		}
	}
	if len(sorted) < len(nodes) {
		t.Fatalf("the file gives %d of %d nodes no order", len(nodes)-len(sorted), len(nodes))
	}
	for i := range sorted {
		if sorted[i].Parent >= 0 {
			sorted[i].Parent = place[sorted[i].Parent]
		}
	}
	return sorted
}

type indexes []int

func (x indexes) Len() int           { return len(x) }
func (x indexes) Less(i, j int) bool { return x[i] < x[j] }
func (x indexes) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x *indexes) Push(v any)        { *x = append(*x, v.(int)) }
func (x *indexes) Pop() any {
	last := len(*x) - 1
	v := (*x)[last]
	*x = (*x)[:last]
	return v
}
