//go:build cgo

/* GPTL's interface for Fortran, as gfortran and most other compilers call it: a name ends with an underscore, the lengths
 * of texts follow the other arguments, and blanks at their end do not count. */
#include "names.h"
#include "gptl.h"
#include "texts.h"

static name_t *named(const char *text, long length) {
	length = trimmed(text, length);
	return gohpc_capi_name_in(text, (size_t)length);
}

int gptlinitialize_(void) { return GPTLinitialize(); }
int gptlfinalize_(void) { return GPTLfinalize(); }
int gptlsetoption_(const int *option, const int *value) { return GPTLsetoption(*option, *value); }
int gptlsetutr_(const int *clock) { return GPTLsetutr(*clock); }
int gptlenable_(void) { return GPTLenable(); }
int gptldisable_(void) { return GPTLdisable(); }
int gptlreset_(void) { return GPTLreset(); }
int gptlpr_(const int *id) { return GPTLpr(*id); }
int gptlstamp_(double *wall, double *user, double *system) { return GPTLstamp(wall, user, system); }
int gptlget_nregions_(const int *thread, int *count) { return GPTLget_nregions(*thread, count); }
int gptlget_memusage_(float *megabytes) { return GPTLget_memusage(megabytes); }
int gptlget_procsiz_(float *size, float *resident) { return GPTLget_procsiz(size, resident); }
int gptlnum_errors_(void) { return GPTLnum_errors(); }
int gptlnum_warn_(void) { return GPTLnum_warn(); }
int gptl_papilibraryinit_(void) { return GPTL_PAPIlibraryinit(); }

void gptlprocess_namelist_(const char *file, const int *unit, int *status, int n) {
	(void)unit; /* the file is opened here */
	*status = gohpc_cgptl_set_from(ended(file, n));
}

int gptlstart_(const char *name, int n) { return gohpc_cgptl_start(named(name, n)); }
int gptlstop_(const char *name, int n) { return gohpc_cgptl_stop(named(name, n)); }
int gptlinit_handle_(const char *name, int *handle, int n) { return gohpc_cgptl_init_handle(named(name, n), handle); }
int gptlstart_handle_(const char *name, int *handle, int n) { return gohpc_cgptl_start_handle(named(name, n), handle); }
int gptlstop_handle_(const char *name, int *handle, int n) { return gohpc_cgptl_stop_handle(named(name, n), handle); }
int gptlreset_timer_(const char *name, int n) { return GPTLreset_timer(ended(name, n)); }
int gptlstartstop_val_(const char *name, const double *seconds, int n) { return GPTLstartstop_val(ended(name, n), *seconds); }
int gptlpr_file_(const char *file, int n) { return GPTLpr_file(ended(file, n)); }
int gptlprint_memusage_(const char *text, int n) { return GPTLprint_memusage(ended(text, n)); }

int gptlquery_(const char *name, const int *thread, int *count, int *onflg, double *wall, double *user, double *system,
	long long *counters, const int *most, int n) {
	return GPTLquery(ended(name, n), *thread, count, onflg, wall, user, system, counters, *most);
}

int gptlget_wallclock_(const char *name, const int *thread, double *seconds, int n) {
	return GPTLget_wallclock(ended(name, n), *thread, seconds);
}

int gptlget_wallclock_latest_(const char *name, const int *thread, double *seconds, int n) {
	return GPTLget_wallclock_latest(ended(name, n), *thread, seconds);
}

int gptlget_threadwork_(const char *name, double *most, double *imbalance, int n) {
	return GPTLget_threadwork(ended(name, n), most, imbalance);
}

int gptlget_count_(const char *name, const int *thread, int *count, int n) {
	return GPTLget_count(ended(name, n), *thread, count);
}

int gptlget_eventvalue_(const char *name, const char *event, const int *thread, double *value, int n, int m) {
	return GPTLget_eventvalue(ended(name, n), ended(event, m), *thread, value);
}

int gptlget_regionname_(const int *thread, const int *region, char *name, int n) {
	char text[1024];
	int status = GPTLget_regionname(*thread, *region, text, sizeof text);
	if (status == 0) padded(name, n, text);
	return status;
}

int gptlevent_name_to_code_(const char *name, int *code, int n) { return GPTLevent_name_to_code(ended(name, n), code); }

int gptlevent_code_to_name_(const int *code, char *name, int n) {
	char text[1024];
	int status = GPTLevent_code_to_name(*code, text);
	if (status == 0) padded(name, n, text);
	return status;
}
