package export

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/stats"
)

// sampledRun has a region of which only some calls were timed, one above it, one beside, and a counter that one region
// does not have.
func sampledRun(t *testing.T) Run {
	node := func(parent int, name string, total int64, values []int64) stats.Node {
		return stats.Node{Parent: parent, Name: name, Values: values, Measure: stats.Measure{Calls: 3, Timed: 3, Total: total, Min: total / 3, Max: total / 3, Squares: stats.Mul(uint64(total), uint64(total/3))}}
	}
	p := &stats.Profile{
		Size: 1, Program: "model", To: 1e9, Tracks: []string{"main"}, Clock: stats.Clock{Name: "tsc", Hz: 1e9},
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Counters:     []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}},
		Nodes: []stats.Node{node(-1, "Total", 900, []int64{1000}), node(0, "above", 600, []int64{500}),
			node(1, "sampled", 300, []int64{400}), node(0, "beside", 150, []int64{stats.NoValue})},
	}
	n := &p.Nodes[2]
	n.Estimated, n.Sample, n.Timed, n.Squares = true, 16, 1, stats.Mul(100, 100)
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	return Run{Summary: s, Profiles: []*stats.Profile{p}}
}

// A scaled time stands nowhere as if it had been measured: a form says which are, or convert names it among what is lost.
func TestScaledTimesAreToldApart(t *testing.T) {
	r, exact := sampledRun(t), solver()
	for _, run := range []Run{r, {Summary: r.Summary}} {
		for _, c := range []struct {
			format string
			marks  int // of regions: the one that was sampled, and the one whose self time is what it leaves
			mark   string
		}{
			{"chrome", 2, `"estimated":true`}, {"hatchet", 2, `"estimated":1`}, {"speedscope", 2, `"file":"estimated`},
			{"openmetrics", 1, `mpitimer_region_estimated{region="sampled",path="Total/above/sampled",environment="default"} 1`},
			{"textfile", 1, `mpitimer_region_estimated{region="beside",path="Total/beside",environment="default"} 0`},
			{"caliper", 2, ",1]"}, {"caliper", 1, `"estimated"]`}, {"csv", 1, ",true,"},
		} {
			times := 1
			if c.format == "chrome" && run.Profiles == nil {
				times = 2 // the mean and the largest
			}
			if text := string(written(t, c.format, run)); strings.Count(text, c.mark) != c.marks*times {
				t.Errorf("%s has %q %d times, want %d:\n%s", c.format, c.mark, strings.Count(text, c.mark), c.marks*times, text)
			}
		}
	}
	for _, f := range Formats() {
		says := slices.Contains(f.Lost(r), lostEstimates.what)
		if none := slices.Contains([]string{"folded", "extrap", "extrap-lines", "cube"}, f.Name); says != none {
			t.Errorf("%s: told as lost: %v", f.Name, says)
		}
		if slices.Contains(f.Lost(exact), lostEstimates.what) {
			t.Errorf("%s: told of a run without estimates", f.Name)
		}
		var b bytes.Buffer
		if err := f.Write(&b, exact); err == nil && f.Name != "csv" && f.Name != "json" && f.Name != "yaml" && bytes.Contains(b.Bytes(), []byte(`"estimated"`)) {
			t.Errorf("%s: a mark in a run without estimates", f.Name)
		}
	}
	for _, format := range []string{"chrome", "caliper", "hatchet", "speedscope"} {
		if text := written(t, format, r); !json.Valid(text) {
			t.Errorf("%s is no JSON: %s", format, text)
		}
	}
}

// pprof has only numbers: labels say which are estimates, and which counters are not known.
func TestPprofLabelsWhatIsNotMeasured(t *testing.T) {
	r := sampledRun(t)
	for _, run := range []Run{r, {Summary: r.Summary}} {
		var b bytes.Buffer
		if err := WritePprof(&b, run); err != nil {
			t.Fatal(err)
		}
		p, err := profile.Parse(&b)
		if err != nil {
			t.Fatal(err)
		}
		estimated, unknown := map[string]bool{}, map[string]string{}
		for _, s := range p.Sample {
			name := s.Location[0].Line[0].Function.Name
			estimated[name] = s.HasLabel("estimated", "yes")
			unknown[name] = strings.Join(s.Label["unknown"], " ")
		}
		for _, name := range []string{"Total", "above", "sampled", "beside"} {
			if estimated[name] != (name == "above" || name == "sampled") || unknown[name] != map[string]string{"beside": "INSTRUCTIONS"}[name] {
				t.Errorf("%s: estimated %v, unknown %q", name, estimated[name], unknown[name])
			}
		}
		if len(p.Comments) != 1 || !strings.Contains(p.Comments[0], "estimated") {
			t.Errorf("comments %q", p.Comments)
		}
	}
	p, err := profile.Parse(bytes.NewReader(written(t, "pprof", solver())))
	if err != nil || len(p.Comments) > 0 || slices.ContainsFunc(p.Sample, func(s *profile.Sample) bool { return s.Label["estimated"] != nil }) {
		t.Errorf("%v: marks without estimates", err)
	}
}
