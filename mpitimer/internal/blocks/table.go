package blocks

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Table is the table of a track in a file, for readers.
type Table struct {
	table.Table
	Calls []byte // of MPI, nil if there are none
	found table.Found
}

// Patience is how long the reader of a file waits for a writer that is changing records, all of them
// together: a writer that was stopped in the middle of a change never ends it. Nil is none, for a
// writer that is dead.
type Patience struct{ spins, naps int }

// NewPatience is enough for a writer that is put aside by the operating system now and then.
func NewPatience() *Patience { return &Patience{spins: 1 << 18, naps: table.Naps} }

// again reports whether to look once more, and waits before that.
func (p *Patience) again(attempt int) bool {
	switch {
	case p == nil:
		return false
	case attempt < table.Spins && p.spins > 0:
		p.spins--
		table.Pause(attempt)
		return true
	case p.naps > 0:
		p.naps--
		table.Pause(table.Spins)
		return true
	}
	return false
}

// mostDepth is how deep the tree of a file may be: what is deeper stands beside the last. No program
// nests so many regions.
const mostDepth = 1 << 10

// Take copies what a block of a file holds. If the file is being written, the Nodes have to be taken first: a later
// state of the others has all that they refer to.
//
// The block may hold anything. What does not fit is left out.
func (t *Table) Take(kind table.Kind, b table.Block, patience *Patience) {
	switch kind {
	case table.Nodes:
		t.takeNodes(b, patience)
	case table.Names:
		t.found.Names = slices.Clone(inUse[byte](b))
	case table.Windows:
		t.found.Windows = slices.Clone(inUse[table.Window](b))
	case table.Far:
		t.found.Far = copyFar(b)
	case table.Values:
		t.found.Width, t.found.Rows = copyRows(b)
	case table.Gifts:
		found := inUse[table.Gift](b)
		t.found.Gifts = make([]table.Gift, len(found))
		for i := range found {
			t.found.Gifts[i] = found[i].Copy()
		}
	case table.Waits:
		t.found.Waits = slices.Clone(inUse[uint64](b))
	case table.Calls:
		if len(b.Bytes) <= mostCallBytes {
			t.Calls = slices.Clone(b.Bytes)
		}
	case table.Extremes:
		t.found.Extremes = slices.Clone(inUse[table.Extreme](b))
	}
}

// inUse is the elements that a block of a file, which may hold anything, says to hold.
func inUse[T any](b table.Block) []T {
	if b.Head == nil {
		return nil
	}
	return table.As[T](b, 0, min(b.Used(), len(b.Bytes)/int(unsafe.Sizeof(*new(T)))))
}

// mostCounters bounds the width of rows.
const mostCounters = 1 << 10

// copyRows copies the rows of counters of a block of a file that may hold anything. A row that its writer was changing when
// it died loses the change.
func copyRows(b table.Block) (width int, rows []uint64) {
	if b.Head == nil || len(b.Bytes) < table.ColumnsHead {
		return 0, nil
	}
	width = int(min(table.Load((*uint64)(unsafe.Pointer(&b.Bytes[0]))), mostCounters+1))
	if width == 0 || width > mostCounters || table.Load((*uint64)(unsafe.Pointer(&b.Bytes[8]))) != table.RowWords {
		return 0, nil
	}
	words := table.WordsOf(width)
	rows = slices.Clone(table.As[uint64](b, table.ColumnsHead, min(b.Used(), (len(b.Bytes)-table.ColumnsHead)/8/words)*words))
	for i := 0; i < len(rows); i += words {
		rows[i] &^= table.RowChanging
	}
	return width, rows
}

// Hold is Take of memory that is the reader's own, and that stays until the Table is not used any more: nodes
// and names are not copied.
func (t *Table) Hold(kind table.Kind, b table.Block) {
	switch kind {
	case table.Nodes:
		t.found.Slab = nodesOf(b)
	case table.Names:
		t.found.Names = inUse[byte](b)
	default:
		t.Take(kind, b, nil)
	}
}

// mostCallBytes bounds the copy of a table of calls, which is made of one size.
const mostCallBytes = 1 << 26

// takeNodes copies the nodes that are complete. Those that are being changed, however long it waits,
// keep the mark.
func (t *Table) takeNodes(b table.Block, patience *Patience) {
	from := nodesOf(b)
	t.found.Slab = table.Slab{Records: make([]table.Record, len(from.Records)), Cold: make([]table.Cold, len(from.Records))}
	for n := range from.Records {
		t.found.Slab.Records[n], t.found.Slab.Cold[n] = look(&from.Records[n], &from.Cold[n], patience)
	}
}

