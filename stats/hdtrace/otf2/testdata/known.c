/* Messages that are known by construction: each sender says whom it sends what. Four ranks. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { MOST = 1 << 14 };
static char out[8][MOST], in[8][MOST];
static int rank, size, cancelled, plain;

static void said(const char *comm, int to, int tag, int bytes) { printf("message %s %d %d %d %d\n", comm, rank, to, tag, bytes); }

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

/* A receive that is cancelled takes nothing, and shifts no later one. */
static void cancelling(void)
{
	MPI_Request r;
	MPI_Status status;
	int i, yes;
	if (rank == 1) {
		MPI_Irecv(in[0], MOST, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &r);
		MPI_Cancel(&r);
		MPI_Wait(&r, &status);
		MPI_Test_cancelled(&status, &yes);
		cancelled += yes;
	}
	barrier();
	for (i = 1; i <= 3; i++) {
		if (rank == 0) {
			MPI_Send(out[0], 100 * i, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
			said("WORLD", 1, 1, 100 * i);
		} else if (rank == 1) {
			MPI_Recv(in[0], MOST, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		}
	}
}

/* Receives that take whatever comes, completed in several ways. */
static void any(void)
{
	MPI_Request r[4];
	int i, n, done, index, which[4], left;
	if (rank > 0) {
		for (i = 0; i < 4; i++) {
			MPI_Send(out[0], 10 * rank + i, MPI_CHAR, 0, 20 + i, MPI_COMM_WORLD);
			said("WORLD", 0, 20 + i, 10 * rank + i);
		}
		return;
	}
	for (n = 0; n < 3; n++) {
		for (i = 0; i < 4; i++) MPI_Irecv(in[i], MOST, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[i]);
		MPI_Waitany(4, r, &index, MPI_STATUS_IGNORE);
		for (left = 3; left > 1; left -= done) {
			MPI_Testsome(4, r, &done, which, MPI_STATUSES_IGNORE);
			if (done == MPI_UNDEFINED) break;
		}
		for (i = 0; i < 4; i++) {
			if (r[i] == MPI_REQUEST_NULL) continue;
			do MPI_Test(&r[i], &done, MPI_STATUS_IGNORE);
			while (!done);
		}
	}
}

/* Persistent requests, started several times. */
static void persistent(void)
{
	MPI_Request r[6];
	static char buffer[4 * MOST];
	int i, to = (rank + 1) % size, from = (rank + size - 1) % size;
	MPI_Buffer_attach(buffer, sizeof buffer);
	MPI_Recv_init(in[0], MOST, MPI_CHAR, from, 31, MPI_COMM_WORLD, &r[0]);
	MPI_Recv_init(in[1], MOST, MPI_CHAR, MPI_ANY_SOURCE, 32, MPI_COMM_WORLD, &r[1]);
	MPI_Recv_init(in[2], MOST, MPI_CHAR, from, 33, MPI_COMM_WORLD, &r[2]);
	MPI_Send_init(out[0], 1000 + rank, MPI_CHAR, to, 31, MPI_COMM_WORLD, &r[3]);
	MPI_Ssend_init(out[1], 2000 + rank, MPI_CHAR, to, 32, MPI_COMM_WORLD, &r[4]);
	MPI_Bsend_init(out[2], 3000 + rank, MPI_CHAR, to, 33, MPI_COMM_WORLD, &r[5]);
	for (i = 0; i < 3; i++) {
		if (i == 1) {
			int k;
			for (k = 0; k < 6; k++) MPI_Start(&r[k]);
		} else {
			MPI_Startall(6, r);
		}
		MPI_Waitall(6, r, MPI_STATUSES_IGNORE);
		said("WORLD", to, 31, 1000 + rank);
		said("WORLD", to, 32, 2000 + rank);
		said("WORLD", to, 33, 3000 + rank);
	}
	for (i = 0; i < 6; i++) MPI_Request_free(&r[i]);
	MPI_Buffer_detach(&buffer, &i);
}

/* From one half of the ranks to the other, by the other's numbers. */
static void between(void)
{
	MPI_Comm half, both;
	MPI_Request r;
	int me, other = rank ^ 1;
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
	MPI_Comm_rank(half, &me);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 2 : 3, 40, &both);
	MPI_Comm_set_name(both, "between");
	MPI_Irecv(in[0], MOST, MPI_CHAR, me, 41, both, &r);
	MPI_Send(out[0], 500 + rank, MPI_CHAR, me, 41, both);
	said("between", other, 41, 500 + rank);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	if (rank % 2) {
		MPI_Recv(in[0], MOST, MPI_CHAR, MPI_ANY_SOURCE, 42, both, MPI_STATUS_IGNORE);
	} else {
		MPI_Send(out[0], 600 + rank, MPI_CHAR, me, 42, both);
		said("between", other, 42, 600 + rank);
	}
	MPI_Comm_free(&both);
	MPI_Comm_free(&half);
}

/* Ready sends, whose receives are there. */
static void ready(void)
{
	MPI_Request r[3];
	int to = (rank + 1) % size, from = (rank + size - 1) % size;
	MPI_Irecv(in[0], MOST, MPI_CHAR, from, 51, MPI_COMM_WORLD, &r[0]);
	MPI_Irecv(in[1], MOST, MPI_CHAR, from, 51, MPI_COMM_WORLD, &r[1]);
	barrier();
	MPI_Rsend(out[0], 700 + rank, MPI_CHAR, to, 51, MPI_COMM_WORLD);
	MPI_Irsend(out[1], 800 + rank, MPI_CHAR, to, 51, MPI_COMM_WORLD, &r[2]);
	said("WORLD", to, 51, 700 + rank);
	said("WORLD", to, 51, 800 + rank);
	MPI_Wait(&r[1], MPI_STATUS_IGNORE); /* not in the order in which they began */
	MPI_Wait(&r[2], MPI_STATUS_IGNORE);
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);
}

