package mpitimer

import (
	"slices"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"pgregory.net/rapid"
)

var (
	modelNames   = []string{"a", "b", "s", "t", "p:a", TotalName}
	modelRegions = []*Region{
		Define("a"), Define("b", Level(1)), Define("c", Level(2)), Define("s", SampleEvery(3)), Define("u", SampleEvery(2), Level(1)),
		Define("t", Throttle()), Define("a", InEnvironment("sub")), Define("b", InEnvironment("ocean"), Level(1)), Define("s", SampleEvery(3), InEnvironment("sub")),
	}
	modelPrefixes = []string{"", "p:", "a", "q:"}
	modelPlaces   = []string{"", "sub", "ocean", "nowhere"}
)

// verb is something that a program does. It may find nothing to do.
type verb struct {
	name   string
	weight int
	do     func(m *machine, t *rapid.T, w *modelWorker)
}

var verbs []verb

func init() {
	verbs = []verb{
		{"start", 12, (*machine).startName},
		{"region", 14, (*machine).startRegion},
		{"calls", 4, (*machine).calls},
		{"in", 4, (*machine).startIn},
		{"next", 6, (*machine).next},
		{"stop", 16, (*machine).stopInterval},
		{"stopname", 10, (*machine).stopName},
		{"pass", 12, func(m *machine, t *rapid.T, _ *modelWorker) { m.tick(t) }},
		{"count", 2, (*machine).count},
		{"add", 3, (*machine).add},
		{"named", 4, (*machine).named},
		{"prefix", 2, (*machine).setPrefix},
		{"level", 2, (*machine).setLevel},
		{"disable", 2, (*machine).disable},
		{"reset", 1, (*machine).reset},
		{"spawn", 2, (*machine).spawnOne},
		{"end", 1, (*machine).endOne},
		{"here", 2, (*machine).here},
		{"do", 2, (*machine).do},
		{"environment", 3, (*machine).environment},
		{"look", 1, func(m *machine, t *rapid.T, _ *modelWorker) { m.compare(t) }},
		{"interval", 1, (*machine).interval},
		{"print", 1, (*machine).print},
		{"finalize", 1, (*machine).again},
	}
}

// weighted has each verb as often as its weight says.
func weighted(without ...string) (list []string) {
	for _, v := range verbs {
		if !slices.Contains(without, v.name) {
			list = append(list, slices.Repeat([]string{v.name}, v.weight)...)
		}
	}
	return list
}

// step does one thing on the timers and tells the oracle.
func (m *machine) step(t *rapid.T, from []string) {
	w := m.workers[rapid.IntRange(0, len(m.workers)-1).Draw(t, "goroutine")]
	name := evenly(from).Draw(t, "verb")
	m.verbs++
	verbs[slices.IndexFunc(verbs, func(v verb) bool { return v.name == name })].do(m, t, w)
}

// evenly draws each of a list equally often; rapid prefers the first ones.
func evenly[T any](list []T) *rapid.Generator[T] {
	return rapid.Custom(func(t *rapid.T) T {
		die := 0
		for range 8 {
			if die *= 2; rapid.Bool().Draw(t, "") {
				die++
			}
		}
		return list[die*len(list)>>8]
	})
}

func (m *machine) keep(w *modelWorker, s Interval, f *oFrame) {
	depth := 0
	for _, open := range w.thread.stack {
		if open.node != nil {
			depth++
		}
	}
	m.intervals = append(m.intervals, modelInterval{s, oInterval{w.thread, f, depth}, w, w.rank.oracle})
}

func (m *machine) startName(t *rapid.T, w *modelWorker) {
	name := rapid.SampledFrom(modelNames).Draw(t, "name")
	th, s := m.meet(w), Interval{}
	w.run(func() {
		if m.packaged {
			s = Start(name)
		} else {
			s = w.rank.tm.Start(name)
		}
	})
	m.keep(w, s, w.rank.oracle.start(th, want{name: name}))
}

func (m *machine) startRegion(t *rapid.T, w *modelWorker) {
	r := evenly(modelRegions).Draw(t, "region")
	th, s := m.meet(w), Interval{}
	w.run(func() {
		if m.packaged {
			s = r.Start()
		} else {
			s = w.rank.tm.StartRegion(r)
		}
	})
	d := (*engine.Region)(r).Definition()
	m.keep(w, s, w.rank.oracle.start(th, want{d.Name, d.Environment, d.Level, d.Sample, d.Throttled, false}))
}

