// Package scaling finds how the times of a program and its regions depend on the number of ranks: speed-up and efficiencies of several
// runs, and the law that each region follows.
package scaling

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/tree"
)

// A Kind of study says what stays the same on more ranks.
type Kind string

const (
	Strong Kind = "strong" // the whole work
	Weak   Kind = "weak"   // the work of a rank
)

// Errors of studies.
var (
	ErrRuns   = errors.New("no scaling study")                                      // too few runs, or of different programs
	ErrUntold = errors.New("the runs do not tell strong scaling from weak scaling") // it has to be said
)

// Run is a run on some number of ranks.
type Run struct {
	Name       string // for notes
	Summary    *stats.Summary
	Efficiency *efficiency.Run
}

// Study is what several runs tell.
type Study struct {
	Kind    Kind
	Because string // how the kind is known; "" if the caller said so
	Program string
	Ranks   []int     // different numbers of ranks, ascending
	Runs    []int     // runs on each
	Crowded []int     // those of Ranks on which ranks did not have a processor each
	Regions []*Region // parents before those below them
	Whole   *Region
	Grows   []Growth // which region takes the most on more ranks
	Notes   []string // what has to be known of the runs
	Left    []string // why runs were left out

	laws together
}

// Region is a call path over all runs.
type Region struct {
	Name        string
	Environment string // "" for the default one
	Parent      *Region
	Points      []Point // one for each of Study.Ranks; those without runs have Runs 0
	Law         Law     // of the time of the slowest rank
	Own         Law     // of the mean time of a rank outside of the regions below
	Falls       Fall    // where the efficiency falls below Enough

	times, own []Sample
}

// Point is a region on some number of ranks. Figures that are not known are NaN.
type Point struct {
	Ranks, Runs int

	Time      float64 // of the slowest rank, nanoseconds: median of the runs
	Low, High float64 // of the runs
	Own       float64 // mean over ranks of the time outside of the regions below, median of the runs

	SpeedUp       float64 // over the first point of the region
	Efficiency    float64 // speed-up by the ranks that it took
	Computation   float64 // computation scaling: useful time at the first point, of that here, for the same work
	Parallel      float64 // as package efficiency has them, of the run whose time is the median
	LoadBalance   float64
	Communication float64
	Global        float64 // parallel efficiency × computation scaling
}

// deepest is how many names of a path count: in a file that nests without end the rest is ignored.
const deepest = 256

// Path returns the names from the outermost region inwards, or only the last for one that is nested without end.
func (r *Region) Path() (names []string) {
	for ; r != nil && len(names) < deepest; r = r.Parent {
		names = append(names, r.Name)
	}
	slices.Reverse(names)
	return names
}

// Text returns the path for people: names with "/" between them, and the environment unless it is the default one.
func (r *Region) Text() string {
	text := strings.Join(r.Path(), "/")
	if r.Environment != "" {
		text += " @" + r.Environment
	}
	return text
}

// New makes a study. Of an empty kind it finds out whether the work stayed the same or that of a rank did; an error that matches ErrUntold
// says that the runs do not tell.
func New(runs []Run, kind Kind) (*Study, error) {
	st := &Study{Kind: kind}
	runs = st.usable(runs)
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Compare(a.Summary.Size, b.Summary.Size) })
	for _, r := range runs {
		if n := len(st.Ranks); n == 0 || st.Ranks[n-1] != r.Summary.Size {
			st.Ranks, st.Runs = append(st.Ranks, r.Summary.Size), append(st.Runs, 0)
		}
		st.Runs[len(st.Runs)-1]++
	}
	if len(st.Ranks) < 2 {
		return st, fmt.Errorf("%w: %d runs on %d different numbers of ranks, expected at least 2 numbers", ErrRuns, len(runs), len(st.Ranks))
	}
	st.Program = runs[0].Summary.Program
	for _, r := range runs {
		if r.Summary.Program != st.Program {
			return st, fmt.Errorf("%w: %s is of the program %q, %s of %q", ErrRuns, runs[0].Name, st.Program, r.Name, r.Summary.Program)
		}
	}
	m := merge(runs)
	st.Regions, st.Whole = m.regions, m.whole
	if st.Whole == nil {
		return st, fmt.Errorf("%w: no region was timed", ErrRuns)
	}
	if st.Kind == "" {
		if st.Kind, st.Because = m.kind(); st.Kind == "" {
			return st, fmt.Errorf("%w: %s", ErrUntold, st.Because)
		}
	}
	for _, r := range st.Regions {
		m.points(st, r)
		r.Law, r.Own = Fit(r.times), Fit(r.own)
	}
	st.add()
	for _, r := range st.Regions {
		r.Falls = st.falls(r)
	}
	st.grow()
	st.remark(m)
	return st, nil
}

