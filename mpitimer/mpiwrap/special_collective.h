/* Collective operations, as special.h has them: what a rank sends and receives, and the record of the
 * blocking form. The rest of each form follows from that.
 *
 * MPI_IN_PLACE changes nothing in what a rank contributes and gets: only where it stands. What the
 * arguments say that have no meaning on a rank, or in place, is not looked at. */
#ifndef GOHPC_MPIWRAP_SPECIAL_COLLECTIVE_H
#define GOHPC_MPIWRAP_SPECIAL_COLLECTIVE_H

#define MOVED(out, in)        \
	int64_t sent = (out); \
	int64_t received = (in);
#define COUNTED                                  \
	if (OK(r)) {                             \
		c.sent = (uint64_t)sent;         \
		c.received = (uint64_t)received; \
	}

/* The forms. Behind the record stand the arguments that a form has at its end. */
#define BLOCKING(call, comm, out, in, record, ...)                 \
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm); \
	MADE(call)                                                 \
	MOVED(out, in)                                             \
	COUNTED                                                    \
	RECORD record
#define NONBLOCKING(call, comm, out, in, record, request) \
	MADE(call)                                        \
	MOVED(out, in)                                    \
	COUNTED                                           \
	int rid = collective_noted(&c, r, *request);      \
	RECORD(PUT(id_of(&c)) PUT(rid))
#define PERSISTENT(call, comm, out, in, record, info, request)    \
	MADE(call)                                                \
	MOVED(out, in)                                            \
	persistent(&c, r, *request, ANOTHER, -1, sent, received); \
	record_plain(&c, r);

#define ROOT(root) is_root(&c, root)
#define MEMBER(root) is_member(&c, root)
#define WAITS_ROOTED(root) waits(&c, is_root(&c, root) ? 0 : partner(GOHPC_MPIWRAP_FROM, root_of(HERE, root)));
#define WAITS_ALL waits(&c, partner(GOHPC_MPIWRAP_ALL, 0));
#define WAITS_GATHERED(root) waits(&c, is_root(&c, root) ? partner(GOHPC_MPIWRAP_ALL, 0) : 0);
#define IN_PLACE(buf) (buf == MPI_IN_PLACE)
#define OWN(sendbuf, sendcount, sendtype, recvcount, recvtype) \
	(IN_PLACE(sendbuf) ? BYTES(recvcount, recvtype) : BYTES(sendcount, sendtype))
#define ALL(counts, type, ranks) BYTES(SUM(counts, ranks(&c)), type)
#define PUT_REDUCED(count, type) PUT(BYTES(count, type)) PUT(id_of(&c)) PUT(count) PUT(TID(type))
#define PUT_ROOTED(count, type, comm, root) \
	PUT(BYTES(count, type)) PUT(root_of(HERE, root)) PUT(id_of(&c)) PUT(count) PUT(TID(type))
#define PUT_IF(condition, count, type) PUT(condition ? count : 0) PUT(condition ? TID(type) : -1)
#define PUT_OWN(sendbuf, sendcount, sendtype, recvcount, recvtype) \
	PUT(IN_PLACE(sendbuf) ? recvcount : sendcount) PUT(TID(IN_PLACE(sendbuf) ? recvtype : sendtype))

#define COLLECTIVE_Barrier(form, call, comm, ...) \
	WAITS_ALL                                 \
	form(call, comm, 0, 0, (PUT(id_of(&c))), __VA_ARGS__)

#define COLLECTIVE_Bcast(form, call, buf, count, type, root, comm, ...)        \
	WAITS_ROOTED(root)                                                     \
	form(call, comm, ROOT(root) ? BYTES(count, type) : 0,                  \
		!ROOT(root) && root != MPI_PROC_NULL ? BYTES(count, type) : 0, \
		(PUT_ROOTED(count, type, comm, root)), __VA_ARGS__)

#define COLLECTIVE_Reduce(form, call, sendbuf, recvbuf, count, type, op, root, comm, ...)            \
	WAITS_GATHERED(root)                                                                         \
	form(call, comm, MEMBER(root) ? BYTES(count, type) : 0, ROOT(root) ? BYTES(count, type) : 0, \
		(PUT_ROOTED(count, type, comm, root)), __VA_ARGS__)

