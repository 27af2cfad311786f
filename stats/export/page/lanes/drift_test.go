package lanes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// crystal is a clock that shows (t-begins)/rate at a time t.
type crystal struct{ begins, rate float64 }

func (c crystal) at(t float64) int64 { return int64(math.Round((t - c.begins) / c.rate)) }

// sentAmong are messages there and back among clocks at times, each with the latency that the function draws.
func sentAmong(clocks []crystal, times []float64, from, to func(i int) int, latency func() float64) (list []message) {
	for i, t := range times {
		a, b := from(i), to(i)
		list = append(list, message{a, b, clocks[a].at(t), clocks[b].at(t + latency())})
	}
	return list
}

func spansOf(clocks []crystal, from, to float64) (spans []span) {
	for _, c := range clocks {
		spans = append(spans, span{c.at(from), c.at(to)})
	}
	return spans
}

func crossed(list []message) crossings {
	return func(give func(from, to int, since, until int64)) {
		for _, m := range list {
			if m.from != m.to {
				give(m.from, m.to, m.sent, m.received)
			}
		}
	}
}

// Clocks that run apart evenly stand within their errors of each other all the time, and no message is received before it was
// sent by more than the conflict that is told.
func TestDriftIsUndone(t *testing.T) {
	undone, apart := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		const length = 1e10
		n := rapid.IntRange(2, 5).Draw(t, "clocks")
		clocks := make([]crystal, n)
		for i := range clocks {
			clocks[i] = crystal{rapid.Float64Range(-1e9, 1e9).Draw(t, "offset"), 1 + rapid.Float64Range(-1e-4, 1e-4).Draw(t, "drift")}
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		times := make([]float64, rapid.IntRange(0, 60*n).Draw(t, "messages"))
		for i := range times {
			times[i] = random.Float64() * length
		}
		pick := func(int) int { return random.IntN(n) }
		latency := rapid.Float64Range(1e2, 1e6).Draw(t, "latency")
		list := sentAmong(clocks, times, pick, pick, func() float64 { return 1e2 + random.ExpFloat64()*latency })
		found, conflict := alignAll(spansOf(clocks, 0, length), crossed(list))
		for _, m := range list {
			if early := found[m.from].add(m.sent) - found[m.to].add(m.received); early > conflict+2 && m.from != m.to {
				t.Fatalf("%+v is received %d ns before it was sent, told are %d", m, early, conflict)
			}
		}
		if len(found[n-1].Points) < 2 { // as it would be if none drifted
			apart++
			return
		}
		undone++
		for k := range n {
			first := found[k].Group
			for at := 0.0; at <= length; at += length / 8 {
				off := found[k].add(clocks[k].at(at)) - found[first].add(clocks[first].at(at))
				if max(off, -off) > found[k].Error+3 && found[k].Error < 1e9 { // roundings of the times and of both lines
					t.Fatalf("clock %d is off by %d at %g, the error is %d", k, off, at, found[k].Error)
				}
			}
		}
	})
	t.Logf("drift was undone %d times, and %d times not", undone, apart)
	if undone == 0 || undone < 20 && !testing.Short() { // then there are as few tests as that
		t.Errorf("drift was undone %d times, and %d times not", undone, apart)
	}
}

// A drift of known size is found as exactly as the messages allow: with latencies of 2 to some 20 µs over 10 s and both ways, 30 µs
// a second to ± 2, where one offset would leave ± 150 µs.
func TestDriftOfKnownSize(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	clocks := []crystal{{0, 1}, {5e9, 1 + 30e-6}}
	times := make([]float64, 2000)
	for i := range times {
		times[i] = 6e9 + float64(i)*5e6
	}
	list := sentAmong(clocks, times, func(i int) int { return i % 2 }, func(i int) int { return 1 - i%2 }, func() float64 { return 2e3 + random.ExpFloat64()*2e4 })
	found, conflict := alignAll(spansOf(clocks, 6e9, 16e9), crossed(list))
	if conflict != 0 || len(found[1].Points) != 2 || found[1].Error > 10e3 || found[1].Error < 500 {
		t.Fatalf("%+v, conflict %d", found, conflict)
	}
	p := found[1].Points
	rate := float64(p[1].Offset-p[0].Offset) / float64(p[1].At-p[0].At)
	if math.Abs(rate-30e-6) > 2e-6 {
		t.Errorf("the drift is %g", rate)
	}
	l := leads{}
	for _, m := range list {
		l.add(m.from, m.to, m.sent-m.received)
	}
	if a := l.align(2); a.conflict < 100e3 {
		t.Errorf("one offset leaves %d ns", a.conflict)
	}
}

