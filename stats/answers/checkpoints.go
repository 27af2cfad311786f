package answers

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// A Checkpoint is the report on one part of a run: from the previous checkpoint to this one.
type Checkpoint struct {
	Number  int
	Summary *stats.Summary
}

// OverCheckpoints returns the times of regions in consecutive parts of a run, in place of steps. It returns nil if
// they are not known, as for runs with more ranks than a stats.RankSet lists one by one. The fastest and the slowest
// rank have their own times, all others the mean of their set.
func OverCheckpoints(parts []Checkpoint) *steps.Times {
	if len(parts) == 0 || parts[0].Summary.Size > 64 {
		return nil
	}
	t := &steps.Times{Count: len(parts), Fold: 1, Unit: "checkpoint"}
	size, places := parts[0].Summary.Size, make(map[string]int)
	for rank := range size {
		t.Ranks = append(t.Ranks, fmt.Sprint(rank))
	}
	for column, part := range parts {
		if column > 0 && part.Number != parts[column-1].Number+1 || part.Summary.Size != size {
			return nil
		}
		t.Numbers = append(t.Numbers, part.Number)
		for i := range part.Summary.Regions {
			name := strings.Join(part.Summary.Path(i), "/")
			place, there := places[name]
			if !there {
				place = len(places)
				places[name], t.Regions = place, append(t.Regions, name)
				for range size * len(parts) {
					t.Seconds = append(t.Seconds, float32(math.NaN()))
				}
			}
			eachRank(&part.Summary.Regions[i], func(rank int, ns float64) {
				if rank < size {
					t.Seconds[(place*size+rank)*len(parts)+column] = float32(1e-9 * ns)
				}
			})
		}
	}
	t.Numbers = append(t.Numbers, parts[len(parts)-1].Number+1)
	return t
}

// eachRank calls f for the ranks that ran a region, of which each has a bit of its own in the sets.
func eachRank(g *stats.Region, f func(rank int, ns float64)) {
	least, width := float64(g.Min.Value), float64(g.Max.Value-g.Min.Value)/stats.RankBins
	for k, set := range g.RankSets {
		sum, n := 0.0, 0.0
		for bin := k * stats.SetBins; bin < min((k+1)*stats.SetBins, len(g.RankHistogram)); bin++ {
			count := float64(g.RankHistogram[bin])
			sum, n = sum+count*(float64(bin)+0.5), n+count
		}
		for left := set.Sum; left != 0 && n > 0; left &= left - 1 {
			f(bits.TrailingZeros64(left), least+width*sum/n)
		}
	}
	for _, e := range [...]stats.Extreme{g.Min, g.Max} {
		if e.Rank >= 0 && g.Ranks > 0 {
			f(e.Rank, float64(e.Value))
		}
	}
}
