package export

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// hostile are names that mean something to some form.
var hostile = []string{
	"a;b", `"quoted"`, "line\nbreak", "\x00nul", "\xff\xfe", "../../etc/passwd", strings.Repeat("long ", 400), "=cmd()", "", " ", "-1",
	"a->b", "a/b", `a\/b`, "#x", "# EOF", "}]", "</name>&amp;", "näme 温度", "\u2028", `\`, `\xff`, "a b 12", "\r\n", "\x1b[2J", "\ufffd", "${x}", "null", "0x1f", "12",
}

func nameOf(t *rapid.T) *rapid.Generator[string] {
	if rapid.Bool().Draw(t, "hostile names") {
		return rapid.OneOf(rapid.SampledFrom(hostile), rapid.StringN(0, 8, -1))
	}
	return rapid.SampledFrom([]string{"step", "halo", "flux", "write", "pack"})
}

// genRun draws a run with the Profiles of all its ranks.
func genRun(t *rapid.T) Run {
	size := rapid.IntRange(1, 4).Draw(t, "size")
	name := nameOf(t)
	counters := []stats.Counter{
		{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: name.Draw(t, "counter") + "energy", Unit: "J", Step: 1e-6, Domain: "process"},
		{Name: "INSTRUCTIONS", Step: 1, Domain: "process", Peak: true}, {Name: "power", Unit: "W", Step: 0.5, Domain: "board-0"},
	}[:rapid.SampledFrom([]int{0, 0, 2, 4}).Draw(t, "counters")]
	if len(counters) == 0 {
		counters = nil
	}
	program := name.Draw(t, "program")
	var r Run
	for rank := range size {
		p := &stats.Profile{
			Rank: rank, Size: size, Host: fmt.Sprint("node", rank/2), PID: 7, Program: program,
			Start: 1_790_000_000_123_456_789, To: rapid.Int64Range(1, 1e15).Draw(t, "to"),
			Clock:        stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 12.5, PairCost: 25, Drift: -0.3},
			Environments: []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
			Tracks:       []string{"main", "g1", name.Draw(t, "track")},
			Counters:     counters,
		}
		p.Environments = append(p.Environments, stats.Environment{Name: "Group", Size: 1, Ranks: []stats.Range{{First: rank, Last: rank, Stride: 1}}})
		genTree(t, p, name)
		if rapid.Bool().Draw(t, "warning") {
			p.Warnings = []stats.Warning{{Kind: "stop without start", Path: name.Draw(t, "path"), Caller: "a.go:7", Count: 2}}
		}
		r.Profiles = append(r.Profiles, p)
	}
	s, err := stats.Merge(r.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	r.Summary = s
	if rapid.Bool().Draw(t, "meta") {
		r.Meta = map[string]string{"commit": "1a2b", name.Draw(t, "key"): name.Draw(t, "value")}
	}
	return r
}

func genTree(t *rapid.T, p *stats.Profile, name *rapid.Generator[string]) {
	type key struct {
		parent, environment int
		name                string
	}
	seen := make(map[key]bool)
	for i := range rapid.IntRange(0, 8).Draw(t, "nodes") {
		n := stats.Node{Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"), Name: name.Draw(t, "name"), Environment: rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "environment")}
		n.Parent = min(n.Parent, len(p.Nodes)-1)
		if seen[key{n.Parent, n.Environment, n.Name}] {
			continue
		}
		seen[key{n.Parent, n.Environment, n.Name}] = true
		for _, track := range rapid.SampledFrom([][]int{{0}, {0}, {1}, {0, 2}}).Draw(t, "tracks") {
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: genMeasure(t)})
		}
		addTracks(&n)
		if len(p.Counters) > 0 && rapid.Bool().Draw(t, "measured") {
			n.Values = rapid.SliceOfN(rapid.Int64Range(-1e6, 1e9), len(p.Counters), len(p.Counters)).Draw(t, "values")
		}
		p.Nodes = append(p.Nodes, n)
	}
}

func addTracks(n *stats.Node) {
	if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
		n.Measure, n.ByTrack = n.ByTrack[0].Measure, nil
		return
	}
	for i := range n.ByTrack {
		m := &n.ByTrack[i].Measure
		n.Calls += m.Calls
		n.Running += m.Running
		n.Total += m.Total
		n.Open += m.Open
		n.Squares = n.Squares.Add(m.Squares)
		n.Histogram.Merge(m.Histogram)
		if m.Timed > 0 && (n.Timed == 0 || m.Min < n.Min) {
			n.Min = m.Min
		}
		n.Max = max(n.Max, m.Max)
		n.Timed += m.Timed
	}
}

func genMeasure(t *rapid.T) (m stats.Measure) {
	length := rapid.OneOf(rapid.Int64Range(0, 5), rapid.Int64Range(0, 1e13))
	histogram := rapid.Bool().Draw(t, "histogram")
	for range rapid.IntRange(0, 3).Draw(t, "calls") {
		v := length.Draw(t, "time")
		if m.Timed == 0 || v < m.Min {
			m.Min = v
		}
		m.Max = max(m.Max, v)
		m.Calls++
		m.Timed++
		m.Total += v
		m.Squares = m.Squares.Add(stats.Square(uint64(v)))
		if histogram {
			m.Histogram.Add(uint64(v))
		}
	}
	if rapid.IntRange(0, 5).Draw(t, "running") == 0 {
		m.Running, m.Open = 1, length.Draw(t, "open")
		m.Total += m.Open
	}
	return m
}

// solver returns a run of four ranks on two nodes, of which the last has most to do.
func solver() Run {
	leaf := func(parent int, name string, n uint64, ms float64) stats.Node {
		total := int64(ms * 1e6)
		one := total / int64(n)
		m := stats.Measure{Calls: n, Timed: n, Total: total, Min: one, Max: one, Squares: stats.Mul(uint64(total), uint64(one))}
		for range n {
			m.Histogram.Add(uint64(one))
		}
		return stats.Node{Parent: parent, Name: name, Measure: m}
	}
	r := Run{Meta: map[string]string{"commit": "1a2b3c4"}}
	for rank := range 4 {
		slow := 1 + 0.1*float64(rank*rank)
		step := 100 + 5200*slow + 3100/slow
		p := &stats.Profile{
			Rank: rank, Size: 4, Host: fmt.Sprint("node", rank/2), PID: 100 + rank, Program: "shallowwater",
			Start: time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC).UnixNano(), To: 12_346_000_000,
			Clock: stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 38.2, Drift: 0.31},
			Environments: []stats.Environment{
				{Name: "default", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}},
				{Name: "writers", Size: 2, Ranks: []stats.Range{{First: 0, Last: 2, Stride: 2}}},
			},
			Tracks:   []string{"main", "g1"},
			Counters: []stats.Counter{{Name: "instructions", Step: 1, Domain: "process"}},
			Nodes:    []stats.Node{leaf(-1, "Total", 1, 1200+step), leaf(0, "init", 1, 866.7), leaf(0, "step", 1000, step), leaf(2, "flux", 3000, 5200*slow), leaf(2, "halo", 3000, 3100/slow)},
		}
		p.Nodes[0].Values, p.Nodes[3].Values = []int64{9_000_000_000}, []int64{7_000_000_000 + int64(rank)}
		if rank%2 == 0 {
			write := leaf(2, "write", 10, 61.5+float64(rank))
			write.Environment = 1
			p.Nodes = append(p.Nodes, write)
		}
		r.Profiles = append(r.Profiles, p)
	}
	var err error
	if r.Summary, err = stats.Merge(r.Profiles); err != nil {
		panic(err)
	}
	return r
}

// near compares numbers that were added up in another order.
func near(t rapid.TB, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*math.Max(math.Abs(want), 1) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func selfSum(s *stats.Summary) (sum float64) {
	for i := range s.Regions {
		sum += s.Regions[i].Self.Float64()
	}
	return sum
}

func callSum(s *stats.Summary) (sum float64) {
	for i := range s.Regions {
		sum += float64(s.Regions[i].Calls)
	}
	return sum
}

// huge returns a run of a million ranks and n regions.
func huge(t testing.TB, n int) *stats.Summary {
	r := solver()
	s := r.Summary
	region := s.Regions[0]
	s.Regions = nil
	for i := range n {
		g := region
		g.Parent, g.Name = (i-1)/3, fmt.Sprintf("region %d", i)
		if i == 0 {
			g.Parent = -1
		}
		g.Ranks, g.Completed, g.Tracks, g.Calls, g.Timed = 1_000_000, 1_000_000, 1_000_000, 1e9, 1e9
		g.Wall, g.Total, g.Self = stats.Mul(12e9, 1e6), stats.Mul(12e9, 1e6), stats.Mul(1e9, 1e6)
		g.Max.Rank = 999_999
		s.Regions = append(s.Regions, g)
	}
	s.Size, s.Ranks = 1_000_000, 1_000_000
	s.Environments = []stats.EnvironmentSummary{{Name: "default", Size: s.Size, Ranks: []stats.Range{{First: 0, Last: s.Size - 1, Stride: 1}}}}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s
}
