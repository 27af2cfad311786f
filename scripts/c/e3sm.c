/* A program in C that makes every call of E3SM's fork of GPTL, also wrong ones: what they return is the fork's. */
#include <mpi.h>
#include <gptl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(what) \
	do { \
		if (!(what)) { \
			printf("line %d: not %s\n", __LINE__, #what); \
			failed = 1; \
		} \
	} while (0)

extern int GPTLis_initialized(void); /* as Pacer declares it, whatever the header has */

static int failed;
static char name[256];

/* Before GPTLinitialize, starts and stops are ignored without a word. */
static void before(void) {
	int regions;
	double wall;
	MUST(GPTLis_initialized() == 0);
	MUST(GPTLstart("too early") == 0 && GPTLstop("too early") == 0 && GPTLstartf("too early", 3) == 0 && GPTLstopf("too early", 3) == 0);
	MUST(GPTLprefix_set("too early:") == 0 && GPTLprefix_unset() == 0 && GPTLstartstop_vals("too early", 1, 1) == 0);
	MUST(GPTLpr_file("too_early") == -1 && GPTLget_nregions(0, &regions) == -1 && GPTLget_wallclock("x", 0, &wall) == -1);
	MUST(GPTLreset() == -1 && GPTLfinalize() == -1);
	MUST(GPTLsetoption(GPTLdepthlimit, 20) == 0 && GPTLsetoption(GPTLdopr_quotes, 1) == 0 && GPTLsetoption(GPTLprofile_ovhd, 1) == 0);
	MUST(GPTLsetoption(GPTLmaxthreads, 64) == 0 && GPTLsetoption(GPTLmaxthreads, 0) == -1 && GPTLsetoption(GPTLtablesize, 2048) == 0);
	MUST(GPTLsetoption(GPTLnarrowprint, 1) == 0 && GPTLsetoption(GPTLverbose, 0) == 0 && GPTLsetoption(GPTLsync_mpi, 0) == 0);
	MUST(GPTLsetoption(GPTLdopr_collision, 0) == 0 && GPTLsetoption(GPTLprint_method, GPTLmost_frequent) == 0);
	MUST(GPTLsetoption(GPTLprint_mode, GPTLprint_append) == 0 && GPTLprint_mode_query() == GPTLprint_append);
	MUST(GPTLprint_mode_set(GPTLprint_write) == 0 && GPTLprint_mode_query() == GPTLprint_write);
	MUST(GPTLsetoption(53, 1) == -1 && GPTLsetutr(GPTLmpiwtime) == 0 && GPTLsetutr(99) == -1);
}

static void prefixes(void) {
	void *handle = NULL, *again;
	MUST(GPTLprefix_set("a:") == 0 && GPTLstart("step") == 0 && GPTLstop("step") == 0);
	MUST(GPTLprefix_setf("b:cut", 2) == 0 && GPTLstartf("step is cut", 4) == 0 && GPTLstopf("step", 4) == 0);
	MUST(GPTLstart_handle("by handle", &handle) == 0 && GPTLstop_handle("by handle", &handle) == 0);
	MUST(GPTLprefix_unset() == 0 && GPTLstart_handle("by handle", &handle) == 0 && GPTLstop_handle("by handle", &handle) == 0);
	again = handle; /* the name is not looked at now */
	MUST(GPTLstartf_handle("", 0, &again) == 0 && GPTLstopf_handle("", 0, &again) == 0 && again == handle);
	MUST(GPTLprefix_set("outer:") == 0 && GPTLstart("same") == 0);
	MUST(GPTLprefix_set("inner:") == 0 && GPTLstart("same") == 0);
	MUST(GPTLprefix_set("outer:") == 0 && GPTLdisable() == 0 && GPTLprefix_set("ignored:") == 0 && GPTLenable() == 0);
	MUST(GPTLstop("same") == 0); /* that of outer, though inner: is inside */
	MUST(GPTLprefix_set("inner:") == 0 && GPTLstop("same") == 0 && GPTLprefix_unset() == 0);
}

static void values(void) {
	int count = 0, on = 1, regions = 0;
	double wall = -1, user, system;
	long long memory[5], counters[4];
	MUST(GPTLstartstop_vals("given", 3, 2) == 0 && GPTLstartstop_valsf("given and cut", 5, 1.5, 1) == 0);
	MUST(GPTLstartstop_vals("given", -1, 1) == -1 && GPTLstartstop_vals("no call", 2, 0) == 0);
	MUST(GPTLquery("given", -1, &count, &on, &wall, &user, &system, counters, 0) == 0 && count == 3 && on == 0 && wall == 4.5);
	MUST(GPTLquery("nothing", -1, &count, &on, &wall, &user, &system, counters, 0) == -1);
	MUST(GPTLquerycounters("given", 0, counters) == 0 && GPTLquerycounters("nothing", 0, counters) == -1);
	MUST(GPTLget_wallclock("no call", 0, &wall) == 0 && wall == 2);
	MUST(GPTLget_nregions(0, &regions) == 0 && regions > 5 && GPTLget_regionname(0, 0, name, sizeof name) == 0 && strcmp(name, "main") == 0);
	MUST(GPTLget_regionname(0, 4, name, 3) == 0 && GPTLget_regionname(0, 9999, name, 3) == -1);
	MUST(GPTLstamp(&wall, &user, &system) == 0 && wall > 0 && user >= 0 && system >= 0);
	MUST(GPTLget_memusage(&memory[0], &memory[1], &memory[2], &memory[3], &memory[4]) == 0);
	for (int i = 0; i < 5; i++) MUST(memory[i] > 0 && memory[i] < 1 << 30);
	MUST(memory[0] >= memory[1] && GPTLprint_memusage("memory of the test") == 0);
	MUST(GPTLget_eventvalue("given", "no such event", 0, &wall) == -1);
}

static void wrong(int rank) {
	memset(name, 'n', 200);
	name[200] = 0;
	for (int i = 0; i < 3; i++) MUST(GPTLstart(name) == 0 && GPTLstop(name) == 0); /* one timer, of 127 characters in the files */
	MUST(GPTLstop("never started") == -1 && GPTLprefix_set("p:") == 0 && GPTLstop("given") == -1 && GPTLprefix_unset() == 0);
	MUST(GPTLinitialize() == -1 && GPTLsetoption(GPTLverbose, 1) == -1 && GPTLsetutr(GPTLnanotime) == -1);
	MUST(GPTLpr(-1) == -1 && GPTLpr(1000000) == -1);
	MUST(GPTLdisable() == 0 && GPTLstart("disabled") == 0 && GPTLstop("disabled") == 0 && GPTLenable() == 0);
	for (int i = 0; i < 3; i++) MUST(GPTLstart("recursive") == 0);
	for (int i = 0; i < 3; i++) MUST(GPTLstop("recursive") == 0);
	if (rank == 1) MUST(GPTLstart("of one rank") == 0 && GPTLstop("of one rank") == 0);
}

int main(int argc, char **argv) {
	int rank, code;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	before();
	MUST(GPTLinitialize() == 0 && GPTLis_initialized() == 1);
	MUST(GPTLstart("main") == 0);
	prefixes();
	values();
	wrong(rank);
	MUST(GPTLbarrier(MPI_COMM_WORLD, "barrier") == 0 && GPTLstop("main") == 0);
	MUST(GPTLstart("still on") == 0);
	MUST(GPTLpr(rank) == 0 && GPTLpr_summary(MPI_COMM_WORLD) == 0 && GPTLpr_summary_file(MPI_COMM_WORLD, "all.summary") == 0);
	if (rank == 0) MUST(GPTLpr_file("one") == 0 && GPTLprint_mode_set(GPTLprint_append) == 0 && GPTLpr_file("one") == 0);
	MUST(GPTLreset() == 0);
	if (argc > 1) GPTL_PAPIlibraryinit(); /* the fork has these three with PAPI alone */
	if (argc > 1) MUST(GPTLevent_name_to_code("no such event", &code) == -1 && GPTLevent_code_to_name(-1, name) == -1);
	MPI_Finalize();
	if (argc > 1) MUST(GPTLpr_summary_file(MPI_COMM_WORLD, "too_late") == -1);
	MUST(GPTLfinalize() == 0 && GPTLis_initialized() == 0 && GPTLfinalize() == -1 && GPTLstart("too late") == 0);
	MUST(GPTLinitialize() == 0 && GPTLstart("second life") == 0 && GPTLstop("second life") == 0); /* as quoted as the first */
	if (rank == 0) MUST(GPTLpr_file("second") == 0);
	MUST(GPTLfinalize() == 0);
	printf("%s\n", failed ? "FAILED" : "as it should be");
	return failed;
}
