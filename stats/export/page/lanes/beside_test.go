package lanes

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Calls of MPI in a lane of their own, beside that of the thread that made them, stand in its regions: of an interval those that are in it, and useful
// time is without them. Those of a thread without regions stand apart.
func TestCallsBesideRegions(t *testing.T) {
	r := &reader{
		t: &Timeline{Length: 100, Names: []string{"Total", "step", "halo", "Allreduce"}, Calls: []bool{false, false, false, true}},
		o: Options{Only: func(string) (from, to int64) { return 10, 70 }},
	}
	lane := func(rank, thread string, states ...state) {
		var b builder
		for _, s := range states {
			b.add(s)
		}
		r.rankOf(&Lane{Rank: rank, Thread: thread}).add(&b)
	}
	for _, rank := range []string{"0", "1"} {
		lane(rank, "0", // 20 of step, with a halo of 8 at its end, again and again
			state{start: 12, end: 20, name: 2, depth: 2}, state{start: 0, end: 20, name: 1, depth: 1},
			state{start: 32, end: 40, name: 2, depth: 2}, state{start: 20, end: 40, name: 1, depth: 1},
			state{start: 52, end: 60, name: 2, depth: 2}, state{start: 40, end: 60, name: 1, depth: 1}, state{start: 0, end: 90, name: 0})
		lane(rank, "1", state{start: 0, end: 50, name: 2})
		lane(rank, "mpi0", state{start: 2, end: 5, name: 3}, state{start: 12, end: 19, name: 3}, state{start: 33, end: 40, name: 3}, state{start: 65, end: 75, name: 3})
		lane(rank, "mpi7", state{start: 20, end: 30, name: 3})
	}
	r.finish()
	s, err := stats.Merge(r.t.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for i := range s.Regions {
		got[strings.Join(s.Path(i), "/")] = s.Regions[i].Max.Value
	}
	for path, want := range map[string]int64{"Total": 60, "Total/step": 50, "Total/step/halo": 24, "Total/step/halo/MPI_Allreduce": 14, "Total/MPI_Allreduce": 5, "MPI_Allreduce": 10, "halo": 40} {
		if got[path] != want {
			t.Errorf("%s: %d, want %d; there are %v", path, got[path], want, got)
		}
	}
	useful := slices.IndexFunc(s.Counters, func(c stats.Counter) bool { return c.Name == stats.UsefulTime })
	if v := s.Regions[0].Values[useful]; v.Max.Value != 60-14-5 {
		t.Errorf("%d useful of Total, want 41", v.Max.Value)
	}
}
