package geopm

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
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
	golden.Check(t, "innermost.report", text)
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

// Workers stand below the region that waits for them: their time is taken from it, not added to it.
func TestBuildWorkers(t *testing.T) {
	workers := node(1, "rows", 40, 15e9)
	for track := 1; track <= 4; track++ {
		workers.ByTrack = append(workers.ByTrack, stats.TrackMeasure{Track: track, Measure: stats.Measure{Calls: 10, Total: int64(track) * 1500e6}})
	}
	p := tree(0, 10e9, node(-1, "Total", 1, 9e9), node(0, "step", 10, 8e9), workers, node(1, "halo", 10, 1e9))
	in := Input{Profiles: []*stats.Profile{p}, Regions: Innermost, Skip: 1}
	h := built(t, in)
	values(t, "rows", h.Region("rows").Totals, map[string]float64{KeyRuntime: 6, KeyCount: 40})
	values(t, "step", h.Region("step").Totals, map[string]float64{KeyRuntime: 1})
	values(t, "halo", h.Region("halo").Totals, map[string]float64{KeyRuntime: 1})
	values(t, "unmarked", h.Unmarked, map[string]float64{KeyRuntime: 2})
	in.Regions = Outermost
	h = built(t, in)
	values(t, "step", h.Region("step").Totals, map[string]float64{KeyRuntime: 8})
	values(t, "unmarked", h.Unmarked, map[string]float64{KeyRuntime: 2})
}

// Whatever tracks and nesting there are, the regions and Unmarked are what Application Totals is split into.
func TestBuildAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Regions: rapid.SampledFrom([]Which{Outermost, Innermost}).Draw(t, "regions"), Skip: rapid.IntRange(0, 2).Draw(t, "skip"),
			Call: func(name string) bool { return name == "MPI_Send" },
		}
		for rank := range rapid.IntRange(1, 3).Draw(t, "ranks") {
			in.Profiles = append(in.Profiles, drawProfile(t, rank))
		}
		b := builder{Input: in, has: map[string]bool{}, network: newNetwork(len(in.Profiles))}
		unmarked := make([]float64, len(in.Profiles))
		spent := slices.Clone(unmarked)
		for _, r := range b.regions(unmarked) {
			for i, v := range r.runtimes {
				if v < 0 {
					t.Fatalf("%s took %v", r.name, v)
				}
				spent[i] += v
			}
			for i, v := range b.network.regions[r.name] {
				if v > r.runtimes[i]+1e-6 {
					t.Fatalf("%s took %v, of which %v in messages", r.name, r.runtimes[i], v)
				}
			}
		}
		for i, p := range in.Profiles {
			whole := float64(p.To-p.From) / 1e9
			if unmarked[i] < 0 || math.Abs(spent[i]+unmarked[i]-whole) > 1e-9*whole {
				t.Fatalf("rank %d: %v s in regions and %v s unmarked of %v s", i, spent[i], unmarked[i], whole)
			}
		}
	})
}

// drawProfile draws a tree whose nodes ran on some of four tracks, as long as may be.
func drawProfile(t *rapid.T, rank int) *stats.Profile {
	p := &stats.Profile{Rank: rank, Size: 4, From: 5, To: 5 + rapid.Int64Range(1, 1e12).Draw(t, "whole")}
	for i := range rapid.IntRange(0, 20).Draw(t, "nodes") {
		n := node(rapid.IntRange(-1, i-1).Draw(t, "parent"), rapid.SampledFrom([]string{"a", "b", "c", "", "MPI_Send"}).Draw(t, "name"), 0, 0)
		for _, track := range rapid.SliceOfNDistinct(rapid.IntRange(0, 3), 0, 4, rapid.ID[int]).Draw(t, "tracks") {
			m := stats.Measure{Calls: rapid.Uint64Range(0, 3).Draw(t, "calls")}
			if m.Calls > 0 {
				m.Total = rapid.Int64Range(0, 1e12).Draw(t, "total")
			}
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
			n.Calls, n.Total = n.Calls+m.Calls, n.Total+m.Total
		}
		slices.SortFunc(n.ByTrack, func(a, b stats.TrackMeasure) int { return a.Track - b.Track })
		p.Nodes = append(p.Nodes, n)
	}
	return p
}

