/* What the wrappers do with the arguments and results of calls beyond counting and timing them.
 *
 * ON_X belongs to MPI_X, to its form for large counts and to Fortran's. It stands between the wrapper's
 * enter and leave, takes the call and its arguments, and makes the call by MADE. COLLECTIVE_X belongs to
 * MPI_X, MPI_Ix and MPI_X_init. The generator reads the names from here: functions without a macro are
 * timed and counted only.
 *
 * The wrapper has `struct call c` and the result, `int r`. A macro without a record ends with record_plain;
 * the records of others have the attributes of package stats/calls. */
#ifndef GOHPC_MPIWRAP_SPECIAL_H
#define GOHPC_MPIWRAP_SPECIAL_H

#include "hooks.h"

/* The communicator of the call: parameters of macros are called comm. */
#define HERE c.comm

/* The record of a call: PUT for numbers, TEXT for strings, LIST for children. */
#define RECORD(...)                                           \
	if (RECORDING(&c)) {                                  \
		struct event *e = gohpc_mpiwrap_event(&c, r); \
		if (e) {                                      \
			__VA_ARGS__                           \
			gohpc_mpiwrap_event_end(&c, e);       \
		}                                             \
	}
#define PUT(number) put(e, number);
#define TEXT(text) gohpc_mpiwrap_event_text(e, text);
#define LIST(statement) statement;

#define BYTES(count, type) bytes_of(&c, count, type)
#define OWN_STATUS(status) MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
#define REQUESTED(request, kind) int rid = requested(&c, r, *request, kind, MPI_PROC_NULL);
#define REQUESTED_FROM(request, source) int rid = requested(&c, r, *request, A_RECEIVE, source);
#ifdef MPICH_NUMVERSION /* whose status of such a request says nothing */
#define REQUESTED_EXCHANGE(request, source) REQUESTED(request, ANOTHER)
#else
#define REQUESTED_EXCHANGE(request, source) REQUESTED_FROM(request, source)
#endif

/* Messages. */

#define ON_Send(call, buf, count, type, dest, tag, comm) \
	WAITS_TO(HERE, dest)                             \
	MADE(call)                                       \
	int64_t size = BYTES(count, type);               \
	if (OK(r)) sent_to(&c, HERE, dest, size);        \
	RECORD(PUT_MESSAGE(count, type, dest, tag))
#define ON_Bsend ON_Send
#define ON_Ssend ON_Send
#define ON_Rsend ON_Send
#define PUT_MESSAGE(count, type, dest, tag) \
	PUT(size) PUT(count) PUT(TID(type)) PUT(world_of(HERE, dest)) PUT(tag) PUT(id_of(&c))
#define PUT_SOURCE(source, tag) PUT(world_of(HERE, source)) PUT(tag_of(tag)) PUT(id_of(&c))
#define PUT_GOT PUT(g.source) PUT(g.tag) PUT(g.bytes)

/* What is short is complete at once as a rule, though not where MPI is to wait for its receive. */
enum { SHORT = 2048 };
#define ISEND(waits, call, count, type, dest, tag, request)                                                \
	MADE(call)                                                                                         \
	int64_t size = BYTES(count, type);                                                                 \
	int rid = waits ? noted(&c, r, *request, A_SEND, dest) : requested(&c, r, *request, A_SEND, dest); \
	if (OK(r)) sent_to(&c, HERE, dest, size);                                                          \
	RECORD(PUT_MESSAGE(count, type, dest, tag) PUT(rid))
#define ON_Isend(call, buf, count, type, dest, tag, comm, request) ISEND(size > SHORT, call, count, type, dest, tag, request)
#define ON_Ibsend(call, buf, count, type, dest, tag, comm, request) ISEND(0, call, count, type, dest, tag, request)
#define ON_Issend(call, buf, count, type, dest, tag, comm, request) ISEND(1, call, count, type, dest, tag, request)
#define ON_Irsend ON_Ibsend

#define ON_Recv(call, buf, count, type, source, tag, comm, status)                            \
	OWN_STATUS(status)                                                                    \
	WAITS_FROM(HERE, source)                                                              \
	MADE_OR(gohpc_mpiwrap_receive(&c, buf, count, type, source, tag, comm, status), call) \
	struct got g = received(&c, HERE, r, status);                                         \
	RECORD(PUT_SOURCE(source, tag) PUT_GOT)

#define ON_Irecv(call, buf, count, type, source, tag, comm, request) \
	MADE(call)                                                   \
	REQUESTED_FROM(request, source)                              \
	RECORD(PUT_SOURCE(source, tag) PUT(rid))

