package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// On paper the page is light, with all rows of the tree and without what only a screen needs, in whichever theme it was seen.
func TestPaperInBrowser(t *testing.T) {
	beside(t)
	b := open(t, crowded(t, 64))
	b.colours("dark")
	b.text("(() => { for (let i = 0; i < Model.count; i++) TreeTable.open.add(i); TreeTable.draw(); dispatchEvent(new Event('beforeprint')); return ''; })()")
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	b.settle()
	b.is("document.querySelectorAll('#tree tbody tr[data-i]').length + ' ' + Model.count", b.text("Model.count + ' ' + Model.count"))
	b.is("getComputedStyle(document.body).backgroundColor + ' ' + getComputedStyle(document.body).color", "rgb(255, 255, 255) rgb(0, 0, 0)")
	b.is("[...document.querySelectorAll('#tabs, #search, .bar-of-tools')].filter((e) => e.getClientRects().length).length", "0")
	b.is("[...document.querySelectorAll('.icicle .part')].some((e) => e.textContent.includes('Step') && Colours.ink(getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)) === '#0b0f14')", "true")
	b.is("String(TreeTable.box.scrollHeight <= TreeTable.box.clientHeight + 1)", "true")
	b.is("String([...document.querySelectorAll('#tree tbody th')].some((e) => e.scrollWidth > e.clientWidth + 1) || [...document.querySelectorAll('#tree .tail')].some((e) => getComputedStyle(e).display !== 'inline'))", "false") // names are whole
	b.is("(() => { const add = () => Lists.wide(document.createElement('p')), two = document.createElement('div'); two.append(add(), add()); App.panels.get(App.now).panel.append(two); const s = getComputedStyle(two.lastChild), said = s.breakBefore + ' ' + s.printColorAdjust; two.remove(); return said; })()", "page exact")
	b.keep("paper")
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	b.text("dispatchEvent(new Event('afterprint')) || ''")
	b.settle()
	b.is("String(document.querySelectorAll('#tree tbody tr[data-i]').length < Model.count && Colours.dark())", "true")
	b.clean()
}

// What axe asks for, by rules: all that is seen lies in a landmark, whatever can be used has a name, pictures too, headings have an order,
// no id is there twice, what scrolls can be reached; and every view is reached by the keyboard alone, its tab whole in sight.
func TestAccessInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, machine(t, 8, 1))
	views := eval[[]string](b, "App.views.map((v) => v.name)")
	b.size(390, 844) // where most has to be scrolled
	b.focus("#tab-Timeline")
	for range views {
		b.keys(right)
		b.settle()
		view := b.text("App.now.name")
		b.is("document.activeElement.id", "tab-"+view)
		b.accessible(view)
	}
	b.is("App.now.name", "Timeline") // once around
	b.is("document.querySelectorAll('h1').length + ' ' + document.documentElement.lang", "1 en")
	b.clean()
}

// accessible looks at the view that is seen by rules of axe's.
func (b *tab) accessible(where string) {
	b.t.Helper()
	for what, expression := range map[string]string{
		"without a name":            `[...document.querySelectorAll("button, select, input, textarea, canvas, [role=img], [role=group], [role=treegrid], [role=tablist], nav, section")].filter((e) => e.getClientRects().length && !(e.textContent.trim() || e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.title || (e.labels && e.labels.length)))`,
		"outside of landmarks":      `[...document.body.children].filter((e) => e.getClientRects().length && !/^(HEADER|MAIN|NAV|DIALOG|SCRIPT|NOSCRIPT)$/.test(e.tagName) && !e.matches(".skip, #tip, #news"))`,
		"headings that say nothing": `[...document.querySelectorAll("th")].filter((e) => e.getClientRects().length && !e.textContent.trim())`,
		"ids twice":                 `[...document.querySelectorAll("[id]")].filter((e, k, all) => all.findIndex((o) => o.id === e.id) !== k)`,
		"roles that are none":       `[...document.querySelectorAll("[role]")].filter((e) => !/^(tab|tablist|tabpanel|status|img|group|treegrid|row|tooltip)$/.test(e.getAttribute("role")))`,
		"scrolled, out of reach":    `[...document.querySelectorAll(".wide-table, .scroll")].filter((e) => e.scrollWidth > e.clientWidth && e.tabIndex < 0 && ![...e.querySelectorAll("button, [tabindex]")].some((c) => c.getClientRects().length))`,
		"tab not in sight":          `[document.querySelector("#tabs [aria-selected=true]")].filter((e) => { const r = e.getBoundingClientRect(), box = e.parentElement.getBoundingClientRect(); return r.left < box.left || r.right > box.right; })`,
		"not of the keyboard":       `[...document.querySelectorAll("canvas.lanes, canvas.strip, .icicle")].filter((e) => e.tabIndex < 0 && e.getClientRects().length)`,
	} {
		if got := b.text("(" + expression + `).map((e) => e.outerHTML.slice(0, 120)).join()`); got != "" {
			b.t.Errorf("%s, %s: %s", where, what, got)
		}
	}
}

// A change of what is found in a run that is watched is read out, once.
func TestFindingsReadOut(t *testing.T) {
	beside(t)
	b := open(t, crowded(t, 16))
	b.is(fmt.Sprintf("(() => { const of = (text) => [{ findings: [{ text }] }], said = [of(%q), of(%q), of(%q)].map(Findings.news); return said.join('|'); })()", "Rank 3 is slow.", "Rank 3 is slow.", "Rank 4 is slow."), "Now: Rank 3 is slow.||Now: Rank 4 is slow.")
	b.clean()
}
