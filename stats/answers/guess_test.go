package answers

import (
	"strings"
	"testing"
)

// Ranks of a ring that wait for the one before them end later than others, as it does: time of its own in the region around is not
// work of theirs in the region where they wait.
func TestWaitersOfOwnTimeAreNotSlow(t *testing.T) {
	got := shown(ranksOf(t, []timedNode{
		{-1, "Total", []int64{1000, 600, 600, 1000, 1000}}, {0, "step", []int64{1000, 600, 600, 1000, 1000}},
		{1, "kernel", []int64{590, 590, 590, 590, 590}}, {1, "halo", []int64{410, 10, 10, 10, 410}}, // and rank 3 has 400 beside
	}))
	if len(got) != 1 || !strings.HasPrefix(got[0], "unknown ") {
		t.Errorf("got %q", got)
	}
}

// That is so deeper, too, where others wait beside the region.
func TestWaitersOfOwnTimeInsideAreNotSlow(t *testing.T) {
	got := shown(ranksOf(t, []timedNode{
		{-1, "Total", []int64{2000, 2000, 2000, 2000, 2000}}, {0, "part", []int64{1600, 600, 600, 1600, 1600}},
		{1, "kernel", []int64{590, 590, 590, 590, 590}}, {1, "sum", []int64{1010, 10, 10, 10, 1010}}, {0, "norm", []int64{400, 1400, 1400, 400, 400}},
	}))
	if len(got) != 1 || !strings.HasPrefix(got[0], "unknown ") {
		t.Errorf("got %q", got)
	}
}

// What ranks do outside of the regions below is no less than nothing: if that contradicts that those which wait least do most of it,
// nobody knows who does.
func TestOwnTimeIsNotLessThanNothing(t *testing.T) {
	nodes := func(own int64) []timedNode {
		return []timedNode{
			{-1, "Total", []int64{1000, 1000, 1000, 1000}}, {0, "kernel", []int64{600 - own, 600 - own, 600 - own, 600 - own}}, {0, "halo", []int64{370, 370, 0, 0}},
		}
	}
	if got := shown(ranksOf(t, nodes(0))); len(got) != 1 || !strings.HasPrefix(got[0], "undecided ") {
		t.Errorf("ranks 2 and 3 may do it, got %q", got)
	}
	few := []timedNode{{-1, "Total", []int64{1000, 700, 1000, 1000}}, {0, "kernel", []int64{600, 600, 600, 600}}, {0, "halo", []int64{370, 70, 70, 70}}}
	if got := shown(ranksOf(t, few)); len(got) == 0 || !strings.HasPrefix(got[0], "unknown ") {
		t.Errorf("got %q", got)
	}
}

// A rank that began before others and waited for them, outside of all regions, has no more to do than they.
func TestEarlyRankIsNotSlow(t *testing.T) {
	got := shown(ranksOf(t, []timedNode{{-1, "Total", []int64{1500, 1000}}, {0, "run", []int64{1000, 1000}}}))
	if len(got) != 1 || !strings.HasPrefix(got[0], "unknown ") {
		t.Errorf("got %q", got)
	}
}

// Where waits are not recorded, ranks that wait by more than is worth nothing are not called balanced.
func TestWaitsAreNotBalance(t *testing.T) {
	got := shown(ranksOf(t, []timedNode{
		{-1, "Total", []int64{1000, 1000, 1000, 1000}}, {0, "kernel", []int64{890, 890, 890, 890}}, {0, "halo", []int64{0, 55, 60, 60}},
	}))
	if len(got) != 1 || !strings.HasPrefix(got[0], "unknown ") {
		t.Errorf("got %q", got)
	}
}

// Ranks that end later than others in regions that make up for each other elsewhere may have waited, too.
func TestWhoEndsLaterMayHaveWaited(t *testing.T) {
	nodes := []timedNode{
		{-1, "Total", []int64{1000, 1000, 1000, 900}}, {0, "step", []int64{900, 900, 900, 900}},
		{1, "a", []int64{100, 400, 250, 250}}, {1, "b", []int64{400, 100, 250, 250}}, {1, "c", []int64{300, 400, 350, 250}}, {0, "norm", []int64{90, 90, 90, 0}},
	}
	if got := shown(ranksOf(t, nodes)); len(got) != 1 || !strings.HasPrefix(got[0], "unknown ") {
		t.Errorf("got %q", got)
	}
}
