package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// Finalize stops all regions, Total among them, reports as configured and ends the timers. It is
// collective. Regions that were left running are stopped and listed. Spans that are stopped later do
// nothing.
//
// An error tells of ranks that did not come, and of files that could not be written where they were
// meant to be; what could be reported was.
func (tm *Timers) Finalize() error {
	if !tm.closed.CompareAndSwap(false, true) {
		return ErrFinalized
	}
	defer tm.mute()()
	defer tm.end() // also when strict timers panic on a region that was left running
	tm.endSampling()
	tm.endCalls()
	tm.listOpen()
	p := tm.close()
	forwarded := tm.endForwarding(p)
	err := tm.report(p, "")
	err = errors.Join(err, tm.endTables(tm.outcome(err)), forwarded)
	if errors.Is(err, stats.ErrLost) {
		return err // what disconnect does is collective: it would wait for the ranks that are lost
	}
	return errors.Join(err, tm.disconnect())
}

// FinalizeAlone is Finalize for a rank that ends before its time, and therefore can't wait for others:
// it reports itself to the log, with the reason, and is not collective. Its files stay for mpitimer
// recover, which joins the ranks.
func (tm *Timers) FinalizeAlone(reason string) error {
	return tm.finalizeAlone(fmt.Sprintf("rank %d: %s", tm.rank(), reason))
}

// finalizeAlone ends the timers of a rank that can't wait for others. What it was in when that became
// known is left running, so that the report and the table tell where it was.
func (tm *Timers) finalizeAlone(why string) error {
	if !tm.closed.CompareAndSwap(false, true) {
		return ErrFinalized
	}
	defer tm.end()
	p := tm.shut()
	if f := tm.main.forward; gptl.Built && f != nil {
		f.stopAll()
	}
	forwarded := tm.endForwarding(p)
	tm.message("mpitimer: " + why + "; its regions up to here:")
	summary, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		return errors.Join(err, tm.endTables(rankfile.Panicked), forwarded)
	}
	err = tm.writeTree(summary, true)
	if o := &tm.config.Output; o.RankFiles != 0 || tm.config.Timing.PrintAllRanks {
		err = errors.Join(err, tm.writeRank(p, o.Prefix))
	}
	return errors.Join(err, tm.endTables(rankfile.Panicked), forwarded)
}

// close stops what runs and takes the last profile. Regions of other goroutines, which may be in the
// middle of a start or a stop, are left as they are and shown as running.
func (tm *Timers) close() *stats.Profile {
	if t := tm.main; t.owned() {
		now := clock.Now()
		for t.depth > 0 {
			t.leave(now)
		}
	}
	return tm.shut()
}

// shut lets nothing start or stop any more and takes the last profile.
func (tm *Timers) shut() *stats.Profile {
	tm.each(func(t *track) { t.special.Or(specialClosed) })
	return tm.Profile()
}

// listOpen notes the regions that were left running. Total is meant to run up to here, and what Next
// has opened is meant to be closed by others.
func (tm *Timers) listOpen() {
	t := tm.main
	tm.each(func(other *track) {
		if other.shared == nil && (other != t || !t.owned()) {
			tm.warnOpen(other)
		}
	})
	if !t.owned() {
		return
	}
	for depth := t.depth; depth > 1; depth-- {
		if t.stack[depth-1].kind&sequence == 0 {
			n := t.nodeAt(depth)
			tm.warnAt(warnLeftOpen, t.pathOf(n), t.placeOf(n))
		}
	}
}

// warnOpen lists the regions that run on a track, from outside its goroutine.
func (tm *Timers) warnOpen(t *track) {
	for n := 1; n < t.Len(); n++ {
		if r, c, ok := t.Read(n); ok && r.Start != 0 {
			tm.warnAt(warnLeftOpen, t.pathOf(uint32(n)), uintptr(c.Place))
		}
	}
}

// end takes the timers out of use.
func (tm *Timers) end() {
	tm.stopBeating() // this and the next if a panic came before
	_ = tm.giveForwardingBack()
	tm.endSampling()       // if nobody has
	_ = tm.closeCounters() // which were only read
	tm.detachCalls()
	unregister(tm)
	tm.releaseClock()
}

// disconnect gives back what New has made for the message passing.
func (tm *Timers) disconnect() error {
	problem := tm.closeSampling()
	if tm.comm != nil {
		if err := tm.comm.Free(); err != nil && !errors.Is(err, machenv.ErrFreed) {
			problem = fmt.Errorf("mpitimer: communicator of the reports: %w", err)
		}
	}
	if tm.own != nil {
		problem = errors.Join(problem, tm.own.Close())
	}
	if tm.quit != nil {
		problem = errors.Join(problem, tm.quit())
	}
	return problem
}
