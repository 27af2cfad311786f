//go:build gptl && cgo

#include "binding.h"

#include <pthread.h>

/* Both GPTLs have it, but neither header declares it. */
extern int GPTLis_initialized(void);

/* Each GPTL has one of the two; weak ones are null where they are missing. */
extern int GPTLstartstop_val(const char *, double) __attribute__((weak));
extern int GPTLstartstop_vals(const char *, double, int) __attribute__((weak));

/*
 * GPTL tells threads apart, by OpenMP's number or by pthread_self, or it has no notion of them and
 * keeps one call stack. Whatever it does, calls from one thread only are what it takes for one.
 */
static pthread_t ours;
static int begun;

/* The reason for not calling GPTL now, or GOHPC_TIMERS_GPTL_DONE. */
static inline int hindrance(void) {
	if (!begun || !pthread_equal(ours, pthread_self())) {
		return GOHPC_TIMERS_GPTL_ELSEWHERE;
	}
	/* Upstream prints an error for each call before GPTLinitialize or after GPTLfinalize. */
	if (!GPTLis_initialized()) {
		return GOHPC_TIMERS_GPTL_ABSENT;
	}
	return GOHPC_TIMERS_GPTL_DONE;
}

static inline int outcome(int code) {
	return code == 0 ? GOHPC_TIMERS_GPTL_DONE : GOHPC_TIMERS_GPTL_REFUSED;
}

int gohpc_timers_gptl_begin(void) {
	ours = pthread_self();
	begun = 1;
	if (GPTLis_initialized()) {
		return GOHPC_TIMERS_GPTL_THERE;
	}
	return GPTLinitialize() == 0 ? GOHPC_TIMERS_GPTL_MADE : GOHPC_TIMERS_GPTL_FAILED;
}

int gohpc_timers_gptl_start(const char *name) {
	int why_not = hindrance();
	return why_not != GOHPC_TIMERS_GPTL_DONE ? why_not : outcome(GPTLstart(name));
}

int gohpc_timers_gptl_stop(const char *name) {
	int why_not = hindrance();
	return why_not != GOHPC_TIMERS_GPTL_DONE ? why_not : outcome(GPTLstop(name));
}

int gohpc_timers_gptl_add(const char *name, double seconds, int calls) {
	int why_not = hindrance();
	if (why_not != GOHPC_TIMERS_GPTL_DONE) {
		return why_not;
	}
	double each = seconds / calls;
	if (GPTLstartstop_vals) {
		/* The first time it takes all seconds for the longest call. */
		int code = GPTLstartstop_vals(name, each, 1);
		if (code == 0 && calls > 1) {
			code = GPTLstartstop_vals(name, seconds - each, calls - 1);
		}
		return outcome(code);
	}
	int code = GPTLstartstop_val ? 0 : -1;
	for (int i = 0; code == 0 && i < calls; i++) {
		code = GPTLstartstop_val(name, each);
	}
	return outcome(code);
}
