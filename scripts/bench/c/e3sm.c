/* What a pair of calls of E3SM's fork of GPTL costs, through our library or, as "their", through the fork. */
#include "measure.h"

#include <gptl.h>

#include <string.h>

static void pair(void) {
	for (int i = 0; i < PAIRS; i++) {
		GPTLstart("the name of a kernel");
		GPTLstop("the name of a kernel");
	}
}

static double used(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Pairs of names of which none was seen before: nanoseconds of the processor a pair, in the best of some batches. */
static double first(void) {
	enum { NAMES = 250, BATCHES = 8 };
	static char names[BATCHES * NAMES][32];
	double best = 1;
	for (int i = 0; i < BATCHES * NAMES; i++) snprintf(names[i], sizeof names[i], "kernel number %d", i);
	for (int batch = 0; batch < BATCHES; batch++) {
		double begin = used();
		for (int i = batch * NAMES; i < (batch + 1) * NAMES; i++) {
			GPTLstart(names[i]);
			GPTLstop(names[i]);
		}
		double took = used() - begin;
		if (took < best) best = took;
	}
	return best * 1e9 / NAMES;
}

int main(int argc, char **argv) {
	const char *whose = argc > 1 ? argv[1] : "";
	find_fastest();
	GPTLinitialize();
	GPTLstart("main");
	pair();
	double once = first();
	printf("figure e3sm/%spair %.3f ratio%s\n", whose, ratio(pair), *whose ? "" : " limit <=1.4");
	printf("figure e3sm/%spair-ns %.1f ns\n", whose, nanos(pair));
	GPTLprefix_set("Omega:parent:");
	pair();
	printf("figure e3sm/%spair-prefix %.3f ratio%s\n", whose, ratio(pair), *whose ? "" : " limit <=1.4");
	printf("figure e3sm/%spair-prefix-ns %.1f ns\n", whose, nanos(pair));
	printf("figure e3sm/%sfirst %.0f ns\n", whose, once);
	return GPTLfinalize();
}
