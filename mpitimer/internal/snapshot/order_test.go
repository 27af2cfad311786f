package snapshot

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Nodes that need no second copy are those that a second copy has.
func TestNodesInPlace(t *testing.T) {
	stay := 0
	for range 20_000 {
		nodes := make([]stats.Node, rand.IntN(8))
		for i := range nodes {
			nodes[i] = stats.Node{Parent: rand.IntN(i+1) - 1, Level: i}
			for track := range 2 {
				if rand.IntN(4) > track {
					nodes[i].ByTrack = append(nodes[i].ByTrack, stats.TrackMeasure{Track: track, Measure: stats.Measure{Calls: 1, Total: int64(i)}})
				}
			}
		}
		want := InOrder(append([]stats.Node(nil), nodes...))
		if !finished(nodes) {
			continue
		}
		if stay++; !reflect.DeepEqual(nodes, want) {
			t.Fatalf("%+v, want %+v", nodes, want)
		}
	}
	if stay < 100 {
		t.Errorf("%d of 20 000 trees stayed: too few to test that", stay)
	}
}
