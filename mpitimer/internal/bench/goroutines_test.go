//go:build unix

package bench

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// This file measures what goroutines cost that come and go, are many, or work under a region of another one.

// beyond is a figure in nanoseconds: what run costs more than other does.
type beyond struct {
	name  string
	limit float64 // 0 for a figure that shows what is unavoidable of another one
	do    func(b *beyond)
	turns []turn
}

var beyonds = []beyond{
	{name: "place/here", limit: 15, do: func(b *beyond) {
		elsewhere(func() { b.turns = append(b.turns, compare(takeHere, nothing)...) })
	}},
	{name: "place/do", limit: 40, do: func(b *beyond) { b.measureDo(true) }},
	{name: "place/do-untimed", limit: 40, do: func(b *beyond) { b.measureDo(false) }},
	{name: "place/go", limit: 60, do: func(b *beyond) {
		runtime.GOMAXPROCS(1) // so that nothing but the work counts
		defer runtime.GOMAXPROCS(runtime.NumCPU())
		b.turns = append(b.turns, compare(spawn(mpitimer.Go), spawn(bareGo))...)
	}},
	{name: "place/here-off", limit: 2, do: func(b *beyond) {
		mpitimer.Default().Disable()
		elsewhere(func() { b.turns = append(b.turns, compare(takeHere, nothing)...) })
	}},
	{name: "place/do-off", limit: 2, do: func(b *beyond) {
		place := somewhere()
		mpitimer.Default().Disable()
		elsewhere(func() { b.turns = append(b.turns, compare(doing(place), calling)...) })
	}},
	{name: "place/here-floor", do: func(b *beyond) { b.turns = append(b.turns, compare(findingOut, nothing)...) }},
	{name: "place/do-floor", do: func(b *beyond) { b.turns = append(b.turns, compare(callingUnlessOff, calling)...) }},
}

var paused atomic.Bool

// unlessOff is what calls that the timers may be disabled for have to do at least.
//
//go:noinline
func unlessOff(f func()) {
	if paused.Load() {
		return
	}
	f()
}

func callingUnlessOff(n int) {
	for range n {
		unlessOff(empty)
	}
}

// findingOut is what has to be done at least to know which goroutine calls.
func findingOut(n int) {
	id, others := goroutine.Quick(), 0
	for range n {
		if goroutine.Quick() != id {
			others++
		}
	}
	runtime.KeepAlive(others)
}

// elsewhere runs f on another goroutine, which is timed, and waits for it.
func elsewhere(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		mpitimer.Start("elsewhere").Stop()
		f()
	}()
	<-done
}

// somewhere is a place two regions deep.
func somewhere() mpitimer.Path {
	defer mpitimer.Start("outer").Stop()
	defer mpitimer.Start("inner").Stop()
	return mpitimer.Default().CurrentPath()
}

func (b *beyond) measureDo(timed bool) {
	place := somewhere()
	body := func() { b.turns = append(b.turns, compare(doing(place), calling)...) }
	if timed {
		elsewhere(body)
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		body()
	}()
	<-done
}

func takeHere(n int) {
	tm := mpitimer.Default()
	for range n {
		runtime.KeepAlive(tm.CurrentPath())
	}
}

var empty = func() {}

func doing(place mpitimer.Path) func(n int) {
	return func(n int) {
		for range n {
			place.Run(empty)
		}
	}
}

func calling(n int) {
	for range n {
		empty()
	}
}

func bareGo(f func()) { go f() }

// batch is how many goroutines live at one time.
const batch = 20

func spawn(start func(func())) func(n int) {
	return func(n int) {
		var wait sync.WaitGroup
		done := wait.Done
		for range n / batch {
			wait.Add(batch)
			for range batch {
				start(done)
			}
			wait.Wait()
		}
	}
}

// measureGoroutines makes the figures of this file.
func measureGoroutines() {
	for range *passes {
		for i := range beyonds {
			b := &beyonds[i]
			begin(&figure{})
			b.do(b)
			mpitimer.Finalize()
		}
	}
	for i := range beyonds {
		b := &beyonds[i]
		more := medianOf(quiet(b.turns), func(t turn) float64 { return t.cost - t.base })
		fmt.Printf("%s: %.1f ns, compared with %.1f ns\n", b.name, medianOf(quiet(b.turns), func(t turn) float64 { return t.cost }),
			medianOf(quiet(b.turns), func(t turn) float64 { return t.base }))
		if b.limit == 0 {
			fmt.Printf("figure %s %.3f ns\n", b.name, more)
			continue
		}
		report(b.name, more, "ns", "<=", b.limit)
	}
	measureAllocations()
	measureTracks()
	measureLive()
	measureEqual()
}

// measureAllocations counts what mpitimer.Go allocates beyond go.
func measureAllocations() {
	begin(&figure{})
	defer mpitimer.Finalize()
	count := func(run func(n int)) float64 {
		run(pairs)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run(pairs)
		runtime.ReadMemStats(&after)
		return float64(after.Mallocs-before.Mallocs) / pairs
	}
	report("place/go-allocations", math.Round(10*(count(spawn(mpitimer.Go))-count(spawn(bareGo))))/10, "", "<=", 1)
}

