// Package group is of another module: it starts the goroutines of its users, some at a time.
package group

import "sync"

// Group is a set of goroutines of which the first error counts.
type Group struct {
	all   sync.WaitGroup
	once  sync.Once
	slots chan struct{}
	err   error
}

// WithLimit makes a Group of at most n goroutines at a time.
func WithLimit(n int) *Group { return &Group{slots: make(chan struct{}, n)} }

// Go runs f on a goroutine, once one may run.
func (g *Group) Go(f func() error) {
	g.slots <- struct{}{}
	g.all.Add(1)
	go func() {
		defer func() { <-g.slots; g.all.Done() }()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

// Wait waits for all of them.
func (g *Group) Wait() error {
	g.all.Wait()
	return g.err
}
