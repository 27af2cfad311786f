package export

import (
	"bytes"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	comment = regexp.MustCompile(`^# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$`)
	sampled = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\n"])*",?)*)\})? (\S+)( \S+)?$`)
	suffix  = map[string]*regexp.Regexp{
		"gauge": regexp.MustCompile(`^$`), "counter": regexp.MustCompile(`^_total$`), "info": regexp.MustCompile(`^_info$`),
		"histogram": regexp.MustCompile(`^_(bucket|count|sum)$`),
	}
)

// checkMetrics holds a text to the rules of its form, and returns the samples by series.
func checkMetrics(t rapid.TB, text string, open bool) map[string]float64 {
	t.Helper()
	if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "# EOF\n") != open || strings.Count(text, "\n# EOF\n") > 1 || strings.Contains(text, "\r") {
		t.Fatalf("the text ends in %q", text[max(0, len(text)-20):])
	}
	families := make(map[string]string)
	series := make(map[string]float64)
	family, kind := "", ""
	var bucket struct {
		labels string
		count  float64
		le     float64
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSuffix(text, "# EOF\n"), "\n"), "\n") {
		if parts := comment.FindStringSubmatch(line); parts != nil {
			switch parts[1] {
			case "TYPE":
				family, kind = parts[2], parts[3]
				if families[family] != "" {
					t.Fatalf("two families are %s", family)
				}
				families[family] = kind
			case "UNIT":
				if !open || parts[2] != family || !strings.HasSuffix(family, "_"+parts[3]) {
					t.Errorf("%s in family %s", line, family)
				}
			}
			continue
		}
		parts := sampled.FindStringSubmatch(line)
		if parts == nil {
			t.Fatalf("%q is no sample", line)
		}
		end, is := strings.CutPrefix(parts[1], family)
		if open || kind == "histogram" {
			is = is && suffix[kind].MatchString(end)
		} else {
			is = is && end == ""
		}
		if !is {
			t.Fatalf("%s in family %s of type %s", parts[1], family, kind)
		}
		if _, twice := series[parts[1]+parts[2]]; twice {
			t.Fatalf("%s%s stands twice", parts[1], parts[2])
		}
		v, err := strconv.ParseFloat(parts[4], 64)
		if err != nil || math.IsNaN(v) || kind == "counter" && v < 0 {
			t.Fatalf("%q: %v", line, err)
		}
		series[parts[1]+parts[2]] = v
		if (parts[5] != "") != open {
			t.Fatalf("time stamp %q", parts[5])
		}
		if end == "_bucket" {
			labels, le, _ := strings.Cut(parts[3], `,le="`)
			bound, err := strconv.ParseFloat(strings.TrimSuffix(le, `"`), 64)
			if err != nil || labels == bucket.labels && (bound <= bucket.le || v < bucket.count) {
				t.Fatalf("%s behind %+v", line, bucket)
			}
			bucket.labels, bucket.count, bucket.le = labels, v, bound
		}
		if end == "_count" && (v != bucket.count || !math.IsInf(bucket.le, 1)) {
			t.Fatalf("%s behind %+v", line, bucket)
		}
	}
	return series
}

func TestMetrics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genRun(t)
		for format, open := range map[string]bool{"openmetrics": true, "textfile": false} {
			series := checkMetrics(t, string(written(t, format, r)), open)
			var self, calls, ranks float64
			for name, v := range series {
				switch {
				case strings.HasPrefix(name, "mpitimer_region_self_seconds_total"):
					self += v
				case strings.HasPrefix(name, "mpitimer_region_calls_total"):
					calls += v
				case strings.HasPrefix(name, "mpitimer_region_ranks"):
					ranks += v
				}
			}
			near(t, "time", self, selfSum(r.Summary)/1e9)
			near(t, "calls", calls, callSum(r.Summary))
			var want float64
			for i := range r.Summary.Regions {
				want += float64(r.Summary.Regions[i].Ranks)
			}
			near(t, "ranks", ranks, want)
		}
	})
}

