package answers

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Ranks that wait for each other, all of them and for long, do not wait for a slow network. Where one of them works, or where they have
// just begun to wait, nothing is said of that.
func TestRanksThatWaitForEachOther(t *testing.T) {
	const balanced = "Balance between ranks would win nothing: they take equally long outside of waits, over the whole run. All of them wait, 5 s on average, longest in MPI_Barrier. " + allWait + "."
	for _, c := range []struct {
		what string
		open [4]int64 // how long each rank has been where it is, in ms
		in   [4]string
		want string // first
	}{
		{"three wait for one that waits for them", [4]int64{4000, 4000, 4100, 4000}, [4]string{"MPI_Barrier", "MPI_Barrier", "MPI_Recv", "MPI_Barrier"},
			"The ranks may be waiting for each other: all of them spent the last 4.03 s, 67 % of the run, in MPI_Barrier and MPI_Recv."},
		{"three wait for one that has ended", [4]int64{4000, 4000, 4100, -1}, [4]string{"MPI_Barrier", "MPI_Barrier", "MPI_Recv", ""},
			"Ranks may be waiting for one that has ended: all others spent the last 4.03 s, 67 % of the run, in MPI_Barrier and MPI_Recv."},
		{"as ever", [4]int64{10, 20, 10, 10}, [4]string{"MPI_Barrier", "MPI_Barrier", "MPI_Barrier", "MPI_Barrier"}, balanced},
		{"one works", [4]int64{4000, 4000, 0, 4000}, [4]string{"MPI_Barrier", "MPI_Barrier", "", "MPI_Barrier"},
			"Rank 2 is slowest in Total, outside of calls of MPI, and others wait in MPI_Barrier. The others have been waiting for the last 4 s, 67 % of the run: rank 2 may hang."},
		{"one works, for which the others have begun to wait", [4]int64{900, 900, 0, 900}, [4]string{"MPI_Barrier", "MPI_Barrier", "", "MPI_Barrier"},
			"Rank 2 is slowest in Total, outside of calls of MPI, and others wait in MPI_Barrier. Balance would save 3 s, 50 % of the run."},
	} {
		var list []*stats.Profile
		for rank, open := range c.open {
			const waits = 5000
			total := timed(-1, "Total", 6000, 0)
			total.Calls, total.Timed, total.Running, total.Open, total.Min, total.Max = 0, 0, 1, total.Total, 0, 0
			nodes := []stats.Node{total, timed(0, "MPI_Barrier", waits, waits), timed(0, "MPI_Recv", 0, 0)}
			if open < 0 { // it has ended
				nodes[0].Running, nodes[0].Open, nodes[0].Calls, nodes[0].Timed, nodes[0].Min, nodes[0].Max = 0, 0, 1, 1, 6000e6, 6000e6
			}
			switch c.in[rank] {
			case "MPI_Barrier":
				nodes[1].Running, nodes[1].Open = 1, open*1e6
			case "MPI_Recv":
				nodes[1] = timed(0, "MPI_Barrier", waits-open, waits-open)
				nodes[2] = timed(0, "MPI_Recv", open, open)
				nodes[2].Running, nodes[2].Open, nodes[2].Calls, nodes[2].Timed = 1, open*1e6, 0, 0
			default:
				nodes[1] = timed(0, "MPI_Barrier", waits-4000, waits-4000)
			}
			p := profileOf(rank, 4, nodes...)
			p.To = 6000 * 1e6
			list = append(list, p)
		}
		s := merged(t, list)
		if got := texts(Find(s), s); got[0] != c.want {
			t.Errorf("%s: %q, want %q first", c.what, got, c.want)
		}
	}
}

// Where one rank has less to do than all others, the sentence names that one.
func TestAllRanksButOne(t *testing.T) {
	var list []*stats.Profile
	for rank := range 8 {
		work := int64(800)
		if rank == 5 {
			work = 100
		}
		list = append(list, profileOf(rank, 8, timed(-1, "Total", 1000, 0), timed(0, "tasks", work, 0), timed(0, "MPI_Waitany", 1000-work, 1000-work)))
	}
	absent := list[:0:0]
	for rank := range 10 { // of which three do not run the region
		nodes := []stats.Node{timed(-1, "Total", 1000, 0)}
		if rank < 6 {
			nodes = append(nodes, timed(0, "tasks", 800, 0), timed(0, "MPI_Waitany", 200, 200))
		} else if rank == 6 {
			nodes = append(nodes, timed(0, "tasks", 100, 0), timed(0, "MPI_Waitany", 900, 900))
		}
		absent = append(absent, profileOf(rank, 10, nodes...))
	}
	some := merged(t, absent)
	for _, text := range texts(Find(some), some) {
		if strings.Contains(text, "ll ranks but") {
			t.Errorf("%q, and others do not run it", text)
		}
	}
	s := merged(t, list)
	const want = "All ranks but 5 have more to do in tasks, and it waits in MPI_Waitany. Balance would save 87.5 ms, 9 % of the run."
	if got := texts(Find(s), s); got[0] != want {
		t.Errorf("got %q, want %q", got[0], want)
	}
}

// Ranks that poll wait: what lies between two polls is not in the calls, but in the region around them.
func TestRanksThatPollWaitForEachOther(t *testing.T) {
	for _, c := range []struct {
		what  string
		polls []int // ranks
		other string
		want  string // first
	}{
		{"three poll until one comes", []int{0, 1, 3}, "",
			"Rank 2 is slowest in Total, outside of calls of MPI. The others have been waiting for the last 4 s, 67 % of the run: rank 2 may hang."},
		{"one polls, the others wait for it", []int{0}, "MPI_Barrier",
			"The ranks may be waiting for each other: all of them spent the last 4 s, 67 % of the run, in MPI_Barrier and MPI_Test."},
	} {
		var list []*stats.Profile
		for rank := range 4 {
			total := timed(-1, "Total", 6000, 0)
			total.Calls, total.Timed, total.Running, total.Open, total.Min, total.Max = 0, 0, 1, total.Total, 0, 0
			barrier, test := timed(0, "MPI_Barrier", 500, 500), timed(0, "MPI_Test", 200, 200)
			switch {
			case slices.Contains(c.polls, rank):
				total.Waited = 4300e6 // between two calls
			case c.other != "":
				barrier = timed(0, "MPI_Barrier", 4500, 4500)
				barrier.Running, barrier.Open = 1, 4000e6
			}
			p := profileOf(rank, 4, total, barrier, test)
			p.To = 6000 * 1e6
			list = append(list, p)
		}
		s := merged(t, list)
		at := slices.IndexFunc(s.Regions, func(g stats.Region) bool { return g.Name == "MPI_Test" })
		polls := []Polling{{Region: at, Ranks: len(c.polls), For: 4000e6 * float64(len(c.polls))}}
		if got := texts(Now(s, nil, polls), s); got[0] != c.want {
			t.Errorf("%s: %q, want %q first", c.what, got, c.want)
		}
		if got := texts(Find(s), s); got[0] == c.want {
			t.Errorf("%s: %q is said without knowing who polls", c.what, got)
		}
	}
}
