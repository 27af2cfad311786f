//go:build mpi && cgo

/* Requests, files and partners. */
#include "hooks.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* A table of bounded size: requests beyond it are not known when they complete. MPIs use one handle
 * for several requests that are complete from the start, so that a handle may be there more than
 * once; the oldest counts. */
enum { BUCKETS = 1 << 14, MOST = 1 << 16 };
static struct request pool[MOST]; /* the first is not used: 0 ends a list */
static int32_t heads[BUCKETS], spare, used = 1;
static int held;
static int32_t last_id = -1;
volatile uint32_t gohpc_mpiwrap_requests;

/* Held for some nanoseconds, but its holder may be taken off the processor. */
static void hold(void) {
	int tries = 0;
	if (!gohpc_mpiwrap_several) return; /* MPI was promised that there is one thread at a time */
	while (__atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE)) {
		if (++tries % 64 == 0) sched_yield();
	}
}

static void let_go(void) {
	if (gohpc_mpiwrap_several) __atomic_store_n(&held, 0, __ATOMIC_RELEASE);
}

static int32_t *head(uint64_t handle) { return &heads[(handle * 0x9e3779b97f4a7c15u) >> 50]; }

/* The place in its list that leads to the request; there is a 0 where it is not known. */
static int32_t *find(uint64_t handle) {
	int32_t *at = head(handle);
	while (*at && pool[*at].handle != handle) at = &pool[*at].next;
	return at;
}

/* A place for a request at the end of its list, 0 where there is none left. A list is long only where
 * completions are not seen, as those of MPICH's mpi_f08: then old requests make room for new ones. */
enum { LONG = 1024 };
static int32_t take(uint64_t handle) {
	int32_t i = 0, *at;
	int n = 0;
	for (at = head(handle); *at && n < LONG; at = &pool[*at].next) n++;
	if (UNLIKELY(*at)) {
		pool[*at].handle = handle;
		return *at;
	}
	if (spare) {
		i = spare;
		spare = pool[i].next;
	} else if (used < MOST) {
		i = used++;
	}
	if (UNLIKELY(!i)) return 0;
	pool[i].handle = handle;
	pool[i].next = 0;
	*at = i;
	gohpc_mpiwrap_requests++;
	return i;
}

/* Field by field: a copy of what has just been written in parts would have to wait for it. */
int gohpc_mpiwrap_request(uint64_t handle, const struct comm *comm, enum request_kind kind) {
	struct request *r;
	int32_t i, id;
	hold();
	id = ++last_id;
	if ((i = take(handle))) {
		r = &pool[i];
		r->comm = comm;
		r->rid = id;
		r->kind = (uint8_t)kind;
		r->persistent = 0;
		r->active = 1;
	}
	let_go();
	return id;
}

int gohpc_mpiwrap_request_add(const struct request *from) {
	int32_t i, id;
	hold();
	id = ++last_id;
	if ((i = take(from->handle))) {
		int32_t next = pool[i].next;
		pool[i] = *from;
		pool[i].rid = id;
		pool[i].next = next;
	}
	let_go();
	return id;
}

int gohpc_mpiwrap_request_start(uint64_t handle, struct request *r) {
	int32_t i;
	hold();
	if ((i = *find(handle))) {
		pool[i].active = 1;
		*r = pool[i];
	}
	let_go();
	return i != 0;
}

/* The request is complete, or, where it is gone as well, was so before or was freed. Of r those fields
 * are set that are asked for then: comm, rid, kind, active. */
int gohpc_mpiwrap_request_done(uint64_t handle, int gone, struct request *r) {
	int32_t *at, i;
	hold();
	at = find(handle);
	if ((i = *at)) {
		r->comm = pool[i].comm;
		r->rid = pool[i].rid;
		r->kind = pool[i].kind;
		r->active = pool[i].active;
		pool[i].active = 0;
		if (gone) {
			*at = pool[i].next;
			pool[i].next = spare;
			spare = i;
			gohpc_mpiwrap_requests--;
		}
	}
	let_go();
	return i != 0;
}

int gohpc_mpiwrap_request_id(uint64_t handle) {
	int32_t i;
	int id = -1;
	hold();
	if ((i = *find(handle))) id = pool[i].rid;
	let_go();
	return id;
}

