package stats

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// window is what every rank must know of a region to place its own time among the others': the
// smallest and largest time of a rank, and the first and last bucket of the histogram of calls.
type window struct {
	min, max    int64
	first, last uint8 // first > last: no histogram
	inner       bool  // on some rank there are regions inside that take some of its time
}

// windows returns the windows of all regions of d.
func (d *partial) windows() []window {
	out := make([]window, len(d.keys))
	for i := range out {
		r := recordAt(d.records, i)
		first, last := r.window()
		out[i] = window{int64(r.word(wordMin)), int64(r.word(wordMax)), uint8(first), uint8(last), false}
		if around := d.around(i); around >= 0 {
			out[around].inner = true
		}
	}
	return out
}

// bin is the bin of a time v within w, and is always one of RankBins.
func (w *window) bin(v int64) int {
	if v <= w.min || w.max <= w.min {
		return 0
	}
	if v >= w.max {
		return RankBins - 1
	}
	above, width := uint64(v-w.min), uint64(w.max-w.min)
	if above < 1<<58 {
		return int(above * RankBins / width)
	}
	hi, lo := bits.Mul64(above, RankBins)
	at, _ := bits.Div64(hi, lo, width)
	return int(at)
}

// bins counts the ranks of a part of the tree in RankBins bins for each region, and their calls in
// the buckets of each region's window.
type bins struct {
	width int       // bytes of a count: as many as the number of ranks needs
	ranks []byte    // RankBins counts for each region, little-endian
	sets  []RankSet // rankSets for each
	calls []uint64
	start []int // where in calls a region's buckets begin, one more than regions; nil without calls

	untimed *untimed
}

// newBins makes bins with room for so many ranks.
func newBins(windows []window, ranks int) *bins {
	b := &bins{width: countWidth(uint64(ranks)), sets: make([]RankSet, len(windows)*rankSets)}
	b.ranks = make([]byte, len(windows)*RankBins*b.width)
	at := 0
	for i := range windows {
		if w := &windows[i]; w.first <= w.last {
			if b.start == nil {
				b.start = make([]int, len(windows)+1)
			}
			b.start[i] = at
			at += int(w.last-w.first) + 1
		} else if b.start != nil {
			b.start[i] = at
		}
	}
	if b.start != nil {
		b.start[len(windows)] = at
		b.calls = make([]uint64, at)
	}
	return b
}

func countWidth(n uint64) int {
	switch {
	case n < 1<<8:
		return 1
	case n < 1<<16:
		return 2
	case n < 1<<32:
		return 4
	}
	return 8
}

func getCount(b []byte, width, i int) uint64 {
	switch width {
	case 1:
		return uint64(b[i])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b[2*i:]))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return binary.LittleEndian.Uint64(b[8*i:])
}

func putCount(b []byte, width, i int, v uint64) {
	switch width {
	case 1:
		b[i] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b[2*i:], uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b[4*i:], uint32(v))
	default:
		binary.LittleEndian.PutUint64(b[8*i:], v)
	}
}

// addRank counts one rank of which the times are known.
func (b *bins) addRank(c *column, windows []window) {
	for i, wall := range c.times {
		if wall >= 0 {
			at := c.at.region(i)
			bin := windows[at].bin(wall)
			b.sets[at*rankSets+bin/SetBins].Add(&c.of)
			bin += at * RankBins
			putCount(b.ranks, b.width, bin, getCount(b.ranks, b.width, bin)+1)
		}
	}
	b.untimed.addRank(c)
}

// addProfile counts the calls of one rank, whose regions, from base on, stand in b as a says.
func (b *bins) addProfile(p *Profile, base int, a *alignment, windows []window) {
	if b.start == nil || p == nil {
		return
	}
	for i := range p.Nodes {
		if h := &p.Nodes[i].Histogram; len(h.Counts) > 0 {
			at := a.region(base + i)
			b.addCalls(b.start[at]+h.First-int(windows[at].first), h.Counts)
		}
	}
}

func (b *bins) addCalls(at int, counts []uint64) {
	for i, c := range counts {
		b.calls[at+i] = addBounded(b.calls[at+i], c)
	}
}

// add counts the ranks of o, whose regions stand in b as a says.
func (b *bins) add(o *bins, a *alignment) {
	if a.same && b.width == o.width {
		addPacked(b.ranks, o.ranks)
	} else {
		for i := range a.count {
			at := a.region(i)
			to := b.ranks[at*RankBins*b.width : (at+1)*RankBins*b.width]
			from := o.ranks[i*RankBins*o.width : (i+1)*RankBins*o.width]
			if b.width == o.width {
				addPacked(to, from)
				continue
			}
			for j := range RankBins {
				putCount(to, b.width, j, getCount(to, b.width, j)+getCount(from, o.width, j))
			}
		}
	}
	for i := range o.sets {
		b.sets[a.region(i/rankSets)*rankSets+i%rankSets].Add(&o.sets[i])
	}
	b.untimed.add(o.untimed, a)
	if o.start == nil {
		return
	}
	for i := range a.count {
		b.addCalls(b.start[a.region(i)], o.calls[o.start[i]:o.start[i+1]])
	}
}

// addPacked adds eight bytes at once. Counts do not run over into their neighbours: they are wide
// enough for the number of ranks.
func addPacked(to, from []byte) {
	for i := 0; i+8 <= len(to) && i+8 <= len(from); i += 8 {
		binary.LittleEndian.PutUint64(to[i:], binary.LittleEndian.Uint64(to[i:])+binary.LittleEndian.Uint64(from[i:]))
	}
}

// message returns b as the body of a message.
func (b *bins) message() []byte {
	out := make([]byte, 0, len(b.ranks)+rankSetSize*len(b.sets)+4+leftoverSize*len(b.untimed.inner)+trailerSize)
	out = append(out, b.ranks...)
	for i := range b.sets {
		out = b.sets[i].append(out)
	}
	out = b.untimed.append(out)
	if b.start == nil {
		return out
	}
	largest := uint64(0)
	for _, c := range b.calls {
		largest = max(largest, c)
	}
	w := countWidth(largest)
	out = append(out, byte(w))
	at := len(out)
	out = slices.Grow(out, w*len(b.calls))[:at+w*len(b.calls)]
	for i, c := range b.calls {
		putCount(out[at:], w, i, c)
	}
	return out
}

// parse reads what message has made into b, which newBins has made with the windows of the sender.
func (b *bins) parse(body []byte) error {
	if least := len(b.ranks) + rankSetSize*len(b.sets); len(body) < least {
		return fmt.Errorf("%w: distribution of %d bytes, want %d", errMessage, len(body), least)
	}
	b.ranks, body = body[:len(b.ranks)], body[len(b.ranks):]
	for i := range b.sets {
		b.sets[i], body = readRankSet(body), body[rankSetSize:]
	}
	var err error
	if b.untimed, body, err = parseUntimed(body, len(b.sets)/rankSets); err != nil {
		return err
	}
	if b.start == nil {
		return nil
	}
	if len(body) == 0 || body[0] > 8 || bits.OnesCount8(body[0]) != 1 || len(body) != 1+int(body[0])*len(b.calls) {
		return fmt.Errorf("%w: histograms in %d bytes, want %d counts", errMessage, len(body), len(b.calls))
	}
	for i := range b.calls {
		b.calls[i] = getCount(body[1:], int(body[0]), i)
	}
	return nil
}
