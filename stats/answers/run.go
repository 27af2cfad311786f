package answers

import (
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Communicates reports whether a region of that name is a call in which a rank waits for others: one of MPI that is not
// for a file, as package mpiwrap names it, or the barrier before a region, as E3SM and this module do.
func Communicates(name string) bool {
	return strings.HasPrefix(name, "MPI_") && !strings.HasPrefix(name, "MPI_File_") || strings.HasPrefix(name, "sync_")
}

// run is a Summary with what Find needs to know of each region, in nanoseconds.
type run struct {
	s        *stats.Summary
	children [][]int
	recorded bool // waits are regions, whatever waits: calls of MPI were recorded

	longest float64   // of the roots, on its slowest rank
	mean    []float64 // of the ranks that ran the region
	spread  []float64 // by how much the slowest rank is above the mean; 0 where that is not known
	ahead   []float64 // by how much the fastest one is below it
	untimed []float64 // mean outside of the regions below; 0 in those without any
	waiting []float64 // mean in the outermost regions inside that communicate; all of it in those
	uneven  []float64 // by how much ranks wait longer there than the one that waits least, on average
	work    []float64 // by how much work inside differs, where all waits are regions
	own     []float64 // of it what is outside of the regions below
	wait    []int     // the one of these in which that is the most, the region itself if it communicates; -1: none
}

const (
	waitsMost = 0.9  // a region is a wait if so much of its time is
	tells     = 0.3  // an explanation says so much of what is to be explained
	matters   = 0.1  // so much of it is not noise
	worth     = 0.01 // of the run, a finding
)

func newRun(s *stats.Summary) *run {
	n := len(s.Regions)
	r := &run{s: s, children: make([][]int, n), wait: make([]int, n)}
	for _, list := range []*[]float64{&r.mean, &r.spread, &r.ahead, &r.untimed, &r.waiting, &r.uneven, &r.work, &r.own} {
		*list = make([]float64, n)
	}
	for i := range s.Regions {
		g := &s.Regions[i]
		r.wait[i] = -1
		if g.OnDevice() || g.Ranks == 0 {
			continue
		}
		r.measure(i)
		if g.Parent >= 0 {
			r.children[g.Parent] = append(r.children[g.Parent], i)
		} else {
			r.longest = max(r.longest, float64(g.Max.Value))
		}
		if strings.HasPrefix(g.Name, "MPI_") && Communicates(g.Name) && g.Name != "MPI_Init" && g.Name != "MPI_Init_thread" && g.Name != "MPI_Finalize" {
			r.recorded = true
		}
	}
	for i := n - 1; i >= 0; i-- {
		r.sum(i)
	}
	return r
}

// measure sets what a region says of itself.
func (r *run) measure(i int) {
	g := &r.s.Regions[i]
	r.mean[i] = g.Wall.Float64() / float64(g.Ranks)
	if f := r.s.Figure(g, stats.FigureImbalance); f.Known {
		r.spread[i] = max(f.Value-float64(r.s.Unsettled(g)), 0)
		r.ahead[i] = max(r.mean[i]-float64(g.Min.Value)-float64(r.s.Unsettled(g)), 0)
	}
}

// sum sets what the regions below say of a region; they have been asked.
func (r *run) sum(i int) {
	g := &r.s.Regions[i]
	if Communicates(g.Name) {
		r.waiting[i], r.uneven[i], r.wait[i] = r.mean[i], r.ahead[i], i
		return
	}
	inside, most := 0.0, 0.0
	for _, c := range r.children[i] {
		share := float64(r.s.Regions[c].Ranks) / float64(g.Ranks) // of ranks that others do not have
		inside += r.mean[c] * share
		r.waiting[i] += r.waiting[c] * share
		r.uneven[i] += r.uneven[c] * share
		if r.wait[c] >= 0 && r.uneven[c] > most || r.wait[i] < 0 {
			r.wait[i], most = r.wait[c], r.uneven[c]
		}
	}
	if len(r.children[i]) > 0 {
		r.untimed[i] = max(r.mean[i]-inside, 0)
	}
	if r.waiting[i] == 0 {
		r.work[i] = r.spread[i]
		return
	}
	// What the waits inside differ by, and its time does not, is made up for inside.
	made := r.uneven[i] - r.ahead[i]
	for _, c := range r.children[i] {
		if r.work[c] > matters*made {
			r.work[i] += r.work[c]
		}
	}
	if own := made - r.work[i]; own > tells*made && own < r.untimed[i] && !r.isWait(i) {
		r.own[i] = own
		r.work[i] += own
	}
}

// extent is by how much the slowest rank of a region is above the fastest.
func (r *run) extent(i int) float64 { return r.spread[i] + r.ahead[i] }

// isWait reports whether ranks do little more in a region than to wait.
func (r *run) isWait(i int) bool { return r.waiting[i] > waitsMost*r.mean[i] }

// in reports whether a rank is one of an environment, as far as is known.
func (r *run) in(rank, environment int) bool {
	e := &r.s.Environments[environment]
	if e.Size == r.s.Size {
		return true
	}
	for _, list := range e.Ranks {
		if list.Has(rank) {
			return true
		}
	}
	return false
}

// mostly goes down from a region as long as one below has most of its spread on the same rank.
func (r *run) mostly(i int) int {
	for {
		best := -1
		for _, c := range r.children[i] {
			if r.s.Regions[c].Max.Rank == r.s.Regions[i].Max.Rank && 2*r.spread[c] >= r.spread[i] && !r.isWait(c) && (best < 0 || r.spread[c] > r.spread[best]) {
				best = c
			}
		}
		if best < 0 {
			return i
		}
		i = best
	}
}
