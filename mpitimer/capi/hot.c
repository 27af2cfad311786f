//go:build cgo

/* Starts and stops. */
#include "hot.h"
#include "capi.h"
#include "mpitimer.h"
#include "_cgo_export.h"

static const uintptr_t nowhere;

__thread struct self gohpc_capi_self __attribute__((tls_model("initial-exec"))) = {.word = &nowhere, .bound.slot = 1};

/* Its address in Go, without the mark in a key. */
static void *region_of(const struct mpitimer_region *region) { return (void *)(uintptr_t)(region->key & 0xffffffffffffull); }

/* Whether the name of a node is this one. The key of its record says so only for what started it last. */
static int is_named(const struct track *t, uint32_t node, const struct gohpc_capi_name *name) {
	const struct cold *c = &t->cold[node];
	const char *names = *t->names;
	return c->name_length == name->length && memcmp(names + c->name, name->text, name->length) == 0;
}

/* Ends a start that was left out inside too many open regions. */
static int stop_too_many(struct track *t, const struct gohpc_capi_name *name) {
	if (t->special != 0 || t->depth < t->frames) return 0;
	for (uint64_t i = 0; i < t->too_manies; i++) {
		struct too_many *m = &t->too_many[i];
		if (m->count > 0 && is_named(t, m->node, name)) {
			m->count--;
			return 1;
		}
	}
	return 0;
}

/* Ends the innermost region if it is the one of that name, or key. Of a node that kept has the interval is kept, too. */
QUICK int end(struct track *t, uint64_t key, const struct gohpc_capi_name *name, struct by_name *kept) {
	uint64_t now = ticks();
	uint32_t node = t->current;
	if (UNLIKELY(t->depth == 0 || t->special != 0 || t->attached != NULL || t->nanos != 0)) return 0;
	if (UNLIKELY(t->too_manies != 0 && t->depth >= t->frames) && stop_too_many(t, name)) return 1;
	struct frame f = t->stack[t->depth - 1];
	uint32_t kind = f.kind & KIND;
	struct record *r = &t->records[node];
	/* It may be a start that was left out inside it that ends. */
	if (UNLIKELY(f.kind & HOLDS) && t->skipped > 0 && t->left[t->skipped - 1].depth >= t->depth) return 0;
	if (UNLIKELY(kind == NESTED)) {
		r = &t->records[f.parent];
		if (!is_named(t, f.parent, name)) return 0;
		uint64_t start = r->start;
		t->depth--;
		PUT(r->start, start | AMENDING);
		t->cold[f.parent].recursion++;
		PUT(r->calls, r->calls + 1);
		PUT(r->start, start);
		return 1;
	}
	if (UNLIKELY(r->key != (key ^ mix(t, f.parent)) && (r->key == NO_KEY || !is_named(t, node, name)))) return 0;
	if (LIKELY(kind == TIMED)) {
		uint64_t before = r->total;
		if (kept && UNLIKELY(node >= (uint64_t)kept->latests)) return 0;
		record_interval(t, r, node, r->start, now);
		if (kept) {
			PUT(kept->latest[node].ticks, r->total - before);
			PUT(kept->latest[node].count, ++kept->count);
		}
	} else if (kind != UNSAMPLED) {
		return 0;
	}
	pop(t, f.parent, r->next);
	return 1;
}

/* Ends the region that the last next began, and begins another with the same reading of the clock. */
QUICK int follow(struct track *t, uint64_t key) {
	if (UNLIKELY(t->special != 0 || t->depth == 0 || t->attached != NULL || t->nanos != 0 || key == 0)) return 0;
	struct frame f = t->stack[t->depth - 1];
	if (UNLIKELY(f.kind != (TIMED | SEQUENCE))) return 0; /* also where starts were left out inside */
	struct record *r = &t->records[t->current];
	uint32_t node = r->next;
	struct record *following = &t->records[node];
	if (UNLIKELY(following->key != (key ^ mix(t, f.parent)) || following->start != 0)) return 0;
	uint64_t now = ticks();
	record_interval(t, r, t->current, r->start, now);
	t->current = t->last = node;
	t->expect = following->down & t->trust;
	PUT(following->start, now);
	return 1;
}

