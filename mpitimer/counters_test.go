package mpitimer

import (
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// odometer is a counter that a test moves.
type odometer struct{ at atomic.Int64 }

func (o *odometer) counter(name string, peak bool) Option {
	return WithCounter(Counter{Name: name, Unit: "m", Peak: peak, Read: o.at.Load})
}

// measured is what a profile has of a path.
func measured(t timerstest.Tester, p *stats.Profile, path string) []int64 {
	t.Helper()
	for i := range p.Nodes {
		if timerstest.PathIn(p, i) == path {
			return p.Nodes[i].Values
		}
	}
	t.Fatalf("no region %s", path)
	return nil
}

func expectMeasured(t timerstest.Tester, p *stats.Profile, path string, want ...int64) {
	t.Helper()
	if got := measured(t, p, path); !slices.Equal(got, want) {
		t.Errorf("%s has %v, want %v", path, got, want)
	}
}

func TestCountersCountByRegion(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false), o.counter("way", true))
	a := tm.Start("a")
	o.at.Add(5)
	b := tm.Start("b")
	o.at.Add(100)
	again := tm.Start("a") // stands below b; not a recursion of a path
	o.at.Add(1)
	again.Stop()
	b.Stop()
	o.at.Add(20)
	a.Stop()
	o.at.Add(1000) // outside of both
	tm.Next("c")
	o.at.Add(3)
	tm.Next("d").Stop()
	p := tm.Profile()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	expectMeasured(t, p, "Total/a", 126, 126)
	expectMeasured(t, p, "Total/c", 3, 1129)
	expectMeasured(t, p, "Total/d", 0, 1129)
	expectMeasured(t, p, "Total", 1129, 1129) // which is running
	for _, q := range p.Counters {
		if q.Name != "way" || q.Unit != "m" || q.Step != 1 || q.Domain != "process" {
			t.Errorf("got %+v", q)
		}
	}
}

// Whatever is started and stopped, with whatever stops missing: a region has what was counted between
// the starts and the stops that its calls are made of.
func TestCountersFollowTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var o odometer
		tm, err := New(WithConfig(quietConfig()), WithLog(io.Discard), o.counter("way", false))
		if err != nil {
			t.Fatal(err)
		}
		defer tm.Finalize()
		type open struct {
			path string
			from int64
		}
		stack := []open{{"Total", 0}}
		want := map[string]int64{}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			o.at.Add(rapid.Int64Range(0, 1000).Draw(t, "way"))
			name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name")
			top := stack[len(stack)-1].path
			if path := top + "/" + name; rapid.Bool().Draw(t, "start") && !strings.Contains(top+"/", "/"+name+"/") {
				tm.Start(name)
				stack = append(stack, open{path, o.at.Load()})
			} else if len(stack) > 1 {
				last := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				tm.Stop(last.path[strings.LastIndex(last.path, "/")+1:])
				want[last.path] += o.at.Load() - last.from
			}
		}
		for _, s := range stack { // the open ones, up to now
			want[s.path] += o.at.Load() - s.from
		}
		p := tm.Profile()
		for path, v := range want {
			expectMeasured(t, p, path, v)
		}
	})
}

func TestCountersOfRecursionResetAndDisable(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false))
	a := tm.Start("a")
	o.at.Add(7)
	inner := tm.Start("a")
	o.at.Add(2)
	inner.Stop()
	o.at.Add(1)
	a.Stop()
	expectMeasured(t, tm.Profile(), "Total/a", 10)
	a = tm.Start("a")
	o.at.Add(50)
	tm.Reset()
	o.at.Add(4)
	a.Stop()
	expectMeasured(t, tm.Profile(), "Total/a", 4)
	tm.Disable()
	tm.Start("a").Stop()
	o.at.Add(900)
	tm.Enable()
	expectMeasured(t, tm.Profile(), "Total/a", 4)
}

func TestCountersOfASampleAreScaled(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false))
	r := Define("often", SampleEvery(4))
	for range 16 {
		s := tm.StartRegion(r)
		o.at.Add(10)
		s.Stop()
	}
	expectMeasured(t, tm.Profile(), "Total/often", 160)
}

func TestCountersOfAnInterval(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false))
	for range 2 {
		s := tm.Start("a")
		o.at.Add(10)
		s.Stop()
		expectMeasured(t, tm.interval(), "Total/a", 10)
	}
}

// Goroutines that run at the same time see the same: the largest counts.
func TestCountersOfGoroutines(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false))
	started, end, ended := make(chan bool), make(chan bool), make(chan bool)
	for range 2 {
		tm.Go(func() {
			s := tm.Start("work")
			started <- true
			<-end
			s.Stop()
			ended <- true
		})
		<-started
	}
	for _, way := range []int64{10, 20} { // the second to be stopped sees both
		o.at.Add(way)
		end <- true
		<-ended
	}
	expectMeasured(t, tm.Profile(), "Total/work", 30)
}

