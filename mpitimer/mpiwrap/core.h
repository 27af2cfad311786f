/* The fast path: what every wrapper does around PMPI_X. It must not take much longer than the two
 * readings of the clock: no lock, no allocation, nothing that can fail. */
#ifndef GOHPC_MPIWRAP_CORE_H
#define GOHPC_MPIWRAP_CORE_H

#include "api.h"
#include "numbers.h"

#include <mpi.h>
#include <stddef.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/* Where in a line of the cache a function begins makes some nanoseconds of difference, which would come
 * and go with each change elsewhere. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("align-functions=64")
#endif

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define INTERNAL __attribute__((visibility("hidden")))
#define QUICK static inline __attribute__((always_inline))
#define SLOW INTERNAL __attribute__((noinline, cold))

/* Handles are pointers in some MPIs and integers in others. */
#define HANDLE(x) ((uint64_t)(uintptr_t)(x))

enum { NO_COMM = 0xffff, SYNCHRONISING = 0x8000, MOST_COMMS = 0xfffe };

/* A communicator; see registry.c. Never freed. */
struct comm {
	int id, parent;
	int rank, size, remote; /* remote: size of the remote group, 0 in an intracommunicator */
	int inter, freed;
	int in, out;        /* neighbours in the topology, -1 where there is none */
	int *ranks, *peers; /* numbers of the members, and of those that messages go to; see gohpc_mpiwrap_renumber */
	int peer_count;
	uint32_t node; /* where it was made */
	uint64_t handle;
	uint64_t members; /* a hash of who they are; 0: not known */
	struct gohpc_mpiwrap_group group;
	char name[256];
};

struct event;

/* What a thread knows. It is of this thread alone. */
struct thread {
	const volatile uintptr_t *goroutine; /* where the running goroutine stands; NULL at first */
	uintptr_t slot;
	const struct gohpc_mpiwrap_track *track;
	uint32_t tracks_version;
	uint32_t owner; /* track and one */
	uint32_t generation; /* of the tracks, where that of a partner has it */
	uint32_t inside;
	uint32_t number, foreign;
	uint32_t comms_version, types_version;
	struct {
		uint64_t handle;
		const struct comm *comm;
	} comms[4];
	struct {
		uint64_t handle;
		int64_t size;
	} types[4];
	struct event *event;
	uint64_t asked;        /* when the last call was over, if that asked whether something has come; otherwise 0 */
	uint64_t asked_since;  /* when the first of those calls began that asked, one after the other */
	uint64_t asked_cpu;    /* what the thread had used of the processor then, nanoseconds; 0: not known */
	uint64_t asked_waited; /* between such calls, in ticks, as far as it is in no entry yet */
	uint64_t asked_where;  /* in which region, by owner and node, … */
	const struct gohpc_mpiwrap_table *asked_table; /* … of which table */
	uint32_t asked_watch;  /* of how many calls that ask it is noted, still, what the thread has used */
};

extern INTERNAL __thread struct thread gohpc_mpiwrap_thread __attribute__((tls_model("initial-exec")));
extern INTERNAL struct gohpc_mpiwrap_table *volatile gohpc_mpiwrap_now_table;
extern INTERNAL volatile uint32_t gohpc_mpiwrap_state;
extern INTERNAL volatile uint32_t gohpc_mpiwrap_comms_version, gohpc_mpiwrap_types_version;

/* One call that is being made. */
struct call {
	struct thread *thread;
	struct gohpc_mpiwrap_table *table;
	struct gohpc_mpiwrap_entry *entry;
	const struct comm *comm; /* NULL: none, or not known */
	uint64_t start, end;
	uint64_t sent, received;
	uint32_t node, owner; /* also read as one word */
	uint32_t state, kind;
	uint32_t clock; /* the table's, for both ends: the table may be another when the call is over */
};

SLOW uint64_t gohpc_mpiwrap_slow_clock(uint32_t clock);
SLOW void gohpc_mpiwrap_moved(struct call *c);
SLOW void gohpc_mpiwrap_mark(void); /* notes when the first call was */
SLOW void gohpc_mpiwrap_first(struct thread *t);
SLOW void gohpc_mpiwrap_find_track(struct thread *t, uintptr_t slot);
SLOW const struct comm *gohpc_mpiwrap_find_comm(struct thread *t, MPI_Comm comm);
SLOW int64_t gohpc_mpiwrap_find_size(struct thread *t, MPI_Datatype type);
SLOW struct gohpc_mpiwrap_entry *gohpc_mpiwrap_find_entry(
	struct gohpc_mpiwrap_table *table, uint32_t owner, uint32_t node, uint32_t kind);

static inline uint64_t ticks(const struct call *c) {
#if defined(__x86_64__)
	if (LIKELY(c->clock == 0)) return __rdtsc();
#endif
	return gohpc_mpiwrap_slow_clock(c->clock);
}

/* The key of an entry in one number, spread. */
static inline uint32_t gohpc_mpiwrap_spread(uint32_t owner, uint32_t node, uint32_t kind) {
	uint64_t key = ((uint64_t)node << 32 | kind) + (uint64_t)owner * 0xc2b2ae3d27d4eb4fu;
	return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32);
}

static inline struct gohpc_mpiwrap_entry *entry_of(
	struct gohpc_mpiwrap_table *table, uint32_t owner, uint32_t node, uint32_t kind) {
	uint32_t at = gohpc_mpiwrap_spread(owner, node, kind) & (table->capacity - 1);
	struct gohpc_mpiwrap_entry *e = &table->entries[at];
	if (LIKELY(e->owner == owner && e->node == node && e->kind == kind)) return e;
	return gohpc_mpiwrap_find_entry(table, owner, node, kind);
}

