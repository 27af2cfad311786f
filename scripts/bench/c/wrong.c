/* What wrong use costs from C at a million repetitions, in processor time and in memory: of our libraries, and of a GPTL
 * that is there. Each side is a process of its own.
 *
 * Usage: wrong PREFIX */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef OF_GPTL
#include <gptl.h>
#define BEGIN() GPTLinitialize()
#define START(name) GPTLstart(name)
#define STOP(name) GPTLstop(name)
#define END() GPTLfinalize()
#else
#include <mpitimer.h>
#define BEGIN() mpitimer_initialize(NULL)
#define START(name) mpitimer_start(name)
#define STOP(name) mpitimer_stop(name)
#define END() mpitimer_finalize()
#endif

enum { REPETITIONS = 1000000, RUNS = 5 };

static void right(void) {
	for (int i = 0; i < REPETITIONS; i++) START("region"), STOP("region");
}
static void misspelt(void) {
	for (int i = 0; i < REPETITIONS; i++) START("region"), STOP("regoin");
}
static void missing(void) {
	for (int i = 0; i < REPETITIONS; i++) START("region");
}
static void twice(void) {
	for (int i = 0; i < REPETITIONS; i++) START("region"), STOP("region"), STOP("region");
}
static void finalized(void) {
	END();
	right();
}
static void names_of(int different) {
	char name[32];
	for (int i = 0; i < REPETITIONS; i++) {
		snprintf(name, sizeof name, "region %d", i % different);
		START(name), STOP(name);
	}
}
static void few_names(void) { names_of(1000); }
static void endless_names(void) { names_of(REPETITIONS); }
static void recursion(void) {
	for (int i = 0; i < REPETITIONS; i++) START("region");
	for (int i = 0; i < REPETITIONS; i++) STOP("region");
}

/* On a thread of its own, while a region of the first one is open. */
static void *thread_right(void *unused) {
	right();
	return unused;
}
static void *thread_stops(void *unused) {
	for (int i = 0; i < REPETITIONS; i++) STOP("here");
	return unused;
}
static void on_thread(void *(*use)(void *)) {
	pthread_t thread;
	START("here");
	if (pthread_create(&thread, NULL, use, NULL) != 0 || pthread_join(thread, NULL) != 0) abort();
	STOP("here");
}
static void elsewhere(void) { on_thread(thread_stops); }
static void other_thread(void) { on_thread(thread_right); }

#ifndef OF_GPTL
static void in(const char *environment) {
	for (int i = 0; i < REPETITIONS; i++) mpitimer_start_in("region", environment), STOP("region");
}
static void all_ranks(void) { in(NULL); }
static void nowhere(void) { in("nowhere"); }
#endif

static const struct side {
	const char *name, *with; /* what it is compared with; NULL: it is a right use */
	void (*use)(void);
} sides[] = {{"right", NULL, right}, {"few-names", NULL, few_names}, {"other-thread", NULL, other_thread},
#ifndef OF_GPTL
	{"all-ranks", NULL, all_ranks}, {"unknown-environment", "all-ranks", nowhere},
#endif
	{"misspelt-stop", "right", misspelt}, {"missing-stop", "right", missing}, {"stop-by-name-twice", "right", twice},
	{"stop-elsewhere", "other-thread", elsewhere}, {"after-finalize", "right", finalized}, {"endless-recursion", "right", recursion},
	{"endless-names", "few-names", endless_names}};

static int run(const char *name) {
	for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
		if (strcmp(sides[i].name, name) != 0) continue;
		alarm(60);
		if (!freopen("/dev/null", "w", stderr)) return 1;
		BEGIN();
		START("main");
		sides[i].use();
		STOP("main");
		END();
		return 0;
	}
	return 1;
}

struct cost {
	double ns, kilobytes;
};

/* The least of some runs. */
static struct cost cost_of(const char *self, const char *prefix, const char *name) {
	struct cost least = {1e18, 1e18};
	for (int i = 0; i < RUNS; i++) {
		struct rusage used;
		int status;
		fflush(stdout);
		pid_t child = fork();
		if (child == 0) {
			execl(self, self, prefix, name, (char *)NULL);
			_exit(1);
		}
		if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) return (struct cost){-1, -1};
		double ns = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e9 + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e3;
		if (ns / REPETITIONS < least.ns) least.ns = ns / REPETITIONS;
		if (used.ru_maxrss < least.kilobytes) least.kilobytes = used.ru_maxrss;
	}
	return least;
}

static int compare(const char *self, const char *prefix, const char *name, const char *with) {
	struct cost a = cost_of(self, prefix, with), b = cost_of(self, prefix, name);
	const char *limit = strcmp(prefix, "their") == 0 ? "" : " limit <=3";
	if (a.ns < 0 || b.ns < 0) {
		printf("wrong/%s-%s: did not end in a minute\n", prefix, name);
		return *limit != 0;
	}
	printf("wrong/%s-%s: %.0f ns, compared with %.0f ns; %.1f MB, compared with %.1f MB\n", prefix, name, b.ns, a.ns, b.kilobytes / 1024, a.kilobytes / 1024);
	printf("figure wrong/%s-%s %.2f ratio%s\n", prefix, name, b.ns / a.ns, limit);
	printf("figure wrong/%s-%s-memory %.2f ratio%s\n", prefix, name, b.kilobytes / a.kilobytes, limit);
	return 0;
}

int main(int argc, char **argv) {
	if (argc > 2) return run(argv[2]);
	const char *self = argv[0], *prefix = argc > 1 ? argv[1] : "c";
	int failed = 0;
	for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
		if (sides[i].with) failed |= compare(self, prefix, sides[i].name, sides[i].with);
	}
	return failed;
}
