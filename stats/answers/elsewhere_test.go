package answers

import (
	"testing"

	"github.com/go-hpc/timers/stats"
)

// A rank whose goroutine is slow, in a region of its own below the outermost one, waits for it in a region of the main one. That is one
// finding, of which the others wait where those wait that are beside the main goroutine's.
func TestGoroutineThatTheMainOneWaitsFor(t *testing.T) {
	for awaited, want := range map[string]string{ // where the main goroutine waits
		"update": "Rank 1 is slowest in worker and update, and others wait in exchange. Balance would save 450 ms, 45 % of the run.",
		"step":   "Rank 1 is slowest in worker, and others wait in exchange. Balance would save 450 ms, 45 % of the run.",
	} {
		var list []*stats.Profile
		for rank := range 4 {
			long := int64(300)
			if rank == 1 {
				long = 900
			}
			worker := timed(0, "worker", long, 0)
			worker.ByTrack = []stats.TrackMeasure{{Track: 1, Measure: worker.Measure}}
			nodes := []stats.Node{timed(-1, "Total", 1000, 0), timed(0, "step", 1000, 0), worker, timed(1, "exchange", 1000-long, 1000-long)}
			if awaited == "update" {
				nodes = append(nodes, timed(1, "update", long, 0))
			}
			p := profileOf(rank, 4, nodes...)
			p.Tracks = []string{"main", "worker"}
			list = append(list, p)
		}
		s := merged(t, list)
		if got := texts(Find(s), s); len(got) != 1 || got[0] != want {
			t.Errorf("awaited in %s: %q, want %q", awaited, got, want)
		}
	}
}

// A goroutine of one rank that writes while all compute saves no more than the time for which the main one waits for it, and for
// which others wait for that one. That it takes longer than it is waited for does not mean that some waits are not recorded.
func TestGoroutineThatWritesBeside(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		joins := int64(0)
		if rank == 0 {
			joins = 300
		}
		nodes := []stats.Node{timed(-1, "Total", 1000, 0), timed(0, "step", 999, 0), timed(1, "compute", 690, 0), timed(1, "sync", 301-joins, 301-joins)}
		if rank == 0 {
			write := timed(0, "write", 900, 0)
			write.ByTrack = []stats.TrackMeasure{{Track: 1, Measure: write.Measure}}
			nodes = append(nodes, timed(1, "join", joins, 0), write)
		}
		p := profileOf(rank, 4, nodes...)
		p.Tracks = []string{"main", "writer"}
		list = append(list, p)
	}
	s := merged(t, list)
	const want = "Rank 0 is slowest in write and join, and others wait in sync. Balance would save 225 ms, 22 % of the run."
	if got := texts(Find(s), s); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What a region does outside of those below it is no less for a thread that waits for messages all the time.
func TestThreadThatWaitsForMessages(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		work := int64(300)
		if rank == 2 {
			work = 900
		}
		wait := timed(0, "MPI_Recv", 990, 990)
		wait.ByTrack = []stats.TrackMeasure{{Track: 1, Measure: wait.Measure}}
		p := profileOf(rank, 4, timed(-1, "Total", 1000, 0), timed(0, "MPI_Allreduce", 1000-work, 1000-work), wait)
		p.Tracks = []string{"main", "MPI thread 0"}
		list = append(list, p)
	}
	s := merged(t, list)
	const want = "Rank 2 is slowest in Total, outside of calls of MPI, and others wait in MPI_Allreduce. Balance would save 450 ms, 45 % of the run."
	if got := texts(Find(s), s); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
