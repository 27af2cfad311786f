package browser

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// Every view at two sizes, dark and light: there is something on it, nothing is wider than the window,
// and every table and every button says what it is.
func TestEveryView(t *testing.T) {
	beside(t)
	text, _ := twoRuns(t)
	b := open(t, text)
	for _, window := range []struct {
		name          string
		width, height int64
	}{{"wide", 1400, 900}, {"narrow", 420, 900}} {
		b.size(window.width, window.height)
		for _, theme := range []string{"light", "dark"} {
			if testing.Short() && (theme == "dark") == (window.name == "wide") {
				continue
			}
			b.colours(theme)
			for _, view := range []string{"Regions", "Names", "Imbalance", "Ranks", "Compare", "Environments", "Counters", "Run"} {
				b.click("#tab-" + view)
				if view == "Regions" {
					b.text(`State.select(Data.regions.name.indexOf("physics"))`)
				}
				b.text(`scrollTo(0, 0)`)
				b.keep(fmt.Sprintf("%s-%s-%s", strings.ToLower(view), window.name, theme))
				b.inOrder(view)
			}
		}
	}
	b.click("#tab-Regions")
	b.text(`document.querySelector(".detail").scrollIntoView()`)
	b.keep("detail-narrow-dark")
	b.clean()
}

// inOrder looks at what can be seen.
func (b *tab) inOrder(view string) {
	b.t.Helper()
	panel := "#view-" + view
	b.is(fmt.Sprintf(`document.querySelectorAll("%s table tbody tr").length > 0`, panel), "true")
	b.is(fmt.Sprintf(`"%s " + Math.max(0, document.documentElement.scrollWidth - innerWidth)`, view), view+" 0")
	b.is(fmt.Sprintf(`[...document.querySelectorAll("%s table")].filter((t) => !t.caption || !t.caption.textContent).length`, panel), "0")
	b.is(`[...document.querySelectorAll("button, select, input, canvas, [role=group], [role=treegrid]")].filter((e) => !(e.textContent.trim() || e.getAttribute("aria-label") || (e.labels && e.labels.length))).map((e) => e.outerHTML).join()`, "")
	b.is(`[...document.querySelectorAll("thead th")].filter((e) => e.scope !== "col").length + [...document.querySelectorAll("tbody th")].filter((e) => e.scope !== "row").length`, "0")
	b.is(`[...document.querySelectorAll("[aria-controls]")].filter((e) => !document.getElementById(e.getAttribute("aria-controls"))).length`, "0")
}

