package check

import (
	"strings"
	"testing"
)

const goodTiming = `GPTL version info: 8.1.1
GPTL was built with UNDERLYING_PTHREADS

Stats for thread 0:
              Called  Recurse     Wall      max      min   selfOH parentOH
  run loop         1     -       5.000    5.000    5.000    0.000    0.000
    physics       10     -       2.000    0.200    0.200    0.000    0.000
*   halo     2.0e+06     -       0.250    0.010 1.00e-07    0.012    0.060
!   left on        3        2 0.00e+00 0.00e+00 0.00e+00    0.000    0.000

Overhead sum =     0.072 wallclock seconds
Total calls  = 2.000e+06

Stats for thread 1:
            Called  Recurse     Wall      max      min   selfOH parentOH
  physics       20     -       4.000    0.200    0.200    0.000    0.000

Overhead sum =   7.2e-07 wallclock seconds
Total calls  = 20

Same stats sorted by timer for threaded regions:
Thd           Called  Recurse     Wall      max      min   selfOH parentOH
000 physics       10     -       2.000    0.200    0.200    0.000    0.000
001 physics       20     -       4.000    0.200    0.200    0.000    0.000
SUM physics       30     -       6.000    0.200    0.200    0.000    0.000

OVERHEAD.000 (wallclock seconds) =     0.072

Multiple parent info for thread 0:
       5 physics
       6 run loop
      11   halo


Thread mapping:
GPTLthreadid[0] = 0
GPTLthreadid[1] = 1
`

const goodSummary = `GPTL version info: 8.1.1
Total ranks in communicator=2
nthreads on rank 0=2
'N' used for mean, std. dev. calcs.: 'ncalls'/'nthreads'
'ncalls': number of times the region was invoked across tasks and threads.
'nranks': number of ranks which invoked the region.
mean, std. dev: computed using per-rank max time across all threads on each rank
wallmax and wallmin: max, min time across tasks and threads.

name       ncalls nranks mean_time   std_dev   wallmax (rank  thread)   wallmin (rank  thread)
run loop        2      2     5.500     0.707     6.000 (     1     0)     5.000 (     0     0)
halo      4.0e+06      2     0.250     0.000     0.250 (     0     0)     0.250 (     0     0)
left on  NOT PRINTED: timer is currently ON for 2 threads
`

func TestGoodUpstreamFilesPass(t *testing.T) {
	if err := Timing([]byte(goodTiming)); err != nil {
		t.Error(err)
	}
	if err := TimingSummary([]byte(goodSummary)); err != nil {
		t.Error(err)
	}
	if err := SingleFile([]byte(goodGlobal + goodRank)); err != nil {
		t.Error(err)
	}
}

// Each change breaks one rule.
func TestBrokenUpstreamFilesFail(t *testing.T) {
	const phys = "    physics       10     -       2.000    0.200    0.200    0.000    0.000"
	for _, c := range []struct{ rule, old, new, want string }{
		{"the version", "GPTL version", "GPTL Version", "line 1"},
		{"a section", "Stats for thread 0:", "Stats for thread x:", "section"},
		{"a title", "  Called  Recurse     Wall", "  Called  Recurs      Wall", "title"},
		{"rows as long as the title", phys, phys + " ", "bytes"},
		{"as many values as titles", phys, strings.Replace(phys, "    0.000    0.000", "             0.000", 1), "values"},
		{"numbers", phys, strings.Replace(phys, "0.200", "  NaN", 1), "not a number"},
		{"flags", "*   halo", "+   halo", "flag"},
		{"levels of 2", "    physics  ", "   physics   ", "indented"},
		{"one level at a time", "  run loop ", "      loop ", "levels below"},
		{"names", "    physics  ", "             ", "the name is empty"},
		{"the shortest call", phys, strings.Replace(phys, "0.200    0.200", "0.100    0.200", 1), "longer than the longest"},
		{"the longest call", phys, strings.Replace(phys, "2.000", "0.100", 1), "longer than all"},
		{"recursion", "3        2", "3        9", "recursive"},
		{"what follows a table", "\nOverhead sum", "\nOverhead Sum", "Overhead sum"},
		{"sums of threads", "SUM physics", "002 physics", "without its sum"},
		{"sums of several", "000 physics       10     -       2.000    0.200    0.200    0.000    0.000\n", "", "fewer than two"},
		{"rows of threads", "001 physics       20", "001 physics      20", "bytes"},
		{"calls of parents", "      11   halo", "       5   halo", "calls of"},
		{"several parents", "       5 physics\n       6 run", "       6 run", "1 parents"},
		{"their child", "      11   halo\n", "", "without their child"},
		{"the threads", "GPTLthreadid[1]", "GPTLThreadid[1]", "mapped"},
	} {
		broken(t, c.rule, Timing, goodTiming, c.old, c.new, c.want)
	}
	for _, c := range []struct{ rule, old, new, want string }{
		{"the version", "GPTL version", "GPTL Version", "line 1"},
		{"ranks", "communicator=2", "communicator=x", "number of ranks"},
		{"threads", "nthreads on", "threads on", "number of threads"},
		{"explanations", "'nranks': number", "'nranks': Number", "expected"},
		{"the title", "wallmin (rank  thread)", "wallmin (rank  )", "title"},
		{"rows", "     0.250 (     0     0)\n", "     0.250 (     0)\n", "not a row"},
		{"names once", "halo     ", "run loop ", "already"},
		{"names", "halo    ", "        ", "name"},
		{"values below their titles", "name    ", "name     ", "not a row"},
		{"ranks of all", "4.0e+06      2", "4.0e+06      3", "3 ranks of 2"},
		{"order of extremes", "6.000 (", "4.000 (", "smallest"},
		{"the mean", "5.500", "7.500", "outside"},
		{"ranks there are", "(     1     0)", "(     2     0)", "there is not"},
	} {
		broken(t, c.rule, TimingSummary, goodSummary, c.old, c.new, c.want)
	}
	broken(t, "each part", SingleFile, goodGlobal+goodRank, "Recurse", "recurse", "part from line")
}