/* A call of a region of which one in so many is timed. */
static int begin_sampled(struct track *t, const struct mpitimer_region *region) {
	uint32_t node = t->expect;
	struct record *r = &t->records[node];
	struct cold *c = &t->cold[node];
	if (t->special != 0 || t->depth >= t->frames || r->key != (region->key ^ mix(t, t->current)) || r->start != 0) return 0;
	if (c->sample < 2) return 0;
	if (c->countdown != 0) {
		c->countdown--;
		push(t, node, UNSAMPLED);
		t->expect = r->down & t->trust;
		return 1;
	}
	PUT(r->start, WRITING); /* a reader must not see one of the two without the other */
	c->countdown = c->sample - 1;
	c->timed++;
	push(t, node, TIMED);
	t->expect = r->down & t->trust;
	PUT(r->start, ticks());
	return 1;
}

/* A call that the level leaves out, where nothing else is, or as the one before that was left out here. */
static int leave_out(struct track *t, const struct mpitimer_region *region) {
	int64_t n = t->skipped, depth = t->depth;
	if (t->special != 0 || n >= (int64_t)t->lefts || depth < 1 || depth > t->frames) return 0;
	struct left_out *e = &t->left[n];
	struct frame *f = &t->stack[depth - 1];
	if (e->region != region_of(region) || e->prefix != t->prefix) return 0;
	if (e->depth != depth || !(f->kind & HOLDS)) {
		if (n > 0) return 0;
		e->depth = depth;
		f->kind |= HOLDS;
	}
	if (n > 0 && t->left[n - 1].depth > depth) return 0;
	t->skipped = n + 1;
	e->serial = ++t->serial;
	return 1;
}

/* The stop of the call that was left out last. */
QUICK int was_left_out(struct track *t, const struct mpitimer_region *region) {
	int64_t n = t->skipped, depth = t->depth;
	if (LIKELY(n == 0) || t->special != 0 || depth < 1 || !(t->stack[depth - 1].kind & HOLDS)) return 0;
	const struct left_out *e = &t->left[n - 1];
	if (e->region != region_of(region) || e->depth != depth) return 0;
	t->skipped = n - 1;
	return 1;
}

/* A call of a region in an environment, of which no other has come or gone since Go last looked. */
static int begin_placed(struct track *t, const struct mpitimer_region *region) {
	const volatile uint64_t *changes = gohpc_capi_self.bound.changes;
	uint32_t node = t->expect;
	struct record *r = &t->records[node];
	if (!changes || *changes != t->changes || t->special != 0 || t->depth >= t->frames) return 0;
	if (r->key != (region->key ^ mix(t, t->current)) || r->start != 0) return 0;
	push(t, node, TIMED);
	t->expect = r->down & t->trust;
	PUT(r->start, ticks());
	return 1;
}

int gohpc_capi_leave_too_many(struct track *t, uint64_t mixed) {
	int around = 0;
	if (t->special != 0 || t->depth < t->frames || t->too_manies == 0) return 0;
	uint32_t node = known(t, mixed, &around);
	for (uint64_t i = 0; node != 0 && i < t->too_manies; i++) {
		struct too_many *m = &t->too_many[i];
		if (m->node != node || !m->warned) continue;
		m->count++;
		__atomic_fetch_add(m->warned, 1, __ATOMIC_RELAXED);
		return 1;
	}
	return 0;
}

/* Whether a stop of a name ends nothing, as Go found it to be before. A call of Go costs more than the pair. */
int gohpc_capi_is_absent(const struct gohpc_capi_name *name) {
	const struct absent *a = &gohpc_capi_self.absent[name->hash >> 8 & 3];
	const struct track *t = mine();
	if (!t || a->name != name || a->track != t || a->nodes != t->count || t->special != 0) return 0;
	if (t->skipped != 0 || t->prefix != 0 || (t->by_name && t->by_name->beyond != 0)) return 0;
	if (a->node != 0 && t->records[a->node].start != 0) return 0;
	__atomic_fetch_add(a->count, 1, __ATOMIC_RELAXED);
	return 1;
}

/* How many regions are open with the one that Go makes now; 0 where the track is not known yet. */
uint64_t gohpc_capi_before(void) { return mine() ? (uint64_t)mine()->depth + 1 : 0; }

