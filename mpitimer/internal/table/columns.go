package table

import (
	"slices"
	"sync/atomic"
)

// Columns holds what is measured of each node beside time: a row of whole numbers for each node. They
// are what counters have counted during its calls, or the largest that a gauge has shown at their end.
//
// A row is a word of its state and four words for each counter: its value, what it was read as when the running
// interval began, the mark of that reading, and how many intervals are left out of the value, since it is not known
// what was counted in them. The state is a number of changes, in which open and changing are bits.
type Columns struct {
	kinds []CounterKind // by counter

	rows      []uint64 // the writer's
	count     int
	published atomic.Pointer[rowsBlock]

	space Space
	track uint32
}

// CounterKind is what the value of a counter is; a set of these.
type CounterKind uint8

// Without any of them the value is the sum of what was counted.
const (
	Peak   CounterKind = 1 << iota // it is the largest reading
	Turns                          // it is counted for a part of the time: the next two are for how long it should have been, and was
	Hidden                         // it is one of those two
	Thread                         // it is of the thread that ran the region, so that values of tracks add up
	Clock                          // it is the time of the region itself, and is not read
)

// Count is a counter's value, and the intervals that are left out of it.
type Count struct {
	Value int64
	Left  uint64
}

// rowsBlock is one generation of the rows.
type rowsBlock struct {
	width int
	rows  []uint64
	block Block
}

// Reading is what a counter was read as. What was counted between two readings is known if their marks are the same
// and not 0. It has no name, so that package attach can give it one without importing this one.
type Reading = struct {
	Value int64
	Mark  uint64
}

const (
	rowOpen     = 1 << 0 // the second and third word of each counter are the reading at the start of a running interval
	RowChanging = 1 << 1
	rowStep     = 1 << 2

	// ColumnsHead is the bytes before the rows. The first eight say how many counters there are, the next how many
	// words each has.
	ColumnsHead = 64
	RowWords    = 4
)

// Init makes the columns of a table, which is initialised already.
func (c *Columns) Init(t *Table, kinds []CounterKind) {
	c.kinds, c.space, c.track = slices.Clone(kinds), t.space, t.track
	c.room(len(t.Records))
}

// Used reports whether there are any.
func (c *Columns) Used() bool { return len(c.kinds) > 0 }

// WordsOf is the words of a row of so many counters.
func WordsOf(width int) int { return 1 + RowWords*width }

// room makes the rows of at least n nodes.
func (c *Columns) room(n int) {
	words := WordsOf(len(c.kinds))
	block := c.space.Allocate(c.track, ColumnsHead+8*words*n)
	copy(As[uint64](block, 0, 2), []uint64{uint64(len(c.kinds)), RowWords})
	rows := As[uint64](block, ColumnsHead, words*n)
	copy(rows, c.rows)
	old := c.published.Load()
	c.rows, c.count = rows, n
	block.setUsed(n)
	c.published.Store(&rowsBlock{len(c.kinds), rows, block})
	replaced := Block{}
	if old != nil {
		replaced = old.block
	}
	c.space.Replace(replaced, block, Values)
}

// row is that of a node, for the writer.
func (c *Columns) row(n uint32) []uint64 {
	if int(n) >= c.count {
		c.room(max(2*c.count, int(n)+1))
	}
	words := WordsOf(len(c.kinds))
	return c.rows[int(n)*words : (int(n)+1)*words]
}

// Start notes the readings at the start of an interval of a node.
//
//go:norace
func (c *Columns) Start(n uint32, readings []Reading) {
	row := c.row(n)
	state := row[0] &^ (rowOpen | RowChanging)
	Store(&row[0], state|RowChanging)
	for i := range readings {
		of := row[1+RowWords*i:][:RowWords]
		Store(&of[1], uint64(readings[i].Value))
		Store(&of[2], readings[i].Mark)
	}
	Store(&row[0], (state+rowStep)|rowOpen)
}

// Counting reports whether there was a Start of the running interval of a node, for the writer.
//
//go:norace
func (c *Columns) Counting(n uint32) bool { return c.row(n)[0]&rowOpen != 0 }

