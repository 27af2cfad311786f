/* A stand-in for AMD's roctracer and what it needs of HIP, for tests: what mpitimer/device/kernels uses of them, as
   roctracer.h, ext/prof_protocol.h and roctracer_hip.h of interface 4.1 document it. A launch whose function is enabled has a
   correlation ID, and calls its one client on the thread that launches. What the device has done is written to a pool of two
   buffers, records from the begin and names from the end of each, by a thread of the driver and in any order; a thread of the
   pool hands full ones to the client, and those that are not full when the pool is flushed. Who writes waits meanwhile. */
#include "device.h"

#include <stddef.h>
#include <stdio.h>

typedef int32_t status;
enum { SUCCESS = 0, ERROR = -1, INVALID_DOMAIN = -2, INVALID_ARGUMENT = -3, NO_DEFAULT_POOL = -4 };
enum { HIP_OPS = 2, HIP_API = 3, DISPATCH = 0, COPY = 1, OPS = 3 };
enum { EVENT_RECORD = 1, MEMCPY_ASYNC = 3, LAUNCH_HOST_FUNC = 4, LAUNCH_KERNEL = 5, CALLS = 400 };
enum { NDRANGE = 0x11F0, READ_BUFFER = 0x11F3, WRITE_BUFFER = 0x11F4, COPY_BUFFER = 0x11F5, FILL_BUFFER = 0x1207 }; /* OpenCL's */

typedef struct {
	uint32_t domain, kind, op;
	union { struct { uint64_t correlation, begin, end; }; struct { uint32_t engine; uint64_t cycle, counter; } sample; };
	union { struct { int device; uint64_t queue; }; struct { uint32_t process, thread; }; struct { uint64_t external; }; };
	union { size_t bytes; const char *name; };
} record;
_Static_assert(sizeof(record) == 64 && offsetof(record, correlation) == 16 && offsetof(record, device) == 40 && offsetof(record, queue) == 48 && offsetof(record, bytes) == 56, "activity_record_t");

typedef void (*hand_over)(const char *, const char *, void *);
typedef struct { uint32_t mode; size_t size; void *allocator, *allocator_data; hand_over callback; void *data; } properties;
_Static_assert(sizeof(properties) == 48 && offsetof(properties, callback) == 32, "roctracer_properties_t");

typedef struct { uint64_t correlation; uint32_t phase; char arguments[200]; uint64_t *data; } api_data;
typedef void (*callback)(uint32_t, uint32_t, const void *, void *);

typedef struct {
	properties p;
	char *memory, *begin, *next, *names;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	const char *from, *to; /* what the thread has to hand over; it has done so when from is 0 */
	pthread_t thread;
} pool;

static pool *default_pool, *pool_of[OPS], *latest;
static callback call_of[CALLS];
static int refusal, asleep;
static __thread char message[200];

static status fault(status code, const char *why) {
	snprintf(message, sizeof message, "error: %s\n", why);
	return code;
}

#ifndef MAJOR
#define MAJOR 4
#endif
#ifndef RECORD
#define RECORD sizeof(record)
#endif
uint32_t roctracer_version_major(void) { return MAJOR; }
uint32_t roctracer_version_minor(void) { return 1; }
const char *roctracer_error_string(void) { return strdup(message); }
status roctracer_get_timestamp(uint64_t *t) { *t = asleep ? 0 : now(); return SUCCESS; } /* 0 before HSA is initialized */
status roctracer_next_record(const record *r, const record **next) { *next = (const record *)((const char *)r + RECORD); return SUCCESS; }
const char *roctracer_op_string(uint32_t domain, uint32_t op, uint32_t kind) {
	if (domain == HIP_OPS) switch (kind) {
		case NDRANGE: return "KernelExecution";
		case READ_BUFFER: return "CopyDeviceToHost";
		case WRITE_BUFFER: return "CopyHostToDevice";
		case COPY_BUFFER: return "CopyDeviceToDevice";
		case FILL_BUFFER: return "FillBuffer";
		default: return "Unknown command kind";
	}
	if (domain == HIP_API) switch (op) {
		case EVENT_RECORD: return "hipEventRecord";
#ifndef WITHOUT_LAUNCHES
		case MEMCPY_ASYNC: return "hipMemcpyAsync";
		case LAUNCH_KERNEL: return "hipLaunchKernel";
#endif
		case LAUNCH_HOST_FUNC: return "hipLaunchHostFunc";
		default: return "unknown";
	}
	return 0;
}
status roctracer_enable_op_callback(uint32_t domain, uint32_t op, callback f, void *data) {
	if (domain != HIP_API) return fault(INVALID_DOMAIN, "invalid domain ID");
	if (op >= CALLS || !f) return fault(INVALID_ARGUMENT, "invalid argument");
	call_of[op] = f;
	return SUCCESS;
}
status roctracer_disable_op_callback(uint32_t domain, uint32_t op) {
	if (domain != HIP_API || op >= CALLS) return fault(INVALID_ARGUMENT, "invalid argument");
	call_of[op] = 0;
	return SUCCESS;
}