// usable leaves out runs that do not tell how long the program takes.
func (st *Study) usable(runs []Run) (list []Run) {
	for _, r := range runs {
		whole := tree.TotalOf(r.Summary)
		switch {
		case whole < 0:
			st.Left = append(st.Left, r.Name+": no region was timed")
		case r.Summary.Ranks < r.Summary.Size:
			st.Left = append(st.Left, fmt.Sprintf("%s: only %d of %d ranks are there", r.Name, r.Summary.Ranks, r.Summary.Size))
		case r.Summary.Regions[whole].Running > 0:
			st.Left = append(st.Left, r.Name+": it had not ended")
		default:
			list = append(list, r)
		}
	}
	return list
}

// merged is the tree of all runs.
type merged struct {
	runs    []Run
	regions []*Region
	whole   *Region
	at      []map[*Region]int // of each run, the region in its Summary
}

// merge makes one tree of those of all runs. Regions that only later runs have come after their siblings.
func merge(runs []Run) *merged {
	type place struct {
		parent            *Region
		name, environment string
	}
	m := &merged{runs: runs}
	found, below := make(map[place]*Region), make(map[*Region][]*Region)
	for _, run := range runs {
		s := run.Summary
		all, at := make([]*Region, len(s.Regions)), make(map[*Region]int, len(s.Regions))
		for i := range s.Regions {
			g := &s.Regions[i]
			key := place{name: g.Name}
			if g.Parent >= 0 {
				key.parent = all[g.Parent]
			}
			if g.Environment > 0 {
				key.environment = s.Environments[g.Environment].Name
			}
			to := found[key]
			if to == nil {
				to = &Region{Name: g.Name, Environment: key.environment, Parent: key.parent}
				found[key] = to
				below[to.Parent] = append(below[to.Parent], to)
			}
			all[i] = to
			if _, twice := at[to]; !twice { // environments of one name, of different ranks
				at[to] = i
			}
		}
		if i := tree.TotalOf(s); m.whole == nil {
			m.whole = all[i]
		}
		m.at = append(m.at, at)
	}
	var next []*Region
	push := func(list []*Region) {
		for _, r := range slices.Backward(list) {
			next = append(next, r)
		}
	}
	for push(below[nil]); len(next) > 0; {
		r := next[len(next)-1]
		next = next[:len(next)-1]
		m.regions = append(m.regions, r)
		push(below[r])
	}
	return m
}

// measured is what one run has of a region.
type measured struct {
	time, own float64 // NaN: not known
	e         *efficiency.Region
}

// of returns what the runs on so many ranks have of a region, by their time.
func (m *merged) of(r *Region, ranks int) (list []measured) {
	for k, run := range m.runs {
		i, there := m.at[k][r]
		if !there || run.Summary.Size != ranks {
			continue
		}
		g := &run.Summary.Regions[i]
		f := run.Summary.Figure(g, stats.FigureMax)
		if !f.Known {
			continue
		}
		one := measured{time: f.Value, own: math.NaN(), e: run.Efficiency.At(i)}
		if g.Lacks&stats.LacksSelf == 0 && !g.OnDevice() {
			one.own = g.Self.Float64() / float64(max(run.Summary.Ranks, 1))
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b measured) int { return cmp.Compare(a.time, b.time) })
	return list
}

// points sets what a region has on each number of ranks.
func (m *merged) points(st *Study, r *Region) {
	var first *Point
	firstWork := math.NaN()
	r.Points = make([]Point, len(st.Ranks))
	for k, ranks := range st.Ranks {
		p := &r.Points[k]
		none := math.NaN()
		*p = Point{ranks, 0, none, none, none, none, none, none, none, none, none, none, none}
		list := m.of(r, ranks)
		if len(list) == 0 {
			continue
		}
		p.Runs, p.Low, p.High = len(list), list[0].time, list[len(list)-1].time
		p.Time = (list[(len(list)-1)/2].time + list[len(list)/2].time) / 2
		var own []float64
		for _, one := range list {
			r.times = append(r.times, Sample{ranks, one.time})
			if !math.IsNaN(one.own) {
				r.own, own = append(r.own, Sample{ranks, one.own}), append(own, one.own)
			}
		}
		if slices.Sort(own); len(own) > 0 {
			p.Own = (own[(len(own)-1)/2] + own[len(own)/2]) / 2
		}
		if r.Points[k].Runs > 0 && first == nil {
			first = p
		}
		more := float64(ranks) / float64(first.Ranks)
		if p.SpeedUp = first.Time / p.Time; st.Kind == Weak {
			p.SpeedUp *= more
		}
		p.Efficiency = p.SpeedUp / more
		e := list[(len(list)-1)/2].e
		if e == nil {
			continue
		}
		work := e.Mean * float64(e.Ranks)
		if p == first {
			firstWork = work
		}
		p.Parallel, _ = e.Share(efficiency.Parallel)
		p.LoadBalance, _ = e.Share(efficiency.LoadBalance)
		p.Communication, _ = e.Share(efficiency.Communication)
		if p.Computation = firstWork / work; st.Kind == Weak {
			p.Computation *= more
		}
		p.Global = p.Parallel * p.Computation
	}
}
