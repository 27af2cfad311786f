package page

import (
	"encoding/json"
	"math"

	"github.com/go-hpc/timers/stats"
)

// columnData are the figures of a run: each slice has an element for each region of pageData.Regions. If the
// run does not have the region, its element of Ranks is -1 and those of the others are 0. All except the
// means over all ranks are over those that ran the region.
type columnData struct {
	Ranks     []int    `json:"ranks"`
	Of        []int    `json:"of"` // ranks of the region's environment
	Running   []int    `json:"running"`
	Tracks    []number `json:"tracks"`
	Calls     []number `json:"calls"`
	Estimated []bool   `json:"estimated"`

	Wall    []number `json:"wall"`    // sum over ranks
	Self    []number `json:"self"`    // sum over ranks and threads
	Untimed []number `json:"untimed"` // sum over ranks
	Share   []number `json:"share"`   // of the first region

	Mean      []number `json:"mean"`
	MeanAll   []number `json:"meanAll"` // over all ranks of the environment
	StdDev    []number `json:"stdDev"`
	Min       []number `json:"min"`
	MinRank   []int    `json:"minRank"`
	Max       []number `json:"max"`
	MaxRank   []int    `json:"maxRank"`
	Median    []number `json:"median"`
	P90       []number `json:"p90"`
	Imbalance []number `json:"imbalance"`
	Lost      []number `json:"imbalanceShare"`

	CallMean    []number `json:"callMean"`
	CallStdDev  []number `json:"callStdDev"`
	CallMin     []number `json:"callMin"`
	CallMinRank []int    `json:"callMinRank"`
	CallMax     []number `json:"callMax"`
	CallMaxRank []int    `json:"callMaxRank"`
	CallMedian  []number `json:"callMedian"` // unknown without a histogram, as the next
	CallP99     []number `json:"callP99"`

	// About lists by column the regions whose number is read from bins.
	About map[string][]int `json:"about"`

	// Below lists by column the regions of which only an upper bound is known: the number there.
	Below map[string][]int `json:"below"`

	RankHistogram [][]uint32  `json:"rankHistogram"`
	CallFirst     []int       `json:"callFirst"` // bucket of the first count
	CallHistogram [][]float64 `json:"callHistogram"`
}

// number is null in JSON if it is unknown, that is NaN.
type number float64

func (v number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) {
		return []byte("null"), nil
	}
	return json.Marshal(finite(float64(v)))
}

// unless returns a number, unless the source lacks something.
func unless(lacks bool, v float64) number {
	if lacks {
		return number(math.NaN())
	}
	return number(v)
}

func columnsOf(s *stats.Summary, u *union, run int) columnData {
	n := len(u.from[run])
	c := columnData{ // none of them is null in JSON, if there is no region either
		About: map[string][]int{}, Below: map[string][]int{},
		Ranks: make([]int, 0, n), Of: make([]int, 0, n), Running: make([]int, 0, n), Tracks: make([]number, 0, n),
		Calls: make([]number, 0, n), Estimated: make([]bool, 0, n), Wall: make([]number, 0, n), Self: make([]number, 0, n),
		Untimed: make([]number, 0, n), Share: make([]number, 0, n), Mean: make([]number, 0, n), MeanAll: make([]number, 0, n),
		StdDev: make([]number, 0, n), Min: make([]number, 0, n), MinRank: make([]int, 0, n), Max: make([]number, 0, n),
		MaxRank: make([]int, 0, n), Median: make([]number, 0, n), P90: make([]number, 0, n), Imbalance: make([]number, 0, n),
		Lost: make([]number, 0, n), CallMean: make([]number, 0, n), CallStdDev: make([]number, 0, n),
		CallMin: make([]number, 0, n), CallMinRank: make([]int, 0, n), CallMax: make([]number, 0, n),
		CallMaxRank: make([]int, 0, n), CallMedian: make([]number, 0, n), CallP99: make([]number, 0, n),
		RankHistogram: make([][]uint32, 0, n), CallFirst: make([]int, 0, n), CallHistogram: make([][]float64, 0, n),
	}
	left := untimed(s)
	for _, i := range u.from[run] {
		r, of := &stats.Region{Ranks: -1, Min: none, Max: none, CallMin: none, CallMax: none}, 0
		var share, rest float64
		if i >= 0 {
			r = &s.Regions[i]
			of = s.Environments[r.Environment].Size
			share, rest = s.ShareOfTotal(i), left[i].Float64()
		}
		c.Ranks = append(c.Ranks, r.Ranks)
		c.Of = append(c.Of, of)
		c.Running = append(c.Running, r.Running)
		c.Tracks = append(c.Tracks, unless(r.Lacks&stats.LacksTracks != 0, float64(r.Tracks)))
		c.Calls = append(c.Calls, unless(r.Lacks&stats.LacksCalls != 0, float64(r.Calls)))
		c.Estimated = append(c.Estimated, r.Estimated)
		lacksWall := r.Lacks&stats.LacksWall != 0
		c.Wall = append(c.Wall, unless(lacksWall, r.Wall.Float64()))
		c.Self = append(c.Self, unless(r.Lacks&stats.LacksSelf != 0, r.Self.Float64()))
		c.Untimed = append(c.Untimed, unless(lacksWall || r.Lacks&stats.LacksSelf != 0, rest))
		c.Share = append(c.Share, unless(lacksWall || r.OnDevice(), share))
		c.overRanks(s, r)
		c.overCalls(s, r)
	}
	return c
}

