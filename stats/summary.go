package stats

// Summary is what all ranks of a run measured: for each call path and context the statistics
// across ranks. Two Summaries of the same Profiles are equal bit for bit, whatever the order in
// which the Profiles were combined: everything in it is an integer, or derived from integers by
// its methods. All times are nanoseconds.
type Summary struct {
	Size    int    // ranks of the default environment
	Ranks   int    // ranks that took part in the summary; Size unless some were lost
	Missing []Span // the ranks that did not
	Hosts   int    `json:",omitzero"` // different host names among them

	Program string
	Start   int64 `json:",omitzero"` // earliest Start of all ranks, nanoseconds since the Unix epoch
	From    int64 `json:",omitzero"` // smallest From and
	To      int64 `json:",omitzero"` // largest To of all ranks

	// Apart is how far apart in time the ranks were last seen, in nanoseconds: times of regions that were
	// still running cannot be compared more closely.
	Apart int64 `json:",omitzero"`

	// Source is the format of the file that the figures were read from, if another program wrote it. Times of
	// single ranks, threads and calls are then multiples of Resolution nanoseconds, and means and sums of
	// ResolutionOfSums, which is 0 if they have enough digits. Region.Lacks says which figures are unknown.
	Source           string `json:",omitzero"`
	Resolution       int64  `json:",omitzero"`
	ResolutionOfSums int64  `json:",omitzero"`

	Clocks   []ClockUse // the clocks in use, most used first
	Contexts []ContextUse

	// Quantities are the counters of regions, as the lowest rank that has them describes them.
	Quantities []Quantity

	// Counted has for each of Quantities the smallest share of the time in which a rank really counted it:
	// below 1 the values are estimates. Quantities without an entry were counted all the time.
	Counted []float64

	// Regions is the merged call tree: parents precede their children; siblings are in the order of the
	// lowest rank that has them, and on that rank in the order of first start.
	Regions []Region

	Warnings []WarningUse // at most MaxWarnings of them, sorted by kind, path and place
	Warned   uint64       // occurrences of wrong use altogether, also of kinds not listed
}

// MaxWarnings is how many different warnings a Summary keeps.
const MaxWarnings = 64

// ClockUse holds how many ranks used a clock, and its worst figures among them.
type ClockUse struct {
	Name       string
	Ranks      int
	Resolution float64 `json:",omitzero"` // largest, nanoseconds
	PairCost   float64 `json:",omitzero"` // largest, nanoseconds
	Drift      float64 `json:",omitzero"` // largest by magnitude, parts per million
}

// ContextUse is a machine environment with the ranks it covers.
type ContextUse struct {
	Name  string
	Size  int
	Ranks []Span // ranks of the default environment, ascending
}

// WarningUse is a Warning summed over ranks.
type WarningUse struct {
	Warning
	Ranks     int // ranks that had it
	FirstRank int // lowest of them
}

// An Extreme is a smallest or largest value and where it was found. Among equal values it names the lowest
// rank, then the lowest thread.
type Extreme struct {
	Value  int64
	Rank   int // -1: no value
	Thread int
}

// Region is one call path in one context, over all ranks.
//
// The time of a rank is Node.Wall: the largest total of any one of its tracks.
type Region struct {
	Parent  int // index in Summary.Regions, -1 for a root
	Name    string
	Context int // index in Summary.Contexts
	Level   int

	Estimated bool  // on some rank, times are scaled from a sample of the calls
	Lacks     Lacks `json:",omitzero"` // figures that the source does not have; they are 0

	Ranks     int    // k: ranks that ran it (completed a call, or are in it)
	Completed int    // ranks that completed at least one call
	Threads   int    // pairs of rank and thread that completed at least one call
	Running   int    // ranks in which it was running at the snapshot
	Calls     uint64 // over all ranks and threads
	Recursion uint64
	Timed     uint64

	Total   Uint128 // over all ranks and threads
	Open    Uint128 // the part of Total that belongs to intervals open at the snapshot
	Wall    Uint128 // sum over ranks of the rank's time
	Squares Uint128 // sum over ranks of the square of the rank's time
	Self    Uint128 // sum over ranks and threads of the time outside timed children

	Min, Max             Extreme // of the rank's time, over the k ranks
	ThreadMin, ThreadMax Extreme // of the total of one thread, over threads that completed a call
	CallMin, CallMax     Extreme // of a single completed interval
	CallSquares          Uint128 // sum of squares of single intervals

	// RankHistogram counts the k ranks by their time in RankBins bins of equal width between Min and Max.
	// Quantiles over ranks are computed from it.
	RankHistogram []uint32

	// CallHistogram counts single intervals; empty unless histograms were asked for.
	CallHistogram Histogram

	// Values are those of Summary.Quantities; nil where no rank measured any.
	Values []Value
}

// RankBins is the number of bins of a Region's RankHistogram.
const RankBins = 32
