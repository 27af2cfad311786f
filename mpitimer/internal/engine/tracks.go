package engine

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// MaxTracks is how many goroutines of a rank have a call tree of their own. A track whose goroutine has
// ended goes to the next one, so this is a limit on goroutines that are timed at the same time. Those
// beyond it share one tree. Tests make it smaller.
var MaxTracks = 8192

// room is the number of nodes that a new track has room for: few, since a rank may have many tracks.
const room = 8

// newTrack makes the track of a goroutine. The caller holds the directory's lock (or nobody else
// knows the timers yet).
func (rank *Rank) newTrack(slot uintptr, id uint64) *Track {
	t := &Track{id: id, hot: hot{trust: math.MaxUint32, learning: leisure}, ownership: ownership{rank: rank, Slot: slot}}
	t.level.Store(rank.Level)
	if len(rank.tracks) >= MaxTracks {
		t.share(rank.sharedTree())
		t.equip()
		return t
	}
	t.number = len(rank.tracks)
	t.Init(rank.Space, uint32(t.number), room)
	t.stack = make([]frame, 16)
	t.name = "main"
	if t.number > 0 {
		t.name = fmt.Sprintf("goroutine %d", t.number)
	}
	t.equip()
	t.fly()
	t.carry(rank.Counters)
	rank.tracks = append(rank.tracks, t)
	return t
}

// equip gives a track what the timers are configured with.
func (t *Track) equip() {
	rank := t.rank
	t.count(rank)
	t.Brief = uint64(ThrottleBelow * rank.Calibration.Hz() / 1e9)
	if len(rank.hooks) > 0 {
		t.special.Or(specialHooks)
	}
	if rank.Fence != nil {
		t.special.Or(specialFence)
	}
	if rank.prefix != "" {
		t.special.Or(specialPrefix)
	}
	if rank.disabled > 0 {
		t.special.Or(specialPaused)
	}
	if rank.Closed.Load() {
		t.special.Or(specialClosed)
	}
}

// count makes the track count its nodes by their parents, and keep histograms of calls if they were asked for.
func (t *Track) count(rank *Rank) {
	t.below = make(map[uint32]uint32)
	if rank.Histograms {
		nanos := 1e9 / rank.Calibration.Hz()
		t.nanos = uint64(math.Round(nanos * (1 << (64 - nanosShift))))
		rank.scaled.Do(func() { snapshot.FillScale(&rank.scale, nanos) })
		t.Histograms.Scale = &rank.scale
	}
}

// Flight keeps what a track does: see package flight, which solvers without a recorder do not link.
type Flight struct {
	Add  func(node uint32, end, ticks uint64) (due bool) // an interval that has ended
	Tend func(now uint64, from *table.Table)             // if that is due
	Mark func(now uint64)                                // the start of a step of the program
}

// Fly lets a flight recorder keep what the regions do from now on: keep returns what does so for the track of a number, nil for
// nothing. There is no track yet but the caller's.
func (rank *Rank) Fly(keep func(int, uint64) *Flight) { rank.flight = keep; rank.Main.fly() }

func (t *Track) fly() {
	if t.Flight = t.rank.flight(t.number, clock.Now()); t.Flight != nil {
		t.nanos = max(t.nanos, 1)
		t.Histograms.TellEach()
	}
}

// histogram is the directory of a new node's histogram, 0 when none are kept.
func (t *Track) histogram() uint32 {
	if !t.rank.Histograms {
		return 0
	}
	return t.Histograms.Make()
}

// Memory returns the number of bytes of each track's tree, and the number of nodes of all.
func (rank *Rank) Memory() (bytes []int, nodes int) {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	for _, t := range rank.tracks {
		bytes = append(bytes, t.Table.Bytes()+int(t.besides.Load()))
		nodes += t.Len()
	}
	return bytes, nodes
}

// weigh notes the memory of the stack and of what finds the track's nodes, for other goroutines.
func (t *Track) weigh() {
	t.besides.Store(int64(cap(t.stack)*int(unsafe.Sizeof(frame{})) + t.knownBytes()))
}

// each calls f for every track, with the directory locked.
func (rank *Rank) each(f func(t *Track)) {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	rank.eachLocked(f)
}

// eachLocked visits the tracks, those without a tree of their own included.
func (rank *Rank) eachLocked(f func(t *Track)) {
	for _, t := range rank.tracks {
		f(t)
	}
	if places := rank.Directory.table.Load(); places != nil {
		for i := range places.places {
			if t := places.places[i].track.Load(); t != nil && t.shared != nil {
				f(t)
			}
		}
	}
}
