package engine

import (
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Track is the call tree and the stack of open regions of one goroutine. Only that goroutine changes
// it.
type Track struct {
	id uint64 // of the goroutine that owns the track: all others compare it, so it stands where starts and stops write nothing
	table.Table
	hot
	ownership
	lookup
	counting
	listeners
	environmentNames
	sharedUse
	leftOutStarts
	byName atomic.Pointer[ByName] // what package byname keeps; nil until it is used

	sites  atomic.Pointer[[]site] // of the nodes
	deeper int                    // calls of this package that a site leaves out, besides

	waiting int // waits that are running, one in another

	restarted map[uint32]restart // running intervals that a Reset has begun anew, by node
}

// hot is what a start and a stop use.
type hot struct {
	special atomic.Uint32 // reasons to leave the fast path
	Current uint32        // the innermost open region
	expect  uint32        // the region that is probably started next
	last    uint32        // whose record said so; with lastStop: as its Next, not its Down
	Depth   int           // open regions; stack[depth-1] leads back from the innermost
	level   atomic.Int32  // regions above this level are not run
	trust   uint32        // a mask: 0 where nothing is expected, see learn
	nanos   uint64        // a tick in units of 2^-(64-nanosShift) nanoseconds; 0 unless calls are kept, in histograms or else

	stack []frame

	salt     uint64 // of the name prefix in force
	prefixID uint16
	learning int32  // starts until that is decided
	Brief    uint64 // ticks of a call below which a region with Throttle is sampled
}

// nanosShift leaves room for ticks of so many bits of nanoseconds.
const nanosShift = 16

// ownership says where the track belongs.
type ownership struct {
	rank   *Rank
	Slot   uintptr // the goroutine's descriptor
	number int     // index in Profile.Tracks
	name   string
	base   uint32 // region under which the goroutine's own regions stand
	spot   *spot  // that of base, nil for the root
	misses uint32 // times the goroutine was not found in recent
}

// lookup says how nodes are found when the prediction fails.
type lookup struct {
	edges     edges.Table        // by the addresses of names
	right     int                // of the last starts, those that would have been expected
	keepAlive []string           // names whose address is a key: their memory must not be used again
	keepToo   []*Region          // likewise
	odd       map[uint32]oddNode // what is known of few nodes only
	below     map[uint32]uint32  // of nodes, how many were made below them by their names
	missed    string             // what the last stop named that was not open
	absentAt  int                // how many nodes there were then, if one at most had that name, which was not running
	absent    uint32             // that node, or 0

	hasFurther bool         // some node stands for further ones
	hasBuilt   bool         // the name of some node is made anew for its calls
	prefix     string       // before the names
	own        string       // the goroutine's own, behind the rank's
	besides    atomic.Int64 // bytes of memory other than the table's
	spots      []*spot      // of nodes, nil where nobody has asked
	bases      []uint32     // nodes of spots, by their numbers; 0 where nobody has stood
}

// counting is what reads counters.
type counting struct {
	counters *Counters       // nil unless regions are counted by more than the clock
	readings []table.Reading // of the goroutine
}

// listeners see starts and stops.
type listeners struct {
	paths    []string // of the nodes, for hooks; blank until they are asked for
	attached []hooked // what hooks returned for the open regions
	watcher  Watcher  // nil, but for the main one where it is watched
	Flight   *Flight
}

// environmentNames has what names of machine environments meant.
type environmentNames struct {
	named        string             // the environment of the last start by name in one
	namedKey     uint64             // of that name; 0 where it must be looked at
	namedMix     uint64             // of its number
	environments map[string]meaning // what starts name
	resolved     string             // what was resolved last
	meant        meaning            // by it
	changes      uint64             // of the registry, of which these know
}

// sharedUse is for tracks beyond the number that have trees of their own.
type sharedUse struct {
	gathers  bool        // it is the tree of a sharedTree
	shared   *sharedTree // of a track without a tree
	position uint32      // current in that tree
	open     []sharedFrame
}

// leftOutStarts has the starts that were left out because of their level.
type leftOutStarts struct {
	left    []leftOut // of which the first skipped count
	Skipped int
	serial  uint32 // of the last of them, or of the last call that is not timed

	prefixed     bool // some were left out under a prefix
	tooMany      []tooMany
	skippedNames map[string]struct{} // of those that were more than fewOpen at a time
}

// oddNode is what is known of a node that was started under prefixes, or stands inside another of the same name and
// environment.
type oddNode struct {
	cuts    []int // lengths of the prefixes
	doubled bool
}

// restart is a running interval that was begun anew: the tick of its start, by which its Interval knows
// it, and the tick at which it was reset.
type restart struct{ first, at uint64 }

// frame is one open region on the stack: what to return to when it stops. A nested call leaves the
// current region what it is, so that what starts inside it stands below the region that contains it
// in time; its frame holds the region that was called again.
type frame struct {
	parent uint32
	kind   kind
}

// kind says how an open region was started.
type kind uint32

const (
	timed     kind = iota // its record holds the running interval
	nested                // a call of a region that was running already: counted, not timed
	unsampled             // a call that the sample leaves out
	sequence  kind = 8    // flag: opened by Next
	holds     kind = 16   // flag: starts were left out inside it
	flags          = ^kind(7)
)

// counted marks what the Interval of a call that is not timed has in place of a tick: the kind of its frame.
const counted = 1 << 63

// untimed is a kind with a number, so that a second Stop of a call that is not timed does not end a later one.
//
//go:norace
func (t *Track) untimed(k kind) uint64 {
	t.serial++
	return counted | uint64(k) | uint64(t.serial)<<5
}

// Reasons to leave the fast path.
const (
	specialHooks      = 1 << iota // hooks are to be called
	specialFence                  // a device is to finish before
	specialPrefix                 // the prefix has changed
	specialPrint                  // the next interval of Print is to begin
	specialCheckpoint             // the next interval of Checkpoint is to begin
	specialPaused                 // the timers are disabled
	specialClosed                 // the timers are finalized
	specialShared                 // the track has no tree of its own
	specialWatched                // somebody sees every start and stop
	specialCounters               // counters are to be read

	specialInterval = specialPrint | specialCheckpoint
)

//go:norace
func (t *Track) mixOf(node uint32) uint64 { return uint64(node)*edges.Spread ^ t.salt }

// lastStop in track.last marks a prediction that came from the stop of a region (Record.Next), not
// from its start (Record.Down).
const lastStop = 1 << 31

// isShared reports whether the regions of the track are in a tree that other goroutines use, too.
func (t *Track) Shared() bool { return t.shared != nil }
