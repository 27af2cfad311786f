/*
 * A program that knows nothing of the timers: 100 sums, and messages from rank 0 to rank 1. With the
 * argument "die" the last rank dies before the last barrier, in which the others wait.
 */
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
	int rank, size, i;
	double mine = 1, sum = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (i = 0; i < 100; i++) {
		MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		if (rank == 0) MPI_Send(&mine, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
		if (rank == 1) MPI_Recv(&mine, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	if (rank == 0) printf("sum %g\n", sum);
	if (argc > 1 && rank == size - 1) {
		usleep(300000); /* until the others wait */
		raise(SIGKILL);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
