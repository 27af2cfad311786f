// Package auto provides the calls that mpitimer build inserts into code. It is not meant to be called
// by hand: package mpitimer is.
//
// Inserted regions are sampled once they prove to be short (mpitimer.Throttle), and in a program of one rank timed no longer where
// they cost too much. If the program does not start
// timers itself, they start with its main function, or with MPI if MPI calls are recorded, and end with it.
package auto

import "github.com/go-hpc/timers/mpitimer"

// Define makes the region of a function.
func Define(name string) *Region { return define(name, false) }

// Asked is Define for a function or a statement that the user has named.
func Asked(name string) *Region { return define(name, true) }

func define(name string, asked bool) *Region {
	r := &Region{is: mpitimer.Define(name, mpitimer.Throttle()), asked: asked}
	limits.mu.Lock() // a plugin's are made while the program runs
	defer limits.mu.Unlock()
	regions[name] = append(regions[name], r)
	return r
}

// regions are those that were made while variables were initialised: several packages may have one of a name.
var regions = make(map[string][]*Region)

// Block is the region of a statement. It is a variable of the function that contains the statement; the
// function's deferred End is the last one called on it.
type Block struct {
	interval mpitimer.Interval
	open     bool
}

// Begin starts the region. One that is open has been left by a jump, and ends.
func (b *Block) Begin(r *Region) {
	b.End()
	b.interval, b.open = r.Start(), true
}

// End ends the region if it is open.
func (b *Block) End() {
	if b.open {
		b.open = false
		b.interval.Stop()
	}
}

// Began is Begin in an expression.
func (b *Block) Began(r *Region) *Block {
	b.Begin(r)
	return b
}

// Waited ends the region that Began has started while v was found.
func Waited[T any](b *Block, v T) T {
	b.End()
	return v
}
