//go:build linux && cgo

#include "open.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

/* Since version 3 NVTX is no library any more: a program has headers, which open the tool's library and let it fill in tables of
 * functions. This is the program's side of that, after nvtxDetail/nvtxInit.h and nvtxTypes.h of NVTX 3. Six modules have a table
 * each, in which entry 0 stands for nothing. Only ranges are ever called; the other entries are there because a tool may fill them
 * in without looking. */
enum { modules = 7, entries = 16, core = 1, push_a = 9, pop = 11, no_ranges = -2 };

typedef void (*function)(void);

static const unsigned sizes[modules] = {0, 16, 9, 15, 7, 16, 7};

static function filled[modules][entries];
static function *tables[modules][entries + 1];

static int module_table(int module, function ***table, unsigned *size) {
	if (module <= 0 || module >= modules) return 0;
	if (table) *table = tables[module];
	if (size) *size = sizes[module];
	return 1;
}

static void tool_version(uint32_t version) { (void)version; }

static const struct {
	size_t size;
	int (*table)(int module, function ***table, unsigned *size);
} callbacks = {sizeof callbacks, module_table};

static const struct {
	size_t size;
	uint32_t version, reserved;
	void (*tool)(uint32_t version);
} version_info = {sizeof version_info, 3, 0, tool_version};

static const void *exported(uint32_t id) {
	enum { of_callbacks = 1, of_version = 3 };
	return id == of_callbacks ? (const void *)&callbacks : id == of_version ? (const void *)&version_info : NULL;
}

/* A tool may fill in a function at any time. */
static int pushed(const void *name) {
	int (*f)(const void *) = (int (*)(const void *))__atomic_load_n(&filled[core][push_a], __ATOMIC_ACQUIRE);
	return f ? f(name) : no_ranges;
}

static int popped(void) {
	int (*f)(void) = (int (*)(void))__atomic_load_n(&filled[core][pop], __ATOMIC_ACQUIRE);
	return f ? f() : no_ranges;
}

const char *gohpc_ranges_inject(struct gohpc_ranges *to) {
	static int attached; /* for as long as the process lives: a tool cannot be detached */
	const char *wrong = NULL;
	to->push = pushed, to->pop = popped;
	if (attached) return NULL;
	const char *tool = getenv(sizeof(void *) == 4 ? "NVTX_INJECTION32_PATH" : "NVTX_INJECTION64_PATH");
	if (!tool || !*tool) return "";
	void *library = dlopen(tool, RTLD_LAZY);
	if (!library) return "the tool's library cannot be opened";
	int (*initialize)(const void *(*)(uint32_t));
	*(void **)&initialize = dlsym(library, "InitializeInjectionNvtx2");
	if (!initialize) {
		wrong = "the tool's library does not take NVTX";
	} else {
		for (int m = 1; m < modules; m++)
			for (unsigned i = 0; i < sizes[m]; i++) tables[m][i] = &filled[m][i];
		if (initialize(exported)) return attached = 1, NULL;
		wrong = "the tool refuses";
	}
	dlclose(library);
	return wrong;
}
