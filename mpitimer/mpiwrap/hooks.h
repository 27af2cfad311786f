/* What wrappers find out of the arguments and results of calls. The generated code calls these; see
 * the specifications in internal/generate. */
#ifndef GOHPC_MPIWRAP_HOOKS_H
#define GOHPC_MPIWRAP_HOOKS_H

#include "event.h"
#include "registry.h"

#define RECORDING(c) UNLIKELY((c)->state & GOHPC_MPIWRAP_RECORD)
#define SYNCHRONISED(c) UNLIKELY((c)->state & GOHPC_MPIWRAP_SYNCHRONISE)
#define OK(r) LIKELY((r) == MPI_SUCCESS)

#define TID(type) gohpc_mpiwrap_type(type)

/* The record of a call without attributes. */
static inline void record_plain(struct call *c, int result) {
	struct event *e;
	if (RECORDING(c) && (e = gohpc_mpiwrap_event(c, result))) gohpc_mpiwrap_event_end(c, e);
}

/* All that is done after a call without hooks. */
static __attribute__((noinline, unused)) int plain(struct call *c, int result) {
	c->end = ticks(c);
	record_plain(c, result);
	leave(c);
	return result;
}

static inline int64_t bytes_of(struct call *c, int64_t count, MPI_Datatype type) {
	return count > 0 ? count * type_size(c, type) : 0;
}

static inline int id_of(const struct call *c) { return c->comm ? c->comm->id : -1; }

/* The rank in MPI_COMM_WORLD that a rank of a communicator is, as the records have it. */
static inline int world_of(const struct comm *c, int rank) {
	if (rank == MPI_ANY_SOURCE) return -1;
	if (rank == MPI_PROC_NULL) return -2;
	if (!c || rank < 0 || rank >= c->peer_count || c->peers[rank] < 0) return -3;
	return c->peers[rank];
}

static inline int root_of(const struct comm *c, int rank) {
	if (rank != MPI_ROOT) return world_of(c, rank);
	return c ? c->ranks[c->rank] : -3;
}

static inline int tag_of(int tag) { return tag == MPI_ANY_TAG ? -1 : tag; }

/* Messages. */

