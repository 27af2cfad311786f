package efficiency

import (
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// UsefulTime returns which of the counters of a Summary is useful time, or -1 if it has none, or if its times show that ranks also wait
// where nothing records it: then it is too much.
func UsefulTime(s *stats.Summary) int {
	if i := Recorded(s); i >= 0 && !lacksWaits(s, i) {
		return i
	}
	return -1
}

// Recorded returns which of the counters is time outside of all recorded waits, or -1 if none is.
func Recorded(s *stats.Summary) int {
	i := slices.IndexFunc(s.Counters, func(c stats.Counter) bool { return c.Name == stats.UsefulTime })
	if i >= 0 && !slices.ContainsFunc(s.Regions, func(g stats.Region) bool { return i < len(g.Values) && g.Values[i].Ranks > 0 }) {
		return -1
	}
	return i
}

// IsMarked reports whether it is only known where ranks wait since a program marks regions: it may wait in others, too.
func IsMarked(s *stats.Summary) bool {
	return slices.ContainsFunc(s.Regions, func(g stats.Region) bool { return g.Communication() }) && !Called(s)
}

// Called reports whether calls of MPI are regions: all of them are recorded, or none.
func Called(s *stats.Summary) bool { return slices.ContainsFunc(s.Regions, isCall) }

// isCall reports whether a region is a call of MPI.
func isCall(g stats.Region) bool {
	return strings.HasPrefix(g.Name, "MPI_") && g.Communication() && !strings.HasPrefix(g.Name, "MPI_Init")
}

// lacksWaits reports whether ranks wait where nothing records it: some of them have no marks at all, or outside of those that are
// recorded they differ much in a region, and make up for it in what lies around it. Without marks, operations that tell of themselves
// are known: ranks that are goroutines of one program may wait for channels, too, and do if they make up for it and little waiting is
// known, or if those that wait most do so while the one that waits least takes longest elsewhere.
func lacksWaits(s *stats.Summary, counter int) bool {
	if Called(s) {
		return false
	}
	const much = 0.05 // of the run
	marks, longest, known := IsMarked(s), 0.0, 0.0
	for i := range s.Regions {
		if g := &s.Regions[i]; g.Parent < 0 && !g.OnDevice() {
			longest = max(longest, float64(g.Max.Value))
			known += waits(g, counter)
		}
	}
	for i := range s.Regions {
		g := &s.Regions[i]
		v := valueOf(g, counter)
		if v != nil && marks && v.Ranks < g.Ranks {
			return true
		}
		if v == nil || g.Parent < 0 {
			continue
		}
		up := &s.Regions[g.Parent]
		around := valueOf(up, counter)
		if around == nil || !up.SharesThread(g) { // it is beside that one
			continue
		}
		has, whole := float64(v.Max.Value-v.Min.Value), float64(around.Max.Value-around.Min.Value)
		if g.Environment == up.Environment && 2*v.Ranks <= up.Ranks { // others have none
			has = float64(v.Max.Value)
		}
		if has > much*longest && 2*whole < has && (marks || 2*waits(up, counter) < has) {
			return true
		}
	}
	return !marks && mirrors(s, counter, max(much*longest, known))
}

// waits is how long ranks wait in a region as far as it is recorded, on average.
func waits(g *stats.Region, counter int) float64 {
	if v := valueOf(g, counter); v != nil {
		return g.Wall.Float64()/float64(g.Ranks) - v.Mean()
	}
	return 0
}

// mirrors reports whether ranks seem to wait in a region without any inside it for one that takes longest in another: this one has little
// of it, and others up to about as much as it takes longer there.
func mirrors(s *stats.Summary, counter int, least float64) bool {
	const enough = 0.7
	inner, most := make([]bool, len(s.Regions)), 100
	var list []*stats.CounterStats
	for i := len(s.Regions) - 1; i >= 0; i-- {
		g := &s.Regions[i]
		if g.Parent >= 0 && !s.Beside(i) {
			inner[g.Parent] = true
		}
		if v := valueOf(g, counter); v != nil && !inner[i] && v.Ranks == s.Ranks && float64(v.Max.Value-v.Min.Value) > least && len(list) < most {
			list = append(list, v)
		}
	}
	for _, wait := range list {
		for _, work := range list {
			if work != wait && 2*float64(wait.Min.Value) < wait.Mean() && wait.Min.Rank == work.Max.Rank && float64(work.Max.Value-work.Min.Value) >= enough*float64(wait.Max.Value-wait.Min.Value) {
				return true
			}
		}
	}
	return false
}

// valueOf is that of a counter in a region, nil if it was not counted there.
func valueOf(g *stats.Region, counter int) *stats.CounterStats {
	if counter >= len(g.Values) || g.Values[counter].Ranks == 0 || g.OnDevice() || g.Ranks == 0 {
		return nil
	}
	return &g.Values[counter]
}
