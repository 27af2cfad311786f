//go:build mpi && cgo

// Reduce measures, under mpirun, how long stats.Reduce takes for 1000 regions, against one MPI_Reduce
// of as many bytes called from Go in the same run:
//
//	mpirun -n 8 reduce
//
// It prints the ratio of the medians, once with the same regions on all ranks and once with a tenth
// of its own on each, and of Finalize with all that it writes, and beside each its floor (floor.go). Times are those of
// rank 0, from a barrier to the result.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/stats"
)

func main() {
	regions := flag.Int("regions", 1000, "regions on each rank")
	rounds := flag.Int("rounds", 0, "measurements of each kind; 0 takes 1600 divided by the number of ranks")
	flag.Parse()
	if err := run(*regions, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "reduce:", err)
		os.Exit(1)
	}
}

// contender is one way to reduce, and the times it took.
type contender struct {
	name  string
	limit int // ratio to the reference
	f     func() error
	times []time.Duration
}

func run(regions, rounds int) error {
	// Stands for the fields of a solver: without them the collector would run at every third
	// reduction, which it does in no program that has anything to time.
	fields := make([]byte, 16<<20)
	defer runtime.KeepAlive(fields)
	world, err := mpi.World()
	if err != nil {
		return err
	}
	ref, err := newReference(regions * regionBytes / recordBytes)
	if err != nil {
		return err
	}
	rank, size := world.Rank(), world.Size()
	epoch := uint64(0)
	reduce := func(p *stats.Profile) func() error {
		return func() error {
			epoch++
			_, err := stats.Reduce(world, p, stats.ReduceOptions{Timeout: time.Minute, Epoch: epoch})
			return err
		}
	}
	same := profile(rank, size, regions, 0)
	contenders := []*contender{
		{name: "MPI_Reduce", f: ref.reduce},
		{name: "same", limit: 3, f: reduce(same)},
		{name: "own10", limit: 10, f: reduce(profile(rank, size, regions, 10))},
		{name: "same-floor", f: func() error { return floor(ref, rank, same) }},
	}
	if rounds <= 0 {
		rounds = max(1600/size, 25)
	}
	for range rounds {
		for _, c := range contenders {
			if err := c.measure(world); err != nil {
				return fmt.Errorf("%s on rank %d of %d: %w", c.name, rank, size, err)
			}
		}
	}
	if rank == 0 {
		report(contenders, size, regions)
	}
	if err := end(world, ref, same); err != nil {
		return err
	}
	return mpi.Finalize()
}

// regionBytes is what a rank sends for each region: a record, a key and a time.
const regionBytes = recordBytes + 16 + 8

func report(contenders []*contender, size, regions int) {
	base := contenders[0].median()
	fmt.Printf("# %d regions on %d ranks, %s; MPI_Reduce of %d bytes takes %.3f ms\n",
		regions, size, mpi.Library(), regions*regionBytes, milliseconds(base))
	for _, c := range contenders[1:] {
		fmt.Printf("# Reduce, %s: %.3f ms\n", c.name, milliseconds(c.median()))
		limit := ""
		if c.limit > 0 {
			limit = fmt.Sprintf(" limit <=%d", c.limit)
		}
		name, floor := strings.CutSuffix(c.name, "-floor")
		figure := fmt.Sprintf("%s-%d", name, size)
		if floor {
			figure += "-floor"
		}
		fmt.Printf("figure reduce/%s %.2f ratio%s\n", figure, float64(c.median())/float64(base), limit)
	}
}

// measure is one measurement, from a barrier on.
func (c *contender) measure(world *mpi.Comm) error {
	if err := world.Barrier(); err != nil {
		return err
	}
	begin := time.Now()
	if err := c.f(); err != nil {
		return err
	}
	c.times = append(c.times, time.Since(begin))
	return nil
}

func (c *contender) median() time.Duration {
	slices.Sort(c.times)
	return c.times[len(c.times)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

// profile returns that of a rank with the given number of regions, a percentage of which no other rank has.
func profile(rank, size, regions, percent int) *stats.Profile {
	p := &stats.Profile{
		Rank: rank, Size: size, Host: "host", Program: "reduce", To: 1e10,
		Clock:        stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 12, PairCost: 27},
		Environments: []stats.Environment{{Name: "Default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
		Tracks:       []string{"main"},
		Nodes:        make([]stats.Node, regions),
	}
	for i := range p.Nodes {
		name := fmt.Sprintf("region %d", i)
		if i%100 >= 100-percent {
			name = fmt.Sprintf("region %d of rank %d", i, rank)
		}
		v := int64(1_000_000 + 1000*i + 17*rank)
		// Ten regions below each, as in a tree of four levels.
		p.Nodes[i] = stats.Node{Parent: (i+9)/10 - 1, Name: name, Measure: stats.Measure{
			Calls: 10, Timed: 10, Total: 10 * v, Min: v / 2, Max: 2 * v,
			Squares: stats.Mul(11*uint64(v), uint64(v)),
		}}
	}
	return p
}
