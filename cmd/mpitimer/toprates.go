package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// sample is a moment of a run and what was measured since the one before.
type sample struct {
	*moment
	regions []region // as in the Summary
	seconds float64  // how long the interval was; 0: there was none before
}

// region is a call path in one context, with what the view shows of it.
type region struct {
	*stats.Region
	index    int    // in the Summary
	key      string // tells it from others, also in later samples
	name     string // for the screen, with the context behind
	children []int
	inside   int // ranks whose main program stands in it

	last *stats.Region // of the last interval; nil: it did not run then
	now  float64       // its share of the last interval, over ranks
	rate float64       // calls a second in the last interval, of all ranks and threads
}

// newSample compares a moment with the one before, of the same run; nil: there is none.
func newSample(m, before *moment) *sample {
	s := &sample{moment: m}
	if m.summary == nil {
		return s
	}
	last, ranks := interval(m, before)
	var spent float64 // by all ranks together, nanoseconds
	byKey := map[string]*stats.Region{}
	if last != nil {
		for i := range last.Regions {
			byKey[regionKey(last, i)] = &last.Regions[i]
		}
		for _, d := range ranks {
			spent += d
		}
		s.seconds = spent / float64(len(ranks)) / 1e9
	}
	at := make(map[string]int, len(m.summary.Regions))
	for i := range m.summary.Regions {
		r := region{Region: &m.summary.Regions[i], index: i, key: regionKey(m.summary, i), name: regionName(m.summary, i)}
		if r.last = byKey[r.key]; r.last != nil && spent > 0 {
			r.now = r.last.Wall.Float64() / spent
			r.rate = float64(r.last.Calls) / s.seconds
		}
		s.regions = append(s.regions, r)
		if r.Parent >= 0 {
			parent := &s.regions[r.Parent]
			parent.children = append(parent.children, i)
		}
		at[r.key] = i
	}
	s.placeRanks(at)
	return s
}

// placeRanks counts in each region the ranks that stand in it.
func (s *sample) placeRanks(at map[string]int) {
	for i := range s.ranks {
		for _, stack := range s.ranks[i].stacks() {
			in := stack.innermost()
			if k, ok := at[key(in.Path, in.Context)]; ok && in.Track == 0 {
				s.regions[k].inside++
			}
		}
	}
}

// key tells a call path in a context from all others.
func key(path []string, context string) string {
	if context != "" {
		context = separator + separator + context
	}
	return strings.Join(path, separator) + context
}

// separator stands in no name.
const separator = "\x00"

func regionKey(s *stats.Summary, i int) string {
	context := ""
	if c := s.Regions[i].Context; c > 0 {
		context = s.Contexts[c].Name
	}
	return key(s.Path(i), context)
}

func regionName(s *stats.Summary, i int) string {
	name := printable.Line(s.Regions[i].Name)
	if c := s.Regions[i].Context; c > 0 {
		name += contextMark(s.Contexts[c].Name)
	}
	return name
}

// interval is the Summary of what was measured between two moments, and for how long each rank was
// measured, in nanoseconds. Ranks that had begun before and still live take part; nil if none does.
func interval(m, before *moment) (*stats.Summary, []float64) {
	if before == nil {
		return nil, nil
	}
	earlier := map[int]*rankMoment{}
	for i := range before.ranks {
		earlier[before.ranks[i].Rank] = &before.ranks[i]
	}
	var profiles []*stats.Profile
	var lengths []float64
	for i := range m.ranks {
		r, e := &m.ranks[i], earlier[m.ranks[i].Rank]
		if r.profile == nil || e == nil || e.profile == nil || r.PID != e.PID || r.profile.To <= e.profile.To {
			continue
		}
		profiles = append(profiles, since(r.profile, e.profile))
		lengths = append(lengths, float64(r.profile.To-e.profile.To))
	}
	if len(profiles) == 0 {
		return nil, nil
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		return nil, nil // the ranks contradict each other: the Summary of the moment has said so
	}
	return s, lengths
}

// since is what a rank has measured between two profiles: calls and times, without extremes.
func since(now, before *stats.Profile) *stats.Profile {
	p := *now
	p.From = before.To
	p.Warnings = nil
	p.Nodes = slices.Clone(now.Nodes)
	matching := matchNodes(now, before)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		var old stats.Node
		if matching[i] >= 0 {
			old = before.Nodes[matching[i]]
		}
		n.Measure = less(n.Measure, old.Measure)
		n.ByTrack = slices.Clone(n.ByTrack)
		for k := range n.ByTrack {
			t := &n.ByTrack[k]
			t.Measure = less(t.Measure, measureOf(&old, t.Track))
		}
	}
	return &p
}

// less takes old from m. What can't be had from two readings is left out.
func less(m, old stats.Measure) stats.Measure {
	d := stats.Measure{
		Calls:     m.Calls - min(m.Calls, old.Calls),
		Recursion: m.Recursion - min(m.Recursion, old.Recursion),
		Running:   m.Running,
		Total:     max(m.Total-old.Total, 0),
	}
	d.Recursion = min(d.Recursion, d.Calls)
	d.Open = min(m.Open, d.Total)
	return d
}

// measureOf is what a node has of a track.
func measureOf(n *stats.Node, track int) stats.Measure {
	for i := range n.ByTrack {
		if n.ByTrack[i].Track == track {
			return n.ByTrack[i].Measure
		}
	}
	if n.ByTrack == nil && track == 0 {
		return n.Measure
	}
	return stats.Measure{}
}

// matchNodes finds for each node of now the one of the same path and context in before, or -1. The
// tables add nodes at their end, so that most stand at the same place.
func matchNodes(now, before *stats.Profile) []int {
	type id struct {
		parent        int
		name, context string
	}
	of := func(p *stats.Profile, n *stats.Node, parent int) id {
		return id{parent, n.Name, p.Contexts[n.Context].Name}
	}
	known := make(map[id]int, len(before.Nodes))
	for i := range before.Nodes {
		n := &before.Nodes[i]
		known[of(before, n, n.Parent)] = i
	}
	matching := make([]int, len(now.Nodes))
	for i := range now.Nodes {
		n := &now.Nodes[i]
		parent := -1
		if n.Parent >= 0 {
			if parent = matching[n.Parent]; parent < 0 {
				matching[i] = -1
				continue
			}
		}
		k, ok := known[of(now, n, parent)]
		if !ok {
			k = -1
		}
		matching[i] = k
	}
	return matching
}

// lastInterval says how long the interval was, for the screen.
func (s *sample) lastInterval() string {
	switch {
	case s.seconds == 0:
		return ""
	case s.seconds < 99.95:
		return fmt.Sprintf("last %.1f s", s.seconds)
	}
	return "last " + cli.Length(time.Duration(s.seconds*1e9))
}
