// Package rankfile keeps the tables of a rank in a file that is mapped into memory, so that they
// outlive the process and others can look at them while it runs. The layout is docs/tables.md.
package rankfile

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/internal/crc32c"
)

// Header is the first page of a file. Fixed holds until the end what it is given at the start; the
// rest changes.
type Header struct {
	Fixed
	_ [128 - unsafe.Sizeof(Fixed{})]byte

	end      uint64 // where the blocks end
	state    uint32
	unlocked uint32 // 0, noLocks or lockGivenUp
	lost     uint64 // blocks for which there was no room
	replaced uint64 // blocks that others have taken the place of
	epochs   uint64 // of the program
	work     uint64 // parts of it that the rank has announced
	done     uint64 // of these
	asked    uint64 // the last question for goroutines; readers write it
	beats    uint64 // odd while the mark changes
	ticks    uint64
	nanos    int64
	unix     int64

	namespace uint64 // in which the process has its number; 0: unknown
	_         [24]byte
	_         [HeaderSize - 256]byte
}

// Fixed says whose file it is, and what its ticks are.
type Fixed struct {
	Magic   [8]byte
	Version uint32
	Order   uint32 // ByteOrder, as the writer's machine has it
	Blocks  uint32 // where the first block stands: HeaderSize
	Rank    uint32
	Size    uint32
	PID     uint32
	Started uint64   // when the process was started, clock ticks since boot; 0: unknown
	Boot    [16]byte // of the machine
	Run     [16]byte // the same for all ranks of a run
	Begin   int64    // of the timers, nanoseconds since the Unix epoch

	Clock      uint32 // 0 monotonic, 1 time stamp counter, 2 the same behind a fence
	Resolution uint32 // ticks
	FromTicks  uint64 // an instant on the clock of the ticks …
	FromNanos  int64  // … and on CLOCK_MONOTONIC
	Hertz      float64
	PairCost   float64 // nanoseconds
	Beat       uint32  // milliseconds between marks
	Sum        uint32  // CRC-32C of what stands before it
}

const (
	// HeaderSize is the bytes before the first block.
	HeaderSize = 4096

	// Version is the version of the layout. A reader refuses others.
	Version = 1

	// AskedAt is where readers write the number of their question.
	AskedAt = int64(unsafe.Offsetof(Header{}.asked))

	// ByteOrder is 04 03 02 01 in files of little-endian machines.
	ByteOrder = 0x01020304
)

// What a header says of the writer's lock.
const (
	noLocks     = 1 // the file system knows none
	lockGivenUp = 2 // the writer has finished
)

// Magic is what a file begins with.
var Magic = [8]byte{'m', 'p', 'i', 't', 'i', 'm', 'e', 'r'}

var (
	_ [HeaderSize]struct{} = [unsafe.Sizeof(Header{})]struct{}{}
	_ [128]struct{}        = [unsafe.Offsetof(Header{}.end)]struct{}{}
	_ [192]struct{}        = [unsafe.Offsetof(Header{}.beats)]struct{}{}
)

// State says how far a rank has come.
type State uint32

const (
	Starting State = iota // the header is not complete
	Running
	Reported // finalized, and the report was written
	Kept     // finalized, but ranks were missing or files could not be written
	Panicked // finalized alone, because of a panic
)

// sum is the checksum of the fixed part.
func (f *Fixed) sum() uint32 {
	const size = unsafe.Offsetof(f.Sum)
	return crc32c.Sum(unsafe.Slice((*byte)(unsafe.Pointer(f)), size))
}

// State is how far the rank has come.
func (h *Header) State() State { return State(atomic.LoadUint32(&h.state)) }

// End is where the blocks end.
func (h *Header) End() uint64 { return atomic.LoadUint64(&h.end) }

// Replaced is the number of blocks that others have taken the place of. Blocks that were looked for while
// it changed may have been missed: the new one where it was not known yet, the old one where it was
// given up already.
func (h *Header) Replaced() uint64 { return atomic.LoadUint64(&h.replaced) }

// Epochs is how many epochs of the program have begun.
func (h *Header) Epochs() uint64 { return atomic.LoadUint64(&h.epochs) }

// Work is how many parts of work the rank has announced, and how many of them are done.
func (h *Header) Work() (total, done uint64) {
	return atomic.LoadUint64(&h.work), atomic.LoadUint64(&h.done)
}

// Lost is the number of blocks that found no room: what they hold is not in the file.
func (h *Header) Lost() uint64 { return atomic.LoadUint64(&h.lost) }

// Mark is an instant on three clocks.
type Mark struct {
	Ticks uint64
	Nanos int64 // CLOCK_MONOTONIC
	Unix  int64 // nanoseconds since the Unix epoch
}

// setMark is for one writer.
func (h *Header) setMark(m Mark) {
	beats := h.beats
	atomic.StoreUint64(&h.beats, beats+1)
	atomic.StoreUint64(&h.ticks, m.Ticks)
	atomic.StoreInt64(&h.nanos, m.Nanos)
	atomic.StoreInt64(&h.unix, m.Unix)
	atomic.StoreUint64(&h.beats, beats+2)
}

// Mark is the last instant at which the rank was seen to live. That of a rank that was killed while it
// set one is not whole: it is a mixture of two at which it lived.
func (h *Header) Mark() (m Mark, whole bool) {
	const attempts, patient = 100, 50
	for attempt := range attempts {
		if attempt >= patient {
			time.Sleep(20 * time.Microsecond)
		}
		before := atomic.LoadUint64(&h.beats)
		m = Mark{atomic.LoadUint64(&h.ticks), atomic.LoadInt64(&h.nanos), atomic.LoadInt64(&h.unix)}
		if before%2 == 0 && atomic.LoadUint64(&h.beats) == before {
			return m, true
		}
	}
	return m, false
}
