package tacc

import "math/bits"

// counter is a series of samples of one counter, and what is known about it.
type counter struct {
	time []int64
	raw  []uint64

	bits       uint
	rate       float64 // more counts per second than this are not a rollover
	programmed bool    // it restarts when its type is programmed
	saturates  bool
	clamps     bool // it goes down now and then by small amounts that mean nothing

	// For a sample, whether since the one before
	begun    []bool // a job began
	rebooted []bool // the node was started anew
	control  []bool // a control register changed; nil: none
}

// plausibleRates bound what a device can count per second, by base unit: a difference that needs more is not
// a rollover. They are far above what exists, since half of the range is a bound in itself.
var plausibleRates = map[string]float64{"B": 1e13, "s": 1e6, "J": 1e6}

// plausibleEvents bounds the events of a programmable counter per second: a core has a few at each of its cycles.
const plausibleEvents = 1e11

// plausibleRate is in counts.
func plausibleRate(u Unit) float64 {
	r, known := plausibleRates[u.Base]
	if !known {
		r = 1e12
	}
	return r * float64(u.Den) / float64(u.Num)
}

// plausibleRate is lower for events of a type that is programmed.
func (t *Type) plausibleRate(u Unit) float64 {
	rate := plausibleRate(u)
	if _, known := plausibleRates[u.Base]; !known && t.hasControl() {
		rate = min(rate, plausibleEvents)
	}
	return rate
}

// correct finds the difference of each sample from the one before; the first has none.
func (c *counter) correct(delta []uint64, flags []Flag) {
	if len(c.raw) == 0 {
		return
	}
	top := c.top()
	prev := c.raw[0]
	for i := 1; i < len(c.raw); i++ {
		v := c.raw[i]
		if c.control != nil && c.control[i] {
			flags[i] |= Reprogrammed
		}
		if c.saturates && (prev == top || v == top) {
			flags[i] |= Saturated | LowerBound
		}
		restart := c.programmed && (c.begun[i] || flags[i]&Reprogrammed != 0)
		switch {
		case c.rebooted[i]:
			delta[i] = v
			flags[i] |= Rebooted | LowerBound
		case v >= prev:
			delta[i] = v - prev
			if restart && v > prev {
				flags[i] |= MaybeRestarted | LowerBound
			}
		case c.saturates && prev == top:
			delta[i] = v
			flags[i] |= Reset
		case restart:
			delta[i] = v
			flags[i] |= Restarted | LowerBound
		case c.clamps && (v > prev/2 || c.dips(i, prev)):
			flags[i] |= Clamped
			continue // later values are compared with the highest: what is taken back is counted once
		case c.wraps(i, prev, top):
			delta[i] = (v - prev) & top
			flags[i] |= Wrapped
		case c.dips(i, prev):
			i = c.bridge(i, prev, delta, flags)
			v = c.raw[i]
		case c.small(i, prev):
			delta[i] = v
			flags[i] |= Reset | LowerBound
		default:
			flags[i] |= Backwards | LowerBound
		}
		c.plausible(i, delta, flags)
		prev = v
	}
}

// plausible takes back a lower bound that no device reaches: a counter that was set to a value near its end, as some
// are when they are programmed, has counted an unknown little.
func (c *counter) plausible(i int, delta []uint64, flags []Flag) {
	if flags[i]&LowerBound != 0 && float64(delta[i]) > c.rate*c.seconds(i) {
		delta[i] = 0
		flags[i] |= Implausible
	}
}

// top is the largest value.
func (c *counter) top() uint64 { return uint64(1)<<(c.bits-1)<<1 - 1 }

// seconds since the sample before; samples that are closer than a second get that much room.
func (c *counter) seconds(i int) float64 { return max(float64(c.time[i]-c.time[i-1])/1e9, 1) }

func (c *counter) wraps(i int, prev, top uint64) bool {
	if c.bits == 64 {
		return false // nothing counts to 2^64
	}
	d := (c.raw[i] - prev) & top
	return d <= top/2 && float64(d) <= c.rate*c.seconds(i)
}

// dips reports whether the sample after i is back where the one before it was. One that has reached its end
// says nothing about where it was.
func (c *counter) dips(i int, prev uint64) bool {
	n := i + 1
	if n < len(c.raw) && c.saturates && c.raw[n] == c.top() {
		return false
	}
	return n < len(c.raw) && c.raw[n] >= prev && !c.rebooted[n] && !(c.programmed && c.begun[n])
}

func (c *counter) small(i int, prev uint64) bool {
	return c.raw[i] <= prev/2 && float64(c.raw[i]) <= c.rate*c.seconds(i)
}

// bridge spans a dip up to the sample after it: what was counted from before the dip until then is divided by
// time.
func (c *counter) bridge(i int, prev uint64, delta []uint64, flags []Flag) int {
	total := c.raw[i+1] - prev
	delta[i] = share(total, c.time[i]-c.time[i-1], c.time[i+1]-c.time[i-1])
	delta[i+1] = total - delta[i]
	flags[i] |= Dip | Interpolated
	flags[i+1] |= Interpolated
	return i + 1
}

// share is total*part/whole, rounded down; of no time at all it is nothing.
func share(total uint64, part, whole int64) uint64 {
	if part <= 0 || whole <= 0 {
		return 0
	}
	if part >= whole {
		return total
	}
	hi, lo := bits.Mul64(total, uint64(part))
	q, _ := bits.Div64(hi, lo, uint64(whole))
	return q
}

// add stops at the end of the range and reports it.
func add(a, b uint64, f *Flag) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		*f |= Overflow
		return 1<<64 - 1
	}
	return sum
}
