package show

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/stats"
)

// anyRun returns a run with a tree of any form.
func anyRun(t *rapid.T) *load.Run {
	size := rapid.IntRange(1, 4).Draw(t, "size")
	names := rapid.SampledFrom([]string{"a", "b", "step", "温度", "a rather long name of a region", "x\ty"})
	var profiles []*stats.Profile
	for rank := range size {
		p := &stats.Profile{Rank: rank, Size: size, Environments: []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}}}
		seen := make(map[string]bool)
		for i := range rapid.IntRange(0, 12).Draw(t, "nodes") {
			n := stats.Node{Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"), Name: names.Draw(t, "name")}
			for seen[fmt.Sprint(n.Parent, n.Name)] {
				n.Name += "'"
			}
			seen[fmt.Sprint(n.Parent, n.Name)] = true
			n.Total = rapid.Int64Range(0, 1e12).Draw(t, "total")
			n.Calls, n.Timed, n.Max, n.Min = 1, 1, n.Total, n.Total
			n.Histogram.Add(uint64(n.Total))
			p.Nodes = append(p.Nodes, n)
		}
		profiles = append(profiles, p)
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return &load.Run{Name: "run", Form: "profiles", Summary: s, Ranks: load.RanksOf(profiles), Lacks: []string{"something that is not there"}}
}

func anyOptions(t *rapid.T) *options {
	o := &options{
		rank: -1, top: rapid.IntRange(0, 3).Draw(t, "top"), depth: rapid.IntRange(0, 4).Draw(t, "depth"),
		sort:     rapid.SampledFrom(sortKeys()).Draw(t, "sort"),
		minShare: float64(rapid.IntRange(0, 60).Draw(t, "share")),
		columns:  rapid.SliceOfN(rapid.SampledFrom(columnNames()), 0, 5).Draw(t, "columns"),
		pattern:  regexp.MustCompile(""),
	}
	switch rapid.IntRange(0, 3).Draw(t, "mode") {
	case 1:
		o.imbalance = true
	case 2:
		o.bottomUp = true
	}
	o.page = sheet.Page{Width: rapid.IntRange(1, 140).Draw(t, "width"), Colour: rapid.Bool().Draw(t, "colour")}
	return o
}

func TestNoLineIsLongerThanAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run, o := anyRun(t), anyOptions(t)
		if n := len(run.Summary.Regions); n > 0 && rapid.Bool().Draw(t, "histogram") {
			v, err := o.view(run)
			if err != nil {
				t.Fatal(err)
			}
			o.imbalance, o.bottomUp, o.histogram = false, false, v.path(rapid.IntRange(0, n-1).Draw(t, "region"))
		}
		text, err := o.text(run)
		if errors.Is(err, errNoSelf) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(text, "\n") {
			if w := sheet.Width(line); w > o.page.Width {
				t.Errorf("%q has %d columns, want at most %d", line, w, o.page.Width)
			}
		}
	})
}

// Self time is in one row of the first level, and below it in one of each level.
func TestBottomUpAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := &options{rank: -1, pattern: regexp.MustCompile("")}
		v, err := o.view(anyRun(t))
		if err != nil {
			t.Fatal(err)
		}
		var want stats.Uint128
		for i := range v.s.Regions {
			want = want.Add(v.s.Regions[i].Self)
		}
		top, whole := v.callers()
		if whole != want {
			t.Errorf("all of it is %v, want %v", whole, want)
		}
		top.fold(stats.Uint128{Lo: rapid.Uint64Range(0, 1e12).Draw(t, "least")})
		var sum stats.Uint128
		for _, c := range top.children {
			sum = sum.Add(c.region.Self)
			var below stats.Uint128
			for _, d := range c.children {
				below = below.Add(d.region.Self)
			}
			if below.Cmp(c.region.Self) > 0 {
				t.Errorf("%s has %v, its callers %v", c.name, c.region.Self, below)
			}
		}
		if sum != want {
			t.Errorf("the rows add up to %v, want %v", sum, want)
		}
	})
}
