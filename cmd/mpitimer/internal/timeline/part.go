package timeline

import (
	"io"
	"math"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// A Part is an interval of a run: of its time or, if Last is not 0, of its steps, both included.
type Part struct {
	From, To    int64 // nanoseconds since the start of the timeline
	First, Last int
}

// Run returns the part of a run that the project of HDTrace among its files has recorded, as a run of its own, and what it says of waits.
func (p Part) Run(messages io.Writer, names []string) (run *load.Run, waits Waits, err error) {
	only := func(string) (from, to int64) { return p.From, p.To }
	if p.Last != 0 {
		t := Steps(messages, nil, names)
		if t == nil || len(t.Start) == 0 {
			return nil, waits, cli.Usagef("%s: no timeline with steps lies there", strings.Join(names, " "))
		}
		if only, err = p.ofSteps(t); err != nil {
			return nil, waits, err
		}
	}
	_, t, problem := In(messages, names, lanes.Options{Tolerant: true, Only: only})
	if t == nil || len(t.Profiles) == 0 {
		if problem != nil {
			return nil, waits, problem
		}
		return nil, waits, cli.Usagef("%s: no timeline lies there; a run has one if it records its regions over time", strings.Join(names, " "))
	}
	if whole, _ := load.Files(names); whole != nil { // which may be nothing but the timeline
		waits = mark(t, whole.Summary)
	}
	s, err := stats.Merge(t.Profiles)
	if err != nil {
		return nil, waits, err
	}
	if len(s.Regions) == 0 {
		return nil, waits, cli.Usagef("nothing was recorded in this interval of %s", t.Name)
	}
	return &load.Run{Summary: s, Ranks: load.RanksOf(t.Profiles), Name: t.Name, Form: "timeline"}, waits, problem
}

// Waits says what a timeline has of the waits of its run. It does not have those that no region stands for, such as those of this module's
// own collectives.
type Waits struct {
	Taken   []string        // names of regions whose time counts as waiting, since ranks do little else there
	unknown map[string]bool // call paths of those in which ranks wait elsewhere, too
}

// Known reports whether useful times of a region, by its names from the outermost on, are those of the timeline.
func (w *Waits) Known(path []string) bool { return !w.unknown[strings.Join(path, "\x00")] }

// mark marks the regions that communicate in profiles of a timeline, as the Summary of the whole run has them.
func mark(t *lanes.Timeline, s *stats.Summary) (w Waits) {
	of, waits := efficiency.WaitsOf(s, t.HasCalls()), make(map[string]bool)
	w.Taken, w.unknown = of.Taken, make(map[string]bool)
	for i := range s.Regions {
		path := strings.Join(s.Path(i), "\x00")
		waits[path], w.unknown[path] = waits[path] || of.Waits[i], w.unknown[path] || of.Unknown[i]
	}
	for _, p := range t.Profiles {
		paths := make([]string, len(p.Nodes))
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if paths[i] = n.Name; n.Parent >= 0 {
				paths[i] = paths[n.Parent] + "\x00" + n.Name
			}
			n.Communicates = waits[paths[i]]
		}
	}
	return w
}

// ofSteps returns when the steps were on each rank: ranks that wait for their neighbours alone are a step and more apart.
func (p Part) ofSteps(t *steps.Times) (func(rank string) (from, to int64), error) {
	columns := len(t.Numbers) - 1
	first, last := -1, -1
	for column := range columns {
		if t.Numbers[column] <= p.Last && t.Numbers[column+1] > p.First {
			if last = column; first < 0 {
				first = column
			}
		}
	}
	if first < 0 || p.First < t.Numbers[0] || p.Last >= t.Numbers[columns] {
		return nil, cli.Usagef("steps %d-%d: the timeline has steps %d to %d", p.First, p.Last, t.Numbers[0], t.Numbers[columns]-1)
	}
	windows := make(map[string][2]int64)
	for rank, label := range t.Ranks {
		from, to := t.Start[rank*columns+first], t.End[rank*columns+last]
		if !math.IsNaN(from) && !math.IsNaN(to) {
			windows[label] = [2]int64{int64(from), int64(to)}
		}
	}
	return func(rank string) (from, to int64) { return windows[rank][0], windows[rank][1] }, nil
}
