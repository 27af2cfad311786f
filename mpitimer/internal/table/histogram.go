package table

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Histograms holds the call histograms of a table's nodes. A histogram has 252 buckets, four for each
// power of two nanoseconds (stats.BucketOf), but the calls of a region mostly fall into few of them:
// each histogram has a window of 31 buckets around its first call, from an eighth of its duration to
// some thirty times it, in two cache lines. What falls outside is kept apart.
type Histograms struct {
	windows   []Window // element 0 is unused: index 0 means none
	latest    []latest // likewise
	Scale     *Scale   // for Again and CountIn
	published atomic.Pointer[windowsBlock]

	space Space
	track uint32

	each bool // Again is to count nothing

	mu  sync.Mutex // for far: the writer's calls outside windows, and readers
	far farTable
}

const (
	windowSize = 31
	before     = 12 // buckets of a window below the first call's: three powers of two
	unset      = math.MinInt32 / 2
	buckets    = 252
)

// Window is the part of a histogram around its first call.
type Window struct {
	base   int32 // bucket of counts[0]; unset before the first call
	counts [windowSize]uint32
}

// latest is where the latest call of a histogram was counted. Once some in a row were counted there, it also says
// how long, in ticks, those last that belong there, too.
type latest struct {
	from   uint64
	width  uint32 // 0: unknown
	bucket uint8  // of the window
	alike  uint8  // calls in a row
}

const manyAlike = 16

// Scale says into which bucket a duration in ticks falls.
type Scale struct {
	Short [1024]uint8         // the buckets of short ones
	From  [buckets + 1]uint64 // the least ticks of each bucket, and of what is beyond the last
}

// TellEach lets Again count nothing, so that its caller sees each call; and of index 0, of which there is no histogram,
// it can be asked, too.
func (h *Histograms) TellEach() {
	h.each = true
	if len(h.latest) == 0 {
		h.windows, h.latest = make([]Window, 1), make([]latest, 1)
	}
}

// windowsBlock is one generation of the windows.
type windowsBlock struct {
	windows []Window // those in use
	block   Block
}

// Make makes a histogram and returns its index.
func (h *Histograms) Make() uint32 {
	next := &windowsBlock{}
	old := h.published.Load()
	if old != nil {
		*next = *old
	}
	n := max(len(next.windows), 1)
	if size := int(unsafe.Sizeof(Window{})); (n+1)*size > len(next.block.Bytes) {
		const least = 15
		next.block = h.space.Allocate(h.track, max(least, n+n/4)*size)
		copy(As[Window](next.block, 0, n), h.windows)
	}
	next.windows = As[Window](next.block, 0, n+1)
	next.block.setUsed(n + 1)
	h.windows = next.windows
	h.windows[n] = Window{base: unset}
	h.latest = append(h.latest, make([]latest, n+1-len(h.latest))...)
	h.published.Store(next)
	if old == nil || old.block.Head != next.block.Head {
		replaced := Block{}
		if old != nil {
			replaced = old.block
		}
		h.space.Replace(replaced, next.block, Windows)
	}
	return uint32(n)
}

// Again counts a call that lasted about as long as many before. Not ok means that it was not counted: then CountIn
// does it. The next reading of the clock waits for what is computed of how long a call lasted; here no place in
// memory depends on it.
//
//go:norace
func (h *Histograms) Again(index uint32, ticks uint64) (ok bool) {
	l, w := &h.latest[index], &h.windows[index]
	if ticks-l.from >= uint64(l.width) || w.counts[l.bucket] == math.MaxUint32 {
		return false
	}
	w.counts[l.bucket]++
	return true
}

