package geopm

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// CounterKey returns the key of a counter's count in a region: exact, and a mean over the processes of
// the node like the count of a region.
func CounterKey(c stats.Counter) string {
	if c.Unit == "" {
		return "counter-" + c.Name
	}
	return "counter-" + c.Name + " (" + c.Unit + ")"
}

// CountedKey returns the key of the share of a region's calls and time in which a counter was counted.
// Without this key, it was counted all the time.
func CountedKey(c stats.Counter) string { return "counted-" + c.Name + " (%)" }

// counted is a counter of a region on a node.
type counted struct {
	sum     float64 // over the processes, in the counter's unit
	share   float64 // the smallest
	unknown bool    // of a process that was in the region
}

// countersOf are those of a rank that a report can carry: a mean over processes of what each of them counted. What all
// processes of a node see together GEOPM samples, and largest readings have no mean.
func countersOf(p *stats.Profile) (list []stats.Counter) {
	for _, c := range p.Counters {
		if c.OfProcess() && !c.Peak {
			list = append(list, c)
		}
	}
	return list
}

// addCounters appends what was counted in a region. A counter of which something is not known has no key there: readers
// find it missing, as it is.
func addCounters(s *Section, counters []stats.Counter, found []counted) {
	for i, c := range counters {
		if i >= len(found) || found[i].unknown {
			continue
		}
		s.Set(CounterKey(c), found[i].sum)
		if found[i].share < 1 {
			s.Set(CountedKey(c), 100*found[i].share)
		}
	}
}

// counts finds what the processes counted, by the name of a region.
func (b *builder) counts(counters []stats.Counter) map[string][]counted {
	found := make(map[string][]counted)
	if len(counters) == 0 {
		return found
	}
	for _, p := range b.Profiles {
		regions := b.regionOf(p)
		for i, c := range counters {
			own := b.ownCounts(p, regions, slices.Index(p.Counters, c))
			for k, region := range regions {
				if region != k {
					continue
				}
				name := printed(p.Nodes[k].Name)
				if found[name] == nil {
					found[name] = slices.Repeat([]counted{{share: 1}}, len(counters))
				}
				to := &found[name][i]
				to.sum += own[k].sum * c.Step / float64(len(b.Profiles))
				to.share, to.unknown = min(to.share, own[k].share), to.unknown || own[k].unknown
			}
		}
	}
	return found
}

// ownCounts are what a process counted in each of its nodes that are regions: without the regions inside where these are
// regions of the report, too. Then the count of a region of which calls are left out, and that of the one around it, can't
// be told apart: both stand on other calls.
func (b *builder) ownCounts(p *stats.Profile, regions []int, j int) []counted {
	own := make([]counted, len(p.Nodes))
	partial := make([]bool, len(p.Nodes))
	nests := make([]bool, len(p.Nodes))
	for k := range p.Nodes {
		if regions[k] != k {
			continue
		}
		n, o := &p.Nodes[k], &own[k]
		value, known := int64(0), false
		if j >= 0 {
			value, known = p.Value(k, j)
			o.share = p.CountedIn(k, j)
			partial[k] = j < len(n.LeftOut) && n.LeftOut[j] > 0
		}
		o.sum, o.unknown = o.sum+float64(value), o.unknown || !known
		if n.Parent < 0 || regions[n.Parent] < 0 {
			continue
		}
		around := regions[n.Parent]
		nests[around] = true
		own[around].sum -= float64(value)
		own[around].unknown = own[around].unknown || !known || partial[k]
	}
	for k := range own {
		own[k].unknown = own[k].unknown || partial[k] && nests[k]
	}
	return own
}
