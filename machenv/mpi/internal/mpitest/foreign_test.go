//go:build mpi && cgo

package mpitest_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/go-hpc/timers/machenv/internal/conformance"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/machenv/mpi/internal/mpitest"
)

// These tests are a program that starts and ends MPI itself.
func TestMain(m *testing.M) {
	if _, err := mpi.FromFortran(0); !errors.Is(err, mpi.ErrNotInitialized) {
		fmt.Printf("before MPI_Init: %v, expected ErrNotInitialized\n", err)
		os.Exit(1)
	}
	mpitest.Init()
	code := m.Run()
	if code == 0 {
		code = end()
	}
	os.Exit(code)
}

// end checks that the end of MPI is the program's, and what comes after.
func end() int {
	c, err := mpi.World()
	if err != nil {
		fmt.Println(err)
		return 1
	}
	if err := mpi.Finalize(); err != nil || mpi.Finalized() {
		fmt.Printf("Finalize: %v, and has ended an MPI that it did not start: %v\n", err, mpi.Finalized())
		return 1
	}
	mpitest.Finalize()
	_, again := mpi.World()
	for call, err := range map[string]error{"Barrier": c.Barrier(), "Free": c.Free(), "World": again} {
		if !errors.Is(err, mpi.ErrFinalized) {
			fmt.Printf("%s after MPI_Finalize: %v\n", call, err)
			return 1
		}
	}
	if err := mpi.Finalize(); err != nil {
		fmt.Printf("Finalize after MPI_Finalize: %v\n", err)
		return 1
	}
	return 0
}

func TestWorldOfRunningMPI(t *testing.T) {
	c, err := mpi.World()
	if err != nil {
		t.Fatal(err)
	}
	if err := conformance.Run(c, conformance.Buffered, conformance.Timeouts); err != nil {
		t.Error(err)
	}
	if err := c.Free(); err != nil {
		t.Error(err)
	}
	if !mpitest.Fatal(mpitest.World()) {
		t.Error("the error handler of MPI_COMM_WORLD was changed")
	}
	if s := mpitest.OffStack(); s != 0 {
		t.Errorf("the handler of signal %d that MPI_Init has set does not run on the signal stack", s)
	}
	t.Logf("%s, %v", mpi.Library(), mpi.ThreadLevel())
}
