package table

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
)

// The values are what a list of starts and stops adds up to, less what the counting itself counts, and without the
// intervals of which it is not known; in the table and in what is read of its block.
func TestColumnsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table Table
		table.Init(nil, 0, 2)
		width := rapid.IntRange(1, 4).Draw(t, "width")
		kinds := rapid.SliceOfN(rapid.SampledFrom([]CounterKind{0, Peak, Thread}), width, width).Draw(t, "kinds")
		tare := rapid.SliceOfN(rapid.Int64Range(0, 3), width, width).Draw(t, "tare")
		table.Columns.Init(&table, kinds)
		type state struct {
			values     []Count
			start      []Reading
			open, seen bool
		}
		want := make(map[uint32]*state)
		reading := make([]Reading, width)
		one := func(i int, v *Count, start, end Reading, weight int64) {
			switch counted := end.Value - start.Value; {
			case start.Mark == 0 || start.Mark != end.Mark:
				v.Left++
			case kinds[i] == Peak:
				v.Value = max(v.Value, end.Value)
			case counted > 0:
				v.Value += max(counted-weight, 0)
			default:
				v.Value += counted
			}
		}
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			n := uint32(rapid.IntRange(0, 9).Draw(t, "node"))
			for i := range reading {
				reading[i].Value += rapid.Int64Range(-5, 50).Draw(t, "step")
				reading[i].Mark = rapid.SampledFrom([]uint64{7, 7, 7, 8, 0}).Draw(t, "mark")
			}
			s := want[n]
			if s == nil {
				s = &state{values: make([]Count, width), start: make([]Reading, width)}
				want[n] = s
			}
			switch rapid.SampledFrom([]string{"start", "stop", "stop", "drop", "clear"}).Draw(t, "what") {
			case "start":
				table.Columns.Start(n, reading)
				copy(s.start, reading)
				s.open, s.seen = true, true
			case "stop":
				table.Columns.Stop(n, reading, tare)
				for i := range reading {
					if s.open {
						one(i, &s.values[i], s.start[i], reading[i], tare[i])
					}
				}
				s.open = false
			case "drop":
				table.Columns.Drop(n)
				s.open, s.seen = false, true
			case "clear":
				table.Columns.Clear(n, reading)
				clear(s.values)
				copy(s.start, reading)
				s.seen = true
			}
		}
		var found Table
		rows := slices.Clone(table.Columns.published.Load().rows)
		for i := 0; i < len(rows); i += WordsOf(width) {
			rows[i] &^= RowChanging
		}
		found.Restore(&Found{Width: width, Rows: rows})
		for n, s := range want {
			closed := slices.Clone(s.values)
			running := slices.Clone(s.values)
			for i := range running {
				if left := running[i].Left; s.open {
					one(i, &running[i], s.start[i], reading[i], 0)
					running[i].Left = left // it may be known when it ends
				}
			}
			if !s.seen {
				closed, running = nil, nil
			}
			if got, ok := table.Columns.Values(int(n), kinds, reading, nil); !ok || !slices.Equal(got, running) {
				t.Fatalf("node %d: got %v, want %v", n, got, running)
			}
			if got, ok := found.Columns.Values(int(n), kinds, nil, nil); !ok || !slices.Equal(got, closed) {
				t.Fatalf("node %d of the block: got %v, want %v", n, got, closed)
			}
		}
		if got, ok := table.Columns.Values(1, append(kinds, 0), reading, nil); got != nil || !ok {
			t.Errorf("of another number of counters: %v", got)
		}
	})
}

// A reader never sees half a change: here all counters of a node are the same at any moment.
func TestColumnsWhileTheyChange(t *testing.T) {
	if race.Enabled {
		t.Skip("readers look at rows that change, on purpose")
	}
	var table Table
	table.Init(nil, 0, 2)
	kinds := make([]CounterKind, 3)
	table.Columns.Init(&table, kinds)
	var over atomic.Bool
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for n := 0; !over.Load(); n++ {
				values, ok := table.Columns.Values(n%64, kinds, nil, nil)
				if ok && values != nil && (values[0] != values[1] || values[1] != values[2]) {
					t.Errorf("node %d: %v", n%64, values)
					return
				}
			}
		})
	}
	for i := range 200_000 {
		n := uint32(i/1000) % 64
		first, last := Reading{int64(i), 1}, Reading{int64(2 * i), 1}
		table.Columns.Start(n, []Reading{first, first, first})
		table.Columns.Stop(n, []Reading{last, last, last}, nil)
	}
	over.Store(true)
	readers.Wait()
}
