package util

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A counter of 32 or 64 bits that only moves ahead in moderate steps gives every difference right, also where
// it wraps, once it is known how it moves.
func TestCounterWraps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.SampledFrom([]int{32, 64}).Draw(t, "bits")
		mask := uint64(math.MaxUint64) >> (64 - bits)
		step := rapid.Uint64Range(1, 1<<27).Draw(t, "step")
		at := mask - rapid.Uint64Range(0, 3*step).Draw(t, "below the end") // wraps soon
		var c counter
		if _, v := c.step(at, math.MaxInt64); v != fresh {
			t.Fatal(v)
		}
		wraps := 0
		for i := range 8 {
			d := rapid.Uint64Range(step/2+1, step).Draw(t, "d")
			before := at
			at = (at + d) & mask
			got, v := c.step(at, math.MaxInt64)
			switch {
			case i == 0 && at < before && !v.known(): // nothing is known of its steps yet
			case !v.known() || got != d || (v == wrapped) != (at < before):
				t.Fatalf("step %d of %d from %d to %d: %d, %d", i, d, before, at, got, v)
			}
			if v == wrapped {
				wraps++
			}
		}
		if wraps > 1 {
			t.Fatalf("%d wraps", wraps)
		}
	})
}

// A counter that is set to any place gives no difference that is larger than four times what it has ever
// moved, and never one out of a fall that could not be a wrap.
func TestCounterResets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c counter
		at := rapid.Uint64().Draw(t, "start")
		c.step(at, math.MaxInt64)
		most := uint64(wrapFree / wrapTimes)
		for range 10 {
			next := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 1000), rapid.Uint64Range(at, at|0xFFFFF)).Draw(t, "next")
			d, v := c.step(next, math.MaxInt64)
			switch {
			case v == good && (next < at || d != next-at):
				t.Fatalf("from %d to %d: %d", at, next, d)
			case v == wrapped && (next >= at || d > wrapTimes*most):
				t.Fatalf("from %d to %d is taken for a wrap of %d after %d", at, next, d, most)
			case v == back && next >= at && next-at <= math.MaxInt64:
				t.Fatalf("from %d to %d goes back", at, next)
			}
			if v.known() {
				most = max(most, d)
			}
			at = next
		}
	})
}

func TestCounterLimits(t *testing.T) {
	var c counter
	c.step(100, 1000)
	if d, v := c.step(1100, 1000); v != good || d != 1000 {
		t.Error(d, v)
	}
	if _, v := c.step(2101, 1000); v != leaped {
		t.Error(v)
	}
	if d, v := c.step(2102, 1000); v != good || d != 1 {
		t.Error(d, v)
	}
	if _, v := c.step(0, 1000); v != back {
		t.Error(v)
	}
	c.forget()
	if _, v := c.step(5, 1000); v != fresh {
		t.Error(v)
	}
}

func TestTogether(t *testing.T) {
	for _, c := range []struct{ in, want []verdict }{
		{[]verdict{good, wrapped}, []verdict{good, wrapped}},
		{[]verdict{wrapped, wrapped}, []verdict{back, back}},
		{[]verdict{good, back, fresh}, []verdict{back, back, fresh}},
		{[]verdict{good, leaped}, []verdict{good, leaped}},
	} {
		got := append([]verdict{}, c.in...)
		together(got)
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v", c.in, got)
				break
			}
		}
	}
}

// The share of a processor is right for whatever times it has, also when time is moved between idle and
// iowait, and is never given across a fall.
func TestUsage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var u usage
		var at cpuTimes
		u.step(&at, 0, 1)
		for range 20 {
			var busy, idle uint64
			for i := range at.busy {
				d := rapid.Uint64Range(0, 20).Draw(t, "busy")
				at.busy[i] += d
				busy += d
			}
			idle = rapid.Uint64Range(0, 100).Draw(t, "idle")
			at.idle += idle
			p, v := u.step(&at, 2*tick*100, 1)
			switch {
			case busy+idle == 0 && v != coarse:
				t.Fatalf("no tick: %v %v", p, v)
			case busy+idle > 0 && (v != good || math.Abs(p-100*float64(busy)/float64(busy+idle)) > 1e-9):
				t.Fatalf("%d busy, %d idle: %v %v", busy, idle, p, v)
			}
		}
		at.busy[0]++
		before := at
		u.step(&at, 2*tick*100, 1)
		fall := rapid.IntRange(0, 6).Draw(t, "falls")
		if fall == 6 {
			at.idle += 10
			u.step(&at, 2*tick*100, 1)
			at.idle -= 1
		} else if at.busy[fall] > 0 {
			at.busy[fall]--
		}
		if at != before {
			if p, v := u.step(&at, 2*tick*100, 1); v != back {
				t.Fatalf("fell: %v %v", p, v)
			}
		}
	})
}
