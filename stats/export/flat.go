package export

import "github.com/go-hpc/timers/stats"

// lane is one call tree with a time for each region: of a rank, or of all ranks together.
type lane struct {
	name  string
	self  []float64 // by region, outside of children, nanoseconds
	calls []float64

	devices bool // it has device time, and no other
}

// reduced returns the lanes of all ranks together. The mean is over all ranks of the run: those that never
// ran a region count as 0. Device time has a lane of its own. The maximum is region by region: a region's exclusive time is the largest time of
// any rank less the largest times of the children, at least 0. What the source lacks has no lane.
func (v *view) reduced() []lane {
	n := len(v.s.Regions)
	mean := lane{name: "mean over ranks", self: make([]float64, n), calls: make([]float64, n)}
	most := lane{name: "max rank, region by region", self: make([]float64, n)}
	devices := lane{name: "devices, mean over ranks", self: make([]float64, n), calls: make([]float64, n), devices: true}
	busy := false
	ranks := float64(max(v.s.Ranks, 1))
	for i := range v.s.Regions {
		g := &v.s.Regions[i]
		if g.OnDevice() {
			busy = true
			devices.self[i], devices.calls[i] = g.Self.Float64()/ranks, float64(g.Calls)/ranks
			continue
		}
		mean.self[i] = g.Self.Float64() / ranks
		mean.calls[i] = float64(g.Calls) / ranks
		most.self[i] += float64(g.Max.Value)
		if g.Parent >= 0 {
			most.self[g.Parent] -= float64(g.Max.Value)
		}
	}
	for i := range most.self {
		most.self[i] = max(most.self[i], 0)
	}
	if v.lacks&(stats.LacksSelf|stats.LacksCalls) != 0 {
		return []lane{most}
	}
	if busy {
		return []lane{mean, most, devices}
	}
	return []lane{mean, most}
}

// spread assigns the nodes' measurements to their regions: those of the host, or those of devices.
func (v *view) spread(p *stats.Profile, regions []int, devices bool) []float64 {
	list := make([]float64, len(v.s.Regions))
	for i, self := range p.Self() {
		if stats.OnDevice(p.Nodes[i].Name) == devices {
			list[regions[i]] += float64(self)
		}
	}
	return list
}
