package upstream_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
)

func TestTimingNames(t *testing.T) {
	for id, want := range map[int]string{0: "timing.000000", 12: "timing.000012", 1234567: "timing.1234567"} {
		if got := upstream.TimingName(id); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestTimingColumns(t *testing.T) {
	p := gptltest.Threaded()
	yes := true
	got := gptltest.Timing(t, p, upstream.TimingOptions{
		Method:  gptlcompat.MostFrequent,
		Percent: true,
		CPU:     func(node, track int) (float64, float64) { return float64(node), float64(track) / 4 },
		Bytes:   func(node, _ int) float64 { return float64(node) * 1e6 },
		Events: []upstream.Event{
			{Title: "TOT_INS", Count: func(node, _ int) float64 { return 1e6 * float64(node) }, PerSecond: true},
			{Title: "GPTL_IPC", Count: func(int, int) float64 { return 3 }, Per: func(int, int) float64 { return 4 }},
		},
		Components:    &upstream.Components{Fortran: 1e-9, Thread: 2e-9, Hash: 3e-9, Entry: 4e-9, Clock: 5e-9, Misc: 6e-9, Probe: "5=halo"},
		ProcessSize:   &upstream.ProcessSize{Size: 100.5, Resident: 20.25},
		Memory:        &upstream.TimingMemory{Hash: 1000, Regions: 200, Links: 30, Stacks: 4},
		Autoprofiling: "libunwind",
		ClockSource:   "CPUID",
		CallErrors:    &yes,
	})
	golden.Check(t, "columns.timing", got)
	for _, want := range []string{"%_of_run_ ", " AVG_MPI_BYTES", " e6_/_sec GPTL_IPC", "\n! ", "\n* ", "Multiple parent info for thread 0",
		"SUM physics", "Total overhead of 1 GPTL start or GPTLstop call=2.1e-08 seconds", "GPTLerror was called"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestTimingBareBones(t *testing.T) {
	golden.Check(t, "bare.timing", gptltest.Timing(t, gptltest.Threaded(), upstream.TimingOptions{
		ImperfectNesting: true, NoOverhead: true, NoPreamble: true, NoThreadSort: true, NoParents: true, Version: "9.9"}))
	golden.Check(t, "empty.timing", gptltest.Timing(t, &stats.Profile{}, upstream.TimingOptions{}))
}

// Numbers and names wider than their columns: rows stay as long as their titles.
func TestTimingLargeNumbers(t *testing.T) {
	m := stats.Measure{Calls: math.MaxUint64, Recursion: math.MaxUint64, Timed: 1, Total: math.MaxInt64, Min: math.MaxInt64, Max: math.MaxInt64}
	long := strings.Repeat("long ", 200)
	got := gptltest.Timing(t, gptltest.Profile(
		stats.Node{Parent: -1, Name: "run", Measure: m},
		stats.Node{Parent: 0, Name: " Overhead sum = 1 ", Measure: gptltest.Measure(3, 12345678e6)},
		stats.Node{Parent: 0, Name: long, Measure: gptltest.Measure(999999, 1)},
		stats.Node{Parent: 0, Name: long + "!", Measure: gptltest.Measure(999999, 1)},
	), upstream.TimingOptions{MaxName: 20, Percent: true, Components: &upstream.Components{Clock: math.Inf(1), Misc: -1}})
	golden.Check(t, "large.timing", got)
	if want := "long long lo...~c965 = " + strings.TrimSuffix(long, " ") + "_~c965\n"; !strings.Contains(got, want) {
		t.Errorf("no translation %q", want)
	}
}

func TestTimingSummary(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 2 {
		p := gptltest.Threaded()
		gptltest.OnRank(p, rank, 2)
		p.Nodes[0].Total += int64(rank) * 1e9
		profiles = append(profiles, gptlcompat.ByName(p))
	}
	got := gptltest.TimingSummary(t, gptltest.Merged(t, profiles), upstream.TimingSummaryOptions{Threads: 2, Events: []upstream.SummaryEvent{{
		Title: "TOT_INS",
		Extremes: func(region int) (a, b upstream.EventExtreme) {
			return upstream.EventExtreme{Value: 1e9, Rank: 1, Thread: 0}, upstream.EventExtreme{Value: float64(region), Rank: 0, Thread: 1}
		},
	}}})
	golden.Check(t, "threads.timing.summary", got)
	if err := check.TimingSummary([]byte(got)); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"(rank  thread)", "NOT PRINTED: timer is currently ON for 2 threads", "     5.500     0.707     6.000 (     1     0)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	golden.Check(t, "empty.timing.summary", gptltest.TimingSummary(t, &stats.Summary{Size: 2}, upstream.TimingSummaryOptions{}))
}

func TestTimingWritersReportFailure(t *testing.T) {
	full := errors.New("no space left")
	if err := upstream.WriteTiming(failing{full}, &stats.Profile{Rank: 3}, upstream.TimingOptions{}); !errors.Is(err, full) || !strings.Contains(err.Error(), "process 3") {
		t.Errorf("WriteTiming: %v", err)
	}
	if err := upstream.WriteTimingSummary(failing{full}, &stats.Summary{}, upstream.TimingSummaryOptions{}); !errors.Is(err, full) {
		t.Errorf("WriteTimingSummary: %v", err)
	}
	s := &stats.Summary{Regions: []stats.Region{{Parent: -1, Name: "run"}, {Parent: 0, Name: "halo"}}}
	if err := upstream.WriteTimingSummary(failing{full}, s, upstream.TimingSummaryOptions{}); !errors.Is(err, gptlcompat.ErrPerPath) {
		t.Errorf("got %v, want ErrPerPath", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
