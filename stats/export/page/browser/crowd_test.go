package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// windows are the sizes at which the page is looked at: a telephone, a tablet, two laptops, a screen and a 4K screen.
var windows = []struct{ width, height int64 }{{390, 844}, {768, 1024}, {1180, 820}, {1366, 768}, {1920, 1080}, {3840, 2160}}

// crowd is a run that is hard to show: names that differ only at their ends or in the middle, a prefix that nearly all have,
// 10 000 ranks, 10 000 000 calls, a tree that is deep where the time is, and many regions that take none.
func crowd(ranks int) []*stats.Profile {
	var list []*stats.Profile
	all := []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}
	for rank := range ranks {
		p := &stats.Profile{
			Rank: rank, Size: ranks, Host: fmt.Sprintf("nid%06d", rank/128), PID: 4000 + rank, Program: "ocean",
			Start: 1_760_000_000_000_000_000, To: 7_300_000_000_000,
			Clock:        stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 33.5, Drift: 0.12},
			Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: all}},
			Tracks:       []string{"main"},
		}
		late := float64(rank%97) * 1e9
		run := pagetest.Add(p, -1, "model/ocean.Run", 0, 1, 7200e9)
		pagetest.Add(p, run, "model/ocean.initialise", 0, 1, 9e9)
		step := pagetest.Add(p, run, "model/ocean.(*State).Step", 0, 100_000, 7000e9)
		for k := range 14 {
			pagetest.Add(p, step, fmt.Sprintf("model/ocean.(*State).advance_tracer_%02d", k), 0, 1000, 1e9*float64(k+1)+late/100)
		}
		at := step
		for k := range 20 {
			at = pagetest.Add(p, at, fmt.Sprintf("model/ocean.(*Solver).level_%02d_of_the_multigrid_cycle", k), 0, 100_000, 6000e9-float64(k)*50e9+late)
		}
		pagetest.Add(p, at, "model/ocean.(*Solver).smooth", 0, 10_000_000, 4000e9+late)
		for k := range 40 {
			pagetest.Add(p, run, fmt.Sprintf("model/ocean.diagnostics_of_basin_%03d_mean_temperature_at_the_surface", k), 0, 10, 1e6)
		}
		pagetest.Even(p)
		list = append(list, p)
	}
	return list
}

// crowded is the page of such a run.
func crowded(t *testing.T, ranks int) []byte {
	t.Helper()
	list := crowd(ranks)
	text := written(t, page.Page{Runs: []page.Run{{Summary: pagetest.Merge(t, list), Profiles: slices.Values(list)}}})
	if folder := os.Getenv("MPITIMER_ARTEFACTS"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, "crowd.html"), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return text
}

// At every size and in both themes names have room for 14 letters, siblings differ in what is seen of them, no number is cut, and
// what was found stands first.
func TestNamesAndNumbersWhole(t *testing.T) {
	beside(t)
	b := open(t, crowded(t, 10_000))
	for k, w := range windows {
		if testing.Short() && k%2 == 1 { // in between
			continue
		}
		b.size(w.width, w.height)
		for _, theme := range []string{"light", "dark"} {
			if (theme == "dark") == (w.width > 800) && os.Getenv("MPITIMER_ARTEFACTS") == "" { // to be looked at
				continue
			}
			b.colours(theme)
			for _, view := range []string{"Regions", "Names", "Imbalance", "Ranks"} {
				b.click("#tab-" + view)
				b.text(`scrollTo(0, 0)`)
				b.keep(fmt.Sprintf("crowd-%s-%d-%s", view, w.width, theme))
				where := fmt.Sprintf("%s at %d, %s: ", view, w.width, theme)
				b.whole(view, where)
				if text := b.text(`document.querySelector("#view-` + view + ` caption").textContent`); view != "Ranks" && !strings.Contains(text, "stands for “model/ocean.”") {
					t.Errorf("%sthe caption is %q", where, text)
				}
			}
		}
	}
	b.clean()
}

// whole looks at the names and numbers of a view, and at what stands above it.
func (b *tab) whole(view, where string) {
	b.t.Helper()
	for _, c := range []struct{ what, expression string }{
		{"wider than the window", `Math.max(0, document.documentElement.scrollWidth - innerWidth) || ""`},
		{"names with less room", `[...document.querySelectorAll("#view-` + view + ` tbody th.name .cut")].filter((e) => {
			const th = e.closest("th").getBoundingClientRect(), room = th.right - 8 - e.getBoundingClientRect().left;
			return room < 14 * 13.5 && e.scrollWidth > e.clientWidth; }).map((e) => e.textContent).join()`},
		{"siblings that look alike", `[...document.querySelectorAll("#view-` + view + ` tbody th.name .tail")].filter((e) =>
			/tracer|level_/.test(e.parentElement.textContent) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth < 40).map((e) => e.textContent).join()`},
		{"numbers cut", `[...document.querySelectorAll("#view-` + view + ` td.n, #view-` + view + ` thead th button")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent).join()`},
		{"findings not first", `(() => { const f = document.getElementById("findings").getBoundingClientRect(), r = document.getElementById("runs").getBoundingClientRect();
			return f.height > 0 && f.bottom <= r.top + 1 && f.bottom < innerHeight / 2 ? "" : "top " + f.top; })()`},
		{"views below the window", `document.getElementById("main").getBoundingClientRect().top < innerHeight / 2 ? "" : "below"`},
	} {
		if got := b.text(c.expression); got != "" {
			b.t.Errorf("%s%s: %s", where, c.what, got)
		}
	}
}
