package mpitimer

import (
	"io"
	"maps"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// processTimers makes the timers of the package's functions, until the test ends.
func processTimers(t tester, options ...Option) (tm *Timers, end func()) {
	t.Helper()
	if err := Initialize(append([]Option{WithConfig(quietConfig()), WithLog(io.Discard)}, options...)...); err != nil {
		t.Fatal(err)
	}
	return Default(), func() { Finalize() }
}

// callsBelowTotal is the calls of each path.
func callsBelowTotal(tm *Timers) map[string]int {
	calls := make(map[string]int)
	p := tm.Profile()
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Calls > 0 {
			calls[pathIn(p, i)[len(TotalName)+1:]] += int(n.Calls)
		}
	}
	return calls
}

// boundProgram is what a goroutine does with bound regions, and how often it should be counted.
type boundProgram struct {
	tm      *Timers
	regions []*Region
	bound   []*BoundRegion
	own     string
	rank    string
	off     bool
	around  []string
	open    []Interval
	calls   map[string]int
}

func (b *boundProgram) path(name string) string {
	path := ""
	for _, around := range b.around {
		path += around + "/"
	}
	return path + b.rank + b.own + name
}

func (b *boundProgram) count(name string, calls int) {
	if !b.off {
		b.calls[b.path(name)] += calls
	}
}

func (b *boundProgram) step(t *rapid.T) {
	which, prefix := rapid.IntRange(0, len(b.regions)-1).Draw(t, "region"), rapid.SampledFrom([]string{"", "p:", "q:"})
	switch rapid.SampledFrom([]string{"bound", "bound", "bound", "handle", "name", "in", "in", "out", "own", "rank", "switch", "reset", "level", "look"}).Draw(t, "verb") {
	case "bound":
		calls := rapid.IntRange(1, 40).Draw(t, "calls")
		for range calls {
			b.bound[which].Start().Stop()
		}
		b.count(b.regions[which].Name(), calls)
	case "handle":
		b.regions[which].Start().Stop()
		b.count(b.regions[which].Name(), 1)
	case "name":
		Start(b.regions[which].Name()).Stop()
		b.count(b.regions[which].Name(), 1)
	case "in":
		if name := rapid.SampledFrom([]string{"in", "out"}).Draw(t, "parent"); !b.off && len(b.around) < 3 {
			path := b.rank + b.own + name
			for _, around := range b.around {
				if around == path {
					return
				}
			}
			b.open, b.around = append(b.open, Start(name)), append(b.around, path)
		}
	case "out":
		if last := len(b.open) - 1; last >= 0 && !b.off {
			name := b.around[last]
			b.open[last].Stop()
			b.open, b.around = b.open[:last], b.around[:last]
			calls := b.calls
			path := ""
			for _, around := range b.around {
				path += around + "/"
			}
			calls[path+name]++
		}
	case "own":
		b.own = prefix.Draw(t, "prefix")
		b.tm.engine.SetOwnPrefix(b.own)
	case "rank":
		b.rank = prefix.Draw(t, "prefix")
		elsewhere(func() { b.tm.SetPrefix(b.rank) })
	case "switch":
		if b.off = !b.off; b.off {
			b.tm.Disable()
		} else {
			b.tm.Enable()
		}
	case "reset":
		b.tm.Reset()
		clear(b.calls)
	case "level":
		b.tm.SetLevel(rapid.IntRange(0, 1).Draw(t, "level"))
	case "look":
		if got := callsBelowTotal(b.tm); !maps.Equal(got, b.calls) {
			t.Fatalf("calls are %v, want %v", got, b.calls)
		}
	}
}

