package browser

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// apart is a project of two hosts, of which the clock of the second is 3 s behind: messages there and back leave 0.2 s each
// open, one that was waited for for 0.1 s does, and a barrier.
func apart() fstest.MapFS {
	program := func(states ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='1000'>\n" + strings.Join(states, "") + "</Program>\n")}
	}
	state := func(what string, from, to float64) string {
		return fmt.Sprintf("<%s  time='%.6f' end='%.6f'/>\n", what, from, to)
	}
	send := func(to int) string {
		return fmt.Sprintf("Send size='8' count='1' tid='0' toRank='%d' toTag='5' cid='0'", to)
	}
	receive := func(from int) string { return fmt.Sprintf("Recv fromRank='%d' fromTag='5' cid='0'", from) }
	return fstest.MapFS{
		"p.proj": {Data: []byte(`<Application name="p"><Topology><Level type="Hostname"><Level type="Rank"></Level></Level>
<Node name="a"><Node name="0"/></Node><Node name="b"><Node name="1"/></Node></Topology><CommunicatorList><Communicator name="WORLD">
<Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/></Communicator></CommunicatorList></Application>`)},
		"p_a_0.trc": program(state("solve", 4, 6), state(send(1), 6, 6.1), state(receive(1), 7, 7.4), state(send(1), 9, 9.2), state("Barrier cid='0'", 12, 13)),
		"p_b_1.trc": program(state(receive(0), 5-3, 6.2-3), state(send(0), 7.2-3, 7.3-3), state(receive(0), 8.9-3, 9.5-3), state("solve", 9.5-3, 12.5-3), state("Barrier cid='0'", 12.5-3, 13-3)),
	}
}