static void *hand_on(void *of) {
	pool *p = of;
	pthread_mutex_lock(&p->mutex);
	for (;;) {
		while (!p->from) pthread_cond_wait(&p->changed, &p->mutex);
		p->p.callback(p->from, p->to, p->p.data);
		p->from = 0;
		pthread_cond_broadcast(&p->changed);
	}
	return 0;
}
/* turn gives what is in the buffer to the thread, and goes on in the other buffer; out is held. */
static void turn(pool *p) {
	if (p->next != p->begin) {
		pthread_mutex_lock(&p->mutex);
		while (p->from) pthread_cond_wait(&p->changed, &p->mutex);
		p->from = p->begin; p->to = p->next;
		pthread_cond_broadcast(&p->changed);
		pthread_mutex_unlock(&p->mutex);
		p->begin = p->begin == p->memory ? p->memory + p->p.size : p->memory;
	}
	p->next = p->begin; p->names = p->begin + p->p.size;
}
static void write_record(pool *p, record r, const char *name) {
	size_t length = name ? strlen(name) + 1 : 0;
	if (p->next + sizeof r > p->names - length) turn(p);
	if (name) r.name = memcpy(p->names -= length, name, length);
	memcpy(p->next, &r, sizeof r);
	p->next += sizeof r;
}

status roctracer_open_pool_expl(const properties *p, void **made) {
	pool *n = calloc(1, sizeof *n);
	n->p = *p;
	n->begin = n->next = n->memory = malloc(2 * p->size);
	n->names = n->begin + p->size;
	pthread_mutex_init(&n->mutex, 0); pthread_cond_init(&n->changed, 0);
	pthread_create(&n->thread, 0, hand_on, n);
	if (made) *made = n; else default_pool = n;
	latest = n;
	start_work();
	return SUCCESS;
}
void *roctracer_default_pool_expl(void *p) {
	void *former = default_pool;
	if (p) default_pool = p;
	return former;
}
status roctracer_enable_op_activity_expl(uint32_t domain, uint32_t op, void *p) {
	if (!p && !default_pool) return fault(NO_DEFAULT_POOL, "no default pool");
	if (refusal) return fault(refusal, "refused by the test");
	if (domain != HIP_OPS || op >= OPS) return fault(INVALID_ARGUMENT, "invalid argument");
	pool_of[op] = p ? p : default_pool;
	return SUCCESS;
}
status roctracer_disable_op_activity(uint32_t domain, uint32_t op) {
	if (domain != HIP_OPS || op >= OPS) return fault(INVALID_ARGUMENT, "invalid argument");
	pool_of[op] = 0;
	return SUCCESS;
}
#ifndef WITHOUT_FLUSH
status roctracer_flush_activity_expl(void *of) {
	pool *p = of ? of : default_pool;
	if (!p) return SUCCESS;
	pthread_mutex_lock(&out);
	turn(p);
	pthread_mutex_unlock(&out);
	pthread_mutex_lock(&p->mutex);
	while (p->from) pthread_cond_wait(&p->changed, &p->mutex);
	pthread_mutex_unlock(&p->mutex);
	return SUCCESS;
}
#endif

static void report(struct work w) {
	uint32_t kind = w.kind == KERNEL ? NDRANGE : w.kind == TO_DEVICE ? WRITE_BUFFER : w.kind == TO_HOST ? READ_BUFFER : w.kind == ON_DEVICE ? COPY_BUFFER : w.kind == SET ? FILL_BUFFER : 0x11F9;
	record r = { .domain = HIP_OPS, .kind = kind, .op = w.kind == KERNEL ? DISPATCH : COPY, .bytes = w.bytes };
	r.correlation = w.id; r.begin = w.start; r.end = w.end;
	r.device = 4 + w.device; /* processors are the first nodes */
	r.queue = w.stream;
	if (pool_of[r.op]) write_record(pool_of[r.op], r, w.name);
}
static void put(int partly) {
	for (struct work a, b; next_done(&a);) {
		if (next_done(&b)) report(b);
		report(a);
	}
}
static void submit(struct work w, int64_t ns, int32_t code) {
	uint32_t op = w.kind == KERNEL ? LAUNCH_KERNEL : w.kind == HOST ? LAUNCH_HOST_FUNC : MEMCPY_ASYNC;
	callback f = call_of[op];
	api_data d = { 0 };
	if (f) {
		w.id = d.correlation = __sync_add_and_fetch(&ids, 1);
		f(HIP_API, op, &d, 0);
	}
	enqueue(w, ns, code);
	d.phase = 1;
	if (f) f(HIP_API, op, &d, 0);
}

int32_t hipGetDeviceCount(int *n) { *n = 2; return 0; }
int32_t hipDeviceGetPCIBusId(char *text, int length, int device) {
#ifdef PARTITIONS
	device = 0;
#endif
	snprintf(text, length, "0000:C%d:00.0", device == 0 ? 1 : 6);
	return 0;
}

void standinRefuse(int32_t code) { refusal = code; }
void standinOther(int32_t on) { default_pool = on ? latest ? latest : calloc(1, sizeof(pool)) : 0; }
void standinSleep(int32_t on) { asleep = on; }
void standinRecord(uint32_t domain, uint32_t kind, uint32_t op, int32_t node, uint64_t what) { /* a record as none should be */
	record r = { .domain = domain, .kind = kind, .op = op, .bytes = what };
	r.begin = now(); r.end = r.begin + 1000; r.device = node;
	pthread_mutex_lock(&out);
	write_record(latest, r, 0);
	pthread_mutex_unlock(&out);
}
void standinHand(int64_t bytes, int32_t none) { /* a buffer of so many bytes, or none */
	static record r[4];
	for (int i = 0; i < 4; i++) {
		r[i].domain = HIP_OPS; r[i].op = COPY; r[i].kind = FILL_BUFFER; r[i].device = 4; r[i].bytes = 1;
		r[i].begin = now(); r[i].end = r[i].begin + 1000;
	}
	latest->p.callback(none ? 0 : (char *)r, none ? 0 : (char *)r + bytes, 0);
}
