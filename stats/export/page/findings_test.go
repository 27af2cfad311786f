package page

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// slowFrom is a run of eight ranks of which some take twice as long in the kernel from a step on, and its steps: each rank is two steps
// behind the one before, as ranks that wait for their neighbours alone are. The region with the kernel is ten deep.
func slowFrom(t *testing.T, steps, from int, slow ...int) (*stats.Summary, *lanes.Steps) {
	t.Helper()
	const ranks = 8
	names := []string{"Total"}
	for i := range 9 {
		names = append(names, fmt.Sprintf("component_%02d", i))
	}
	names = append(names, "kernel")
	path := strings.Join(names[1:], "/")
	s := &lanes.Steps{Regions: []string{"other", ".." + path[25:]}, Count: steps, Fold: 1}
	var profiles []*stats.Profile
	for rank := range ranks {
		total := int64(0)
		for step := range steps {
			took := 1.0
			if slices.Contains(slow, rank) && step >= from {
				took = 2
			}
			total += int64(took * 1e6)
			s.Seconds = append(s.Seconds, float32(took/1e3))
			s.Start, s.End = append(s.Start, float64(step+2*rank)*2e6), append(s.End, float64(step+2*rank+1)*2e6)
		}
		s.Ranks = append(s.Ranks, fmt.Sprint(rank))
		p := &stats.Profile{Rank: rank, Size: ranks, Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}}}
		for i, name := range names {
			p.Nodes = append(p.Nodes, stats.Node{Parent: i - 1, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
		}
		profiles = append(profiles, p)
	}
	s.Seconds = append(slices.Repeat([]float32{float32(math.NaN())}, ranks*steps), s.Seconds...)
	for step := range steps + 1 {
		s.Numbers = append(s.Numbers, step+1)
	}
	return pagetest.Merge(t, profiles), s
}

// Of two slow ranks it is their own first slow step, in a region whose name is cut, and of the rank that is shown.
func TestSinceTwoRanks(t *testing.T) {
	s, steps := slowFrom(t, 120, 60, 6, 7)
	region := len(s.Regions) - 1
	got := since(s, &answers.Finding{Kind: answers.Slow, Region: region, Ranks: answers.Ranks{First: 7}}, steps)
	if got == nil || got.Step != 61 || got.Rank != "6" || got.Region != steps.Regions[1] || got.Text != "Ranks 6-7 take 1.000 ms longer in kernel than the others in each step from step 61 of 120 on." {
		t.Errorf("%+v", got)
	}
	if got := since(s, &answers.Finding{Kind: answers.Slow, Region: region, Ranks: answers.Ranks{First: 3}}, steps); got != nil {
		t.Errorf("of a rank that is not slow: %+v", got)
	}
	if got := since(s, &answers.Finding{Kind: answers.Slow, Region: region, Ranks: answers.Ranks{First: 7}, Saves: 1e9}, steps); got != nil {
		t.Errorf("of what is much more than the steps have: %+v", got)
	}
	if got := since(s, &answers.Finding{Kind: answers.Slow, Region: 2, Ranks: answers.Ranks{First: 7}}, steps); got != nil {
		t.Errorf("of a region without steps: %+v", got)
	}
}

// Over the run ranks are balanced that are slow in turn: it is said of the innermost region, and not of those that wait.
func TestSinceInTurn(t *testing.T) {
	s, of := slowFrom(t, 120, 120)
	of.Regions = []string{"step", "step/kernel", "step/MPI_Barrier"}
	of.Seconds = nil
	for _, took := range []func(slow bool) float32{
		func(bool) float32 { return 0.003 },
		func(slow bool) float32 { return map[bool]float32{false: 0.001, true: 0.003}[slow] },
		func(slow bool) float32 { return map[bool]float32{false: 0.002, true: 0}[slow] },
	} {
		for rank := range 8 {
			for step := range 120 {
				of.Seconds = append(of.Seconds, took(step*5%8 == rank))
			}
		}
	}
	d, err := (&Page{Runs: []Run{{Summary: s}}, Timeline: &lanes.Timeline{Steps: of, Length: 1}}).data()
	if err != nil {
		t.Fatal(err)
	}
	f := d.Runs[0].Findings[0]
	want := sinceData{"In 120 of 120 steps one rank alone takes longer in kernel than the others, by 2.000 ms, and in turn another: all ranks. No single rank is to blame.", "step/kernel", "0", 1}
	if f.Kind != answers.Balanced || f.Since == nil || *f.Since != want {
		t.Errorf("%+v, %+v", f, f.Since)
	}
}

