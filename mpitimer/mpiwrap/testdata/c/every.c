/* A program that uses every kind of MPI call and says what it expects to be counted: "expect NAME SENT
 * RECEIVED" for each call, in bytes, and "partner RANK BYTES REGION" for each message. What it computes it
 * prints as "result" lines. Run it on two or more ranks. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void expect(const char *name, long sent, long received) { printf("expect %s %ld %ld\n", name, sent, received); }

/* The region that calls belong to from now on, where the wrappers are there. */
static unsigned region;
static void enter(unsigned n) {
	unsigned *current = dlsym(RTLD_DEFAULT, "mpiwrap_test_region");
	region = n;
	if (current) *current = n;
}

static void partner(int to, long bytes) { printf("partner %d %ld %u\n", to, bytes, region); }
static void result(const char *what, double value) { printf("result %s %.17g\n", what, value); }

#define CALL(name, sent, received, ...)          \
	do {                                     \
		MPI_##name(__VA_ARGS__);         \
		expect(#name, (sent), (received)); \
	} while (0)

static double sum(const int *x, int n) {
	double s = 0;
	int i;
	for (i = 0; i < n; i++) s += x[i] * (i + 1.0);
	return s;
}

/* Messages around a ring, by all the ways of sending. */
static void blocking(void) {
	int right = (rank + 1) % size, left = (rank + size - 1) % size, data[100], in[100], i, flag, n;
	double value = rank;
	char *room = malloc(10000);
	MPI_Status status;
	MPI_Message message;
	for (i = 0; i < 100; i++) data[i] = rank * 1000 + i;
	if (rank % 2 == 0) {
		CALL(Send, 400, 0, data, 100, MPI_INT, right, 1, MPI_COMM_WORLD);
		partner(right, 400);
		CALL(Recv, 0, 400, in, 100, MPI_INT, left, 1, MPI_COMM_WORLD, &status);
	} else {
		/* fewer come than fit, from whomever */
		CALL(Recv, 0, 400, in, 100, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		CALL(Send, 400, 0, data, 100, MPI_INT, right, 1, MPI_COMM_WORLD);
		partner(right, 400);
	}
	result("ring", sum(in, 100));
	CALL(Sendrecv, 40, 40, data, 10, MPI_INT, right, 2, in, 100, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	partner(right, 40);
	CALL(Sendrecv_replace, 8, 8, &value, 1, MPI_DOUBLE, right, 3, left, 3, MPI_COMM_WORLD, &status);
	partner(right, 8);
	result("replaced", value + status.MPI_SOURCE);
	CALL(Buffer_attach, 0, 0, room, 10000);
	CALL(Bsend, 12, 0, data, 3, MPI_INT, right, 4, MPI_COMM_WORLD);
	partner(right, 12);
	CALL(Probe, 0, 0, left, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
	CALL(Get_count, 0, 0, &status, MPI_INT, &n);
	CALL(Recv, 0, 12, in, n, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
	result("probed", sum(in, n) + status.MPI_TAG);
	CALL(Buffer_detach, 0, 0, &room, &n);
	free(room);
	CALL(Send, 0, 0, data, 100, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
	CALL(Recv, 0, 0, in, 100, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
	CALL(Sendrecv, 4, 4, data, 1, MPI_INT, rank, 6, in, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &status);
	partner(rank, 4);
	flag = 0;
	if (rank == 0) {
		CALL(Send, 20, 0, data, 5, MPI_INT, right, 7, MPI_COMM_WORLD);
		partner(right, 20);
	} else if (rank == 1) {
		CALL(Mprobe, 0, 0, left, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
		CALL(Mrecv, 0, 20, in, 5, MPI_INT, &message, &status);
		result("matched", sum(in, 5) + status.MPI_SOURCE);
		CALL(Iprobe, 0, 0, left, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
	}
}

static void nonblocking(void) {
	enum { N = 40 };
	int right = (rank + 1) % size, left = (rank + size - 1) % size, in[N], out[N], i, done, index, some[N], flag;
	MPI_Request requests[2 * N];
	MPI_Status statuses[2 * N], status;
	double total = 0;
	for (i = 0; i < N; i++) out[i] = 100 * rank + i;
	/* all at once, more than the wrapper has room for without asking */
	for (i = 0; i < N; i++) CALL(Irecv, 0, 0, &in[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &requests[i]);
	for (i = 0; i < N; i++) {
		CALL(Isend, 4, 0, &out[i], 1, MPI_INT, right, i, MPI_COMM_WORLD, &requests[N + i]);
		partner(right, 4);
	}
	CALL(Waitall, 0, 4 * N, 2 * N, requests, MPI_STATUSES_IGNORE);
	result("all", sum(in, N));
	/* one by one */
	CALL(Irecv, 0, 0, in, N, MPI_INT, MPI_ANY_SOURCE, 60, MPI_COMM_WORLD, &requests[0]);
	CALL(Issend, 8, 0, out, 2, MPI_INT, right, 60, MPI_COMM_WORLD, &requests[1]);
	partner(right, 8);
	CALL(Wait, 0, 8, &requests[0], &status);
	CALL(Wait, 0, 0, &requests[1], MPI_STATUS_IGNORE);
	CALL(Wait, 0, 0, &requests[1], &status); /* null by now */
	result("one", sum(in, 2));
	/* any, with statuses */
	for (i = 0; i < 3; i++) CALL(Irecv, 0, 0, &in[i], 1, MPI_INT, left, 70 + i, MPI_COMM_WORLD, &requests[i]);
	for (i = 0; i < 3; i++) {
		CALL(Isend, 4, 0, &out[i], 1, MPI_INT, right, 70 + i, MPI_COMM_WORLD, &requests[3 + i]);
		partner(right, 4);
	}
	for (i = 0; i < 3; i++) {
		CALL(Waitany, 0, 4, 3, requests, &index, &status);
		total += index * 10 + status.MPI_TAG;
	}
	CALL(Waitany, 0, 0, 3, requests, &index, MPI_STATUS_IGNORE);
	result("any", total + sum(in, 3) + (index == MPI_UNDEFINED));
	CALL(Waitall, 0, 0, 3, requests + 3, statuses);
	/* some */
	for (i = 0; i < N; i++) CALL(Irecv, 0, 0, &in[i], 1, MPI_INT, left, 100 + i, MPI_COMM_WORLD, &requests[i]);
	for (i = 0; i < N; i++) {
		CALL(Send, 4, 0, &out[i], 1, MPI_INT, right, 100 + i, MPI_COMM_WORLD);
		partner(right, 4);
	}
	for (done = 0; done < N;) {
		int n;
		MPI_Waitsome(N, requests, &n, some, done ? statuses : MPI_STATUSES_IGNORE);
		expect("Waitsome", 0, 4 * n);
		done += n;
	}
	result("some", sum(in, N));
	/* tests */
	CALL(Irecv, 0, 0, in, 1, MPI_INT, left, 200, MPI_COMM_WORLD, &requests[0]);
	CALL(Test, 0, 0, &requests[0], &flag, MPI_STATUS_IGNORE); /* cannot be there: nobody sends before the barrier */
	CALL(Barrier, 0, 0, MPI_COMM_WORLD);
	CALL(Rsend, 4, 0, out, 1, MPI_INT, right, 200, MPI_COMM_WORLD);
	partner(right, 4);
	while (!flag) {
		MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
		expect("Test", 0, flag ? 4 : 0);
	}
	for (i = 0; i < 4; i++) CALL(Irecv, 0, 0, &in[i], 1, MPI_INT, left, 210 + i, MPI_COMM_WORLD, &requests[i]);
	for (i = 0; i < 4; i++) {
		CALL(Send, 4, 0, &out[i], 1, MPI_INT, right, 210 + i, MPI_COMM_WORLD);
		partner(right, 4);
	}
	for (flag = 0; !flag;) {
		MPI_Testany(4, requests, &index, &flag, &status);
		expect("Testany", 0, flag && index >= 0 ? 4 : 0);
	}
	for (done = 0; !done;) {
		MPI_Testall(4, requests, &done, MPI_STATUSES_IGNORE);
		expect("Testall", 0, done ? 12 : 0);
	}
	MPI_Testsome(4, requests, &index, some, statuses);
	expect("Testsome", 0, 0);
	result("tested", sum(in, 4));
	/* a receive that is cancelled has no bytes */
	CALL(Irecv, 0, 0, in, 1, MPI_INT, left, 999, MPI_COMM_WORLD, &requests[0]);
	CALL(Cancel, 0, 0, &requests[0]);
	CALL(Wait, 0, 0, &requests[0], &status);
	CALL(Test_cancelled, 0, 0, &status, &flag);
	result("cancelled", flag);
}

static void persistent(void) {
	int right = (rank + 1) % size, left = (rank + size - 1) % size, in[4], out[4] = {rank, 1, 2, 3}, i;
	MPI_Request requests[2];
	MPI_Status statuses[2];
	CALL(Send_init, 0, 0, out, 4, MPI_INT, right, 300, MPI_COMM_WORLD, &requests[0]);
	CALL(Recv_init, 0, 0, in, 4, MPI_INT, left, 300, MPI_COMM_WORLD, &requests[1]);
	CALL(Wait, 0, 0, &requests[1], &statuses[0]); /* not active */
	for (i = 0; i < 3; i++) {
		CALL(Startall, 16, 0, 2, requests);
		partner(right, 16);
		CALL(Waitall, 0, 16, 2, requests, i == 1 ? MPI_STATUSES_IGNORE : statuses);
	}
	CALL(Start, 0, 0, &requests[1]);
	CALL(Start, 16, 0, &requests[0]);
	partner(right, 16);
	CALL(Wait, 0, 16, &requests[1], MPI_STATUS_IGNORE);
	CALL(Wait, 0, 0, &requests[0], MPI_STATUS_IGNORE);
	CALL(Request_free, 0, 0, &requests[0]);
	CALL(Request_free, 0, 0, &requests[1]);
	result("persistent", sum(in, 4));
}

static void collectives(MPI_Comm comm, int n, int me) {
	int *a = calloc(n * 4 + 4, sizeof *a), *b = calloc(n * 4 + 4, sizeof *b), counts[64], displs[64], total = 0, i;
	MPI_Datatype types[64];
	int bytes[64];
	MPI_Request request;
	for (i = 0; i < n; i++) {
		counts[i] = i + 1;
		displs[i] = total;
		total += i + 1;
		types[i] = MPI_INT;
		bytes[i] = 4 * i;
	}
	for (i = 0; i < n * 4; i++) a[i] = me * 100 + i;
	CALL(Bcast, me == 0 ? 16 : 0, me == 0 ? 0 : 16, a, 4, MPI_INT, 0, comm);
	CALL(Reduce, 16, me == 1 ? 16 : 0, a, b, 4, MPI_INT, MPI_SUM, 1, comm);
	CALL(Reduce, 16, me == 1 ? 16 : 0, me == 1 ? MPI_IN_PLACE : a, b, 4, MPI_INT, MPI_SUM, 1, comm);
	result("reduce", sum(b, 4));
	CALL(Allreduce, 16, 16, a, b, 4, MPI_INT, MPI_SUM, comm);
	CALL(Allreduce, 16, 16, MPI_IN_PLACE, b, 4, MPI_INT, MPI_SUM, comm);
	result("allreduce", sum(b, 4));
	CALL(Scan, 8, 8, a, b, 2, MPI_INT, MPI_SUM, comm);
	CALL(Exscan, 8, me > 0 ? 8 : 0, a, b, 2, MPI_INT, MPI_SUM, comm);
	CALL(Gather, 8, me == 0 ? 8 * n : 0, a, 2, MPI_INT, b, 2, MPI_INT, 0, comm);
	if (me == 0) {
		CALL(Gather, 8, 8 * n, MPI_IN_PLACE, -7, MPI_DATATYPE_NULL, b, 2, MPI_INT, 0, comm);
	} else {
		CALL(Gather, 8, 0, a, 2, MPI_INT, NULL, -7, MPI_DATATYPE_NULL, 0, comm);
	}
	result("gather", me == 0 ? sum(b, 2 * n) : 0);
	CALL(Gatherv, 4 * (me + 1), me == 0 ? 4 * total : 0, a, me + 1, MPI_INT, b, counts, displs, MPI_INT, 0, comm);
	if (me == 0) {
		CALL(Gatherv, 4, 4 * total, MPI_IN_PLACE, 0, MPI_INT, b, counts, displs, MPI_INT, 0, comm);
	} else {
		CALL(Gatherv, 4 * (me + 1), 0, a, me + 1, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, comm);
	}
	CALL(Scatter, me == 0 ? 8 * n : 0, 8, a, 2, MPI_INT, b, 2, MPI_INT, 0, comm);
	if (me == 0) {
		CALL(Scatter, 8 * n, 8, a, 2, MPI_INT, MPI_IN_PLACE, 2, MPI_INT, 0, comm);
	} else {
		CALL(Scatter, 0, 8, NULL, 0, MPI_DATATYPE_NULL, b, 2, MPI_INT, 0, comm);
	}
	CALL(Scatterv, me == 0 ? 4 * total : 0, 4 * (me + 1), a, counts, displs, MPI_INT, b, me + 1, MPI_INT, 0, comm);
	CALL(Allgather, 8, 8 * n, a, 2, MPI_INT, b, 2, MPI_INT, comm);
	CALL(Allgather, 8, 8 * n, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 2, MPI_INT, comm);
	result("allgather", sum(b, 2 * n));
	CALL(Allgatherv, 4 * (me + 1), 4 * total, a, me + 1, MPI_INT, b, counts, displs, MPI_INT, comm);
	CALL(Allgatherv, 4 * (me + 1), 4 * total, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, counts, displs, MPI_INT, comm);
	CALL(Alltoall, 8 * n, 8 * n, a, 2, MPI_INT, b, 2, MPI_INT, comm);
	CALL(Alltoall, 8 * n, 8 * n, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 2, MPI_INT, comm);
	for (i = 0; i < n; i++) {
		counts[i] = 1;
		displs[i] = i;
	}
	CALL(Alltoallv, 4 * n, 4 * n, a, counts, displs, MPI_INT, b, counts, displs, MPI_INT, comm);
	CALL(Alltoallw, 4 * n, 4 * n, a, counts, bytes, types, b, counts, bytes, types, comm);
	CALL(Reduce_scatter, 4 * n, 4, a, b, counts, MPI_INT, MPI_SUM, comm);
	CALL(Reduce_scatter_block, 8 * n, 8, a, b, 2, MPI_INT, MPI_SUM, comm);
	result("scattered", sum(b, 2));
	CALL(Ibarrier, 0, 0, comm, &request);
	CALL(Wait, 0, 0, &request, MPI_STATUS_IGNORE);
	CALL(Iallreduce, 16, 16, a, b, 4, MPI_INT, MPI_MAX, comm, &request);
	CALL(Wait, 0, 0, &request, MPI_STATUS_IGNORE);
	result("iallreduce", sum(b, 4));
	free(a);
	free(b);
}

/* Groups of ranks that come and go. */
static void communicators(void) {
	MPI_Comm half, twice, inter, grid, merged;
	int n, me, i, periods[1] = {1}, dims[1] = {size}, in[2], out = rank, x = rank;
	for (i = 0; i < 5; i++) { /* the same again and again */
		CALL(Comm_split, 0, 0, MPI_COMM_WORLD, rank % 2, -rank, &half);
		CALL(Comm_set_name, 0, 0, half, "half");
		CALL(Comm_size, 0, 0, half, &n);
		CALL(Comm_rank, 0, 0, half, &me);
		if (n > 1) {
			CALL(Sendrecv_replace, 4, 4, &x, 1, MPI_INT, (me + 1) % n, 1, (me + n - 1) % n, 1, half, MPI_STATUS_IGNORE);
			/* ranks stand in the order of -rank */
			partner(rank % 2 + 2 * (n - 1 - (me + 1) % n), 4);
		}
		CALL(Comm_free, 0, 0, &half);
	}
	result("half", x);
	CALL(Comm_dup, 0, 0, MPI_COMM_WORLD, &twice);
	collectives(twice, size, rank);
	CALL(Comm_free, 0, 0, &twice);
	CALL(Cart_create, 0, 0, MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
	CALL(Neighbor_allgather, 8, 8, &out, 1, MPI_INT, in, 1, MPI_INT, grid);
	result("grid", in[0] + 10 * in[1]);
	CALL(Comm_free, 0, 0, &grid);
	/* rank 0 on one side, all others on the other */
	CALL(Comm_split, 0, 0, MPI_COMM_WORLD, rank > 0, rank, &half);
	CALL(Intercomm_create, 0, 0, half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &inter);
	if (rank == 0) {
		CALL(Send, 4, 0, &x, 1, MPI_INT, size - 2, 8, inter);
		partner(size - 1, 4);
		CALL(Bcast, 4, 0, &x, 1, MPI_INT, MPI_ROOT, inter);
		CALL(Allgather, 4, 4 * (size - 1), &out, 1, MPI_INT, malloc(4 * size), 1, MPI_INT, inter);
	} else {
		if (rank == size - 1) CALL(Recv, 0, 4, in, 1, MPI_INT, 0, 8, inter, MPI_STATUS_IGNORE);
		CALL(Bcast, 0, 4, &x, 1, MPI_INT, 0, inter);
		CALL(Allgather, 4, 4, &out, 1, MPI_INT, in, 1, MPI_INT, inter);
	}
	result("inter", x);
	CALL(Intercomm_merge, 0, 0, inter, rank > 0, &merged);
	CALL(Barrier, 0, 0, merged);
	CALL(Comm_disconnect, 0, 0, &merged);
	CALL(Comm_free, 0, 0, &inter);
	CALL(Comm_free, 0, 0, &half);
}

static void onesided(void) {
	int right = (rank + 1) % size, *memory, value = rank + 1, got[2] = {-1, -1}, old = -1;
	MPI_Win window;
	CALL(Win_allocate, 0, 0, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
	memset(memory, 0, 4 * sizeof(int));
	CALL(Barrier, 0, 0, MPI_COMM_WORLD);
	CALL(Win_fence, 0, 0, 0, window);
	CALL(Put, 4, 0, &value, 1, MPI_INT, right, 0, 1, MPI_INT, window);
	CALL(Accumulate, 4, 0, &value, 1, MPI_INT, right, 1, 1, MPI_INT, MPI_SUM, window);
	CALL(Win_fence, 0, 0, 0, window);
	CALL(Get, 0, 8, got, 2, MPI_INT, right, 0, 2, MPI_INT, window);
	CALL(Win_fence, 0, 0, 0, window);
	CALL(Win_lock, 0, 0, MPI_LOCK_SHARED, right, 0, window);
	CALL(Fetch_and_op, 4, 4, &value, &old, MPI_INT, right, 1, MPI_SUM, window);
	CALL(Win_flush, 0, 0, right, window);
	CALL(Win_unlock, 0, 0, right, window);
	CALL(Barrier, 0, 0, MPI_COMM_WORLD);
	result("window", memory[0] + 10.0 * memory[1] + 100.0 * got[0] + 1000.0 * got[1] + old);
	CALL(Win_free, 0, 0, &window);
}

static void files(const char *name) {
	MPI_File file;
	MPI_Info info;
	MPI_Offset length, at;
	MPI_Request request;
	MPI_Status status;
	int data[8] = {rank, 1, 2, 3, 4, 5, 6, 7}, in[8] = {0};
	CALL(Info_create, 0, 0, &info);
	CALL(Info_set, 0, 0, info, "access_style", "write_once");
	CALL(File_open, 0, 0, MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
	CALL(Info_free, 0, 0, &info);
	CALL(File_set_size, 0, 0, file, 0);
	CALL(File_set_view, 0, 0, file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	CALL(File_write_at_all, 32, 0, file, rank * 8, data, 8, MPI_INT, MPI_STATUS_IGNORE);
	CALL(File_sync, 0, 0, file);
	CALL(Barrier, 0, 0, MPI_COMM_WORLD);
	CALL(File_read_at, 0, 32, file, (rank + 1) % size * 8, in, 8, MPI_INT, &status);
	result("read", sum(in, 8));
	CALL(File_seek, 0, 0, file, rank * 8, MPI_SEEK_SET);
	CALL(File_write, 8, 0, file, data, 2, MPI_INT, &status);
	CALL(File_get_position, 0, 0, file, &at);
	result("position", (double)at);
	CALL(File_iread_at, 0, 0, file, rank * 8, in, 4, MPI_INT, &request);
	CALL(Wait, 0, 16, &request, MPI_STATUS_IGNORE);
	CALL(File_read_at_all_begin, 0, 0, file, rank * 8, in, 8, MPI_INT);
	CALL(File_read_at_all_end, 0, 32, file, in, &status);
	result("again", sum(in, 8));
	CALL(File_get_size, 0, 0, file, &length);
	result("length", (double)length);
	CALL(File_close, 0, 0, &file);
	CALL(Barrier, 0, 0, MPI_COMM_WORLD);
	if (rank == 0) CALL(File_delete, 0, 0, name, MPI_INFO_NULL);
}

static void types(void) {
	MPI_Datatype column, pair, both[2] = {MPI_INT, MPI_DOUBLE};
	int lengths[2] = {1, 1}, right = (rank + 1) % size, left = (rank + size - 1) % size, a[16], b[16] = {0}, i;
	MPI_Aint displacements[2] = {0, 8};
	struct { int i; double d; } x = {rank, 0.5 * rank}, y;
	for (i = 0; i < 16; i++) a[i] = 16 * rank + i;
	CALL(Type_vector, 0, 0, 4, 1, 4, MPI_INT, &column);
	CALL(Type_commit, 0, 0, &column);
	CALL(Sendrecv, 16, 16, a, 1, column, right, 1, b, 1, column, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	partner(right, 16);
	CALL(Type_free, 0, 0, &column);
	CALL(Type_create_struct, 0, 0, 2, lengths, displacements, both, &pair);
	CALL(Type_commit, 0, 0, &pair);
	CALL(Sendrecv, 12, 12, &x, 1, pair, right, 1, &y, 1, pair, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	partner(right, 12);
	CALL(Type_free, 0, 0, &pair);
	result("types", sum(b, 16) + y.i + y.d);
}

int main(int argc, char **argv) {
	int flag;
	MPI_Initialized(&flag);
	expect("Initialized", 0, 0);
	CALL(Init, 0, 0, &argc, &argv);
	CALL(Comm_rank, 0, 0, MPI_COMM_WORLD, &rank);
	CALL(Comm_size, 0, 0, MPI_COMM_WORLD, &size);
	enter(1);
	blocking();
	enter(2);
	nonblocking();
	enter(3);
	persistent();
	enter(4);
	communicators();
	enter(5);
	onesided();
	enter(6);
	types();
	enter(0);
	if (argc > 1) files(argv[1]);
	CALL(Pcontrol, 0, 0, 0);
	MPI_Barrier(MPI_COMM_WORLD); /* not counted */
	CALL(Pcontrol, 0, 0, 1);
	fflush(stdout);
	if (argc > 2 && strcmp(argv[2], "exit") == 0) {
		CALL(Barrier, 0, 0, MPI_COMM_WORLD);
		fflush(stdout);
		_Exit(0);
	}
	if (argc > 2 && strcmp(argv[2], "abort") == 0) {
		CALL(Barrier, 0, 0, MPI_COMM_WORLD);
		fflush(stdout);
		MPI_Abort(MPI_COMM_WORLD, 3);
	}
	expect("Finalize", 0, 0);
	MPI_Finalize();
	MPI_Finalized(&flag);
	expect("Finalized", 0, 0);
	fflush(stdout);
	return 0;
}