// measureTracks counts tracks after many goroutines of both kinds, of which 32 live at one time.
func measureTracks() {
	begin(&figure{})
	defer mpitimer.Finalize()
	const rounds, living = 1000, 32
	for range rounds {
		var wait, all sync.WaitGroup
		wait.Add(living)
		all.Add(living)
		hold := make(chan struct{})
		slots, ids := make([]uintptr, living), make([]uint64, living)
		for i := range living {
			start := bareGo
			if i%2 == 0 {
				start = mpitimer.Go
			}
			start(func() {
				defer all.Done()
				slots[i], ids[i] = goroutine.Slot(), goroutine.ID()
				mpitimer.Start("work").Stop()
				wait.Done()
				<-hold
			})
		}
		wait.Wait()
		close(hold)
		all.Wait()
		for i := range slots {
			for !goroutine.Ended(slots[i], ids[i]) {
				runtime.Gosched()
			}
		}
	}
	report("goroutines/tracks-mixed", float64(len(mpitimer.Default().Profile().Tracks)), "", "<=", living+1)
}

// live is how many goroutines live in measureLive.
const live = 4000

// measureLive takes pairs on many goroutines, all of which live: in slices of one goroutine after the other, and,
// without a limit, a few pairs on each of them in turns, where each finds nothing of its own in the caches.
func measureLive() {
	begin(&figure{})
	defer mpitimer.Finalize()
	jobs := make([]chan func(), live)
	done := make(chan struct{})
	do := func(i int, f func()) {
		jobs[i] <- f
		<-done
	}
	for i := range jobs {
		jobs[i] = make(chan func())
		go func() {
			for job := range jobs[i] {
				job()
				done <- struct{}{}
			}
		}()
		do(i, func() { byHandle(2) })
	}
	var warm []turn
	cold, reading := make([]float64, 0, live), make([]float64, 0, live)
	kept := *rounds
	*rounds = 2
	for i := range min(live, kept**passes/2) {
		do(live-1-i%live, func() { warm = append(warm, compare(byHandle, twoReadings)...) })
	}
	*rounds = kept
	const few = 10
	for i := range jobs {
		do(i, func() {
			t0 := clock.Now()
			byHandle(few)
			t1 := clock.Now()
			twoReadings(few)
			cold, reading = append(cold, float64(t1-t0)/few), append(reading, float64(clock.Now()-t1)/few)
		})
	}
	for _, job := range jobs {
		close(job)
	}
	report("goroutines/live4000", medianOf(quiet(warm), func(t turn) float64 { return t.cost / t.base }), "ratio", "<=", 1.6)
	fmt.Printf("figure goroutines/live4000-ten-pairs %.3f ratio\n", median(cold)/median(reading))
	bytes, _ := mpitimer.Default().Memory()
	fmt.Printf("figure goroutines/live4000-memory %.0f bytes/goroutine\n", float64(bytes)/live)
}

func median(values []float64) float64 {
	turns := make([]turn, len(values))
	for i, v := range values {
		turns[i].cost = v
	}
	return medianOf(turns, func(t turn) float64 { return t.cost })
}

// measureEqual compares pairs on a goroutine beside another one whose number is equal mod 64 with those on it alone,
// and, without a limit, beside one whose number is not, and beside the main one: what two goroutines cost each other.
func measureEqual() {
	if runtime.NumCPU() < 2 {
		fmt.Println("goroutines/equal-mod-64: one processor, where two goroutines never run at one time")
		return
	}
	begin(&figure{})
	defer mpitimer.Finalize()
	first, equal, other := newWorker(), newWorker(), newWorker()
	for equal.id%64 != first.id%64 {
		equal = newWorker()
	}
	for other.id%64 == first.id%64 {
		other = newWorker()
	}
	var alone, besideEqual, besideOther, besideMain []turn
	for range *passes {
		first.do(func() { alone = append(alone, compare(byHandle, twoReadings)...) })
		for _, w := range []*worker{equal, other} {
			var turns []turn
			stop, stopped := make(chan struct{}), make(chan struct{})
			go w.do(func() {
				defer close(stopped)
				for {
					select {
					case <-stop:
						return
					default:
						byHandle(pairs)
					}
				}
			})
			first.do(func() { turns = compare(byHandle, twoReadings) })
			close(stop)
			<-stopped
			if w == equal {
				besideEqual = append(besideEqual, turns...)
			} else {
				besideOther = append(besideOther, turns...)
			}
		}
		over := make(chan struct{})
		first.jobs <- func() {
			defer close(over)
			besideMain = append(besideMain, compare(byHandle, twoReadings)...)
		}
		for more := true; more; {
			select {
			case <-over:
				more = false
			default:
				byHandle(pairs)
			}
		}
	}
	// Over all turns: in those that are quiet the other goroutine may not have run. What a processor's other thread
	// takes from both sides of a turn is in neither.
	of := func(turns []turn) float64 { return medianOf(turns, func(t turn) float64 { return t.cost / t.base }) }
	report("goroutines/equal-mod-64", of(besideEqual)/of(alone), "ratio", "<=", 1.3)
	fmt.Printf("figure goroutines/unequal-mod-64 %.3f ratio\n", of(besideOther)/of(alone))
	fmt.Printf("figure goroutines/beside-main %.3f ratio\n", of(besideMain)/of(alone))
}

// worker is a goroutine that runs the work it is sent.
type worker struct {
	id   uint64
	jobs chan func()
}

func newWorker() *worker {
	w := &worker{jobs: make(chan func())}
	known := make(chan struct{})
	go func() {
		w.id = goroutine.ID()
		close(known)
		for job := range w.jobs {
			job()
		}
	}()
	<-known
	return w
}

func (w *worker) do(job func()) {
	done := make(chan struct{})
	w.jobs <- func() { defer close(done); job() }
	<-done
}