#define ON_Sendrecv(call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status) \
	OWN_STATUS(status)                                                                                                          \
	WAITS_FROM(HERE, source)                                                                                                    \
	MADE(call)                                                                                                                  \
	int64_t size = BYTES(sendcount, sendtype);                                                                                  \
	struct got g = received(&c, HERE, r, status);                                                                               \
	if (OK(r)) sent_to(&c, HERE, dest, size);                                                                                   \
	RECORD(PUT(size) PUT(world_of(HERE, dest)) PUT(sendtag) PUT_SOURCE(source, recvtag)                                         \
		PUT(sendcount) PUT(TID(sendtype)) PUT(TID(recvtype)) PUT_GOT)

#define ON_Sendrecv_replace(call, buf, count, type, dest, sendtag, source, recvtag, comm, status) \
	OWN_STATUS(status)                                                                        \
	WAITS_FROM(HERE, source)                                                                  \
	MADE(call)                                                                                \
	int64_t size = BYTES(count, type);                                                        \
	struct got g = received(&c, HERE, r, status);                                             \
	if (OK(r)) sent_to(&c, HERE, dest, size);                                                 \
	RECORD(PUT(size) PUT(world_of(HERE, dest)) PUT(sendtag) PUT_SOURCE(source, recvtag)       \
		PUT(count) PUT(TID(type)) PUT_GOT)

#define ON_Isendrecv(call, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request) \
	MADE(call)                                                                                                                    \
	REQUESTED_EXCHANGE(request, source)                                                                                           \
	int64_t size = BYTES(sendcount, sendtype);                                                                                    \
	if (OK(r)) sent_to(&c, HERE, dest, size);                                                                                     \
	RECORD(PUT_MESSAGE(sendcount, sendtype, dest, sendtag) PUT(world_of(HERE, source)) PUT(tag_of(recvtag)) PUT(rid))

#define ON_Isendrecv_replace(call, buf, count, type, dest, sendtag, source, recvtag, comm, request) \
	MADE(call)                                                                                  \
	REQUESTED_EXCHANGE(request, source)                                                         \
	int64_t size = BYTES(count, type);                                                          \
	if (OK(r)) sent_to(&c, HERE, dest, size);                                                   \
	RECORD(PUT_MESSAGE(count, type, dest, sendtag) PUT(world_of(HERE, source)) PUT(tag_of(recvtag)) PUT(rid))

/* Messages that are probed for. */

#define PUT_FOUND(found, status) \
	PUT(found ? world_of(HERE, status->MPI_SOURCE) : -3) PUT(found ? tag_of(status->MPI_TAG) : -1) PUT(id_of(&c))

#define PUT_MESSAGE_FOUND PUT(m.source) PUT(m.tag) PUT(id_of(&c))

#define ON_Iprobe(call, source, tag, comm, flag, status) \
	MADE(call)                                       \
	RECORD(PUT_SOURCE(source, tag))

#define ON_Probe(call, source, tag, comm, status) \
	OWN_STATUS(status)                        \
	WAITS_FROM(HERE, source)                  \
	MADE(call)                                \
	RECORD(PUT_FOUND(OK(r), status))

#define ON_Mprobe(call, source, tag, comm, message, status)             \
	OWN_STATUS(status)                                              \
	WAITS_FROM(HERE, source)                                        \
	MADE(call)                                                      \
	if (OK(r)) gohpc_mpiwrap_found_message(*message, HERE, status); \
	RECORD(PUT_FOUND(OK(r), status))

#define ON_Improbe(call, source, tag, comm, flag, message, status)      \
	OWN_STATUS(status)                                              \
	MADE(call)                                                      \
	int found = OK(r) && *flag;                                     \
	if (found) gohpc_mpiwrap_found_message(*message, HERE, status); \
	RECORD(PUT_FOUND(found, status))

#define ON_Mrecv(call, buf, count, type, message, status) \
	OWN_STATUS(status)                                \
	struct found m = gohpc_mpiwrap_message(*message); \
	HERE = m.comm;                                    \
	MADE(call)                                        \
	struct got g = received(&c, HERE, r, status);     \
	RECORD(PUT_MESSAGE_FOUND PUT_GOT)

#define ON_Imrecv(call, buf, count, type, message, request) \
	struct found m = gohpc_mpiwrap_message(*message);   \
	HERE = m.comm;                                      \
	MADE(call)                                          \
	REQUESTED_FROM(request, MPI_ANY_SOURCE)             \
	RECORD(PUT_MESSAGE_FOUND PUT(rid))

/* Requests. */

