//go:build cgo

/* What is called rarely. */
#include "capi.h"
#include "mpitimer.h"
#include "_cgo_export.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static __thread char *said;

/* What an exported function returned: NULL, or memory with a message. */
static int told(char *message) {
	if (!message) return 0;
	free(said);
	said = message;
	return -1;
}

const char *mpitimer_error(void) { return said ? said : ""; }

static void at_exit(void) {
	if (!gohpc_capi_forked()) gohpc_capi_exit();
}

static const char in_child[] = "mpitimer: a child of a process that has timers has none";

static void register_exit(void) { atexit(at_exit); }

/* Exit handlers run the other way round, so this comes before those of what was there before. */
static void expect_exit(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, register_exit);
}

/* For package cgptl. */
void gohpc_capi_at_exit(void) { expect_exit(); }

/* The signal at which the timers report, unless the program has a use for it. */
static int has_signal(void) {
	struct sigaction now;
	return sigaction(SIGUSR1, NULL, &now) == 0 && now.sa_handler != SIG_DFL;
}

int mpitimer_initialize(const char *configuration) {
	if (gohpc_capi_forked()) return told(strdup(in_child));
	expect_exit();
	return told(gohpc_capi_initialize((char *)configuration, 0, 0, has_signal()));
}

int mpitimer_initialize_on(const char *configuration, int communicator) {
	if (gohpc_capi_forked()) return told(strdup(in_child));
	expect_exit();
	return told(gohpc_capi_initialize((char *)configuration, 1, communicator, has_signal()));
}

int mpitimer_finalize(void) { return told(gohpc_capi_forked() ? strdup(in_child) : gohpc_capi_finalize()); }

int mpitimer_print(void) { return told(gohpc_capi_forked() ? strdup(in_child) : gohpc_capi_print()); }

int mpitimer_print_files(const char *prefix) {
	return told(gohpc_capi_forked() ? strdup(in_child) : gohpc_capi_print_files((char *)(prefix ? prefix : "")));
}

int mpitimer_print_rank_file(const char *prefix) {
	return told(gohpc_capi_forked() ? strdup(in_child) : gohpc_capi_print_rank_file((char *)(prefix ? prefix : "")));
}

int mpitimer_environment(const char *name, int communicator) {
	if (gohpc_capi_forked()) return told(strdup(in_child));
	return told(gohpc_capi_environment((struct gohpc_capi_name *)gohpc_capi_find_other(name), communicator));
}

static struct gohpc_capi_name *optional(const char *text) {
	return text && *text ? (struct gohpc_capi_name *)gohpc_capi_find_other(text) : NULL;
}

mpitimer_region *mpitimer_define(const char *name, const mpitimer_options *options) {
	static const mpitimer_options none;
	mpitimer_region *r = calloc(1, sizeof *r);
	if (!r) return NULL; /* starts and stops of it do nothing */
	if (!options) options = &none;
	if (gohpc_capi_forked()) return r;
	r->name = gohpc_capi_find_name(name);
	r->number = gohpc_capi_define((struct gohpc_capi_name *)r->name, optional(options->environment), optional(options->hint),
		options->level, options->sample, options->communicates, &r->key, &r->gate);
	int levelled = options->level > 0, sampled = options->sample > 1, placed = optional(options->environment) != NULL;
	r->levelled = levelled && !sampled && !placed;
	r->sampled = sampled && !levelled && !placed;
	r->placed = placed && !levelled && !sampled;
	return r;
}

void mpitimer_add(const char *name, double seconds, int64_t calls) {
	if (gohpc_capi_forked()) return;
	const struct gohpc_capi_name *n = gohpc_capi_find_name(name);
	gohpc_capi_add((struct gohpc_capi_name *)n, seconds, calls);
	if (is_further(n)) gohpc_capi_further();
}

void mpitimer_disable(void) {
	if (!gohpc_capi_forked()) gohpc_capi_able(0);
}
void mpitimer_enable(void) {
	if (!gohpc_capi_forked()) gohpc_capi_able(1);
}
void mpitimer_set_level(int level) {
	if (!gohpc_capi_forked()) gohpc_capi_level(level);
}
void mpitimer_set_prefix(const char *prefix) {
	if (!gohpc_capi_forked()) gohpc_capi_prefix((char *)(prefix ? prefix : ""));
}
void mpitimer_epoch(void) {
	if (!gohpc_capi_forked()) gohpc_capi_progress(0, 0);
}
void mpitimer_set_work(int64_t parts) {
	if (!gohpc_capi_forked()) gohpc_capi_progress(1, parts);
}
void mpitimer_add_work_done(int64_t parts) {
	if (!gohpc_capi_forked()) gohpc_capi_progress(2, parts);
}

int mpitimer_query(const char *name, double *seconds, int64_t *calls) {
	double s;
	int64_t c;
	if (!gohpc_capi_forked() && gohpc_capi_query((char *)(name ? name : ""), seconds ? seconds : &s, calls ? calls : &c)) return 0;
	return told(strdup("mpitimer_query: there is no region of that name on this thread"));
}
