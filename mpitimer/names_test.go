package mpitimer

import (
	"errors"
	"io"
	"sync/atomic"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// The Summary by name goes in the messages of the reduction by call path, and not at all if no file needs it.
func TestReportNamesOnlyForFiles(t *testing.T) {
	traffic := func(edit func(*Config)) (messages, bytes int64) {
		c := quietConfig()
		c.Output.Directory = t.TempDir()
		edit(&c)
		var sent, size atomic.Int64
		err := local.Run(4, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
			if err != nil {
				return err
			}
			tm.Start("step").Stop()
			before, _ := local.TrafficOf(tm.comm)
			err = tm.Print(WithFiles("part"))
			after, _ := local.TrafficOf(tm.comm)
			sent.Add(after.Sent - before.Sent)
			size.Add(after.BytesSent - before.BytesSent)
			return errors.Join(err, tm.Finalize())
		})
		if err != nil {
			t.Error(err)
		}
		return sent.Load(), size.Load()
	}
	without, bytes := traffic(func(*Config) {})
	summary, same := traffic(func(c *Config) { c.Output.SummaryFile = true })
	if without == 0 || summary != without || same > bytes+100 {
		t.Errorf("%d messages of %d bytes for a tree, %d of %d with a summary file, want the same", without, bytes, summary, same)
	}
	for name, edit := range map[string]func(*Config){
		"E3SM's file":     func(c *Config) { c.Output.GlobalFile = "summary" },
		"upstream's file": func(c *Config) { set(c, "UpstreamPrefix", "gptl") },
	} {
		if got, more := traffic(edit); got != without || more < bytes+1000 {
			t.Errorf("%s: %d messages of %d bytes, want %d and more than the %d without it", name, got, more, without, bytes)
		}
	}
}
