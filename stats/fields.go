package stats

import "fmt"

// A Measure holds the record of a region.
type Measure struct {
	Calls     uint64    `json:"calls"`     // completed calls, nested ones of a recursion included
	Recursion uint64    `json:"recursion"` // of these, calls made while the region was already running
	Running   int       `json:"running"`   // open intervals at the moment of the snapshot (at most one a track)
	Total     int64     `json:"total"`     // time of the completed outermost calls, plus the open interval up to now
	Open      int64     `json:"open"`      // the part of Total that belongs to the open interval
	Timed     uint64    `json:"timed"`     // completed intervals behind Min, Max and Squares (outermost, sampled calls)
	Min       int64     `json:"min"`       // shortest and longest completed interval; both 0 when Timed is 0
	Max       int64     `json:"max"`
	Squares   Uint128   `json:"squares"`
	Histogram Histogram `json:"histogram,omitzero"` // of completed intervals; empty unless histograms were asked for

	// Waited is the part of Total, outside the inner regions, that was communication or waiting without
	// a region: in collective operations of this module, and in MPI calls recorded by time only. It is
	// above 0 only in programs whose waits are all known.
	Waited int64 `json:"waited,omitzero"`
}

// A Count is a field of Measure and of Region: a number of calls, which adds up over calls, tracks and ranks. From Counts
// come sums and differences, records, the encoding, the checks, JSON and CSV. A new one stands behind the others, in counts of
// both types too.
type Count struct {
	Name  string // of the field
	Key   string // in JSON and CSV
	Lacks Lacks  // of a Region from a source that does not have it
	some  string // which calls: it is not above Calls; "" if it may be
}

// Counts are all of them, in the order of the encoding.
var Counts = [...]Count{
	{"Calls", "calls", LacksCalls, ""},
	{"Recursion", "recursion", LacksRecursion, "recursive"},
	{"Timed", "timed", LacksCallDeviation, ""},
}

func (m *Measure) counts() [len(Counts)]*uint64 {
	return [...]*uint64{&m.Calls, &m.Recursion, &m.Timed}
}

func (r *Region) counts() [len(Counts)]*uint64 {
	return [...]*uint64{&r.Calls, &r.Recursion, &r.Timed}
}

// Count returns the i-th of Counts.
func (r *Region) Count(i int) *uint64 { return r.counts()[i] }

// checkCounts says which of them is above the calls that it is a part of.
func checkCounts(counts [len(Counts)]*uint64) error {
	for i := range Counts {
		if n, calls := *counts[i], *counts[0]; Counts[i].some != "" && n > calls {
			return fmt.Errorf("%d %s calls of %d", n, Counts[i].some, calls)
		}
	}
	return nil
}
