package browser

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// made is the summary of so many ranks of a run, whose regions a function adds.
func made(t *testing.T, ranks int, add func(p *stats.Profile)) (*stats.Summary, []*stats.Profile) {
	t.Helper()
	var list []*stats.Profile
	for rank := range ranks {
		p := pagetest.Profile(rank, ranks, 1)
		p.Nodes, p.Counters, p.Warnings = nil, nil, nil
		add(p)
		for i := range p.Nodes {
			n := &p.Nodes[i]
			each := n.Total / max(1, int64(min(n.Calls, 1<<62)))
			n.Timed, n.Min, n.Max = n.Calls, each, each
			n.Squares = stats.Mul(uint64(n.Total), uint64(each))
		}
		list = append(list, p)
	}
	return pagetest.Merge(t, list), list
}

// everywhere goes through all views at three sizes: nothing fails, nothing is wider than the window, no number is cut.
func (b *tab) everywhere(what string) {
	b.t.Helper()
	for _, w := range []struct{ width, height int64 }{{360, 740}, {1366, 768}, {3840, 2160}} {
		b.size(w.width, w.height)
		for _, view := range eval[[]string](b, `App.views.map((v) => v.name)`) {
			b.click("#tab-" + view)
			b.settle()
			where := fmt.Sprintf("%s, %s at %d ", what, view, w.width)
			b.is(quoted(where)+` + Math.max(0, document.documentElement.scrollWidth - innerWidth)`, where+"0")
			b.is(quoted(where)+` + [...document.querySelectorAll("#view-`+view+` td.n")].filter((e) => e.scrollWidth > e.clientWidth + 1 || /NaN|undefined|Infinity/.test(e.textContent)).map((e) => e.textContent).join()`, where)
			if view == "Timeline" { // also after the window had another size while it was not seen
				b.is(quoted(where)+` + (Timeline.canvas.clientWidth >= Timeline.box.clientWidth - 2)`, where+"true")
			}
			b.keep(strings.ReplaceAll(fmt.Sprintf("extreme-%s-%s-%d", what, view, w.width), " ", "-"))
		}
	}
	b.clean()
}

// 100 000 siblings: the page has those that take longest, says how many others there are, and opens.
func TestManySiblingsInBrowser(t *testing.T) {
	extreme(t)
	const siblings = 100_000
	s, _ := made(t, 2, func(p *stats.Profile) {
		run := pagetest.Add(p, -1, "run", 0, 1, 1e14)
		for k := range siblings {
			pagetest.Add(p, run, fmt.Sprintf("sibling_%06d", k), 0, 1, float64(k+1)*1e3)
		}
	})
	text := written(t, page.Page{Runs: []page.Run{{Summary: s}}})
	if len(text) > 3<<20 {
		t.Errorf("the page has %d bytes, want 3 MB at most", len(text))
	}
	b := open(t, text)
	b.is(`Model.count + Data.regions.leftOut`, fmt.Sprint(siblings+1))
	b.is(`document.querySelector("#tree caption").textContent.includes("96\u202f001 shorter regions left out")`, "true")
	b.is(`Data.regions.name.includes("sibling_099999") && !Data.regions.name.includes("sibling_000000")`, "true")
	b.is(`document.querySelectorAll("#tree tr").length < 200`, "true")
	b.everywhere("siblings")
}

// 1000 levels are all reached, in the tree, in the icicle and by their names.
func TestDeepTreeInBrowser(t *testing.T) {
	extreme(t)
	const levels = 1000
	s, list := made(t, 2, func(p *stats.Profile) {
		at := -1
		for k := range levels {
			at = pagetest.Add(p, at, fmt.Sprintf("level %d", k), 0, 1, 1e12-float64(k)*1e8)
		}
	})
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(list)}}}))
	b.focus("#tree")
	b.keys("h")
	b.is(`Model.name(State.selected)`, "level 999")
	b.is(`document.querySelectorAll("#row" + State.selected + "[aria-level='1000']").length`, "1")
	b.is(`Regions.icicle.drawn.size`, "1000")
	b.is(`(() => { const r = document.querySelector("#row" + State.selected + " .cut").getBoundingClientRect(), box = TreeTable.box.getBoundingClientRect(); return r.left > box.left && r.left + 100 < box.right; })()`, "true")
	b.everywhere("levels")
}

// As many calls as fit, and times of 50 years, over so many ranks.
func TestHugeFiguresInBrowser(t *testing.T) {
	beside(t)
	const years = 50 * 365.25 * 86400 * 1e9
	s, list := made(t, 3, func(p *stats.Profile) {
		run := pagetest.Add(p, -1, "run", 0, 1, years)
		pagetest.Add(p, run, "call", 0, 1_533_333_333_333_333_333, years/2)
		p.To = int64(years)
	})
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(list)}}}))
	b.size(1920, 1080)
	row := `document.getElementById("row" + Data.regions.name.indexOf("call"))`
	b.is(row+`.querySelector("[data-k=calls]").textContent`, "4.60\u00a0E")
	b.is(row+`.querySelector("[data-k=mean]").textContent`, "219\u202f150\u00a0h")
	b.is(`document.querySelector(".run").textContent.includes("438\u202f300\u00a0h")`, "true")
	b.everywhere("huge")
}

// One rank without any region, and one with a region without a name that took no time.
func TestNothingInBrowser(t *testing.T) {
	extreme(t)
	for what, add := range map[string]func(p *stats.Profile){
		"nothing":  func(*stats.Profile) {},
		"no time":  func(p *stats.Profile) { pagetest.Add(p, -1, "", 0, 1, 0) },
		"no calls": func(p *stats.Profile) { pagetest.Add(p, -1, "never", 0, 0, 0) },
	} {
		s, list := made(t, 1, add)
		b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(list)}}}))
		b.keys("h")
		b.everywhere(what)
	}
}

