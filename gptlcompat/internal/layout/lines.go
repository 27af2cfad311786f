package layout

import "strings"

// Line is a line around the tables that holds values: the writers print it, the readers look for it.
type Line string

// Lines of both layouts.
const (
	Routine Line = "Underlying timing routine was %s.\n"
	Method  Line = "Print method was %s.\n"
	Section Line = "Stats for thread %d:\n"
	Built   Line = "GPTL was built %s\n"
	Parents Line = "\nMultiple parent info for thread %d:\n"
)

// Lines of E3SM's layout.
const (
	Tasks    Line = "***** GLOBAL STATISTICS (%6d MPI TASKS) *****\n"
	Process  Line = "************ PROCESS %6d (%6d) ************\n"
	Overhead Line = "** TIMING OVERHEAD %s SECONDS *\n"
	AtInit   Line = "Per-call utr overhead est (at init): %s sec.\n"
	AtEnd    Line = "Per-call utr overhead est (at end): %s sec.\n"
	PerCall  Line = "Per-call utr overhead est: %s sec.\n"
	Estimate Line = "Overhead estimate = %9.3g wallclock seconds\n"
	Bound    Line = "Overhead bound = %9.3g wallclock seconds\n"
	Occupied Line = "Thread %d total memory usage = %s KB\n"
	Hash     Line = "  Hashmem                   = %s KB\n"
	Regions  Line = "  Regionmem                 = %s KB (papimem portion = %s KB)\n"
	Links    Line = "  Parent/child arrays       = %s KB\n"
	ThreadID Line = "threadid[%d] = %d\n"
	OpenMPID Line = "threadid_omp[%d] = %d\n"
	Idle     Line = "No timer has run on thread %d.\n"                       // in place of a first table without rows, on which PACE fails
	AllIdle       = "No timer has run."                                      // likewise, of all ranks
	E3SM          = "$Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $" // the same since the fork, whatever the version
)

// Scaled stands behind the first line of a file, before the rows that are scaled from a sample of the calls, and once for
// each thread that has such.
const Scaled = "; scaled from a sample of the calls: rows "

// Sorted is how the title above the threads' times of a timer starts, in both layouts.
const Sorted = "Same stats sorted by timer for threaded regions"

// HashTable is how lines begin that tell how GPTL's table of names is filled.
var HashTable = []string{"thread ", "hashtable[", "Total collisions thread ", "Entry information:", "num_zero = ", "Most = ",
	"Size of hash table was ", "Mean hash index for thread "}

// OfHashTable reports whether a line is one of those.
func OfHashTable(line string) bool {
	for i, start := range HashTable {
		if strings.HasPrefix(line, start) && (i > 0 || strings.HasSuffix(line, " had some hash collisions:")) {
			return true
		}
	}
	return false
}

// ClockTitle is what GPTL calls a clock of ours; others keep their names.
func ClockTitle(name string) string {
	switch name {
	case "":
		return "unknown"
	case "tsc", "fenced":
		return "nanotime"
	case "monotonic":
		return "clock_gettime"
	}
	return name
}

// Start is what a line begins with.
func (l Line) Start() string {
	start, _, _ := strings.Cut(strings.TrimPrefix(string(l), "\n"), "%")
	return strings.TrimSuffix(start, "\n")
}
