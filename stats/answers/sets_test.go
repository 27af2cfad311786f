package answers

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// What is named is the set, rank by rank: always in a run of up to 64 ranks, and of more where it is regular or has up to four.
func TestNamedIsTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.OneOf(rapid.IntRange(1, 64), rapid.IntRange(65, 3000)).Draw(t, "size")
		r := &run{s: &stats.Summary{Size: size}}
		member := rapid.IntRange(0, size-1)
		var list []int
		told := true
		switch rapid.SampledFrom([]string{"few", "regular", "any"}).Draw(t, "kind") {
		case "few":
			list = rapid.SliceOfNDistinct(member, 1, min(4, size), rapid.ID).Draw(t, "ranks")
		case "regular":
			stride := rapid.IntRange(1, 9).Draw(t, "stride")
			for rank := member.Draw(t, "first"); rank < size; rank += stride {
				list = append(list, rank)
			}
		default:
			list, told = rapid.SliceOfNDistinct(member, 1, min(50, size), rapid.ID).Draw(t, "ranks"), size <= 64
		}
		slices.Sort(list)
		var set stats.RankSet
		for _, rank := range list {
			set.Add(&stats.RankSet{First: int32(rank), Last: int32(rank), Sum: stats.RankWeight(rank, size)})
		}
		named := r.named(set, len(list))
		if named == nil {
			if told {
				t.Fatalf("%v of %d ranks have no name", list, size)
			}
			return
		}
		if got := expanded(named); !slices.Equal(got, list) {
			t.Fatalf("%v are named %v", list, named)
		}
		all := []stats.Range{{First: 0, Last: size - 1, Stride: 1}}
		for _, rank := range expanded(without(all, named...)) {
			if slices.Contains(list, rank) {
				t.Fatalf("%d is one of %v", rank, list)
			}
		}
	})
}

func expanded(list []stats.Range) (ranks []int) {
	for _, each := range list {
		for rank := each.First; rank <= each.Last; rank += each.Stride {
			ranks = append(ranks, rank)
		}
	}
	return ranks
}

// A run of 100 000 regions in one place is looked through once.
func TestManyRegions(t *testing.T) {
	for _, wait := range []string{"MPI_Barrier", "global_sum"} {
		f, s := manyRegions(t, wait)
		if f.Kind == Balanced || s.Regions[f.Region].Name != "region 77777" || f.Ranks.String() != "rank 2" {
			t.Errorf("%s: got %s", wait, f.Text(s))
		}
	}
}

func manyRegions(t *testing.T, wait string) (Finding, *stats.Summary) {
	const ranks, regions = 4, 100_000
	var m stats.Merger
	for rank := range ranks {
		p := &stats.Profile{Rank: rank, Size: ranks, Tracks: []string{"main"}, Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}}}
		add := func(parent int, name string, ns int64) {
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Total: ns, Timed: 1, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}})
		}
		add(-1, "run", 4e9)
		slow := int64(0)
		for i := range regions {
			ns := int64(1e4)
			if rank == 2 && i == 77_777 {
				ns, slow = 1e9, 1e9-1e4
			}
			add(0, fmt.Sprint("region ", i), ns)
		}
		add(0, wait, 3e9-regions*1e4-slow)
		if err := m.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	s, err := m.Summary()
	if err != nil {
		t.Fatal(err)
	}
	return Find(s)[0], s
}

// Numbers of a file that is wrong name no ranks, and end.
func TestNamedOfNonsense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := &run{s: &stats.Summary{Size: rapid.IntRange(0, 200).Draw(t, "size")}}
		set := stats.RankSet{First: rapid.Int32().Draw(t, "first"), Last: rapid.Int32().Draw(t, "last"), Sum: rapid.Uint64().Draw(t, "sum")}
		count := rapid.Int().Draw(t, "count")
		if named := r.named(set, count); named != nil && len(expanded(named)) != count {
			t.Fatalf("%d ranks are %v", count, named)
		}
	})
}

// Whatever share of the ranks is slow, they are named as a set.
func TestSlowSetsAreNamed(t *testing.T) {
	for _, test := range []struct {
		ranks int
		slow  func(rank int) bool
		want  string
	}{
		{8, func(rank int) bool { return rank == 6 || rank == 7 }, "ranks 6-7 (2 of 8)"},
		{64, func(rank int) bool { return rank < 32 }, "ranks 0-31 (32 of 64)"},
		{16, func(rank int) bool { return rank%2 == 0 }, "ranks 0-14:2 (8 of 16)"},
		{12, func(rank int) bool { return rank != 3 && rank != 4 }, "ranks 0-2, 5-11 (10 of 12)"},
		{1000, func(rank int) bool { return rank < 250 || rank > 400 }, "ranks 0-249, 401-999 (849 of 1000)"},
		{300, func(rank int) bool { return rank == 5 || rank == 77 || rank == 120 || rank == 299 }, "ranks 5, 77, 120, 299 (4 of 300)"},
	} {
		var m stats.Merger
		for rank := range test.ranks {
			work := int64(1e9 + 1e6*int64(rank%5))
			if test.slow(rank) {
				work += 1e9
			}
			node := func(parent int, name string, ns int64) stats.Node {
				return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Total: ns, Timed: 1, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}}
			}
			err := m.Add(&stats.Profile{Rank: rank, Size: test.ranks, Tracks: []string{"main"},
				Environments: []stats.Environment{{Name: "Default", Size: test.ranks, Ranks: []stats.Range{{First: 0, Last: test.ranks - 1, Stride: 1}}}},
				Nodes:        []stats.Node{node(-1, "run", 21e8), node(0, "kernel", work), node(0, "MPI_Barrier", 21e8-work)}})
			if err != nil {
				t.Fatal(err)
			}
		}
		s, err := m.Summary()
		if err != nil {
			t.Fatal(err)
		}
		if got := Find(s)[0].Ranks; got.String() != test.want {
			t.Errorf("got %v, want %s", &got, test.want)
		}
	}
}
