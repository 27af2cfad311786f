package table

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"unsafe"

	"github.com/go-hpc/timers/internal/order"
)

// Patience is how long the reader of a file waits for a writer that is changing records, all of them
// together: a writer that was stopped in the middle of a change never ends it. Nil is none, for a
// writer that is dead.
type Patience struct{ spins, naps int }

// NewPatience is enough for a writer that is put aside by the operating system now and then.
func NewPatience() *Patience { return &Patience{spins: 1 << 18, naps: naps} }

// again reports whether to look once more, and waits before that.
func (p *Patience) again(attempt int) bool {
	switch {
	case p == nil:
		return false
	case attempt < spins+yields && p.spins > 0:
		p.spins--
		if attempt >= spins {
			runtime.Gosched()
		}
		return true
	case p.naps > 0:
		p.naps--
		rest()
		return true
	}
	return false
}

// mostDepth is how deep the tree of a file may be: what is deeper stands beside the last. No program
// nests so many regions.
const mostDepth = 1 << 10

// Take copies what a block of a file holds into a Table for readers. If the file is being written, the
// Nodes have to be taken first: a later state of the others has all that they refer to.
//
// The block may hold anything. What does not fit is left out.
func (t *Table) Take(kind Kind, b Block, patience *Patience) {
	switch kind {
	case Nodes:
		t.takeNodes(b, patience)
	case Names:
		t.names.Store(&area{bytes: slices.Clone(as[byte](b, 0, used[byte](b)))})
	case Windows:
		t.Histograms.published.Store(&windowsBlock{windows: slices.Clone(as[Window](b, 0, used[Window](b)))})
	case Far:
		t.Histograms.far.found = copyFar(b)
	case Values:
		t.Columns.take(b)
	case Gifts:
		t.Given.take(b)
	case Waits:
		t.takeWaits(b)
	case Calls:
		if len(b.Bytes) <= mostCallBytes {
			t.calls = slices.Clone(b.Bytes)
		}
	case Extremes:
		t.aside.Store(&aside{extremes: slices.Clone(as[Extreme](b, 0, used[Extreme](b)))})
	}
}

// Hold is Take of memory that is the reader's own, and that stays until the Table is not used any more: nodes
// and names are not copied.
func (t *Table) Hold(kind Kind, b Block) {
	switch kind {
	case Nodes:
		records, colds := nodesOf(b)
		t.Slab = Slab{Records: records, Cold: colds}
		t.count.Store(uint32(len(records)))
	case Names:
		t.names.Store(&area{bytes: as[byte](b, 0, used[byte](b))})
	default:
		t.Take(kind, b, nil)
	}
}

// mostCallBytes bounds the copy of a table of calls, which is made of one size.
const mostCallBytes = 1 << 26

// used is how many elements of type T a block of a file holds.
func used[T any](b Block) int {
	if b.Head == nil {
		return 0
	}
	return min(b.Used(), len(b.Bytes)/int(unsafe.Sizeof(*new(T))))
}

// takeNodes copies the nodes that are complete. Those that are being changed, however long it waits,
// keep the mark.
func (t *Table) takeNodes(b Block, patience *Patience) {
	records, colds := nodesOf(b)
	t.Slab = Slab{Records: make([]Record, len(records)), Cold: make([]Cold, len(records))}
	for n := range records {
		t.Records[n], t.Cold[n] = look(&records[n], &colds[n], patience)
	}
	t.count.Store(uint32(len(records)))
}

// nodesOf is the nodes that stand in a block of a file.
func nodesOf(b Block) ([]Record, []Cold) {
	if b.Head == nil || b.Size > min(MaxBlock, math.MaxInt) {
		return nil, nil
	}
	const coldSize, recordSize = int(unsafe.Sizeof(Cold{})), int(unsafe.Sizeof(Record{}))
	room := int(b.Size) / perNode
	count := min(b.Used(), room, max(len(b.Bytes)-room*coldSize, 0)/recordSize)
	slab := slabOf(b, room, count, count)
	return slab.Records, slab.Cold
}

// Running appends the nodes that are open in a block of a file that is being written, outermost first, as
// they are met: a region may end, and another begin, while others are looked at.
//
//go:norace
func Running(b Block, open []uint32) []uint32 {
	records, _ := nodesOf(b)
	for n := 1; n < len(records); n++ {
		if load(&records[n].Start) != 0 {
			open = append(open, uint32(n))
		}
	}
	return open
}

