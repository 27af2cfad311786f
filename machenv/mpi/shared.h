/* What the C files of this package share. It needs mpi.h, so it is not for Go to see. */
#ifndef GOHPC_TIMERS_SHARED_H
#define GOHPC_TIMERS_SHARED_H

#include "binding.h"

#include <mpi.h>

struct gohpc_timers_comm {
	MPI_Comm comm;
};

static const gohpc_timers_result ok = {0, ""};

/*
 * What only asks, here, is called by its name in the profiling interface: tools that record the program's
 * calls of MPI need not see it. Errors name the function as everybody knows it.
 */
static inline gohpc_timers_result failed(int code, const char *call) {
	gohpc_timers_result r = {code, call[0] == 'P' ? call + 1 : call};
	return r;
}

/* Calls MPI and puts the result into r of the calling function; TRY tells whether it failed. */
#define CALL(function, ...) (r = failed(function(__VA_ARGS__), #function))
#define TRY(function, ...) ((r = failed(function(__VA_ARGS__), #function)).code != MPI_SUCCESS)

/* Whether MPI may be called. The two questions are the only calls that are always allowed. */
static inline gohpc_timers_result alive(void) {
	if (gohpc_timers_finalized()) return failed(GOHPC_TIMERS_FINALIZED, "");
	if (!gohpc_timers_initialized()) return failed(GOHPC_TIMERS_UNINIT, "");
	return ok;
}

#endif