// What counters counted of the processes stands at the regions: their own part of it, or all inside.
func TestBuildCounters(t *testing.T) {
	instructions := stats.Counter{Name: "INSTRUCTIONS", Step: 1, Domain: "thread in user mode"}
	clock := stats.Counter{Name: "TASK_CLOCK", Unit: "s", Step: 1e-9, Domain: stats.OfThread}
	energy := stats.Counter{Name: "CPU_ENERGY", Unit: "J", Step: 1, Domain: "package"}
	largest := stats.Counter{Name: "MEMORY_RESIDENT", Unit: "B", Step: 1, Domain: "process", Peak: true}
	list := two()
	for _, p := range list {
		p.Counters = []stats.Counter{instructions, clock, energy, largest}
		for k, v := range []int64{10000, 6000, 1000, 2000}[:len(p.Nodes)] {
			p.Nodes[k].Values = []int64{v, v * 1e6, v, v}
			p.Nodes[k].Timed = p.Nodes[k].Calls
		}
	}
	in := Input{Name: "n", Profiles: list, Regions: Innermost}
	h := built(t, in)
	values(t, "main", h.Region("main").Totals, map[string]float64{CounterKey(instructions): (10000 - 6000 - 2000 + 10000 - 6000) / 2})
	values(t, "solve", h.Region("solve").Totals, map[string]float64{CounterKey(instructions): (6000 - 1000 + 6000) / 2, CounterKey(clock): 5.5})
	values(t, "halo", h.Region("halo").Totals, map[string]float64{"counter-INSTRUCTIONS": (1000 + 2000) / 2, "counter-TASK_CLOCK (s)": 1.5})
	for _, c := range []stats.Counter{energy, largest} {
		if v, there := h.Region("main").Totals.Value(CounterKey(c)); there {
			t.Errorf("%s of all processes of a node is %v", c.Name, v)
		}
	}
	text := write(t, &Report{Version: "v3", Start: "x", Profile: "p", Agent: "monitor", Hosts: []Host{h}})
	if found := Check(strings.NewReader(text)); len(found) > 0 {
		t.Error(found)
	}
	if back, err := Read(strings.NewReader(text)); err != nil {
		t.Error(err)
	} else {
		values(t, "read again", back.Hosts[0].Region("solve").Totals, map[string]float64{"counter-INSTRUCTIONS": 5500})
	}
	in.Regions, in.Skip = Outermost, 1
	h = built(t, in)
	values(t, "solve with all inside", h.Region("solve").Totals, map[string]float64{CounterKey(instructions): 6000})
}

// A count that is not known of a process has no key; one that stands on some of the calls says on how many.
func TestBuildCountersThatAreNotKnown(t *testing.T) {
	c := stats.Counter{Name: "CYCLES", Step: 1, Domain: stats.OfThread}
	of := func(change func(nodes []stats.Node)) Host {
		p := two()[0]
		p.Counters = []stats.Counter{c}
		for k := range p.Nodes {
			p.Nodes[k].Values, p.Nodes[k].Timed = []int64{int64(100 - 10*k)}, p.Nodes[k].Calls
		}
		change(p.Nodes)
		return built(t, Input{Name: "n", Profiles: []*stats.Profile{p}, Regions: Innermost})
	}
	for _, each := range []struct {
		what  string
		do    func(n []stats.Node)
		keys  string // of regions with a count
		share float64
	}{
		{"all", func([]stats.Node) {}, "main solve halo", 0},
		{"solve/halo unknown", func(n []stats.Node) { n[2].Values[0] = stats.NoValue }, "main", 0},
		{"half of solve/halo left out", func(n []stats.Node) { n[2].LeftOut = []uint64{4} }, "main halo", 50},
		{"a call of solve left out", func(n []stats.Node) { n[1].LeftOut = []uint64{1} }, "halo", 0},
		{"turns", func(n []stats.Node) { n[2].Turns = []stats.Turns{{Due: 100, Counted: 25}} }, "main solve halo", 25},
	} {
		h := of(each.do)
		var keys []string
		for _, name := range []string{"main", "solve", "halo"} {
			if _, there := h.Region(name).Totals.Value(CounterKey(c)); there {
				keys = append(keys, name)
			}
		}
		share, _ := h.Region("halo").Totals.Value(CountedKey(c))
		if strings.Join(keys, " ") != each.keys || share != each.share {
			t.Errorf("%s: counts of %v, share %v; want %s, %v", each.what, keys, share, each.keys, each.share)
		}
	}
}

// What is scaled from a sample of the calls is said in a key of the host, which readers pass over, and changes no figure.
func TestBuildEstimated(t *testing.T) {
	names := []string{"halo", `a "b": #c`}
	profiles := two()
	for i := range profiles {
		p := *profiles[i]
		p.Nodes = slices.Clone(p.Nodes)
		for k := range p.Nodes {
			if p.Nodes[k].Name == "solve" {
				p.Nodes[k].Name = names[1]
			}
		}
		profiles[i] = &p
	}
	write := func() string {
		h := built(t, Input{Name: "n", Profiles: profiles, Skip: 1})
		var b bytes.Buffer
		if err := Write(&b, &Report{Version: "3.1.0", Start: "today", Profile: "ocean", Agent: "monitor", Policy: "{}", Hosts: []Host{h}}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	exact := write()
	for _, p := range profiles {
		for k := range p.Nodes {
			if n := &p.Nodes[k]; slices.Contains(names, n.Name) {
				n.Estimated, n.Sample = true, 4
			}
		}
	}
	text := write()
	r, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	at := slices.IndexFunc(r.Hosts[0].Header, func(e Entry) bool { return e.Key == KeyEstimated })
	if at < 0 || len(r.Hosts[0].Header[at].Block) != len(names) {
		t.Fatalf("header %+v\n%s", r.Hosts[0].Header, text)
	}
	for _, e := range r.Hosts[0].Header[at].Block {
		if !slices.Contains(names, e.Key) || e.Text != "times scaled from one call in 4" {
			t.Errorf("entry %+v", e)
		}
	}
	before, after, _ := strings.Cut(text, KeyEstimated+":")
	_, after, _ = strings.Cut(after, "Regions:")
	if first, last, _ := strings.Cut(exact, "Regions:"); !strings.HasPrefix(first, strings.TrimRight(before, " ")) || last != after {
		t.Errorf("other figures with the mark:\n%s\n%s", text, exact)
	}
}
