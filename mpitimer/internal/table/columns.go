package table

import (
	"runtime"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"
)

// Columns holds what is measured of each node beside time: a row of whole numbers for each node. They
// are what counters have counted during its calls, or the largest that a gauge has shown at their end.
//
// A row is a word of its state and two words for each counter: its value, and what it was read as when
// the running interval began. The state is a number of changes, in which open and changing are bits.
type Columns struct {
	peaks []bool // by counter: whether the value is the largest reading

	rows      []uint64 // the writer's
	count     int
	published atomic.Pointer[rowsBlock]

	space Space
	track uint32
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
	rowOpen     = 1 << 0 // the second word of each counter is the reading at the start of a running interval
	rowChanging = 1 << 1
	rowStep     = 1 << 2

	// columnsHead is the bytes before the rows, of which the first eight say how many counters there are.
	columnsHead = 64

	mostCounters = 1 << 10
)

// Init makes the columns of a table, which is initialised already.
func (c *Columns) Init(t *Table, peaks []bool) {
	c.peaks, c.space, c.track = slices.Clone(peaks), t.space, t.track
	c.room(len(t.Records))
}

// Used says whether there are any.
func (c *Columns) Used() bool { return len(c.peaks) > 0 }

func wordsOf(width int) int { return 1 + 2*width }

// room makes the rows of at least n nodes.
func (c *Columns) room(n int) {
	words := wordsOf(len(c.peaks))
	block := c.space.Allocate(c.track, columnsHead+8*words*n)
	as[uint64](block, 0, 1)[0] = uint64(len(c.peaks))
	rows := as[uint64](block, columnsHead, words*n)
	copy(rows, c.rows)
	old := c.published.Load()
	c.rows, c.count = rows, n
	block.setUsed(n)
	c.published.Store(&rowsBlock{len(c.peaks), rows, block})
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
	words := wordsOf(len(c.peaks))
	return c.rows[int(n)*words : (int(n)+1)*words]
}

// Start notes the readings at the start of an interval of a node.
//
//go:norace
func (c *Columns) Start(n uint32, readings []int64) {
	row := c.row(n)
	state := row[0] &^ (rowOpen | rowChanging)
	Store(&row[0], state|rowChanging)
	for i, v := range readings {
		Store(&row[2+2*i], uint64(v))
	}
	Store(&row[0], (state+rowStep)|rowOpen)
}

// Counting says whether there was a Start of the running interval of a node, for the writer.
//
//go:norace
func (c *Columns) Counting(n uint32) bool { return c.row(n)[0]&rowOpen != 0 }

// Stop adds what was counted since the Start.
//
//go:norace
func (c *Columns) Stop(n uint32, readings []int64) {
	row := c.row(n)
	state := row[0]
	if state&rowOpen == 0 {
		return // the interval began when nothing was read
	}
	Store(&row[0], state|rowChanging)
	for i, v := range readings {
		Store(&row[1+2*i], uint64(c.joined(i, int64(row[1+2*i]), int64(row[2+2*i]), v)))
	}
	Store(&row[0], (state&^rowOpen)+rowStep)
}

// joined is a value with one interval more.
func (c *Columns) joined(i int, value, start, end int64) int64 {
	if c.peaks[i] {
		return max(value, end)
	}
	return value + end - start
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
func (c *Columns) Clear(n uint32, readings []int64) {
	row := c.row(n)
	state := row[0]
	Store(&row[0], state|rowChanging)
	for i, v := range readings {
		Store(&row[1+2*i], 0)
		Store(&row[2+2*i], uint64(v))
	}
	Store(&row[0], state+rowStep)
}

// Values is what was measured of a node up to now, with the running interval up to the given readings,
// if there are any; scale, unless it is nil, is applied to what was counted in intervals that have ended. It is nil when nothing was, and not ok when the row changed whenever it was looked at.
// Any goroutine may call it.
//
//go:norace
func (c *Columns) Values(n int, peaks []bool, now []int64, scale func(int64) int64) (values []int64, ok bool) {
	for attempt := range spins + yields + naps {
		if attempt >= spins+yields {
			time.Sleep(nap)
		} else if attempt >= spins {
			runtime.Gosched()
		}
		published := c.published.Load()
		if published == nil || published.width != len(peaks) {
			return nil, true
		}
		words := wordsOf(published.width)
		if (n+1)*words > len(published.rows) {
			return nil, true
		}
		row := published.rows[n*words : (n+1)*words]
		state := load(&row[0])
		if state&rowChanging != 0 {
			continue
		}
		values = rowValues(row, state, peaks, now, scale)
		if load(&row[0]) == state && c.published.Load() == published {
			return values, true
		}
	}
	return nil, false
}

// rowValues copies the values of a row in a state.
//
//go:norace
func rowValues(row []uint64, state uint64, peaks []bool, now []int64, scale func(int64) int64) []int64 {
	if state < rowStep {
		return nil
	}
	values := make([]int64, len(peaks))
	for i := range values {
		values[i] = int64(load(&row[1+2*i]))
		if scale != nil && !peaks[i] {
			values[i] = scale(values[i])
		}
		if state&rowOpen == 0 || len(now) != len(values) {
			continue
		}
		if peaks[i] {
			values[i] = max(values[i], now[i])
		} else {
			values[i] += now[i] - int64(load(&row[2+2*i]))
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

// take copies the rows of a block of a file that may hold anything. A row that its writer was changing
// when it died loses the change.
func (c *Columns) take(b Block) {
	if b.Head == nil || len(b.Bytes) < columnsHead {
		return
	}
	width := load((*uint64)(unsafe.Pointer(&b.Bytes[0])))
	if width == 0 || width > mostCounters {
		return
	}
	words := wordsOf(int(width))
	n := min(b.Used(), (len(b.Bytes)-columnsHead)/8/words)
	rows := slices.Clone(as[uint64](b, columnsHead, n*words))
	for i := 0; i < len(rows); i += words {
		rows[i] &^= rowChanging
	}
	c.published.Store(&rowsBlock{width: int(width), rows: rows})
}