// calls runs a region some times, with another inside it now and then. Some of the calls are by the region's name:
// they go on being timed where those by the handle are sampled, also if they were there first.
func (m *machine) calls(t *rapid.T, w *modelWorker) {
	r, child := evenly(modelRegions).Draw(t, "region"), rapid.SampledFrom(modelNames).Draw(t, "child")
	count, every := rapid.IntRange(1, 8).Draw(t, "calls"), rapid.IntRange(1, 4).Draw(t, "every")
	before, after := rapid.IntRange(0, 1).Draw(t, "by name before"), rapid.IntRange(0, 1).Draw(t, "by name after")
	th, o, tm := m.meet(w), w.rank.oracle, w.rank.tm
	d := (*engine.Region)(r).Definition()
	for i := range before + count + after {
		byName := i < before || i >= before+count
		inside := !byName && (i-before+1)%every == 0
		w.run(func() {
			s := Interval{}
			if byName {
				s = tm.Start(d.Name)
			} else {
				s = tm.StartRegion(r)
			}
			if inside {
				tm.Start(child).Stop()
			}
			s.Stop()
		})
		meant := want{d.Name, d.Environment, d.Level, d.Sample, d.Throttled, false}
		if byName {
			meant = want{name: d.Name}
		}
		outer := o.start(th, meant)
		if inside {
			inner := o.start(th, want{name: child})
			o.stopInterval(th, oInterval{thread: th, frame: inner})
		}
		o.stopInterval(th, oInterval{thread: th, frame: outer})
	}
}

func (m *machine) startIn(t *rapid.T, w *modelWorker) {
	name, environment := rapid.SampledFrom(modelNames).Draw(t, "name"), rapid.SampledFrom(modelPlaces).Draw(t, "environment")
	th, s := m.meet(w), Interval{}
	w.run(func() {
		if m.packaged {
			s = StartInEnvironment(name, environment)
		} else {
			s = w.rank.tm.StartInEnvironment(name, environment)
		}
	})
	m.keep(w, s, w.rank.oracle.start(th, want{name: name, environment: environment}))
}

func (m *machine) next(t *rapid.T, w *modelWorker) {
	name := rapid.SampledFrom(modelNames).Draw(t, "name")
	th, s := m.meet(w), Interval{}
	w.run(func() {
		if m.packaged {
			s = Next(name)
		} else {
			s = w.rank.tm.Next(name)
		}
	})
	m.keep(w, s, w.rank.oracle.start(th, want{name: name, next: true}))
}

// stopInterval stops one of the last Intervals, now and then again, or on another goroutine.
func (m *machine) stopInterval(t *rapid.T, w *modelWorker) {
	if len(m.intervals) == 0 {
		return
	}
	back := min(rapid.IntRange(0, 20).Draw(t, "interval")/5, len(m.intervals)-1)
	at := len(m.intervals) - 1 - back
	s := m.intervals[at]
	if s.mistaken() {
		return
	}
	on := s.worker
	if rapid.IntRange(0, 9).Draw(t, "elsewhere") == 0 || on.gone {
		on = w
	}
	if s.worker.rank != on.rank || s.oracle == on.rank.oracle {
		m.meet(on)
	}
	on.run(s.Stop)
	if s.oracle.closed {
		if on.thread != s.thread && s.frame != nil && s.frame.node != nil {
			s.oracle.warn(engine.WarnElsewhere, s.frame.node.path()) // which nobody hears any more
		}
	} else {
		s.oracle.stopInterval(on.thread, s.oInterval)
	}
	if rapid.IntRange(0, 5).Draw(t, "forget") > 0 {
		m.intervals = slices.Delete(m.intervals, at, at+1)
	}
}

func (m *machine) stopName(t *rapid.T, w *modelWorker) {
	name := rapid.SampledFrom(modelNames).Draw(t, "name")
	th := m.meet(w)
	w.run(func() {
		if m.packaged {
			Stop(name)
		} else {
			w.rank.tm.Stop(name)
		}
	})
	w.rank.oracle.stopName(th, name)
}

func (m *machine) count(t *rapid.T, _ *modelWorker) {
	m.clock.counted.Add(rapid.Int64Range(0, 1000).Draw(t, "counted"))
	m.clock.gauge.Store(rapid.Int64Range(0, 1000).Draw(t, "gauge"))
}

func (m *machine) add(t *rapid.T, w *modelWorker) {
	name, calls := rapid.SampledFrom(modelNames).Draw(t, "name"), rapid.IntRange(-1, 4).Draw(t, "calls")
	total := rapid.SampledFrom([]int64{-1, 0, 10, 5e8}).Draw(t, "total")
	th := m.meet(w)
	w.run(func() { w.rank.tm.Add(name, time.Duration(total), calls) })
	w.rank.oracle.add(th, name, total, calls)
}

// named is what package gptl calls.
func (m *machine) named(t *rapid.T, w *modelWorker) {
	name, limit := rapid.SampledFrom(modelNames).Draw(t, "name"), rapid.IntRange(0, 3).Draw(t, "limit")
	th, o, tm := m.meet(w), w.rank.oracle, w.rank.tm
	what := rapid.SampledFrom([]string{"start", "start", "stop", "stop", "add", "reset"}).Draw(t, "what")
	switch what {
	case "start":
		w.run(func() { byname.Start(tm.Engine().Directory.Track(), name, limit) })
		o.startNamed(th, name, limit)
	case "stop":
		var ended byname.Ended
		w.run(func() { ended = byname.Stop(tm.Engine().Directory.Track(), name, clock.Now()) })
		if want := o.stopNamed(th, name); ended != want {
			t.Fatalf("Stop(%q) = %d, want %d", name, ended, want)
		}
	case "add":
		calls := rapid.IntRange(0, 2).Draw(t, "calls")
		w.run(func() { byname.Add(tm.Engine(), name, 1000, calls, limit) })
		o.addNamed(th, name, 1000, calls, limit)
	case "reset":
		if !m.onlyMain(w) {
			return
		}
		found := false
		w.run(func() { found = byname.Reset(tm.Engine(), name) })
		if want := o.resetNamed(name); found != want {
			t.Fatalf("Reset(%q) = %v, want %v", name, found, want)
		}
		m.clock.now.Add(1)
	}
}

