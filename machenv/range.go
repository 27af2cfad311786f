package machenv

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/order"
)

// Range is a run of ranks: First, First+Stride, … up to and including Last. Lists of ranks are kept as runs
// because those of large machines are long and nearly always regular.
type Range struct {
	First  int `json:"first"`
	Last   int `json:"last"`
	Stride int `json:"stride"`
}

// Len returns the number of ranks in the range.
func (s Range) Len() int { return (s.Last-s.First)/s.Stride + 1 }

// String formats the range, for example as "5", "3,8", "0-7" or "0-14:2".
func (s Range) String() string {
	switch {
	case s.First == s.Last:
		return strconv.Itoa(s.First)
	case s.Len() == 2 && s.Stride != 1:
		return fmt.Sprintf("%d,%d", s.First, s.Last)
	case s.Stride == 1:
		return fmt.Sprintf("%d-%d", s.First, s.Last)
	default:
		return fmt.Sprintf("%d-%d:%d", s.First, s.Last, s.Stride)
	}
}

// FormatRanges formats ranks as batch systems do: 0-2,5,8-62:2. If there are more than most ranges, it
// prints the first ones and "…": a million ranks may come in as many pieces.
func FormatRanges(ranges []Range, most int) string {
	var b strings.Builder
	for i, r := range ranges {
		if i > 0 {
			b.WriteByte(',')
		}
		if i == most {
			b.WriteString("…")
			break
		}
		b.WriteString(r.String())
	}
	return b.String()
}

// Has reports whether a rank is in the range, whose stride is not negative.
func (s Range) Has(rank int) bool {
	return rank >= s.First && rank <= s.Last && (rank == s.First || s.Stride > 0 && (rank-s.First)%s.Stride == 0)
}

// at is the i-th rank of the range.
func (s Range) at(i int) int { return s.First + i*s.Stride }

// single is the range of one rank.
func single(rank int) Range { return Range{First: rank, Last: rank, Stride: 1} }

// newRange is the range of n ranks from begin.
func newRange(begin, n, stride int) Range {
	if n == 1 {
		return single(begin)
	}
	return Range{First: begin, Last: begin + (n-1)*stride, Stride: stride}
}

// runs is a list of ranks in a given order, as ranges; strides may be negative there.
type runs []Range

// compress makes runs of a list of different ranks, always the same of the same list.
func compress(ranks []int) runs {
	var r runs
	for i := 0; i < len(ranks); {
		n := 1
		if i+1 < len(ranks) {
			stride := ranks[i+1] - ranks[i]
			for i+n < len(ranks) && ranks[i+n]-ranks[i+n-1] == stride {
				n++
			}
			r = append(r, newRange(ranks[i], n, stride))
		} else {
			r = append(r, single(ranks[i]))
		}
		i += n
	}
	return r
}

func (r runs) len() int {
	n := 0
	for _, s := range r {
		n += s.Len()
	}
	return n
}

// expand is the list of ranks.
func (r runs) expand() []int {
	ranks := make([]int, 0, r.len())
	for _, s := range r {
		for i := range s.Len() {
			ranks = append(ranks, s.at(i))
		}
	}
	return ranks
}

// through maps a list of places in the list outer to the ranks that stand there.
func (r runs) through(outer runs) runs {
	if len(outer) == 1 {
		o := outer[0]
		mapped := make(runs, len(r))
		for i, s := range r {
			mapped[i] = newRange(o.at(s.First), s.Len(), s.Stride*o.Stride)
		}
		return mapped
	}
	all, ranks := outer.expand(), r.expand()
	for i, place := range ranks {
		ranks[i] = all[place]
	}
	return compress(ranks)
}

// ascending is the same ranks in ascending order.
func (r runs) ascending() runs {
	if len(r) == 1 {
		s := r[0]
		if s.Stride < 0 {
			s = Range{First: s.Last, Last: s.First, Stride: -s.Stride}
		}
		return runs{s}
	}
	ranks := r.expand()
	order.By(ranks, cmp.Compare)
	return compress(ranks)
}

// String lists the ranges, at most eight of them.
func (r runs) String() string {
	const most = 8
	if len(r) > most {
		return fmt.Sprintf("%s (%d ranks)", FormatRanges(r, most), r.len())
	}
	return FormatRanges(r, most)
}

// joined is r followed by next, with the two made one where the end of r goes on in next.
func (r runs) joined(next runs) runs {
	if len(r) == 0 || len(next) == 0 {
		return append(r, next...)
	}
	a, b := r[len(r)-1], next[0]
	step := b.First - a.Last
	fits := step != 0 && (a.First == a.Last || step == a.Stride) &&
		(b.First == b.Last || step == b.Stride)
	if !fits {
		return append(r, next...)
	}
	r[len(r)-1] = Range{First: a.First, Last: b.Last, Stride: step}
	return append(r, next[1:]...)
}

// encode and decodeRuns are the form in which runs travel between ranks: three varints a range.
func (r runs) encode() []byte {
	var data []byte
	for _, s := range r {
		data = binary.AppendVarint(data, int64(s.First))
		data = binary.AppendVarint(data, int64(s.Last))
		data = binary.AppendVarint(data, int64(s.Stride))
	}
	return data
}

func decodeRuns(data []byte) (runs, error) {
	var r runs
	for len(data) > 0 {
		var v [3]int
		for i := range v {
			value, n := binary.Varint(data)
			if n <= 0 {
				return nil, fmt.Errorf("machenv: list of ranks cut short, %d bytes before its end", len(data))
			}
			v[i], data = int(value), data[n:]
		}
		s := Range{First: v[0], Last: v[1], Stride: v[2]}
		if s.Stride == 0 || (s.Last-s.First)%s.Stride != 0 || s.Len() < 1 {
			return nil, fmt.Errorf("machenv: list of ranks with an impossible run from %d to %d, stride %d", v[0], v[1], v[2])
		}
		r = append(r, s)
	}
	return r, nil
}

// collectRuns gathers one number of each rank into runs, in the order of the ranks, on all ranks.
func collectRuns(comm Communicator, number int) (runs, error) {
	// What travels was made by encode, so the error of decodeRuns can only be of a broken
	// communicator; nil makes the count wrong, which the end of this function notices.
	all, err := combine(comm, 0, tagRanges, runs{single(number)}.encode(), func(lower, upper []byte) []byte {
		a, _ := decodeRuns(lower)
		b, _ := decodeRuns(upper)
		return a.joined(b).encode()
	})
	if err != nil {
		return nil, err
	}
	if all, err = broadcast(comm, 0, tagRanges, all); err != nil {
		return nil, err
	}
	r, err := decodeRuns(all)
	if err != nil {
		return nil, err
	}
	if r.len() != comm.Size() {
		return nil, fmt.Errorf("machenv: list of ranks has %d entries, expected %d", r.len(), comm.Size())
	}
	return r, nil
}
