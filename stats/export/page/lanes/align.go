package lanes

import "slices"

// leads is by how much one clock must at least be put ahead of another, for the message that says so most: the clock of
// its receiver ahead of that of its sender by the time that it was sent less the time that it was received.
type leads map[[2]int]int64

func (l leads) add(from, to int, least int64) {
	if now, known := l[[2]int{from, to}]; !known || least > now {
		l[[2]int{from, to}] = least
	}
}

// aligned is what is to be added to the times of clocks so that nothing is received before it was sent.
type aligned struct {
	offset []int64
	error  []int64 // how far it may be from the true one, within a group
	group  []int   // clocks of different groups have sent nothing both ways: how far they are apart nobody knows
	// conflict is by how much messages are received too early all the same, because they contradict each other: clocks
	// that are not evenly apart.
	conflict int64
}

// step is one from a clock to another.
type step struct {
	from, to int
	least    int64
}

// align finds the offsets of clocks. Of what the messages of a group leave open, which is an interval for each clock
// against the group's first, it takes the middle, and half of it is the error. The middles fulfil what each end of the
// intervals does: of x ≥ a and y ≥ x + c follows no less for their means.
func (l leads) align(clocks int) aligned {
	var steps []step
	for pair, least := range l {
		steps = append(steps, step{pair[0], pair[1], least})
	}
	a := aligned{make([]int64, clocks), make([]int64, clocks), make([]int, clocks), 0}
	for {
		mean, contradiction := cycle(clocks, steps)
		if !contradiction {
			break
		}
		a.conflict += mean
		for i := range steps {
			steps[i].least -= mean
		}
	}
	back := make([]step, len(steps))
	for i, s := range steps {
		back[i] = step{s.to, s.from, s.least}
	}
	for k := range a.group {
		a.group[k] = -1
	}
	for first := range clocks {
		if a.group[first] >= 0 {
			continue
		}
		from, to := longest(clocks, steps, first), longest(clocks, back, first)
		for k := range clocks {
			if a.group[k] < 0 && from[k] != none && to[k] != none {
				low, high := from[k], -to[k]
				a.group[k], a.offset[k], a.error[k] = first, (low+high)>>1, (high-low+1)/2+a.conflict
			}
		}
	}
	a.apart(steps)
	return a
}

// apart moves groups that have sent only one way, as far as they must.
func (a *aligned) apart(steps []step) {
	moved := make([]int64, len(a.group)) // by group
	for again := true; again; {
		again = false
		for _, s := range steps {
			from, to := a.group[s.from], a.group[s.to]
			if least := a.offset[s.from] + moved[from] + s.least - a.offset[s.to]; from != to && moved[to] < least {
				moved[to], again = least, true
			}
		}
	}
	for k, group := range a.group {
		a.offset[k] += moved[group]
	}
}

const none = -1 << 62

// longest is the longest way from a clock to each other, none where there is no way. There must be no cycle that is
// longer than nothing.
func longest(clocks int, steps []step, first int) []int64 {
	way := slices.Repeat([]int64{none}, clocks)
	way[first] = 0
	for again := true; again; {
		again = false
		for _, s := range steps {
			if way[s.from] != none && way[s.to] < way[s.from]+s.least {
				way[s.to], again = way[s.from]+s.least, true
			}
		}
	}
	return way
}

// cycle finds a cycle of steps that is longer than nothing, which is a contradiction, and its mean step, rounded up.
func cycle(clocks int, steps []step) (mean int64, found bool) {
	way, by := make([]int64, clocks), slices.Repeat([]int{-1}, clocks) // the step that led there
	for again := true; again; {
		again = false
		for i, s := range steps {
			if way[s.to] < way[s.from]+s.least {
				way[s.to], by[s.to], again = way[s.from]+s.least, i, true
			}
		}
		if at := circular(steps, by); at >= 0 {
			sum, n := int64(0), int64(0)
			for k := at; n == 0 || k != at; k = steps[by[k]].from {
				sum += steps[by[k]].least
				n++
			}
			return (sum + n - 1) / n, true
		}
	}
	return 0, false
}

// circular is a clock from which the steps that led there lead back to it, or negative.
func circular(steps []step, by []int) int {
	seen := make([]int, len(by)) // on the way from which clock, from 1 on
	for k := range by {
		at := k
		for ; by[at] >= 0 && seen[at] == 0; at = steps[by[at]].from {
			seen[at] = k + 1
		}
		if by[at] >= 0 && seen[at] == k+1 {
			return at
		}
	}
	return -1
}
