//go:build mpi && cgo

/* Datatypes: their sizes for the bytes of a call, and what they are made of for the traces. */
#include "registry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct type {
	int freed, combiner, integers, addresses, types;
	int64_t size;
	int64_t *values;
	char name[256];
};

enum { MOST = 1 << 16, DEEP = 32 };
static struct type *types[MOST];
static int type_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile uint32_t gohpc_mpiwrap_types_version = 1;

static int64_t size_of(MPI_Datatype type) {
	MPI_Count size = 0;
	if (type == MPI_DATATYPE_NULL || PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return 0;
	return (int64_t)size;
}

int64_t gohpc_mpiwrap_find_size(struct thread *t, MPI_Datatype type) {
	uint64_t h = HANDLE(type);
	unsigned at = (h ^ h >> 4 ^ h >> 9) & 3;
	uint32_t version = gohpc_mpiwrap_types_version;
	int64_t size;
	if (type == MPI_DATATYPE_NULL || !gohpc_mpiwrap_alive()) return 0;
	size = size_of(type);
	if (t->types_version != version) {
		memset(t->types, 0, sizeof t->types);
		t->types_version = version;
	}
	t->types[at].handle = h;
	t->types[at].size = size;
	return size;
}

/* What a type is made of, in numbers that are wide enough for all types. */
struct contents {
	int combiner;
	int64_t integers, addresses, types;
	int64_t *values; /* integers and addresses */
	MPI_Datatype *parts;
};

#if MPI_VERSION >= 4
static int open_type(MPI_Datatype type, struct contents *c) {
	MPI_Count ni = 0, na = 0, nc = 0, nt = 0, i, *counts = NULL;
	int *integers = NULL, ok = 0;
	MPI_Aint *addresses = NULL;
	if (PMPI_Type_get_envelope_c(type, &ni, &na, &nc, &nt, &c->combiner) != MPI_SUCCESS) return 0;
	c->integers = ni + nc;
	c->addresses = na;
	c->types = nt;
	if (c->combiner == MPI_COMBINER_NAMED) return 1;
	integers = calloc((size_t)ni + 1, sizeof *integers);
	addresses = calloc((size_t)na + 1, sizeof *addresses);
	counts = calloc((size_t)nc + 1, sizeof *counts);
	c->parts = calloc((size_t)nt + 1, sizeof *c->parts);
	c->values = calloc((size_t)(ni + na + nc + nt) + 1, sizeof *c->values);
	ok = integers && addresses && counts && c->parts && c->values &&
	     PMPI_Type_get_contents_c(type, ni, na, nc, nt, integers, addresses, counts, c->parts) == MPI_SUCCESS;
	for (i = 0; ok && i < ni; i++) c->values[i] = integers[i];
	for (i = 0; ok && i < nc; i++) c->values[ni + i] = (int64_t)counts[i];
	for (i = 0; ok && i < na; i++) c->values[ni + nc + i] = (int64_t)addresses[i];
	free(integers);
	free(addresses);
	free(counts);
	return ok;
}
#else
static int open_type(MPI_Datatype type, struct contents *c) {
	int ni = 0, na = 0, nt = 0, i, ok;
	int *integers;
	MPI_Aint *addresses;
	if (PMPI_Type_get_envelope(type, &ni, &na, &nt, &c->combiner) != MPI_SUCCESS) return 0;
	c->integers = ni;
	c->addresses = na;
	c->types = nt;
	if (c->combiner == MPI_COMBINER_NAMED) return 1;
	integers = calloc((size_t)ni + 1, sizeof *integers);
	addresses = calloc((size_t)na + 1, sizeof *addresses);
	c->parts = calloc((size_t)nt + 1, sizeof *c->parts);
	c->values = calloc((size_t)(ni + na + nt) + 1, sizeof *c->values);
	ok = integers && addresses && c->parts && c->values &&
	     PMPI_Type_get_contents(type, ni, na, nt, integers, addresses, c->parts) == MPI_SUCCESS;
	for (i = 0; ok && i < ni; i++) c->values[i] = integers[i];
	for (i = 0; ok && i < na; i++) c->values[ni + i] = (int64_t)addresses[i];
	free(integers);
	free(addresses);
	return ok;
}
#endif

static int number(struct type *t) {
	int id = -1;
	pthread_mutex_lock(&lock);
	if (type_count < MOST) types[id = type_count++] = t;
	pthread_mutex_unlock(&lock);
	return id;
}

static int describe(MPI_Datatype type, int depth);

/* Handles of parts are ours to free, unless the part is one of MPI's own. The part's record, if it is
 * made here, has no handle: nobody would tell us when the handle is given to another type. */
static int part(MPI_Datatype type, int depth) {
	void *known = gohpc_mpiwrap_get(A_TYPE, HANDLE(type));
	int id = known ? (int)(intptr_t)known - 1 : depth < DEEP ? describe(type, depth + 1) : -1;
	return id;
}

static void release(MPI_Datatype type) {
	struct contents c = {0};
#if MPI_VERSION >= 4
	MPI_Count ni, na, nc, nt;
	if (PMPI_Type_get_envelope_c(type, &ni, &na, &nc, &nt, &c.combiner) != MPI_SUCCESS) return;
#else
	int ni, na, nt;
	if (PMPI_Type_get_envelope(type, &ni, &na, &nt, &c.combiner) != MPI_SUCCESS) return;
#endif
	switch (c.combiner) {
	case MPI_COMBINER_NAMED:
	case MPI_COMBINER_F90_INTEGER:
	case MPI_COMBINER_F90_REAL:
	case MPI_COMBINER_F90_COMPLEX:
		return;
	}
	PMPI_Type_free(&type);
}

static int describe(MPI_Datatype type, int depth) {
	struct type *t = calloc(1, sizeof *t);
	struct contents c = {0};
	char name[MPI_MAX_OBJECT_NAME + 1] = "";
	int length = 0, i;
	if (!t) return -1;
	t->size = size_of(type);
	PMPI_Type_get_name(type, name, &length);
	strncpy(t->name, name, sizeof t->name - 1);
	if (open_type(type, &c) && c.combiner != MPI_COMBINER_NAMED) {
		t->integers = (int)c.integers;
		t->addresses = (int)c.addresses;
		t->types = (int)c.types;
		t->values = c.values;
		for (i = 0; i < t->types; i++) {
			c.values[t->integers + t->addresses + i] = part(c.parts[i], depth);
			release(c.parts[i]);
		}
	} else {
		free(c.values);
	}
	t->combiner = c.combiner;
	free(c.parts);
	return number(t);
}

int gohpc_mpiwrap_type(MPI_Datatype type) {
	void *known;
	int id;
	if (type == MPI_DATATYPE_NULL) return -1;
	if ((known = gohpc_mpiwrap_get(A_TYPE, HANDLE(type)))) return (int)(intptr_t)known - 1;
	if (!gohpc_mpiwrap_alive() || (id = describe(type, 0)) < 0) return -1;
	gohpc_mpiwrap_put(A_TYPE, HANDLE(type), (void *)(intptr_t)(id + 1));
	return id;
}

void gohpc_mpiwrap_freeing_type(MPI_Datatype type) {
	void *known = gohpc_mpiwrap_get(A_TYPE, HANDLE(type));
	__atomic_fetch_add(&gohpc_mpiwrap_types_version, 1, __ATOMIC_SEQ_CST);
	if (!known) return;
	gohpc_mpiwrap_drop(A_TYPE, HANDLE(type));
	pthread_mutex_lock(&lock);
	types[(intptr_t)known - 1]->freed = 1;
	pthread_mutex_unlock(&lock);
}

static const char *combiner_name(int combiner) {
#define NAME(x) \
	if (combiner == MPI_COMBINER_##x) return "MPI_COMBINER_" #x
	NAME(NAMED);
	NAME(DUP);
	NAME(CONTIGUOUS);
	NAME(VECTOR);
	NAME(HVECTOR);
	NAME(INDEXED);
	NAME(HINDEXED);
	NAME(INDEXED_BLOCK);
	NAME(HINDEXED_BLOCK);
	NAME(STRUCT);
	NAME(SUBARRAY);
	NAME(DARRAY);
	NAME(F90_REAL);
	NAME(F90_COMPLEX);
	NAME(F90_INTEGER);
	NAME(RESIZED);
#undef NAME
	return "";
}

int gohpc_mpiwrap_datatype(int id, struct gohpc_mpiwrap_datatype *out) {
	const struct type *t;
	pthread_mutex_lock(&lock);
	t = id >= 0 && id < type_count ? types[id] : NULL;
	if (t) {
		out->combiner = combiner_name(t->combiner);
		out->freed = t->freed;
		out->integers = t->integers;
		out->addresses = t->addresses;
		out->types = t->types;
		out->size = t->size;
		out->values = t->values;
		memcpy(out->name, t->name, sizeof out->name);
	}
	pthread_mutex_unlock(&lock);
	return t != NULL;
}
