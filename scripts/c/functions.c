/* A program that knows no timers, compiled with -finstrument-functions. */
#include <gptl.h>

#define PLAIN __attribute__((no_instrument_function))

int leaf(int x) { return x + 1; }

int branch(int x) {
	for (int i = 0; i < 10; i++) x = leaf(x);
	return x;
}

int PLAIN main(void) {
	GPTLinitialize();
	int x = branch(branch(0));
	GPTLpr(0);
	GPTLfinalize();
	return x != 20;
}
