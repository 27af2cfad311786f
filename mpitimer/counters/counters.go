// Package counters reads counters of the machine when regions start and stop: signals of package
// stats/signal. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/counters"
//
// has the keys Counters and Derived in its configuration (docs/counters.md). Counters of the program's own need
// only mpitimer.WithCounter.
package counters

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/perf"
	"github.com/go-hpc/timers/mpitimer/internal/stay"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
	"github.com/go-hpc/timers/stats/tree"
)

// warnNoCounter is the kind of a warning.
const warnNoCounter = "counter is not there"

func init() {
	attach.Register(attach.Kind{Name: "counters", Settings: func() attach.Settings { return new(settings) }})
}

// settings are the keys of the configuration.
type settings struct {
	// Counters lists the counters read beside the clock when a region starts and stops: names separated by
	// commas, such as "INSTRUCTIONS, CYCLES:uk, CPU_ENERGY". Processor and kernel events count for the thread
	// that runs the region, in user mode unless :k or :uk follows. Their names may be PAPI's, numbers such as
	// r01c2, or names in /sys/bus/event_source/devices. Other names are signals (package stats/signal) of the
	// whole process or node, or of the domain after @ (CPU_ENERGY@package-0, INSTRUCTIONS@process). ":peak"
	// keeps the largest reading at the end of a call, of the region or of one inside it, instead of the count.
	// Each start and stop costs more; the log shows how much.
	Counters string `yaml:"Counters"`

	// CountersLock keeps a goroutine on its thread from the start of a region to its stop, so the thread
	// counters cover every call. Without it, they leave out calls in which the goroutine left its thread.
	CountersLock bool `yaml:"CountersLock"`

	// CountersMultiplex allows more events than the processor can count at once: they take turns. Their
	// counts are then estimates, shown with the share of the time in which they were counted.
	CountersMultiplex bool `yaml:"CountersMultiplex"`

	// CountersChildren makes counters of the whole process (NAME@process) include the programs that it starts: processor
	// events as they happen; page faults, switches and processor time once a program has ended and was waited for.
	CountersChildren bool `yaml:"CountersChildren"`

	// Derived adds computed values beside the counters in the tree, from the counters' means over ranks and from TIME
	// in seconds: formulas separated by semicolons, such as "IPC = A / B; power [W] = CPU_ENERGY / TIME".
	Derived string `yaml:"Derived"`
}

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if _, err := parseDerived(s.Derived); err != nil {
		return []attach.Fault{{Key: "Derived", Problem: fmt.Sprintf("%q: %v", s.Derived, err)}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	derived, _ := parseDerived(s.Derived) // which Check has found to be right
	names := listOf(s.Counters)
	if len(names)+len(derived) == 0 {
		return nil, nil
	}
	return nil, &counters{names: names, derived: derived, lock: s.CountersLock, multiplex: s.CountersMultiplex, children: s.CountersChildren}
}

// FindCounter implements attach.CounterFinder.
func (s *settings) FindCounter(name string) error {
	e, err := perf.Lookup(name)
	if err != nil {
		return err
	}
	return perf.Probe(e)
}

// counters is read at the start and the stop of each region besides the clock. It implements attach.CounterSource.
type counters struct {
	names           []string
	lock, multiplex bool
	children        bool
	set             *perf.Set // of the threads, whose readings come first
	width           int       // of these
	platform        *signal.Platform
	list            []counter
	rounds          atomic.Uint64 // in which they are read together
	kinds           []stats.Counter
	derived         []tree.Derived
}

// Begin opens what the configuration asks for. What this machine does not have, or does not let the user
// read, is reported once and left out.
func (c *counters) Begin(r attach.Run) error {
	if len(c.names) == 0 {
		return nil
	}
	others, events := c.sort(r)
	c.openThreads(r, events)
	for _, name := range others {
		if c.platform == nil && name != attach.TimeCounter {
			c.platform = signal.Find(signal.Options{Children: c.children})
		}
		if err := c.add(name); err != nil {
			c.refuse(r, name, err)
		}
	}
	if r.Rank() == 0 && len(c.kinds) > 0 {
		r.Say(c.price())
	}
	return nil
}

func (*counters) refuse(r attach.Run, name string, err error) {
	r.Warn(warnNoCounter, name)
	r.Complain(fmt.Errorf("counter %s: %w", name, err))
}

// sort tells events of threads from other names, and complains of what is neither.
func (c *counters) sort(r attach.Run) (others []string, events []perf.Event) {
	for _, entry := range c.names {
		name, peak := strings.CutSuffix(entry, peakSuffix)
		bare, place, placed := strings.Cut(name, "@")
		if placed && place == signal.Thread.String() {
			name, placed = bare, false
		}
		if placed || name == attach.TimeCounter {
			others = append(others, entry)
			continue
		}
		e, err := perf.Lookup(name)
		switch {
		case err == nil && peak:
			c.refuse(r, entry, errors.New("counts only grow: there is no largest one"))
		case err == nil:
			if !slices.ContainsFunc(events, func(o perf.Event) bool { return o.Name == e.Name }) {
				events = append(events, e)
			}
		case errors.Is(err, perf.ErrUnknown) && isSignal(name):
			others = append(others, entry)
		default:
			c.refuse(r, entry, err)
		}
	}
	return others, events
}

// openThreads opens the events of threads.
func (c *counters) openThreads(r attach.Run, events []perf.Event) {
	if len(events) == 0 {
		return
	}
	set, err := perf.Open(events, c.multiplex)
	if err != nil {
		for _, e := range events {
			if !slices.ContainsFunc(set.Events(), func(o perf.Event) bool { return o.Name == e.Name }) {
				r.Warn(warnNoCounter, e.Name)
			}
		}
		r.Complain(fmt.Errorf("counters: %w", err))
	}
	if len(set.Events()) == 0 {
		return
	}
	c.set, c.width = set, set.Width()
	for _, e := range set.Events() {
		unit, step := e.Unit()
		c.kinds = append(c.kinds, stats.Counter{Name: e.Name, Unit: unit, Step: step, Domain: stats.OfThread + modeOf(&e)})
	}
	if !stay.Prepare() && !c.lock {
		c.lock = true
		r.Say("mpitimer: this version of Go does not tell whether a goroutine has left its thread: CountersLock is on")
	}
}

// modeOf says which part of an event is counted.
func modeOf(e *perf.Event) string {
	switch {
	case !e.HasModes():
		return ""
	case e.Mode == perf.User:
		return " in user mode"
	case e.Mode == perf.Kernel:
		return " in kernel mode"
	}
	return " in user and kernel mode"
}

// Counters implements attach.CounterSource.
func (c *counters) Counters() []stats.Counter { return c.kinds }

// Lock implements attach.CounterSource.
func (c *counters) Lock() bool { return c.lock && c.set != nil }

// Turns implements attach.CounterSource.
func (c *counters) Turns(i int) bool {
	return c.set != nil && i < len(c.set.Events()) && c.set.Multiplexed(i)
}

// Ways implements attach.CounterSource.
func (c *counters) Ways() int {
	if c.set == nil {
		return 1
	}
	return int(c.set.Way()) + 1
}

// Force implements attach.CounterSource.
func (c *counters) Force(way int) (before int) {
	if c.set == nil {
		return 0
	}
	return int(c.set.Force(perf.Way(way)))
}

// Derived implements attach.CounterSource.
func (c *counters) Derived() []tree.Derived { return c.derived }

// Join implements attach.Source.
func (c *counters) Join(p *stats.Profile) *stats.Profile { return p }

// Read implements attach.CounterSource.
func (c *counters) Read(into []attach.Reading) (way int) {
	if c.set != nil {
		thread, mark := stay.Now()
		former := mark
		if mark == 0 && c.lock {
			mark = uint64(thread)<<1 | 1
		}
		way = int(c.set.Read(into[:c.width], thread, mark))
		if _, now := stay.Now(); now != former {
			for i := range into[:c.width] { // which are those of another thread, or of others on it
				into[i].Mark = 0
			}
		}
	}
	round := uint64(0)
	if len(c.list) > 1 {
		round = c.rounds.Add(1)
	}
	for i := range c.list {
		v := c.list[i].read(round)
		for _, q := range c.list[i].uses {
			into[q] = attach.Reading{Value: v, Mark: 1}
		}
	}
	return way
}

// hidden is how many readings of threads are no counters.
func (c *counters) hidden() int {
	if c.set == nil {
		return 0
	}
	return c.width - len(c.set.Events())
}

// End closes the sources. The last profile has been taken already.
func (c *counters) End(bool) (problem error) {
	if c.set != nil {
		problem = c.set.Err()
		c.set.Close()
	}
	if c.platform == nil {
		return problem
	}
	for i := range c.list {
		problem = errors.Join(problem, c.list[i].done())
	}
	return errors.Join(problem, c.platform.Close())
}

// listOf returns the entries of a comma-separated list.
func listOf(text string) (list []string) {
	for entry := range strings.SplitSeq(text, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			list = append(list, entry)
		}
	}
	return list
}

