/* A stand-in for CUPTI, for tests: what mpitimer/device/kernels uses of it, as cupti_activity.h and cupti_callback.h
   document it. Launches call the subscriber on their thread, and take the room of a record in a buffer that the library asks for;
   without one they are dropped and counted. A flush ends the buffer that has records. A buffer that has ended is handed over when
   the device has done all the work in it, from a thread of the library or within a flush. */
#include "device.h"

typedef int32_t result;
enum { SUCCESS = 0, INVALID_PARAMETER = 1, MAX_LIMIT_REACHED = 12, INSUFFICIENT_PRIVILEGES = 35, MULTIPLE_SUBSCRIBERS = 39 };
enum { MEMCPY = 1, MEMSET = 2, CONCURRENT_KERNEL = 10, MEMCPY2 = 22, PEER_TO_PEER = 10 };
enum { DRIVER = 1, RUNTIME = 2, LAUNCH_KERNEL = 3, MEMCPY_HTOD = 2, EVENT_RECORD = 1, LAUNCH_HOST_FUNC = 4, BEGIN_CAPTURE = 5, END_CAPTURE = 6 };

typedef struct { uint32_t kind; } head;
typedef struct __attribute__((packed)) {
	uint32_t kind; uint8_t cache, shared; uint16_t registers; uint32_t asked, got; uint64_t start, end, completed;
	uint32_t device, context, stream; int32_t grid[3], block[3], memory[2]; uint32_t local[2]; uint32_t correlation;
	int64_t grid_id; const char *name; void *reserved; uint64_t queued, submitted;
} kernel;
typedef struct __attribute__((packed)) {
	uint32_t kind; uint8_t copy_kind, from, to, flags; uint64_t bytes, start, end; uint32_t device, context, stream, correlation, runtime, pad; void *reserved;
} copy;
typedef struct __attribute__((packed)) { /* of a copy between two devices */
	uint32_t kind; uint8_t copy_kind, from, to, flags; uint64_t bytes, start, end; uint32_t device, context, stream;
	uint32_t from_device, from_context, to_device, to_context, correlation; void *reserved;
} peer;
static size_t length_of(uint32_t kind) { return kind == CONCURRENT_KERNEL ? sizeof(kernel) : kind == MEMCPY2 ? sizeof(peer) : sizeof(copy); }
typedef struct {
	uint32_t site; const char *function; const void *parameters; void *returned; const char *symbol; void *context;
	uint32_t uid; uint64_t *data; uint32_t correlation;
} call;
typedef void (*callback)(void *, uint32_t, uint32_t, const call *);
typedef void (*request)(uint8_t **, size_t *, size_t *);
typedef void (*complete)(void *, uint32_t, uint8_t *, size_t, size_t);

static callback subscriber;
static int others, refusal, capturing, enabled[64], calls_on[3][8];
static request ask;
static complete hand_over;
static size_t dropped;
struct buffer { uint8_t *memory; size_t size, used; int pending; struct buffer *next; };
static struct buffer *oldest, *latest; /* latest is filled, unless it has ended */
static int ended;

