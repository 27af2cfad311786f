/* What is moved by a call, and with whom. */
#ifndef GOHPC_MPIWRAP_MESSAGES_H
#define GOHPC_MPIWRAP_MESSAGES_H

#include "partners.h"

#define RECORDING(c) UNLIKELY((c)->state & GOHPC_MPIWRAP_RECORD)
#define SYNCHRONISED(c) UNLIKELY((c)->state & GOHPC_MPIWRAP_SYNCHRONISE)
#define OK(r) LIKELY((r) == MPI_SUCCESS)

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

/* Whom the call waits for: others can see it while it does, see struct gohpc_mpiwrap_entry. */
static inline uint64_t partner(unsigned how, int world) { return (uint64_t)how << 32 | (uint32_t)world; }

static inline void waits(struct call *c, uint64_t whom) {
	if (LIKELY(c->entry != NULL)) c->entry->partner = whom;
}
#define WAITS_FROM(comm, source) waits(&c, partner(GOHPC_MPIWRAP_FROM, world_of(comm, source)));
#define WAITS_TO(comm, dest) waits(&c, partner(GOHPC_MPIWRAP_TO, world_of(comm, dest)));

/* Messages. */

/* A message of that size is sent. None is to MPI_PROC_NULL. */
static inline void sent_to(struct call *c, const struct comm *comm, int rank, int64_t size) {
	if (rank == MPI_PROC_NULL) return;
	c->sent += (uint64_t)size;
	add_partner(c, world_of(comm, rank), GOHPC_MPIWRAP_SENT, size);
}

/* One-sided transfers. */
static inline void put_to(struct call *c, const struct comm *comm, int rank, int64_t size) {
	if (rank == MPI_PROC_NULL) return;
	c->sent += (uint64_t)size;
	add_partner(c, world_of(comm, rank), GOHPC_MPIWRAP_PUT, size);
}

static inline void got_from(struct call *c, const struct comm *comm, int rank, int64_t size) {
	if (rank == MPI_PROC_NULL) return;
	c->received += (uint64_t)size;
	add_partner(c, world_of(comm, rank), GOHPC_MPIWRAP_GOT, size);
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
	add_partner(c, g.source, GOHPC_MPIWRAP_RECEIVED, g.bytes);
	return g;
}

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

#endif
