// Package fromfile makes call trees from tables in files: of other processes, dead or alive, with any damage.
package fromfile

import (
	"math/bits"

	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Node is how a node of a file's table was met.
type Node struct {
	Track int
	Node  int
	Start uint64 // tick of the running interval, 0: not running
	Torn  bool   // its writer died, or was stopped, in the middle of a change; what it says is within one call
}

// Add merges into b the table of a track that was read from a file, whose values may be any. It tells
// see of nodes that are running, or torn.
func Add(b *snapshot.Builder, track int, t *blocks.Table, see func(Node)) {
	at := b.PlacesOf(track, &t.Table)
	for n := 1; n < len(at); n++ {
		r, c := look(b, track, n, t, see)
		at[n] = b.Node(at, t.Name(&c), &c)
		b.Measured(track, &t.Table, at[n], n, r, &c)
	}
}

// look reads a node of a file's table.
func look(b *snapshot.Builder, track, n int, t *blocks.Table, see func(Node)) (table.Record, table.Cold) {
	r, c, whole := t.Look(n)
	if !whole {
		settle(b, &r, &c)
	}
	if r.Start != 0 || !whole {
		see(Node{track, n, r.Start, !whole})
	}
	limit(&r, &c)
	return r, c
}

// settle makes what can be made of a record that was being changed.
//
// Of an interval whose end was being recorded the Total may have its time already, or not: if the
// interval is longer than the Total, it has not. A mark without a tick is that of a timed call of a
// sample which was about to begin, after all calls that had been left out.
func settle(b *snapshot.Builder, r *table.Record, c *table.Cold) {
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
func limit(r *table.Record, c *table.Cold) {
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
