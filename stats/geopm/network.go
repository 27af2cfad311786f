package geopm

import "maps"

// network is the exact time of messages in seconds, by region, of each process.
type network struct {
	regions     map[string][]float64
	unmarked    []float64
	application []float64
}

func newNetwork(processes int) *network {
	return &network{regions: make(map[string][]float64), unmarked: make([]float64, processes), application: make([]float64, processes)}
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

// withNetwork returns sampled values with the exact time of messages. Samples have seen what the program said
// about its regions; what they have seen too much of is taken from the other hints, the vague ones first.
func withNetwork(v Values, runtimes []float64) Values {
	if len(runtimes) == 0 {
		return v
	}
	exact := sum(runtimes) / float64(len(runtimes))
	name := HintSignal("network")
	more := exact - known(v[name])
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
		taken := min(more, known(changed[other]))
		if taken > 0 {
			changed[other] -= taken
			more -= taken
		}
	}
	return changed
}
