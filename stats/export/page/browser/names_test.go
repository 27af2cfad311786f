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

// recursive is a run in which a name stands at many places, below itself too.
func recursive(t *testing.T) *stats.Summary {
	t.Helper()
	var list []*stats.Profile
	for rank := range 4 {
		p := pagetest.Profile(rank, 4, 1)
		p.Nodes, p.Counters = nil, nil
		add := func(parent int, name string, calls uint64, seconds float64) int {
			return pagetest.Add(p, parent, name, 0, calls, seconds*1e9)
		}
		run := add(-1, "run", 1, 100)
		a := add(run, "advance", 10, 60)
		solve := add(a, "solve", 20, 50)
		again := add(solve, "solve", 5, 20) // calls itself
		add(again, "dot", 100, 15)
		add(solve, "dot", 40, 12)
		b := add(run, "adjust", 10, 30)
		add(add(b, "solve", 3, 20), "precondition", 3, 9)
		for i := range p.Nodes {
			n := &p.Nodes[i]
			each := n.Total / int64(n.Calls)
			n.Timed, n.Min, n.Max = n.Calls, each, each+1
			n.Squares = stats.Mul(uint64(n.Total), uint64(each)+1)
		}
		list = append(list, p)
	}
	return pagetest.Merge(t, list)
}

// Names have the self time of all their call paths, as mpitimer show --bottom-up adds it up, and beneath each stands what called it.
func TestNamesInBrowser(t *testing.T) {
	beside(t)
	s := recursive(t)
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	b.click("#tab-Names")
	want := map[string]string{}
	self := map[string]float64{}
	for i := range s.Regions {
		self[s.Regions[i].Name] += s.Regions[i].Self.Float64()
	}
	for name, ns := range self {
		want[name] = fmt.Sprint(ns)
	}
	got := eval[map[string]string](b, `Object.fromEntries([...document.querySelectorAll("#names tbody tr")].map((tr) => [tr.dataset.name, tr.querySelector("[data-k=self]").dataset.v]))`)
	if !maps.Equal(got, scripted(b, want)) {
		t.Errorf("self times %v, want %v", got, want)
	}
	row := func(name string) string {
		return `[...document.querySelectorAll("#names tbody tr")].find((tr) => tr.dataset.name === "` + name + `").`
	}
	// What a name calls of itself is in its time once: 50 s and 20 s of each of four ranks.
	b.is(row("solve")+`querySelector("[data-k=total]").dataset.v`, "280000000000")
	b.is(row("solve")+`querySelector("[data-k=places]").textContent`, "3")
	b.is(row("solve")+`querySelector("[data-k=calls]").textContent`, "112")
	b.is(`[...document.querySelectorAll("#names tbody tr")].slice(0, 2).map((tr) => tr.dataset.name).join()`, "solve,dot")

	// Its callers, by the keyboard: advance and adjust and itself, whose self times together are its own.
	b.text(row("solve") + `querySelector(".twist").focus() || ""`)
	b.keys(enter)
	callers := eval[map[string]float64](b, `Object.fromEntries([...document.querySelectorAll("#names tbody tr[data-level='1']")].map((tr) => [tr.dataset.name, Number(tr.querySelector("[data-k=self]").dataset.v)]))`)
	sum := 0.0
	for _, ns := range callers {
		sum += ns
	}
	if names := slices.Sorted(maps.Keys(callers)); strings.Join(names, " ") != "adjust advance solve" || sum != self["solve"] {
		t.Errorf("callers of solve %v, together %g; want adjust, advance and solve with %g", callers, sum, self["solve"])
	}
	b.is(`document.activeElement.getAttribute("aria-label") + document.activeElement.getAttribute("aria-expanded")`, "Callers of solvetrue")

	// The sandwich: callers above, callees beneath.
	b.text(row("solve") + `querySelector(".cut").click() || ""`)
	b.is(`document.querySelector("#view-Names .detail h2").textContent + Model.pathText(State.selected)`, "solverun / advance / solve")
	tables := `[...document.querySelectorAll("#view-Names .detail table")].map((t) => t.caption.textContent + ": " + [...t.tBodies[0].rows].map((r) => r.cells[0].textContent + " " + r.querySelector("[data-k=total]").dataset.v / 1e9).join()).join("; ")`
	b.is(tables, "Callers: advance 200,adjust 80; Callees: solve 80,dot 48,precondition 36")
	b.is(`[...document.querySelectorAll("#view-Names .icicle")].map((box) => [...box.children].map((e) => e.dataset.name + " " + Math.round(parseFloat(e.style.width)) + " " + parseFloat(e.style.top) / 24).join()).join("; ")`,
		"advance 71 1,run 71 0,adjust 29 1,run 29 0; solve 100 0,solve 29 1,dot 21 2,dot 17 1,precondition 13 1")
	b.is(`document.querySelector("#view-Names .path").textContent.includes("3 call paths, of which 1 lie")`, "true")
	b.size(390, 844)
	b.is(`Math.max(0, document.documentElement.scrollWidth - innerWidth)`, "0")
	b.clean()
}

// scripted are the numbers that JavaScript makes of ours.
func scripted(b *tab, list map[string]string) map[string]string {
	b.t.Helper()
	of := map[string]string{}
	for name, v := range list {
		of[name] = b.text("Number(" + v + ")")
	}
	return of
}

