package job_test

import (
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// A rank that polls counts in the row of the call by which it does: there is none of polling.
func TestRanksThatPollAreInTheCall(t *testing.T) {
	m := jobtest.At(10)
	before := m.Inside()
	for k := range 2 {
		m.Ranks[k].Open = jobtest.Open([]string{"Total", "run_loop", "step", "MPI_Test" + ranktable.Polling}, 10e3, 9e3, 20, 2)
	}
	inside := m.Inside()
	halo, test := job.Key([]string{"Total", "run_loop", "step", "halo"}, ""), job.Key([]string{"Total", "run_loop", "step", "MPI_Test"}, "")
	if inside[test] != 2 || inside[halo] != before[halo]-2 {
		t.Errorf("%v, before %v", inside, before)
	}
}

// Findings know for how long ranks poll, on this node and on others. Those of threads beside the main program don't count.
func TestPollingOfRegions(t *testing.T) {
	m := jobtest.At(10)
	for k := range 2 {
		m.Ranks[k].Open = jobtest.Open([]string{"Total", "run_loop", "step", "halo" + ranktable.Polling}, 10e3, 9e3, 20, float64(2+k))
	}
	beside := jobtest.Open([]string{"halo" + ranktable.Polling}, 5)
	beside[0].Track = 3
	m.Ranks[2].Open = append(m.Ranks[2].Open, beside...)
	far := job.Far(m.Name, m.At, m.Digest(), m.Summary)
	for what, m := range map[string]*job.Moment{"here": m, "on other nodes": far} {
		list := m.Polling()
		if len(list) != 1 || m.Summary.Path(list[0].Region)[3] != "halo" || list[0].Ranks != 2 || list[0].For != 4e6 {
			t.Errorf("%s: %+v", what, list)
		}
	}
}
