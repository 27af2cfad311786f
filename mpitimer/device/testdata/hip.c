/* A stand-in for HIP's runtime, for tests: what mpitimer/device uses of it, as hip_runtime_api.h documents it. It is that for
   CUDA's driver by other names, but that a thread has a device, the first until it chooses another, and no context. */
#include "standin.c"

static CUresult here(void) {
	if (!current) current = 1;
	return SUCCESS;
}
CUresult hipInit(unsigned flags) { return cuInit(flags); }
CUresult hipDriverGetVersion(int *v) { *v = 60200000; return SUCCESS; }
CUresult hipGetDeviceCount(int *n) { return cuDeviceGetCount(n); }
CUresult hipDeviceGetPCIBusId(char *text, int length, int device) { return cuDeviceGetPCIBusId(text, length, device); }
CUresult hipGetDevice(int *device) { here(); return cuCtxGetDevice(device); }
CUresult hipSetDevice(int device) { return device < 0 || device >= DEVICES ? 101 : cuCtxSetCurrent(1 + device); }
CUresult hipEventCreateWithFlags(struct event **e, unsigned flags) { here(); return cuEventCreate(e, flags); }
CUresult hipStreamCreateWithFlags(uintptr_t *stream, unsigned flags) { here(); return cuStreamCreate(stream, flags); }
CUresult hipEventRecord(struct event *e, uintptr_t stream) { here(); return cuEventRecord(e, stream); }
CUresult hipEventQuery(struct event *e) { here(); return cuEventQuery(e); }
CUresult hipEventElapsedTime(float *ms, struct event *a, struct event *b) { here(); return cuEventElapsedTime(ms, a, b); }
