/* mpitimer.h: timers of the regions of a parallel program, for C and C++.
 *
 *	mpitimer_initialize(NULL);           every rank, after MPI_Init
 *	mpitimer_start("dynamics");
 *	…
 *	mpitimer_stop("dynamics");
 *	mpitimer_finalize();                 every rank, before MPI_Finalize
 *
 * A timer is a call path: the same name below another region is another timer. A pair of start and stop costs little more
 * than its two readings of the clock. Any thread may make one; the thread that initializes is the rank's main one, and
 * each other has a call tree of its own, which reports show below that of the rank. Nothing that is wrong with the order
 * of starts and stops ends the program or falsifies other timers; it is listed in the report.
 *
 * Link with -lmpitimer, or write a kernel of a program in Go that imports mpitimer/capi. In a shared library that is to
 * run without timers too, or in files that cgo compiles, define MPITIMER_OPTIONAL first.
 *
 * Functions that return int return 0, or -1 where something is wrong: mpitimer_error then says what. The timers run all
 * the same, as well as they can, so a program may ignore it. */
#ifndef MPITIMER_H
#define MPITIMER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(MPITIMER_OPTIONAL)
#define MPITIMER_API __attribute__((weak, visibility("default")))
#elif defined(__GNUC__)
#define MPITIMER_API __attribute__((visibility("default")))
#else
#define MPITIMER_API
#endif

/* ---- Lifecycle. These are collective: all ranks call them, in the same order. ---- */

/* Begins the timers of all ranks of MPI_COMM_WORLD, or of this process if it is not started by a launcher. The name is
 * that of a YAML file with the configuration; NULL stands for the defaults. Environment variables (MPITIMER_…) override
 * both. If the timers run already, as in a program into which the library is preloaded, they go on. */
MPITIMER_API int mpitimer_initialize(const char *configuration);

/* The same for the ranks of a communicator, given as Fortran's integer (MPI_Comm_c2f). */
MPITIMER_API int mpitimer_initialize_on(const char *configuration, int communicator);

/* Stops all regions, reports as configured and ends the timers. A program that never calls it gets its report from
 * MPI_Finalize where the library records MPI's calls, or at its exit. */
MPITIMER_API int mpitimer_finalize(void);

/* Reports without stopping anything. */
MPITIMER_API int mpitimer_print(void);

/* The same, with files whose names begin with a prefix. */
MPITIMER_API int mpitimer_print_files(const char *prefix);

/* Writes this rank's file, PREFIX.RANK, whichever ranks are configured to write one. Not collective. */
MPITIMER_API int mpitimer_print_rank_file(const char *prefix);

/* Makes an environment: the ranks of a communicator, over which the statistics of regions that name it are taken.
 * Collective over the communicator, which is Fortran's integer and stays the caller's. */
MPITIMER_API int mpitimer_environment(const char *name, int communicator);

/* ---- Regions ---- */

MPITIMER_API void mpitimer_start(const char *name);
MPITIMER_API void mpitimer_stop(const char *name); /* the innermost of that name, and what still runs inside it */

/* Ends the region that the last next below the same parent began, and begins another: one reading of the clock for a
 * phase. The last one ends with its parent, or by mpitimer_stop. */
MPITIMER_API void mpitimer_next(const char *name);

MPITIMER_API void mpitimer_start_in(const char *name, const char *environment);

/* The same for names that do not end with a zero byte. */
MPITIMER_API void mpitimer_start_text(const char *name, size_t length);
MPITIMER_API void mpitimer_stop_text(const char *name, size_t length);

/* A handle, for regions with options, and for the shortest way to start one. It is never freed. */
typedef struct mpitimer_region mpitimer_region;

typedef struct mpitimer_options {
	const char *environment; /* NULL: all ranks */
	const char *hint;        /* what it mostly does: "compute", "memory", "network", "io", …; NULL: not known */
	int level;               /* it is timed if the timing level in force is not below this */
	int sample;              /* one call in so many is timed, and all are counted; 0 and 1: all are timed */
	int communicates;        /* if not 0: it does nothing but communicate or wait, with all inside it; all that do are to say so */
} mpitimer_options;

MPITIMER_API mpitimer_region *mpitimer_define(const char *name, const mpitimer_options *options); /* NULL: none */
MPITIMER_API void mpitimer_region_start(mpitimer_region *region);
MPITIMER_API void mpitimer_region_stop(mpitimer_region *region);

/* Adds time that was measured by other means, in seconds, of so many calls, to the region below the current one. */
MPITIMER_API void mpitimer_add(const char *name, double seconds, int64_t calls);

/* ---- The run ---- */

MPITIMER_API void mpitimer_disable(void); /* until the matching enable, starts and stops do nothing */
MPITIMER_API void mpitimer_enable(void);
MPITIMER_API void mpitimer_set_level(int level);
MPITIMER_API void mpitimer_set_prefix(const char *prefix); /* before the names of what is started from now on; "": none */
MPITIMER_API void mpitimer_epoch(void); /* another step of the outermost loop begins */
MPITIMER_API void mpitimer_set_work(int64_t parts);
MPITIMER_API void mpitimer_add_work_done(int64_t parts);

/* What was measured so far of all regions of a name on the calling thread: seconds inside it, and calls that have ended.
 * -1 if there is none. Either pointer may be NULL. */
MPITIMER_API int mpitimer_query(const char *name, double *seconds, int64_t *calls);

/* What the last function that returned -1 on this thread had to say. */
MPITIMER_API const char *mpitimer_error(void);

#ifdef __cplusplus
}

namespace mpitimer {

/* A handle that lives as long as the program: static const mpitimer::region solve{"solve"}; */
class region {
public:
	explicit region(const char *name) : is(mpitimer_define(name, nullptr)) {}
	region(const char *name, const mpitimer_options &options) : is(mpitimer_define(name, &options)) {}
	mpitimer_region *get() const { return is; }

private:
	mpitimer_region *is;
};

/* An interval from here to the end of the scope, whatever ends it: mpitimer::interval timing{solve}; */
class interval {
public:
	explicit interval(const char *name) : is(nullptr), name(name) { mpitimer_start(name); }
	explicit interval(const region &r) : is(r.get()), name(nullptr) { mpitimer_region_start(is); }
	interval(const interval &) = delete;
	interval &operator=(const interval &) = delete;
	~interval() {
		if (name) {
			mpitimer_stop(name);
		} else {
			mpitimer_region_stop(is);
		}
	}

private:
	mpitimer_region *is;
	const char *name;
};

} // namespace mpitimer
#endif

#endif