/* Messages that are probed for, and those that are exchanged. */
static void probed(void)
{
	MPI_Message found;
	MPI_Request r;
	int yes, to = (rank + 1) % size, from = (rank + size - 1) % size;
	if (rank == 0) {
		MPI_Send(out[0], 61, MPI_CHAR, 1, 61, MPI_COMM_WORLD);
		said("WORLD", 1, 61, 61);
		MPI_Send(out[0], 62, MPI_CHAR, 1, 61, MPI_COMM_WORLD);
		said("WORLD", 1, 61, 62);
		usleep(400000); /* a busy machine may let rank 1 come some of it late */
		MPI_Send(out[0], 63, MPI_CHAR, 1, 63, MPI_COMM_WORLD);
		said("WORLD", 1, 63, 63);
	} else if (rank == 1) {
		MPI_Mprobe(MPI_ANY_SOURCE, 61, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
		MPI_Mrecv(in[0], MOST, MPI_CHAR, &found, MPI_STATUS_IGNORE);
		do MPI_Improbe(0, 61, MPI_COMM_WORLD, &yes, &found, MPI_STATUS_IGNORE);
		while (!yes);
		MPI_Imrecv(in[0], MOST, MPI_CHAR, &found, &r);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
		MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(in[0], MOST, MPI_CHAR, 0, 63, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Sendrecv(out[0], 64 + rank, MPI_CHAR, to, 64, in[0], MOST, MPI_CHAR, MPI_ANY_SOURCE, 64, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	said("WORLD", to, 64, 64 + rank);
	MPI_Sendrecv_replace(in[0], 65, MPI_CHAR, to, 65, from, 65, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	said("WORLD", to, 65, 65);
#if MPI_VERSION >= 4
	MPI_Isendrecv(out[0], 66 + rank, MPI_CHAR, to, 66, in[0], MOST, MPI_CHAR, from, 66, MPI_COMM_WORLD, &r);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
#ifdef MPICH_VERSION
	printf("sent WORLD %d %d 66 %d\nunknown 1\n", rank, to, 66 + rank); /* its status does not say what has come */
#else
	said("WORLD", to, 66, 66 + rank);
#endif
	MPI_Request p[2];
	int i;
	MPI_Psend_init(out[0], 4, 25, MPI_CHAR, to, 31, MPI_COMM_WORLD, MPI_INFO_NULL, &p[0]);
	MPI_Precv_init(in[0], 4, 25, MPI_CHAR, from, 31, MPI_COMM_WORLD, MPI_INFO_NULL, &p[1]);
	MPI_Startall(2, p);
	for (i = 0; i < 4; i++) MPI_Pready(i, p[0]);
	MPI_Waitall(2, p, MPI_STATUSES_IGNORE);
	said("WORLD", to, 31, 100);
	MPI_Request_free(&p[0]);
	MPI_Request_free(&p[1]);
#endif
}

/* What is no message: to and from nobody; a receive for which nothing comes; collective calls that OTF2 has nothing for. */
static void others(void)
{
	MPI_Request r[2];
	MPI_Comm grid;
	int all[8], yes, i, periods[1] = {1}, dims[1] = {size};
	MPI_Send(out[0], 10, MPI_CHAR, MPI_PROC_NULL, 71, MPI_COMM_WORLD);
	MPI_Isend(out[0], 10, MPI_CHAR, MPI_PROC_NULL, 71, MPI_COMM_WORLD, &r[0]);
	MPI_Irecv(in[0], 10, MPI_CHAR, MPI_PROC_NULL, 71, MPI_COMM_WORLD, &r[1]);
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
	MPI_Recv(in[0], 10, MPI_CHAR, MPI_PROC_NULL, 71, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Irecv(in[0], 10, MPI_CHAR, MPI_ANY_SOURCE, 72, MPI_COMM_WORLD, &r[0]);
	for (i = 0; i < 10; i++) MPI_Test(&r[0], &yes, MPI_STATUS_IGNORE);
	MPI_Cancel(&r[0]);
	MPI_Request_free(&r[0]);
	MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
	MPI_Neighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, grid);
	MPI_Ineighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, grid, &r[0]);
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);
	MPI_Ibarrier(grid, &r[0]);
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);
	plain += 3;
	MPI_Comm_free(&grid);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	cancelling();
	barrier();
	any();
	barrier();
	persistent();
	between();
	ready();
	barrier();
	probed();
	others();
	printf("cancelled %d\nplain %d\n", cancelled, plain);
	fflush(stdout);
	MPI_Finalize();
	return 0;
}