// A clock that does not run apart evenly leaves a conflict, which is told.
func TestDriftThatBends(t *testing.T) {
	var list []message
	for i := range 100 {
		at := int64(i) * 1e8
		ahead := int64(i*i) * 50
		list = append(list, message{0, 1, at, at + 1000 + ahead}, message{1, 0, at + ahead, at + 1000})
	}
	found, conflict := alignAll([]span{{0, 1e10}, {0, 1e10}}, crossed(list))
	if len(found[1].Points) != 2 || conflict < 50e3 || conflict > 70e3 || found[1].Error < conflict {
		t.Errorf("%+v, conflict %d", found, conflict)
	}
}

// Traces of two hosts whose clocks run apart stand on one axis, states, messages and statistics.
func TestDriftOfAProject(t *testing.T) {
	const drift = 2e-5
	show := func(rank int, t float64) float64 {
		if rank == 1 {
			return (t - 3) * (1 + drift)
		}
		return t
	}
	traces := [2]strings.Builder{}
	state := func(rank int, what string, from, to float64) {
		fmt.Fprintf(&traces[rank], "<%s  time='%.6f' end='%.6f'/>\n", what, show(rank, from), show(rank, to))
	}
	for i := range 200 {
		at := 10 + float64(i)/10
		for k, from := range []int{0, 1} {
			begin := at + float64(k)*0.02
			state(from, fmt.Sprintf("Send size='8' count='1' tid='0' toRank='%d' toTag='5' cid='0'", 1-from), begin, begin+1e-5)
			state(1-from, fmt.Sprintf("Recv fromRank='%d' fromTag='5' cid='0'", from), begin, begin+3e-5)
		}
	}
	files := fstest.MapFS{"p.proj": {Data: fmt.Appendf(nil, twoHosts, "")}}
	for rank, host := range []string{"a", "b"} {
		files[fmt.Sprintf("p_%s_%d.trc", host, rank)] = &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + traces[rank].String() + "</Program>\n")}
	}
	tl, err := Read(files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tl.Aligned != ByMessages || tl.Conflict > 2000 || len(tl.Clocks) != 2 || tl.Clocks[1].Error > 60e3 {
		t.Fatalf("%q, conflict %d, %+v", tl.Aligned, tl.Conflict, tl.Clocks)
	}
	clocks, err := Clocks(files, "p.proj", Options{})
	if err != nil || len(clocks) != 4 {
		t.Fatalf("%v, %v", clocks, err)
	}
	for _, c := range clocks {
		at := float64(c.Time) / 1e9
		if c.Rank == 1 {
			at = at/(1+drift) + 3
		}
		if off := float64(c.Time)/1e9 + c.Offset.Seconds() - at; math.Abs(off) > c.Error.Seconds() {
			t.Errorf("%+v: off by %g s", c, off)
		}
	}
	sent := slices.DeleteFunc(decoded(t, tl), func(m Message) bool { return m.Kind != Sent })
	if len(sent) != 400 {
		t.Errorf("%d messages", len(sent))
	}
	for i, m := range sent {
		if want := int64(i/2)*1e8 + int64(i%2)*2e7; max(m.At-want, want-m.At) > tl.Clocks[1].Error || m.Until < m.At {
			t.Errorf("message %d at %d ns, want %d: %+v", i, m.At, want, m)
		}
	}
}

// Of offsets that a run has measured several times each counts in its place, whatever the order in the file; of two at one time
// the one that is better known.
func TestClocksMeasuredOften(t *testing.T) {
	clock := func(at, offset, err float64) project.Clock {
		return project.Clock{Time: hdtrace.Epoch(at * 1e9), Offset: time.Duration(offset * 1e9), Error: time.Duration(err * 1e9)}
	}
	points, most := pointsOf([]project.Clock{clock(30, 2, 0.1), clock(10, 1, 0.2), clock(20, 5, 0.1), clock(20, 9, 0.5), clock(40, 4, 0.3)})
	c := Clock{Points: points}
	if len(points) != 4 || most != 3e8 {
		t.Fatalf("%v, %d", points, most)
	}
	for at, want := range map[float64]float64{10: 11, 15: 18, 20: 25, 25: 28.5, 30: 32, 40: 44, 0: 0, 50: 55} {
		if got := float64(c.add(int64(at*1e9))) / 1e9; math.Abs(got-want) > 1e-8 {
			t.Errorf("%g is %g, want %g", at, got, want)
		}
	}
}
