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
	uint64_t mask; /* a bit for each byte and for the zero behind them, if these are 32 at most; else 0 */
	char text[];
};

/* What a thread has found out of the timers. */
struct gohpc_capi_bound {
	void *track;     /* of engine; NULL: all calls go to Go */
	uintptr_t slot;  /* of its goroutine */
	uint64_t number; /* of that */
	const volatile uint64_t *changes; /* of environments; NULL: not known */
	uint32_t clock;  /* clock.Source */
	uint32_t node, nodes; /* engine.Track.Absent of the name that was stopped */
	uint64_t *count;
};

/* What a call asks of Go. */
enum { CAPI_START, CAPI_START_IN, CAPI_STOP, CAPI_NEXT, CAPI_REGION, CAPI_BIND };

void gohpc_capi_switch(int on);
void gohpc_capi_prepare(uintptr_t word, uintptr_t number_at);
int gohpc_capi_layout(const uint64_t *offsets, int count); /* whether C was compiled for these */
void gohpc_capi_at_exit(void);

/* For package cgptl. Starts and stops say whether they could be done without Go, up to a limit of open regions. */
const struct gohpc_capi_name *gohpc_capi_name_at(const char *text);
const struct gohpc_capi_name *gohpc_capi_name_in(const char *text, size_t length);
const struct gohpc_capi_name *gohpc_capi_other_in(const char *text, size_t length); /* which is no region's */
int gohpc_capi_start_named(const struct gohpc_capi_name *name, int64_t limit);
int gohpc_capi_stop_named(const struct gohpc_capi_name *name, int64_t limit);

/* GPTLstart and the others: 0, or what the function of cgptl below them returns, which does what is not as expected. They
 * end with that call, so that nothing has to be kept for it. */
int gohpc_capi_start_at(const char *text, int64_t limit);
int gohpc_capi_stop_at(const char *text, int64_t limit);
int gohpc_capi_start_by(const char *text, int *handle, int64_t limit); /* a handle is the hash of its name */
int gohpc_capi_stop_by(const char *text, int *handle, int64_t limit);
extern __attribute__((weak)) int gohpc_cgptl_start_late(const char *text);
extern __attribute__((weak)) int gohpc_cgptl_stop_late(const char *text);
extern __attribute__((weak)) int gohpc_cgptl_start_handle_late(const char *text, int *handle);
extern __attribute__((weak)) int gohpc_cgptl_stop_handle_late(const char *text, int *handle);
int gohpc_capi_is_prefixed(void); /* whether a prefix stands before names, or may */
void gohpc_capi_bind(void);
uint64_t gohpc_capi_before(void);
void gohpc_capi_begun(const struct gohpc_capi_name *name, uint64_t before); /* the start since then begins only now */
int gohpc_capi_is_absent(const struct gohpc_capi_name *name); /* whether its stop is wrong, as it was before; it is counted */
void gohpc_capi_note_absent(const struct gohpc_capi_name *name); /* it was wrong; the next may be seen without Go */

#pragma GCC visibility pop

#endif
