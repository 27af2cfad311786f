/* A program in C that calls GPTL: on threads, by handles, with what is wrong and what is asked. */
#include <mpi.h>
#include <gptl.h>
#include <gptlmpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MUST(what) \
	do { \
		if (!(what)) { \
			printf("line %d: not %s\n", __LINE__, #what); \
			failed = 1; \
		} \
	} while (0)

static int failed;

int main(int argc, char **argv) {
	int rank, handle = 0, other = 0, count, on, regions;
	double wall, user, system, imbalance;
	long long counters;
	char name[64];
	char longest[65];

	MUST(GPTLstart("too early") == -1);
	MUST(GPTLsetoption(GPTLoverhead, 1) == 0 && GPTLsetoption(9999, 1) == -1);
	MUST(GPTLinitialize() == 0 && GPTLinitialize() == -1); /* before MPI */
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);

	MUST(GPTLstart("total") == 0);
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "built %d", i % 2);
		MUST(GPTLstart(name) == 0);
		MUST(GPTLstart_handle("handled", &handle) == 0);
		MUST(GPTLstop_handle("handled", &handle) == 0);
		MUST(GPTLstop(name) == 0);
	}
	MUST(GPTLinit_handle("other", &other) == 0 && other != 0 && GPTLstart_handle("handled", &other) == -1);

#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 100; i++) {
		GPTLstart("threaded");
		GPTLstop("threaded");
	}
	for (int i = 0; i < 3; i++) MUST(GPTLstart("recursive") == 0);
	for (int i = 0; i < 3; i++) MUST(GPTLstop("recursive") == 0);
	memset(longest, 'x', 64);
	longest[64] = 0;
	MUST(GPTLstart(longest) == -1);
	MUST(GPTLstop("never started") == -1);
	MUST(GPTLdisable() == 0 && GPTLstart("disabled") == 0 && GPTLstop("disabled") == 0 && GPTLenable() == 0);
	MUST(GPTLstartstop_val("given", 1.5) == 0);
	MUST(GPTLprefix_set("p:") == 0 && GPTLstartf("prefixed and more", 8) == 0 && GPTLstopf("prefixed", 8) == 0 && GPTLprefix_unset() == 0);
	MUST(GPTLstartstop_vals("several", 1, 4) == 0);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 1) usleep(300000);
	MUST(GPTLbarrier(MPI_COMM_WORLD, "barrier") == 0);
	MUST(GPTLget_wallclock("barrier", 0, &wall) == 0 && (rank == 1 || wall > 0.2)); /* where the other one was waited for */
	MUST(GPTLstop("total") == 0);

	MUST(GPTLquery("handled", -1, &count, &on, &wall, &user, &system, &counters, 0) == 0 && count == 1000 && on == 0 && wall > 0);
	MUST(GPTLget_count("several", 0, &count) == 0 && count == 4 && GPTLget_count("p:prefixed", 0, &count) == 0 && count == 1);
	MUST(GPTLget_wallclock("given", 0, &wall) == 0 && wall == 1.5);
	MUST(GPTLget_wallclock_latest("handled", 0, &wall) == 0 && wall >= 0 && wall < 60);
	MUST(GPTLget_count("recursive", 0, &count) == 0 && count == 3);
	MUST(GPTLget_threadwork("threaded", &wall, &imbalance) == 0 && wall >= 0);
	MUST(GPTLget_nregions(0, &regions) == 0 && regions >= 7);
	MUST(GPTLget_regionname(0, 0, name, sizeof name) == 0 && strcmp(name, "total") == 0);
	wall = count = -7;
	MUST(GPTLget_wallclock("disabled", 0, &wall) == -1 && wall == -7 && GPTLget_count("disabled", 0, &count) == -1 && count == -7);
	MUST(GPTLpr(rank) == 0 && GPTLpr_summary(MPI_COMM_WORLD) == 0);
	MPI_Finalize();
	MUST(GPTLfinalize() == 0 && GPTLfinalize() == -1);
	printf("%s\n", failed ? "FAILED" : "as it should be");
	return failed;
}
