//go:build mpi && cgo

/* The table of the calls, who makes them, and what time it is. */
#include "registry.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* Where calls are counted until Go has given memory. */
enum { EARLY = 2048 };
static union {
	struct gohpc_mpiwrap_table table;
	char bytes[sizeof(struct gohpc_mpiwrap_table) + EARLY * sizeof(struct gohpc_mpiwrap_entry)];
} __attribute__((aligned(4096))) early = {.table = { /* as the memory that Go gives */
	.magic = GOHPC_MPIWRAP_MAGIC,
	.version = GOHPC_MPIWRAP_VERSION,
	.capacity = EARLY,
#if !defined(__x86_64__)
	.clock = 1,
#endif
}};

struct gohpc_mpiwrap_table *volatile gohpc_mpiwrap_now_table = &early.table;
__thread struct thread gohpc_mpiwrap_thread __attribute__((tls_model("initial-exec")));
volatile uint32_t gohpc_mpiwrap_state;

static const volatile uint32_t no_node;
struct gohpc_mpiwrap_track gohpc_mpiwrap_tracks[GOHPC_MPIWRAP_TRACKS];
struct gohpc_mpiwrap_track gohpc_mpiwrap_main_track = {.current = &no_node};
volatile uint32_t gohpc_mpiwrap_tracks_version = 1; /* threads begin with 0 */

void gohpc_mpiwrap_switch(uint32_t flag, int on) {
	if (on) {
		__atomic_fetch_or(&gohpc_mpiwrap_state, flag, __ATOMIC_SEQ_CST);
	} else {
		__atomic_fetch_and(&gohpc_mpiwrap_state, ~flag, __ATOMIC_SEQ_CST);
	}
}

