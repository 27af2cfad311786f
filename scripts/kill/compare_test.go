//go:build linux

package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/scripts/kill/ledger"
	"github.com/go-hpc/timers/stats"
)

const second = int64(time.Second)

// dead returns the ledger of a rank that died at 100 s: inside the third call of step, which began at 90 s,
// on track 0; about to end the fifth call of work, in it; on track 1 in nothing.
func dead() *ledger.Account {
	return &ledger.Account{Rank: 0, Size: 2, Phase: ledger.Running, Regions: map[ledger.Key]ledger.Entry{
		{Track: 0, Path: "Total"}: {Began: 1, Started: 1, Begin: 10 * second, Start: 11 * second},
		{Track: 0, Path: "Total/step"}: {
			Began: 3, Started: 3, Ending: 2, Ended: 2, Inner: 10 * second, Outer: 11 * second, Begin: 90 * second, Start: 91 * second,
		},
		{Track: 0, Path: "Total/step/work@some"}: {
			Began: 5, Started: 5, Ending: 5, Ended: 4, Inner: 4 * second, Outer: 5 * second,
			Begin: 92 * second, Start: 93 * second, Stop: 94 * second,
		},
		{Track: 0, Path: "Total/step/cell"}: {Kind: ledger.Sampled, Began: 160, Started: 160, Ending: 160, Ended: 160},
		{Track: 1, Path: "Total/beside"}:    {Kind: ledger.Counted, Began: 7, Started: 7, Ending: 7, Ended: 7},
	}}
}

// right returns a table that agrees with it.
func right() claim {
	running := func(open int64, m stats.Measure) stats.Measure {
		m.Running, m.Open, m.Total = 1, open, m.Total+open
		return m
	}
	return claim{
		seen: 99 * second,
		profile: &stats.Profile{
			Size: 2, Environments: []stats.Environment{{Name: "all"}, {Name: "some"}}, Tracks: []string{"main", "other"},
			Nodes: []stats.Node{
				{Parent: -1, Name: "Total", Measure: running(88*second, stats.Measure{})},
				{Parent: 0, Name: "step", Measure: running(8*second, stats.Measure{
					Calls: 2, Timed: 2, Total: 10*second + second/2, Min: second, Max: 9 * second,
				})},
				{Parent: 1, Name: "work", Environment: 1, Measure: stats.Measure{
					Calls: 4, Timed: 4, Total: 4 * second, Min: second, Max: second,
				}},
				{Parent: 1, Name: "cell", Estimated: true, Sample: 16, Measure: stats.Measure{Calls: 160, Timed: 10, Total: second}},
				{Parent: 0, Name: "beside", Measure: stats.Measure{Calls: 7, Timed: 7, Total: second}, ByTrack: []stats.TrackMeasure{
					{Track: 1, Measure: stats.Measure{Calls: 7, Timed: 7, Total: second, Max: second}},
				}},
			},
		},
		open: []openRegion{
			{0, []string{"Total"}, "Total", 88 * time.Second},
			{0, []string{"Total", "step"}, "step", 8 * time.Second},
		},
	}
}

func compareDead(c claim) []string {
	return compare(evidence{before: dead(), after: dead(), now: 100 * second}, c)
}

func TestCompareAgrees(t *testing.T) {
	if wrong := compareDead(right()); len(wrong) > 0 {
		t.Errorf("a table that is right: %q", wrong)
	}
	// The fifth call of work may as well have ended.
	c := right()
	m := &c.profile.Nodes[2].Measure
	m.Calls, m.Timed, m.Total = 5, 5, 6*second
	if wrong := compareDead(c); len(wrong) > 0 {
		t.Errorf("one call more: %q", wrong)
	}
	// Or be running still.
	c = right()
	m = &c.profile.Nodes[2].Measure
	m.Running, m.Open, m.Total = 1, 6*second, 10*second
	c.open = append(c.open, openRegion{0, []string{"Total", "step", "work"}, "work@some", 6 * time.Second})
	if wrong := compareDead(c); len(wrong) > 0 {
		t.Errorf("running still: %q", wrong)
	}
}