#define COLLECTIVE_Allreduce(form, call, sendbuf, recvbuf, count, type, op, comm, ...) \
	WAITS_ALL                                                                      \
	form(call, comm, BYTES(count, type), BYTES(count, type), (PUT_REDUCED(count, type)), __VA_ARGS__)

#define COLLECTIVE_Scan(form, call, sendbuf, recvbuf, count, type, op, comm, ...) \
	form(call, comm, BYTES(count, type), BYTES(count, type), (PUT_REDUCED(count, type)), __VA_ARGS__)

#define COLLECTIVE_Exscan(form, call, sendbuf, recvbuf, count, type, op, comm, ...)    \
	form(call, comm, BYTES(count, type), rank_of(&c) > 0 ? BYTES(count, type) : 0, \
		(PUT_REDUCED(count, type)), __VA_ARGS__)

#define COLLECTIVE_Gather(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ...) \
	WAITS_GATHERED(root)                                                                                       \
	form(call, comm, MEMBER(root) ? OWN(sendbuf, sendcount, sendtype, recvcount, recvtype) : 0,                \
		ROOT(root) ? peers(&c) * BYTES(recvcount, recvtype) : 0,                                           \
		(PUT(MEMBER(root) ? OWN(sendbuf, sendcount, sendtype, recvcount, recvtype) : 0)                    \
		PUT(ROOT(root) ? BYTES(recvcount, recvtype) : 0) PUT(root_of(HERE, root)) PUT(id_of(&c))           \
		PUT_IF(MEMBER(root) && !IN_PLACE(sendbuf), sendcount, sendtype)                                    \
		PUT_IF(ROOT(root), recvcount, recvtype)), __VA_ARGS__)

#define COLLECTIVE_Gatherv(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ...) \
	WAITS_GATHERED(root)                                                                                                 \
	form(call, comm, MEMBER(root) ? OWN(sendbuf, sendcount, sendtype, recvcounts[rank_of(&c)], recvtype) : 0,            \
		ROOT(root) ? ALL(recvcounts, recvtype, peers) : 0,                                                           \
		(PUT(sent) PUT(root_of(HERE, root)) PUT(id_of(&c))                                                           \
		PUT_IF(MEMBER(root) && !IN_PLACE(sendbuf), sendcount, sendtype)), __VA_ARGS__)

#define COLLECTIVE_Scatter(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ...) \
	WAITS_ROOTED(root)                                                                                          \
	form(call, comm, ROOT(root) ? peers(&c) * BYTES(sendcount, sendtype) : 0,                                   \
		MEMBER(root) ? OWN(recvbuf, recvcount, recvtype, sendcount, sendtype) : 0,                          \
		(PUT(ROOT(root) ? BYTES(sendcount, sendtype) : 0) PUT(received)                                     \
		PUT(root_of(HERE, root)) PUT(id_of(&c)) PUT_IF(ROOT(root), sendcount, sendtype)                     \
		PUT_IF(MEMBER(root) && !IN_PLACE(recvbuf), recvcount, recvtype)), __VA_ARGS__)

#define COLLECTIVE_Scatterv(form, call, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ...) \
	WAITS_ROOTED(root)                                                                                                    \
	form(call, comm, ROOT(root) ? ALL(sendcounts, sendtype, peers) : 0,                                                   \
		MEMBER(root) ? OWN(recvbuf, recvcount, recvtype, sendcounts[rank_of(&c)], sendtype) : 0,                      \
		(PUT(received) PUT(root_of(HERE, root)) PUT(id_of(&c))                                                        \
		PUT_IF(MEMBER(root) && !IN_PLACE(recvbuf), recvcount, recvtype)), __VA_ARGS__)

#define COLLECTIVE_Allgather(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ...)          \
	WAITS_ALL                                                                                                        \
	form(call, comm, OWN(sendbuf, sendcount, sendtype, recvcount, recvtype), peers(&c) * BYTES(recvcount, recvtype), \
		(PUT(OWN(sendbuf, sendcount, sendtype, recvcount, recvtype)) PUT(BYTES(recvcount, recvtype))             \
		PUT(id_of(&c)) PUT_OWN(sendbuf, sendcount, sendtype, recvcount, recvtype)                                \
		PUT(recvcount) PUT(TID(recvtype))), __VA_ARGS__)