static inline const struct comm *comm_of(struct thread *t, MPI_Comm comm) {
	uint64_t h = HANDLE(comm);
	unsigned at = (h ^ h >> 4 ^ h >> 9) & 3;
	if (LIKELY(t->comms_version == gohpc_mpiwrap_comms_version && t->comms[at].handle == h)) {
		return t->comms[at].comm;
	}
	return gohpc_mpiwrap_find_comm(t, comm);
}

/* Bytes of an element of a type. */
static inline int64_t type_size(struct call *c, MPI_Datatype type) {
	struct thread *t = c->thread;
	uint64_t h = HANDLE(type);
	unsigned at = (h ^ h >> 4 ^ h >> 9) & 3;
	if (LIKELY(t->types_version == gohpc_mpiwrap_types_version && t->types[at].handle == h)) {
		return t->types[at].size;
	}
	return gohpc_mpiwrap_find_size(t, type);
}

/* What is recorded whether or not only the time in MPI is. */
#define IS_LIFECYCLE(function) ((function) >= function_Init && (function) <= function_Pcontrol)

/* Whether the call is to be recorded: not one that MPI, or the recorder itself, makes inside another,
 * and none of a goroutine that is muted. */
QUICK int enter_with(struct call *c, unsigned function, int has_comm, MPI_Comm comm) {
	struct thread *t = &gohpc_mpiwrap_thread;
	uint32_t id = NO_COMM;
	uintptr_t slot;
	c->state = gohpc_mpiwrap_state;
	if (UNLIKELY(t->inside | (c->state & (GOHPC_MPIWRAP_OFF | GOHPC_MPIWRAP_TIME_ONLY)))) {
		if (t->inside | (c->state & GOHPC_MPIWRAP_OFF) || !IS_LIFECYCLE(function)) return 0;
	}
	if (UNLIKELY(!t->goroutine)) gohpc_mpiwrap_first(t);
	slot = *t->goroutine;
	if (UNLIKELY(slot != t->slot || t->tracks_version != gohpc_mpiwrap_tracks_version)) {
		gohpc_mpiwrap_find_track(t, slot);
	}
	if (UNLIKELY(t->track->muted)) return 0;
	t->inside = 1;
	c->comm = NULL;
	if (has_comm && LIKELY((c->comm = comm_of(t, comm)) != NULL)) {
		id = LIKELY(c->comm->id < MOST_COMMS) ? (uint32_t)c->comm->id : MOST_COMMS;
	}
	c->thread = t;
	c->sent = c->received = 0;
	c->node = *t->track->current;
	c->owner = t->owner;
	c->kind = function | id << 16;
	c->table = gohpc_mpiwrap_now_table;
	c->clock = c->table->clock;
	c->entry = entry_of(c->table, c->owner, c->node, c->kind);
	return 1;
}

/* Right before PMPI_X. */
QUICK void start(struct call *c) {
	c->start = ticks(c);
	if (LIKELY(c->entry != NULL)) c->entry->start = c->start;
}

#define enter(c, function) enter_with(c, function, 0, MPI_COMM_NULL)

/* Adds a call to an entry, which no other thread changes. */
static inline void add_call(struct gohpc_mpiwrap_entry *e, uint64_t elapsed, uint64_t sent, uint64_t received) {
	unsigned __int128 squares = (unsigned __int128)e->high << 64 | e->low;
	uint64_t version = e->version;
	squares += (unsigned __int128)elapsed * elapsed;
	*(volatile uint64_t *)&e->version = version + 1;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	e->start = 0;
	e->calls++;
	e->total += elapsed;
	if (elapsed < e->min) e->min = elapsed;
	if (elapsed > e->max) e->max = elapsed;
	e->low = (uint64_t)squares;
	e->high = (uint64_t)(squares >> 64);
	e->sent += sent;
	e->received += received;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	*(volatile uint64_t *)&e->version = version + 2;
}

/* Whoever uses the times of a call that is over calls this first. */
static inline void settle(struct call *c) {
	if (UNLIKELY(c->table != gohpc_mpiwrap_now_table)) gohpc_mpiwrap_moved(c);
}

/* Calls that ask whether something has come. */
static inline int polls(unsigned function) {
	return (function >= function_Test && function <= function_Iprobe) || function == function_Improbe;
}

INTERNAL void gohpc_mpiwrap_asked(struct call *c);

/* The end of a call, whose c->end the wrapper has read. */
QUICK void leave(struct call *c) {
	uint64_t elapsed, sent, received;
	settle(c);
	/* Counters of different cores may differ by a few ticks. */
	elapsed = LIKELY(c->end > c->start) ? c->end - c->start : 0;
	/* Loaded one by one: as two in one they would have to wait until what was written last is in the cache. */
	sent = *(volatile uint64_t *)&c->sent;
	received = *(volatile uint64_t *)&c->received;
	if (LIKELY(c->entry != NULL)) add_call(c->entry, elapsed, sent, received);
	c->thread->inside = 0;
	if (UNLIKELY(polls(c->kind & 0xffff))) gohpc_mpiwrap_asked(c);
	else c->thread->asked = 0;
}

/* A call that is not recorded otherwise, where only the time in MPI is: whether it is timed, and its end. */
INTERNAL int gohpc_mpiwrap_begin_time(struct call *c, unsigned function);
INTERNAL void gohpc_mpiwrap_end_time(struct call *c);

/* The same as functions, for the many wrappers of calls that are less frequent. */
INTERNAL int gohpc_mpiwrap_enter(struct call *c, unsigned function, int has_comm, MPI_Comm comm);
INTERNAL void gohpc_mpiwrap_leave(struct call *c);

#endif
