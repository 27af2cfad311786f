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
	windows   []window // element 0 is unused: index 0 means none
	published atomic.Pointer[[]window]

	mu  sync.Mutex // for far: the writer's calls outside windows, and readers
	far map[farKey]*farBlock
}

const (
	windowSize = 31
	before     = 12 // buckets of a window below the first call's: three powers of two
	unset      = math.MinInt32 / 2
	farSize    = 16
	buckets    = 252
)

type window struct {
	base   int32 // bucket of counts[0]; unset before the first call
	counts [windowSize]uint32
}

// farKey is a histogram and a group of buckets.
type farKey struct{ index, group uint32 }

type farBlock [farSize]uint64

// Make makes a histogram and returns its index.
func (h *Histograms) Make() uint32 {
	if h.windows == nil {
		h.windows = make([]window, 1)
	}
	h.windows = append(h.windows, window{base: unset})
	windows := h.windows
	h.published.Store(&windows)
	return uint32(len(h.windows) - 1)
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
		h.addFar(index, bucket, math.MaxUint32+1) // the counter has gone round
		return
	}
	h.outside(w, index, bucket)
}

//go:norace
func (h *Histograms) outside(w *window, index uint32, bucket int32) {
	bucket = min(max(bucket, 0), buckets-1)
	if w.base == unset {
		w.base = max(bucket-before, 0)
		w.counts[bucket-w.base]++
		return
	}
	h.addFar(index, bucket, 1)
}

func (h *Histograms) addFar(index uint32, bucket int32, count uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := farKey{index, uint32(bucket) / farSize}
	block := h.far[key]
	if block == nil {
		if h.far == nil {
			h.far = make(map[farKey]*farBlock)
		}
		block = new(farBlock)
		h.far[key] = block
	}
	block[bucket%farSize] += count
}

// Each calls f for the buckets of a histogram that are not empty, in ascending order. Counts of calls
// that complete at the same time may or may not be included.
//
//go:norace
func (h *Histograms) Each(index uint32, f func(bucket int, count uint64)) {
	published := h.published.Load()
	if index == 0 || published == nil || int(index) >= len(*published) {
		return
	}
	var all [buckets]uint64
	w := &(*published)[index]
	if base := w.base; base != unset {
		for i, count := range w.counts {
			if at := int(base) + i; at < buckets {
				all[at] = uint64(count)
			}
		}
	}
	h.mu.Lock()
	for group := range uint32(buckets/farSize + 1) {
		if block := h.far[farKey{index, group}]; block != nil {
			for i, count := range block {
				if at := int(group)*farSize + i; at < buckets {
					all[at] += count
				}
			}
		}
	}
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
	h.windows[index] = window{base: unset}
	h.mu.Lock()
	defer h.mu.Unlock()
	for group := range uint32(buckets/farSize + 1) {
		delete(h.far, farKey{index, group})
	}
}

// bytes is the memory of all histograms.
func (h *Histograms) bytes() int {
	published := h.published.Load()
	if published == nil {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	const mapEntry = unsafe.Sizeof(farKey{}) + unsafe.Sizeof((*farBlock)(nil)) + 1
	return cap(*published)*int(unsafe.Sizeof(window{})) + len(h.far)*int(2*mapEntry+unsafe.Sizeof(farBlock{}))
}
