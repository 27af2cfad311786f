package engine

import "math"

// Region is a region's name and how it is to be timed.
type Region struct {
	gate    int32 // the level, or lookCloser, so that one comparison finds all that a start has to look at
	named   bool  // it runs in a named environment
	thinned bool  // not all calls are timed, or may not be at some time
	is      Definition
}

// Definition is what the program says of a handle.
type Definition struct {
	Name         string
	Environment  string
	Level        int
	Sample       int
	Throttled    bool
	Communicates bool
	Problem      string // what is wrong with the options; told when the region is started
}

// Define makes a handle.
func Define(d Definition) *Region {
	r := &Region{is: d, gate: int32(d.Level), named: d.Environment != "", thinned: d.Sample > 1 || d.Throttled}
	if r.thinned || r.named {
		r.gate = lookCloser
	}
	return r
}

// lookCloser is the gate of a region that has more than a level, which is above any.
const lookCloser = math.MaxInt32

const (
	ThrottleAfter  = 100_000 // calls of a region with Throttle
	ThrottleBelow  = 1000    // nanoseconds on average
	ThrottleSample = 64
	MostThrottled  = 1 << 14 // nodes of a track, beyond which no region with Throttle makes another

	MaxLevel = 1 << 20
	// MaxSample fits the counters of a sample, and no one times one call in a thousand million.
	MaxSample = 1 << 30
)

// BriefCalls is throttleAfter. Tests make it smaller.
var BriefCalls uint64 = ThrottleAfter

// Definition is what the program said of the region.
func (r *Region) Definition() Definition { return r.is }
