package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats"
)

// Finalize stops all regions, Total among them, reports as configured and ends the timers. It is
// collective. Regions that were left running are stopped and listed. Spans that are stopped later do
// nothing.
//
// An error tells of ranks that did not come, and of files that could not be written where they were
// meant to be; what could be reported was.
func (tm *Timers) Finalize() error {
	p, err := tm.close()
	if err != nil {
		return err
	}
	defer tm.end()
	err = tm.report(p, "")
	if errors.Is(err, stats.ErrLost) {
		return err // freeing a communicator is collective: it would wait for the ranks that are lost
	}
	return errors.Join(err, tm.disconnect())
}

// finalizeAlone ends the timers of a rank that can't wait for others.
func (tm *Timers) finalizeAlone(why string) error {
	p, err := tm.close()
	if err != nil {
		return err
	}
	defer tm.end()
	tm.message("mpitimer: " + why + "; its regions up to here:")
	summary, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		return err
	}
	err = tm.writeTree(summary, true)
	return errors.Join(err, tm.writeRank(p, tm.config.Output.Prefix))
}

// close stops what runs and takes the last profile. Only the first call does anything.
func (tm *Timers) close() (*stats.Profile, error) {
	if !tm.closed.CompareAndSwap(false, true) {
		return nil, ErrFinalized
	}
	tm.stopAll()
	tm.each(func(t *track) { t.special.Or(specialClosed) })
	return tm.Profile(), nil
}

// stopAll stops the open regions of the main goroutine. Those of other goroutines, which may be in
// the middle of a start or a stop, are left as they are and reported as running.
func (tm *Timers) stopAll() {
	t := tm.main
	now := clock.Now()
	tm.each(func(other *track) {
		if other != t && other.shared == nil {
			tm.warnOpen(other)
		}
	})
	if !t.owned() {
		tm.warnOpen(t)
		return
	}
	for t.depth > 1 {
		if t.stack[t.depth-1].kind&sequence == 0 {
			tm.warn(warnLeftOpen, t.pathOf(t.current))
		}
		t.leave(now)
	}
	if t.depth == 1 {
		t.leave(now)
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
	unregister(tm)
	tm.releaseClock()
}

// disconnect gives back what New has made for the message passing.
func (tm *Timers) disconnect() error {
	var problem error
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
