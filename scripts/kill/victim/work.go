//go:build linux && mpi && cgo

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

// modes are the kinds of work of a victim.
var modes = map[string]func(*rank) error{"mixed": mixed, "hammer": hammer, "grow": grow}

// compute takes time.
func compute(amount int) {
	x := 1.0
	for i := range amount {
		x = math.Sqrt(x + float64(i))
	}
	if x < 0 { // which the compiler does not know, and so must find out
		panic(x)
	}
}

// random is the same on all ranks, so that they agree on collective steps.
func (r *rank) random() *rand.Rand { return rand.New(rand.NewPCG(r.settings.seed, 1)) }

// mixed returns a solver's step over and over, with everything that timers can do.
func mixed(r *rank) error {
	stop := r.background()
	defer stop()
	random := r.random()
	for step := 0; r.settings.steps == 0 || step < r.settings.steps; step++ {
		var problem error
		r.main.region("step", func() { problem = r.step(step, random) })
		if problem != nil {
			return problem
		}
	}
	return nil
}

func (r *rank) step(step int, random *rand.Rand) error {
	w := r.main
	w.phases("dynamics", []string{"predict", "correct", "project"}, func(i int) {
		compute(random.IntN(20000))
		w.region("fluxes", func() { compute(5000) })
		if i == 1 {
			w.recurse("refine", 1+random.IntN(4), func() { w.region("patch", func() { compute(1000) }) })
		}
	})
	w.region("physics", func() {
		w.sample(200)
		w.count("column", 300)
		r.threads(1 + random.IntN(3))
	})
	var problem error
	w.region("halo", func() { problem = r.exchange() })
	if problem != nil {
		return problem
	}
	if step%3 == 0 {
		w.region("tracers", func() { r.newNames(w, step, 4) })
	}
	if step%7 == 0 && r.writers.IsMember() {
		w.in("writers", "write", func() {
			compute(20000)
			w.region("pack", func() { compute(2000) })
		})
	}
	if step%20 == 19 {
		w.region("barrier", func() { problem = r.comm.Barrier() })
	}
	return problem
}

// exchange sends to the next rank and receives from the one before.
func (r *rank) exchange() error {
	const tag, patience = 5, 0
	size, me := r.comm.Size(), r.comm.Rank()
	message := binary.LittleEndian.AppendUint64(nil, uint64(me))
	if err := r.comm.Send((me+1)%size, tag, message, patience); err != nil {
		return err
	}
	got, err := r.comm.Recv((me+size-1)%size, tag, patience)
	if err == nil && binary.LittleEndian.Uint64(got) != uint64((me+size-1)%size) {
		err = fmt.Errorf("rank %d received %v", me, got)
	}
	return err
}

// threads shares work out to goroutines, which stand below the region that starts them.
func (r *rank) threads(number int) {
	path := r.main.at.Path()
	var all sync.WaitGroup
	for range number {
		all.Add(1)
		mpitimer.Go(func() {
			defer all.Done()
			w, track := r.under()
			w.outermost(track, path, "columns", func() {
				compute(5000)
				w.region("radiation", func() { compute(2000) })
				w.count("cloud", 100)
			})
		})
	}
	all.Wait()
}

// newNames runs regions that have not run before, while there is room for them in the ledger.
func (r *rank) newNames(w *worker, round, number int) {
	if r.book.Left() < 1000 {
		return
	}
	for i := range number {
		w.region(fmt.Sprintf("tracer%05d_%d", round, i), func() { compute(100) })
	}
}

// background returns a goroutine that belongs to no region.
func (r *rank) background() (stop func()) {
	quit := make(chan struct{})
	var ended sync.WaitGroup
	ended.Add(1)
	go func() {
		defer ended.Done()
		w, track := r.under()
		for {
			select {
			case <-quit:
				return
			case <-time.After(3 * time.Millisecond):
			}
			w.outermost(track, mpitimer.TotalName, "stage", func() { w.region("copy", func() { compute(2000) }) })
		}
	}()
	return func() {
		close(quit)
		ended.Wait()
	}
}

// together calls f over and over on the main goroutine, and what beside returns on others, until the
// main one has done its steps; the ranks meet once a step.
func (r *rank) together(f func(w *worker, step int), beside func(w *worker, round int), others int) error {
	quit := make(chan struct{})
	var ended sync.WaitGroup
	for range others {
		ended.Add(1)
		go func() {
			defer ended.Done()
			w, track := r.under()
			for round := 0; ; round++ {
				select {
				case <-quit:
					return
				default:
				}
				w.outermost(track, mpitimer.TotalName, "beside", func() { beside(w, round) })
				time.Sleep(time.Millisecond) // two processors serve all ranks
			}
		}()
	}
	defer ended.Wait()
	defer close(quit)
	for step := 0; r.settings.steps == 0 || step < r.settings.steps; step++ {
		var problem error
		r.main.region("step", func() {
			f(r.main, step)
			r.main.region("barrier", func() { problem = r.comm.Barrier() })
		})
		if problem != nil {
			return problem
		}
	}
	return nil
}

// hammer does nothing but start and stop, so that most moments are in the middle of one.
func hammer(r *rank) error {
	pairs := func(w *worker, _ int) {
		for range 20 {
			w.count("pair", 500)
			w.region("nested", func() { w.region("deeper", func() { w.count("pair", 200) }) })
			w.sample(200)
			for range 20 {
				w.phases("sequence", []string{"first", "second"}, func(int) {})
			}
		}
	}
	return r.together(pairs, pairs, 1)
}

// grow makes new regions all the time, so that tables are often being made larger.
func grow(r *rank) error {
	names := func(w *worker, round int) {
		if r.book.Left() < 1000 {
			w.count("pair", 500)
			return
		}
		// Each round below a region of its own: a child is found among its siblings one after the other.
		w.region(fmt.Sprintf("more%04d", round), func() {
			for i := range 100 {
				w.count(fmt.Sprintf("region%03d", i), 1)
			}
		})
	}
	return r.together(names, names, 2)
}