// CountIn counts a call of which the bucket is known. Where durations vary, nothing branches on them.
//
//go:norace
func (h *Histograms) CountIn(index uint32, bucket int32) {
	l, w := &h.latest[index], &h.windows[index]
	i := uint32(bucket - w.base)
	if i >= windowSize || w.counts[i] == math.MaxUint32 {
		h.Count(index, bucket)
		return
	}
	w.counts[i]++
	same := ((i ^ uint32(l.bucket)) - 1) >> 31
	l.alike, l.bucket, l.width = (l.alike+1)*uint8(same), uint8(i), 0
	if l.alike >= manyAlike && !h.each {
		l.from, l.alike = h.Scale.From[bucket], 0
		l.width = uint32(min(h.Scale.From[bucket+1]-l.from, math.MaxUint32))
	}
}

// Count adds a call to a bucket of a histogram.
//
//go:norace
func (h *Histograms) Count(index uint32, bucket int32) {
	w := &h.windows[index]
	if i := uint32(bucket - w.base); i < windowSize {
		if w.counts[i]++; w.counts[i] != 0 {
			return
		}
		h.mu.Lock() // the counter has gone round
		h.far.add(h, index, uint32(bucket), math.MaxUint32+1)
		h.mu.Unlock()
		return
	}
	h.outside(w, index, bucket)
}

//go:norace
func (h *Histograms) outside(w *Window, index uint32, bucket int32) {
	bucket = min(max(bucket, 0), buckets-1)
	if w.base == unset {
		w.place(bucket)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !w.settled() && h.far.calls(index) <= settling {
		h.move(w, index)
		w.place(bucket)
		return
	}
	h.far.add(h, index, uint32(bucket), 1)
}

// place puts a window that is empty around a call.
//
//go:norace
func (w *Window) place(bucket int32) {
	base := max(bucket-before, 0)
	w.counts[bucket-base]++
	publish((*uint32)(unsafe.Pointer(&w.base)), uint32(base))
}

// settling is how many calls a window may hold and still be moved: the first call of a region is often
// an odd one, many times longer than those that follow. The same number of calls outside bounds how
// often a window moves.
const settling = 16

// settled reports whether a window holds more calls than that.
//
//go:norace
func (w *Window) settled() bool {
	sum := uint64(0)
	for _, count := range w.counts {
		if sum += uint64(count); sum > settling {
			return true
		}
	}
	return false
}

// move takes the calls out of a window. Those who read at the same time miss some of them, but count
// none twice or in another bucket. The caller holds mu.
//
//go:norace
func (h *Histograms) move(w *Window, index uint32) {
	h.latest[index] = latest{}
	base := w.base
	unknown := int32(unset)
	publish((*uint32)(unsafe.Pointer(&w.base)), uint32(unknown))
	for i, count := range w.counts {
		if count != 0 {
			h.far.add(h, index, uint32(base)+uint32(i), uint64(count))
			w.counts[i] = 0
		}
	}
}

// Each calls f for the buckets of a histogram that are not empty, in ascending order. Counts of calls
// that complete at the same time may or may not be included.
//
//go:norace
func (h *Histograms) Each(index uint32, f func(bucket int, count uint64)) {
	var all [buckets]uint64
	for {
		published := h.published.Load()
		if index == 0 || published == nil || uint64(index) >= uint64(len(published.windows)) {
			return
		}
		all = [buckets]uint64{}
		w := &published.windows[index]
		if base := w.base; base >= 0 {
			for i, count := range w.counts {
				if at := int(base) + i; at < buckets {
					all[at] = uint64(count)
				}
			}
		}
		if h.published.Load() == published { // else its memory may have been given up
			break
		}
	}
	h.mu.Lock()
	h.far.each(index, func(bucket int, count uint64) { all[bucket] += count })
	h.mu.Unlock()
	for bucket, count := range all {
		if count != 0 {
			f(bucket, count)
		}
	}
}

// Clear empties a histogram. It is for the writer only.
func (h *Histograms) Clear(index uint32) {
	if index == 0 {
		return
	}
	h.windows[index], h.latest[index] = Window{base: unset}, latest{}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.far.clear(index)
}

// bytes is the memory of all histograms.
func (h *Histograms) bytes() int {
	published := h.published.Load()
	if published == nil {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(published.block.Bytes) + len(h.far.block.Bytes) + len(published.windows)*int(unsafe.Sizeof(latest{}))
}
