package gptlcompat

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

func TestTimingNames(t *testing.T) {
	for id, want := range map[int]string{0: "timing.000000", 12: "timing.000012", 1234567: "timing.1234567"} {
		if got := TimingName(id); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// threadedProfile is two threads with something in common.
func threadedProfile() *stats.Profile {
	on := func(track int, m stats.Measure) stats.TrackMeasure {
		return stats.TrackMeasure{Track: track, Measure: m}
	}
	both := measure(30, 2e8)
	return profile(
		stats.Node{Parent: -1, Name: "run loop", Measure: measure(1, 5e9)},
		stats.Node{Parent: 0, Name: "physics", Measure: both, ByTrack: []stats.TrackMeasure{
			on(0, measure(10, 2e8)), on(1, measure(20, 2e8))}},
		stats.Node{Parent: 1, Name: "halo", Measure: measure(5, 1e7)},
		stats.Node{Parent: 0, Name: "halo", Measure: measure(2e6, 100)},
		stats.Node{Parent: 0, Name: "left on", Measure: stats.Measure{Running: 1, Total: 9, Open: 9}},
	)
}

func TestTimingColumns(t *testing.T) {
	p := threadedProfile()
	yes := true
	got := writeTiming(t, p, TimingOptions{
		Method:  MostFrequent,
		Percent: true,
		CPU:     func(node, track int) (float64, float64) { return float64(node), float64(track) / 4 },
		Bytes:   func(node, _ int) float64 { return float64(node) * 1e6 },
		Events: []Event{
			{Title: "TOT_INS", Count: func(node, _ int) float64 { return 1e6 * float64(node) }, PerSecond: true},
			{Title: "GPTL_IPC", Count: func(int, int) float64 { return 3 }, Per: func(int, int) float64 { return 4 }},
		},
		Components:    &Components{Fortran: 1e-9, Thread: 2e-9, Hash: 3e-9, Entry: 4e-9, Clock: 5e-9, Misc: 6e-9, Probe: "5=halo"},
		ProcessSize:   &ProcessSize{100.5, 20.25},
		Memory:        &TimingMemory{1000, 200, 30, 4},
		Autoprofiling: "libunwind",
		ClockSource:   "CPUID",
		CallErrors:    &yes,
	})
	golden(t, "columns.timing", got)
	for _, want := range []string{"%_of_run_ ", " AVG_MPI_BYTES", " e6_/_sec GPTL_IPC", "\n! ", "\n* ", "Multiple parent info for thread 0",
		"SUM physics", "Total overhead of 1 GPTL start or GPTLstop call=2.1e-08 seconds", "GPTLerror was called"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestTimingBareBones(t *testing.T) {
	golden(t, "bare.timing", writeTiming(t, threadedProfile(), TimingOptions{
		ImperfectNesting: true, NoOverhead: true, NoPreamble: true, NoThreadSort: true, NoParents: true, Version: "9.9"}))
	golden(t, "empty.timing", writeTiming(t, &stats.Profile{}, TimingOptions{}))
}

// Numbers and names wider than their columns: rows stay as long as their titles.
func TestTimingLargeNumbers(t *testing.T) {
	m := stats.Measure{Calls: math.MaxUint64, Recursion: math.MaxUint64, Timed: 1, Total: math.MaxInt64, Min: math.MaxInt64, Max: math.MaxInt64}
	long := strings.Repeat("long ", 200)
	got := writeTiming(t, profile(
		stats.Node{Parent: -1, Name: "run", Measure: m},
		stats.Node{Parent: 0, Name: " Overhead sum = 1 ", Measure: measure(3, 12345678e6)},
		stats.Node{Parent: 0, Name: long, Measure: measure(999999, 1)},
		stats.Node{Parent: 0, Name: long + "!", Measure: measure(999999, 1)},
	), TimingOptions{MaxName: 20, Percent: true, Components: &Components{Clock: math.Inf(1), Misc: -1}})
	golden(t, "large.timing", got)
	if want := "long long long lo... = " + strings.TrimSuffix(long, " ") + "_\n"; !strings.Contains(got, want) {
		t.Errorf("no translation %q", want)
	}
}

func TestTimingSummary(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 2 {
		p := threadedProfile()
		onRank(p, rank, 2)
		p.Nodes[0].Total += int64(rank) * 1e9
		profiles = append(profiles, ByName(p))
	}
	got := writeTimingSummary(t, merged(t, profiles), TimingSummaryOptions{Threads: 2, Events: []SummaryEvent{{
		Title: "TOT_INS",
		Extremes: func(region int) (a, b EventExtreme) {
			return EventExtreme{1e9, 1, 0}, EventExtreme{float64(region), 0, 1}
		},
	}}})
	golden(t, "threads.timing.summary", got)
	for _, want := range []string{"(rank  thread)", "NOT PRINTED: timer is currently ON for 2 threads", "     5.500     0.707     6.000 (     1     0)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	golden(t, "empty.timing.summary", writeTimingSummary(t, &stats.Summary{Size: 2}, TimingSummaryOptions{}))
}

func TestTimingWritersReportFailure(t *testing.T) {
	full := errors.New("no space left")
	if err := WriteTiming(failing{full}, &stats.Profile{Rank: 3}, TimingOptions{}); !errors.Is(err, full) || !strings.Contains(err.Error(), "process 3") {
		t.Errorf("WriteTiming: %v", err)
	}
	if err := WriteTimingSummary(failing{full}, &stats.Summary{}, TimingSummaryOptions{}); !errors.Is(err, full) {
		t.Errorf("WriteTimingSummary: %v", err)
	}
	s := &stats.Summary{Regions: []stats.Region{{Parent: -1, Name: "run"}, {Parent: 0, Name: "halo"}}}
	if err := WriteTimingSummary(failing{full}, s, TimingSummaryOptions{}); !errors.Is(err, ErrPerPath) {
		t.Errorf("got %v, want ErrPerPath", err)
	}
}
