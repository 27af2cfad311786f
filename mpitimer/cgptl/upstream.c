//go:build cgo && !e3sm

/* What upstream's GPTL 8 has otherwise than E3SM's fork, or besides: a handle is an int, the hash of its name. */
#include "names.h"
#include "gptl.h"
#include "texts.h"

extern int gohpc_cgptl_bad_handle(char *call, struct gohpc_capi_name *name);

/* Whether a handle, the hash of a name, is that of this one; one that is 0 becomes it. */
static int fits(name_t *name, int *handle) {
	if (*handle == 0) *handle = handle_of(name);
	return *handle == handle_of(name);
}

static int bad(const char *call, name_t *name) { return gohpc_cgptl_bad_handle((char *)call, (struct gohpc_capi_name *)name); }

static int init_handle(name_t *name, int *handle) {
	*handle = handle_of(name);
	return 0;
}

static int start_handle(name_t *name, int *handle) {
	return fits(name, handle) ? gohpc_cgptl_start(name) : bad("GPTLstart_handle", name);
}

static int stop_handle(name_t *name, int *handle) {
	return fits(name, handle) ? gohpc_cgptl_stop(name) : bad("GPTLstop_handle", name);
}

int gohpc_cgptl_start_handle_late(const char *text, int *handle) { return start_handle(gohpc_capi_name_at(text), handle); }
int gohpc_cgptl_stop_handle_late(const char *text, int *handle) { return stop_handle(gohpc_capi_name_at(text), handle); }

int GPTLinit_handle(const char *name, int *handle) { return init_handle(gohpc_capi_name_at(name), handle); }
int GPTLstart_handle(const char *name, int *handle) { return gohpc_capi_start_by(name, handle, LIMIT); }
int GPTLstop_handle(const char *name, int *handle) { return gohpc_capi_stop_by(name, handle, LIMIT); }

/* For Fortran, see fortran.c. */

int gptlinit_handle_(const char *name, int *handle, int n) { return init_handle(named(name, n), handle); }
int gptlstart_handle_(const char *name, int *handle, int n) { return start_handle(named(name, n), handle); }
int gptlstop_handle_(const char *name, int *handle, int n) { return stop_handle(named(name, n), handle); }
int gptlget_memusage_(float *megabytes) { return GPTLget_memusage(megabytes); }
int gptlget_procsiz_(float *size, float *resident) { return GPTLget_procsiz(size, resident); }
int gptlnum_errors_(void) { return GPTLnum_errors(); }
int gptlnum_warn_(void) { return GPTLnum_warn(); }
void gptlprocess_namelist_(const char *file, const int *unit, int *status, int n) {
	(void)unit; /* the file is opened here */
	*status = gohpc_cgptl_set_from(ended(file, n));
}

int gptlreset_timer_(const char *name, int n) { return GPTLreset_timer(ended(name, n)); }
int gptlstartstop_val_(const char *name, const double *seconds, int n) { return GPTLstartstop_val(ended(name, n), *seconds); }
int gptlget_wallclock_latest_(const char *name, const int *thread, double *seconds, int n) {
	return GPTLget_wallclock_latest(ended(name, n), *thread, seconds);
}

int gptlget_threadwork_(const char *name, double *most, double *imbalance, int n) {
	return GPTLget_threadwork(ended(name, n), most, imbalance);
}

int gptlget_count_(const char *name, const int *thread, int *count, int n) {
	return GPTLget_count(ended(name, n), *thread, count);
}
