package answers

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Where all ranks wait and none of them has more to do, the sentence names the region in which they wait longest, also if
// their waits are no regions: a communicator reports them, in a region for nothing else or in one with work.
func TestAllWaitEquallyLong(t *testing.T) {
	for _, c := range []struct {
		what   string
		nodes  []stats.Node // their Total and Waited in ms
		wanted string
	}{
		{"in a region of its own", []stats.Node{timed(-1, "Total", 450, 0), timed(0, "solve", 200, 0), timed(0, "sync", 250, 250)}, "All of them wait, 250 ms on average, longest in sync."},
		{"in two", []stats.Node{timed(-1, "Total", 450, 0), timed(0, "sweep", 300, 0), timed(1, "cells", 160, 0), timed(1, "from_left", 140, 140), timed(0, "next", 150, 149)}, "All of them wait, 289 ms on average, longest in next."},
		{"where there is work as well", []stats.Node{timed(-1, "Total", 450, 0), timed(0, "solve", 300, 80), timed(0, "output", 150, 10)}, "All of them wait, 90 ms on average, longest in solve."},
		{"outside of regions", []stats.Node{timed(-1, "Total", 450, 90), timed(0, "solve", 300, 10)}, "All of them wait, 100 ms on average, longest in Total."},
		{"hardly", []stats.Node{timed(-1, "Total", 450, 0), timed(0, "solve", 440, 10)}, "Balance between ranks would win little: they take about equally long outside of waits, and wait 2 % of the run."},
	} {
		var profiles []*stats.Profile
		for rank := range 4 {
			profiles = append(profiles, profileOf(rank, 4, c.nodes...))
		}
		s := merged(t, profiles)
		if list := Find(s); len(list) != 1 || list[0].Kind != Balanced || !strings.Contains(list[0].Text(s), c.wanted) {
			t.Errorf("%s: %q, want %q", c.what, list[0].Text(s), c.wanted)
		}
	}
}

// Who waits for a rank of which nothing is recorded is not balanced, as far as anybody knows.
func TestWaitsOfOneRankAreNotRecorded(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 4 {
		nodes := []stats.Node{timed(-1, "Total", 400, 0), timed(0, "solve", 100, 0), timed(0, "sync", 300, 300)}
		if rank == 3 {
			nodes = []stats.Node{timed(-1, "Total", 400, 0), timed(0, "solve", 400, 0)}
		}
		profiles = append(profiles, profileOf(rank, 4, nodes...))
	}
	s := merged(t, profiles)
	const want = "Whether ranks wait for others in Total is not known, because the waits of 1 of 4 ranks are not recorded."
	if list := Find(s); len(list) != 1 || list[0].Text(s) != want {
		t.Errorf("%q, want %q", list[0].Text(s), want)
	}
}

// timed is a node that took so many milliseconds, some of them waiting.
func timed(parent int, name string, total, waited int64) stats.Node {
	total, waited = total*1e6, waited*1e6
	return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total, Waited: waited}}
}

// Ranks that differ by less than what would be found are not said to take equally long, and one rank of several is not all there is.
func TestLittleImbalance(t *testing.T) {
	const because = " Whether they wait for each other within regions is not known, because calls of MPI are not recorded."
	for apart, want := range map[int64]string{
		0:  "No imbalance shows: in every region the ranks take equally long, to within 1 % of the run.",
		9:  "No imbalance shows: in every region the ranks take equally long, to within 1 % of the run.",
		10: "Little imbalance shows: ranks differ by up to 10 ms, 1 % of the run, most in solve.",
		39: "Little imbalance shows: ranks differ by up to 39 ms, 3.9 % of the run, most in solve.",
	} {
		var list []*stats.Profile
		for rank := range 4 {
			list = append(list, profileOf(rank, 4, timed(-1, "Total", 1000, 0), timed(0, "solve", 500+apart*int64(rank%2), 0)))
		}
		s := merged(t, list)
		if got := texts(Find(s), s); len(got) != 1 || got[0] != want+because {
			t.Errorf("%d ms apart: %q", apart, got)
		}
	}
	none := merged(t, []*stats.Profile{profileOf(0, 2), profileOf(1, 2)})
	if got := texts(Find(none), none); len(got) != 1 || !strings.HasPrefix(got[0], "No imbalance shows: ") {
		t.Errorf("of no regions: %q", got)
	}
	s := merged(t, []*stats.Profile{profileOf(2, 4, timed(-1, "Total", 1000, 0))})
	if got := texts(Find(s), s); len(got) != 1 || got[0] != "How this rank compares with others is not known: it is the only one here." {
		t.Errorf("%q", got)
	}
}

// Times have three digits and no exponent.
func TestTimesOfFindings(t *testing.T) {
	for ns, want := range map[float64]string{52_193e9: "52200 s", 3_807e9: "3810 s", 1e9: "1 s", 999.7e6: "1000 ms", 20.46e6: "20.5 ms", 1500: "1.5 µs", 12: "12 ns"} {
		if got := (writer{}).time(ns); got != want {
			t.Errorf("%g ns: %s, want %s", ns, got, want)
		}
	}
}
