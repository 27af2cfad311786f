package mpitimer

import (
	"io"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func deferredPair() { defer Start("deferred").Stop() }

// A pair makes no garbage, whatever kind it is. The first calls of a region do.
func TestPairsDoNotAllocate(t *testing.T) {
	timerstest.SkipSlowNumbers(t)
	handle, sampled := Define("handle"), Define("sampled", SampleEvery(16))
	names := []string{"a", "b", "c", "d", "e"}
	var recurse func(n int)
	recurse = func(n int) {
		defer Start("recursive").Stop()
		if n > 0 {
			recurse(n - 1)
		}
	}
	cases := map[string]func(){
		"name":    func() { Start("name").Stop() },
		"by name": func() { Start("name"); Stop("name") },
		"handle":  func() { handle.Start().Stop() },
		"defer":   deferredPair,
		"nested": func() {
			a := Start("a")
			b := Start("b")
			handle.Start().Stop()
			b.Stop()
			a.Stop()
		},
		"next":      func() { s := Start("s"); Next("x"); Next("y"); s.Stop() },
		"sampled":   func() { sampled.Start().Stop() },
		"recursive": func() { recurse(3) },
		"in turn": func() {
			for _, name := range names {
				Start(name).Stop()
			}
		},
		"environment": func() { StartInEnvironment("name", "").Stop() },
	}
	for _, histograms := range []bool{false, true} {
		config := quietConfig()
		config.Timing.Histograms = histograms
		if err := Initialize(WithConfig(config), WithLog(io.Discard)); err != nil {
			t.Fatal(err)
		}
		check := func(where string) {
			for name, run := range cases {
				for range 100 {
					run() // also fills the histograms' windows
				}
				if n := testing.AllocsPerRun(1000, run); n != 0 {
					t.Errorf("%s on %s, histograms %v: %v allocations", name, where, histograms, n)
				}
			}
		}
		check("the main goroutine")
		timerstest.Elsewhere(func() { check("another goroutine") })
		Default().Disable()
		check("a goroutine while disabled")
		Default().Enable()
		if err := Finalize(); err != nil {
			t.Fatal(err)
		}
	}
	for name, run := range cases {
		if n := testing.AllocsPerRun(100, run); n != 0 {
			t.Errorf("%s without timers: %v allocations", name, n)
		}
	}
}
