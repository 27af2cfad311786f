/* A stand-in for NVTX's library, and for a tool that takes NVTX: it notes each push and pop, with its thread, in the file that NVTX_NOTES
 * names. As a tool it refuses when NVTX_REFUSES is set, and fills in the table of each module whole, as tools do. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static __thread int depth;

static int note(char sign, const char *name) {
	FILE *f = fopen(getenv("NVTX_NOTES"), "a");
	if (f) {
		fprintf(f, "%d %c %s\n", (int)gettid(), sign, name);
		fclose(f);
	}
	return depth;
}

int nvtxRangePushA(const char *name) { return note('+', name), depth++; }
int nvtxRangePop(void) { return note('-', ""), --depth; }

#ifndef LIBRARY_ONLY
typedef void (*function)(void);
static void other(void) { abort(); }

int InitializeInjectionNvtx2(const void *(*table)(uint32_t)) {
	static const unsigned least[] = {0, 16, 9, 15, 7, 16, 7};
	const struct { size_t size; int (*of)(int, function ***, unsigned *); } *callbacks = table(1);
	const struct { size_t size; uint32_t version, reserved; void (*tool)(uint32_t); } *version = table(3);
	if (getenv("NVTX_REFUSES") || !callbacks || callbacks->size < sizeof *callbacks || !version || version->size < sizeof *version || version->version != 3 || table(2)) return 0;
	version->tool(3);
	function **of, **ranges = NULL;
	unsigned size;
	if (callbacks->of(0, &of, &size) || callbacks->of(7, &of, &size)) return 0;
	for (int module = 1; module < 7; module++) {
		if (!callbacks->of(module, &of, &size) || size != least[module] || of[size]) return 0;
		for (unsigned i = 1; i < size; i++) *of[i] = other;
		if (module == 1) ranges = of;
	}
	*ranges[9] = (function)nvtxRangePushA;
	*ranges[11] = (function)nvtxRangePop;
	return 1;
}
#endif
