package geopm

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
)

// tree makes a profile of nodes given as "parent/child" with calls and nanoseconds.
func tree(rank int, total int64, nodes ...stats.Node) *stats.Profile {
	return &stats.Profile{Rank: rank, To: total, Nodes: nodes}
}

func node(parent int, name string, calls uint64, total int64) stats.Node {
	return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: calls, Total: total}}
}

func two() []*stats.Profile {
	return []*stats.Profile{
		tree(4, 10e9,
			node(-1, "main", 1, 9e9),
			node(0, "solve", 2, 6e9),
			node(1, "halo", 8, 1e9),
			node(0, "halo", 2, 2e9)),
		tree(5, 12e9,
			node(-1, "main", 1, 11e9),
			node(0, "solve", 4, 10e9)),
	}
}

func built(t *testing.T, in Input) Host {
	t.Helper()
	h, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func values(t *testing.T, what string, s Section, want map[string]float64) {
	t.Helper()
	for key, v := range want {
		if got, ok := s.Value(key); !ok || math.Abs(got-v) > 1e-5*math.Abs(v) {
			t.Errorf("%s: %s is %v, %v; want %v", what, key, got, ok, v)
		}
	}
}

func TestBuildOutermost(t *testing.T) {
	h := built(t, Input{Name: "n", Profiles: two()})
	if len(h.Regions) != 1 {
		t.Fatalf("regions %+v", h.Regions)
	}
	values(t, "main", h.Regions[0].Totals, map[string]float64{KeyRuntime: 10, KeyCount: 1, KeySyncRuntime: 0})
	values(t, "unmarked", h.Unmarked, map[string]float64{KeyRuntime: 1, KeyCount: 0})
	values(t, "application", h.Application, map[string]float64{KeyRuntime: 11})
	if len(h.Header) != 1 || h.Header[0].Key != KeySampled || h.Header[0].Text != "0" {
		t.Errorf("header %v", h.Header)
	}

	h = built(t, Input{Name: "n", Profiles: two(), Skip: 1})
	values(t, "solve", h.Region("solve").Totals, map[string]float64{KeyRuntime: 8, KeyCount: 3})
	values(t, "halo", h.Region("halo").Totals, map[string]float64{KeyRuntime: 1, KeyCount: 1})
	values(t, "unmarked", h.Unmarked, map[string]float64{KeyRuntime: 2})
}

func TestBuildInnermost(t *testing.T) {
	h := built(t, Input{Name: "n", Profiles: two(), Regions: Innermost, Spread: true, PerProcess: true})
	values(t, "main", h.Region("main").Totals, map[string]float64{KeyRuntime: 1, KeyCount: 1})
	values(t, "solve", h.Region("solve").Totals, map[string]float64{KeyRuntime: 7.5, KeyCount: 3, KeyRuntimeMin: 5, KeyRuntimeMinRank: 4, KeyRuntimeMax: 10, KeyRuntimeMaxRank: 5, KeyRuntimeMedian: 7.5, KeyRuntimeStdDev: math.Sqrt(12.5), KeyImbalance: 2.5, KeyProcesses: 2, ProcessKey(4): 5, ProcessKey(5): 10})
	values(t, "halo", h.Region("halo").Totals, map[string]float64{KeyRuntime: 1.5, KeyCount: 5, KeyProcesses: 1, ProcessKey(5): 0, KeyRuntimeMin: 0})
	values(t, "unmarked", h.Unmarked, map[string]float64{KeyRuntime: 1, KeyRuntimeMax: 1})
	if names := []string{h.Regions[0].Name, h.Regions[1].Name, h.Regions[2].Name}; strings.Join(names, " ") != "solve halo main" {
		t.Errorf("order %v", names)
	}
	// The added keys stand behind GEOPM's, and its readers make columns of them.
	text := write(t, &Report{Version: "v3", Start: "x", Profile: "p", Agent: "monitor", Hosts: []Host{h}})
	if found := Check(strings.NewReader(text)); len(found) > 0 {
		t.Error(found)
	}
	golden(t, "innermost.report", text)
}

func TestBuildTracksAndRecursion(t *testing.T) {
	n := node(-1, "r", 5, 8e9)
	n.Recursion = 2
	n.ByTrack = []stats.TrackMeasure{{Track: 0, Measure: stats.Measure{Total: 3e9}}, {Track: 2, Measure: stats.Measure{Total: 5e9}}}
	p := tree(0, 10e9, n, node(0, "", 1, 1e9), node(1, "r", 1, 1e9), node(-1, "never", 0, 0), node(-1, "open", 0, 2e9))
	p.Nodes[4].Running = 1
	h := built(t, Input{Profiles: []*stats.Profile{p}})
	values(t, "r", h.Region("r").Totals, map[string]float64{KeyRuntime: 5, KeyCount: 3}) // the longest track, outermost calls
	values(t, "open", h.Region("open").Totals, map[string]float64{KeyRuntime: 2, KeyCount: 0})
	if h.Region("never") != nil || h.Region("") != nil {
		t.Errorf("regions %+v", h.Regions)
	}
	h = built(t, Input{Profiles: []*stats.Profile{p}, Regions: Innermost})
	values(t, "r", h.Region("r").Totals, map[string]float64{KeyRuntime: 5, KeyCount: 6}) // r in r is not counted twice
}

func TestBuildSampled(t *testing.T) {
	s := &Sampled{
		Regions:    map[uint32]Values{Hash("main"): {signal.Time: 8, "CPU_ENERGY": 80, "CPU_CYCLES_THREAD": 3, "CPU_CYCLES_REFERENCE": 4, "TIME_HINT_NETWORK": 2, "GPU_ENERGY": 5, "X@package-0": math.NaN()}},
		Epoch:      Values{signal.Time: 6},
		EpochCount: 7, Sticker: 2e9, Signals: []string{"X@package-0"},
		Application: Values{"GPU_ENERGY": 9, "CPU_ENERGY": math.NaN()},
		Absent:      []signal.Absence{{Name: "DRAM_ENERGY", Reason: "permission denied: x"}},
	}
	h := built(t, Input{Name: "n", Profiles: two(), Sampled: s, MPIStartup: .5})
	values(t, "main", h.Region("main").Totals, map[string]float64{KeySyncRuntime: 8, KeyPackageEnergy: 80, KeyPower: 10, KeyFrequencyShare: 75, KeyFrequency: 1.5e9, HintKey("network"): 2, KeyGPUEnergy: 5})
	values(t, "epoch", h.Epoch, map[string]float64{KeyRuntime: 6, KeySyncRuntime: 6, KeyCount: 7, KeyPower: 0})
	values(t, "application", h.Application, map[string]float64{KeyMPIStartup: .5, KeyGPUEnergy: 9, KeyPackageEnergy: 0})
	if _, ok := h.Unmarked.Value(KeyUncoreFrequency); ok {
		t.Error("a key of a signal that is not there")
	}
	for _, s := range []Section{h.Region("main").Totals, h.Unmarked, h.Application} {
		if v, ok := s.Value("X@package-0"); !ok || !math.IsNaN(v) {
			t.Errorf("a signal that was asked for and is NaN is %v, %v", v, ok)
		}
	}
	if len(h.Header) != 1 || h.Header[0].Block[0].Text != "permission denied: x" {
		t.Errorf("header %v", h.Header)
	}
}

func TestBuildRefuses(t *testing.T) {
	for _, in := range []Input{{}, {Profiles: []*stats.Profile{nil}}, {Profiles: two(), Skip: -1}, {Profiles: []*stats.Profile{tree(0, 1, node(3, "x", 1, 1))}}} {
		if _, err := Build(in); err == nil {
			t.Errorf("%+v is accepted", in)
		}
	}
}

// On one track the exclusive times and the unmarked one are all there is.
func TestInnermostAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &stats.Profile{}
		var grow func(parent int, room int64)
		grow = func(parent int, room int64) {
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				total := rapid.Int64Range(0, room).Draw(t, "total")
				room -= total
				name := rapid.SampledFrom([]string{"a", "b", "c", ""}).Draw(t, "name")
				p.Nodes = append(p.Nodes, node(parent, name, 1, total))
				if len(p.Nodes) < 20 {
					grow(len(p.Nodes)-1, total)
				}
			}
		}
		p.To = rapid.Int64Range(1, 1e6).Draw(t, "whole") * 1e9
		grow(-1, p.To)
		b := builder{Input: Input{Profiles: []*stats.Profile{p}, Regions: Innermost, Skip: rapid.IntRange(0, 2).Draw(t, "skip")}}
		spent := 0.
		for _, r := range b.regions() {
			if r.runtimes[0] < 0 {
				t.Fatalf("%s took %v", r.name, r.runtimes[0])
			}
			spent += r.runtimes[0]
		}
		var marked float64 // what is below the levels that are left out, by inclusive times
		var inside func(parent, depth int)
		inside = func(parent, depth int) {
			for i := range p.Nodes {
				if p.Nodes[i].Parent != parent {
					continue
				}
				if depth >= b.Skip && p.Nodes[i].Name != "" {
					marked += float64(p.Nodes[i].Total) / 1e9
				} else {
					inside(i, depth+1)
				}
			}
		}
		inside(-1, 0)
		if math.Abs(spent-marked) > 1e-9*float64(p.To) {
			t.Fatalf("%v s in regions, want %v", spent, marked)
		}
	})
}
