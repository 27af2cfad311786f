/* A stand-in for Level Zero's loader and drivers, for tests: what mpitimer/device uses of them, as ze_api.h and the
   specification document it. Commands of a list start in their order, and those of one that is not in order wait for
   each other at barriers only. An event is signalled, and what was written beside it can be seen, once the commands before are
   done; it stays so until it is reset. The devices' clocks have some bits only, and are a little fast. What the header
   declares is declared anew here, so that sizes and numbers are compared. Functions that begin with standin are the test's. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t ze_result_t;
enum { SUCCESS = 0, NOT_READY = 1, LOST = 0x70000001, NO_HOST_MEMORY, NO_DEVICE_MEMORY, UNINITIALIZED = 0x78000001, UNSUPPORTED = 0x78000003, INVALID_ARGUMENT, INVALID_NULL_HANDLE, INVALID_ENUMERATION = 0x7800000c };

typedef struct { uint32_t stype; void *next; uint32_t flags, count; } pool_desc;                 /* ze_event_pool_desc_t */
typedef struct { uint32_t stype; void *next; uint32_t index, signal, wait; } event_desc;          /* ze_event_desc_t */
typedef struct { uint32_t stype; void *next; uint32_t flags; } flags_desc;                        /* ze_host_mem_alloc_desc_t, ze_init_driver_type_desc_t */
typedef struct {                                                                                  /* ze_device_properties_t */
	uint32_t stype; void *next; uint32_t type, vendor, device, flags, subdevice, rate;
	uint64_t memory; uint32_t contexts, priority, threads, width, units, subslices, slices;
	uint64_t resolution; uint32_t bits, kernel_bits; uint8_t uuid[16]; char name[256];
} device_properties;
_Static_assert(sizeof(device_properties) == 368 && offsetof(device_properties, resolution) == 80 && offsetof(device_properties, bits) == 88 &&
	sizeof(pool_desc) == 24 && sizeof(event_desc) == 32 && sizeof(flags_desc) == 24, "as the compiler lays out the header's");

enum { MOST = 64, GPU = 1, NPU = 5 };

struct context { int unused; };
struct device { int type; int64_t offset; struct device *parts; int part_count; };
struct list { struct context *context; struct device *device; int immediate, in_order, captured; int64_t first, until; }; /* when the next command may start, and when all are done */
struct pool { struct context *context; uint32_t count; uint8_t *used; };
struct event { struct pool *pool; int signalled; int64_t at; uint64_t *to; struct device *device; }; /* at 0: not appended */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct context contexts[2];
static struct device parts[2] = {{GPU}, {GPU}}, devices[3] = {{GPU, 0, parts, 2}, {GPU}, {NPU}};
static uint8_t drivers[3]; /* one for each device */
static struct list lists[MOST];
struct room { struct context *of; size_t n; uint64_t fill[6], at[]; }; /* at the begin of a page of the host */
static int list_count, initialised, pools, most_pools = 1 << 20, appended, synchronised, readings;
static uint32_t bits = 32, old_properties;
static double hz = 1e9;
static int64_t origin;
static ze_result_t lost;

static int64_t *held; /* what the test says the time is; NULL for the machine's */

static int64_t now(void) {
	if (held) return __atomic_load_n(held, __ATOMIC_SEQ_CST);
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static uint64_t clock_of(struct device *d, int64_t at) { /* 40 ppm fast */
	uint64_t ticks = (uint64_t)((double)(at - origin) * 1.00004 * hz / 1e9) + (uint64_t)d->offset;
	return bits < 64 ? ticks & ((1ull << bits) - 1) : ticks;
}

#define CALL(handle, ...) do { \
	pthread_mutex_lock(&lock); \
	ze_result_t code = !initialised ? UNINITIALIZED : !(handle) ? INVALID_NULL_HANDLE : lost; \
	if (code == SUCCESS) { __VA_ARGS__ } \
	pthread_mutex_unlock(&lock); \
	return code; \
} while (0)

#define ENUMERATE(n, of) do { if (*count == 0 || *count > (uint32_t)(n)) *count = (n); if (list) for (uint32_t i = 0; i < *count; i++) list[i] = (of); } while (0)

