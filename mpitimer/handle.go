package mpitimer

import "math"

// handle is a region's name and how it is to be timed.
type handle struct {
	definition
	gate int32 // the level; above any for what else a start has to look at, so that one comparison finds all
}

// definition is what the program says of a handle.
type definition struct {
	name        string
	environment string
	level       int
	sample      int
	throttled   bool
	problem     string // what is wrong with the options; told when the region is started
}

// define makes a handle.
func define(d definition) *handle {
	r := &handle{definition: d, gate: int32(d.level)}
	if d.sample > 1 || d.throttled || d.environment != "" {
		r.gate = math.MaxInt32
	}
	return r
}

// Name is the name that the region was defined with.
func (r *handle) Name() string { return r.name }

const (
	throttleAfter  = 100_000 // calls of a region with Throttle
	throttleBelow  = 1000    // nanoseconds on average
	throttleSample = 64
	mostThrottled  = 1 << 14 // nodes of a track, beyond which no region with Throttle makes another

	maxLevel = 1 << 20

	// maxSample fits the counters of a sample, and no one times one call in a thousand million.
	maxSample = 1 << 30
)

// briefCalls is throttleAfter. Tests make it smaller.
var briefCalls uint64 = throttleAfter
