package answers

import (
	"testing"

	"github.com/go-hpc/timers/stats"
)

// A rank whose goroutine is slow, in a region of its own below the outermost one, waits for it in a region of the main one. That is one
// finding, of which the others wait where those wait that are beside the main goroutine's.
func TestGoroutineThatTheMainOneWaitsFor(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		worker := timed(0, "worker", 300, 0)
		wait := timed(1, "exchange", 700, 700)
		update := timed(1, "update", 300, 0)
		if rank == 1 {
			worker, update, wait = timed(0, "worker", 900, 0), timed(1, "update", 900, 0), timed(1, "exchange", 100, 100)
		}
		worker.ByTrack = []stats.TrackMeasure{{Track: 1, Measure: worker.Measure}}
		p := profileOf(rank, 4, timed(-1, "Total", 1000, 0), timed(0, "step", 1000, 0), update, wait, worker)
		p.Tracks = []string{"main", "worker"}
		list = append(list, p)
	}
	s := merged(t, list)
	const want = "Rank 1 is slowest in worker and update, and others wait in exchange. Balance would save 450 ms, 45 % of the run."
	if got := texts(Find(s), s); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
