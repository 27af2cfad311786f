package fromfile

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

const now = 1_000_000

// nanoseconds is a builder on a clock of them.
func nanoseconds() *snapshot.Builder {
	return &snapshot.Builder{Calibration: clock.Calibrated(clock.Mark{}, 1e9), Now: now}
}

// inFile is the table of some nodes below one another's root, as a file has it.
func inFile(records []table.Record, colds []table.Cold, gifts ...table.GivenSums) *blocks.Table {
	var t table.Table
	space := make(lastBlocks)
	t.Init(space, 0, 16)
	for i := range records {
		n := t.Add(0, colds[i], fmt.Sprint("n", i+1))
		t.Records[n] = records[i]
		if i < len(gifts) {
			t.Given.Add(n, gifts[i], 0)
		}
	}
	read := new(blocks.Table)
	for kind, block := range space {
		read.Take(kind, block, nil)
	}
	read.Mend()
	return read
}

// lastBlocks is a space that knows the blocks that are in use.
type lastBlocks map[table.Kind]table.Block

func (lastBlocks) Allocate(track uint32, size int) table.Block { return table.InHeap(track, size) }

func (s lastBlocks) Replace(_, new table.Block, kind table.Kind) {
	new.SetKind(kind)
	s[kind] = new
}

// A record in the middle of a change is within one call of what it would be, and keeps a long interval
// that its Total does not have yet.
func TestTornRecords(t *testing.T) {
	const since = now - 5000
	before := table.Record{Calls: 7, Total: 900, Min: 100, Max: 200, Squares: 1000}
	with := func(start, calls, total uint64) table.Record {
		r := before
		r.Start, r.Calls, r.Total = start, calls, total
		return r
	}
	for _, each := range []struct {
		what   string
		record table.Record
		cold   table.Cold
		want   stats.Measure // but for what is as before
	}{
		{"a stop, before the total", with(since|table.Writing, 8, 900), table.Cold{},
			stats.Measure{Calls: 8, Timed: 8, Running: 1, Open: 5000, Total: 5900}},
		{"a stop, after the total", with(since|table.Writing, 8, 5900), table.Cold{}, stats.Measure{Calls: 8, Timed: 8, Total: 5900}},
		{"the stop of a short call", with(now-50|table.Writing, 8, 900), table.Cold{}, stats.Measure{Calls: 8, Timed: 8, Total: 900}},
		{"the first stop", with(since|table.Writing, 1, 0), table.Cold{},
			stats.Measure{Calls: 1, Timed: 1, Running: 1, Open: 5000, Total: 5000}},
		{"an addition to a running region", with(since|table.Amending, 9, 6000), table.Cold{Recursion: 1},
			stats.Measure{Calls: 9, Recursion: 1, Timed: 8, Running: 1, Open: 5000, Total: 11000}},
		{"an addition to a region that does not run", with(table.Amending, 9, 1000), table.Cold{}, stats.Measure{Calls: 9, Timed: 9, Total: 1000}},
		{"a nested call, before its count", with(since|table.Amending, 7, 900), table.Cold{Recursion: 8},
			stats.Measure{Calls: 7, Recursion: 7, Running: 1, Open: 5000, Total: 5900}},
		{"the start of a timed call of a sample, before", with(table.Writing, 7, 900), table.Cold{Sample: 10, Timed: 7, Countdown: 9},
			stats.Measure{Calls: 70, Timed: 7, Total: 9000}},
		{"the start of a timed call of a sample, after", with(table.Writing, 7, 900), table.Cold{Sample: 10, Timed: 8, Countdown: 9},
			stats.Measure{Calls: 70, Timed: 7, Total: 9000}},
		{"the first start of a sample", table.Record{Start: table.Writing, Min: table.NoMin}, table.Cold{Sample: 10, Countdown: 9}, stats.Measure{}},
		{"the stop of a timed call of a sample, before", with(now-50|table.Writing, 7, 900), table.Cold{Sample: 10, Timed: 8, Countdown: 9},
			stats.Measure{Calls: 70, Timed: 7, Total: 9000}},
	} {
		b := nanoseconds()
		var seen []Node
		Add(b, 0, inFile([]table.Record{each.record}, []table.Cold{each.cold}), func(f Node) { seen = append(seen, f) })
		if len(seen) != 1 || !seen[0].Torn || seen[0].Node != 1 || (seen[0].Start != 0) != (each.want.Running == 1) {
			t.Errorf("%s: seen %+v", each.what, seen)
		}
		got := stats.Measure{}
		if nodes := b.Nodes(); len(nodes) > 0 {
			got = nodes[0].Measure
		}
		got.Squares, got.Min, got.Max = stats.Uint128{}, 0, 0
		if fmt.Sprint(got) != fmt.Sprint(each.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", each.what, got, each.want)
		}
	}
}

