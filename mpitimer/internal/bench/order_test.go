//go:build unix

package bench

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// This file measures what is not as the timers expect it: regions in no order, names that are made while the
// program runs, regions inside themselves, hooks, and the first call of a region.

var orders = []figure{
	{name: "pair/random4", limit: 1.3, run: atRandom(4)},
	{name: "pair/random16", limit: 1.4, run: atRandom(16)},
	{name: "pair/random256", limit: 1.7, run: atRandom(256)},
	{name: "pair/random256-handles", limit: 1.7, run: handlesAtRandom(256)},
	{name: "pair/random4-floor", run: floorAtRandom(4)},
	{name: "pair/random256-floor", run: floorAtRandom(256)},
	{name: "pair/in-environment", limit: 1.15, run: inEnvironment, options: environments},
	{name: "pair/environment-handle", limit: 1.15, run: byEnvironmentHandle, options: environments},
	{name: "pair/built-name", limit: 1.6, run: byBuiltName, less: buildNames},
	{name: "pair/recursion10", limit: 0.8, run: recursion(10), less: bare(10)},
	{name: "pair/recursion1000", limit: 0.8, run: recursion(1000), less: bare(1000)},
	{name: "pair/next-histogram", limit: 0.75, run: phases, edit: func(c *mpitimer.Config) { c.Timing.Histograms = true }},
	{name: "pair/next-histogram-floor", run: floorOfNext},
	{name: "pair/hook", limit: 1.4, run: byHandle, options: func() []mpitimer.Option {
		return []mpitimer.Option{mpitimer.WithHook(emptyHook{})}
	}},
	{name: "pair/hook-floor", run: floorOfHook},
	{name: "pair/hook-name", limit: 1.4, run: byName, options: func() []mpitimer.Option {
		return []mpitimer.Option{mpitimer.WithHook(emptyHook{})}
	}},
}

// shuffled is numbers in no order. There are so many that no processor learns them, and each slice goes on
// where the last one stopped.
var shuffled = func() []uint16 {
	list := make([]uint16, 1<<18)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range list {
		list[i] = uint16(r.Uint32())
	}
	return list
}()

// order takes numbers below a power of two from shuffled.
type order struct{ next, among int }

func (o *order) take(n int) []uint16 {
	if o.next+n > len(shuffled) {
		o.next = 0
	}
	o.next += n
	return shuffled[o.next-n : o.next]
}

func atRandom(among int) func(n int) {
	o := order{among: among}
	list := names[:among]
	return func(n int) {
		for _, at := range o.take(n) {
			mpitimer.Start(list[int(at)&(len(list)-1)]).Stop()
		}
	}
}

func handlesAtRandom(among int) func(n int) {
	o := order{among: among}
	list := make([]*mpitimer.Region, among)
	for i := range list {
		list[i] = mpitimer.Define("handle " + strconv.Itoa(i))
	}
	return func(n int) {
		for _, at := range o.take(n) {
			list[int(at)&(len(list)-1)].Start().Stop()
		}
	}
}

// floorAtRandom is what no timer can do without: the name leads to a record, in which two readings are added up. Here
// it does so by a table of addresses in which no two meet, there is no tree, and nobody may read meanwhile.
func floorAtRandom(among int) func(n int) {
	type record struct {
		name                             *byte
		calls, total, least, most, start uint64
		_                                [2]uint64
	}
	o := order{among: among}
	list := names[:among]
	records := make([]record, 1<<16)
	place := func(name string) *record {
		address := uint64(uintptr(unsafe.Pointer(unsafe.StringData(name))))
		return &records[address*0x9e3779b97f4a7c15>>48]
	}
	for _, name := range list {
		place(name).name = unsafe.StringData(name)
	}
	return func(n int) {
		for _, at := range o.take(n) {
			name := list[int(at)&(len(list)-1)]
			r := place(name)
			if r.name != unsafe.StringData(name) {
				continue // never, but for a few of 256
			}
			r.start = clock.Now()
			d := clock.Now() - r.start
			r.calls++
			r.total += d
			r.least = min(r.least, d)
			r.most = max(r.most, d)
		}
	}
}

var atHome = mpitimer.Define("at home", mpitimer.InEnvironment("home"))

func environments() []mpitimer.Option {
	registry, err := machenv.NewRegistry(machenv.NewSerial())
	if err == nil {
		_, err = registry.CreateFirst("home", registry.Default(), 1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return []mpitimer.Option{mpitimer.WithEnvironments(registry)}
}

func inEnvironment(n int) {
	for range n {
		mpitimer.StartInEnvironment("name", "home").Stop()
	}
}

func byEnvironmentHandle(n int) {
	for range n {
		atHome.Start().Stop()
	}
}

// built makes a name that is nowhere yet. There are sixteen of them.
//
//go:noinline
func built(i int) string {
	var text [32]byte
	return string(strconv.AppendInt(append(text[:0], "block "...), int64(i&15), 10))
}

func buildNames(n int) {
	for i := range n {
		runtime.KeepAlive(built(i))
	}
}

func byBuiltName(n int) {
	for i := range n {
		mpitimer.Start(built(i)).Stop()
	}
}

func recursion(depth int) func(n int) {
	return func(n int) {
		for range n / depth {
			recurse(depth)
		}
	}
}

func recurse(depth int) {
	s := mpitimer.Start("recursive")
	if depth > 1 {
		recurse(depth - 1)
	}
	s.Stop()
}

// bare is the calls of recursion without timers: a processor remembers some tens of places to return to.
func bare(depth int) func(n int) {
	return func(n int) {
		for range n / depth {
			recurseBare(depth)
		}
	}
}

//go:noinline
func recurseBare(depth int) {
	if depth > 1 {
		recurseBare(depth - 1)
	}
}

// floorOfNext is one reading of the clock, sums, and a counter whose place depends on how long it was since the
// last one. The next reading waits until that place is known.
func floorOfNext(n int) {
	var sums [2]struct{ calls, total, start uint64 }
	var counts [64]uint64
	last := clock.Now()
	for i := range n {
		now := clock.Now()
		d := now - last
		s := &sums[i&1]
		s.calls++
		s.total += d
		counts[bits.Len64(d)]++
		last = now
	}
	runtime.KeepAlive(counts[0] + sums[0].total + sums[1].calls)
}

// emptyHook ignores all starts and stops.
type emptyHook struct{}

func (emptyHook) Start(string) any { return nil }
func (emptyHook) Stop(any)         {}

// measureCreation is the time that the first call of a region takes where there are many, in microseconds.
func measureCreation() {
	for _, c := range []struct {
		regions int
		limit   float64
	}{{1000, 0.5}, {10_000, 0.8}} {
		list := manyNames(c.regions)
		var times []float64
		for range 40 {
			begin(&figure{})
			runtime.GC()
			first := time.Now()
			for _, name := range list {
				mpitimer.Start(name).Stop()
			}
			times = append(times, float64(time.Since(first).Nanoseconds())/1e3/float64(len(list)))
			mpitimer.Finalize()
		}
		slices.Sort(times)
		fmt.Printf("first-call/%d: median %.3f us\n", c.regions, times[len(times)/2])
		report(fmt.Sprintf("first-call/%d", c.regions), times[len(times)/4], "us", "<=", c.limit)
	}
}
