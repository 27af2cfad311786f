//go:build mpi && cgo

package main

// #include <mpi.h>
// static int meet_all(int reduce) {
//	int one = 1, all;
//	return reduce ? MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) : MPI_Barrier(MPI_COMM_WORLD);
// }
// static int meet(const int *to, const int *from, int n) {
//	int sent[2], received[2], failed = 0;
//	MPI_Request requests[4];
//	MPI_Status statuses[4];
//	for (int i = 0; i < n; i++) {
//		failed |= MPI_Irecv(&received[i], 1, MPI_INT, from[i], 7, MPI_COMM_WORLD, &requests[i]);
//		failed |= MPI_Isend(&sent[i], 1, MPI_INT, to[i], 7, MPI_COMM_WORLD, &requests[n + i]);
//	}
//	return failed | MPI_Waitall(2 * n, requests, statuses);
// }
import "C"

import (
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/scripts/answers/campaign"
)

// meet waits for those that a rank waits for, in calls of MPI as solvers make them.
func meet(world machenv.Communicator, plan *campaign.Run) error {
	rank, size := world.Rank(), world.Size()
	var to, from []C.int
	switch plan.Coupling {
	case campaign.Neighbours:
		for _, other := range []int{rank - 1, rank + 1} {
			if other >= 0 && other < size {
				to, from = append(to, C.int(other)), append(from, C.int(other))
			}
		}
	case campaign.Ring:
		to, from = []C.int{C.int((rank + 1) % size)}, []C.int{C.int((rank + size - 1) % size)}
	}
	failed := C.int(0)
	if to == nil {
		failed = C.meet_all(C.int(plan.Seed % 2))
	} else {
		failed = C.meet(&to[0], &from[0], C.int(len(to)))
	}
	if failed != 0 {
		return fmt.Errorf("MPI error %d", failed)
	}
	return nil
}
