//go:build gptl && cgo

package mpitimer

import (
	"io"
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall/rows"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// givenCalls stands in for what records calls of MPI: there were these.
type givenCalls struct {
	engine.Follower
	list    []mpicall.Entry
	current *uint32 // the node of the main track
}

func (g *givenCalls) Early(*engine.Rank) {}

func (g *givenCalls) Attach(*engine.Rank) (engine.Follower, error) { return g, nil }

func (g *givenCalls) Follow(_ uintptr, current *uint32, track uint32) error {
	if track == 0 && current != nil {
		g.current = current
	}
	return nil
}

func (g *givenCalls) Mute(uintptr, bool) {}

func (g *givenCalls) Reset() {}

func (g *givenCalls) Detach() {}

func (g *givenCalls) Rows(b *snapshot.Builder, p *stats.Profile) { rows.Add(b, p, g.list, nil) }

// Calls of MPI that were recorded are timers of GPTL's report: those of a function together, of the main goroutine alone,
// and none that the program has timed under the same name.
func TestForwardMPI(t *testing.T) {
	number := func(name string) int {
		n, known := functions.Lookup(name)
		if !known {
			t.Fatal("no function", name)
		}
		return n
	}
	before := engine.Bridge.Calls
	t.Cleanup(func() { engine.Bridge.Calls = before })
	const second = 1 << 33 // ticks, or more than that of any clock
	call := func(node, track uint32, function string, calls uint64, wait bool) mpicall.Entry {
		return mpicall.Entry{Node: node, Track: track, Function: number(function), Synchronising: wait, Comm: -1, Calls: calls, Total: calls * second, Min: second, Max: second}
	}
	given := &givenCalls{}
	engine.Bridge.Calls = given
	dir := t.TempDir()
	tm := forwarding(t, dir, WithLog(io.Discard))
	var nodes []uint32
	for _, name := range []string{"a", "b", "MPI_Barrier"} {
		region := tm.Start(name)
		nodes = append(nodes, *given.current)
		region.Stop()
	}
	a, b := nodes[0], nodes[1]
	given.list = []mpicall.Entry{
		call(a, 0, "Send", 3, false), call(b, 0, "Send", 4, false), call(b, 0, "Allreduce", 2, true), call(b, 0, "Allreduce", 2, false),
		call(a, 0, "Barrier", 5, false), call(a, mpicall.Foreign, "Recv", 6, false),
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	p, text := printed(t, dir)
	got := make(map[string]uint64)
	for i := range p.Nodes {
		got[p.Nodes[i].Name] += p.Nodes[i].Calls
		if n := &p.Nodes[i]; n.Name == "MPI_Send" && n.Total < 7e9/5 { // a clock of less than 5 GHz
			t.Errorf("7 calls of MPI_Send took %d ns", n.Total)
		}
	}
	for name, want := range map[string]uint64{"Total": 1, "a": 1, "b": 1, "MPI_Barrier": 1, "MPI_Send": 7, "MPI_Allreduce": 2, "sync_Allreduce": 2, "MPI_Recv": 0} {
		if got[name] != want {
			t.Errorf("GPTL has %d calls of %s, want %d\n%s", got[name], name, want, text)
		}
	}
	expectNoComplaint(t, text)
	if names := slices.Collect(func(yield func(string) bool) {
		for name := range got {
			if functions.IsRegion(name) && !yield(name) {
				return
			}
		}
	}); len(names) != 4 {
		t.Errorf("calls of %v", names)
	}
}
