/* Many requests under way at once, and receives whose completion is not seen. */
#include <mpi.h>
#include <stdio.h>

enum { MANY = 70000, LOST = 20000 };
static MPI_Request requests[MANY];
static int in[MANY];

int main(int argc, char **argv) {
	MPI_Request request;
	int i, out, wrong = 0;
	MPI_Init(&argc, &argv);
	for (i = 0; i < LOST; i++) {
		MPI_Irecv(in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
		MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
		PMPI_Wait(&request, MPI_STATUS_IGNORE);
		if (in[0] != i) wrong++;
	}
	for (i = 0; i < MANY; i++) MPI_Irecv(&in[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
	for (i = 0; i < MANY; i++) {
		out = 3 * i;
		MPI_Send(&out, 1, MPI_INT, 0, i, MPI_COMM_SELF);
	}
	MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
	for (i = 0; i < MANY; i++) wrong += in[i] != 3 * i;
	printf("wrong %d\n", wrong);
	MPI_Finalize();
	return 0;
}