/* Whether the name of a node is this one behind a prefix, or none. */
static int is_named_behind(const struct track *t, uint32_t node, const struct gohpc_capi_name *name) {
	const struct cold *c = &t->cold[node];
	return c->name_length >= name->length && memcmp(*t->names + c->name + c->name_length - name->length, name->text, name->length) == 0;
}

/* A region that Go has made and started begins only now: neither the making nor the way back is of it. Where it is
 * not known how many are open with it, this was the thread's first call. */
void gohpc_capi_begun(const struct gohpc_capi_name *name, uint64_t before) {
	struct track *t = mine();
	if (is_further(name)) gohpc_capi_further();
	if (!t || t->special != 0 || t->depth == 0 || t->depth > t->frames || t->stack[t->depth - 1].kind != TIMED) return;
	if (t->by_name && t->by_name->beyond != 0) return;
	struct record *r = &t->records[t->current];
	if (before != 0 ? (uint64_t)t->depth == before : r->start != 0 && is_named_behind(t, t->current, name)) { PUT(r->start, ticks()); }
}

static void ask_start(int what, const struct gohpc_capi_name *n, const struct gohpc_capi_name *environment, const mpitimer_region *region) {
	uint64_t before = gohpc_capi_before();
	gohpc_capi_ask(what, n, environment, region);
	gohpc_capi_begun(n, before);
}

/* What is not found at once: a name that is long or was not seen at its address, or what Go has to do. */

static void start_slow(const struct gohpc_capi_name *n) {
	struct track *t = mine();
	if (!t || !begin(t, n->key)) {
		ask_start(CAPI_START, n, NULL, NULL);
	} else if (is_further(n)) {
		gohpc_capi_further();
	}
}

static void stop_slow(const struct gohpc_capi_name *n) {
	struct track *t = mine();
	if ((!t || !end(t, n->key, n, NULL)) && !gohpc_capi_is_absent(n)) gohpc_capi_ask(CAPI_STOP, n, NULL, NULL);
}

static __attribute__((noinline)) void start_name(const char *name) { start_slow(gohpc_capi_find_name(name)); }
static __attribute__((noinline)) void stop_name(const char *name) { stop_slow(gohpc_capi_find_name(name)); }
static __attribute__((noinline)) void start_text(const char *name, size_t n) { start_slow(gohpc_capi_find_text(name, n)); }
static __attribute__((noinline)) void stop_text(const char *name, size_t n) { stop_slow(gohpc_capi_find_text(name, n)); }

static __attribute__((noinline)) void next_name(const char *name) {
	const struct gohpc_capi_name *n = gohpc_capi_find_name(name);
	struct track *t = mine();
	if (!t || !follow(t, n->key)) gohpc_capi_ask(CAPI_NEXT, n, NULL, NULL);
}

void mpitimer_start(const char *name) {
	if (!gohpc_capi_on) return;
	const struct gohpc_capi_name *n = quick_name(name);
	struct track *t = mine();
	if (LIKELY(n && t && begin(t, n->key))) return;
	start_name(name);
}

void mpitimer_stop(const char *name) {
	if (!gohpc_capi_on) return;
	const struct gohpc_capi_name *n = quick_name(name);
	struct track *t = mine();
	if (LIKELY(n && t && end(t, n->key, n, NULL))) return;
	stop_name(name);
}

void mpitimer_next(const char *name) {
	if (!gohpc_capi_on) return;
	const struct gohpc_capi_name *n = quick_name(name);
	struct track *t = mine();
	if (LIKELY(n && t && follow(t, n->key))) return;
	next_name(name);
}

void mpitimer_start_in(const char *name, const char *environment) {
	if (!gohpc_capi_on) return;
	ask_start(CAPI_START_IN, gohpc_capi_find_name(name), gohpc_capi_find_other(environment), NULL);
}

void mpitimer_start_text(const char *name, size_t length) {
	if (!gohpc_capi_on) return;
	const struct gohpc_capi_name *n = quick_text(name, length);
	struct track *t = mine();
	if (LIKELY(n && t && begin(t, n->key))) return;
	start_text(name, length);
}

void mpitimer_stop_text(const char *name, size_t length) {
	if (!gohpc_capi_on) return;
	const struct gohpc_capi_name *n = quick_text(name, length);
	struct track *t = mine();
	if (LIKELY(n && t && end(t, n->key, n, NULL))) return;
	stop_text(name, length);
}

