package perfmod

import (
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

func TestStartAndStop(t *testing.T) {
	alone(t, nil, func() {
		pair("a", "b ", "c   ")
		pair("a", "b")
		Start("a")
		expectCalls(t, map[string]uint64{"a": 2, "b": 2, "c": 1, "b ": 0})
		if v, err := gptl.Query("a", 0); err != nil || !v.On {
			t.Errorf("%+v, %v", v, err)
		}
		Stop("a")
	})
}

// A stop in vain, or of an outer timer, harms nothing and is kept with its place.
func TestWrongUseIsKeptWithItsPlace(t *testing.T) {
	alone(t, nil, func() {
		Stop("never started")
		Start("outer")
		Start("inner")
		Stop("outer")
		expectCalls(t, map[string]uint64{"outer": 1, "inner": 1})
		found := map[string]bool{}
		for _, w := range mpitimer.Default().Profile().Warnings {
			found[w.Path] = len(w.Caller) > 0
			if want := "perfmod/timers_test.go:"; len(w.Caller) < len(want) || w.Caller[:len(want)] != want {
				t.Errorf("%s %q: place %q", w.Kind, w.Path, w.Caller)
			}
		}
		if len(found) != 2 {
			t.Errorf("warnings %v", found)
		}
	})
}

func TestStartStopVals(t *testing.T) {
	alone(t, func(s *Settings) { s.Timer = int(gptl.ClockGetTime) }, func() {
		StartStopVals("x", 3*second, 1)
		StartStopVals("x ", 5*second, 4)
		StartStopVals("x", -second, 1)
		StartStopVals("x", second, 0)
		StartStopVals("x", second, -3)
		if v, err := gptl.Query("x", 0); err != nil || v.Count != 6 || v.Wall != 10*second {
			t.Errorf("%+v, %v", v, err)
		}
		Disable()
		StartStopVals("x", second, 1)
		Enable()
		expectCalls(t, map[string]uint64{"x": 6})
	})
}

func TestStamp(t *testing.T) {
	alone(t, nil, func() {
		wall, _, _ := Stamp()
		for later := wall; later <= wall; later, _, _ = Stamp() {
		}
		for _, user, system := Stamp(); user+system <= 0; _, user, system = Stamp() {
		}
		Disable()
		if wall, user, system := Stamp(); wall != 0 || user != 0 || system != 0 {
			t.Errorf("disabled: %v %v %v", wall, user, system)
		}
	})
}

func TestPrefixes(t *testing.T) {
	alone(t, nil, func() {
		SetPrefix("a:  ")
		pair("dyn")
		done := make(chan struct{})
		go func() { // a prefix of its own, behind that of all
			defer close(done)
			SetPrefix("x:")
			pair("phys")
			UnsetPrefix()
			pair("phys")
		}()
		<-done
		UnsetPrefix()
		pair("dyn")
		expectCalls(t, map[string]uint64{"a:dyn": 1, "dyn": 1})
		for _, name := range []string{"a:x:phys", "a:phys"} {
			if n, err := gptl.Count(name, 1); err != nil || n != 1 {
				t.Errorf("%s: %d, %v", name, n, err)
			}
		}
	})
}

// profile_depth_limit: what stands deeper is not timed, and what follows stands where it belongs.
func TestDepthLimit(t *testing.T) {
	alone(t, func(s *Settings) { s.DepthLimit = 2 }, func() {
		pair("a", "b", "c", "d")
		pair("a", "b")
		expectCalls(t, map[string]uint64{"a": 2, "b": 2, "c": 0, "d": 0})
	})
}

func TestDetailIsAddedToNames(t *testing.T) {
	alone(t, func(s *Settings) { s.AddDetail, s.DetailLimit = true, 1000 }, func() {
		pair("a")
		AdjustDetail(7)
		pair("a ", "b")
		pair("a")
		StartStopVals("a", second, 1)
		AdjustDetail(92)
		pair("a")
		AdjustDetail(1)
		pair("a") // three digits: nothing is added
		expectCalls(t, map[string]uint64{"a_00": 1, "a_07": 3, "b_07": 1, "a_99": 1, "a": 1, "a_100": 0})
	})
}

func TestOverheadIsMeasuredOnTheMainGoroutine(t *testing.T) {
	alone(t, func(s *Settings) { s.MeasureOverhead = true }, func() {
		st := current()
		measured := func(f func()) time.Duration {
			before := st.overhead.Load()
			f()
			return time.Duration(st.overhead.Load() - before)
		}
		some := func() {
			for range 1000 {
				pair("a")
				StartStopVals("b", second, 1)
			}
		}
		if got := measured(some); got <= 0 {
			t.Errorf("overhead %v", got)
		}
		elsewhere := measured(func() {
			done := make(chan struct{})
			go func() { defer close(done); some() }()
			<-done
		})
		if elsewhere != 0 {
			t.Errorf("overhead %v of another goroutine", elsewhere)
		}
		expectCalls(t, map[string]uint64{"a": 1000, "b": 1000})
	})
}

func TestStartAndStopAllocateNothing(t *testing.T) {
	for name, edit := range map[string]func(*Settings){
		"plain": nil, "detail": func(s *Settings) { s.AddDetail = true },
	} {
		t.Run(name, func(t *testing.T) {
			alone(t, edit, func() {
				pair("a", "b")
				if n := testing.AllocsPerRun(1000, func() {
					Start("a")
					Start("b")
					Stop("b")
					Stop("a")
				}); n > 0 {
					t.Errorf("%v allocations", n)
				}
			})
		})
	}
}

// BenchmarkAdded is what this package adds to GPTL's calls: the same pair through both, in turn, so that
// what disturbs the machine disturbs both, and of each the best of many batches.
func BenchmarkAdded(b *testing.B) {
	if err := Init("", Options{Quiet: true}); err != nil {
		b.Fatal(err)
	}
	defer Finalize()
	kinds := []struct {
		name string
		pair func()
		best time.Duration
	}{
		{name: "gptl", pair: func() { _ = gptl.Start("inner"); _ = gptl.Stop("inner") }},
		{name: "perfmod", pair: func() { Start("inner"); Stop("inner") }},
	}
	const pairs = 1000
	Start("outer")
	defer Stop("outer")
	for b.Loop() {
		for i := range kinds {
			k := &kinds[i]
			begin := time.Now()
			for range pairs {
				k.pair()
			}
			if d := time.Since(begin); k.best == 0 || d < k.best {
				k.best = d
			}
		}
	}
	for i := range kinds {
		b.ReportMetric(float64(kinds[i].best)/pairs, kinds[i].name+"-ns/pair")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkAboveTheDetailLimit is a pair that is left out.
func BenchmarkAboveTheDetailLimit(b *testing.B) {
	if err := Init("", Options{Quiet: true}); err != nil {
		b.Fatal(err)
	}
	defer Finalize()
	AdjustDetail(2)
	for b.Loop() {
		Start("a")
		Stop("a")
	}
}
