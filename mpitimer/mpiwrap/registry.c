//go:build mpi && cgo

/* Handles, communicators and windows. */
#include "registry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* One lock for all that is remembered. MPI is never called while it is held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct link {
	uint64_t handle;
	enum handle_kind kind;
	void *value;
	struct link *next;
};
static struct link *buckets[4096], *spare;

static struct link **bucket(enum handle_kind kind, uint64_t handle) {
	return &buckets[((handle + (uint64_t)kind) * 0x9e3779b97f4a7c15u) >> 52];
}

static struct link **find(enum handle_kind kind, uint64_t handle) {
	struct link **l = bucket(kind, handle);
	while (*l && ((*l)->handle != handle || (*l)->kind != kind)) l = &(*l)->next;
	return l;
}

void *gohpc_mpiwrap_get(enum handle_kind kind, uint64_t handle) {
	struct link *l;
	void *value;
	pthread_mutex_lock(&lock);
	l = *find(kind, handle);
	value = l ? l->value : NULL;
	pthread_mutex_unlock(&lock);
	return value;
}

int gohpc_mpiwrap_put(enum handle_kind kind, uint64_t handle, void *value) {
	struct link *l, **first;
	pthread_mutex_lock(&lock);
	if ((l = *find(kind, handle)) == NULL) {
		if ((l = spare)) {
			spare = l->next;
		} else if (!(l = malloc(sizeof *l))) {
			pthread_mutex_unlock(&lock);
			return 0;
		}
		first = bucket(kind, handle);
		l->handle = handle;
		l->kind = kind;
		l->next = *first;
		*first = l;
	}
	l->value = value;
	pthread_mutex_unlock(&lock);
	return 1;
}

void gohpc_mpiwrap_drop(enum handle_kind kind, uint64_t handle) {
	struct link **at, *l;
	pthread_mutex_lock(&lock);
	at = find(kind, handle);
	if ((l = *at)) {
		*at = l->next;
		l->next = spare;
		spare = l;
	}
	pthread_mutex_unlock(&lock);
}

int gohpc_mpiwrap_alive(void) {
	int begun = 0, ended = 0;
	PMPI_Initialized(&begun);
	if (begun) PMPI_Finalized(&ended);
	return begun && !ended;
}

/* Communicators. */

enum { MOST = 1 << 20, ALIKE = 256 };
static struct comm **comms;
static int comm_count, comm_room;
static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;
volatile uint32_t gohpc_mpiwrap_comms_version = 1;
volatile int gohpc_mpiwrap_several = 1;

/* The ranks of a group's members in MPI_COMM_WORLD, -1 for those of other worlds. */
static int *world_ranks(MPI_Group group, int size) {
	int *mine = malloc(2 * (size_t)(size > 0 ? size : 1) * sizeof *mine), *theirs = mine ? mine + size : NULL;
	MPI_Group world = MPI_GROUP_NULL;
	int i;
	if (!mine) return NULL;
	for (i = 0; i < size; i++) mine[i] = i;
	PMPI_Comm_group(MPI_COMM_WORLD, &world);
	if (PMPI_Group_translate_ranks(group, size, mine, world, theirs) != MPI_SUCCESS) {
		for (i = 0; i < size; i++) theirs[i] = MPI_UNDEFINED;
	}
	PMPI_Group_free(&world);
	for (i = 0; i < size; i++) mine[i] = theirs[i] == MPI_UNDEFINED ? -1 : theirs[i];
	return mine;
}

/* Ranks have the numbers of the job that is timed, which may be a part of the world, in an order of its own: those that
 * others have who look at the timers. Of a rank that is not of the job the number is -2 less its number in the world;
 * nobody but this file makes a difference between negative numbers. Without a job these are the numbers in the world. */
static int *number_of, *world_of_number;
static int world_size, job_size;

static int numbered(int world) { return number_of && world >= 0 && world < world_size ? number_of[world] : world; }

static int world_again(int number) {
	if (number < -1) return -2 - number;
	return world_of_number && number >= 0 && number < job_size ? world_of_number[number] : number;
}

static void number_ranks(int *ranks, int n) {
	int i;
	for (i = 0; i < n; i++) ranks[i] = numbered(ranks[i]);
}

static void world_ranks_again(int *ranks, int n) {
	int i;
	for (i = 0; i < n; i++) ranks[i] = world_again(ranks[i]);
}

static void topology(struct comm *c, MPI_Comm comm) {
	int kind = MPI_UNDEFINED, n = 0, weighted;
	c->in = c->out = -1;
	if (c->inter || PMPI_Topo_test(comm, &kind) != MPI_SUCCESS) return;
	if (kind == MPI_CART && PMPI_Cartdim_get(comm, &n) == MPI_SUCCESS) {
		c->in = c->out = 2 * n;
	} else if (kind == MPI_GRAPH && PMPI_Graph_neighbors_count(comm, c->rank, &n) == MPI_SUCCESS) {
		c->in = c->out = n;
	} else if (kind == MPI_DIST_GRAPH) {
		PMPI_Dist_graph_neighbors_count(comm, &c->in, &c->out, &weighted);
	}
}

