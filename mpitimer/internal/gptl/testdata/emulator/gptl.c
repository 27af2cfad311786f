/*
 * An emulator of libgptl for the tests of package gptl: the same calls, the same return values, also
 * for wrong use, and a report of upstream's form. It keeps what GPTL keeps: timers by thread and
 * name, and a call stack by thread that a wrong call leaves wrong.
 *
 * Every call, but those of GPTLis_initialized, is written to the file that the environment variable
 * GPTL_EMULATOR_LOG names: "[thread 1: ]start NAME" and " = -1" if it was refused.
 */
#include "gptl.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 63, STACK = 128, THREADS = 8, TIMERS = 4096 };

typedef struct timer {
	char name[LONGEST + 1];
	int on, again; /* again: recursions that are open */
	unsigned long count, recursions;
	double begin, total, max, min, latest;
	struct timer *parent; /* the first that it had, null for none */
	int several; /* parents */
} timer;

typedef struct {
	pthread_t self;
	timer *timers[TIMERS];
	int used;
	timer *stack[STACK];
	int depth;
} thread;

static thread threads[THREADS];
static int used_threads, initialized, disabled, imperfect, errors;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int GPTLis_initialized(void) { return initialized; }

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static int refuse(const char *why, const char *name) {
	errors++;
	fprintf(stderr, "emulated GPTL: %s: %s\n", name, why);
	return -1;
}

/* The caller holds the lock. */
static thread *current(void) {
	for (int i = 0; i < used_threads; i++) {
		if (pthread_equal(threads[i].self, pthread_self())) {
			return &threads[i];
		}
	}
	if (used_threads == THREADS) {
		return NULL;
	}
	memset(&threads[used_threads], 0, sizeof threads[0]);
	threads[used_threads].self = pthread_self();
	return &threads[used_threads++];
}

static int number_of_caller(void) {
	for (int i = 0; i < used_threads; i++) {
		if (pthread_equal(threads[i].self, pthread_self())) {
			return i;
		}
	}
	return 0;
}

static int record(int result, const char *format, ...) {
	const char *file = getenv("GPTL_EMULATOR_LOG");
	FILE *f = file && *file ? fopen(file, "a") : NULL;
	if (f) {
		va_list args;
		va_start(args, format);
		if (number_of_caller() > 0) {
			fprintf(f, "thread %d: ", number_of_caller());
		}
		vfprintf(f, format, args);
		fputs(result == 0 ? "\n" : " = -1\n", f);
		va_end(args);
		fclose(f);
	}
	return result;
}

static timer *find(thread *t, const char *name) {
	for (int i = 0; i < t->used; i++) {
		if (strcmp(t->timers[i]->name, name) == 0) {
			return t->timers[i];
		}
	}
	return NULL;
}

static int initialize(void) {
	if (initialized) {
		return refuse("called twice", "GPTLinitialize");
	}
	initialized = 1;
	disabled = imperfect = errors = used_threads = 0;
	return 0;
}

int GPTLinitialize(void) { return record(initialize(), "initialize"); }

static int finalize(void) {
	if (!initialized) {
		return refuse("not initialized", "GPTLfinalize");
	}
	for (int i = 0; i < used_threads; i++) {
		while (threads[i].used > 0) {
			free(threads[i].timers[--threads[i].used]);
		}
	}
	initialized = disabled = used_threads = 0;
	return 0;
}

int GPTLfinalize(void) { return record(finalize(), "finalize"); }

/* begins an interval. The stack grows also when the start is refused after all. */
static int start(const char *name) {
	thread *t;
	timer *r;
	if (disabled) {
		return 0;
	}
	if (!initialized) {
		return refuse("not initialized", name);
	}
	if (!(t = current())) {
		return refuse("too many threads", name);
	}
	r = find(t, name);
	if (r && r->on) {
		r->again++;
		return 0;
	}
	if (++t->depth > STACK - 1) {
		return refuse("stack too big", name);
	}
	if (t->depth < 1) {
		return refuse("more was stopped than started", name);
	}
	if (!r) {
		if (strlen(name) > LONGEST) {
			return refuse("name too long", name);
		}
		if (t->used == TIMERS || !(r = calloc(1, sizeof *r))) {
			return refuse("too many timers", name);
		}
		strcpy(r->name, name);
		r->parent = t->stack[t->depth - 1];
		t->timers[t->used++] = r;
	}
	if (r->parent != t->stack[t->depth - 1]) {
		r->several = 1;
	}
	t->stack[t->depth] = r;
	r->on = 1;
	r->begin = now();
	return 0;
}

int GPTLstart(const char *name) {
	int result;
	pthread_mutex_lock(&lock);
	result = record(start(name), "start %s", name);
	pthread_mutex_unlock(&lock);
	return result;
}

static int stop(const char *name) {
	double end = now();
	thread *t;
	timer *r;
	if (disabled) {
		return 0;
	}
	if (!initialized) {
		return refuse("not initialized", name);
	}
	if (!(t = current())) {
		return refuse("too many threads", name);
	}
	if (!(r = find(t, name))) {
		return refuse("stop without start", name);
	}
	if (!r->on) {
		return refuse("stop of a timer that is off", name);
	}
	r->count++;
	if (r->again > 0) {
		r->again--;
		r->recursions++;
		return 0;
	}
	r->on = 0;
	r->latest = end - r->begin;
	r->total += r->latest;
	if (r->count == 1 || r->latest > r->max) {
		r->max = r->latest;
	}
	if (r->count == 1 || r->latest < r->min) {
		r->min = r->latest;
	}
	if (!imperfect && (t->depth < 0 || t->depth >= STACK || t->stack[t->depth] != r)) {
		imperfect = 1;
		fprintf(stderr, "emulated GPTL: imperfect nest detected: got %s\n", name);
	}
	t->depth--;
	return 0;
}