static uint64_t monotonic(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t gohpc_mpiwrap_slow_clock(uint32_t clock) {
#if defined(__x86_64__)
	if (clock == 0) return __rdtsc();
	if (clock == 2) {
		_mm_lfence();
		return __rdtsc();
	}
#endif
	(void)clock;
	return monotonic();
}

/* The track of the running goroutine, or the main one. */
void gohpc_mpiwrap_find_track(struct thread *t, uintptr_t slot) {
	uint32_t version = __atomic_load_n(&gohpc_mpiwrap_tracks_version, __ATOMIC_ACQUIRE);
	const struct gohpc_mpiwrap_track *found = NULL;
	uint32_t at = gohpc_mpiwrap_place(slot), i;
	for (i = 0; slot && i < GOHPC_MPIWRAP_TRACKS; i++, at = (at + 1) & (GOHPC_MPIWRAP_TRACKS - 1)) {
		uintptr_t s = __atomic_load_n(&gohpc_mpiwrap_tracks[at].slot, __ATOMIC_ACQUIRE);
		if (s == slot) found = &gohpc_mpiwrap_tracks[at];
		if (s == slot || s == 0) break;
	}
	if (found && found->current) {
		t->track = found;
		t->owner = found->number + 1;
	} else {
		/* Several threads may be here at once. Only one of them may change the entries of the main
		 * track itself: the first of those that are not Go's. */
		t->track = &gohpc_mpiwrap_main_track;
		t->owner = t->foreign && t->number == 0 ? gohpc_mpiwrap_main_track.number + 1
		                                        : GOHPC_MPIWRAP_FOREIGN + t->number + 1;
	}
	t->generation = (gohpc_mpiwrap_generation & 0x1fffffff) << 3;
	t->slot = slot;
	t->tracks_version = version;
}

/* How many entries a part of a table has. */
static uint32_t part_of(const struct gohpc_mpiwrap_table *table) {
	return table->capacity > GOHPC_MPIWRAP_PARTS ? table->capacity / GOHPC_MPIWRAP_PARTS : 1;
}

/* How far from its place an entry may be. */
enum { FAR = 256 };

static int same(const struct gohpc_mpiwrap_entry *e, uint32_t owner, uint32_t node, uint32_t kind) {
	return e->owner == owner && e->node == node && e->kind == kind;
}

/* Takes a free entry, unless another thread is quicker. */
static int claim(struct gohpc_mpiwrap_table *table, struct gohpc_mpiwrap_entry *e, uint32_t owner, uint32_t node, uint32_t kind) {
	uint32_t nobody = 0, part;
	if (!__atomic_compare_exchange_n(&e->claimed, &nobody, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return 0;
	e->node = node;
	e->kind = kind;
	e->min = ~(uint64_t)0;
	part = (uint32_t)(e - table->entries) / part_of(table);
	__atomic_fetch_or(&table->touched[part / 64], (uint64_t)1 << part % 64, __ATOMIC_RELAXED);
	__atomic_store_n(&e->owner, owner, __ATOMIC_RELEASE);
	__atomic_fetch_add(&table->used, 1, __ATOMIC_RELAXED);
	return 1;
}

struct gohpc_mpiwrap_entry *gohpc_mpiwrap_find_entry(
	struct gohpc_mpiwrap_table *table, uint32_t owner, uint32_t node, uint32_t kind) {
	uint32_t mask = table->capacity - 1;
	uint32_t at = gohpc_mpiwrap_spread(owner, node, kind) & mask;
	uint32_t i;
	for (i = 0; i < FAR && i <= mask; i++, at = (at + 1) & mask) {
		struct gohpc_mpiwrap_entry *e = &table->entries[at];
		uint32_t there;
		while ((there = __atomic_load_n(&e->owner, __ATOMIC_ACQUIRE)) == 0) {
			/* No look-up is quick any more in a table that is nearly full. */
			if (table->used >= table->capacity - table->capacity / 8) goto lost;
			if (claim(table, e, owner, node, kind)) return e;
		}
		if (same(e, owner, node, kind)) return e;
	}
lost:
	__atomic_fetch_add(&table->lost, 1, __ATOMIC_RELAXED);
	return NULL;
}

int gohpc_mpiwrap_enter(struct call *c, unsigned function, int has_comm, MPI_Comm comm) {
	return enter_with(c, function, has_comm, comm);
}

void gohpc_mpiwrap_leave(struct call *c) { leave(c); }

static int is_collective_for_files(unsigned function) {
	switch (function) {
	GOHPC_MPIWRAP_COLLECTIVE_FILES
		return 1;
	}
	return 0;
}

/* Those that may wait for other ranks. What else is for files is work, and what asks MPI for something takes no time. */
static int communicates(unsigned function) {
	return function < function_File_open || (function >= function_Mprobe && function < function_File_get_amode) || is_collective_for_files(function);
}

int gohpc_mpiwrap_begin_time(struct call *c, unsigned function) {
	struct thread *t = &gohpc_mpiwrap_thread;
	uintptr_t slot;
	c->state = gohpc_mpiwrap_state;
	if (!(c->state & GOHPC_MPIWRAP_TIME_ONLY) || t->inside || (c->state & GOHPC_MPIWRAP_OFF) || !communicates(function)) return 0;
	if (UNLIKELY(!t->goroutine)) gohpc_mpiwrap_first(t);
	slot = *t->goroutine;
	if (UNLIKELY(slot != t->slot || t->tracks_version != gohpc_mpiwrap_tracks_version)) gohpc_mpiwrap_find_track(t, slot);
	if (UNLIKELY(t->track->muted)) return 0;
	t->inside = 1;
	c->thread = t;
	c->node = *t->track->current;
	c->owner = t->owner;
	c->kind = (polls(function) ? GOHPC_MPIWRAP_POLLED : GOHPC_MPIWRAP_TIMED) | NO_COMM << 16;
	c->table = gohpc_mpiwrap_now_table;
	c->clock = c->table->clock;
	c->entry = entry_of(c->table, c->owner, c->node, c->kind);
	start(c);
	return 1;
}

/* Adds time to an entry of which nothing else is recorded, and which no other thread changes. */
static void add_time(struct gohpc_mpiwrap_entry *e, uint64_t elapsed) {
	uint64_t version = e->version;
	*(volatile uint64_t *)&e->version = version + 1;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	e->start = 0;
	e->calls++;
	e->total += elapsed;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	*(volatile uint64_t *)&e->version = version + 2;
}

void gohpc_mpiwrap_end_time(struct call *c) {
	c->end = ticks(c);
	settle(c);
	c->thread->inside = 0;
	if ((c->kind & 0xffff) == GOHPC_MPIWRAP_POLLED) gohpc_mpiwrap_asked(c);
	else c->thread->asked = 0;
	if (LIKELY(c->entry != NULL)) add_time(c->entry, c->end > c->start ? c->end - c->start : 0);
}

/* Moving what was counted to other memory. */

/* Ticks of one clock are turned to those of another with the help of both at two moments. */
static struct { uint64_t counter, nanos; } beginning;

static void mark_beginning(void) {
#if defined(__x86_64__)
	beginning.counter = __rdtsc();
#endif
	beginning.nanos = monotonic();
}

void gohpc_mpiwrap_mark(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, mark_beginning);
}

/* Nanoseconds of a tick of a clock, in all the time since the first call. */
static double tick(uint32_t clock) {
#if defined(__x86_64__)
	if (clock != 1) {
		uint64_t nanos = monotonic() - beginning.nanos, counter = __rdtsc() - beginning.counter;
		return counter > 0 && nanos > 0 ? (double)nanos / (double)counter : 1;
	}
#endif
	(void)clock;
	return 1;
}

/* How many ticks of one clock a tick of another is. */
static double ticks_of(uint32_t to, uint32_t from) {
	return (to == 1) == (from == 1) ? 1 : tick(from) / tick(to);
}

static uint64_t scaled(uint64_t ticks, double factor) {
	return factor == 1 ? ticks : (uint64_t)((long double)ticks * factor);
}

/* A call that is over, and began when there was another table, maybe with another clock. */
void gohpc_mpiwrap_moved(struct call *c) {
	struct gohpc_mpiwrap_table *table = gohpc_mpiwrap_now_table;
	if ((table->clock == 1) != (c->clock == 1)) {
		double factor = ticks_of(table->clock, c->clock);
		uint64_t then = gohpc_mpiwrap_slow_clock(c->clock), now = gohpc_mpiwrap_slow_clock(table->clock);
		c->start = now - scaled(then - c->start, factor);
		c->end = now - scaled(then - c->end, factor);
	}
	c->clock = table->clock;
	c->table = table;
	c->entry = entry_of(table, c->owner, c->node, c->kind);
}

static unsigned __int128 squares_of(const struct gohpc_mpiwrap_entry *e) {
	return (unsigned __int128)e->high << 64 | e->low;
}

/* Adds to an entry what an old one has more than it had before. */
static void move(struct gohpc_mpiwrap_entry *to, const struct gohpc_mpiwrap_entry *from,
	const struct gohpc_mpiwrap_entry *before, double factor) {
	unsigned __int128 squares = squares_of(from) - squares_of(before);
	uint64_t min = from->min == ~(uint64_t)0 ? from->min : scaled(from->min, factor);
	uint64_t max = scaled(from->max, factor);
	if (factor != 1) squares = (unsigned __int128)((long double)squares * factor * factor);
	squares += squares_of(to);
	to->version++;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	to->calls += from->calls - before->calls;
	to->total += scaled(from->total - before->total, factor);
	if (min < to->min) to->min = min;
	if (max > to->max) to->max = max;
	to->low = (uint64_t)squares;
	to->high = (uint64_t)(squares >> 64);
	to->sent += from->sent - before->sent;
	to->received += from->received - before->received;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	to->version++;
}

static struct gohpc_mpiwrap_entry moved[EARLY]; /* what the early entries were when they were copied */

/* The next early entry from i on in a part of which one is in use; EARLY: there is none. */
static uint32_t next_early(uint32_t i) {
	const uint32_t size = part_of(&early.table);
	for (; i < EARLY; i = (i / size + 1) * size) {
		uint32_t part = i / size;
		if (early.table.touched[part / 64] >> part % 64 & 1) break;
	}
	return i;
}

/* Copies the early entries to where no thread looks yet. */
static void copy_early(struct gohpc_mpiwrap_table *to, double factor) {
	static const struct gohpc_mpiwrap_entry nothing;
	uint32_t i;
	for (i = next_early(0); i < EARLY; i = next_early(i + 1)) {
		struct gohpc_mpiwrap_entry *e = &early.table.entries[i], *fresh;
		moved[i] = *e;
		if (!e->owner || !(fresh = gohpc_mpiwrap_find_entry(to, e->owner, e->node, e->kind))) continue;
		move(fresh, &moved[i], &nothing, factor);
		if (factor == 1) fresh->start = moved[i].start;
	}
	to->lost += early.table.lost;
}

/* Calls that ended in the old entries while those were being copied are added, and the early table is
 * made ready to be used again. */
static void clear_early(struct gohpc_mpiwrap_table *to, double factor) {
	uint32_t i;
	for (i = next_early(0); i < EARLY; i = next_early(i + 1)) {
		struct gohpc_mpiwrap_entry *e = &early.table.entries[i], *fresh;
		if (e->calls > moved[i].calls && (fresh = gohpc_mpiwrap_find_entry(to, e->owner, e->node, e->kind))) {
			move(fresh, e, &moved[i], factor);
		}
		memset(e, 0, sizeof *e);
		memset(&moved[i], 0, sizeof moved[i]);
	}
	memset(early.table.touched, 0, sizeof early.table.touched);
	early.table.used = 0;
	early.table.lost = 0;
}

static pthread_mutex_t attaching = PTHREAD_MUTEX_INITIALIZER;
volatile uint32_t gohpc_mpiwrap_generation;

int gohpc_mpiwrap_attach(void *memory, uint64_t bytes, uint32_t clock) {
	struct gohpc_mpiwrap_table *t = memory;
	struct gohpc_mpiwrap_table *old = gohpc_mpiwrap_now_table;
	uint64_t capacity = 1;
	double factor;
	if (!memory) {
		gohpc_mpiwrap_now_table = &early.table;
		gohpc_mpiwrap_put_groups(); /* nobody writes to the other table's any more */
		return 0;
	}
	if (bytes < sizeof *t + sizeof t->entries[0]) return -1;
	while (capacity < 1u << 24 && 2 * capacity * sizeof t->entries[0] <= bytes - sizeof *t) capacity *= 2;
#if !defined(__x86_64__)
	clock = 1;
#endif
	pthread_mutex_lock(&attaching);
	gohpc_mpiwrap_mark();
	factor = ticks_of(clock, old->clock);
	t->version = GOHPC_MPIWRAP_VERSION;
	t->capacity = (uint32_t)capacity;
	t->clock = clock;
	t->groups = (uint32_t)((bytes - sizeof *t - capacity * sizeof t->entries[0]) / sizeof(struct gohpc_mpiwrap_group));
	if (t->groups > capacity / GOHPC_MPIWRAP_ENTRIES) t->groups = (uint32_t)capacity / GOHPC_MPIWRAP_ENTRIES;
	gohpc_mpiwrap_generation++;
	if (old == &early.table) copy_early(t, factor);
	__atomic_store_n(&t->magic, GOHPC_MPIWRAP_MAGIC, __ATOMIC_RELEASE);
	__atomic_store_n(&gohpc_mpiwrap_now_table, t, __ATOMIC_SEQ_CST);
	if (old == &early.table) {
		usleep(100); /* for threads that were at the end of a call */
		clear_early(t, factor);
	}
	gohpc_mpiwrap_put_groups();
	pthread_mutex_unlock(&attaching);
	return 0;
}

/* Waiting between two calls that ask whether something has come. */

enum {
	SPIN = 1 << 15,  /* ticks: nobody computes much in so little time, 10 to 30 microseconds */
	WATCHED = 8,     /* calls that note what the thread has used, after one that came later than that */
	LITTLE = 1000000 /* nanoseconds: for longer it does not only wait, where it is not known what it has used */
};

/* What the thread has used of the processor, nanoseconds. */
static uint64_t processor(void) {
	struct timespec t;
	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)) return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* How much of the time since the call before the thread has waited, in ticks: that in which it has used no processor, since it slept,
 * or the system had put it aside. To fall asleep and to wake up takes some of it, which is no work either. */
static uint64_t waited_between(const struct call *c, uint64_t gap, uint64_t before, uint64_t now) {
	double nanos = tick(c->clock);
	uint64_t used;
	if (!before || now < before) return (double)gap * nanos <= LITTLE ? gap : 0;
	used = scaled(now - before, 1 / nanos); /* with what little the call has used */
	if (used <= SPIN) return gap;
	return gap > used ? gap - used : 0;
}

/* Adds to its entry what a thread has waited between calls, and that it still asks, by which function. */
static void note_waited(struct thread *t, struct gohpc_mpiwrap_table *table, uint32_t function) {
	struct gohpc_mpiwrap_entry *e = NULL;
	if (t->asked_table == table) {
		e = entry_of(table, (uint32_t)(t->asked_where >> 32), (uint32_t)t->asked_where, GOHPC_MPIWRAP_BETWEEN | NO_COMM << 16);
	}
	if (e) {
		__atomic_store_n(&e->sent, t->asked_since, __ATOMIC_RELAXED);
		__atomic_store_n(&e->received, t->asked, __ATOMIC_RELAXED);
		__atomic_store_n(&e->partner, function, __ATOMIC_RELAXED);
		add_time(e, t->asked_waited);
	}
	t->asked_waited = 0;
}

/* Adds what the thread of a call that asks has waited since the one before, which asked too, in the same region. */
void gohpc_mpiwrap_asked(struct call *c) {
	struct thread *t = c->thread;
	uint64_t where = (uint64_t)c->owner << 32 | c->node, gap = 0, now = 0;
	if (UNLIKELY(t->asked_where != where || t->asked_table != c->table)) {
		if (t->asked_waited) note_waited(t, c->table, c->kind & 0xffff);
		t->asked_where = where;
		t->asked_table = c->table;
		t->asked_since = c->start;
	} else if (!t->asked) {
		t->asked_since = c->start;
	} else if (c->start > t->asked) {
		gap = c->start - t->asked;
	}
	if (UNLIKELY(gap > SPIN)) t->asked_watch = WATCHED;
	if (UNLIKELY(t->asked_watch) && !t->slot) { /* a goroutine may sleep while its thread runs others */
		now = processor();
		t->asked_watch--;
	}
	t->asked_waited += LIKELY(gap <= SPIN) ? gap : waited_between(c, gap, t->asked_cpu, now);
	t->asked = c->end;
	t->asked_cpu = now;
	if (UNLIKELY(t->asked_waited > SPIN)) note_waited(t, c->table, c->kind & 0xffff);
}
