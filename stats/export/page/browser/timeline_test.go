package browser

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/export/page/lanes/lanestest"
)

// pageOf is a page of a timeline alone.
func pageOf(t *testing.T, tl *lanes.Timeline) []byte {
	t.Helper()
	s, err := stats.Merge(tl.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, page.Page{Runs: []page.Run{{Summary: s}}, Timeline: tl})
}

// overTime opens the tab of a page.
func overTime(t *testing.T, text []byte) *tab {
	t.Helper()
	b := open(t, text)
	b.click("#tab-Timeline")
	for begin := time.Now(); time.Since(begin) < patience; { // however busy the machine is
		if b.text("document.documentElement.dataset.timeline") == "yes" {
			b.settle()
			return b
		}
		b.settle()
	}
	t.Fatal("the timeline is not there: ", b.text("Timeline.text.textContent"))
	return nil
}

// pixel is the colour that is drawn for a lane at a time, and whether it is that of a state.
func (b *tab) pixel(lane int, seconds float64, name string) (got, want string) {
	b.t.Helper()
	at := fmt.Sprintf(`(() => { const s = devicePixelRatio || 1, g = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
		const x = Timeline.gutter + (%g * 1e9 - Timeline.from) / (Timeline.to - Timeline.from) * Timeline.width, y = 18 + (%d + 0.9) * Timeline.high - 1;
		g.drawImage(Timeline.canvas, -Math.floor(x * s), -Math.floor(y * s));
		return [...g.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(); })()`, seconds, lane)
	want = "Colours.parts(Colours.scale('none')).join()"
	if name != "" {
		want = fmt.Sprintf("TimePaint.colour(Data.timeline.names.indexOf(%s)).join()", quoted(name))
	}
	return b.text(at), b.text(want)
}

const fourRanks = `<Application name="solver"><Description></Description><Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
<Node name="a"><Node name="0"><Node name="0"/></Node><Node name="1"><Node name="0"/></Node></Node>
<Node name="b"><Node name="2"><Node name="0"/></Node><Node name="3"><Node name="0"/></Node></Node></Topology>
<CommunicatorList><Communicator name="WORLD"><Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/></Communicator></CommunicatorList></Application>`

