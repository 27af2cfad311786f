package answers

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// Efficiency is what share of the time of all ranks was useful in a region, as the POP centre and BSC's TALP have it:
// Parallel = LoadBalance × Communication.
type Efficiency struct {
	Parallel      float64 `json:"parallel"`      // useful time of all ranks, of the longest time of a rank by their number
	LoadBalance   float64 `json:"load_balance"`  // mean useful time of a rank, of the most: what unequal work leaves
	Communication float64 `json:"communication"` // most useful time, of the longest time of a rank: what waits and transfer leave
}

// usefulTime is which of the counters that is, -1 if it is not known.
func usefulTime(s *stats.Summary) int {
	return slices.IndexFunc(s.Counters, func(c stats.Counter) bool { return c.Name == stats.UsefulTime })
}

// EfficiencyOf returns that of a region. It is not known where useful time is not: where calls of MPI were not recorded.
func EfficiencyOf(s *stats.Summary, region int) (e Efficiency, known bool) {
	counter := usefulTime(s)
	g := &s.Regions[region]
	if counter < 0 || counter >= len(g.Values) || g.Max.Value <= 0 {
		return e, false
	}
	useful, longest := &g.Values[counter], float64(g.Max.Value)
	if useful.Ranks < g.Ranks || useful.Max.Value < 0 {
		return e, false
	}
	mean, most := useful.Mean(), float64(useful.Max.Value)
	e.Parallel, e.Communication, e.LoadBalance = mean/longest, most/longest, 1
	if most > 0 {
		e.LoadBalance = mean / most
	}
	return e, true
}
