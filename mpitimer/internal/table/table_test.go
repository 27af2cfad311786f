package table

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// complete records an interval of d ticks as a stop does.
//
//go:norace
func complete(t *Table, n uint32, start, d uint64) {
	r := &t.Records[n]
	Store(&r.Start, start)
	Store(&r.Start, start|Writing)
	Store(&r.Calls, r.Calls+1)
	Store(&r.Total, r.Total+d)
	if d < r.Min {
		Store(&r.Min, d)
	}
	if d > r.Max {
		Store(&r.Max, d)
	}
	high, low := bits.Mul64(d, d)
	low, carry := bits.Add64(r.Squares, low, 0)
	Store(&r.Squares, low)
	if high|carry != 0 {
		t.Cold[n].SquaresHigh += high + carry
	}
	Store(&r.Start, 0)
}

// With intervals of one length all fields of a record follow from the number of calls: a reader that
// saw a record in the middle of a change would find them at odds.
func TestReadersSeeWholeRecords(t *testing.T) {
	var table Table
	table.Init(nil, 0, 2)
	const d = 1 << 33 // its square does not fit into 64 bits
	n := table.Add(1, Cold{}, "n")
	rounds := 3_000_000
	if testing.Short() {
		rounds = 300_000
	}
	var stop atomic.Bool
	var wait sync.WaitGroup
	var seen atomic.Bool
	wait.Add(1)
	go func() {
		defer wait.Done()
		for !stop.Load() {
			r, c, ok := table.Read(int(n))
			if !ok {
				continue
			}
			if r.Calls > 0 {
				seen.Store(true)
			}
			high, low := bits.Mul64(d, d)
			wantHigh, wantLow := bits.Mul64(r.Calls, low)
			wantHigh += r.Calls * high
			if r.Total != r.Calls*d || r.Squares != wantLow || c.SquaresHigh != wantHigh ||
				r.Calls > 0 && (r.Min != d || r.Max != d) || r.Start&Writing != 0 {
				t.Errorf("torn: %+v, squares %d × 2⁶⁴", r, c.SquaresHigh)
				return
			}
		}
	}()
	// The reader's thread may not run at all during the rounds: there are more until it has seen something.
	done := 0
	for begin := time.Now(); done < rounds || !seen.Load() && time.Since(begin) < time.Minute; done++ {
		complete(&table, n, uint64(done+1), d)
		if done%1000 == 0 {
			if done < 1_000_000 {
				table.Add(uint64(done), Cold{Parent: n}, fmt.Sprint("region ", done)) // which grows the table
			}
			runtime.Gosched()
		}
	}
	stop.Store(true)
	wait.Wait()
	if !seen.Load() {
		t.Error("the reader saw nothing within a minute")
	}
	if r, _, ok := table.Read(int(n)); !ok || r.Calls != uint64(done) {
		t.Errorf("%d calls, %v", r.Calls, ok)
	}
}

func TestAReaderGivesUpOnARecordThatIsAlwaysChanging(t *testing.T) {
	var table Table
	table.Init(nil, 0, 1)
	n := table.Add(0, Cold{Place: 7}, "n")
	table.Records[n].Start = 5 | Writing
	if r, c, ok := table.Read(int(n)); ok || r != (Record{}) || c.Place != 7 {
		t.Errorf("%+v, %+v, %v", r, c, ok)
	}
}

func TestNodesKeepWhatTheyAreWhileTheTableGrows(t *testing.T) {
	var table Table
	table.Init(nil, 0, 1)
	const nodes = 3000
	for i := 1; i <= nodes; i++ {
		if n := table.Add(uint64(i), Cold{Parent: uint32(i / 2), Environment: uint32(i % 3)}, fmt.Sprint("name ", i)); n != uint32(i) {
			t.Fatalf("node %d is %d", i, n)
		}
		complete(&table, uint32(i), 1, uint64(i))
	}
	met := 0
	table.Each(func(n int, r Record, c Cold, ok bool) {
		met++
		if n == 0 {
			return
		}
		parent, name := table.Identity(uint32(n))
		if !ok || r.Total != uint64(n) || r.Calls != 1 || c.Environment != uint32(n%3) || table.Name(&c) != fmt.Sprint("name ", n) ||
			parent != uint32(n/2) || name != table.Name(&c) || table.Records[n].Key != uint64(n) {
			t.Fatalf("node %d: %+v %+v %q", n, r, c, table.Name(&c))
		}
	})
	if met != nodes+1 || table.Len() != met {
		t.Errorf("%d nodes, length %d", met, table.Len())
	}
	if perNode := table.Bytes() / nodes; perNode > 2*(64+64+9)+10 {
		t.Errorf("%d bytes a node", perNode)
	}
}

func collect(h *Histograms, index uint32) map[int]uint64 {
	counts := make(map[int]uint64)
	last := -1
	h.Each(index, func(bucket int, count uint64) {
		if bucket <= last {
			panic("not in ascending order")
		}
		last = bucket
		counts[bucket] = count
	})
	return counts
}

