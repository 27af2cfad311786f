/* What the stand-ins for libraries that record have in common: a device that does its work in streams and takes time for it,
   and what makes things go wrong. Functions that begin with standin are the test's, or what a program would call of the
   driver. A stand-in has the function submit. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STREAMS = 16, WORK = 1 << 20, EPOCH = 77 };
enum { TO_DEVICE = 1, TO_HOST = 2, ON_DEVICE = 8, SET = 100, KERNEL = 101, HOST = 102 }; /* the first are CUPTI's numbers of copies */

struct work { uint32_t kind, id, stream, device; uint64_t start, end, bytes; const char *name; void *record, *buffer; /* CUPTI's */ };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, out = PTHREAD_MUTEX_INITIALIZER;
static struct work *queue;
static uint32_t first, last, ids;
static uint64_t busy[STREAMS], cost;
static int stuck;
static pthread_t worker;
static int working;

static void submit(struct work w, int64_t ns, int32_t code);
static void put(int partly); /* gives what is done to the library's client; out is held */

static int64_t *held; /* what the test says the time is; NULL for the machine's */

static uint64_t now(void) {
	if (held) return __atomic_load_n(held, __ATOMIC_SEQ_CST) + EPOCH;
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec + EPOCH;
}

/* enqueue gives work to the device, unless the driver says what code says, and takes the driver's time for that. */
static void enqueue(struct work w, int64_t ns, int32_t code) {
	if (!code && w.kind != HOST) {
		pthread_mutex_lock(&lock);
		uint64_t t = now(), *until = &busy[w.stream % STREAMS];
		w.start = *until > t ? *until : t;
		*until = w.end = w.start + ns;
		if (queue && last - first < WORK) queue[last++ % WORK] = w;
		pthread_mutex_unlock(&lock);
	}
	for (uint64_t from = now(); cost && now() - from < cost;); /* what the driver itself needs of the host */
}

/* next_done takes what the device has done. */
static int next_done(struct work *w) {
	pthread_mutex_lock(&lock);
	int done = !stuck && first != last && queue[first % WORK].end <= now();
	if (done) *w = queue[first++ % WORK];
	pthread_mutex_unlock(&lock);
	return done;
}

static void *work(void *none) {
	for (;;) {
		usleep(500);
		pthread_mutex_lock(&out);
		put(0);
		pthread_mutex_unlock(&out);
	}
	return none;
}
static void start_work(void) {
	if (!queue) queue = calloc(WORK, sizeof *queue);
	if (!working) { working = 1; pthread_create(&worker, 0, work, 0); }
}

void standinKernel(int32_t flux, uint32_t stream, int64_t ns, int32_t code) {
	submit((struct work){ .kind = KERNEL, .stream = stream, .device = stream / 8, .name = flux ? "flux" : "update" }, ns, code);
}
void standinCopy(uint32_t kind, uint64_t bytes, int64_t ns) { submit((struct work){ .kind = kind, .bytes = bytes }, ns, 0); }
void standinHost(void) { submit((struct work){ .kind = HOST }, 0, 0); } /* a function of the host, in a stream */
void standinCost(uint64_t ns) { cost = ns; }
void standinOthers(int64_t ns) { /* another process, which shares the device, keeps it busy: of that there are no records */
	pthread_mutex_lock(&lock);
	for (int i = 0; i < STREAMS; i++) busy[i] = now() + ns;
	pthread_mutex_unlock(&lock);
}
void standinHold(int64_t *time) { held = time; }
void standinStick(int32_t on) { stuck = on; }
static void *from_thread(void *n) {
	for (int64_t i = 0; i < (intptr_t)n; i++) standinKernel(0, 1, 1000, 0);
	return 0;
}
void standinThread(int64_t n) { /* launches on a thread that Go has not made */
	pthread_t t;
	pthread_create(&t, 0, from_thread, (void *)(intptr_t)n);
	pthread_join(t, 0);
}
