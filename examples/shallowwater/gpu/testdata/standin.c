/* A stand-in for the driver of CUDA that runs the example's kernel, for tests: streams and events are those of the stand-in
   of mpitimer/device; modules, memory and launches are added, as cuda.h documents them. It does not run PTX: a launch runs
   the C of the same source, for a function that the PTX declares with the same parameters. */
#include "../../../../mpitimer/device/testdata/standin.c"
#include <stdio.h>
#include <string.h>

enum { INVALID_IMAGE = 200, NOT_FOUND = 500, INVALID_HANDLE = 400, LAUNCH_FAILED = 719 };
enum { PER_VALUE = 1 }; /* ns */

static __thread long work_item;
#define __kernel static
#define __global
#define INDEX work_item
#include "../update.cl"

static char *module_text;
static int launches, fail_from = 1 << 30, memories;

CUresult cuDeviceGet(int *device, int number) { if (number < 0 || number >= DEVICES) return 101; *device = number; return SUCCESS; }
CUresult cuDeviceGetName(char *name, int length, int device) { snprintf(name, length, "stand-in %d", device); return SUCCESS; }
CUresult cuDevicePrimaryCtxRetain(uintptr_t *context, int device) { *context = 1 + device; return SUCCESS; }
CUresult cuDevicePrimaryCtxRelease_v2(int device) { return SUCCESS; }
CUresult cuModuleLoadData(uintptr_t *module, const char *image) {
	CALL({
		if (strncmp(image + strspn(image, "\n"), ".version", 8) || !strstr(image, ".address_size 64")) code = INVALID_IMAGE;
		else { free(module_text); module_text = strdup(image); *module = 7; }
	});
}
CUresult cuModuleUnload(uintptr_t module) { CALL({ if (module != 7) code = INVALID_HANDLE; }); }
/* The entry must have the five parameters that a launch copies. */
CUresult cuModuleGetFunction(uintptr_t *f, uintptr_t module, const char *name) {
	CALL({
		static const char *kinds[] = { ".u64", ".u64", ".u64", ".f64", ".u64" };
		char entry[100];
		snprintf(entry, sizeof entry, ".entry %s(", name);
		char *at = module == 7 ? strstr(module_text, entry) : 0;
		char *end = at ? strchr(at, ')') : 0;
		for (int i = 0; at && i < 5; i++) {
			at = strstr(at, ".param ");
			if (at && (at > end || strncmp(at + 7, kinds[i], 4))) at = 0;
			if (at) at++;
		}
		if (!at || strcmp(name, "update")) code = NOT_FOUND;
		else *f = 9;
	});
}
CUresult cuMemAlloc_v2(uintptr_t *memory, size_t bytes) {
	CALL({ *memory = (uintptr_t)malloc(bytes); memset((void *)*memory, 0xff, bytes); memories++; });
}
CUresult cuMemFree_v2(uintptr_t memory) { CALL({ free((void *)memory); memories--; }); }
CUresult cuStreamDestroy_v2(uintptr_t stream) { CALL({ if (!stream) code = INVALID_HANDLE; }); }
CUresult cuStreamSynchronize(uintptr_t stream) {
	for (;;) {
		pthread_mutex_lock(&lock);
		CUresult code = enter();
		int64_t left = busy[stream % STREAMS] - now();
		pthread_mutex_unlock(&lock);
		if (code || left <= 0) return code;
		struct timespec t = { left / 1000000000, left % 1000000000 };
		nanosleep(&t, 0);
	}
}
static CUresult copied(void *to, const void *from, size_t bytes, uintptr_t stream) {
	CALL({
		memcpy(to, from, bytes);
		int64_t t = now();
		busy[stream % STREAMS] = (busy[stream % STREAMS] > t ? busy[stream % STREAMS] : t) + bytes / 8 * PER_VALUE;
	});
}
CUresult cuMemcpyHtoDAsync_v2(uintptr_t to, const void *from, size_t bytes, uintptr_t stream) { return copied((void *)to, from, bytes, stream); }
CUresult cuMemcpyDtoHAsync_v2(void *to, uintptr_t from, size_t bytes, uintptr_t stream) { return copied(to, (void *)from, bytes, stream); }
CUresult cuLaunchKernel(uintptr_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, uintptr_t stream, void **p, void **extra) {
	CALL({
		long items = (long)gx * bx;
		if (++launches > fail_from) { lost = LAUNCH_FAILED; code = LAUNCH_FAILED; }
		else if (f != 9) code = INVALID_HANDLE;
		else if (gy * gz * by * bz != 1 || bx > 1024 || shared || extra) code = INVALID_VALUE;
		else for (work_item = 0; work_item < items; work_item++)
			update(*(double **)p[0], *(double **)p[1], *(double **)p[2], *(double *)p[3], *(long *)p[4]);
		int64_t t = now();
		busy[stream % STREAMS] = (busy[stream % STREAMS] > t ? busy[stream % STREAMS] : t) + items * PER_VALUE;
	});
}
int32_t standinLaunches(void) { return launches; }
void standinFailFrom(int32_t n) { fail_from = n; }
int32_t standinMemories(void) { return memories; }
void standinReset(void) { lost = 0; launches = 0; fail_from = 1 << 30; }