func TestMetricsOfTheSolver(t *testing.T) {
	series := checkMetrics(t, string(written(t, "openmetrics", solver())), true)
	for name, want := range map[string]float64{
		`mpitimer_region_time_seconds{region="flux",path="Total/step/flux",environment="default",stat="max"}`:                                                   9.88,
		`mpitimer_region_time_max_rank{region="flux",path="Total/step/flux",environment="default"}`:                                                             3,
		`mpitimer_region_calls_total{region="write",path="Total/step/write",environment="writers"}`:                                                             20,
		`mpitimer_run_info{program="shallowwater"}`:                                                                                                             1,
		`mpitimer_region_call_duration_seconds_count{region="init",path="Total/init",environment="default"}`:                                                    4,
		`mpitimer_region_call_duration_seconds_sum{region="init",path="Total/init",environment="default"}`:                                                      3.4668,
		`mpitimer_region_counter{region="Total",path="Total",environment="default",counter="instructions",unit="",domain="process",kind="counted",stat="mean"}`: 9e9,
	} {
		if got, there := series[name]; !there || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v (%v), want %v", name, got, there, want)
		}
	}
}

func TestExtraP(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var points []Point
		for range rapid.IntRange(1, 3).Draw(t, "runs") {
			r := genRun(t)
			points = append(points, Point{[]float64{float64(r.Summary.Size)}, r.Summary})
		}
		var text, lines bytes.Buffer
		if err := errors.Join(WriteExtraP(&text, []string{"ranks"}, points), WriteExtraPLines(&lines, []string{"ranks"}, points)); err != nil {
			t.Fatal(err)
		}
		var calls float64
		for line := range strings.SplitSeq(strings.TrimSuffix(lines.String(), "\n"), "\n") {
			var m struct {
				Params           map[string]float64
				Callpath, Metric string
				Value            []float64
			}
			if line == "" {
				continue
			}
			decoded(t, []byte(line), &m)
			if m.Params["ranks"] < 1 || m.Callpath == "" || len(m.Value) == 0 {
				t.Errorf("%s", line)
			}
			for _, v := range m.Value {
				calls += map[bool]float64{true: v}[m.Metric == "calls"]
			}
		}
		near(t, "text and lines", checkExtraP(t, text.String()), calls)
	})
}

// checkExtraP holds a text to Extra-P's grammar, and returns the sum of the metric calls.
func checkExtraP(t rapid.TB, text string) (calls float64) {
	t.Helper()
	points, data, metric := 0, -1, ""
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		tag, rest, _ := strings.Cut(line, " ")
		if tag != "DATA" && data >= 0 && data != points {
			t.Fatalf("%d data of %d points before %q", data, points, line)
		}
		switch tag {
		case "PARAMETER":
			if rest != "ranks" {
				t.Errorf("%q", line)
			}
		case "POINTS":
			points = len(strings.Fields(rest))
			if !regexp.MustCompile(`^(\(\d+\) ?)+$`).MatchString(rest) {
				t.Errorf("%q", line)
			}
		case "METRIC":
			metric, data = rest, -1
		case "REGION":
			data = 0
			for part := range strings.SplitSeq(rest, "->") {
				if part == "" || part != strings.TrimSpace(part) {
					t.Errorf("%q", line)
				}
			}
		case "DATA":
			data++
			for _, field := range strings.Fields(rest) {
				v, err := strconv.ParseFloat(field, 64)
				if err != nil || !regexp.MustCompile(`^-?\d+(\.\d+)?$`).MatchString(field) {
					t.Errorf("%q: %v", line, err)
				}
				if metric == "calls" {
					calls += v
				}
			}
		default:
			t.Fatalf("%q begins no section", line)
		}
	}
	return calls
}

func TestExtraPRefuses(t *testing.T) {
	s := solver().Summary
	for what, err := range map[string]error{
		"none":        WriteExtraP(io.Discard, []string{"p"}, nil),
		"name":        WriteExtraP(io.Discard, []string{"a b"}, []Point{{[]float64{1}, s}}),
		"twice":       WriteExtraP(io.Discard, []string{"a", "a"}, []Point{{[]float64{1, 2}, s}}),
		"coordinates": WriteExtraP(io.Discard, []string{"a"}, []Point{{nil, s}}),
		"number":      WriteExtraP(io.Discard, []string{"a"}, []Point{{[]float64{math.NaN()}, s}}),
		"summary":     WriteExtraP(io.Discard, []string{"a"}, []Point{{[]float64{1}, nil}}),
	} {
		if !errors.Is(err, ErrRun) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}
