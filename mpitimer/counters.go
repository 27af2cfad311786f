package mpitimer

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// counters is what is read at the start and the stop of each region beside the clock.
type counters struct {
	kinds   []stats.Counter
	columns []table.CounterKind // of the tables: some kinds have several
	parts   []counterPart
	way     int     // in which they are read, and what they count of their own
	empty   []int64 // of kinds
	derived []tree.Derived
	closed  bool // the sources have ended
}

// counterPart is one counter of the program's own, or those of a source.
type counterPart struct {
	first, end int // of kinds
	from, to   int // of columns
	read       func(into []table.Reading) int
	source     attach.Counting // nil for the program's own
}

// openCounters collects the program's counters and those of the sources, which have begun.
func (tm *Timers) openCounters(own []Counter) (problem error) {
	c := &counters{}
	lock := false
	for _, o := range own {
		problem = errors.Join(problem, c.addOwn(o))
	}
	for _, each := range tm.attached.list {
		if from, is := each.source.(attach.Counting); is && !each.failed {
			c.add(counterPart{read: from.Read, source: from}, from.Counters()...)
			c.derived = append(c.derived, from.Derived()...)
			lock = lock || from.Lock()
		}
	}
	if len(c.kinds) > 0 {
		tm.counting, tm.engine.Counters = c, &engine.Counters{Kinds: c.columns, Read: c.readInto, Lock: lock}
		if len(c.parts) == 1 {
			tm.engine.Counters.Read = c.parts[0].read
		}
		c.weigh(&tm.engine)
	}
	return problem
}

func (c *counters) add(part counterPart, kinds ...stats.Counter) {
	part.first, part.from = len(c.kinds), len(c.columns)
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
		case part.source != nil && k.Name == attach.Clock:
			c.columns = append(c.columns, column|table.Clock)
		case part.source != nil && part.source.Turns(i):
			c.columns = append(c.columns, column|table.Turns, table.Thread|table.Hidden, table.Thread|table.Hidden)
		default:
			c.columns = append(c.columns, column)
		}
		c.kinds = append(c.kinds, *k)
	}
	part.end, part.to = len(c.kinds), len(c.columns)
	c.parts = append(c.parts, part)
}

// addOwn adds a counter of the program's own.
func (c *counters) addOwn(o Counter) error {
	if o.Step == 0 {
		o.Step = 1
	}
	kind := stats.Counter{Name: o.Name, Unit: o.Unit, Step: o.Step, Domain: "process", Peak: o.Peak}
	switch {
	case o.Name == "" || o.Read == nil || !(o.Step > 0) || math.IsInf(o.Step, 0):
		return fmt.Errorf("mpitimer: a counter needs a name, a positive step and something to read: %q, %g", o.Name, o.Step)
	case slices.Contains(c.kinds, kind):
		return fmt.Errorf("mpitimer: counter %s is there twice", o.Name)
	}
	read := o.Read
	c.add(counterPart{read: func(into []table.Reading) int {
		into[0] = table.Reading{Value: read(), Mark: 1}
		return 0
	}}, kind)
	return nil
}

// readInto takes a reading of every counter.
func (c *counters) readInto(readings []table.Reading) (way int) {
	for i := range c.parts {
		part := &c.parts[i]
		way = max(way, part.read(readings[part.from:part.to]))
	}
	return way
}

// weigh finds out what the counters of sources count of their own: it is taken off each call.
func (c *counters) weigh(rank *engine.Rank) {
	k := rank.Counters
	for i := range c.parts {
		part := &c.parts[i]
		if part.source == nil {
			continue
		}
		c.empty = make([]int64, len(c.kinds))
		used := -1
		for way := range part.source.Ways() {
			before := part.source.Force(way)
			if used < 0 {
				used = before
			}
			tare := rank.Weigh(k)
			clear(tare[:part.from])
			clear(tare[part.to:])
			if way >= len(k.Tare) {
				k.Tare = append(k.Tare, make([]int64, len(c.columns)))
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
		for i, shown := 0, 0; i < len(c.columns); i++ {
			if c.columns[i]&table.Hidden == 0 {
				c.empty[shown] = k.Tare[c.way][i]
				shown++
			}
		}
	}
	if !slices.ContainsFunc(c.empty, func(v int64) bool { return v > 0 }) {
		c.empty = nil
	}
}

// counted is stats.Profile.Counted.
func (c *counters) counted() []float64 {
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
			shares = slices.Repeat([]float64{1}, len(c.kinds))
		}
		copy(shares[part.first:part.end], own)
	}
	return shares
}

// notCounted are warnings of counters of which nothing is known.
func (c *counters) notCounted(shares []float64) (list []stats.Warning) {
	for i, share := range shares {
		if share == 0 {
			list = append(list, stats.Warning{Kind: warnNotCounted, Path: c.kinds[i].Name, Count: 1})
		}
	}
	return list
}
