package mpitimer

import (
	"errors"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/counting"
	"github.com/go-hpc/timers/stats"
)

// openCounters collects the program's counters and those of the sources, which have begun.
func (tm *Timers) openCounters(own []Counter) (problem error) {
	c := &counting.Counters{}
	for _, o := range own {
		problem = errors.Join(problem, c.AddOwn(stats.Counter{Name: o.Name, Unit: o.Unit, Step: o.Step, Peak: o.Peak}, o.Read))
	}
	for _, each := range tm.attached.list {
		if from, is := each.source.(attach.Counting); is && !each.failed {
			c.AddSource(from)
		}
	}
	if c.Attach(&tm.engine) {
		tm.counting = c
	}
	return problem
}
