package tacc

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/internal/race"
)

// sample returns a small file of ours with what is hard in it.
func sample(t testing.TB) *Result {
	t.Helper()
	text, err := os.ReadFile("testdata/sample.raw")
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return Correct(d)
}

func TestOutputs(t *testing.T) {
	r := sample(t)
	jobs := r.Jobs()
	for name, write := range map[string]func(b *bytes.Buffer) error{
		"show.txt": func(b *bytes.Buffer) error { return WriteText(b, jobs, ShowOptions{}) },
		"show-devices.txt": func(b *bytes.Buffer) error {
			return WriteText(b, jobs, ShowOptions{Devices: true, Zeros: true, Job: "77"})
		},
		"show.csv":        func(b *bytes.Buffer) error { return WriteCSV(b, jobs, ShowOptions{}) },
		"show.json":       func(b *bytes.Buffer) error { return WriteJSON(b, jobs, ShowOptions{Types: []string{"cpu", "mem"}}) },
		"samples.csv":     func(b *bytes.Buffer) error { return WriteSamples(b, r, ShowOptions{Job: "77"}) },
		"openmetrics.txt": func(b *bytes.Buffer) error { return WriteOpenMetrics(b, r) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name, b.Bytes())
		switch filepath.Ext(name) {
		case ".csv":
			if _, err := csv.NewReader(&b).ReadAll(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case ".json":
			if !json.Valid(b.Bytes()) {
				t.Errorf("%s is no JSON", name)
			}
		}
	}
}

// Of several nodes each device stands with its own, and the sums are over all.
func TestSeveralNodes(t *testing.T) {
	d, err := Read(strings.NewReader(twoNodes))
	if err != nil {
		t.Fatal(err)
	}
	jobs := Correct(d).Jobs()
	var b bytes.Buffer
	if err := WriteText(&b, jobs, ShowOptions{Devices: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" a:eth0 ", " b:eth0 ", "\n  a.x.org ", "\n  b.x.org "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if len(jobs) != 1 || jobs[0].Totals[1].Delta != 4008 {
		t.Errorf("%+v", jobs)
	}
}

var metricLine = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)+\}) ([0-9.]+) ([0-9.]+)$`)

// openMetricsFaults checks what the format asks for: families in one piece, each named once, with its unit
// at its end; counters with _total that do not go down; samples of a set of labels together and in order of
// time; # EOF at the end and nothing behind it.
func openMetricsFaults(text string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if !strings.HasSuffix(text, "# EOF\n") || strings.Count(text, "# EOF") != 1 {
		fault("no # EOF at the end")
	}
	families, done := make(map[string]bool), make(map[string]bool)
	family, kind, labels := "", "", ""
	time, value := 0.0, 0.0
	for i, line := range strings.Split(strings.TrimSuffix(text, "# EOF\n"), "\n") {
		words := strings.SplitN(line, " ", 4)
		switch {
		case line == "":
			if i != strings.Count(text, "\n")-1 {
				fault("line %d is empty", i+1)
			}
		case strings.HasPrefix(line, "# TYPE "):
			family, kind, labels = words[2], words[3], ""
			if families[family] || kind != "counter" && kind != "gauge" || strings.HasSuffix(family, "_total") {
				fault("family %s %s", family, kind)
			}
			families[family] = true
		case strings.HasPrefix(line, "# UNIT "):
			if words[2] != family || !strings.HasSuffix(family, "_"+words[3]) {
				fault("unit of %s: %s", family, line)
			}
		case strings.HasPrefix(line, "# HELP "):
			if words[2] != family {
				fault("help of %s: %s", family, line)
			}
		default:
			m := metricLine.FindStringSubmatch(line)
			if m == nil || kind == "counter" && m[1] != family+"_total" || kind == "gauge" && m[1] != family {
				fault("line %d of %s %s: %s", i+1, kind, family, line)
				continue
			}
			v, err := strconv.ParseFloat(m[3], 64)
			at, err2 := strconv.ParseFloat(m[4], 64)
			if err != nil || err2 != nil {
				fault("line %d: %v %v", i+1, err, err2)
			}
			if m[2] != labels {
				if done[m[1]+m[2]] {
					fault("line %d: samples of %s stand apart", i+1, m[2])
				}
				done[m[1]+m[2]], labels = true, m[2]
			} else if at <= time || kind == "counter" && v < value {
				fault("line %d: %s at %s after %g at %g", i+1, m[3], m[4], value, time)
			}
			time, value = at, v
		}
	}
	return faults
}

func TestOpenMetrics(t *testing.T) {
	race.Sequential(t)
	for _, bad := range []string{"# TYPE a counter\na{h=\"\"} 1 1\n# EOF\n", "# TYPE a gauge\n", "# TYPE a gauge\n# UNIT a bytes\n# EOF\n",
		"# TYPE a gauge\na{h=\"1\"} 1 2\na{h=\"1\"} 1 1\n# EOF\n", "# TYPE a gauge\na{h=\"\"\"} 1 2\n# EOF\n"} {
		if len(openMetricsFaults(bad)) == 0 {
			t.Errorf("nothing is found in %q", bad)
		}
	}
	for _, name := range []string{"", stampede2013, compute2014, devnode2014, stampede2026, "synthetic/tiered_2026.raw"} {
		var r *Result
		if name == "" {
			r = sample(t)
		} else if _, err := os.Stat(filepath.Join(shared, name)); err != nil {
			continue
		} else {
			r = Correct(readShared(t, name))
		}
		var b bytes.Buffer
		if err := WriteOpenMetrics(&b, r); err != nil {
			t.Fatal(err)
		}
		if faults := openMetricsFaults(b.String()); len(faults) > 0 {
			t.Errorf("%s: %d faults, the first: %s", name, len(faults), faults[0])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		d := drawData(t)
		var b bytes.Buffer
		if err := WriteOpenMetrics(&b, Correct(d)); err != nil {
			t.Fatal(err)
		}
		if faults := openMetricsFaults(b.String()); len(faults) > 0 {
			t.Fatalf("%v", faults)
		}
	})
}

// Regions that lie side by side and fill the time of a series share all of it out.
func TestRegionsMakeUpTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Correct(drawData(t))
		if len(r.Series) == 0 {
			return
		}
		first, last := int64(1<<62), int64(0)
		for i := range r.Series {
			first, last = min(first, r.Series[i].Time[0]), max(last, r.Series[i].Time[len(r.Series[i].Time)-1])
		}
		cuts := []int64{first, last + 1}
		for range rapid.IntRange(0, 6).Draw(t, "cuts") {
			cuts = append(cuts, rapid.Int64Range(first, last+1).Draw(t, "cut"))
		}
		slices.Sort(cuts)
		var intervals []Interval
		for i := 1; i < len(cuts); i++ {
			intervals = append(intervals, Interval{Region: strconv.Itoa(i), Start: cuts[i-1], End: cuts[i]})
		}
		type id struct {
			host, typ, device string
			key               Key
		}
		sums := make(map[id]uint64)
		for _, e := range r.Regions(intervals) {
			sums[id{e.Host, e.Type, e.Device, e.Key}] += e.Delta
			if e.Between > e.Delta || e.Uncovered > e.Seconds+1e-6 {
				t.Fatalf("%+v", e)
			}
		}
		for i := range r.Series {
			s := &r.Series[i]
			var want uint64
			var f Flag
			for _, d := range s.Delta {
				want = add(want, d, &f)
			}
			if f != 0 {
				continue // it passes 64 bits
			}
			if got := sums[id{s.Host, s.Type, s.Device, s.Key}]; got != want {
				t.Fatalf("%s %s %s: %d of %d", s.Type, s.Device, s.Key.Name, got, want)
			}
		}
	})
}
