package machenv

import "sync/atomic"

// A Waiter learns that the calling goroutine's wait for other ranks is over.
type Waiter interface{ EndWait() }

// Wait is a wait for other ranks; package mpitimer counts it as waiting time of the open region. Nobody
// observes the zero Wait.
type Wait struct{ waiter Waiter }

var beginWait atomic.Pointer[func() Waiter]

// OnWait calls f at the start of each wait, on the waiting goroutine. The Waiter that f returns, if any, learns of its end.
func OnWait(f func() Waiter) { beginWait.Store(&f) }

// BeginWait starts a wait. A Communicator calls it before it sends or waits for others, so that timers
// can tell waits from work:
//
//	defer machenv.BeginWait().End()
func BeginWait() Wait {
	if f := beginWait.Load(); f != nil {
		return Wait{(*f)()}
	}
	return Wait{}
}

// End ends it, on the same goroutine.
func (w Wait) End() {
	if w.waiter != nil {
		w.waiter.EndWait()
	}
}
