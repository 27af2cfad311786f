package export

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/stats"
)

// multiplexed returns a run of which one counter was counted for a part of the time, and another one never.
func multiplexed(t *testing.T) Run {
	t.Helper()
	p := &stats.Profile{
		Size: 1, Program: "model", Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}},
		Counters: []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "CYCLES", Step: 1, Domain: "process"}, {Name: "FAULTS", Step: 1, Domain: "process"}},
		Counted:  []float64{0.63, 0, 1},
		Nodes: []stats.Node{{
			Parent: -1, Name: "Total", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 1e9, Min: 1e9, Max: 1e9}, Values: []int64{11, 424242, 33},
		}},
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	return Run{Summary: s, Profiles: []*stats.Profile{p}}
}

// No output shows an estimate as if it had been counted, nor anything of what never was.
func TestEstimatesAreMarked(t *testing.T) {
	whole := multiplexed(t)
	for _, run := range []Run{whole, {Summary: whole.Summary}} {
		for name, marks := range map[string][]string{
			"json": {`"counted":[0.63`}, "yaml": {"counted: [0.63"}, "caliper": {"INSTRUCTIONS (estimated, counted 63 %)"},
			"hatchet":     {"INSTRUCTIONS (estimated, counted 63 %)"},
			"cube":        {"INSTRUCTIONS (estimated, counted 63 %)"},
			"openmetrics": {`counter="INSTRUCTIONS",unit="",domain="process",kind="estimated"`, `kind="estimated"} 0.63`, `counter="FAULTS",unit="",domain="process",kind="counted"`},
		} {
			text := string(written(t, name, run))
			for _, mark := range marks {
				if !strings.Contains(text, mark) {
					t.Errorf("%s: no %s in\n%s", name, mark, text)
				}
			}
			if strings.Contains(text, "424242") && !(len(run.Profiles) > 0 && (name == "json" || name == "yaml")) { // which have all of a Profile
				t.Errorf("%s: a counter that was never counted in\n%s", name, text)
			}
		}
		p, err := profile.Parse(bytes.NewReader(written(t, "pprof", run)))
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		for _, v := range p.SampleType {
			types = append(types, v.Type)
		}
		if got := strings.Join(types, ", "); got != "calls, time, INSTRUCTIONS (estimated, counted 63 %), FAULTS" {
			t.Errorf("pprof has %s", got)
		}
	}
}
