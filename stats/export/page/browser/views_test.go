package browser

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// twoRuns returns a page of two runs of 600 ranks, more than a heat map has bins: in the second one solve
// takes longer, start has gone and checkpoint is new.
func twoRuns(t *testing.T) ([]byte, [2]*stats.Summary) {
	t.Helper()
	const size = 600
	first, second := pagetest.Profiles(size, 1), pagetest.Profiles(size, 1.2)
	for _, p := range second {
		p.Nodes[1].Name = "checkpoint"
	}
	s := [2]*stats.Summary{pagetest.Merge(t, first), pagetest.Merge(t, second)}
	return written(t, page.Page{Title: "Coupled model", Runs: []page.Run{
		{Name: "monday", Form: "profiles", Summary: s[0], Profiles: slices.Values(first), Meta: map[string]string{"job": "4711"}},
		{Name: "tuesday", Summary: s[1], Profiles: slices.Values(second), Lacks: []string{"what the weather was"}},
	}}), s
}

func written(t testing.TB, p page.Page) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// regionOf finds a region of a page by its path in a Summary.
func (b *tab) regionOf(s *stats.Summary, i int) int {
	b.t.Helper()
	at, err := strconv.Atoi(b.text("Array.from({length: Model.count}, (_, i) => i).findIndex((i) => Model.pathText(i) === " + quoted(strings.Join(s.Path(i), " / ")) + ")"))
	if err != nil || at < 0 {
		b.t.Fatalf("region %q is not on the page", s.Path(i))
	}
	return at
}

// figures returns the numbers that the page must show of a region.
func figures(s *stats.Summary, i int) map[string]float64 {
	r := &s.Regions[i]
	return map[string]float64{
		"mean": r.MeanOverRanks(), "meanAll": s.Figure(r, stats.FigureMeanOfAll).Value, "stdDev": r.StdDev(), "min": float64(r.Min.Value), "max": float64(r.Max.Value),
		"median": r.RankQuantile(0.5).Value, "p90": r.RankQuantile(0.9).Value, "imbalance": r.Imbalance(), "untimed": untimed(s, i).Float64(), "calls": float64(r.Calls),
		"callMean": r.CallMean(), "callMin": float64(r.CallMin.Value), "callMax": float64(r.CallMax.Value), "callMedian": r.CallQuantile(0.5).Value, "callP99": r.CallQuantile(0.99).Value,
	}
}

// untimed is what the regions below leave of one's time.
func untimed(s *stats.Summary, i int) stats.Uint128 {
	left := s.Regions[i].Wall
	for j := range s.Regions {
		if s.Regions[j].Parent == i && !s.Beside(j) {
			left = left.Sub(s.Regions[j].Wall)
		}
	}
	return left
}

