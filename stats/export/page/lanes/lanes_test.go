package lanes

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// drawn is a tree of states, in the order of a trace.
func drawn(t *rapid.T, b *builder, depth int, from, to int64) {
	for at := from; at < to && len(b.states) < 200; {
		start := at + rapid.Int64Range(0, 5).Draw(t, "gap")
		end := min(start+rapid.Int64Range(0, 300).Draw(t, "length"), to)
		if start > end {
			return
		}
		if depth < 4 && rapid.Bool().Draw(t, "inside") {
			drawn(t, b, depth+1, start, end)
		}
		b.add(state{start, end, uint32(rapid.IntRange(0, 5).Draw(t, "name")), depth, 0, nil, false})
		at = end + 1
	}
}

// What is encoded as a whole is every state, in the order of their starts.
func TestWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b builder
		drawn(t, &b, 0, 0, 1000)
		var got []state
		data, last := b.whole(), int64(0)
		next := func() int64 {
			v, n := binary.Uvarint(data)
			if n <= 0 {
				t.Fatal("it ends within a number")
			}
			data = data[n:]
			return int64(v)
		}
		for len(data) > 0 {
			s := state{name: uint32(next()), depth: int(next())}
			last += next()
			s.start, s.end = last, last+next()
			got = append(got, s)
		}
		want := slices.Clone(b.states)
		for i := range want {
			want[i].first = 0
		}
		slices.SortFunc(got, compare)
		slices.SortFunc(want, compare)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func compare(a, b state) int {
	for _, d := range []int64{a.start - b.start, int64(a.depth - b.depth), a.end - b.end, int64(a.name) - int64(b.name)} {
		if d != 0 {
			return int(d)
		}
	}
	return 0
}

// The shares of all bins are the time of the outermost states, and those of a name its own time.
func TestBins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b builder
		drawn(t, &b, 0, 0, 1000)
		n := rapid.IntRange(1, 50).Draw(t, "bins")
		length := int64(1000)
		own := make(map[uint32]float64)
		outermost := int64(0)
		b.segments(func(name uint32, from, to int64) { own[name] += float64(to - from) })
		for _, s := range b.states {
			if s.depth == 0 {
				outermost += s.end - s.start
			}
		}
		sum := 0.0
		for _, v := range own {
			sum += v
		}
		if math.Abs(sum-float64(outermost)) > 1e-6 {
			t.Fatalf("segments of %g, want %d", sum, outermost)
		}
		got := make(map[uint32]float64)
		data := b.bins(length, n)
		for range n {
			names, k := binary.Uvarint(data)
			data = data[k:]
			whole := 0
			for range names {
				name, k := binary.Uvarint(data)
				got[uint32(name)] += float64(data[k]) / full * float64(length) / float64(n)
				whole += int(data[k])
				data = data[k+1:]
			}
			if whole > full+mostNames {
				t.Fatalf("a bin of %d", whole)
			}
		}
		if len(data) != 0 {
			t.Fatalf("%d bytes too many", len(data))
		}
		for name, v := range own { // each share is rounded to a 255th of a bin
			if math.Abs(got[name]-v) > float64(length)/full+1e-6 {
				t.Fatalf("name %d has %g, want %g", name, got[name], v)
			}
		}
	})
}

const threeThreads = `<Application name="p"><Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
<Node name="h"><Node name="1"><Node name="0"/><Node name="1"/></Node><Node name="0"><Node name="0"/></Node></Node></Topology></Application>`

