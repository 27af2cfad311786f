//go:build cgo

/* What the Fortran module perf_mod calls: starts and stops that are as expected without a call of Go. */
#include "names.h"
#include "_cgo_export.h"

static const int64_t indirect;
static const int64_t *direct = &indirect;

void gohpc_cgptl_direct(const int64_t *at) { direct = at; }

#define DIRECT (*(const volatile int64_t *)direct)

void perf_mod_start(const char *event, size_t length) {
	name_t *name = gohpc_capi_name_in(event, length);
	if ((DIRECT && gohpc_cgptl_quick_start(name)) || gohpc_capi_forked()) return;
	gohpc_perf_start((struct gohpc_capi_name *)name);
	gohpc_capi_bind();
}

void perf_mod_stop(const char *event, size_t length) {
	name_t *name = gohpc_capi_name_in(event, length);
	if ((DIRECT && gohpc_cgptl_quick_stop(name)) || gohpc_capi_forked()) return;
	gohpc_perf_stop((struct gohpc_capi_name *)name);
}