#define ON_Send_init(call, buf, count, type, dest, tag, comm, request) \
	MADE(call)                                                     \
	int64_t size = BYTES(count, type);                             \
	int rid = persistent(&c, r, *request, A_SEND, dest, size, 0);  \
	RECORD(PUT_MESSAGE(count, type, dest, tag) PUT(rid))
#define ON_Bsend_init ON_Send_init
#define ON_Ssend_init ON_Send_init
#define ON_Rsend_init ON_Send_init

#define ON_Recv_init(call, buf, count, type, source, tag, comm, request) \
	MADE(call)                                                       \
	int rid = persistent(&c, r, *request, A_RECEIVE, source, 0, 0);  \
	RECORD(PUT_SOURCE(source, tag) PUT(rid))

/* All partitions are one message, which counts when the request is started. */
#define ON_Psend_init(call, buf, partitions, count, type, dest, tag, comm, info, request) \
	ON_Send_init(call, buf, partitions * count, type, dest, tag, comm, request)
#define ON_Precv_init(call, buf, partitions, count, type, source, tag, comm, info, request) \
	ON_Recv_init(call, buf, partitions * count, type, source, tag, comm, request)

#define ON_Start(call, request)             \
	MADE(call)                          \
	int rid = started(&c, r, *request); \
	RECORD(PUT(rid))

#define ON_Startall(call, count, requests)                       \
	MADE(call)                                               \
	int i;                                                   \
	for (i = 0; i < count; i++) started(&c, r, requests[i]); \
	RECORD(LIST(gohpc_mpiwrap_put_requests(e, count, requests)))

#define ON_Cancel(call, request) \
	MADE(call)               \
	RECORD(PUT(gohpc_mpiwrap_request_id(HANDLE(*request))))

#define ON_Request_free(call, handle)                                                      \
	struct request freed;                                                              \
	int rid = gohpc_mpiwrap_request_done(HANDLE(*handle), 1, &freed) ? freed.rid : -1; \
	MADE(call)                                                                         \
	RECORD(PUT(rid))

#define ON_Grequest_start(call, query, free, cancel, extra, request) \
	MADE(call)                                                   \
	REQUESTED(request, ANOTHER)                                  \
	RECORD(PUT(rid))

#define ON_Grequest_complete(call, request) \
	MADE(call)                          \
	RECORD(PUT(gohpc_mpiwrap_request_id(HANDLE(request))))

/* Completions; Fortran's stand in fortran_wait.c. */

#define ON_Wait(call, request, status)                   \
	struct single s;                                 \
	status = single(&c, &s, WAITS, request, status); \
	MADE(call)                                       \
	single_done(&c, &s, *request, OK(r), status);    \
	RECORD(LIST(gohpc_mpiwrap_put_single(e, &s)))

#define ON_Test(call, request, flag, status)                          \
	struct single s;                                              \
	status = single(&c, &s, ASKS, request, status);               \
	MADE(call)                                                    \
	if (OK(r) && *flag) single_done(&c, &s, *request, 1, status); \
	RECORD(LIST(gohpc_mpiwrap_put_single(e, &s)))

#define PENDING(how, count, requests, statuses, ignored, wanted) \
	struct pending p;                                        \
	statuses = pending(&c, &p, how, count, requests, statuses, ignored, wanted);
#define COMPLETE(i, requests, ok, status) gohpc_mpiwrap_complete(&c, &p, i, requests[i], ok, status);
#define COMPLETE_ONE(requests, index, status) \
	if (p.n > 0 && index[0] >= 0 && index[0] < p.n) COMPLETE(index[0], requests, 1, status)
#define COMPLETE_ALL(requests, ok, statuses) \
	int i;                               \
	for (i = 0; i < p.n; i++) COMPLETE(i, requests, ok, &statuses[i])
#define PENDING_END                                    \
	RECORD(LIST(gohpc_mpiwrap_put_pending(e, &p))) \
	pending_end(&p);

#define ON_Waitany(call, count, requests, index, status)              \
	PENDING(WAITS, count, requests, status, MPI_STATUS_IGNORE, 1) \
	MADE(call)                                                    \
	if (OK(r)) { COMPLETE_ONE(requests, index, status) }          \
	PENDING_END

#define ON_Testany(call, count, requests, index, flag, status)        \
	PENDING(ASKS, count, requests, status, MPI_STATUS_IGNORE, 1)  \
	MADE(call)                                                    \
	if (OK(r) && *flag) { COMPLETE_ONE(requests, index, status) } \
	PENDING_END

