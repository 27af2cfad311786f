package lanes

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"
)

// message is one with the times that the clocks of both sides show.
type message struct {
	from, to       int
	sent, received int64
}

// Whatever the clocks are apart and however long messages take: once aligned none is received before it was sent, and the
// true offsets lie within the errors.
func TestAlign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "clocks")
		truth := make([]int64, n) // what is to be added
		for i := range truth {
			truth[i] = rapid.Int64Range(-1e6, 1e6).Draw(t, "offset")
		}
		var list []message
		for range rapid.IntRange(0, 40).Draw(t, "messages") {
			from, to, at := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to"), rapid.Int64Range(0, 1e7).Draw(t, "at")
			list = append(list, message{from, to, at - truth[from], at + rapid.Int64Range(0, 1e5).Draw(t, "took") - truth[to]})
		}
		l := leads{}
		for _, m := range list {
			if m.from != m.to {
				l.add(m.from, m.to, m.sent-m.received)
			}
		}
		a := l.align(n)
		if a.conflict != 0 {
			t.Fatalf("a conflict of %d where there is none", a.conflict)
		}
		for _, m := range list {
			if early := m.sent + a.offset[m.from] - m.received - a.offset[m.to]; early > 0 {
				t.Fatalf("%+v is received %d ns before it was sent", m, early)
			}
		}
		for i := range n {
			first := a.group[i]
			if off := (a.offset[i] - a.offset[first]) - (truth[i] - truth[first]); max(off, -off) > a.error[i] {
				t.Fatalf("clock %d is off by %d, the error is %d", i, off, a.error[i])
			}
		}
	})
}

// Messages that contradict each other are told, and leave nobody earlier than that.
func TestAlignContradiction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "clocks")
		l := leads{}
		for range rapid.IntRange(1, 15).Draw(t, "messages") {
			from := rapid.IntRange(0, n-1).Draw(t, "from")
			l.add(from, (from+rapid.IntRange(1, n-1).Draw(t, "to"))%n, rapid.Int64Range(-1000, 1000).Draw(t, "least"))
		}
		a := l.align(n)
		for pair, least := range l {
			if early := least + a.offset[pair[0]] - a.offset[pair[1]]; early > a.conflict {
				t.Fatalf("%v is %d too early, told are %d", pair, early, a.conflict)
			}
		}
	})
	a := leads{{0, 1}: 10, {1, 0}: -4}.align(2)
	if a.conflict != 3 || a.offset[1]-a.offset[0] != 7 || a.error[1] != 3 {
		t.Errorf("%+v: two that are 6 apart meet in the middle", a)
	}
}

// Clocks that sent only one way are moved as far as they must, and are of two groups.
func TestAlignOneWay(t *testing.T) {
	a := leads{{0, 1}: 10, {1, 2}: -5, {3, 2}: 2}.align(4)
	if fmt.Sprint(a) != "{[0 10 5 0] [0 0 0 0] [0 1 2 3] 0}" {
		t.Errorf("%+v", a)
	}
}

const twoHosts = `<Application name="p"><Topology><Level type="Hostname"><Level type="Rank"></Level></Level>
<Node name="a"><Node name="0"/></Node><Node name="b"><Node name="1"/></Node></Topology><CommunicatorList><Communicator name="WORLD">
<Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/></Communicator></CommunicatorList>%s</Application>`

// apart is a project of two hosts of which the second's clock is behind: a message there and back, in 0.2 s each, and a
// barrier.
func apart(behind float64, clocks string) fstest.MapFS {
	program := func(states ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='1000'>\n" + strings.Join(states, "") + "</Program>\n")}
	}
	state := func(what string, from, to float64) string {
		return fmt.Sprintf("<%s  time='%.6f' end='%.6f'/>\n", what, from, to)
	}
	const send, receive = "Send size='8' count='1' tid='0' toRank='%d' toTag='5' cid='0'", "Recv fromRank='%d' fromTag='5' cid='0'"
	return fstest.MapFS{
		"p.proj":    {Data: fmt.Appendf(nil, twoHosts, clocks)},
		"p_a_0.trc": program(state(fmt.Sprintf(send, 1), 2, 2.1), state(fmt.Sprintf(receive, 1), 3, 3.4), state("Barrier cid='0'", 8, 9)),
		"p_b_1.trc": program(state(fmt.Sprintf(receive, 0), 1-behind, 2.2-behind), state(fmt.Sprintf(send, 0), 3.2-behind, 3.3-behind), state("Barrier cid='0'", 8.5-behind, 9-behind)),
	}
}

