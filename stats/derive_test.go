package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// rankTimes are Profiles of ranks whose region below the root took the given times; a negative time
// is of a rank that never ran it.
func rankTimes(times ...int64) []*Profile {
	var profiles []*Profile
	for rank, v := range times {
		p := grownProfile(rank, len(times), 1, 0)
		p.Nodes[0].Measure = Measure{Calls: 1, Timed: 1, Total: 1e6, Min: 1e6, Max: 1e6, Squares: Square(1e6)}
		if v >= 0 {
			n := Node{Parent: 0, Name: "work"}
			for i := range 4 { // of v/4 each
				part := v/4 + v%4*int64(i/3)
				n.Total += part
				n.Squares = n.Squares.Add(Square(uint64(part)))
				n.Histogram.Add(uint64(part))
			}
			n.Calls, n.Timed, n.Min, n.Max = 4, 4, v/4, v/4+v%4
			p.Nodes = append(p.Nodes, n)
		}
		profiles = append(profiles, p)
	}
	return profiles
}

func merged(t rapid.TB, profiles []*Profile) *Summary {
	t.Helper()
	s, err := Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDerivedValues(t *testing.T) {
	s := merged(t, rankTimes(100, 200, -1, 600))
	r := &s.Regions[1]
	for _, v := range []struct {
		what      string
		got, want float64
	}{
		{"MeanOverRanks", r.MeanOverRanks(), 300},
		{"mean over all", s.Figure(r, FigureMeanOfAll).Value, 225},
		{"StdDev", r.StdDev(), math.Sqrt((200*200 + 100*100 + 300*300) / 2.)},
		{"Imbalance", r.Imbalance(), 300},
		{"ImbalanceShare", r.ImbalanceShare(), 0.5},
		{"ShareOfTotal", s.ShareOfTotal(1), 900. / 4e6},
		{"RankQuantile 0", r.RankQuantile(0).Value, 100},
		{"RankQuantile 1", r.RankQuantile(1).Value, 600},
		{"CallMean", r.CallMean(), 75},
		{"CallQuantile 0", r.CallQuantile(0).Value, 25},
		{"CallQuantile 1", r.CallQuantile(1).Value, 150},
		{"CallStdDev", r.CallStdDev(), math.Sqrt(4. / 11 * (50*50 + 25*25 + 75*75))},
		{"StdDev of equal times", s.Regions[0].StdDev(), 0},
		{"Imbalance of equal times", s.Regions[0].Imbalance(), 0},
	} {
		if math.Abs(v.got-v.want) > 1e-9*math.Abs(v.want) {
			t.Errorf("%s: got %v, want %v", v.what, v.got, v.want)
		}
	}
	if got := s.Path(1); !slices.Equal(got, []string{"region 0", "work"}) {
		t.Errorf("Path: got %q", got)
	}
	if q := r.RankQuantile(0.5).Value; q < 100 || q > 216 {
		t.Errorf("RankQuantile 0.5: got %v, want about 200", q)
	}
}

// TestNoCancellation is where a mean and a sum of squares in float64 have no digit left.
func TestNoCancellation(t *testing.T) {
	const base = 1 << 55 // more than a year
	s := merged(t, rankTimes(base, base+4, base+8))
	if got := s.Regions[1].StdDev(); got != 4 {
		t.Errorf("StdDev: got %v, want 4", got)
	}
	if got := s.Regions[1].CallStdDev(); math.Abs(got-math.Sqrt(8./11)) > 1e-12 {
		t.Errorf("CallStdDev: got %v, want %v", got, math.Sqrt(8./11))
	}
	if got := s.Regions[1].Imbalance(); got != 4 {
		t.Errorf("Imbalance: got %v, want 4", got)
	}
}

func TestDerivedOfNothing(t *testing.T) {
	p := grownProfile(0, 2, 1, 0)
	p.Nodes[0].Measure = Measure{}
	s := merged(t, []*Profile{p})
	r := &s.Regions[0]
	if r.Min.Rank != -1 || r.CallMax.Rank != -1 || r.RankHistogram != nil {
		t.Errorf("a region that nobody ran: %+v", r)
	}
	for i, v := range []float64{r.MeanOverRanks(), s.Figure(&s.Regions[0], FigureMeanOfAll).Value, r.StdDev(), r.Imbalance(), r.ImbalanceShare(),
		r.RankQuantile(0.5).Value, r.CallQuantile(0.5).Value, r.CallMean(), r.CallStdDev(), s.ShareOfTotal(0)} {
		if v != 0 {
			t.Errorf("value %d: got %v, want 0", i, v)
		}
	}
}

func TestOpenIntervalIsNoCall(t *testing.T) {
	p := grownProfile(0, 1, 1, 0)
	p.Nodes[0].Measure = Measure{Calls: 2, Timed: 2, Running: 1, Total: 1030, Open: 1000, Min: 10, Max: 20, Squares: Uint128{Lo: 500}}
	r := &merged(t, []*Profile{p}).Regions[0]
	if r.CallMean() != 15 || r.CallStdDev() != math.Sqrt(50) || r.Open.Lo != 1000 || r.MeanOverRanks() != 1030 {
		t.Errorf("got call mean %v, deviation %v, open %v, mean %v", r.CallMean(), r.CallStdDev(), r.Open, r.MeanOverRanks())
	}
}

// TestSampledCalls takes the deviation from the sample although times are scaled up.
func TestSampledCalls(t *testing.T) {
	p := grownProfile(0, 1, 1, 0)
	p.Nodes[0].Estimated, p.Nodes[0].Sample = true, 16
	p.Nodes[0].Measure = Measure{Calls: 32, Timed: 2, Total: 480, Min: 10, Max: 20, Squares: Uint128{Lo: 500}}
	r := &merged(t, []*Profile{p}).Regions[0]
	if !r.Estimated || r.CallMean() != 15 || r.CallStdDev() != math.Sqrt(50) {
		t.Errorf("got estimated %v, call mean %v, deviation %v", r.Estimated, r.CallMean(), r.CallStdDev())
	}
}

func TestRankQuantileIsWithinABin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Int64Range(0, 1e9), 1, 40).Draw(t, "times")
		r := &merged(t, rankTimes(times...)).Regions[1]
		slices.Sort(times)
		q := rapid.Float64Range(0, 1).Draw(t, "q")
		width := float64(r.Max.Value-r.Min.Value)/RankBins + 1
		at := q * float64(len(times))
		below, above := times[max(int(math.Ceil(at))-2, 0)], times[min(int(at)+1, len(times)-1)]
		if got := r.RankQuantile(q).Value; got < float64(below)-width || got > float64(above)+width {
			t.Fatalf("quantile %v of %v: got %v", q, times, got)
		}
	})
}