// price logs what the counters cost per pair: each is read at the start and at the stop.
func (c *counters) price() string {
	var parts []string
	if c.set != nil {
		var names []string
		for _, e := range c.set.Events() {
			names = append(names, e.Name)
		}
		into := make([]attach.Reading, c.width)
		cost := signal.Cost(func() {
			thread, mark := stay.Now()
			c.set.Read(into, thread, mark)
		})
		parts = append(parts, fmt.Sprintf("%s of the thread by %v %.2f µs", strings.Join(names, ", "), c.set.Way(), 2*cost.Seconds()*1e6))
	}
	for i := range c.list {
		parts = append(parts, fmt.Sprintf("%s %.2f µs", c.list[i].name, 2*c.list[i].cost().Seconds()*1e6))
	}
	if len(c.list) > 1 { // some are read at once
		cost := signal.Cost(func() {
			round := c.rounds.Add(1)
			for i := range c.list {
				c.list[i].read(round)
			}
		})
		parts = append(parts, fmt.Sprintf("these %d together %.2f µs", len(c.list), 2*cost.Seconds()*1e6))
	}
	if parts == nil {
		return "mpitimer: counters that cost nothing: the time of the regions"
	}
	return "mpitimer: reading counters costs each start and stop together: " + strings.Join(parts, ", ")
}

// parseDerived reads a list of formulas with semicolons: "IPC = A / B; power [W] = E / TIME".
func parseDerived(text string) (list []tree.Derived, err error) {
	for entry := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		name, formula, found := strings.Cut(entry, "=")
		if !found {
			return nil, fmt.Errorf("%q has no \"=\" between a name and a formula", strings.TrimSpace(entry))
		}
		d := tree.Derived{Name: strings.TrimSpace(name)}
		if before, unit, ok := strings.Cut(d.Name, "["); ok && strings.HasSuffix(unit, "]") {
			d.Name, d.Unit = strings.TrimSpace(before), strings.TrimSuffix(unit, "]")
		}
		if d.Name == "" {
			return nil, fmt.Errorf("%q has no name before the \"=\"", strings.TrimSpace(entry))
		}
		parsed, err := signal.ParseFormula(formula)
		if err != nil {
			return nil, err
		}
		d.Value = parsed.Value
		list = append(list, d)
	}
	return list, nil
}
