/* Asks for a message and sleeps in between, in region 1, and computes in between, in region 2. "between REGION WALL CPU CALLS":
 * what the time between calls was, and what of it the thread used of the processor, nanoseconds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static long nanos(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void sleeps(void) { usleep(1000); }

static void computes(void) {
	long end = nanos(CLOCK_THREAD_CPUTIME_ID) + 1000000;
	while (nanos(CLOCK_THREAD_CPUTIME_ID) < end) {
	}
}

static void ask(unsigned region, void (*does)(void), MPI_Request *request) {
	enum { TIMES = 60 };
	long wall = 0, cpu = 0, begin, used;
	int i, done;
	for (i = 0; i < TIMES; i++) {
		MPI_Test(request, &done, MPI_STATUS_IGNORE);
		begin = nanos(CLOCK_MONOTONIC), used = nanos(CLOCK_THREAD_CPUTIME_ID);
		if (i < TIMES - 1) does();
		cpu += nanos(CLOCK_THREAD_CPUTIME_ID) - used, wall += nanos(CLOCK_MONOTONIC) - begin;
	}
	printf("between %u %ld %ld %d\n", region, wall, cpu, TIMES - 1);
}

int main(int argc, char **argv) {
	unsigned *current = dlsym(RTLD_DEFAULT, "mpiwrap_test_region");
	MPI_Request request;
	int rank, in, out = 1;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Irecv(&in, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, &request);
	*current = 1;
	ask(1, sleeps, &request);
	*current = 2;
	ask(2, computes, &request);
	*current = 0;
	MPI_Send(&out, 1, MPI_INT, rank, 7, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