#define ON_Waitall(call, count, requests, statuses)                           \
	PENDING(WAITS, count, requests, statuses, MPI_STATUSES_IGNORE, count) \
	MADE(call)                                                            \
	COMPLETE_ALL(requests, OK(r), statuses)                               \
	PENDING_END

#define ON_Testall(call, count, requests, flag, statuses)                    \
	PENDING(ASKS, count, requests, statuses, MPI_STATUSES_IGNORE, count) \
	MADE(call)                                                           \
	if (OK(r) && *flag) { COMPLETE_ALL(requests, 1, statuses) }          \
	PENDING_END

#define SOME(how, call, count, requests, outcount, indices, statuses)                                        \
	PENDING(how, count, requests, statuses, MPI_STATUSES_IGNORE, count)                                  \
	int i;                                                                                               \
	MADE(call)                                                                                           \
	if (OK(r)) {                                                                                         \
		for (i = 0; p.n > 0 && i < outcount[0]; i++) COMPLETE(indices[i], requests, 1, &statuses[i]) \
	}                                                                                                    \
	PENDING_END
#define ON_Waitsome(call, count, requests, outcount, indices, statuses) SOME(WAITS, call, count, requests, outcount, indices, statuses)
#define ON_Testsome(call, count, requests, outcount, indices, statuses) SOME(ASKS, call, count, requests, outcount, indices, statuses)

/* Communicators. */

#define ON_Abort(call, comm, errorcode) \
	MADE(call)                      \
	RECORD(PUT(id_of(&c)))

#define ON_Comm_set_name(call, comm, name)         \
	MADE(call)                                 \
	if (OK(r)) gohpc_mpiwrap_named_comm(comm); \
	record_plain(&c, r);

#define ON_Comm_free(call, comm)           \
	gohpc_mpiwrap_freeing_comm(*comm); \
	MADE(call)                         \
	RECORD(PUT(id_of(&c)))
#define ON_Comm_disconnect ON_Comm_free

#define ON_Comm_idup(call, comm, newcomm, request) \
	MADE(call)                                 \
	REQUESTED(request, ANOTHER)                \
	RECORD(PUT(id_of(&c)) PUT(rid))
#define ON_Comm_idup_with_info(call, comm, info, newcomm, request) ON_Comm_idup(call, comm, newcomm, request)

/* A communicator newcomm has been made of that of the call. */
#define NEW_COMM(call, newcomm)                                                         \
	MADE(call)                                                                      \
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL; \
	RECORD(PUT(id_of(&c)) PUT(made ? made->id : -1))

#define ON_Comm_create(call, comm, group, newcomm) NEW_COMM(call, newcomm)
#define ON_Comm_dup(call, comm, newcomm) NEW_COMM(call, newcomm)
#define ON_Comm_split(call, comm, color, key, newcomm) NEW_COMM(call, newcomm)
#define ON_Comm_create_group(call, comm, group, tag, newcomm) NEW_COMM(call, newcomm)
#define ON_Comm_split_type(call, comm, split_type, key, info, newcomm) NEW_COMM(call, newcomm)
#define ON_Comm_dup_with_info(call, comm, info, newcomm) NEW_COMM(call, newcomm)
#define ON_Cart_create(call, comm, ndims, dims, periods, reorder, newcomm) NEW_COMM(call, newcomm)
#define ON_Cart_sub(call, comm, remain_dims, newcomm) NEW_COMM(call, newcomm)
#define ON_Graph_create(call, comm, nnodes, index, edges, reorder, newcomm) NEW_COMM(call, newcomm)
#define ON_Dist_graph_create(call, comm, n, sources, degrees, destinations, weights, info, reorder, newcomm) NEW_COMM(call, newcomm)
#define ON_Dist_graph_create_adjacent(call, comm, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, newcomm) \
	NEW_COMM(call, newcomm)
#define ON_Intercomm_create(call, comm, local_leader, peer_comm, remote_leader, tag, newcomm) NEW_COMM(call, newcomm)
#define ON_Intercomm_merge(call, comm, high, newcomm) NEW_COMM(call, newcomm)

/* Datatypes. */

#define ON_Type_vector(call, count, blocklength, stride, oldtype, newtype) \
	MADE(call)                                                         \
	RECORD(PUT(TID(oldtype)))

#define ON_Type_commit(call, type) \
	MADE(call)                 \
	RECORD(PUT(TID(*type)))

#define ON_Type_free(call, type)                   \
	int tid = RECORDING(&c) ? TID(*type) : -1; \
	gohpc_mpiwrap_freeing_type(*type);         \
	MADE(call)                                 \
	RECORD(PUT(tid))

