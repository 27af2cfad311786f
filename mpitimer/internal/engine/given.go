package engine

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// Add gives the region of that name time that was measured elsewhere, without calls that of none.
func (rank *Rank) Add(name string, total time.Duration, calls int) {
	if t := rank.Directory.Track(); t != nil {
		t.AddTime(name, total, calls)
	}
}

// AddTime is Add and returns the node, 0 where nothing is timed.
func (t *Track) AddTime(name string, total time.Duration, calls int) uint32 {
	if total < 0 || calls < 0 {
		t.rank.Warn(WarnValue, name)
	}
	if reasons := t.special.Load(); reasons != 0 && !t.attend(reasons) {
		return 0
	}
	return t.give(name, max(total, 0), max(calls, 0))
}

// give records calls that took so long together.
//
//go:norace
func (t *Track) give(name string, total time.Duration, calls int) uint32 {
	defer t.release()
	tree := t.lockTree()
	defer t.unlockTree()
	if tree != t {
		tree.follow(t)
	}
	n := tree.find(keyOf(name), target{name: name})
	tree.giveTo(n, total, calls, 0)
	return n
}

//go:norace
func (t *Track) giveTo(n uint32, total time.Duration, calls int, bytes uint64) {
	if t.watcher != nil {
		t.watcher.Add(n, total, uint64(calls))
	}
	if !t.Given.Add(n, table.GivenOf(uint64(total), uint64(calls)), bytes) {
		t.warnOf(WarnTooLong, n, caller())
	}
	if t.rank.Histograms && calls == 1 {
		t.Histograms.Count(t.Cold[n].Histogram, int32(stats.BucketOf(uint64(total))))
	}
}

func (t *Track) reset() {
	now := clock.Now()
	restarted := make(map[uint32]restart)
	for n := range uint32(t.Len()) {
		t.resetNode(n, now, restarted)
	}
	t.restarted = restarted
	t.ForgetExtremes(0)
}

// resetNode sets a node to zero. If it is running its interval begins anew, which restarted is told.
//
//go:norace
func (t *Track) resetNode(n uint32, now uint64, restarted map[uint32]restart) {
	r, c := &t.Records[n], &t.Cold[n]
	start := r.Start
	table.Store(&r.Start, start|table.Writing)
	table.Store(&r.Calls, 0)
	table.Store(&r.Total, 0)
	table.Store(&r.Min, table.NoMin)
	table.Store(&r.Max, 0)
	table.Store(&r.Squares, 0)
	c.SquaresHigh, c.Recursion, c.Timed, c.Countdown = 0, 0, 0, 0
	t.Histograms.Clear(c.Histogram)
	t.Given.Clear(n)
	t.ClearWait(n, now)
	if t.counters != nil {
		t.Columns.Clear(n, t.counters.Readings())
	}
	t.forgetLatest(n)
	if start == 0 {
		table.Store(&r.Start, 0)
		return
	}
	first := start // what the Interval knows it by
	if before, known := t.restarted[n]; known && start == before.at {
		first = before.first
	}
	restarted[n] = restart{first, now}
	if c.Sample > 1 {
		c.Timed, c.Countdown = 1, c.Sample-1
	}
	table.Store(&r.Start, now)
}

// The reasons by which a track hears that an interval begins, by the kind of the reports.
var begins = [table.Baselines]uint32{table.LastPrint: specialPrint, table.LastCheckpoint: specialCheckpoint}

// beginIntervals begins the intervals of which the reasons tell. The goroutine of the track does it, or
// nobody else may be in it.
func (t *Track) beginIntervals(reasons uint32) {
	for b, reason := range begins {
		if reasons&reason != 0 {
			t.Begin(table.Baseline(b))
		}
	}
}
