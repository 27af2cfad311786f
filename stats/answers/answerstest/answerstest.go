// Package answerstest makes runs with a known truth for tests of what is said of them.
package answerstest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// SlowFrom is a run of eight ranks of which some take twice as long in the kernel from a step on, and its steps: each rank is two steps
// behind the one before, as ranks that wait for their neighbours alone are. The region with the kernel is ten deep.
func SlowFrom(t testing.TB, count, from int, slow ...int) (*stats.Summary, *steps.Times) {
	t.Helper()
	const ranks = 8
	names := []string{"Total"}
	for i := range 9 {
		names = append(names, fmt.Sprintf("component_%02d", i))
	}
	names = append(names, "kernel")
	path := strings.Join(names[1:], "/")
	s := &steps.Times{Regions: []string{"other", ".." + path[25:]}, Count: count, Fold: 1}
	var profiles []*stats.Profile
	for rank := range ranks {
		total := int64(0)
		for step := range count {
			took := 1.0
			if slices.Contains(slow, rank) && step >= from {
				took = 2
			}
			total += int64(took * 1e6)
			s.Seconds = append(s.Seconds, float32(took/1e3))
			s.Start, s.End = append(s.Start, float64(step+2*rank)*2e6), append(s.End, float64(step+2*rank+1)*2e6)
		}
		s.Ranks = append(s.Ranks, fmt.Sprint(rank))
		p := &stats.Profile{Rank: rank, Size: ranks, Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}}}
		for i, name := range names {
			p.Nodes = append(p.Nodes, stats.Node{Parent: i - 1, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
		}
		profiles = append(profiles, p)
	}
	s.Seconds = append(slices.Repeat([]float32{float32(math.NaN())}, ranks*count), s.Seconds...)
	for step := range count + 1 {
		s.Numbers = append(s.Numbers, step+1)
	}
	m, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return m, s
}
