//go:build cgo

/* GPTL's interface for Fortran, as gfortran and most other compilers call it: a name ends with an underscore, the lengths
 * of texts follow the other arguments, and blanks at their end do not count. */
#include "names.h"
#include "header.h"
#include "texts.h"

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
int gptl_papilibraryinit_(void) { return GPTL_PAPIlibraryinit(); }

int gptlstart_(const char *name, int n) { return gohpc_cgptl_start(named(name, n)); }
int gptlstop_(const char *name, int n) { return gohpc_cgptl_stop(named(name, n)); }
int gptlpr_file_(const char *file, int n) { return GPTLpr_file(ended(file, n)); }
int gptlprint_memusage_(const char *text, int n) { return GPTLprint_memusage(ended(text, n)); }

int gptlquery_(const char *name, const int *thread, int *count, int *onflg, double *wall, double *user, double *system,
	long long *counters, const int *most, int n) {
	return GPTLquery(ended(name, n), *thread, count, onflg, wall, user, system, counters, *most);
}

int gptlget_wallclock_(const char *name, const int *thread, double *seconds, int n) {
	return GPTLget_wallclock(ended(name, n), *thread, seconds);
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
