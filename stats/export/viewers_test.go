package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"pgregory.net/rapid"
)

// eachRun checks a form on runs with their Profiles and on the same without.
func eachRun(t *testing.T, check func(t *rapid.T, r Run)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		r := genRun(t)
		check(t, r)
		r.Profiles = nil
		check(t, r)
	})
}

func written(t rapid.TB, format string, r Run) []byte {
	t.Helper()
	f, known := ByName(format)
	if !known {
		t.Fatalf("there is no format %s", format)
	}
	var b bytes.Buffer
	if err := f.Write(&b, r); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.Bytes()
}

// decoded reads JSON of which nothing may be unknown.
func decoded(t rapid.TB, text []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
}

func TestPprof(t *testing.T) {
	eachRun(t, func(t *rapid.T, r Run) {
		p, err := profile.Parse(bytes.NewReader(written(t, "pprof", r)))
		if err != nil {
			t.Fatal(err)
		}
		if err := p.CheckValid(); err != nil {
			t.Fatal(err)
		}
		var calls, time float64
		ranks := make(map[string]float64)
		for _, s := range p.Sample {
			calls += float64(s.Value[0])
			time += float64(s.Value[1])
			if len(s.NumLabel) > 0 {
				t.Errorf("numeric labels %v", s.NumLabel) // of which the value 0 is lost
			}
			for _, rank := range s.Label["rank"] {
				ranks[rank] += float64(s.Value[1])
			}
		}
		near(t, "calls", calls, callSum(r.Summary))
		near(t, "time", time, selfSum(r.Summary))
		for _, p := range r.Profiles {
			var want float64
			for _, self := range p.Self() {
				want += float64(self)
			}
			near(t, "time of a rank", ranks[strconv.Itoa(p.Rank)], want)
		}
		counted := 2
		for _, q := range r.Summary.Counters {
			if q.Name != "power" && !q.Peak {
				counted++
			}
		}
		if len(p.SampleType) != counted {
			t.Errorf("types %v of counters %v", p.SampleType, r.Summary.Counters)
		}
	})
}

// What is counted below a region and what is left of it add up to what was counted in it.
func TestPprofCounters(t *testing.T) {
	p, err := profile.Parse(bytes.NewReader(written(t, "pprof", solver())))
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]int64)
	for _, s := range p.Sample {
		got[s.Location[0].Line[0].Function.Name] += s.Value[2]
	}
	if got["flux"] != 28_000_000_006 || got["Total"] != 36e9-28_000_000_006 || got["step"] != 0 {
		t.Errorf("got %v", got)
	}
}

func pprofTool(t *testing.T, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("the go command compiles go tool pprof first, which takes longer than the test")
	}
	file := t.TempDir() + "/run.pb.gz"
	if err := os.WriteFile(file, written(t, "pprof", solver()), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", append(append([]string{"tool", "pprof"}, args...), file)...).CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command")
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// The consumer itself says the same as the Summary.
func TestPprofOpens(t *testing.T) {
	top := pprofTool(t, "-top", "-unit=ms")
	for _, want := range []string{`28080ms.*flux$`, `43044.05ms +100% +Total$`, "Type: time"} {
		if !regexp.MustCompile(`(?m)` + want).MatchString(top) {
			t.Errorf("-top has no %s:\n%s", want, top)
		}
	}
	if raw := pprofTool(t, "-raw"); !strings.Contains(raw, "rank:[0]") || !strings.Contains(raw, "environment:[writers]") {
		t.Errorf("-raw has no rank 0 or no environment:\n%s", raw)
	}
	if focus := pprofTool(t, "-top", "-unit=ms", "-tagfocus=rank=^0$"); !strings.Contains(focus, "5200ms") {
		t.Errorf("of rank 0:\n%s", focus)
	}
}

func TestFolded(t *testing.T) {
	line := regexp.MustCompile(`^(.*) (\d+)$`) // as speedscope reads it
	eachRun(t, func(t *rapid.T, r Run) {
		var sum float64
		byDepth := make(map[int]float64)
		for text := range strings.SplitSeq(strings.TrimSuffix(string(written(t, "folded", r)), "\n"), "\n") {
			if text == "" {
				continue
			}
			parts := line.FindStringSubmatch(text)
			if parts == nil {
				t.Fatalf("%q is no line", text)
			}
			n, err := strconv.ParseInt(parts[2], 10, 64)
			if err != nil || n <= 0 {
				t.Errorf("%q: %v", text, err)
			}
			names := strings.Split(parts[1], ";")
			for _, name := range names {
				if name == "" || name != strings.TrimSpace(name) {
					t.Errorf("%q has the part %q", text, name)
				}
			}
			sum += float64(n)
			byDepth[len(names)] += float64(n)
		}
		near(t, "sum", sum, selfSum(r.Summary))
		want := make(map[int]float64)
		for i := range r.Summary.Regions {
			if self := r.Summary.Regions[i].Self.Float64(); self > 0 {
				want[len(r.Summary.Path(i))] += self
			}
		}
		for depth := range want {
			near(t, "sum at a depth", byDepth[depth], want[depth])
		}
	})
}

func TestSpeedscope(t *testing.T) {
	eachRun(t, func(t *rapid.T, r Run) {
		var f struct {
			Schema   string `json:"$schema"`
			Exporter string
			Name     string
			Active   *int `json:"activeProfileIndex"`
			Shared   struct {
				Frames []struct{ Name string }
			}
			Profiles []struct {
				Type, Name, Unit     string
				StartValue, EndValue float64
				Samples              [][]int
				Weights              []float64
			}
		}
		decoded(t, written(t, "speedscope", r), &f)
		if f.Schema != "https://www.speedscope.app/file-format-schema.json" || f.Active == nil || *f.Active >= len(f.Profiles) {
			t.Errorf("schema %q, active %v", f.Schema, f.Active)
		}
		if len(f.Profiles) != 2+len(r.Profiles) {
			t.Fatalf("%d profiles", len(f.Profiles))
		}
		for i, p := range f.Profiles {
			if p.Type != "sampled" || p.Unit != "nanoseconds" || len(p.Samples) != len(p.Weights) {
				t.Fatalf("%s of %s: %d samples, %d weights", p.Type, p.Unit, len(p.Samples), len(p.Weights))
			}
			var sum float64
			for j, stack := range p.Samples {
				for _, frame := range stack {
					if frame < 0 || frame >= len(f.Shared.Frames) {
						t.Fatalf("frame %d of %d", frame, len(f.Shared.Frames))
					}
				}
				if p.Weights[j] < 0 || len(stack) == 0 {
					t.Fatalf("stack %v of weight %g", stack, p.Weights[j])
				}
				sum += p.Weights[j]
			}
			near(t, "end of "+p.Name, p.EndValue-p.StartValue, sum)
			switch {
			case i == 0:
				near(t, "mean", sum*float64(r.Summary.Ranks), selfSum(r.Summary))
			case i >= 2:
				var want float64
				for _, self := range r.Profiles[i-2].Self() {
					want += float64(self)
				}
				near(t, p.Name, sum, want)
			}
		}
	})
}

// The maximum includes at each region the largest time of any rank.
func TestMaximumRegionByRegion(t *testing.T) {
	v, err := solver().view()
	if err != nil {
		t.Fatal(err)
	}
	most := v.reduced()[1]
	at := make(map[string]float64)
	for i, name := range v.names {
		at[name] = most.self[i]
	}
	if at["flux"] != float64(v.s.Regions[3].Max.Value) || at["flux"] != 9_880e6 || at["Total"] != 333.3e6 {
		t.Errorf("got %v", at)
	}
}
