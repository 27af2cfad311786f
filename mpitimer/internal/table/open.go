package table

import (
	"math/bits"
	"runtime"
	"unsafe"
)

// Blocks is what a file holds of one track; what it does not hold is zero. Their Bytes may be fewer
// than their Size says, when the file was cut.
type Blocks struct{ Nodes, Names, Windows, Far, Extremes Block }

// Open makes a Table for readers of blocks of a file, which may hold anything: what does not fit is
// left out. Such a table can be looked at with Len, Name, Look, Aside and Histograms.Each.
func Open(b Blocks) *Table {
	t := &Table{}
	room, colds, records := 0, 0, 0
	if b.Nodes.Head != nil && b.Nodes.Size <= MaxBlock {
		room = int(b.Nodes.Size) / perNode
		colds = min(room, len(b.Nodes.Bytes)/int(unsafe.Sizeof(Cold{})))
		records = min(room, max(len(b.Nodes.Bytes)-room*int(unsafe.Sizeof(Cold{})), 0)/int(unsafe.Sizeof(Record{})))
		t.count.Store(uint32(min(b.Nodes.Used(), colds, records)))
	}
	if records > 0 {
		t.Slab = slabOf(b.Nodes, room, colds, records)
	}
	slab := t.Slab
	t.published.Store(&slab)
	t.names.Store(&area{as[byte](b.Names, 0, used[byte](b.Names)), b.Names})
	if n := used[Window](b.Windows); n > 0 {
		t.Histograms.published.Store(&windowsBlock{as[Window](b.Windows, 0, n), b.Windows})
	}
	if n := used[FarEntry](b.Far); bits.OnesCount(uint(n)) == 1 {
		t.Histograms.far = farTable{entries: as[FarEntry](b.Far, 0, n), block: b.Far}
	}
	if n := used[Extreme](b.Extremes); n > 0 {
		t.aside.Store(&aside{as[Extreme](b.Extremes, 0, n), b.Extremes})
	}
	return t
}

// used is how many elements of type T a block of a file holds.
func used[T any](b Block) int {
	if b.Head == nil {
		return 0
	}
	return min(b.Used(), len(b.Bytes)/int(unsafe.Sizeof(*new(T))))
}

// Look is Read for a table in a file, whose writer may have died while it changed the record: then it
// is not whole, and stays so.
//
//go:norace
func (t *Table) Look(n int) (r Record, c Cold, whole bool) {
	slab := t.published.Load()
	p := &slab.Records[n]
	for attempt := range spins + yields {
		if attempt >= spins {
			runtime.Gosched()
		}
		calls, start := load(&p.Calls), load(&p.Start)
		r = Record{Start: start, Calls: calls, Total: load(&p.Total), Min: load(&p.Min), Max: load(&p.Max), Squares: load(&p.Squares)}
		c = slab.Cold[n]
		if start&Writing == 0 && load(&p.Start) == start && load(&p.Calls) == calls {
			return r, c, true
		}
	}
	return r, c, false
}
