//go:build unix

package main

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// BenchmarkOverhead compares steps on a small grid, whose regions are short, with timers, with disabled ones and
// before there are any, in turns. It prints figures for make bench.
func BenchmarkOverhead(b *testing.B) {
	for _, c := range []struct {
		name               string
		ranks, processors  int
		limit, disabledTop float64
	}{
		{"one", 1, 1, 2, 0.3},
		{"two", 2, 2, 3, 0.3},
	} {
		b.Run(c.name, func(b *testing.B) {
			if runtime.NumCPU() < c.processors {
				b.Skip("too few processors")
			}
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.processors))
			for b.Loop() {
				on, disabled := overheads(b, c.ranks)
				fmt.Printf("figure shallowwater/%s-on %.2f %% limit <=%g\n", c.name, 100*median(on), c.limit)
				fmt.Printf("figure shallowwater/%s-disabled %.2f %% limit <=%g\n", c.name, 100*median(disabled), c.disabledTop)
			}
		})
	}
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// processorTime is that of the process: what else runs on the machine is not in it.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// overheads is what steps take longer with timers, and with disabled ones, as shares.
func overheads(b *testing.B, ranks int) (on, disabled []float64) {
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		cfg, err := parseConfig("built-in", defaultConfig)
		if err != nil {
			return err
		}
		cfg.Nx, cfg.Ny = 64, 48
		m := newModel(cfg, comm)
		defer m.close()
		setInitial(&m.now, m.band, cfg)
		// slice is the processor time of some steps of all ranks, in nanoseconds.
		slice := func() float64 {
			_ = comm.Barrier()
			begin := processorTime(b)
			for range 50 {
				if err := m.step(); err != nil {
					b.Error(err)
				}
			}
			_ = comm.Barrier()
			return float64(processorTime(b) - begin)
		}
		for range 60 {
			var without []float64
			for range 5 {
				without = append(without, slice())
			}
			if err := mpitimer.Initialize(append(quiet(), mpitimer.WithEnvironments(envs))...); err != nil {
				return err
			}
			runtime.GC()
			slice()
			var with, paused []float64
			for range 5 {
				with = append(with, slice())
				mpitimer.Default().Disable()
				paused = append(paused, slice())
				mpitimer.Default().Enable()
			}
			if err := mpitimer.Finalize(); err != nil {
				return err
			}
			runtime.GC()
			slice()
			for range 5 {
				without = append(without, slice())
			}
			if comm.Rank() == 0 {
				on = append(on, median(with)/median(without)-1)
				disabled = append(disabled, median(paused)/median(without)-1)
			}
		}
		return envs.Close()
	})
	if err != nil {
		b.Fatal(err)
	}
	return on, disabled
}