/* One request of a call has completed. */
void gohpc_mpiwrap_complete(
	struct call *c, struct pending *p, int i, MPI_Request after, int active, const MPI_Status *status) {
	struct request r;
	struct done *d;
	struct got g = {-3, -1, 0};
	int gone = after == MPI_REQUEST_NULL;
	if (i < 0 || i >= p->n || p->before[i] == MPI_REQUEST_NULL || !(active || gone)) return;
	/* What an inactive persistent request tells is nothing. */
	if (!gohpc_mpiwrap_request_done(HANDLE(p->before[i]), gone, &r) || !r.active) return;
	if (status && r.kind != A_SEND && r.kind != ANOTHER && !status_cancelled(status)) {
		switch (r.kind) {
		case A_RECEIVE:
			g = received(c, r.comm, MPI_SUCCESS, status);
			break;
		case A_READ:
		case A_WRITE:
			g.bytes = moved(c, MPI_SUCCESS, status, r.kind == A_WRITE);
			break;
		}
	}
	d = &p->list[p->done++];
	d->rid = r.rid;
	d->source = g.source;
	d->tag = g.tag;
	d->bytes = g.bytes;
}

/* Files. */

struct file {
	int comm, closed;
	int64_t size;
	char *name;
};
enum { FILES = 1 << 16 };
static struct file *files[FILES];
static int file_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t file_size(MPI_File file) {
	MPI_Offset size = -1;
	return PMPI_File_get_size(file, &size) == MPI_SUCCESS ? (int64_t)size : -1;
}

int gohpc_mpiwrap_opened(const struct comm *comm, const char *name, MPI_File file) {
	struct file *f = calloc(1, sizeof *f);
	int id = -1;
	if (!f || !(f->name = malloc(strlen(name) + 1))) {
		free(f);
		return -1;
	}
	strcpy(f->name, name);
	f->comm = comm ? comm->id : -1;
	f->size = file_size(file);
	pthread_mutex_lock(&lock);
	if (file_count < FILES) files[id = file_count++] = f;
	pthread_mutex_unlock(&lock);
	if (id >= 0) gohpc_mpiwrap_put(A_FILE, HANDLE(file), (void *)(intptr_t)(id + 1));
	return id;
}

int gohpc_mpiwrap_file_of(MPI_File file) {
	void *known = gohpc_mpiwrap_get(A_FILE, HANDLE(file));
	return known ? (int)(intptr_t)known - 1 : -1;
}

int gohpc_mpiwrap_closing(MPI_File file) {
	int id = gohpc_mpiwrap_file_of(file);
	int64_t size;
	if (id < 0) return -1;
	size = file_size(file);
	gohpc_mpiwrap_drop(A_FILE, HANDLE(file));
	pthread_mutex_lock(&lock);
	files[id]->closed = 1;
	if (size > files[id]->size) files[id]->size = size;
	pthread_mutex_unlock(&lock);
	return id;
}

int gohpc_mpiwrap_file(int id, struct gohpc_mpiwrap_file *out) {
	const struct file *f;
	pthread_mutex_lock(&lock);
	f = id >= 0 && id < file_count ? files[id] : NULL;
	if (f) {
		out->comm = f->comm;
		out->closed = f->closed;
		out->size = f->size;
		out->name = f->name;
	}
	pthread_mutex_unlock(&lock);
	return f != NULL;
}

/* Partners: an array by rank, of which chunks are made when a rank of theirs is met. */

struct gohpc_mpiwrap_partner *gohpc_mpiwrap_partner_chunks[CHUNKS];

struct gohpc_mpiwrap_partner *gohpc_mpiwrap_new_partner(int rank) {
	unsigned at = (unsigned)rank / GOHPC_MPIWRAP_CHUNK;
	struct gohpc_mpiwrap_partner *chunk = calloc(GOHPC_MPIWRAP_CHUNK, sizeof *chunk), *none = NULL;
	if (!chunk) return NULL;
	if (!__atomic_compare_exchange_n(&gohpc_mpiwrap_partner_chunks[at], &none, chunk, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		free(chunk);
		chunk = none;
	}
	return &chunk[(unsigned)rank % GOHPC_MPIWRAP_CHUNK];
}

const struct gohpc_mpiwrap_partner *gohpc_mpiwrap_partners(int chunk) {
	return chunk >= 0 && chunk < CHUNKS ? __atomic_load_n(&gohpc_mpiwrap_partner_chunks[chunk], __ATOMIC_ACQUIRE) : NULL;
}

int gohpc_mpiwrap_chunks(void) { return CHUNKS; }
