/* What a pair of start and stop costs in C. */
#include "measure.h"

#include <mpitimer.h>

#include <pthread.h>
#include <stdio.h>

static mpitimer_region *plain, *sampled, *placed, *left_out;

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

static void inside(void) {
	for (int i = 0; i < PAIRS; i++) {
		mpitimer_region_start(plain);
		mpitimer_region_start(left_out);
		mpitimer_region_stop(left_out);
		mpitimer_region_stop(plain);
	}
}

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

static double of_thread;

static void *thread(void *unused) {
	(void)unused;
	of_thread = ratio(name);
	return NULL;
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
	printf("figure c/left-out-in-another %.2f ns\n", nanos(inside) - nanos(handle));
	printf("figure c/off %.2f ns\n", nanos(off));
	return 0;
}
