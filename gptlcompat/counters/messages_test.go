package counters_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// What calls of MPI moved is GPTL's column AVG_MPI_BYTES, and no counter.
func TestMessageBytes(t *testing.T) {
	p := &stats.Profile{
		Size: 1, Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}, Tracks: []string{"main"},
		Counters: []stats.Counter{{Name: "INSTRUCTIONS", Step: 1}, {Name: "MPI_SENT", Unit: "B", Step: 1}, {Name: "MPI_RECEIVED", Unit: "B", Step: 1}},
		Nodes: []stats.Node{
			{Parent: -1, Name: "Total", Measure: stats.Measure{Calls: 1, Total: 5e9, Timed: 1, Min: 5e9, Max: 5e9}, Values: []int64{77, 400, 100}},
			{Parent: 0, Name: "MPI_Sendrecv", Measure: stats.Measure{Calls: 4, Total: 1e9, Timed: 4, Min: 1e8, Max: 3e8}, Values: []int64{0, 400, 100}},
		},
	}
	events := counters.Of(p)
	if len(events) != 1 || events[0].Title != "INSTRUCTIONS" {
		t.Errorf("counters %+v", events)
	}
	var b bytes.Buffer
	if err := upstream.WriteTiming(&b, p, upstream.TimingOptions{Events: events, Bytes: counters.MessageBytes(p)}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ENABLE_PMPI was true", " AVG_MPI_BYTES", "    1.250e+02 "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("lacks %q:\n%s", want, b.String())
		}
	}
	if strings.Count(b.String(), "e+02 ") != 1 {
		t.Errorf("bytes of more than the calls:\n%s", b.String())
	}
	p.Counters = p.Counters[:1]
	if counters.MessageBytes(p) != nil {
		t.Error("a column of a program without MPI")
	}
}
