package rows

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// A timer with more parents than are looked through has each of them once, with the calls of all its nodes.
func TestLinksOfManyParents(t *testing.T) {
	const parents = 3 * fewParents
	p := &stats.Profile{}
	add := func(parent int, name string, calls uint64) int {
		p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: calls, Timed: calls}})
		return len(p.Nodes) - 1
	}
	top := add(-1, "top", 1)
	for _, above := range []int{-1, top} {
		for k := range parents {
			add(add(above, fmt.Sprint("parent ", k), 1), "halo", uint64(k+1))
		}
	}
	tables, err := Of(p, MostFrequent, false, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range tables[0].Records {
		if r.Name != "halo" {
			continue
		}
		if len(r.Parents) != parents {
			t.Fatalf("%d parents, want %d", len(r.Parents), parents)
		}
		for k, l := range r.Parents {
			if name := fmt.Sprint("parent ", k); tables[0].ParentName(l) != name || l.Calls != uint64(2*(k+1)) {
				t.Errorf("%s with %d calls, want %s with %d", tables[0].ParentName(l), l.Calls, name, 2*(k+1))
			}
		}
	}
}

// Where nothing has to be folded, the short way gives what folding gives.
func TestByNameSimple(t *testing.T) {
	p := &stats.Profile{Size: 1, Tracks: []string{"main"}, Environments: []stats.Environment{{Name: "all", Size: 1}}}
	measures := []stats.Measure{
		{Calls: 3, Timed: 3, Total: 90, Min: 20, Max: 40, Squares: stats.Square(90), Histogram: stats.Histogram{First: 5, Counts: []uint64{1, 2}}},
		{Calls: 2, Running: 1, Timed: 2, Total: 70, Open: 30, Min: 10, Max: 30, Recursion: 1},
		{Running: 1, Total: 30, Open: 30},
		{}, // never started, or reset
		{Calls: 7},
	}
	for i, m := range measures {
		p.Nodes = append(p.Nodes, stats.Node{Parent: i - 1, Name: string(rune('a' + i)), Level: i, Estimated: i == 1, Sample: i, Measure: m,
			Values: []int64{int64(i), stats.NoValue, int64(7 * i)}, Turns: []stats.Turns{{Due: 9, Counted: uint64(i)}}})
	}
	p.Counters = []stats.Counter{{Name: "a", Step: 1}, {Name: "b", Step: 1}, {Name: "c", Step: 1}}
	got := ByName(p)
	want := *got
	want.Nodes = nil
	index := make(map[string]int)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		index[n.Name] = i
		want.Nodes = append(want.Nodes, stats.Node{Parent: -1, Name: n.Name, Level: n.Level, Estimated: n.Estimated, Sample: n.Sample})
	}
	foldByName(p, index, want.Nodes, Counts(p))
	if !reflect.DeepEqual(got.Nodes, want.Nodes) {
		t.Errorf("got  %+v\nwant %+v", got.Nodes, want.Nodes)
	}
	got.Nodes[0].Histogram.Counts[0]++
	if p.Nodes[0].Histogram.Counts[0] != 1 {
		t.Error("the profile was changed")
	}
}

// A path in another environment has one name, whether or not the rank ran it in the default one too.
func TestPathNamesAgreeBetweenRanks(t *testing.T) {
	type node struct {
		parent            int
		name, environment string
	}
	named := func(nodes ...node) []string {
		return pathNames(len(nodes), func(i int) (int, string, string) { return nodes[i].parent, nodes[i].name, nodes[i].environment })
	}
	both := named(node{-1, "run", ""}, node{0, "halo", ""}, node{0, "halo", "ocean"}, node{2, "send", "ocean"})
	one := named(node{-1, "run", ""}, node{0, "halo", "ocean"}, node{1, "send", "ocean"})
	if want := []string{"run", "run:halo@ocean", "run:halo@ocean:send"}; !slices.Equal(one, want) || !slices.Equal(both[2:], want[1:]) {
		t.Errorf("a rank names %q, another %q", both, one)
	}
}

// Useful times are known of call paths: where nothing but a wait is noted, a reduction by name has none of them to send.
func TestByNameWithoutWaits(t *testing.T) {
	waits := stats.Measure{Calls: 1, Timed: 1, Total: 10, Waited: 5}
	for _, p := range []*stats.Profile{
		{Nodes: []stats.Node{{Parent: -1, Name: "a", Measure: waits}}},
		{Nodes: []stats.Node{{Parent: -1, Name: "a", Measure: waits}, {Parent: 0, Name: "a", Measure: waits}}}, // folded
	} {
		if n := ByName(p).Nodes[0]; n.Calls == 0 || n.Waited != 0 {
			t.Errorf("%d calls that waited for %d ns, want some that waited for 0", n.Calls, n.Waited)
		}
	}
}
