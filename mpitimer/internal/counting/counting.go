// Package counting is what the timers of a rank read at the start and the stop of each region beside the clock: the
// program's own counters, and those of sources.
package counting

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// Counters is what is read.
type Counters struct {
	Kinds   []stats.Counter
	Columns []table.CounterKind // of the tables: some kinds have several
	Empty   []int64             // of Kinds: what a region counts in which nothing is done; nil for nothing
	Derived []tree.Derived
	Closed  bool // the sources have ended

	parts []counterPart
	way   int  // in which they are read
	lock  bool // goroutines stay on their threads
}

// counterPart is one counter of the program's own, or those of a source.
type counterPart struct {
	first, end int // of kinds
	from, to   int // of columns
	read       func(into []table.Reading) int
	source     attach.CounterSource // nil for the program's own
}

// AddSource adds those of a source that has begun.
func (c *Counters) AddSource(from attach.CounterSource) {
	c.add(counterPart{read: from.Read, source: from}, from.Counters()...)
	c.Derived = append(c.Derived, from.Derived()...)
	c.lock = c.lock || from.Lock()
}

// Attach lets a rank read them, if there are any. Something may be derived of what others count, too.
func (c *Counters) Attach(rank *engine.Rank) (any bool) {
	if len(c.Kinds) == 0 {
		c.Closed = true
		return len(c.Derived) > 0
	}
	rank.Counters = &engine.Counters{Kinds: c.Columns, Read: c.readInto, Lock: c.lock}
	if len(c.parts) == 1 {
		rank.Counters.Read = c.parts[0].read
	}
	c.weigh(rank)
	return true
}

func (c *Counters) add(part counterPart, kinds ...stats.Counter) {
	part.first, part.from = len(c.Kinds), len(c.Columns)
	for i := range kinds {
		k := &kinds[i]
		var column table.CounterKind
		if k.Peak {
			column |= table.Peak
		}
		if k.OfThread() {
			column |= table.Thread
		}
		switch {
		case part.source != nil && k.Name == attach.TimeCounter:
			c.Columns = append(c.Columns, column|table.Clock)
		case part.source != nil && part.source.Turns(i):
			c.Columns = append(c.Columns, column|table.Turns, table.Thread|table.Hidden, table.Thread|table.Hidden)
		default:
			c.Columns = append(c.Columns, column)
		}
		c.Kinds = append(c.Kinds, *k)
	}
	part.end, part.to = len(c.Kinds), len(c.Columns)
	c.parts = append(c.parts, part)
}

// AddOwn adds a counter of the program's own.
func (c *Counters) AddOwn(kind stats.Counter, read func() int64) error {
	kind.Domain = "process"
	if kind.Step == 0 {
		kind.Step = 1
	}
	switch {
	case kind.Name == "" || read == nil || !(kind.Step > 0) || math.IsInf(kind.Step, 0):
		return fmt.Errorf("mpitimer: a counter needs a name, a positive step and something to read: %q, %g", kind.Name, kind.Step)
	case slices.Contains(c.Kinds, kind):
		return fmt.Errorf("mpitimer: counter %s is there twice", kind.Name)
	}
	c.add(counterPart{read: func(into []table.Reading) int {
		into[0] = table.Reading{Value: read(), Mark: 1}
		return 0
	}}, kind)
	return nil
}

// readInto takes a reading of every counter.
func (c *Counters) readInto(readings []table.Reading) (way int) {
	for i := range c.parts {
		part := &c.parts[i]
		way = max(way, part.read(readings[part.from:part.to]))
	}
	return way
}

// weigh finds out what the counters of sources count of their own: it is taken off each call.
func (c *Counters) weigh(rank *engine.Rank) {
	k := rank.Counters
	for i := range c.parts {
		part := &c.parts[i]
		if part.source == nil {
			continue
		}
		c.Empty = make([]int64, len(c.Kinds))
		used := -1
		for way := range part.source.Ways() {
			before := part.source.Force(way)
			if used < 0 {
				used = before
			}
			tare := empty(rank, k)
			clear(tare[:part.from])
			clear(tare[part.to:])
			if way >= len(k.Tare) {
				k.Tare = append(k.Tare, make([]int64, len(c.Columns)))
			}
			for j, v := range tare {
				k.Tare[way][j] += v
			}
		}
		if used >= 0 {
			part.source.Force(used)
			c.way = max(c.way, used)
		}
	}
	if c.way < len(k.Tare) {
		for i, shown := 0, 0; i < len(c.Columns); i++ {
			if c.Columns[i]&table.Hidden == 0 {
				c.Empty[shown] = k.Tare[c.way][i]
				shown++
			}
		}
	}
	if !slices.ContainsFunc(c.Empty, func(v int64) bool { return v > 0 }) {
		c.Empty = nil
	}
}

// Counted is stats.Profile.Counted.
func (c *Counters) Counted() []float64 {
	var shares []float64
	for i := range c.parts {
		part := &c.parts[i]
		if part.source == nil {
			continue
		}
		own := part.source.Counted()
		if own == nil {
			continue
		}
		if shares == nil {
			shares = slices.Repeat([]float64{1}, len(c.Kinds))
		}
		copy(shares[part.first:part.end], own)
	}
	return shares
}

const warnNotCounted = "counter never had its turn in the hardware; its values are missing"

// NotCounted are warnings of counters of which nothing is known.
func (c *Counters) NotCounted(shares []float64) (list []stats.Warning) {
	for i, share := range shares {
		if share == 0 {
			list = append(list, stats.Warning{Kind: warnNotCounted, Path: c.Kinds[i].Name, Count: 1})
		}
	}
	return list
}

// empty finds what a start and a stop count of their own, in the way in which the counters are read now: the median of
// regions in which nothing is done, of which a few are disturbed.
func empty(of *engine.Rank, c *engine.Counters) []int64 {
	const pairs = 101
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	trial := &engine.Rank{}
	trial.Init(of.Registry)
	trial.Calibration = of.Calibration
	trial.Counters = &engine.Counters{Kinds: c.Kinds, Read: c.Read}
	trial.Begin()
	trial.Directory.Start("around") // the first region is Total, which does not end
	counted := make([][]int64, len(c.Kinds))
	before := make([]table.Count, len(c.Kinds))
	for range pairs {
		trial.Directory.Start("empty").Stop()
		now, _ := trial.Main.Columns.Values(trial.Main.Len()-1, c.Kinds, nil, nil)
		for i := range now {
			if now[i].Left == before[i].Left {
				counted[i] = append(counted[i], now[i].Value-before[i].Value)
			}
		}
		before = now
	}
	tare := make([]int64, len(c.Kinds))
	for i, list := range counted {
		if order.By(list, cmp.Compare); len(list) > 0 && c.Kinds[i]&(table.Peak|table.Hidden) == 0 {
			tare[i] = max(list[len(list)/2], 0)
		}
	}
	return tare
}
