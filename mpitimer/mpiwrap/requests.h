/* Requests that are under way, and what is known when they complete. */
#ifndef GOHPC_MPIWRAP_REQUESTS_H
#define GOHPC_MPIWRAP_REQUESTS_H

#include "messages.h"

enum request_kind { A_SEND, A_RECEIVE, A_READ, A_WRITE, A_COLLECTIVE, ANOTHER };

/* The table has a bucket for each value of a hash. The oldest request of a bucket stands in the bucket
 * itself, which is all there is to do for most; others are a list behind it, by age. MPIs use one handle
 * for several requests that are complete from the start, so that a handle may be there more than once:
 * the oldest counts. */
struct request {
	uint64_t handle;
	uint64_t sent, received; /* of a persistent one: what a start moves */
	const struct comm *comm;
	int32_t rid, next; /* next is 0 at the end of the list, and in a bucket that is not used */
	int32_t rank;      /* in comm, where a receive's message comes from, or a send's goes; of the world for a collective
	                    * operation that only needs it; -1 if it needs all */
	uint8_t kind, persistent, active, used;
} __attribute__((aligned(64))); /* a line of the cache */

enum { REQUEST_BUCKETS = 1 << 14 };
extern INTERNAL struct request gohpc_mpiwrap_buckets[REQUEST_BUCKETS];
extern INTERNAL int32_t gohpc_mpiwrap_last_rid;
extern INTERNAL volatile uint32_t gohpc_mpiwrap_requests; /* how many are known */

INTERNAL int gohpc_mpiwrap_request(uint64_t handle, const struct comm *comm, enum request_kind kind, int rank);
INTERNAL void gohpc_mpiwrap_request_noted(uint64_t handle, const struct comm *comm, enum request_kind kind, int rank);
INTERNAL int gohpc_mpiwrap_request_add(const struct request *r);
INTERNAL int gohpc_mpiwrap_request_start(uint64_t handle, struct request *r);
INTERNAL int gohpc_mpiwrap_request_done(uint64_t handle, int gone, struct request *r);
INTERNAL int gohpc_mpiwrap_request_id(uint64_t handle);

static inline struct request *bucket_of(uint64_t handle) {
	return &gohpc_mpiwrap_buckets[(handle * 0x9e3779b97f4a7c15u) >> 50];
}

/* A request is under way now. The result is its number. Without a lock where MPI was promised that there
 * is one thread at a time. */
static inline int request_made(uint64_t handle, const struct comm *comm, enum request_kind kind, int rank) {
	struct request *r = bucket_of(handle);
	if (UNLIKELY(gohpc_mpiwrap_several | r->used)) return gohpc_mpiwrap_request(handle, comm, kind, rank);
	r->handle = handle;
	r->comm = comm;
	r->kind = (uint8_t)kind;
	r->rank = rank;
	r->persistent = 0;
	r->active = r->used = 1;
	gohpc_mpiwrap_requests++;
	return r->rid = ++gohpc_mpiwrap_last_rid;
}

/* Where a request stands that can be dealt with at once; NULL for all others. */
static inline struct request *request_at(uint64_t handle) {
	struct request *r = bucket_of(handle);
	return LIKELY(!gohpc_mpiwrap_several && r->used && r->handle == handle && r->next == 0) ? r : NULL;
}

/* Sends are of interest to the records only, unless they are persistent, or noted because it may be long until they are
 * complete: then others can see whom the rank waits for. */
static inline int requested(struct call *c, int result, MPI_Request request, enum request_kind kind, int rank) {
	if (!OK(result) || request == MPI_REQUEST_NULL) return -1;
	if ((kind == A_SEND || kind == ANOTHER) && !(c->state & GOHPC_MPIWRAP_RECORD)) return -1;
	return request_made(HANDLE(request), c->comm, kind, rank);
}

/* A request of which only that is of interest, if nothing is recorded, whom the rank waits for. It takes a place only
 * where there is one at once, since nothing is to be counted when it is complete. */
static inline int noted(struct call *c, int result, MPI_Request request, enum request_kind kind, int rank) {
	struct request *r;
	if (c->state & GOHPC_MPIWRAP_RECORD) return requested(c, result, request, kind, rank);
	if (!OK(result) || request == MPI_REQUEST_NULL) return -1;
	r = bucket_of(HANDLE(request));
	if (gohpc_mpiwrap_several) {
		gohpc_mpiwrap_request_noted(HANDLE(request), c->comm, kind, rank);
	} else if (!r->used) {
		request_made(HANDLE(request), c->comm, kind, rank);
	}
	return -1;
}

