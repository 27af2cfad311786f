/*
 * A program with timers of GPTL whose steps are taken by a component in Go.
 *
 * Usage: host host|component REPORT LOG
 *
 * The first word says who initialises GPTL. The report is the host's.
 */
#include <gptl.h>
#include <libcomponent.h>
#include <stdio.h>
#include <string.h>

static int check(int code, const char *what) {
	if (code != 0) {
		fprintf(stderr, "host: %s failed\n", what);
	}
	return code != 0;
}

int main(int argc, char **argv) {
	int failed = 0, ours;
	if (argc != 4) {
		return 2;
	}
	ours = strcmp(argv[1], "host") == 0;
	if (ours) {
		failed += check(GPTLinitialize(), "GPTLinitialize");
		failed += check(GPTLstart("begin"), "start of begin");
	}
	failed += check(component_begin(argv[3]), "component_begin");
	if (ours) {
		failed += check(GPTLstop("begin"), "stop of begin");
	}
	failed += check(GPTLstart("model"), "start of model");
	for (int i = 0; i < 3; i++) {
		failed += check(GPTLstart("step"), "start of step");
		component_step();
		failed += check(GPTLstop("step"), "stop of step");
	}
	failed += check(GPTLstop("model"), "stop of model");
	if (!ours) {
		return component_end() + failed != 0;
	}
	failed += check(GPTLstart("end"), "start of end");
	failed += check(component_end(), "component_end");
	failed += check(GPTLstop("end"), "stop of end");
	failed += check(GPTLpr_file(argv[2]), "GPTLpr_file");
	failed += check(GPTLfinalize(), "GPTLfinalize");
	return failed != 0;
}