// The hot path goes to where the time is, from the outermost region or from the selected one, and ends where no region below has half.
func TestHotPathInBrowser(t *testing.T) {
	beside(t)
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: recursive(t)}}}))
	b.focus("#tree")
	b.keys("h")
	b.is(`Model.pathText(State.selected)`, "run / advance / solve")
	b.is(`document.querySelectorAll("#row" + State.selected + "[aria-selected=true]").length`, "1")
	b.text(`State.select(Data.regions.name.indexOf("adjust")) || ""`)
	b.keys("h")
	b.is(`Model.pathText(State.selected)`, "run / adjust / solve")
	b.keys("h") // nothing below has half of it
	b.is(`Model.pathText(State.selected)`, "run / advance / solve")
	b.clean()
}

// Width and colour of the icicle are those of any figure: of a counter, of calls, of the imbalance.
func TestMeasuresInBrowser(t *testing.T) {
	beside(t)
	s := pagetest.Merge(t, pagetest.Profiles(32, 1))
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	b.is(`[...document.querySelectorAll("#width option")].map((o) => o.textContent).join()`, "time,calls,imbalance,INSTRUCTIONS,energy")
	b.is(`[...document.querySelectorAll("#colour option")].map((o) => o.textContent).join()`, "imbalance,own time,INSTRUCTIONS,energy")
	width := func(name string) float64 {
		return eval[float64](b, `Math.round(10 * parseFloat(Regions.icicle.drawn.get(Data.regions.name.indexOf("`+name+`")).style.width)) / 10`)
	}
	set := func(id, value string) {
		b.text(fmt.Sprintf(`(() => { const s = document.getElementById(%q); s.value = %q; s.dispatchEvent(new Event("change")); return ""; })()`, id, value))
	}
	value := func(name string, counter int) (sum float64) {
		for i := range s.Regions {
			if s.Regions[i].Name == name {
				return s.Regions[i].Values[counter].Sum.Float64()
			}
		}
		t.Fatal("no region ", name)
		return 0
	}
	set("width", "counter INSTRUCTIONS")
	if got, want := width("write"), 100*value("write", 0)/value("run", 0); got < want-0.1 || got > want+0.1 {
		t.Errorf("by instructions write is %g %% wide, want %.1f", got, want)
	}
	b.is(`document.querySelector(".legend-line").textContent.includes("Width: INSTRUCTIONS, sum over ranks, and at least what those below have")`, "true")
	set("width", "counter energy") // of a board: not to be added over its ranks
	b.is(`document.querySelector(".legend-line").textContent.includes("Width: energy, mean of the ranks that measured it")`, "true")
	set("width", "calls")
	if solve, sea := width("solve"), width("ocean"); solve <= sea/2 || solve > sea {
		t.Errorf("by calls solve is %g %% wide of ocean's %g: want more than half, within it", solve, sea)
	}
	set("width", "imbalance")
	if physics, dynamics := width("physics"), width("dynamics"); physics < 10*dynamics {
		t.Errorf("by imbalance physics is %g %% wide, dynamics %g", physics, dynamics)
	}
	set("colour", "counter energy")
	b.is(`document.querySelector(".legend-line").textContent.includes("energy, of a second of the region") && /W —/.test(document.querySelector(".legend-line").textContent)`, "true")
	b.is(`(() => { const fill = (n) => getComputedStyle(Regions.icicle.drawn.get(Data.regions.name.indexOf(n))).backgroundColor; return fill("run") === Colours.css(Colours.rising(1)).replaceAll(",", ", "); })()`, "true") // all have 3 J in 1 ms
	b.clean()
}

// Of two runs both are in the picture, each with its name above it.
func TestComparisonPicture(t *testing.T) {
	beside(t)
	text, _ := twoRuns(t)
	b := open(t, text)
	b.is(`(() => { const s = Drawing.scene(Compare.charts.map((c) => c.box), Compare.text), at = (text) => s.lines.find((l) => l.text === text).y, of = (name) => s.parts.filter((p) => p.text === name).map((p) => p.y);
		return at("A: monday") < of("run")[0] && of("run")[0] < at("B: tuesday") && at("B: tuesday") < of("run")[1] && s.lines[0].text === "Coupled model"; })()`, "true")
	b.clean()
}

// A picture of what is seen, as PNG and as SVG, has its names, areas, and what they stand for.
func TestIciclePictures(t *testing.T) {
	beside(t)
	b := open(t, written(t, page.Page{Title: "A <run>", Runs: []page.Run{{Summary: recursive(t)}}}))
	b.colours("dark")
	scene := `Drawing.scene([Regions.icicle.box], Regions.text())`
	b.is(`(() => { const d = new DOMParser().parseFromString(Drawing.svg(`+scene+`), "image/svg+xml"); return [d.documentElement.tagName, d.querySelectorAll("svg > svg").length, [...d.querySelectorAll("text")].some((t) => t.textContent === "advance"), d.querySelector("text:last-of-type").textContent.length > 0, d.documentElement.textContent.includes("A <run>, "), d.documentElement.textContent.includes("Width: sum over ranks of the time")].join(); })()`,
		"svg,9,true,true,true,true")
	// Its colours are those that are seen, in the middle of the first region.
	b.is(`(() => { const c = Drawing.canvas(`+scene+`), p = [...c.getContext("2d").getImageData(c.width - 40, 36, 1, 1).data].slice(0, 3), f = getComputedStyle(Regions.icicle.box.children[0]).backgroundColor; return f === Colours.css(p).replaceAll(",", ", "); })()`, "true")
	b.click("#tab-Names")
	b.is(`(() => { let saved = []; Picture.save = (href, name) => saved.push(name + " " + href.slice(0, 18)); [...document.querySelectorAll("#view-Names .buttons button")].forEach((e) => e.click()); return saved.join(); })()`, "callers-and-callees.png data:image/png;bas,callers-and-callees.svg data:image/svg+xml")
	b.clean()
}
