package table

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
)

// The values are what a list of starts and stops adds up to, in the table and in what is read of its block.
func TestColumnsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table Table
		table.Init(nil, 0, 2)
		width := rapid.IntRange(1, 4).Draw(t, "width")
		peaks := rapid.SliceOfN(rapid.Bool(), width, width).Draw(t, "peaks")
		table.Columns.Init(&table, peaks)
		type state struct {
			values, start []int64
			open, seen    bool
		}
		want := make(map[uint32]*state)
		reading := make([]int64, width)
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			n := uint32(rapid.IntRange(0, 9).Draw(t, "node"))
			for i := range reading {
				reading[i] += rapid.Int64Range(-5, 50).Draw(t, "step")
			}
			s := want[n]
			if s == nil {
				s = &state{values: make([]int64, width), start: make([]int64, width)}
				want[n] = s
			}
			switch rapid.SampledFrom([]string{"start", "stop", "stop", "drop", "clear"}).Draw(t, "what") {
			case "start":
				table.Columns.Start(n, reading)
				copy(s.start, reading)
				s.open, s.seen = true, true
			case "stop":
				table.Columns.Stop(n, reading)
				for i := range reading {
					if s.open {
						s.values[i] = joined(peaks[i], s.values[i], s.start[i], reading[i])
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
		found.Columns.take(table.Columns.published.Load().block)
		for n, s := range want {
			closed := slices.Clone(s.values)
			running := slices.Clone(s.values)
			for i := range running {
				if s.open {
					running[i] = joined(peaks[i], running[i], s.start[i], reading[i])
				}
			}
			if !s.seen {
				closed, running = nil, nil
			}
			if got, ok := table.Columns.Values(int(n), peaks, reading, nil); !ok || !slices.Equal(got, running) {
				t.Fatalf("node %d: got %v, want %v", n, got, running)
			}
			if got, ok := found.Columns.Values(int(n), peaks, nil, nil); !ok || !slices.Equal(got, closed) {
				t.Fatalf("node %d of the block: got %v, want %v", n, got, closed)
			}
		}
		if got, ok := table.Columns.Values(1, append(peaks, true), reading, nil); got != nil || !ok {
			t.Errorf("of another number of counters: %v", got)
		}
	})
}

func joined(peak bool, value, start, end int64) int64 {
	if peak {
		return max(value, end)
	}
	return value + end - start
}

// A reader never sees half a change: here all counters of a node are the same at any moment.
func TestColumnsWhileTheyChange(t *testing.T) {
	if race.Enabled {
		t.Skip("readers look at rows that change, on purpose")
	}
	var table Table
	table.Init(nil, 0, 2)
	peaks := make([]bool, 3)
	table.Columns.Init(&table, peaks)
	var over atomic.Bool
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for n := 0; !over.Load(); n++ {
				values, ok := table.Columns.Values(n%64, peaks, nil, nil)
				if ok && values != nil && (values[0] != values[1] || values[1] != values[2]) {
					t.Errorf("node %d: %v", n%64, values)
					return
				}
			}
		})
	}
	for i := range 200_000 {
		n := uint32(i/1000) % 64
		v := int64(i)
		table.Columns.Start(n, []int64{v, v, v})
		table.Columns.Stop(n, []int64{2 * v, 2 * v, 2 * v})
	}
	over.Store(true)
	readers.Wait()
}
