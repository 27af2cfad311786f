//go:build mpi && cgo

package mpiwrap

// #include "api.h"
import "C"

import (
	"cmp"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
)

// partnerKey is whom there is one Partner of.
type partnerKey struct {
	track, node uint32
	rank        int
	elsewhere   bool
}

// partnerList is made from the cells of the C side, each of which has one direction.
type partnerList map[partnerKey]*mpicall.Partner

func (l partnerList) add(k partnerKey, direction uint64, calls, bytes uint64) {
	if calls == 0 {
		return // it was only begun to be written
	}
	p := l[k]
	if p == nil {
		p = &mpicall.Partner{Rank: k.rank, Node: k.node, Track: k.track, Elsewhere: k.elsewhere}
		l[k] = p
	}
	switch direction {
	case C.GOHPC_MPIWRAP_SENT:
		p.Calls, p.Bytes = p.Calls+calls, p.Bytes+bytes
	case C.GOHPC_MPIWRAP_RECEIVED:
		p.Receives, p.ReceivedBytes = p.Receives+calls, p.ReceivedBytes+bytes
	case C.GOHPC_MPIWRAP_PUT:
		p.Puts, p.PutBytes = p.Puts+calls, p.PutBytes+bytes
	case C.GOHPC_MPIWRAP_GOT:
		p.Gets, p.FetchBytes = p.Gets+calls, p.FetchBytes+bytes
	}
}

// numbers is by which numbers ranks were known up to a generation, see Number.
type numbers struct {
	until uint64
	world []int
}

// generations is how many are told apart.
const generations = 1 << 29

func generation() uint64 {
	return uint64(atomic.LoadUint32((*uint32)(unsafe.Pointer(&C.gohpc_mpiwrap_generation)))) % generations
}

// renumbered is the number that a rank has now which had another one in a generation; negative if it has none.
func (r *recorder) renumbered(rank int, in uint64, now map[int]int) int {
	world := r.world
	for _, n := range slices.Backward(r.numbers) {
		if in <= n.until {
			world = n.world
		}
	}
	if world != nil {
		if rank >= len(world) {
			return -1
		}
		rank = world[rank]
	}
	if r.world == nil {
		return rank
	}
	if number, is := now[rank]; is {
		return number
	}
	return -1
}

// numbersNow are those of ranks of MPI_COMM_WORLD.
func (r *recorder) numbersNow() map[int]int {
	now := make(map[int]int, len(r.world))
	for i, rank := range r.world {
		now[rank] = i
	}
	return now
}

// Partners implements mpicall.Recorder.
func (r *recorder) Partners() []mpicall.Partner {
	const (
		directions = 8
		noPartner  = ^uint64(0) // of a place that is just being taken
	)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	list := make(partnerList)
	now, numbered := generation(), r.numbersNow()
	for i := range C.gohpc_mpiwrap_partners {
		cell := &C.gohpc_mpiwrap_partners[i]
		who := atomic.LoadUint64((*uint64)(unsafe.Pointer(&cell.who)))
		if who == 0 || who == noPartner {
			continue
		}
		where := uint64(cell.where)
		k := partnerKey{track: uint32(where>>32) - 1, node: uint32(where), rank: int(who >> 32)}
		if in := who / directions % generations; in != now {
			k.track, k.node = 0, 0 // of timers that have ended, or of before them
			if k.rank = r.renumbered(k.rank, in, numbered); k.rank < 0 {
				continue
			}
		}
		calls := atomic.LoadUint64((*uint64)(unsafe.Pointer(&cell.calls)))
		list.add(k, who%directions, calls, atomic.LoadUint64((*uint64)(unsafe.Pointer(&cell.bytes))))
	}
	list.addElsewhere()
	sorted := make([]mpicall.Partner, 0, len(list))
	for _, p := range list {
		sorted = append(sorted, *p)
	}
	slices.SortFunc(sorted, func(a, b mpicall.Partner) int {
		elsewhere := 0
		if a.Elsewhere != b.Elsewhere {
			if elsewhere = 1; b.Elsewhere {
				elsewhere = -1
			}
		}
		return cmp.Or(elsewhere, cmp.Compare(a.Track, b.Track), cmp.Compare(a.Node, b.Node), cmp.Compare(a.Rank, b.Rank))
	})
	return sorted
}

// addElsewhere adds what found no place.
func (l partnerList) addElsewhere() {
	for chunk := range int(C.gohpc_mpiwrap_chunks()) {
		at := C.gohpc_mpiwrap_elsewhere(C.int(chunk))
		if at == nil {
			continue
		}
		for i := range unsafe.Slice(at, C.GOHPC_MPIWRAP_CHUNK) {
			e := &unsafe.Slice(at, C.GOHPC_MPIWRAP_CHUNK)[i]
			k := partnerKey{rank: chunk*C.GOHPC_MPIWRAP_CHUNK + i, elsewhere: true}
			for direction := range e.calls {
				l.add(k, uint64(direction), uint64(e.calls[direction]), uint64(e.bytes[direction]))
			}
		}
	}
}
