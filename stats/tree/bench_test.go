package tree_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// wide is a run of two ranks whose regions have ten children each.
func wide(t testing.TB, regions int) *stats.Summary {
	rank := func(rank int) *stats.Profile {
		p := &stats.Profile{Rank: rank, Size: 2, Program: "wide", To: 1e12,
			Environments: []stats.Environment{{Name: "default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}}}
		p.Nodes = append(p.Nodes, leaf(-1, "Total", 1, 1e6))
		for i := 1; i < regions; i++ {
			p.Nodes = append(p.Nodes, leaf((i-1)/10, fmt.Sprintf("region%d", i), uint64(10+i), 1e6/float64(i+rank)))
		}
		return p
	}
	s, err := stats.Merge([]*stats.Profile{rank(0), rank(1)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A row costs what its figures cost, and at most one allocation.
func TestRowsMakeLittleGarbage(t *testing.T) {
	const regions = 5000
	s := wide(t, regions)
	per := testing.AllocsPerRun(3, func() {
		if err := tree.Write(io.Discard, s, tree.Options{}); err != nil {
			t.Fatal(err)
		}
	}) / regions
	if per > 1 {
		t.Errorf("%.2f allocations a row, want at most 1", per)
	}
}

func BenchmarkRow(b *testing.B) {
	const regions = 5000
	s := wide(b, regions)
	b.ReportAllocs()
	for b.Loop() {
		if err := tree.Write(io.Discard, s, tree.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/regions, "ns/row")
}