func TestHeatMapInBrowser(t *testing.T) {
	beside(t)
	list := pagetest.Profiles(32, 1)
	s := pagetest.Merge(t, list)
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(list)}}}))
	b.click("#tab-Ranks")
	physics := eval[int](b, `Data.regions.name.indexOf("physics")`)
	row := fmt.Sprintf(`document.querySelector('#view-Ranks tr[data-i="%d"]')`, physics)
	b.is(row+`.querySelector(".who").textContent.split(",")[0]`, fmt.Sprintf("%d (node01)", pagetest.SlowRank))
	b.is(row+`.querySelector("canvas").width`, "32")
	// The slowest rank has the strongest colour of the scale, those that did not run it have none.
	pixel := func(rank int) string {
		return fmt.Sprintf(`[...%s.querySelector("canvas").getContext("2d").getImageData(%d, 0, 1, 1).data].slice(0, 3).join()`, row, rank)
	}
	b.is(pixel(pagetest.SlowRank), b.text(`Colours.both(1).join()`))
	b.is(pixel(31), b.text(`Colours.parts(Colours.scale("none")).join()`))
	b.is(fmt.Sprintf(`%s === %s`, pixel(pagetest.SlowRank), pixel(2)), "false")

	// By keyboard to rank 13, and what is said of it.
	b.focus(fmt.Sprintf(`#view-Ranks tr[data-i="%d"] canvas`, physics))
	for range pagetest.SlowRank {
		b.keys(right)
	}
	said := b.text(`document.getElementById("tip").textContent`)
	b.is(row+`.querySelector("canvas").getAttribute("aria-label").replace(", ", "")`, said)
	want := float64(0)
	for _, n := range list[pagetest.SlowRank].Nodes {
		if n.Name == "physics" {
			want = float64(n.Wall())
		}
	}
	_, time, _ := strings.Cut(said, fmt.Sprintf("rank %d: ", pagetest.SlowRank))
	if !near(shown(time), want) {
		t.Errorf("%q is said of rank %d, want %g ns", said, pagetest.SlowRank, want)
	}
	b.keys(right, right)
	b.is(`document.getElementById("tip").textContent.includes("rank 15: 1")`, "true")
	b.keys(right)
	b.is(`document.getElementById("tip").textContent`, "physicsrank 16: did not run it")
	// The same as a table beneath.
	b.click(fmt.Sprintf(`#view-Ranks tr[data-i="%d"] .name button`, physics))
	b.is(fmt.Sprintf(`document.querySelector("#view-Ranks .list tbody tr:nth-child(%d)").textContent`, pagetest.SlowRank+1), fmt.Sprintf("rank %d%s", pagetest.SlowRank, time))
	b.is(`document.querySelector("#view-Ranks .list tbody tr:nth-child(17)").textContent`, "rank 16did not run it")
	// The first in the ranking by what balance saves is the first row.
	first := slices.MaxFunc(s.Regions, func(a, b stats.Region) int { return int(a.Imbalance() - b.Imbalance()) })
	b.is(`document.querySelector("#view-Ranks tr[data-i] td[data-k=imbalance]").dataset.v`, b.text(fmt.Sprintf("%v", first.Imbalance())))

	b.click("#tab-Imbalance")
	b.is(`document.querySelector("#view-Imbalance tr[data-i] td[data-k=maxRank]").textContent`, fmt.Sprintf("%d (node01)", pagetest.SlowRank))
	b.balanced(s)
	b.clean()
}

// The heat map can be kept as PNG and SVG: the slowest rank stands at its place, in its row, in the colour that is seen.
func TestHeatMapPictures(t *testing.T) {
	beside(t)
	list := pagetest.Profiles(32, 1)
	b := open(t, written(t, page.Page{Title: "A <run>", Runs: []page.Run{{Summary: pagetest.Merge(t, list), Profiles: slices.Values(list)}}}))
	b.click("#tab-Ranks")
	for _, theme := range []string{"light", "dark"} {
		b.colours(theme)
		b.text("window.scene = Ranks.scene(), window.row = scene.parts.find((p) => p.text === 'physics').y")
		colour := b.text("'rgb(' + Colours.both(1).join(', ') + ')'")
		b.is("scene.parts.filter((p) => p.y === row && p.fill === "+quoted(colour)+").map((p) => Math.round((p.x - 240) / (scene.wide - 330) * 32)).join()", fmt.Sprint(pagetest.SlowRank))
		b.is("(() => { const c = Drawing.canvas(scene), s = c.width / scene.wide, x = 240 + (scene.wide - 330) * ("+fmt.Sprint(pagetest.SlowRank)+" + 0.5) / 32; return 'rgb(' + [...c.getContext('2d').getImageData(Math.floor(x * s), Math.floor((row + 10) * s), 1, 1).data].slice(0, 3).join(', ') + ')'; })()", colour)
		b.is("(() => { const d = new DOMParser().parseFromString(Drawing.svg(scene), 'image/svg+xml'), said = [...d.querySelectorAll('text')].map((t) => t.textContent); return [d.documentElement.tagName, said.includes('physics'), said.some((s) => s.startsWith('A <run>')), d.documentElement.textContent.includes('slower than the mean of the row')].join(); })()", "svg,true,true,true")
	}
	b.is("(() => { const saved = []; Picture.save = (href, name) => saved.push(name); [...document.querySelectorAll('#view-Ranks .buttons button')].forEach((e) => e.click()); return saved.join(); })()", "ranks.png,ranks.svg")
	b.clean()
}

