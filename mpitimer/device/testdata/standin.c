/* A stand-in for the driver of CUDA, for tests: what mpitimer/device uses of it, as cuda.h documents it. Streams do their
   work in order and take time; events are done when the work before them is; a lost device answers every call with its
   error. Functions that begin with standin are the test's. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

typedef int32_t CUresult;
enum { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, DEINITIALIZED = 4, INVALID_CONTEXT = 201, NOT_READY = 600, ILLEGAL_ADDRESS = 700 };
enum { CAPTURE_UNSUPPORTED = 900, CAPTURE_IMPLICIT = 906, CAPTURED_EVENT = 907 };
enum { STREAMS = 64, DEVICES = 2 };

struct event { int64_t at; int recorded, captured; uintptr_t context; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int64_t busy[STREAMS]; /* until when a stream has work */
static CUresult lost;         /* what every call answers */
static uintptr_t destroyed;   /* a context */
static int no_streams;        /* can be made */
static int events, most_events = 1 << 20, calls, sets;
static __thread uintptr_t current;
static uintptr_t capture;       /* the stream that is captured, 0 for none */
static int spoiled;             /* is the capture, by a call that none may make meanwhile */
static __thread uint32_t mode;  /* of the thread, 2 if it may */

static int64_t *held; /* what the test says the time is; NULL for the machine's */

static int64_t now(void) {
	if (held) return __atomic_load_n(held, __ATOMIC_SEQ_CST);
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static CUresult enter(void) { /* with the lock held */
	calls++;
	if (lost) return lost;
	if (!current || current == destroyed) return INVALID_CONTEXT;
	return SUCCESS;
}

#define CALL(...) do { pthread_mutex_lock(&lock); CUresult code = enter(); if (code == SUCCESS) { __VA_ARGS__ } pthread_mutex_unlock(&lock); return code; } while (0)

CUresult cuInit(unsigned flags) { return flags ? INVALID_VALUE : SUCCESS; }
CUresult cuDriverGetVersion(int *v) { *v = 12040; return SUCCESS; }
CUresult cuDeviceGetCount(int *n) { *n = DEVICES; return SUCCESS; }
CUresult cuDeviceGetPCIBusId(char *text, int length, int device) { /* the second on the bus is the faster one, and first */
	if (device < 0 || device >= DEVICES || length < 13) return INVALID_VALUE;
	for (int i = 0; i < 13; i++) text[i] = "0000:1B:00.0"[i];
	if (device == 0) text[5] = '3';
	return SUCCESS;
}
CUresult cuCtxGetCurrent(uintptr_t *context) { *context = current; return SUCCESS; }
CUresult cuCtxSetCurrent(uintptr_t context) {
	if (context && context == destroyed) return INVALID_CONTEXT;
	__sync_fetch_and_add(&sets, 1);
	current = context;
	return SUCCESS;
}
CUresult cuCtxGetDevice(int *device) { CALL({ *device = (int)(current - 1) % DEVICES; }); }
CUresult cuEventCreate(struct event **e, unsigned flags) {
	CALL({
		if (flags) code = INVALID_VALUE;
		else if (events >= most_events) code = OUT_OF_MEMORY;
		else { *e = calloc(1, sizeof **e); (*e)->context = current; events++; }
	});
}
CUresult cuStreamCreate(uintptr_t *stream, unsigned flags) {
	CALL({
		if (flags != 1) code = INVALID_VALUE;
		else if (no_streams) code = OUT_OF_MEMORY;
		else *stream = 1000 * STREAMS + STREAMS - 1; /* in which nothing is launched */
	});
}
#ifndef WITHOUT_RECORD
CUresult cuEventRecord(struct event *e, uintptr_t stream) {
	CALL({
		int64_t t = now(), until = busy[stream % STREAMS];
		if (e->context != current) code = INVALID_CONTEXT;
		else if (capture && stream == 0) { spoiled = 1; code = CAPTURE_IMPLICIT; }
		else { e->at = until > t ? until : t; e->recorded = 1; e->captured = capture && stream == capture; }
	});
}
#endif
#ifndef WITHOUT_CAPTURE
CUresult cuStreamIsCapturing(uintptr_t stream, uint32_t *status) {
	CALL({
		if (capture && stream == 0) code = CAPTURE_IMPLICIT;
		else *status = capture && stream == capture;
	});
}
CUresult cuThreadExchangeStreamCaptureMode(uint32_t *m) { uint32_t former = mode; mode = *m; *m = former; return SUCCESS; }
#endif
/* unsafe is a call that no thread may make while a stream is captured, unless its mode says so. */
static CUresult unsafe(void) {
	if (!capture || mode == 2) return SUCCESS;
	spoiled = 1;
	return CAPTURE_UNSUPPORTED;
}
CUresult cuEventQuery(struct event *e) { CALL({ if (e->captured) code = CAPTURED_EVENT; else if ((code = unsafe()) == SUCCESS && e->recorded && e->at > now()) code = NOT_READY; }); }
CUresult cuEventElapsedTime(float *ms, struct event *a, struct event *b) {
	CALL({
		if (!a->recorded || !b->recorded) code = INVALID_VALUE;
		else if (a->at > now() || b->at > now()) code = NOT_READY;
		else *ms = (float)((b->at - a->at) / 1e6);
	});
}

void standinLaunch(uintptr_t stream, int64_t ns) {
	pthread_mutex_lock(&lock);
	int64_t t = now(), *until = &busy[stream % STREAMS];
	*until = (*until > t ? *until : t) + ns;
	pthread_mutex_unlock(&lock);
}
void standinHold(int64_t *time) { held = time; }
void standinLose(int32_t code) { lost = code; }
void standinDestroy(uintptr_t context) { destroyed = context; }
void standinLimit(int32_t most) { most_events = most; }
void standinNoStreams(void) { no_streams = 1; }
int32_t standinEvents(void) { return events; }

/* standinCapture begins the capture of a stream, as by any thread, or ends it, 0: it returns whether it was spoiled. */
int32_t standinCapture(uintptr_t stream) {
	pthread_mutex_lock(&lock);
	int32_t was = spoiled;
	capture = stream; spoiled = 0;
	pthread_mutex_unlock(&lock);
	return was;
}
