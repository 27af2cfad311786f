//go:build cgo

/* Starts and stops: those that are as expected without a call of Go. */
#include "names.h"
#include "_cgo_export.h"

static const int64_t none;
static const int64_t *limit = &none;

void gohpc_cgptl_limit(const int64_t *at) { limit = at; }

#define LIKELY(x) __builtin_expect(!!(x), 1)

#define LIMIT (*(const volatile int64_t *)limit)

int gohpc_cgptl_quick_start(name_t *name) { return gohpc_capi_start_named(name, LIMIT); }
int gohpc_cgptl_quick_stop(name_t *name) { return gohpc_capi_stop_named(name, LIMIT); }

/* Errors that Go may still write of. Those after them need no call of it. */
static volatile int told;
enum { MOST_TOLD = 16 };
static volatile int unready; /* the last call that came to Go found no timers */

/* Whether a call is wrong as the last one was: there are no timers, not even disabled ones. */
static int is_unready(void) { return told > MOST_TOLD && unready && LIMIT == 0 && !gohpc_capi_on; }

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
	if (is_unready()) return -1;
	uint64_t before = gohpc_capi_before();
	int status = gohpc_cgptl_slow_start((struct gohpc_capi_name *)name);
	gohpc_capi_bind();
	is_told(status);
	if (status == 0) gohpc_capi_begun(name, before);
	return status;
}

static int slow_stop(name_t *name) {
	if (gohpc_capi_forked()) return 0;
	if (is_unready() || (told > MOST_TOLD && gohpc_capi_is_absent(name))) return -1;
	int status = gohpc_cgptl_slow_stop((struct gohpc_capi_name *)name);
	if (is_told(status)) gohpc_capi_note_absent(name);
	return status;
}

/* Whether a handle, the hash of a name, is that of this one; one that is 0 becomes it. */
static int fits(name_t *name, int *handle) {
	if (*handle == 0) *handle = handle_of(name);
	return *handle == handle_of(name);
}

static int bad(const char *call, name_t *name) { return gohpc_cgptl_bad_handle((char *)call, (struct gohpc_capi_name *)name); }

int gohpc_cgptl_start(name_t *name) { return LIKELY(gohpc_cgptl_quick_start(name)) ? 0 : slow_start(name); }
int gohpc_cgptl_stop(name_t *name) { return LIKELY(gohpc_cgptl_quick_stop(name)) ? 0 : slow_stop(name); }

int gohpc_cgptl_init_handle(name_t *name, int *handle) {
	*handle = handle_of(name);
	return 0;
}

int gohpc_cgptl_start_handle(name_t *name, int *handle) {
	return fits(name, handle) ? gohpc_cgptl_start(name) : bad("GPTLstart_handle", name);
}

int gohpc_cgptl_stop_handle(name_t *name, int *handle) {
	return fits(name, handle) ? gohpc_cgptl_stop(name) : bad("GPTLstop_handle", name);
}

int gohpc_cgptl_start_late(const char *text) { return gohpc_cgptl_start(gohpc_capi_name_at(text)); }
int gohpc_cgptl_stop_late(const char *text) { return gohpc_cgptl_stop(gohpc_capi_name_at(text)); }

int gohpc_cgptl_start_handle_late(const char *text, int *handle) {
	return gohpc_cgptl_start_handle(gohpc_capi_name_at(text), handle);
}

int gohpc_cgptl_stop_handle_late(const char *text, int *handle) {
	return gohpc_cgptl_stop_handle(gohpc_capi_name_at(text), handle);
}

int GPTLstart(const char *name) { return gohpc_capi_start_at(name, LIMIT); }
int GPTLstop(const char *name) { return gohpc_capi_stop_at(name, LIMIT); }
int GPTLinit_handle(const char *name, int *handle) { return gohpc_cgptl_init_handle(gohpc_capi_name_at(name), handle); }
int GPTLstart_handle(const char *name, int *handle) { return gohpc_capi_start_by(name, handle, LIMIT); }
int GPTLstop_handle(const char *name, int *handle) { return gohpc_capi_stop_by(name, handle, LIMIT); }
int GPTLstartf(const char *name, const int length) { return gohpc_cgptl_start(gohpc_capi_name_in(name, (size_t)length)); }
int GPTLstopf(const char *name, const int length) { return gohpc_cgptl_stop(gohpc_capi_name_in(name, (size_t)length)); }

int gohpc_cgptl_set_from(const char *file) { return gohpc_cgptl_namelist((char *)file); }