static inline void add_partner(uint64_t *calls, uint64_t *bytes, int64_t size) {
	if (gohpc_mpiwrap_several) {
		__atomic_fetch_add(calls, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(bytes, (uint64_t)size, __ATOMIC_RELAXED);
	} else {
		*calls += 1;
		*bytes += (uint64_t)size;
	}
}

/* A message of that size is sent. None is to MPI_PROC_NULL. */
static inline void sent_to(struct call *c, const struct comm *comm, int rank, int64_t size) {
	struct gohpc_mpiwrap_partner *p;
	if (rank == MPI_PROC_NULL) return;
	c->sent += (uint64_t)size;
	if ((p = partner_of(world_of(comm, rank)))) add_partner(&p->calls, &p->bytes, size);
}

/* One-sided transfers. */
static inline void put_to(struct call *c, const struct comm *comm, int rank, int64_t size) {
	struct gohpc_mpiwrap_partner *p;
	if (rank == MPI_PROC_NULL) return;
	c->sent += (uint64_t)size;
	if ((p = partner_of(world_of(comm, rank)))) add_partner(&p->puts, &p->put_bytes, size);
}

static inline void got_from(struct call *c, const struct comm *comm, int rank, int64_t size) {
	struct gohpc_mpiwrap_partner *p;
	if (rank == MPI_PROC_NULL) return;
	c->received += (uint64_t)size;
	if ((p = partner_of(world_of(comm, rank)))) add_partner(&p->gets, &p->got_bytes, size);
}

static inline const struct comm *comm_of_window(MPI_Win window) {
	return gohpc_mpiwrap_get(A_WINDOW, HANDLE(window));
}

/* What a status says. The fields stand in the mpi.h of these two families. */
#if defined(OPEN_MPI)
static inline int64_t status_bytes(const MPI_Status *status) { return (int64_t)status->_ucount; }
static inline int status_cancelled(const MPI_Status *status) { return status->_cancelled; }
#elif defined(MPICH_NUMVERSION) && MPICH_NUMVERSION >= 30000000
static inline int64_t status_bytes(const MPI_Status *status) {
	return (int64_t)((uint64_t)(unsigned)status->count_hi_and_cancelled >> 1 << 32 | (unsigned)status->count_lo);
}
static inline int status_cancelled(const MPI_Status *status) { return status->count_hi_and_cancelled & 1; }
#else
static inline int64_t status_bytes(const MPI_Status *status) {
	MPI_Count n = 0;
	if (PMPI_Get_elements_x(status, MPI_BYTE, &n) != MPI_SUCCESS || n == MPI_UNDEFINED || n < 0) return 0;
	return (int64_t)n;
}
static inline int status_cancelled(const MPI_Status *status) {
	int yes = 0;
	PMPI_Test_cancelled(status, &yes);
	return yes;
}
#endif

/* A message that has been received: whence, and how long. */
struct got {
	int source, tag;
	int64_t bytes;
};

static inline struct got received(struct call *c, const struct comm *comm, int result, const MPI_Status *status) {
	struct got g = {-3, -1, 0};
	if (!OK(result)) return g;
	g.source = world_of(comm, status->MPI_SOURCE);
	g.tag = tag_of(status->MPI_TAG);
	if (status->MPI_SOURCE != MPI_PROC_NULL) g.bytes = status_bytes(status);
	c->received += (uint64_t)g.bytes;
	return g;
}

/* The communicator of a message that was probed for, which is received now. */
static inline const struct comm *message_comm(MPI_Message message) {
	const struct comm *c = gohpc_mpiwrap_get(A_MESSAGE, HANDLE(message));
	gohpc_mpiwrap_drop(A_MESSAGE, HANDLE(message));
	return c;
}

/* Requests. Sends are of interest to the records only, unless they are persistent. */
static inline int requested(struct call *c, int result, MPI_Request request, enum request_kind kind) {
	if (!OK(result) || request == MPI_REQUEST_NULL) return -1;
	if ((kind == A_SEND || kind == ANOTHER) && !(c->state & GOHPC_MPIWRAP_RECORD)) return -1;
	return gohpc_mpiwrap_request(HANDLE(request), c->comm, kind);
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

SLOW void gohpc_mpiwrap_put_requests(struct event *e, int n, const MPI_Request *requests);

/* Completion: the requests of a call as they were before it, and what became of them. */
enum { FEW = 16 };
struct pending {
	int n, done, own; /* own: the statuses are to be freed */
	MPI_Request *before, few[FEW];
	int *ids, some_ids[FEW]; /* while calls are recorded */
	MPI_Status *statuses, some[FEW];
	struct done {
		int rid, source, tag;
		int64_t bytes;
	} *list, little[FEW];
};

SLOW int gohpc_mpiwrap_more(struct pending *p, int n, int statuses);
SLOW void gohpc_mpiwrap_fewer(struct pending *p);
SLOW void gohpc_mpiwrap_put_pending(struct event *e, const struct pending *p);
INTERNAL void gohpc_mpiwrap_complete(
	struct call *c, struct pending *p, int i, MPI_Request after, int active, const MPI_Status *status);

/* Notes the requests of a call. The statuses that MPI is to fill in are the result: the caller's, or
 * our own, where the caller wants none but receives are under way. */
static inline MPI_Status *pending(struct call *c, struct pending *p, int64_t n, const MPI_Request *requests,
	MPI_Status *statuses, MPI_Status *ignored, int wanted) {
	int64_t i;
	p->n = p->done = p->own = 0;
	p->before = p->few;
	p->ids = p->some_ids;
	p->list = p->little;
	p->statuses = statuses;
	if (!(c->state & GOHPC_MPIWRAP_RECORD) && gohpc_mpiwrap_requests == 0) return statuses;
	if (n <= 0 || n > 1 << 24 || !requests) return statuses;
	if (statuses == ignored) p->statuses = p->some;
	if (n > FEW && !gohpc_mpiwrap_more(p, (int)n, statuses == ignored ? wanted : 0)) {
		p->before = p->few;
		return statuses;
	}
	p->n = (int)n;
	for (i = 0; i < n; i++) p->before[i] = requests[i];
	if (RECORDING(c)) {
		for (i = 0; i < n; i++) p->ids[i] = gohpc_mpiwrap_request_id(HANDLE(requests[i]));
	}
	return p->statuses;
}

static inline void pending_end(struct pending *p) {
	if (UNLIKELY(p->before != p->few)) gohpc_mpiwrap_fewer(p);
}

/* Collective operations. */

static inline int peers(const struct call *c) { return c->comm ? c->comm->peer_count : 0; }
static inline int members(const struct call *c) { return c->comm ? c->comm->size : 0; }
static inline int rank_of(const struct call *c) { return c->comm ? c->comm->rank : 0; }
static inline int inputs(const struct call *c) { return c->comm && c->comm->in > 0 ? c->comm->in : 0; }
static inline int outputs(const struct call *c) { return c->comm && c->comm->out > 0 ? c->comm->out : 0; }

static inline int is_root(const struct call *c, int root) {
	if (!c->comm) return 0;
	return c->comm->inter ? root == MPI_ROOT : root == c->comm->rank;
}

/* Whether the rank is one of those with whom the root exchanges: in an intracommunicator the root is
 * one of them, in an intercommunicator all of the other group. */
static inline int is_member(const struct call *c, int root) {
	if (!c->comm) return 0;
	return !c->comm->inter || (root != MPI_ROOT && root != MPI_PROC_NULL);
}

/* A sum over the elements of an array of counts, of whatever integer type. */
#define SUM(array, n)                                             \
	__extension__({                                           \
		int64_t sum_ = 0;                                 \
		int at_, n_ = (n);                                \
		for (at_ = 0; at_ < n_; at_++) sum_ += (array)[at_]; \
		sum_;                                             \
	})

/* The same with a type for each count. */
#define SUM_OF_TYPES(c, array, types, n)                                                           \
	__extension__({                                                                            \
		int64_t sum_ = 0;                                                                  \
		int at_, n_ = (n);                                                                 \
		for (at_ = 0; at_ < n_; at_++) {                                                   \
			if ((array)[at_] > 0) sum_ += bytes_of((c), (array)[at_], (types)[at_]); \
		}                                                                                  \
		sum_;                                                                              \
	})

/* Elements of a list of the parts of a collective operation, one for each rank. */
#define PUT_PARTS(e, c, array, type, n)                                           \
	do {                                                                      \
		int at_, n_ = (n);                                                \
		begin_list(e);                                                    \
		for (at_ = 0; at_ < n_; at_++) {                                  \
			begin_element(e);                                         \
			put((e), world_of((c)->comm, at_));                       \
			put((e), bytes_of((c), (int64_t)(array)[at_], (type)));   \
			put((e), (int64_t)(array)[at_]);                          \
			put((e), gohpc_mpiwrap_type(type));                       \
			end_element(e);                                           \
		}                                                                 \
	} while (0)

/* The synchronising mode. */
SLOW void gohpc_mpiwrap_synchronise(struct call *c, MPI_Comm comm);
SLOW int gohpc_mpiwrap_receive(struct call *c, void *buf, int64_t count, MPI_Datatype type, int source, int tag,
	MPI_Comm comm, MPI_Status *status);

/* Files. */

/* What a call has moved, by its status. */
static inline int64_t moved(struct call *c, int result, const MPI_Status *status, int writing) {
	int64_t n = OK(result) ? status_bytes(status) : 0;
	if (writing) {
		c->sent += (uint64_t)n;
	} else {
		c->received += (uint64_t)n;
	}
	return n;
}

static inline int64_t position(struct call *c, MPI_File file) {
	MPI_Offset at = -1;
	if (!RECORDING(c) || PMPI_File_get_position(file, &at) != MPI_SUCCESS) return -1;
	return (int64_t)at;
}

/* Split collective operations have no request. There is one for a file at a time. */
static inline int split_begun(struct call *c, int result, MPI_File file, enum request_kind kind) {
	return OK(result) && RECORDING(c) ? gohpc_mpiwrap_request(~HANDLE(file), NULL, kind) : -1;
}

static inline int split_ended(struct call *c, MPI_File file) {
	struct request r;
	return RECORDING(c) && gohpc_mpiwrap_request_done(~HANDLE(file), 1, &r) ? r.rid : -1;
}

/* Lists of one element. */
#define PUT_FOR(e, rid)           \
	do {                      \
		begin_list(e);    \
		begin_element(e); \
		put((e), (rid));  \
		end_element(e);   \
	} while (0)

#define PUT_DATA(e, c, offset, count, type)              \
	do {                                             \
		begin_list(e);                           \
		begin_element(e);                        \
		put((e), (offset));                      \
		put((e), bytes_of((c), (count), (type))); \
		put((e), (count));                       \
		put((e), TID(type));                     \
		end_element(e);                          \
	} while (0)

SLOW void gohpc_mpiwrap_put_info(struct event *e, MPI_Info info);
INTERNAL const char *gohpc_mpiwrap_whence(int whence);

/* Lifecycle. */
SLOW void gohpc_mpiwrap_begun(void);
SLOW void gohpc_mpiwrap_ending(void);
SLOW void gohpc_mpiwrap_pcontrol(int level);

#endif
