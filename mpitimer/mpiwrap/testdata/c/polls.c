/* Rank 0 asks for messages in every way, rank 1 sends each of them late. What rank 0 asked for in vain is written
 * at the end. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { LATE = 5000 };
static unsigned long asked;

static void probe(int tag) {
	MPI_Status status;
	int there = 0, in;
	for (;; asked++) {
		MPI_Iprobe(1, tag, MPI_COMM_WORLD, &there, &status);
		if (there) break;
	}
	MPI_Recv(&in, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, &status);
}

/* A message that the probe takes; whom it asks for changes. */
static void take(int tag, int wait) {
	MPI_Message message;
	MPI_Request request;
	MPI_Status status;
	int there = 0, in;
	for (;; asked++) {
		MPI_Improbe(asked % 2 ? 1 : MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &message, &status);
		if (there) break;
	}
	if (wait) {
		MPI_Mrecv(&in, 1, MPI_INT, &message, &status);
	} else {
		MPI_Imrecv(&in, 1, MPI_INT, &message, &request);
		MPI_Wait(&request, &status);
	}
}

static void test(int tag) {
	MPI_Request requests[2];
	int in[2], done = 0, k;
	for (k = 0; k < 2; k++) MPI_Irecv(&in[k], 1, MPI_INT, 1, tag + k, MPI_COMM_WORLD, &requests[k]);
	for (;; asked++) {
		MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
		if (done) break;
	}
	MPI_Irecv(&in[0], 1, MPI_INT, 1, tag + 2, MPI_COMM_WORLD, &requests[0]);
	for (;; asked++) {
		MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
		if (done) break;
	}
}

int main(int argc, char **argv) {
	int rank, tag;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		probe(0);
		take(1, 1);
		take(2, 0);
		test(3);
		printf("asked %lu\n", asked);
	} else if (rank == 1) {
		for (tag = 0; tag < 6; tag++) {
			usleep(LATE);
			MPI_Send(&tag, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
		}
	}
	MPI_Finalize();
	return 0;
}
