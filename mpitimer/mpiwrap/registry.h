/* What is remembered of communicators, datatypes, windows, files and requests. None of this is on the
 * path of a call that only moves data through handles the thread has just used. */
#ifndef GOHPC_MPIWRAP_REGISTRY_H
#define GOHPC_MPIWRAP_REGISTRY_H

#include "core.h"

/* Handles and what they stand for. */
enum handle_kind { A_COMM, A_TYPE, A_WINDOW, A_FILE, A_MESSAGE };
SLOW void *gohpc_mpiwrap_get(enum handle_kind kind, uint64_t handle);
SLOW int gohpc_mpiwrap_put(enum handle_kind kind, uint64_t handle, void *value);
SLOW void gohpc_mpiwrap_drop(enum handle_kind kind, uint64_t handle);

/* Whether MPI may be asked. */
SLOW int gohpc_mpiwrap_alive(void);

/* Whether threads may be in MPI at the same time. */
extern INTERNAL volatile int gohpc_mpiwrap_several;

/* Communicators. */
SLOW const struct comm *gohpc_mpiwrap_made_comm(const struct call *c, MPI_Comm comm);
SLOW void gohpc_mpiwrap_freeing_comm(MPI_Comm comm);
SLOW void gohpc_mpiwrap_named_comm(MPI_Comm comm);
SLOW void gohpc_mpiwrap_initialised(void);

/* Datatypes. */
SLOW int gohpc_mpiwrap_type(MPI_Datatype type);
SLOW void gohpc_mpiwrap_freeing_type(MPI_Datatype type);

/* Files. */
struct file;
SLOW int gohpc_mpiwrap_opened(const struct comm *comm, const char *name, MPI_File file);
SLOW int gohpc_mpiwrap_file_of(MPI_File file);
SLOW int gohpc_mpiwrap_closing(MPI_File file);

/* Requests. */
enum request_kind { A_SEND, A_RECEIVE, A_READ, A_WRITE, ANOTHER };
struct request {
	uint64_t handle;
	uint64_t sent, received; /* of a persistent one: what a start moves */
	const struct comm *comm;
	int32_t rid, next;
	int32_t rank; /* where a persistent send goes, in comm */
	uint8_t kind, persistent, active;
};
extern INTERNAL volatile uint32_t gohpc_mpiwrap_requests; /* how many are known */
INTERNAL int gohpc_mpiwrap_request(uint64_t handle, const struct comm *comm, enum request_kind kind);
INTERNAL int gohpc_mpiwrap_request_add(const struct request *r);
INTERNAL int gohpc_mpiwrap_request_start(uint64_t handle, struct request *r);
INTERNAL int gohpc_mpiwrap_request_done(uint64_t handle, int gone, struct request *r);
INTERNAL int gohpc_mpiwrap_request_id(uint64_t handle);

/* Other ranks. */
enum { CHUNKS = 1 << 15 };
extern INTERNAL struct gohpc_mpiwrap_partner *gohpc_mpiwrap_partner_chunks[CHUNKS];
SLOW struct gohpc_mpiwrap_partner *gohpc_mpiwrap_new_partner(int rank);

/* What is counted of a rank, NULL where that is none of MPI_COMM_WORLD. */
static inline struct gohpc_mpiwrap_partner *partner_of(int rank) {
	unsigned at = (unsigned)rank / GOHPC_MPIWRAP_CHUNK;
	struct gohpc_mpiwrap_partner *chunk;
	if (UNLIKELY(rank < 0 || at >= CHUNKS)) return NULL;
	chunk = __atomic_load_n(&gohpc_mpiwrap_partner_chunks[at], __ATOMIC_ACQUIRE);
	return LIKELY(chunk != NULL) ? &chunk[(unsigned)rank % GOHPC_MPIWRAP_CHUNK] : gohpc_mpiwrap_new_partner(rank);
}

#endif