// balanced checks that the view of the imbalance has the figures of a Summary, and no others.
func (b *tab) balanced(s *stats.Summary) {
	b.t.Helper()
	shown := eval[map[int]float64](b, `Object.fromEntries([...document.querySelectorAll("#view-Imbalance tr[data-i]")].map((tr) => [tr.dataset.i, Number(tr.querySelector("td[data-k=imbalance]").dataset.v)]))`)
	want := map[int]float64{}
	for i := range s.Regions {
		if f := s.Figure(&s.Regions[i], stats.FigureImbalance); f.Known && f.Value > 0 {
			want[b.regionOf(s, i)] = f.Value
		}
	}
	if !maps.Equal(shown, want) {
		b.t.Errorf("the page has imbalances of %v, want %v", shown, want)
	}
}

// In a narrow window, where a bin of ranks is less than a pixel, the slow rank is still seen.
func TestHeatMapInNarrowWindow(t *testing.T) {
	beside(t)
	text, _ := twoRuns(t)
	b := open(t, text)
	b.click("#tab-Ranks")
	b.size(420, 900)
	const canvas = `document.querySelector('#view-Ranks tr[data-i="' + Data.regions.name.indexOf("physics") + '"] canvas')`
	b.is(canvas+`.width`, "100") // two of 200 bins of three ranks to a pixel
	b.is(canvas+`.getBoundingClientRect().width >= 100`, "true")
	pixel := fmt.Sprintf(`[...%s.getContext("2d").getImageData(%d, 0, 1, 1).data].slice(0, 3).join()`, canvas, pagetest.SlowRank/6)
	b.is(pixel, b.text(`Colours.both(1).join()`))
	b.size(1400, 900)
	b.is(canvas+`.width`, "200")
	b.clean()
}

// With a Summary alone the ranks view shows distributions.
func TestSummaryAlone(t *testing.T) {
	beside(t)
	s := pagetest.Merge(t, pagetest.Profiles(32, 1))
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	b.is(`[...document.querySelectorAll("[role=tab]")].map((e) => e.textContent).join()`, "Regions,Names,Imbalance,Ranks,Environments,Counters,Run")
	b.click("#tab-Ranks")
	b.is(`document.querySelector("#view-Ranks canvas").width`, fmt.Sprint(stats.RankBins))
	b.is(`document.querySelector("#view-Ranks tr[data-i] .who").dataset.v`, fmt.Sprint(pagetest.SlowRank))
	b.size(1400, 900)
	b.keep("summary-alone")
	b.clean()
}

// What a form of files lacks (hosts, wall time, a tree) is left out or said, and not shown as 0.
func TestFormThatLacksMuch(t *testing.T) {
	beside(t)
	s := pagetest.FlatSummary(t)
	b := open(t, written(t, page.Page{Runs: []page.Run{{Name: "flat", Summary: s, Lacks: []string{"hosts"}}}}))
	b.is(`document.querySelector(".run").textContent`, "6 ranksMISSING: 2 ranks of 6: 4-5what its form does not carry")
	b.is(`document.querySelector(".legend-line").textContent.includes("There is no call tree in this file")`, "true")
	b.click(".run button")
	b.is(`document.querySelector("#view-Run > .note").textContent`, "What its form does not carry: hosts.")
	b.click("#tab-Imbalance")
	b.balanced(s)
	b.clean()
}