/* Whom a collective operation needs that has begun, as its wrapper has noted it in the row: see WAITS_ALL. */
static inline int collective_noted(struct call *c, int result, MPI_Request request) {
	uint64_t whom = c->entry ? c->entry->partner : 0;
	switch (whom >> 32) {
	case GOHPC_MPIWRAP_ALL: return noted(c, result, request, A_COLLECTIVE, -1);
	case GOHPC_MPIWRAP_FROM: return noted(c, result, request, A_COLLECTIVE, (int32_t)whom);
	}
	return requested(c, result, request, ANOTHER, -1);
}

static inline int persistent(struct call *c, int result, MPI_Request request, enum request_kind kind, int rank,
	int64_t sent, int64_t received) {
	struct request r = {.handle = HANDLE(request), .comm = c->comm, .kind = (uint8_t)kind, .persistent = 1,
		.rank = rank, .sent = (uint64_t)sent, .received = (uint64_t)received};
	if (!OK(result) || request == MPI_REQUEST_NULL) return -1;
	return gohpc_mpiwrap_request_add(&r);
}

/* A persistent request has been started. */
static inline int started(struct call *c, int result, MPI_Request request) {
	struct request r;
	if (!OK(result) || !gohpc_mpiwrap_request_start(HANDLE(request), &r)) return -1;
	if (r.kind == A_SEND) {
		sent_to(c, r.comm, r.rank, (int64_t)r.sent);
	} else {
		c->sent += r.sent;
		c->received += r.received;
	}
	return r.rid;
}

/* What is known of a request that has completed: of a receive whence the message came, and its bytes; -1 bytes are those of
 * what was cancelled. */
struct done {
	int rid, source, tag, cid;
	int64_t bytes;
};

/* Counts what a request has received, and notes it for the record, if there is one. */
static inline void completed(struct call *c, const struct request *r, const MPI_Status *status, struct done *d) {
	struct got g = {-3, -1, 0};
	if (status && r->kind <= A_WRITE && (r->kind != A_SEND || RECORDING(c))) {
		if (UNLIKELY(r->kind == A_RECEIVE && r->rank == MPI_PROC_NULL)) {
			g.source = -2; /* MPICH's Waitall leaves the status as it is */
		} else if (status_cancelled(status)) {
			g.bytes = -1;
		} else if (LIKELY(r->kind == A_RECEIVE)) {
			g = received(c, r->comm, MPI_SUCCESS, status);
		} else if (r->kind != A_SEND) {
			g.bytes = moved(c, MPI_SUCCESS, status, r->kind == A_WRITE);
		}
	}
	if (!RECORDING(c)) return;
	d->rid = r->rid;
	d->source = g.source;
	d->tag = g.tag;
	d->cid = r->comm ? r->comm->id : -1;
	d->bytes = g.bytes;
}

/* The same, and whether there is anything to note, for a request that request_at has found. What an inactive
 * persistent one tells is nothing. */
static inline int completed_at(struct call *c, struct request *r, int gone, const MPI_Status *status, struct done *d) {
	int was = r->active;
	r->active = 0;
	if (gone) {
		r->used = 0;
		gohpc_mpiwrap_requests--;
	}
	if (LIKELY(was)) completed(c, r, status, d);
	return was;
}

/* Whom a call waits for that completes a request of which that is known. Another thread may be changing it. */
static inline uint64_t awaited_at(const volatile struct request *r) {
	if (!r->active) return 0;
	if (r->kind == A_RECEIVE) return partner(GOHPC_MPIWRAP_FROM, world_of(r->comm, r->rank));
	if (r->kind == A_SEND) return partner(GOHPC_MPIWRAP_TO, world_of(r->comm, r->rank));
	if (r->kind != A_COLLECTIVE || !r->comm) return 0;
	return r->rank < 0 ? partner(GOHPC_MPIWRAP_ALL, r->comm->id + 1) : partner(GOHPC_MPIWRAP_FROM, r->rank);
}

/* The same as far as its bucket tells. */
static inline uint64_t awaited(uint64_t handle) {
	const volatile struct request *r = bucket_of(handle);
	return r->used && r->handle == handle ? awaited_at(r) : 0;
}

/* Completion of one request, as it was before the call. */
struct single {
	int known; /* it may be in the table */
	int rid, finished;
	struct request *at; /* where it is known to stand */
	MPI_Request before;
	MPI_Status own;
	struct done done;
};

/* Whether a call waits for requests, or only asks for them: then nobody needs to know for whom. */
enum waiting { WAITS, ASKS };

/* Notes the request of a call. The status that MPI is to fill in is the result: the caller's, or our own
 * where the caller wants none but it may be that something is received. */
