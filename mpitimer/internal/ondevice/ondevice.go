// Package ondevice takes what devices have done from who times it to who writes it down over time.
package ondevice

import (
	"slices"
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Interval is something that a stream of a device did.
type Interval struct {
	Path       []string // the names from the outermost region of the host on
	Depth      int      // of the intervals of the stream that it lies in
	Begin, End int64    // ns of clock.Nanotime
}

// Observer takes what a stream has done, in the order of its start; what lies in something else follows it. Streams of a
// device are numbered from 0. Calls for one stream come one after the other.
type Observer func(device, stream int, list []Interval)

var (
	mu        sync.Mutex
	observers = map[*engine.Rank]Observer{}
	sources   []func()
)

// Source adds what takes up what devices have done by now.
func Source(collect func()) {
	mu.Lock()
	defer mu.Unlock()
	sources = append(sources, collect)
}

// Collect takes up what devices have done by now, without waiting for them.
func Collect() {
	mu.Lock()
	list := slices.Clone(sources)
	mu.Unlock()
	for _, collect := range list {
		collect()
	}
}

// Observe lets f know what devices do for a rank, until stop is called.
func Observe(rank *engine.Rank, f Observer) (stop func()) {
	mu.Lock()
	defer mu.Unlock()
	observers[rank] = f
	return func() {
		mu.Lock()
		defer mu.Unlock()
		delete(observers, rank)
	}
}

// Observed reports whether somebody wants to know what devices do for a rank.
func Observed(rank *engine.Rank) bool {
	mu.Lock()
	defer mu.Unlock()
	return observers[rank] != nil
}

// Tell tells what a stream has done.
func Tell(rank *engine.Rank, device, stream int, list []Interval) {
	mu.Lock()
	defer mu.Unlock()
	if f := observers[rank]; f != nil {
		f(device, stream, list)
	}
}
