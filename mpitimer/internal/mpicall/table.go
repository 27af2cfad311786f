package mpicall

import (
	"iter"
	"sync/atomic"
	"unsafe"
)

// The layout of the table, in the byte order of the machine, is that of core.h of mpiwrap.
const (
	magic   = 0x4d504943 // "MPIC" read as a big-endian number
	version = 1

	headerBytes = 64
	entryBytes  = 128
	groupBytes  = 128

	entriesOfGroup = 16 // there is room for the members of one communicator for so many entries
)

// header stands at the beginning of the table.
type header struct {
	magic, version, capacity, used uint32
	lost                           uint64
	clock                          uint32
	groups                         uint32 // how many stand behind the entries
	touched                        [parts / 64]uint64
}

// parts is how many parts of equally many entries a table has. In touched is a bit for each of which one is in use: to look at the
// others would make the kernel provide their memory. A table in which none is set may be of an earlier version.
const parts = 256

// row is one entry.
type row struct {
	node     uint32
	kind     uint32 // function in the low half, communicator in the high one
	track    uint32 // number and one; 0 is a free entry
	flags    uint32
	version  uint64 // odd while the entry is being changed
	start    uint64
	calls    uint64
	total    uint64
	min, max uint64
	low      uint64
	high     uint64
	sent     uint64 // of Between since when the thread asks
	received uint64 // … and when it was last noted
	partner  uint64 // of the call that runs; of Between the function by which the thread asks
	others   [mostOthers]int32
}

// Functions of entries of which only the time is recorded; see Recorder.TimeOnly. Between stands beside rows, too.
const (
	Between = 0x7ffc // what a thread waits between two calls that ask whether something has come
	Polled  = 0x7ffd
	Timed   = 0x7ffe
)

// mostOthers is how many ranks there is room for that a call waits for beside the first.
const mostOthers = 6

var (
	_ [headerBytes]struct{} = [unsafe.Sizeof(header{})]struct{}{}
	_ [entryBytes]struct{}  = [unsafe.Sizeof(row{})]struct{}{}
	_ [groupBytes]struct{}  = [unsafe.Sizeof(group{})]struct{}{}
)

const (
	noComm        = 0xffff
	synchronising = 0x8000
)

// Foreign is added to the number of the main track for each thread but the main one that is not Go's:
// such threads have no track of their own, and stand in the main track's current node.
const Foreign = 0x8000

// Bytes is the size of a table for at least so many entries. The entries of one function, of one
// communicator, below one node, are one. It should be twice as large as what is expected.
func Bytes(entries int) int {
	capacity := 16
	for capacity < entries && capacity < 1<<24 {
		capacity *= 2
	}
	return headerBytes + capacity*entryBytes + capacity/entriesOfGroup*groupBytes
}

// Entry is what is known of the calls of one function, of one communicator, below one node. Times are
// ticks of the clock that was given with the memory.
type Entry struct {
	Node          uint32
	Track         uint32
	Function      int  // index in the list of package functions of stats/calls
	Synchronising bool // the wait that Synchronise puts before calls of the function
	Comm          int  // ID of the communicator, -1 where the function has none
	Running       uint64
	Torn          bool // the process ended while it changed the entry: figures may not fit together

	Calls                   uint64
	Total, Min, Max         uint64 // Min is that of no call where Calls is 0
	SquaresHigh, SquaresLow uint64
	Sent, Received          uint64 // bytes

	// Asked is by which function a thread asks, of an entry Between. Since is when it began to, without any other call, and Last when it
	// was last noted that it does; 0 where it is not known.
	Asked       int
	Since, Last uint64

	// Partner is the rank, as Recorder.Number has it, that the running call waits for, one of several if Several is set; negative
	// where it is any, none or not known which. Where it waits for all ranks of another communicator than Comm, because a
	// collective operation of that has begun before, it is one more than that communicator's ID. Others are the first of the others, and More is set if there may be more.
	Partner int
	Others  [mostOthers]int32 // the first Further of them
	Further int
	Waits   Waits
	Several bool
	More    bool
}

// Waits is how a call waits for a rank.
type Waits uint32

const (
	Unknown Waits = iota // as the function tells, or it is not known
	From                 // for a message from it
	To                   // until it takes a message
	ForAll               // not for it but for all ranks of the communicator
)

// What is added to Waits. From the bit others on stands how many others there are.
const (
	several = 4
	more    = 8
	others  = 8
)

// tries is how often a row is read before its writer is taken for dead.
const tries = 1000

// Read copies the entries of a table, each consistent in itself, while it is being filled or when its
// process has ended. Memory that is no table has no entries.
func Read(memory []byte) []Entry {
	memory = aligned(memory)
	h, rows := table(memory)
	var list []Entry
	for part := range h.inUse(rows) {
		for i := range part {
			if e, used := part[i].read(); used {
				list = append(list, e)
			}
		}
	}
	return list
}