QUICK MPI_Status *single(struct call *c, struct single *s, enum waiting how, const MPI_Request *request, MPI_Status *status) {
	s->known = s->finished = 0;
	if (how == WAITS) waits(c, 0);
	if (!(c->state & GOHPC_MPIWRAP_RECORD) && gohpc_mpiwrap_requests == 0) return status;
	if (UNLIKELY(!request || *request == MPI_REQUEST_NULL)) return status;
	s->known = 1;
	s->before = *request;
	s->at = request_at(HANDLE(s->before));
	if (how == WAITS) waits(c, LIKELY(s->at != NULL) ? awaited_at(s->at) : awaited(HANDLE(s->before)));
	if (!s->at && !RECORDING(c) && !gohpc_mpiwrap_several && !bucket_of(HANDLE(s->before))->used) {
		s->known = 0; /* a send, most likely */
		return status;
	}
	if (RECORDING(c)) s->rid = gohpc_mpiwrap_request_id(HANDLE(s->before));
	return status == MPI_STATUS_IGNORE ? &s->own : status;
}

/* The same where more has to be done to find the request. */
INTERNAL void gohpc_mpiwrap_single_done(struct call *c, struct single *s, int gone, const MPI_Status *status);

static inline void single_done(struct call *c, struct single *s, MPI_Request after, int active, const MPI_Status *status) {
	int gone = after == MPI_REQUEST_NULL;
	if (!s->known || !(active || gone)) return;
	if (LIKELY(s->at != NULL)) {
		s->finished = completed_at(c, s->at, gone, status, &s->done);
	} else {
		gohpc_mpiwrap_single_done(c, s, gone, status);
	}
}

/* Completion: the requests of a call as they were before it, and what became of them. */
enum { FEW = 16 };
struct pending {
	int n, done, own; /* own: the statuses are to be freed */
	MPI_Request *before, few[FEW];
	int *ids, some_ids[FEW]; /* while calls are recorded */
	MPI_Status *statuses, some[FEW];
	struct done *list, little[FEW];
};

SLOW int gohpc_mpiwrap_more(struct pending *p, int n, int statuses);
SLOW void gohpc_mpiwrap_fewer(struct pending *p);
INTERNAL void gohpc_mpiwrap_complete(
	struct call *c, struct pending *p, int i, MPI_Request after, int active, const MPI_Status *status);

/* Whom a call waits for that completes several requests: the ranks, each once, as far as there is room. */
static inline void waits_of(struct call *c, int64_t n, const MPI_Request *requests) {
	struct gohpc_mpiwrap_entry *e = c->entry;
	uint64_t first = 0, next, how = 0, all = 0;
	int32_t rank;
	unsigned others = 0, k;
	int64_t i;
	if (UNLIKELY(!e)) return;
	for (i = 0; i < n; i++) {
		if (!(next = awaited(HANDLE(requests[i]))) || next == first) continue;
		if (next >> 32 == GOHPC_MPIWRAP_ALL) {
			all = next;
			continue;
		}
		rank = (int32_t)next;
		if (!first) {
			first = next;
		} else if (rank != (int32_t)first) {
			for (k = 0; k < others && e->others[k] != rank; k++) {}
			if (k < others) continue;
			how |= GOHPC_MPIWRAP_SEVERAL;
			if (others == sizeof e->others / sizeof *e->others) {
				how |= GOHPC_MPIWRAP_MORE;
				break;
			}
			e->others[others++] = rank;
		}
	}
	if (all && first) how |= GOHPC_MPIWRAP_SEVERAL | GOHPC_MPIWRAP_MORE;
	e->partner = first ? first | (how | others << GOHPC_MPIWRAP_OTHERS) << 32 : all;
}

/* Notes the requests of a call. The statuses that MPI is to fill in are the result: the caller's, or
 * our own, where the caller wants none but receives are under way. */
static inline MPI_Status *pending(struct call *c, struct pending *p, enum waiting how, int64_t n, const MPI_Request *requests,
	MPI_Status *statuses, MPI_Status *ignored, int wanted) {
	int64_t i;
	p->n = p->done = p->own = 0;
	p->before = p->few;
	p->ids = p->some_ids;
	p->list = p->little;
	p->statuses = statuses;
	if (how == WAITS) waits(c, 0);
	if (!(c->state & GOHPC_MPIWRAP_RECORD) && gohpc_mpiwrap_requests == 0) return statuses;
	if (n <= 0 || n > 1 << 24 || !requests) return statuses;
	if (statuses == ignored) p->statuses = p->some;
	if (n > FEW && !gohpc_mpiwrap_more(p, (int)n, statuses == ignored ? wanted : 0)) {
		p->before = p->few;
		return statuses;
	}
	p->n = (int)n;
	for (i = 0; i < n; i++) p->before[i] = requests[i];
	if (how == WAITS) waits_of(c, n, requests);
	if (RECORDING(c)) {
		for (i = 0; i < n; i++) p->ids[i] = gohpc_mpiwrap_request_id(HANDLE(requests[i]));
	}
	return p->statuses;
}

static inline void pending_end(struct pending *p) {
	if (UNLIKELY(p->before != p->few)) gohpc_mpiwrap_fewer(p);
}

#endif