result cuptiGetVersion(uint32_t *v) { *v = 24; return SUCCESS; }
result cuptiGetTimestamp(uint64_t *t) { *t = now(); return SUCCESS; }
result cuptiGetResultString(result r, const char **s) {
	*s = r == INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : r == MULTIPLE_SUBSCRIBERS ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED" : "CUPTI_ERROR_UNKNOWN";
	return SUCCESS;
}
result cuptiSubscribe(uintptr_t *handle, callback f, void *data) {
	if (others || subscriber) return MULTIPLE_SUBSCRIBERS;
	subscriber = f; *handle = 5;
	return SUCCESS;
}
result cuptiUnsubscribe(uintptr_t handle) {
	if (handle != 5) return INVALID_PARAMETER;
	subscriber = 0; memset(calls_on, 0, sizeof calls_on);
	return SUCCESS;
}
result cuptiGetCallbackName(uint32_t domain, uint32_t id, const char **name) {
	static const char *names[][7] = {{ 0, "cuEventRecord", "cuMemcpyHtoD_v2", "cuLaunchKernel", "cuLaunchHostFunc", "cuStreamBeginCapture_v2", "cuStreamEndCapture" },
		{ 0, "cudaEventRecord_v3020", "cudaMemcpy_v3020", "cudaLaunchKernel_v7000", "cudaLaunchHostFunc_v10000", "cudaStreamBeginCapture_v10000", "cudaStreamEndCapture_v10000" }};
	if ((domain != DRIVER && domain != RUNTIME) || id < 1 || id > 6) return INVALID_PARAMETER;
	*name = names[domain - DRIVER][id];
	return SUCCESS;
}
result cuptiEnableCallback(uint32_t on, uintptr_t handle, uint32_t domain, uint32_t id) {
	if (handle != 5 || (domain != DRIVER && domain != RUNTIME) || id > 6) return INVALID_PARAMETER;
	calls_on[domain][id] = on;
	return SUCCESS;
}
result cuptiActivityEnable(uint32_t kind) {
	if (refusal) return refusal;
	enabled[kind] = 1;
	return SUCCESS;
}
result cuptiActivityDisable(uint32_t kind) { enabled[kind] = 0; return SUCCESS; }
#ifndef WITHOUT_DROPPED
result cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *n) { *n = __sync_lock_test_and_set(&dropped, 0); return SUCCESS; }
#endif

/* room takes that of a record; out is held. */
static uint8_t *room(size_t length) {
	if (!latest || ended || latest->used + length > latest->size) {
		struct buffer *b = calloc(1, sizeof *b);
		size_t most;
		ask(&b->memory, &b->size, &most);
		if (!b->memory) {
			free(b);
			dropped++;
			return 0;
		}
		if (latest) latest->next = b; else oldest = b;
		latest = b;
		ended = 0;
	}
	latest->used += length;
	latest->pending++;
	return latest->memory + latest->used - length;
}

/* begin writes what is known of work that is launched. */
static void begin(struct work *w) {
	uint32_t kind = w->kind == KERNEL ? CONCURRENT_KERNEL : w->kind == SET ? MEMSET : w->kind == PEER_TO_PEER ? MEMCPY2 : MEMCPY;
	if (!enabled[kind]) return;
	pthread_mutex_lock(&out);
	uint8_t *at = room(length_of(kind));
	if (at && kind == CONCURRENT_KERNEL) {
		kernel k = { .kind = kind, .device = w->device, .stream = w->stream, .correlation = w->id, .name = w->name };
		memcpy(at, &k, sizeof k);
	} else if (at && kind == MEMCPY2) {
		peer p = { .kind = kind, .copy_kind = w->kind, .bytes = w->bytes, .device = w->device, .stream = w->stream,
			.from_device = 7, .from_context = 7, .to_device = 7, .to_context = 7, .correlation = w->id };
		memcpy(at, &p, sizeof p);
	} else if (at) {
		copy c = { .kind = kind, .copy_kind = w->kind, .bytes = w->bytes, .device = w->device, .stream = w->stream, .correlation = w->id };
		memcpy(at, &c, sizeof c);
	}
	w->record = at;
	w->buffer = at ? latest : 0;
	pthread_mutex_unlock(&out);
}

