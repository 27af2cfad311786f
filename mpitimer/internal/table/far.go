package table

import (
	"cmp"
	"slices"
	"unsafe"
)

// farTable is a hash table with open addressing for the calls outside the windows of histograms. It is
// behind the lock of the Histograms; those who read it in a file find each entry complete.
type farTable struct {
	entries []FarEntry
	used    int
	block   Block

	found []FarEntry // of a file: sorted by index and group, in place of entries
}

const farSize = 16 // buckets of an entry

// FarEntry is 16 neighbouring buckets of one histogram.
type FarEntry struct {
	Index  uint32 // of the histogram; 0: the place is empty
	Group  uint32 // the buckets are those from 16 × group on
	Counts [farSize]uint64
}

func (t *farTable) at(index, group uint32) int {
	return int((uint64(index)<<8|uint64(group))*0x9e3779b97f4a7c15>>40) & (len(t.entries) - 1)
}

// find is the entry of a histogram and group, or the empty one where it is to be.
func (t *farTable) find(index, group uint32) *FarEntry {
	for at := t.at(index, group); ; at = (at + 1) & (len(t.entries) - 1) {
		if e := &t.entries[at]; e.Index == 0 || e.Index == index && e.Group == group {
			return e
		}
	}
}

func (t *farTable) add(h *Histograms, index, bucket uint32, count uint64) {
	if 4*t.used >= 3*len(t.entries) {
		t.grow(h)
	}
	e := t.find(index, bucket/farSize)
	e.Counts[bucket%farSize] += count
	if e.Index == 0 {
		e.Group = bucket / farSize
		publish(&e.Index, index)
		t.used++
	}
}

func (t *farTable) grow(h *Histograms) {
	old := *t
	t.entries, t.used = nil, 0
	n := max(4, 2*len(old.entries))
	t.block = h.space.Allocate(h.track, n*int(unsafe.Sizeof(FarEntry{})))
	t.entries = As[FarEntry](t.block, 0, n)
	for i := range old.entries {
		if e := &old.entries[i]; e.Index != 0 {
			*t.find(e.Index, e.Group) = *e
			t.used++
		}
	}
	t.block.setUsed(n)
	h.space.Replace(old.block, t.block, Far)
}

// calls is the number of calls of a histogram.
func (t *farTable) calls(index uint32) uint64 {
	sum := uint64(0)
	t.each(index, func(_ int, count uint64) { sum += count })
	return sum
}

// each visits the calls of a histogram.
func (t *farTable) each(index uint32, f func(bucket int, count uint64)) {
	first, _ := slices.BinarySearchFunc(t.found, index, func(e FarEntry, index uint32) int { return cmp.Compare(e.Index, index) })
	for i := first; i < len(t.found) && t.found[i].Index == index; i++ {
		t.found[i].each(f)
	}
	if len(t.entries) == 0 {
		return
	}
	for group := range uint32(buckets/farSize + 1) {
		if e := t.find(index, group); e.Index != 0 {
			e.each(f)
		}
	}
}

// each visits the buckets of an entry. One of a file may be any.
func (e *FarEntry) each(f func(bucket int, count uint64)) {
	for i, count := range e.Counts {
		if bucket := uint64(e.Group)*farSize + uint64(i); bucket < buckets {
			f(int(bucket), count)
		}
	}
}

// clear empties a histogram. Its places stay taken, so that others are found behind them.
func (t *farTable) clear(index uint32) {
	for i := range t.entries {
		if t.entries[i].Index == index {
			t.entries[i].Counts = [farSize]uint64{}
		}
	}
}
