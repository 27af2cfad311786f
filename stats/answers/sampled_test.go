package answers

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// sampledRuns are ranks on which one call in eight of a kernel was timed, whose calls take 1 to 100 times as long as each other.
func sampledRuns(t *testing.T, seed uint64, factor func(rank int) float64) *stats.Summary {
	source := rand.New(rand.NewPCG(seed, 8))
	var kernels []stats.Measure
	longest := int64(0)
	for rank := range 8 {
		const timedCalls, calls = 50, 400
		kernel := stats.Measure{Calls: calls, Timed: timedCalls, Min: 1 << 62}
		for range timedCalls {
			took := int64(1e5 * factor(rank))
			if source.IntN(20) == 0 {
				took *= 100
			}
			kernel.Total += took * calls / timedCalls
			kernel.Min, kernel.Max = min(kernel.Min, took), max(kernel.Max, took)
			kernel.Squares = kernel.Squares.Add(stats.Square(uint64(took)))
		}
		kernels, longest = append(kernels, kernel), max(longest, kernel.Total/1e6)
	}
	var list []*stats.Profile
	for rank, kernel := range kernels {
		node := stats.Node{Parent: 1, Name: "kernel", Estimated: true, Measure: kernel}
		wait := longest - kernel.Total/1e6 + 5
		list = append(list, profileOf(rank, 8, timed(-1, "Total", longest+21, 0), timed(0, "step", longest+20, 0), node, timed(1, "sum", wait, wait)))
	}
	return merged(t, list)
}

// What ranks differ by where few calls of each were timed may be chance: it is hardly ever a finding. A rank that takes eight times as long is.
func TestSampledRanksDifferByChance(t *testing.T) {
	wrong := 0
	for seed := range uint64(200) {
		s := sampledRuns(t, seed, func(int) float64 { return 1 })
		for _, f := range Find(s) {
			if text := f.Text(s); strings.Contains(text, "kernel") {
				wrong++
				t.Logf("seed %d: %s", seed, text)
			}
		}
	}
	if wrong > 6 {
		t.Errorf("%d of 200 runs", wrong)
	}
	s := sampledRuns(t, 1, func(rank int) float64 {
		if rank == 5 {
			return 8
		}
		return 1
	})
	if got := texts(Find(s), s); !strings.HasPrefix(got[0], "Rank 5 is slowest in step / kernel") || !strings.Contains(got[0], "would save about ") {
		t.Errorf("%q", got)
	}
}

// Where a sample of the calls does not tell whether ranks differ in a region, they do in the one around it, as a whole, that was timed.
func TestDifferenceAroundSampledCalls(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		work := int64(300)
		if rank == 2 {
			work = 900
		}
		kernel := timed(2, "kernel", work-10, 0) // nearly all of it in one of the few calls that were timed
		kernel.Estimated, kernel.Calls, kernel.Timed, kernel.Min, kernel.Max = true, 1600, 100, 1000, kernel.Total/16-1000*99
		kernel.Squares = stats.Square(uint64(kernel.Max))
		list = append(list, profileOf(rank, 4, timed(-1, "Total", 1000, 0), timed(0, "step", 1000, 0), timed(1, "work", work, 0), kernel, timed(1, "sum", 1000-work, 1000-work)))
	}
	s := merged(t, list)
	const want = "Rank 2 is slowest in step / work, and others wait in sum. Balance would save 450 ms, 45 % of the run."
	if got := texts(Find(s), s); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