// inUse iterates over the rows of the parts of a table of which one is in use.
func (h *header) inUse(rows []row) iter.Seq[[]row] {
	return func(yield func([]row) bool) {
		if len(rows) == 0 {
			return
		}
		var touched [parts / 64]uint64
		for i := range touched {
			touched[i] = atomic.LoadUint64(&h.touched[i])
		}
		if touched == [parts / 64]uint64{} {
			yield(rows)
			return
		}
		size := max(int(atomic.LoadUint32(&h.capacity))/parts, 1)
		for k := range parts {
			from, to := min(k*size, len(rows)), min((k+1)*size, len(rows))
			if touched[k/64]>>(k%64)&1 != 0 && !yield(rows[from:to]) {
				return
			}
		}
	}
}

// Running returns an entry of a track with a call that is running, the latest of several. It allocates nothing where
// memory is aligned.
func Running(memory []byte, track uint32) (latest Entry, found bool) {
	h, rows := table(aligned(memory))
	for part := range h.inUse(rows) {
		for i := range part {
			if atomic.LoadUint32(&part[i].track) != track+1 || atomic.LoadUint64(&part[i].start) == 0 {
				continue
			}
			if e, used := part[i].read(); used && e.Track == track && e.Running > latest.Running {
				latest, found = e, true
			}
		}
	}
	return latest, found
}

// Lost is the number of calls that found no room in the table.
func Lost(memory []byte) uint64 {
	h, _ := table(aligned(memory))
	if h == nil {
		return 0
	}
	return atomic.LoadUint64(&h.lost)
}

// aligned is memory from which words can be read, a copy where it must be.
func aligned(memory []byte) []byte {
	if uintptr(unsafe.Pointer(unsafe.SliceData(memory)))%8 == 0 || len(memory) == 0 {
		return memory
	}
	words := make([]uint64, (len(memory)+7)/8)
	fresh := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(memory))
	copy(fresh, memory)
	return fresh
}

func table(memory []byte) (*header, []row) {
	if len(memory) < headerBytes {
		return nil, nil
	}
	h := (*header)(unsafe.Pointer(&memory[0]))
	if atomic.LoadUint32(&h.magic) != magic || atomic.LoadUint32(&h.version) != version {
		return nil, nil
	}
	n := min(int(atomic.LoadUint32(&h.capacity)), (len(memory)-headerBytes)/entryBytes)
	if n == 0 {
		return h, nil
	}
	return h, unsafe.Slice((*row)(unsafe.Pointer(&memory[headerBytes])), n)
}

// read copies a row; it is not used where the second result is false.
func (r *row) read() (Entry, bool) {
	if atomic.LoadUint32(&r.track) == 0 {
		return Entry{}, false
	}
	for range tries {
		before := atomic.LoadUint64(&r.version)
		e := r.copy()
		if before%2 == 0 && atomic.LoadUint64(&r.version) == before {
			return e, true
		}
	}
	e := r.copy()
	e.Torn = true
	return e, true
}

func (r *row) copy() Entry {
	kind := atomic.LoadUint32(&r.kind)
	e := Entry{
		Node:          atomic.LoadUint32(&r.node),
		Track:         atomic.LoadUint32(&r.track) - 1,
		Function:      int(kind & 0xffff &^ synchronising),
		Synchronising: kind&synchronising != 0,
		Comm:          int(kind >> 16),
		Running:       atomic.LoadUint64(&r.start),
		Calls:         atomic.LoadUint64(&r.calls),
		Total:         atomic.LoadUint64(&r.total),
		Min:           atomic.LoadUint64(&r.min),
		Max:           atomic.LoadUint64(&r.max),
		SquaresHigh:   atomic.LoadUint64(&r.high),
		SquaresLow:    atomic.LoadUint64(&r.low),
		Sent:          atomic.LoadUint64(&r.sent),
		Received:      atomic.LoadUint64(&r.received),
	}
	if whom := atomic.LoadUint64(&r.partner); e.Running != 0 {
		how := whom >> 32
		e.Partner, e.Waits, e.Several = int(int32(whom)), Waits(how&(several-1)), how&several != 0
		e.Further = int(min(how>>others, mostOthers))
		e.More = how&more != 0 || e.Several && e.Further == 0 // which tables without the others say
		for i := range e.Further {
			e.Others[i] = atomic.LoadInt32(&r.others[i])
		}
	}
	if e.Function == Between {
		e.Asked, e.Since, e.Last = int(atomic.LoadUint64(&r.partner)&0xffff), e.Sent, e.Received
		e.Sent, e.Received = 0, 0
	}
	if e.Comm == noComm {
		e.Comm = -1
	}
	return e
}