// Stop adds what was counted since the Start, less what the counting itself counts, if that is known.
//
//go:norace
func (c *Columns) Stop(n uint32, readings []Reading, tare []int64) {
	row := c.row(n)
	state := row[0]
	if state&rowOpen == 0 {
		return // the interval began when nothing was read
	}
	Store(&row[0], state|RowChanging)
	for i := range readings {
		of, r := row[1+RowWords*i:][:RowWords], &readings[i]
		if r.Mark == 0 || r.Mark != of[2] {
			Store(&of[3], of[3]+1)
			continue
		}
		weight := int64(0)
		if i < len(tare) {
			weight = tare[i]
		}
		Store(&of[0], uint64(joined(c.kinds[i], int64(of[0]), int64(of[1]), r.Value, weight)))
	}
	Store(&row[0], (state&^rowOpen)+rowStep)
}

// joined is a value with one interval more. What was counted does not become less than nothing by its tare.
func joined(kind CounterKind, value, start, end, tare int64) int64 {
	if kind&Peak != 0 {
		return max(value, end)
	}
	counted := end - start
	if counted > 0 {
		counted = max(counted-tare, 0)
	}
	return value + counted
}

// Drop forgets the running interval.
//
//go:norace
func (c *Columns) Drop(n uint32) {
	row := c.row(n)
	Store(&row[0], (row[0]&^rowOpen)+rowStep)
}

// Clear sets what was measured of a node to zero. A running interval goes on from these readings.
//
//go:norace
func (c *Columns) Clear(n uint32, readings []Reading) {
	row := c.row(n)
	state := row[0]
	Store(&row[0], state|RowChanging)
	for i := range readings {
		of := row[1+RowWords*i:][:RowWords]
		Store(&of[0], 0)
		Store(&of[1], uint64(readings[i].Value))
		Store(&of[2], readings[i].Mark)
		Store(&of[3], 0)
	}
	Store(&row[0], state+rowStep)
}

// Values is what was measured of a node up to now, with the running interval up to the given readings,
// if there are any and nothing was missed; scale, unless it is nil, is applied to what was counted in intervals that
// have ended. It is nil when nothing was, and not ok when the row changed whenever it was looked at. Any goroutine may
// call it.
//
//go:norace
func (c *Columns) Values(n int, kinds []CounterKind, now []Reading, scale func(int64) int64) (values []Count, ok bool) {
	for attempt := range Spins + Naps {
		Pause(attempt)
		published := c.published.Load()
		if published == nil || published.width != len(kinds) {
			return nil, true
		}
		words := WordsOf(published.width)
		if (n+1)*words > len(published.rows) {
			return nil, true
		}
		row := published.rows[n*words : (n+1)*words]
		state := Load(&row[0])
		if state&RowChanging != 0 {
			continue
		}
		values = rowValues(row, state, kinds, now, scale)
		if Load(&row[0]) == state && c.published.Load() == published {
			return values, true
		}
	}
	return nil, false
}

// rowValues copies the values of a row in a state.
//
//go:norace
func rowValues(row []uint64, state uint64, kinds []CounterKind, now []Reading, scale func(int64) int64) []Count {
	if state < rowStep {
		return nil
	}
	values := make([]Count, len(kinds))
	for i := range values {
		of, v := row[1+RowWords*i:][:RowWords], &values[i]
		v.Value = int64(Load(&of[0]))
		if scale != nil && kinds[i]&Peak == 0 {
			v.Value = scale(v.Value)
		}
		v.Left = Load(&of[3])
		if state&rowOpen != 0 && len(now) == len(values) && now[i].Mark != 0 && now[i].Mark == Load(&of[2]) {
			v.Value = joined(kinds[i], v.Value, int64(Load(&of[1])), now[i].Value, 0)
		}
	}
	return values
}

// bytes is the memory of the rows.
func (c *Columns) bytes() int {
	if published := c.published.Load(); published != nil {
		return len(published.block.Bytes)
	}
	return 0
}
