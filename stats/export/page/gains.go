package page

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// gainData is what balance would give back in a region: stats.Gain in terms of the page, with what is shown of it.
type gainData struct {
	Region  int     `json:"region"`
	Own     bool    `json:"own,omitempty"`
	Between bool    `json:"between,omitempty"` // its environment and others; no rank is to blame
	Rank    int     `json:"rank"`
	Saves   float64 `json:"saves"`
	Share   float64 `json:"share"`  // of the run on its slowest rank
	Mostly  int     `json:"mostly"` // the region below where it was lost, or the region itself
	Waits   []int   `json:"waits"`
}

// costlyRank returns what a rank costs: what balance would give back in the regions where it is the slowest.
type costlyRank struct {
	Rank    int     `json:"rank"`
	Regions int     `json:"regions"`
	Saves   float64 `json:"saves"`
}

// gains sets what balance would give back, the most first, and the ranks that cost it. Regions that the page leaves
// out give theirs to no other.
func (d *runData) gains(s *stats.Summary, to []int) {
	d.Balance, d.Slowest = []gainData{}, []costlyRank{}
	longest := 0.0
	for i := range s.Regions {
		if s.Regions[i].Parent < 0 {
			longest = max(longest, float64(s.Regions[i].Max.Value))
		}
	}
	costs := make(map[int]*costlyRank)
	for _, g := range s.Balance() {
		if rank := g.Rank; !g.Between {
			if costs[rank] == nil {
				costs[rank] = &costlyRank{Rank: rank}
			}
			costs[rank].Regions++
			costs[rank].Saves += g.Saves
		}
		if to[g.Region] < 0 {
			continue
		}
		out := gainData{Region: to[g.Region], Own: g.Own, Between: g.Between, Rank: g.Rank, Saves: g.Saves, Share: g.Saves / longest, Mostly: max(to[g.Mostly], to[g.Region]), Waits: []int{}}
		for _, w := range g.Waits {
			if to[w] >= 0 {
				out.Waits = append(out.Waits, to[w])
			}
		}
		d.Balance = append(d.Balance, out)
	}
	for _, c := range costs {
		d.Slowest = append(d.Slowest, *c)
	}
	slices.SortFunc(d.Slowest, func(a, b costlyRank) int {
		return cmp.Or(cmp.Compare(b.Saves, a.Saves), cmp.Compare(a.Rank, b.Rank))
	})
}
