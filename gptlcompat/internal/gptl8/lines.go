// Package gptl8 is shared by the writers and the readers of the files of upstream's GPTL 8: their columns and lines, so far as
// E3SM's differ.
package gptl8

import "github.com/go-hpc/timers/gptlcompat/internal/layout"

// Lines of upstream's layout.
const (
	Version       layout.Line = "GPTL version info: %s\n"
	Wrong         layout.Line = "WARNING: GPTLerror was called at least once during the run.\n"
	Imperfect     layout.Line = "WARNING: SOME TIMER CALLS WERE DETECTED TO HAVE IMPERFECT NESTING.\n"
	ClockRate     layout.Line = "Clock rate = %f MHz\n"
	ClockSource   layout.Line = "Source of clock rate was %s\n"
	Autoprofiling layout.Line = "Autoprofiling capability was enabled with %s\n"
	Probe         layout.Line = "GPTLget_overhead: using hash entry %s for getentry estimate\n"
	Cost          layout.Line = "Total overhead of 1 GPTL start or GPTLstop call=%s seconds\n"
	Autoprofile   layout.Line = "Overhead of %s (invoked once per auto-instrumented start entry)=%s seconds\n"
	Instrumented  layout.Line = "      the hashtable entry is %.1e not the %.1e portion taken by GPTLstart\n"
	ProcessSize   layout.Line = "Process size=%f MB rss=%f MB\n"
	AllOccupied   layout.Line = "Total GPTL memory usage = %s KB\n"
	AllHash       layout.Line = "Hashmem                 = %s KB\n"
	AllRegions    layout.Line = "Regionmem               = %s KB (papimem portion = %s KB)\n"
	AllLinks      layout.Line = "Parent/child arrays     = %s KB\n"
	AllStacks     layout.Line = "Callstackmem            = %s KB\n"
	GPTLThreadID  layout.Line = "GPTLthreadid[%d] = %d\n"
	Ranks         layout.Line = "Total ranks in communicator=%d\n"
	Threads       layout.Line = "nthreads on rank 0=%d\n"
	NotPrinted    layout.Line = " NOT PRINTED: timer is currently ON for %d threads\n"
	Upstream                  = "8.1.1" // the version of GPTL whose layout is written
)

// Parts are the parts of the overhead, in the order of Components' fields, and how their lines go on.
var Parts = [...]string{"Fortran layer:", "Get thread number:", "Generate hash index:",
	"Find hashtable entry:", "Underlying timing routine:", "Misc start/stop functions:"}

// Part follows one of Parts and blanks.
const Part layout.Line = " %7.1e = %5.1f%% of total\n"

// ClockWarning is what GPTL prints behind the rate of a clock that /proc/cpuinfo tells, without a line end.
const ClockWarning = "WARNING: The contents of /proc/cpuinfo can change in variable frequency CPUs" +
	"Therefore the use of nanotime (register read) is not recommended on machines so equipped"
