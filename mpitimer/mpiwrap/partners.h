/* Who talks to whom, by call path. */
#ifndef GOHPC_MPIWRAP_PARTNERS_H
#define GOHPC_MPIWRAP_PARTNERS_H

#include "registry.h"

SLOW struct gohpc_mpiwrap_partner *gohpc_mpiwrap_find_partner(uint64_t where, uint64_t who);
SLOW void gohpc_mpiwrap_add_elsewhere(int rank, unsigned direction, uint64_t size);

static inline uint32_t partner_place(uint64_t where, uint64_t who) {
	return (uint32_t)((where * 0xc2b2ae3d27d4eb4fu + who * 0x9e3779b97f4a7c15u) >> 48) & (GOHPC_MPIWRAP_PARTNERS - 1);
}

/* Bytes are moved to or from a rank of MPI_COMM_WORLD. */
static inline void add_partner(struct call *c, int rank, unsigned direction, int64_t size) {
	uint64_t where, who;
	struct gohpc_mpiwrap_partner *p;
	if (UNLIKELY(rank < 0)) return;
	where = (uint64_t)c->owner << 32 | c->node;
	who = (uint64_t)(uint32_t)rank << 32 | c->thread->generation | direction;
	p = &gohpc_mpiwrap_partners[partner_place(where, who)];
	if (UNLIKELY(p->who != who || p->where != where) && !(p = gohpc_mpiwrap_find_partner(where, who))) {
		gohpc_mpiwrap_add_elsewhere(rank, direction, (uint64_t)size);
		return;
	}
	p->calls++;
	p->bytes += (uint64_t)size;
}

#endif
