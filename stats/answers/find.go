package answers

import "github.com/go-hpc/timers/stats"

// Find returns what can be said of a run, with the most to win first: at least one Finding.
func Find(s *stats.Summary) []Finding {
	var list []Finding
	for _, g := range s.Balance() {
		kind := Slow
		if g.Between {
			kind = Between
		}
		list = append(list, Finding{Kind: kind, Region: g.Mostly, Own: g.Own, Ranks: Ranks{Count: 1, Of: s.Regions[g.Region].Ranks, First: g.Rank}, Saves: g.Saves, Waits: g.Waits})
	}
	if len(list) == 0 {
		list = append(list, Finding{Kind: Balanced, Region: -1})
	}
	return list
}
