//go:build linux && cgo

#include "open.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

static __thread char own;

uint64_t gohpc_ranges_thread(void) { return (uint64_t)(uintptr_t)&own; }

const char *gohpc_ranges_open(const char *libraries, const char *push, const char *pop, struct gohpc_ranges *to) {
	void *library = NULL;
	for (const char *name = libraries; *name && !library; name += strlen(name) + 1) library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
	if (!library) return "its library is not there";
	*(void **)&to->push = dlsym(library, push);
	*(void **)&to->pop = dlsym(library, pop);
	return to->push && to->pop ? NULL : "its library lacks functions";
}

const void *gohpc_ranges_named(const struct gohpc_ranges *of, const char *name) { return of->named ? of->named(name) : name; }
int gohpc_ranges_push(const struct gohpc_ranges *of, const void *name) { return of->push(name); }
int gohpc_ranges_pop(const struct gohpc_ranges *of) { return of->pop(); }
