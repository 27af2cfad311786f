/*
 * Ranks that wait for one that is late: rank LATE sleeps MILLIS milliseconds before it enters a barrier, before it
 * gives a number to a sum, before it sends to rank 0, and before it receives what rank 0 has sent; COUNT times each. A barrier for which nobody is late is the end.
 *
 * Usage: late LATE MILLIS COUNT
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
	int rank, late, count, i;
	useconds_t micros;
	double mine = 1, sum = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
	late = atoi(argv[1]);
	micros = 1000 * (useconds_t)atoi(argv[2]);
	count = atoi(argv[3]);
	for (i = 0; i < count; i++) {
		if (rank == late) usleep(micros);
		MPI_Barrier(MPI_COMM_WORLD);
		if (rank == late) usleep(micros);
		MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		if (rank == late) {
			usleep(micros);
			MPI_Send(&mine, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
			usleep(micros);
			MPI_Recv(&mine, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		} else if (rank == 0) {
			MPI_Recv(&mine, 1, MPI_DOUBLE, late, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Ssend(&mine, 1, MPI_DOUBLE, late, 8, MPI_COMM_WORLD);
		}
	}
	if (rank == 0) printf("sum %g\n", sum);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
