//go:build demo

package browser

import (
	"fmt"
	"os"
	"testing"
)

// demoPage is the page that scripts/demo-page.sh has made, whose name is DEMO_PAGE.
func demoPage(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(os.Getenv("DEMO_PAGE"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// At every size and in both themes each view of a page of all that was recorded is whole, can be used by everybody, and has what
// it is for.
func TestDemoAtEverySize(t *testing.T) {
	b := overTime(t, demoPage(t))
	b.everySize("demo", shows)
	b.clean()
}

// So are those of runs that are unlike it.
func TestOthersAtEverySize(t *testing.T) {
	for name, text := range map[string][]byte{"killed": strange(t, killed(), devices()), "alone": strange(t, alone(), nil)} {
		b := open(t, text)
		b.everySize(name, nil)
		b.clean()
	}
}

func (b *tab) everySize(name string, shows map[string]map[string]string) {
	b.t.Helper()
	for _, w := range windows {
		b.size(w.width, w.height)
		for _, theme := range []string{"light", "dark"} {
			b.colours(theme)
			for _, view := range eval[[]string](b, "App.views.map((v) => v.name)") {
				b.click("#tab-" + view)
				b.text("scrollTo(0, 0)")
				b.settle()
				where := fmt.Sprintf("%s of %s at %d, %s", view, name, w.width, theme)
				b.keep(fmt.Sprintf("%s-%s-%d-%s", name, view, w.width, theme))
				b.whole(view, where+": ")
				b.accessible(where)
				for what, expression := range shows[view] {
					if got := b.text(expression); got != "true" {
						b.t.Errorf("%s, %s: %s", where, what, got)
					}
				}
			}
		}
	}
}

// shows is what each view is for, true where it is there.
var shows = map[string]map[string]string{
	"Regions": {
		"its address":                        "location.hash.startsWith('#regions')",
		"the tree is open where the time is": "Math.max(...[...document.querySelectorAll('#tree tbody tr')].map((e) => Number(e.getAttribute('aria-level')))) >= 3",
		"the hot path in one key":            "(State.select(-1), document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h' })), State.selected >= 0 && Model.children[State.selected].length === 0)",
		"a column of self time":              "document.querySelectorAll('#tree [data-k=self], #tree thead th').length > 1",
		"the icicle is drawn":                "[...document.querySelectorAll('.icicle .part')].filter((e) => e.getBoundingClientRect().width > 20).length > 3",
	},
	"Names": {
		"its address": "location.hash.startsWith('#names')",
		"self times":  "[...document.querySelectorAll('#names tbody [data-k=self]')].length > 3",
	},
	"Ranks": {
		"strips of ranks": "[...document.querySelectorAll('#view-Ranks tr[data-i] canvas')].some((e) => e.getBoundingClientRect().width >= 40)",
	},
	"Timeline": {
		"its address":                        "location.hash.startsWith('#timeline')",
		"lanes fill the width":               "Timeline.canvas.clientWidth >= Timeline.box.clientWidth - 2",
		"all lanes or a third of the window": "Timeline.shown === Timeline.rows || Timeline.box.clientHeight > innerHeight / 3",
		"something is drawn":                 "(() => { const c = Timeline.canvas, g = new OffscreenCanvas(c.width, c.height).getContext('2d', { willReadFrequently: true }); g.drawImage(c, 0, 0); return new Set(new Uint32Array(g.getImageData(0, 0, c.width, c.height).data.buffer)).size > 8; })()",
		"messages":                           "TimeData.messages.calls > 1000",
		"the matrix of messages":             "[...document.querySelectorAll('canvas.matrix')].some((e) => e.getBoundingClientRect().width > 40)",
		"statistics, with their values":      "[...document.querySelectorAll('canvas.course')].some((e) => e.getBoundingClientRect().height > 20 && /up to/.test(e.getAttribute('aria-label')))",
		"the picture as SVG":                 "TimeSVG.text().endsWith('</svg>')", // a parser would take half a minute
	},
}
