package gptlcompat_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
)

func TestFileNames(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{gptlcompat.GlobalName("demo/timing", gptlcompat.OmegaStyle), "demo/timing.summary"},
		{gptlcompat.GlobalName("timing/model_timing", gptlcompat.E3SMStyle), "timing/model_timing_stats"},
		{gptlcompat.RankName("t", 3, 4), "t.3"},
		{gptlcompat.RankName("t", 3, 10), "t.3"},
		{gptlcompat.RankName("t", 3, 11), "t.03"},
		{gptlcompat.RankName("t", 3, 100), "t.03"},
		{gptlcompat.RankName("t", 0, 9660), "t.0000"},
		{gptlcompat.RankName("t", 7, 100000), "t.00007"},
		{gptlcompat.RankName("t", 7, 100001), "t.000007"},
		{gptlcompat.RankName("t", 1234567, 2000000), "t.1234567"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestWriteGlobalRefusesPaths(t *testing.T) {
	s := &stats.Summary{Size: 4, Environments: []stats.EnvironmentSummary{{Name: "default", Size: 4}, {Name: "writers", Size: 2}},
		Regions: []stats.Region{
			{Parent: -1, Name: "run"},
			{Parent: 0, Name: "halo"},
			{Parent: 0, Name: "halo", Environment: 1},
			{Parent: -1, Name: "run:halo"},
		}}
	if err := gptlcompat.WriteGlobal(io.Discard, s, gptlcompat.GlobalOptions{}); !errors.Is(err, gptlcompat.ErrPerPath) || !strings.Contains(err.Error(), "halo") {
		t.Errorf("got %v, want ErrPerPath and the name of the region", err)
	}
	got := gptltest.Global(t, s, gptlcompat.GlobalOptions{PathNames: true})
	for _, name := range []string{`"run"`, `"run:halo"`, `"run:halo@writers"`, `"run:halo~2"`} {
		if strings.Count(got, "\n"+name+" ") != 1 {
			t.Errorf("no row %s in\n%s", name, got)
		}
	}
}

func TestWritersReportFailure(t *testing.T) {
	full := errors.New("no space left")
	if err := gptlcompat.WriteGlobal(failing{full}, &stats.Summary{}, gptlcompat.GlobalOptions{}); !errors.Is(err, full) {
		t.Errorf("WriteGlobal: %v", err)
	}
	if err := gptlcompat.WriteRank(failing{full}, &stats.Profile{Rank: 3}, gptlcompat.RankOptions{}); !errors.Is(err, full) || !strings.Contains(err.Error(), "rank 3") {
		t.Errorf("WriteRank: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestNothingMeasured(t *testing.T) {
	golden.Check(t, "empty.summary", gptltest.Global(t, &stats.Summary{Size: 2}, gptlcompat.GlobalOptions{}))
	golden.Check(t, "empty.rank", gptltest.Rank(t, &stats.Profile{}, gptlcompat.RankOptions{}))
}

// Numbers wider than their columns: readers must still find the columns.
func TestLargeNumbers(t *testing.T) {
	largest := stats.Extreme{Value: math.MaxInt64, Rank: 1999999, Track: 1000000}
	s := &stats.Summary{Size: 2000000, Regions: []stats.Region{
		{Parent: -1, Name: "CPL:RUN_LOOP", Completed: 2000000, Tracks: 123456789, Calls: math.MaxUint64,
			Total: stats.Mul(math.MaxInt64, 100000000), TrackMax: largest, TrackMin: largest},
		{Parent: -1, Name: "on", Running: 3, Ranks: 3, Total: stats.Uint128{Lo: 99}},
	}}
	golden.Check(t, "large.summary", gptltest.Global(t, s, gptlcompat.GlobalOptions{}))

	m := stats.Measure{Calls: math.MaxUint64, Recursion: math.MaxUint64, Timed: 1,
		Total: math.MaxInt64, Min: math.MaxInt64, Max: math.MaxInt64}
	p := gptltest.Profile(stats.Node{Parent: -1, Name: "run", Measure: m},
		stats.Node{Parent: 0, Name: "edge", Measure: gptltest.Measure(999999, 1)},
		stats.Node{Parent: 0, Name: "over", Measure: gptltest.Measure(1000000, 1)})
	p.Clock.PairCost = math.Inf(1)
	world := 1234567
	golden.Check(t, "large.rank", gptltest.Rank(t, p, gptlcompat.RankOptions{World: &world, Overhead: &gptlcompat.Overhead{Total: math.NaN(), Estimate: -1, Bound: 1e300}}))
}

func TestThreads(t *testing.T) {
	on := func(track int, m stats.Measure) stats.TrackMeasure {
		return stats.TrackMeasure{Track: track, Measure: m}
	}
	p := gptltest.Profile(
		stats.Node{Parent: -1, Name: "run", Measure: gptltest.Measure(1, 5e9)},
		// Below run on thread 0, at the top on thread 1, which was started from there.
		stats.Node{Parent: 0, Name: "column physics", Measure: gptltest.Measure(30, 2e8), ByTrack: []stats.TrackMeasure{
			on(0, gptltest.Measure(10, 2e8)), on(1, gptltest.Measure(20, 2e8))}},
		stats.Node{Parent: 1, Name: "radiation", Measure: gptltest.Measure(20, 1e8), ByTrack: []stats.TrackMeasure{
			on(1, gptltest.Measure(20, 1e8))}},
		stats.Node{Parent: 0, Name: "reset", ByTrack: []stats.TrackMeasure{}},
		stats.Node{Parent: 0, Name: "t_prf", Measure: stats.Measure{Running: 1, Total: 9, Open: 9}},
	)
	p.Rank = 2
	got := gptltest.Rank(t, p, gptlcompat.RankOptions{Memory: []gptlcompat.Memory{{Hash: 4096, Regions: 640, Links: 24}, {Hash: 4096, Regions: 256}}})
	golden.Check(t, "threads.rank", got)
	for _, want := range []string{"Stats for thread 0:\n", "Stats for thread 1:\n", "Same stats sorted by timer", "\nSUM \"column physics\""} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
}

// A row takes no memory of its own, or the files of many regions would keep the collector busy at the end of a run.
func TestRowsAllocateNothing(t *testing.T) {
	const rows = 1000
	p := &stats.Profile{Size: 1, Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}}
	for i := range rows {
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+11)/12 - 1, Name: fmt.Sprintf("CPL:RUN_LOOP_%d halo", i),
			Measure: stats.Measure{Calls: 3, Timed: 3, Total: int64(i) * 1e6, Min: 10, Max: 20}})
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func() error{
		"rank": func() error { return gptlcompat.WriteRank(io.Discard, p, gptlcompat.RankOptions{}) },
		"rank by name": func() error {
			return gptlcompat.WriteRank(io.Discard, p, gptlcompat.RankOptions{Method: gptlcompat.MostFrequent})
		},
		"paths":  func() error { return gptlcompat.WriteGlobal(io.Discard, s, gptlcompat.GlobalOptions{PathNames: true}) },
		"timing": func() error { return upstream.WriteTiming(io.Discard, p, upstream.TimingOptions{}) },
		"timing of path": func() error {
			return upstream.WriteTiming(io.Discard, p, upstream.TimingOptions{Method: gptlcompat.PathNames})
		},
	} {
		var err error
		if n := testing.AllocsPerRun(3, func() { err = write() }); n > rows || err != nil {
			t.Errorf("%s: %g allocations for %d rows, %v", name, n, rows, err)
		}
	}
}
