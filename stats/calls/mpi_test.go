//go:build mpi && cgo

package calls

import (
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := mpi.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func world(t *testing.T) machenv.Communicator {
	t.Helper()
	c, err := mpi.World()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The ranks of one machine share a clock, and messages do not disprove it; with made-up hosts the clocks
// are measured, and found to be the same within the error.
func TestAlignOverMPI(t *testing.T) {
	c := world(t)
	begin := time.Now()
	now := func() int64 { return time.Since(begin).Nanoseconds() }
	if err := c.Barrier(); err != nil {
		t.Fatal(err)
	}
	// The origin is another in each process: that of rank 0 becomes everybody's.
	origin := begin.UnixNano()
	data, err := machenv.Broadcast(c, 0, []byte(fmt.Sprint(origin)))
	if err != nil {
		t.Fatal(err)
	}
	var first int64
	if _, err := fmt.Sscan(string(data), &first); err != nil {
		t.Fatal(err)
	}
	shared := func() int64 { return now() + origin - first }
	for _, timeout := range []time.Duration{0, time.Minute} {
		a, err := Align(c, "this", shared, timeout)
		if err != nil || !a.Known || a.Hosts != 1 || a.Error > sameClock && !a.Apart {
			t.Errorf("one host: %+v, %v", a, err)
		}
		b, err := Align(c, fmt.Sprint("host", c.Rank()/2), shared, timeout)
		// The clock with which the origins were compared is not the one that is measured here.
		if d := max(b.Offset, -b.Offset); err != nil || !b.Known || b.Hosts != (c.Size()+1)/2 || d > b.Error+1_000_000 {
			t.Errorf("hosts of two: %+v, %v", b, err)
		}
		t.Logf("rank %d: %+v, and on hosts of two %+v", c.Rank(), a, b)
	}
}

// Waits of made-up programs come out exactly over MPI too. All ranks draw the same programs.
func TestWaitsOverMPI(t *testing.T) {
	c := world(t)
	draw := rapid.Custom(func(t *rapid.T) *simulation {
		s := newSimulation(t, c.Size())
		s.run(rapid.Bool().Draw(t, "trouble"))
		return s
	})
	for seed := range 20 {
		s := draw.Example(seed)
		waits, err := FindWaits(c, &s.ranks[c.Rank()].Rank, exactly, WaitOptions{Epoch: uint64(seed), Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range waits {
			if want := s.truth[w.Node]; w.Calls > 0 && (w.Kind != want.kind || w.Nanos != want.nanos) {
				t.Errorf("program %d, rank %d: %+v, expected %+v", seed, c.Rank(), w, want)
			}
		}
		own := SumWaits(c.Rank(), c.Size(), 1, waits, func(node, _ uint32) string { return fmt.Sprint(node) }, Mapping{})
		sum, err := ReduceWaits(c, own, 0)
		if err != nil || (sum != nil) != (c.Rank() == 0) || sum != nil && sum.Ranks != c.Size() {
			t.Errorf("%+v, %v", sum, err)
		}
	}
}

func TestMatrixOverMPI(t *testing.T) {
	c := world(t)
	size := c.Size()
	draw := rapid.Custom(func(t *rapid.T) [][]Partner {
		var rows [][]Partner
		for range size {
			rows = append(rows, genRow(t, size))
		}
		return rows
	})
	for seed := range 10 {
		rows := draw.Example(seed)
		want := &Matrix{Size: size, Block: 1}
		for rank, row := range rows {
			m, err := newMatrix(rank, size, row)
			if err != nil {
				t.Fatal(err)
			}
			want.merge(m, math.MaxInt)
		}
		want.bound(10)
		m, err := GatherMatrix(c, rows[c.Rank()], 10, time.Minute)
		if err != nil || m != nil && !equal(m, want) {
			t.Errorf("program %d: %v, got\n%+v\nwant\n%+v", seed, err, m, want)
		}
	}
}

func TestPathsOverMPI(t *testing.T) {
	c := world(t)
	size := c.Size()
	draw := rapid.Custom(func(t *rapid.T) [][]PathPartner {
		var lists [][]PathPartner
		for range size {
			lists = append(lists, genPartners(t, size))
		}
		return lists
	})
	for seed := range 10 {
		lists := draw.Example(seed)
		want := truth(size, lists)
		s, err := GatherPaths(c, lists[c.Rank()], time.Minute)
		if err != nil || (s != nil) != (c.Rank() == 0) || s != nil && !samePaths(s, want) {
			t.Errorf("program %d: %v, got\n%+v\nwant\n%+v", seed, err, s, want)
		}
	}
}
