package lanes

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats/answers/steps"
)

// Epoch is the beginning of a step of the program. The first one's number is 1.
type Epoch struct {
	Number uint64
	At     int64
}

// mostRecorded is how many of the last steps are looked at, of few ranks.
const mostRecorded = mostColumns

// recordedSteps are the steps of which all is there: from the beginning of one to that of the next, the same number being the
// same step on all ranks. Nil if there are not two.
func recordedSteps(list []Recording, names []string, length int64) *steps.Times {
	first, last := uint64(math.MaxUint64), uint64(0)
	for i := range list {
		if e := list[i].whole(); len(e) > 1 {
			first, last = min(first, e[0].Number), max(last, e[len(e)-1].Number)
		}
	}
	if last < first {
		return nil
	}
	most := uint64(min(max(mostCells/8/len(list), 16), mostRecorded))
	if last-first > most {
		first = last - most
	}
	var all building
	for i := range list {
		if e := list[i].whole(); len(e) > 1 {
			all.ranks = append(all.ranks, list[i].stepsOf(e, first, int(last-first), names, length))
		}
	}
	s := all.done()
	if s != nil {
		for i := range s.Numbers {
			s.Numbers[i] += int(first - 1)
		}
	}
	return s
}

// whole are the epochs from which on nothing is missing.
func (r *Recording) whole() []Epoch {
	at := slices.IndexFunc(r.Epochs, func(e Epoch) bool { return e.At >= r.Since })
	if at < 0 {
		return nil
	}
	return r.Epochs[at:]
}

// stepsOf are a rank's steps, so many from the one of a number on.
func (r *Recording) stepsOf(epochs []Epoch, first uint64, count int, names []string, length int64) *rankSteps {
	k := &rankSteps{name: strconv.Itoa(r.Rank), marks: &marks{}, seconds: map[string][]float32{}}
	nan := []float64{math.NaN()}
	k.start, k.end = slices.Repeat(nan, count), slices.Repeat(nan, count)
	var b builder
	for _, s := range r.States {
		b.add(state{start: max(s.Start, 0), end: min(s.End, length), name: s.Name, depth: s.Depth})
	}
	var open []string
	b.walk(func(i int) {
		path := ""
		if n := len(open); n > 0 { // the outermost is the whole run
			if path = names[b.states[i].name]; n > 1 {
				path = open[n-1] + "/" + path
			}
		}
		if open = append(open, path); path != "" {
			k.spread(path, epochs, first, &b.states[i])
		}
	}, func(int) { open = open[:len(open)-1] })
	return k
}

// spread adds the time of a state to the steps that it is in.
func (k *rankSteps) spread(region string, epochs []Epoch, first uint64, s *state) {
	at, _ := slices.BinarySearchFunc(epochs, s.start+1, func(e Epoch, to int64) int { return cmp.Compare(e.At, to) })
	for at = max(at-1, 0); at+1 < len(epochs) && epochs[at].At < s.end; at++ {
		e, next := epochs[at], epochs[at+1]
		if part := min(next.At, s.end) - max(e.At, s.start); part > 0 && e.Number >= first && next.Number == e.Number+1 {
			step := int(e.Number - first)
			k.start[step], k.end[step] = float64(e.At), float64(next.At)
			k.add(region, step, float64(part)/1e9)
		}
	}
}
