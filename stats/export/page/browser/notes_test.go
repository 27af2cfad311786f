package browser

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// A note on a part of the run is in the file that the page saves, which opens as the first did, whatever was seen of it, and can be
// saved again.
func TestNotesInBrowser(t *testing.T) {
	beside(t)
	text := pageOf(t, measured(t))
	b := overTime(t, text)
	const note = `</script><b>why?</b> "long" solve – ранг 2`
	b.text(`TimeMouse.select(2e9, 3e9) || ""`)
	b.click("#view-Timeline .chosen-time button:nth-last-of-type(2)")
	b.text(fmt.Sprintf(`(() => { document.activeElement.value = %s; return ""; })()`, quoted(note)))
	b.keys(enter)
	b.settle()
	b.is(`document.querySelector("#view-Timeline [aria-label=Notes] li span").textContent`, "1.000\u00a0s from 2.000\u00a0s on: "+note+" ")
	mark := `(() => { const s = devicePixelRatio || 1, x = Timeline.gutter + (2.5e9 - Timeline.from) / (Timeline.to - Timeline.from) * Timeline.width; return [...Timeline.canvas.getContext("2d").getImageData(Math.floor(x * s), 0, 1, 1).data].slice(0, 3).join() === Colours.parts(getComputedStyle(document.documentElement).getPropertyValue("--edge").trim()).join(); })()`
	b.is(mark, "true")

	// Whatever is seen does not come into the file.
	b.colours("dark")
	b.text(`(State.search("sol"), State.select(1), App.show("Names"), App.help(), Theme.next(), "")`)
	b.settle()
	saved := b.text(`Notes.page()`)
	b.clean()
	again := overTime(t, []byte(saved))
	again.is(`document.querySelectorAll("#view-Timeline [aria-label=Notes] li").length + document.querySelector("#view-Timeline [aria-label=Notes] li span").textContent`, "11.000\u00a0s from 2.000\u00a0s on: "+note+" ")
	again.is(`State.query + State.selected + document.querySelectorAll("b").length + document.getElementById("keys").open`, "-10false")
	again.is(mark, "true")
	again.text(`document.querySelector("#view-Timeline [aria-label=Notes] li button").click() || ""`)
	again.is(`Timeline.from + " " + Timeline.to`, "2000000000 3000000000")
	again.text(`document.querySelector("#view-Timeline [aria-label=Notes] li button:last-of-type").click() || ""`)
	again.is(`Notes.list.length + document.querySelector("#view-Timeline [aria-label=Notes] .note").textContent`, "0not saved yet")
	if blank := again.text(`Notes.page()`); len(blank) > len(text)+100 || len(blank) < len(text)-100 || !strings.Contains(blank, `<script id="notes" type="application/json">[]</script>`) {
		t.Errorf("without notes the page that was saved has %d bytes, want the %d of the first", len(blank), len(text))
	}
	again.clean()
}

// Who sends how much to whom is what the traces have: sums, pairs, and a cell for each.
func TestTrafficInBrowser(t *testing.T) {
	beside(t)
	tl, err := lanes.Read(mailing(), "mail.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	const section = `document.querySelector("#view-Timeline [aria-label='Messages between ranks']")`
	rows := `[...` + section + `.querySelectorAll("tbody tr")].map((r) => [...r.cells].map((c) => c.textContent).join(" ")).join("; ").replaceAll("\u00a0", " ")`
	b.is(rows, "rank 0 rank 2 2 2000 B 1000 B 0 ns; rank 1 rank 0 1 500.0 B 500.0 B 1.000 s; rank 0 rank 1 3 30.00 B 10.00 B 0 ns")
	b.is(section+`.querySelector(".note").textContent.replaceAll("\u00a0", " ")`, "6 messages in this interval between 3 pairs of ranks: 2530 B, 421.7 B each on average, 1000 B the largest.")
	cell := func(from, to int) string {
		return b.text(fmt.Sprintf(`[...Traffic.canvas.getContext("2d").getImageData(%d, %d, 1, 1).data].slice(0, 3).join()`, to, from))
	}
	if got, want := cell(0, 2), b.text(`Colours.rising(1).join()`); got != want {
		t.Errorf("from rank 0 to rank 2 the cell is %s, want %s", got, want)
	}
	if got, want := cell(2, 0), b.text(`Colours.parts(Colours.scale("none")).join()`); got != want {
		t.Errorf("from rank 2 to rank 0 the cell is %s, want %s", got, want)
	}
	b.text(`Timeline.show(0, 1.5e9) || ""`)
	b.await(section + `.querySelectorAll("tbody tr").length === 1`)
	b.is(rows, "rank 0 rank 1 3 30.00 B 10.00 B 0 ns")
	b.clean()
}

// mailing is a project of three ranks: rank 0 sends three messages to rank 1 and two to rank 2, and waits for one of rank 1.
func mailing() fstest.MapFS {
	files := fstest.MapFS{"mail.proj": {Data: []byte(`<Application name="mail"><Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
<Node name="a"><Node name="0"><Node name="0"/></Node><Node name="1"><Node name="0"/></Node><Node name="2"><Node name="0"/></Node></Node></Topology>
<CommunicatorList><Communicator name="WORLD"><Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/><Rank global="2" local="2" cid="0"/></Communicator></CommunicatorList></Application>`)}}
	send := func(to, size int, at float64) string {
		return fmt.Sprintf("<Send size='%d' count='1' tid='0' toRank='%d' toTag='1' cid='0'  time='%.2f' end='%.2f'/>\n", size, to, at, at+0.05)
	}
	receive := func(from int, at, end float64) string {
		return fmt.Sprintf("<Recv fromRank='%d' fromTag='1' cid='0'  time='%.2f' end='%.2f'/>\n", from, at, end)
	}
	for rank, states := range []string{
		send(1, 10, 0.1) + send(1, 10, 0.2) + send(1, 10, 0.3) + receive(1, 2, 3.1) + send(2, 1000, 4) + send(2, 1000, 4.1),
		receive(0, 1, 1.1) + receive(0, 1.1, 1.2) + receive(0, 1.2, 1.3) + send(0, 500, 3),
		receive(0, 5, 5.1) + receive(0, 5.2, 5.3),
	} {
		files[fmt.Sprintf("mail_a_%d_0.trc", rank)] = &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	return files
}
