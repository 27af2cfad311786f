//go:build cgo

/* Functions of a program that is compiled with -finstrument-functions: each is a timer, by its name where the dynamic linker
 * knows it (link with -rdynamic), else by its address. */
#include "names.h"
#include "_cgo_export.h"

#include <stdio.h>

/* From dlfcn.h, which declares it for _GNU_SOURCE alone. */
typedef struct {
	const char *file;
	void *base;
	const char *name;
	void *address;
} symbol;
extern int dladdr(const void *address, symbol *found);

struct function {
	void *address;
	name_t *name;
};

enum { FUNCTIONS = 1 << 12 };
static struct function known[FUNCTIONS];

static name_t *name_of(void *address) {
	struct function *f = &known[(uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15ull >> 52];
	name_t *name = __atomic_load_n(&f->name, __ATOMIC_ACQUIRE);
	if (name && __atomic_load_n(&f->address, __ATOMIC_ACQUIRE) == address && __atomic_load_n(&f->name, __ATOMIC_ACQUIRE) == name) {
		return name;
	}
	char text[32];
	symbol found = {0};
	if (dladdr(address, &found) && found.name && found.address == address) {
		name = gohpc_capi_name_at(found.name);
	} else {
		snprintf(text, sizeof text, "%lx", (unsigned long)(uintptr_t)address);
		name = gohpc_capi_name_at(text);
	}
	/* A reader that meets the old name with the new address, or the other way round, sees one of the two change. */
	__atomic_store_n(&f->name, NULL, __ATOMIC_RELEASE);
	__atomic_store_n(&f->address, address, __ATOMIC_RELEASE);
	__atomic_store_n(&f->name, name, __ATOMIC_RELEASE);
	return name;
}

void __cyg_profile_func_enter(void *function, void *caller) {
	(void)caller;
	name_t *name = name_of(function);
	if (!gohpc_cgptl_quick_start(name) && !gohpc_capi_forked() && gohpc_cgptl_enter((struct gohpc_capi_name *)name) == 0) gohpc_capi_bind();
}

void __cyg_profile_func_exit(void *function, void *caller) {
	(void)caller;
	name_t *name = name_of(function);
	if (!gohpc_cgptl_quick_stop(name) && !gohpc_capi_forked()) gohpc_cgptl_leave((struct gohpc_capi_name *)name);
}
