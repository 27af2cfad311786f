package machenv

import "sync/atomic"

// A Waiter is told that a wait of the calling goroutine for other ranks is over.
type Waiter interface{ EndWait() }

// Wait is a wait for other ranks, of which package mpitimer makes waiting time of the region that is open. The zero Wait is
// one that nobody asks about.
type Wait struct{ waiter Waiter }

var beginWait atomic.Pointer[func() Waiter]

// OnWait lets f see each wait begin, on the goroutine that waits. What f returns, if anything, sees the wait end.
func OnWait(f func() Waiter) { beginWait.Store(&f) }

// BeginWait begins a wait. A Communicator calls it before it sends or waits for others, so that timers know this from
// work:
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

// A Sole is a Communicator that knows whether the ranks of the program communicate through this module alone, as far as can
// be known. Without it they are taken to communicate by other means as well.
type Sole interface {
	// IsSole reports that all communication of the program begins with BeginWait.
	IsSole() bool
}

// IsSole reports whether all communication of a program is known that has a communicator.
func IsSole(comm Communicator) bool {
	s, is := comm.(Sole)
	return is && s.IsSole()
}
