package answers

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// What all ranks wait beyond that for a slow one is told, too, where it is much: in a slow transpose, say.
func TestAllWaitBesides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks, more, all := rapid.IntRange(2, 9).Draw(t, "ranks"), rapid.Int64Range(30, 300).Draw(t, "more"), rapid.Int64Range(0, 900).Draw(t, "all")
		var list []*stats.Profile
		for rank := range ranks {
			took := int64(300)
			if rank == 1 {
				took += more
			}
			list = append(list, profileOf(rank, ranks, timed(-1, "Total", 300+more+all+2, 0), timed(0, "spectral", 300+more+all+1, 0),
				timed(1, "fft", took, 0), timed(1, "transpose", 300+more+all-took, 300+more+all-took)))
		}
		s := merged(t, list)
		found := Find(s)
		length := float64(300 + more + all + 2)
		at := slices.IndexFunc(found, func(f Finding) bool { return f.Kind == Waiting })
		switch share := float64(all) / length; {
		case share < 0.09 || found[0].Kind != Slow:
			if at >= 0 {
				t.Fatalf("%q", texts(found, s))
			}
		case share > 0.11 && (at < 1 || s.Regions[found[at].Region].Name != "transpose" || found[at].Saves < 1e6*float64(all-2) || found[at].Saves > 1e6*float64(all+2)):
			t.Fatalf("%q, want %d ms", texts(found, s), all)
		}
	})
}

// What ranks wait in rounds of the timers, as in one that makes an environment, is no slow network; what they wait between two polls
// stands in the same place, and may be.
func TestRoundsOfTheTimersAreNoWaits(t *testing.T) {
	for call, want := range map[string]bool{"MPI_Allreduce": false, "MPI_Test": true} {
		for _, more := range []int64{0, 200} {
			var list []*stats.Profile
			for rank := range 4 {
				took := int64(450)
				if rank == 1 {
					took += more
				}
				p := profileOf(rank, 4, timed(-1, "Total", 1000, 300), timed(0, "solve", took, 0), timed(0, call, 700-took, 700-took))
				p.Nodes = append(p.Nodes, timed(0, "MPI_Wait", 1, 1))
				list = append(list, p)
			}
			s := merged(t, list)
			if all := texts(Find(s), s); strings.Contains(strings.Join(all, " "), "longest in Total") != want {
				t.Errorf("%s, %d ms more: %q", call, more, all)
			}
		}
	}
}

// A rank that alone runs a region is not the slowest there, and others may wait for it where it never is.
func TestOnlyOneRuns(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		nodes := []stats.Node{timed(-1, "Total", 1000, 0), timed(0, "farm", 1000, 0)}
		if rank == 0 {
			nodes = append(nodes, timed(1, "dispatch", 900, 0), timed(1, "receive", 90, 90))
		} else {
			nodes = append(nodes, timed(1, "get_task", 900, 900), timed(1, "compute", 95, 0))
		}
		list = append(list, profileOf(rank, 4, nodes...))
	}
	s := merged(t, list)
	const want = "Only rank 0 runs farm / dispatch, and others wait in get_task. Balance would save 675 ms, 68 % of the run."
	if got := texts(Find(s), s); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A region is named by as much of its path as tells it from others, such as those of a solver that is called from two places.
func TestNamesTellRegionsApart(t *testing.T) {
	var list []*stats.Profile
	for rank := range 4 {
		more := int64(0)
		if rank == 3 {
			more = 300
		}
		list = append(list, profileOf(rank, 4, timed(-1, "Total", 1000, 0),
			timed(0, "velocity", 300, 0), timed(1, "cg", 299, 0), timed(2, "matvec", 290, 0),
			timed(0, "pressure", 690, 0), timed(4, "cg", 689, 0), timed(5, "matvec", 380+more, 0), timed(5, "dot", 301-more, 301-more)))
	}
	s := merged(t, list)
	const want = "Rank 3 is slowest in pressure / cg / matvec, and others wait in dot. Balance would save 225 ms, 22 % of the run."
	if got := texts(Find(s), s); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
	w := writer{s}
	for i, want := range []string{"Total", "velocity", "velocity / cg", "velocity / cg / matvec", "pressure", "pressure / cg", "pressure / cg / matvec", "cg / dot"} {
		if got := w.path(i); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// In a sweep from rank to rank the first one has nothing to wait for: the last is not slow where it waits longest.
func TestSweep(t *testing.T) {
	var list []*stats.Profile
	for rank := range int64(8) {
		nodes := []stats.Node{timed(-1, "Total", 935, 0), timed(0, "sweep", 100+100*rank+1, 0), timed(1, "cells", 100, 0)}
		if rank > 0 {
			nodes = append(nodes, timed(1, "from_left", 100*rank, 100*rank))
		}
		norm := timed(0, "norm", 830-100*rank, 830-100*rank)
		norm.Communicates = true // the program marks one, and MPI calls of the other are known to wait
		list = append(list, profileOf(int(rank), 8, append(nodes, norm)...))
	}
	s := merged(t, list)
	if got := texts(Find(s), s); len(got) != 1 || !strings.HasPrefix(got[0], "Balance between ranks would win nothing: they take equally long outside of waits, over the whole run. All of them wait, 830 ms on average") {
		t.Errorf("%q", got)
	}
}
