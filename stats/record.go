package stats

import (
	"encoding/binary"
	"fmt"
	"math"
)

// A record holds what is known of one region over a set of ranks: 32 little-endian words. It is
// merged where it lies, in the bytes of a message, so that joining two trees of a thousand regions
// neither allocates nor decodes anything. All of it is sums, minima and maxima of integers: merging
// is associative and commutative.
const (
	recordWords = 32
	recordSize  = 8 * recordWords
)

// Positions of words in a record. Values of 128 bits take two words, the low one first. An extreme
// takes two: the value, and where it was found (place).
const (
	wordRanks     = 0 // ranks that ran it; ranks that completed a call << 32
	wordState     = 1 // ranks in which it is running; biased level << 32
	wordThreads   = 2
	wordCalls     = 3
	wordRecursion = 4
	wordTimed     = 5
	wordTotal     = 6
	wordWall      = 8
	wordSquares   = 10
	wordSelf      = 12
	wordOpen      = 14
	wordCallSq    = 16
	wordMin       = 18
	wordMax       = 20
	wordThreadMin = 22
	wordThreadMax = 24
	wordCallMin   = 26
	wordCallMax   = 28
	wordFirst     = 30 // place of the region: lowest rank that has it, position on that rank
	wordWindow    = 31 // first bucket; last bucket << 8; estimated << 16; lacks << 17
)

const (
	nowhere   = math.MaxUint64 // place of an extreme that has no value
	noMin     = math.MaxInt64  // its value, if a minimum; a maximum has -1
	noWindow  = 0x00ff         // window without a bucket: first 255, last 0
	levelBias = 1 << 31
)

// record is the bytes of one: an array, so that the compiler knows that words are within it.
type record = *recordBytes
type recordBytes [recordSize]byte

func recordAt(records []byte, i int) record {
	return record(records[i*recordSize:])
}

func (r *recordBytes) word(i int) uint64        { return binary.LittleEndian.Uint64(r[8*i:]) }
func (r *recordBytes) set(i int, v uint64)      { binary.LittleEndian.PutUint64(r[8*i:], v) }
func (r *recordBytes) wide(i int) Uint128       { return Uint128{r.word(i + 1), r.word(i)} }
func (r *recordBytes) setWide(i int, v Uint128) { r.set(i, v.Lo); r.set(i+1, v.Hi) }

func (r *recordBytes) setExtreme(i int, v int64, where uint64) {
	r.set(i, uint64(v))
	r.set(i+1, where)
}

func place(rank, position int) uint64 { return uint64(rank)<<32 | uint64(uint32(position)) }

func (r *recordBytes) extreme(i int) Extreme {
	where := r.word(i + 1)
	if where == nowhere {
		return Extreme{Rank: -1}
	}
	return Extreme{int64(r.word(i)), int(where >> 32), int(uint32(where))}
}

// ranks is how many ranks ran the region.
func (r *recordBytes) ranks() int { return int(uint32(r.word(wordRanks))) }

// window returns the first and last bucket of the histogram of calls; the first is the larger one
// when there is none.
func (r *recordBytes) window() (first, last int) {
	w := r.word(wordWindow)
	return int(w & 0xff), int(w >> 8 & 0xff)
}

// mergeRecord adds src to dst.
func mergeRecord(dst, src record) {
	d, s := dst, src
	le := binary.LittleEndian

	// Both halves are numbers of ranks, which cannot overflow 32 bits.
	le.PutUint64(d[8*wordRanks:], le.Uint64(d[8*wordRanks:])+le.Uint64(s[8*wordRanks:]))
	le.PutUint32(d[8*wordState:], le.Uint32(d[8*wordState:])+le.Uint32(s[8*wordState:]))
	le.PutUint32(d[8*wordState+4:], min(le.Uint32(d[8*wordState+4:]), le.Uint32(s[8*wordState+4:])))

	for w := wordThreads; w <= wordTimed; w++ {
		le.PutUint64(d[8*w:], addSaturating(le.Uint64(d[8*w:]), le.Uint64(s[8*w:])))
	}
	for w := wordTotal; w <= wordCallSq; w += 2 {
		sum := Uint128{le.Uint64(d[8*w+8:]), le.Uint64(d[8*w:])}.
			Add(Uint128{le.Uint64(s[8*w+8:]), le.Uint64(s[8*w:])})
		le.PutUint64(d[8*w:], sum.Lo)
		le.PutUint64(d[8*w+8:], sum.Hi)
	}
	for w := wordMin; w <= wordCallMin; w += 4 {
		dv, sv := int64(le.Uint64(d[8*w:])), int64(le.Uint64(s[8*w:]))
		if sv < dv || sv == dv && le.Uint64(s[8*w+8:]) < le.Uint64(d[8*w+8:]) {
			copy(d[8*w:8*w+16], s[8*w:])
		}
		const m = wordMax - wordMin
		dv, sv = int64(le.Uint64(d[8*(w+m):])), int64(le.Uint64(s[8*(w+m):]))
		if sv > dv || sv == dv && le.Uint64(s[8*(w+m)+8:]) < le.Uint64(d[8*(w+m)+8:]) {
			copy(d[8*(w+m):8*(w+m)+16], s[8*(w+m):])
		}
	}
	le.PutUint64(d[8*wordFirst:], min(le.Uint64(d[8*wordFirst:]), le.Uint64(s[8*wordFirst:])))
	d[8*wordWindow] = min(d[8*wordWindow], s[8*wordWindow])
	d[8*wordWindow+1] = max(d[8*wordWindow+1], s[8*wordWindow+1])
	d[8*wordWindow+2] |= s[8*wordWindow+2]
	d[8*wordWindow+3] |= s[8*wordWindow+3]
}

// checkRecords says what is wrong with records that came from another rank, over the given number of
// ranks. What passes is safe to compute with; a number may still be untrue.
func checkRecords(records []byte, ranks int) error {
	for i := range len(records) / recordSize {
		r := recordAt(records, i)
		ran, completed := r.ranks(), int(r.word(wordRanks)>>32)
		running := int(uint32(r.word(wordState)))
		if ran > ranks || completed > ran || running > ran {
			return fmt.Errorf("%w: record %d counts %d, %d and %d of %d ranks", errMessage, i, ran, completed, running, ranks)
		}
		if ran > 0 && (int64(r.word(wordMin)) < 0 || int64(r.word(wordMax)) < int64(r.word(wordMin))) {
			return fmt.Errorf("%w: record %d has a maximum below its minimum", errMessage, i)
		}
		if w := r.word(wordWindow) & 0xffff; w != noWindow {
			if first, last := r.window(); first > last || last >= Buckets {
				return fmt.Errorf("%w: record %d has a histogram from bucket %d to %d", errMessage, i, first, last)
			}
		}
	}
	return nil
}