// Where scripts are off, what was found and the tree are there to be read.
func TestWithoutScriptsInBrowser(t *testing.T) {
	beside(t)
	s, _ := made(t, 4, func(p *stats.Profile) {
		pagetest.Add(p, pagetest.Add(p, -1, "run", 0, 1, 1e12), "solve <b>", 0, 100, 5e11)
	})
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	address := b.text(`location.href`)
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	// Nothing can be evaluated in it now: its elements are asked for.
	element := func(selector string) (id cdp.NodeID) {
		for begin := time.Now(); id == 0 && time.Since(begin) < patience; { // until it is there
			document, err := chromedp.Call(b.ctx, dom.GetDocument, dom.GetDocumentParams{})
			if err != nil {
				continue
			}
			if found, err := chromedp.Call(b.ctx, dom.QuerySelector, dom.QuerySelectorParams{NodeID: document.Root.NodeID, Selector: selector}); err == nil {
				id = found.NodeID
			}
		}
		return id
	}
	for selector, want := range map[string]string{"noscript li": "No imbalance shows", "noscript tr:nth-child(3)": "solve &lt;b&gt;</th><td>500 s</td><td>400</td>"} {
		id := element(selector)
		if id == 0 {
			t.Fatalf("%s is no element where scripts are off", selector)
		}
		text, err := chromedp.Call(b.ctx, dom.GetOuterHTML, dom.GetOuterHTMLParams{NodeID: id})
		box, seen := chromedp.Call(b.ctx, dom.GetBoxModel, dom.GetBoxModelParams{NodeID: id})
		for begin := time.Now(); errors.Join(err, seen) != nil && time.Since(begin) < patience; { // its number may be of the page before
			id = element(selector)
			text, err = chromedp.Call(b.ctx, dom.GetOuterHTML, dom.GetOuterHTMLParams{NodeID: id})
			box, seen = chromedp.Call(b.ctx, dom.GetBoxModel, dom.GetBoxModelParams{NodeID: id})
		}
		if err != nil || !strings.Contains(text.OuterHTML, want) {
			t.Errorf("%s is %q, %v; want %q in it", selector, text.OuterHTML, err, want)
		}
		if seen != nil || box.Model.Width < 100 || box.Model.Height < 10 {
			t.Errorf("%s is not seen: %v", selector, seen)
		}
	}
}

// Names in any script, in whichever direction they are read, stay what they are, each within its own cell.
func TestNamesOfManyScripts(t *testing.T) {
	extreme(t)
	names := []string{"расчёт_адвекции_трассеров_на_сетке", "海洋モデルの水平移流の計算と診断の出力", "حساب_التيارات_المحيطية", "e\u0301tape_de_re\u0301solution_du_systeme", "🌊🌍 step 🧊", strings.Repeat("W", 290), "a/b/c.d:e", "x"}
	s, list := made(t, 4, func(p *stats.Profile) {
		run := pagetest.Add(p, -1, names[0], 0, 1, 1e12)
		for k, name := range names[1:] {
			pagetest.Add(p, run, name, 0, 100, 1e11-float64(k)*1e9+float64(p.Rank)*1e8)
		}
	})
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(list)}}}))
	for _, name := range names {
		b.is(`Data.regions.name.filter((n) => n === `+quoted(name)+`).length`, "1")
		b.is(`[...document.querySelectorAll("#tree tbody .cut")].filter((e) => e.textContent === `+quoted(name)+`).length`, "1")
	}
	b.is(`[...document.querySelectorAll("#tree tbody .cut")].filter((e) => e.textContent === `+quoted(names[2])+`)[0].children.length`, "1") // letters join
	b.everywhere("scripts")
}

// Clocks that are 1000 s apart are set by the messages: none is received before it was sent.
func TestClocksFarApartInBrowser(t *testing.T) {
	extreme(t)
	const apart = 1000
	files := fstest.MapFS{"solver.proj": {Data: []byte(fourRanks)}}
	var first, second strings.Builder
	for k := range 20 {
		at := float64(k)
		fmt.Fprintf(&first, "<Send size='8' count='1' tid='0' toRank='1' toTag='1' cid='0'  time='%.4f' end='%.4f'/>\n<Recv fromRank='1' fromTag='1' cid='0'  time='%.4f' end='%.4f'/>\n", at, at+0.001, at+0.5, at+0.502)
		fmt.Fprintf(&second, "<Recv fromRank='0' fromTag='1' cid='0'  time='%.4f' end='%.4f'/>\n<Send size='8' count='1' tid='0' toRank='0' toTag='1' cid='0'  time='%.4f' end='%.4f'/>\n", at+apart, at+apart+0.002, at+apart+0.5, at+apart+0.501)
	}
	project := strings.Replace(fourRanks, `<Node name="1"><Node name="0"/></Node></Node>`, `</Node><Node name="c"><Node name="1"><Node name="0"/></Node></Node>`, 1)
	files["solver.proj"] = &fstest.MapFile{Data: []byte(project)}
	files["solver_a_0_0.trc"] = &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + first.String() + "</Program>\n")}
	files["solver_c_1_0.trc"] = &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + second.String() + "</Program>\n")}
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.is(`TimeData.lanes.filter((l) => l.start).length + " " + TimeData.messages.n`, "2 40")
	b.is(`[...TimeData.messages.at.keys()].every((i) => TimeData.messages.until[i] >= TimeData.messages.at[i])`, "true")
	b.is(`Data.timeline.length < 30e9`, "true") // not 1020 s
	b.everywhere("clocks")
}
