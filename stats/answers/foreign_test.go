package answers

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// placed is a node of ranks: in an environment, on a track, with a time for each rank, -1 where it did not run.
type placed struct {
	parent      int
	name        string
	environment int
	track       int
	times       []int64 // milliseconds
}

// placedRanks makes the Summary of ranks, of which the upper half have an environment of their own, without those that are lost.
func placedRanks(t *testing.T, nodes []placed, lost ...int) *stats.Summary {
	t.Helper()
	size := len(nodes[0].times)
	var list []*stats.Profile
	for rank := range size {
		if len(lost) > 0 && rank == lost[0] {
			continue
		}
		p := &stats.Profile{Rank: rank, Size: size, Tracks: []string{"main", "worker"}, Environments: []stats.Environment{
			{Name: "Default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}},
			{Name: "atmosphere", Size: size / 2, Ranks: []stats.Range{{First: size / 2, Last: size - 1, Stride: 1}}},
		}}
		if rank < size/2 {
			p.Environments = p.Environments[:1]
		}
		place := make(map[int]int)
		for i, n := range nodes {
			ns := n.times[rank] * 1_000_000
			if ns < 0 {
				continue
			}
			place[i] = len(p.Nodes)
			m := stats.Measure{Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}
			node := stats.Node{Parent: -1, Name: n.name, Environment: n.environment, Measure: m}
			if n.parent >= 0 {
				node.Parent = place[n.parent]
			}
			if n.track > 0 {
				node.ByTrack = []stats.TrackMeasure{{Track: n.track, Measure: m}}
			}
			p.Nodes = append(p.Nodes, node)
		}
		list = append(list, p)
	}
	return merged(t, list)
}

// A region of the default environment inside one of fewer ranks is compared over these: others have nothing to do there, and what they
// have less is told of the environment already.
func TestDefaultInsideEnvironment(t *testing.T) {
	s := placedRanks(t, []placed{
		{-1, "Total", 0, 0, []int64{300, 300, 300, 300, 300, 300}},
		{0, "atm_run", 1, 0, []int64{-1, -1, -1, 250, 250, 280}},
		{1, "radiation", 0, 0, []int64{-1, -1, -1, 200, 200, 200}},
		{1, "convection", 0, 0, []int64{-1, -1, -1, 50, 50, 80}},
		{0, "MPI_Barrier", 0, 0, []int64{290, 290, 290, 40, 40, 10}},
	})
	list := Find(s)
	if len(list) != 2 || list[0].Kind != Between || list[1].Kind != Slow || s.Regions[list[1].Region].Name != "convection" || list[1].Ranks.Of != 3 {
		for i := range list {
			t.Error(list[i].Text(s))
		}
	}
	const want = "The ranks of @atmosphere, ranks 3-5 (3 of 6), have more to do than the others, most of it in atm_run, and others wait in MPI_Barrier. No single rank is to blame:"
	if text := list[0].Text(s); !strings.HasPrefix(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
}

// A region in which a rank waits for goroutines that stand beside it is not told once more with the same seconds.
func TestGoroutinesBeside(t *testing.T) {
	s := placedRanks(t, []placed{
		{-1, "Total", 0, 0, []int64{300, 300, 300, 300}},
		{0, "solve", 0, 0, []int64{100, 201, 100, 100}},
		{0, "chunk", 0, 1, []int64{99, 200, 99, 99}},
		{0, "MPI_Recv", 0, 0, []int64{190, 90, 190, 190}},
	})
	list := Find(s)
	if len(list) != 2 || list[1].Kind != Waiting || !strings.HasPrefix(list[0].Text(s), "Rank 1 is slowest in chunk and solve, and others wait in MPI_Recv. ") {
		for i := range list {
			t.Error(list[i].Text(s))
		}
	}
}

// Nobody is said to wait in the region that is slow itself, nor in one around it.
func TestNobodyWaitsAround(t *testing.T) {
	s := placedRanks(t, []placed{
		{-1, "Total", 0, 0, []int64{300, 300, 300, 300}},
		{0, "run", 0, 0, []int64{300, 300, 300, 300}},
		{1, "kernel", 0, 0, []int64{100, 100, 100, 100}},
		{1, "MPI_Allreduce", 0, 0, []int64{50, 100, 150, 190}},
	})
	for _, f := range Find(s) {
		for _, w := range f.Waits {
			if f.Region == w || s.Regions[w].Name == "run" {
				t.Errorf("%s", f.Text(s))
			}
		}
	}
}

// Checkpoints of a run that has lost a rank, and whose region is of an environment, say since when as those of any other.
func TestSinceCheckpointForeign(t *testing.T) {
	at := func(from, to int64) *stats.Summary { // checkpoints, of which those from the fourth on are slow
		n, slow := to-from+1, max(to-max(from, 4)+1, 0)
		kernel := []int64{-1, -1, -1, -1, 100 * n, 100 * n, 100 * n, 100*n + 50*slow}
		barrier := []int64{150 * n, 150 * n, 150 * n, 150 * n, 50 * n, 50 * n, 50 * n, 50*n - 50*slow}
		all := make([]int64, 8)
		for rank := range all {
			all[rank] = 150 * n
		}
		return placedRanks(t, []placed{{-1, "Total", 0, 0, all}, {0, "kernel", 1, 0, kernel}, {0, "MPI_Barrier", 0, 0, barrier}}, 5)
	}
	var parts []Checkpoint
	for number := range 8 {
		parts = append(parts, Checkpoint{number + 1, at(int64(number+1), int64(number+1))})
	}
	whole := at(1, 8)
	said := ""
	for _, f := range Of(whole, OverCheckpoints(parts)) {
		said += f.Text(whole) + "\n"
	}
	for _, want := range []string{"longer in kernel than the others in each checkpoint from checkpoint 4 of 8 on.", "Rank 7 takes ", "The ranks of @atmosphere, ranks 4, 6-7 (3 of 7), "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q, want %q", said, want)
		}
	}
}
