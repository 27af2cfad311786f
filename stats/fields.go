package stats

import "fmt"

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
