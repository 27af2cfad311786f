package export

import (
	"math"
	"slices"

	"github.com/go-hpc/timers/stats/efficiency"
)

// efficient is an efficiency.Region as JSON.
type efficient struct {
	Region int `json:"region"`
	Ranks  int `json:"ranks"`

	Parallel      *share `json:"parallel,omitempty"`
	LoadBalance   *share `json:"load_balance,omitempty"`
	InNodes       *share `json:"load_balance_in_nodes,omitempty"`
	BetweenNodes  *share `json:"load_balance_between_nodes,omitempty"`
	Communication *share `json:"communication,omitempty"`
	Serialisation *share `json:"serialisation,omitempty"`
	Transfer      *share `json:"transfer,omitempty"`

	Threads             *share `json:"threads,omitempty"`
	ThreadBalance       *share `json:"thread_load_balance,omitempty"`
	ThreadSerialisation *share `json:"thread_serialisation,omitempty"`
	Devices             *share `json:"devices,omitempty"`
	DeviceBalance       *share `json:"device_load_balance,omitempty"`
	DeviceOrchestration *share `json:"device_orchestration,omitempty"`

	IPC   float64 `json:"ipc,omitzero"`
	Hertz float64 `json:"hertz,omitzero"`
}

// share is one of its efficiencies.
type share struct {
	Share float64 `json:"share"`
	Costs float64 `json:"costs"` // nanoseconds
}

// efficiencies are those of the regions of a run, as far as they are known.
func efficiencies(r Run) (list []efficient) {
	e := efficiency.Of(r.Summary, slices.Values(r.Profiles))
	e.SetTransfer(r.Transfer)
	for i := range e.Regions {
		g := &e.Regions[i]
		j := efficient{Region: g.Index, Ranks: g.Ranks}
		for k, to := range map[efficiency.Kind]**share{
			efficiency.Parallel: &j.Parallel, efficiency.LoadBalance: &j.LoadBalance, efficiency.InNodes: &j.InNodes,
			efficiency.BetweenNodes: &j.BetweenNodes, efficiency.Communication: &j.Communication,
			efficiency.Serialisation: &j.Serialisation, efficiency.Transfer: &j.Transfer,
			efficiency.Threads: &j.Threads, efficiency.ThreadBalance: &j.ThreadBalance, efficiency.ThreadSerialisation: &j.ThreadSerialisation,
			efficiency.Devices: &j.Devices, efficiency.DeviceBalance: &j.DeviceBalance, efficiency.DeviceOrchestration: &j.DeviceOrchestration,
		} {
			if value, known := g.Share(k); known {
				costs, _ := g.Costs(k)
				*to = &share{value, costs}
			}
		}
		if !math.IsNaN(g.IPC) {
			j.IPC = g.IPC
		}
		if !math.IsNaN(g.Hertz) {
			j.Hertz = g.Hertz
		}
		list = append(list, j)
	}
	return list
}

// efficiencies writes those that the summary alone tells.
func (m *metrics) efficiencies() {
	e := efficiency.Of(m.v.s, nil)
	if len(e.Regions) == 0 {
		return
	}
	each := func(f func(g *efficiency.Region, k efficiency.Kind) (float64, bool)) {
		for i := range e.Regions {
			for k := range efficiency.Kinds {
				if value, known := f(&e.Regions[i], k); known {
					m.sample("", m.labels[e.Regions[i].Index]+","+label("efficiency", k.Key()), value)
				}
			}
		}
	}
	m.family("mpitimer_region_efficiency_ratio", "gauge", "ratio", "Efficiencies of the POP centre, over the ranks that ran the region: parallel is load_balance times communication, threads and devices are the products of those that begin like them.")
	each(func(g *efficiency.Region, k efficiency.Kind) (float64, bool) { return g.Share(k) })
	m.family("mpitimer_region_efficiency_costs_seconds", "gauge", "seconds", "The time that the region would save if that efficiency were 1 and nothing else changed.")
	each(func(g *efficiency.Region, k efficiency.Kind) (float64, bool) {
		ns, known := g.Costs(k)
		return ns / 1e9, known
	})
}
