package engine

import (
	"io"
	"runtime"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// Bridge is where the packages of this module that not every program links meet the tracks: each sets what it has when
// it is linked, and nil is none. Outputs and sources come by package attach, and a [User] is given the rank.
var Bridge struct {
	// Forward makes a Watcher of the main track where another library is to see it: package libgptl.
	Forward func(rank *Rank) (Watcher, error)
	// Calls counts calls of MPI: package mpicalls.
	Calls Caller
	// OnPublish is called whenever timers begin or end, or are enabled or disabled, with whether any start counts:
	// package capi.
	OnPublish func(on bool)
	// Inherited is where the goroutine that started the calling one was when it did, if it is known: package auto.
	Inherited func() Place
	// NumberOf is OpenMP's number of the calling thread, negative where none is known: package cgptl. A thread's track
	// has the same number if that is free.
	NumberOf func() int
}

// User is an output or a source of this module that lives with the tracks of a rank: it is given the rank before it begins.
type User interface{ Use(*Rank) }

// Watcher sees what the main goroutine starts and stops.
type Watcher interface {
	// Start is called when a region has become the current one and its clock not started; again says that it
	// ran already.
	Start(node uint32, again bool)
	// Stop is called when the clock of the region at a depth of the stack has stopped.
	Stop(node uint32, depth int)
	// Add is called for time that is given to a region.
	Add(node uint32, total time.Duration, calls uint64)
	// Reset is called on the main goroutine when everything was set back to zero.
	Reset()
	// Abandon is called when the goroutine has ended, and another becomes the main one.
	Abandon()
	// StopAll is called when the rank ends before its time, and leaves what runs as it is.
	StopAll()
	// Report is called for the last profile, with the name of a file of the rank's own, blank for none.
	Report(p *stats.Profile, file string) error
	// End is called once.
	End() error
}

// BeginForwarding lets that library see the regions from here on.
func (rank *Rank) BeginForwarding() error {
	if Bridge.Forward == nil {
		return nil
	}
	w, err := Bridge.Forward(rank)
	if rank.Main.watcher = w; w != nil {
		rank.Main.special.Or(specialWatched)
	}
	return err
}

// Watcher is nil unless the main track is watched.
func (rank *Rank) Watcher() Watcher { return rank.Main.watcher }

// EndForwarding ends what that library sees. It does nothing the second time.
func (rank *Rank) EndForwarding() error {
	t := rank.Main
	w := t.watcher
	if t.watcher = nil; w == nil {
		return nil
	}
	t.special.And(^uint32(specialWatched))
	return w.End()
}

// Follower is told where goroutines are.
type Follower interface {
	// Follow says that the current region of the goroutine with that descriptor stands in current from now on,
	// as a node of a track; nil ends it.
	Follow(slot uintptr, current *uint32, track uint32) error
	// Mute says that what the goroutine does is the timers' own.
	Mute(slot uintptr, on bool)
	// Reset is called when everything was set back to zero.
	Reset()
	// Rows adds to a profile what was counted below the regions. The Builder has all tracks.
	Rows(b *snapshot.Builder, p *stats.Profile)
	// Detach ends it.
	Detach()
}

// Caller counts calls of a library below the regions that make them.
type Caller interface {
	// Early is called before the first message of the timers, which is not to be counted.
	Early(rank *Rank)
	// Attach begins to count for a rank; nil where nothing is counted.
	Attach(rank *Rank) (Follower, error)
}

// Quiet keeps what the timers say before they begin from being counted.
func (rank *Rank) Quiet() {
	prepare.Do(clock.Prepare)
	if Bridge.Calls != nil {
		Bridge.Calls.Early(rank)
	}
}

// CountCalls lets calls be counted from here on.
func (rank *Rank) CountCalls() error {
	if Bridge.Calls == nil {
		return nil
	}
	f, err := Bridge.Calls.Attach(rank)
	if f != nil {
		rank.follower = f
		rank.noting.Or(noteRounds)
		rank.each(rank.follow)
	}
	return err
}

// CountNoMore takes that back.
func (rank *Rank) CountNoMore() {
	if f := rank.follower; f != nil {
		rank.each(rank.unfollow)
		rank.follower = nil
		f.Detach()
	}
}

// follow tells where the goroutine of a track stands.
func (rank *Rank) follow(t *Track) {
	if rank.follower == nil || t.Slot == 0 {
		return
	}
	current := &t.Current
	if t.shared != nil {
		current = &t.position
	}
	if err := rank.follower.Follow(t.Slot, current, uint32(t.number)); err != nil {
		rank.KeepWarning(warnCalls, err.Error(), 0)
	}
}

func (rank *Rank) unfollow(t *Track) {
	if rank.follower != nil && t.Slot != 0 {
		_ = rank.follower.Follow(t.Slot, nil, 0)
	}
}

// Mute keeps what the timers themselves do on the calling goroutine from being counted, until the result is
// called. Until then they wait, too, in the region that is open, and the goroutine must not go on elsewhere: a library may depend on its thread.
func (rank *Rank) Mute() (unmute func()) {
	t, loud := rank.Directory.own(), rank.mute()
	if !t.notes(noteRounds) {
		return loud
	}
	t.beginWait()
	return func() {
		t.EndWait()
		loud()
	}
}

func (rank *Rank) mute() (unmute func()) {
	f := rank.follower // there may be none any more at the end
	if f == nil {
		return goroutine.KeepMain()
	}
	runtime.LockOSThread()
	t := rank.Directory.Track()
	if t == nil || t.Slot == 0 {
		return runtime.UnlockOSThread
	}
	slots := []uintptr{t.Slot}
	if t == rank.Main {
		slots = append(slots, 0) // to which calls belong whose goroutine is not known
	}
	set := func(on bool) {
		for _, slot := range slots {
			f.Mute(slot, on)
		}
	}
	set(true)
	return func() {
		set(false)
		runtime.UnlockOSThread()
	}
}

// AddCalls adds what was counted beside the trees.
func (rank *Rank) AddCalls(b *snapshot.Builder, p *stats.Profile) {
	if rank.follower != nil {
		rank.follower.Rows(b, p)
	}
	b.AddCopied(p)
}

// Owner is the timers that an engine is part of, for packages of this module that do what theirs may not.
type Owner interface {
	// WriteParts writes one file for all ranks of a communicator, nil for all ranks of the timers: what
	// head writes, then the parts of the ranks, nil for none. It is collective. Rank 0 writes the file, whole or not at
	// all, and alone calls head. A rank that does not come in time is named in the error, and the file has the others.
	WriteParts(comm machenv.Communicator, name string, head func(io.Writer) error, part []byte) error
	// AppendFile adds to a file, which it makes if there is none.
	AppendFile(name string, write func(io.Writer) error) error
	// WriteFile writes a file whole or not at all, in the configured directory.
	WriteFile(name string, write func(io.Writer) error) error
	// Say tells the log something that is not a report.
	Say(text string)
	HasMPI() bool // what calls the timers is linked with MPI, or has ranks
	// FinalizeAlone ends a rank before its time, which therefore can't wait for others: it reports itself to the
	// log, with the reason, and is not collective. Its files stay for mpitimer recover, which joins the ranks.
	FinalizeAlone(reason string) error
}
