package geopm_test

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/counters"
	_ "github.com/go-hpc/timers/mpitimer/geopm" // whose cost is measured
)

// sources are those that any Linux machine lets its users read, and a few that it may not have.
var sources = []string{
	"TIME", "GO_HEAP_ALLOCATED", "TASK_CLOCK", "PAGE_FAULTS", "MEMORY_RESIDENT", "MEMORY_MAXRSS", "MEMORY_HIGH_WATER",
	"INSTRUCTIONS", "CYCLES", "CPU_ENERGY",
}

// BenchmarkFigures prints the figures of make bench: what reading more than the clock costs, a start and a stop of a region for
// each source that is counted with them, and the sampler of a node.
func BenchmarkFigures(b *testing.B) {
	for b.Loop() {
		for _, name := range sources {
			if err := pair(b.TempDir(), name); err != nil {
				b.Fatal(err)
			}
		}
		if err := sampler(b.TempDir()); err != nil {
			b.Fatal(err)
		}
	}
}

// quiet returns timers that only write what is requested.
func quiet(folder string) mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	c.Output.Directory, c.Output.Tables, c.Output.Signal = folder, filepath.Join(folder, "tables"), false
	return c
}

// pair prints what a start and a stop cost with a source.
func pair(folder, name string) error {
	c := quiet(folder)
	_ = c.Set("Counters", name) // New reports what is wrong with it
	tm, err := mpitimer.New(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if tm.Profile().Counters == nil {
		fmt.Printf("# counter/%s: not here: %v\n", name, err)
		return tm.Finalize()
	}
	if err != nil {
		return errors.Join(err, tm.Finalize())
	}
	const loops, pairs = 9, 2000
	var costs []float64
	for range loops {
		begin := time.Now()
		for range pairs {
			tm.Start("pair").Stop()
		}
		costs = append(costs, float64(time.Since(begin).Nanoseconds())/pairs)
	}
	fmt.Printf("figure counter/%s %.0f ns\n", name, median(costs))
	return tm.Finalize()
}

// sampler prints which share of a core the sampler of a node takes at GEOPM's period, in a program of
// several ranks with as many regions as large codes have. It samples more often here, since its time could
// not be told from that of other things otherwise.
func sampler(folder string) error {
	const (
		ranks, regions = 8, 400
		length         = 2 * time.Second
		period         = 5 * time.Millisecond
		inUse          = 200 * time.Millisecond
		limit          = 0.5
	)
	var shares []float64
	for range 5 {
		without, err := idle(folder, "", ranks, regions, length, period)
		if err != nil {
			return err
		}
		with, err := idle(folder, "bench.report", ranks, regions, length, period)
		if err != nil {
			return err
		}
		perSample := (with - without).Seconds() / (length.Seconds() / period.Seconds())
		shares = append(shares, 100*perSample/inUse.Seconds())
	}
	share := median(shares)
	fmt.Printf("# sampler: %d ranks on the node with %d regions each, %.0f µs a sample (five pairs: %.3g %% of a core)\n",
		ranks, regions, share/100*inUse.Seconds()*1e6, shares)
	fmt.Printf("figure sampler/core-share %.3f %% limit <=%v\n", share, limit)
	return nil
}

// idle returns the processor time of a program whose ranks wait in a region.
func idle(folder, report string, ranks, regions int, length, period time.Duration) (spent time.Duration, err error) {
	c := quiet(folder)
	if err := errors.Join(c.Set("GEOPM", report), c.Set("GEOPMPeriod", period.String())); err != nil {
		return 0, err
	}
	err = local.Run(ranks, func(comm machenv.Communicator) error {
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		for i := range regions {
			tm.Start("region " + strconv.Itoa(i)).Stop()
		}
		step := tm.Start("step")
		inner := tm.Start("solve")
		if _, err := machenv.Allreduce(comm, machenv.Sum, []int64{1}); err != nil {
			return err
		}
		begin := processorTime()
		time.Sleep(length)
		if comm.Rank() == 0 {
			spent = processorTime() - begin
		}
		inner.Stop()
		step.Stop()
		return tm.Finalize()
	})
	return spent, err
}

func processorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