void mpitimer_region_start(mpitimer_region *region) {
	if (!gohpc_capi_on || !region) return;
	struct track *t = mine();
	if (LIKELY(t != NULL)) {
		if (LIKELY(region->gate <= t->level)) {
			if (LIKELY(begin(t, region->key))) return;
		} else if (region->levelled   ? leave_out(t, region)
				   : region->placed   ? begin_placed(t, region)
				   : region->sampled && begin_sampled(t, region)) {
			return;
		}
	}
	ask_start(CAPI_REGION, region->name, NULL, region);
}

void mpitimer_region_stop(mpitimer_region *region) {
	if (!gohpc_capi_on || !region) return;
	struct track *t = mine();
	if (t && region->levelled && was_left_out(t, region)) return;
	if (UNLIKELY(!t || !end(t, region->key, region->name, NULL)) && !gohpc_capi_is_absent(region->name)) {
		gohpc_capi_ask(CAPI_STOP, region->name, NULL, region);
	}
}

/* For package cgptl: StartNamed and StopNamed of package engine, where all is as expected. */

const struct gohpc_capi_name *gohpc_capi_name_at(const char *text) { return gohpc_capi_find_name(text); }
const struct gohpc_capi_name *gohpc_capi_name_in(const char *text, size_t length) { return gohpc_capi_find_text(text, length); }

/* Whether less regions are open than a limit, if that is quickly seen: recursive calls do not count, and each other one
 * stands one lower in the tree. */
static __attribute__((noinline)) int is_below(const struct track *t, int64_t limit) {
	uint32_t node = t->current;
	for (int64_t open = 0; open < limit && open < 64; open++) {
		if (node == t->base) return 1;
		node = t->cold[node].parent;
	}
	return 0;
}

/* Timers that are off, and children of fork, are not asked for: there is no track then, or it is special. */
QUICK int start_named(const struct gohpc_capi_name *name, int64_t limit) {
	struct track *t = mine();
	if (UNLIKELY(!t || !t->by_name || t->by_name->beyond != 0)) return 0;
	if (UNLIKELY(t->depth >= limit) && !is_below(t, limit)) return 0;
	return begin(t, name->key);
}

QUICK int stop_named(const struct gohpc_capi_name *name, int64_t limit) {
	struct track *t = mine();
	if (UNLIKELY(!t || limit <= 0 || !t->by_name || t->by_name->beyond != 0)) return 0;
	return end(t, name->key, name, t->by_name);
}

int gohpc_capi_start_named(const struct gohpc_capi_name *name, int64_t limit) {
	int started = start_named(name, limit);
	if (started && is_further(name)) gohpc_capi_further();
	return started;
}

int gohpc_capi_stop_named(const struct gohpc_capi_name *name, int64_t limit) { return stop_named(name, limit); }

int gohpc_capi_start_at(const char *text, int64_t limit) {
	const struct gohpc_capi_name *n = quick_name(text);
	return LIKELY(n && start_named(n, limit)) ? 0 : gohpc_cgptl_start_late(text);
}

int gohpc_capi_stop_at(const char *text, int64_t limit) {
	const struct gohpc_capi_name *n = quick_name(text);
	return LIKELY(n && stop_named(n, limit)) ? 0 : gohpc_cgptl_stop_late(text);
}

int gohpc_capi_start_by(const char *text, int *handle, int64_t limit) {
	const struct gohpc_capi_name *n = quick_name(text);
	return LIKELY(n && n->hash == (uint32_t)*handle && start_named(n, limit)) ? 0 : gohpc_cgptl_start_handle_late(text, handle);
}

int gohpc_capi_stop_by(const char *text, int *handle, int64_t limit) {
	const struct gohpc_capi_name *n = quick_name(text);
	return LIKELY(n && n->hash == (uint32_t)*handle && stop_named(n, limit)) ? 0 : gohpc_cgptl_stop_handle_late(text, handle);
}

int gohpc_capi_is_prefixed(void) {
	const struct track *t = mine();
	return !t || t->special != 0 || t->prefix != 0;
}

void gohpc_capi_bind(void) { gohpc_capi_ask(CAPI_BIND, NULL, NULL, NULL); }
void gohpc_capi_note_absent(const struct gohpc_capi_name *name) { gohpc_capi_ask(CAPI_BIND, name, NULL, NULL); }
