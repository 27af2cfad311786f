package lanes

import (
	"cmp"
	"math"
	"slices"
)

// mostDrift is how much faster one clock may be than another: a hundred times of what crystals are.
const mostDrift = 1e-3

// crossings gives what cannot end by one clock before it has begun by another: when that was, by the clock that it was by.
type crossings func(give func(from, to int, since, until int64))

// alignAll finds what is to be added to the times of clocks, each by an offset; where messages contradict that, each by a
// line, if they contradict it less. Spans are what each clock has the times of.
func alignAll(spans []span, each crossings) (list []Clock, conflict int64) {
	clocks, l := len(spans), leads{}
	each(func(from, to int, since, until int64) { l.add(from, to, since-until) })
	found := l.align(clocks)
	for k := range clocks {
		list = append(list, Clock{Points: []Point{{0, found.offset[k]}}, Error: found.error[k], Group: found.group[k], Own: k})
	}
	if found.conflict == 0 {
		return list, 0
	}
	lines := findDrift(spans, each, found.offset)
	left := leads{}
	each(func(from, to int, since, until int64) {
		left.add(from, to, lines[from].add(since)-lines[to].add(until))
	})
	rest := left.align(clocks)
	if 2*rest.conflict > found.conflict {
		return list, found.conflict
	}
	for k := range lines {
		c := &lines[k]
		if moved := rest.offset[k] - rest.offset[c.Group]; c.Group != k {
			c.Error += max(moved, -moved) + rest.conflict
		}
		for i := range c.Points {
			c.Points[i].Offset += rest.offset[k]
		}
	}
	return lines, rest.conflict
}

// findDrift gives each clock a line: those of pairs that have sent both ways, along the ways on which they are best known from
// the first clock of those that are connected so. Their times are moved by offsets already, and go on by less than mostDrift
// while a message is on its way.
func findDrift(spans []span, each crossings, offset []int64) (list []Clock) {
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for k, s := range spans {
		if s.since > s.until {
			continue // it has nothing
		}
		first, last = min(first, s.since+offset[k]), max(last, s.until+offset[k])
	}
	pairs := make(map[[2]int]*strip)
	each(func(from, to int, since, until int64) {
		sent, got := since+offset[from]-first, until+offset[to]-first
		least := float64(sent - got)
		least -= mostDrift * math.Abs(least)
		key, at := [2]int{min(from, to), max(from, to)}, float64(sent+got)/2
		if pairs[key] == nil {
			pairs[key] = &strip{}
		}
		if s := pairs[key]; to > from {
			s.low = append(s.low, place{at, least})
		} else {
			s.high = append(s.high, place{at, -least})
		}
	})
	length := float64(max(last-first, 1))
	ways := make(map[[2]int]line)
	for key, s := range pairs {
		if len(s.low) > 0 && len(s.high) > 0 {
			ways[key] = s.fit(length)
			ways[[2]int{key[1], key[0]}] = ways[key].back()
		}
	}
	sums, groups := along(len(spans), ways)
	for k, l := range sums {
		from := first - offset[k]
		at := func(t float64) Point {
			return Point{from + int64(t), offset[k] + int64(math.Round(l.at+l.rate*t))}
		}
		list = append(list, Clock{Points: []Point{at(0), at(length)}, Error: int64(math.Ceil(l.error)), Group: groups[k], Own: k})
	}
	return list
}

// line is what is to be added to times, since the first one, by at first and by rate more for each nanosecond. It may be off by
// error, at its ends.
type line struct{ at, rate, error float64 }

func (l line) back() line { return line{-l.at, -l.rate, l.error} }

