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
	beside(t)
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
	beside(t)
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{States: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.await("Timeline.reduce.disabled")
}

// Of a timeline with too many states those of an interval are there: it can be looked at closely, and reduced; elsewhere
// there are shares.
func TestDetailInBrowser(t *testing.T) {
	beside(t)
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{States: 40, From: 2e9, To: 4e9})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.is("Timeline.text.textContent.includes('each state from 2.000\\u00a0s to 4.000\\u00a0s, otherwise shares') + ''", "true")
	b.is("String(Timeline.reduce.disabled)", "true")
	b.text("Timeline.show(2e9, 4e9) || ''")
	b.await("!Timeline.reduce.disabled")
	for _, at := range []struct {
		lane    int
		seconds float64
		name    string
	}{{0, 2.2, "solve"}, {0, 2.6, "Allreduce"}, {2, 2.6, "solve"}, {2, 3.85, "Allreduce"}, {1, 3.95, ""}} {
		if got, want := b.pixel(at.lane, at.seconds, at.name); got != want {
			t.Errorf("lane %d at %g s: colour %s, want %s of %q", at.lane, at.seconds, got, want, at.name)
		}
	}
	b.text("Timeline.choose(2, 2.6e9) || ''")
	b.is("Timeline.lines(Timeline.list[2], 2.6e9)[1]", "step / solve")
	b.text("Timeline.reduce.click() || ''")
	b.is("String(Math.round(Data.runs[0].columns.max[Data.regions.name.indexOf('solve')] / 1e6))", "1600")
	b.click("[data-choice=whole]")
	b.click("#tab-Timeline")
	b.text("Timeline.show(5e9, 7e9) || ''")
	b.await("Timeline.reduce.disabled")
}

// The rank that does something else than the others stands first where they are ordered by that.
func TestOddLanesInBrowser(t *testing.T) {
	beside(t)
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.text("(() => { const c = document.querySelector('[data-choice=order]'); c.value = 'odd'; c.dispatchEvent(new Event('change')); return ''; })()")
	b.settle()
	b.is("Timeline.list.map((lane) => lane.rank).join()", "2,0,1,3")
}

// Rows can be those that differ alone, or one for each host, and are saved as SVG that says what each state is.
func TestRowsInBrowser(t *testing.T) {
	beside(t)
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	choose := func(which string) {
		b.text("(() => { const c = document.querySelector('[data-choice=which]'); c.value = " + quoted(which) + "; c.dispatchEvent(new Event('change')); return ''; })()")
		b.settle()
	}
	choose("odd")
	b.is("Timeline.list.map((lane) => lane.rank).join()", "2")
	choose("hosts")
	b.is("Timeline.list.map((lane) => TimeData.title(lane)).join()", "a 2 ranks,b 2 ranks")
	b.is("JSON.stringify(Timeline.shares(Timeline.list[0], 0.2e9).list.map(([n, s]) => Timeline.label(n)))", `["solve"]`)
	// From 0.4 s on one of the two ranks of b still solves.
	b.is("JSON.stringify(Timeline.shares(Timeline.list[1], 0.6e9).list.map(([n, s]) => Timeline.label(n)).sort())", `["MPI_Allreduce","solve"]`)
	b.keep("rows-hosts")
	choose("all")
	b.is("String(Timeline.list.length)", "4")
	svg := b.text("TimeSVG.text()")
	if n := strings.Count(svg, "<title>MPI_Allreduce</title>"); n != 40 || strings.Count(svg, "<title>solve</title>") != 40 || !strings.Contains(svg, "a rank 0") {
		t.Errorf("%d areas of Allreduce in\n%.500s", n, svg)
	}
	b.is("(() => { const d = new DOMParser().parseFromString(TimeSVG.text(), 'image/svg+xml'); return d.querySelector('parsererror') ? 'wrong' : d.documentElement.tagName; })()", "svg")
	b.clean()
}
