package mpitimer

import (
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

var h = Define("handle")
var hs = Define("sampled", Sample(16))

func deferred() { defer Start("name").Stop() }

func TestQuick(b *testing.T) {
	names := make([]string, 1000)
	for i := range names {
		names[i] = string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
	}
	run := func(name string, limit float64, edit func(*Config), f func(n int)) {
		c := DefaultConfig()
		c.Output.GlobalFile = "none"
		c.Output.RankFiles = 0
		c.Output.SummaryFile = false
		if edit != nil {
			edit(&c)
		}
		Initialize(WithConfig(c), WithLog(io.Discard))
		var base, own []float64
		const n = 1000
		f(n)
		for range 4000 {
			t0 := clock.Now()
			var s uint64
			for range n {
				x := clock.Now()
				s += clock.Now() - x
			}
			_ = s
			t1 := clock.Now()
			f(n)
			t2 := clock.Now()
			base = append(base, float64(t1-t0)/n)
			own = append(own, float64(t2-t1)/n)
		}
		Finalize()
		slices.Sort(base)
		slices.Sort(own)
		q := func(v []float64, p float64) float64 { return v[int(p*float64(len(v)))] / 2.445 }
		fmt.Printf("%-10s base %.1f own %.1f (p2 %.1f)  ratio %.2f limit %.2f  (p2 %.2f)\n", name, q(base, .5), q(own, .5), q(own, .02), q(own, .5)/q(base, .5), limit, q(own, .02)/q(base, .02))
	}
	run("clock", 1, nil, func(n int) {
		var s uint64
		for range n {
			x := clock.Now()
			s += clock.Now() - x
		}
		_ = s
	})
	run("handle", 1.25, nil, func(n int) {
		for range n {
			h.Start().Stop()
		}
	})
	run("name", 1.4, nil, func(n int) {
		for range n {
			Start("name").Stop()
		}
	})
	run("startstop", 1.4, nil, func(n int) {
		for range n {
			Start("name")
			Stop("name")
		}
	})
	run("defer", 1.5, nil, func(n int) {
		for range n {
			deferred()
		}
	})
	run("nested5", 1.4, nil, func(n int) {
		for i := 0; i < n; i += 5 {
			s1 := Start("a")
			s2 := Start("b")
			s3 := Start("c")
			s4 := Start("d")
			s5 := Start("e")
			s5.Stop()
			s4.Stop()
			s3.Stop()
			s2.Stop()
			s1.Stop()
		}
	})
	run("hist", 1.75, func(c *Config) { c.Timing.Histograms = true }, func(n int) {
		for range n {
			h.Start().Stop()
		}
	})
	run("next", .75, nil, func(n int) {
		for i := 0; i < n; i += 2 {
			Next("x")
			Next("y")
		}
	})
	run("sampled", .2, nil, func(n int) {
		for range n {
			hs.Start().Stop()
		}
	})
	run("names1000", 1.5, nil, func(n int) {
		for i := range n {
			Start(names[i%1000]).Stop()
		}
	})
	work := make(chan int)
	done := make(chan int)
	go func() {
		for n := range work {
			for range n {
				h.Start().Stop()
			}
			done <- 1
		}
	}()
	run("other", 1.6, nil, func(n int) {
		if n == 1000 {
			n = 999
		}
		work <- n
		<-done
	})
}