// NameIn is the name of a node of a block of a file, which never changes once it is there; blank if it is
// not there.
//
//go:norace
func NameIn(nodes, names Block, n uint32) string {
	const coldSize = int(unsafe.Sizeof(Cold{}))
	if nodes.Head == nil || int(n+1)*coldSize > len(nodes.Bytes) || int(n) >= nodes.Used() {
		return ""
	}
	c := copyOf(&as[Cold](nodes, 0, int(n)+1)[n])
	first, end := uint64(c.Name), uint64(c.Name)+uint64(c.NameLength)
	if names.Head == nil || end > uint64(min(names.Used(), len(names.Bytes))) {
		return ""
	}
	return string(names.Bytes[first:end])
}

// look is Read for a record in a file.
//
//go:norace
func look(p *Record, q *Cold, patience *Patience) (r Record, c Cold) {
	for attempt := 0; ; attempt++ {
		calls, start := load(&p.Calls), load(&p.Start)
		r = Record{Start: start, Calls: calls, Total: load(&p.Total), Min: load(&p.Min), Max: load(&p.Max), Squares: load(&p.Squares)}
		c = copyOf(q)
		changed := load(&p.Start) != start || load(&p.Calls) != calls
		if !changed && start&Writing == 0 {
			return r, c
		}
		if !patience.again(attempt) {
			if changed {
				r.Start |= Writing
			}
			return r, c
		}
	}
}

// copyFar copies the entries that are in use, in their order: they may be many, and stand where no
// hash has put them.
func copyFar(b Block) []FarEntry {
	var list []FarEntry
	for _, e := range as[FarEntry](b, 0, used[FarEntry](b)) {
		if e.index != 0 {
			list = append(list, e)
		}
	}
	order.By(list, func(a, b FarEntry) int {
		return cmp.Or(cmp.Compare(a.index, b.index), cmp.Compare(a.group, b.group))
	})
	return list
}

// Mend completes a Table for readers. It makes its nodes ones that can be worked with, in a time and
// with memory that the size of the file bounds: parents stand before their children, and no two nodes
// have the same name area or histogram, as no writer gives them. Then it can be looked at with Len,
// Name, Look, Aside and Histograms.Each.
func (t *Table) Mend() {
	slab := t.Slab
	t.published.Store(&slab)
	if t.names.Load() == nil {
		t.names.Store(&area{})
	}
	windows := 0
	if published := t.Histograms.published.Load(); published != nil {
		windows = len(published.windows)
	}
	t.mend(len(t.names.Load().bytes), windows)
}

func (t *Table) mend(nameBytes, windows int) {
	depth := make([]uint16, len(t.Cold))
	taken := make([]bool, windows)
	names := uint64(nameBytes)
	for n := range t.Cold {
		c := &t.Cold[n]
		if uint64(c.Parent) >= uint64(n) {
			c.Parent = 0
		}
		if depth[c.Parent] == mostDepth {
			c.Parent = t.Cold[c.Parent].Parent
		}
		if n > 0 {
			depth[n] = depth[c.Parent] + 1
		}
		if end := uint64(c.Name) + uint64(c.NameLength); end > names || uint64(c.NameLength) > uint64(nameBytes) {
			c.Name, c.NameLength = 1<<32-1, 1 // where there is none
		} else {
			nameBytes -= int(c.NameLength)
		}
		if at := c.Histogram; uint64(at) >= uint64(windows) || taken[at] {
			c.Histogram = 0
		} else if at != 0 {
			taken[at] = true
		}
	}
}

// Shape is what of a node is the same on all ranks whose tables have grown in the same way.
type Shape struct {
	Parent, Environment, Name, NameLength uint32
	Level                                 int32
}

// Shape is that of a node of a table that was opened.
func (t *Table) Shape(n int) Shape {
	c := &t.Cold[n]
	return Shape{c.Parent, c.Environment, c.Name, c.NameLength, c.Level}
}

// AllNames is the bytes in which the names of the nodes stand.
func (t *Table) AllNames() []byte { return t.names.Load().bytes }

// Look is a node of a table that was opened. It is not whole if the writer died, or was stopped, while
// it changed the record: Start then has the mark.
func (t *Table) Look(n int) (r Record, c Cold, whole bool) {
	return t.Records[n], t.Cold[n], t.Records[n].Start&Writing == 0
}
