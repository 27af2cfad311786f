// Package consent finds the packages that all ranks of a job have, since their programs may link different ones.
package consent

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// consent is which of some ranks have what: for each name that any of them has, the lowest rank without it.
// Those of sets of ranks join to that of the union, in any order and also if they overlap.
type consent struct {
	lowest uint32            // of the ranks
	lacks  map[string]uint32 // Nobody: all have it
}

// Nobody stands for the rank that lacks what all have.
const Nobody = math.MaxUint32

// Of is what one rank has, as a message.
func Of(rank int, names []string) []byte {
	c := consent{lowest: uint32(rank), lacks: make(map[string]uint32, len(names))}
	for _, name := range names {
		c.lacks[name] = Nobody
	}
	return c.encode()
}

// join is that of both sets. What only the ranks of one have all ranks of the other lack.
func (c consent) join(other consent) consent {
	all := consent{lowest: min(c.lowest, other.lowest), lacks: make(map[string]uint32)}
	for _, each := range [][2]consent{{c, other}, {other, c}} {
		for name, lacks := range each[0].lacks {
			elsewhere, known := each[1].lacks[name]
			if !known {
				elsewhere = each[1].lowest
			}
			all.lacks[name] = min(lacks, elsewhere)
		}
	}
	return all
}

func (c consent) encode() []byte {
	b := binary.LittleEndian.AppendUint32(nil, c.lowest)
	for _, name := range slices.Sorted(maps.Keys(c.lacks)) {
		b = binary.LittleEndian.AppendUint32(b, c.lacks[name])
		b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
	}
	return b
}

// decode reads what encode has written. Of what is not that, it reads what it can: all ranks find the
// same in the same message.
func decode(b []byte) consent {
	c := consent{lowest: Nobody, lacks: make(map[string]uint32)}
	if len(b) < 4 {
		return c
	}
	c.lowest, b = binary.LittleEndian.Uint32(b), b[4:]
	for len(b) > 4 {
		lacks := binary.LittleEndian.Uint32(b)
		length, n := binary.Uvarint(b[4:])
		if b = b[4+max(n, 0):]; n <= 0 || length > uint64(len(b)) {
			break
		}
		c.lacks[string(b[:length])], b = lacks, b[length:]
	}
	return c
}

// Join is the message of both sets of ranks.
func Join(mine, theirs []byte) []byte { return decode(mine).join(decode(theirs)).encode() }

// Lacking says of each name that any rank has which is the lowest rank without it.
func Lacking(message []byte) map[string]uint32 { return decode(message).lacks }
