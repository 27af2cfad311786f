package rows

import (
	"fmt"
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
	tables, err := Of(p, MostFrequent)
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
