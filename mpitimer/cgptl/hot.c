//go:build cgo

/* Starts and stops: those that are as expected without a call of Go. */
#include "names.h"
#include "_cgo_export.h"

static const int64_t none;
const int64_t *gohpc_cgptl_limit_at = &none;

void gohpc_cgptl_limit(const int64_t *at) { gohpc_cgptl_limit_at = at; }

#define LIKELY(x) __builtin_expect(!!(x), 1)

int gohpc_cgptl_quick_start(name_t *name) { return gohpc_capi_start_named(name, LIMIT); }
int gohpc_cgptl_quick_stop(name_t *name) { return gohpc_capi_stop_named(name, LIMIT); }

/* Errors that Go may still write of. Those after them need no call of it. */
static volatile int told;
enum { MOST_TOLD = 16 };
static volatile int unready; /* the last call that came to Go found no timers */

/* Whether a call is wrong as the last one was: there are no timers, not even disabled ones. */
static int is_unready(void) {
	if (LIMIT != 0 || gohpc_capi_on) return 0;
#ifdef GPTL_E3SM
	return 1; /* which is not wrong */
#else
	return told > MOST_TOLD && unready;
#endif
}

#ifdef GPTL_E3SM
enum { UNREADY = 0 };
#else
enum { UNREADY = -1 };
#endif

static int is_told(int status) {
	unready = status == -1 && !gohpc_capi_on;
	if (status != -1) return 0;
	if (told > MOST_TOLD) return 1;
	told++;
	return 0;
}

/* A child of a process that has timers has none: Go does not run there. */
static int slow_start(name_t *name) {
	if (gohpc_capi_forked()) return 0;
	if (is_unready()) return UNREADY;
	uint64_t before = gohpc_capi_before();
	int status = gohpc_cgptl_slow_start((struct gohpc_capi_name *)name);
	if (before == 0) gohpc_capi_bind();
	is_told(status);
	if (status == 0) gohpc_capi_begun(name, before);
	return status;
}

static int slow_stop(name_t *name) {
	if (gohpc_capi_forked()) return 0;
	if (is_unready()) return UNREADY;
	if (told > MOST_TOLD && gohpc_capi_is_absent(name)) return -1;
	int status = gohpc_cgptl_slow_stop((struct gohpc_capi_name *)name);
	if (is_told(status)) gohpc_capi_note_absent(name);
	return status;
}

int gohpc_cgptl_start(name_t *name) { return LIKELY(gohpc_cgptl_quick_start(name)) ? 0 : slow_start(name); }
int gohpc_cgptl_stop(name_t *name) { return LIKELY(gohpc_cgptl_quick_stop(name)) ? 0 : slow_stop(name); }

int gohpc_cgptl_start_late(const char *text) { return gohpc_cgptl_start(gohpc_capi_name_at(text)); }
int gohpc_cgptl_stop_late(const char *text) { return gohpc_cgptl_stop(gohpc_capi_name_at(text)); }

int GPTLstart(const char *name) { return gohpc_capi_start_at(name, LIMIT); }
int GPTLstop(const char *name) { return gohpc_capi_stop_at(name, LIMIT); }
int GPTLstartf(const char *name, const int length) { return gohpc_cgptl_start(gohpc_capi_name_in(name, (size_t)length)); }
int GPTLstopf(const char *name, const int length) { return gohpc_cgptl_stop(gohpc_capi_name_in(name, (size_t)length)); }

int gohpc_cgptl_set_from(const char *file) { return gohpc_cgptl_namelist((char *)file); }
