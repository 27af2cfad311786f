package geopm

import (
	"maps"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// network is the exact time of messages in seconds, by region, of each process.
type network struct {
	regions     map[string][]float64
	unmarked    []float64
	application []float64
}

// takeCalls makes calls of a message passing library part of the regions that make them: they get the
// name of no region. What they took is the time with the hint network.
func (b *builder) takeCalls() {
	n := len(b.Profiles)
	b.network = &network{regions: make(map[string][]float64), unmarked: make([]float64, n), application: make([]float64, n)}
	b.Profiles = slices.Clone(b.Profiles)
	for i, p := range b.Profiles {
		without := *p
		without.Nodes = slices.Clone(p.Nodes)
		depth := make([]int, len(p.Nodes))
		for k := range without.Nodes {
			node := &without.Nodes[k]
			if node.Parent >= 0 {
				depth[k] = depth[node.Parent] + 1
			}
			if b.Call(node.Name) {
				b.network.add(b.around(&without, depth, node.Parent), i, n, float64(node.Wall())/1e9)
				node.Name = ""
			}
		}
		b.Profiles[i] = &without
	}
}

// around is the region that the time of a node in it belongs to, blank if it is unmarked.
func (b *builder) around(p *stats.Profile, depth []int, at int) string {
	for ; at >= 0 && depth[at] >= b.Skip; at = p.Nodes[at].Parent {
		if p.Nodes[at].Name != "" && (b.Regions == Innermost || depth[at] == b.Skip) {
			return p.Nodes[at].Name
		}
	}
	return ""
}

func (n *network) add(region string, process, processes int, seconds float64) {
	n.application[process] += seconds
	if region == "" {
		n.unmarked[process] += seconds
		return
	}
	if n.regions[region] == nil {
		n.regions[region] = make([]float64, processes)
	}
	n.regions[region][process] += seconds
}

// withNetwork is sampled values with the exact time of messages. A sample has seen what the program had
// said of its regions; what it has seen too much of is taken from the other hints, the vague ones first.
func withNetwork(v Values, runtimes []float64) Values {
	if len(runtimes) == 0 {
		return v
	}
	exact := sum(runtimes) / float64(len(runtimes))
	name := HintSignal("network")
	more := exact - numberOr(v[name], 0)
	if more <= 0 {
		return v // the program says that more than its calls are network
	}
	changed := maps.Clone(v)
	if changed == nil {
		changed = make(Values)
	}
	changed[name] = exact
	for _, hint := range []string{"unset", "unknown", "compute", "memory", "parallel", "serial", "io", "spin", "ignore"} {
		other := HintSignal(hint)
		taken := min(more, numberOr(changed[other], 0))
		if taken > 0 {
			changed[other] -= taken
			more -= taken
		}
	}
	return changed
}
