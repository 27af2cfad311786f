package stats

import (
	"encoding/binary"
	"slices"
)

// A RankSet describes some of the ranks in constant space, so a reduction can carry it: enough to name them if
// they are few, or regular (see package answers). It does not depend on the order in which ranks are added.
type RankSet struct {
	First int32  `json:"first"` // the lowest of them
	Last  int32  `json:"last"`  // the highest
	Sum   uint64 `json:"sum"`   // of the RankWeight of each, modulo 2⁶⁴; 0: there are none
}

const (
	// SetBins is the number of bins of a RankHistogram in one RankSet. If one bin fewer than that are
	// empty side by side, no set has ranks of both sides.
	SetBins     = 8
	rankSets    = RankBins / SetBins
	rankSetSize = 4 + 4 + 8 // in messages
)

// RankWeight returns the rank's contribution to RankSet.Sum: a bit of its own among up to 64 ranks,
// otherwise a pseudo-random number, so other ranks do not add up to the same sum.
func RankWeight(rank, size int) uint64 {
	if size <= 64 {
		return 1 << (rank & 63)
	}
	k := rootKey.mix(uint64(rank)).mix(uint64(rank))
	return k.a ^ k.b
}

// setOf is the set of one rank.
func setOf(rank, size int) RankSet { return RankSet{int32(rank), int32(rank), RankWeight(rank, size)} }

// Add adds the ranks of o, none of which is in s.
func (s *RankSet) Add(o *RankSet) {
	switch {
	case o.Sum == 0:
	case s.Sum == 0:
		*s = *o
	default:
		*s = RankSet{min(s.First, o.First), max(s.Last, o.Last), s.Sum + o.Sum}
	}
}

func (s *RankSet) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(s.First))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.Last))
	return binary.LittleEndian.AppendUint64(b, s.Sum)
}

func readRankSet(b []byte) RankSet {
	return RankSet{int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:])), binary.LittleEndian.Uint64(b[8:])}
}

// validSets reports whether they may be those of a region, in a run of so many ranks.
func validSets(sets []RankSet, size int) bool {
	wrong := func(s RankSet) bool { return s.First < 0 || s.Last < s.First || int(s.Last) >= size && s.Last > 0 }
	return (len(sets) == 0 || len(sets) == rankSets) && !slices.ContainsFunc(sets, wrong)
}
