package util

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// run is the goroutine of a tracer. It sleeps with a Go timer: a sleeping system call would hold one of the
// runtime's processors, and the runtime would watch it, sixty times for each sample.
func (t *Tracer) run() {
	defer close(t.done)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for t.wanted() {
		if t.trace(timer) {
			return
		}
	}
}

// wanted waits until the tracer is started. It returns false when the tracer is finalized.
func (t *Tracer) wanted() bool {
	for {
		t.mu.Lock()
		on, final := t.on && t.err == nil, t.final
		t.mu.Unlock()
		if final || on {
			return !final
		}
		<-t.wake
	}
}

// trace samples until the tracer is stopped or finalized. It reports whether it was finalized.
func (t *Tracer) trace(timer *time.Timer) (final bool) {
	now, wall := t.now()
	t.begin(now, wall)
	next := firstPoint(now, t.interval)
	for {
		timer.Reset(next - now)
		for waiting := true; waiting; {
			select {
			case <-timer.C:
				waiting = false
			case <-t.wake:
				if t.finalized() {
					timer.Stop()
					t.rest()
					return true
				}
			}
		}
		now, wall = t.now()
		planned := next
		if !t.sample(now, wall, planned) {
			t.flush(now)
			t.publish()
			return false
		}
		now, _ = t.now() // the sample has taken some time
		next = nextPoint(now, t.interval)
		t.mine.Overruns += int64((next-planned)/t.interval) - 1
	}
}

// firstPoint returns the point of the grid at which the first entry ends: not so soon that the entry would
// say little.
func firstPoint(now, interval time.Duration) time.Duration {
	return nextPoint(now+interval/2-1, interval)
}

// nextPoint returns the first point of the grid after now.
func nextPoint(now, interval time.Duration) time.Duration {
	return now - now%interval + interval
}

func (t *Tracer) finalized() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.final
}

// begin takes the reading that the first entry is compared with. If there are entries already, one of unknown
// values covers the time since the last.
func (t *Tracer) begin(now time.Duration, wall hdtrace.Epoch) {
	t.reader.forget()
	t.reader.sample(&t.entry, 0)
	t.stamp(now, wall)
	t.last = now
	if t.mine.Entries == 0 {
		t.flushed = now
		// The initial timestamp, at which the first bar begins, is that of the last time it is enabled.
		_, _ = t.out.Disable()
		_, err := t.out.Enable()
		t.fail(err)
	} else {
		t.scratch = unknownEntry(t.scratch[:0], t.values)
		t.mine.Pauses++
		t.write(t.scratch)
	}
	t.publish()
}

// flushEvery bounds how much of a trace is lost when the program is killed, apart from the last entry of long
// intervals.
const flushEvery = 2 * time.Second

// sample takes a sample and writes it, and reports whether there is to be another.
func (t *Tracer) sample(now time.Duration, wall hdtrace.Epoch, planned time.Duration) bool {
	t.reader.sample(&t.entry, now-t.last)
	t.stamp(now, wall)
	t.last = now
	late := max(now-planned, 0)
	t.mine.MostLate, t.mine.TotalLate = max(t.mine.MostLate, late), t.mine.TotalLate+late
	t.mine.Doubts.merge(&t.entry.doubts)
	t.mine.Wraps += t.entry.wraps
	t.mine.Values += int64(len(t.values))
	if n := t.reader.network; n != nil {
		t.mine.Newcomers = n.newcomers
	}
	t.write(t.entry.data)
	if now-t.flushed >= flushEvery {
		t.flush(now)
	}
	return t.publish()
}

// stamp notes the time of a sample.
func (t *Tracer) stamp(now time.Duration, wall hdtrace.Epoch) {
	const step = hdtrace.Epoch(100 * time.Millisecond)
	t.stamped = t.epoch + hdtrace.Epoch(now)
	offset := wall - hdtrace.Epoch(now)
	if d := offset - t.offset; d > step || d < -step {
		t.mine.ClockSets++
	}
	t.offset = offset
}

// write adds an entry.
func (t *Tracer) write(data []byte) {
	if t.failed != nil {
		return
	}
	err := t.out.WriteRaw(t.stamped, data)
	if err == nil {
		t.mine.Entries++
	}
	t.fail(err)
}

// flush writes what is buffered.
func (t *Tracer) flush(now time.Duration) {
	t.flushed = now
	if t.failed == nil {
		t.fail(t.out.Flush())
	}
}

// fail keeps the first error; nothing is traced after it.
func (t *Tracer) fail(err error) {
	if err != nil && t.failed == nil {
		t.failed = fmt.Errorf("util: %w", err)
	}
}

// publish shows what the goroutine has done, and reports whether it is to go on. Nothing is read or written
// under the lock, so that a slow disk holds up neither Start nor Stop.
func (t *Tracer) publish() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts = t.mine
	if t.failed != nil {
		t.err, t.on = t.failed, false
	}
	return t.on
}

// rest samples an interval that was not finished, unless it is too short to say much.
func (t *Tracer) rest() {
	now, wall := t.now()
	if now-t.last >= min(tick, t.interval/2) {
		t.sample(now, wall, now)
	}
}

// merge adds the counts of an entry.
func (d *Doubts) merge(e *Doubts) {
	d.Absent += e.Absent
	d.Fresh += e.Fresh
	d.Back += e.Back
	d.Leaped += e.Leaped
	d.Coarse += e.Coarse
	d.Unreadable += e.Unreadable
}