/* All that MPI tells of a communicator without talking to other ranks. */
static struct comm *describe(MPI_Comm comm, int parent) {
	struct comm *c = calloc(1, sizeof *c);
	char name[MPI_MAX_OBJECT_NAME + 1] = "";
	MPI_Group group = MPI_GROUP_NULL;
	int length = 0;
	if (!c) return NULL;
	c->parent = parent;
	c->handle = HANDLE(comm);
	PMPI_Comm_test_inter(comm, &c->inter);
	PMPI_Comm_rank(comm, &c->rank);
	PMPI_Comm_size(comm, &c->size);
	PMPI_Comm_group(comm, &group);
	c->ranks = world_ranks(group, c->size);
	PMPI_Group_free(&group);
	c->peers = c->ranks;
	c->peer_count = c->size;
	if (c->inter) {
		PMPI_Comm_remote_size(comm, &c->remote);
		PMPI_Comm_remote_group(comm, &group);
		c->peers = world_ranks(group, c->remote);
		c->peer_count = c->remote;
		PMPI_Group_free(&group);
	}
	if (!c->ranks || !c->peers) { /* a few bytes are lost with no memory left */
		free(c);
		return NULL;
	}
	gohpc_mpiwrap_describe_members(c);
	number_ranks(c->ranks, c->size);
	if (c->peers != c->ranks) number_ranks(c->peers, c->remote);
	topology(c, comm);
	gohpc_mpiwrap_describe_group(c);
	PMPI_Comm_get_name(comm, name, &length);
	strncpy(c->name, name, sizeof c->name - 1);
	return c;
}

static int alike(const struct comm *a, const struct comm *b) {
	return a->parent == b->parent && a->node == b->node && a->size == b->size && a->remote == b->remote && a->rank == b->rank &&
	       a->in == b->in && a->out == b->out && a->inter == b->inter &&
	       memcmp(a->ranks, b->ranks, (size_t)a->size * sizeof *a->ranks) == 0 &&
	       memcmp(a->peers, b->peers, (size_t)a->peer_count * sizeof *a->peers) == 0;
}

/* A freed communicator that was the same, made in the same region: programs that make one in every
 * step would else fill the table with communicators that nobody can tell from each other. */
static struct comm *freed_twin(const struct comm *c) {
	int i;
	for (i = comm_count - 1; i >= 2 && i >= comm_count - ALIKE; i--) {
		if (comms[i]->freed && alike(comms[i], c)) return comms[i];
	}
	return NULL;
}

/* Seen: the communicator has just been made, and no other thread makes one. */
static struct comm *keep(struct comm *c, int seen) {
	struct comm *twin, **more;
	pthread_mutex_lock(&lock);
	if ((twin = freed_twin(c))) {
		twin->handle = c->handle;
		twin->freed = 0;
		if (c->name[0]) memcpy(twin->name, c->name, sizeof c->name);
		if (c->peers != c->ranks) free(c->peers);
		free(c->ranks);
		free(c);
		c = twin;
	} else {
		if (comm_count == comm_room && comm_count < MOST &&
		    (more = realloc(comms, (size_t)(comm_room ? 2 * comm_room : 64) * sizeof *comms))) {
			comms = more;
			comm_room = comm_room ? 2 * comm_room : 64;
		}
		if (comm_count < comm_room) {
			c->id = comm_count;
			comms[comm_count++] = c;
		} else {
			c->id = MOST; /* usable, but without a number of its own */
		}
	}
	gohpc_mpiwrap_number_group(c, seen);
	gohpc_mpiwrap_put_group(c);
	pthread_mutex_unlock(&lock);
	return c;
}

/* Takes the numbers by which the n ranks of the job are known, or takes them back. */
static int take_numbers(const int *world, int n) {
	int *number = NULL, *again = NULL, size = 0, i;
	if (n > 0) {
		PMPI_Comm_size(MPI_COMM_WORLD, &size);
		number = malloc((size_t)size * sizeof *number);
		again = malloc((size_t)n * sizeof *again);
		if (!number || !again) {
			free(number);
			free(again);
			return -1;
		}
		for (i = 0; i < size; i++) number[i] = -2 - i;
		for (i = 0; i < n; i++) {
			again[i] = world[i];
			if (world[i] >= 0 && world[i] < size) number[world[i]] = i;
		}
	}
	free(number_of);
	free(world_of_number);
	number_of = number;
	world_of_number = again;
	world_size = size;
	job_size = n;
	return 0;
}

