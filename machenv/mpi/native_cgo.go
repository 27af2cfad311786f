//go:build mpi && cgo

package mpi

// #include <stdlib.h>
// #include "binding.h"
import "C"

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
)

const built = true

// turn makes the MPI calls of this package one at a time, and protects the variables below.
var turn sync.Mutex

var (
	// ours is where calls go that MPI wants from the thread that initialised it. It is nil if
	// somebody else initialised MPI.
	ours chan func()
	// funneled says that all calls must go there, not only the last one.
	funneled bool
	// level is kept because MPI does not tell after its end.
	level = ThreadsUnknown
	// askFor is the level that initialise wants. Tests ask for less.
	askFor = ThreadsSerialized
)

// inTurn runs f, which calls MPI, when no other goroutine is in MPI, on a thread that may call it.
func inTurn(f func()) {
	turn.Lock()
	defer turn.Unlock()
	if funneled {
		onOurThread(f)
		return
	}
	f()
}

// onOurThread runs f on the thread that initialised MPI.
func onOurThread(f func()) {
	done := make(chan struct{})
	ours <- func() {
		defer close(done)
		f()
	}
	<-done
}

// initialise starts MPI unless it runs already. The standard wants MPI_Finalize to be called by
// the thread that called MPI_Init, so a goroutine keeps that thread until the end.
func initialise() error {
	turn.Lock()
	defer turn.Unlock()
	if C.gohpc_timers_finalized() != 0 {
		return afterEnd()
	}
	if C.gohpc_timers_initialized() == 0 {
		ours = make(chan func())
		go serve(ours)
		var r C.gohpc_timers_result
		onOurThread(func() {
			r = C.gohpc_timers_init(C.int(askFor))
			level = Threads(C.gohpc_timers_thread_level())
		})
		if r.code != 0 {
			close(ours)
			ours = nil
			return failure(r)
		}
		funneled = level < ThreadsSerialized
	}
	if level == ThreadsUnknown {
		level = Threads(C.gohpc_timers_thread_level())
	}
	return nil
}

func serve(calls <-chan func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for f := range calls {
		f()
	}
}

func finalise() error {
	turn.Lock()
	defer turn.Unlock()
	if ours == nil {
		return nil
	}
	var r C.gohpc_timers_result
	dropped := 0
	onOurThread(func() {
		// MPICH 4 does not come back from MPI_Finalize when a large message was cancelled.
		if dropped = dropLeftovers(); dropped == 0 || product(shortLibrary(library())) != "MPICH" {
			dropped = 0
			r = C.gohpc_timers_finalize()
		}
	})
	close(ours)
	ours, funneled = nil, false
	if dropped > 0 {
		return fmt.Errorf("%w: %d of them", ErrNotFinalized, dropped)
	}
	if r.code == C.GOHPC_TIMERS_FINALIZED {
		return nil
	}
	return failure(r)
}

func initialized() bool { return C.gohpc_timers_initialized() != 0 }
func finalized() bool   { return C.gohpc_timers_finalized() != 0 }

func threadLevel() Threads {
	turn.Lock()
	defer turn.Unlock()
	if level == ThreadsUnknown {
		return Threads(C.gohpc_timers_thread_level())
	}
	return level
}

func library() string {
	return fill(func(text *C.char, length C.int) { C.gohpc_timers_library(text, length) })
}

// fill gives what f writes as a C string.
func fill(f func(text *C.char, length C.int)) string {
	const length = 8192 // MPICH's MPI_MAX_LIBRARY_VERSION_STRING; no other text is longer
	text := (*C.char)(C.calloc(length, 1))
	if text == nil {
		return ""
	}
	defer C.free(unsafe.Pointer(text))
	f(text, length)
	return C.GoString(text)
}

func worldSize() (int, error) {
	var n C.int
	var r C.gohpc_timers_result
	inTurn(func() { r = C.gohpc_timers_world_size(&n) })
	return int(n), failure(r)
}

var errNoMemory = errors.New("out of memory")

// failure is nil if r tells of a success.
func failure(r C.gohpc_timers_result) error {
	switch r.code {
	case 0:
		return nil
	case C.GOHPC_TIMERS_FINALIZED:
		return afterEnd()
	case C.GOHPC_TIMERS_UNINIT:
		return ErrNotInitialized
	case C.GOHPC_TIMERS_NOMEM:
		return errNoMemory
	case C.GOHPC_TIMERS_NULL:
		return errors.New("the communicator is MPI_COMM_NULL")
	case C.GOHPC_TIMERS_INTER:
		return errors.New("the communicator is an intercommunicator")
	}
	text := fill(func(text *C.char, length C.int) {
		C.gohpc_timers_error_text(r.code, text, length)
	})
	if text == "" {
		text = "unknown error"
	}
	return &Error{Call: C.GoString(r.call), Code: int(r.code), Text: text}
}

// native is a communicator of MPI.
type native struct {
	comm *C.gohpc_timers_comm // nil once freed
}

// making is held by the goroutine that is making or freeing a communicator: others of this process must not
// begin to make another one in between, since other ranks might take the two in the other order.
var making sync.Mutex