// The call tree of a rank is that which timers would have measured, over its threads.
func TestProfiles(t *testing.T) {
	program := func(states string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='10'>\n" + states + "</Program>\n")}
	}
	files := fstest.MapFS{
		"p.proj":      {Data: []byte(threeThreads)},
		"p_h_0_0.trc": program("<Nested>\n<a  time='1.0' end='2.0'/>\n<a  time='2.0' end='2.5'/>\n</Nested>\n<run  time='1.0' end='4.0'/>\n"),
		"p_h_1_0.trc": program("<run  time='1.0' end='2.0'/>\n"),
		"p_h_1_1.trc": program("<run  time='1.0' end='3.0'/>\n"),
	}
	tl, err := Read(files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !tl.Whole || len(tl.Lanes) != 3 || tl.Start != 11e9 || tl.Length != 3e9 {
		t.Errorf("timeline %+v", tl)
	}
	for _, p := range tl.Profiles {
		if err := p.Check(); err != nil {
			t.Error(err)
		}
	}
	s, err := stats.Merge(tl.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][3]int64{}
	for _, r := range s.Regions {
		got[r.Name] = [3]int64{int64(r.Calls), r.Min.Value, r.Max.Value}
	}
	want := map[string][3]int64{"run": {3, 2e9, 3e9}, "a": {2, 1.5e9, 1.5e9}}
	if len(got) != len(want) || got["run"] != want["run"] || got["a"] != want["a"] {
		t.Errorf("calls, fastest and slowest rank %v, want %v", got, want)
	}
}

// A fault is told with its place, and what stands before it can be had.
func TestDamage(t *testing.T) {
	files := fstest.MapFS{"p.proj": {Data: []byte(threeThreads)}, "p_h_0_0.trc": {Data: []byte("<Program timeAdjustment='10'>\n<a  time='1.0' end='2.0'/>\n<b ")}}
	var fault *hdtrace.FormatError
	if _, err := Read(files, "p.proj", Options{}); !errors.As(err, &fault) {
		t.Errorf("error %v", err)
	}
	if tl, err := Read(files, "p.proj", Options{Tolerant: true}); err != nil || len(tl.Lanes) != 1 || tl.Lanes[0].States != 1 {
		t.Errorf("%+v, %v", tl, err)
	}
	if _, err := Read(fstest.MapFS{"p.proj": files["p.proj"]}, "p.proj", Options{}); !errors.Is(err, ErrNothing) {
		t.Errorf("of nothing: %v", err)
	}
}

const twoRanks = `<Application name="p"><Topology><Level type="Hostname"><Level type="Rank"></Level></Level>
<Node name="h"><Node name="0"/><Node name="1"/></Node></Topology><CommunicatorList><Communicator name="WORLD">
<Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/></Communicator></CommunicatorList></Application>`

// lanePlain is what a page reads of a lane: depth, name, start and end of each state in seconds.
func lanePlain(t *testing.T, tl *Timeline, lane int) (list []string) {
	t.Helper()
	data, last := tl.Lanes[lane].Data, uint64(0)
	next := func() uint64 {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			t.Fatal("a lane is cut short")
		}
		data = data[n:]
		return v
	}
	for range tl.Lanes[lane].States {
		name, depth, gap, length := next(), next(), next(), next()
		last += gap
		list = append(list, fmt.Sprintf("%d %s %g-%g", depth, tl.Names[name], float64(last)/1e9, float64(last+length)/1e9))
	}
	if len(data) > 0 {
		t.Errorf("%d bytes too many", len(data))
	}
	return list
}

