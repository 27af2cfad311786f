package stats

// Summary holds the measurements of all ranks of a run: for each call path and environment the
// statistics across ranks. Two Summaries of the same Profiles are equal bit for bit, whatever the order
// in which the Profiles were combined: everything in it is an integer, or derived from integers by its
// methods. All times are in nanoseconds.
type Summary struct {
	Size    int     `json:"size"`              // ranks of the default environment
	Ranks   int     `json:"ranks"`             // ranks that took part in the summary; Size unless some were lost
	Missing []Range `json:"missing,omitempty"` // the ranks that did not
	Hosts   int     `json:"hosts,omitzero"`    // different host names among them

	Program string `json:"program"`
	Start   int64  `json:"start,omitzero"` // earliest Start of all ranks, nanoseconds since the Unix epoch
	From    int64  `json:"from,omitzero"`  // smallest From and
	To      int64  `json:"to,omitzero"`    // largest To of all ranks

	// Apart is how far apart in time the ranks were last seen, in nanoseconds: the times of running
	// regions cannot be compared more closely.
	Apart int64 `json:"apart,omitzero"`

	// Source is the format of the source file, if another program wrote it. Times of single ranks,
	// threads and calls are then multiples of Resolution nanoseconds; means and sums are multiples of
	// ResolutionOfSums, which is 0 if they have enough digits. Region.Lacks lists unknown figures.
	Source           string `json:"source,omitzero"`
	Resolution       int64  `json:"resolution,omitzero"`
	ResolutionOfSums int64  `json:"resolution_of_sums,omitzero"`

	Clocks       []ClockSummary       `json:"clocks,omitempty"` // the clocks in use, most used first
	Environments []EnvironmentSummary `json:"environments,omitempty"`

	// Counters are the counters of regions, as the lowest rank that has them describes them.
	Counters []Counter `json:"counters,omitempty"`

	// Counted holds, for each of Counters, the smallest share of the time in which a rank really counted it:
	// below 1 the values are estimates. Counters without an entry were counted all the time.
	Counted []float64 `json:"counted,omitempty"`

	// Empty holds, for each of Counters, the largest count of an empty region on any rank, in steps.
	// Each rank subtracts its own from each call.
	Empty []int64 `json:"empty,omitempty"`

	// Regions is the merged call tree: parents precede their children; siblings are in the order of the
	// lowest rank that has them, and on that rank in the order of first start.
	Regions []Region `json:"regions,omitempty"`

	Warnings []WarningSummary `json:"warnings,omitempty"` // at most MaxWarnings of them, sorted by kind, path and place
	Warned   uint64           `json:"warned"`             // occurrences of wrong use altogether, also of kinds not listed
}

// MaxWarnings is the maximum number of different warnings in a Summary.
const MaxWarnings = 64

// ClockSummary holds the number of ranks that used a clock, and its worst figures among them.
type ClockSummary struct {
	Name       string  `json:"name"`
	Ranks      int     `json:"ranks"`
	Resolution float64 `json:"resolution,omitzero"` // largest, nanoseconds
	PairCost   float64 `json:"pair_cost,omitzero"`  // largest, nanoseconds
	Drift      float64 `json:"drift,omitzero"`      // largest by magnitude, parts per million
}

// EnvironmentSummary is a machine environment with its ranks.
type EnvironmentSummary struct {
	Name  string  `json:"name"`
	Size  int     `json:"size"`
	Ranks []Range `json:"ranks,omitempty"` // ranks of the default environment, ascending
}

// WarningSummary is a Warning summed over ranks.
type WarningSummary struct {
	Warning
	Ranks     int `json:"ranks"`      // ranks that had it
	FirstRank int `json:"first_rank"` // lowest of them
}

// An Extreme is a smallest or largest value and where it was found. Among equal values it names the lowest
// rank, then the lowest track.
type Extreme struct {
	Value int64 `json:"value"`
	Rank  int   `json:"rank"` // -1: no value
	Track int   `json:"track"`
}

// IsZero reports whether there is no value.
func (e Extreme) IsZero() bool { return e.Rank < 0 }

// Region is one call path in one environment, over all ranks.
//
// The time of a rank is Node.Wall: the largest total of any one of its tracks.
type Region struct {
	Parent      int    `json:"parent"` // index in Summary.Regions, -1 for a root
	Name        string `json:"name"`
	Environment int    `json:"environment"` // index in Summary.Environments
	Level       int    `json:"level"`

	Estimated bool `json:"estimated,omitempty"` // on some rank, times are scaled from a sample of the calls

	// Communicates means that all ranks that ran the region mark it as communication, see [Node.Communicates].
	// If ranks disagree, it is false, and each rank computes its useful time by its own mark.
	Communicates bool `json:"communicates,omitzero"`

	Lacks Lacks `json:"lacks,omitzero"` // figures that the source does not have; they are 0

	Ranks     int    `json:"ranks"`     // k: ranks that ran it (completed a call, or are in it)
	Completed int    `json:"completed"` // ranks that completed at least one call
	Tracks    int    `json:"tracks"`    // pairs of rank and track that completed at least one call
	Running   int    `json:"running"`   // ranks in which it was running at the snapshot
	Calls     uint64 `json:"calls"`     // over all ranks and tracks
	Recursion uint64 `json:"recursion"`
	Timed     uint64 `json:"timed"`

	Total   Uint128 `json:"total"`   // over all ranks and tracks
	Open    Uint128 `json:"open"`    // the part of Total that belongs to intervals open at the snapshot
	Wall    Uint128 `json:"wall"`    // sum over ranks of the rank's time
	Squares Uint128 `json:"squares"` // sum over ranks of the square of the rank's time
	Self    Uint128 `json:"self"`    // sum over ranks and tracks of the time outside timed children

	Min         Extreme `json:"min,omitzero"` // of the rank's time, over the k ranks
	Max         Extreme `json:"max,omitzero"`
	TrackMin    Extreme `json:"track_min,omitzero"` // of the total of one track, over tracks that completed a call
	TrackMax    Extreme `json:"track_max,omitzero"`
	CallMin     Extreme `json:"call_min,omitzero"` // of a single completed interval
	CallMax     Extreme `json:"call_max,omitzero"`
	CallSquares Uint128 `json:"call_squares"` // sum of squares of single intervals

	// Extremes over ranks of what the regions inside leave of the rank's time in this one, estimated if one of these is; their Track
	// is 0. Both are the zero value where nothing is left, there are no regions inside, or it is not known.
	UntimedMin Extreme `json:"untimed_min,omitzero"`
	UntimedMax Extreme `json:"untimed_max,omitzero"`

	// RankHistogram counts the k ranks by their time in RankBins bins of equal width between Min and Max.
	// Quantiles over ranks are computed from it.
	RankHistogram []uint32 `json:"rank_histogram,omitempty"`

	// RankSets holds the ranks of each SetBins bins of RankHistogram.
	RankSets []RankSet `json:"rank_sets,omitempty"`

	// CallHistogram counts single intervals; empty unless histograms were asked for.
	CallHistogram Histogram `json:"call_histogram,omitzero"`

	// Values holds the values of Summary.Counters; nil if no rank measured any.
	Values []CounterStats `json:"values,omitempty"`
}

// RankBins is the number of bins of a Region's RankHistogram.
const RankBins = 32
