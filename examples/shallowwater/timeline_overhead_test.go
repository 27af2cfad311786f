//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
)

// BenchmarkTimeline compares steps with a timeline and with timers alone, in turns, by processor time. It prints figures
// for make bench. The floor is a hook that makes a line as long as a state's of each region and writes them, without
// asking what time it is and whether there is room.
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
				recorded, least := timelineCosts(b, c.nx, c.ny, c.steps)
				fmt.Printf("figure shallowwater/timeline-%s %.2f %% limit <=%g\n", c.name, 100*recorded, c.limit)
				fmt.Printf("figure shallowwater/timeline-%s-floor %.2f %%\n", c.name, 100*least)
			}
		})
	}
}

// hooked is what records regions: nothing, a timeline, or the least that writes a line for each.
type hooked int

const (
	alone hooked = iota
	recorded
	least
)

// timelineCosts is what steps take longer with a timeline than with timers alone, as a share, and with the least.
func timelineCosts(b *testing.B, nx, ny, steps int) (timelines, floor float64) {
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
		slices := func() float64 {
			slice()
			var list []float64
			for range 9 {
				list = append(list, slice())
			}
			return median(list)
		}
		var ratios [least + 1][]float64
		for range 15 {
			var costs [least + 1]float64
			for how := range costs {
				if costs[how], err = withHook(b, comm, hooked(how), slices); err != nil {
					return err
				}
			}
			for how, cost := range costs {
				ratios[how] = append(ratios[how], cost/costs[alone])
			}
		}
		timelines, floor = median(ratios[recorded])-1, median(ratios[least])-1
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return timelines, floor
}

// withHook measures with timers, and with what records them.
func withHook(b *testing.B, comm machenv.Communicator, how hooked, measure func() float64) (cost float64, problem error) {
	envs, err := machenv.NewRegistry(comm)
	if err != nil {
		return 0, err
	}
	options := append(quiet(), mpitimer.WithEnvironments(envs))
	trace, lines := timeline.NewTrace(), &leastTrace{}
	switch how {
	case recorded:
		options = append(options, mpitimer.WithHook(trace))
	case least:
		if lines.file, err = os.Create(filepath.Join(b.TempDir(), "lines")); err != nil {
			return 0, err
		}
		options = append(options, mpitimer.WithHook(lines))
	}
	if err := mpitimer.Initialize(options...); err != nil {
		return 0, err
	}
	end := lines.close
	if how == recorded {
		r, err := timeline.Start(mpitimer.Default(), timeline.Options{Directory: b.TempDir(), Project: "p", Trace: trace})
		if err != nil {
			return 0, err
		}
		end = r.Close
	}
	cost = measure()
	return cost, errors.Join(mpitimer.Finalize(), end(), envs.Close())
}

// leastTrace writes a line for each region.
type leastTrace struct {
	mu   sync.Mutex // regions are of several goroutines
	file *os.File   // nil for none
	at   int64
	text []byte
}

func (l *leastTrace) Start(path string) any { return path }

func (l *leastTrace) Stop(state any) {
	path := state.(string)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at += 1000
	l.text = append(append(append(l.text, "\t\t<"...), path[strings.LastIndexByte(path, '/')+1:]...), " time='12."...)
	l.text = append(strconv.AppendInt(l.text, 100000000+l.at, 10), "' end='12."...)
	l.text = append(strconv.AppendInt(l.text, 100001000+l.at, 10), "'/>\n"...)
	if len(l.text) >= 256<<10 {
		_, _ = l.file.Write(l.text)
		l.text = l.text[:0]
	}
}

func (l *leastTrace) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