// Lanes of hosts whose clocks differ stand on one axis, with what is left open as a fringe at the ends of messages, in
// words, and at the waits that may be none; as recorded they stand on request.
func TestClocksInBrowser(t *testing.T) {
	beside(t)
	tl, err := lanes.Read(apart(), "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	there := func(what string, lane int, seconds float64, name string) {
		t.Helper()
		if got, want := b.pixel(lane, seconds, name); got != want {
			t.Errorf("%s: lane %d at %g s is %s, want %s of %q", what, lane, seconds, got, want, name)
		}
	}
	there("aligned", 1, 7, "solve") // 11 s by the clock of rank 0, where the timeline begins at 4
	b.is("Timeline.text.textContent.replaceAll('\\u00a0', ' ').includes('Clocks are aligned by the messages, which moved lanes by up to 3.000 s; they are right to ± 200.0 ms.')", "true")
	b.keep("clocks")
	b.colours("dark")
	b.keep("clocks-dark")
	b.colours("light")

	// The fringe of a message ends 0.2 s behind its receive.
	b.text("Timeline.show(1e9, 4e9) || ''")
	b.settle()
	ink := b.text("Colours.parts(getComputedStyle(document.documentElement).getPropertyValue('--ink').trim()).join()")
	at := func(seconds float64, lane int) string {
		return b.text(fmt.Sprintf(`(() => { const s = devicePixelRatio || 1, x = Timeline.gutter + (%g * 1e9 - Timeline.from) / (Timeline.to - Timeline.from) * Timeline.width, y = 18 + (%d + 0.5) * Timeline.high;
			const g = new OffscreenCanvas(Math.round(6 * s), 1).getContext('2d', { willReadFrequently: true });
			g.drawImage(Timeline.canvas, -Math.round((x - 3) * s), -Math.round((y - 3.5) * s));
			const list = g.getImageData(0, 0, Math.round(6 * s), 1).data, near = [];
			for (let k = 0; k < list.length; k += 4) near.push(Math.abs(list[k] - %[3]s) < 60);
			return near.some((n) => n); })()`, seconds, lane, strings.Split(ink, ",")[0]))
	}
	for seconds, want := range map[float64]string{2.2 + 0.2: "true", 2.2 - 0.2: "true", 2.2 + 0.35: "false"} {
		if got := at(seconds, 1); got != want {
			t.Errorf("a fringe ends at %g s: %s, want %s", seconds, got, want)
		}
	}
	b.keep("clocks-fringe")

	b.text("Timeline.choose(1, 1.5e9) || ''")
	b.is(said, "b rank 1 at 1.500 s, MPI_Recv, from 1.000 s, for 1.200 s, got 8 B from a rank 0, sent 200.0 ms before ± 200.0 ms; waited 1.000 s for it ± 200.0 ms")
	b.text("Timeline.choose(0, 5.1e9) || ''")
	b.is(said, "a rank 0 at 5.100 s, MPI_Send, from 5.000 s, for 200.0 ms, sent 8 B to b rank 1, which had it 500.0 ms later ± 200.0 ms")
	// The list leads there by keyboard.
	b.await("document.querySelector('.related button') !== null")
	b.follow("b rank 1 at 5.200 s, MPI_Recv, from 4.900 s, for 600.0 ms, got 8 B from a rank 0, sent 500.0 ms before ± 200.0 ms; waited 100.0 ms for it ± 200.0 ms, which is within the error of the clocks")

	b.text("Timeline.show(0, Data.timeline.length) || ''")
	b.text("Timeline.summary() || ''")
	const rows = "[...Timeline.waiting.querySelectorAll('tbody tr')].map((r) => [...r.children].map((c) => c.textContent).join('|')).join(';').replaceAll('\\u00a0', ' ')"
	b.is(rows, "b rank 1|a rank 0|receives|1.100 s|2|100.0 ms;a rank 0|b rank 1|collective calls|500.0 ms|1|–;a rank 0|b rank 1|receives|200.0 ms|1|200.0 ms")
	// Only what was surely waited for is on the path.
	b.is("TimeData.path.map((p) => [p.lane, p.from, p.to].join(' ')).join(';')", "0 8500000000 9000000000;1 2000000000 8500000000;0 0 2000000000")

	b.text("(() => { const c = document.querySelector('[data-choice=clocks]'); c.value = 'recorded'; c.dispatchEvent(new Event('change')); })() || ''")
	b.await("Timeline.text.textContent.includes('as recorded')")
	b.settle()
	there("as recorded", 1, 4, "solve")   // 3 s earlier
	there("as recorded", 0, 1.7, "solve") // where it was
	b.is("TimeData.messages.until.reduce((n, u, i) => n + (u < TimeData.messages.at[i]), 0)", "2")
	b.keep("clocks-recorded")
	b.clean()
}

// said is what the timeline says of the chosen state.
const said = "Timeline.canvas.getAttribute('aria-label').replaceAll('\\u00a0', ' ')"

// follow goes by keyboard to the other side of the first thing that the chosen state has to do with, of which that is said.
func (b *tab) follow(want string) {
	b.t.Helper()
	b.focus(".related button")
	b.keys(enter)
	b.settle()
	b.is(said, want)
	b.is("document.activeElement === Timeline.canvas", "true")
}

// A clock that was compared often was moved piece by piece, and is moved back so; the note says that clocks ran apart.
func TestClockPiecesInBrowser(t *testing.T) {
	beside(t)
	tl, err := lanes.Read(apart(), "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tl.Clocks[1].Points = []lanes.Point{{At: 1e9, Offset: 3e9}, {At: 2e9, Offset: 3.1e9}, {At: 6e9, Offset: 2.9e9}}
	b := overTime(t, pageOf(t, tl))
	for at, want := range map[string]string{"1e9": "-2e9", "1.5e9": "-1.55e9", "2e9": "-1.1e9", "4e9": "1e9", "6e9": "3.1e9", "11e9": "8.2e9", "0": "-3.02e9"} {
		b.is(fmt.Sprintf("(() => { Clocks.recorded = true; const t = Clocks.undo(1, %s); Clocks.recorded = false; return String(Math.abs(t - %s) < 1); })()", at, want), "true")
	}
	b.is("Clocks.note().replaceAll('\\u00a0', ' ').includes('and undid that they run apart, by up to 20.00 ms a second')", "true")
	b.clean()
}
