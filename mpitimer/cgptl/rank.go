//go:build cgo

package cgptl

import "github.com/go-hpc/timers/machenv/mpi"

// rankOfMPI is that of the process in MPI's world, 0 where MPI does not run.
func rankOfMPI() int {
	if !mpi.Initialized() || mpi.Finalized() {
		return 0
	}
	world, err := mpi.World()
	if err != nil {
		return 0
	}
	defer func() { _ = world.Free() }()
	return world.Rank()
}
