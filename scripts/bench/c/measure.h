/* Loops beside each other, in turns: what one takes as a multiple of the other, the median of those turns in which nobody
 * else had the processor, as an arithmetic tells that always takes the same. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__x86_64__)
#include <string.h>
#include <x86intrin.h>

/* Whether the timers read the processor's counter: where the kernel does not, they do not either. */
static int by_counter(void) {
	char source[16] = "";
	FILE *f = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "r");
	if (f) {
		if (!fgets(source, sizeof source, f)) source[0] = 0;
		fclose(f);
	}
	return !strcmp(source, "tsc\n");
}
static uint64_t counter(void) { return __rdtsc(); }
#else
static int by_counter(void) { return 0; }
static uint64_t counter(void) { return 0; }
#endif

static uint64_t kernel_clock(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

enum { PAIRS = 4000, TURNS = 300, FEW = 50, PASSES = 12 };
static const double disturbed = 1.1; /* how much longer than at best the arithmetic takes in a quiet turn */
static double fastest = 1e9;         /* the arithmetic so far */

static volatile uint64_t sink;

static void counters(void) {
	for (int i = 0; i < PAIRS; i++) {
		sink = counter();
		sink = counter();
	}
}

static void kernel_clocks(void) {
	for (int i = 0; i < PAIRS; i++) {
		sink = kernel_clock();
		sink = kernel_clock();
	}
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

/* Of an arithmetic that keeps all adders of a core busy, so that whoever shares them makes it longer. */
static double arithmetic(void) {
	double begin = now();
	uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
	for (uint64_t i = 0; i < 20000; i++) {
		a += i, b ^= i, c += i, d ^= i, e ^= i, f += i, g ^= i, h += i;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)); /* no short cut */
	}
	sink = a + b + c + d + e + f + g + h;
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

/* As a multiple of two readings of the clock in use. */
static double ratio(void (*f)(void)) { return figure(f, by_counter() ? counters : kernel_clocks); }
__attribute__((unused)) static double nanos(void (*f)(void)) { return figure(f, NULL); }

/* What the arithmetic takes at best is known from a second of it. */
static void find_fastest(void) {
	for (double begin = now(); now() - begin < 1;) {
		double took = arithmetic();
		if (took < fastest) fastest = took;
	}
}

#endif
