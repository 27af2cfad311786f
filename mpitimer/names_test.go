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

// The end of a run with the default files is two rounds of the ranks around one reduction. It has no records by name where
// all ranks have one tree in which no name stands twice, and has them if one rank is different.
func TestFinalizeIsOneReductionAndTwoRounds(t *testing.T) {
	const size, regions, record = 8, 10, 200 // bytes at least
	traffic := func(edit func(*Config), own func(tm *Timers)) (messages, bytes int64) {
		c := quietConfig()
		c.Output.Directory, c.Output.GlobalFile = t.TempDir(), "summary"
		edit(&c)
		var sent, sum atomic.Int64
		err := local.Run(size, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
			if err != nil {
				return err
			}
			for i := range regions {
				tm.Start(string(rune('a' + i))).Stop()
			}
			if comm.Rank() == size-1 {
				own(tm)
			}
			before, _ := local.TrafficOf(tm.comm)
			ended := tm.comm
			err = tm.Finalize()
			after, _ := local.TrafficOf(ended)
			sent.Add(after.Sent - before.Sent)
			sum.Add(after.BytesSent - before.BytesSent)
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return sent.Load(), sum.Load()
	}
	same, nothing := func(*Config) {}, func(*Timers) {}
	const hop = size - 1 // messages from all ranks but one
	messages, bytes := traffic(same, nothing)
	if want := int64(2*hop + 2*hop + 4*hop); messages != want {
		t.Errorf("%d messages, want %d: in two rounds, and in the reduction a tree of each rank, announced and asked for, and a word that it is there", messages, want)
	}
	for name, own := range map[string]func(tm *Timers){
		"a name twice":      func(tm *Timers) { defer tm.Start("a").Stop(); tm.Start("b").Stop() },
		"another goroutine": func(tm *Timers) { done := make(chan bool); go func() { tm.Start("a").Stop(); close(done) }(); <-done },
		"a further region":  func(tm *Timers) { tm.Start("own").Stop() },
	} {
		if _, more := traffic(same, own); more < bytes+hop*regions*record {
			t.Errorf("%s on one rank: %d bytes, want the records by name beside the %d without", name, more, bytes)
		}
	}
	if more, _ := traffic(func(c *Config) { set(c, "ProbeFile", "probe") }, nothing); more < messages+2*hop {
		t.Errorf("%d messages with something attached, want a round more than %d", more, messages)
	}
}