int gohpc_mpiwrap_renumber(const int *world, int n) {
	int i, result;
	if (n == 0 && !number_of) return 0;
	if (!gohpc_mpiwrap_alive()) return -1;
	pthread_mutex_lock(&registering);
	pthread_mutex_lock(&lock);
	for (i = 0; i < comm_count; i++) {
		world_ranks_again(comms[i]->ranks, comms[i]->size);
		if (comms[i]->peers != comms[i]->ranks) world_ranks_again(comms[i]->peers, comms[i]->remote);
	}
	result = take_numbers(world, n);
	for (i = 0; i < comm_count; i++) {
		number_ranks(comms[i]->ranks, comms[i]->size);
		if (comms[i]->peers != comms[i]->ranks) number_ranks(comms[i]->peers, comms[i]->remote);
		gohpc_mpiwrap_describe_group(comms[i]);
	}
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&registering);
	return result;
}

void gohpc_mpiwrap_put_groups(void) {
	int i;
	pthread_mutex_lock(&lock);
	for (i = 0; i < comm_count; i++) gohpc_mpiwrap_put_group(comms[i]);
	pthread_mutex_unlock(&lock);
}

static const struct comm *register_comm(MPI_Comm comm, int parent, uint32_t node, int seen) {
	struct comm *c;
	pthread_mutex_lock(&registering);
	if (comm_count == 0 && (c = describe(MPI_COMM_WORLD, -1))) {
		gohpc_mpiwrap_put(A_COMM, HANDLE(MPI_COMM_WORLD), keep(c, 1));
		if ((c = describe(MPI_COMM_SELF, -1))) gohpc_mpiwrap_put(A_COMM, HANDLE(MPI_COMM_SELF), keep(c, 1));
	}
	c = gohpc_mpiwrap_get(A_COMM, HANDLE(comm));
	if (!c && (c = describe(comm, parent))) {
		c->node = node;
		c = keep(c, seen);
		gohpc_mpiwrap_put(A_COMM, HANDLE(comm), c);
	}
	pthread_mutex_unlock(&registering);
	return c;
}

const struct comm *gohpc_mpiwrap_find_comm(struct thread *t, MPI_Comm comm) {
	uint64_t h = HANDLE(comm);
	unsigned at = (h ^ h >> 4 ^ h >> 9) & 3;
	uint32_t version = gohpc_mpiwrap_comms_version;
	const struct comm *c;
	if (comm == MPI_COMM_NULL || !gohpc_mpiwrap_alive()) return NULL;
	c = gohpc_mpiwrap_get(A_COMM, h);
	if (!c) c = register_comm(comm, -1, 0, 0);
	if (t->comms_version != version) {
		memset(t->comms, 0, sizeof t->comms);
		t->comms_version = version;
	}
	if (c) {
		t->comms[at].handle = h;
		t->comms[at].comm = c;
	}
	return c;
}

const struct comm *gohpc_mpiwrap_made_comm(const struct call *c, MPI_Comm comm) {
	if (comm == MPI_COMM_NULL) return NULL;
	return register_comm(comm, c->comm ? c->comm->id : -1, c->node, !gohpc_mpiwrap_several);
}

/* The handle may be given to another communicator as soon as MPI has freed this one. */
void gohpc_mpiwrap_freeing_comm(MPI_Comm comm) {
	struct comm *c = gohpc_mpiwrap_get(A_COMM, HANDLE(comm));
	if (!c) return;
	gohpc_mpiwrap_drop(A_COMM, HANDLE(comm));
	pthread_mutex_lock(&lock);
	c->freed = 1;
	pthread_mutex_unlock(&lock);
	__atomic_fetch_add(&gohpc_mpiwrap_comms_version, 1, __ATOMIC_SEQ_CST);
}

void gohpc_mpiwrap_named_comm(MPI_Comm comm) {
	struct comm *c = (struct comm *)register_comm(comm, -1, 0, 0);
	char name[MPI_MAX_OBJECT_NAME + 1] = "";
	int length = 0;
	if (!c || PMPI_Comm_get_name(comm, name, &length) != MPI_SUCCESS) return;
	pthread_mutex_lock(&lock);
	strncpy(c->name, name, sizeof c->name - 1);
	pthread_mutex_unlock(&lock);
}

void gohpc_mpiwrap_initialised(void) {
	int level = MPI_THREAD_MULTIPLE;
	PMPI_Query_thread(&level);
	gohpc_mpiwrap_several = level == MPI_THREAD_MULTIPLE;
	register_comm(MPI_COMM_WORLD, -1, 0, 1);
}

int gohpc_mpiwrap_communicator(int id, struct gohpc_mpiwrap_communicator *out) {
	const struct comm *c;
	pthread_mutex_lock(&lock);
	c = id >= 0 && id < comm_count ? comms[id] : NULL;
	if (c) {
		out->parent = c->parent;
		out->rank = c->rank;
		out->size = c->size;
		out->remote = c->remote;
		out->inter = c->inter;
		out->freed = c->freed;
		out->ranks = c->ranks;
		out->remotes = c->inter ? c->peers : NULL;
		memcpy(out->name, c->name, sizeof out->name);
	}
	pthread_mutex_unlock(&lock);
	return c != NULL;
}
