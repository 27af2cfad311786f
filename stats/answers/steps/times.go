package steps

// Times is how long regions took in each step of the program, on each rank: from one call of Epoch to the next as the
// trace of the rank's main program marks them, or from one that CountEpoch counted to the next, otherwise from one sample
// of the recorder to the next.
type Times struct {
	Regions []string // those that took the most first
	Ranks   []string
	Count   int    // of steps
	Fold    int    // steps in a column; the last may have fewer
	Unit    string // what they are called, of parts of a run that are none; "": step
	// Numbers are the numbers of the first step of each column, and at last that of the one behind the last. Of several that
	// stand for one, as of very many, there is the mean.
	Numbers []int
	// Start and End are the times of each column on each rank, nanoseconds since the start of the timeline; NaN where the rank
	// has none. Ranks that wait for their neighbours alone are a step and more apart.
	Start, End []float64
	// Seconds is for each region, rank and column the longest of its steps; NaN where there is none.
	Seconds []float32
}
