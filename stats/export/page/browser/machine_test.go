package browser

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// machine is the page of a timeline of so many ranks with 120 states each: all do the same, but for one, which works where others wait.
func machine(t *testing.T, ranks, odd int) []byte {
	t.Helper()
	const states, long, last = 120, 1_000_000_000, 3600_000_000_000
	tl := &lanes.Timeline{Name: "machine", Length: last, Names: []string{"step", "solve", "exchange", "output"}, Calls: make([]bool, 4), Whole: true}
	number := binary.AppendUvarint
	for rank := range ranks {
		random := rand.New(rand.NewPCG(uint64(rank), 1))
		var data []byte
		before := uint64(0)
		state := func(name, depth int, at, took uint64) {
			data = number(number(number(number(data, uint64(name)), uint64(depth)), at-before), took)
			before = at
		}
		for k := range uint64(states / 3) {
			at := k * last / (states / 3)
			work := uint64(50*long + random.IntN(5*long))
			if rank == odd {
				work = 85 * long
			}
			state(0, 0, at, 88*long)
			state(1, 1, at, work)
			state(2, 1, at+work, 87*long-work)
		}
		tl.Lanes = append(tl.Lanes, lanes.Lane{Host: fmt.Sprintf("nid%06d", rank/128), Rank: strconv.Itoa(rank), Thread: "main", States: states, Data: data})
	}
	list := pagetest.Profiles(4, 1)
	text := written(t, page.Page{Runs: []page.Run{{Summary: pagetest.Merge(t, list)}}, Timeline: tl})
	if folder := os.Getenv("MPITIMER_ARTEFACTS"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, "machine.html"), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return text
}

