package browser

import (
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// What a server did for a client is a dashed line from what the client did to that; both sides tell of it, and lead to the
// other one by keyboard.
func TestRelationsInBrowser(t *testing.T) {
	beside(t)
	files := fstest.MapFS{
		"p.proj": {Data: []byte(`<Application name="p"><Topology><Level type="Hostname"><Level type="Rank"></Level></Level>
<Node name="a"><Node name="0"/></Node><Node name="b"><Node name="1"/></Node></Topology></Application>`)},
		"p_a_0.trc": {Data: []byte("<Program timeAdjustment='1000'>\n<solve  time='0.0' end='10.0'/>\n</Program>\n")},
		"p_a_0.rel": {Data: []byte(`<relation version="1" hostID="a" localToken="7" topologyNumber="0" timeAdjustment="1000">
<rel t="0" time="1.0"/><s name="prepare" t="0" time="1.0"/><e t="0" time="2.0"/><s name="ask" t="0" time="2.0"/><e t="0" time="9.0"/><un t="0" time="9.0"/></relation>
`)},
		"p_b_1.rel": {Data: []byte(`<relation version="1" hostID="b" localToken="9" topologyNumber="0" timeAdjustment="1000">
<rel t="0" time="3.0" r="a:7:0:0"/><s name="serve" t="0" time="5.0"/><s name="disk" t="0" time="6.0"/><e t="0" time="7.0"/><e t="0" time="8.0"/><un t="0" time="8.0"/></relation>
`)},
	}
	tl, err := lanes.Read(files, "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	b.is("Timeline.list.map(TimeData.title).join()", "a rank 0,a rank 0 thread relations,b rank 1 thread relations")
	for _, at := range []struct {
		lane    int
		seconds float64
		name    string
	}{{0, 4, "solve"}, {1, 1.5, "prepare"}, {1, 8, "ask"}, {2, 4.5, ""}, {2, 5.5, "serve"}, {2, 6.5, "disk"}, {2, 7.7, "serve"}} {
		if got, want := b.pixel(at.lane, at.seconds, at.name); got != want {
			t.Errorf("lane %d at %g s is %s, want %s of %q", at.lane, at.seconds, got, want, at.name)
		}
	}
	// Of the line between the lanes some dots are drawn, at the middle of its way of 2 s and a lane.
	b.is(`(() => { const g = new OffscreenCanvas(80, 1).getContext('2d', { willReadFrequently: true }), s = devicePixelRatio || 1, x = Timeline.gutter + 4e9 / (Timeline.to - Timeline.from) * Timeline.width;
		g.drawImage(Timeline.canvas, -Math.round((x + 10) * s), -Math.round((18 + 2.1 * Timeline.high) * s));
		const back = Colours.parts(Colours.scale('none')), data = g.getImageData(0, 0, 80, 1).data;
		return [...data.keys()].some((k) => k % 4 === 0 && Math.abs(data[k] - back[0]) > 60); })()`, "true")
	b.text("Timeline.choose(1, 4e9) || ''")
	b.is(said, "a rank 0 thread relations at 4.000 s, ask, from 2.000 s, for 7.000 s, caused serve of b rank 1 thread relations, which began 2.000 s later ± what their clocks are apart")
	b.keep("relations")
	b.follow("b rank 1 thread relations at 5.000 s, serve, from 5.000 s, for 3.000 s, was caused by ask of a rank 0 thread relations 2.000 s before ± what their clocks are apart")
	b.focus(".related button")
	b.keys(enter)
	b.is("Timeline.lane + ' ' + Timeline.at", "1 3000000000")
	b.colours("dark")
	b.keep("relations-dark")
	b.clean()
}
