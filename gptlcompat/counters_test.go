package gptlcompat_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
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
	events := gptlcompat.Events(p, gptlcompat.MostEvents)
	var b bytes.Buffer
	if err := gptlcompat.WriteTiming(&b, p, gptlcompat.TimingOptions{Events: events, NoOverhead: true}); err != nil {
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
