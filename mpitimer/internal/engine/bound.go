package engine

import (
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Bound is a Region for one goroutine. Of a sampled region without regions inside it the calls that are left out cost
// a comparison: they are taken from a batch, and nobody looks for the goroutine, the clock or the stack.
type Bound struct {
	Left  *int32  // calls of the batch
	At    *uint64 // where the track keeps reasons and the current region
	Where uint64  // what stands there if a call may be left out

	batch  *batch
	region *Region
	id     uint64 // of the goroutine
}

// batch is calls of a node that are still to be left out.
type batch struct {
	table.Batch
	track *Track
	batchKey
}

type batchKey struct {
	region *Region
	parent uint32
	prefix uint16
}

var spent batch

// mostBatches bounds what a new prefix and readers of the table look at.
const mostBatches = 1024

// Bind makes a Bound for the calling goroutine.
func (r *Region) Bind() *Bound {
	goroutine.Prepare()
	return &Bound{Left: &spent.Left, batch: &spent, region: r, id: goroutine.ID()}
}

// Begin starts the region where the call is not one that the batch leaves out: it is timed, or the first below another
// region.
//
//go:norace
func (b *Bound) Begin() Interval {
	d := Process.Load()
	if d == nil {
		return Interval{}
	}
	t := d.Track()
	switch {
	case t == nil:
		return Interval{}
	case t.id != b.id:
		if t.rank != nil {
			t.rank.Warn(WarnUnbound, b.region.is.Name)
		}
		return d.StartRegion(b.region)
	}
	at := b.batch
	if key := (batchKey{b.region, t.Current, t.prefixID}); at.track != t || at.batchKey != key {
		if at = t.batches[key]; at == nil {
			return t.bind(b.region, key, d)
		}
		halves := [2]uint32{0, key.parent}
		b.Left, b.At, b.Where = &at.Left, (*uint64)(unsafe.Pointer(&t.special)), *(*uint64)(unsafe.Pointer(&halves))
		b.batch = at
	}
	r, c := &t.Records[at.Node], &t.Cold[at.Node]
	if t.special.Load() != 0 || t.Depth >= len(t.stack) || r.Start != 0 || r.Down != 0 || at.Left <= 0 && c.Countdown != 0 {
		return d.StartRegion(b.region)
	}
	if at.Left > 0 {
		at.Left--
		return Interval{}
	}
	table.Store(&r.Start, table.Writing) // as in StartRegion
	c.Timed++
	at.Left = int32(c.Sample - 1)
	t.push(at.Node, timed)
	t.expect = 0
	now := clock.Now()
	table.Store(&r.Start, now)
	return Interval{t, now, at.Node, uint32(t.Depth)}
}

// bind starts a region, and makes a batch for later calls at that place if each is sampled there, whatever happens
// elsewhere.
func (t *Track) bind(region *Region, key batchKey, d *directory) Interval {
	s := d.StartRegion(region)
	n := s.node
	if is := &region.is; len(t.batches) == mostBatches || s.track != t || s.start == 0 || t.special.Load() != 0 || is.Sample < 2 || is.Throttled || is.Level != 0 || region.named ||
		key.prefix != t.prefixID || t.Cold[n].Parent != key.parent || t.Cold[n].Sample != uint32(is.Sample) || t.odd[n].doubled ||
		uintptr(unsafe.Pointer(&t.special))%8 != 0 { // a word of two halves, which not all machines read at once elsewhere
		return s
	}
	b := &batch{table.Batch{Node: n}, t, key}
	if t.batches == nil {
		t.batches = make(map[batchKey]*batch)
	}
	t.batches[key] = b
	t.Lend(&b.Batch)
	return s
}