// However calls of bound regions mix with others, prefixes, resets and pauses, their numbers are exact.
func TestBoundCallsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tm, end := processTimers(t)
		defer end()
		b := &boundProgram{tm: tm, calls: make(map[string]int)}
		for _, every := range []int{2, 16, 3} {
			b.regions = append(b.regions, Define([]string{"a", "b", "a"}[len(b.regions)], SampleEvery(every)))
		}
		b.regions = append(b.regions, Define("plain"), Define("throttled", Throttle()))
		work := func() {
			for _, r := range b.regions {
				b.bound = append(b.bound, r.Bind())
			}
			for range rapid.IntRange(1, 60).Draw(t, "steps") {
				b.step(t)
			}
			for b.off {
				b.off = false
				tm.Enable()
			}
			for i := len(b.open) - 1; i >= 0; i-- {
				b.around = b.around[:i+1]
				b.open[i].Stop()
				around := b.around[i]
				b.around, b.rank, b.own = b.around[:i], "", ""
				b.calls[b.path(around)]++
			}
		}
		if rapid.Bool().Draw(t, "main") {
			work()
		} else {
			failed := any(nil)
			elsewhere(func() {
				defer func() { failed = recover() }()
				work()
			})
			if failed != nil {
				panic(failed)
			}
		}
		if got := callsBelowTotal(tm); !maps.Equal(got, b.calls) {
			t.Fatalf("calls are %v, want %v", got, b.calls)
		}
		expectWarnings(t, tm.Profile())
	})
}

// A bound region times one call in as many as its Region does, and its time is an estimate too.
func TestBoundRegionIsSampled(t *testing.T) {
	skipSlowNumbers(t)
	tm, end := processTimers(t)
	defer end()
	bound := Define("r", SampleEvery(16)).Bind()
	for range 160 {
		inside(bound.Start())
	}
	n := nodeOf(t, tm.Profile(), "r")
	if n.Calls != 160 || n.Timed != 10 || !n.Estimated || n.Total == 0 || n.Max < n.Min {
		t.Errorf("%d calls, %d timed, estimated %v, %d ns, %d to %d", n.Calls, n.Timed, n.Estimated, n.Total, n.Min, n.Max)
	}
}

// Once a call that is timed had a region inside, those of all calls stand below it.
func TestChildrenOfABoundRegion(t *testing.T) {
	tm, end := processTimers(t)
	defer end()
	bound := Define("r", SampleEvery(4)).Bind()
	for range 100 {
		s := bound.Start()
		Start("child").Stop()
		s.Stop()
	}
	expectWarnings(t, expectTree(t, tm, "r 100", "r/child 100"))
}

// A recursion is seen as what stands inside: all calls are on the stack from then on.
func TestRecursionOfABoundRegion(t *testing.T) {
	tm, end := processTimers(t)
	defer end()
	bound := Define("r", SampleEvery(3)).Bind()
	for range 9 {
		outer := bound.Start()
		bound.Start().Stop()
		outer.Stop()
	}
	expectWarnings(t, expectTree(t, tm, "r 18 r9"))
}

// Whoever uses a region that is bound to another goroutine is told so, and what is timed is his own.
func TestBoundRegionOnAnotherGoroutine(t *testing.T) {
	tm, end := processTimers(t)
	defer end()
	bound := Define("r", SampleEvery(4)).Bind()
	bound.Start().Stop()
	for range 3 {
		elsewhere(func() { bound.Start().Stop() })
	}
	p := tm.Profile()
	expectOutline(t, p, "r 4")
	expectWarnings(t, p, "started on another goroutine than it is bound to: r ×3")
}

// What is bound before there are timers, or was bound to earlier ones, works with those that there are.
func TestBoundRegionOutlivesTimers(t *testing.T) {
	bound := Define("r", SampleEvery(4)).Bind()
	bound.Start().Stop()
	for range 2 {
		tm, end := processTimers(t)
		for range 10 {
			bound.Start().Stop()
		}
		expectWarnings(t, expectTree(t, tm, "r 10"))
		end()
		bound.Start().Stop()
	}
}

// Readers see numbers of calls that are as many as were made when they began, or more, and no more than when they ended.
func TestReadersOfABoundRegion(t *testing.T) {
	tm, end := processTimers(t)
	defer end()
	const calls = 20_000
	var wait sync.WaitGroup
	wait.Go(func() {
		bound := Define("r", SampleEvery(16)).Bind()
		for i := range calls {
			if i%100 == 0 {
				tm.engine.SetOwnPrefix([]string{"", "p:"}[i/100%2])
			}
			bound.Start().Stop()
		}
	})
	last := 0
	for last < calls {
		now := 0
		for _, n := range callsBelowTotal(tm) {
			now += n
		}
		if now < last || now > calls {
			t.Fatalf("%d calls after %d, of %d", now, last, calls)
		}
		last = now
	}
	wait.Wait()
}
