package load

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// solver is a rank of four: all run "run" and below it "halo", of which the odd ones run a second in an environment of
// their own; "fluxes" runs on two other threads.
func solver(rank int) *stats.Profile {
	p := profileOf(rank, 4, int64(rank+1)*1e9)
	p.Environments[0].Name, p.Tracks = "Default", []string{"main", "go 1", "go 2"}
	work := stats.Measure{Calls: 2, Total: 6e9, Timed: 2, Min: 3e9, Max: 3e9}
	half := stats.Measure{Calls: 1, Total: 3e9, Timed: 1, Min: 3e9, Max: 3e9}
	p.Nodes = append(p.Nodes, stats.Node{Parent: 0, Name: "fluxes", Measure: work,
		ByTrack: []stats.TrackMeasure{{Track: 1, Measure: half}, {Track: 2, Measure: half}}})
	if rank%2 == 1 {
		p.Environments = append(p.Environments, stats.Environment{Name: "odd", Size: 2, Ranks: []stats.Range{{First: 1, Last: 3, Stride: 2}}})
		second := p.Nodes[1]
		second.Environment, second.Total = 1, 5e8
		second.Min, second.Max = 5e8, 5e8
		p.Nodes = append(p.Nodes, second)
	}
	return p
}

// folderOf has all that the timers can leave of a run: the Summary, and files of E3SM and of GPTL of these ranks.
func folderOf(t *testing.T, method gptlcompat.PrintMethod, ranks ...int) string {
	t.Helper()
	dir := t.TempDir()
	var list, names []*stats.Profile
	for rank := range 4 {
		list, names = append(list, solver(rank)), append(names, gptlcompat.ByName(solver(rank)))
	}
	write := func(name string, write func(b *bytes.Buffer) error) {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		file(t, dir, name, b.Bytes())
	}
	file(t, dir, "timing.mptsum", encoded(t, merged(t, list)))
	write("timing.summary", func(b *bytes.Buffer) error {
		return gptlcompat.WriteGlobal(b, merged(t, names), gptlcompat.GlobalOptions{})
	})
	for _, rank := range ranks {
		write(gptlcompat.RankName("timing", rank, 4), func(b *bytes.Buffer) error {
			return gptlcompat.WriteRank(b, list[rank], gptlcompat.RankOptions{Method: method})
		})
		write(fmt.Sprintf("gptl.%06d", rank), func(b *bytes.Buffer) error {
			return upstream.WriteTiming(b, list[rank], upstream.TimingOptions{Method: method})
		})
	}
	return dir
}

// A directory is one run: what files of ranks tell stands in the tree of the Summary, in its environments, and of the files
// of ranks the finer ones are taken.
func TestFilesOfRanksJoinTheSummary(t *testing.T) {
	run := loaded(t, folderOf(t, gptlcompat.CallPath, 0, 1, 2, 3))
	if want := "summary; single ranks: E3SM ranks, 4 of 4, to 1 µs"; run.Sources() != want || run.Form != "summary" {
		t.Errorf("the run is of form %q, made of %q, want %q", run.Form, run.Sources(), want)
	}
	if len(run.Ranks) != 4 || len(run.Export(true).Profiles) != 4 {
		t.Fatalf("got %d profiles, to be exported %d", len(run.Ranks), len(run.Export(true).Profiles))
	}
	again, err := stats.Merge(run.Ranks.List())
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range run.Summary.Regions {
		got := again.Regions[i]
		if got.Name != r.Name || got.Parent != r.Parent || got.Calls != r.Calls || got.Max != r.Max || got.Total != r.Total ||
			again.Environments[got.Environment].Name != run.Summary.Environments[r.Environment].Name {
			t.Errorf("of ranks region %d is %q below %d, %d calls, total %v, max %v; in the summary %q below %d, %d calls, total %v, max %v",
				i, got.Name, got.Parent, got.Calls, got.Total, got.Max, r.Name, r.Parent, r.Calls, r.Total, r.Max)
		}
	}
}

// A file with one record per name tells of a region what no other of that name can share; the rest is said to be unknown,
// and no format takes such ranks for the whole run.
func TestFilesByNameJoinWhatTheyName(t *testing.T) {
	run := loaded(t, folderOf(t, gptlcompat.MostFrequent, 0, 1, 2, 3))
	if len(run.Ranks) != 4 || run.Export(true).Profiles != nil || len(run.Lacks) != 1 || !strings.Contains(run.Lacks[0], "regions of one name") {
		t.Fatalf("%d profiles, %d for export, lacks %q", len(run.Ranks), len(run.Export(true).Profiles), run.Lacks)
	}
	names := make(map[string]int)
	for i := range run.Summary.Regions {
		names[run.Summary.Regions[i].Name]++
	}
	for rank, p := range run.Ranks.List() {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			var want stats.Measure
			for _, of := range solver(rank).Nodes {
				if of.Name == n.Name {
					want.Add(&of.Measure)
				}
			}
			if known := n.Lacks&(stats.LacksTotal|stats.LacksCalls) == 0; known && (names[n.Name] > 1 && rank%2 == 1 || n.Calls != want.Calls || n.Total != want.Total) {
				t.Errorf("rank %d: %s has %d calls, %d ns, want %d, %d", rank, n.Name, n.Calls, n.Total, want.Calls, want.Total)
			}
		}
	}
}

// With For: e3sm what is not E3SM's stands in a directory below.
func TestFolderOfE3SMIsOneRun(t *testing.T) {
	dir := folderOf(t, gptlcompat.CallPath, 0, 1, 2, 3)
	below := filepath.Join(dir, asideFolder)
	if err := errors.Join(os.Mkdir(below, 0o777), os.Rename(filepath.Join(dir, "timing.mptsum"), filepath.Join(below, "timing.mptsum"))); err != nil {
		t.Fatal(err)
	}
	if run := loaded(t, dir); run.Form != "summary" || len(run.Ranks) != 4 {
		t.Errorf("got form %q, %d profiles", run.Form, len(run.Ranks))
	}
}

// With files of a few ranks, forms that would show these alone show the figures of all.
func TestFilesOfFewRanksDoNotStandForAll(t *testing.T) {
	run := loaded(t, folderOf(t, gptlcompat.CallPath, 0))
	if len(run.Ranks) != 1 || run.Export(true).Profiles != nil || len(run.Export(false).Profiles) != 1 {
		t.Errorf("got %d profiles, to be exported %d and %d", len(run.Ranks), len(run.Export(true).Profiles), len(run.Export(false).Profiles))
	}
}

// Files of another run are not taken for ranks of this.
func TestFilesOfAnotherRunAreLeftOut(t *testing.T) {
	dir := t.TempDir()
	other := profileOf(0, 4, 1)
	other.Nodes[0].Name, other.Nodes[1].Name = "another", "still another"
	var b bytes.Buffer
	if err := gptlcompat.WriteRank(&b, other, gptlcompat.RankOptions{}); err != nil {
		t.Fatal(err)
	}
	file(t, dir, "timing.0", b.Bytes())
	file(t, dir, "timing.mptsum", encoded(t, merged(t, profiles(4))))
	if run := loaded(t, dir); run.Ranks != nil || len(run.Lacks) != 1 {
		t.Errorf("got %d profiles, lacks %q", len(run.Ranks), run.Lacks)
	}
}