// The table in the file has what the timers have, but for running intervals.
func TestCountersInTables(t *testing.T) {
	var o odometer
	folder := t.TempDir()
	config := quietConfig()
	config.Output.Tables = folder
	tm := timersFor(t, WithConfig(config), o.counter("way", false), o.counter("way", true))
	for i := range 50 { // more than there is room for at first
		s := tm.Start("region " + string(rune('a'+i%50)))
		o.at.Add(int64(i))
		s.Stop()
	}
	table := profileOfTable(t, tm)
	live := tm.Profile()
	if !slices.Equal(table.Counters, live.Counters) {
		t.Errorf("got %v, want %v", table.Counters, live.Counters)
	}
	for i := range live.Nodes {
		if path := timerstest.PathIn(live, i); path != "Total" {
			expectMeasured(t, table, path, live.Nodes[i].Values...)
		}
	}
}

// Where all calls that have ended were given, the one that runs is known all the same, also in an interval.
func TestCounterOfARunningCallAfterOneThatWasGiven(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false))
	defer tm.Start("a").Stop()
	o.at.Add(1)
	tm.Add("a", -1, 1)
	expectMeasured(t, tm.Profile(), "Total/a", 1)
	before := tm.Profile()
	o.at.Add(2)
	tm.Add("a", 0, 1)
	expectMeasured(t, stats.Difference(tm.Profile(), before), "Total/a", 2)
}

// In an interval, too, a call that was running at its begin is known, whatever was given to the region meanwhile.
func TestCounterOfAnIntervalInWhichCallsWereGiven(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false))
	s := tm.Start("a")
	before := tm.Profile()
	tm.Add("a", 5, 2)
	o.at.Add(1)
	s.Stop()
	p := stats.Difference(tm.Profile(), before)
	expectMeasured(t, p, "Total/a", 1)
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	before = tm.Profile()
	tm.Add("a", 5, 2)
	expectMeasured(t, stats.Difference(tm.Profile(), before), "Total/a", stats.NoValue)
}

// The extremes of a counter have the track that has most of it, those of the table, too; a largest reading has that of
// the region below in which it was.
func TestCountersHaveTheTrackOfTheMost(t *testing.T) {
	var o odometer
	config := quietConfig()
	config.Output.Tables = t.TempDir()
	tm := timersFor(t, WithConfig(config), o.counter("way", false), o.counter("way", true))
	var ends []chan bool
	for _, way := range []int64{10, 50, 20} {
		end, done := make(chan bool), make(chan bool)
		ends = append(ends, end)
		tm.Go(func() {
			s := tm.Start("work")
			inner := tm.Start("inside")
			o.at.Add(way)
			inner.Stop()
			s.Stop()
			done <- true
			<-end // its track is another one's only then
		})
		<-done
	}
	defer func() {
		for _, end := range ends {
			close(end)
		}
	}()
	table := profileOfTable(t, tm)
	for what, p := range map[string]*stats.Profile{"the timers": tm.Profile(), "the table": table} {
		s, err := stats.Merge([]*stats.Profile{p})
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Regions {
			r := &s.Regions[i]
			if r.Name != "work" && r.Name != "inside" {
				continue
			}
			if v := r.Values; v[0].Max != (stats.Extreme{Value: 50, Track: 2}) || v[1].Max != (stats.Extreme{Value: 80, Track: 3}) {
				t.Errorf("%s: %s has %+v at most, and %+v, want 50 on track 2, 80 on track 3", what, r.Name, v[0].Max, v[1].Max)
			}
		}
	}
}

func TestWrongCounters(t *testing.T) {
	tm, err := New(WithConfig(quietConfig()), WithLog(io.Discard), WithCounter(Counter{Name: "x"}), WithCounter(Counter{Read: func() int64 { return 0 }}))
	if err == nil || strings.Count(err.Error(), "a counter needs") != 2 {
		t.Errorf("got %v", err)
	}
	tm.Start("a").Stop()
	if p := tm.Profile(); p.Counters != nil {
		t.Errorf("got %v", p.Counters)
	}
	tm.Finalize()
}

// A region that may be throttled reads no counters: what it counted is unknown, not 0, also where a region below it
// was counted. The largest reading below it is its own largest, too.
func TestCountersOfARegionThatIsNotCounted(t *testing.T) {
	var o odometer
	tm := timersFor(t, o.counter("way", false), o.counter("way", true))
	short := tm.StartRegion(Define("short", Throttle()))
	inside := tm.Start("inside")
	o.at.Add(7)
	inside.Stop()
	short.Stop()
	p := tm.Profile()
	expectMeasured(t, p, "Total/short/inside", 7, 7)
	expectMeasured(t, p, "Total/short", stats.NoValue, 7)
}

// Calls whose time was given are those of which a count says nothing: it stands on the others.
func TestCountersOfCallsThatWereGiven(t *testing.T) {
	var n atomic.Int64
	tm := timersFor(t, WithCounter(Counter{Name: "n", Read: n.Load}))
	tm.Start("a").Stop()
	s := tm.Start("a")
	n.Add(5)
	tm.Add("a", time.Second, 3) // a recursion of it
	s.Stop()
	tm.Add("a", time.Second, 8)
	for range 2 {
		p := tm.Profile()
		a := p.Nodes[slices.IndexFunc(p.Nodes, func(n stats.Node) bool { return n.Name == "a" })]
		if a.Calls != 13 || a.Values[0] != 5 || len(a.LeftOut) != 1 || a.LeftOut[0] != 11 {
			t.Errorf("counted %v in %d calls without %v, want 5 in 13 without 11", a.Values, a.Calls, a.LeftOut)
		}
		if err := p.Check(); err != nil {
			t.Error(err)
		}
	}
}