func TestHistogramHasTheBucketsOfStats(t *testing.T) {
	if buckets != stats.Buckets {
		t.Fatalf("%d buckets, want %d", buckets, stats.Buckets)
	}
	for first := range int32(stats.Buckets) {
		h := Histograms{space: heap{}}
		index := h.Make()
		h.Count(index, first) // the window's place
		for bucket := range int32(stats.Buckets) {
			h.Count(index, bucket)
		}
		counts := collect(&h, index)
		for bucket := range stats.Buckets {
			want := uint64(1)
			if bucket == int(first) {
				want = 2
			}
			if counts[bucket] != want {
				t.Fatalf("first call in %d: %d calls in bucket %d, want %d", first, counts[bucket], bucket, want)
			}
		}
	}
}

func TestHistogramsAreApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := Histograms{space: heap{}}
		var want []map[int]uint64
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			if len(want) == 0 || rapid.IntRange(0, 9).Draw(t, "make") == 0 {
				if index := h.Make(); int(index) != len(want)+1 {
					t.Fatalf("index %d", index)
				}
				want = append(want, make(map[int]uint64))
				continue
			}
			at := rapid.IntRange(0, len(want)-1).Draw(t, "histogram")
			if rapid.IntRange(0, 30).Draw(t, "clear") == 0 {
				h.Clear(uint32(at + 1))
				clear(want[at])
				continue
			}
			bucket := rapid.IntRange(0, stats.Buckets-1).Draw(t, "bucket")
			h.Count(uint32(at+1), int32(bucket))
			want[at][bucket]++
		}
		for at := range want {
			if got := collect(&h, uint32(at+1)); fmt.Sprint(got) != fmt.Sprint(want[at]) {
				t.Fatalf("histogram %d: %v, want %v", at, got, want[at])
			}
		}
	})
}

func TestHistogramCountsBeyond32Bits(t *testing.T) {
	h := Histograms{space: heap{}}
	index := h.Make()
	h.Make()
	h.Count(index, 100)
	w := &h.windows[index]
	w.counts[100-w.base] = math.MaxUint32
	h.Count(index, 100)
	h.Count(index, 100)
	if got := collect(&h, index)[100]; got != 1<<32+1 {
		t.Errorf("%d calls, want 2³² + 1", got)
	}
	w.counts[100-w.base] = math.MaxUint32
	h.Count(index, 100)
	h.Count(index, 101)
	if got := collect(&h, index); got[100] != 2<<32 || got[101] != 1 {
		t.Errorf("%v, want 2 × 2³² and 1", got)
	}
	h.Clear(index)
	if got := collect(&h, index); len(got) != 0 {
		t.Errorf("after Clear: %v", got)
	}
}

// Calls that no bucket is meant for are counted at the ends.
func TestHistogramOfImpossibleTimes(t *testing.T) {
	h := Histograms{space: heap{}}
	index := h.Make()
	for _, bucket := range []int32{-5, 3, 400, 251} {
		h.Count(index, bucket)
	}
	sum := uint64(0)
	for _, count := range collect(&h, index) {
		sum += count
	}
	if sum != 4 {
		t.Errorf("%d calls, want 4", sum)
	}
}

// The window goes to where the calls are, if the first one was an odd one.
func TestWindowFollowsTheFirstCalls(t *testing.T) {
	for _, first := range []int32{5, 100, 200} {
		h := Histograms{space: heap{}}
		index := h.Make()
		h.Count(index, first)
		for range 1000 {
			h.Count(index, 60)
		}
		if w := &h.windows[index]; w.counts[60-w.base] < 1000-settling || h.far.calls(index) > 1 {
			t.Errorf("first call in bucket %d: %d calls outside the window", first, h.far.calls(index))
		}
		if got := collect(&h, index); got[60] != 1000 || got[int(first)] != 1 {
			t.Errorf("first call in bucket %d: %v", first, got)
		}
	}
}

// Calls that are now here, now there do not move it for ever.
func TestWindowComesToRest(t *testing.T) {
	h := Histograms{space: heap{}}
	index := h.Make()
	bases, last := 0, int32(unset)
	for i := range 1000 {
		h.Count(index, int32(20+200*(i%2)))
		if base := h.windows[index].base; base != last {
			bases, last = bases+1, base
		}
	}
	if bases > settling+2 {
		t.Errorf("the window has moved %d times", bases)
	}
	if got := collect(&h, index); got[20] != 500 || got[220] != 500 {
		t.Errorf("%v", got)
	}
}

// Bits of a number that others may see do not depend on how large the block is that holds them.
func TestHeads(t *testing.T) {
	b := InHeap(3, 100)
	if b.Track() != 3 || b.Kind() != Blank || b.Size != 100 || len(b.Bytes) != 100 {
		t.Errorf("%+v with %d bytes", b.Head, len(b.Bytes))
	}
	b.Fill(7, 9)
	b.AddFlag(Gathers)
	b.AddFlag(Left)
	b.SetKind(Note)
	if b.Used() != 7 || b.Checksum() != 9 || b.Flags() != Gathers|Left || b.Kind() != Note {
		t.Errorf("%+v", b.Head)
	}
	b.Assign(4, 5)
	want := Head{track: 4, number: 5, Size: 100}
	if *b.Head != want {
		t.Errorf("%+v, want %+v", b.Head, want)
	}
	if empty := InHeap(0, 0); empty.Bytes != nil || As[uint64](empty, 0, 0) != nil {
		t.Error("a block of no bytes has some")
	}
	if !slices.Equal(As[uint64](InHeap(0, 64), 8, 7), make([]uint64, 7)) {
		t.Error("a new block is not zero")
	}
}
