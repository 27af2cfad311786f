package gptl

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// enabled is an event that was switched on: a counter, or the quotient of two.
type enabled struct {
	code    Option
	name    string // PAPI_TOT_INS, GPTL_IPC
	of, per string // the counters; per is empty unless it is a quotient
}

// quotients are the counters of which GPTL makes its derived events. Of several pairs it takes the first that the
// machine can count.
var quotients = map[Option][][2]string{
	IPC:     {{"PAPI_TOT_INS", "PAPI_TOT_CYC"}},
	LSTPI:   {{"PAPI_LST_INS", "PAPI_TOT_INS"}, {"PAPI_L1_DCA", "PAPI_TOT_INS"}},
	DCMRT:   {{"PAPI_L1_DCM", "PAPI_L1_DCA"}},
	LSTPDCM: {{"PAPI_LST_INS", "PAPI_L1_DCM"}, {"PAPI_L1_DCA", "PAPI_L1_DCM"}},
	L2MRT:   {{"PAPI_L2_TCM", "PAPI_L2_TCA"}},
	LSTPL2M: {{"PAPI_LST_INS", "PAPI_L2_TCM"}, {"PAPI_L1_DCA", "PAPI_L2_TCM"}},
	L3MRT:   {{"PAPI_L3_TCM", "PAPI_L3_TCR"}},
	CI:      {{"PAPI_FP_OPS", "PAPI_LST_INS"}, {"PAPI_FP_OPS", "PAPI_L1_DCA"}},
	FPC:     {{"PAPI_FP_OPS", "PAPI_TOT_CYC"}},
	FPI:     {{"PAPI_FP_OPS", "PAPI_TOT_INS"}},
}

// eventTitles are GPTL's columns of derived events, unless the title is the name without GPTL_.
var eventTitles = map[Option]string{LSTPI: "LST_frac", DCMRT: "DCMISRAT", L2MRT: "L2MISRAT", L3MRT: "L3MISRAT"}

// machine is what counts. Tests have one of their own.
var machine = struct {
	there func() bool // a source of counters is linked
	find  func(name string) error
	ask   func(c *mpitimer.Config, names []string, multiplex bool)
}{isLinked, findCounter, askForCounters}

// errNotLinked says what is missing in a program that links no source of counters.
var errNotLinked = errors.New(`package mpitimer/counters is not linked: import _ "github.com/go-hpc/timers/mpitimer/counters"`)

func finder() attach.CounterFinder {
	for _, k := range attach.Kinds() {
		if f, is := k.Settings().(attach.CounterFinder); is {
			return f
		}
	}
	return nil
}

func isLinked() bool { return finder() != nil }

func findCounter(name string) error {
	if f := finder(); f != nil {
		return f.FindCounter(name)
	}
	return errNotLinked
}

// askForCounters adds to those of the configuration.
func askForCounters(c *mpitimer.Config, names []string, multiplex bool) {
	if before := c.Get("Counters"); before != "" {
		names = append([]string{before}, names...)
	}
	_ = c.Set("Counters", strings.Join(names, ", ")) // which keeps its error
	if multiplex {
		_ = c.Set("CountersMultiplex", "true")
	}
}

// setEvent switches a hardware counter. As in GPTL, switching off what is off is not an error.
func (l *library) setEvent(call string, code Option, value int) error {
	name := eventName(code)
	switch {
	case name == "":
		return l.fail("%s: %w: there is no such option or event", call, ErrOption)
	case l.isCounted(code):
		return l.fail("%s: %s: %w: it is on, which cannot be changed", call, name, ErrOption)
	case value == 0:
		return nil
	case len(l.events) == counters.Most:
		return l.fail("%s: %s: %w: %d events at most", call, name, ErrOption, counters.Most)
	}
	e := enabled{code: code, name: name, of: name}
	problem := error(nil)
	for _, pair := range quotients[code] {
		e.of, e.per = pair[0], pair[1]
		if problem = errors.Join(machine.find(e.of), machine.find(e.per)); problem == nil {
			break
		}
	}
	if e.per == "" {
		problem = machine.find(name)
	}
	if problem != nil {
		return l.fail("%s: %s: %w: %w", call, name, ErrNoCounters, problem)
	}
	l.mu.Lock()
	l.events = append(l.events, e)
	l.mu.Unlock()
	l.tell("GPTL note: %s: %s is counted\n", call, name)
	return nil
}