// nodesOf is the nodes that stand in a block of a file.
func nodesOf(b table.Block) table.Slab {
	if b.Head == nil || b.Size > min(table.MaxBlock, math.MaxInt) {
		return table.Slab{}
	}
	const coldSize, recordSize = int(unsafe.Sizeof(table.Cold{})), int(unsafe.Sizeof(table.Record{}))
	room := int(b.Size) / table.PerNode
	count := min(b.Used(), room, max(len(b.Bytes)-room*coldSize, 0)/recordSize)
	return table.SlabOf(b, room, count, count)
}

// Running appends the nodes that are open in a block of a file that is being written, outermost first, as
// they are met: a region may end, and another begin, while others are looked at.
//
//go:norace
func Running(b table.Block, open []uint32) []uint32 {
	records := nodesOf(b).Records
	for n := 1; n < len(records); n++ {
		if table.Load(&records[n].Start) != 0 {
			open = append(open, uint32(n))
		}
	}
	return open
}

// NameIn is the name of a node of a block of a file, which never changes once it is there; blank if it is
// not there.
//
//go:norace
func NameIn(nodes, names table.Block, n uint32) string {
	const coldSize = int(unsafe.Sizeof(table.Cold{}))
	if nodes.Head == nil || int(n+1)*coldSize > len(nodes.Bytes) || int(n) >= nodes.Used() {
		return ""
	}
	c := table.CopyOf(&table.As[table.Cold](nodes, 0, int(n)+1)[n])
	first, end := uint64(c.Name), uint64(c.Name)+uint64(c.NameLength)
	if names.Head == nil || end > uint64(min(names.Used(), len(names.Bytes))) {
		return ""
	}
	return string(names.Bytes[first:end])
}

// look is Read for a record in a file.
//
//go:norace
func look(p *table.Record, q *table.Cold, patience *Patience) (r table.Record, c table.Cold) {
	for attempt := 0; ; attempt++ {
		calls, start := table.Load(&p.Calls), table.Load(&p.Start)
		r = table.Record{Start: start, Calls: calls, Total: table.Load(&p.Total), Min: table.Load(&p.Min), Max: table.Load(&p.Max), Squares: table.Load(&p.Squares)}
		c = table.CopyOf(q)
		changed := table.Load(&p.Start) != start || table.Load(&p.Calls) != calls
		if !changed && start&table.Writing == 0 {
			return r, c
		}
		if !patience.again(attempt) {
			if changed {
				r.Start |= table.Writing
			}
			return r, c
		}
	}
}

// copyFar copies the entries that are in use, in their order: they may be many, and stand where no
// hash has put them.
func copyFar(b table.Block) []table.FarEntry {
	var list []table.FarEntry
	for _, e := range inUse[table.FarEntry](b) {
		if e.Index != 0 {
			list = append(list, e)
		}
	}
	order.By(list, func(a, b table.FarEntry) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Group, b.Group))
	})
	return list
}

// Mend completes a Table for readers. It makes its nodes ones that can be worked with, in a time and
// with memory that the size of the file bounds: parents stand before their children, and no two nodes
// have the same name area or histogram, as no writer gives them. Then it can be looked at with Len,
// Name, Look, Aside and Histograms.Each.
func (t *Table) Mend() {
	colds := t.found.Slab.Cold
	windows, nameBytes := len(t.found.Windows), len(t.found.Names)
	depth := make([]uint16, len(colds))
	taken := make([]bool, windows)
	names := uint64(nameBytes)
	for n := range colds {
		c := &colds[n]
		if uint64(c.Parent) >= uint64(n) {
			c.Parent = 0
		}
		if depth[c.Parent] == mostDepth {
			c.Parent = colds[c.Parent].Parent
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
	t.Restore(&t.found)
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
func (t *Table) AllNames() []byte { return t.found.Names }

// Look is a node of a table that was opened. It is not whole if the writer died, or was stopped, while
// it changed the record: Start then has the mark.
func (t *Table) Look(n int) (r table.Record, c table.Cold, whole bool) {
	return t.Records[n], t.Cold[n], t.Records[n].Start&table.Writing == 0
}
