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

// A program that marks one region in which its ranks wait, as E3SM does its barriers, may have others: that ranks make up for work
// there does not mean that they are balanced, nor is a region in which they wait slow.
func TestMarksMayNotBeAll(t *testing.T) {
	for _, c := range []struct {
		what        string
		halo, norm  []int64
		wantedFirst string
	}{
		{"all waits are marked", []int64{100, 100, 100, 100}, []int64{310, 310, 310, 10}, "kernel 225 on 3 waits sync_norm"},
		{"none that matters is", []int64{400, 400, 400, 100}, []int64{10, 10, 10, 10}, "undecided kernel 75 on 3 waits halo, or halo 75 on 0-2 waits kernel"},
		{"a third is", []int64{300, 300, 300, 100}, []int64{110, 110, 110, 10}, "unknown kernel 225 on 3"},
	} {
		nodes := []timedNode{{-1, "Total", nil}, {0, "kernel", []int64{500, 500, 500, 800}}, {0, "halo", c.halo}, {0, "sync_norm", c.norm}}
		for rank := range 4 {
			nodes[0].times = append(nodes[0].times, 500+c.halo[rank]+c.norm[rank]+300*int64(rank/3))
		}
		if got := shown(ranksOf(t, nodes)); len(got) != 1 || got[0] != c.wantedFirst {
			t.Errorf("%s: %q, want %q", c.what, got, c.wantedFirst)
		}
	}
}
