/* Counts pieces of work by PAPI, as a referee for the timers' counters.
 *
 * Usage: papi EVENT WORK N CALLS
 *
 * It prints what EVENT counts in each of CALLS calls of WORK with N, one number a line. Exit status 3: PAPI does not
 * count the event here, or the work cannot be done here; the reason is on standard error. 1: something else is wrong.
 */
#define _GNU_SOURCE
#include <papi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static void end(int status, const char *what, const char *reason) {
	fprintf(stderr, "%s: %s\n", what, reason);
	exit(status);
}

/* loop has the instructions of perftest.Loop, aligned as there. */
static void loop(long n) {
#if defined(__x86_64__)
	if (n > 0)
		__asm__ volatile(".p2align 5\n1:\tsub $1, %0\n\tja 1b" : "+r"(n) : : "cc");
#else
	(void)n;
	end(3, "loop", "it is known for x86-64 only");
#endif
}

static char *next_page;
static long page_size;

/* pages touches n pages for the first time. */
static void pages(long n) {
	for (; n > 0; n--, next_page += page_size)
		*(volatile char *)next_page = 1;
}

static void prepare_pages(long n) {
	page_size = sysconf(_SC_PAGESIZE);
	if (n == 0)
		return;
	next_page = mmap(NULL, n * page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (next_page == MAP_FAILED)
		end(1, "pages", "no memory");
	madvise(next_page, n * page_size, MADV_NOHUGEPAGE);
}

/* sleeps gives the processor away n times. */
static void sleeps(long n) {
	struct timespec short_time = {0, 1000};
	for (; n > 0; n--)
		nanosleep(&short_time, NULL);
}

static cpu_set_t cpus[2]; /* one CPU each */

/* moves goes to the other of two CPUs n times, n being even: it ends where it has begun. */
static void moves(long n) {
	for (; n > 0; n--)
		sched_setaffinity(0, sizeof cpus[0], &cpus[n % 2]);
}

static void prepare_moves(void) {
	cpu_set_t all;
	int found = 0;
	sched_getaffinity(0, sizeof all, &all);
	for (int cpu = 0; cpu < CPU_SETSIZE && found < 2; cpu++) {
		if (CPU_ISSET(cpu, &all)) {
			CPU_ZERO(&cpus[found]);
			CPU_SET(cpu, &cpus[found++]);
		}
	}
	if (found < 2)
		end(3, "moves", "it takes two CPUs");
	sched_setaffinity(0, sizeof cpus[1], &cpus[1]);
}

/* spin works for n microseconds of the thread's processor time. */
static void spin(long n) {
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	for (long until = now.tv_sec * 1000000000 + now.tv_nsec + n * 1000; n > 0;) {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
		if (now.tv_sec * 1000000000 + now.tv_nsec >= until)
			break;
	}
}

static const struct {
	const char *name;
	void (*work)(long);
} works[] = {{"loop", loop}, {"pages", pages}, {"sleeps", sleeps}, {"moves", moves}, {"spin", spin}};

int main(int count, char **arguments) {
	void (*work)(long) = NULL;
	int set = PAPI_NULL, status;
	long long before, after;

	if (count != 5)
		end(1, "papi", "expected EVENT WORK N CALLS");
	for (size_t i = 0; i < sizeof works / sizeof *works; i++)
		if (strcmp(arguments[2], works[i].name) == 0)
			work = works[i].work;
	if (work == NULL)
		end(1, arguments[2], "no such work");
	long n = atol(arguments[3]), calls = atol(arguments[4]);
	long long *counted = malloc(calls * sizeof *counted);
	memset(counted, 0, calls * sizeof *counted); /* its pages are there */
	if (work == pages)
		prepare_pages(n * calls);
	if (work == moves)
		prepare_moves();

	if (PAPI_library_init(PAPI_VER_CURRENT) != PAPI_VER_CURRENT)
		end(3, "PAPI_library_init", "it fails");
	if ((status = PAPI_create_eventset(&set)) != PAPI_OK)
		end(1, "PAPI_create_eventset", PAPI_strerror(status));
	if ((status = PAPI_add_named_event(set, arguments[1])) != PAPI_OK)
		end(3, arguments[1], PAPI_strerror(status));
	if ((status = PAPI_start(set)) != PAPI_OK)
		end(3, arguments[1], PAPI_strerror(status));
	for (long i = 0; i < calls; i++) {
		if ((status = PAPI_read(set, &before)) != PAPI_OK)
			end(1, "PAPI_read", PAPI_strerror(status));
		work(n);
		if ((status = PAPI_read(set, &after)) != PAPI_OK)
			end(1, "PAPI_read", PAPI_strerror(status));
		counted[i] = after - before;
	}
	if ((status = PAPI_stop(set, &after)) != PAPI_OK)
		end(1, "PAPI_stop", PAPI_strerror(status));
	for (long i = 0; i < calls; i++)
		printf("%lld\n", counted[i]);
	return 0;
}
