/* What wrappers find out of the arguments and results of calls. The macros of
 * special.h call these. */
#ifndef GOHPC_MPIWRAP_HOOKS_H
#define GOHPC_MPIWRAP_HOOKS_H

#include "event.h"
#include "requests.h"

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

static inline const struct comm *comm_of_window(MPI_Win window) {
	return gohpc_mpiwrap_get(A_WINDOW, HANDLE(window));
}

/* A message that a probe has found and taken: in which communicator, and from whom. */
struct found {
	const struct comm *comm;
	int source, tag;
};
SLOW void gohpc_mpiwrap_found_message(MPI_Message message, const struct comm *comm, const MPI_Status *status);
SLOW struct found gohpc_mpiwrap_message(MPI_Message message); /* which is received now */

SLOW void gohpc_mpiwrap_put_requests(struct event *e, int n, const MPI_Request *requests);
SLOW void gohpc_mpiwrap_put_pending(struct event *e, const struct pending *p);
SLOW void gohpc_mpiwrap_put_single(struct event *e, const struct single *s);

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

static inline int64_t position(struct call *c, MPI_File file) {
	MPI_Offset at = -1;
	if (!RECORDING(c) || PMPI_File_get_position(file, &at) != MPI_SUCCESS) return -1;
	return (int64_t)at;
}

/* Split collective operations have no request. There is one for a file at a time. */
static inline int split_begun(struct call *c, int result, MPI_File file, enum request_kind kind) {
	return OK(result) && RECORDING(c) ? gohpc_mpiwrap_request(~HANDLE(file), NULL, kind, -1) : -1;
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
SLOW void gohpc_mpiwrap_begun(int function);
SLOW void gohpc_mpiwrap_ending(void);
SLOW void gohpc_mpiwrap_pcontrol(int level);

#endif