// Of traces whose clocks differ the messages tell by how much: no state, message, wait or statistic stands where its
// host's clock has it, but where it was, as far as that can be known.
func TestClocksByMessages(t *testing.T) {
	for _, behind := range []float64{0, 5, -3} {
		tl, err := Read(apart(behind, ""), "p.proj", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if tl.Aligned != ByMessages || tl.Conflict != 0 || len(tl.Clocks) != 2 {
			t.Fatalf("%v: %q, %d, %+v", behind, tl.Aligned, tl.Conflict, tl.Clocks)
		}
		first, second := tl.Clocks[tl.Lanes[0].Clock], tl.Clocks[tl.Lanes[1].Clock]
		// The way there leaves 0.2 s, and so does that back: times are of microseconds.
		if off := float64(second.Points[0].Offset-first.Points[0].Offset) - behind*1e9; math.Abs(off) > 1 || second.Error != 200_001_000 || first.Error != 0 || first.Group != second.Group || first.Own == second.Own {
			t.Errorf("%v: off by %g ns: %+v, %+v", behind, off, first, second)
		}
		want := []Message{{0, 1, Sent, 0, 1e9, 1.2e9, 8}, {1, 0, Sent, 2e9, 2.2e9, 2.4e9, 8}, {1, 0, Collective, 7e9, 7.5e9, 8e9, 0}}
		if got := decoded(t, tl); fmt.Sprint(got) != fmt.Sprint(want) || tl.Length != 8e9 {
			t.Errorf("%v: %v in %d, want %v", behind, got, tl.Length, want)
		}
	}
}

// What the run has measured of its clocks counts, whatever messages look like, with its error and its drift.
func TestClocksByRun(t *testing.T) {
	const measured = `<Clocks><Clock rank="0" time="1000.0" offset="0.0" error="0.0" /><Clock rank="1" time="1000.0" offset="5.0" error="0.25" /><Clock rank="1" time="1010.0" offset="5.1" error="0.5" /></Clocks>`
	tl, err := Read(apart(5, measured), "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := tl.Clocks[tl.Lanes[1].Clock]
	if tl.Aligned != ByRun || c.Error != 5e8 || !slices.Equal(c.Points, []Point{{4.04e9, 5e9}, {14.14e9, 5.1e9}}) || c.Group != tl.Clocks[0].Group {
		t.Errorf("%q, %+v, start %d", tl.Aligned, c, tl.Start)
	}
	// The barrier of rank 1 began at 3.5 s of its clock, which had drifted by 35 ms.
	if got := decoded(t, tl); len(got) != 3 || got[2].At+tl.Start != 1008.535e9 {
		t.Errorf("%v, start %d", got, tl.Start)
	}
	alone := strings.Replace(measured, `rank="0"`, `rank="7"`, 1)
	if tl, err = Read(apart(5, alone), "p.proj", Options{}); err != nil || tl.Clocks[0].Group == tl.Clocks[1].Group || len(tl.Clocks[0].Points) != 0 {
		t.Errorf("of rank 0 nothing is known: %+v, %v", tl.Clocks, err)
	}
}

// Ranks of a host read one clock; where messages between them say that they do not, each has its own.
func TestClocksOfAHost(t *testing.T) {
	files := apart(5, "")
	files["p.proj"].Data = []byte(strings.ReplaceAll(string(files["p.proj"].Data), `</Node><Node name="b">`, ""))
	files["p_a_1.trc"] = files["p_b_1.trc"]
	tl, err := Read(files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(tl.Clocks) != 2 || tl.Clocks[1].Points[0].Offset-tl.Clocks[0].Points[0].Offset != 5e9 {
		t.Errorf("%+v", tl.Clocks)
	}
	files = apart(0, "")
	files["p.proj"].Data = []byte(strings.ReplaceAll(string(files["p.proj"].Data), `</Node><Node name="b">`, ""))
	files["p_a_1.trc"] = files["p_b_1.trc"]
	if tl, err = Read(files, "p.proj", Options{}); err != nil || len(tl.Clocks) != 1 || tl.Aligned != AsRecorded {
		t.Errorf("%+v %q, %v", tl.Clocks, tl.Aligned, err)
	}
}
