//go:build cgo && e3sm

/* What E3SM's fork of GPTL has otherwise than upstream's GPTL 8, or besides: see e3sm.go. A handle is a pointer, here to the
 * name. */
#include "names.h"
#include "e3sm/gptl.h"
#include "texts.h"

/* Without a prefix a handle stands for its name, whatever the call says; with one, the name of the call counts. */
static name_t *held(name_t *name, void **handle) {
	if (*handle && *handle != name && !(gohpc_capi_is_prefixed() && name->length > 0)) return *handle;
	*handle = (void *)name;
	return name;
}

static name_t *held_at(const char *text, void **handle) { return held(gohpc_capi_name_at(text), handle); }
static name_t *held_in(const char *text, int n, void **handle) { return held(gohpc_capi_name_in(text, (size_t)n), handle); }

int GPTLstart_handle(const char *name, void **handle) { return gohpc_cgptl_start(held_at(name, handle)); }
int GPTLstop_handle(const char *name, void **handle) { return gohpc_cgptl_stop(held_at(name, handle)); }
int GPTLstartf_handle(const char *name, const int n, void **handle) { return gohpc_cgptl_start(held_in(name, n, handle)); }
int GPTLstopf_handle(const char *name, const int n, void **handle) { return gohpc_cgptl_stop(held_in(name, n, handle)); }
int GPTLstartstop_valsf(const char *name, const int n, double seconds, int calls) {
	return GPTLstartstop_vals(gohpc_capi_name_in(name, (size_t)n)->text, seconds, calls);
}

/* For Fortran, see fortran.c. */

int gptlprefix_set_(const char *prefix, int n) { return GPTLprefix_setf(prefix, n); }
int gptlprefix_unset_(void) { return GPTLprefix_unset(); }
int gptlprint_mode_set_(const int *mode) { return GPTLprint_mode_set(*mode); }
int gptlprint_mode_query_(void) { return GPTLprint_mode_query(); }
int gptlis_initialized_(void) { return GPTLis_initialized(); }

int gptlstart_handle_(const char *name, void **handle, int n) { return gohpc_cgptl_start(held(named(name, n), handle)); }
int gptlstop_handle_(const char *name, void **handle, int n) { return gohpc_cgptl_stop(held(named(name, n), handle)); }

int gptlstartstop_vals_(const char *name, const double *seconds, const int *calls, int n) {
	return GPTLstartstop_vals(named(name, n)->text, *seconds, *calls);
}

int gptlquerycounters_(const char *name, const int *thread, long long *counters, int n) {
	return GPTLquerycounters(ended(name, n), *thread, counters);
}

int gptlget_memusage_(long long *size, long long *resident, long long *shared, long long *text, long long *data) {
	return GPTLget_memusage(size, resident, shared, text, data);
}
