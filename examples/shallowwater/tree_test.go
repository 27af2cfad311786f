package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// regions is the call tree of the solver, as it is with any number of ranks, under MPI or not.
const regions = `Total
Total/init
Total/init/halo
Total/init/diagnostics
Total/run_loop
Total/run_loop/step
Total/run_loop/step/halo
Total/run_loop/step/tendencies
Total/run_loop/step/tendencies/fluxes
Total/run_loop/step/tendencies/slopes
Total/run_loop/step/update
Total/run_loop/step/friction
Total/run_loop/step/friction/bed
Total/run_loop/halo
Total/run_loop/diagnostics
Total/run_loop/snapshot
Total/run_loop/snapshot/write @writers
Total/finalize
Total/finalize/halo
Total/finalize/diagnostics`

func TestTree(t *testing.T) {
	for _, ranks := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d ranks", ranks), func(t *testing.T) {
			cfg := small(t)
			begin := time.Now()
			err := local.Run(ranks, func(comm machenv.Communicator) error {
				_, err := run(comm, cfg, written(cfg.Out), io.Discard)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			checkTree(t, cfg, ranks, time.Since(begin))
		})
	}
}

// written are options with which the timers write nothing but their summary.
func written(dir string) []mpitimer.Option {
	only := mpitimer.WithConfigFunc(func(c *mpitimer.Config) { c.Output.SummaryFile, c.Output.Directory = true, dir })
	return append(quiet(), only)
}

// checkTree reads the summary of a run of cfg and checks its shape, its counts, and that its times
// add up: they come from one clock, so no tolerance is needed.
func checkTree(t *testing.T, cfg Config, ranks int, elapsed time.Duration) {
	t.Helper()
	f, err := os.Open(filepath.Join(cfg.Out, "timing.mptsum"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := stats.ReadSummary(f)
	if err != nil {
		t.Fatal(err)
	}
	if got := shape(s); got != regions {
		t.Errorf("regions are\n%s\nexpected\n%s", got, regions)
	}
	if len(s.Warnings) > 0 {
		t.Errorf("wrong use of the timers: %v", s.Warnings)
	}
	for i := range s.Regions {
		path := strings.Join(s.Path(i), "/")
		checkRegion(t, cfg, s, path, &s.Regions[i], ranks)
		if path == mpitimer.TotalName && s.Regions[i].Max.Value > int64(elapsed) {
			t.Errorf("Total is %v of %v", time.Duration(s.Regions[i].Max.Value), elapsed)
		}
	}
	checkSums(t, s)
}

func shape(s *stats.Summary) string {
	var lines []string
	for i, r := range s.Regions {
		line := strings.Join(s.Path(i), "/")
		if r.Environment != 0 {
			line += " @" + s.Environments[r.Environment].Name
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// checkRegion compares counts with what the solver did.
func checkRegion(t *testing.T, cfg Config, s *stats.Summary, path string, r *stats.Region, ranks int) {
	t.Helper()
	want := struct{ calls, ranks, threads int }{-1, ranks, ranks}
	switch {
	case path == "Total/run_loop/step":
		want.calls = cfg.Steps * ranks
	case path == "Total/run_loop/step/halo":
		want.calls = 4 * cfg.Steps * ranks
	case strings.HasSuffix(path, "/slopes"):
		want.calls, want.threads = 3*cfg.Steps*cfg.Workers*ranks, 0
	case strings.HasSuffix(path, "/fluxes"), strings.HasSuffix(path, "/bed"):
		want.threads = 0
	case strings.HasSuffix(path, "/write"):
		writers := (ranks + writersEvery - 1) / writersEvery
		want.calls, want.ranks, want.threads = cfg.Steps/cfg.SnapshotEvery*writers, writers, writers
		if got := s.Environments[r.Environment].Size; got != writers {
			t.Errorf("%s: %d ranks in its environment, expected %d", path, got, writers)
		}
	}
	if want.calls >= 0 && r.Calls != uint64(want.calls) {
		t.Errorf("%s: %d calls, expected %d", path, r.Calls, want.calls)
	}
	if r.Ranks != want.ranks {
		t.Errorf("%s: %d ranks, expected %d", path, r.Ranks, want.ranks)
	}
	// Which worker takes which share is chance; but there are no more of them.
	if want.threads == 0 && r.Tracks > cfg.Workers*ranks || want.threads > 0 && r.Tracks != want.threads {
		t.Errorf("%s: %d threads, with %d workers on each of %d ranks", path, r.Tracks, cfg.Workers, ranks)
	}
}

// checkSums holds what ran in a rank's main program against what ran below it there.
func checkSums(t *testing.T, s *stats.Summary) {
	t.Helper()
	below := make([]stats.Uint128, len(s.Regions))
	for _, r := range s.Regions {
		if r.Parent >= 0 && r.Tracks == r.Ranks {
			below[r.Parent] = below[r.Parent].Add(r.Wall)
		}
	}
	for i, r := range s.Regions {
		if r.Tracks == r.Ranks && r.Wall.Cmp(below[i]) < 0 {
			t.Errorf("%s: the regions below take %v ns of its %v", strings.Join(s.Path(i), "/"), below[i], r.Wall)
		}
	}
}
