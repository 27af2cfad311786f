package table

// Waits is how long a track has waited in its nodes, outside of the regions inside them: for other ranks, in operations that
// are no regions. There is no memory for them until it has waited.
type waits struct {
	rows  []uint64 // the tick at which the running wait began, or 0; its node; then of each node the ticks
	block Block
}

const waitsHead = 2

// BeginWait begins a wait in a node. It is for the writer only, as EndWait and ClearWait.
//
//go:norace
func (t *Table) BeginWait(n uint32, now uint64) {
	w := t.waits.Load()
	if w == nil || int(n)+waitsHead >= len(w.rows) {
		w = t.roomToWait(w, n)
	}
	Store(&w.rows[1], uint64(n))
	Store(&w.rows[0], now)
}

func (t *Table) roomToWait(old *waits, n uint32) *waits {
	room := waitsHead + max(len(t.Records), int(n)+1)
	w := &waits{block: t.space.Allocate(t.track, 8*room)}
	w.rows = As[uint64](w.block, 0, room)
	replaced := Block{}
	if old != nil {
		replaced = old.block
		copy(w.rows, old.rows)
	}
	w.block.setUsed(room)
	t.waits.Store(w)
	t.space.Replace(replaced, w.block, Waits)
	return w
}

// EndWait ends the running wait. Whoever looks between the two stores does not see it yet.
//
//go:norace
func (t *Table) EndWait(now uint64) {
	rows := t.waits.Load().rows
	begun, total := rows[0], &rows[waitsHead+rows[1]]
	Store(&rows[0], 0)
	if now > begun {
		Store(total, *total+now-begun)
	}
}

// ClearWait sets a node to zero. A running wait goes on from now.
//
//go:norace
func (t *Table) ClearWait(n uint32, now uint64) {
	w := t.waits.Load()
	if w == nil || int(n)+waitsHead >= len(w.rows) {
		return
	}
	Store(&w.rows[waitsHead+n], 0)
	if w.rows[0] != 0 && w.rows[1] == uint64(n) {
		Store(&w.rows[0], now)
	}
}

// Waited is how long the track has waited in a node, up to now. Any goroutine may call it.
//
//go:norace
func (t *Table) Waited(n int, now uint64) uint64 {
	w := t.waits.Load()
	if w == nil || n+waitsHead >= len(w.rows) {
		return 0
	}
	for range spins {
		begun, in := Load(&w.rows[0]), Load(&w.rows[1])
		total := Load(&w.rows[waitsHead+n])
		if Load(&w.rows[0]) != begun {
			continue
		}
		if begun != 0 && in == uint64(n) && now > begun {
			total += now - begun
		}
		return total
	}
	return Load(&w.rows[waitsHead+n])
}
