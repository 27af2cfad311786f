package page

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// The run of these tests: an ocean and an atmosphere beside each other, with one slow rank.
const slowRank = 13

// profile is that of one rank of a run of a small coupled model.
func profile(rank, size int, slower float64) *stats.Profile {
	all := []stats.Span{{First: 0, Last: size - 1, Stride: 1}}
	half := size / 2
	p := &stats.Profile{
		Rank: rank, Size: size, Host: fmt.Sprintf("node%02d", rank/8), PID: 4000 + rank, Program: "coupled",
		Start: 1_760_000_000_000_000_000, To: 60_000_000_000,
		Clock:      stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 33.5, Drift: 0.12},
		Contexts:   []stats.Context{{Name: "Default", Size: size, Ranks: all}},
		Tracks:     []string{"main"},
		Quantities: []stats.Quantity{{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "energy", Unit: "J", Step: 0.001, Domain: "board"}},
	}
	ocean := rank >= half
	if ocean {
		p.Contexts = append(p.Contexts, stats.Context{Name: "Ocean", Size: size - half, Ranks: []stats.Span{{First: half, Last: size - 1, Stride: 1}}})
	}
	total := int64(0)
	root := add(p, -1, "run", 0, 1, 0)
	add(p, root, "start", 0, 1, 400e6+wave(rank, 1)*20e6)
	step := add(p, root, "step", 0, 100, 0)
	if ocean {
		sea := add(p, step, "ocean", 1, 100, 0)
		solve := add(p, sea, "solve", 1, 400, (12e9+wave(rank, 3)*2e9)*slower)
		add(p, sea, "tracers", 1, 100, 6e9+wave(rank, 2)*1e9)
		p.Nodes[sea].Total = p.Nodes[solve].Total + 7e9
		total = p.Nodes[sea].Total
	} else {
		air := add(p, step, "atmosphere", 0, 100, 0)
		physics := 14e9 + wave(rank, 5)*1e9
		if rank == slowRank {
			physics += 9e9
		}
		add(p, air, "physics", 0, 100, physics)
		add(p, air, "dynamics", 0, 600, 4e9+wave(rank, 4)*0.3e9)
		p.Nodes[air].Total = int64(physics) + 5e9
		total = p.Nodes[air].Total
	}
	add(p, step, "exchange", 0, 100, math.Max(0.5e9, 29e9-float64(total)))
	p.Nodes[step].Total = total + p.Nodes[len(p.Nodes)-1].Total + 1e8
	if rank%4 == 0 {
		add(p, root, "write", 0, 5, 2e9+wave(rank, 7)*1.8e9)
	}
	p.Nodes[root].Total = 40e9 + int64(wave(rank, 1)*1e8)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		fill(n)
		n.Values = []int64{n.Total * 2, n.Total / 1_000_000 * 3}
	}
	if rank == 2 {
		p.Warnings = []stats.Warning{{Kind: "stop without start", Path: "run/step", Place: "model.go:77", Count: 3}}
	}
	return p
}

func wave(rank, k int) float64 { return math.Sin(float64(rank*k)*0.37 + float64(k)) }

func add(p *stats.Profile, parent int, name string, context int, calls uint64, total float64) int {
	n := stats.Node{Parent: parent, Name: name, Context: context}
	n.Calls, n.Total = calls, int64(total)
	p.Nodes = append(p.Nodes, n)
	return len(p.Nodes) - 1
}

// fill makes the figures of calls of the total: half of the calls shorter, half of them longer.
func fill(n *stats.Node) {
	n.Timed = n.Calls
	if n.Calls == 0 {
		return
	}
	each := n.Total / int64(n.Calls)
	n.Min, n.Max = each/2, each+each/2
	n.Squares = stats.Mul(uint64(n.Calls), uint64(each)).Add64(0)
	for i := range n.Calls {
		v := each
		if i%2 == 0 && i+1 < n.Calls {
			v = n.Min + int64(i)*each/int64(n.Calls)/2
		}
		n.Histogram.Add(uint64(v))
	}
}

func profiles(size int, slower float64) []*stats.Profile {
	var list []*stats.Profile
	for rank := range size {
		list = append(list, profile(rank, size, slower))
	}
	return list
}

func merged(t testing.TB, list []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
