package answers

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// Ranks that are slow in all regions beside each other are one finding from three regions on, and each of the regions can be had.
func TestSlowEverywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kernels, ranks := rapid.IntRange(1, 6).Draw(t, "kernels"), rapid.IntRange(4, 9).Draw(t, "ranks")
		slow := rapid.IntRange(1, ranks/2).Draw(t, "slow")
		var list []*stats.Profile
		for rank := range ranks {
			nodes, took := []stats.Node{timed(-1, "Total", int64(151*kernels), 0), timed(0, "step", int64(150*kernels+1), 0)}, int64(0)
			for k := range kernels {
				one := int64(100)
				if rank < slow {
					one = 150
				}
				took += one
				nodes = append(nodes, timed(1, fmt.Sprint("kernel ", k), one, 0))
			}
			waited := int64(150*kernels) - took
			list = append(list, profileOf(rank, ranks, append(nodes, timed(1, "dot", waited+1, waited+1))...))
		}
		s := merged(t, list)
		found := Find(s)
		want := 1e6 * float64(kernels) * 50 * (1 - float64(slow)/float64(ranks))
		sum, apart := 0.0, 0
		for _, f := range found {
			sum += f.Saves
			parts := 0.0
			for _, one := range f.Apart() {
				apart, parts = apart+1, parts+one.Saves
			}
			if f.Kind != Slow || f.Ranks.Count != slow || math.Abs(parts-f.Saves) > 1 {
				t.Fatalf("%+v", f)
			}
		}
		findings := kernels
		if kernels >= leastTogether {
			findings = 1
		}
		if len(found) != findings || apart != kernels || math.Abs(sum-want) > 0.01*want {
			t.Fatalf("%d findings of %d regions, %g ns to save, want %g: %q", len(found), apart, sum, want, texts(found, s))
		}
	})
}

// The sentence names the region around them.
func TestTextOfSeveralRegions(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		more := int64(rank / 2)
		list = append(list, profileOf(rank, 4, timed(-1, "Total", 1000, 0), timed(0, "step", 990, 0),
			timed(1, "flux", 200+100*more, 0), timed(1, "limiter", 100+50*more, 0), timed(1, "source", 100+50*more, 0), timed(1, "dot", 590-200*more, 590-200*more)))
	}
	s := merged(t, list)
	const want = "Ranks 2-3 (2 of 4) are slowest in 3 regions of step, most of all in flux, and others wait in dot. Balance would save 100 ms, 10 % of the run."
	if got := texts(Find(s), s); len(got) != 2 || got[0] != want {
		t.Errorf("%q", got)
	}
}
