//go:build cgo

/* Threads, and what is left to Go. */
#include "capi.h"
#include "_cgo_export.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

volatile uint32_t gohpc_capi_on; /* some start counts. Not in a child: the tables are its parent's, and Go does not run there */
static volatile int forked;
static const volatile uintptr_t *(*word)(void); /* of package whose; NULL where goroutines cannot be told apart */
static uintptr_t number_at;                     /* where a goroutine's descriptor has its number */
static pthread_key_t ends;
static int has_ends;

static const volatile uintptr_t gone = 0;

static void in_child(void) {
	forked = 1;
	gohpc_capi_on = 0;
	gohpc_capi_self.word = &gone;
}

static void thread_ends(void *bound) {
	struct gohpc_capi_bound *b = bound;
	gohpc_capi_self.word = &gone;
	if (gohpc_capi_on) gohpc_capi_ended(b->slot, b->number);
	free(b);
}

void gohpc_capi_prepare(uintptr_t function, uintptr_t place) {
	word = (const volatile uintptr_t *(*)(void))function;
	number_at = place;
	has_ends = pthread_key_create(&ends, thread_ends) == 0;
	pthread_atfork(NULL, NULL, in_child);
}

void gohpc_capi_switch(int is) { gohpc_capi_on = is && !forked; }

/* Lets the next call of this thread be made without Go, on the track that Go has found. */
static void bind_thread(struct self *s, const struct gohpc_capi_bound *found) {
	const volatile uintptr_t *where = s->foreign ? &s->bound.slot : s->place;
	if (s->foreign && has_ends && s->bound.slot != found->slot) {
		struct gohpc_capi_bound *kept = malloc(sizeof *kept);
		if (kept) {
			*kept = *found;
			free(pthread_getspecific(ends));
			pthread_setspecific(ends, kept);
		}
	}
	s->bound = *found;
	s->number = s->foreign ? &s->bound.number : (const volatile uint64_t *)(found->slot + number_at);
	s->word = where;
}

void gohpc_capi_ask(int what, const struct gohpc_capi_name *name, const struct gohpc_capi_name *environment,
	const struct mpitimer_region *region) {
	struct self *s = &gohpc_capi_self;
	struct gohpc_capi_bound found = {.track = s->bound.track};
	if (!s->seen && word) {
		s->place = word(); /* before the first call of Go, which makes the thread Go's */
		s->foreign = s->place == NULL;
		s->seen = 1;
	}
	gohpc_capi_call(what, (struct gohpc_capi_name *)name, (struct gohpc_capi_name *)environment, region ? region->number : 0,
		&found);
	if (found.count) {
		s->absent[name->hash >> 8 & 3] = (struct absent){name, found.track, found.count, found.node, found.nodes};
	}
	if (found.track && word) {
		if (found.track != s->bound.track || found.slot != s->bound.slot || found.number != s->bound.number ||
			found.clock != s->bound.clock || found.changes != s->bound.changes || s->word == &gone || *s->word != found.slot) {
			bind_thread(s, &found);
		}
	}
}

int gohpc_capi_forked(void) { return forked; }

int gohpc_capi_layout(const uint64_t *offsets, int count) {
	const uint64_t own[] = LAYOUT;
	return sizeof(void *) == 8 && count == (int)(sizeof own / sizeof own[0]) && memcmp(own, offsets, sizeof own) == 0;
}
