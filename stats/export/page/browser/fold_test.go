package browser

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// threads is a project of two hosts with two ranks each, of which each has a main program, a thread, and a stream of a device.
func threads(t *testing.T) *lanes.Timeline {
	t.Helper()
	var nodes strings.Builder
	files := fstest.MapFS{}
	for host := range 2 {
		fmt.Fprintf(&nodes, `<Node name="h%d">`, host)
		for rank := 2 * host; rank < 2*host+2; rank++ {
			fmt.Fprintf(&nodes, `<Node name="%d"><Node name="0"/><Node name="1"/><Node name="gpu0.1"/></Node>`, rank)
			for thread, states := range map[string]string{
				"0":      "<Nested>\n<solve  time='0.000000' end='2.000000'/>\n</Nested>\n<step  time='0.000000' end='4.000000'/>\n",
				"1":      "<part  time='1.000000' end='2.000000'/>\n",
				"gpu0.1": "<kernel path='Total/step/kernel'  time='2.500000' end='3.500000'/>\n",
			} {
				files[fmt.Sprintf("p_h%d_%d_%s.trc", host, rank, thread)] = &fstest.MapFile{Data: []byte("<Program timeAdjustment='1000'>\n" + states + "</Program>\n")}
			}
		}
		nodes.WriteString("</Node>\n")
	}
	files["p.proj"] = &fstest.MapFile{Data: []byte(`<Application name="p"><Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>` + nodes.String() + "</Topology></Application>")}
	tl, err := lanes.Read(files, "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

const rowTitles = "Timeline.list.map(TimeData.title).join('|')"

// Lanes fold by topology, a rank to its main program and a host to the mean of its ranks, by keyboard and by buttons, in rows
// with what they stand for; lanes of devices are among them, with what they did in its place.
func TestFoldingInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, pageOf(t, threads(t)))
	every := "h0 rank 0 thread 0|h0 rank 0 thread 1|h0 rank 0 thread gpu0.1|h0 rank 1 thread 0|h0 rank 1 thread 1|h0 rank 1 thread gpu0.1|" +
		"h1 rank 2 thread 0|h1 rank 2 thread 1|h1 rank 2 thread gpu0.1|h1 rank 3 thread 0|h1 rank 3 thread 1|h1 rank 3 thread gpu0.1"
	b.is(rowTitles, every)
	for seconds, name := range map[float64]string{2.6: "kernel", 3.4: "kernel"} {
		if got, want := b.pixel(2, seconds, name); got != want {
			t.Errorf("the device at %g s: colour %s, want %s of %s", seconds, got, want, name)
		}
	}
	b.text("Timeline.choose(2, 3e9) || ''")
	b.is(said, "h0 rank 0 thread gpu0.1 at 3.000 s, kernel, from 2.500 s, for 1.000 s")

	b.text("Timeline.canvas.focus() || ''")
	b.text("Timeline.choose(4, 1.5e9) || ''") // thread 1 of rank 1
	b.keys("[")
	b.is(rowTitles, strings.Replace(every, "h0 rank 1 thread 0|h0 rank 1 thread 1|h0 rank 1 thread gpu0.1", "h0 rank 1 thread 0 ▸ 2 more", 1))
	b.is("TimeData.title(Timeline.list[Timeline.lane])", "h0 rank 1 thread 0 ▸ 2 more")
	b.is(said, "h0 rank 1 thread 0 ▸ 2 more at 1.500 s, step / solve, from 0 ns, for 2.000 s")
	b.keys("[")
	b.is("Timeline.list.length + ' ' + TimeData.title(Timeline.list[0])", "7 h0 2 ranks")
	b.keys("[") // it is folded already
	b.is("String(Timeline.list.length)", "7")
	if got, want := b.pixel(0, 1, "solve"); got != want {
		t.Errorf("the mean of the host's ranks at 1 s has the colour %s, want %s", got, want)
	}
	b.keep("folded")
	b.keys("]")
	b.is("String(Timeline.list.length)", "10")
	b.keys("}")
	b.is(rowTitles, every)
	b.keys("{")
	b.is(rowTitles, "h0 rank 0 thread 0 ▸ 2 more|h0 rank 1 thread 0 ▸ 2 more|h1 rank 2 thread 0 ▸ 2 more|h1 rank 3 thread 0 ▸ 2 more")
	b.keys("{")
	b.is(rowTitles, "h0 2 ranks|h1 2 ranks")
	b.keys("}")
	b.text("[...document.querySelectorAll('button')].find((e) => e.textContent === 'Fold').click() || ''")
	b.is("String(Timeline.list.length)", "10")
	b.text("[...document.querySelectorAll('button')].find((e) => e.textContent === 'Unfold').click() || ''")
	b.is("String(Timeline.list.length)", "12")
	b.clean()
}

// Of a rank the main program comes first, whatever goroutines are called; and where recorders of several hosts lie side by side
// it is said that nobody has compared their clocks.
func TestRecordedHostsInBrowser(t *testing.T) {
	beside(t)
	var list []lanes.Recording
	for rank := range 4 {
		for _, thread := range []string{"goroutine 2", "main", "a kernel"} {
			list = append(list, lanes.Recording{Host: fmt.Sprintf("h%d", rank/2), Rank: rank, Thread: thread, States: []lanes.State{{End: 1e9}}})
		}
	}
	show := func(list []lanes.Recording) *tab {
		tl := lanes.Recorded("p", 0, 1e9, []string{"step"}, []bool{false}, list, 1000)
		tl.Profiles = pagetest.Profiles(4, 1)
		return overTime(t, pageOf(t, tl))
	}
	b := show(list)
	b.is("Timeline.list.slice(0, 4).map(TimeData.title).join('|')", "h0 rank 0 thread main|h0 rank 0 thread a kernel|h0 rank 0 thread goroutine 2|h0 rank 1 thread main")
	const said = "String(document.body.innerText.includes('Nobody has compared the clocks of the hosts'))"
	b.is(said, "true")
	b.is("Clocks.text(Clocks.between(0, 6))", " ± what their clocks are apart")
	show(list[:6]).is(said, "false")
}
