/*
 * The C side of package gptl. All names are prefixed and hidden: a program may contain another
 * binding of GPTL.
 */
#ifndef GOHPC_TIMERS_GPTL_BINDING_H
#define GOHPC_TIMERS_GPTL_BINDING_H

#include <gptl.h>

#pragma GCC visibility push(hidden)

/* As Outcome in Go. */
enum {
	GOHPC_TIMERS_GPTL_DONE,
	GOHPC_TIMERS_GPTL_REFUSED,
	GOHPC_TIMERS_GPTL_ABSENT,
	GOHPC_TIMERS_GPTL_ELSEWHERE
};

/* What gohpc_timers_gptl_begin returns. */
enum {
	GOHPC_TIMERS_GPTL_THERE,
	GOHPC_TIMERS_GPTL_MADE,
	GOHPC_TIMERS_GPTL_FAILED
};

int gohpc_timers_gptl_begin(void);
int gohpc_timers_gptl_start(const char *name);
int gohpc_timers_gptl_stop(const char *name);
int gohpc_timers_gptl_add(const char *name, double seconds, int calls);

#pragma GCC visibility pop

#endif
