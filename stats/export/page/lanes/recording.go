package lanes

import "strconv"

// Recording is what a thread did, as a flight recorder has it: its last states, and shares before. Times are nanoseconds
// since the start of the timeline.
type Recording struct {
	Host   string
	Rank   int
	Thread string

	States []State // each behind those that it contains
	Since  int64   // all states that ended from then on are there …
	Brief  int64   // … but for those that took less
	Shares []Share // in the order of time; what is later than Since does not count
	Epochs []Epoch // steps of the program that have begun, ascending
}

// State is an interval of a state.
type State struct {
	Name       uint32 // its place in Timeline.Names
	Depth      int
	Start, End int64
}

// Share is for which part of an interval a state was the innermost one.
type Share struct {
	Name     uint32
	Part     float64
	From, To int64
}

// Recorded makes a timeline of recordings. Names are those of states, and calls says which of them are calls of MPI. Of
// all lanes together about so many states are kept, the latest. Lanes of one host read its clock; nobody has compared those of
// different hosts.
func Recorded(name string, start, length int64, names []string, calls []bool, list []Recording, most int) *Timeline {
	t := &Timeline{Name: name, Start: start, Length: max(length, 1), Names: names, Calls: calls}
	t.Bins = min(max(binBytes/10/max(len(list), 1), leastBins), mostBins)
	t.Steps = recordedSteps(list, names, t.Length)
	clocks := map[string]int{} // by host
	for i := range list {
		lane := list[i].lane(t.Length, t.Bins, most/max(len(list), 1))
		clock, known := clocks[lane.Host]
		if !known {
			clock = len(clocks)
			clocks[lane.Host] = clock
			t.Clocks = append(t.Clocks, Clock{Group: clock, Own: clock})
		}
		lane.Clock = clock
		t.Lanes = append(t.Lanes, lane)
	}
	if len(clocks) == 1 {
		t.Clocks = nil
	}
	return t
}

func (r *Recording) lane(length int64, bins, most int) Lane {
	states, since := r.States, r.Since
	if first := len(states) - most; first > 0 {
		states, since = states[first:], max(since, states[first-1].End)
	}
	var b builder
	for _, s := range states {
		b.add(state{start: max(s.Start, 0), end: min(s.End, length), name: s.Name, depth: s.Depth})
	}
	all := newShares(length, bins)
	for _, s := range r.Shares {
		if from, to := max(s.From, 0), min(s.To, since); from < to {
			all.add(s.Name, s.Part, from, to)
		}
	}
	b.segments(func(name uint32, from, to int64) {
		if from = max(from, since); from < to {
			all.add(name, 1, from, to)
		}
	})
	return Lane{
		Host: r.Host, Rank: strconv.Itoa(r.Rank), Thread: r.Thread, States: int64(len(r.States)),
		Data: all.encode(), Late: b.whole(), LateStates: int64(len(states)), Since: since, Brief: r.Brief,
	}
}
