package answers

import (
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Where ranks wait longest may be a region that the program marks as communication, whatever its name is.
func TestLongestWaitIsMarked(t *testing.T) {
	s := ranksOf(t, []timedNode{{-1, "Total", []int64{9, 9}}, {0, "halo", []int64{2, 2}}, {0, "work", []int64{7, 7}}})
	s.Regions[1].Communicates = true
	f := &finder{run: newRun(s, true)}
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

// Where ranks that are slow in one region wait for others in a region that is not marked, both differ, and no mark tells which of them
// is the wait.
func TestMarksDoNotProveNeighbour(t *testing.T) {
	nodes := []timedNode{{-1, "Total", []int64{610, 610, 610}}, {0, "kernel", []int64{600, 300, 300}}, {0, "sync_exchange", []int64{5, 305, 5}}, {0, "global_sum", []int64{5, 5, 305}}}
	want := "undecided kernel 200 on 0 waits global_sum waits sync_exchange, or global_sum 200 on 2 waits kernel waits sync_exchange"
	if got := shown(ranksOf(t, nodes)); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of ranks that have no marks at all nothing is known, and they have no less useful time for it.
func TestMarksOnSomeRanks(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 4 {
		p := &stats.Profile{Rank: rank, Size: 4, Environments: []stats.Environment{{Name: "Default", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}}}}
		for i, name := range []string{"Total", "sync_halo"}[:1+rank/2] {
			ns := 900 - 800*int64(i)
			p.Nodes = append(p.Nodes, stats.Node{Parent: i - 1, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns}})
		}
		profiles = append(profiles, p)
	}
	if r := newRun(merged(t, profiles), true); r.recorded || r.useful[0] != nil {
		t.Error("the useful time of Total counts as known, and two ranks have none")
	}
}

// Ranks that are goroutines of one program may wait for each other's channels, of which nobody knows but they, and not in package machenv
// alone, which says where they wait. Of ranks that wait there, what makes up for each other is work.
func TestWaitsInChannels(t *testing.T) {
	for _, c := range []struct {
		what   string
		waited int64
		first  Kind
	}{{"they wait nowhere else", 1, Undecided}, {"they do, for as long as they differ by", 300, Slow}} {
		var profiles []*stats.Profile
		for rank := range 4 {
			p := &stats.Profile{Rank: rank, Size: 4, Environments: []stats.Environment{{Name: "Default", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}}}}
			more := 300 * int64(rank/3)
			for i, ns := range []int64{901 + 300, 500 + more, 400 - more, 301} {
				m := stats.Measure{Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns}
				if i == 3 {
					m.Waited = c.waited
				}
				p.Nodes = append(p.Nodes, stats.Node{Parent: min(i, 1) - 1, Name: []string{"Total", "kernel", "exchange", "sum"}[i], Measure: m})
			}
			profiles = append(profiles, p)
		}
		if list := Find(merged(t, profiles)); list[0].Kind != c.first {
			t.Errorf("%s: %s, want one that is %s", c.what, list[0].Text(merged(t, profiles)), c.first)
		}
	}
}
