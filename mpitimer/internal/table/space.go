package table

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// Kind says what a Block holds. The numbers stand in files.
type Kind uint32

const (
	Blank    Kind = iota // not yet complete
	Freed                // what it held stands in a later block, or nowhere
	Nodes                // Colds, and after them as many Records
	Names                // the names of nodes, one after the other
	Windows              // the windows of histograms
	Far                  // what fell outside them
	Extremes             // shortest and longest calls that were put aside
	Note                 // text about the whole file
	Values               // Columns
	Calls                // of MPI, below nodes of any track: what package mpicall reads
	Gifts                // Given: time that was given, not measured
	Waits                // how long the track has waited in its nodes

	Kinds // how many there are
)

// Head stands before the bytes of a Block: one cache line. What changes after others can see the block
// is read and written with the methods.
type Head struct {
	kind   uint32
	track  uint32
	Size   uint64 // bytes that follow
	number uint32 // order of allocation
	used   uint32 // elements in use: nodes, bytes of names, histograms
	flags  uint32
	sum    uint32 // CRC-32C of the bytes in use, of a Note
	_      [32]byte
}

var _ [64]struct{} = [unsafe.Sizeof(Head{})]struct{}{}

// Flags of a Head.
const (
	Gathers = 1 << iota // the track gathers the goroutines beyond the limit
	Left                // the writer went on elsewhere: there was no room in the file
	Lane                // the track is of a device: see blocks.LaneOf
	Renewed             // regions of a name were set to zero, and not those inside them
)

func (h *Head) Kind() Kind     { return Kind(atomic.LoadUint32(&h.kind)) }
func (h *Head) SetKind(k Kind) { atomic.StoreUint32(&h.kind, uint32(k)) }
func (h *Head) Track() uint32  { return atomic.LoadUint32(&h.track) }
func (h *Head) Number() uint32 { return atomic.LoadUint32(&h.number) }
func (h *Head) Used() int      { return int(min(atomic.LoadUint32(&h.used), math.MaxInt32)) }
func (h *Head) setUsed(n int)  { atomic.StoreUint32(&h.used, uint32(n)) }

// Assign makes a head that of a new block. It is Blank, or was so before it had held something.
func (h *Head) Assign(track, number uint32) {
	h.SetKind(Blank)
	atomic.StoreUint32(&h.number, number)
	atomic.StoreUint32(&h.track, track)
	atomic.StoreUint32(&h.flags, 0)
	h.setUsed(0)
	atomic.StoreUint32(&h.sum, 0)
}

// Fill says how many bytes of a Note are in use, and their checksum.
func (h *Head) Fill(used int, sum uint32) {
	atomic.StoreUint32(&h.sum, sum)
	h.setUsed(used)
}

// Checksum is that of a Note.
func (h *Head) Checksum() uint32 { return atomic.LoadUint32(&h.sum) }

func (h *Head) Flags() uint32       { return atomic.LoadUint32(&h.flags) }
func (h *Head) AddFlag(flag uint32) { atomic.OrUint32(&h.flags, flag) }

// Block is memory of a table: zeroed, aligned to a cache line, at most MaxBlock bytes.
type Block struct {
	*Head
	Bytes []byte
}

// MaxBlock is where the 32-bit counts of a Head end.
const MaxBlock = 1 << 36

// Space is where tables get their memory. Its methods may be called by several tables at once.
type Space interface {
	// Allocate returns a Block that is still Blank, of at least that size.
	Allocate(track uint32, size int) Block

	// Replace makes a block known as what it holds, and takes the one that it replaces, if any, out
	// of use: its memory may be given up, or be allocated again. A reader checks, after it has looked
	// at a block, that it was still in use.
	Replace(old, new Block, kind Kind)
}

// heap is the Space of tables that nobody else is to see.
type heap struct{}

func (heap) Allocate(track uint32, size int) Block { return InHeap(track, size) }

func (heap) Replace(_, new Block, kind Kind) { new.SetKind(kind) }

// InHeap is a Block in memory of this process alone.
func InHeap(track uint32, size int) Block {
	words := make([]uint64, (size+7)/8)
	b := Block{Head: &Head{track: track, Size: uint64(size)}}
	if size > 0 {
		b.Bytes = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
	}
	return b
}

// As is the first n elements of type T in a block, from an offset on.
func As[T any](b Block, offset, n int) []T {
	if n == 0 {
		return nil
	}
	_ = b.Bytes[offset+n*int(unsafe.Sizeof(*new(T)))-1]
	return unsafe.Slice((*T)(unsafe.Pointer(&b.Bytes[offset])), n)
}

// publish writes a number that says to those who read it in a file that what was written before it is
// complete.
func publish(p *uint32, v uint32) { atomic.StoreUint32(p, v) }
