package lanes

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
)

// The bounds of relations: how many there are at one time below a node, and altogether. Of more nothing is shown.
const (
	mostTracks = 32
	mostTokens = 200_000
)

// token is a relation, with the lane in which its states are.
type token struct {
	*relation.Relation
	name relation.TokenName
	lane int
}

// relations are those of all nodes.
type relations struct {
	byFile map[string][][]*token           // of each lane, one after the other
	byName map[relation.TokenName][]*token // a number may be given again
	n      int
}

// surveyRelations reads the relations of a node, and puts them into as few lanes as there are at one time.
func (r *reader) surveyRelations(n *project.NodeFiles) error {
	file, err := r.fsys.Open(n.Relation)
	if err != nil {
		return err
	}
	defer file.Close()
	in, err := relation.NewReader(file, hdtrace.ReadOptions{Name: n.Relation, Tolerant: r.o.Tolerant})
	if err != nil {
		return err
	}
	var list []*token
	for one, err := range in.Assembled() {
		if err != nil {
			return err
		}
		if r.related.n++; r.related.n > mostTokens {
			r.t.RelationsLeft++
			continue
		}
		h := in.Header()
		list = append(list, &token{one, relation.TokenName{Host: h.Host, Process: h.Process, Topology: h.Topology, ID: one.Token}, 0})
	}
	slices.SortStableFunc(list, func(a, b *token) int { return cmp.Compare(a.Start, b.Start) })
	var tracks [][]*token
	for _, one := range list {
		at := slices.IndexFunc(tracks, func(track []*token) bool { return track[len(track)-1].End <= one.Start })
		if at < 0 {
			if at = len(tracks); at == mostTracks {
				r.t.RelationsLeft++
				continue
			}
			tracks = append(tracks, nil)
		}
		one.lane = len(r.traces) + at
		tracks[at] = append(tracks[at], one)
		r.related.byName[one.name] = append(r.related.byName[one.name], one)
	}
	r.related.byFile[n.Relation] = tracks
	for _, track := range tracks {
		s := surveyed{rank: r.traffic.ranks.Rank(n.Node), from: track[0].Start, to: track[0].End}
		s.Host, s.Rank, s.Thread = labels(n.Node)
		for _, one := range track {
			s.to = max(s.to, one.End)
			r.noteAll(one.States)
		}
		r.traces = append(r.traces, s)
	}
	return nil
}

func (r *reader) noteAll(list []relation.State) {
	for i := range list {
		r.states++
		r.name(stateName(&list[i]))
		r.noteAll(list[i].States)
	}
}

func stateName(s *relation.State) string { return cmp.Or(s.Name, "(without a name)") }

// relationLanes adds the lanes of a node's relations.
func (r *reader) relationLanes(n *project.NodeFiles) {
	_, _, thread := labels(n.Node)
	for k, track := range r.related.byFile[n.Relation] {
		var b builder
		clock := &r.clocks.list[r.clocks.byLane[len(r.t.Lanes)]]
		for _, one := range track {
			r.addStates(&b, clock, one.States, 0)
		}
		label := "relations"
		if thread != "" {
			label = thread + " relations"
		}
		if k > 0 {
			label += " " + strconv.Itoa(k+1)
		}
		r.addLane(n, &b, label)
	}
}

func (r *reader) addStates(b *builder, clock *Clock, list []relation.State, depth int) {
	for i := range list {
		s := &list[i]
		r.addStates(b, clock, s.States, depth+1)
		b.add(state{r.since(clock, s.Start), r.since(clock, s.End), r.name(stateName(s)), depth, 0, nil, false})
	}
}

// causes are lines from the token that another is related to, when that began, to its first state.
func (r *reader) causes() (list []Message) {
	for _, tracks := range r.related.byFile {
		for _, one := range slices.Concat(tracks...) {
			parent := r.parent(one)
			if parent == nil {
				continue
			}
			clock := func(lane int) *Clock { return &r.clocks.list[r.clocks.byLane[lane]] }
			began := one.Start
			if len(one.States) > 0 {
				began = one.States[0].Start
			}
			at := r.since(clock(one.lane), one.Start)
			at = min(max(at, r.since(clock(parent.lane), parent.Start)), r.since(clock(parent.lane), parent.End))
			list = append(list, Message{parent.lane, one.lane, Caused, at, at, r.since(clock(one.lane), began), 0})
		}
	}
	return list
}

// parent is the token that one is related to, nil if it is not there: of those with its number the last that began before.
func (r *reader) parent(one *token) *token {
	if !one.Related {
		return nil
	}
	name := one.Parent
	name.Host, name.Process = cmp.Or(name.Host, one.name.Host), cmp.Or(name.Process, one.name.Process)
	list := r.related.byName[name]
	at, _ := slices.BinarySearchFunc(list, one.Start, func(t *token, start hdtrace.Epoch) int {
		if t.Start <= start {
			return -1
		}
		return 1
	})
	switch {
	case len(list) == 0:
		return nil
	case at > 0 && list[at-1] != one:
		return list[at-1]
	}
	return list[0] // of another clock, by which it began later
}
