package export

import (
	"bytes"
	"encoding/binary"
	"math"
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

// What nobody knows, since all calls are left out, is 0 in no form that can say so, and regions of which some calls are left
// out count no less than those below them.
func TestCallsLeftOutOfCounters(t *testing.T) {
	measure := func(calls uint64, total int64) stats.Measure {
		return stats.Measure{Calls: calls, Timed: calls, Total: total, Min: 1, Max: total}
	}
	p := &stats.Profile{
		Size: 1, Program: "model", Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}},
		Counters: []stats.Counter{{Name: "FAULTS", Step: 1, Domain: stats.OfThread}},
		Nodes: []stats.Node{
			{Parent: -1, Name: "Total", Measure: measure(1, 9e9), Values: []int64{stats.NoValue}, LeftOut: []uint64{1}},
			{Parent: 0, Name: "partly", Measure: measure(4, 5e9), Values: []int64{1000}, LeftOut: []uint64{2}},
			{Parent: 1, Name: "inner", Measure: measure(4, 4e9), Values: []int64{1700}},
			{Parent: 0, Name: "moved", Measure: measure(3, 3e9), Values: []int64{stats.NoValue}, LeftOut: []uint64{3}},
		},
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []Run{{Summary: s, Profiles: []*stats.Profile{p}}, {Summary: s}} {
		hatchet := string(written(t, "hatchet", run))
		if got := strings.Count(hatchet, `"mean FAULTS of thread (inc)":null`); got != 2 {
			t.Errorf("hatchet: %d regions of which the count is not known, want 2:\n%s", got, hatchet)
		}
		for line := range strings.Lines(string(written(t, "openmetrics", run))) {
			if strings.Contains(line, "FAULTS") && (strings.Contains(line, "moved") || strings.Contains(line, `path="Total"`)) {
				t.Errorf("openmetrics has %s", line)
			}
		}
		parsed, err := profile.Parse(bytes.NewReader(written(t, "pprof", run)))
		if err != nil {
			t.Fatal(err)
		}
		var sum int64
		for _, sample := range parsed.Sample {
			if sample.Value[2] < 0 {
				t.Errorf("pprof: a count of %d", sample.Value[2])
			}
			sum += sample.Value[2]
		}
		if sum != 1700 {
			t.Errorf("pprof: %d in all, want 1700", sum)
		}
		members := members(t, written(t, "cube", run))
		for name, data := range members {
			body, is := strings.CutPrefix(string(data), "CUBEX.DATA")
			for ; is && len(body) >= 8; body = body[8:] {
				if v := math.Float64frombits(binary.LittleEndian.Uint64([]byte(body))); v < 0 {
					t.Errorf("cube: %s has %g", name, v)
				}
			}
		}
	}
}

// Counters that took turns are estimates, of which forms without a place for shares of regions tell in their names.
func TestTurnsAreMarked(t *testing.T) {
	whole := multiplexed(t)
	p := whole.Profiles[0]
	p.Counted = nil
	p.Nodes[0].Turns = []stats.Turns{{Due: 1000, Counted: 400}}
	s, err := stats.Merge(whole.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"hatchet", "caliper", "cube"} {
		if text, mark := string(written(t, form, Run{Summary: s})), "INSTRUCTIONS (estimated, counted 40 %)"; !strings.Contains(text, mark) {
			t.Errorf("%s: no %s in\n%s", form, mark, text)
		}
	}
}