// onlyMain says whether a worker is the main goroutine, and no other one is in a region.
func (m *machine) onlyMain(w *modelWorker) bool {
	for _, other := range m.workers {
		if other.rank == w.rank && other != w && other.thread != nil && other.thread.innermost() >= 0 {
			return false
		}
	}
	return w == w.rank.main
}

func (m *machine) setPrefix(t *rapid.T, w *modelWorker) {
	prefix := rapid.SampledFrom(modelPrefixes).Draw(t, "prefix")
	th, o, tm := m.meet(w), w.rank.oracle, w.rank.tm
	switch rapid.IntRange(0, 4).Draw(t, "whose") {
	case 0:
		w.run(func() { tm.Engine().SetOwnPrefix(prefix) })
		th.own = prefix
	case 1:
		w.run(func() { tm.AddParentPrefix() })
		o.prefix = o.parentPrefix(th)
	default:
		w.run(func() { tm.SetPrefix(prefix) })
		o.prefix = prefix
	}
}

func (o *oracle) parentPrefix(th *oThread) string {
	name := TotalName
	if th.current.parent != nil {
		name = th.current.name
	}
	if len(name) < len(o.prefix) || name[:len(o.prefix)] != o.prefix {
		name = o.prefix + name
	}
	return name + ":"
}

func (m *machine) setLevel(t *rapid.T, w *modelWorker) {
	level := rapid.IntRange(0, 2).Draw(t, "level")
	w.run(func() { w.rank.tm.SetLevel(level) })
	w.rank.oracle.level = level
}

func (m *machine) disable(t *rapid.T, w *modelWorker) {
	o := w.rank.oracle
	if rapid.IntRange(0, 2).Draw(t, "disable") == 0 {
		w.run(w.rank.tm.Disable)
		o.disabled++
		return
	}
	w.run(w.rank.tm.Enable)
	if o.disabled--; o.disabled < 0 {
		o.disabled = 0
		o.warn(engine.WarnEnable, "")
	}
}

func (m *machine) reset(t *rapid.T, w *modelWorker) {
	m.meet(w)
	if m.onlyMain(w) {
		w.run(w.rank.tm.Reset)
		w.rank.oracle.reset()
		m.clock.now.Add(1) // so that no interval begins at the same tick as a running one has begun anew
	}
}

func (m *machine) spawnOne(t *rapid.T, w *modelWorker) {
	if len(m.workers) >= 6 {
		return
	}
	if rapid.Bool().Draw(t, "go") {
		m.spawn(w.rank, w)
	} else {
		m.spawn(w.rank, nil)
	}
}

func (m *machine) endOne(t *rapid.T, w *modelWorker) {
	if w == w.rank.main && (len(m.ranks) > 1 || rapid.IntRange(0, 3).Draw(t, "main") > 0) {
		return // where there are several ranks, they would be one less
	}
	m.end(w)
	if len(m.workers) == 0 {
		m.spawn(w.rank, nil)
	}
}

func (m *machine) here(_ *rapid.T, w *modelWorker) {
	th := m.meet(w)
	p := modelPlace{oPlace: th.here(), oracle: w.rank.oracle}
	w.run(func() { p.Path = w.rank.tm.CurrentPath() })
	m.places = append(m.places, p)
}

// do goes into the last Path, or comes back from one.
func (m *machine) do(t *rapid.T, w *modelWorker) {
	if len(w.inside) > 0 && rapid.Bool().Draw(t, "leave") {
		m.leaveDo(w)
		return
	}
	if len(m.places) == 0 || len(w.inside) > 2 {
		return
	}
	if p := m.places[len(m.places)-1]; p.oracle == w.rank.oracle {
		m.enterDo(w, p)
	}
}

// environment makes an environment on all ranks, or removes it, or makes it again, of as many ranks or of others.
func (m *machine) environment(t *rapid.T, _ *modelWorker) {
	name, count := rapid.SampledFrom(modelPlaces[1:3]).Draw(t, "environment"), rapid.IntRange(1, len(m.ranks)).Draw(t, "ranks")
	again := rapid.Bool().Draw(t, "again")
	m.together(func(r *modelRank) {
		if _, err := r.envs.Get(name); err == nil {
			if err := r.envs.Remove(name); err != nil {
				panic(err)
			}
			if !again {
				return
			}
		}
		if _, err := r.envs.CreateFirst(name, r.envs.Default(), count); err != nil {
			panic(err)
		}
	})
	for _, r := range m.ranks {
		m.know(r)
	}
}
