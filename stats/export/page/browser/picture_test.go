package browser

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// What is seen can be kept: lanes, waits, messages, the critical path, statistics, as SVG and as PNG.
func TestPicturesInBrowser(t *testing.T) {
	beside(t)
	files := fstest.MapFS{"solver.proj": {Data: []byte(fourRanks)}}
	program := func(states string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	files["solver_a_0_0.trc"] = program("<work  time='0.0' end='6.0'/>\n<Send size='8' count='1' tid='0' toRank='1' toTag='1' cid='0'  time='6.0' end='7.0'/>\n")
	files["solver_a_1_0.trc"] = program("<Recv fromRank='0' fromTag='1' cid='0'  time='2.0' end='8.0'/>\n")
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const points = 8
	tl.Series = []lanes.Series{{Node: "a", Group: "Energy", Name: "P", Unit: "W", Mean: make([]float32, points), Max: make([]float32, points)}}
	for k := range points {
		tl.Series[0].Mean[k], tl.Series[0].Max[k] = float32(100), float32(200)
	}
	b := overTime(t, pageOf(t, tl))
	for _, theme := range []string{"light", "dark"} {
		b.colours(theme)
		svg := b.text("TimeSVG.text().replaceAll('\\u00a0', ' ')")
		x := func(seconds float64) string { return b.text(fmt.Sprintf("TimeSVG.x(%g * 1e9).toFixed(2)", seconds)) }
		width := func(from, to float64) string {
			return b.text(fmt.Sprintf("(TimeSVG.x(%g * 1e9) - TimeSVG.x(%g * 1e9)).toFixed(2)", to, from))
		}
		for _, want := range []string{
			fmt.Sprintf(`<rect x="%s" y="18" width="%s"`, x(0), width(0, 6)),
			fmt.Sprintf(`<path d="M%s 60L`, x(2)), x(6) + ` 41" stroke="`, `<title>waits 4.000 s for a rank 0 thread 0</title>`,
			fmt.Sprintf(`<line x1="%s" y1="29" x2="%s" y2="51"`, x(6), x(8)),
			fmt.Sprintf(`<rect x="%s" y="59" width="%s" height="2"`, x(6), width(6, 8)),
			`<title>Critical path</title>`, `Energy P`, `≤ 200.0 W`,
		} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: no %s in\n%s", theme, want, svg)
			}
		}
		b.is("(() => { const d = new DOMParser().parseFromString(TimeSVG.text(), 'image/svg+xml'); return d.querySelector('parsererror') ? 'wrong' : d.documentElement.tagName; })()", "svg")

		// The picture is as high as all that is seen, and has the colour of a state and of the statistics at their places.
		b.is("Picture.canvases().length", "2")
		pixel := func(x, y string) string {
			return b.text("(() => { const s = devicePixelRatio || 1; return [...Picture.drawn().getContext('2d').getImageData(Math.floor((" + x + ") * s), Math.floor((" + y + ") * s), 1, 1).data].join(); })()")
		}
		if got, want := pixel("TimeSVG.x(1e9)", "18 + 5"), b.text("TimePaint.colour(Data.timeline.names.indexOf('work')).join() + ',255'"); got != want {
			t.Errorf("%s: the state has the colour %s, want %s", theme, got, want)
		}
		if got, want := pixel("TimeSVG.x(4e9)", "Timeline.canvas.height / (devicePixelRatio || 1) + 4 + 40"), b.text("Colours.parts(getComputedStyle(document.documentElement).getPropertyValue('--bar').trim()).join() + ',255'"); got != want {
			t.Errorf("%s: the statistics have the colour %s, want %s", theme, got, want)
		}
	}
	b.clean()
}
