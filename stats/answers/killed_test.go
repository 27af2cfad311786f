package answers

import (
	"testing"

	"github.com/go-hpc/timers/stats"
)

// A rank that has most to do in a region that was called often is found although the ranks were last seen far apart: so far apart
// that they may have been in it for that time only if they were nowhere else.
func TestSlowInAKilledRun(t *testing.T) {
	for _, c := range []struct {
		calls uint64
		want  string
	}{
		{40, "Rank 4 is slowest in matvec. Balance would save 399 ms, 13 % of the run."},
		{2, "Ranks differ by up to 612 ms, most in matvec, and make up for it elsewhere: which of them wait for others is not known, because they were last seen up to 800 ms apart."},
	} {
		var list []*stats.Profile
		for rank := range 8 {
			lost, work := int64(0), int64(300)
			if rank == 7 {
				lost = 800
			} else if rank == 4 {
				work = 1000
			}
			total := timed(-1, "Total", 3000-lost, 0)
			total.Calls, total.Timed, total.Running, total.Open, total.Min, total.Max = 0, 0, 1, total.Total, 0, 0
			matvec, wait := timed(0, "matvec", work, 0), timed(0, "MPI_Allreduce", 2900-work-lost, 2900-work-lost)
			matvec.Calls, matvec.Timed, matvec.Min, matvec.Max = c.calls, c.calls, work*1e6/int64(c.calls), work*1e6/int64(c.calls)
			p := profileOf(rank, 8, total, matvec, wait)
			p.To = (3000 - lost) * 1e6
			list = append(list, p)
		}
		s := merged(t, list)
		if got := texts(Find(s), s); got[0] != c.want {
			t.Errorf("%d calls, seen %d apart: %q, want %q", c.calls, s.Apart, got, c.want)
		}
	}
}