// What a rank does in a region outside of those below has its steps, too, if those are known.
func TestSinceOwnTime(t *testing.T) {
	s, steps := slowFrom(t, 120, 60, 6)
	region := len(s.Regions) - 2 // the one around the kernel
	f := &answers.Finding{Kind: answers.Slow, Region: region, Own: true, Ranks: answers.Ranks{First: 2}}
	steps.Regions[0] = strings.Join(s.Path(region)[1:], "/")
	for i, v := range steps.Seconds[8*120:] {
		if steps.Seconds[i] = v + 0.001; i/120 == 2 && i%120 < 30 {
			steps.Seconds[i] += 0.002
		}
	}
	if got := since(s, f, steps); got == nil || got.Step != 1 || got.Rank != "2" || got.Text != "Rank 2 takes 2.000 ms longer in component_08, outside of the regions below it, than the others in each step until step 30 of 120." {
		t.Errorf("%+v", got)
	}
	steps.Regions[1] = "other"
	if got := since(s, f, steps); got != nil {
		t.Errorf("%+v", got)
	}
}

// Regions are told by their paths; what may be one of two is none.
func TestPlaceOfRegion(t *testing.T) {
	for _, c := range []struct {
		paths, names string
		want         int
	}{
		{"a;a b;a b c", "b;b/c", 1},
		{"a;a b;a b c", "a/b;a/b/c", 1},
		{"a;a long_name;a long_name c", "x;..ame/c", 1},
		{"a;a long_name;a fame;a fame c;a long_name c", "..ame/c", -1},
		{"a;a b;a b c", "c", -1},
		{"a", "b", -1},
	} {
		var s stats.Summary
		places := map[string]int{}
		for i, path := range strings.Split(c.paths, ";") {
			names := strings.Fields(path)
			parent, known := places[strings.Join(names[:len(names)-1], " ")]
			if !known {
				parent = -1
			}
			places[path] = i
			s.Regions = append(s.Regions, stats.Region{Name: names[len(names)-1], Parent: parent})
		}
		if got := placeOf(&s, len(s.Regions)-1, strings.Split(c.names, ";")); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.paths, c.names, got, c.want)
		}
	}
}

// What was found stands on the page in its order, with the sentences that every view has, of regions in the page's numbering; those
// of two runs without steps, which are of one.
func TestFindingsOnPage(t *testing.T) {
	first, steps := slowFrom(t, 120, 60, 6, 7)
	second, _ := slowFrom(t, 120, 10, 1)
	d, err := (&Page{Runs: []Run{{Summary: first}}, Timeline: &lanes.Timeline{Steps: steps, Length: 1}}).data()
	if err != nil {
		t.Fatal(err)
	}
	both, err := (&Page{Runs: []Run{{Summary: first}, {Summary: second}}}).data()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range []*stats.Summary{first, first, second} {
		got := append([]runData{d.Runs[0]}, both.Runs...)[i].Findings
		want := answers.Find(s)
		if len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%d findings, want %d", len(got), len(want))
		}
		for k := range want {
			if got[k].Text != clean(want[k].Text(s)) || got[k].Kind != want[k].Kind || got[k].Saves != want[k].Saves || got[k].Since != nil && i > 0 {
				t.Errorf("%+v, want %+v", got[k], want[k])
			}
			if r := want[k].Region; r >= 0 && d.Regions.Name[got[k].Region] != s.Regions[r].Name {
				t.Errorf("region %d, want %s", got[k].Region, s.Regions[r].Name)
			}
		}
	}
}

// Each rank has its own times of a step.
func TestWindowsOfSteps(t *testing.T) {
	_, steps := slowFrom(t, 3, 1, 2)
	steps.Ranks, steps.Start, steps.End = steps.Ranks[:2], []float64{5, math.NaN(), 9, 2, 1, 1000}, []float64{7, math.NaN(), 12, 2, 4, 2000}
	want := []byte{11, 2, 0, 9, 3, 5, 0, 2, 3, 0xcf, 0xf, 0xe8, 0x7}
	if got := windows(steps, 3); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
