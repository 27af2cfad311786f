/* Ranks that wait for each other for ever, in the way that the first argument says: for c-test.sh, which looks who waits
 * for whom and then ends them. */
#include "mpitimer.h"

#include <mpi.h>
#include <string.h>
#include <unistd.h>

static void work(const char *where) {
	mpitimer_start(where);
	for (;;) sleep(1);
}

int main(int argc, char **argv) {
	int rank, size, n = 0, both[2] = {0, 0};
	MPI_Request requests[2];
	const char *how = argc > 1 ? argv[1] : "";
	MPI_Init(&argc, &argv);
	mpitimer_initialize(0);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Barrier(MPI_COMM_WORLD);
	mpitimer_start("step");
	if (strcmp(how, "chain") == 0) {
		if (rank == 0) work("solve");
		MPI_Recv(&n, 1, MPI_INT, rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else if (strcmp(how, "ring") == 0) {
		MPI_Recv(&n, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else if (strcmp(how, "send") == 0) {
		if (rank == 0) work("solve");
		MPI_Ssend(&n, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
	} else if (strcmp(how, "barrier") == 0) {
		if (rank == size - 1) work("output");
		MPI_Barrier(MPI_COMM_WORLD);
	} else if (strcmp(how, "bcast") == 0) {
		if (rank == 1) work("read");
		MPI_Bcast(&n, 1, MPI_INT, 1, MPI_COMM_WORLD);
	} else if (strcmp(how, "wait") == 0) {
		if (rank == 2) work("solve");
		MPI_Irecv(&n, 1, MPI_INT, 2, 7, MPI_COMM_WORLD, &requests[0]);
		MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	} else if (strcmp(how, "waitall") == 0) {
		if (rank == 0) work("solve");
		MPI_Irecv(&both[0], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &requests[0]);
		MPI_Irecv(&both[1], 1, MPI_INT, 0, 8, MPI_COMM_WORLD, &requests[1]);
		MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	}
	return 1;
}
