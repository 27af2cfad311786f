package engine_test

import (
	"io"
	"os"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestMain(m *testing.M) {
	remove := timerstest.TablesForTests()
	code := m.Run()
	remove()
	os.Exit(code)
}

// timersFor makes timers that write no files, and end with the test.
func timersFor(t testing.TB, options ...mpitimer.Option) *mpitimer.Timers {
	t.Helper()
	tm, err := mpitimer.New(append([]mpitimer.Option{mpitimer.WithConfig(quietConfig()), mpitimer.WithLog(io.Discard)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tm.Finalize() })
	return tm
}

func quietConfig() mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	return c
}

func edited(edit func(*mpitimer.Config)) mpitimer.Option {
	c := quietConfig()
	edit(&c)
	return mpitimer.WithConfig(c)
}

// exactClock makes a tick a nanosecond, so that times that are added come out as they went in.
func exactClock() mpitimer.Option {
	return edited(func(c *mpitimer.Config) { c.Timing.Clock = "monotonic" })
}

// exactTimers are timers on a clock that moves only as the test says.
func exactTimers(t testing.TB, options ...mpitimer.Option) (tm *mpitimer.Timers, pass func(time.Duration)) {
	t.Helper()
	now := timerstest.Standing(t) // which ends after the timers
	return timersFor(t, options...), func(d time.Duration) { now.Add(int64(d)) }
}
