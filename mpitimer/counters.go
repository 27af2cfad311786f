package mpitimer

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// counters is what is read at the start and the stop of each region beside the clock.
type counters struct {
	kinds   []stats.Counter
	peaks   []bool // of kinds
	parts   []counterPart
	derived []tree.Derived
	closed  bool // the sources have ended
}

// counterPart is one counter of the program's own, or those of a source.
type counterPart struct {
	first, end int // of kinds
	read       func(into []int64)
	counted    func() []float64 // attach.Counting.Counted; nil: always
}

// openCounters collects the program's counters and those of the sources, which have begun.
func (tm *Timers) openCounters(own []Counter) (problem error) {
	c := &counters{}
	for _, o := range own {
		problem = errors.Join(problem, c.addOwn(o))
	}
	for _, each := range tm.attached.list {
		if from, is := each.source.(attach.Counting); is && !each.failed {
			c.add(counterPart{read: from.Read, counted: from.Counted}, from.Counters()...)
			c.derived = append(c.derived, from.Derived()...)
		}
	}
	if len(c.kinds) > 0 {
		tm.counting, tm.engine.Counters = c, &engine.Counters{Peaks: c.peaks, Read: c.readInto}
	}
	return problem
}

func (c *counters) add(part counterPart, kinds ...stats.Counter) {
	part.first = len(c.kinds)
	for _, k := range kinds {
		c.kinds, c.peaks = append(c.kinds, k), append(c.peaks, k.Peak)
	}
	part.end = len(c.kinds)
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
	c.add(counterPart{read: func(into []int64) { into[0] = read() }}, kind)
	return nil
}

// readInto takes a reading of every counter.
func (c *counters) readInto(readings []int64) {
	for i := range c.parts {
		part := &c.parts[i]
		part.read(readings[part.first:part.end])
	}
}

// counted is stats.Profile.Counted.
func (c *counters) counted() []float64 {
	var shares []float64
	for i := range c.parts {
		part := &c.parts[i]
		if part.counted == nil {
			continue
		}
		own := part.counted()
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
