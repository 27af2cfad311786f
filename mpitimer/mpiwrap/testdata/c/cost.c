/* What the wrappers cost: nanoseconds of calls, and of two readings of the clock. Run it without the
 * wrappers too: MPI_X is then MPI's. "cost NAME MPI PMPI CLOCK", medians. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

enum { ROUNDS = 2000, TIMES = 101 };

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static volatile uint64_t sink;
static MPI_Comm twin;
static int n, flag, data[100], in[100];

static void clock_pair(void) {
#if defined(__x86_64__)
	sink = __rdtsc();
	sink = __rdtsc();
#else
	now();
	now();
#endif
}
static void rank_mpi(void) { MPI_Comm_rank(MPI_COMM_WORLD, &n); }
static void rank_pmpi(void) { PMPI_Comm_rank(MPI_COMM_WORLD, &n); }
static void count_mpi(void) { MPI_Type_size(MPI_INT, &n); }
static void count_pmpi(void) { PMPI_Type_size(MPI_INT, &n); }
static void probe_mpi(void) { MPI_Iprobe(MPI_PROC_NULL, 0, twin, &flag, MPI_STATUS_IGNORE); }
static void probe_pmpi(void) { PMPI_Iprobe(MPI_PROC_NULL, 0, twin, &flag, MPI_STATUS_IGNORE); }
static void null_mpi(void) { MPI_Send(data, 100, MPI_INT, MPI_PROC_NULL, 0, twin); }
static void null_pmpi(void) { PMPI_Send(data, 100, MPI_INT, MPI_PROC_NULL, 0, twin); }
static void bcast_mpi(void) { MPI_Bcast(data, 100, MPI_INT, 0, MPI_COMM_SELF); }
static void bcast_pmpi(void) { PMPI_Bcast(data, 100, MPI_INT, 0, MPI_COMM_SELF); }
static void self_mpi(void) {
	MPI_Request r;
	MPI_Irecv(in, 10, MPI_INT, 0, 0, MPI_COMM_SELF, &r);
	MPI_Send(data, 10, MPI_INT, 0, 0, MPI_COMM_SELF);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}
static void self_pmpi(void) {
	MPI_Request r;
	PMPI_Irecv(in, 10, MPI_INT, 0, 0, MPI_COMM_SELF, &r);
	PMPI_Send(data, 10, MPI_INT, 0, 0, MPI_COMM_SELF);
	PMPI_Wait(&r, MPI_STATUS_IGNORE);
}

/* Of 4000 bytes, so that the send is noted. */
static int much[1000], room[1000];
static void isend_mpi(void) {
	MPI_Request r[2];
	MPI_Irecv(room, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, &r[0]);
	MPI_Isend(much, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, &r[1]);
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}
static void isend_pmpi(void) {
	MPI_Request r[2];
	PMPI_Irecv(room, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, &r[0]);
	PMPI_Isend(much, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, &r[1]);
	PMPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

static int ascending(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double once(void (*f)(void)) {
	double begin = now();
	int i;
	for (i = 0; i < ROUNDS; i++) f();
	return (now() - begin) / ROUNDS;
}

/* The three in turn, so that all see the same machine. */
static void measure(const char *name, void (*mpi)(void), void (*pmpi)(void)) {
	static double a[TIMES], b[TIMES], c[TIMES];
	int i;
	for (i = 0; i < TIMES; i++) {
		a[i] = once(mpi);
		b[i] = once(pmpi);
		c[i] = once(clock_pair);
	}
	qsort(a, TIMES, sizeof *a, ascending);
	qsort(b, TIMES, sizeof *b, ascending);
	qsort(c, TIMES, sizeof *c, ascending);
	printf("cost %s %.2f %.2f %.2f\n", name, a[TIMES / 2], b[TIMES / 2], c[TIMES / 2]);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_dup(MPI_COMM_WORLD, &twin);
	measure("Comm_rank", rank_mpi, rank_pmpi);
	measure("Type_size", count_mpi, count_pmpi);
	measure("Iprobe", probe_mpi, probe_pmpi);
	measure("Send", null_mpi, null_pmpi);
	measure("Bcast", bcast_mpi, bcast_pmpi);
	measure("Irecv+Send+Wait", self_mpi, self_pmpi); /* three calls */
	measure("Irecv+Isend+Waitall", isend_mpi, isend_pmpi);
	MPI_Finalize();
	return 0;
}
