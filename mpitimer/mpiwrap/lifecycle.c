//go:build mpi && cgo

/* The beginning and the end of MPI, and MPI_Pcontrol: wrappers with parts outside their enter and leave. */
#include "wrapper.h"

/* The callbacks of Go. */

extern void gohpcMpiwrapBegun(int function);
extern void gohpcMpiwrapEnding(void);
static volatile int tell_begin, tell_end;

void gohpc_mpiwrap_lifecycle(int begin, int end) {
	tell_begin = begin;
	tell_end = end;
}

/* A preloaded library's Go may still be getting ready when the program calls MPI_Init: the call of Go
 * waits for that in threads that are not Go's. */
void gohpc_mpiwrap_begun(int function) {
	if (tell_begin || gohpc_mpiwrap_thread.foreign) gohpcMpiwrapBegun(function);
}

uint64_t gohpc_mpiwrap_tick(uint32_t clock) { return gohpc_mpiwrap_slow_clock(clock); }

/* When MPI_Finalize was called, in ticks of the table's clock; 0: it was not. */
static volatile uint64_t ending_at;

uint64_t gohpc_mpiwrap_ending_at(int *function) {
	*function = function_Finalize;
	return ending_at;
}

void gohpc_mpiwrap_ending(void) {
	ending_at = gohpc_mpiwrap_slow_clock(gohpc_mpiwrap_now_table->clock);
	if (tell_end && gohpc_mpiwrap_alive()) gohpcMpiwrapEnding();
}

/* As the standard has it for profilers: 0 switches off, other levels on. */
void gohpc_mpiwrap_pcontrol(int level) { gohpc_mpiwrap_switch(GOHPC_MPIWRAP_OFF, level == 0); }

/* The timers are told when the call has been counted. */
#define INITIALISED(call)                       \
	MADE(call)                              \
	if (OK(r)) gohpc_mpiwrap_initialised(); \
	record_plain(&c, r);                    \
	gohpc_mpiwrap_leave(&c);                \
	if (OK(r)) gohpc_mpiwrap_begun(c.kind & 0xffff);
WRAPPER(Init, gohpc_mpiwrap_enter, NOWHERE, (int *argc, char ***argv), (argc, argv), INITIALISED(PMPI_Init(argc, argv)))
WRAPPER(Init_thread, gohpc_mpiwrap_enter, NOWHERE, (int *argc, char ***argv, int required, int *provided),
	(argc, argv, required, provided), INITIALISED(PMPI_Init_thread(argc, argv, required, provided)))

int MPI_Finalize(void) {
	struct call c;
	if (!gohpc_mpiwrap_thread.inside) gohpc_mpiwrap_ending();
	if (!gohpc_mpiwrap_enter(&c, function_Finalize, 0, MPI_COMM_NULL)) return PMPI_Finalize();
	start(&c);
	return plain(&c, PMPI_Finalize());
}

/* Its arguments are known to profilers only. */
int MPI_Pcontrol(const int level, ...) {
	struct call c;
	int r;
	if (level != 0) gohpc_mpiwrap_pcontrol(level);
	if (!enter(&c, function_Pcontrol)) return PMPI_Pcontrol(level);
	MADE(PMPI_Pcontrol(level))
	record_plain(&c, r);
	leave(&c);
	if (level == 0) gohpc_mpiwrap_pcontrol(level);
	return r;
}
