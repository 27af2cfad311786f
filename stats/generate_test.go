package stats

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"
)

// genProfiles draws Profiles of some ranks of a run, with trees that agree in part.
func genProfiles(t *rapid.T) []*Profile {
	size := rapid.IntRange(1, 13).Draw(t, "size")
	split := rapid.IntRange(1, 3).Draw(t, "colours")
	alike := rapid.Bool().Draw(t, "alike")
	var profiles []*Profile
	for rank := range size {
		if size > 1 && rapid.IntRange(0, 9).Draw(t, "lost") == 0 && !(len(profiles) == 0 && rank == size-1) {
			continue
		}
		profiles = append(profiles, genProfile(t, rank, size, split, alike))
	}
	return profiles
}

func genProfile(t *rapid.T, rank, size, split int, alike bool) *Profile {
	p := &Profile{
		Rank: rank, Size: size, PID: 1000 + rank, Program: "model",
		Host:  fmt.Sprint("node", rapid.IntRange(0, 2).Draw(t, "host")),
		Start: rapid.Int64Range(1e18, 1e18+5).Draw(t, "start"),
		From:  rapid.Int64Range(0, 9).Draw(t, "from"),
		To:    rapid.Int64Range(10, 99).Draw(t, "to"),
		Clock: Clock{rapid.SampledFrom([]string{"tsc", "monotonic"}).Draw(t, "clock"), 2.4e9,
			float64(rapid.IntRange(1, 5).Draw(t, "resolution")), 24,
			float64(rapid.IntRange(-3, 3).Draw(t, "drift"))},
		Environments: []Environment{{"Default", size, []Range{{First: 0, Last: size - 1, Stride: 1}}}},
		Tracks:       []string{"main", "a", "b"},
	}
	if split > 1 {
		var ranks []Range
		for r := rank % split; r < size; r += split {
			ranks = append(ranks, Range{First: r, Last: r, Stride: 1})
		}
		p.Environments = append(p.Environments, Environment{"Group", len(ranks), ranks})
	}
	if rapid.IntRange(0, 3).Draw(t, "inexact") == 0 {
		p.Late = rapid.Int64Range(0, 3).Draw(t, "late")
		p.Source = rapid.SampledFrom([]string{"", "a file"}).Draw(t, "source")
		p.Resolution = rapid.Int64Range(0, 3).Draw(t, "of times")
	}
	genNodes(t, p, alike)
	genValues(t, p)
	for range rapid.IntRange(0, 3).Draw(t, "warnings") {
		p.Warnings = append(p.Warnings, Warning{
			rapid.SampledFrom([]string{"k", "l"}).Draw(t, "kind"),
			rapid.SampledFrom([]string{"p", "q/r"}).Draw(t, "path"), "f.go:1",
			rapid.Uint64Range(1, 5).Draw(t, "count")})
	}
	return p
}

// genValues lets the rank measure some counters in some of its nodes.
func genValues(t *rapid.T, p *Profile) {
	all := []Counter{
		{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "energy \"x\"", Unit: "J", Step: 1e-6, Domain: "board"},
		{Name: "INSTRUCTIONS", Step: 1, Domain: "process", Peak: true},
	}
	n := rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3}).Draw(t, "counters")
	p.Counters = rapid.Permutation(all).Draw(t, "of")[:n:n]
	if n == 0 {
		p.Counters = nil
		return
	}
	if rapid.Bool().Draw(t, "multiplexed") {
		p.Counted = rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.25, 1, 1}), n, n).Draw(t, "counted")
	}
	value := rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64Range(-mostValue, mostValue))
	for i := range p.Nodes {
		if rapid.IntRange(0, 3).Draw(t, "measured") > 0 {
			p.Nodes[i].Values = rapid.SliceOfN(value, n, n).Draw(t, "values")
		}
	}
}

// genNodes draws a tree of up to three levels. Alike trees differ in figures only.
func genNodes(t *rapid.T, p *Profile, alike bool) {
	names := []string{"alpha", "beta", "a name of more than eight bytes", "", "näme"}
	histograms := rapid.IntRange(0, 2).Draw(t, "histograms") == 0
	waits := rapid.IntRange(0, 2).Draw(t, "waits") == 0
	var grow func(parent, depth int)
	grow = func(parent, depth int) {
		here := slices.Clone(names)
		if !alike {
			here = rapid.Permutation(names).Draw(t, "names")[:rapid.IntRange(0, len(names)).Draw(t, "some")]
		} else if depth > 1 {
			here = here[:1]
		}
		for i, name := range here {
			n := Node{Parent: parent, Name: name, Level: rapid.IntRange(-2, 2).Draw(t, "level")}
			if alike {
				n.Environment = i % len(p.Environments)
			} else {
				n.Environment = rapid.IntRange(0, len(p.Environments)-1).Draw(t, "environment")
			}
			genMeasures(t, &n, histograms)
			if waits {
				genWaits(t, &n)
			}
			if p.Source != "" {
				n.Lacks = Lacks(rapid.IntRange(0, allLacks).Draw(t, "lacks"))
			}
			p.Nodes = append(p.Nodes, n)
			if depth < 3 && (alike || rapid.IntRange(0, 2).Draw(t, "deeper") == 0) {
				grow(len(p.Nodes)-1, depth+1)
			}
		}
	}
	grow(-1, 1)
}

