/* What Go and C of this package know of each other. */
#ifndef GOHPC_CAPI_API_H
#define GOHPC_CAPI_API_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A name, once for each text. It stays. */
struct gohpc_capi_name {
	uint64_t key; /* as engine's keyOf has it; 0: too long for one */
	uint32_t hash;
	uint32_t length;
	char text[];
};

/* What a thread has found out of the timers. */
struct gohpc_capi_bound {
	void *track;     /* of engine; NULL: all calls go to Go */
	uintptr_t slot;  /* of its goroutine */
	uint64_t number; /* of that */
	const volatile uint64_t *changes; /* of environments; NULL: not known */
	uint32_t clock;  /* clock.Source */
	uint32_t unused;
};

/* What a call asks of Go. */
enum { CAPI_START, CAPI_START_IN, CAPI_STOP, CAPI_NEXT, CAPI_REGION };

void gohpc_capi_switch(int on);
void gohpc_capi_prepare(uintptr_t word, uintptr_t number_at);
int gohpc_capi_layout(const uint64_t *offsets, int count); /* whether C was compiled for these */
void gohpc_capi_at_exit(void);

#pragma GCC visibility pop

#endif
