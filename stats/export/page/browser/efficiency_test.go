package browser

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"

	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// The view of efficiencies has those of the run and of its regions, and chooses a region.
func TestEfficiency(t *testing.T) {
	s := pagetest.Merge(t, pagetest.Waiting(4))
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	b.click("#tab-Efficiency")
	b.is("document.querySelectorAll('#view-Efficiency table').length", "2")
	b.is("document.querySelector('#view-Efficiency tbody tr').textContent.includes('parallel efficiency')", "true")
	b.is("[...document.querySelectorAll('#view-Efficiency tr[data-i]')].length", "2")
	b.click("#view-Efficiency tr[data-i='1'] button.link")
	b.is("String(State.selected)", "1")
	b.errorless()
	b.keep("efficiency")
}

// The efficiencies of an interval that is the whole timeline are those of the run, which the command computes; a part has its own.
func TestEfficiencyOfInterval(t *testing.T) {
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
	const shares = "JSON.stringify([e.whole.slice(0, 3).map((k) => [k.name, k.share, k.level, k.low]), e.regions.map((r) => [...r.cells.slice(0, 3), r.low]).sort()])"
	whole := b.text("((e) => " + shares + ")(Data.runs[0].efficiency)")
	b.text("Interval.take(0, Data.timeline.length) || ''")
	b.is("((e) => "+shares+")(Data.runs[0].efficiency)", whole)
	b.text("Interval.take(1.5e9, 5e9) || ''")
	if part := b.text("((e) => " + shares + ")(Data.runs[0].efficiency)"); part == whole {
		t.Errorf("those of a part are those of the whole: %s", part)
	}
	b.click("#tab-Efficiency")
	b.is("document.querySelectorAll('#view-Efficiency table').length", "2")
	b.errorless()
	b.keep("efficiency-interval")
}
