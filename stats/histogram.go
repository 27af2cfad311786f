package stats

import "math/bits"

// Buckets is the number of buckets of the histogram of calls. A bucket's width is at most a quarter of
// its lower bound, so a quantile read from it is accurate to 25 %.
const Buckets = 252

// Histogram counts durations in nanoseconds by [BucketOf]: four buckets per power of two. The zero
// value is empty.
type Histogram struct {
	First  int      `json:"first"`            // bucket of Counts[0]; 0 when empty
	Counts []uint64 `json:"counts,omitempty"` // neither begins nor ends with a zero; nil when empty
}

// IsZero reports whether there are no counts.
func (h Histogram) IsZero() bool { return len(h.Counts) == 0 }

// BucketOf returns the bucket of a duration: 0, 1, 2 and 3 have buckets of their own, after which
// each power of two is split into four buckets of equal width.
func BucketOf(v uint64) int {
	if v < 4 {
		return int(v)
	}
	e := bits.Len64(v) - 1
	return 4*(e-1) + int(v>>(e-2)&3)
}

// BucketLow returns the smallest duration that falls into bucket i. It returns 0 for a negative i
// and the largest duration for i ≥ Buckets.
func BucketLow(i int) uint64 {
	switch {
	case i < 0:
		return 0
	case i < 4:
		return uint64(i)
	case i >= Buckets:
		return 1<<64 - 1
	}
	return uint64(4+i%4) << (i/4 - 1)
}

// NewHistogram returns the histogram with counts[i] in bucket i. It copies the counts, and drops those
// beyond the last bucket.
func NewHistogram(counts []uint64) Histogram {
	return trimmed(0, append([]uint64(nil), counts[:min(len(counts), Buckets)]...))
}

// trimmed makes a Histogram of counts, without copying.
func trimmed(first int, counts []uint64) Histogram {
	for len(counts) > 0 && counts[0] == 0 {
		first, counts = first+1, counts[1:]
	}
	for len(counts) > 0 && counts[len(counts)-1] == 0 {
		counts = counts[:len(counts)-1]
	}
	if len(counts) == 0 {
		return Histogram{}
	}
	return Histogram{first, counts}
}

// Add counts the duration v.
func (h *Histogram) Add(v uint64) {
	h.Merge(Histogram{BucketOf(v), []uint64{1}})
}

// Merge adds the counts of o, saturating. It never writes to the Counts of o.
func (h *Histogram) Merge(o Histogram) {
	if len(o.Counts) == 0 {
		return
	}
	if len(h.Counts) == 0 {
		*h = Histogram{o.First, append([]uint64(nil), o.Counts...)}
		return
	}
	first := min(h.First, o.First)
	last := max(h.First+len(h.Counts), o.First+len(o.Counts))
	if first < h.First || last > h.First+len(h.Counts) {
		counts := make([]uint64, last-first)
		copy(counts[h.First-first:], h.Counts)
		h.First, h.Counts = first, counts
	}
	for i, c := range o.Counts {
		at := &h.Counts[o.First-h.First+i]
		*at = addBounded(*at, c)
	}
}

// Total returns the number of counted durations.
func (h Histogram) Total() uint64 {
	var n uint64
	for _, c := range h.Counts {
		n = addBounded(n, c)
	}
	return n
}

// Quantile returns the duration in nanoseconds below which the share q of the counted durations lies,
// interpolated within its bucket, or 0 if nothing was counted. q below 0 counts as 0, and q above 1 as
// 1.
func (h Histogram) Quantile(q float64) float64 {
	at, ok := quantile(h.Counts, q)
	if !ok {
		return 0
	}
	i := min(int(at), len(h.Counts)-1)
	low, high := float64(BucketLow(h.First+i)), float64(BucketLow(h.First+i+1))
	return low + (high-low)*(at-float64(i))
}

// quantile returns where in counts the share q of their sum is reached: 2.25 is a quarter into
// counts[2]. It reports false when counts hold nothing.
func quantile[T uint32 | uint64](counts []T, q float64) (float64, bool) {
	var total float64
	for _, c := range counts {
		total += float64(c)
	}
	if total == 0 {
		return 0, false
	}
	// Written so that a q that is not a number counts as 0.
	want := 0.0
	if q > 0 {
		want = min(q, 1) * total
	}
	var below float64
	last := 0
	for i, c := range counts {
		if c == 0 {
			continue
		}
		if below+float64(c) >= want {
			return float64(i) + (want-below)/float64(c), true
		}
		below += float64(c)
		last = i
	}
	return float64(last) + 1, true
}
