//go:build unix

package main

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
)

// BenchmarkTimeline compares steps with a timeline and with timers alone, in turns, by processor time. It prints figures
// for scripts/bench.sh.
func BenchmarkTimeline(b *testing.B) {
	for _, c := range []struct {
		name          string
		nx, ny, steps int
		limit         float64
	}{
		{"small", 64, 48, 50, 4},
		{"large", 512, 384, 2, 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			for b.Loop() {
				fmt.Printf("figure shallowwater/timeline-%s %.2f %% limit <=%g\n", c.name, 100*timelineCosts(b, c.nx, c.ny, c.steps), c.limit)
			}
		})
	}
}

// timelineCosts is what steps take longer with a timeline than with timers alone, as a share.
func timelineCosts(b *testing.B, nx, ny, steps int) (share float64) {
	err := local.Run(1, func(comm machenv.Communicator) error {
		cfg, err := parseConfig("built-in", defaultConfig)
		if err != nil {
			return err
		}
		cfg.Nx, cfg.Ny = nx, ny
		m := newModel(cfg, comm)
		defer m.close()
		setInitial(&m.now, m.band, cfg)
		slice := func() float64 {
			begin := processorTime(b)
			for range steps {
				if err := m.step(); err != nil {
					b.Error(err)
				}
			}
			return float64(processorTime(b) - begin)
		}
		// slices is the median of some with timers, and with a timeline if one is asked for.
		slices := func(recorded bool) (float64, error) {
			envs, err := machenv.NewRegistry(comm)
			if err != nil {
				return 0, err
			}
			options := append(quiet(), mpitimer.WithEnvironments(envs))
			trace := timeline.NewTrace()
			if recorded {
				options = append(options, mpitimer.WithHook(trace))
			}
			if err := mpitimer.Initialize(options...); err != nil {
				return 0, err
			}
			end := func() error { return nil }
			if recorded {
				r, err := timeline.Start(mpitimer.Default(), timeline.Options{Directory: b.TempDir(), Project: "p", Trace: trace})
				if err != nil {
					return 0, err
				}
				end = r.Close
			}
			slice()
			var list []float64
			for range 9 {
				list = append(list, slice())
			}
			if err := mpitimer.Finalize(); err != nil {
				return 0, err
			}
			if err := end(); err != nil {
				return 0, err
			}
			return median(list), envs.Close()
		}
		var ratios []float64
		for range 15 {
			alone, err := slices(false)
			if err != nil {
				return err
			}
			recorded, err := slices(true)
			if err != nil {
				return err
			}
			ratios = append(ratios, recorded/alone)
		}
		share = median(ratios) - 1
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return share
}
