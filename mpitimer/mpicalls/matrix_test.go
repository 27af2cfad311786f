package mpicalls

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/calls"
)

func TestPathsFile(t *testing.T) {
	for name, want := range map[string]string{
		"matrix.csv": "matrix.paths.csv", "m": "m.paths", "/a.b/m": "/a.b/m.paths", "a/m.x.csv": "a/m.x.paths.csv",
	} {
		if got := pathsFile(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Partners stand in the regions of their nodes, with one-sided transfers; those that are of no region any more
// are told apart from those of none.
func TestPathPartners(t *testing.T) {
	tm := timersFor(t)
	r := &report{rank: engine.Of(tm)}
	tm.Start("run")
	tm.Start("step")
	node := r.rank.Main.Current
	got := r.pathPartners([]mpicall.Partner{
		{Rank: 1, Node: node, Calls: 2, Bytes: 20, Puts: 1, PutBytes: 4},
		{Rank: 0, Node: node, Track: mpicall.Foreign + 3, Receives: 3, ReceivedBytes: 30, Gets: 1, FetchBytes: 5},
		{Rank: 1, Calls: 1},
		{Rank: 2, Elsewhere: true, Calls: 7, Bytes: 70},
	})
	tm.Stop("step")
	tm.Stop("run")
	path := r.rank.Main.PathOf(node)
	want := []calls.PathPartner{
		{Path: path, Rank: 1, Sent: calls.Amount{Calls: 3, Bytes: 24}},
		{Path: path, Rank: 0, Received: calls.Amount{Calls: 4, Bytes: 35}},
		{Rank: 1, Sent: calls.Amount{Calls: 1}},
		{Path: calls.OtherPlaces, Rank: 2, Sent: calls.Amount{Calls: 7, Bytes: 70}},
	}
	if !slices.Equal(got, want) || path == "" {
		t.Errorf("in %q: %+v\nwant %+v", path, got, want)
	}
}
