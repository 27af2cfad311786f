package util

import "math"

// verdict says what is known about a difference.
type verdict uint8

const (
	good    verdict = iota
	wrapped         // known: the counter restarted from 0 because its bits were used up
	fresh           // there is no earlier reading
	back            // the counter went back: it was reset, or is wrong
	leaped          // it advanced by more than is possible
	coarse          // no time has passed in the kernel's units
	absent          // what is counted is not there
	garbled         // the kernel's text was not understood
)

func (v verdict) known() bool { return v <= wrapped }

// counter turns readings of a counter that only grows into differences.
//
// A counter that goes back has either wrapped, since some drivers count in 32 bits what the kernel shows in
// 64, or was reset. Both look alike. It counts as a wrap only if the difference would be a small part of the
// counter's range and not much more than the largest one seen before; otherwise the difference is unknown.
type counter struct {
	prev  uint64
	most  uint64 // the largest difference seen
	known bool   // prev is a reading
}

// What a difference across a wrap may be: a part of the range, a multiple of the largest difference before,
// and an amount that is allowed without one.
const (
	wrapPart  = 16
	wrapTimes = 4
	wrapFree  = 64 << 10
)

// step takes a reading and returns the difference from the one before. It is at most limit, or unknown.
func (c *counter) step(cur, limit uint64) (uint64, verdict) {
	prev, known := c.prev, c.known
	c.prev, c.known = cur, true
	if !known {
		return 0, fresh
	}
	d, v := cur-prev, good
	if cur < prev {
		if d, v = c.across(prev, cur); v != wrapped {
			return 0, v
		}
	}
	switch {
	case d > math.MaxInt64: // a counter that fell below 0
		return 0, back
	case d > limit:
		return 0, leaped
	}
	c.most = max(c.most, d)
	return d, v
}

// across returns the difference if the counter has wrapped.
func (c *counter) across(prev, cur uint64) (uint64, verdict) {
	d, part := cur-prev, uint64(math.MaxUint64/wrapPart) // modulo 2⁶⁴
	if prev <= math.MaxUint32 {
		d, part = cur+1<<32-prev, math.MaxUint32/wrapPart
	}
	if d > part || d > max(wrapFree, c.times()) {
		return 0, back
	}
	return d, wrapped
}

func (c *counter) times() uint64 {
	if c.most > math.MaxUint64/wrapTimes {
		return math.MaxUint64
	}
	return wrapTimes * c.most
}

// forget makes the next reading the first. The largest difference stays.
func (c *counter) forget() { c.known = false }

// together corrects the verdicts of counters that belong together: if one of them was reset, or more than one
// seems to have wrapped at once, all were reset.
func together(verdicts []verdict) {
	wraps, resets := 0, 0
	for _, v := range verdicts {
		switch v {
		case wrapped:
			wraps++
		case back:
			resets++
		}
	}
	if resets == 0 && wraps < 2 {
		return
	}
	for i, v := range verdicts {
		if v.known() {
			verdicts[i] = back
		}
	}
}
