package load

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// Files of single ranks beside a summary say what each rank did in the summary's own regions: in its environments,
// which their text does not name, and below the parents of what ran on other threads. Of several kinds the finest is
// taken, and which it was is said.
func TestRanksJoinTheSummaryBesideThem(t *testing.T) {
	const size = 6
	dir, list := t.TempDir(), loadtest.Ocean(size, 1)
	for _, p := range list {
		p.Environments[0].Name = "Default"
		p.Tracks = append(p.Tracks, "goroutine 7")
		m := stats.Measure{Calls: 1, Total: 5e6, Timed: 1, Min: 5e6, Max: 5e6, Squares: stats.Square(5e6)}
		p.Nodes = append(p.Nodes, stats.Node{Parent: 3, Name: "fluxes", Measure: m, Values: []int64{1, 2},
			ByTrack: []stats.TrackMeasure{{Track: 1, Measure: m}}})
		var ofE3SM, ofGPTL bytes.Buffer
		if err := gptlcompat.WriteRank(&ofE3SM, p, gptlcompat.RankOptions{Method: gptlcompat.CallPath}); err != nil {
			t.Fatal(err)
		}
		if err := upstream.WriteTiming(&ofGPTL, p, upstream.TimingOptions{Method: gptlcompat.CallPath}); err != nil {
			t.Fatal(err)
		}
		file(t, dir, fmt.Sprintf("timing.%d", p.Rank), ofE3SM.Bytes())
		file(t, dir, fmt.Sprintf("gptl.%06d", p.Rank), ofGPTL.Bytes())
	}
	file(t, dir, "timing.mptsum", encoded(t, merged(t, list)))
	run := loaded(t, dir)
	if run.Form != "summary" || len(run.Ranks) != size || !strings.HasPrefix(run.Meta["single ranks"], "E3SM ranks, 6 of 6") {
		t.Fatalf("%d profiles of a %s, single ranks %q", len(run.Ranks), run.Form, run.Meta["single ranks"])
	}
	for rank, p := range run.Ranks.List() {
		if err := p.Check(); err != nil {
			t.Errorf("rank %d: %v", rank, err)
		}
		if got, want := pathsOf(p), pathsOf(list[rank]); !slices.Equal(got, want) {
			t.Errorf("rank %d has %q, want %q", rank, got, want)
		}
	}
}

// pathsOf are the call paths with their environments, without what is printed otherwise in text.
func pathsOf(p *stats.Profile) []string {
	all := make(map[string]bool)
	for i := range p.Nodes {
		path := ""
		for at := i; at >= 0; at = p.Nodes[at].Parent {
			name, _, _ := strings.Cut(p.Nodes[at].Name, " ")
			path = "/" + name + path
		}
		all[path+"@"+p.Environments[p.Nodes[i].Environment].Name] = true
	}
	return slices.Sorted(maps.Keys(all))
}
