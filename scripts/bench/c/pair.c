/* What a pair of start and stop costs in C, as a multiple of two readings of the clock: loops side by side, in turns, the
 * median of those in which nobody else had the processor, as an arithmetic that takes always the same tells. */
#include <mpitimer.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
static uint64_t ticks(void) { return __rdtsc(); }
#else
static uint64_t ticks(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif

enum { PAIRS = 4000, TURNS = 300, FEW = 50, PASSES = 12 };
static const double disturbed = 1.1; /* how much longer than at best the arithmetic takes in a quiet turn */
static double fastest = 1e9;         /* the arithmetic so far */

static volatile uint64_t sink;
static mpitimer_region *plain, *sampled, *placed, *left_out;

static void clocks(void) {
	for (int i = 0; i < PAIRS; i++) {
		sink = ticks();
		sink = ticks();
	}
}

static void of(mpitimer_region *r) {
	for (int i = 0; i < PAIRS; i++) {
		mpitimer_region_start(r);
		mpitimer_region_stop(r);
	}
}

static void handle(void) { of(plain); }
static void sample(void) { of(sampled); }
static void environment(void) { of(placed); }
static void level(void) { of(left_out); }

static void name(void) {
	for (int i = 0; i < PAIRS; i++) {
		mpitimer_start("the name of a kernel");
		mpitimer_stop("the name of a kernel");
	}
}

static void fortran(void) {
	for (int i = 0; i < PAIRS; i++) {
		mpitimer_start_text("the name of a kernel", 20);
		mpitimer_stop_text("the name of a kernel", 20);
	}
}

static void at_random(void) {
	static const char *const names[16] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"};
	uint32_t x = 1;
	for (int i = 0; i < PAIRS; i++) {
		x = x * 1103515245 + 12345;
		mpitimer_start(names[x >> 16 & 15]);
		mpitimer_stop(names[x >> 16 & 15]);
	}
}

static void phases(void) {
	mpitimer_start("phases");
	for (int i = 0; i < PAIRS / 2; i++) {
		mpitimer_next("one");
		mpitimer_next("two");
	}
	mpitimer_stop("phases");
}

static void off(void) {
	mpitimer_disable();
	handle();
	mpitimer_enable();
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double timed(void (*f)(void)) {
	double begin = now();
	f();
	return (now() - begin) * 1e9 / PAIRS;
}

/* Of an arithmetic that nothing but another user of the processor makes longer. */
static double arithmetic(void) {
	double begin = now();
	uint64_t x = 1, y = 2, z = 3;
	for (int i = 0; i < 20000; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		y = (y ^ x) + (y << 7);
		z += z >> 3 ^ y;
	}
	sink = x + y + z;
	return now() - begin;
}

struct turn {
	double figure, arithmetic;
};

static int by_arithmetic(const void *a, const void *b) {
	const struct turn *x = a, *y = b;
	return x->arithmetic < y->arithmetic ? -1 : x->arithmetic > y->arithmetic;
}

static int by_figure(const void *a, const void *b) {
	const struct turn *x = a, *y = b;
	return x->figure < y->figure ? -1 : x->figure > y->figure;
}

/* How many of some turns, which it sorts, are quiet. */
static int quiet_of(struct turn *turns, int count) {
	int quiet = 0;
	qsort(turns, (size_t)count, sizeof *turns, by_arithmetic);
	if (turns[0].arithmetic < fastest) fastest = turns[0].arithmetic;
	while (quiet < count && turns[quiet].arithmetic <= disturbed * fastest) quiet++;
	return quiet;
}

/* How long a loop takes, as a multiple of another beside it; in nanoseconds a pair if there is none. */
static double figure(void (*f)(void), void (*base)(void)) {
	static struct turn turns[TURNS * PASSES];
	int count = 0, quiet = 0;
	f();
	for (int pass = 0; pass < PASSES && quiet < FEW; pass++) {
		for (int i = 0; i < TURNS; i++) {
			double before = arithmetic(), under = base ? timed(base) : 1, cost = timed(f), after = arithmetic();
			turns[count++] = (struct turn){cost / under, before > after ? before : after};
		}
		quiet = quiet_of(turns, count);
	}
	if (quiet < FEW) quiet = FEW; /* the least disturbed */
	qsort(turns, (size_t)quiet, sizeof *turns, by_figure);
	return turns[quiet / 2].figure;
}

static double ratio(void (*f)(void)) { return figure(f, clocks); }
static double nanos(void (*f)(void)) { return figure(f, NULL); }

static double of_thread;

static void *thread(void *unused) {
	(void)unused;
	of_thread = ratio(name);
	return NULL;
}

/* What the arithmetic takes at best is known from a second of it. */
static void find_fastest(void) {
	for (double begin = now(); now() - begin < 1;) {
		double took = arithmetic();
		if (took < fastest) fastest = took;
	}
}

int main(void) {
	pthread_t id;
	find_fastest();
	if (mpitimer_initialize(NULL)) fprintf(stderr, "%s\n", mpitimer_error());
	plain = mpitimer_define("handle", NULL);
	sampled = mpitimer_define("sampled", &(mpitimer_options){.sample = 16});
	placed = mpitimer_define("placed", &(mpitimer_options){.environment = "Default"});
	left_out = mpitimer_define("left out", &(mpitimer_options){.level = 100});
	printf("figure c/handle %.3f ratio limit <=1.15\n", ratio(handle));
	printf("figure c/name %.3f ratio limit <=1.25\n", ratio(name));
	pthread_create(&id, NULL, thread, NULL);
	pthread_join(id, NULL);
	printf("figure c/thread %.3f ratio limit <=1.4\n", of_thread);
	printf("figure c/fortran-name %.3f ratio limit <=1.25\n", ratio(fortran));
	printf("figure c/next %.3f ratio\n", ratio(phases));
	printf("figure c/sampled16 %.3f ratio\n", ratio(sample));
	printf("figure c/environment-handle %.3f ratio\n", ratio(environment));
	printf("figure c/random16 %.3f ratio\n", ratio(at_random));
	printf("figure c/left-out %.2f ns\n", nanos(level));
	printf("figure c/off %.2f ns\n", nanos(off));
	return 0;
}
