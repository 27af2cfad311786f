//go:build mpi && cgo

package mpi

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// held is what still holds MPI.
var held struct {
	sync.Mutex
	number int
	always bool
}

// endedWithTimers says that the end of MPI was not the program's.
var endedWithTimers atomic.Bool

var errWithTimers = fmt.Errorf("%w, by mpitimer.Finalize: a program that uses MPI after it ends MPI itself, by mpi.Finalize", ErrFinalized)

func hold(always bool) func() error {
	held.Lock()
	defer held.Unlock()
	held.number++
	held.always = held.always || always
	return sync.OnceValue(release)
}

func release() error {
	held.Lock()
	defer held.Unlock()
	held.number--
	if held.number > 0 || !runsOurs() || !held.always && callsFinalize() {
		return nil
	}
	endedWithTimers.Store(true)
	return ofMPI(finalise())
}

// runsOurs reports whether MPI runs because of this package.
func runsOurs() bool {
	turn.Lock()
	defer turn.Unlock()
	return ours != nil
}

// afterEnd is the error of calls after the end of MPI.
func afterEnd() error {
	if endedWithTimers.Load() {
		return errWithTimers
	}
	return ErrFinalized
}

// callsFinalize reports whether the program has a call of Finalize. If it has not, the linker has left Finalize out, and
// the functions of this package, which lie side by side, are all others. Should they ever lie elsewhere, so that release
// is not found, the end of MPI is left to the program.
func callsFinalize() bool {
	begin := reflect.ValueOf(World).Pointer()
	this := strings.TrimSuffix(runtime.FuncForPC(begin).Name(), "World")
	// What is inlined is asked for by the function that it is in.
	at := func(pc uintptr) *runtime.Func {
		f := runtime.FuncForPC(pc)
		if f != nil {
			f = runtime.FuncForPC(f.Entry())
		}
		if f == nil || !strings.HasPrefix(f.Name(), this) {
			return nil
		}
		return f
	}
	last := begin // of the package's code; from there on function by function, for there are some hundred
	for step := uintptr(1) << 20; step > 0; step /= 2 {
		if at(last+step) != nil {
			last += step
		}
	}
	found := false
	for f := at(last); f != nil; f = at(f.Entry() - 1) {
		if f.Name() == this+"Finalize" {
			return true
		}
		found = found || f.Name() == this+"release"
	}
	return !found
}
