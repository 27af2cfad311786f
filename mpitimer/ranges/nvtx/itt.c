//go:build linux && cgo

#include "open.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A program that has tasks of ITT opens the library of the collector that INTEL_LIBITTNOTIFY64 names and hands it a list of the
 * functions that it would call. This is the program's side of that, after Intel's ittapi 3.26 (ittnotify_config.h), with the
 * functions of tasks alone. Collectors before VTune 2011 have no __itt_api_init, and are asked for each function by its name. */

struct id { unsigned long long parts[3]; };

struct domain {
	volatile int flags; /* 0 where the collector does not want the tasks of the domain, which may change */
	const char *name;
	void *wide;
	int extra;
	void *further;
	struct domain *next;
};

struct entry {
	const char *name;
	void **function;
	void *first, *none; /* what is there before the collector, and what is without it */
	int group;
};

static struct domain *no_domain(const char *name) { return (void)name, (struct domain *)NULL; }
static void *no_handle(const char *name) { return (void)name, (void *)NULL; }
static void no_begin(const struct domain *of, struct id id, struct id parent, void *handle) { (void)of, (void)id, (void)parent, (void)handle; }
static void no_end(const struct domain *of) { (void)of; }

enum { structure = 1 << 12, everything = -1 };

enum { make_domain, make_handle, begin_task, end_task, functions };
static void *calls[functions];
static struct entry list[functions + 1] = {
	{"__itt_domain_create", &calls[make_domain], (void *)no_domain, (void *)no_domain, structure},
	{"__itt_string_handle_create", &calls[make_handle], (void *)no_handle, (void *)no_handle, structure},
	{"__itt_task_begin", &calls[begin_task], (void *)no_begin, (void *)no_begin, structure},
	{"__itt_task_end", &calls[end_task], (void *)no_end, (void *)no_end, structure},
};

static struct {
	unsigned char magic[8];
	unsigned long major, minor, build;
	volatile long initialized, has_mutex, count;
	pthread_mutex_t mutex; /* recursive; the collector takes it */
	void *library, *error_handler;
	const char **path;
	struct entry *list;
	void *next, *threads, *domains, *handles; /* a collector may keep there what it makes */
	int state;
	void *counters;
	unsigned int collects;
	void *histograms, *metadata;
} shared = {.magic = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30}, .major = 3, .minor = 26, .build = 20250807, .list = list};

static struct domain *domain;

/* A collector may exchange a function at any time. */
static void *call(int which) { return __atomic_load_n(&calls[which], __ATOMIC_ACQUIRE); }

static const void *named(const char *name) { return ((void *(*)(const char *))call(make_handle))(name); }

static int pushed(const void *handle) {
	static const struct id none;
	if (domain->flags) ((void (*)(const struct domain *, struct id, struct id, void *))call(begin_task))(domain, none, none, (void *)handle);
	return 0;
}

static int popped(void) {
	if (domain->flags) ((void (*)(const struct domain *))call(end_task))(domain);
	return 0;
}

static const char *attach(void *library) {
	void (*begin)(void *, int);
	*(void **)&begin = dlsym(library, "__itt_api_init");
	if (begin) {
		pthread_mutexattr_t recursive;
		pthread_mutexattr_init(&recursive);
		pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
		pthread_mutex_init(&shared.mutex, &recursive);
		pthread_mutexattr_destroy(&recursive);
		shared.has_mutex = shared.count = 1;
		shared.library = library;
		for (int i = 0; i < functions; i++) calls[i] = list[i].none;
		begin(&shared, everything);
		shared.initialized = 1;
	} else {
		for (int i = 0; i < functions; i++) {
			calls[i] = dlsym(library, list[i].name);
			if (!calls[i]) return "the collector's library lacks functions";
		}
	}
	domain = ((struct domain * (*)(const char *)) call(make_domain))("mpitimer");
	return domain ? NULL : "the collector wants no tasks";
}

const char *gohpc_ranges_collect(struct gohpc_ranges *to) {
	static int attached; /* for as long as the process lives: a collector cannot be detached */
	*to = (struct gohpc_ranges){pushed, popped, named};
	if (attached) return NULL;
	const char *collector = getenv(sizeof(void *) == 4 ? "INTEL_LIBITTNOTIFY32" : "INTEL_LIBITTNOTIFY64");
	if (!collector || !*collector) return "no collector is there (INTEL_LIBITTNOTIFY64 is not set)";
	void *library = dlopen(collector, RTLD_LAZY);
	if (!library) return "the collector's library cannot be opened";
	const char *wrong = attach(library);
	if (!wrong) attached = 1;
	return wrong; /* the library stays: it may have threads by now */
}
