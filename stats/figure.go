package stats

import "math"

// A Figure is a number, a bound on it, or nothing if it is unknown.
type Figure struct {
	Value float64
	Known bool

	// Below means that the figure is only known to be less than Value, the resolution of the source.
	// Known is then false.
	Below bool
	About bool // Value is near it, as it is read from bins
}

// A FigureOf selects a figure of a Region.
type FigureOf uint8

// Times are in nanoseconds, shares 1 for all.
const (
	FigureCalls     FigureOf = iota
	FigureTracks             // Region.Tracks
	FigureMin                // of the time of a rank, over the k ranks that ran it
	FigureMean               // MeanOverRanks
	FigureMeanOfAll          // over the P ranks of the environment
	FigureMedian
	FigureP90 // time below which 90 % of those k ranks lie
	FigureMax
	FigureDeviation // StdDev
	FigureTotal     // of all ranks and tracks
	FigureSelf      // of all tracks of a rank, mean over the k ranks
	FigureImbalance // Imbalance, see Summary.Figure
	FigureImbalanceShare
	FigureCallMean
	FigureCallMin
	FigureCallMax
	FigureCallDeviation // CallStdDev
	FigureCallMedian    // where histograms of calls were kept
	FigureCallP99
)

// needs are what a source must have for a figure.
var needs = [...]Lacks{
	FigureCalls: LacksCalls, FigureTracks: LacksTracks, FigureMean: LacksWall, FigureMeanOfAll: LacksWall,
	FigureDeviation: LacksDeviation | LacksWall, FigureTotal: LacksTotal, FigureSelf: LacksSelf,
	FigureImbalance: LacksWall, FigureImbalanceShare: LacksWall, FigureCallMean: LacksTotal | LacksCalls,
	FigureCallDeviation: LacksCallDeviation | LacksTotal | LacksCalls,
}

func known(v float64) Figure { return Figure{Value: v, Known: !math.IsNaN(v)} }

// resolved is a time that a source tells in steps.
func resolved(v float64, step float64) Figure {
	if v < step {
		return Figure{Value: step, Below: true}
	}
	return known(v)
}

// Figure returns a figure of r, which is one of s.Regions or made of some, as far as it is known.
//
// The imbalance is known only if it exceeds the resolution of the times and, for regions that were
// still running, the time between the last signs of life of the ranks (Apart).
func (s *Summary) Figure(r *Region, of FigureOf) Figure {
	if int(of) < len(needs) && r.Lacks&needs[of] != 0 {
		return Figure{}
	}
	switch of {
	case FigureCalls:
		return known(float64(r.Calls))
	case FigureTracks:
		return Figure{Value: float64(r.Tracks), Known: r.Tracks > 0}
	case FigureTotal:
		return resolved(r.Total.Float64(), float64(s.ResolutionOfSums))
	case FigureCallMin:
		return s.extreme(r.CallMin)
	case FigureCallMax:
		return s.extreme(r.CallMax)
	case FigureCallMedian:
		return r.CallQuantile(0.5)
	case FigureCallP99:
		return r.CallQuantile(0.99)
	case FigureCallMean, FigureCallDeviation:
		return s.callFigure(r, of)
	}
	if r.Ranks == 0 {
		return Figure{}
	}
	return s.rankFigure(r, of)
}

// extreme is a smallest or largest time of a rank or a call.
func (s *Summary) extreme(e Extreme) Figure {
	if e.Rank < 0 {
		return Figure{}
	}
	if e.Value > 0 { // below the resolution only where the source has more digits for small times
		return known(float64(e.Value))
	}
	return resolved(0, float64(s.Resolution))
}

func (s *Summary) callFigure(r *Region, of FigureOf) Figure {
	if r.Calls <= r.Recursion || r.Running > 0 && r.Lacks&LacksOpen != 0 {
		return Figure{}
	}
	if of == FigureCallDeviation {
		if r.Timed < 2 || !r.Estimated && r.Timed != r.Calls-r.Recursion { // the time of those alone is not known
			return Figure{}
		}
		return resolved(r.CallStdDev(), float64(s.Resolution))
	}
	return resolved(r.CallMean(), float64(s.ResolutionOfSums)/float64(r.Calls-r.Recursion))
}

// rankFigure is a figure over the ranks that ran r, of which there are some.
func (s *Summary) rankFigure(r *Region, of FigureOf) Figure {
	sums := float64(s.ResolutionOfSums)
	switch of {
	case FigureMin:
		return s.extreme(r.Min)
	case FigureMax:
		return s.extreme(r.Max)
	case FigureMean:
		return resolved(r.MeanOverRanks(), sums)
	case FigureMeanOfAll:
		return resolved(ratio(r.Wall, s.Environments[r.Environment].Size), sums)
	case FigureMedian:
		return s.quantile(r, 0.5)
	case FigureP90:
		return s.quantile(r, 0.9)
	case FigureDeviation:
		if r.Ranks < 2 {
			return Figure{}
		}
		return resolved(r.StdDev(), sums)
	case FigureSelf:
		return resolved(ratio(r.Self, r.Ranks), sums)
	case FigureImbalance:
		return s.imbalance(r)
	case FigureImbalanceShare:
		if f := s.imbalance(r); !f.Known {
			return Figure{}
		}
		return known(r.ImbalanceShare())
	}
	return Figure{}
}

func (s *Summary) quantile(r *Region, q float64) Figure {
	f := r.RankQuantile(q)
	if step := float64(s.Resolution); len(r.RankHistogram) == 0 || f.Value < step {
		return Figure{Value: step, Below: step > 0 && len(r.RankHistogram) > 0}
	}
	return f
}

func (s *Summary) imbalance(r *Region) Figure {
	if r.Max.Rank < 0 || r.Ranks == 0 {
		return Figure{}
	}
	v := r.Imbalance()
	switch step, apart := float64(s.Resolution), float64(s.Unsettled(r)); {
	case apart > 0 && v <= apart+step:
		return Figure{}
	case v <= step && step > 0:
		return Figure{Value: step, Below: true}
	}
	return known(v)
}

// Unsettled returns how much the ranks' times in r can differ only because the ranks were last seen at
// different times. It matters if r, or a region around it, was still running.
func (s *Summary) Unsettled(r *Region) int64 {
	if s.Apart == 0 {
		return 0
	}
	for r.Running == 0 {
		if r.Parent < 0 {
			return 0
		}
		r = &s.Regions[r.Parent]
	}
	return s.Apart
}