// along adds the lines on the way from the first clock to each other on which their errors are the smallest, and returns which is
// the first; clocks to which no way leads are the first of others.
func along(clocks int, ways map[[2]int]line) (list []line, group []int) {
	list, group = make([]line, clocks), make([]int, clocks)
	known := make([]bool, clocks)
	for first := range clocks {
		if known[first] {
			continue
		}
		open := map[int]line{first: {}}
		for len(open) > 0 {
			k := -1
			for at, l := range open {
				if k < 0 || l.error < open[k].error || l.error == open[k].error && at < k {
					k = at
				}
			}
			list[k], group[k], known[k] = open[k], first, true
			delete(open, k)
			for to := range clocks {
				way, is := ways[[2]int{k, to}]
				if !is || known[to] {
					continue
				}
				sum := line{list[k].at + way.at, list[k].rate + way.rate, list[k].error + way.error}
				if now, is := open[to]; !is || sum.error < now.error {
					open[to] = sum
				}
			}
		}
	}
	return list, group
}

// place is a time and what is known of it.
type place struct{ at, y float64 }

// strip is by how much a clock is to be put ahead of another over time: not by less than low, and not by more than high.
type strip struct{ low, high []place }

// fit finds a line between low and high: that with the middle rate of all there are, and how far others are from it at most.
// Where there is none, low and high are moved apart by as little as there is one for.
func (s *strip) fit(length float64) line {
	s.low, s.high = hull(s.low, 1), hull(s.high, -1)
	// What lies between them at a rate is least where the rates are the fewest: it is convex.
	best := lowest(-mostDrift, mostDrift, s.gap)
	apart := max(s.gap(best), 0)
	from, to := best, best
	if apart == 0 {
		from, to = edge(best, -mostDrift, s.gap), edge(best, mostDrift, s.gap)
	}
	rate := (from + to) / 2
	most, least := s.begins(rate)
	l := line{at: (most + least) / 2, rate: rate}
	for _, t := range []float64{0, length} {
		upper := func(q float64) float64 { most, _ := s.begins(q); return -(most + q*t) }
		lower := func(q float64) float64 { _, least := s.begins(q); return least + q*t }
		up, down := -upper(lowest(from, to, upper)), lower(lowest(from, to, lower))
		here := l.at + l.rate*t
		l.error = max(l.error, up-here, here-down)
	}
	l.error += apart / 2
	return l
}

// begins are the largest and the smallest that a line of a rate may begin with.
func (s *strip) begins(rate float64) (most, least float64) {
	most, least = math.Inf(1), math.Inf(-1)
	for _, p := range s.high {
		most = min(most, p.y-rate*p.at)
	}
	for _, p := range s.low {
		least = max(least, p.y-rate*p.at)
	}
	return most, least
}

// gap is by how much there is no line of a rate; negative, if there is one.
func (s *strip) gap(rate float64) float64 {
	most, least := s.begins(rate)
	return least - most
}

// halvings are enough for what is below the resolution of times, of any run.
const halvings = 100

// lowest is where a convex function is the smallest.
func lowest(from, to float64, f func(float64) float64) float64 {
	for range halvings {
		a, b := from+(to-from)/3, to-(to-from)/3
		if f(a) <= f(b) {
			to = b
		} else {
			from = a
		}
	}
	return (from + to) / 2
}

// edge is how far a convex function that is not above 0 in one place is not on the way to another.
func edge(in, out float64, f func(float64) float64) float64 {
	if f(out) <= 0 {
		return out
	}
	for range halvings {
		if half := (in + out) / 2; f(half) <= 0 {
			in = half
		} else {
			out = half
		}
	}
	return in
}

// hull leaves of places those that a line above them all can touch, with a sign of -1 one beneath.
func hull(list []place, sign float64) (left []place) {
	slices.SortFunc(list, func(a, b place) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(sign*a.y, sign*b.y)) })
	for _, p := range list {
		for n := len(left); n > 0; n-- {
			last := left[n-1]
			if last.at == p.at || n > 1 && sign*(last.y-left[n-2].y)*(p.at-last.at) <= sign*(p.y-last.y)*(last.at-left[n-2].at) {
				left = left[:n-1]
				continue
			}
			break
		}
		left = append(left, p)
	}
	return left
}
