package answers

import (
	"slices"
	"strings"
	"testing"
)

// recordedStep makes nodes of ranks that wait for each other in a barrier, beside a region that has leaves and time of its own.
func recordedStep(own []int64, leaves map[string][]int64) (nodes []timedNode) {
	step := slices.Clone(own)
	var names []string
	for name, times := range leaves {
		names = append(names, name)
		for rank, ns := range times {
			step[rank] += ns
		}
	}
	slices.Sort(names)
	most := slices.Max(step)
	wait, all := make([]int64, len(own)), make([]int64, len(own))
	for rank, ns := range step {
		wait[rank], all[rank] = most-ns+10, most+10
	}
	nodes = []timedNode{{-1, "Total", all}, {0, "step", step}, {0, "MPI_Barrier", wait}}
	for _, name := range names {
		nodes = append(nodes, timedNode{1, name, leaves[name]})
	}
	return nodes
}

// A rank that was measured for less than others, as one that was started again, does not hide which ones are slow.
func TestRankMeasuredForLess(t *testing.T) {
	const ranks = 17
	work, plain, own := make([]int64, ranks), make([]int64, ranks), make([]int64, ranks)
	for rank := range ranks {
		work[rank], plain[rank], own[rank] = 40_000+int64(rank), 30_000, 100
		switch rank {
		case 9, 11, 12:
			work[rank] = 60_000 + int64(rank)
		case 4:
			work[rank], plain[rank], own[rank] = 8_000, 18_000, 60
		}
	}
	got := shown(ranksOf(t, recordedStep(own, map[string][]int64{"work": work, "plain": plain})))
	if len(got) != 1 || !strings.HasPrefix(got[0], "work ") || !strings.HasSuffix(got[0], " on 9,11-12 waits MPI_Barrier") {
		t.Errorf("got %q", got)
	}
}

// Time of a region's own, all of it on one rank, is found beside a rank that lacks more than that of the regions below: with it the mean is
// less, and that rank seems to have more time of the region's own than all ranks together.
func TestOwnTimeBesideRankMeasuredForLess(t *testing.T) {
	const ranks = 54
	a, b, own := make([]int64, ranks), make([]int64, ranks), make([]int64, ranks)
	for rank := range ranks {
		if a[rank], b[rank] = 24_000, 17_000; rank == 35 {
			own[rank] = 10_000
		} else if rank == 7 {
			a[rank], b[rank] = 10_000, 5_000
		}
	}
	got := shown(ranksOf(t, recordedStep(own, map[string][]int64{"a": a, "b": b})))
	if len(got) != 1 || !strings.HasPrefix(got[0], "in itself step ") {
		t.Errorf("got %q", got)
	}
}

// Regions in which a rank takes a little longer, and each time another one most, do not make time of the region's own around them.
func TestNoiseIsNotOwnTime(t *testing.T) {
	list := map[string][]int64{
		"a": {20_000, 20_000, 20_000, 23_900, 20_000, 20_000, 20_000, 24_000},
		"b": {20_000, 20_000, 20_000, 21_900, 24_000, 20_000, 20_000, 20_000},
		"c": {20_000, 24_000, 20_000, 20_900, 20_000, 20_000, 20_000, 20_000},
	}
	for _, text := range shown(ranksOf(t, recordedStep(slices.Repeat([]int64{5_000}, 8), list))) {
		if strings.HasPrefix(text, "in itself") {
			t.Errorf("got %q, and each rank does as much outside of the regions below", text)
		}
	}
}
