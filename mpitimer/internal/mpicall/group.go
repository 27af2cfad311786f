package mpicall

import (
	"sync/atomic"
	"unsafe"
)

// Group says who is in a communicator, of both groups if there are two.
type Group struct {
	Ranges []Range // ranks as Recorder.Number has it, ascending
	Size   int
	Number int // how many communicators of the same members there were, with this one, when it was made; 0: not known
}

// Range is every Stride-th rank from First to Last.
type Range struct{ First, Last, Stride int }

// group is one of the table.
type group struct {
	ranges uint32 // in use; 0: it is not known who they are
	size   uint32
	number uint32
	bounds [mostRanges][3]uint32
	_      [2]uint32
}

const mostRanges = 9

// GroupOf returns who is in a communicator, as far as the table has it.
func GroupOf(memory []byte, comm int) (g Group, known bool) {
	memory = aligned(memory)
	h, rows := table(memory)
	if h == nil || comm < 0 {
		return g, false
	}
	at := headerBytes + len(rows)*entryBytes
	n := min(int(atomic.LoadUint32(&h.groups)), (len(memory)-at)/groupBytes)
	if uint32(len(rows)) != atomic.LoadUint32(&h.capacity) || comm >= n {
		return g, false
	}
	from := (*group)(unsafe.Pointer(&memory[at+comm*groupBytes]))
	for range tries {
		ranges := atomic.LoadUint32(&from.ranges)
		g, known = from.copy(int(min(ranges, mostRanges)))
		if atomic.LoadUint32(&from.ranges) == ranges {
			return g, known
		}
	}
	return Group{}, false
}

// copy copies a group; it is none if it does not fit together.
func (from *group) copy(ranges int) (g Group, known bool) {
	g.Size, g.Number = int(atomic.LoadUint32(&from.size)), int(atomic.LoadUint32(&from.number))
	count, last := 0, -1
	for i := range ranges {
		r := Range{int(atomic.LoadUint32(&from.bounds[i][0])), int(atomic.LoadUint32(&from.bounds[i][1])), int(atomic.LoadUint32(&from.bounds[i][2]))}
		if r.Stride < 1 || r.First <= last || r.Last < r.First {
			return Group{}, false
		}
		count, last = count+(r.Last-r.First)/r.Stride+1, r.Last
		g.Ranges = append(g.Ranges, r)
	}
	return g, ranges > 0 && count == g.Size
}
