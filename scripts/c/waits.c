/* Ranks that wait for each other for ever, in the way that the first argument says: for c-test.sh, which looks who waits
 * for whom and then ends them. */
#define _DEFAULT_SOURCE
#include "mpitimer.h"

#include <mpi.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void work(const char *where) {
	mpitimer_start(where);
	for (;;) sleep(1);
}

/* Threads of rank 0, each of which waits for another rank. */
static void *receive(void *from) {
	MPI_Request request;
	int n;
	if (*(int *)from == 1) {
		MPI_Recv(&n, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else {
		MPI_Irecv(&n, 1, MPI_INT, 2, 7, MPI_COMM_WORLD, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	return NULL;
}

static void threads(int rank) {
	static int from[2] = {1, 2};
	pthread_t thread[2];
	if (rank > 0) work(rank == 1 ? "solve" : "output");
	for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, receive, &from[i]);
	for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
}

/* Ranks of one parity wait for those of the other, of which the last one does not come to a barrier of its own. */
static void rows(int rank, int size) {
	MPI_Comm row;
	int n = 0;
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &row);
	if (rank == size - 1) work("solve");
	if (rank % 2 == (size - 1) % 2) MPI_Barrier(row);
	else MPI_Recv(&n, 1, MPI_INT, rank + 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Ranks that do not agree in which of two communicators of the same members they are to meet. */
static void twins(int rank) {
	MPI_Comm twin[2];
	int n = 0;
	MPI_Comm_dup(MPI_COMM_WORLD, &twin[0]);
	MPI_Comm_dup(MPI_COMM_WORLD, &twin[1]);
	MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, twin[rank == 0]);
}

/* Each waits for both of its neighbours, one of which does not send. */
static void halo(int rank, int size) {
	MPI_Request requests[4];
	int in[2], neighbour[2] = {(rank + 1) % size, (rank + size - 1) % size};
	for (;;) {
		for (int i = 0; i < 2; i++) {
			MPI_Irecv(&in[i], 1, MPI_INT, neighbour[i], 7, MPI_COMM_WORLD, &requests[i]);
			MPI_Isend(&rank, 1, MPI_INT, neighbour[i], 7, MPI_COMM_WORLD, &requests[2 + i]);
		}
		MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
		if (rank == 2) work("solve");
	}
}

/* The root has sent its data and goes on; ranks 1, 2 and 4, through which they come to others in a tree, are late. */
static void behind_root(int rank) {
	int n = 0, i;
	for (i = 0; i < 3; i++) MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
	if (rank == 1 || rank == 2 || rank == 4) work("output");
	MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
	work("solve");
}

static void any(int rank, int size) {
	MPI_Request requests[32];
	int in[32], n = 0, index;
	if (rank > 0) work(rank == 1 ? "solve" : "output");
	for (int i = 1; i < size && n < 32; i++, n++) MPI_Irecv(&in[n], 1, MPI_INT, i, 7, MPI_COMM_WORLD, &requests[n]);
	MPI_Waitany(n, requests, &index, MPI_STATUS_IGNORE);
}

/* Timers of the even ranks only, from the last one down. All of these wait in a chain for the last rank, whose number is 0
 * there; rank 1 is in no job, and the barrier of all others waits for it. */
static int part(int rank, int size) {
	MPI_Comm even;
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, size - rank, &even);
	return rank % 2 == 0 ? mpitimer_initialize_on(0, MPI_Comm_c2f(even)) : 0;
}

static void chain_of_part(int rank, int size) {
	int n = 0, last = (size - 1) / 2 * 2;
	mpitimer_start("step");
	if (rank == last) work("solve");
	if (rank % 2 == 0) MPI_Recv(&n, 1, MPI_INT, rank + 2, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
}

static void outside_of_part(int rank, int size) {
	int n = 0;
	(void)size;
	if (rank % 2 != 0) sleep(1000);
	mpitimer_start("step");
	MPI_Recv(&n, 1, MPI_INT, rank == 0 ? 1 : 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 4 sends to rank 2 before there are timers and after that, and both end; so they do with rank 1, which is in no job. */
static void exchange(int rank, int times) {
	int n = 0, i;
	for (i = 0; i < times; i++) {
		if (rank == 4) MPI_Send(&n, 1, MPI_INT, 2, 7, MPI_COMM_WORLD);
		if (rank == 2) MPI_Recv(&n, 1, MPI_INT, 4, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (rank == 4) MPI_Send(&n, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
		if (rank == 1) MPI_Recv(&n, 1, MPI_INT, 4, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
}

static int part_that_ends(int rank, int size) {
	int wrong;
	exchange(rank, 3);
	wrong = part(rank, size);
	exchange(rank, 10);
	if (rank % 2 == 0) wrong |= mpitimer_finalize();
	MPI_Finalize();
	return wrong;
}

static char much[4 << 20];

int main(int argc, char **argv) {
	int rank, size, n = 0, both[2] = {0, 0}, level = MPI_THREAD_SINGLE;
	MPI_Request requests[2];
	MPI_Comm row;
	const char *how = argc > 1 ? argv[1] : "";
	if (strcmp(how, "threads") == 0) {
		MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
		if (level != MPI_THREAD_MULTIPLE) return 1;
	} else {
		MPI_Init(&argc, &argv);
	}
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (strncmp(how, "part", 4) == 0) {
		if (strcmp(how, "part-ends") == 0) return part_that_ends(rank, size);
		if (part(rank, size) != 0) return 1;
		if (strcmp(how, "part") == 0) chain_of_part(rank, size);
		else outside_of_part(rank, size);
		return 1;
	}
	mpitimer_initialize(0);
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
	} else if (strcmp(how, "behind-root") == 0) {
		behind_root(rank);
	} else if (strcmp(how, "goes-on") == 0) {
		for (;;) {
			mpitimer_start("first");
			MPI_Barrier(MPI_COMM_WORLD);
			mpitimer_stop("first");
			mpitimer_start("second");
			MPI_Barrier(MPI_COMM_WORLD);
			mpitimer_stop("second");
		}
	} else if (strcmp(how, "wait") == 0) {
		if (rank == 2) work("solve");
		MPI_Irecv(&n, 1, MPI_INT, 2, 7, MPI_COMM_WORLD, &requests[0]);
		MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	} else if (strcmp(how, "waitall") == 0) {
		if (rank == 0) work("solve");
		MPI_Irecv(&both[0], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &requests[0]);
		MPI_Irecv(&both[1], 1, MPI_INT, 0, 8, MPI_COMM_WORLD, &requests[1]);
		MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	} else if (strcmp(how, "isend") == 0) {
		if (rank == 0) work("solve");
		MPI_Isend(much, sizeof much, MPI_CHAR, rank - 1, 7, MPI_COMM_WORLD, &requests[0]);
		MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	} else if (strcmp(how, "issend") == 0) {
		if (rank == 0) work("solve");
		MPI_Issend(&n, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &requests[0]);
		MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	} else if (strcmp(how, "ibarrier") == 0) {
		if (rank == size - 1) work("output");
		MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
		MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	} else if (strcmp(how, "polls") == 0) {
		int done = 0;
		if (rank == size - 1) work("output");
		MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
		while (!done) {
			MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
			usleep(500);
		}
	} else if (strcmp(how, "ibcast") == 0) {
		if (rank == 1) work("read");
		MPI_Ibcast(&n, 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[0]);
		MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	} else if (strcmp(how, "irows") == 0) {
		MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &row);
		if (rank == size - 1) work("solve");
		MPI_Iallreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, row, &requests[0]);
		MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
		work("solve");
	} else if (strcmp(how, "threads") == 0) {
		threads(rank);
	} else if (strcmp(how, "rows") == 0) {
		rows(rank, size);
	} else if (strcmp(how, "twins") == 0) {
		twins(rank);
	} else if (strcmp(how, "halo") == 0) {
		halo(rank, size);
	} else if (strcmp(how, "any") == 0) {
		any(rank, size);
	}
	return 1;
}
