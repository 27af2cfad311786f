/* A stand-in for NVML, for tests: two accelerators, as nvml.h documents the functions. The second is an old one, which
   does not know its energy. Functions that begin with standin are the test's. */
#include <stdint.h>
#include <unistd.h>

typedef int32_t nvmlReturn_t;
enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NO_PERMISSION = 4, GPU_IS_LOST = 15 };

static int initialised, devices = 2;
static nvmlReturn_t fails;
static uint64_t energy = 5000;
static int asked, slow; /* for the energy; us that it takes to tell it */

static nvmlReturn_t enter(uintptr_t device) {
	if (!initialised) return UNINITIALIZED;
	if (fails) return fails;
	return device == 0x100 || device == 0x101 ? SUCCESS : INVALID_ARGUMENT;
}

nvmlReturn_t nvmlInit_v2(void) { initialised = 1; return SUCCESS; }
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *n) { *n = devices; return SUCCESS; }
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned i, uintptr_t *device) {
#ifdef FORBIDDEN
	if (i == 0) return FORBIDDEN;
#endif
	*device = 0x100 + i;
	return SUCCESS;
}
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(uintptr_t device, unsigned long long *mJ) {
	nvmlReturn_t code = enter(device);
	if (code == SUCCESS && device == 0x101) return NOT_SUPPORTED;
	if (code == SUCCESS) { asked++; *mJ = energy; }
	if (slow) usleep(slow);
	return code;
}
nvmlReturn_t nvmlDeviceGetPowerUsage(uintptr_t device, unsigned *mW) {
	nvmlReturn_t code = enter(device);
	if (code == SUCCESS) *mW = device == 0x100 ? 250500 : 70000;
	return code;
}
nvmlReturn_t nvmlDeviceGetClockInfo(uintptr_t device, int type, unsigned *MHz) {
	nvmlReturn_t code = enter(device);
	if (code == SUCCESS) *MHz = type == 1 ? 1410 : 1;
	return code;
}
nvmlReturn_t nvmlDeviceGetUtilizationRates(uintptr_t device, struct { unsigned gpu, memory; } *rates) {
	nvmlReturn_t code = enter(device);
#ifdef MIG /* a GPU that is cut into instances has no utilization */
	if (code == SUCCESS) code = NOT_SUPPORTED;
#endif
	if (code == SUCCESS) { rates->gpu = 75; rates->memory = 20; }
	return code;
}
#ifndef OLD
nvmlReturn_t nvmlDeviceGetTemperature(uintptr_t device, int sensor, unsigned *t) {
	nvmlReturn_t code = enter(device);
	if (code == SUCCESS) *t = sensor == 0 ? 61 : 0;
	return code;
}
#endif
nvmlReturn_t nvmlDeviceGetMemoryInfo(uintptr_t device, struct { unsigned long long total, free, used; } *m) {
	nvmlReturn_t code = enter(device);
	if (code == SUCCESS) { m->total = 80ull << 30; m->free = 60ull << 30; m->used = 20ull << 30; }
	return code;
}
#ifndef OLD
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(uintptr_t device, struct { unsigned version; unsigned long long total, reserved, free, used; } *m) {
	nvmlReturn_t code = enter(device);
	if (code == SUCCESS && m->version != (sizeof *m | 2 << 24)) code = INVALID_ARGUMENT;
	if (code == SUCCESS) { m->total = 80ull << 30; m->reserved = 1ull << 30; m->free = 60ull << 30; m->used = 19ull << 30; }
	return code;
}
#endif

#ifndef OLD
nvmlReturn_t nvmlDeviceGetPciInfo_v3(uintptr_t device, struct { char legacy[16]; unsigned domain, bus, device, id, subsystem; char text[32]; } *p) {
	nvmlReturn_t code = enter(device);
	if (code == SUCCESS) { p->domain = 0; p->bus = device == 0x100 ? 0x1b : 0x3b; p->device = 0; p->text[31] = 0; }
	return code;
}
#endif

void standinFail(int32_t code) { fails = code; }
void standinEnergy(uint64_t mJ) { energy = mJ; }
int32_t standinAsked(void) { return asked; }
void standinSlow(int32_t us) { slow = us; }
void standinDevices(int32_t n) { devices = n; }
