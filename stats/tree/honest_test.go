package tree

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// oneRank is a run of one rank whose nodes stand below Total.
func oneRank(t *testing.T, counters []stats.Counter, nodes ...stats.Node) *stats.Summary {
	t.Helper()
	total := stats.Node{Parent: -1, Name: "Total", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 1e9, Min: 1e9, Max: 1e9, Squares: stats.Mul(1e9, 1e9)}}
	p := &stats.Profile{
		Size: 1, Program: "model", To: 1e9, Tracks: []string{"main", "a", "b"}, Clock: stats.Clock{Name: "tsc", Hz: 1e9}, Counters: counters,
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Nodes:        append([]stats.Node{total}, nodes...),
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func lookOf(t *testing.T, s *stats.Summary, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A time that is scaled from few calls has its error beside it.
func TestErrorOfFewSampledCalls(t *testing.T) {
	sampled := func(calls, timed uint64, each ...int64) stats.Node {
		n := stats.Node{Parent: 0, Name: "short", Estimated: true, Sample: 16, Measure: stats.Measure{Calls: calls, Timed: timed, Min: each[0], Max: each[0]}}
		var sum int64
		for _, v := range each {
			sum += v
			n.Min, n.Max = min(n.Min, v), max(n.Max, v)
			n.Squares = n.Squares.Add(stats.Mul(uint64(v), uint64(v)))
		}
		n.Total = sum * int64(calls) / int64(timed)
		return n
	}
	even, uneven := make([]int64, 20), make([]int64, 20)
	for i := range even {
		even[i], uneven[i] = 1000, int64(500+1000*(i%2))
	}
	for _, c := range []struct {
		node stats.Node
		want string
	}{
		{sampled(3, 1, 10e6), "short (timed 1 of 3 calls)"},
		{sampled(64, 4, 1, 2, 3, 4), "short (timed 4 of 64 calls)"},
		{sampled(320, 20, uneven...), "short (±22 %)"}, // 2 · 513/1000 · √(1/20 − 1/320)
		{sampled(320, 20, even...), "short    "},
		{sampled(20, 20, uneven...), "short    "}, // all of them
	} {
		if text := lookOf(t, oneRank(t, nil, c.node), Options{}); !strings.Contains(text, c.want) {
			t.Errorf("no %q in\n%s", c.want, text)
		}
	}
}

// Each footnote has its mark in a row: where the region of a warning is not shown, or never was, that of the region above.
func TestMarksOfRegionsThatAreNotShown(t *testing.T) {
	node := func(parent int, name string) stats.Node {
		return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: 1e8, Min: 1e8, Max: 1e8, Squares: stats.Mul(1e8, 1e8)}}
	}
	s := oneRank(t, nil, node(0, "step"), node(1, "halo"), node(2, "pack"))
	for _, path := range []string{"Total/step/halo/pack", "Total/step/flux", "elsewhere", ""} {
		s.Warnings = append(s.Warnings, stats.WarningSummary{Warning: stats.Warning{Kind: "stop without start", Path: path, Count: 1}, Ranks: 1})
		s.Warned++
	}
	for _, c := range []struct {
		o    Options
		want []string
	}{
		{Options{}, []string{"Total ³ ⁴ ", "step ² ", "pack ¹ "}},
		{Options{Depth: 2}, []string{"Total ³ ⁴ ", "step ¹ ² "}},
		{Options{Closed: func(i int) bool { return i == 2 }}, []string{"step ² ", "halo ¹ "}},
	} {
		text := lookOf(t, s, c.o)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
}

// Where nothing was counted there is no table of zeros.
func TestNoTableOfZeros(t *testing.T) {
	node := stats.Node{Parent: 0, Name: "step", Measure: stats.Measure{Calls: 1, Timed: 1, Total: 1e8, Min: 1e8, Max: 1e8, Squares: stats.Mul(1e8, 1e8)}}
	counters := []stats.Counter{{Name: "FAULTS", Step: 1, Domain: "process"}}
	for _, value := range []int64{0, 7} {
		node.Values = []int64{value}
		text := lookOf(t, oneRank(t, counters, node), Options{})
		if table := strings.Contains(text, "FAULTS"); table != (value > 0) || table == strings.Contains(text, "Counters: nothing was counted.") {
			t.Errorf("a count of %d:\n%s", value, text)
		}
	}
}

// On one rank with several tracks the time of regions that ran on many is not that of one of them.
func TestTimeOfManyTracks(t *testing.T) {
	measure := func(ns int64) stats.Measure {
		return stats.Measure{Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns, Squares: stats.Mul(uint64(ns), uint64(ns))}
	}
	all := measure(100e6)
	all.Add(new(measure(300e6)))
	work := stats.Node{Parent: 0, Name: "work", Measure: all, ByTrack: []stats.TrackMeasure{{Track: 1, Measure: measure(100e6)}, {Track: 2, Measure: measure(300e6)}}}
	text := lookOf(t, oneRank(t, nil, work), Options{})
	if !strings.Contains(text, "total    slowest") || !strings.Contains(text, "400.0 ms   300.0 ms") || strings.Contains(text, "time: ") {
		t.Errorf("got\n%s", text)
	}
}
