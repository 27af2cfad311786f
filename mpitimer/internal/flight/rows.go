package flight

import "github.com/go-hpc/timers/mpitimer/internal/table"

// rows are the times of all nodes at one tick after the other. Cell 0 of a row is the tick; the root, whose place it
// is, has no time. When there is no room for a further one, every second goes, and from then on half as many come.
type rows struct {
	every  uint64 // ticks between two
	next   uint64 // tick of the next one
	stride int    // cells of a row, a power of two; 0: there is none yet
	used   int
}

// leastRows is how many there has to be room for; where a track has more nodes than that, it has no rows.
const leastRows = 8

// addRow appends one.
func (t *Track) addRow(now uint64, from *table.Table) {
	nodes := from.Len()
	if nodes*leastRows > len(t.cells) {
		if t.used > 0 {
			t.change(func() { t.used = 0 })
		}
		return
	}
	t.change(func() {
		for t.stride < nodes {
			t.widen()
		}
		if (t.used+1)*t.stride > len(t.cells) {
			t.thin()
		}
		row := t.cells[t.used*t.stride:][:t.stride]
		clear(row)
		ran(row[:nodes], now, from.Records)
		row[0] = now
		t.used++
	})
}

// ran says how many ticks each node has run up to now, with the intervals that are running.
//
//go:norace
func ran(row []uint64, now uint64, records []table.Record) {
	for n := range row {
		r := &records[n]
		row[n] = r.Total
		if since := r.Start; since != 0 && since&table.Writing == 0 && since < now { // what is marked has just been added
			row[n] += now - since
		}
	}
}

// change lets readers know that the rows are another.
func (t *Track) change(f func()) {
	table.Store(&t.parts.state, t.parts.state+1)
	f()
	table.Store(&t.parts.shape, uint64(t.used)<<32|uint64(uint32(t.stride)))
	table.Store(&t.parts.state, t.parts.state+1)
}

// widen makes rows twice as long, in place of every second of them: those that stay need not move.
func (t *Track) widen() {
	if t.stride == 0 {
		t.stride = 64
		return
	}
	for i := 0; i < t.used; i += 2 {
		clear(t.cells[(i+1)*t.stride:][:t.stride]) // nodes that did not exist then
	}
	t.halve()
	t.stride *= 2
}

// thin lets every second row go.
func (t *Track) thin() {
	for i := 2; i < t.used; i += 2 {
		copy(t.cells[i/2*t.stride:][:t.stride], t.cells[i*t.stride:])
	}
	t.every *= 2
	t.halve()
}

// halve counts the rows that stay: the first, the third and so on.
func (t *Track) halve() { t.used = (t.used + 1) / 2 }
