//go:build mpi && cgo

package viewers

import (
	"fmt"
	"os"
	"testing"

	"github.com/go-hpc/timers/machenv/mpi"
)

// world is what the collective tests run on.
var world *mpi.Comm

func TestMain(m *testing.M) {
	var err error
	if world, err = mpi.World(); err != nil {
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
