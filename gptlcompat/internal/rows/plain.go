package rows

import (
	"slices"
	"sync"

	"github.com/go-hpc/timers/stats"
)

// Plain is gptlcompat's; see there.
func Plain(p *stats.Profile) bool {
	names := make(map[string]bool, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.ByTrack != nil || n.Running != 0 || n.Open != 0 || n.Total < 0 || n.Lacks != 0 || !shows(&n.Measure) ||
			n.Timed > 0 && n.Min > n.Max || names[n.Name] || stats.Communicates(n.Name) {
			return false
		}
		names[n.Name] = true
	}
	return len(p.Counters) == 0 && len(p.Environments) > 0
}

// SummaryOf is NamesOf of gptlcompat; see there.
func SummaryOf(s *stats.Summary, p *stats.Profile) *stats.Summary {
	out := *s
	out.Environments = slices.Clone(s.Environments[:min(1, len(s.Environments))])
	out.Regions, out.Counters, out.Counted, out.Empty = slices.Grow([]stats.Region(nil), len(s.Regions)), nil, nil, nil
	index := sync.OnceValue(func() map[string]int {
		of := make(map[string]int, len(s.Regions))
		for i := range s.Regions {
			of[s.Regions[i].Name] = i
		}
		return of
	})
	for i := range p.Nodes { // in whose order they stand, which as a rule is that of s
		at, known := i, i < len(s.Regions) && s.Regions[i].Name == p.Nodes[i].Name
		if !known {
			if at, known = index()[p.Nodes[i].Name]; !known {
				continue
			}
		}
		r := s.Regions[at]
		r.Parent, r.Environment, r.Communicates, r.Values = -1, 0, false, nil
		r.Self, r.UntimedMin, r.UntimedMax = r.Total, stats.Extreme{}, stats.Extreme{}
		out.Regions = append(out.Regions, r)
	}
	return &out
}