#define COLLECTIVE_Allgatherv(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ...) \
	WAITS_ALL                                                                                                         \
	form(call, comm, OWN(sendbuf, sendcount, sendtype, recvcounts[rank_of(&c)], recvtype),                            \
		ALL(recvcounts, recvtype, peers), (PUT(sent) PUT(id_of(&c))                                               \
		PUT_OWN(sendbuf, sendcount, sendtype, recvcounts[rank_of(&c)], recvtype)), __VA_ARGS__)

#define COLLECTIVE_Alltoall(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ...) \
	WAITS_ALL                                                                                              \
	form(call, comm, peers(&c) * OWN(sendbuf, sendcount, sendtype, recvcount, recvtype),                   \
		peers(&c) * BYTES(recvcount, recvtype),                                                        \
		(PUT(OWN(sendbuf, sendcount, sendtype, recvcount, recvtype)) PUT(id_of(&c))                    \
		PUT_OWN(sendbuf, sendcount, sendtype, recvcount, recvtype)), __VA_ARGS__)

#define COLLECTIVE_Alltoallv(form, call, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ...) \
	WAITS_ALL                                                                                                                   \
	form(call, comm, IN_PLACE(sendbuf) ? ALL(recvcounts, recvtype, peers) : ALL(sendcounts, sendtype, peers),                   \
		ALL(recvcounts, recvtype, peers), (PUT(id_of(&c))                                                                   \
		LIST(PUT_PARTS(e, &c, IN_PLACE(sendbuf) ? recvcounts : sendcounts,                                                  \
			IN_PLACE(sendbuf) ? recvtype : sendtype, peers(&c)))), __VA_ARGS__)

#define COLLECTIVE_Alltoallw(form, call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ...) \
	WAITS_ALL                                                                                                                     \
	form(call, comm, IN_PLACE(sendbuf) ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c))                                       \
			: SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c)),                                                         \
		SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)), (PUT(id_of(&c))), __VA_ARGS__)

#define COLLECTIVE_Reduce_scatter(form, call, sendbuf, recvbuf, recvcounts, type, op, comm, ...) \
	WAITS_ALL                                                                                \
	form(call, comm, ALL(recvcounts, type, members), BYTES(recvcounts[rank_of(&c)], type),   \
		(PUT(id_of(&c)) LIST(PUT_PARTS(e, &c, recvcounts, type, members(&c)))), __VA_ARGS__)

#define COLLECTIVE_Reduce_scatter_block(form, call, sendbuf, recvbuf, count, type, op, comm, ...) \
	WAITS_ALL                                                                                 \
	form(call, comm, members(&c) * BYTES(count, type), BYTES(count, type), (PUT(id_of(&c))), __VA_ARGS__)

/* Neighbours. */

#define COLLECTIVE_Neighbor_allgather(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ...) \
	form(call, comm, outputs(&c) * BYTES(sendcount, sendtype), inputs(&c) * BYTES(recvcount, recvtype),              \
		(PUT(id_of(&c))), __VA_ARGS__)
#define COLLECTIVE_Neighbor_alltoall COLLECTIVE_Neighbor_allgather

#define COLLECTIVE_Neighbor_allgatherv(form, call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, ...) \
	form(call, comm, outputs(&c) * BYTES(sendcount, sendtype), ALL(recvcounts, recvtype, inputs),                              \
		(PUT(id_of(&c))), __VA_ARGS__)

#define COLLECTIVE_Neighbor_alltoallv(form, call, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, ...) \
	form(call, comm, ALL(sendcounts, sendtype, outputs), ALL(recvcounts, recvtype, inputs),                                              \
		(PUT(id_of(&c))), __VA_ARGS__)

#define COLLECTIVE_Neighbor_alltoallw(form, call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, ...) \
	form(call, comm, SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c)),                                                                 \
		SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c)), (PUT(id_of(&c))), __VA_ARGS__)

#endif
