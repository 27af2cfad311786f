/* What a start and a stop cost: hot.go and known.go of package engine once more, in C. Whatever is not as expected is
 * left to Go, so nothing here decides anything that is not decided there. */
#ifndef GOHPC_CAPI_HOT_H
#define GOHPC_CAPI_HOT_H

#include "api.h"
#include "layout.h"

#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define INTERNAL __attribute__((visibility("hidden")))
#define QUICK static inline __attribute__((always_inline))
#define SLOW INTERNAL __attribute__((noinline, cold))

/* Others may look at a record while it changes: every store is one, and in this order. */
#define PUT(place, value) __atomic_store_n(&(place), (value), __ATOMIC_RELAXED); __asm__ volatile("" ::: "memory")

/* A thread. While it is bound, *word == bound.slot and *number == bound.number say that the goroutine is still the one
 * whose track it is. */
struct self {
	struct absent { /* names whose stops were wrong, by their hashes */
		const struct gohpc_capi_name *name;
		const void *track;
		uint64_t *count;
		uint32_t node, nodes;
	} absent[4];
	const volatile uintptr_t *word;
	const volatile uint64_t *number;
	struct gohpc_capi_bound bound;
	const volatile uintptr_t *place; /* where a thread of Go's has its goroutine */
	uint32_t seen, foreign;          /* looked for; not found, since the thread is not Go's */
};
extern INTERNAL __thread struct self gohpc_capi_self __attribute__((tls_model("initial-exec")));

QUICK struct track *mine(void) {
	struct self *s = &gohpc_capi_self;
	if (UNLIKELY(*s->word != s->bound.slot)) return NULL;
	struct track *t = s->bound.track;
	return LIKELY(*s->number == t->id) ? t : NULL;
}

QUICK uint64_t ticks(void) {
	uint32_t clock = gohpc_capi_self.bound.clock;
#if defined(__x86_64__)
	if (LIKELY(clock == 1)) return __rdtsc();
	if (clock == 2) {
		_mm_lfence();
		return __rdtsc();
	}
#endif
	(void)clock;
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

QUICK uint64_t mix(const struct track *t, uint32_t node) { return node * SPREAD ^ t->salt; }

QUICK void push(struct track *t, uint32_t node, uint32_t kind) {
	struct frame *f = &t->stack[t->depth];
	f->parent = t->current;
	f->kind = kind;
	t->depth++;
	t->current = t->last = node;
}

/* As learn of target.go, where it is not yet time to decide anything. */
QUICK void learn(struct track *t, uint32_t node) {
	struct record *r = &t->records[t->last & ~LAST_STOP];
	uint32_t *at = t->last & LAST_STOP ? &r->next : &r->down;
	if (*at == node) t->right++;
	*at = node;
}

/* The node to which a key leads below the current region where nothing has to be looked at; 0 where Go has to. *around
 * says that the start is a recursion. */
QUICK uint32_t known(struct track *t, uint64_t mixed, int *around) {
	uint64_t mask = t->edges_count - 1;
	if (UNLIKELY(t->edges_count == 0)) return 0;
	for (uint64_t at = mixed * ENVIRONMENT_SPREAD >> (t->edges_shift & 63);; at = (at + 1) & mask) {
		const struct edge *e = &t->edges[at & mask];
		if (e->node == 0) return 0;
		if (e->mixed != mixed) continue;
		if (e->way == STRAIGHT) {
			/* Go decides what is expected from now on. */
			if (t->learning <= LESSON + 1 || t->records[e->node].key == 0) return 0;
			t->learning--;
			if (t->trust) learn(t, e->node);
			return e->node;
		}
		*around = e->way == AROUND && t->records[e->node].start != 0 && e->node != t->base;
		return *around ? e->node : 0;
	}
}

/* Leaves out a start inside too many open regions, as engine's leaveTooMany, of a node that Go has left out before. */
SLOW int gohpc_capi_leave_too_many(struct track *t, uint64_t mixed);

/* Whether it could be started. */
QUICK int begin(struct track *t, uint64_t key) {
	uint64_t mixed = key ^ mix(t, t->current);
	uint32_t node = t->expect;
	int around = 0;
	if (UNLIKELY(t->special != 0 || t->depth >= t->frames || key == 0)) return gohpc_capi_leave_too_many(t, mixed);
	if (UNLIKELY(t->records[node].key != mixed || t->records[node].start != 0)) {
		node = known(t, mixed, &around);
		if (node == 0) return 0;
		if (around) {
			t->stack[t->depth].parent = node;
			t->stack[t->depth].kind = NESTED;
			t->depth++;
			return 1;
		}
	}
	struct record *r = &t->records[node];
	push(t, node, TIMED);
	t->expect = r->down & t->trust;
	PUT(r->start, ticks());
	return 1;
}

QUICK void record_interval(struct track *t, struct record *r, uint32_t node, uint64_t start, uint64_t now) {
	uint64_t lasted = now - start;
	if (UNLIKELY(lasted > LONGEST)) lasted = 0;
	PUT(r->start, start | WRITING);
	PUT(r->calls, r->calls + 1);
	PUT(r->total, r->total + lasted);
	if (UNLIKELY(lasted < r->min)) { PUT(r->min, lasted); }
	if (UNLIKELY(lasted > r->max)) { PUT(r->max, lasted); }
	unsigned __int128 squares = (unsigned __int128)lasted * lasted + r->squares;
	PUT(r->squares, (uint64_t)squares);
	if (UNLIKELY(squares >> 64)) t->cold[node].squares_high += (uint64_t)(squares >> 64);
	PUT(r->start, 0);
}

QUICK void pop(struct track *t, uint32_t parent, uint32_t next) {
	t->depth--;
	t->last = t->current | LAST_STOP;
	t->expect = next & t->trust;
	t->current = parent;
}

#endif
