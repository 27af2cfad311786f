package gptlcompat_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/stats"
)

// anyPlain is ranks of which most have one tree and nothing to fold, and some something that spoils it.
func anyPlain(t *rapid.T) []*stats.Profile {
	size := rapid.IntRange(1, 5).Draw(t, "size")
	environments := []stats.Environment{
		{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}},
		{Name: "some", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}},
	}
	names := rapid.SliceOfNDistinct(gptltest.AnyName(), 1, 8, rapid.ID).Draw(t, "names")
	var shape []stats.Node
	for i, name := range names {
		shape = append(shape, stats.Node{Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"), Name: name, Environment: rapid.IntRange(0, 1).Draw(t, "environment")})
	}
	var list []*stats.Profile
	for rank := range size {
		p := &stats.Profile{Rank: rank, Size: size, Host: fmt.Sprint(rank % 2), To: 1e9, Environments: environments, Tracks: []string{"main"}}
		for _, n := range shape {
			n.Measure = gptltest.AnyMeasure(t)
			if n.Level = rapid.IntRange(0, 2).Draw(t, "level"); n.Calls > 0 && rapid.IntRange(0, 19).Draw(t, "open") > 0 {
				n.Total, n.Open, n.Running = n.Total-n.Open, 0, 0
			}
			n.Estimated, n.Communicates = rapid.Bool().Draw(t, "estimated"), rapid.IntRange(0, 9).Draw(t, "communicates") == 0
			n.Waited = rapid.Int64Range(0, n.Total).Draw(t, "waited")
			if n.Timed > 0 && rapid.Bool().Draw(t, "histogram") {
				n.Histogram = stats.Histogram{First: stats.BucketOf(uint64(n.Min)), Counts: []uint64{n.Timed}}
			}
			p.Nodes = append(p.Nodes, n)
		}
		switch rapid.IntRange(0, 30).Draw(t, "spoilt") {
		case 0:
			p.Nodes[len(p.Nodes)-1].Name = p.Nodes[0].Name
		case 1:
			p.Nodes = p.Nodes[:len(p.Nodes)-1]
		case 2:
			p.Counters = []stats.Counter{{Name: "FLOPS", Step: 1}}
		case 3:
			p.Nodes[0].ByTrack = []stats.TrackMeasure{{Track: 0, Measure: p.Nodes[0].Measure}}
		}
		list = append(list, p)
	}
	return list
}

// Where every rank is plain and has the same tree, the Summary by name that is read off the Summary by call path is, to the
// bit, the one that the Profiles by name give: what a run writes at its end does not depend on the way.
func TestNamesOfPlainProfiles(t *testing.T) {
	short := 0
	rapid.Check(t, func(t *rapid.T) {
		list := anyPlain(t)
		var folded []*stats.Profile
		for _, p := range list {
			if !gptlcompat.Plain(p) || !bytes.Equal(p.TreeSum(), list[0].TreeSum()) {
				return
			}
			folded = append(folded, gptlcompat.ByName(p))
		}
		short++
		own := list[rapid.IntRange(0, len(list)-1).Draw(t, "own")]
		if diff := cmp.Diff(gptltest.Merged(t, folded), gptlcompat.NamesOf(gptltest.Merged(t, list), own)); diff != "" {
			t.Errorf("(-merged by name +read off the call paths):\n%s", diff)
		}
	})
	if short == 0 {
		t.Error("no run was plain")
	}
}

// What does not belong to the tree leaves its hash alone, and each part of the tree changes it.
func TestTreeSum(t *testing.T) {
	of := func(change func(p *stats.Profile)) string {
		p := gptltest.TwoParents()
		change(p)
		return string(p.TreeSum())
	}
	same := of(func(*stats.Profile) {})
	if of(func(p *stats.Profile) { p.Rank, p.Host, p.Nodes[1].Calls = 1, "other", 7 }) != same {
		t.Error("what was measured changes the hash")
	}
	for name, change := range map[string]func(p *stats.Profile){
		"a name":         func(p *stats.Profile) { p.Nodes[1].Name = "other" },
		"a parent":       func(p *stats.Profile) { p.Nodes[2].Parent = 0 },
		"an environment": func(p *stats.Profile) { p.Nodes[2].Environment = 1 },
		"a node less":    func(p *stats.Profile) { p.Nodes = p.Nodes[:len(p.Nodes)-1] },
		"its ranks":      func(p *stats.Profile) { p.Environments[0].Size = 2 },
	} {
		if of(change) == same {
			t.Errorf("%s does not change the hash", name)
		}
	}
}
