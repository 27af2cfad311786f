package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/tree"
)

// efficiencyData has the efficiencies of a run as the page shows them.
type efficiencyData struct {
	Notes   []string           `json:"notes"` // what else a reader has to know
	Whole   []efficiencyWhole  `json:"whole"`
	Titles  []string           `json:"titles"` // of the columns of regions
	Regions []efficiencyRegion `json:"regions"`
	Part    *efficiencyPart    `json:"part,omitempty"` // nil without a timeline
}

// efficiencyPart is what the page needs to compute those of an interval of the timeline.
type efficiencyPart struct {
	efficiencyData // without figures

	Root    int     `json:"root"`    // region of the whole run
	Waits   []int   `json:"waits"`   // regions in which all time is waiting
	Unknown []int   `json:"unknown"` // regions in which ranks wait elsewhere, too
	Low     float64 `json:"low"`     // a share below that is low
}

// efficiencyPart returns what is to be known of a timeline with or without calls of MPI.
func (r *Run) efficiencyPart(to []int, calls bool) *efficiencyPart {
	e, w := efficiency.Of(r.Summary, nil), efficiency.WaitsOf(r.Summary, calls)
	p := &efficiencyPart{Root: -1, Waits: []int{}, Unknown: []int{}, Low: lowEfficiency}
	if e.Whole != nil {
		p.Root = to[e.Whole.Index]
	}
	for _, note := range answers.PartNotes(e, &w) {
		p.Notes = append(p.Notes, clean(note))
	}
	for _, k := range []efficiency.Kind{efficiency.Parallel, efficiency.LoadBalance, efficiency.Communication} {
		p.Whole = append(p.Whole, efficiencyWhole{Name: k.String(), Level: k.Level()})
	}
	for _, c := range efficiencyColumns(&efficiency.Run{}) {
		p.Titles = append(p.Titles, c.title)
	}
	for i, at := range to {
		if at >= 0 && w.Waits[i] {
			p.Waits = append(p.Waits, at)
		}
		if at >= 0 && w.Unknown[i] {
			p.Unknown = append(p.Unknown, at)
		}
	}
	return p
}

// efficiencyWhole is an efficiency of the run.
type efficiencyWhole struct {
	Name  string `json:"name"`
	Level int    `json:"level"` // how many others it is a factor of
	Share string `json:"share"`
	Low   bool   `json:"low"`
	Costs string `json:"costs"`
}

// efficiencyRegion has those of a region.
type efficiencyRegion struct {
	Region int      `json:"region"`
	Cells  []string `json:"cells"`
	Low    bool     `json:"low"` // the parallel efficiency
}

// lowEfficiency is what the POP centre calls low.
const lowEfficiency = 0.7

// efficiencies returns those of a run, nil if none are known. On a page that is watched they may be known later, so that it says why not.
func (r *Run) efficiencies(to []int, watched bool, transfer float64) *efficiencyData {
	e := efficiency.Of(r.Summary, nil)
	e.SetTransfer(transfer)
	switch {
	case len(e.Regions) == 0 && watched:
		return &efficiencyData{Notes: []string{answers.NoEfficiency}}
	case len(e.Regions) == 0 || efficiency.UsefulTime(r.Summary) < 0: // one rank waits for nobody
		return nil
	}
	d := &efficiencyData{Notes: answers.EfficiencyNotes(e, r.Summary.Size)}
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
	columns := efficiencyColumns(e)
	for _, c := range columns {
		d.Titles = append(d.Titles, c.title)
	}
	for i := range e.Regions {
		g := &e.Regions[i]
		if r.Summary.Regions[g.Index].Communication() || to[g.Index] < 0 {
			continue
		}
		share, _ := g.Share(efficiency.Parallel)
		row := efficiencyRegion{Region: to[g.Index], Low: share < lowEfficiency}
		for _, c := range columns {
			row.Cells = append(row.Cells, c.cell(g))
		}
		d.Regions = append(d.Regions, row)
	}
	return d
}

// efficiencyColumn is a column of regions.
type efficiencyColumn struct {
	title string
	cell  func(*efficiency.Region) string
}

// efficiencyColumns are those of which something is known.
func efficiencyColumns(e *efficiency.Run) (list []efficiencyColumn) {
	add := func(title string, cell func(*efficiency.Region) string) {
		list = append(list, efficiencyColumn{title, cell})
	}
	of := func(title string, k efficiency.Kind) {
		add(title, func(g *efficiency.Region) string {
			if share, known := g.Share(k); known {
				return percent(share)
			}
			return "–"
		})
	}
	of("Parallel %", efficiency.Parallel)
	of("Balance %", efficiency.LoadBalance)
	of("Communication %", efficiency.Communication)
	if e.Knows(func(g *efficiency.Region) float64 { return g.Thread }) {
		of("Threads %", efficiency.Threads)
	}
	if e.Knows(func(g *efficiency.Region) float64 { return g.Device }) {
		of("Devices %", efficiency.Devices)
	}
	add("Costs", func(g *efficiency.Region) string {
		costs, _ := g.Costs(efficiency.Parallel)
		return duration(costs)
	})
	add("Slowest", func(g *efficiency.Region) string { return duration(g.Elapsed) })
	add("Ranks", func(g *efficiency.Region) string { return strconv.Itoa(g.Ranks) })
	if e.Knows(func(g *efficiency.Region) float64 { return g.IPC }) {
		add("Instructions per cycle", func(g *efficiency.Region) string { return decimals(g.IPC) })
		add("GHz", func(g *efficiency.Region) string { return decimals(g.Hertz / 1e9) })
	}
	return list
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) }

func duration(ns float64) string { return strings.TrimSpace(tree.Duration(ns)) }

func decimals(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
