//go:build mpi && cgo

package mpi

// #include "binding.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
)

// slice is how long a wait stays in C before it lets other goroutines have their turn.
const slice = 2 * time.Millisecond

// wait is one wait of one operation.
type wait struct {
	begin time.Time     // of the first look at the clock; zero before
	limit time.Duration // not positive: none
}

// patience is for the next call of C. The first call gets by without a look at the clock, as
// most messages need no second.
func (w *wait) patience() C.gohpc_timers_patience {
	var waited time.Duration
	if !w.begin.IsZero() {
		waited = time.Since(w.begin)
	}
	next := slice
	if w.limit > 0 {
		next = max(min(slice, w.limit-waited), 0)
	}
	return C.gohpc_timers_patience{waited: C.int64_t(waited), slice: C.int64_t(next)}
}

// over notes that a call has used up its patience, and reports whether that was the last one.
func (w *wait) over(p C.gohpc_timers_patience) bool {
	if w.begin.IsZero() {
		w.begin = time.Now().Add(-time.Duration(p.slice))
	}
	return w.limit > 0 && time.Since(w.begin) >= w.limit
}

func (w *wait) timeout() error {
	return fmt.Errorf("after %v: %w", w.limit, machenv.ErrTimeout)
}

// left is an operation that timed out but that MPI may still complete. Its buffer stays where it
// is until then.
type left struct {
	op     *C.gohpc_timers_op
	pinner *runtime.Pinner // of the Go memory that MPI uses; nil if none
}

// leftovers is protected by turn.
var leftovers []left

// sweep releases the leftovers that are complete. It must run in turn.
func sweep() {
	kept := leftovers[:0]
	for _, l := range leftovers {
		s := C.gohpc_timers_wait(l.op, C.gohpc_timers_patience{})
		switch {
		case s.result.code == C.GOHPC_TIMERS_PENDING || s.result.code == C.GOHPC_TIMERS_FINALIZED:
			kept = append(kept, l)
		case l.pinner != nil:
			l.pinner.Unpin()
		}
	}
	clear(leftovers[len(kept):])
	leftovers = kept
}

// dropLeftovers gives up what is left, because some libraries wait for it in MPI_Finalize, for ever
// if the other rank does not. It returns how much that was. It must run in turn.
func dropLeftovers() (dropped int) {
	sweep()
	dropped = len(leftovers)
	for _, l := range leftovers {
		C.gohpc_timers_cancel(l.op)
	}
	for begin := time.Now(); len(leftovers) > 0 && time.Since(begin) < time.Second; {
		sweep()
		runtime.Gosched()
	}
	return dropped
}

// complete takes turns with other goroutines until an operation is complete: begin starts it,
// and what begin leaves pending is waited for. The error matches machenv.ErrTimeout if the wait
// is over; then the operation is among the leftovers, with pinner. Count gets what the last step says, if
// it is not nil.
func complete(w *wait, pinner *runtime.Pinner, count *C.int, begin func(p C.gohpc_timers_patience) C.gohpc_timers_step) error {
	var s C.gohpc_timers_step
	var err error
	p := w.patience()
	inTurn(func() {
		if len(leftovers) > 0 {
			sweep()
		}
		s = begin(p)
		err = failureOf(s)
	})
	for err == nil && s.result.code == C.GOHPC_TIMERS_PENDING {
		if w.over(p) {
			inTurn(func() { leftovers = append(leftovers, left{s.op, pinner}) })
			return w.timeout()
		}
		p = w.patience()
		inTurn(func() {
			s = C.gohpc_timers_wait(s.op, p)
			err = failureOf(s)
		})
	}
	if pinner != nil {
		pinner.Unpin()
	}
	if count != nil {
		*count = s.count
	}
	return err
}

// failureOf is failure, for which a pending operation is none.
func failureOf(s C.gohpc_timers_step) error {
	if s.result.code == C.GOHPC_TIMERS_PENDING {
		return nil
	}
	return failure(s.result)
}

// pin keeps data where it is while MPI has its address, which it may across several calls of C.
func pin(data []byte) *runtime.Pinner {
	if len(data) == 0 {
		return nil
	}
	p := new(runtime.Pinner)
	p.Pin(unsafe.SliceData(data))
	return p
}

// send copies data if it may return before MPI is done with it: the caller may then change it.
// toSelf is not waited for, because only the calling goroutine itself may take the message.
func (n *native) send(to, tag int, data []byte, timeout time.Duration, toSelf bool) error {
	if n.comm == nil {
		return machenv.ErrFreed
	}
	w := wait{limit: timeout}
	copied := C.int(0)
	var pinner *runtime.Pinner
	if toSelf || timeout > 0 {
		copied = 1
	} else {
		pinner = pin(data)
	}
	if toSelf {
		w.limit = 1 // and what is left is no error
	}
	err := complete(&w, pinner, nil, func(p C.gohpc_timers_patience) C.gohpc_timers_step {
		return C.gohpc_timers_send(n.comm, unsafe.Pointer(unsafe.SliceData(data)), C.int(len(data)),
			C.int(to), C.int(tag), copied, p)
	})
	if toSelf && errors.Is(err, machenv.ErrTimeout) {
		return nil
	}
	return err
}

// arrival is what a message that has begun to arrive is waited for at least: it cannot be put back.
const arrival = 5 * time.Second

// recv first looks for the message, to know its length, and then takes it.
func (n *native) recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if n.comm == nil {
		return nil, machenv.ErrFreed
	}
	w := wait{limit: timeout}
	s, err := n.probe(from, tag, &w)
	if err != nil {
		return nil, err
	}
	if w.limit > 0 && !w.begin.IsZero() {
		w.limit = max(w.limit, time.Since(w.begin)+arrival)
	} else if w.limit > 0 {
		w.limit = max(w.limit, arrival)
	}
	data := make([]byte, int(s.count))
	err = complete(&w, pin(data), nil, func(p C.gohpc_timers_patience) C.gohpc_timers_step {
		return C.gohpc_timers_recv(s.op, unsafe.Pointer(unsafe.SliceData(data)), s.count, p)
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}

func (n *native) probe(from, tag int, w *wait) (C.gohpc_timers_step, error) {
	for {
		var s C.gohpc_timers_step
		var err error
		p := w.patience()
		inTurn(func() {
			if len(leftovers) > 0 {
				sweep()
			}
			s = C.gohpc_timers_probe(n.comm, C.int(from), C.int(tag), p)
			err = failureOf(s)
		})
		if err != nil || s.result.code == 0 {
			return s, err
		}
		if w.over(p) {
			return s, w.timeout()
		}
	}
}

func (n *native) barrier() error {
	if n.comm == nil {
		return machenv.ErrFreed
	}
	return complete(&wait{}, nil, nil, func(p C.gohpc_timers_patience) C.gohpc_timers_step {
		return C.gohpc_timers_barrier(n.comm, p)
	})
}
