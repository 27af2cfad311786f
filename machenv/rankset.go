package machenv

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/go-hpc/timers/internal/rankset"
)

// FormatRanks names ranks for a message: "rank 3", "ranks 0-2,7", at most eight ranges of them.
func FormatRanks(ranks []int) string { return named(rankset.Of(ranks)) }

func named(s rankset.Set) string {
	const most = 8
	list := make([]Range, len(s))
	for i, r := range s {
		list[i] = Range{First: r.First, Last: r.Last, Stride: 1}
	}
	text := FormatRanges(list, most)
	if len(s) > most {
		text += fmt.Sprintf(" (%d in all)", s.Len())
	}
	if s.Len() != 1 {
		return "ranks " + text
	}
	return "rank " + text
}

func appendRanks(b []byte, s rankset.Set) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	next := 0
	for _, r := range s {
		b = binary.AppendUvarint(b, uint64(r.First-next))
		b = binary.AppendUvarint(b, uint64(r.Last-r.First))
		next = r.Last + 1
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
func (r *reader) ranks(size int) rankset.Set {
	n := r.uint()
	var s rankset.Set
	next := uint64(0)
	for range n {
		first := next + r.uint()
		last := first + r.uint()
		if r.bad || first < next || last < first || last >= uint64(size) {
			r.bad, r.b = true, nil
			return nil
		}
		s = append(s, rankset.Range{First: int(first), Last: int(last)})
		next = last + 1
	}
	return s
}

func appendBytes(b, part []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}
