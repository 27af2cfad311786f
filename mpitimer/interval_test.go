package mpitimer

import (
	"math"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

func TestIntervalsSplitTheWhole(t *testing.T) {
	tm := timersFor(t, edited(func(c *Config) { c.Timing.Histograms = true }))
	sampled := Define("s", SampleEvery(4))
	work := func(n int) {
		for range n {
			a := tm.Start("a")
			timerstest.Inside(tm.Start("b"))
			timerstest.Inside(tm.StartRegion(sampled))
			a.Stop()
		}
	}
	command, done := make(chan int), make(chan bool)
	go func() {
		for n := range command {
			work(n)
			done <- true
		}
	}()
	defer close(command)
	var parts []*stats.Profile
	for _, n := range []int{3, 5, 0, 9} {
		work(n)
		command <- 2 * n
		<-done
		parts = append(parts, tm.interval())
	}
	whole := tm.Profile()
	// The length of a tick is known better at the end than at the begin, where it is known to some steps of the clock.
	slack := 0.001 + 4*whole.Clock.Resolution/float64(parts[0].To)
	for i, part := range parts {
		if err := part.Check(); err != nil {
			t.Error(err)
		}
		if i > 0 && part.From != parts[i-1].To || i == 0 && part.From != 0 {
			t.Errorf("interval %d begins at %d", i, part.From)
		}
	}
	for i := range whole.Nodes {
		n := &whole.Nodes[i]
		if n.Name == TotalName {
			continue
		}
		var sum stats.Measure
		for _, part := range parts {
			m := part.Nodes[i].Measure
			sum.Calls += m.Calls
			sum.Timed += m.Timed
			sum.Total += m.Total
			sum.Squares = sum.Squares.Add(m.Squares)
			sum.Histogram.Merge(m.Histogram)
			if (m.Calls == 0) != (m.Total == 0) || m.Timed > 0 && (m.Min <= 0 || m.Max < m.Min) {
				t.Errorf("%s: %+v", timerstest.PathIn(part, i), m)
			}
		}
		if sum.Calls != n.Calls || sum.Timed != n.Timed || sum.Histogram.Total() != n.Histogram.Total() {
			t.Errorf("%s: intervals have %+v, the whole %+v", timerstest.PathIn(whole, i), sum, n.Measure)
		}
		if n.Estimated {
			continue // what is estimated later may differ
		}
		if ratio := float64(sum.Total) / float64(n.Total); math.Abs(ratio-1) > slack {
			t.Errorf("%s: intervals took %d ns, the whole %d ns", timerstest.PathIn(whole, i), sum.Total, n.Total)
		}
		if ratio := sum.Squares.Float64() / n.Squares.Float64(); math.Abs(ratio-1) > 2*slack {
			t.Errorf("%s: squares %v, the whole %v", timerstest.PathIn(whole, i), sum.Squares, n.Squares)
		}
	}
	if n := parts[2].Nodes[1]; n.Calls != 0 || n.Total != 0 {
		t.Errorf("in an interval without calls: %+v", n.Measure)
	}
}

// Times are set by Add, so that they are known.
func TestExtremesOfAnInterval(t *testing.T) {
	tm := timersFor(t, exactClock())
	command, done := make(chan time.Duration), make(chan bool)
	go func() {
		for d := range command {
			tm.Add("a", d, 1)
			done <- true
		}
	}()
	defer close(command)
	expect := func(p *stats.Profile, least, most time.Duration) {
		t.Helper()
		n := timerstest.NodeOf(t, p, "a")
		if time.Duration(n.Min) != least || time.Duration(n.Max) != most {
			t.Errorf("from %v to %v, want %v to %v", time.Duration(n.Min), time.Duration(n.Max), least, most)
		}
	}
	add := func(d time.Duration, other bool) {
		if other {
			command <- d
			<-done
			return
		}
		tm.Add("a", d, 1)
	}
	add(time.Second, false)
	add(4*time.Second, false)
	add(9*time.Second, true)
	expect(tm.interval(), time.Second, 9*time.Second)
	add(5*time.Second, true)
	expect(tm.interval(), 5*time.Second, 5*time.Second)
	add(2*time.Second, false)
	add(3*time.Second, true)
	expect(tm.Profile(), time.Second, 9*time.Second)
	expect(tm.interval(), 2*time.Second, 3*time.Second)
	expect(tm.interval(), 0, 0)
	expect(tm.Profile(), time.Second, 9*time.Second)
}

// A goroutine that only stops what it had started begins the next interval, too.
func TestIntervalBeginsAtAStop(t *testing.T) {
	tm := timersFor(t)
	started, stop, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		for range 2 {
			s := tm.Start("a")
			started <- true
			<-stop
			s.Stop()
			done <- true
		}
	}()
	<-started
	tm.interval()
	stop <- true
	<-done
	<-started
	second := tm.interval()
	stop <- true
	<-done
	if n := timerstest.NodeOf(t, second, "a"); n.Calls != 1 || n.Min == 0 || n.Max == 0 {
		t.Errorf("second interval: %+v", n.Measure)
	}
	third := tm.interval()
	if n := timerstest.NodeOf(t, third, "a"); n.Calls != 1 || n.Min == 0 || n.Max == 0 || n.Running != 0 {
		t.Errorf("third interval: %+v", n.Measure)
	}
}

