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

// Lines of upstream's layout.
const (
	Version       Line = "GPTL version info: %s\n"
	Wrong         Line = "WARNING: GPTLerror was called at least once during the run.\n"
	Imperfect     Line = "WARNING: SOME TIMER CALLS WERE DETECTED TO HAVE IMPERFECT NESTING.\n"
	ClockRate     Line = "Clock rate = %f MHz\n"
	ClockSource   Line = "Source of clock rate was %s\n"
	Autoprofiling Line = "Autoprofiling capability was enabled with %s\n"
	Probe         Line = "GPTLget_overhead: using hash entry %s for getentry estimate\n"
	Cost          Line = "Total overhead of 1 GPTL start or GPTLstop call=%s seconds\n"
	Autoprofile   Line = "Overhead of %s (invoked once per auto-instrumented start entry)=%s seconds\n"
	Instrumented  Line = "      the hashtable entry is %.1e not the %.1e portion taken by GPTLstart\n"
	ProcessSize   Line = "Process size=%f MB rss=%f MB\n"
	AllOccupied   Line = "Total GPTL memory usage = %s KB\n"
	AllHash       Line = "Hashmem                 = %s KB\n"
	AllRegions    Line = "Regionmem               = %s KB (papimem portion = %s KB)\n"
	AllLinks      Line = "Parent/child arrays     = %s KB\n"
	AllStacks     Line = "Callstackmem            = %s KB\n"
	GPTLThreadID  Line = "GPTLthreadid[%d] = %d\n"
	Ranks         Line = "Total ranks in communicator=%d\n"
	Threads       Line = "nthreads on rank 0=%d\n"
	NotPrinted    Line = " NOT PRINTED: timer is currently ON for %d threads\n"
	Upstream           = "8.1.1" // the version of GPTL whose layout is written
)

// Scaled stands behind the first line of a file, before the rows that are scaled from a sample of the calls, and once for
// each thread that has such.
const Scaled = "; scaled from a sample of the calls: rows "

// Parts are the parts of the overhead, in the order of Components' fields, and how their lines go on.
var Parts = [...]string{"Fortran layer:", "Get thread number:", "Generate hash index:",
	"Find hashtable entry:", "Underlying timing routine:", "Misc start/stop functions:"}

// Part follows one of Parts and blanks.
const Part Line = " %7.1e = %5.1f%% of total\n"

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

// ClockWarning is what GPTL prints behind the rate of a clock that /proc/cpuinfo tells, without a line end.
const ClockWarning = "WARNING: The contents of /proc/cpuinfo can change in variable frequency CPUs" +
	"Therefore the use of nanotime (register read) is not recommended on machines so equipped"

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
