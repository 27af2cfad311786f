/* GPTL's interface for C, over these timers: the names and numbers are GPTL's, see its manual pages. */
#ifndef GPTL_H
#define GPTL_H

/* Options of GPTLsetoption. */
typedef enum {
	GPTLsync_mpi = 0,
	GPTLwall = 1,
	GPTLcpu = 2,
	GPTLabort_on_error = 3,
	GPTLoverhead = 4,
	GPTLdepthlimit = 5,
	GPTLverbose = 6,
	GPTLnarrowprint = 7,
	GPTLpercent = 9,
	GPTLpersec = 10,
	GPTLmultiplex = 11,
	GPTLdopr_preamble = 12,
	GPTLdopr_threadsort = 13,
	GPTLdopr_multparent = 14,
	GPTLdopr_collision = 15,
	GPTLprint_method = 16,
	GPTL_IPC = 17,
	GPTL_LSTPI = 21,
	GPTL_DCMRT = 22,
	GPTL_LSTPDCM = 23,
	GPTL_L2MRT = 24,
	GPTL_LSTPL2M = 25,
	GPTL_L3MRT = 26,
	GPTLdopr_memusage = 27,
	GPTLtablesize = 50,
	GPTLmaxthreads = 51,
	GPTLonlyprint_rank0 = 52,
	GPTLmem_growth = 53
} GPTLoption;

/* Clocks, for GPTLsetutr. */
typedef enum {
	GPTLgettimeofday = 1,
	GPTLnanotime = 2,
	GPTLread_real_time = 3,
	GPTLmpiwtime = 4,
	GPTLclockgettime = 5,
	GPTLplacebo = 7
} GPTLFuncoption;

/* Values of GPTLprint_method. */
typedef enum { GPTLfirst_parent = 1, GPTLlast_parent = 2, GPTLmost_frequent = 3, GPTLfull_tree = 4 } GPTLMethod;

#ifdef __cplusplus
extern "C" {
#endif

int GPTLsetoption(const int option, const int value);
int GPTLsetutr(const int clock);
int GPTLinitialize(void);
int GPTLfinalize(void);
int GPTLstart(const char *name);
int GPTLstop(const char *name);
int GPTLinit_handle(const char *name, int *handle);
int GPTLstart_handle(const char *name, int *handle);
int GPTLstop_handle(const char *name, int *handle);
int GPTLstartstop_val(const char *name, double seconds);
int GPTLenable(void);
int GPTLdisable(void);
int GPTLreset(void);
int GPTLreset_timer(const char *name);
int GPTLstamp(double *wall, double *user, double *system);
int GPTLpr(const int id);
int GPTLpr_file(const char *file);
int GPTLquery(const char *name, int thread, int *count, int *onflg, double *wall, double *user, double *system,
	long long *counters, const int most);
int GPTLget_wallclock(const char *name, int thread, double *seconds);
int GPTLget_wallclock_latest(const char *name, int thread, double *seconds);
int GPTLget_threadwork(const char *name, double *most, double *imbalance);
int GPTLget_count(const char *name, int thread, int *count);
int GPTLget_nregions(int thread, int *count);
int GPTLget_regionname(int thread, int region, char *name, int length);
int GPTLget_eventvalue(const char *name, const char *event, int thread, double *value);
int GPTLget_memusage(float *megabytes);
int GPTLprint_memusage(const char *text);
int GPTLprint_rusage(const char *text);
int GPTLget_procsiz(float *size, float *resident);
int GPTL_PAPIlibraryinit(void);
int GPTLevent_name_to_code(const char *name, int *code);
int GPTLevent_code_to_name(const int code, char *name);
int GPTLnum_errors(void);
int GPTLnum_warn(void);

/* What E3SM's fork has besides. Options have the numbers above, which are not all the fork's. */
int GPTLprefix_set(const char *prefix);
int GPTLprefix_setf(const char *prefix, const int length);
int GPTLprefix_unset(void);
int GPTLstartf(const char *name, const int length);
int GPTLstopf(const char *name, const int length);
int GPTLstartstop_vals(const char *name, double seconds, int calls);
int GPTLprint_mode_set(const int mode);
int GPTLprint_mode_query(void);

#ifdef __cplusplus
}
#endif

#endif
