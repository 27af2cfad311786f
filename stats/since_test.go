package stats

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What was measured before and what was measured since is what was measured: on every track.
func TestSinceAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, now := growing(t)
		d := Difference(now, before)
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		earlier := map[string]Node{}
		for i := range before.Nodes {
			earlier[strings.Join(before.Path(i), "/")] = before.Nodes[i]
		}
		for i := range now.Nodes {
			old := earlier[strings.Join(now.Path(i), "/")]
			if d.Nodes[i].Calls+old.Calls != now.Nodes[i].Calls || d.Nodes[i].Total+old.Total != now.Nodes[i].Total {
				t.Errorf("%q: %+v and %+v make %+v", now.Path(i), old.Measure, d.Nodes[i].Measure, now.Nodes[i].Measure)
			}
		}
	})
}

// growing is a profile and what has become of it: further calls, regions and tracks.
func growing(t *rapid.T) (before, now *Profile) {
	names := []string{"a", "b", "c"}
	profile := func(to int64, total int64) *Profile {
		return &Profile{Size: 1, To: to, Tracks: []string{"main", "other"}, Environments: []Environment{{Name: "Default", Size: 1, Ranks: []Range{{First: 0, Last: 0, Stride: 1}}}},
			Nodes: []Node{{Parent: -1, Name: "Total", Measure: Measure{Running: 1, Total: total, Open: total}}}}
	}
	before, now = profile(10, 10), profile(20, 20)
	for n := rapid.IntRange(0, 12).Draw(t, "nodes"); n > 0; n-- {
		parent := rapid.IntRange(0, len(now.Nodes)-1).Draw(t, "parent")
		node := Node{Parent: parent, Name: rapid.SampledFrom(names).Draw(t, "name")}
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
		add := func(m, old *Measure) {
			old.Calls = rapid.Uint64Range(0, 100).Draw(t, "calls")
			old.Total = rapid.Int64Range(0, 1e9).Draw(t, "total")
			m.Calls = old.Calls + rapid.Uint64Range(0, 100).Draw(t, "more")
			m.Total = old.Total + rapid.Int64Range(0, 1e9).Draw(t, "longer")
		}
		if rapid.Bool().Draw(t, "tracks") {
			a, b := TrackMeasure{Track: 0}, TrackMeasure{Track: 1}
			oldA, oldB := a, b
			add(&a.Measure, &oldA.Measure)
			add(&b.Measure, &oldB.Measure)
			node.ByTrack, earlier.ByTrack = []TrackMeasure{a, b}, []TrackMeasure{oldA, oldB}
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

// An earlier reading that a damaged or changing table has given may be of more than there is now.
func TestSinceMoreThanThereIs(t *testing.T) {
	node := func(m Measure) *Profile {
		return &Profile{Size: 1, Environments: []Environment{{Name: "Default", Size: 1, Ranks: []Range{{First: 0, Last: 0, Stride: 1}}}}, Nodes: []Node{{Parent: -1, Name: "a", Measure: m}}}
	}
	now := node(Measure{Calls: 2, Timed: 2, Total: 10, Min: 4, Max: 6, Squares: Uint128{0, 52}, Histogram: Histogram{First: 8, Counts: []uint64{1, 1}}})
	before := node(Measure{Calls: 3, Timed: 3, Total: 30, Min: 4, Max: 20, Squares: Uint128{0, 452}, Histogram: Histogram{First: 8, Counts: []uint64{1, 1, 0, 1}}})
	d := Difference(now, before)
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	if m := d.Nodes[0].Measure; m.Calls != 0 || m.Total != 0 || m.Timed != 0 || m.Squares.Cmp(Uint128{0, 52}) > 0 {
		t.Errorf("got %+v", m)
	}
}

// Of extremes that are not known nothing is said, and those of all of now are those of now.
func TestSinceNothing(t *testing.T) {
	now := &Profile{Size: 1, To: 9, Environments: []Environment{{Name: "Default", Size: 1, Ranks: []Range{{First: 0, Last: 0, Stride: 1}}}}, Tracks: []string{"main"}, Nodes: []Node{
		{Parent: -1, Name: "a", Measure: Measure{Calls: 2, Timed: 2, Total: 10, Min: 4, Max: 6}},
		{Parent: -1, Name: "b", Measure: Measure{Calls: 1, Timed: 1, Total: 10, Min: 1}, ByTrack: []TrackMeasure{{Measure: Measure{Calls: 1, Timed: 1, Total: 10, Min: 1}}}},
	}}
	d := Difference(now, nil)
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	if a, b := d.Nodes[0], d.Nodes[1]; a.Min != 4 || a.Max != 6 || b.Min != 0 || b.ByTrack[0].Min != 0 || now.Nodes[1].ByTrack[0].Min != 1 {
		t.Errorf("got %+v of %+v", d.Nodes, now.Nodes)
	}
}

// What an interval counted is known of its own calls and turns alone, whatever was before.
func TestSinceOfCounters(t *testing.T) {
	thread, process := Counter{Name: "INSTRUCTIONS", Step: 1, Domain: OfThread}, Counter{Name: "gauge", Step: 1, Domain: "process"}
	for _, c := range []struct {
		what                    string
		counter                 Counter
		before, now             int64
		left, leftNow           uint64 // calls
		timed, timedNow         uint64
		running                 int
		turns, turnsNow, turns2 Turns
		want                    int64
	}{
		{what: "counted", counter: thread, before: 100, now: 150, timed: 1, timedNow: 2, want: 50},
		{what: "all calls since are left out", counter: thread, before: 100, now: 100, left: 0, leftNow: 3, timed: 5, timedNow: 8, want: NoValue},
		{what: "some calls since are left out", counter: thread, before: 100, now: 100, left: 0, leftNow: 2, timed: 5, timedNow: 8, want: 0},
		{what: "all are left out that have ended", counter: thread, before: 100, now: 130, leftNow: 3, timed: 5, timedNow: 8, running: 1, want: 30},
		{what: "all before were left out", counter: thread, before: NoValue, now: 50, left: 5, leftNow: 5, timed: 5, timedNow: 6, want: 50},
		// 100 were counted in 10 of 100 ns, then 50 in 100 of 100: the estimate of both is less than that of the first.
		{what: "turns", counter: thread, before: 1000, now: 273, timed: 1, timedNow: 2,
			turns: Turns{100, 10}, turnsNow: Turns{200, 110}, turns2: Turns{100, 100}, want: 50},
		{what: "fewer turns", counter: thread, before: 100, now: 400, timed: 1, timedNow: 2,
			turns: Turns{100, 100}, turnsNow: Turns{300, 150}, turns2: Turns{200, 50}, want: 400},
		{what: "no turn since", counter: thread, before: 100, now: 200, timed: 1, timedNow: 2,
			turns: Turns{100, 100}, turnsNow: Turns{200, 100}, turns2: Turns{100, 0}, want: NoValue},
		{what: "no turn before", counter: thread, before: NoValue, now: 300, timed: 1, timedNow: 2,
			turns: Turns{100, 0}, turnsNow: Turns{200, 100}, turns2: Turns{100, 100}, want: 150},
		{what: "an estimate from a sample that has become less", counter: thread, before: 1000, now: 880, timed: 1, timedNow: 2, want: 0},
		{what: "a level that has fallen", counter: process, before: 1000, now: 880, timed: 1, timedNow: 2, want: -120},
	} {
		profile := func(value int64, left, timed uint64, turns Turns) *Profile {
			n := Node{Parent: -1, Name: "a", Measure: Measure{Calls: timed, Timed: timed, Total: int64(timed), Min: 1, Max: 1}, Values: []int64{value}}
			if left > 0 {
				n.LeftOut = []uint64{left}
			}
			if turns != (Turns{}) {
				n.Turns = []Turns{turns}
			}
			return &Profile{Size: 1, Counters: []Counter{c.counter}, Nodes: []Node{n}}
		}
		now := profile(c.now, c.leftNow, c.timedNow, c.turnsNow)
		now.Nodes[0].Running = c.running
		since := Difference(now, profile(c.before, c.left, c.timed, c.turns))
		n := &since.Nodes[0]
		if n.Values[0] != c.want || n.turns(0) != c.turns2 || n.left(0) != c.leftNow-c.left {
			t.Errorf("%s: counted %d in %v, %d left out, want %d in %v", c.what, n.Values[0], n.turns(0), n.left(0), c.want, c.turns2)
		}
	}
}
