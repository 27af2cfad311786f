/* A stand-in for NVTX's library: it notes each push and pop, with its thread, in the file that NVTX_NOTES names. */
#define _GNU_SOURCE
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
