package efficiency

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// rank returns the profile of a rank that computes and waits in step, both inside Total.
func rank(number, size int, host string, computes, waits int64) *stats.Profile {
	p := &stats.Profile{Rank: number, Size: size, Host: host, Tracks: []string{"main"}, Environments: []stats.Environment{{
		Name: "Default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}},
	}}}
	add := func(parent int, name string, ns int64) {
		p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Total: ns, Timed: 1, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}})
	}
	add(-1, "Total", computes+waits)
	add(0, "step", computes+waits)
	add(1, "MPI_Barrier", waits)
	return p
}

func merged(t interface{ Fatal(...any) }, list []*stats.Profile) *stats.Summary {
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The formulas of the POP centre, on two nodes of two ranks: 6 and 9 s of 10 are useful on one, 3 and 3 on the other.
func TestFormulas(t *testing.T) {
	list := []*stats.Profile{rank(0, 4, "a", 6e9, 4e9), rank(1, 4, "a", 9e9, 1e9), rank(2, 4, "b", 3e9, 7e9), rank(3, 4, "b", 3e9, 7e9)}
	r := Of(merged(t, list), slices.Values(list))
	r.SetTransfer(0.95)
	if r.Whole == nil || r.Nodes != 2 {
		t.Fatalf("%+v, expected two nodes", r)
	}
	for k, want := range map[Kind][2]float64{
		Parallel: {0.525, 4.75e9}, LoadBalance: {5.25 / 9, 3.75e9}, InNodes: {7.5 / 9, 1.5e9}, BetweenNodes: {5.25 / 7.5, 2.25e9},
		Communication: {0.9, 1e9}, Serialisation: {9 / 9.5, 0.5e9}, Transfer: {0.95, 0.5e9},
	} {
		share, known := r.Whole.Share(k)
		costs, _ := r.Whole.Costs(k)
		if !known || math.Abs(share-want[0]) > 1e-9 || math.Abs(costs-want[1]) > 1 {
			t.Errorf("%s: %g, costs %g (known: %t), want %v", k, share, costs, known, want)
		}
	}
	if r.SetTransfer(0.5); r.Whole.Instant != 9.5e9 {
		t.Error("a transfer efficiency below the communication efficiency was taken")
	}
}

// Whatever ranks do: each efficiency is from 0 to 1 and the product of its factors, what these cost adds up, and the figures
// are those that one finds rank by rank.
func TestProductsAndSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "size")
		var list []*stats.Profile
		longest, most, sum, byHost, ranks := 0.0, 0.0, 0.0, map[string]float64{}, map[string]float64{}
		for i := range size {
			host := fmt.Sprint("node", rapid.IntRange(0, 2).Draw(t, "host"))
			computes, waits := rapid.Int64Range(0, 1e10).Draw(t, "computes"), rapid.Int64Range(1, 1e10).Draw(t, "waits")
			list = append(list, rank(i, size, host, computes, waits))
			longest, most, sum = max(longest, float64(computes+waits)), max(most, float64(computes)), sum+float64(computes)
			byHost[host], ranks[host] = byHost[host]+float64(computes), ranks[host]+1
		}
		node := 0.0
		for host := range byHost {
			node = max(node, byHost[host]/ranks[host])
		}
		r := Of(merged(t, list), slices.Values(list))
		for i := range 2 { // Total and step
			checkRegion(t, r.At(i))
			for what, pair := range map[string][2]float64{"elapsed": {r.At(i).Elapsed, longest}, "most": {r.At(i).Most, most}, "mean": {r.At(i).Mean, sum / float64(size)}, "node": {r.At(i).MostNode, node}} {
				if math.Abs(pair[0]-pair[1]) > 1e-9*pair[1]+1e-6 {
					t.Errorf("%s: %g, want %g", what, pair[0], pair[1])
				}
			}
		}
		if share, _ := r.Whole.Share(LoadBalance); size == 1 && share != 1 {
			t.Errorf("load balance of one rank: %g", share)
		}
	})
}

func checkRegion(t *rapid.T, g *Region) {
	if g == nil {
		t.Fatal("the efficiencies are not known")
	}
	for parent := range Kinds {
		whole, known := g.Share(parent)
		if known && !(whole >= 0 && whole <= 1) {
			t.Errorf("%s: %g", parent, whole)
		}
		product, sum, factors := 1.0, 0.0, 0
		for k := range Kinds {
			if share, known := g.Share(k); known && k.Parent() == parent {
				costs, _ := g.Costs(k)
				product, sum, factors = product*share, sum+costs, factors+1
			}
		}
		costs, _ := g.Costs(parent)
		if factors > 0 && (math.Abs(product-whole) > 1e-14 || math.Abs(sum-costs) > 1e-5) {
			t.Errorf("%s: %g, its factors %g; costs %g, they %g", parent, whole, product, costs, sum)
		}
	}
}

// What is not known is not said: useful time without waits that were recorded, nodes of a summary alone.
func TestUnknown(t *testing.T) {
	list := []*stats.Profile{rank(0, 2, "a", 6e9, 4e9), rank(1, 2, "a", 9e9, 1e9), rank(2, 3, "b", 9e9, 1e9)}
	for i, p := range list {
		*p = *rank(i, 3, p.Host, 6e9, 4e9)
	}
	s := merged(t, list)
	if r := Of(s, nil); r.Whole == nil || r.Nodes != 0 || !math.IsNaN(r.Whole.MostNode) {
		t.Errorf("%+v of a summary of two nodes", r)
	}
	if _, known := Of(s, nil).Whole.Share(BetweenNodes); known {
		t.Error("load balance between nodes is known")
	}
	for _, p := range list {
		p.Nodes[2].Name = "barrier"
	}
	if r := Of(merged(t, list), slices.Values(list)); r.Whole != nil || len(r.Regions) > 0 {
		t.Errorf("%+v, of ranks whose waits are not known", r)
	}
	one := rank(0, 1, "a", 6e9, 4e9)
	one.Nodes[2].Name = "barrier"
	r := Of(merged(t, []*stats.Profile{one}), nil)
	for k := range Kinds {
		if share, known := r.Whole.Share(k); known && share != 1 {
			t.Errorf("%s of one rank: %g", k, share)
		}
	}
}

// A run has instructions for each cycle, and cycles a second, where both were counted on all ranks.
func TestCounters(t *testing.T) {
	list := []*stats.Profile{rank(0, 2, "a", 6e9, 4e9), rank(1, 2, "a", 9e9, 1e9)}
	for _, p := range list {
		p.Counters = []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "CYCLES", Step: 1, Domain: "process"}}
		p.Nodes[0].Values = []int64{40e9, 20e9}
	}
	r := Of(merged(t, list), nil)
	if r.Whole.IPC != 2 || r.Whole.Hertz != 2e9 || !math.IsNaN(r.At(1).IPC) {
		t.Errorf("%g instructions a cycle, %g Hz, of step %g", r.Whole.IPC, r.Whole.Hertz, r.At(1).IPC)
	}
}
