package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// waiting returns the profiles of two ranks on two nodes, of which one computes for 6 s of 10 and the other for 9.
func waiting() (list []*stats.Profile) {
	for rank, waits := range []int64{4e9, 1e9} {
		p := &stats.Profile{Rank: rank, Size: 2, Host: []string{"a", "b"}[rank], Program: "model", Start: 1_790_000_000_000_000_000, To: 10e9, Tracks: []string{"main"},
			Environments: []stats.Environment{{Name: "default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}},
			Counters:     []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "CYCLES", Step: 1, Domain: "process"}}}
		add := func(parent int, name string, ns int64, values ...int64) {
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: name, Values: values, Measure: stats.Measure{Calls: 3, Total: ns, Timed: 3, Min: ns / 3, Max: ns / 2, Squares: stats.Square(uint64(ns))}})
		}
		add(-1, "Total", 10e9, 40e9, 20e9)
		add(0, "step", 10e9)
		add(1, "MPI_Barrier", waits)
		list = append(list, p)
	}
	return list
}

// TALP's names have the values that its formulas make of a run.
func TestTALP(t *testing.T) {
	var b bytes.Buffer
	if err := WriteTALP(&b, Run{Profiles: waiting()}); err != nil {
		t.Fatal(err)
	}
	var run struct {
		Version     string `json:"dlbVersion"`
		Timestamp   string `json:"timestamp"`
		Resources   map[string]float64
		Application map[string]map[string]float64
	}
	decoded(t, b.Bytes(), &run)
	if !strings.HasPrefix(run.Version, "3.6") || run.Timestamp != "2026-09-21T14:13:30" || run.Resources["numMpiRanks"] != 2 || run.Resources["numNodes"] != 2 {
		t.Errorf("%s of %s, %v", run.Version, run.Timestamp, run.Resources)
	}
	if len(run.Application) != 2 || run.Application["step"] == nil {
		t.Errorf("regions %v", run.Application)
	}
	for key, want := range map[string]float64{
		"elapsedTime": 10e9, "usefulTime": 15e9, "mpiTime": 5e9, "minMpiNormdProc": 1e9, "minMpiNormdNode": 1e9, "numMpiCalls": 6, "numMeasurements": 6, "cycles": 30e9, "instructions": 60e9, // of 40e9 and 80e9 in 20 s
		"parallelEfficiency": 0.75, "mpiLoadBalance": 7.5 / 9, "mpiLoadBalanceIn": 1, "mpiLoadBalanceOut": 7.5 / 9, "mpiCommunicationEfficiency": 0.9, "ompParallelEfficiency": 1,
	} {
		if got, there := run.Application[talpWhole][key]; !there || math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: %g, want %g", key, got, want)
		}
	}
	checkTALP(t, run.Application)
}

// checkTALP checks that the efficiencies are those that TALP's own formulas make of the times beside them.
func checkTALP(t *testing.T, regions map[string]map[string]float64) {
	t.Helper()
	for name, v := range regions {
		elapsed, least, each := v["elapsedTime"], v["minMpiNormdProc"], v["mpiTime"]/v["numCpus"]
		for key, want := range map[string]float64{
			"parallelEfficiency": v["usefulTime"] / (v["usefulTime"] + v["mpiTime"]),
			"mpiLoadBalance":     (elapsed - each) / (elapsed - least), "mpiCommunicationEfficiency": (elapsed - least) / elapsed,
		} {
			if math.Abs(v[key]-want) > 1e-9 {
				t.Errorf("%s of %s: %g, TALP would make %g of the times", key, name, v[key], want)
			}
		}
	}
}

