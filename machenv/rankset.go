package machenv

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/go-hpc/timers/internal/order"
)

// rankSet is a set of ranks as ascending ranges that neither meet nor overlap: all ranks but a few are
// a few ranges, however many they are.
type rankSet []rankRange

type rankRange struct{ first, last int }

func ranksUpTo(size int) rankSet { return rankSet{{0, size - 1}} }

func (s rankSet) len() int {
	n := 0
	for _, r := range s {
		n += r.last - r.first + 1
	}
	return n
}

// at is the i-th rank of the set.
func (s rankSet) at(i int) int {
	for _, r := range s {
		if n := r.last - r.first + 1; i >= n {
			i -= n
			continue
		}
		return r.first + i
	}
	return -1
}

// index is the inverse of at; -1 for a rank that is not in the set.
func (s rankSet) index(rank int) int {
	before := 0
	for _, r := range s {
		if rank <= r.last {
			if rank < r.first {
				return -1
			}
			return before + rank - r.first
		}
		before += r.last - r.first + 1
	}
	return -1
}

func (s rankSet) has(rank int) bool { return s.index(rank) >= 0 }

// with is the union of two sets.
func (s rankSet) with(t rankSet) rankSet {
	all := append(slices.Clone(s), t...)
	order.By(all, func(a, b rankRange) int { return cmp.Compare(a.first, b.first) })
	joined := all[:0]
	for _, r := range all {
		if n := len(joined); n > 0 && r.first <= joined[n-1].last+1 {
			joined[n-1].last = max(joined[n-1].last, r.last)
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

func (s rankSet) and(rank int) rankSet { return s.with(rankSet{{rank, rank}}) }

// without is the ranks of s that are not in t, as a list.
func (s rankSet) without(t rankSet) []int {
	var list []int
	for _, r := range s {
		for rank := r.first; rank <= r.last; rank++ {
			if i := slices.IndexFunc(t, func(o rankRange) bool { return o.first <= rank && rank <= o.last }); i >= 0 {
				rank = t[i].last
				continue
			}
			list = append(list, rank)
		}
	}
	return list
}

// setOf is the set of a list of ranks.
func setOf(ranks []int) (s rankSet) {
	for _, r := range ranks {
		s = append(s, rankRange{r, r})
	}
	return s.with(nil)
}

// String names the ranks, at most eight ranges of them.
func (s rankSet) String() string {
	const most = 8
	list := make([]Range, len(s))
	for i, r := range s {
		list[i] = Range{First: r.first, Last: r.last, Stride: 1}
	}
	text := FormatRanges(list, most)
	if len(s) > most {
		text += fmt.Sprintf(" (%d in all)", s.len())
	}
	if s.len() != 1 {
		return "ranks " + text
	}
	return "rank " + text
}

// FormatRanks names ranks for a message: "rank 3", "ranks 0-2,7".
func FormatRanks(ranks []int) string { return setOf(ranks).String() }

func (s rankSet) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	next := 0
	for _, r := range s {
		b = binary.AppendUvarint(b, uint64(r.first-next))
		b = binary.AppendUvarint(b, uint64(r.last-r.first))
		next = r.last + 1
	}
	return b
}

// reader takes a message of a round apart. After a fault it gives zeros.
type reader struct {
	b   []byte
	bad bool
}

var errRound = errors.New("machenv: message of a round not understood")

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) bytes() []byte {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// ranks is a set of ranks of a communicator of so many.
func (r *reader) ranks(size int) rankSet {
	n := r.uint()
	var s rankSet
	next := uint64(0)
	for range n {
		first := next + r.uint()
		last := first + r.uint()
		if r.bad || first < next || last < first || last >= uint64(size) {
			r.bad, r.b = true, nil
			return nil
		}
		s = append(s, rankRange{int(first), int(last)})
		next = last + 1
	}
	return s
}

func appendBytes(b, part []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}
