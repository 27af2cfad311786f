//go:build mpi && cgo

package mpi

import (
	"encoding/binary"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv/mpi/internal/mpitest"
)

// Benchmarks are collective, so all ranks must do the same number of rounds:
//
//	mpirun -n 4 ./mpi.test -test.run ^$ -test.bench . -test.benchtime 300x
func benchWorld(b *testing.B) *Comm {
	if !strings.HasSuffix(flag.Lookup("test.benchtime").Value.String(), "x") {
		b.Skip("needs -benchtime Nx, the same on all ranks")
	}
	return world
}

func BenchmarkPingPong(b *testing.B) {
	c := benchWorld(b)
	if c.Size() < 2 {
		b.Skip("needs two ranks")
	}
	for _, n := range []int{8, 4 << 10, 232000} {
		data := make([]byte, n)
		b.Run(fmt.Sprintf("%d/MPI_Send", n), func(b *testing.B) {
			pingPong(b, c, func() { mpitest.Send(data, 1-c.Rank()) }, func() { mpitest.Recv(data, 1-c.Rank()) })
		})
		for _, timeout := range []time.Duration{0, time.Minute} {
			b.Run(fmt.Sprintf("%d/Comm,timeout=%v", n, timeout), func(b *testing.B) {
				pingPong(b, c,
					func() { must(b, c.Send(1-c.Rank(), 7, data, timeout)) },
					func() {
						_, err := c.Recv(1-c.Rank(), 7, timeout)
						must(b, err)
					})
			})
		}
	}
}

func pingPong(b *testing.B, c *Comm, send, recv func()) {
	must(b, c.Barrier())
	b.ResetTimer()
	for range b.N {
		switch c.Rank() {
		case 0:
			send()
			recv()
		case 1:
			recv()
			send()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(2*b.N), "us/message")
}

func BenchmarkReduce(b *testing.B) {
	c := benchWorld(b)
	for _, n := range []int{64, 40000, 232000} {
		from, to := make([]int64, n/8), make([]int64, n/8)
		b.Run(fmt.Sprintf("%d/MPI_Reduce", n), func(b *testing.B) {
			reduceRounds(b, c, func() { renew(from) }, func() { mpitest.ReduceSum(from, to) })
		})
		mine := make([]byte, n)
		for _, timeout := range []time.Duration{0, time.Minute} {
			b.Run(fmt.Sprintf("%d/tree,timeout=%v", n, timeout), func(b *testing.B) {
				reduceRounds(b, c, func() { renew(mine) }, func() { treeSum(b, c, mine, timeout) })
			})
		}
	}
	b.Run("barrier/MPI_Barrier", func(b *testing.B) { reduceRounds(b, c, nothing, mpitest.Barrier) })
	b.Run("barrier/Comm", func(b *testing.B) { reduceRounds(b, c, nothing, func() { must(b, c.Barrier()) }) })
}

// reduceRounds has a barrier between rounds: a reduction in a run of a solver stands alone, and
// does not overlap with the next. Before each the data are written anew, for the same reason: a
// processor that still has another's old data in its cache gets them for nothing.
func reduceRounds(b *testing.B, c *Comm, write, reduce func()) {
	took := make([]time.Duration, b.N)
	for i := range took {
		write()
		mpitest.Barrier()
		begin := time.Now()
		reduce()
		took[i] = time.Since(begin)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[b.N/2].Nanoseconds())/1000, "median-us")
	b.ReportMetric(float64(took[0].Nanoseconds())/1000, "min-us")
}

// treeSum adds up vectors of integers along a binomial tree, as the reduction of profiles does.
func treeSum(b *testing.B, c *Comm, mine []byte, timeout time.Duration) {
	for bit := 1; bit < c.Size(); bit <<= 1 {
		if c.Rank()&bit != 0 {
			must(b, c.Send(c.Rank()&^bit, 9, mine, timeout))
			return
		}
		if c.Rank()|bit >= c.Size() {
			continue
		}
		theirs, err := c.Recv(c.Rank()|bit, 9, timeout)
		must(b, err)
		for i := 0; i+8 <= len(mine); i += 8 {
			sum := binary.LittleEndian.Uint64(mine[i:]) + binary.LittleEndian.Uint64(theirs[i:])
			binary.LittleEndian.PutUint64(mine[i:], sum)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func nothing() {}

func renew[T byte | int64](data []T) {
	for i := range data {
		data[i]++
	}
}
