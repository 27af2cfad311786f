package table

import (
	"slices"
	"unsafe"
)

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
	next.extremes = As[Extreme](next.block, 0, len(extremes))
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

// Baseline is the moment from which on shortest and longest calls are looked for. There are several kinds
// of reports of what happened since the last of the kind, and one of them must not disturb the other.
type Baseline int

const (
	FirstCall Baseline = iota // all calls
	LastPrint
	LastCheckpoint
	Baselines // how many there are
)

// Begin makes the extremes since a baseline those of calls that end from now on. It is for the writer
// only; while another goroutine looks, an extreme stands in one place at least.
//
//go:norace
func (t *Table) Begin(b Baseline) {
	kept := make([]Extreme, t.Len())
	for n := range kept {
		kept[n] = t.Records[n].extremeWith(t.Aside(n))
	}
	t.PutAside(kept)
	for other := LastPrint; other < Baselines; other++ {
		known := t.since[other].Load()
		if other == b || known == nil {
			continue
		}
		next := make([]Extreme, t.Len())
		for n := range next {
			next[n] = t.Records[n].extremeWith(at(*known, n))
		}
		t.since[other].Store(&next)
	}
	t.since[b].Store(&[]Extreme{})
	t.Given.begin(b)
	for n := range kept {
		r := &t.Records[n]
		start := r.Start
		Store(&r.Start, start|Amending)
		Store(&r.Min, NoMin)
		Store(&r.Max, 0)
		Store(&r.Start, start)
	}
}

// extremeWith is the extremes of a record and others.
func (r *Record) extremeWith(e Extreme) Extreme { return Extreme{min(r.Min, e.Min), max(r.Max, e.Max)} }

func at(list []Extreme, n int) Extreme {
	if n < len(list) {
		return list[n]
	}
	return Extreme{NoMin, 0}
}

// Since is the extremes of a node since a baseline, but for those that are in its record, which has to be
// read before.
func (t *Table) Since(b Baseline, n int) Extreme {
	if known := t.since[b].Load(); known != nil {
		return at(*known, n)
	}
	return t.Aside(n)
}

// ForgetExtremes takes those of a node out of what was put aside, those of all nodes if it is the root. It
// is for the writer only.
func (t *Table) ForgetExtremes(n int) {
	for b := range t.since {
		if known := t.since[b].Load(); known != nil && n == 0 {
			t.since[b].Store(nil)
		} else if known != nil && n < len(*known) {
			next := slices.Clone(*known)
			next[n] = Extreme{NoMin, 0}
			t.since[b].Store(&next)
		}
	}
	if n == 0 {
		t.PutAside(nil)
		return
	}
	t.Mark(Renewed)
	if kept := t.aside.Load(); kept != nil && n < len(kept.extremes) {
		next := slices.Clone(kept.extremes)
		next[n] = Extreme{NoMin, 0}
		t.PutAside(next)
	}
}

// Join adds extremes to those of a record.
func (r *Record) Join(e Extreme) { r.Min, r.Max = min(r.Min, e.Min), max(r.Max, e.Max) }