func TestCompareInBrowser(t *testing.T) {
	beside(t)
	text, s := twoRuns(t)
	b := open(t, text)
	b.is("App.now.name", "Compare") // which is what two runs are shown for
	type difference struct{ Name, A, B, By, Word string }
	rows := eval[[]difference](b, `[...document.querySelectorAll("#view-Compare tr[data-i]")].map((tr) => { const v = (k) => tr.querySelector("[data-k=" + k + "]"); return {Name: Model.pathText(Number(tr.dataset.i)), A: v("a").dataset.v || "", B: v("b").dataset.v || "", By: v("by").dataset.v, Word: v("word").textContent}; })`)
	var got, want []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s %s %s", r.Name, r.A, r.B))
	}
	of := func(run int) map[string]string {
		list := make(map[string]string)
		for i := range s[run].Regions {
			list[strings.Join(s[run].Path(i), " / ")] = b.text(fmt.Sprintf("%v", s[run].Figure(&s[run].Regions[i], stats.FigureMeanOfAll).Value))
		}
		return list
	}
	first, second := of(0), of(1)
	for name, a := range first {
		want = append(want, fmt.Sprintf("%s %s %s", name, a, second[name]))
	}
	for name, a := range second {
		if first[name] == "" {
			want = append(want, fmt.Sprintf("%s  %s", name, a))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("compared:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	words := make(map[string]string)
	for _, r := range rows {
		words[r.Name] = r.Word
	}
	if words["run / start"] != "vanished" || words["run / checkpoint"] != "new" || words["run / step / ocean / solve"] != "+20.0\u00a0%" {
		t.Errorf("changes %q", words)
	}
	b.is(`document.querySelectorAll("#view-Compare .icicle").length`, "2")
	b.click(`#view-Compare .icicle .part`)
	b.is(`document.querySelectorAll("#view-Compare .part.selected").length`, "2")
	b.clean()
}

func TestHostileNamesInBrowser(t *testing.T) {
	beside(t)
	s, list := pagetest.HostileSummary(t)
	b := open(t, written(t, page.Page{Title: pagetest.Hostile[0], Runs: []page.Run{
		{Name: pagetest.Hostile[1], Form: pagetest.Hostile[0], Summary: s, Profiles: slices.Values(list), Meta: map[string]string{pagetest.Hostile[0]: pagetest.Hostile[0]}, Lacks: pagetest.Hostile},
		{Name: pagetest.Hostile[0], Summary: s},
	}}))
	for _, view := range eval[[]string](b, `App.views.map((v) => v.name)`) {
		b.click("#tab-" + view)
	}
	for i := range eval[int](b, "Model.count") {
		b.text(fmt.Sprintf("State.select(%d)", i))
	}
	b.is(`typeof window.broken + document.querySelectorAll("img, iframe, b").length`, "undefined0")
	b.is(`document.title`, pagetest.Hostile[0])
	b.size(420, 900)
	for _, view := range eval[[]string](b, `App.views.map((v) => v.name)`) {
		b.click("#tab-" + view)
		b.is(`"`+view+` " + Math.max(0, document.documentElement.scrollWidth - innerWidth)`, view+" 0")
	}
	b.clean()
}

// A thousand regions cost no more elements than what can be seen.
func TestLargeInBrowser(t *testing.T) {
	beside(t)
	ranks := 10_000
	if testing.Short() {
		ranks = 1000
	}
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: pagetest.ManySummary(t, ranks, 1000), Profiles: pagetest.ManyProfiles(ranks, 1000)}}}))
	b.text(`(Model.regions(0).forEach((i) => TreeTable.open.add(i)), TreeTable.draw())`)
	b.is(`TreeTable.list.length`, "1000")
	if n := eval[int](b, `document.querySelectorAll("#tree tr").length`); n > 120 {
		t.Errorf("%d rows of the table are in the document", n)
	}
	b.focus("#tree")
	b.keys("\u0000")
	b.text(`State.select(999)`)
	b.is(`document.querySelectorAll("#row999[aria-selected=true]").length`, "1")
	// The selected row is in sight, beneath the head of the table.
	b.is(`(() => { const r = document.getElementById("row999").getBoundingClientRect(), box = TreeTable.box.getBoundingClientRect(); return r.bottom <= box.bottom + 1 && r.top >= TreeTable.head.getBoundingClientRect().bottom - 1; })()`, "true")
	b.text(`State.select(1)`)
	b.is(`(() => { const r = document.getElementById("row1").getBoundingClientRect(), box = TreeTable.box.getBoundingClientRect(); return r.bottom <= box.bottom + 1 && r.top >= TreeTable.head.getBoundingClientRect().bottom - 1; })()`, "true")
	for _, view := range []string{"Imbalance", "Ranks", "Regions"} {
		b.click("#tab-" + view)
		b.keep("large-" + strings.ToLower(view))
	}
	if n := eval[int](b, `document.querySelectorAll("*").length`); n > 6000 {
		t.Errorf("%d elements", n)
	}
	t.Logf("load %s ms, all views of 1000 regions drawn anew in %s ms", b.text(`Math.round(performance.getEntriesByType("navigation")[0].domComplete)`),
		b.text(`(() => { const t = performance.now(); for (const v of App.views) { App.show(v.name); v.update("all"); } return Math.round(performance.now() - t); })()`))
	b.clean()
}