func TestSelf(t *testing.T) {
	track := func(i int, total int64) TrackMeasure { return TrackMeasure{i, Measure{Calls: 1, Total: total}} }
	p := grownProfile(0, 1, 1, 0)
	p.Tracks = []string{"main", "a"}
	p.Nodes = []Node{
		{Parent: -1, Name: "a", Measure: Measure{Calls: 1, Total: 100}},
		{Parent: 0, Name: "b", Measure: Measure{Calls: 2, Total: 150}, ByTrack: []TrackMeasure{track(0, 60), track(1, 90)}},
		{Parent: 1, Name: "c", Measure: Measure{Calls: 1, Total: 70}, ByTrack: []TrackMeasure{track(1, 70)}},
		{Parent: 0, Name: "d", Measure: Measure{Calls: 1, Total: 50}},
	}
	// On track 0 the children of a took longer than a, as a scaled sample can; on track 1 they are
	// nobody's.
	if got, want := p.Self(), []int64{0, 60 + 20, 70, 50}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := p.Path(2); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("Path: got %q", got)
	}
}

// Quantiles are exact where the least, the largest and the sum of the values say them; the others say that they are read
// from bins.
func TestQuantilesAreExactOrMarked(t *testing.T) {
	for _, c := range []struct {
		times       []int64
		median, p90 Figure
	}{
		{[]int64{700}, Figure{Value: 700, Known: true}, Figure{Value: 700, Known: true}},
		{[]int64{32790, 149400}, Figure{Value: 91095, Known: true}, Figure{Value: 149400, Known: true}},
		{[]int64{32790, 34760, 149400}, Figure{Value: 34760, Known: true}, Figure{Value: 149400, Known: true}},
		{[]int64{5, 5, 5, 5, 5}, Figure{Value: 5, Known: true}, Figure{Value: 5, Known: true}},
	} {
		s := merged(t, rankTimes(c.times...))
		r := &s.Regions[1]
		if got := s.Figure(r, FigureMedian); got != c.median {
			t.Errorf("median of ranks %v: %+v, want %+v", c.times, got, c.median)
		}
		if got := s.Figure(r, FigureP90); got != c.p90 {
			t.Errorf("90 %% of ranks %v: %+v, want %+v", c.times, got, c.p90)
		}
		p := grownProfile(0, 1, 1, 0)
		m := Measure{Calls: uint64(len(c.times)), Timed: uint64(len(c.times)), Min: c.times[0], Max: c.times[len(c.times)-1]}
		for _, v := range c.times {
			m.Total += v
			m.Squares = m.Squares.Add(Mul(uint64(v), uint64(v)))
			m.Histogram.Add(uint64(v))
		}
		p.Nodes[0].Measure = m
		s = merged(t, []*Profile{p})
		if got := s.Figure(&s.Regions[0], FigureCallMedian); got != c.median {
			t.Errorf("median of calls %v: %+v, want %+v", c.times, got, c.median)
		}
		if got := s.Figure(&s.Regions[0], FigureCallP99); got != c.p90 {
			t.Errorf("99 %% of calls %v: %+v, want %+v", c.times, got, c.p90)
		}
	}
	s := merged(t, rankTimes(1, 2, 3, 4, 500, 6, 7, 8, 9, 10, 11, 12))
	if f := s.Figure(&s.Regions[1], FigureMedian); !f.About || !f.Known {
		t.Errorf("median of twelve: %+v", f)
	}
	if f := s.Figure(&s.Regions[1], FigureP90); !f.About {
		t.Errorf("90 %% of twelve: %+v", f)
	}
}
