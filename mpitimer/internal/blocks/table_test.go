package blocks

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// store is a Space that knows what is in use, as a file does.
type store struct {
	blocks []table.Block
	number uint32
}

func (s *store) Allocate(track uint32, size int) table.Block {
	b := table.InHeap(track, (size+63)&^63)
	s.number++
	b.Assign(track, s.number)
	s.blocks = append(s.blocks, b)
	return b
}

func (s *store) Replace(old, new table.Block, kind table.Kind) {
	new.SetKind(kind)
	if old.Head != nil {
		old.SetKind(table.Freed)
		clear(old.Bytes) // nobody is to rely on it
	}
}

// inUse is the blocks of a track that are in use, of which there is at most one of each kind.
func (s *store) inUse(t failer, track uint32) (b Blocks) {
	places := map[table.Kind]*table.Block{table.Nodes: &b.Nodes, table.Names: &b.Names, table.Windows: &b.Windows, table.Far: &b.Far, table.Extremes: &b.Extremes}
	for _, block := range s.blocks {
		if block.Track() != track || block.Kind() == table.Freed {
			continue
		}
		place := places[block.Kind()]
		if place == nil || place.Head != nil {
			t.Fatalf("a block of kind %d too many", block.Kind())
		}
		*place = block
	}
	return b
}

type failer interface{ Fatalf(string, ...any) }

// same compares what two tables say.
func same(t failer, got *Table, want *table.Table, recordOf func(*table.Table, int) table.Record) {
	if got.Len() != want.Len() {
		t.Fatalf("%d nodes, want %d", got.Len(), want.Len())
	}
	for n := range want.Len() {
		r, c, whole := got.Look(n)
		w := want.Cold[n]
		if !whole || r != recordOf(want, n) {
			t.Fatalf("node %d: record %+v, whole %v, want %+v", n, r, whole, recordOf(want, n))
		}
		if got.Name(&c) != want.Name(&w) || c.Parent != w.Parent || c.Environment != w.Environment || c.Level != w.Level {
			t.Fatalf("node %d: %q %+v, want %q %+v", n, got.Name(&c), c, want.Name(&w), w)
		}
		if got.Aside(n) != want.Aside(n) {
			t.Fatalf("node %d: extremes %+v, want %+v", n, got.Aside(n), want.Aside(n))
		}
		if g, w := histogram(&got.Table, c.Histogram), histogram(want, w.Histogram); g != w {
			t.Fatalf("node %d: histogram %v, want %v", n, g, w)
		}
	}
}

// buckets is how many a histogram has.
const buckets = 252

// complete records an interval of d ticks.
func complete(t *table.Table, n uint32, start, d uint64) {
	r := &t.Records[n]
	for _, word := range []struct {
		at *uint64
		is uint64
	}{
		{&r.Start, start | table.Writing}, {&r.Calls, r.Calls + 1}, {&r.Total, r.Total + d}, {&r.Min, min(r.Min, d)}, {&r.Max, max(r.Max, d)},
		{&r.Start, 0},
	} {
		table.Store(word.at, word.is)
	}
}

func histogram(t *table.Table, index uint32) (all [buckets]uint64) {
	t.Histograms.Each(index, func(bucket int, count uint64) { all[bucket] = count })
	return all
}

// justRead is a record without what readers do not copy.
func justRead(t *table.Table, n int) table.Record {
	r := t.Records[n]
	r.Key, r.Down, r.Next = 0, 0, 0
	return r
}

// change does something that a track does to its table.
func change(t *rapid.T, own *table.Table, tick uint64) {
	n := uint32(rapid.IntRange(0, own.Len()-1).Draw(t, "node"))
	switch rapid.IntRange(0, 4).Draw(t, "what") {
	case 0:
		cold := table.Cold{Parent: n, Environment: rapid.Uint32().Draw(t, "environment"), Level: rapid.Int32().Draw(t, "level")}
		if rapid.Bool().Draw(t, "counted") {
			cold.Histogram = own.Histograms.Make()
		}
		own.Add(tick, cold, rapid.StringN(0, 40, 60).Draw(t, "name"))
	case 1:
		complete(own, n, tick, rapid.Uint64Range(0, 1<<40).Draw(t, "duration"))
	case 2:
		if index := own.Cold[n].Histogram; index != 0 {
			own.Histograms.Count(index, rapid.Int32Range(0, buckets-1).Draw(t, "bucket"))
		}
	case 3:
		own.PutAside(make([]table.Extreme, rapid.IntRange(0, own.Len()).Draw(t, "aside")))
	case 4:
		table.Store(&own.Records[n].Start, tick)
	}
}

// What was written into blocks is what is read from them, whatever had to move in the meantime.
func TestOpenIsWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := &store{}
		var tables [2]table.Table
		for track := range tables {
			tables[track].Init(space, uint32(track), 2)
		}
		for tick := range uint64(rapid.IntRange(0, 100).Draw(t, "changes")) {
			change(t, &tables[rapid.IntRange(0, 1).Draw(t, "track")], tick+1)
		}
		for track := range tables {
			same(t, Open(space.inUse(t, uint32(track))), &tables[track], justRead)
		}
	})
}

