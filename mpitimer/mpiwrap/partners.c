//go:build mpi && cgo

#include "partners.h"

#include <stdlib.h>

struct gohpc_mpiwrap_partner gohpc_mpiwrap_partners[GOHPC_MPIWRAP_PARTNERS];
static uint32_t used;

/* A place that is being taken has this as who, which is none of a rank. */
static const uint64_t TAKEN = ~(uint64_t)0;

/* How far from its place a partner may be, and how many there may be: no look-up is quick in a table that
 * is nearly full. */
enum { FAR = 128, MOST = GOHPC_MPIWRAP_PARTNERS / 8 * 7 };

struct gohpc_mpiwrap_partner *gohpc_mpiwrap_find_partner(uint64_t where, uint64_t who) {
	uint32_t at = partner_place(where, who);
	int i;
	for (i = 0; i < FAR; i++, at = (at + 1) & (GOHPC_MPIWRAP_PARTNERS - 1)) {
		struct gohpc_mpiwrap_partner *p = &gohpc_mpiwrap_partners[at];
		uint64_t there = __atomic_load_n(&p->who, __ATOMIC_ACQUIRE);
		if (there == 0) {
			if (__atomic_load_n(&used, __ATOMIC_RELAXED) >= MOST) return NULL;
			if (__atomic_compare_exchange_n(&p->who, &there, TAKEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
				__atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
				p->where = where;
				__atomic_store_n(&p->who, who, __ATOMIC_RELEASE);
				return p;
			}
		}
		/* Whoever has just taken it is another thread, and so another owner: it is none that is looked for. */
		if (there == who && p->where == where) return p;
	}
	return NULL;
}

/* What finds no place: an array by rank, of which chunks are made when a rank of theirs is met. */
enum { CHUNKS = 1 << 15 };
static struct gohpc_mpiwrap_elsewhere *chunks[CHUNKS];

static struct gohpc_mpiwrap_elsewhere *make_chunk(unsigned at) {
	struct gohpc_mpiwrap_elsewhere *chunk = calloc(GOHPC_MPIWRAP_CHUNK, sizeof *chunk), *none = NULL;
	if (!chunk) return NULL;
	if (!__atomic_compare_exchange_n(&chunks[at], &none, chunk, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		free(chunk);
		chunk = none;
	}
	return chunk;
}

void gohpc_mpiwrap_add_elsewhere(int rank, unsigned direction, uint64_t size) {
	unsigned at = (unsigned)rank / GOHPC_MPIWRAP_CHUNK;
	struct gohpc_mpiwrap_elsewhere *chunk;
	if (at >= CHUNKS) return;
	chunk = __atomic_load_n(&chunks[at], __ATOMIC_ACQUIRE);
	if (!chunk && !(chunk = make_chunk(at))) return;
	chunk += (unsigned)rank % GOHPC_MPIWRAP_CHUNK;
	__atomic_fetch_add(&chunk->calls[direction], 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&chunk->bytes[direction], size, __ATOMIC_RELAXED);
}

const struct gohpc_mpiwrap_elsewhere *gohpc_mpiwrap_elsewhere(int chunk) {
	return chunk >= 0 && chunk < CHUNKS ? __atomic_load_n(&chunks[chunk], __ATOMIC_ACQUIRE) : NULL;
}

int gohpc_mpiwrap_chunks(void) { return CHUNKS; }