// together runs f, a call of MPI that makes communicators and waits within MPI for all ranks of this
// one. It waits for them first, as for a message: other goroutines have their turns meanwhile, and the
// processor is given away. Then all ranks must have the goroutine's call as the only one of its kind.
func (n *native) together(f func()) error {
	if n.comm == nil {
		return machenv.ErrFreed
	}
	if _, err := n.vote(true); err != nil {
		return err
	}
	for {
		ready := making.TryLock()
		all, err := n.vote(ready)
		if err == nil && all {
			inTurn(f)
		}
		if ready {
			making.Unlock()
		}
		if err != nil || all {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Millisecond)))) // so that two do not stay in each other's way
	}
}

// vote reports whether all ranks say yes. It returns when all are in it.
func (n *native) vote(yes bool) (bool, error) {
	said, all := C.int(0), C.int(0)
	if yes {
		said = 1
	}
	err := complete(&wait{}, nil, &all, func(p C.gohpc_timers_patience) C.gohpc_timers_step {
		return C.gohpc_timers_vote(n.comm, said, p)
	})
	return all != 0, err
}

// derive makes a communicator of this one.
func (n *native) derive(f func(c *C.gohpc_timers_comm) C.gohpc_timers_made) (native, int, int, error) {
	var m C.gohpc_timers_made
	var problem error
	err := n.together(func() {
		m = f(n.comm)
		problem = failure(m.result)
	})
	if err != nil {
		return native{}, -1, 0, err
	}
	return native{m.comm}, int(m.rank), int(m.size), problem
}

func (n *native) dup() (native, int, int, error) {
	return n.derive(func(c *C.gohpc_timers_comm) C.gohpc_timers_made { return C.gohpc_timers_dup(c) })
}

// dupOf duplicates a communicator that belongs to somebody else.
func dupOf(look func() C.gohpc_timers_made) (native, int, int, error) {
	var m C.gohpc_timers_made
	var err error
	inTurn(func() {
		C.gohpc_timers_signal_stack()
		m = look()
		err = failure(m.result)
	})
	if err != nil {
		return native{}, -1, 0, err
	}
	defer C.gohpc_timers_drop(m.comm)
	view := native{m.comm}
	return view.dup()
}

// worldRanks is nil if the ranks are those of the whole world, in its order.
func (n *native) worldRanks(size int) (ranks []int, err error) {
	if n.comm == nil {
		return nil, machenv.ErrFreed
	}
	theirs, same := make([]C.int, size), C.int(0)
	inTurn(func() {
		err = failure(C.gohpc_timers_world_ranks(n.comm, C.int(size), unsafe.SliceData(theirs), &same))
	})
	if err != nil || same != 0 {
		return nil, err
	}
	for _, r := range theirs {
		ranks = append(ranks, int(r))
	}
	return ranks, nil
}

func dupWorld() (native, int, int, error) {
	return dupOf(func() C.gohpc_timers_made { return C.gohpc_timers_view_world() })
}

func dupHandle(handle unsafe.Pointer) (native, int, int, error) {
	return dupOf(func() C.gohpc_timers_made { return C.gohpc_timers_view_handle(handle) })
}

func dupFortran(handle int) (native, int, int, error) {
	return dupOf(func() C.gohpc_timers_made { return C.gohpc_timers_view_fortran(C.int(handle)) })
}

func (n *native) create(ranks []int) (native, int, int, error) {
	list := make([]C.int, len(ranks))
	for i, r := range ranks {
		list[i] = C.int(r)
	}
	return n.derive(func(c *C.gohpc_timers_comm) C.gohpc_timers_made {
		return C.gohpc_timers_create(c, C.int(len(list)), unsafe.SliceData(list))
	})
}

func (n *native) createRange(first, last, stride int) (native, int, int, error) {
	return n.derive(func(c *C.gohpc_timers_comm) C.gohpc_timers_made {
		return C.gohpc_timers_create_range(c, C.int(first), C.int(last), C.int(stride))
	})
}

func (n *native) split(color, key int) (native, int, int, error) {
	return n.derive(func(c *C.gohpc_timers_comm) C.gohpc_timers_made {
		return C.gohpc_timers_split(c, C.int(color), C.int(key))
	})
}

func (n *native) splitShared() (native, int, int, error) {
	return n.derive(func(c *C.gohpc_timers_comm) C.gohpc_timers_made {
		return C.gohpc_timers_split_shared(c)
	})
}

// free waits for all ranks once, so that none frees what another still sends on. It needs no agreement on who makes or
// frees first, which costs as much again: MPI frees a communicator without the other ranks.
func (n *native) free() error {
	if n.comm == nil {
		return machenv.ErrFreed
	}
	var problem error
	_, err := n.vote(true)
	if err == nil {
		making.Lock()
		inTurn(func() { problem = failure(C.gohpc_timers_free(n.comm)) })
		making.Unlock()
	}
	if err == nil || errors.Is(err, ErrFinalized) {
		n.comm = nil
	}
	if errors.Is(err, errWithTimers) { // of a deferred call: nothing is left to free
		return nil
	}
	return errors.Join(err, problem)
}
