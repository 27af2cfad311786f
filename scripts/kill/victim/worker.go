//go:build linux && mpi && cgo

package main

import (
	"fmt"
	"os"
	"sync/atomic"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/scripts/kill/ledger"
)

// rank is one rank of the program.
type rank struct {
	settings settings
	comm     machenv.Communicator
	envs     *machenv.Registry
	writers  *machenv.MachEnv
	book     *ledger.Ledger
	main     *worker
	harm     *harm       // nil: none
	due      atomic.Bool // the main goroutine is to do its harm
}

// worker is a goroutine that times regions and writes that down.
type worker struct {
	rank *rank
	at   *ledger.Region // the innermost that runs; nil: none on this track
}

// under returns a worker on the calling goroutine, whose first region stands below a path of another one.
func (r *rank) under() (w *worker, track *ledger.Track) {
	return &worker{rank: r}, r.book.Track(mpitimer.Default().Track())
}

// must ends the program on an error of the ledger, without which nothing can be compared.
func must(region *ledger.Region, err error) *ledger.Region {
	if err != nil {
		fmt.Fprintln(os.Stderr, "victim:", err)
		os.Exit(9)
	}
	return region
}

// inside runs f as the part of the worker that stands inside a region.
func (w *worker) inside(region *ledger.Region, start func() mpitimer.Interval, f func()) {
	around := w.at
	region.Begin()
	interval := start()
	region.Started()
	w.at = region
	w.harmIfDue()
	f()
	w.at = around
	region.Ending()
	interval.Stop()
	region.Ended()
}

// region runs f in a region.
func (w *worker) region(name string, f func()) {
	w.inside(must(w.at.Below(name, ledger.Timed)), func() mpitimer.Interval { return mpitimer.Start(name) }, f)
}

// outermost does so on a goroutine that runs no region yet.
func (w *worker) outermost(track *ledger.Track, path, name string, f func()) {
	w.inside(must(track.Root(path+"/"+name, ledger.Timed)), func() mpitimer.Interval { return mpitimer.Start(name) }, f)
}

// in runs f in a region of a machine environment.
func (w *worker) in(environment, name string, f func()) {
	start := func() mpitimer.Interval { return mpitimer.StartInEnvironment(name, environment) }
	w.inside(must(w.at.Below(name+"@"+environment, ledger.Timed)), start, f)
}

// recurse runs f in a region that runs in itself, so deep.
func (w *worker) recurse(name string, deep int, f func()) {
	var again func(*ledger.Region, int)
	again = func(region *ledger.Region, deep int) {
		w.inside(region, func() mpitimer.Interval { return mpitimer.Start(name) }, func() {
			if deep > 1 {
				again(region, deep-1)
			} else {
				f()
			}
		})
	}
	again(must(w.at.Below(name, ledger.Timed)), deep)
}

// count times calls of a region that are too short for more than to be counted.
func (w *worker) count(name string, calls int) {
	region := must(w.at.Below(name, ledger.Counted))
	for range calls {
		region.Begin()
		interval := mpitimer.Start(name)
		region.Started()
		region.Ending()
		interval.Stop()
		region.Ended()
	}
}

var cell = mpitimer.Define("cell", mpitimer.SampleEvery(16))

// sample times calls of a region most of which are only counted.
func (w *worker) sample(calls int) {
	region := must(w.at.Below(cell.Name(), ledger.Sampled))
	for range calls {
		region.Begin()
		interval := cell.Start()
		region.Started()
		region.Ending()
		interval.Stop()
		region.Ended()
	}
}

// phases runs one region after the other inside another one, with one reading of the clock between
// two.
func (w *worker) phases(name string, names []string, f func(i int)) {
	around := w.at
	outer := must(around.Below(name, ledger.Timed))
	outer.Begin()
	interval := mpitimer.Start(name)
	outer.Started()
	var last *ledger.Region
	for i, n := range names {
		next := must(outer.Below(n, ledger.Timed))
		if last != nil {
			last.Ending()
		}
		next.Begin()
		mpitimer.Next(n)
		if last != nil {
			last.Ended()
		}
		next.Started()
		w.at, last = next, next
		w.harmIfDue()
		f(i)
	}
	if last != nil {
		last.Ending()
	}
	outer.Ending()
	interval.Stop()
	if last != nil {
		last.Ended()
	}
	outer.Ended()
	w.at = around
}