// shown reads a time as people do: to four digits.
func shown(text string) float64 {
	number, unit, _ := strings.Cut(strings.TrimPrefix(strings.Split(text, ",")[0], "≈"), "\u00a0")
	v, err := strconv.ParseFloat(number, 64)
	scale, known := map[string]float64{"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}[unit]
	if err != nil || !known {
		return math.NaN()
	}
	return v * scale
}

func near(got, want float64) bool { return math.Abs(got-want) <= 6e-4*math.Abs(want) }

func TestNumbersAreTheSummarys(t *testing.T) {
	beside(t)
	text, s := twoRuns(t)
	b := open(t, text)
	b.click("#tab-Regions")
	b.size(1920, 1080) // so that all columns have room
	const read = `Object.fromEntries([...document.querySelectorAll(%s)].map((td) => [td.dataset.k, {V: Number(td.dataset.v), Text: td.textContent}]))`
	type number struct {
		V    float64
		Text string
	}
	for run, summary := range s {
		b.click(fmt.Sprintf(`#view-Regions .switch button[data-run="%d"]`, run))
		for i := range summary.Regions {
			at := b.regionOf(summary, i)
			b.text(fmt.Sprintf("State.select(%d)", at))
			detail := eval[map[string]number](b, fmt.Sprintf(read, quoted(".detail .figures:not(.slow) td[data-k]")))
			row := eval[map[string]number](b, fmt.Sprintf(read, quoted(fmt.Sprintf("#row%d td[data-k]", at))))
			want := figures(summary, i)
			for key, v := range want {
				if got, there := detail[key]; !there || got.V != v || key != "calls" && !near(shown(got.Text), v) {
					t.Errorf("run %d, %q: %s is %g (%q), want %g", run, summary.Path(i), key, got.V, got.Text, v)
				}
			}
			want["selfMean"] = max(0, untimed(summary, i).Float64()) / float64(summary.Regions[i].Ranks)
			want["share"], want["imbalanceShare"], want["ranks"] = summary.ShareOfTotal(i), summary.Regions[i].ImbalanceShare(), float64(summary.Regions[i].Ranks)
			for key, got := range row {
				if v, known := want[key]; !known || got.V != v {
					t.Errorf("run %d, row of %q: %s is %g, want %g", run, summary.Path(i), key, got.V, v)
				}
			}
			r := &summary.Regions[i]
			if text := row["max"].Text; len(row) != 9 || !strings.HasSuffix(text, fmt.Sprint(" @", r.Max.Rank)) || !near(shown(strings.Fields(text)[0]), float64(r.Max.Value)) && !near(shown(strings.TrimSuffix(text, fmt.Sprint(" @", r.Max.Rank))), float64(r.Max.Value)) {
				t.Errorf("run %d, row of %q: the slowest is %q, want rank %d", run, summary.Path(i), text, r.Max.Rank)
			}
			if got, want := row["ranks"].Text, fmt.Sprintf("%d/%d", r.Ranks, summary.Environments[r.Environment].Size); got != want {
				t.Errorf("run %d, row of %q: over %s ranks, want %s", run, summary.Path(i), got, want)
			}
		}
	}
	b.clean()
}

func TestSelectionIsLinked(t *testing.T) {
	beside(t)
	text, s := twoRuns(t)
	b := open(t, text)
	b.click("#tab-Regions")
	solve := -1
	for i := range s[0].Regions {
		if s[0].Regions[i].Name == "solve" {
			solve = b.regionOf(s[0], i)
		}
	}
	b.click(fmt.Sprintf(`#view-Regions .part[data-i="%d"]`, solve))
	b.is(`document.querySelector("#tree tr[aria-selected=true]").dataset.i`, fmt.Sprint(solve))
	b.is(`document.querySelector(".detail h2").textContent`, "solve")
	b.click(`#row0 .name`)
	b.is(`document.querySelectorAll("#view-Regions .part.selected").length`, "1")
	b.is(`document.querySelector("#view-Regions .part.selected").dataset.i`, "0")

	// Into a region and back, by mouse and by the crumbs.
	b.click(fmt.Sprintf(`#row%d .name`, solve))
	b.click(`.detail .buttons button`)
	b.is(`[...document.querySelectorAll(".crumbs li")].map((li) => li.textContent).join(">")`, "all regions>run>step>ocean>solve")
	b.is(fmt.Sprintf(`document.querySelector('.part[data-i="%d"]').style.width`, solve), "100%")
	b.is(`document.querySelectorAll("#tree tbody tr[data-i]").length`, "1")
	b.click(`.crumbs li:nth-child(4) button`)
	b.is(`Model.name(State.root)`, "ocean")
	b.is(`document.querySelectorAll("#tree tbody tr[data-i]").length`, "3")
	b.click(`.crumbs li:first-child button`)
	b.is(`State.root`, "-1")

	// What only the other run has is shown in that, and what is outside of the zoom zooms out.
	b.text(`State.zoom(Data.regions.name.indexOf("ocean"))`)
	b.text(`State.select(Data.regions.name.indexOf("checkpoint"))`)
	b.is(`State.run + " " + State.root + " " + document.querySelector("#view-Regions .switch button[aria-pressed=true]").textContent`, "1 -1 B: tuesday")
	b.is(`document.querySelector("#tree tr[aria-selected=true] .name").textContent`, "checkpoint")
	b.click(`#view-Regions .switch button[data-run="0"]`)
	b.is(`document.querySelector(".detail .note").textContent`, "monday does not have this region.")

	// A region closed and opened, siblings sorted.
	b.click(`#row0 .twist`)
	b.is(`document.querySelectorAll("#tree tbody tr[data-i]").length + " " + document.querySelector("#row0").getAttribute("aria-expanded")`, "1 false")
	b.click(`#row0 .twist`)
	b.click(`#tree th[data-sort=max] button`)
	b.is(`document.querySelector("#tree th[data-sort=max]").getAttribute("aria-sort")`, "descending")
	b.is(`[...document.querySelectorAll("#tree tr[aria-level='2'] .name")].map((th) => th.textContent.replace(/[▸▾]/, "")).join()`, "step,write,start")
	b.clean()
}

func TestKeyboard(t *testing.T) {
	beside(t)
	text, _ := twoRuns(t)
	b := open(t, text)
	b.click("#tab-Regions")
	b.press("/")
	b.is(`document.activeElement.id`, "search")
	b.keys("phys")
	b.is(`document.getElementById("found").textContent`, "1 match")
	b.is(`[...document.querySelectorAll("#tree tbody tr.match .name")].map((e) => e.textContent).join()`, "physics")
	b.is(`[...document.querySelectorAll("#tree tbody tr[data-i]")].length`, "4") // and all above it
	b.is(`document.querySelectorAll("#view-Regions .part.match").length`, "1")
	b.keys(enter)
	b.is(`Model.name(State.selected)`, "physics")
	b.keys(escape)
	b.is(`State.query + document.getElementById("search").value + document.activeElement.tagName`, "BODY")
	b.press("/")
	b.keys("no such region")
	b.is(`document.querySelector("#tree tbody").textContent`, "No region matches.")
	b.keys(escape)

	// The table.
	b.focus("#tree")
	b.text(`State.select(0)`)
	b.keys(down, down)
	b.is(`Model.name(State.selected)`, "step")
	b.keys(left)
	b.is(`document.querySelector("#row" + State.selected).getAttribute("aria-expanded")`, "false")
	b.keys(right, right)
	b.is(`Model.name(State.selected)`, "atmosphere")
	b.keys(left, left)
	b.is(`Model.name(State.selected)`, "step")
	b.is(`document.getElementById("tree").getAttribute("aria-activedescendant") === "row" + State.selected`, "true")
	b.keys(enter)
	b.is(`Model.name(State.root)`, "step")
	b.keys(escape, escape)
	b.is(`State.root`, "-1")

	// The icicle.
	b.focus("#view-Regions .icicle")
	b.text(`State.select(-1)`)
	b.keys(down, down)
	b.is(`Model.name(State.selected)`, "start")
	b.keys(right)
	b.is(`Model.name(State.selected)`, "step")
	b.keys(down, up, left)
	b.is(`Model.name(State.selected)`, "start")
	b.is(`getComputedStyle(document.activeElement).outlineStyle`, "solid")

	// The views, the help, the theme.
	b.focus("#main")
	for k, name := range []string{"Regions", "Names", "Imbalance", "Ranks", "Compare", "Environments", "Counters", "Run"} {
		b.keys(fmt.Sprint(k + 1))
		b.is(`document.querySelector("#tabs [aria-selected=true]").textContent + [...document.querySelectorAll("[role=tabpanel]")].filter((p) => !p.hidden).length`, name+"1")
	}
	b.focus("#tab-Run")
	b.keys(right)
	b.is(`App.now.name + document.activeElement.id`, "Regionstab-Regions")
	b.press("?")
	b.is(`document.getElementById("keys").open`, "true")
	b.keep("keys")
	b.keys(escape)
	b.is(`document.getElementById("keys").open`, "false")
	b.keys("t")
	b.is(`document.documentElement.dataset.theme`, "dark")
	b.clean()
}

func TestThemes(t *testing.T) {
	beside(t)
	text, _ := twoRuns(t)
	b := open(t, text)
	b.click("#tab-Regions")
	const back, part = `getComputedStyle(document.body).backgroundColor`, `document.querySelector("#view-Regions .part").style.backgroundColor`
	b.colours("light")
	light, lightPart := b.text(back), b.text(part)
	b.colours("dark")
	if dark, darkPart := b.text(back), b.text(part); dark == light || darkPart == lightPart {
		t.Errorf("dark is %s with %s, light %s with %s", dark, darkPart, light, lightPart)
	}
	b.click("#theme") // dark
	b.click("#theme") // light, whatever the system says
	b.is(back, light)
	b.is(part, lightPart)
	b.is(`document.getElementById("theme").textContent`, "Theme: light")

	// What is written on colours can be read: a contrast of 4.5 at least, in both themes and all colours.
	const contrast = `(() => {
		const light = (css) => { const c = css.match(/[0-9.]+/g).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
		return Math.min(...[...document.querySelectorAll("#view-Regions .part")].map((p) => { const s = getComputedStyle(p), a = light(s.color), b = light(s.backgroundColor); return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); }));
	})()`
	for _, theme := range []string{"light", "dark"} {
		for _, colour := range []string{"imbalance", "self", "change"} {
			b.text(fmt.Sprintf(`(Theme.set(%q), Regions.colour = %q, State.tell("theme"))`, theme, colour))
			if ratio := eval[float64](b, contrast); ratio < 4.5 {
				t.Errorf("%s, %s: a contrast of %.2f", theme, colour, ratio)
			}
		}
	}
	b.clean()
}
