package local

import "sync"

// barrier lets its ranks wait for each other, again and again. Once a rank is gone it can never be
// completed again, and fails.
type barrier struct {
	size int

	mu      sync.Mutex
	round   *round // the one that some ranks wait in; nil when none do
	arrived int
	broken  error
}

// round is one use of a barrier.
type round struct {
	over chan struct{}
	err  error // set before over is closed
}

func (b *barrier) wait() error {
	b.mu.Lock()
	if b.broken != nil {
		b.mu.Unlock()
		return b.broken
	}
	if b.round == nil {
		b.round = &round{over: make(chan struct{})}
	}
	r := b.round
	if b.arrived++; b.arrived == b.size {
		b.finish(nil)
	}
	b.mu.Unlock()
	<-r.over
	return r.err
}

// fail ends the round for those who wait in it, and all rounds to come.
func (b *barrier) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken == nil {
		b.broken = err
	}
	if b.round != nil {
		b.finish(b.broken)
	}
}

// finish lets the ranks of the round go on. The caller holds the lock.
func (b *barrier) finish(err error) {
	b.round.err = err
	close(b.round.over)
	b.round, b.arrived = nil, 0
}