ze_result_t zeInit(uint32_t flags) {
#ifdef NO_DRIVER
	return UNINITIALIZED;
#endif
	if (flags > 3) return INVALID_ENUMERATION;
	initialised = 1;
	return SUCCESS;
}
ze_result_t zeDriverGet(uint32_t *count, void **list) { CALL(1, ENUMERATE(3, &drivers[i]);); }
#ifndef OLD
ze_result_t zeInitDrivers(uint32_t *count, void **list, flags_desc *desc) {
#ifdef NO_DRIVER
	return UNINITIALIZED;
#endif
	if (desc->stype != 0x00020021 || desc->flags != 1) return INVALID_ENUMERATION;
	initialised = 1;
	CALL(1, ENUMERATE(2, &drivers[i]););
}
ze_result_t zeCommandListIsImmediate(struct list *l, uint8_t *is) { CALL(l, *is = l->immediate;); }
ze_result_t zeCommandListGetContextHandle(struct list *l, struct context **c) { CALL(l, *c = l->context;); }
ze_result_t zeCommandListGetDeviceHandle(struct list *l, struct device **d) { CALL(l, *d = l->device;); }
ze_result_t zeCommandListIsGraphCaptureEnabledExt(struct list *l) { CALL(l, code = l->captured ? 0x78000022 : 0x78000023;); }
#endif
ze_result_t zeDriverGetApiVersion(void *driver, uint32_t *version) { CALL(driver, *version = 1 << 16 | 9;); }
ze_result_t zeDeviceGet(uint8_t *driver, uint32_t *count, struct device **list) {
	struct device *of = &devices[driver - drivers];
#ifdef COMBINED /* as by ZE_FLAT_DEVICE_HIERARCHY: what has parts is not listed */
	if (of->part_count) CALL(driver, ENUMERATE(of->part_count, &of->parts[i]););
#endif
	CALL(driver, ENUMERATE(1, of););
}
ze_result_t zeDeviceGetSubDevices(struct device *d, uint32_t *count, struct device **list) {
	CALL(d, if (d->part_count == 0) *count = 0; else ENUMERATE(d->part_count, &d->parts[i]););
}
ze_result_t zeDeviceGetProperties(struct device *d, device_properties *p) {
	CALL(d,
		if (p->next || (p->stype != 0x3 && p->stype != 0x00020006)) code = INVALID_ENUMERATION;
		else if (p->stype == 0x00020006 && old_properties == 2) code = INVALID_ENUMERATION;
		else {
			memset(&p->type, 0, sizeof *p - offsetof(device_properties, type));
			p->type = d->type;
			p->resolution = p->stype == 0x3 || old_properties ? (uint64_t)(1e9 / hz) : (uint64_t)hz;
			p->bits = bits;
			p->kernel_bits = 24; /* those of another clock */
		}
	);
}
typedef struct { uint32_t stype; void *next; uint32_t domain, bus, device, function; int64_t speed[2]; } pci_properties;
ze_result_t zeDevicePciGetPropertiesExt(struct device *d, pci_properties *p) {
	CALL(d,
		if (p->stype != 0x10008 || p->next) code = INVALID_ENUMERATION;
		else { p->domain = p->device = p->function = 0; p->bus = d == &devices[0] || d->part_count ? 0x3b : 0x1b; p->speed[1] = -1; }
	);
}
ze_result_t zeDeviceGetGlobalTimestamps(struct device *d, uint64_t *host, uint64_t *device) {
	CALL(d, readings++; int64_t t = now(); *host = t + 12345678; *device = clock_of(d, t););
}
ze_result_t zeMemAllocHost(struct context *c, flags_desc *desc, size_t size, size_t alignment, void **to) {
	CALL(c,
		if (desc->stype != 0x16 || desc->flags || desc->next || !size || alignment & (alignment - 1)) code = INVALID_ARGUMENT;
		else if (size + sizeof(struct room) > 4096 || alignment > sizeof(struct room)) code = UNSUPPORTED;
		else {
			struct room *r = aligned_alloc(4096, 4096);
			r->of = c; r->n = size / 8;
			memset(*to = r->at, 0xff, size);
		}
	);
}
ze_result_t zeEventPoolCreate(struct context *c, pool_desc *desc, uint32_t count, void **of, struct pool **p) {
	CALL(c,
		if (desc->stype != 0x10 || desc->next || desc->flags != 1 || !desc->count || count || of) code = INVALID_ARGUMENT;
		else if (pools >= most_pools) code = NO_DEVICE_MEMORY;
		else { *p = calloc(1, sizeof **p); (*p)->context = c; (*p)->count = desc->count; (*p)->used = calloc(desc->count, 1); pools++; }
	);
}
ze_result_t zeEventCreate(struct pool *p, event_desc *desc, struct event **e) {
	CALL(p,
		if (desc->stype != 0x11 || desc->next || desc->index >= p->count || p->used[desc->index]++ || !(desc->signal & 4)) code = INVALID_ARGUMENT;
		else { *e = calloc(1, sizeof **e); (*e)->pool = p; }
	);
}