// Whatever the values of a file are, the tree that comes of them holds together, and whole ones are
// taken as they are.
func TestAnyValues(t *testing.T) {
	word := rapid.OneOf(rapid.Uint64Range(0, 100), rapid.Uint64(), rapid.SampledFrom([]uint64{now, 1 << 62, 1 << 63, math.MaxUint64, now | 1<<63}))
	half := rapid.Map(word, func(v uint64) uint32 { return uint32(v) })
	rapid.Check(t, func(t *rapid.T) {
		b := nanoseconds()
		if rapid.Bool().Draw(t, "odd clock") {
			b.Calibration = clock.Calibrated(clock.Mark{}, rapid.Float64Range(1e3, 1e12).Draw(t, "hz"))
			b.Now = word.Draw(t, "now")
		}
		p := stats.Profile{Size: 1, Environments: []stats.Environment{{Size: 1, Ranks: []stats.Range{{Stride: 1}}}}}
		for track := range rapid.IntRange(1, 3).Draw(t, "tracks") {
			var records []table.Record
			var colds []table.Cold
			for range rapid.IntRange(0, 5).Draw(t, "nodes") {
				records = append(records, table.Record{
					Start: word.Draw(t, "start"), Calls: word.Draw(t, "calls"), Total: word.Draw(t, "total"), Min: word.Draw(t, "min"),
					Max: word.Draw(t, "max"), Squares: word.Draw(t, "squares"),
				})
				colds = append(colds, table.Cold{
					Parent: half.Draw(t, "parent"), Recursion: word.Draw(t, "recursion"), Timed: word.Draw(t, "timed"),
					SquaresHigh: word.Draw(t, "squares"), Sample: half.Draw(t, "sample"), Countdown: half.Draw(t, "countdown"),
				})
			}
			var gifts []table.GivenSums
			for range rapid.IntRange(0, len(records)).Draw(t, "gifts") {
				gifts = append(gifts, table.GivenSums{
					Calls: word.Draw(t, "calls"), Total: word.Draw(t, "total"), Min: word.Draw(t, "min"), Max: word.Draw(t, "max"),
				})
			}
			p.Tracks = append(p.Tracks, fmt.Sprint(track))
			Add(b, track, inFile(records, colds, gifts...), func(Node) {})
		}
		p.Nodes = b.Nodes()
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

// Nodes of one place on one track, which only a damaged file has, are one.
func TestTwiceInOnePlace(t *testing.T) {
	b := nanoseconds()
	r := table.Record{Calls: 2, Total: 30, Min: 10, Max: 20, Squares: 500}
	whole := inFile([]table.Record{r, r, r}, make([]table.Cold, 3))
	for n := range whole.Cold {
		whole.Cold[n].Name, whole.Cold[n].NameLength = 0, 2
	}
	for track := range 2 {
		Add(b, track, whole, func(f Node) { t.Errorf("%+v", f) })
	}
	nodes := b.Nodes()
	if len(nodes) != 1 || nodes[0].Name != "n1" || nodes[0].Calls != 12 || nodes[0].Total != 180 || len(nodes[0].ByTrack) != 2 ||
		nodes[0].ByTrack[1].Calls != 6 || nodes[0].Min != 10 || nodes[0].Max != 20 || nodes[0].Squares.Lo != 3000 {
		t.Errorf("%+v", nodes)
	}
}

// Of one call path some calls may be sampled and others not, on one track: each node is scaled by itself, what
// was counted beside time is added up, and what was given stays as it is.
func TestSampledAndOthersAreOne(t *testing.T) {
	b := nanoseconds()
	b.Kinds = []table.CounterKind{0, table.Peak}
	counted := func(track uint32) *table.Table {
		m := new(table.Table)
		m.Init(nil, track, 4)
		m.Columns.Init(m, b.Kinds)
		plain := m.Add(0, table.Cold{}, "x")
		sampled := m.Add(0, table.Cold{Sample: 10, Timed: 2, Countdown: 5}, "x")
		m.Records[plain] = table.Record{Calls: 2, Total: 30, Min: 10, Max: 20, Squares: 500}
		m.Records[sampled] = table.Record{Calls: 2, Total: 12, Min: 5, Max: 7, Squares: 74}
		for n, count := range map[uint32]int64{plain: 100, sampled: 6} {
			m.Columns.Start(n, readings(0, 0))
			m.Columns.Stop(n, readings(count, count), nil)
		}
		m.Given.Add(sampled, table.GivenOf(1001, 4), 0)
		return m
	}
	for track := range 2 {
		if missing := b.Add(track, counted(uint32(track))); len(missing) != 0 {
			t.Errorf("missing %q", missing)
		}
	}
	nodes := b.Nodes()
	if len(nodes) != 1 {
		t.Fatalf("%d nodes", len(nodes))
	}
	n := &nodes[0]
	const calls, total = 2 + 15 + 4, 30 + 12*15/2 + 1001
	if m := n.ByTrack[0]; m.Calls != calls || m.Timed != 2+2 || m.Total != total || m.Min != 5 || m.Max != 20 || n.Calls != 2*calls || n.Total != 2*total {
		t.Errorf("%+v", n)
	}
	// Tracks that run at the same time count the same, so theirs are not added.
	if want := []int64{100 + 6*15/2, 100}; !slices.Equal(n.Values, want) || !n.Estimated || n.Sample != 10 {
		t.Errorf("values %v, want %v; estimated %v, sample %d", n.Values, want, n.Estimated, n.Sample)
	}
}

// readings are such as are always known.
func readings(values ...int64) (list []table.Reading) {
	for _, v := range values {
		list = append(list, table.Reading{Value: v, Mark: 1})
	}
	return list
}