/* put writes the times of what is done, and hands buffers over; out is held. */
static void put(int partly) {
	for (struct work w; next_done(&w);) {
		struct buffer *b = w.buffer;
		if (!b) continue;
		switch (((head *)w.record)->kind) {
		case CONCURRENT_KERNEL: ((kernel *)w.record)->start = w.start; ((kernel *)w.record)->end = w.end; break;
		case MEMCPY2: ((peer *)w.record)->start = w.start; ((peer *)w.record)->end = w.end; break;
		default: ((copy *)w.record)->start = w.start; ((copy *)w.record)->end = w.end;
		}
		b->pending--;
	}
	ended |= partly && latest;
	for (struct buffer **at = &oldest, *former = 0, *b; (b = *at);) {
		if (b->pending || (b == latest && !ended)) {
			former = b;
			at = &b->next;
			continue;
		}
		*at = b->next;
		if (b == latest) latest = former, ended = former != 0;
		hand_over(0, 0, b->memory, b->size, b->used);
		free(b);
	}
}
result cuptiActivityRegisterCallbacks(request r, complete c) {
	ask = r; hand_over = c;
	start_work();
	return SUCCESS;
}
result cuptiActivityFlushAll(uint32_t flags) {
	pthread_mutex_lock(&out);
	put(1);
	if (flags & 1) { /* forced: also what has no times yet */
		pthread_mutex_lock(&lock);
		for (uint32_t i = first; i != last; i++) {
			struct buffer *b = queue[i % WORK].buffer;
			if (b) b->pending--;
			queue[i % WORK].buffer = 0;
		}
		pthread_mutex_unlock(&lock);
		put(1);
	}
	pthread_mutex_unlock(&out);
	return SUCCESS;
}
result cuptiActivityGetNextRecord(uint8_t *from, size_t valid, head **r) {
	uint8_t *next = *r ? (uint8_t *)*r + length_of((*r)->kind) : from;
	if (next >= from + valid) return MAX_LIMIT_REACHED;
	*r = (head *)next;
	return SUCCESS;
}

static long told; /* calls that the subscriber was told of */
long standinTold(void) { return told; }

/* standinCapture begins a capture into a graph, or ends it. */
void standinCapture(int32_t on, int32_t code) {
	uint32_t id = on ? BEGIN_CAPTURE : END_CAPTURE;
	callback f = calls_on[DRIVER][id] ? subscriber : 0;
	call c = { .site = 0, .function = "", .returned = &code, .correlation = __sync_add_and_fetch(&ids, 1) };
	if (f) f(0, DRIVER, id, &c);
	if (code == 0) capturing = on;
	c.site = 1;
	if (f) f(0, DRIVER, id, &c);
}

/* submit is a launch or a copy of the program, of which the driver says what code says. Every second one is made by the runtime, which
   calls the driver: the subscriber is told of both, with one number, one within the other. */
static void submit(struct work w, int64_t ns, int32_t code) {
	uint64_t data;
	uint32_t id = w.kind == KERNEL ? LAUNCH_KERNEL : w.kind == HOST ? LAUNCH_HOST_FUNC : MEMCPY_HTOD;
	w.id = __sync_add_and_fetch(&ids, 1);
	callback f = calls_on[DRIVER][id] ? subscriber : 0, around = w.id % 2 && calls_on[RUNTIME][id] ? subscriber : 0;
	call c = { .site = 0, .function = "", .returned = &code, .data = &data, .correlation = w.id };
	if (around) around(0, RUNTIME, id, &c);
	if (f) f(0, DRIVER, id, &c);
	told += (f != 0) + (around != 0);
	if (!capturing && !code && w.kind != HOST) begin(&w);
	if (!capturing) enqueue(w, ns, code); /* what is captured is not done, and has no record */
	c.site = 1;
	if (f) f(0, DRIVER, id, &c);
	if (around) around(0, RUNTIME, id, &c);
}
void standinRefuse(int32_t code) { refusal = code; }
void standinOther(int32_t on) { others = on; }

/* Of the driver. */
int32_t cuDeviceGetCount(int *n) { *n = 2; return 0; }
int32_t cuDeviceGetPCIBusId(char *text, int length, int device) {
	snprintf(text, length, "0000:C%d:00.0", device == 0 ? 1 : 6);
	return 0;
}
