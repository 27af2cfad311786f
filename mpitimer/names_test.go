package mpitimer

import (
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// The Summary by name takes a reduction of its own: none is made for files that nobody has asked for.
func TestReportNamesOnlyForFiles(t *testing.T) {
	messages := func(edit func(*Config)) int64 {
		c := quietConfig()
		c.Output.Directory = t.TempDir()
		edit(&c)
		var sent, taken atomic.Int64
		err := local.Run(4, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
			if err != nil {
				return err
			}
			tm.Start("step").Stop()
			whole := tm.rounds
			tm.rounds = machenv.NewRounds(countingComm{tm.comm, &sent, &taken}, time.Minute)
			err = tm.Print(WithFiles("part"))
			tm.rounds = whole
			return errors.Join(err, tm.Finalize())
		})
		if err != nil || sent.Load() != taken.Load() {
			t.Errorf("%d messages sent, %d taken, %v", sent.Load(), taken.Load(), err)
		}
		return sent.Load()
	}
	without := messages(func(*Config) {})
	summary := messages(func(c *Config) { c.Output.SummaryFile = true })
	if without == 0 || summary != without {
		t.Errorf("%d messages for a tree, %d with a summary file, want the same", without, summary)
	}
	for name, edit := range map[string]func(*Config){
		"E3SM's file":     func(c *Config) { c.Output.GlobalFile = "summary" },
		"upstream's file": func(c *Config) { set(c, "UpstreamPrefix", "gptl") },
	} {
		if got := messages(edit); got <= without {
			t.Errorf("%s: %d messages, want more than the %d without it", name, got, without)
		}
	}
}