static int64_t start(struct list *l) { /* of the next command, with the lock held */
	int64_t t = now(), first = l->in_order ? l->until : l->first;
	return first > t ? first : t;
}

ze_result_t zeCommandListAppendBarrier(struct list *l, struct event *e, uint32_t n, void *wait) {
	CALL(l,
		if (e || n || wait) code = INVALID_ARGUMENT;
		else { appended++; int64_t t = start(l); l->first = l->until > t ? l->until : t; }
	);
}
#ifndef WITHOUT_WRITE
ze_result_t zeCommandListAppendWriteGlobalTimestamp(struct list *l, uint64_t *to, struct event *e, uint32_t n, void *wait) {
	CALL(l,
		struct room *r = (struct room *)((uintptr_t)to & ~(uintptr_t)4095);
		if (r->of != l->context || to >= r->at + r->n || (uintptr_t)to % 8 || !e || e->pool->context != l->context || n || wait) code = INVALID_ARGUMENT;
		else {
			appended++;
			e->at = start(l); e->to = to; e->device = l->device;
			if (l->until < e->at) l->until = e->at;
		}
	);
}
#endif
ze_result_t zeEventQueryStatus(struct event *e) {
	CALL(e,
		if (e->at && e->at <= now()) { *e->to = clock_of(e->device, e->at); e->signalled = 1; e->at = 0; }
		if (!e->signalled) code = NOT_READY;
	);
}
ze_result_t zeEventHostReset(struct event *e) { CALL(e, e->signalled = 0;); }

/* What nobody may call. */
ze_result_t zeCommandListHostSynchronize(void *l, uint64_t ns) { synchronised++; return SUCCESS; }
ze_result_t zeCommandQueueSynchronize(void *q, uint64_t ns) { synchronised++; return SUCCESS; }
ze_result_t zeDeviceSynchronize(void *d) { synchronised++; return SUCCESS; }
ze_result_t zeEventHostSynchronize(void *e, uint64_t ns) { synchronised++; return SUCCESS; }
ze_result_t zeFenceHostSynchronize(void *f, uint64_t ns) { synchronised++; return SUCCESS; }

void *standinContext(int32_t i) { return &contexts[i]; }
void *standinDevice(int32_t i) { return i < 2 ? &devices[i] : &parts[i - 2]; } /* 2 and 3 are parts of 0 */
/* in_order is 2 more for a list that is captured into a graph */
void *standinList(void *context, void *device, int32_t immediate, int32_t in_order) {
	struct list *l = &lists[list_count++];
	*l = (struct list){context, device, immediate, in_order & 1, in_order >> 1};
	return l;
}
/* The clocks have that many bits, and wrap after so many ns; old: 1, drivers before 1.2 that ignore what they do not know, 2, that refuse it. */
void standinClock(double rate, uint32_t valid, int64_t wraps, uint32_t old) {
	hz = rate; bits = valid; old_properties = old; origin = now();
	for (int i = 0; i < 4; i++) {
		struct device *d = standinDevice(i);
		d->offset = -(int64_t)((double)wraps * rate / 1e9) + (int64_t)i * (i < 2 ? 0 : 1000000);
	}
}
void standinLaunch(struct list *l, int64_t ns) {
	pthread_mutex_lock(&lock);
	int64_t end = start(l) + ns;
	if (l->until < end) l->until = end;
	pthread_mutex_unlock(&lock);
}
void standinHold(int64_t *time) { held = time; }
void standinLose(uint32_t code) { lost = code; }
void standinLimit(int32_t most) { most_pools = most; }
int32_t standinCount(int32_t which) { return which == 0 ? pools : which == 1 ? appended : which == 2 ? synchronised : readings; }
