package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/tree"
)

// efficiencyData has the efficiencies of a run as the page shows them.
type efficiencyData struct {
	Note    string             `json:"note"` // what else a reader has to know
	Whole   []efficiencyWhole  `json:"whole"`
	Titles  []string           `json:"titles"` // of the columns of regions
	Regions []efficiencyRegion `json:"regions"`
}

// efficiencyWhole is an efficiency of the run.
type efficiencyWhole struct {
	Name  string `json:"name"`
	Level int    `json:"level"` // how many others it is a factor of
	Share string `json:"share"`
	Low   bool   `json:"low"`
	Costs string `json:"costs"`
}

// efficiencyRegion has those of a region, and what waiting costs there.
type efficiencyRegion struct {
	Region int      `json:"region"`
	Cells  []string `json:"cells"`
	Low    bool     `json:"low"` // the first of them
}

// lowEfficiency is what the POP centre calls low.
const lowEfficiency = 0.7

// efficiencyNote explains the tables.
const efficiencyNote = "Parallel efficiency: useful time of the ranks that ran the region, of the time of the slowest by their number. It is load balance (mean useful time, of the most) times communication efficiency (the most, of the time of the slowest). Costs: by how much less it would take if that were 100 % and nothing else changed."

// efficiencies returns those of a run, nil if none are known. On a page that is watched they may be known later, so that it says why not.
func (r *Run) efficiencies(to []int, watched bool, transfer float64) *efficiencyData {
	e := efficiency.Of(r.Summary, nil)
	e.SetTransfer(transfer)
	switch {
	case len(e.Regions) == 0 && watched:
		return &efficiencyData{Note: efficiency.Unknown}
	case len(e.Regions) == 0 || efficiency.UsefulTime(r.Summary) < 0: // one rank waits for nobody
		return nil
	}
	d := &efficiencyData{Note: efficiencyNote, Titles: []string{"Parallel %", "Balance %", "Communication %", "Costs", "Slowest", "Ranks"}}
	if e.Whole != nil {
		for k := range efficiency.Kinds {
			share, known := e.Whole.Share(k)
			if !known || k.Parent() == efficiency.LoadBalance && e.Nodes < 2 {
				continue
			}
			costs, _ := e.Whole.Costs(k)
			d.Whole = append(d.Whole, efficiencyWhole{k.String(), k.Level(), percent(share), share < lowEfficiency, duration(costs)})
		}
	}
	counted := false
	for i := range e.Regions {
		counted = counted || !math.IsNaN(e.Regions[i].IPC)
	}
	if counted {
		d.Titles = append(d.Titles, "Instructions per cycle", "GHz")
	}
	for i := range e.Regions {
		g := &e.Regions[i]
		if r.Summary.Regions[g.Index].Communication() || to[g.Index] < 0 {
			continue
		}
		row := efficiencyRegion{Region: to[g.Index]}
		for _, k := range []efficiency.Kind{efficiency.Parallel, efficiency.LoadBalance, efficiency.Communication} {
			share, _ := g.Share(k)
			row.Cells = append(row.Cells, percent(share))
			row.Low = row.Low || k == efficiency.Parallel && share < lowEfficiency
		}
		costs, _ := g.Costs(efficiency.Parallel)
		if row.Cells = append(row.Cells, duration(costs), duration(g.Elapsed), strconv.Itoa(g.Ranks)); counted {
			row.Cells = append(row.Cells, decimals(g.IPC), decimals(g.Hertz/1e9))
		}
		d.Regions = append(d.Regions, row)
	}
	return d
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) }

func duration(ns float64) string { return strings.TrimSpace(tree.Duration(ns)) }

func decimals(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
