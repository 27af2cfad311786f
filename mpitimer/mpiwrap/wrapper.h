/* The wrappers of C as macros: a line of wrappers_*.c is a function.
 *
 *	PLAIN(NAME, WHERE, (PARAMETERS), (ARGUMENTS))                    counted and timed only
 *	SPECIAL(NAME, X, WHERE, (PARAMETERS), (ARGUMENTS))               with ON_X of special.h
 *	COLLECTIVE(NAME, X, FORM, WHERE, (PARAMETERS), (ARGUMENTS))      with COLLECTIVE_X
 *
 * FREQUENT and FREQUENT_COLLECTIVE have all that is on their way in themselves; others share it. */
#ifndef GOHPC_MPIWRAP_WRAPPER_H
#define GOHPC_MPIWRAP_WRAPPER_H

#include "special.h"

/* Functions that are deprecated are wrapped like others. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* The communicator of a call, as enter_with takes it: UNPACK it. Commas wait in parentheses until then. */
#define IN(comm) (1, comm)
#define NOWHERE (0, MPI_COMM_NULL)

#define UNPACK(...) __VA_ARGS__
#define WITH(macro, ...) macro(__VA_ARGS__)

/* The call, and the result of another function instead where the receive is to wait for its message. */
#define MADE(call) \
	start(&c); \
	r = call;  \
	c.end = ticks(&c);
#define MADE_OR(synchronised, call) MADE(SYNCHRONISED(&c) ? synchronised : call)

/* A call that is not recorded, but for its time where nothing else is. */
#define TIMED(c, function, call)                                         \
	int timed_result;                                                \
	if (LIKELY(!gohpc_mpiwrap_begin_time(c, function))) return call; \
	timed_result = call;                                             \
	gohpc_mpiwrap_end_time(c);                                       \
	return timed_result;

#define PLAIN(name, where, parameters, arguments)                                                          \
	int MPI_##name parameters                                                                          \
	{                                                                                                  \
		struct call c;                                                                             \
		if (!gohpc_mpiwrap_enter(&c, function_##name, UNPACK where)) {                             \
			TIMED(&c, function_##name, PMPI_##name arguments)                                  \
		}                                                                                          \
		start(&c);                                                                                 \
		return plain(&c, PMPI_##name arguments);                                                   \
	}

#define WRAPPER(name, enters, where, parameters, arguments, ...)                              \
	int MPI_##name parameters                                                             \
	{                                                                                     \
		struct call c;                                                                \
		int r;                                                                        \
		if (!enters(&c, function_##name, UNPACK where)) {                             \
			TIMED(&c, function_##name, PMPI_##name arguments)                     \
		}                                                                             \
		__VA_ARGS__                                                                   \
		return r;                                                                     \
	}
/* Functions that share what is on their way, and those that have it in themselves. */
#define SHARED(name, where, parameters, arguments, ...) \
	WRAPPER(name, gohpc_mpiwrap_enter, where, parameters, arguments, __VA_ARGS__ gohpc_mpiwrap_leave(&c);)
#define OWN_PATH(name, where, parameters, arguments, ...) \
	WRAPPER(name, enter_with, where, parameters, arguments, __VA_ARGS__ leave(&c);)

#define SPECIAL(name, special, where, parameters, arguments) \
	SHARED(name, where, parameters, arguments, WITH(ON_##special, PMPI_##name arguments, UNPACK arguments))
#define FREQUENT(name, special, where, parameters, arguments) \
	OWN_PATH(name, where, parameters, arguments, WITH(ON_##special, PMPI_##name arguments, UNPACK arguments))
#define COLLECTIVE(name, special, form, where, parameters, arguments) \
	SHARED(name, where, parameters, arguments,                    \
		WITH(COLLECTIVE_##special, form, PMPI_##name arguments, UNPACK arguments))
#define FREQUENT_COLLECTIVE(name, special, form, where, parameters, arguments) \
	OWN_PATH(name, where, parameters, arguments,                           \
		WITH(COLLECTIVE_##special, form, PMPI_##name arguments, UNPACK arguments))

#endif
