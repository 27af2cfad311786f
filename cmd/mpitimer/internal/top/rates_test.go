package top

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
	"github.com/go-hpc/timers/stats"
)

func regionNamed(t *testing.T, s *sample, name string) *region {
	t.Helper()
	for i := range s.regions {
		if s.regions[i].name == name {
			return &s.regions[i]
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(math.Abs(a), math.Abs(b), 1) }

func TestRatesOfTheInterval(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	if !near(s.seconds, 4) {
		t.Errorf("the interval was %g s, want 4", s.seconds)
	}
	for name, want := range map[string]struct{ now, rate float64 }{
		"Total": {1, 0}, "step": {0.95, 160}, "tendencies": {0.25, 480}, "friction": {(4*0.1 + 0.3) / 4, 160},
		"write @writers": {0.001 / 4, 0.25},
	} {
		if r := regionNamed(t, s, name); !near(r.now, want.now) || !near(r.rate, want.rate) {
			t.Errorf("%s: share %g and %g calls a second, want %g and %g", name, r.now, r.rate, want.now, want.rate)
		}
	}
	if in := regionNamed(t, s, "halo").inside; in != 3 {
		t.Errorf("%d ranks in halo, want 3", in)
	}
	if in := regionNamed(t, s, "step").inside; in != 0 {
		t.Errorf("%d ranks in step and in nothing below it, want 0", in)
	}
}

// A rank that was not there before, that is another process by now, or that is dead takes no part.
func TestIntervalIsOfRanksThatLivedThroughIt(t *testing.T) {
	before, now := jobtest.At(80), jobtest.At(84)
	before.Ranks = before.Ranks[1:] // rank 0 is new
	now.Ranks[2].PID++
	now.Ranks[3].Profile = before.Ranks[2].Profile
	s := newSample(now, before)
	step := regionNamed(t, s, "step")
	if step.last == nil || step.last.Ranks != 1 || step.last.Min.Rank != 1 || !near(step.now, 0.95) || !near(step.rate, 40) {
		t.Errorf("got %+v", step)
	}
}

func TestFirstSampleHasNoRates(t *testing.T) {
	s := newSample(jobtest.At(80), nil)
	if r := regionNamed(t, s, "step"); r.last != nil || r.rate != 0 || s.seconds != 0 {
		t.Errorf("got %+v", r)
	}
}

// What was measured before and what was measured since is what was measured: on every track.
func TestSinceAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, now := growing(t)
		d := since(now, before)
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		matching := matchNodes(now, before)
		for i := range now.Nodes {
			var old stats.Node
			if matching[i] >= 0 {
				old = before.Nodes[matching[i]]
				if old.Name != now.Nodes[i].Name {
					t.Errorf("%s was taken for %s", old.Name, now.Nodes[i].Name)
				}
			}
			if d.Nodes[i].Calls+old.Calls != now.Nodes[i].Calls || d.Nodes[i].Total+old.Total != now.Nodes[i].Total {
				t.Errorf("%s: %+v and %+v make %+v", old.Name, old.Measure, d.Nodes[i].Measure, now.Nodes[i].Measure)
			}
		}
	})
}

// growing is a profile and what has become of it: further calls, regions and tracks.
func growing(t *rapid.T) (before, now *stats.Profile) {
	names := []string{"a", "b", "c"}
	now = jobtest.ProfileAt(0, 1, 20)
	now.Nodes, before = now.Nodes[:1], jobtest.ProfileAt(0, 1, 10)
	before.Nodes = before.Nodes[:1]
	for n := rapid.IntRange(0, 12).Draw(t, "nodes"); n > 0; n-- {
		parent := rapid.IntRange(0, len(now.Nodes)-1).Draw(t, "parent")
		node := stats.Node{Parent: parent, Name: rapid.SampledFrom(names).Draw(t, "name")}
		for _, sibling := range now.Nodes {
			if sibling.Parent == parent && sibling.Name == node.Name {
				node.Name += "'"
			}
		}
		for i := range now.Nodes {
			if now.Nodes[i].Parent == parent && now.Nodes[i].Name == node.Name {
				node.Name = ""
			}
		}
		if node.Name == "" {
			continue
		}
		earlier := node
		add := func(m, old *stats.Measure) {
			old.Calls = rapid.Uint64Range(0, 100).Draw(t, "calls")
			old.Total = rapid.Int64Range(0, 1e9).Draw(t, "total")
			m.Calls = old.Calls + rapid.Uint64Range(0, 100).Draw(t, "more")
			m.Total = old.Total + rapid.Int64Range(0, 1e9).Draw(t, "longer")
		}
		if rapid.Bool().Draw(t, "tracks") {
			a, b := stats.TrackMeasure{Track: 0}, stats.TrackMeasure{Track: 1}
			oldA, oldB := a, b
			add(&a.Measure, &oldA.Measure)
			add(&b.Measure, &oldB.Measure)
			node.ByTrack, earlier.ByTrack = []stats.TrackMeasure{a, b}, []stats.TrackMeasure{oldA, oldB}
			node.Calls, node.Total = a.Calls+b.Calls, a.Total+b.Total
			earlier.Calls, earlier.Total = oldA.Calls+oldB.Calls, oldA.Total+oldB.Total
		} else {
			add(&node.Measure, &earlier.Measure)
		}
		if known := len(before.Nodes) == len(now.Nodes); known && rapid.Bool().Draw(t, "known") {
			before.Nodes = append(before.Nodes, earlier)
		}
		now.Nodes = append(now.Nodes, node)
	}
	return before, now
}