// Ranks that leave a region at different times have lost the time until the last one leaves, as the formulas of the POP centre want
// it; TALP counts only time inside of MPI as lost. Of 8 s, 2 s and 2 s without calls of MPI, half is useful.
func TestTALPLeaveApart(t *testing.T) {
	var list []*stats.Profile
	for rank, ns := range []int64{8e9, 2e9, 2e9} {
		p := &stats.Profile{Rank: rank, Size: 3, Host: "a", Tracks: []string{"main"}, Environments: []stats.Environment{{Name: "default", Size: 3, Ranks: []stats.Range{{First: 0, Last: 2, Stride: 1}}}}}
		for i, total := range []int64{10e9, ns, 10e9 - ns} {
			p.Nodes = append(p.Nodes, stats.Node{Parent: min(i, 1) - 1, Name: []string{"Total", "kernel", "MPI_Barrier"}[i], Measure: stats.Measure{Calls: 1, Total: total, Timed: 1, Min: total, Max: total, Squares: stats.Square(uint64(total))}})
		}
		list = append(list, p)
	}
	var b bytes.Buffer
	if err := WriteTALP(&b, Run{Profiles: list}); err != nil {
		t.Fatal(err)
	}
	var run struct{ Application map[string]map[string]float64 }
	if err := json.Unmarshal(b.Bytes(), &run); err != nil {
		t.Fatal(err)
	}
	checkTALP(t, run.Application)
	for region, want := range map[string][3]float64{talpWhole: {0.4, 0.5, 0.8}, "kernel": {0.5, 0.5, 1}} {
		v := run.Application[region]
		if got := [3]float64{v["parallelEfficiency"], v["mpiLoadBalance"], v["mpiCommunicationEfficiency"]}; got != want {
			t.Errorf("%s: %v, want %v", region, got, want)
		}
	}
}

// Whatever regions are called, each has a name of its own.
func TestTALPNames(t *testing.T) {
	eachRun(t, func(t *rapid.T, r Run) {
		var b bytes.Buffer
		switch err := WriteTALP(&b, r); {
		case err != nil && !errors.Is(err, ErrRun):
			t.Error(err)
		case err == nil:
			if !json.Valid(b.Bytes()) {
				t.Errorf("no JSON: %s", b.Bytes())
			}
		}
		v, err := r.view()
		if err != nil {
			return
		}
		seen := map[string]bool{}
		if len(v.names) == 0 {
			return
		}
		for _, name := range v.talpNames(0) {
			if seen[name] {
				t.Errorf("two regions are called %q", name)
			}
			seen[name] = true
		}
	})
}

// A run in which no wait was recorded has no regions there, and that is told.
func TestTALPUnknown(t *testing.T) {
	r := solver()
	f, _ := ByName("talp")
	if lost := strings.Join(f.Lost(r), "; "); !strings.Contains(lost, "the run did not record how long ranks wait") {
		t.Error(lost)
	}
	if text := string(written(t, "talp", r)); !strings.Contains(text, `"Application": {}`) {
		t.Error(text)
	}
}

// Efficiencies stand in JSON and in OpenMetrics where they are known, and are passed over on reading.
func TestEfficienciesWritten(t *testing.T) {
	r := Run{Profiles: waiting()}
	var err error
	if r.Summary, err = stats.Merge(r.Profiles); err != nil {
		t.Fatal(err)
	}
	r.Transfer = 0.96 // of 0.9, what waits for others leave is 0.9375
	text := string(written(t, "json", r))
	for _, want := range []string{`"region":0,"ranks":2,"parallel":{"share":0.75,"costs":2500000000}`, `"serialisation":{"share":0.9375,"costs":600000000},"transfer":{"share":0.96,"costs":400000000}`, `"ipc":2,"hertz":2000000000`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if _, err := ReadJSON(strings.NewReader(text)); err != nil {
		t.Error(err)
	}
	series := checkMetrics(t, string(written(t, "openmetrics", r)), true)
	found := 0
	for name, value := range series {
		if strings.Contains(name, `efficiency="communication"`) && strings.Contains(name, `region="Total"`) && (math.Abs(value-0.9) < 1e-9 || math.Abs(value-1) < 1e-9) {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%d samples of the communication efficiency, expected its share and what it costs: %v", found, series)
	}
}
