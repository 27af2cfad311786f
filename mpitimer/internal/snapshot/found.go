package snapshot

import (
	"math/bits"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Found is how a node of a file's table was met.
type Found struct {
	Track int
	Node  int
	Start uint64 // tick of the running interval, 0: not running
	Torn  bool   // its writer died, or was stopped, in the middle of a change; what it says is within one call
}

// AddFound merges the table of a track that was read from a file, whose values may be any. It tells
// see of nodes that are running, or torn.
func (b *Builder) AddFound(track int, t *table.Table, see func(Found)) {
	at := b.placesOf(track, t)
	for n := 1; n < len(at); n++ {
		r, c := b.found(track, n, t, see)
		at[n] = b.node(at, t.Name(&c), &c)
		b.measured(track, t, at[n], n, r, &c)
	}
}

// found reads a node of a file's table.
func (b *Builder) found(track, n int, t *table.Table, see func(Found)) (table.Record, table.Cold) {
	r, c, whole := t.Look(n)
	if !whole {
		b.settle(&r, &c)
	}
	if r.Start != 0 || !whole {
		see(Found{track, n, r.Start, !whole})
	}
	b.limit(&r, &c)
	return r, c
}

// settle makes what can be made of a record that was being changed.
//
// Of an interval whose end was being recorded the Total may have its time already, or not: if the
// interval is longer than the Total, it has not. A mark without a tick is that of a timed call of a
// sample which was about to begin, after all calls that had been left out.
func (b *Builder) settle(r *table.Record, c *table.Cold) {
	start := r.Start &^ table.Amending
	switch {
	case r.Start == table.Writing:
		c.Countdown = 0
	case r.Start&table.Amending == table.Amending:
	case b.Now <= start || b.Now-start <= r.Total:
		start = 0
	}
	r.Start = start
}

// limit makes values ones that can be calculated with. Those of a record that was written to its end
// stay as they are.
func (b *Builder) limit(r *table.Record, c *table.Cold) {
	c.Recursion = min(c.Recursion, r.Calls)
	if c.Sample < 2 {
		return
	}
	// Timed calls are those that have completed, and the running one.
	completed := r.Calls - c.Recursion
	running := min(r.Start, 1)
	if c.Timed > completed+running {
		c.Timed, c.Countdown = completed, 0
	}
	high, low := bits.Mul64(c.Timed, uint64(c.Sample-1))
	if _, carry := bits.Add64(low, r.Calls, 0); high|carry != 0 || uint64(c.Countdown) > low {
		c.Sample = 0
	}
}
