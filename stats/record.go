package stats

import (
	"encoding/binary"
	"fmt"
	"math"
)

// A record holds what is known of one region over a set of ranks: little-endian words. It is
// merged where it lies, in the bytes of a message, so that joining two trees of a thousand regions
// neither allocates nor decodes anything. All of it is sums, minima and maxima of integers: merging
// is associative and commutative.
// Positions of words in a record. Values of 128 bits take two words, the low one first. An extreme
// takes two: the value, and where it was found (place).
const (
	wordRanks    = 0 // ranks that ran it; ranks that completed a call << 32
	wordState    = 1 // ranks in which it is running; biased level << 32
	wordTracks   = 2
	wordCounts   = 3 // of Counts
	wordTotal    = wordCounts + len(Counts)
	wordWall     = wordTotal + 2
	wordSquares  = wordTotal + 4
	wordSelf     = wordTotal + 6
	wordOpen     = wordTotal + 8
	wordCallSq   = wordTotal + 10
	wordMin      = wordTotal + 12
	wordMax      = wordTotal + 14
	wordTrackMin = wordTotal + 16
	wordTrackMax = wordTotal + 18
	wordCallMin  = wordTotal + 20
	wordCallMax  = wordTotal + 22
	wordFirst    = wordTotal + 24 // place of the region: lowest rank that has it, position on that rank
	wordWindow   = wordTotal + 25 // first bucket; last bucket << 8; estimated << 16; lacks << 17; marked << 32

	recordSize = 8 * (wordWindow + 1)
)

const (
	nowhere   = math.MaxUint64 // place of an extreme that has no value
	noMin     = math.MaxInt64  // its value, if a minimum; a maximum has -1
	noWindow  = 0x00ff         // window without a bucket: first 255, last 0
	levelBias = 1 << 31

	// On some rank that ran it the region is marked as communication, and on some it is not.
	marked   = 1 << 32
	unmarked = 1 << 33
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

	for w := wordTracks; w < wordTotal; w++ {
		le.PutUint64(d[8*w:], addBounded(le.Uint64(d[8*w:]), le.Uint64(s[8*w:])))
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
	d[8*wordWindow+4] |= s[8*wordWindow+4]
}

// addNode is mergeRecord of what fillRecord makes of a node, without making it where the node ran on one track:
// half of the time that it takes to merge the ranks of a run.
func addNode(r record, n *Node, rank, position int, self uint64) int64 {
	if n.ByTrack != nil || !ran(n) {
		var one recordBytes
		wall := fillRecord(&one, n, rank, position, self)
		mergeRecord(r, &one)
		return wall
	}
	wall, at := max(n.Total, 0), place(rank, 0)
	counts, running := uint64(1), uint64(0)
	if n.Running > 0 {
		running = 1
	}
	r.least(wordMin, wall, at)
	r.most(wordMax, wall, at)
	if n.ended() {
		counts |= 1 << 32
		r.set(wordTracks, addBounded(r.word(wordTracks), 1))
		r.least(wordTrackMin, wall, at)
		r.most(wordTrackMax, wall, at)
	}
	if n.Timed > 0 {
		r.least(wordCallMin, max(n.Min, 0), at)
		r.most(wordCallMax, max(n.Max, 0), at)
	}
	r.set(wordRanks, r.word(wordRanks)+counts)
	state := r.word(wordState)
	level := min(state>>32, uint64(uint32(int64(n.Level)+levelBias)))
	r.set(wordState, level<<32|uint64(uint32(state+running)))
	for i, count := range n.counts() {
		r.set(wordCounts+i, addBounded(r.word(wordCounts+i), *count))
	}
	r.add(wordTotal, Uint128{Lo: positive(n.Total)})
	r.add(wordWall, Uint128{Lo: uint64(wall)})
	r.add(wordSquares, Square(uint64(wall)))
	r.add(wordSelf, Uint128{Lo: self})
	r.add(wordOpen, Uint128{Lo: positive(n.Open)})
	r.add(wordCallSq, n.Squares)
	r.set(wordFirst, min(r.word(wordFirst), place(rank, position)))
	window := r.word(wordWindow) | uint64(n.Lacks)<<17 | n.mark()
	if n.Estimated {
		window |= 1 << 16
	}
	if k := len(n.Histogram.Counts); k > 0 {
		first, last := r.window()
		first, last = min(first, n.Histogram.First), max(last, n.Histogram.First+k-1)
		window = window&^0xffff | uint64(last)<<8 | uint64(first)
	}
	r.set(wordWindow, window)
	return wall
}

// mark is what a rank says of a region that it ran.
func (n *Node) mark() uint64 {
	if n.Communicates {
		return marked
	}
	return unmarked
}

func (r *recordBytes) add(i int, v Uint128) { r.setWide(i, r.wide(i).Add(v)) }

// least and most keep the lesser and the larger extreme; of equal ones that of the lower place.
func (r *recordBytes) least(i int, v int64, at uint64) {
	if known := int64(r.word(i)); v < known || v == known && at < r.word(i+1) {
		r.setExtreme(i, v, at)
	}
}

func (r *recordBytes) most(i int, v int64, at uint64) {
	if known := int64(r.word(i)); v > known || v == known && at < r.word(i+1) {
		r.setExtreme(i, v, at)
	}
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