/* One-sided transfers. The communicator is that of the window. */

#define ONE_SIDED(call, how, count, type, rank, win) \
	MADE(call)                                   \
	int64_t size = BYTES(count, type);           \
	const struct comm *w = comm_of_window(win);  \
	if (OK(r)) how(&c, w, rank, size);
#define PUT_TARGET(rank) PUT(world_of(w, rank)) PUT(size)

#define ON_Put(call, origin, count, type, rank, disp, tcount, ttype, win) \
	ONE_SIDED(call, put_to, count, type, rank, win)                   \
	RECORD(PUT_TARGET(rank))
#define ON_Accumulate(call, origin, count, type, rank, disp, tcount, ttype, op, win) \
	ONE_SIDED(call, put_to, count, type, rank, win)                              \
	RECORD(PUT_TARGET(rank))
#define ON_Get(call, origin, count, type, rank, disp, tcount, ttype, win) \
	ONE_SIDED(call, got_from, count, type, rank, win)                 \
	RECORD(PUT_TARGET(rank))

#define ON_Rput(call, origin, count, type, rank, disp, tcount, ttype, win, request) \
	ONE_SIDED(call, put_to, count, type, rank, win)                             \
	REQUESTED(request, ANOTHER)                                                 \
	RECORD(PUT_TARGET(rank) PUT(rid))
#define ON_Raccumulate(call, origin, count, type, rank, disp, tcount, ttype, op, win, request) \
	ONE_SIDED(call, put_to, count, type, rank, win)                                        \
	REQUESTED(request, ANOTHER)                                                            \
	RECORD(PUT_TARGET(rank) PUT(rid))
#define ON_Rget(call, origin, count, type, rank, disp, tcount, ttype, win, request) \
	ONE_SIDED(call, got_from, count, type, rank, win)                           \
	REQUESTED(request, ANOTHER)                                                 \
	RECORD(PUT_TARGET(rank) PUT(rid))

/* Both ways. MPI_NO_OP sends nothing. */
#define FETCHING(call, count, type, rcount, rtype, rank, op, win) \
	MADE(call)                                                \
	int64_t size = op == MPI_NO_OP ? 0 : BYTES(count, type);  \
	const struct comm *w = comm_of_window(win);               \
	if (OK(r)) {                                              \
		if (op != MPI_NO_OP) put_to(&c, w, rank, size);   \
		got_from(&c, w, rank, BYTES(rcount, rtype));      \
	}

#define ON_Get_accumulate(call, origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win) \
	FETCHING(call, count, type, rcount, rtype, rank, op, win)                                               \
	RECORD(PUT_TARGET(rank))
#define ON_Rget_accumulate(call, origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win, request) \
	FETCHING(call, count, type, rcount, rtype, rank, op, win)                                                         \
	REQUESTED(request, ANOTHER)                                                                                       \
	RECORD(PUT_TARGET(rank) PUT(rid))

#define ON_Fetch_and_op(call, origin, result, type, rank, disp, op, win) \
	MADE(call)                                                       \
	int64_t size = BYTES(1, type);                                   \
	const struct comm *w = comm_of_window(win);                      \
	if (OK(r)) {                                                     \
		if (op != MPI_NO_OP) put_to(&c, w, rank, size);          \
		got_from(&c, w, rank, size);                             \
	}                                                                \
	RECORD(PUT_TARGET(rank))

#define ON_Compare_and_swap(call, origin, compare, result, type, rank, disp, win) \
	MADE(call)                                                                \
	int64_t size = BYTES(1, type);                                            \
	const struct comm *w = comm_of_window(win);                               \
	if (OK(r)) {                                                              \
		put_to(&c, w, rank, size);                                        \
		got_from(&c, w, rank, size);                                      \
	}                                                                         \
	RECORD(PUT_TARGET(rank))

#define NEW_WINDOW(call, win)                                               \
	MADE(call)                                                          \
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)HERE); \
	RECORD(PUT(id_of(&c)))
#define ON_Win_create(call, base, size, disp, info, comm, win) NEW_WINDOW(call, win)
#define ON_Win_create_dynamic(call, info, comm, win) NEW_WINDOW(call, win)
#define ON_Win_allocate(call, size, disp, info, comm, baseptr, win) NEW_WINDOW(call, win)
#define ON_Win_allocate_shared ON_Win_allocate

#define ON_Win_free(call, win)                      \
	gohpc_mpiwrap_drop(A_WINDOW, HANDLE(*win)); \
	MADE(call)                                  \
	record_plain(&c, r);

#include "special_collective.h"
#include "special_file.h"

#endif