// firstFrame opens the timeline and returns after how many milliseconds its first picture was on the screen.
func (b *tab) firstFrame() float64 {
	b.t.Helper()
	took, err := chromedp.Run(b.ctx, chromedp.Evaluate[float64](`(async () => { const begin = performance.now(), frame = () => new Promise((next) => requestAnimationFrame(next));
		App.show('Timeline');
		while (!Timeline.frames) await frame();
		await new Promise((free) => { const channel = new MessageChannel(); channel.port1.onmessage = () => free(); channel.port2.postMessage(0); });
		return performance.now() - begin; })()`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	return took
}

// Thousands of lanes are one picture, in which the one that differs is seen and found; its first frame comes at once, and it moves smoothly.
func TestWholeMachineInOnePicture(t *testing.T) {
	extreme(t)
	ranks, odd := 2500, 1311 // more than a screen has rows of pixels
	if forBench {
		ranks = 10_000
	}
	text := machine(t, ranks, odd)
	b := open(t, text)
	first := b.firstFrame()
	b.await("document.documentElement.dataset.timeline === 'yes'")
	before := b.busy()
	_, worst := b.frames()
	t.Logf("%.1f MB, first frame after %.0f ms and %.0f ms of processor time, a frame takes %.1f ms in the 99th percentile and %.1f ms of processor time in the mean", float64(len(text))/1e6, first, before, worst, (b.busy()-before)/framesTaken)
	if forBench {
		fmt.Printf("figure page/first-frame-10000 %.0f ms limit <=1000\n", first)
		list := pagetest.Profiles(4, 1)
		fmt.Printf("figure page/bytes-smallest %d bytes limit <=120000\n", len(written(t, page.Page{Runs: []page.Run{{Summary: pagetest.Merge(t, list)}}})))
		fmt.Printf("figure page/frame-10000-p99-ms %.1f ms limit <=16.7\n", worst)
	}
	if len(text) > 12e6 {
		t.Errorf("the page has %d bytes", len(text))
	}
	b.text("(Timeline.show(0, Data.timeline.length), '')")
	for _, w := range windows {
		b.size(w.width, w.height)
		for _, theme := range []string{"light", "dark"} {
			if (theme == "dark") == (w.width > 800) && os.Getenv("MPITIMER_ARTEFACTS") == "" { // to be looked at
				continue
			}
			b.colours(theme)
			b.text(`scrollTo(0, 0)`)
			b.await("!Timeline.moving")
			b.settle()
			b.keep(fmt.Sprintf("machine-%d-%s", w.width, theme))
			b.is("Math.max(0, document.documentElement.scrollWidth - innerWidth)", "0")
			// All lanes are in sight at once, in the height of the window, and its row shows the odd one.
			b.is("String(Timeline.per > 1 && Timeline.shown === Timeline.rows && Timeline.rows * Timeline.per >= Timeline.list.length)", "true")
			b.is("String(Timeline.box.getBoundingClientRect().height >= Math.min(300, 0.4 * innerHeight))", "true")
			b.is(fmt.Sprintf(`(() => { const row = Timeline.row(%d), box = Timeline.canvas.getBoundingClientRect(), per = Timeline.width / Timeline.list.length;
				const x = Timeline.gutter + Timeline.width * (70 / 3600), at = Timeline.laneAt({ clientX: box.left + x, clientY: box.top + 18 + (row + 0.5) * Timeline.high });
				return Timeline.list[at].rank; })()`, odd), fmt.Sprint(odd))
		}
	}
	// Those that are wanted are filtered, pinned, and read.
	b.size(1400, 900)
	b.text("(() => { const i = document.querySelector('[data-choice=filter]'); i.value = 'rank 13..$|nothing'; i.dispatchEvent(new Event('input')); return ''; })()")
	b.text("(() => { const i = document.querySelector('[data-choice=filter]'); i.value = 'rank 131[0-9] '; i.dispatchEvent(new Event('input')); return ''; })()")
	b.is("Timeline.list.length + ' ' + Timeline.per", "10 1")
	b.text("(Timeline.choose(5, 1e9), Timeline.pin(), '')")
	b.is("Timeline.list[0].rank", "1315")
	b.text("(() => { const i = document.querySelector('[data-choice=filter]'); i.value = '('; i.dispatchEvent(new Event('input')); return ''; })()")
	b.is("document.querySelector('[data-choice=filter]').getAttribute('aria-invalid')", "true")
	b.is("Format.moment(3599.9999e9) + ' ' + Format.moment(61e9, 0)", "1:00:00.000 0:01:01")
	b.clean()
}

// Colours of names are apart for people with any kind of colour vision, and the same in every run.
func TestColoursOfNames(t *testing.T) {
	beside(t)
	b := open(t, machine(t, 4, 1))
	b.is(`(() => { const taken = [], rgb = []; for (const n of ['solve', 'halo', 'step', 'tendencies', 'output', 'physics', 'dynamics', 'exchange', 'init', 'write', 'tracers', 'friction', 'fluxes', 'slopes', 'bed', 'radiation']) { const c = Hues.pick(n, taken); taken.push(c.places); }
		let least = Infinity; taken.forEach((a, i) => taken.slice(0, i).forEach((p) => { least = Math.min(least, Hues.distance(a, p)); })); return String(least >= 10); })()`, "true")
	b.is("String(Hues.pick('solve', []).rgb.join() === Hues.pick('solve', []).rgb.join() && Hues.pick('solve', []) !== Hues.pick('halo', []))", "true")
	b.clean()
}

// A band drawn with the mouse selects a part of the run, which can be zoomed to.
func TestBandInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, machine(t, 4, 1))
	b.text(`(() => { const c = Timeline.canvas, box = c.getBoundingClientRect(), at = (share) => ({ pointerId: 1, clientX: box.left + Timeline.gutter + share * Timeline.width, clientY: box.top + 30, pointerType: 'mouse', bubbles: true });
		c.setPointerCapture = () => {}; c.dispatchEvent(new PointerEvent('pointerdown', at(0.25))); c.dispatchEvent(new PointerEvent('pointermove', at(0.5))); c.dispatchEvent(new PointerEvent('pointerup', at(0.5))); return ''; })()`)
	b.is("Math.round(TimeMouse.band.from / 36e9) + ' ' + Math.round(TimeMouse.band.to / 36e9) + ' ' + Timeline.chosen.hidden", "25 50 false")
	b.keep("timeline-band")
	b.focus("canvas.lanes")
	b.keys("z")
	b.is("Math.round(Timeline.from / 36e9) + ' ' + Math.round(Timeline.to / 36e9) + ' ' + (TimeMouse.band === null)", "25 50 true")
	// Two fingers that come from half of the width to all of it show half of the time, around what is between them.
	b.text(`(() => { Timeline.show(0, Data.timeline.length); const c = Timeline.canvas, box = c.getBoundingClientRect();
		const at = (type, pointerId, share) => c.dispatchEvent(new PointerEvent(type, { pointerId, clientX: box.left + Timeline.gutter + share * Timeline.width, clientY: box.top + 30, pointerType: 'touch', bubbles: true }));
		at('pointerdown', 1, 0.25); at('pointerdown', 2, 0.75); at('pointermove', 1, 0); at('pointermove', 2, 1); at('pointerup', 1, 0); at('pointerup', 2, 1); return ''; })()`)
	b.is("Math.round(Timeline.from / 36e9) + ' ' + Math.round(Timeline.to / 36e9) + ' ' + TimeMouse.fingers.size", "25 75 0")
	b.clean()
}