func TestIntervalOfARunningRegion(t *testing.T) {
	tm := timersFor(t)
	tm.interval()
	s := tm.Start("a")
	first := tm.interval()
	second := tm.interval()
	s.Stop()
	third := tm.interval()
	var sum int64
	for i, p := range []*stats.Profile{first, second, third} {
		n := timerstest.NodeOf(t, p, "a")
		sum += n.Total
		if running := i < 2; (n.Running == 1) != running || (n.Calls == 1) == running || n.Open > n.Total {
			t.Errorf("interval %d: %+v", i, n.Measure)
		}
		if width := p.To - p.From; n.Total > width+width/10+1000 { // the length of a tick is still uncertain
			t.Errorf("interval %d of %d ns has a call of %d ns", i, width, n.Total)
		}
	}
	if whole := timerstest.NodeOf(t, tm.Profile(), "a").Total; float64(sum) < 0.9*float64(whole)-1000 || float64(sum) > 1.1*float64(whole)+1000 {
		t.Errorf("intervals took %d ns, the whole %d ns", sum, whole)
	}
}

func TestIntervalAfterAReset(t *testing.T) {
	tm := timersFor(t)
	for range 5 {
		tm.Start("a").Stop()
	}
	tm.interval()
	tm.Reset()
	tm.Start("a").Stop()
	p := tm.interval()
	if n := timerstest.NodeOf(t, p, "a"); n.Calls != 1 {
		t.Errorf("%d calls", n.Calls)
	}
}

func TestIntervalsWhileGoroutinesRun(t *testing.T) {
	tm := timersFor(t)
	const goroutines, calls = 4, 20000
	var wait sync.WaitGroup
	for range goroutines {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range calls {
				s := tm.Start("a")
				tm.Start("b").Stop()
				s.Stop()
			}
		}()
	}
	ended := make(chan bool)
	go func() { wait.Wait(); close(ended) }()
	sums := make(map[string]uint64)
	add := func() {
		p := tm.interval()
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		for i := range p.Nodes {
			sums[timerstest.PathIn(p, i)] += p.Nodes[i].Calls
		}
	}
	for running := true; running; {
		select {
		case <-ended:
			running = false
		default:
		}
		add()
	}
	for _, path := range []string{"Total/a", "Total/a/b"} {
		if sums[path] != goroutines*calls {
			t.Errorf("%s: %d calls in all intervals, want %d", path, sums[path], goroutines*calls)
		}
	}
}

// What is reset begins anew in the interval, too.
func TestResetNamed(t *testing.T) {
	tm := timersFor(t)
	add := func(name string) { byname.Add(tm.Engine(), name, time.Second, 1, 9) }
	tm.Start("outer")
	add("a")
	tm.Stop("outer")
	add("a")
	add("b")
	timerstest.Elsewhere(func() { add("a") })
	tm.interval()
	if byname.Reset(tm.Engine(), "never") || byname.Reset(tm.Engine(), TotalName) || !byname.Reset(tm.Engine(), "a") {
		t.Error("it does not say what there is")
	}
	add("a")
	since := tm.interval()
	if n := timerstest.NodeOf(t, since, "a"); n.Calls != 1 || n.Total != int64(time.Second) || n.Max != int64(time.Second) {
		t.Errorf("since the last report a has %+v", n.Measure)
	}
	timerstest.ExpectOutline(t, tm.Profile(), "outer 1", "a 1", "b 1")
	for _, n := range since.Nodes {
		if n.Name == "b" && n.Calls != 0 {
			t.Errorf("since the last report b has %+v", n.Measure)
		}
	}
}
