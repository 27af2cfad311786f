//go:build mpi && cgo

package timerstest

import (
	"fmt"
	"os"
	"testing"

	"github.com/go-hpc/timers/machenv/mpi"
)

// RunMPI runs the collective tests of a package, which need its world, and ends the program.
func RunMPI(m *testing.M, world **mpi.Comm) {
	var err error
	if *world, err = mpi.World(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	if code == 0 {
		if err := mpi.Finalize(); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	// Without MPI_Finalize, mpirun ends the other ranks, which may wait for this one.
	os.Exit(code)
}