// A name or a histogram that is not there harms nobody, and fewer bytes never give more nodes.
func TestOpenOfCutBlocks(t *testing.T) {
	race.Sequential(t)
	space := &store{}
	var whole table.Table
	whole.Init(space, 0, 2)
	for i := range 40 {
		n := whole.Add(uint64(i), table.Cold{Parent: uint32(i / 2), Histogram: whole.Histograms.Make()}, fmt.Sprint("region ", i))
		complete(&whole, n, 1, 5)
		whole.Histograms.Count(whole.Cold[n].Histogram, 5)
		whole.Histograms.Count(whole.Cold[n].Histogram, 200)
	}
	whole.PutAside(make([]table.Extreme, 20))
	for kind, place := range []func(*Blocks) *table.Block{
		func(b *Blocks) *table.Block { return &b.Nodes }, func(b *Blocks) *table.Block { return &b.Names },
		func(b *Blocks) *table.Block { return &b.Windows }, func(b *Blocks) *table.Block { return &b.Far },
		func(b *Blocks) *table.Block { return &b.Extremes },
	} {
		blocks := space.inUse(t, 0)
		cut := place(&blocks)
		nodes := whole.Len()
		for ; len(cut.Bytes) > 0; cut.Bytes = cut.Bytes[:len(cut.Bytes)-1] {
			got := Open(blocks)
			if got.Len() > nodes {
				t.Fatalf("kind %d cut at %d: %d nodes, %d with more", kind, len(cut.Bytes), got.Len(), nodes)
			}
			nodes = got.Len()
			for n := range nodes {
				_, c, _ := got.Look(n)
				got.Name(&c)
				histogram(&got.Table, c.Histogram)
				got.Aside(n)
			}
		}
		if kind == 0 && nodes != 0 || kind > 0 && nodes != whole.Len() {
			t.Errorf("kind %d: %d nodes are left", kind, nodes)
		}
	}
}

// anyBlock is a block of random bytes, or none.
func anyBlock(t *rapid.T, what string) table.Block {
	if rapid.IntRange(0, 5).Draw(t, what+" missing") == 0 {
		return table.Block{}
	}
	b := table.InHeap(0, 64*rapid.IntRange(0, 80).Draw(t, what+" size"))
	// Most words of a file that somebody made up are small numbers.
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, what+" seed"), 0))
	for i := range table.As[uint32](b, 0, len(b.Bytes)/4) {
		table.As[uint32](b, 0, len(b.Bytes)/4)[i] = random.Uint32() >> (8 * random.UintN(5))
	}
	b.Fill(rapid.IntRange(0, 2*len(b.Bytes)).Draw(t, what+" used"), 0)
	b.Size = rapid.SampledFrom([]uint64{b.Size, 0, 1 << 20, table.MaxBlock, 1<<64 - 64}).Draw(t, what+" claimed size")
	return b
}

// Whatever a file holds: parents come first, and no bytes are used twice.
func TestOpenOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := Open(Blocks{anyBlock(t, "nodes"), anyBlock(t, "names"), anyBlock(t, "windows"), anyBlock(t, "far"), anyBlock(t, "extremes"),
			anyBlock(t, "values"), anyBlock(t, "gifts")})
		for n := range got.Len() {
			got.Columns.Values(n, make([]table.CounterKind, 2), nil, nil)
		}
		got.Given.All(table.FirstCall)
		names, taken := 0, make(map[uint32]bool)
		for n := range got.Len() {
			_, c, _ := got.Look(n)
			if n > 0 && int(c.Parent) >= n {
				t.Fatalf("node %d has parent %d", n, c.Parent)
			}
			if name := got.Name(&c); name != "?" {
				names += len(name)
			}
			if c.Histogram != 0 && taken[c.Histogram] {
				t.Fatalf("histogram %d is that of two nodes", c.Histogram)
			}
			taken[c.Histogram] = true
			histogram(&got.Table, c.Histogram)
			got.Aside(n)
		}
		if names > 64*80 {
			t.Fatalf("%d bytes of names", names)
		}
	})
}

// A tree deeper than any program's is cut off, so that what goes down it by recursion can.
func TestOpenLimitsDepth(t *testing.T) {
	b := table.InHeap(0, 2*mostDepth*table.PerNode)
	room := len(b.Bytes) / table.PerNode
	slab := table.SlabOf(b, room, room, room)
	for n := range room {
		slab.Cold[n].Parent = uint32(max(n-1, 0))
	}
	b.Fill(room, 0)
	got := Open(Blocks{Nodes: b})
	depth, deepest := make([]int, room), 0
	for n := 1; n < got.Len(); n++ {
		depth[n] = depth[got.Cold[n].Parent] + 1
		deepest = max(deepest, depth[n])
	}
	if got.Len() != room || deepest != mostDepth {
		t.Errorf("%d nodes, %d deep, want %d and %d", got.Len(), deepest, room, mostDepth)
	}
}

