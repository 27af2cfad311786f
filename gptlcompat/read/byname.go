package read

import (
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/stats"
)

// readRecord is a record of a file that has one per name: a node for each of its parents.
type readRecord struct {
	row   int // its first
	links []readLink
}

// readLink is one parent of a record.
type readLink struct {
	parent int // index of a record, rows.Root for none
	calls  uint64
	row    bool // the row stands there
	node   int  // -1 until it has one
}

// linkRef is a link of a record.
type linkRef struct{ record, link int }

// byNameThread is the work of addByName.
type byNameThread struct {
	b       *nodeBuilder
	rows    []stats.Node
	records []readRecord
	index   map[string]int
	padded  bool              // a name ends with blanks
	waiting map[int][]linkRef // on a further node of a parent
}

// addByName adds a table with one record per name. Which of a parent's nodes called a timer, the file
// does not say: it is the first that can have.
func (b *nodeBuilder) addByName(t *readThread, thread int) {
	w := byNameThread{b: b, rows: t.rows, index: make(map[string]int, len(t.rows)), waiting: map[int][]linkRef{}}
	siblings := w.read()
	children := w.readBlocks(t.blocks)
	mark := len(b.nodes)
	if !w.placeAll() {
		b.truncate(mark)
		w.placeByRows()
	}
	for r := range w.records {
		w.measure(r, t.track)
		rec := &w.records[r]
		for k := 1; k < len(rec.links); k++ {
			b.follow(rec.links[k].node, rec.links[k-1].node)
		}
		for k := range rec.links {
			if rec.links[k].row {
				b.rowOf[thread][rec.row] = rec.links[k].node
			}
		}
	}
	for _, s := range append(siblings, children...) {
		b.follow(w.records[s[1]].links[0].node, w.records[s[0]].links[0].node)
	}
}

// read makes the records. It returns pairs of them that were created in that order: siblings.
func (w *byNameThread) read() (pairs [][2]int) {
	var above, before []int
	first := make([]readLink, len(w.rows))
	w.records = make([]readRecord, 0, len(w.rows))
	for i := range w.rows {
		row, parent := &w.rows[i], rows.Root
		w.padded = w.padded || strings.HasSuffix(row.Name, " ")
		if above = above[:row.Parent]; row.Parent > 0 {
			parent = above[row.Parent-1]
		}
		r, again := w.index[row.Name]
		if !again {
			r = len(w.records)
			w.index[row.Name] = r
			first[r] = readLink{parent: parent, row: true, node: -1}
			w.records = append(w.records, readRecord{i, first[r : r+1 : r+1]})
			if before = before[:min(len(before), row.Parent+1)]; len(before) > row.Parent {
				pairs = append(pairs, [2]int{before[row.Parent], r})
				before = before[:row.Parent]
			}
			before = append(before, r)
		} else {
			before = append(before[:min(len(before), row.Parent)], r)
		}
		above = append(above, r)
	}
	return pairs
}

// readBlocks gives the records their further parents.
func (w *byNameThread) readBlocks(blocks []readBlock) (pairs [][2]int) {
	short := w.index // names in blocks are filled with blanks
	if w.padded {
		short = map[string]int{}
		for name, r := range w.index {
			short[strings.TrimRight(name, " ")] = r
		}
	}
	last := -1
	seen := map[int]bool{}
	for _, b := range blocks {
		r, ok := short[b.child]
		if !ok || seen[r] {
			continue
		}
		seen[r] = true
		rec := &w.records[r]
		under := rec.links[0].parent
		var links []readLink
		for k, name := range b.parents {
			parent, ok := short[name]
			if !ok {
				if parent = rows.Root; name != rows.RootName {
					continue
				}
			}
			links = append(links, readLink{parent: parent, calls: b.calls[k], node: -1})
		}
		rowed := false
		for k := range links {
			if links[k].parent == under && !rowed {
				links[k].row, rowed = true, true
			}
		}
		if !rowed {
			links = append(links, rec.links[0])
		}
		rec.links = links
		if last >= 0 {
			pairs = append(pairs, [2]int{last, r})
		}
		last = r
	}
	return pairs
}

// maxTries is how many of a parent's nodes are looked at.
const maxTries = 32

// try gives a link its node if the parent has one where the same timer is not already running: below that, it
// would be recursion.
func (w *byNameThread) try(ref linkRef) {
	rec := &w.records[ref.record]
	l := &rec.links[ref.link]
	if l.parent == rows.Root {
		w.place(ref, -1)
		return
	}
	tries := 0
	for _, of := range w.records[l.parent].links {
		if of.node < 0 {
			continue
		}
		if tries++; tries > maxTries {
			break
		}
		if !w.b.within(of.node, w.rows[rec.row].Name) {
			w.place(ref, of.node)
			return
		}
	}
	w.waiting[l.parent] = append(w.waiting[l.parent], ref)
}

// within reports whether a timer runs in a node or above it.
func (b *nodeBuilder) within(node int, name string) bool {
	for ; node >= 0; node = b.nodes[node].Parent {
		if b.nodes[node].Name == name {
			return true
		}
	}
	return false
}

// place makes the node of a link, and tries those again that wait for one.
func (w *byNameThread) place(ref linkRef, parent int) {
	rec := &w.records[ref.record]
	rec.links[ref.link].node = w.b.node(parent, w.rows[rec.row].Name, 0)
	again := w.waiting[ref.record]
	delete(w.waiting, ref.record)
	for _, r := range again {
		w.try(r)
	}
}

// placeAll tries all links. It reports whether each has a node.
func (w *byNameThread) placeAll() bool {
	for r := range w.records {
		for k := range w.records[r].links {
			if w.records[r].links[k].node < 0 {
				w.try(linkRef{r, k})
			}
		}
	}
	return len(w.waiting) == 0
}

// placeByRows is for what one node for each link cannot show: timers that call each other in turn, in
// several ways. Rows stand below rows then; where a link still finds no place, its calls are counted in
// the row.
func (w *byNameThread) placeByRows() {
	clear(w.waiting)
	own := make([]int, len(w.records))
	for r := range w.records {
		for k := range w.records[r].links {
			l := &w.records[r].links[k]
			if l.node = -1; !l.row {
				continue
			}
			parent := -1
			if l.parent != rows.Root {
				parent = own[l.parent]
			}
			own[r] = w.b.node(parent, w.rows[w.records[r].row].Name, 0)
			l.node = own[r]
		}
	}
	w.placeAll()
	for r := range w.records {
		for k := range w.records[r].links {
			if l := &w.records[r].links[k]; l.node < 0 {
				l.node = own[r]
			}
		}
	}
}

// measure puts the times of a record where its row stands; elsewhere only its calls are known.
func (w *byNameThread) measure(r, track int) {
	rec := &w.records[r]
	m := w.rows[rec.row].Measure
	for k := range rec.links {
		if l := &rec.links[k]; !l.row {
			calls := min(l.calls, m.Calls)
			m.Calls -= calls
			w.b.measure(l.node, track, stats.Measure{Calls: calls})
		}
	}
	m.Recursion = min(m.Recursion, m.Calls)
	row := slices.IndexFunc(rec.links, func(l readLink) bool { return l.row })
	w.b.measure(rec.links[row].node, track, m)
}
