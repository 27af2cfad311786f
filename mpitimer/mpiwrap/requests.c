//go:build mpi && cgo

/* The table of requests. */
#include "hooks.h"

#include <sched.h>

/* Beyond this number requests are not known when they complete. Those that do not stand in their bucket
 * are in the pool, whose first is not used: 0 ends a list. */
enum { MOST = 1 << 16 };
struct request gohpc_mpiwrap_buckets[REQUEST_BUCKETS];
static struct request pool[MOST];
static int32_t spare, used = 1;
static int held;
int32_t gohpc_mpiwrap_last_rid = -1;
volatile uint32_t gohpc_mpiwrap_requests;

/* Held for some nanoseconds, but its holder may be taken off the processor. */
static void hold(void) {
	int tries = 0;
	if (!gohpc_mpiwrap_several) return; /* MPI was promised that there is one thread at a time */
	while (__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE)) {
		if (++tries % 64 == 0) sched_yield();
	}
}

static void let_go(void) {
	if (gohpc_mpiwrap_several) __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
}

static struct request *behind(const struct request *r) { return r->next ? &pool[r->next] : NULL; }

/* The oldest request with that handle, NULL where there is none, and the one before it in its list. */
static struct request *find(uint64_t handle, struct request **before) {
	struct request *r = bucket_of(handle);
	*before = NULL;
	if (!r->used) return NULL;
	while (r && r->handle != handle) {
		*before = r;
		r = behind(r);
	}
	return r;
}

/* A place for a request at the end of its list, NULL where there is none left. A list is long only where
 * completions are not seen, as those of MPICH's mpi_f08: then old requests make room for new ones. */
enum { LONG = 1024 };
static struct request *take(uint64_t handle) {
	struct request *r = bucket_of(handle);
	int32_t i = 0;
	int n;
	if (r->used) {
		for (n = 0; r->next && n < LONG; n++) r = behind(r);
		if (LIKELY(!r->next)) {
			if (spare) {
				i = spare;
				spare = pool[i].next;
			} else if (used < MOST) {
				i = used++;
			}
			if (!i) return NULL;
			r->next = i;
			r = &pool[i];
			r->next = 0;
			gohpc_mpiwrap_requests++;
		}
	} else {
		gohpc_mpiwrap_requests++;
	}
	r->used = 1;
	r->handle = handle;
	return r;
}

/* Takes a request out of its list. The one behind the bucket moves into it. */
static void drop(struct request *r, struct request *before) {
	struct request *second = behind(r);
	int32_t i = before ? before->next : r->next;
	gohpc_mpiwrap_requests--;
	if (before) {
		before->next = r->next;
	} else if (second) {
		*r = *second;
	} else {
		r->used = 0;
		return;
	}
	pool[i].next = spare;
	spare = i;
}

static int put_request(uint64_t handle, const struct comm *comm, enum request_kind kind, int rank) {
	struct request *r;
	int32_t id = ++gohpc_mpiwrap_last_rid;
	if ((r = take(handle))) {
		r->comm = comm;
		r->rid = id;
		r->kind = (uint8_t)kind;
		r->rank = rank;
		r->persistent = 0;
		r->active = 1;
	}
	return id;
}

int gohpc_mpiwrap_request(uint64_t handle, const struct comm *comm, enum request_kind kind, int rank) {
	int32_t id;
	hold();
	id = put_request(handle, comm, kind, rank);
	let_go();
	return id;
}

void gohpc_mpiwrap_request_noted(uint64_t handle, const struct comm *comm, enum request_kind kind, int rank) {
	hold();
	if (!bucket_of(handle)->used) put_request(handle, comm, kind, rank);
	let_go();
}

int gohpc_mpiwrap_request_add(const struct request *from) {
	struct request *r;
	int32_t id, next;
	hold();
	id = ++gohpc_mpiwrap_last_rid;
	if ((r = take(from->handle))) {
		next = r->next;
		*r = *from;
		r->used = 1;
		r->rid = id;
		r->next = next;
	}
	let_go();
	return id;
}

int gohpc_mpiwrap_request_start(uint64_t handle, struct request *out) {
	struct request *r, *before;
	hold();
	if ((r = find(handle, &before))) {
		r->active = 1;
		*out = *r;
	}
	let_go();
	return r != NULL;
}

/* The request is complete, or, where it is gone as well, was so before or was freed. Of what comes out
 * those fields are set that are asked for then. */
int gohpc_mpiwrap_request_done(uint64_t handle, int gone, struct request *out) {
	struct request *r, *before;
	hold();
	if ((r = find(handle, &before))) {
		out->comm = r->comm;
		out->rid = r->rid;
		out->kind = r->kind;
		out->rank = r->rank;
		out->active = r->active;
		r->active = 0;
		if (gone) drop(r, before);
	}
	let_go();
	return r != NULL;
}

int gohpc_mpiwrap_request_id(uint64_t handle) {
	struct request *r, *before;
	int id;
	hold();
	r = find(handle, &before);
	id = r ? r->rid : -1;
	let_go();
	return id;
}

void gohpc_mpiwrap_single_done(struct call *c, struct single *s, int gone, const MPI_Status *status) {
	struct request found;
	if (!gohpc_mpiwrap_request_done(HANDLE(s->before), gone, &found) || !found.active) return;
	s->finished = 1;
	completed(c, &found, status, &s->done);
}

/* One request of a call has completed. */
void gohpc_mpiwrap_complete(
	struct call *c, struct pending *p, int i, MPI_Request after, int active, const MPI_Status *status) {
	int gone = after == MPI_REQUEST_NULL;
	struct request found, *r;
	if (i < 0 || i >= p->n || p->before[i] == MPI_REQUEST_NULL || !(active || gone)) return;
	if ((r = request_at(HANDLE(p->before[i])))) {
		p->done += completed_at(c, r, gone, status, &p->list[p->done]);
	} else if (gohpc_mpiwrap_request_done(HANDLE(p->before[i]), gone, &found) && found.active) {
		completed(c, &found, status, &p->list[p->done++]);
	}
}