var none = stats.Extreme{Rank: -1}

// put adds a figure of a region to a column. It is 0 if there is no region, as all others are.
func (c *columnData) put(to *[]number, name string, s *stats.Summary, r *stats.Region, of stats.FigureOf) {
	if r.Ranks < 0 {
		*to = append(*to, 0)
		return
	}
	f := s.Figure(r, of)
	if f.Below {
		c.Below[name] = append(c.Below[name], len(*to))
	}
	if f.About {
		c.About[name] = append(c.About[name], len(*to))
	}
	*to = append(*to, unless(!f.Known && !f.Below, f.Value))
}

func (c *columnData) overRanks(s *stats.Summary, r *stats.Region) {
	c.put(&c.Mean, "mean", s, r, stats.FigureMean)
	c.put(&c.MeanAll, "meanAll", s, r, stats.FigureMeanOfAll)
	c.put(&c.StdDev, "stdDev", s, r, stats.FigureDeviation)
	c.put(&c.Min, "min", s, r, stats.FigureMin)
	c.MinRank = append(c.MinRank, r.Min.Rank)
	c.put(&c.Max, "max", s, r, stats.FigureMax)
	c.MaxRank = append(c.MaxRank, r.Max.Rank)
	c.put(&c.Median, "median", s, r, stats.FigureMedian)
	c.put(&c.P90, "p90", s, r, stats.FigureP90)
	c.put(&c.Imbalance, "imbalance", s, r, stats.FigureImbalance)
	c.put(&c.Lost, "imbalanceShare", s, r, stats.FigureImbalanceShare)
	histogram := r.RankHistogram
	if histogram == nil {
		histogram = []uint32{}
	}
	c.RankHistogram = append(c.RankHistogram, histogram)
}

func (c *columnData) overCalls(s *stats.Summary, r *stats.Region) {
	c.put(&c.CallMean, "callMean", s, r, stats.FigureCallMean)
	c.put(&c.CallStdDev, "callStdDev", s, r, stats.FigureCallDeviation)
	c.put(&c.CallMin, "callMin", s, r, stats.FigureCallMin)
	c.CallMinRank = append(c.CallMinRank, r.CallMin.Rank)
	c.put(&c.CallMax, "callMax", s, r, stats.FigureCallMax)
	c.CallMaxRank = append(c.CallMaxRank, r.CallMax.Rank)
	c.put(&c.CallMedian, "callMedian", s, r, stats.FigureCallMedian)
	c.put(&c.CallP99, "callP99", s, r, stats.FigureCallP99)
	counts := make([]float64, len(r.CallHistogram.Counts))
	for i, n := range r.CallHistogram.Counts {
		counts[i] = float64(n)
	}
	c.CallFirst = append(c.CallFirst, r.CallHistogram.First)
	c.CallHistogram = append(c.CallHistogram, counts)
}

// untimed is Summary.Untimed of all regions in one pass.
func untimed(s *stats.Summary) []stats.Uint128 {
	left := make([]stats.Uint128, len(s.Regions))
	for i := range s.Regions {
		left[i] = s.Regions[i].Wall
		if p := s.Regions[i].Parent; p >= 0 && !s.Beside(i) {
			left[p] = left[p].Sub(s.Regions[i].Wall)
		}
	}
	return left
}

// finite makes a number one that JSON can carry.
func finite(v float64) float64 {
	switch {
	case math.IsNaN(v):
		return 0
	case math.IsInf(v, 1):
		return math.MaxFloat64
	case math.IsInf(v, -1):
		return -math.MaxFloat64
	}
	return v
}
