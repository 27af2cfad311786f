// Package table holds the call tree of one track of timers as fixed-size records without Go
// pointers, so that the garbage collector never looks at them and the same records can live in the
// heap or in a file mapped into memory.
//
// One goroutine writes a Table; any other may read it at the same time through Read, without ever
// making the writer wait.
package table

import (
	"math"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"
)

// Record is what a start and a stop of a region touch: one cache line. All times are ticks.
type Record struct {
	Key     uint64 // identifies parent and name for the predicted look-up; 0: never predicted
	Start   uint64 // tick of the running interval; 0: not running; Writing: being changed
	Calls   uint64 // completed calls, those of a recursion included, those that a sample leaves out not
	Total   uint64
	Min     uint64 // of one interval; NoMin before the first
	Max     uint64
	Squares uint64 // low half of the sum of squares; the high half is in Cold
	Down    uint32 // the child that was started first when this region was last running
	Next    uint32 // the sibling that was started when this region had last stopped
}

const (
	// Writing in Start marks a record that is being changed. No tick has this bit.
	Writing = 1 << 63

	// Amending is Writing for changes that do not end the running interval: should the writer die in
	// the middle of one, it is known that the region was running, and since when.
	Amending = Writing | 1<<62

	// NoMin is the Min of a region that has not completed an interval.
	NoMin = math.MaxUint64
)

// Cold is what is fixed when a node is made, and what changes rarely.
type Cold struct {
	SquaresHigh uint64
	Recursion   uint64 // calls made while the region was running
	Timed       uint64 // of a sampled region: intervals that were measured or are running
	Place       uint64 // a program counter on the way to the first start; 0: there was none
	Parent      uint32 // always smaller than the node's own index; the root is its own parent
	Environment uint32
	Name        uint32 // offset and length in the name area
	NameLength  uint32
	Histogram   uint32 // index of the histogram's directory, 0: none
	Sample      uint32 // every Sample-th call is timed; 0 or 1: every call
	Countdown   uint32 // calls until the next one that is timed
	Level       int32  // and Communicates
}

// Communicates is set in Cold.Level, above all levels, if all of the node's time is communication or waiting.
const Communicates = 1 << 30

// Both are one cache line; the layout of files depends on it.
var (
	_ [64]struct{} = [unsafe.Sizeof(Record{})]struct{}{}
	_ [64]struct{} = [unsafe.Sizeof(Cold{})]struct{}{}
)

// Slab is one generation of a table's nodes. When a table grows, the writer moves on to a larger slab.
type Slab struct {
	Records []Record
	Cold    []Cold
	block   Block
}

// area is one generation of a table's names.
type area struct {
	bytes []byte
	block Block
}

// Table is the nodes of one track. Node 0 is the root, a region without a name.
type Table struct {
	Slab      // the writer's; others use published
	published atomic.Pointer[Slab]
	count     atomic.Uint32 // nodes that are complete
	names     atomic.Pointer[area]
	named     int // bytes of names in use; the writer's
	aside     atomic.Pointer[aside]
	index     *nameIndex                           // the writer's
	children  children                             // likewise
	since     [Baselines]atomic.Pointer[[]Extreme] // nil for a baseline that was never begun
	waits     atomic.Pointer[waits]                // nil where it never waited

	space Space
	track uint32

	Histograms Histograms
	Columns    Columns
	Given      Given
}

// Offsets are where a Table has how many nodes are complete, and their names, for C.
func Offsets() (count, names uintptr) {
	var t *Table
	return unsafe.Offsetof(t.count), unsafe.Offsetof(t.names)
}

// Init makes the table hold the root, with room for some nodes; it grows as needed. Its memory comes
// from the space, from the heap if that is nil.
func (t *Table) Init(space Space, track uint32, room int) {
	if space == nil {
		space = heap{}
	}
	t.space, t.track = space, track
	t.Histograms.space, t.Histograms.track = space, track
	t.Given.space, t.Given.track = space, track
	t.names.Store(&area{})
	t.Slab = t.slab(room)
	t.Records[0].Min = NoMin
	t.Slab.block.setUsed(1)
	t.publish(Block{})
	t.count.Store(1)
}

// PerNode is the bytes of a node in a Nodes block.
const PerNode = int(unsafe.Sizeof(Record{}) + unsafe.Sizeof(Cold{}))

func (t *Table) slab(room int) Slab {
	b := t.space.Allocate(t.track, room*PerNode)
	room = len(b.Bytes) / PerNode // as those who read the block in a file see it
	return SlabOf(b, room, room, room)
}

// SlabOf is the nodes in a block that has room for some.
func SlabOf(b Block, room, colds, records int) Slab {
	return Slab{As[Record](b, room*int(unsafe.Sizeof(Cold{})), records), As[Cold](b, 0, colds), b}
}

// publish lets readers use the writer's slab.
func (t *Table) publish(old Block) {
	slab := t.Slab
	t.published.Store(&slab)
	t.space.Replace(old, slab.block, Nodes)
}

// Mark sets a flag of the table for those who read it in a file. It stays when the table grows.
func (t *Table) Mark(flag uint32) { t.Slab.block.AddFlag(flag) }

// Len is the number of nodes.
func (t *Table) Len() int { return int(t.count.Load()) }

// Name is the name of a node.
func (t *Table) Name(c *Cold) string {
	for {
		names := t.names.Load()
		first, end := uint64(c.Name), uint64(c.Name)+uint64(c.NameLength)
		if end > uint64(len(names.bytes)) { // of a file that was cut, or is not what it says
			return unknownName
		}
		name := string(names.bytes[first:end])
		if t.names.Load() == names { // else its memory may have been given up
			return name
		}
	}
}

