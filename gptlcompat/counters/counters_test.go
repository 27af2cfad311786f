package counters_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// Counters of a profile are columns of GPTL's file of a process, on the first track that ran the region.
func TestEventsOfCounters(t *testing.T) {
	measure := stats.Measure{Calls: 2, Timed: 2, Total: 2e9, Min: 9e8, Max: 11e8}
	p := &stats.Profile{
		Size: 1, Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Tracks: []string{"main", "other"},
		Counters: []stats.Counter{
			{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "RSS", Unit: "B", Step: 1, Domain: "process", Peak: true},
			{Name: "FAULTS", Step: 1, Domain: "process"}, {Name: "C", Step: 1, Domain: "process"}, {Name: "D", Step: 1, Domain: "process"},
		},
		Nodes: []stats.Node{
			{Parent: -1, Name: "main", Measure: measure, Values: []int64{7_000_000, 99, 41, 1, 2}},
			{Parent: 0, Name: "work", Measure: measure, Values: []int64{5, 98, -3, 0, 0},
				ByTrack: []stats.TrackMeasure{{Track: 0, Measure: measure}, {Track: 1, Measure: measure}}},
		},
	}
	events := counters.Of(p)
	var b bytes.Buffer
	if err := upstream.WriteTiming(&b, p, upstream.TimingOptions{Events: events, NoOverhead: true}); err != nil {
		t.Fatal(err)
	}
	var titles, main string
	var work []string
	for line := range strings.Lines(b.String()) {
		switch fields := strings.Fields(line); {
		case strings.Contains(line, "Called"):
			titles = line
		case len(fields) > 4 && fields[0] == "main":
			main = line
		case len(fields) > 4 && fields[0] == "work":
			work = append(work, line)
		}
	}
	if !strings.HasSuffix(titles, " INSTRUCT   FAULTS        C\n") || !strings.HasSuffix(main, " 7.00e+06       41        1\n") {
		t.Errorf("got\n%s%s", titles, main)
	}
	if len(work) < 2 || !strings.HasSuffix(work[0], "        5        0        0\n") || !strings.HasSuffix(work[1], "        0        0        0\n") {
		t.Errorf("got %q in\n%s", work, b.String())
	}
}

// The file of all processes has the extremes of what they counted, by name: a call within another of the same timer is
// in that one's count already. What is not known of any rank has GPTL's mark of a bad count.
func TestCountersOfAllProcesses(t *testing.T) {
	var list []*stats.Profile
	for rank := range 3 {
		p := gptltest.Profile(
			stats.Node{Parent: -1, Name: "run", Measure: gptltest.Measure(1, 1e9), Values: []int64{9_000_000, 99, 41 + int64(rank)}},
			stats.Node{Parent: 0, Name: "halo", Measure: gptltest.Measure(2, 1e8), Values: []int64{500, 9, stats.NoValue}},
			stats.Node{Parent: 1, Name: "halo", Measure: gptltest.Measure(2, 1e7), Values: []int64{400, 9, stats.NoValue}},
			stats.Node{Parent: 0, Name: "dyn", Measure: gptltest.Measure(2, 1e8), Values: []int64{1, 9, 0}},
			stats.Node{Parent: 3, Name: "halo", Measure: gptltest.Measure(2, 1e7), Values: []int64{30 * int64(rank), 9, stats.NoValue}},
		)
		gptltest.OnRank(p, rank, 3)
		p.Counters = []stats.Counter{
			{Name: "PAPI_TOT_INS", Step: 1, Domain: "thread in user mode"}, {Name: "RSS", Unit: "B", Step: 1, Domain: "process", Peak: true},
			{Name: "perf::PAGE-FAULTS", Step: 1, Domain: stats.OfThread},
		}
		list = append(list, gptlcompat.ByName(p))
	}
	s := gptltest.Merged(t, list)
	var b bytes.Buffer
	if err := upstream.WriteTimingSummary(&b, s, upstream.TimingSummaryOptions{Events: counters.OfRanks(s)}); err != nil {
		t.Fatal(err)
	}
	if err := check.TimingSummary(b.Bytes()); err != nil {
		t.Error(err)
	}
	if _, err := read.TimingSummary(bytes.NewReader(b.Bytes())); err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		"  TOT_INSmax (rank  thread)  TOT_INSmin (rank  thread) PAGE-FAUmax (rank  thread) PAGE-FAUmin (rank  thread)\n",
		" 9.00e+06    (     0     0) 9.00e+06    (     0     0) 4.30e+01    (     2     0) 4.10e+01    (     0     0)\n",
		" 5.60e+02    (     2     0) 5.00e+02    (     0     0) -1.00e+06    (     0     0) -1.00e+06    (     0     0)\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := gptlcompat.WriteGlobal(&b, s, gptlcompat.GlobalOptions{}); err != nil || strings.Contains(b.String(), "TOT_INS") {
		t.Errorf("%v; E3SM's file, which PACE reads, has counters:\n%s", err, b.String())
	}
}
