/* What a pair of GPTL's calls costs through our library. */
#include "measure.h"

#include <gptl.h>

static int number;

static void handle(void) {
	for (int i = 0; i < PAIRS; i++) {
		GPTLstart_handle("the name of a kernel", &number);
		GPTLstop_handle("the name of a kernel", &number);
	}
}

static void name(void) {
	for (int i = 0; i < PAIRS; i++) {
		GPTLstart("the name of a kernel");
		GPTLstop("the name of a kernel");
	}
}

int main(void) {
	find_fastest();
	GPTLinitialize();
	printf("figure c/gptl-handle %.3f ratio limit <=1.3\n", ratio(handle));
	printf("figure c/gptl-name %.3f ratio\n", ratio(name));
	return GPTLfinalize();
}
