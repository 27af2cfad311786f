package lanes

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
)

// state is one of a trace.
type state struct {
	start, end int64
	name       uint32
	depth      int
	first      int            // of those that it contains, or itself
	call       *mpistate.Call // nil for most
	odd        bool           // it ends before it begins, or cannot be drawn for another reason
}

// builder has the states of a trace, each behind those that it contains.
type builder struct {
	states []state
	starts []int // by depth: where the contents of the next state there begin
}

func (b *builder) add(s state) {
	for len(b.starts) <= s.depth+1 {
		b.starts = append(b.starts, len(b.states))
	}
	s.first = b.starts[s.depth+1]
	s.odd = s.end < s.start
	s.end = max(s.end, s.start)
	b.states = append(b.states, s)
	for d := s.depth + 1; d < len(b.starts); d++ {
		b.starts[d] = len(b.states)
	}
}

// walk visits the states in the order of their starts, each before those that it contains, and again when it ends.
func (b *builder) walk(enter, leave func(i int)) { b.walkIn(0, len(b.states), enter, leave) }

func (b *builder) walkIn(from, to int, enter, leave func(i int)) {
	var outermost []int
	for i := to - 1; i >= from; i = b.states[i].first - 1 {
		outermost = append(outermost, i)
	}
	for _, i := range slices.Backward(outermost) {
		enter(i)
		b.walkIn(b.states[i].first, i, enter, leave)
		leave(i)
	}
}

// settle makes marks of the states that cannot be drawn, and of those that they contain, and returns how many these are: such as
// end before they begin, begin before the one before them has ended, or stick out of the one that contains them.
func (b *builder) settle() (odd int64) {
	b.settleIn(0, len(b.states), math.MinInt64, math.MaxInt64, false, &odd)
	return odd
}

func (b *builder) settleIn(from, to int, since, until int64, marks bool, odd *int64) {
	var outermost []int
	for i := to - 1; i >= from; i = b.states[i].first - 1 {
		outermost = append(outermost, i)
	}
	at := since
	for _, i := range slices.Backward(outermost) {
		s := &b.states[i]
		s.odd = s.odd || marks || s.start < since || s.end > until || s.end > s.start && s.start < at
		if s.odd {
			*odd++
			s.end = s.start
		} else if s.end > s.start {
			at = s.end
		}
		b.settleIn(s.first, i, s.start, s.end, s.odd, odd)
	}
}

// whole encodes all states, in the order of their starts: those without length that stand elsewhere in the trace are moved to where
// their time is, into the state around them.
func (b *builder) whole() (data []byte) {
	order, moved := b.byStart()
	last, open := int64(0), []int64{} // the ends of the states around
	put := func(s *state, depth int) {
		start := max(s.start, last) // a damaged trace may go back
		data = binary.AppendUvarint(data, uint64(s.name))
		data = binary.AppendUvarint(data, uint64(depth))
		data = binary.AppendUvarint(data, uint64(start-last))
		data = binary.AppendUvarint(data, uint64(max(s.end-start, 0)))
		last = start
	}
	before := func(at int64) {
		for ; len(moved) > 0 && b.states[moved[0]].start < at; moved = moved[1:] {
			s := &b.states[moved[0]]
			for len(open) > 0 && open[len(open)-1] <= s.start {
				open = open[:len(open)-1]
			}
			put(s, len(open))
		}
	}
	for _, i := range order {
		s := &b.states[i]
		before(s.start)
		open = append(open[:min(s.depth, len(open))], s.end)
		put(s, s.depth)
	}
	before(math.MaxInt64)
	return data
}

// byStart returns the states as walk visits them, without those without length that are not in the order of time, which it returns
// in that order.
func (b *builder) byStart() (order, moved []int) {
	b.walk(func(i int) { order = append(order, i) }, func(int) {})
	next := make([]int64, len(order)+1) // the earliest start of a state with length from there on
	next[len(order)] = math.MaxInt64
	for k, i := range slices.Backward(order) {
		if next[k] = next[k+1]; b.states[i].end > b.states[i].start {
			next[k] = min(next[k], b.states[i].start)
		}
	}
	last, kept := int64(math.MinInt64), order[:0]
	for k, i := range order {
		s := &b.states[i]
		if s.end == s.start && (s.odd || s.start < last || s.start > next[k]) {
			moved = append(moved, i)
			continue
		}
		kept, last = append(kept, i), s.start
	}
	slices.SortStableFunc(moved, func(i, j int) int { return cmp.Compare(b.states[i].start, b.states[j].start) })
	return kept, moved
}

// segments gives the stretches in which a state was the innermost one.
func (b *builder) segments(f func(name uint32, from, to int64)) {
	at := int64(0)
	var open []int
	until := func(to int64) {
		if len(open) > 0 && to > at {
			f(b.states[open[len(open)-1]].name, at, to)
		}
		at = max(at, to)
	}
	b.walk(func(i int) {
		until(b.states[i].start)
		open = append(open, i)
	}, func(i int) {
		until(b.states[i].end)
		open = open[:len(open)-1]
	})
}

// full is a whole bin.
const full = 255

// bins encodes the shares of states in each of so many equal parts of the time.
func (b *builder) bins(length int64, n int) (data []byte) {
	s := newShares(length, n)
	b.segments(func(name uint32, from, to int64) { s.add(name, 1, from, to) })
	return s.encode()
}

// shares is what part of each of so many equal parts of the time a state was the innermost one.
type shares struct {
	width float64
	parts []map[uint32]float64
}

func newShares(length int64, n int) *shares {
	return &shares{float64(length) / float64(n), make([]map[uint32]float64, n)}
}

// add adds a share of an interval.
func (s *shares) add(name uint32, share float64, from, to int64) {
	n := len(s.parts)
	for k := min(int(float64(from)/s.width), n-1); k < n && float64(k)*s.width < float64(to); k++ {
		part := min(float64(to), float64(k+1)*s.width) - max(float64(from), float64(k)*s.width)
		if part <= 0 {
			continue
		}
		if s.parts[k] == nil {
			s.parts[k] = make(map[uint32]float64)
		}
		s.parts[k][name] += share * part / s.width
	}
}

func (s *shares) encode() (data []byte) {
	for _, bin := range s.parts {
		data = appendBin(data, bin)
	}
	return data
}

// mostNames is how many states a bin names: those with the largest shares.
const mostNames = 8

func appendBin(data []byte, shares map[uint32]float64) []byte {
	type one struct {
		name  uint32
		share int
	}
	var list []one
	for name, share := range shares {
		if s := int(share*full + 0.5); s > 0 {
			list = append(list, one{name, min(s, full)})
		}
	}
	slices.SortFunc(list, func(a, b one) int { return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.name, b.name)) })
	list = list[:min(len(list), mostNames)]
	data = binary.AppendUvarint(data, uint64(len(list)))
	for _, o := range list {
		data = binary.AppendUvarint(data, uint64(o.name))
		data = append(data, byte(o.share))
	}
	return data
}
