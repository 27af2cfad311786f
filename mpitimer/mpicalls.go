package mpitimer

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls"
)

// mpiCalls is the calls of MPI that are recorded beside the regions, in a program with package mpiwrap.
type mpiCalls struct {
	recorder mpicall.Recorder
	block    table.Block
	pin      runtime.Pinner
	events   []uint64 // nil unless single calls are recorded
	begin    calls.Alignment
	mapping  calls.Mapping // to the clock of rank 0
	origin   int64         // Unix time at which that clock was 0, nanoseconds
	record   *callRecord   // of single calls, at the end

	mu       sync.Mutex
	contexts map[int]int // by communicator
	before   map[callKey]mpicall.Entry
}

// callKey is what there is one row of.
type callKey struct {
	node, track    uint32
	function, comm int
	synchronising  bool
}

func keyOfCall(e *mpicall.Entry) callKey {
	return callKey{e.Node, e.Track, e.Function, e.Comm, e.Synchronising}
}

// callRows is how many rows the table of calls has: functions below call paths. What finds no room is
// counted.
const callRows = 1 << 12

// recording is the timers that the recorder, of which a process has one, belongs to.
var recording struct {
	sync.Mutex
	timers *Timers
}

// attachCalls lets the calls of MPI count below the regions of these timers, the first ones of the
// process.
func (tm *Timers) attachCalls() error {
	recorder := mpicall.Registered()
	recording.Lock()
	defer recording.Unlock()
	if recorder == nil || recording.timers != nil {
		return nil
	}
	c := &mpiCalls{recorder: recorder, contexts: make(map[int]int)}
	space := tm.engine.Space
	size := mpicall.Bytes(callRows)
	if space != nil {
		c.block = space.Allocate(0, size)
	} else {
		c.block = table.InHeap(0, size)
	}
	c.pin.Pin(&c.block.Bytes[0])
	err := recorder.Attach(c.block.Bytes, callClock())
	if err == nil {
		err = recorder.Track(0, &tm.engine.Main.Current, 0)
	}
	if err != nil {
		c.pin.Unpin()
		return fmt.Errorf("mpitimer: calls of MPI: %w", err)
	}
	if space != nil {
		space.Replace(table.Block{}, c.block, table.Calls)
	}
	recorder.Synchronise(tm.config.Timing.SyncMPI)
	recorder.Mute(0, false)
	recorder.Mute(tm.engine.Main.Slot, false)
	tm.calls, recording.timers = c, tm
	tm.engine.FollowBy(c)
	return nil
}

// quietCalls keeps what the timers say to those of other ranks before they begin from being counted; MPI's
// initialisation is.
func (tm *Timers) quietCalls() {
	recorder := mpicall.Registered()
	recording.Lock()
	defer recording.Unlock()
	if recorder == nil || recording.timers != nil || tm.early != nil {
		return
	}
	tm.early = new(uint32)
	for _, slot := range []uintptr{0, goroutine.Slot()} { // it may not be known which goroutine makes a call
		if recorder.Track(slot, tm.early, 0) == nil {
			recorder.Mute(slot, true)
		}
	}
}

// callClock is the timers' clock as the recorder knows it.
func callClock() mpicall.Clock {
	switch clock.InUse() {
	case clock.TSC:
		return mpicall.Counter
	case clock.FencedTSC:
		return mpicall.Fenced
	}
	return mpicall.Monotonic
}

// addCalls joins the calls of MPI to the tree of a profile. The Builder has all tracks.
func (tm *Timers) addCalls(b *snapshot.Builder, p *stats.Profile) {
	c := tm.calls
	if c == nil {
		return
	}
	list := mpicall.Read(c.block.Bytes)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range list {
		list[i] = sinceReset(list[i], c.before)
	}
	b.AddCalls(p, list, tm.callContext)
	c.markCalls(p)
	if lost := mpicall.Lost(c.block.Bytes); lost > 0 {
		p.Warnings = append(p.Warnings, stats.Warning{Kind: warnCallsLost, Count: lost})
	}
}

// sinceReset is what was counted since the last Reset.
func sinceReset(e mpicall.Entry, before map[callKey]mpicall.Entry) mpicall.Entry {
	b, known := before[keyOfCall(&e)]
	if !known {
		return e
	}
	e.Calls -= min(b.Calls, e.Calls)
	e.Total -= min(b.Total, e.Total)
	e.Sent -= min(b.Sent, e.Sent)
	e.Received -= min(b.Received, e.Received)
	if e.SquaresHigh > b.SquaresHigh || e.SquaresHigh == b.SquaresHigh && e.SquaresLow >= b.SquaresLow {
		low := e.SquaresLow - b.SquaresLow
		e.SquaresHigh -= b.SquaresHigh
		if e.SquaresLow < b.SquaresLow {
			e.SquaresHigh--
		}
		e.SquaresLow = low
	}
	return e
}

// callContext is the context whose ranks are those of a communicator; the default one if there is none.
func (tm *Timers) callContext(comm int) int {
	if at, known := tm.calls.contexts[comm]; known {
		return at
	}
	at := 0
	for _, known := range tm.calls.recorder.Communicators() {
		if known.ID != comm || known.Inter {
			continue
		}
		ranks := slices.Sorted(slices.Values(known.Ranks))
		for i, env := range tm.engine.Contexts() {
			if i > 0 && slices.Equal(ranks, ranksOf(env)) {
				at = i
				break
			}
		}
	}
	tm.calls.contexts[comm] = at
	return at
}

// ranksOf is the ranks of an environment, ascending. They are those of MPI's world where the default
// environment is.
func ranksOf(env *machenv.MachEnv) []int {
	var list []int
	for _, s := range env.Ranks() {
		for r := s.First; r <= s.Last; r += max(s.Stride, 1) {
			list = append(list, r)
		}
	}
	return list
}

// detachCalls gives the recorder back, whose table must stay until then.
func (tm *Timers) detachCalls() {
	recording.Lock()
	defer recording.Unlock()
	c := tm.calls
	if c == nil || recording.timers != tm {
		return
	}
	tm.engine.FollowNoMore()
	_ = c.recorder.Track(0, nil, 0) // calls until other timers begin are in no region of these
	c.recorder.Record(nil)
	c.recorder.Detach()
	c.pin.Unpin()
	recording.timers = nil
}

// Follow tells the recorder where a goroutine stands.
func (c *mpiCalls) Follow(slot uintptr, current *uint32, track uint32) error {
	return c.recorder.Track(slot, current, track)
}

// Mute keeps the messages of a goroutine from being counted.
func (c *mpiCalls) Mute(slot uintptr, on bool) { c.recorder.Mute(slot, on) }

// Reset makes what was counted so far what later profiles are without. The shortest and the longest
// call stay those of the whole run.
func (c *mpiCalls) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.before = make(map[callKey]mpicall.Entry)
	for _, e := range mpicall.Read(c.block.Bytes) {
		c.before[keyOfCall(&e)] = e
	}
}