// solver is a project in which rank 2 solves for twice as long as the others, who wait for it.
func solver() fstest.MapFS {
	files := fstest.MapFS{"solver.proj": {Data: []byte(fourRanks)}}
	for rank, host := range []string{"a", "a", "b", "b"} {
		var b strings.Builder
		b.WriteString("<Program timeAdjustment='1000'>\n")
		for step := range 10 {
			at, solve := float64(step), 0.4
			if rank == 2 {
				solve = 0.8
			}
			fmt.Fprintf(&b, "<Nested>\n<solve  time='%.6f' end='%.6f'/>\n<Allreduce size='8' cid='0' count='1' tid='0'  time='%.6f' end='%.6f'/>\n</Nested>\n<step  time='%.6f' end='%.6f'/>\n",
				at, at+solve, at+solve, at+0.9, at, at+0.9)
		}
		b.WriteString("</Program>\n")
		files[fmt.Sprintf("solver_%s_%d_0.trc", host, rank)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return files
}

// A state of known time is where it belongs, at any zoom; what the keys reach is said in words; and the table has the
// times of what is seen.
func TestTimelineInBrowser(t *testing.T) {
	beside(t)
	for _, most := range []int64{0, 1} { // every state, and shares in bins
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{States: most})
			if err != nil {
				t.Fatal(err)
			}
			b := overTime(t, pageOf(t, tl))
			check := func(what string, places map[float64]string) {
				t.Helper()
				for rank := range 4 {
					for seconds, name := range places {
						if name == "solve" && rank != 2 && math.Mod(seconds, 1) > 0.4 {
							name = "Allreduce"
						}
						if got, want := b.pixel(rank, seconds, name); got != want {
							t.Errorf("%s: rank %d at %g s is %s, want %s of %s", what, rank, seconds, got, want, name)
						}
					}
				}
			}
			check("whole run", map[float64]string{2.2: "solve", 2.6: "solve", 2.85: "Allreduce", 2.95: "", 7.6: "solve"})
			eval[int](b, "(Timeline.show(2e9, 3e9), 1)")
			b.settle()
			check("one step", map[float64]string{2.2: "solve", 2.39: "solve", 2.41: "solve", 2.79: "solve", 2.81: "Allreduce", 2.89: "Allreduce", 2.92: ""})
			if most == 0 {
				eval[int](b, "(Timeline.show(2.3999e9, 2.4001e9), 1)")
				b.settle()
				check("a fifth of a millisecond", map[float64]string{2.39995: "solve", 2.40005: "solve"})
			}
			b.focus("canvas.lanes")
			b.keys(kb.Home)
			b.settle()
			eval[int](b, "(Timeline.choose(2, 3.5e9), 1)")
			label := b.text("Timeline.canvas.getAttribute('aria-label')")
			if !strings.HasPrefix(label, "b rank 2 thread 0 at 3.5") || !strings.Contains(label, "solve") {
				t.Errorf("said: %s", label)
			}
			b.keys(kb.ArrowUp)
			if label := b.text("Timeline.canvas.getAttribute('aria-label')"); !strings.Contains(label, "rank 1 ") || !strings.Contains(label, "MPI_Allreduce") {
				t.Errorf("said: %s", label)
			}
			b.keys(kb.ArrowRight)
			if at := eval[float64](b, "Timeline.at"); most == 0 && at != 4e9 || at <= 3.5e9 {
				t.Errorf("the next state of rank 1 begins at %g", at)
			}
			b.keys("+", "+")
			if span := eval[float64](b, "Timeline.to - Timeline.from"); math.Abs(span-9.9e9/4) > 1 {
				t.Errorf("two zooms leave %g ns", span)
			}
			eval[int](b, "(Timeline.show(2e9, 3e9), Timeline.summary(), 1)")
			sum := eval[float64](b, "Number([...Timeline.beneath.querySelectorAll('tbody tr')].find((r) => r.textContent.startsWith('solve')).querySelector('td[data-v]').dataset.v)")
			if tolerance := map[int64]float64{0: 1, 1: 2e7}[most]; math.Abs(sum-2e9) > tolerance {
				t.Errorf("ranks solve for %g ns in a step, want 2 s", sum)
			}
			b.keep(fmt.Sprintf("timeline-%d", most))
			b.clean()
		})
	}
}

// States without length, and those that cannot be drawn as what they say, are marks, counted and named.
func TestMarksInBrowser(t *testing.T) {
	beside(t)
	files := fstest.MapFS{
		"solver.proj":      {Data: []byte(fourRanks)},
		"solver_a_0_0.trc": {Data: []byte("<Program timeAdjustment='1000'>\n<a  time='0.0' end='0.0'/>\n<b  time='1.0' end='1.0'/>\n<a  time='4.0' end='4.0'/>\n</Program>\n")},
		"solver_a_1_0.trc": {Data: []byte("<Program timeAdjustment='1000'>\n<a  time='1.0' end='2.0'/>\n<b  time='0.5' end='1.5'/>\n<c  time='3.0' end='2.5'/>\n</Program>\n")},
	}
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	const ink = `(() => { const g = new OffscreenCanvas(1, 1).getContext('2d'); g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--ink'); g.fillRect(0, 0, 1, 1);
		return [...g.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(); })()`
	const pixel = `((lane, seconds) => { const s = devicePixelRatio || 1, g = new OffscreenCanvas(3, 1).getContext('2d', { willReadFrequently: true });
		const x = Timeline.gutter + Math.min(Timeline.width - 1, (seconds * 1e9 - Timeline.from) / (Timeline.to - Timeline.from) * Timeline.width), y = 18 + lane * Timeline.high + 1;
		g.drawImage(Timeline.canvas, 1 - Math.floor(x * s), -Math.floor(y * s));
		const data = g.getImageData(0, 0, 3, 1).data; return [0, 4, 8].some((k) => Math.abs(data[k] - %s.split(',')[0]) < 60); })(%d, %g)`
	for _, mark := range []struct {
		lane int
		at   float64
		want bool
	}{{0, 1, true}, {0, 2.5, false}, {1, 0.5, true}, {1, 3, true}, {1, 1.5, false}} {
		b.is(fmt.Sprintf(pixel, ink, mark.lane, mark.at), fmt.Sprint(mark.want))
	}
	b.is("Timeline.text.textContent.includes('2 states that overlap others or end before they begin: only marks')", "true")
	b.is("Timeline.lines(TimeData.lanes[0], 1e9)[1]", "b without length")
	b.keep("timeline-marks")
	b.clean()
}

