package engine

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// MaxTracks is how many goroutines of a rank have a call tree of their own. A track whose goroutine has
// ended goes to the next one, so this is a limit on goroutines that are timed at the same time. Those
// beyond it share one tree. Tests make it smaller.
var MaxTracks = 1024

// room is the number of nodes that a new track has room for: few, since a rank may have many tracks.
const room = 16

// newTrack makes the track of a goroutine. The caller holds the directory's lock (or nobody else
// knows the timers yet).
func (rank *Rank) newTrack(slot uintptr, id uint64) *Track {
	t := &Track{hot: hot{id: id, trust: math.MaxUint32, learning: leisure}, seat: seat{rank: rank, Slot: slot}}
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

// count makes the track keep histograms of calls if they were asked for.
func (t *Track) count(rank *Rank) {
	if rank.Histograms {
		nanos := 1e9 / rank.Calibration.Hz()
		t.nanos = uint64(math.Round(nanos * (1 << (64 - nanosShift))))
		rank.scaled.Do(func() {
			for i := range rank.scale.From {
				rank.scale.From[i] = uint64(math.Ceil(min(float64(stats.BucketLow(i))/nanos, 1<<62)))
			}
			for ticks := range rank.scale.Short {
				rank.scale.Short[ticks] = uint8(stats.BucketOf(uint64(float64(ticks) * nanos)))
			}
		})
		t.Histograms.Scale = &rank.scale
	}
}

// pathEntry is one region of the path under which a goroutine's regions are to stand.
type pathEntry struct {
	name        string
	environment uint32
}

// totalPath is where the regions of goroutines stand unless the user asks for another place.
func (rank *Rank) totalPath() []pathEntry { return []pathEntry{{TotalName, 0}} }

// place makes the track stand under a path: nodes without calls in the track's own tree, which join
// the ones of the same path in the rank's tree.
func (rank *Rank) place(t *Track, path []pathEntry) {
	defer t.release()
	if t.special.Load()&specialShared != 0 {
		t.shared.mu.Lock()
		defer t.shared.mu.Unlock()
		t.base = t.shared.tree.descend(path)
		t.position = t.base
		return
	}
	t.base = t.descend(path)
	t.settle()
}

// settle makes the base the current region.
func (t *Track) settle() {
	t.Current, t.last = t.base, t.base
	t.expect = t.Records[t.base].Down
}

// descend finds the node of a path from the root, and makes it where there is none.
func (t *Track) descend(path []pathEntry) uint32 {
	n := uint32(0)
	for _, entry := range path {
		id := child{name: entry.name, parent: n, environment: entry.environment}
		at := t.childOf(id)
		if at == nil || t.Cold[at.node].Parent != n { // not known, or only as a recursion
			at = t.addChild(id, t.Add(0, table.Cold{Parent: n, Environment: entry.environment, Histogram: t.histogram()}, entry.name))
			t.noteDoubled(at.node, id)
		}
		n = at.node
	}
	return n
}

// histogram is the directory of a new node's histogram, 0 when none are kept.
func (t *Track) histogram() uint32 {
	if t.nanos == 0 {
		return 0
	}
	return t.Histograms.Make()
}

// Place is a region of a goroutine, under which those of others can be counted.
// location is a region of the calling goroutine, under which the regions of other goroutines can be
// counted; see Here.
type Place struct {
	rank *Rank
	path []pathEntry
}

// Here is the innermost open region of the calling goroutine.
// Here is the innermost open region of the calling goroutine.
//
// It may be called without timers (on nil), and is then nowhere in particular.
func (rank *Rank) Here() Place {
	if rank.Closed.Load() {
		return Place{}
	}
	t := rank.Directory.Track()
	if t == nil {
		return Place{}
	}
	return Place{rank, t.here()}
}

func (t *Track) here() []pathEntry {
	tree, release := t.tree()
	defer release()
	n := t.Current
	if tree != t {
		n = t.position
	}
	var path []pathEntry
	for ; n != 0; n = tree.Cold[n].Parent {
		c := &tree.Cold[n]
		path = append([]pathEntry{{tree.Name(c), c.Environment}}, path...)
	}
	return path
}

// Do calls f, whose regions stand under the place.
// Do calls f. The regions that f starts on the calling goroutine stand under the place. They are
// those of a track of their own, whose time runs beside that of the goroutine that made the Place.
// When f has returned the track is free for the next goroutine, as it is when a goroutine has ended.
func (p Place) Do(f func()) {
	rank := p.rank
	if rank == nil || rank.Closed.Load() || rank.Main.Owned() {
		f()
		return
	}
	t, borrowed := rank.borrow()
	if borrowed {
		rank.claim(t)
		defer rank.disclaim(t.id)
	}
	if t.Depth > 0 {
		// The goroutine has open regions of its own: they are where its further ones belong.
		f()
		return
	}
	before := t.here()
	rank.place(t, p.path)
	defer func() {
		if !t.Owned() {
			return
		}
		if borrowed {
			rank.giveBack(t)
		} else if t.Depth == 0 {
			rank.place(t, before)
		}
	}()
	f()
}

// Go runs f on a new goroutine, below the current region of the calling one.
// Go runs f on a new goroutine. The regions that it starts stand under the current region of the
// calling goroutine; without Go they stand under Total. Either way the goroutine has a track, for as
// long as it runs: see Track.
func (rank *Rank) Go(f func()) {
	place := rank.Here()
	go place.Do(f)
}

// Memory is the number of bytes of the call trees, and of nodes.
// Memory is the number of bytes that the call trees of the rank occupy, and the number of nodes in
// them.
func (rank *Rank) Memory() (bytes, nodes int) {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	for _, t := range rank.tracks {
		bytes += t.Table.Bytes() + int(t.besides.Load())
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
