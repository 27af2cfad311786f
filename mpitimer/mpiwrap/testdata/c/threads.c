/* Several threads that talk to themselves at the same time, each with a communicator of its own. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, TIMES = 500 };
static MPI_Comm comms[THREADS];
static int wrong;

static void *work(void *at) {
	MPI_Comm comm = *(MPI_Comm *)at;
	MPI_Request requests[4];
	int out[2], in[2], i, k, done;
	for (i = 0; i < TIMES; i++) {
		for (k = 0; k < 2; k++) {
			out[k] = 10 * i + k;
			MPI_Irecv(&in[k], 1, MPI_INT, 0, k, comm, &requests[k]);
			MPI_Isend(&out[k], 1, MPI_INT, 0, k, comm, &requests[2 + k]);
		}
		MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
		MPI_Sendrecv_replace(&out[0], 1, MPI_INT, 0, 9, 0, 9, comm, MPI_STATUS_IGNORE);
		MPI_Allreduce(MPI_IN_PLACE, &out[0], 1, MPI_INT, MPI_SUM, comm);
		if (in[0] != 10 * i || in[1] != 10 * i + 1 || out[0] != 10 * i) wrong = 1;
		MPI_Testall(0, requests, &done, MPI_STATUSES_IGNORE);
	}
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t threads[THREADS];
	int provided, i;
	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	if (provided != MPI_THREAD_MULTIPLE) {
		printf("single\n");
		MPI_Finalize();
		return 0;
	}
	for (i = 0; i < THREADS; i++) MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
	for (i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, &comms[i]);
	for (i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	for (i = 0; i < THREADS; i++) MPI_Comm_free(&comms[i]);
	printf("wrong %d\n", wrong);
	MPI_Finalize();
	return 0;
}
