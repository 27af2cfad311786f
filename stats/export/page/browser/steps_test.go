package browser

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// The one slow step has its colour at its place, stands first in the table, is said in words, and is gone to.
func TestStepsInBrowser(t *testing.T) {
	beside(t)
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &steps.Times{Regions: []string{"solve", "rest"}, Ranks: []string{"0", "1", "2", "3"}, Count: 10, Fold: 1, Numbers: numbers(10)}
	for rank := range 4 {
		for step := range 10 {
			late := 0.25e9 * float64(rank)
			s.Start, s.End = append(s.Start, float64(step)*1e9+late), append(s.End, float64(step+1)*1e9+late)
		}
	}
	for region := range 2 {
		for rank := range 4 {
			for step := range 10 {
				v := float32(0.4)
				switch {
				case region == 0 && rank == 2 && step == 6:
					v = 3
				case rank == 3 && step == 0:
					v = float32(math.NaN())
				}
				s.Seconds = append(s.Seconds, v)
			}
		}
	}
	tl.Steps = s
	b := overTime(t, pageOf(t, tl))
	b.is("Steps.table.querySelector('tbody tr').innerText.split('\\t').join('|')", "step 7|2|3.000\u00a0s|6.429 ×|6.500\u00a0s")
	colour := func(step, rank int) string {
		return b.text(fmt.Sprintf(`(() => { const s = devicePixelRatio || 1, high = Steps.canvas.getBoundingClientRect().height / 4;
			const x = Timeline.gutter + (%d + 0.5) * Timeline.width / 10, y = (%d + 0.5) * high;
			const g = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
			g.drawImage(Steps.canvas, -Math.floor(x * s), -Math.floor(y * s));
			return [...g.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(); })()`, step, rank))
	}
	if got, want := colour(6, 2), b.text("Colours.both(1).map(Math.round).join()"); got != want {
		t.Errorf("the slow step has the colour %s, want %s", got, want)
	}
	if slow, other := colour(6, 2), colour(5, 2); slow == other || colour(5, 1) != other {
		t.Errorf("the slow step has the colour %s, the one before %s", slow, other)
	}
	b.text("Steps.canvas.focus() || ''")
	for range 6 {
		b.keys(kb.ArrowRight)
	}
	b.keys(kb.ArrowDown)
	b.keys(kb.ArrowDown)
	b.is("Steps.canvas.getAttribute('aria-label')", "Time per step: rank 2, step 7, 3.000\u00a0s, mean of all steps and ranks "+b.text("Format.time(Steps.mean * 1e9)"))
	b.keep("steps")
	b.keys(kb.Enter)
	b.settle()
	b.is("Timeline.from + ' ' + Timeline.to + ' ' + Timeline.list[Timeline.lane].rank", "6500000000 7500000000 2")
	b.text("(() => { const c = document.querySelector('[data-choice=steps]'); c.selectedIndex = 1; c.dispatchEvent(new Event('change')); return ''; })()")
	if first := b.text("Steps.table.querySelector('tbody tr').innerText"); !strings.Contains(first, "400.0") {
		t.Errorf("the longest of the other region: %s", first)
	}
	b.clean()
}

// numbers are those of so many steps, each in a column, and the one behind.
func numbers(steps int) (list []int) {
	for step := range steps + 1 {
		list = append(list, step+1)
	}
	return list
}
