package table

import (
	"math"
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// Histograms holds the call histograms of a table's nodes. A histogram has 252 buckets, four for
// each power of two nanoseconds, but the calls of a region use few of them: buckets come in blocks
// of 16 (four powers of two), which exist once a call has fallen into them. A directory per node
// says where its blocks are.
type Histograms struct {
	directories []directory // element 0 is unused: index 0 means none
	blocks      []block     // element 0 likewise
	published   atomic.Pointer[histogramSlab]
	// carried counts the overflows of 32-bit buckets, which are too rare to spend memory on.
	carried map[uint32]uint64
}

const (
	blockSize = 16
	slots     = 16 // blocks a directory can name: 256 buckets
)

type (
	directory     [slots]uint32
	block         [blockSize]uint32
	histogramSlab struct {
		directories []directory
		blocks      []block
	}
)

// Make gives a node a directory and returns its index.
func (h *Histograms) Make() uint32 {
	if h.directories == nil {
		h.directories, h.blocks = make([]directory, 1), make([]block, 1)
	}
	h.directories = append(h.directories, directory{})
	h.publish()
	return uint32(len(h.directories) - 1)
}

// Count adds a call of so many nanoseconds to a directory. The buckets are those of stats.BucketOf.
//
//go:norace
func (h *Histograms) Count(index uint32, nanos uint64) {
	bucket := int(nanos)
	if nanos >= 4 {
		octave := bits.Len64(nanos) - 1
		bucket = 4*(octave-1) + int(nanos>>(octave-2))&3
	}
	at := h.directories[index][bucket/blockSize%slots]
	if at == 0 {
		at = h.addBlock(index, bucket)
	}
	counter := &h.blocks[at][bucket%blockSize]
	*counter++
	if *counter == 0 {
		h.carry(at, bucket)
	}
}

func (h *Histograms) addBlock(index uint32, bucket int) uint32 {
	h.blocks = append(h.blocks, block{})
	at := uint32(len(h.blocks) - 1)
	h.directories[index][bucket/blockSize%slots] = at
	h.publish()
	return at
}

// carry keeps what a 32-bit counter cannot: it fills up after two minutes of the shortest calls.
func (h *Histograms) carry(at uint32, bucket int) {
	// A new map each time, so that a reader of the old one is not disturbed.
	carried := make(map[uint32]uint64, len(h.carried)+1)
	for key, count := range h.carried {
		carried[key] = count
	}
	carried[at*blockSize+uint32(bucket%blockSize)] += math.MaxUint32 + 1
	h.carried = carried
}

func (h *Histograms) publish() {
	h.published.Store(&histogramSlab{h.directories, h.blocks})
}

// Each calls f for the buckets of a directory that are not empty, in ascending order. Counts of
// calls that complete at the same time may or may not be included.
//
//go:norace
func (h *Histograms) Each(index uint32, f func(bucket int, count uint64)) {
	slab := h.published.Load()
	if index == 0 || slab == nil || int(index) >= len(slab.directories) {
		return
	}
	for slot, at := range slab.directories[index] {
		if at == 0 || int(at) >= len(slab.blocks) {
			continue
		}
		for i, count := range slab.blocks[at] {
			total := uint64(count) + h.carried[at*blockSize+uint32(i)]
			if total != 0 {
				f(slot*blockSize+i, total)
			}
		}
	}
}

// Clear empties a directory's buckets. It is for the writer only.
func (h *Histograms) Clear(index uint32) {
	if index == 0 {
		return
	}
	for _, at := range h.directories[index] {
		if at != 0 {
			h.blocks[at] = block{}
		}
	}
	h.carried = nil
}

func (h *Histograms) bytes() int {
	slab := h.published.Load()
	if slab == nil {
		return 0
	}
	return cap(slab.directories)*int(unsafe.Sizeof(directory{})) + cap(slab.blocks)*int(unsafe.Sizeof(block{}))
}
