//go:build mpi && cgo

package mpi

import (
	"os"
	"runtime"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/machenv/mpi/internal/mpitest"
)

// MPICH's process manager sends SIGUSR1 to the ranks that are left when one has ended without MPI_Finalize, and some
// thread of theirs that runs a goroutine gets it.
func TestSignalOnGoroutineStack(t *testing.T) {
	if s := mpitest.OffStack(); s != 0 {
		t.Fatalf("the handler of signal %d (%v) does not run on the signal stack", s, syscall.Signal(s))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range 20 {
		if err := syscall.Tgkill(os.Getpid(), syscall.Gettid(), syscall.SIGUSR1); err != nil {
			t.Fatal(err)
		}
	}
	must(t, world.Barrier())
}
