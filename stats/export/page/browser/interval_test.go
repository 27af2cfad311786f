package browser

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// column is the values of all regions on the page.
func (b *tab) column(name string) (list []float64) {
	b.t.Helper()
	if err := json.Unmarshal([]byte(b.text("JSON.stringify(Data.runs[0].columns."+name+")")), &list); err != nil {
		b.t.Fatal(err)
	}
	return list
}

// The figures of an interval that is the whole run are those that the command computes from the same traces; those of a
// part are its own; and back again.
func TestIntervalInBrowser(t *testing.T) {
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := stats.Merge(tl.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(tl.Profiles)}}, Timeline: tl}))
	b.text("Interval.take(0, Data.timeline.length) || ''")
	for i := range s.Regions {
		at := b.regionOf(s, i)
		for name, want := range figures(s, i) {
			switch name {
			case "median", "p90", "callMedian", "callP99": // of bins
				continue
			}
			if got := b.column(name)[at]; math.Abs(got-want) > 1e-6*math.Abs(want)+2 {
				t.Errorf("%s of %s: %g, want %g", name, strings.Join(s.Path(i), "/"), got, want)
			}
		}
		if got := b.column("maxRank")[at]; got != float64(s.Regions[i].Max.Rank) {
			t.Errorf("slowest of %s: %g, want %d", strings.Join(s.Path(i), "/"), got, s.Regions[i].Max.Rank)
		}
	}

	// Three steps, of which the first has begun half a second before, in solve on rank 2 only.
	b.text("Timeline.show(1.5e9, 5e9) || ''")
	b.settle()
	b.click("#tab-Timeline")
	b.text("Timeline.reduce.click() || ''")
	b.is("document.querySelector('[role=tab][aria-selected=true]').textContent", "Regions")
	solve := slices.IndexFunc(s.Regions, func(r stats.Region) bool { return r.Name == "solve" })
	at := b.regionOf(s, solve)
	for name, want := range map[string]float64{
		"max": 2.7e9, "min": 1.2e9, "mean": (3*1.2e9 + 2.7e9) / 4, "imbalance": 2.7e9 - (3*1.2e9+2.7e9)/4, "maxRank": 2, "calls": 13, "callMax": 0.8e9, "callMin": 0.4e9, "ranks": 4,
	} {
		if got := b.column(name)[at]; math.Abs(got-want) > 1e-6*want+2 {
			t.Errorf("%s: %g, want %g", name, got, want)
		}
	}
	b.is("document.querySelector('#runs .interval').textContent.includes('3.500\\u00a0s from 1.500\\u00a0s on') + ''", "true")
	b.keep("interval-regions")
	for _, view := range []string{"Imbalance", "Ranks", "Environments", "Run"} {
		b.click("#tab-" + view)
		b.settle()
	}
	b.click("#tab-Ranks")
	b.is(fmt.Sprintf("Ranks.place.querySelector('tr[data-i=\"%d\"] [data-k=maxRank]').textContent", at), "2 (b), 0 (a), 1 (a)")
	b.keep("interval-ranks")
	b.click("[data-choice=whole]")
	b.is("String(Interval.base)", "null")
	if got, want := b.column("max")[b.regionOf(s, solve)], float64(s.Regions[solve].Max.Value); got != want {
		t.Errorf("back at the whole run: %g, want %g", got, want)
	}
	b.clean()
}

// Where the page has shares only, there is no such button to press.
func TestNoIntervalOfShares(t *testing.T) {
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{States: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.await("Timeline.reduce.disabled")
}