// counterNames are the counters of the events, each once.
func (l *library) counterNames() (names []string) {
	for _, e := range l.events {
		for _, name := range []string{e.of, e.per} {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// counts are what was counted in all calls of a timer on a thread that have ended, by the counters of the rank. What
// is not known, since a goroutine has changed its thread or an event never had its turn, is not there.
func (l *library) counts(name string, thread int) map[string]float64 {
	counters := l.timers.Profile().Counters
	nodes := l.countedOn(thread)
	name = engine.Of(l.timers).Prefix() + name
	known := make(map[string]float64)
	inside := make([]bool, len(nodes)) // a node of that name, whose counts are those of the outer one
	for i := range nodes {
		n := &nodes[i]
		inside[i] = n.Name == name || n.Parent >= 0 && inside[n.Parent]
		if n.Name != name || n.Parent >= 0 && inside[n.Parent] {
			continue
		}
		for k, v := range n.Values {
			if v != stats.NoValue && k < len(counters) {
				known[counters[k].Name] += float64(v)
			}
		}
	}
	return known
}

// countedOn is the call tree of a thread with what counters counted in calls that have ended; a negative number means the
// thread of the calling goroutine. It is nil if nothing is counted.
func (l *library) countedOn(thread int) []stats.Node {
	rank := engine.Of(l.timers)
	t := rank.TrackAt(thread).Whole()
	if t == nil || rank.Counters == nil {
		return nil
	}
	b := snapshot.Builder{Calibration: rank.Calibration.Extend(clock.Take()), Kinds: rank.Counters.Kinds}
	b.Add(max(thread, 0), &t.Table)
	return b.Nodes()
}

// EventValue returns the value of an event of a timer on a thread, for calls that have ended: PAPI_TOT_INS, or
// GPTL_IPC, if SetOption has switched it on. If the timers count it anyhow (their setting Counters), that is
// enough. As in GPTL the quotient of a derived event is 0 where nothing was counted to divide by.
//
// The error is ErrNoCounters if the event is not counted, or not known for this timer: docs/counters.md says when.
func EventValue(name, event string, thread int) (float64, error) {
	l, _, err := find("EventValue", name, thread)
	if err != nil {
		return 0, err
	}
	e := enabled{name: event, of: event}
	if at := slices.IndexFunc(l.events, func(e enabled) bool { return e.name == event }); at >= 0 {
		e = l.events[at]
	}
	counts := l.counts(name, thread)
	value, known := counts[e.of]
	if e.per != "" {
		per, also := counts[e.per]
		known = known && also
		value = quotient(value, per)
	}
	if !known {
		return 0, l.fail("EventValue(%q, %q): %w: %s is not counted, or not known here", name, event, ErrNoCounters, event)
	}
	return value, nil
}

func quotient(value, per float64) float64 {
	if per > 0 {
		return value / per
	}
	return 0
}

// QueryCounters returns the counters of a timer on a thread: those that the events need which SetOption has switched
// on, in their order, those of a quotient after each other. What is not known is -999999, GPTL's mark of bad counts.
//
// The error is ErrNoCounters if no event is on.
func QueryCounters(name string, thread int) ([]int64, error) {
	l, _, err := find("QueryCounters", name, thread)
	if err != nil {
		return nil, err
	}
	if len(l.events) == 0 {
		return nil, l.fail("QueryCounters(%q): %w: no event is on", name, ErrNoCounters)
	}
	counts := l.counts(name, thread)
	var list []int64
	for _, counter := range l.counterNames() {
		v, known := counts[counter]
		if !known {
			v = badCount
		}
		list = append(list, int64(v))
	}
	return list, nil
}

// badCount is what GPTL sets counters to that it knows to be wrong.
const badCount = -999999

// columns are the events of the rank's file: those that are on, or what the timers count anyhow.
func (l *library) columns(p *stats.Profile, o *upstream.TimingOptions) {
	if len(l.events) == 0 {
		o.Events = counters.Of(p)
		return
	}
	counts := l.countsOf(p)
	for _, e := range l.events {
		column := upstream.Event{Title: e.title(), Count: counts(e.of)}
		if e.per != "" {
			column.Per = counts(e.per)
		} else if l.isOn(PerSec) {
			column.PerSecond, column.Untitled = true, e.code > 0
		}
		if column.Count == nil || e.per != "" && column.Per == nil {
			continue // the machine did not let it be counted, of which Initialize has told
		}
		o.Events, o.EventNotes = append(o.Events, column), append(o.EventNotes, e.name)
	}
	if o.Events != nil {
		o.Counted, o.Multiplexed = l.counterNames(), l.isOn(Multiplex)
	}
}

// countsOf finds what each thread has counted in the nodes of a profile without Total: in calls that have ended. For
// a counter that there is not it is nil.
func (l *library) countsOf(p *stats.Profile) func(counter string) func(node, track int) float64 {
	counts := make([]map[string][]int64, len(p.Tracks)) // by call path
	for track := range counts {
		counts[track] = make(map[string][]int64)
		of := stats.Profile{Nodes: l.countedOn(track)}
		for i := range of.Nodes {
			path := strings.TrimPrefix(pathOf(&of, i), mpitimer.TotalName+"/")
			counts[track][path] = of.Nodes[i].Values
		}
	}
	return func(counter string) func(node, track int) float64 {
		at := slices.IndexFunc(p.Counters, func(c stats.Counter) bool { return c.Name == counter })
		if at < 0 {
			return nil
		}
		return func(node, track int) float64 {
			values := counts[min(track, len(counts)-1)][pathOf(p, node)]
			if at >= len(values) || values[at] == stats.NoValue {
				return math.NaN()
			}
			return float64(values[at])
		}
	}
}

// title is that of GPTL, which leaves out the first five bytes of PAPI's names.
func (e *enabled) title() string {
	if e.per != "" {
		return cmp.Or(eventTitles[e.code], strings.TrimPrefix(e.name, "GPTL_"))
	}
	if strings.HasPrefix(e.name, "PAPI_") || strings.HasPrefix(e.name, "perf::") {
		return e.name[len("PAPI_"):]
	}
	return e.name
}

// count lets the timers count what the events need.
func (l *library) count(options []mpitimer.Option) []mpitimer.Option {
	names := l.counterNames()
	if len(names) == 0 {
		return options
	}
	// What cannot be set is a fault of the configuration, of which Initialize tells.
	return append(slices.Clone(options), mpitimer.WithConfigFunc(func(c *mpitimer.Config) { machine.ask(c, names, l.isOn(Multiplex)) }))
}

func (l *library) isCounted(code Option) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.events, func(e enabled) bool { return e.code == code })
}
