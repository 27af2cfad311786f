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