// Who waits for a message that was not sent yet, or at a barrier, is told with the one who is late.
func TestWaitsInBrowser(t *testing.T) {
	beside(t)
	files := fstest.MapFS{
		"solver.proj": {Data: []byte(fourRanks)},
		"solver_a_0_0.trc": {Data: []byte("<Program timeAdjustment='1000'>\n<solve  time='0.0' end='2.0'/>\n<Send size='80' count='10' tid='0' toRank='1' toTag='7' cid='0'  time='2.0' end='2.1'/>\n" +
			"<Barrier cid='0'  time='2.2' end='4.0'/>\n</Program>\n")},
		"solver_a_1_0.trc": {Data: []byte("<Program timeAdjustment='1000'>\n<Recv fromRank='0' fromTag='7' cid='0'  time='0.5' end='2.2'/>\n<solve  time='2.2' end='3.9'/>\n" +
			"<Barrier cid='0'  time='3.9' end='4.0'/>\n</Program>\n")},
	}
	tl, err := lanes.Read(files, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	const rows = "[...Timeline.waiting.querySelectorAll('tbody tr')].map((r) => [...r.children].map((c) => c.textContent).join('|')).join(';').replaceAll('\\u00a0', ' ')"
	b.is(rows, "a rank 0 thread 0|a rank 1 thread 0|collective calls|1.700 s|1;a rank 1 thread 0|a rank 0 thread 0|receives|1.500 s|1")
	// Rank 0 solves, rank 1 gets what it has sent and solves, and rank 0 waits for it: nothing else is on the path.
	b.is("TimeData.path.map((p) => [p.lane, p.from, p.to].join(' ')).join(';')", "0 3900000000 4000000000;1 2000000000 3900000000;0 0 2000000000")
	const path = "[...Timeline.along.querySelectorAll('tbody tr')].map((r) => [...r.children].map((c) => c.textContent).join('|')).join(';').replaceAll('\\u00a0', ' ')"
	b.is(path, "solve|3.700 s|92.5 %|2;MPI_Recv|200.0 ms|5.0 %|1;MPI_Barrier|100.0 ms|2.5 %|1")
	b.keep("timeline-path")
	eval[int](b, "(Timeline.show(0, 1e9), Timeline.summary(), 1)")
	b.is(rows, "a rank 1 thread 0|a rank 0 thread 0|receives|500.0 ms|1")
	b.keep("timeline-waits")
	b.clean()
}

// States within each other are drawn however deep they are; messages are told of the call that sent or got them, and not of the
// outermost state, in which all are.
func TestDeepLaneInBrowser(t *testing.T) {
	beside(t)
	const levels = 40
	inner := "<Send size='80' count='10' tid='0' toRank='1' toTag='7' cid='0'  time='2.0' end='2.1'/>\n"
	for k := levels - 1; k >= 0; k-- {
		inner = fmt.Sprintf("<Nested>\n%s</Nested>\n<level%d  time='%.2f' end='%.2f'/>\n", inner, k, float64(k)/100, 4-float64(k)/100)
	}
	tl, err := lanes.Read(fstest.MapFS{
		"solver.proj":      {Data: []byte(fourRanks)},
		"solver_a_0_0.trc": {Data: []byte("<Program timeAdjustment='1000'>\n" + inner + "</Program>\n")},
		"solver_a_1_0.trc": {Data: []byte("<Program timeAdjustment='1000'>\n<Recv fromRank='0' fromTag='7' cid='0'  time='0.5' end='2.2'/>\n</Program>\n")},
	}, "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.is("TimeData.lanes[0].deepest + ' ' + Timeline.nested.style.height", fmt.Sprintf("%d %dpx", levels, 17*(levels+1)))
	b.is("(Timeline.choose(0, 5e6), Timeline.details.textContent)", "")
	b.is("(Timeline.choose(0, 2.05e9), String(Timeline.details.textContent.includes('MPI_Send') && Timeline.details.querySelectorAll('button').length === 1))", "true")
	b.clean()
}

// Projects of 2010 and of HDTrace's own tools open, in both themes and in a narrow window.
func TestRealTimelinesInBrowser(t *testing.T) {
	beside(t)
	root := filepath.Join("..", "..", "..", "..", "..", "shared", "data", "hdtrace")
	if _, err := os.Stat(root); err != nil {
		t.Skip("there is no ../shared/data")
	}
	for _, name := range []string{
		"repo/HDPowerEstimation/test-data/partdiff-mpi/partdiff-mpi", "repo/HDTraceFormat/Example/partdiff-mpi-io-synced/partdiff-par", "generated/mpi-wrapper/mpitest",
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			tl, err := lanes.Read(os.DirFS(filepath.Join(root, filepath.Dir(name))), filepath.Base(name)+".proj", lanes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			b := overTime(t, pageOf(t, tl))
			if n := eval[int](b, "TimeData.lanes.length"); n != len(tl.Lanes) || n == 0 {
				t.Errorf("%d lanes, want %d", n, len(tl.Lanes))
			}
			if n := eval[int](b, "TimeData.series.length"); n != len(tl.Series) {
				t.Errorf("%d series, want %d", n, len(tl.Series))
			}
			b.settle()
			b.keep("timeline-" + filepath.Base(name))
			b.colours("dark")
			b.keep("timeline-dark-" + filepath.Base(name))
			b.size(600, 800)
			b.keep("timeline-narrow-" + filepath.Base(name))
			b.clean()
		})
	}
}

// forBench says that make bench wants its figures, which take longer than tests may.
var forBench = os.Getenv("MPITIMER_FIGURES") != ""

// Panning over many states stays smooth: what a frame takes is bounded here far above what it should be, since the
// machine may be busy; make bench has the figure.
func TestManyStatesInBrowser(t *testing.T) {
	extreme(t)
	ranks, states := 16, 60_000
	if forBench {
		ranks, states = 64, 100_000
	}
	b := overTime(t, pageOf(t, lanestest.Many(t, ranks, states)))
	before := b.busy()
	median, worst := b.frames()
	t.Logf("a frame takes %.1f ms in the median, %.1f ms in the 99th percentile, and %.1f ms of processor time in the mean", median, worst, (b.busy()-before)/framesTaken)
	if forBench {
		fmt.Printf("figure page/frame-p99-ms %.1f ms limit <=16.7\n", worst)
		fmt.Printf("figure page/frame-median-ms %.1f ms limit <=16.7\n", median)
	}
	if median > 500 {
		t.Errorf("a frame takes %.0f ms", median)
	}
	b.clean()
}

// A page of 10 000 ranks is small, however many states they had: it has shares in bins. 10 000 ranks with 10⁶ states each, which are
// 10¹⁰, would be read for hours: figures are of ten thousand ranks with up to 10⁴, and of a hundred with up to 10⁶.
func TestManyRanksInBrowser(t *testing.T) {
	beside(t)
	ranks, states := 300, 40
	if forBench {
		ranks, states = 10_000, 10_000
		for _, c := range []struct {
			ranks, states int
			name          string
		}{{10_000, 1000, "10000x1e3"}, {100, 10_000, "100x1e4"}, {100, 1_000_000, "100x1e6"}} {
			fmt.Printf("figure page/timeline-%s-MB %.1f MB limit <=20\n", c.name, float64(len(pageOf(t, streamed(t, c.ranks, c.states))))/1e6)
		}
	}
	text := pageOf(t, streamed(t, ranks, states))
	if forBench {
		fmt.Printf("figure page/timeline-10000x1e4-MB %.1f MB limit <=20\n", float64(len(text))/1e6)
	}
	b := overTime(t, text)
	if n := eval[int](b, "Timeline.list.length"); n != ranks {
		t.Errorf("%d lanes", n)
	}
	eval[int](b, fmt.Sprintf("(Timeline.choose(%d, 1e6), 1)", ranks-1))
	b.settle()
	if label := b.text("Timeline.canvas.getAttribute('aria-label')"); !strings.Contains(label, fmt.Sprintf("rank %d ", ranks-1)) {
		t.Errorf("said: %s", label)
	}
	b.keep("timeline-ranks")
	b.clean()
}

// streamed is a timeline of very many states, of which there are shares only.
func streamed(t *testing.T, ranks, states int) *lanes.Timeline {
	t.Helper()
	tl, err := lanes.Read(lanestest.Streamed(ranks, states), "many.proj", lanes.Options{States: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// framesTaken is how many frames does.
const framesTaken = 4 * 40

// busy is the processor time that the page's thread has taken, in milliseconds: unlike others, it says something on a busy machine, too.
func (b *tab) busy() float64 {
	b.t.Helper()
	call(b, performance.Enable, performance.EnableParams{})
	answer, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, m := range answer.Metrics {
		if m.Name == "ThreadTime" {
			return 1000 * m.Value
		}
	}
	return math.NaN()
}

// frames pans through the run at several zooms, a frame of the screen for each step, and returns how long it takes until the
// browser has drawn it and is free again, in milliseconds. Without the pace of the screen drawing would pile up, and come at once.
func (b *tab) frames() (median, worst float64) {
	b.t.Helper()
	list, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(async () => { const took = [], all = Data.timeline.length, channel = new MessageChannel();
		for (const zoom of [1, 4, 32, 256]) for (let k = 0; k < 40; k++) {
			await new Promise((next) => requestAnimationFrame(next));
			const begin = performance.now();
			Timeline.show((all - all / zoom) * k / 40, (all - all / zoom) * k / 40 + all / zoom);
			TimePaint.all();
			took.push(await new Promise((free) => { channel.port1.onmessage = () => free(performance.now() - begin); channel.port2.postMessage(0); }));
		}
		return took.sort((a, b) => a - b); })()`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	return list[len(list)/2], list[len(list)*99/100]
}

// What is drawn while the view moves is what is drawn when it stands, but for where in a pixel states lie.
func TestMovingInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, pageOf(t, lanestest.Many(t, 16, 60_000)))
	for _, zoom := range []float64{1, 1.7, 4, 32} {
		far := eval[[]float64](b, fmt.Sprintf(`(() => { const all = Data.timeline.length, part = all / %g;
			const seen = (moving) => { Object.assign(Timeline, { moving, from: (all - part) / 3, to: (all - part) / 3 + part }); for (let k = 0; k < 4; k++) TimePaint.all();
				const g = new OffscreenCanvas(Timeline.width, 16).getContext('2d', { willReadFrequently: true }); g.drawImage(Strips.canvas, 0, 0); return g.getImageData(0, 0, Timeline.width, 16).data; };
			const still = seen(false), rough = seen(true), sums = [0, 0, 0]; let most = 0;
			for (let k = 0; k < still.length; k++) { const d = Math.abs(still[k] - rough[k]); most = Math.max(most, d); sums[0] += d; sums[1] += still[k]; sums[2] += rough[k]; }
			return [most, sums[0] / still.length, sums[1] / still.length, sums[2] / still.length]; })()`, zoom))
		t.Logf("zoom %g: pixels differ by %.0f at most, %.2f in the mean; means %.2f and %.2f", zoom, far[0], far[1], far[2], far[3])
		if far[0] > 96 || far[1] > 8 || math.Abs(far[2]-far[3]) > 0.05 {
			t.Errorf("zoom %g: pixels differ by %g at most and %g in the mean, means are %g and %g", zoom, far[0], far[1], far[2], far[3])
		}
	}
	// It is drawn anew when it stands.
	frames := eval[int](b, "(Timeline.show(0, Data.timeline.length), Timeline.frames)") // of before: both may be drawn at once
	b.await("!Timeline.moving && !TimePaint.rough && Timeline.frames > " + fmt.Sprint(frames))
	b.clean()
}