// States that overlap, or end before they begin, are marks at their starts, with all that they contain, and counted; those without length
// stand where their time is, wherever the trace has them.
func TestStatesThatCannotBeDrawn(t *testing.T) {
	for _, c := range []struct {
		name   string
		states []string
		want   []string
		odd    int64
	}{
		{"no length", []string{"<a  time='0.0' end='0.0'/>", "<b  time='1.0' end='1.0'/>", "<a  time='3.0' end='3.0'/>"}, []string{"0 a 0-0", "0 b 1-1", "0 a 3-3"}, 0},
		{"an event in a state", []string{"<Event name='ev'  time='1.5'/>", "<a  time='1.0' end='2.0'/>"}, []string{"0 a 0-1", "1 ev 0.5-0.5"}, 0},
		{"at the end of a region", []string{"<Nested>", "<c  time='2.0' end='2.0'/>", "</Nested>", "<a  time='1.0' end='2.0'/>"}, []string{"0 a 0-1", "1 c 1-1"}, 0},
		{"backwards", []string{"<a  time='1.0' end='2.0'/>", "<b  time='0.5' end='1.5'/>", "<c  time='3.0' end='2.5'/>"}, []string{"0 b 0-0", "0 a 0.5-1.5", "0 c 2.5-2.5"}, 2},
		{"overlapping", []string{"<a  time='1.0' end='3.0'/>", "<Nested>", "<c  time='2.5' end='2.6'/>", "</Nested>", "<b  time='2.0' end='4.0'/>", "<d  time='4.0' end='5.0'/>"},
			[]string{"0 a 0-2", "1 b 1-1", "1 c 1.5-1.5", "0 d 3-4"}, 2},
		{"sticking out", []string{"<Nested>", "<c  time='2.0' end='2.6'/>", "</Nested>", "<a  time='1.0' end='2.5'/>"}, []string{"0 a 0-1.5", "1 c 1-1"}, 1},
	} {
		files := fstest.MapFS{"p.proj": {Data: []byte(twoRanks)}, "p_h_0.trc": {Data: []byte("<Program timeAdjustment='0'>\n" + strings.Join(c.states, "\n") + "\n</Program>\n")}}
		tl, err := Read(files, "p.proj", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := lanePlain(t, tl, 0); !slices.Equal(got, c.want) || tl.Odd != c.odd {
			t.Errorf("%s: %q, %d odd, want %q, %d", c.name, got, tl.Odd, c.want, c.odd)
		}
		if tl, err = Read(files, "p.proj", Options{States: 1}); err != nil {
			t.Fatal(err)
		}
		if tl.Whole || tl.Odd != c.odd || c.name == "no length" && tl.Unseen != 3 {
			t.Errorf("%s: %+v", c.name, tl)
		}
	}
}

// Messages are matched in the order in which the calls began, and collective calls with the rank that came last or with
// the root.
func TestMessages(t *testing.T) {
	program := func(states string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	files := fstest.MapFS{
		"p.proj": {Data: []byte(twoRanks)},
		"p_h_0.trc": program("<Send size='8' count='1' tid='0' toRank='1' toTag='5' cid='0'  time='2.0' end='2.5'/>\n" +
			"<Isend size='16' count='2' tid='0' toRank='1' toTag='5' cid='0' rid='3'  time='3.0' end='3.1'/>\n" +
			"<Barrier cid='0'  time='6.0' end='8.0'/>\n<Reduce size='8' rootRank='1' cid='0' count='1' tid='0'  time='8.5' end='8.6'/>\n<Bcast size='8' rootRank='0' cid='0' count='1' tid='0'  time='11.0' end='11.1'/>\n"),
		"p_h_1.trc": program("<Irecv fromRank='0' fromTag='5' cid='0' rid='0'  time='0.0' end='0.1'/>\n" +
			"<Recv fromRank='0' fromTag='5' cid='0'  time='1.0' end='3.5'/>\n<Wait  time='4.0' end='4.5'><For rid='0' /></Wait>\n" +
			"<Barrier cid='0'  time='7.5' end='8.0'/>\n<Reduce size='8' rootRank='1' cid='0' count='1' tid='0'  time='8.2' end='9.0'/>\n<Bcast size='8' rootRank='0' cid='0' count='1' tid='0'  time='10.0' end='11.5'/>\n"),
	}
	tl, err := Read(files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []Message{
		{0, 1, Sent, 4e9, 2e9, 4.5e9, 8},          // by the Irecv, which was first
		{0, 1, Sent, 1e9, 3e9, 3.5e9, 16},         // late
		{1, 0, Collective, 6e9, 7.5e9, 8e9, 0},    // at the barrier
		{0, 1, Collective, 8.2e9, 8.5e9, 9e9, 8},  // the root of a reduction waits
		{0, 1, Collective, 10e9, 11e9, 11.5e9, 8}, // for the root of a broadcast
	}
	if got := decoded(t, tl); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A receive that was cancelled takes no later one's message; whatever came is told, and persistent requests are messages each time.
// One end alone is counted.
func TestMessagesOfRequests(t *testing.T) {
	program := func(states ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + strings.Join(states, "\n") + "</Program>\n")}
	}
	files := fstest.MapFS{
		"p.proj": {Data: []byte(twoRanks)},
		"p_h_0.trc": program(
			"<Send_init size='8' count='8' tid='0' toRank='1' toTag='5' cid='0' rid='1'  time='0.0' end='0.1'/>",
			"<Start rid='1'  time='2.0' end='2.1'/>", "<Wait  time='2.1' end='2.2'><For rid='1' /></Wait>",
			"<Startall  time='3.0' end='3.1'><For rid='1' /></Startall>", "<Wait  time='3.1' end='3.2'><For rid='1' /></Wait>",
			"<Isend size='9' count='9' tid='0' toRank='1' toTag='5' cid='0' rid='2'  time='3.3' end='3.4'/>", "<Wait  time='3.5' end='3.6'><For rid='2' /><Done rid='2' cancelled='1' /></Wait>",
			"<Send size='10' count='10' tid='0' toRank='1' toTag='5' cid='0'  time='3.7' end='3.8'/>",
			"<Send size='11' count='11' tid='0' toRank='1' toTag='6' cid='0'  time='3.9' end='4.0'/>",
			"<Send size='11' count='11' tid='0' toRank='-2' toTag='6' cid='0'  time='4.1' end='4.2'/>"),
		"p_h_1.trc": program(
			"<Irecv fromRank='0' fromTag='5' cid='0' rid='3'  time='0.0' end='0.1'/>", "<Wait  time='0.2' end='0.3'><For rid='3' /><Done rid='3' cancelled='1' /></Wait>",
			"<Irecv fromRank='-1' fromTag='-1' cid='0' rid='4'  time='0.4' end='0.5'/>", "<Wait  time='0.6' end='2.5'><For rid='4' /><Done rid='4' source='0' tag='5' bytes='8' cid='0' /></Wait>",
			"<Recv fromRank='0' fromTag='5' cid='0' bytes='8'  time='2.6' end='3.5'/>", "<Recv fromRank='0' fromTag='5' cid='0' bytes='10'  time='3.6' end='3.9'/>"),
	}
	tl, err := Read(files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []Message{{0, 1, Sent, 6e8, 2e9, 2.5e9, 8}, {0, 1, Sent, 2.6e9, 3e9, 3.5e9, 8}, {0, 1, Sent, 3.6e9, 3.7e9, 3.9e9, 10}}
	if got := decoded(t, tl); !slices.Equal(got, want) || tl.Unpaired != 1 {
		t.Errorf("%v and %d, want %v and 1", got, tl.Unpaired, want)
	}
}

// Who asks for a message again and again waits from the first time on, and who can't end a send before the other side receives
// waits for that; not whose send ended before, nor who asks again after doing something else.
func TestWaitsOfThoseThatAsk(t *testing.T) {
	program := func(states string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	files := fstest.MapFS{
		"p.proj": {Data: []byte(twoRanks)},
		"p_h_0.trc": program("<Isend size='8' count='1' tid='0' toRank='1' toTag='5' cid='0' rid='0'  time='1.0' end='1.1'/>\n" +
			"<Test calls='9'  time='1.2' end='1.4'><For rid='0' /></Test>\n<Test calls='99'  time='1.5' end='2.999999'><For rid='0' /></Test>\n<Test  time='3.0' end='3.1'><For rid='0' /><Done rid='0' /></Test>\n" +
			"<Ssend size='4' count='1' tid='0' toRank='1' toTag='6' cid='0'  time='4.0' end='5.5'/>\n" +
			"<Send size='2' count='1' tid='0' toRank='1' toTag='7' cid='0'  time='6.0' end='6.1'/>\n"),
		"p_h_1.trc": program("<Improbe cid='0' calls='3'  time='0.1' end='0.2'/>\n<Improbe cid='0' calls='30'  time='0.5' end='1.2'/>\n<Improbe source='0' tag='5' cid='0'  time='1.200005' end='1.201'/>\n" +
			"<Imrecv fromRank='0' fromTag='5' cid='0' rid='4'  time='2.9' end='2.95'/>\n<Test  time='3.0' end='3.2'><For rid='4' /><Done rid='4' source='0' tag='5' /></Test>\n" +
			"<Recv fromRank='0' fromTag='6' cid='0'  time='5.0' end='5.5'/>\n<Recv fromRank='0' fromTag='7' cid='0'  time='7.0' end='7.5'/>\n"),
	}
	tl, err := Read(files, "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	since := int64(1e8) // of the first state
	want := []Message{
		{0, 1, Sent, 5e8 - since, 1e9 - since, 3.2e9 - since, 8},
		{1, 0, LateReceiver, 1.5e9 - since, 2.9e9 - since, 3.1e9 - since, 8},
		{0, 1, Sent, 5e9 - since, 4e9 - since, 5.5e9 - since, 4},
		{1, 0, LateReceiver, 4e9 - since, 5e9 - since, 5.5e9 - since, 4},
		{0, 1, Sent, 7e9 - since, 6e9 - since, 7.5e9 - since, 2},
	}
	got := decoded(t, tl)
	slices.SortFunc(got, func(a, b Message) int { return cmp.Or(cmp.Compare(a.Until, b.Until), cmp.Compare(a.Kind, b.Kind)) })
	slices.SortFunc(want, func(a, b Message) int { return cmp.Or(cmp.Compare(a.Until, b.Until), cmp.Compare(a.Kind, b.Kind)) })
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// decoded are the messages of a timeline.
func decoded(t *testing.T, tl *Timeline) []Message {
	list := slices.Collect(tl.Each())
	if len(list) != tl.Messages {
		t.Errorf("%d messages, told of %d", len(list), tl.Messages)
	}
	return list
}