// NameIs reports whether a node has that name. Unlike Name it copies nothing.
func (t *Table) NameIs(c *Cold, name string) bool {
	if int(c.NameLength) != len(name) {
		return false
	}
	for {
		names := t.names.Load()
		first, end := uint64(c.Name), uint64(c.Name)+uint64(c.NameLength)
		if end > uint64(len(names.bytes)) {
			return name == unknownName
		}
		same := string(names.bytes[first:end]) == name
		if t.names.Load() == names {
			return same
		}
	}
}

// unknownName stands for a name that a file does not hold.
const unknownName = "?"

// Identity is a node's parent and name, for any goroutine.
func (t *Table) Identity(n uint32) (parent uint32, name string) {
	c := t.cold(n)
	return c.Parent, t.Name(&c)
}

// cold is a copy of what is fixed of a node.
//
//go:norace
func (t *Table) cold(n uint32) Cold {
	for {
		slab := t.published.Load()
		c := slab.Cold[n]
		if t.published.Load() == slab {
			return c
		}
	}
}

// Add appends a node and returns its index. The caller fills in what cold says but for the name.
// It is for the writer only.
func (t *Table) Add(key uint64, cold Cold, name string) uint32 {
	n := t.count.Load()
	if int(n) == len(t.Records) {
		t.grow()
	}
	cold.Name, cold.NameLength = t.addName(name), uint32(len(name))
	t.Records[n] = Record{Key: key, Min: NoMin}
	t.Cold[n] = cold
	t.Slab.block.setUsed(int(n) + 1)
	t.count.Store(n + 1)
	return n
}

// addName appends to the names and returns where it stands. The bytes that readers look at stay in
// place, or in a block that they see to be replaced.
func (t *Table) addName(name string) uint32 {
	at, names := t.named, t.names.Load()
	t.named += len(name)
	if old := names.block; t.named > len(names.bytes) || old.Head == nil {
		const least = 256
		block := t.space.Allocate(t.track, max(least, t.named+t.named/2))
		copy(block.Bytes, names.bytes[:at])
		names = &area{block.Bytes, block}
		defer func() {
			t.names.Store(names)
			t.space.Replace(old, block, Names)
		}()
	}
	copy(names.bytes[at:], name)
	names.block.setUsed(t.named)
	return uint32(at)
}

// grow doubles the slab. Only the writer changes records, and it is here, so the copy is whole.
func (t *Table) grow() {
	old := t.Slab
	slab := t.slab(2 * len(old.Records))
	copy(slab.Records, old.Records)
	copy(slab.Cold, old.Cold)
	slab.block.setUsed(len(old.Records))
	slab.block.AddFlag(old.block.Flags())
	t.Slab = slab
	t.publish(old.block)
}

// Bytes is the memory that the table occupies.
func (t *Table) Bytes() int {
	bytes := len(t.published.Load().block.Bytes) + len(t.names.Load().block.Bytes) + t.Histograms.bytes() + t.Columns.bytes() + t.Given.bytes()
	if put := t.aside.Load(); put != nil {
		bytes += len(put.block.Bytes)
	}
	if w := t.waits.Load(); w != nil {
		bytes += len(w.block.Bytes)
	}
	return bytes
}

// Read tries again while the writer changes the record. That takes some nanoseconds, unless the
// writer is put aside in the middle of it, by the scheduler or the operating system: then it may take
// as long as other threads are served.
const (
	spins = 100 // attempts before the reader lets others run
	Spins = 200 // attempts before it sleeps
	Naps  = 500
	nap   = time.Millisecond
)

// Pause is what a reader does before it looks at a record again.
func Pause(attempt int) {
	switch {
	case attempt >= Spins:
		rest()
	case attempt >= spins:
		runtime.Gosched()
	}
}

// Read copies node n, as it was at one moment between two changes by the writer. The result is false
// when the writer changed it at every attempt.
//
// The writer's stores are plain ones, in the order: Start|Writing, Calls, the sums, Start. A reader
// loads Calls before Start, and both again in the other order. If it finds the same, without the
// Writing bit, it has seen no change in between: had the record begun to change after Start was
// loaded first, either Start would still be marked, or Calls would be another.
//
//go:norace
func (t *Table) Read(n int) (Record, Cold, bool) {
	for attempt := range Spins + Naps {
		Pause(attempt)
		slab := t.published.Load()
		r := &slab.Records[n]
		calls := Load(&r.Calls)
		start := Load(&r.Start)
		if start&Writing != 0 {
			continue
		}
		record := Record{
			Start: start, Calls: calls, Total: Load(&r.Total), Min: Load(&r.Min), Max: Load(&r.Max), Squares: Load(&r.Squares),
		}
		cold := CopyOf(&slab.Cold[n])
		// The slab's memory may be given up once it is not the published one any more.
		if Load(&r.Start) == start && Load(&r.Calls) == calls && t.published.Load() == slab {
			return record, cold, true
		}
	}
	return Record{}, t.cold(uint32(n)), false
}

// readable is the number of nodes that a reader finds in the slab that is published at the moment.
func (t *Table) readable() int { return min(t.Len(), len(t.published.Load().Records)) }

// Each calls f for every node in order of creation: parents before children, siblings as they were
// first started. Not ok means that the record changed whenever it was looked at.
func (t *Table) Each(f func(n int, r Record, c Cold, ok bool)) {
	for n := range t.readable() {
		r, c, ok := t.Read(n)
		f(n, r, c, ok)
	}
}
