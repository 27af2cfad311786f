package page

import (
	"math"
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/answerstest"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// What was found stands on the page in its order, with the sentences that every view has, of regions in the page's numbering. Of two
// runs each has its own steps, and a link to those that the timeline has.
func TestFindingsOnPage(t *testing.T) {
	first, times := answerstest.SlowFrom(t, 120, 60, 6, 7)
	second, _ := answerstest.SlowFrom(t, 120, 10, 1)
	d, err := (&Page{Runs: []Run{{Summary: first}}, Timeline: &lanes.Timeline{Steps: times, Length: 1}}).data()
	if err != nil {
		t.Fatal(err)
	}
	both, err := (&Page{Runs: []Run{{Summary: first, Steps: times}, {Summary: second}}}).data()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range []*stats.Summary{first, first, second} {
		got := append([]runData{d.Runs[0]}, both.Runs...)[i].Findings
		want := answers.Of(s, []*steps.Times{times, times, nil}[i])
		if len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%d findings, want %d", len(got), len(want))
		}
		for k := range want {
			if got[k].Text != clean(want[k].Text(s)) || got[k].Kind != want[k].Kind || got[k].Saves != want[k].Saves || (got[k].Since != nil) != (want[k].Since != nil) {
				t.Errorf("%+v, want %+v", got[k], want[k])
			}
			if e := got[k].Evidence; e != nil && (e.Step != 0) != (i == 0 && want[k].Since != nil) {
				t.Errorf("page %d shows step %d", i, e.Step)
			}
			if r := want[k].Region; r >= 0 && d.Regions.Name[got[k].Region] != s.Regions[r].Name {
				t.Errorf("region %d, want %s", got[k].Region, s.Regions[r].Name)
			}
		}
	}
}

// Each rank has its own times of a step.
func TestWindowsOfSteps(t *testing.T) {
	_, times := answerstest.SlowFrom(t, 3, 1, 2)
	times.Ranks, times.Start, times.End = times.Ranks[:2], []float64{5, math.NaN(), 9, 2, 1, 1000}, []float64{7, math.NaN(), 12, 2, 4, 2000}
	want := []byte{11, 2, 0, 9, 3, 5, 0, 2, 3, 0xcf, 0xf, 0xe8, 0x7}
	if got := windows(times, 3); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
