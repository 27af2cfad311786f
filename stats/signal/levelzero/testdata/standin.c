/* A stand-in for sysman of Level Zero, for tests: two drivers with an accelerator each, as zes_api.h documents the functions.
   The second has no engine group for all engines, but one for what computes on each of its tiles, a power domain of a part before that of the whole, and frequency domains of its two
   tiles only. What stands behind a ze_bool_t, which is one byte, is anything. Functions that begin
   with standin are the test's. */
#include <stdint.h>
#include <stddef.h>

typedef uintptr_t handle;
enum { SUCCESS = 0, UNINITIALIZED = 0x78000001, INVALID_ARGUMENT = 0x78000004, UNSUPPORTED = 0x78000003 };
static int initialised, fails, devices = 2;
static uint64_t energy = 5000000, at = 1000, active = 0;

typedef struct { uint32_t stype; void *next; uint8_t part, junk[3]; uint32_t id, control, threshold; int32_t limits[3]; } power;
typedef struct { uint32_t stype; void *next; uint32_t type; uint8_t part, junk[3]; uint32_t id, control, event; double min, max; } frequency;
typedef struct { uint32_t stype; void *next; uint32_t type; uint8_t part, junk[3]; uint32_t id; } engine;
typedef struct { uint32_t stype; void *next; uint32_t type; uint8_t part, junk[3]; uint32_t id; double max; uint32_t flags[3]; } temperature;
typedef struct { uint32_t stype; const void *next; double voltage, request, tdp, efficient, actual; uint32_t reasons; } state;
typedef struct { uint32_t stype; const void *next; uint32_t health; uint64_t free, size; } memory;
typedef struct { uint64_t value, time; } counter;

static int enter(void) { return !initialised ? UNINITIALIZED : fails; }
static int list(uint32_t *n, handle *to, uint32_t count, handle first) {
	if (enter()) return enter();
	if (*n == 0 || *n > count) *n = count;
	for (uint32_t i = 0; to && i < *n; i++) to[i] = first + i;
	return SUCCESS;
}
int zesInit(uint32_t flags) { if (flags) return INVALID_ARGUMENT; initialised = 1; return SUCCESS; }
int zesDriverGet(uint32_t *n, handle *to) { return list(n, to, devices, 1); }
int zesDeviceGet(handle driver, uint32_t *n, handle *to) { return list(n, to, 1, 0x100 * driver); }
/* Components of a device 0x100 are 0x110 and so on. */
int zesDeviceEnumPowerDomains(handle d, uint32_t *n, handle *to) { return list(n, to, 2, d + 0x10); }
int zesPowerGetProperties(handle h, power *p) {
	if (p->stype != 0xd || p->next) return INVALID_ARGUMENT;
	p->part = (h & 0xf) == (h > 0x200 ? 0 : 1); p->junk[0] = p->junk[2] = 0xaa;
	return SUCCESS;
}
int zesPowerGetEnergyCounter(handle h, counter *c) {
	if (enter()) return enter();
	if (h != 0x110 && h != 0x211) return INVALID_ARGUMENT; /* the whole device's */
	c->value = energy; c->time = at;
	return SUCCESS;
}
int zesDeviceEnumFrequencyDomains(handle d, uint32_t *n, handle *to) { return list(n, to, 2, d + 0x20); }
int zesFrequencyGetProperties(handle h, frequency *p) { if (p->stype != 0x9) return INVALID_ARGUMENT; p->type = h < 0x200 && !(h & 0xf); p->part = h > 0x200; p->junk[0] = 0xaa; return SUCCESS; }
int zesFrequencyGetState(handle h, state *s) {
	if (enter() || s->stype != 0x1b) return enter() ? enter() : INVALID_ARGUMENT;
	s->actual = h > 0x200 ? (h & 1 ? 1400 : 1420) : h & 1 ? 1410 : 1;
	return SUCCESS;
}
int zesDeviceEnumEngineGroups(handle d, uint32_t *n, handle *to) { return list(n, to, 2, d + 0x30); }
int zesEngineGetProperties(handle h, engine *p) { if (p->stype != 0x5) return INVALID_ARGUMENT; p->type = h > 0x200 ? 1 : h == 0x131 ? 0 : 3; p->part = h > 0x200; p->junk[1] = 0xaa; return SUCCESS; }
int zesEngineGetActivity(handle h, counter *c) { if (enter()) return enter(); c->value = h == 0x131 ? active : h == 0x230 ? active * 4 / 3 : active * 2 / 3; c->time = at; return h == 0x131 || h == 0x230 || h == 0x231 ? SUCCESS : INVALID_ARGUMENT; }
#ifndef OLD
int zesDeviceEnumTemperatureSensors(handle d, uint32_t *n, handle *to) { return list(n, to, 2, d + 0x40); }
int zesTemperatureGetProperties(handle h, temperature *p) { if (p->stype != 0x14) return INVALID_ARGUMENT; p->type = h & 1; p->part = 0; p->junk[2] = 0xaa; return SUCCESS; }
int zesTemperatureGetState(handle h, double *t) { if (enter()) return enter(); *t = h & 1 ? 61 : 70; return SUCCESS; }
#endif
typedef struct { uint32_t stype; void *next; uint32_t domain, bus, device, function; int32_t generation, width; int64_t bandwidth; uint8_t have[3]; } pci;
int zesDevicePciGetProperties(handle d, pci *p) {
	if (enter() || p->stype != 0x2 || p->next) return enter() ? enter() : INVALID_ARGUMENT;
	p->domain = 0; p->bus = d == 0x100 ? 0x3b : 0x1b; p->device = 1; p->function = 0; p->bandwidth = -1; p->have[2] = 1;
	return SUCCESS;
}
int zesDeviceEnumMemoryModules(handle d, uint32_t *n, handle *to) { return list(n, to, 2, d + 0x50); }
int zesMemoryGetState(handle h, memory *m) {
	if (enter() || m->stype != 0x1e) return enter() ? enter() : INVALID_ARGUMENT;
	m->size = 40ull << 30; m->free = 30ull << 30;
	return SUCCESS;
}
void standinFail(int32_t code) { fails = code; }
void standinPass(uint64_t us, uint64_t uJ, uint64_t busy) { at += us; energy += uJ; active += busy; }
void standinDevices(int32_t n) { devices = n; }
