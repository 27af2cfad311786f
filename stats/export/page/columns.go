package page

import (
	"math"

	"github.com/go-hpc/timers/stats"
)

// columnData are the figures of a run: each slice has an element for each region of pageData.Regions. Where the
// run does not have the region its element of Ranks is -1 and those of the others are 0. All but the
// means over all are over the ranks that ran the region.
type columnData struct {
	Ranks     []int     `json:"ranks"`
	Of        []int     `json:"of"` // ranks of the region's context
	Running   []int     `json:"running"`
	Threads   []int     `json:"threads"`
	Calls     []float64 `json:"calls"`
	Estimated []bool    `json:"estimated"`

	Wall    []float64 `json:"wall"`    // sum over ranks
	Self    []float64 `json:"self"`    // sum over ranks and threads
	Untimed []float64 `json:"untimed"` // sum over ranks
	Share   []float64 `json:"share"`   // of the first region

	Mean      []float64 `json:"mean"`
	MeanAll   []float64 `json:"meanAll"` // over all ranks of the context
	StdDev    []float64 `json:"stdDev"`
	Min       []float64 `json:"min"`
	MinRank   []int     `json:"minRank"`
	Max       []float64 `json:"max"`
	MaxRank   []int     `json:"maxRank"`
	Median    []float64 `json:"median"`
	P90       []float64 `json:"p90"`
	Imbalance []float64 `json:"imbalance"`
	Lost      []float64 `json:"imbalanceShare"`

	CallMean    []float64 `json:"callMean"`
	CallStdDev  []float64 `json:"callStdDev"`
	CallMin     []float64 `json:"callMin"`
	CallMinRank []int     `json:"callMinRank"`
	CallMax     []float64 `json:"callMax"`
	CallMaxRank []int     `json:"callMaxRank"`
	CallMedian  []float64 `json:"callMedian"` // 0 without a histogram, as the next
	CallP99     []float64 `json:"callP99"`

	RankHistogram [][]uint32  `json:"rankHistogram"`
	CallFirst     []int       `json:"callFirst"` // bucket of the first count
	CallHistogram [][]float64 `json:"callHistogram"`
}

func columnsOf(s *stats.Summary, u *union, number int) columnData {
	var c columnData
	left := untimed(s)
	for _, i := range u.from[number] {
		r, of := &stats.Region{Ranks: -1, Min: none, Max: none, CallMin: none, CallMax: none}, 0
		var meanAll, share, rest float64
		if i >= 0 {
			r = &s.Regions[i]
			of = s.Contexts[r.Context].Size
			meanAll, share, rest = s.MeanOverAll(i), s.ShareOfTotal(i), left[i].Float64()
		}
		c.Ranks = append(c.Ranks, r.Ranks)
		c.Of = append(c.Of, of)
		c.Running = append(c.Running, r.Running)
		c.Threads = append(c.Threads, r.Threads)
		c.Calls = append(c.Calls, float64(r.Calls))
		c.Estimated = append(c.Estimated, r.Estimated)
		c.Wall = append(c.Wall, r.Wall.Float64())
		c.Self = append(c.Self, r.Self.Float64())
		c.Untimed = append(c.Untimed, rest)
		c.Share = append(c.Share, finite(share))
		c.MeanAll = append(c.MeanAll, finite(meanAll))
		c.overRanks(r)
		c.overCalls(r)
	}
	return c
}

var none = stats.Extreme{Rank: -1}

func (c *columnData) overRanks(r *stats.Region) {
	if r.Ranks < 0 {
		r = &stats.Region{Min: none, Max: none}
	}
	c.Mean = append(c.Mean, finite(r.MeanOverRanks()))
	c.StdDev = append(c.StdDev, finite(r.StdDev()))
	c.Min = append(c.Min, float64(r.Min.Value))
	c.MinRank = append(c.MinRank, r.Min.Rank)
	c.Max = append(c.Max, float64(r.Max.Value))
	c.MaxRank = append(c.MaxRank, r.Max.Rank)
	c.Median = append(c.Median, finite(r.RankQuantile(0.5)))
	c.P90 = append(c.P90, finite(r.RankQuantile(0.9)))
	c.Imbalance = append(c.Imbalance, finite(r.Imbalance()))
	c.Lost = append(c.Lost, finite(r.ImbalanceShare()))
	histogram := r.RankHistogram
	if histogram == nil {
		histogram = []uint32{}
	}
	c.RankHistogram = append(c.RankHistogram, histogram)
}

func (c *columnData) overCalls(r *stats.Region) {
	c.CallMean = append(c.CallMean, finite(r.CallMean()))
	c.CallStdDev = append(c.CallStdDev, finite(r.CallStdDev()))
	c.CallMin = append(c.CallMin, float64(r.CallMin.Value))
	c.CallMinRank = append(c.CallMinRank, r.CallMin.Rank)
	c.CallMax = append(c.CallMax, float64(r.CallMax.Value))
	c.CallMaxRank = append(c.CallMaxRank, r.CallMax.Rank)
	c.CallMedian = append(c.CallMedian, finite(r.CallQuantile(0.5)))
	c.CallP99 = append(c.CallP99, finite(r.CallQuantile(0.99)))
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
		if p := s.Regions[i].Parent; p >= 0 {
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
