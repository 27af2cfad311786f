package snapshot

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
	"pgregory.net/rapid"
)

const now = 1_000_000

// nanoseconds is a builder on a clock of them.
func nanoseconds() *Builder {
	return &Builder{Calibration: clock.Calibrated(clock.Mark{}, 1e9), Now: now}
}

// found is the table of some nodes below one another's root, as a file has it.
func found(records []table.Record, colds []table.Cold) *table.Table {
	var t table.Table
	var space lastBlocks
	t.Init(&space, 0, 16)
	for i := range records {
		n := t.Add(0, colds[i], fmt.Sprint("n", i+1))
		t.Records[n] = records[i]
	}
	return table.Open(space.blocks)
}

// lastBlocks is a space that knows the blocks that are in use.
type lastBlocks struct{ blocks table.Blocks }

func (*lastBlocks) Allocate(track uint32, size int) table.Block { return table.InHeap(track, size) }

func (s *lastBlocks) Replace(_, new table.Block, kind table.Kind) {
	new.SetKind(kind)
	switch kind {
	case table.Nodes:
		s.blocks.Nodes = new
	case table.Names:
		s.blocks.Names = new
	}
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
		var seen []Found
		b.AddFound(0, found([]table.Record{each.record}, []table.Cold{each.cold}), func(f Found) { seen = append(seen, f) })
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
		p := stats.Profile{Size: 1, Contexts: []stats.Context{{Size: 1, Ranks: []stats.Span{{Stride: 1}}}}}
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
			p.Tracks = append(p.Tracks, fmt.Sprint(track))
			b.AddFound(track, found(records, colds), func(Found) {})
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
	whole := found([]table.Record{r, r, r}, make([]table.Cold, 3))
	for n := range whole.Cold {
		whole.Cold[n].Name, whole.Cold[n].NameLength = 0, 2
	}
	for track := range 2 {
		b.AddFound(track, whole, func(f Found) { t.Errorf("%+v", f) })
	}
	nodes := b.Nodes()
	if len(nodes) != 1 || nodes[0].Name != "n1" || nodes[0].Calls != 12 || nodes[0].Total != 180 || len(nodes[0].ByTrack) != 2 ||
		nodes[0].ByTrack[1].Calls != 6 || nodes[0].Min != 10 || nodes[0].Max != 20 || nodes[0].Squares.Lo != 3000 {
		t.Errorf("%+v", nodes)
	}
}
