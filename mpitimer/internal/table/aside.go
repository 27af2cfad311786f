package table

import "unsafe"

// Extreme is the shortest and the longest call of a node, in ticks.
type Extreme struct{ Min, Max uint64 }

// aside is the extremes of intervals of reports that are over, by node.
type aside struct {
	extremes []Extreme
	block    Block
}

// PutAside keeps extremes of the first nodes for readers, in place of those that were kept before. It
// is for the writer only.
func (t *Table) PutAside(extremes []Extreme) {
	old := t.aside.Load()
	if old == nil {
		if len(extremes) == 0 {
			return
		}
		old = &aside{}
	}
	next := &aside{block: t.space.Allocate(t.track, max(len(extremes), 1)*int(unsafe.Sizeof(Extreme{})))}
	next.extremes = as[Extreme](next.block, 0, len(extremes))
	copy(next.extremes, extremes)
	next.block.setUsed(len(extremes))
	t.aside.Store(next)
	t.space.Replace(old.block, next.block, Extremes)
}

// Aside is what was put aside for a node.
func (t *Table) Aside(n int) Extreme {
	for {
		kept := t.aside.Load()
		if kept == nil || n >= len(kept.extremes) {
			return Extreme{NoMin, 0}
		}
		extreme := kept.extremes[n]
		if t.aside.Load() == kept { // else its memory may have been given up
			return extreme
		}
	}
}

// Join adds extremes to those of a record.
func (r *Record) Join(e Extreme) { r.Min, r.Max = min(r.Min, e.Min), max(r.Max, e.Max) }
