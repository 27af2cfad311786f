package answers

import (
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Where ranks wait longest may be a region that the program marks as communication, whatever its name is.
func TestLongestWaitIsMarked(t *testing.T) {
	s := &stats.Summary{Regions: []stats.Region{{Name: "Total", Parent: -1}, {Name: "halo", Communicates: true}, {Name: "work"}}}
	f := &finder{run: &run{s: s, mean: []float64{9, 2, 7}}}
	if got := f.longestWait(); got != 1 {
		t.Errorf("region %d, want the one that is marked", got)
	}
}