int GPTLstop(const char *name) {
	int result;
	pthread_mutex_lock(&lock);
	result = record(stop(name), "stop %s", name);
	pthread_mutex_unlock(&lock);
	return result;
}

/* adds calls that took so many seconds together, to a timer of which the start is taken anew. */
static int add(const char *name, double seconds, int calls) {
	thread *t;
	timer *r;
	double each = seconds / calls;
	if (disabled) {
		return 0;
	}
	if (!initialized || seconds < 0 || !(t = current())) {
		return refuse("no value can be added", name);
	}
	r = find(t, name);
	if (!r) {
		if (start(name) != 0 || stop(name) != 0 || !(r = find(t, name))) {
			return refuse("no timer can be made", name);
		}
		r->count = 0;
		r->total = 0;
		r->max = r->min = each;
	}
	r->begin = now();
	r->count += calls;
	r->total += seconds;
	r->max = each > r->max ? each : r->max;
	r->min = each < r->min ? each : r->min;
	return 0;
}

#ifdef E3SM
int GPTLstartstop_vals(const char *name, double seconds, int calls) {
	return record(add(name, seconds, calls), "add %s %g in %d", name, seconds, calls);
}
#else
int GPTLstartstop_val(const char *name, double seconds) {
	return record(add(name, seconds, 1), "add %s %g", name, seconds);
}
#endif

int GPTLreset(void) {
	if (!initialized) {
		return record(refuse("not initialized", "GPTLreset"), "reset");
	}
	for (int i = 0; i < used_threads; i++) {
		for (int k = 0; k < threads[i].used; k++) {
			timer *r = threads[i].timers[k];
			r->on = 0;
			r->count = 0;
			r->total = r->max = r->min = r->latest = 0;
		}
	}
	return record(0, "reset");
}

int GPTLenable(void) {
	disabled = 0;
	return record(0, "enable");
}

int GPTLdisable(void) {
	disabled = 1;
	return record(0, "disable");
}

int GPTLget_count(const char *name, int number, int *count) {
	timer *r;
	if (number < 0 || number >= used_threads || !(r = find(&threads[number], name))) {
		return refuse("no such timer", name);
	}
	*count = (int)r->count;
	return 0;
}

static void column(FILE *f, double value) { fprintf(f, value < 0.01 ? " %8.2e" : " %8.3f", value); }

static int depth_of(const timer *r) { return r ? 1 + depth_of(r->parent) : 0; }

/* prints the timers below a parent, each below the first parent that it had. */
static void rows(FILE *f, const thread *t, const timer *parent, int width) {
	for (int i = 0; i < t->used; i++) {
		timer *r = t->timers[i];
		int indent = imperfect ? 0 : 2 * depth_of(parent);
		if (r->parent != parent) {
			continue;
		}
		fprintf(f, "%c %*s%-*s", r->on ? '!' : r->several ? '*' : ' ', indent, "", width - indent, r->name);
		if (r->recursions > 0) {
			fprintf(f, " %8lu %8lu", r->count, r->recursions);
		} else {
			fprintf(f, " %8lu     -   ", r->count);
		}
		column(f, r->total);
		column(f, r->max);
		column(f, r->min);
		fputc('\n', f);
		rows(f, t, r, width);
	}
}

static void table(FILE *f, int number) {
	const thread *t = &threads[number];
	unsigned long calls = 0;
	int width = 7;
	for (int i = 0; i < t->used; i++) {
		int wide = (int)strlen(t->timers[i]->name) + 2 * depth_of(t->timers[i]->parent);
		width = wide > width ? wide : width;
		calls += t->timers[i]->count;
	}
	fprintf(f, "%sStats for thread %d:\n", number > 0 ? "\n" : "", number);
	fprintf(f, "  %*s  Called  Recurse     Wall      max      min\n", width + 1, "");
	rows(f, t, NULL, width);
	fprintf(f, "\nOverhead sum =         0 wallclock seconds\nTotal calls  = %lu\n", calls);
}

static int print(const char *file) {
	FILE *f;
	if (!initialized) {
		return refuse("not initialized", "GPTLpr_file");
	}
	if (!(f = fopen(file, "w"))) {
		f = stderr;
	}
	fprintf(f, "GPTL version info: emulator\n");
	if (errors > 0) {
		fprintf(f, "WARNING: GPTLerror was called at least once during the run.\n");
	}
	if (imperfect) {
		fprintf(f, "WARNING: SOME TIMER CALLS WERE DETECTED TO HAVE IMPERFECT NESTING.\n");
	}
	fprintf(f, "Process size=1.000000 MB rss=1.000000 MB\n\n");
	for (int i = 0; i < used_threads; i++) {
		table(f, i);
	}
	fprintf(f, "\nThread mapping:\n");
	for (int i = 0; i < used_threads; i++) {
		fprintf(f, "GPTLthreadid[%d] = %d\n", i, i);
	}
	return f == stderr ? 0 : fclose(f);
}

int GPTLpr_file(const char *file) { return record(print(file), "print"); }