// What is wrong is found, one thing at a time.
func TestCompareFinds(t *testing.T) {
	node := func(i int, change func(m *stats.Measure)) func(*claim) {
		return func(c *claim) { change(&c.profile.Nodes[i].Measure) }
	}
	for name, wrong := range map[string]struct {
		change func(*claim)
		want   string
	}{
		"a call too many":        {node(1, func(m *stats.Measure) { m.Calls++ }), "Total/step: 3 calls"},
		"a call lost":            {node(2, func(m *stats.Measure) { m.Calls-- }), "work@some: 3 calls"},
		"two calls in flight":    {node(2, func(m *stats.Measure) { m.Calls += 2 }), "work@some: 6 calls"},
		"a sampled call lost":    {node(3, func(m *stats.Measure) { m.Calls-- }), "cell: 159 calls"},
		"a region lost":          {func(c *claim) { c.profile.Nodes = c.profile.Nodes[:4] }, "beside: 0 calls"},
		"too short":              {node(1, func(m *stats.Measure) { m.Total -= second }), "ns in 2 calls"},
		"too long":               {node(1, func(m *stats.Measure) { m.Total += second }), "ns in 2 calls"},
		"a recursion":            {node(1, func(m *stats.Measure) { m.Recursion = 1 }), "of a recursion"},
		"not running":            {node(1, func(m *stats.Measure) { m.Running, m.Total, m.Open = 0, m.Total-m.Open, 0 }), "running 0"},
		"running":                {node(3, func(m *stats.Measure) { m.Running = 1 }), "running 1"},
		"open for too long":      {node(1, func(m *stats.Measure) { m.Open += 2 * second; m.Total += 2 * second }), "at most"},
		"open for too short":     {node(1, func(m *stats.Measure) { m.Open -= second; m.Total -= second }), "at least"},
		"longest call":           {node(1, func(m *stats.Measure) { m.Max = 12 * second }), "calls of"},
		"shortest call":          {node(1, func(m *stats.Measure) { m.Min = 10 * second }), "calls of"},
		"a region that is not":   {func(c *claim) { c.profile.Nodes[2].Name = "other" }, "never was"},
		"another environment":    {func(c *claim) { c.profile.Nodes[2].Environment = 0 }, "never was"},
		"another track":          {func(c *claim) { c.profile.Nodes[4].ByTrack[0].Track = 0 }, "never was"},
		"histogram":              {node(1, func(m *stats.Measure) { m.Histogram = stats.NewHistogram([]uint64{5}) }), "histogram"},
		"a stack without a top":  {func(c *claim) { c.open = c.open[:1] }, "step was open"},
		"a stack without a root": {func(c *claim) { c.open = c.open[1:] }, "Total was open"},
		"a stack upside down":    {func(c *claim) { c.open[0], c.open[1] = c.open[1], c.open[0] }, "open Total after"},
		"an open region too many": {func(c *claim) {
			c.open = append(c.open, openRegion{0, []string{"Total", "step", "cell"}, "cell", time.Second})
		}, "and was not"},
		"open on another track": {func(c *claim) {
			c.open = append(c.open, openRegion{1, []string{"Total", "step"}, "step", time.Second})
		}, "which never was"},
		"open for too long in the stack": {func(c *claim) { c.open[1].since += 10 * time.Second }, "at most"},
	} {
		t.Run(name, func(t *testing.T) {
			c := right()
			wrong.change(&c)
			if got := strings.Join(compareDead(c), "\n"); !strings.Contains(got, wrong.want) {
				t.Errorf("found %q, expected %q", got, wrong.want)
			}
		})
	}
}

// While a rank runs, what is between the two looks at its ledger may or may not be in the table.
func TestCompareOfRunning(t *testing.T) {
	key := ledger.Key{Path: "Total/step"}
	later := func() *ledger.Account {
		a := dead()
		e := a.Regions[key]
		e.Began, e.Started, e.Ending, e.Ended = 5, 5, 5, 5
		e.Inner, e.Outer = 12*second, 14*second
		a.Regions[key] = e
		return a
	}
	for calls := range uint64(7) {
		c := right()
		m := &c.profile.Nodes[1].Measure
		m.Calls, m.Timed, m.Running, m.Open, m.Total = calls, calls, 0, 0, 12*second
		c.open = c.open[:1]
		wrong := compare(evidence{dead(), later(), 100 * second, true}, c)
		if good := calls >= 2 && calls <= 5; good != (len(wrong) == 0) {
			t.Errorf("%d calls: %q", calls, wrong)
		}
	}
	// It was open at the first look: both are right.
	if wrong := compare(evidence{dead(), later(), 100 * second, true}, right()); len(wrong) > 0 {
		t.Errorf("still open: %q", wrong)
	}
}

// What a rank measured after its disk was full may be missing, but nothing is invented.
func TestCompareOfOldTable(t *testing.T) {
	c := right()
	c.late = true
	c.profile.Nodes[2].Calls = 1
	c.open = nil
	if wrong := compareDead(c); len(wrong) > 0 {
		t.Errorf("an old table: %q", wrong)
	}
	c.profile.Nodes[1].Calls = 3
	if wrong := compareDead(c); len(wrong) != 1 {
		t.Errorf("calls that never were: %q", wrong)
	}
}

// A kill depends on the seed and its number alone, and the kinds take turns under each MPI.
func TestDraw(t *testing.T) {
	mpis := []launcher{{name: "openmpi"}, {name: "mpich"}}
	count := make(map[string]int)
	different := make(map[string]bool)
	for i := range 240 {
		p := draw(5, i, mpis)
		if again := draw(5, i, mpis); again.String() != p.String() || again.seed != p.seed {
			t.Errorf("kill %d is %v and %v", i, p, again)
		}
		if p.ranks < 2 || len(p.targets) > p.ranks || p.delay < 0 {
			t.Errorf("kill %d: %v", i, p)
		}
		count[p.launcher.name+p.kind]++
		different[p.String()] = true
	}
	for _, l := range mpis {
		for _, kind := range kinds {
			if n := count[l.name+kind]; n != 15 {
				t.Errorf("%d kills of kind %s under %s, expected 15", n, kind, l.name)
			}
		}
	}
	if len(different) < 230 {
		t.Errorf("only %d of 240 kills are different", len(different))
	}
	if fmt.Sprint(draw(5, 7, mpis)) == fmt.Sprint(draw(6, 7, mpis)) {
		t.Error("the seed makes no difference")
	}
}

func TestOutgrown(t *testing.T) {
	p := &stats.Profile{Nodes: []stats.Node{
		{Parent: -1, Name: "Total", Measure: stats.Measure{Total: 10 * second}},
		{Parent: 0, Name: "a", Measure: stats.Measure{Total: 6 * second}},
		{Parent: 0, Name: "b", Measure: stats.Measure{Total: 4 * second}},
	}}
	if wrong := outgrown(p); len(wrong) > 0 {
		t.Errorf("%q", wrong)
	}
	p.Nodes[2].Total += 1000000
	if wrong := outgrown(p); len(wrong) != 1 {
		t.Errorf("regions that took longer than their parent: %q", wrong)
	}
}
