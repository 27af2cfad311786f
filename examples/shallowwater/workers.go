package main

import (
	"sync"

	"github.com/go-hpc/timers/mpitimer"
)

// workers are the goroutines that one rank computes with. They live as long as the model, so that the timers
// always see the same few: each is a track of its rank.
type workers struct {
	jobs  chan func()
	ended sync.WaitGroup
}

func startWorkers(n int) *workers {
	w := &workers{jobs: make(chan func())}
	for range n {
		w.ended.Go(func() {
			for job := range w.jobs {
				job()
			}
		})
	}
	return w
}

// stop ends the goroutines.
func (w *workers) stop() {
	close(w.jobs)
	w.ended.Wait()
}

// parallel calls f for each row from first to before last, shared out over the rank's workers, and returns
// when all are done. Each worker times its share as region, which appears in the call tree below the region
// that runs here: this is what a Place is for.
//
// Which worker computes a row makes no difference to the row.
func (m *model) parallel(region string, first, last int, f func(row int)) {
	place := here()
	shares := min(m.cfg.Workers, last-first)
	var open sync.WaitGroup
	open.Add(shares)
	for k := range shares {
		from := first + (last-first)*k/shares
		to := first + (last-first)*(k+1)/shares
		m.workers.jobs <- func() {
			defer open.Done()
			place.Run(func() {
				defer mpitimer.Start(region).Stop()
				for row := from; row < to; row++ {
					f(row)
				}
			})
		}
	}
	open.Wait()
}

// here returns the region that the caller is in, or the zero Place without timers.
func here() mpitimer.Path {
	if timers := mpitimer.Default(); timers != nil {
		return timers.CurrentPath()
	}
	return mpitimer.Path{}
}
