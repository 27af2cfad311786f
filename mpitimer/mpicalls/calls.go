// Package mpicalls lets calls of MPI count below the regions that make them, in programs that record them
// (package mpiwrap, which links this one): as rows of the tree, and in reports on who has sent how much to whom, who
// has waited for whom, and when. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/mpicalls"
//
// has the keys SyncMPI, MPITimeOnly, MPITrace, MPIWaits, MPIMatrix and MPIEvents in its configuration (docs/mpiwrap.md).
package mpicalls

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall/rows"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// The kinds of warnings.
const (
	warnCallsLost    = "calls of MPI that found no room in the table of calls"
	warnCallsDropped = "single calls of MPI that found no room in the memory for them (Timers: MPIEvents, or MPITIMER_MPI_EVENTS)"
)

// follower holds the calls of MPI that are recorded beside the regions of a rank.
type follower struct {
	rank     *engine.Rank
	recorder mpicall.Recorder
	block    table.Block
	pin      runtime.Pinner
	dropped  uint64 // single calls that found no room

	mu           sync.Mutex
	environments map[int]int // by communicator
	before       map[callKey]mpicall.Entry
}

// callKey identifies a row.
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

// recording says whom the process's one recorder belongs to.
var recording struct {
	sync.Mutex
	quiet    *engine.Rank // whose first messages are not counted
	follower *follower
}

// recorder implements engine.Caller.
type recorder struct{}

// Attach lets the calls of MPI count below the regions of a rank, the first one of the process.
func (recorder) Attach(rank *engine.Rank) (engine.Follower, error) {
	registered := mpicall.Registered()
	recording.Lock()
	defer recording.Unlock()
	if registered == nil || recording.follower != nil {
		return nil, nil
	}
	f := &follower{rank: rank, recorder: registered, environments: make(map[int]int)}
	size := mpicall.Bytes(callRows)
	if rank.Space != nil {
		f.block = rank.Space.Allocate(0, size)
	} else {
		f.block = table.InHeap(0, size)
	}
	f.pin.Pin(&f.block.Bytes[0])
	err := number(registered, rank)
	if err == nil {
		err = registered.Attach(f.block.Bytes, callClock())
	}
	if err == nil {
		err = registered.Track(0, &rank.Main.Current, 0)
	}
	if err != nil {
		f.pin.Unpin()
		return nil, fmt.Errorf("mpitimer: calls of MPI: %w", err)
	}
	if rank.Space != nil {
		rank.Space.Replace(table.Block{}, f.block, table.Calls)
	}
	registered.Synchronise(false)
	registered.TimeOnly(false)
	registered.Mute(0, false)
	registered.Mute(rank.Main.Slot, false)
	recording.follower = f
	return f, nil
}

// number makes the recorder know ranks by the numbers that they have in the job.
func number(registered mpicall.Recorder, rank *engine.Rank) (err error) {
	var world []int
	if comm, is := rank.Registry.Default().Comm().(machenv.WorldRanker); is {
		if world, err = comm.WorldRanks(); err != nil {
			return err
		}
	}
	return registered.Number(world)
}

// Early keeps MPI calls that the timers make before they start from being counted; MPI's initialisation is
// counted.
func (recorder) Early(rank *engine.Rank) {
	registered := mpicall.Registered()
	recording.Lock()
	defer recording.Unlock()
	if registered == nil || recording.follower != nil || recording.quiet == rank {
		return
	}
	recording.quiet = rank
	early := new(uint32)
	for _, slot := range []uintptr{0, goroutine.Slot()} { // it may not be known which goroutine makes a call
		if registered.Track(slot, early, 0) == nil {
			registered.Mute(slot, true)
		}
	}
}

// callClock returns the timers' clock as the recorder sees it.
func callClock() mpicall.Clock {
	switch clock.InUse() {
	case clock.TSC:
		return mpicall.Counter
	case clock.FencedTSC:
		return mpicall.Fenced
	}
	return mpicall.Monotonic
}

// Follow tells the recorder where a goroutine stands.
func (f *follower) Follow(slot uintptr, current *uint32, track uint32) error {
	return f.recorder.Track(slot, current, track)
}

// Mute keeps the messages of a goroutine from being counted.
func (f *follower) Mute(slot uintptr, on bool) { f.recorder.Mute(slot, on) }

// Rows joins the calls of MPI to the tree of a profile. The Builder has all tracks.
func (f *follower) Rows(b *snapshot.Builder, p *stats.Profile) {
	list := mpicall.Read(f.block.Bytes)
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range list {
		list[i] = sinceReset(list[i], f.before)
	}
	rows.Add(b, p, list, f.environment)
	if f.dropped > 0 {
		p.Warnings = append(p.Warnings, stats.Warning{Kind: warnCallsDropped, Count: f.dropped})
	}
	if lost := mpicall.Lost(f.block.Bytes); lost > 0 {
		p.Warnings = append(p.Warnings, stats.Warning{Kind: warnCallsLost, Count: lost})
	}
}

// drop notes how many single calls found no room.
func (f *follower) drop(calls uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.dropped = calls
}

// sinceReset returns what was counted since the last Reset.
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

// Reset keeps what was counted so far out of later profiles. The shortest and the longest call stay those of
// the whole run.
func (f *follower) Reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.before = make(map[callKey]mpicall.Entry)
	for _, e := range mpicall.Read(f.block.Bytes) {
		f.before[keyOfCall(&e)] = e
	}
}

// environment returns the environment with the ranks of a communicator, or the default one if there is none.
func (f *follower) environment(comm int) int {
	if at, known := f.environments[comm]; known {
		return at
	}
	at := 0
	for _, known := range f.recorder.Communicators() {
		if known.ID != comm || known.Inter {
			continue
		}
		ranks := slices.Sorted(slices.Values(known.Ranks))
		for i, env := range f.rank.Environments() {
			if i > 0 && slices.Equal(ranks, ranksOf(env)) {
				at = i
				break
			}
		}
	}
	f.environments[comm] = at
	return at
}

// ranksOf returns the ranks of an environment, ascending, by their numbers in the default one, as the recorder has them.
func ranksOf(env *machenv.MachEnv) []int {
	var list []int
	for _, s := range env.Ranks() {
		for r := s.First; r <= s.Last; r += max(s.Stride, 1) {
			list = append(list, r)
		}
	}
	return list
}

// Detach releases the recorder, whose table must stay until then.
func (f *follower) Detach() {
	recording.Lock()
	defer recording.Unlock()
	_ = f.recorder.Track(0, nil, 0) // calls until other timers begin are in no region of these
	f.recorder.Record(nil, 0)
	f.recorder.Detach()
	f.pin.Unpin()
	recording.follower, recording.quiet = nil, nil
}
