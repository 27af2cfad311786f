/* The interface of E3SM's fork of GPTL for C and C++, over these timers: names and numbers are the fork's, in some of which it
 * differs from upstream's GPTL 8. Programs are linked with libgptl_e3sm. */
#ifndef GPTL_H
#define GPTL_H

/* Calls with a communicator have MPI's type where MPI is there: HAVE_MPI or SPMD is defined, or mpi.h was included before. */
#if defined(SPMD) && !defined(HAVE_MPI)
#define HAVE_MPI
#endif
#if defined(HAVE_MPI)
#include <mpi.h>
#endif

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
	GPTL_CI = 18,
	GPTL_FPC = 19,
	GPTL_FPI = 20,
	GPTL_LSTPI = 21,
	GPTL_DCMRT = 22,
	GPTL_LSTPDCM = 23,
	GPTL_L2MRT = 24,
	GPTL_LSTPL2M = 25,
	GPTL_L3MRT = 26,
	GPTLprofile_ovhd = 27,
	GPTLdopr_quotes = 28,
	GPTLprint_mode = 50,
	GPTLtablesize = 51,
	GPTLmaxthreads = 52
} Option;

/* Clocks, for GPTLsetutr. */
typedef enum {
	GPTLgettimeofday = 1,
	GPTLnanotime = 2,
	GPTLread_real_time = 3,
	GPTLmpiwtime = 4,
	GPTLclockgettime = 5,
	GPTLpapitime = 6
} Funcoption;

/* Values of GPTLprint_method, and of GPTLprint_mode. */
typedef enum { GPTLfirst_parent = 1, GPTLlast_parent = 2, GPTLmost_frequent = 3, GPTLfull_tree = 4 } Method;
typedef enum { GPTLprint_write = 1, GPTLprint_append = 2 } PRMode;

#ifdef __cplusplus
extern "C" {
#endif

int GPTLsetoption(const int option, const int value);
int GPTLsetutr(const int clock);
int GPTLinitialize(void);
int GPTLis_initialized(void);
int GPTLfinalize(void);
int GPTLprefix_set(const char *prefix);
int GPTLprefix_setf(const char *prefix, const int length);
int GPTLprefix_unset(void);
int GPTLstart(const char *name);
int GPTLstop(const char *name);
int GPTLstart_handle(const char *name, void **handle);
int GPTLstop_handle(const char *name, void **handle);
int GPTLstartf(const char *name, const int length);
int GPTLstopf(const char *name, const int length);
int GPTLstartf_handle(const char *name, const int length, void **handle);
int GPTLstopf_handle(const char *name, const int length, void **handle);
int GPTLstartstop_vals(const char *name, double seconds, int calls);
int GPTLstartstop_valsf(const char *name, const int length, double seconds, int calls);
int GPTLstamp(double *wall, double *user, double *system);
int GPTLprint_mode_query(void);
int GPTLprint_mode_set(const int mode);
int GPTLpr(const int id);
int GPTLpr_file(const char *file);
#if defined(HAVE_MPI) || defined(MPI_VERSION)
int GPTLpr_summary(MPI_Comm comm);
int GPTLpr_summary_file(MPI_Comm comm, const char *file);
int GPTLbarrier(MPI_Comm comm, const char *name);
#else
int GPTLpr_summary(int comm);
int GPTLpr_summary_file(int comm, const char *file);
int GPTLbarrier(int comm, const char *name);
#endif
int GPTLreset(void);
int GPTLenable(void);
int GPTLdisable(void);
int GPTLget_memusage(long long *size, long long *resident, long long *shared, long long *text, long long *data); /* kB */
int GPTLprint_memusage(const char *text);
int GPTLquery(const char *name, int thread, int *count, int *onflg, double *wall, double *user, double *system,
	long long *counters, const int most);
int GPTLquerycounters(const char *name, int thread, long long *counters);
int GPTLget_wallclock(const char *name, int thread, double *seconds);
int GPTLget_eventvalue(const char *name, const char *event, int thread, double *value);
int GPTLget_nregions(int thread, int *count);
int GPTLget_regionname(int thread, int region, char *name, int length);
int GPTL_PAPIlibraryinit(void);
int GPTLevent_name_to_code(const char *name, int *code);
int GPTLevent_code_to_name(const int code, char *name);

#ifdef __cplusplus
}
#endif

#endif
