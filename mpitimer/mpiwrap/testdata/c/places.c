/* Messages in more regions than there is room for, "sent CALLS BYTES" in all. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

enum { REGIONS = 70000 };

int main(int argc, char **argv) {
	unsigned *current = dlsym(RTLD_DEFAULT, "mpiwrap_test_region");
	char data[8], in[8];
	long bytes = 0;
	int rank, i, round;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (round = 0; round < 2; round++) {
		for (i = 1; i <= REGIONS; i++) {
			*current = (unsigned)i;
			MPI_Sendrecv(data, i % 8, MPI_CHAR, rank, 1, in, 8, MPI_CHAR, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			bytes += i % 8;
		}
	}
	*current = 0;
	printf("sent %d %ld\n", 2 * REGIONS, bytes);
	MPI_Finalize();
	return 0;
}
