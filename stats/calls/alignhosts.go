package calls

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// hostKey represents the name of a host, whose length is not bounded.
type hostKey [16]byte

// hostRanks is the ranks of a host, ascending.
type hostRanks struct {
	host   hostKey
	ranges []ranks
}

// ranks is the ranks first, first+stride, …: ranks are nearly always placed regularly.
type ranks struct {
	first, stride, n int
}

// add adds a rank that is higher than all before.
func (h *hostRanks) add(rank int) {
	if k := len(h.ranges) - 1; k >= 0 {
		last := &h.ranges[k]
		if last.n == 1 {
			last.stride, last.n = rank-last.first, 2
			return
		}
		if rank == last.first+last.stride*last.n {
			last.n++
			return
		}
	}
	h.ranges = append(h.ranges, ranks{rank, 1, 1})
}

func (h *hostRanks) ranks() []int {
	var list []int
	for _, s := range h.ranges {
		for i := range s.n {
			list = append(list, s.first+i*s.stride)
		}
	}
	return list
}

func appendHosts(dst []byte, list []hostRanks) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	for i := range list {
		dst = append(dst, list[i].host[:]...)
		dst = binary.AppendUvarint(dst, uint64(len(list[i].ranges)))
		for _, s := range list[i].ranges {
			dst = binary.AppendUvarint(dst, uint64(s.first))
			dst = binary.AppendUvarint(dst, uint64(s.stride))
			dst = binary.AppendUvarint(dst, uint64(s.n))
		}
	}
	return dst
}

// parseHosts reads hosts whose ranks are below size.
func parseHosts(data []byte, size int) ([]hostRanks, error) {
	p := parser{data: data}
	list := make([]hostRanks, 0, p.count(len(hostKey{})+1))
	for range cap(list) {
		h := hostRanks{host: hostKey(p.take(len(hostKey{})))}
		for range p.count(3) {
			s := ranks{p.small(size - 1), p.small(size), p.small(size)}
			if s.n == 0 || s.stride == 0 || s.first+s.stride*(s.n-1) >= size {
				p.fail()
				break
			}
			h.ranges = append(h.ranges, s)
		}
		if len(h.ranges) == 0 {
			p.fail()
			break
		}
		list = append(list, h)
	}
	return list, p.end()
}

// joinHosts adds the hosts of higher ranks to those of lower ones.
func joinHosts(size int) func(mine, theirs []byte) ([]byte, error) {
	return func(mine, theirs []byte) ([]byte, error) {
		all, err := parseHosts(mine, size)
		if err != nil {
			return nil, err
		}
		more, err := parseHosts(theirs, size)
		if err != nil {
			return nil, err
		}
		places := make(map[hostKey]int, len(all))
		for i := range all {
			places[all[i].host] = i
		}
		for i := range more {
			at, known := places[more[i].host]
			if !known {
				all = append(all, more[i])
				continue
			}
			for _, rank := range more[i].ranks() {
				all[at].add(rank)
			}
		}
		return appendHosts(nil, all), nil
	}
}

// findHosts tells all ranks which ones share the caller's host, and which is the lowest of each host, both
// ascending. It goes to rank 0 and back along a tree. Own is nil if that failed.
func findHosts(l *link, host string) (own, lowest []int, err error) {
	sum := sha256.Sum256([]byte(host))
	me := hostKey(sum[:len(hostKey{})])
	size := l.comm.Size()
	data, lost := l.gather(appendHosts(nil, []hostRanks{{me, []ranks{{l.comm.Rank(), 1, 1}}}}), joinHosts(size))
	data, err = l.spread(data)
	if data == nil {
		return nil, nil, err
	}
	list, err := parseHosts(data, size)
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(list, func(a, b hostRanks) int { return cmp.Compare(a.ranges[0].first, b.ranges[0].first) })
	for i := range list {
		lowest = append(lowest, list[i].ranges[0].first)
		if list[i].host == me {
			own = list[i].ranks()
		}
	}
	if !slices.Contains(own, l.comm.Rank()) {
		return nil, nil, fmt.Errorf("%w: the others go on without rank %d", ErrLost, l.comm.Rank())
	}
	return own, lowest, lost
}
