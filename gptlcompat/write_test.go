package gptlcompat

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

func TestFileNames(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{GlobalName("demo/timing", Omega), "demo/timing.summary"},
		{GlobalName("timing/model_timing", E3SM), "timing/model_timing_stats"},
		{RankName("t", 3, 4), "t.3"},
		{RankName("t", 3, 10), "t.3"},
		{RankName("t", 3, 11), "t.03"},
		{RankName("t", 3, 100), "t.03"},
		{RankName("t", 0, 9660), "t.0000"},
		{RankName("t", 7, 100000), "t.00007"},
		{RankName("t", 7, 100001), "t.000007"},
		{RankName("t", 1234567, 2000000), "t.1234567"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestSafeNames(t *testing.T) {
	long := strings.Repeat("é", 5000)
	names := []string{
		"plain", `a"b`, "a'b", "a\nb", "a_b", "a\x00b", "", "unnamed", `C:\run`, "\xff\xfe", "?", "two words (x)",
		"Stats for thread 0:", "GLOBAL STATISTICS", long, long + "!", "héé",
	}
	want := []string{
		"plain", "a'b~2", "a'b", "a_b~2", "a_b", "a_b~3", "unnamed~2", "unnamed", "C:/run", "?~2", "?", "two words (x)",
		"Stats_for_thread 0:", "GLOBAL_STATISTICS", "", "", "héé",
	}
	safe := safeNames(names, 0)
	taken := map[string]bool{}
	for i, name := range names {
		got := safe[name]
		if want[i] != "" && got != want[i] {
			t.Errorf("%.20q becomes %.20q, want %.20q", name, got, want[i])
		}
		if taken[got] {
			t.Errorf("two names become %.20q", got)
		}
		taken[got] = true
		if len(got) > DefaultMaxName+len("~2") {
			t.Errorf("%.20q keeps %d bytes", name, len(got))
		}
	}
	if got := safeNames(names, -1)[long]; got != long {
		t.Error("without a limit the long name is cut")
	}
}

func TestWriteGlobalRefusesPaths(t *testing.T) {
	s := &stats.Summary{Size: 4, Contexts: []stats.ContextUse{{Name: "default", Size: 4}, {Name: "writers", Size: 2}},
		Regions: []stats.Region{
			{Parent: -1, Name: "run"},
			{Parent: 0, Name: "halo"},
			{Parent: 0, Name: "halo", Context: 1},
			{Parent: -1, Name: "run:halo"},
		}}
	if err := WriteGlobal(io.Discard, s, GlobalOptions{}); !errors.Is(err, ErrPerPath) || !strings.Contains(err.Error(), "halo") {
		t.Errorf("got %v, want ErrPerPath and the name of the region", err)
	}
	got := writeGlobal(t, s, GlobalOptions{PathNames: true})
	for _, name := range []string{`"run"`, `"run:halo"`, `"run:halo@writers"`, `"run:halo~2"`} {
		if strings.Count(got, "\n"+name+" ") != 1 {
			t.Errorf("no row %s in\n%s", name, got)
		}
	}
}

func TestWritersReportFailure(t *testing.T) {
	full := errors.New("no space left")
	if err := WriteGlobal(failing{full}, &stats.Summary{}, GlobalOptions{}); !errors.Is(err, full) {
		t.Errorf("WriteGlobal: %v", err)
	}
	if err := WriteRank(failing{full}, &stats.Profile{Rank: 3}, RankOptions{}); !errors.Is(err, full) || !strings.Contains(err.Error(), "rank 3") {
		t.Errorf("WriteRank: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestNothingMeasured(t *testing.T) {
	golden(t, "empty.summary", writeGlobal(t, &stats.Summary{Size: 2}, GlobalOptions{}))
	golden(t, "empty.rank", writeRank(t, &stats.Profile{}, RankOptions{}))
}

// Numbers wider than their columns: readers must still find the columns.
func TestLargeNumbers(t *testing.T) {
	largest := stats.Extreme{Value: math.MaxInt64, Rank: 1999999, Thread: 1000000}
	s := &stats.Summary{Size: 2000000, Regions: []stats.Region{
		{Parent: -1, Name: "CPL:RUN_LOOP", Completed: 2000000, Threads: 123456789, Calls: math.MaxUint64,
			Total: stats.Mul(math.MaxInt64, 100000000), ThreadMax: largest, ThreadMin: largest},
		{Parent: -1, Name: "on", Running: 3, Ranks: 3, Total: stats.Uint128{Lo: 99}},
	}}
	golden(t, "large.summary", writeGlobal(t, s, GlobalOptions{}))

	m := stats.Measure{Calls: math.MaxUint64, Recursion: math.MaxUint64, Timed: 1,
		Total: math.MaxInt64, Min: math.MaxInt64, Max: math.MaxInt64}
	p := profile(stats.Node{Parent: -1, Name: "run", Measure: m},
		stats.Node{Parent: 0, Name: "edge", Measure: measure(999999, 1)},
		stats.Node{Parent: 0, Name: "over", Measure: measure(1000000, 1)})
	p.Clock.PairCost = math.Inf(1)
	world := 1234567
	golden(t, "large.rank", writeRank(t, p, RankOptions{World: &world, Overhead: &Overhead{Total: math.NaN(), Estimate: -1, Bound: 1e300}}))
}

func TestThreads(t *testing.T) {
	on := func(track int, m stats.Measure) stats.TrackMeasure {
		return stats.TrackMeasure{Track: track, Measure: m}
	}
	p := profile(
		stats.Node{Parent: -1, Name: "run", Measure: measure(1, 5e9)},
		// Below run on thread 0, at the top on thread 1, which was started from there.
		stats.Node{Parent: 0, Name: "column physics", Measure: measure(30, 2e8), ByTrack: []stats.TrackMeasure{
			on(0, measure(10, 2e8)), on(1, measure(20, 2e8))}},
		stats.Node{Parent: 1, Name: "radiation", Measure: measure(20, 1e8), ByTrack: []stats.TrackMeasure{
			on(1, measure(20, 1e8))}},
		stats.Node{Parent: 0, Name: "reset", ByTrack: []stats.TrackMeasure{}},
		stats.Node{Parent: 0, Name: "t_prf", Measure: stats.Measure{Running: 1, Total: 9, Open: 9}},
	)
	p.Rank = 2
	got := writeRank(t, p, RankOptions{Memory: []Memory{{Hash: 4096, Regions: 640, Links: 24}, {Hash: 4096, Regions: 256}}})
	golden(t, "threads.rank", got)
	for _, want := range []string{"Stats for thread 0:\n", "Stats for thread 1:\n", "Same stats sorted by timer", "\nSUM \"column physics\""} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestFortranE(t *testing.T) {
	for v, want := range map[float64]string{
		1.435716999:  "    0.1435716999E+01",
		0:            "    0.0000000000E+00",
		-0.05:        "   -0.5000000000E-01",
		9.9999999999: "    0.1000000000E+02",
		math.Inf(1):  "    0.0000000000E+00",
	} {
		if got := fortranE(v); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
}