// genWaits lets a node communicate, or wait for a part of its time.
func genWaits(t *rapid.T, n *Node) {
	n.Communicates = rapid.IntRange(0, 5).Draw(t, "communicates") == 0
	waited := func(m *Measure) {
		m.Waited = rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, m.Total)).Draw(t, "waited")
	}
	if n.ByTrack == nil {
		waited(&n.Measure)
		return
	}
	for i := range n.ByTrack {
		waited(&n.ByTrack[i].Measure)
		n.Waited += n.ByTrack[i].Waited
	}
}

func genMeasures(t *rapid.T, n *Node, histograms bool) {
	if rapid.IntRange(0, 7).Draw(t, "idle") == 0 {
		return
	}
	if rapid.IntRange(0, 3).Draw(t, "threads") > 0 {
		n.Measure = genMeasure(t, histograms)
		return
	}
	for _, track := range rapid.SampledFrom([][]int{{0}, {1}, {0, 2}, {0, 1, 2}}).Draw(t, "tracks") {
		m := genMeasure(t, histograms)
		n.ByTrack = append(n.ByTrack, TrackMeasure{track, m})
		n.Calls += m.Calls
		n.Recursion += m.Recursion
		n.Running += m.Running
		n.Total += m.Total
		n.Open += m.Open
		n.Squares = n.Squares.Add(m.Squares)
		n.Histogram.Merge(m.Histogram)
		if m.Timed > 0 {
			if n.Timed == 0 || m.Min < n.Min {
				n.Min = m.Min
			}
			n.Max = max(n.Max, m.Max)
		}
		n.Timed += m.Timed
	}
}

// genMeasure draws the calls of a region and measures them. Few different times make for many ties.
func genMeasure(t *rapid.T, histograms bool) Measure {
	var m Measure
	times := rapid.OneOf(rapid.Int64Range(0, 3), rapid.Int64Range(0, 1e10), rapid.Just[int64](1<<40))
	histogram := histograms && rapid.Bool().Draw(t, "histogram")
	for range rapid.IntRange(0, 3).Draw(t, "calls") {
		v := times.Draw(t, "time")
		if m.Timed == 0 || v < m.Min {
			m.Min = v
		}
		m.Max = max(m.Max, v)
		m.Calls++
		m.Timed++
		m.Total += v
		m.Squares = m.Squares.Add(Square(uint64(v)))
		if histogram {
			m.Histogram.Add(uint64(v))
		}
	}
	if rapid.IntRange(0, 4).Draw(t, "running") == 0 {
		m.Running, m.Open = 1, times.Draw(t, "open")
		m.Total += m.Open
	}
	if m.Calls > 0 && rapid.Bool().Draw(t, "recursive") {
		m.Calls++
		m.Recursion++
	}
	return m
}

// grownProfile is the Profile of a rank with n regions, share of which no other rank has.
func grownProfile(rank, size, n int, share float64) *Profile {
	p := &Profile{
		Rank: rank, Size: size, Host: fmt.Sprint("node", rank/64), Program: "model", To: 1e10,
		Clock:        Clock{Name: "tsc", Hz: 2.4e9, Resolution: 12, PairCost: 27},
		Environments: []Environment{{"Default", size, []Range{{First: 0, Last: size - 1, Stride: 1}}}},
		Tracks:       []string{"main"},
		Nodes:        make([]Node, n),
	}
	random := uint64(rank)*0x9e3779b97f4a7c15 + 1
	for i := range p.Nodes {
		random = random*6364136223846793005 + 1442695040888963407
		v := int64(1e6 + random>>44)
		own := ""
		if i > 0 && float64(i%100) >= 100*(1-share) {
			own = fmt.Sprint(" of rank ", rank)
		}
		p.Nodes[i] = Node{
			Parent: i/8 - 1, Name: fmt.Sprintf("region %d%s", i, own),
			Measure: Measure{Calls: 10, Timed: 10, Total: 10 * v, Min: v / 2, Max: 2 * v, Squares: Mul(11, uint64(v)).Add64(uint64(i))},
		}
		if i < 8 {
			p.Nodes[i].Parent = min(i, 1) - 1
		}
	}
	return p
}

// wildProfile draws any Profile that passes Check.
func wildProfile(t *rapid.T) *Profile {
	p := genProfile(t, 0, 1, 1, false)
	p.Rank = rapid.IntRange(0, 5).Draw(t, "rank")
	p.Size = rapid.IntRange(6, math.MaxInt32).Draw(t, "size")
	p.Start = rapid.Int64().Draw(t, "start")
	p.Host = rapid.String().Draw(t, "host")
	p.Clock.Hz = rapid.Float64().Draw(t, "hz")
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.Estimated, n.Sample = rapid.Bool().Draw(t, "estimated"), rapid.Int().Draw(t, "sample")
		n.Calls = rapid.Uint64Min(n.Recursion).Draw(t, "calls")
		n.Squares = Uint128{rapid.Uint64().Draw(t, "hi"), rapid.Uint64().Draw(t, "lo")}
	}
	return p
}
