/* Ranges of the libraries that have them. */
#ifndef GOHPC_RANGES_OPEN_H
#define GOHPC_RANGES_OPEN_H

#include <stdint.h>

struct gohpc_ranges {
	int (*push)(const void *name);
	int (*pop)(void);
	const void *(*named)(const char *name); /* what push takes for a name, which stays; NULL if that is the name */
};

/* Opens the first of some libraries, whose names end with a zero byte each and the list with another, and finds its functions.
 * NULL, or what is wrong, which stays. */
const char *gohpc_ranges_open(const char *libraries, const char *push, const char *pop, struct gohpc_ranges *to);

/* Lets the tool that NVTX_INJECTION64_PATH names take the ranges, as the headers of NVTX 3 do. NULL, an empty text where no tool is
 * named, or what is wrong. */
const char *gohpc_ranges_inject(struct gohpc_ranges *to);

/* Lets the collector that INTEL_LIBITTNOTIFY64 names take the ranges, as tasks of ITT. NULL, or what is wrong. */
const char *gohpc_ranges_collect(struct gohpc_ranges *to);

const void *gohpc_ranges_named(const struct gohpc_ranges *of, const char *name);
int gohpc_ranges_push(const struct gohpc_ranges *of, const void *name);
int gohpc_ranges_pop(const struct gohpc_ranges *of);
uint64_t gohpc_ranges_thread(void);

#endif