// Entries of calls outside the windows that all stand where one is looked for take no longer than
// others.
func TestOpenOfAFullFarTable(t *testing.T) {
	const entries, nodes = 1 << 14, 1 << 12
	b := table.InHeap(0, entries*int(unsafe.Sizeof(table.FarEntry{})))
	b.Fill(entries, 0)
	for i := range entries {
		table.As[table.FarEntry](b, 0, entries)[i] = table.FarEntry{Index: uint32(i%nodes + 1), Group: uint32(i), Counts: [16]uint64{1}}
	}
	windows := table.InHeap(0, (nodes+1)*int(unsafe.Sizeof(table.Window{})))
	windows.Fill(nodes+1, 0)
	got := Open(Blocks{Far: b, Windows: windows})
	sum := uint64(0)
	for index := range uint32(nodes + 1) {
		for _, count := range histogram(&got.Table, index) {
			sum += count
		}
	}
	if want := uint64(16); sum != want { // the groups 0 … 15 have buckets
		t.Errorf("%d calls, want %d", sum, want)
	}
}

// What counters have counted, was given and was waited for is read as it was written; a row that was being changed loses the change.
func TestOpenOfRows(t *testing.T) {
	space := &store{}
	var own table.Table
	own.Init(space, 0, 4)
	kinds := make([]table.CounterKind, 2)
	own.Columns.Init(&own, kinds)
	n := own.Add(0, table.Cold{}, "n")
	own.Columns.Start(n, []table.Reading{{Value: 1, Mark: 1}, {Value: 10, Mark: 1}})
	own.Columns.Stop(n, []table.Reading{{Value: 4, Mark: 1}, {Value: 30, Mark: 1}}, nil)
	own.Given.Add(n, table.GivenOf(7, 1), 5)
	own.BeginWait(n, 100)
	own.EndWait(160)
	var got Table
	for _, block := range space.blocks {
		if block.Kind() == table.Values {
			table.As[uint64](block, table.ColumnsHead, table.WordsOf(len(kinds))*int(n+1))[table.WordsOf(len(kinds))*int(n)] |= table.RowChanging
		}
		if block.Kind() != table.Freed {
			got.Take(block.Kind(), block, nil)
		}
	}
	got.Mend()
	want := []table.Count{{Value: 3}, {Value: 20}}
	if values, whole := got.Columns.Values(int(n), kinds, nil, nil); !whole || !slices.Equal(values, want) {
		t.Errorf("counted %v, want %v", values, want)
	}
	if gift := got.Given.All(table.FirstCall)[int(n)]; gift != table.GivenOf(7, 1) {
		t.Errorf("given %+v", gift)
	}
	if waited := got.Waited(int(n), 200); waited != 60 {
		t.Errorf("waited %d, want 60", waited)
	}
}

// A record whose writer was stopped in the middle of a change is told so, in the end, and others are
// whole.
func TestLookAtTornRecords(t *testing.T) {
	space := &store{}
	var torn table.Table
	torn.Init(space, 0, 2)
	for i := range 3000 {
		n := torn.Add(uint64(i), table.Cold{}, "n")
		complete(&torn, n, 7, 5)
		if i%2 == 0 {
			table.Store(&torn.Records[n].Start, 12|table.Writing)
		}
	}
	for _, patience := range []*Patience{nil, {spins: 1000, naps: 3}} {
		var got Table
		got.Take(table.Nodes, space.inUse(t, 0).Nodes, patience)
		got.Mend()
		for n := 1; n < got.Len(); n++ {
			if r, _, whole := got.Look(n); whole == (n%2 == 1) || r.Calls != 1 || r.Total != 5 {
				t.Fatalf("node %d: %+v, whole %v", n, r, whole)
			}
		}
		if patience != nil && (patience.spins != 0 || patience.naps != 0) {
			t.Errorf("patience is left: %+v", patience)
		}
	}
}

// Blocks is what a file holds of one track; what it does not hold is zero. The Bytes may be fewer than
// the Size says, when the file was cut.
type Blocks struct {
	Nodes, Names, Windows, Far, Extremes, Values, Gifts table.Block
}

// Open makes a Table, for readers, of a copy of blocks of a file that nobody writes any more.
func Open(b Blocks) *Table {
	t := &Table{}
	for kind, block := range map[table.Kind]table.Block{
		table.Nodes: b.Nodes, table.Names: b.Names, table.Windows: b.Windows, table.Far: b.Far, table.Extremes: b.Extremes, table.Values: b.Values, table.Gifts: b.Gifts,
	} {
		t.Take(kind, block, nil)
	}
	t.Mend()
	return t
}
