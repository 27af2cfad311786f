package mpitimer

import (
	"errors"
	"io"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	_ "github.com/go-hpc/timers/mpitimer/upstream" // which has much to do with the other files
	"github.com/go-hpc/timers/stats"
)

// Engine is what the tests of this package look into the timers with.
func (tm *Timers) Engine() *engine.Rank { return &tm.engine }

// quietConfig writes no files.
func quietConfig() Config {
	c := DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	return c
}

// timersFor makes timers that end with the test and leave nothing behind.
func timersFor(t testing.TB, options ...Option) *Timers {
	t.Helper()
	tm, err := New(append([]Option{WithConfig(quietConfig()), WithLog(io.Discard)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tm.Finalize() })
	return tm
}

// set gives a Config a key that is no field of it.
func set(c *Config, key, value string) {
	if err := c.Set(key, value); err != nil {
		panic(err)
	}
}

func edited(edit func(*Config)) Option {
	c := quietConfig()
	edit(&c)
	return WithConfig(c)
}

// exactClock makes a tick a nanosecond, so that times that are added come out as they went in.
func exactClock() Option {
	return edited(func(c *Config) { c.Timing.Clock = "monotonic" })
}

// inBubble runs a test of ranks that wait for each other with a patience: time goes on only while all of them wait, so that
// none is late because the machine has other work. All of it takes a few times the patience, by that time.
func inBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	if err := outsideBubbles(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		test(t)
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("the ranks have waited for %v", took)
		}
	})
}

// outsideBubbles lets timers begin what they begin once in a process, and never end: to listen to signals.
var outsideBubbles = sync.OnceValue(func() error {
	return errors.Join(Initialize(WithConfig(quietConfig()), WithCommunicator(machenv.NewSerial()), WithLog(io.Discard)), Finalize())
})

// profileOfTable is what another process reads in the table of a rank.
func profileOfTable(t *testing.T, tm *Timers) *stats.Profile {
	t.Helper()
	tm.noteTables()
	table, err := ranktable.Open(filepath.Join(tm.Tables(), "000000.mptable"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	look, err := table.Look()
	if err != nil {
		t.Fatal(err)
	}
	return look.Profile
}
