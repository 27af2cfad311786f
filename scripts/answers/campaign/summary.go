package campaign

import (
	"fmt"

	"github.com/go-hpc/timers/stats"
)

// Summary is what the timers of all ranks would make of the run.
func (r *Run) Summary() (*stats.Summary, error) {
	if r.is != nil {
		return r.is, nil
	}
	var m stats.Merger
	if err := r.Profiles(m.Add); err != nil {
		return nil, err
	}
	return m.Summary()
}

// Profiles calls f with what the timers of each rank would make of it. The next call changes it.
func (r *Run) Profiles(f func(p *stats.Profile) error) error {
	p := &stats.Profile{Size: r.Ranks, Program: "model", To: int64(r.Truth.Run), Clock: stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 12, PairCost: 27}, Tracks: []string{"main"}}
	all := stats.Environment{Name: "Default", Size: r.Ranks, Ranks: []stats.Range{{First: 0, Last: r.Ranks - 1, Stride: 1}}}
	place := make([]int, len(r.nodes))
	var parts [3]stats.Environment
	leaves := make([]bool, len(r.nodes))
	for i := range leaves {
		leaves[i] = r.leaf(i)
	}
	rows := [3]stats.Environment{1: r.group(1), 2: r.group(2)}
	if r.Shape == threads {
		p.Tracks = []string{"main", "worker 1", "worker 2", "worker 3"}
	}
	if r.part != nil {
		parts[1], parts[2] = r.environment(1), r.environment(2)
	}
	for rank := range r.Ranks {
		if rank == r.lost {
			continue
		}
		p.Rank, p.PID, p.Host = rank, 1000+rank, fmt.Sprint("node", rank/r.perNode)
		p.Environments = append(p.Environments[:0], all)
		if r.part != nil {
			p.Environments = append(p.Environments, parts[r.part[rank]])
		}
		if r.Shape == groups {
			p.Environments = append(p.Environments, rows[1+count(rank >= r.split)])
		}
		p.Nodes = p.Nodes[:0]
		for i := range r.nodes {
			n := &r.nodes[i]
			if !r.runs(i, rank) {
				place[i] = -1
				continue
			}
			place[i] = len(p.Nodes)
			one := stats.Node{Parent: -1, Name: n.name, Environment: min(n.environment+n.group, 1), Measure: r.measure(i, rank)}
			if n.parent >= 0 {
				one.Parent = place[n.parent]
			}
			leaf := n.phase == steps && !n.sync && !waiting(n.name) && leaves[i]
			if r.Shape == threads && (leaf && i%3 == 0 || i == r.Truth.node && leaf) && r.Trap != running {
				r.onThreads(&one, rank)
			}
			p.Nodes = append(p.Nodes, one)
			if r.Shape == devices && leaf && (i%2 == 0 || i == r.Truth.node) {
				p.Nodes = append(p.Nodes, stats.Node{Parent: len(p.Nodes) - 1, Name: "gpu0:" + n.name, Environment: one.Environment, Measure: one.Measure})
			}
		}
		if err := f(p); err != nil {
			return err
		}
	}
	return nil
}

// environment is that of a component, whose ranks lie side by side.
func (r *Run) environment(part int) stats.Environment {
	var list []stats.Range
	for rank, of := range r.part {
		switch {
		case of != part:
		case len(list) > 0:
			list[0].Last = rank
		default:
			list = []stats.Range{{First: rank, Last: rank, Stride: 1}}
		}
	}
	return stats.Environment{Name: fmt.Sprint("component", part), Size: list[0].Last - list[0].First + 1, Ranks: list}
}

// measure is what a rank measured of a node. A parent has the sum of what those below it have, to the nanosecond.
func (r *Run) measure(i, rank int) stats.Measure {
	m := stats.Measure{Calls: 1, Total: int64(r.busy[i][rank] + r.idle[i][rank])}
	if r.nodes[i].phase == steps {
		m.Calls = uint64(r.Steps)
	}
	if r.nodes[i].name == "MPI_Test" { // it polls every 10 µs
		m.Calls += uint64(r.idle[i][rank] / 10_000)
	}
	if r.Shape == recursion && r.nodes[i].parent >= 0 && i%3 == 0 {
		m.Recursion, m.Calls = m.Calls, 2*m.Calls
	}
	if r.Trap == running && r.nodes[i].name != "MPI_Init" && r.nodes[i].parent < 0 {
		return stats.Measure{Running: 1, Total: m.Total, Open: m.Total}
	}
	each := uint64(m.Total) / m.Calls
	m.Timed, m.Min, m.Max = m.Calls, int64(each), int64(each)
	m.Squares = stats.Mul(each, uint64(m.Total))
	return m
}
