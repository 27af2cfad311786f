package efficiency

import (
	"iter"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// Region has the efficiencies of a region.
type Region struct {
	Index int // in Summary.Regions
	Ranks int // that ran it, which the efficiencies are over
	Times

	IPC   float64 // instructions for each cycle, NaN if they were not counted
	Hertz float64 // cycles a second of the region, NaN if they were not counted
}

// Run has the efficiencies of a run.
type Run struct {
	Whole   *Region  // of all regions; nil if they are not known
	Regions []Region // those of which they are known, in the order of the Summary
	Nodes   int      // whose useful times are known one by one, or 0

	Threads bool // some region ran on several goroutines or threads of a rank
	Devices bool // some work was timed on devices
}

// Of returns the efficiencies of a run. They are known of regions whose useful time is known on all ranks that ran them, and in a run
// of one rank, which waits for nobody. Load balance in and between nodes needs to know where ranks ran: the Profiles of all of them
// say so, or that there is one node, or one for each rank. Profiles may be nil.
func Of(s *stats.Summary, profiles iter.Seq[*stats.Profile]) *Run {
	r := &Run{}
	whole, useful := tree.TotalOf(s), UsefulTime(s)
	nodes, threads, devices := nodesOf(s, useful, profiles), threadsOf(s, useful), devicesOf(s)
	r.Threads, r.Devices = threads.most > 1, devices.any
	for i := range s.Regions {
		t, known := timesOf(s, i, useful)
		if !known {
			continue
		}
		t.MostNode = nodes.most(i, &t)
		threads.set(&t, i)
		devices.set(&t, i)
		r.Regions = append(r.Regions, Region{Index: i, Ranks: s.Regions[i].Ranks, Times: t, IPC: ipcOf(s, i), Hertz: hertzOf(s, i)})
	}
	r.Whole, r.Nodes = r.At(whole), nodes.count
	return r
}

// Knows reports whether a figure is known, not NaN, of any region.
func (r *Run) Knows(figure func(*Region) float64) bool {
	return slices.ContainsFunc(r.Regions, func(g Region) bool { return !math.IsNaN(figure(&g)) })
}

// At returns the efficiencies of a region by its index in the Summary, or nil if they are not known.
func (r *Run) At(region int) *Region {
	at, known := slices.BinarySearchFunc(r.Regions, region, func(g Region, i int) int { return g.Index - i })
	if !known {
		return nil
	}
	return &r.Regions[at]
}

// SetTransfer sets the transfer efficiency of the whole run, as a trace has it (answers.Path). It does nothing if that contradicts
// the communication efficiency.
func (r *Run) SetTransfer(share float64) {
	if r.Whole != nil && share > 0 && share <= 1 && share*r.Whole.Elapsed >= r.Whole.Most {
		r.Whole.Instant = share * r.Whole.Elapsed
	}
}

// timesOf returns the times of a region, without that of nodes, or false if they are not known.
func timesOf(s *stats.Summary, i, counter int) (t Times, known bool) {
	g := &s.Regions[i]
	if g.Ranks == 0 || g.Max.Rank < 0 || g.Lacks&stats.LacksWall != 0 || g.OnDevice() {
		return t, false
	}
	nan := math.NaN()
	t = Times{Elapsed: float64(g.Max.Value), Instant: nan, MostNode: nan, Spread: nan, Thread: nan, MostDevice: nan, Device: nan}
	switch {
	case counter >= 0 && counter < len(g.Values) && g.Values[counter].Ranks == g.Ranks:
		v := &g.Values[counter]
		t.Most = float64(v.Max.Value)
		t.Mean = min(v.Mean(), t.Most) // which divides
	case s.Size == 1 && counter < 0:
		t.Most, t.Mean = t.Elapsed, t.Elapsed
	default:
		return t, false
	}
	return t, t.valid()
}

// The counters of instructions and of cycles, by whoever counts them.
var (
	instructions = []string{"INSTRUCTIONS", "CPU_INSTRUCTIONS_RETIRED", "PAPI_TOT_INS"}
	cycles       = []string{"CYCLES", "CPU_CYCLES_THREAD", "PAPI_TOT_CYC"}
)

// sumOf returns what the first of some counters counted in a region on all ranks that ran it; NaN if none did on all of them.
func sumOf(s *stats.Summary, region int, names []string) float64 {
	g := &s.Regions[region]
	for j, v := range g.Values {
		if slices.Contains(names, s.Counters[j].Name) && v.Ranks == g.Ranks && v.LeftOut == 0 && v.Sum.Float64() > 0 {
			return finite(v.Sum.Float64() * s.Counters[j].Step)
		}
	}
	return math.NaN()
}

func ipcOf(s *stats.Summary, region int) float64 {
	return finite(sumOf(s, region, instructions) / sumOf(s, region, cycles))
}

func hertzOf(s *stats.Summary, region int) float64 {
	if total := s.Regions[region].Wall.Float64(); total > 0 {
		return finite(sumOf(s, region, cycles) / total * 1e9)
	}
	return math.NaN()
}

// finite returns a number, or NaN for one beyond all bounds, which counters with an odd step may have.
func finite(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}
