package lanes

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// lateIn is which rank comes last to a collective call: each in turn.
func lateIn(call, ranks int) int { return call * 7 % ranks }

// manyMeetings is a run of so many ranks that come together so often: a call each microsecond, the last one half of one late.
func manyMeetings(ranks, calls int) *reader {
	var members []project.Member
	for rank := range ranks {
		members = append(members, project.Member{Global: rank, Local: rank})
	}
	known := &mpistate.Ranks{Communicators: []project.Communicator{{Members: members}}}
	r := &reader{t: &Timeline{Clocks: []Clock{{}}, Lanes: make([]Lane, ranks)}, meetings: newMeetings(known), extents: make([]extent, ranks)}
	for rank := range ranks {
		lane := r.meetings.lane(rank, rank)
		for call := range calls {
			at := int64(call) * 1000
			if rank == lateIn(call, ranks) {
				at += 500
			}
			lane.come(0, "Allreduce", -1, at)
		}
		r.extents[rank] = extent{rank, 0, int64(calls) * 1000, true}
	}
	return r
}

// A collective call is one record, of however many ranks: the memory grows with the number of calls alone, and the path goes through
// the rank that came last to each.
func TestMeetingsMemory(t *testing.T) {
	const ranks, calls = 1000, 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := manyMeetings(ranks, calls)
	runtime.ReadMemStats(&after)
	const bound = 4 << 20 // all that was ever allocated: of a record for each rank it would be 48 MB at least
	if got := after.TotalAlloc - before.TotalAlloc; got > bound || r.meetings.n != calls {
		t.Errorf("%d bytes for %d calls, want %d at most", got, r.meetings.n, bound)
	}
	parts := r.pathBack(nil)
	if len(parts) != calls+1 {
		t.Fatalf("the path has %d parts, want %d", len(parts), calls+1)
	}
	for i := range calls - 1 {
		call := calls - 1 - i
		if p := parts[i+1]; p.Lane != lateIn(call, ranks) || p.To != int64(call)*1000+500 {
			t.Fatalf("after call %d: %+v", call, p)
		}
	}
}

// BenchmarkFigures measures the path of 10 000 ranks through 10 000 collective calls, whose ends are in memory: reading them from text
// traces comes on top (BenchmarkTraceRead of package trace).
func BenchmarkFigures(b *testing.B) {
	const ranks, calls = 10_000, 10_000
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if parts := manyMeetings(ranks, calls).pathBack(nil); len(parts) < calls {
			b.Fatal(len(parts))
		}
		runtime.ReadMemStats(&after)
		fmt.Printf("figure path/collectives %.1f s\nfigure path/collectives-memory %.0f MB\n", b.Elapsed().Seconds(), float64(after.TotalAlloc-before.TotalAlloc)/1e6)
	}
}
