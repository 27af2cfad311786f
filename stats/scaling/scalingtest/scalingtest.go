// Package scalingtest makes scaling studies in which it is known how each region depends on the number of ranks.
package scalingtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/scaling"
)

// Region is one of a made-up program: how long each rank computes in it, and waits, in nanoseconds.
type Region struct {
	Name            string
	Computes, Waits func(ranks int) float64
	Calls           uint64
}

// Run makes a run on some ranks, whose regions take longer by the share that noise gives.
func Run(name string, ranks int, regions []Region, noise func() float64) (scaling.Run, error) {
	var list []*stats.Profile
	longer := make([]float64, len(regions))
	for i := range longer {
		longer[i] = 1 + noise()
	}
	for rank := range ranks {
		p := &stats.Profile{Rank: rank, Size: ranks, Host: "node", Program: "model", Tracks: []string{"main"}, Environments: []stats.Environment{{
			Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}},
		}}}
		add := func(parent int, name string, calls uint64, ns float64) {
			t := int64(math.Round(ns))
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: calls, Timed: calls, Total: t, Min: t / int64(calls), Max: t / int64(calls), Squares: stats.Square(uint64(t / int64(calls)))}})
		}
		add(-1, "Total", 1, 0)
		for i, r := range regions {
			computes, waits := r.Computes(ranks)*longer[i], 0.0
			if r.Waits != nil {
				waits = r.Waits(ranks) * longer[i]
			}
			at := len(p.Nodes)
			add(0, r.Name, max(r.Calls, 1), computes+waits)
			if waits > 0 {
				add(at, "MPI_Allreduce", max(r.Calls, 1), waits)
			}
			p.Nodes[0].Total += p.Nodes[at].Total
		}
		p.Nodes[0].Min, p.Nodes[0].Max = p.Nodes[0].Total, p.Nodes[0].Total
		p.To = p.Nodes[0].Total
		list = append(list, p)
	}
	s, err := stats.Merge(list)
	return scaling.Run{Name: name, Summary: s, Efficiency: efficiency.Of(s, slices.Values(list))}, err
}

// Quiet is no noise.
func Quiet() float64 { return 0 }

// Planted makes a study of three regions that follow laws drawn at random: three runs each on five to seven numbers of ranks, with 3 %
// noise. It returns the laws by region.
func Planted(seed uint64) (runs []scaling.Run, laws map[string]scaling.Shape, err error) {
	r := rand.New(rand.NewPCG(seed, 45))
	first, count := 1<<r.IntN(3), 5+r.IntN(3)
	laws = make(map[string]scaling.Shape)
	var regions []Region
	for k := range 3 {
		shapes := scaling.Shapes()
		shape := shapes[r.IntN(len(shapes))]
		for first == 1 && shape.Log > 0 { // it would take no time on one rank
			shape = shapes[r.IntN(len(shapes))]
		}
		factor := 1e9 * (1 + r.Float64()) // so that 256³ · 8² of it is still a time
		name := fmt.Sprint("region", k)
		laws[name] = shape
		regions = append(regions, Region{Name: name, Computes: func(ranks int) float64 {
			return factor * math.Pow(float64(ranks), shape.Power()) * math.Pow(math.Log2(float64(ranks)), float64(shape.Log))
		}})
	}
	noise := func() float64 { return 0.03 * r.NormFloat64() }
	for point := range count {
		ranks := first << point
		for n := range 3 {
			run, err := Run(fmt.Sprintf("p%d.%d", ranks, n), ranks, regions, noise)
			if err != nil {
				return nil, nil, err
			}
			runs = append(runs, run)
		}
	}
	return runs, laws, nil
}

// Score is how planted laws were found.
type Score struct{ Laws, Right, Told, False int } // False of those that are told as the only one

// Try makes so many studies, and scores what is found in them.
func Try(studies int) (score Score, err error) {
	for seed := range studies {
		runs, laws, err := Planted(uint64(seed))
		if err != nil {
			return score, err
		}
		st, err := scaling.New(runs, scaling.Strong)
		if err != nil {
			return score, err
		}
		for _, r := range st.Regions {
			want, planted := laws[r.Name]
			if !planted {
				continue
			}
			score.Laws++
			right := r.Law.Shape == want && r.Law.Constant == 0
			if right {
				score.Right++
			}
			if r.Law.Verdict == scaling.Told {
				score.Told++
				if !right {
					score.False++
				}
			}
		}
	}
	return score, nil
}
