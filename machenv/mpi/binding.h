/*
 * The C side of package mpi. MPI's handles are pointers in one library and integers in another,
 * so they stay behind this header, which does not need mpi.h. All names are prefixed and hidden:
 * a program may contain another binding of MPI.
 */
#ifndef GOHPC_TIMERS_BINDING_H
#define GOHPC_TIMERS_BINDING_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

typedef struct gohpc_timers_comm gohpc_timers_comm;
typedef struct gohpc_timers_op gohpc_timers_op;

/* Codes beside those of MPI, which are not negative. */
enum {
	GOHPC_TIMERS_PENDING = -1,   /* not yet: call gohpc_timers_wait */
	GOHPC_TIMERS_FINALIZED = -2, /* MPI_Finalize was called */
	GOHPC_TIMERS_UNINIT = -3,    /* MPI_Init was not called */
	GOHPC_TIMERS_NOMEM = -4,     /* malloc failed */
	GOHPC_TIMERS_NULL = -5,      /* the null communicator was given */
	GOHPC_TIMERS_INTER = -6      /* an intercommunicator was given */
};

typedef struct {
	int code;         /* MPI_SUCCESS (0), MPI's code, or one of the above */
	const char *call; /* the MPI function that returned code */
} gohpc_timers_result;

/* A new communicator; comm is NULL and rank is -1 where the caller is no member. */
typedef struct {
	gohpc_timers_result result;
	gohpc_timers_comm *comm;
	int rank, size;
} gohpc_timers_made;

/* An operation under way. op is NULL once it is complete, or has failed. */
typedef struct {
	gohpc_timers_result result;
	gohpc_timers_op *op;
	int count; /* of a probe: bytes of the message; of a vote: whether all said yes */
} gohpc_timers_step;

/* How long a wait has lasted already, and how long it may go on in this call, in nanoseconds. */
typedef struct {
	int64_t waited, slice;
} gohpc_timers_patience;

/* The life of MPI. Thread levels are 0 (single) to 3 (multiple), -1 when unknown. */
int gohpc_timers_initialized(void);
int gohpc_timers_finalized(void);
gohpc_timers_result gohpc_timers_init(int level);
/* Puts all handlers of signals on the signal stack; after an MPI_Init that was not ours. */
void gohpc_timers_signal_stack(void);
gohpc_timers_result gohpc_timers_finalize(void);
int gohpc_timers_thread_level(void);
gohpc_timers_result gohpc_timers_world_size(int *size);
void gohpc_timers_library(char *text, int length);
void gohpc_timers_error_text(int code, char *text, int length);

/*
 * Communicators. A view is a communicator that belongs to somebody else: it is dropped, not freed. What
 * makes or frees one waits for the other ranks within MPI, so it is called when all are known to call it.
 */
gohpc_timers_made gohpc_timers_view_world(void);
gohpc_timers_made gohpc_timers_view_handle(void *handle);
gohpc_timers_made gohpc_timers_view_fortran(int handle);
void gohpc_timers_drop(gohpc_timers_comm *view);
gohpc_timers_made gohpc_timers_dup(gohpc_timers_comm *c);
gohpc_timers_made gohpc_timers_create(gohpc_timers_comm *c, int n, const int *ranks);
gohpc_timers_made gohpc_timers_create_range(gohpc_timers_comm *c, int first, int last, int stride);
gohpc_timers_made gohpc_timers_split(gohpc_timers_comm *c, int color, int key);
gohpc_timers_made gohpc_timers_split_shared(gohpc_timers_comm *c);
gohpc_timers_result gohpc_timers_free(gohpc_timers_comm *c);
/* The number of each of the n ranks in MPI_COMM_WORLD, -1 for none; or that they are the same ranks in the same order. */
gohpc_timers_result gohpc_timers_world_ranks(gohpc_timers_comm *c, int n, int *ranks, int *same);

/*
 * Messages. Each begins an operation and waits for it with some patience. While the result is
 * PENDING the operation goes on, and so does its use of data. With copy a send uses a copy that
 * belongs to the operation.
 */
gohpc_timers_step gohpc_timers_send(gohpc_timers_comm *c, void *data, int count, int to, int tag,
                                    int copy, gohpc_timers_patience p);
gohpc_timers_step gohpc_timers_probe(gohpc_timers_comm *c, int from, int tag,
                                     gohpc_timers_patience p);
gohpc_timers_step gohpc_timers_recv(gohpc_timers_op *probed, void *data, int count,
                                    gohpc_timers_patience p);
gohpc_timers_step gohpc_timers_barrier(gohpc_timers_comm *c, gohpc_timers_patience p);
/* Asks all ranks, who are in the same vote, whether they say yes. */
gohpc_timers_step gohpc_timers_vote(gohpc_timers_comm *c, int yes, gohpc_timers_patience p);
gohpc_timers_step gohpc_timers_wait(gohpc_timers_op *op, gohpc_timers_patience p);
/* Asks MPI to give up an operation, which is complete at some later gohpc_timers_wait, or never. */
void gohpc_timers_cancel(gohpc_timers_op *op);

#pragma GCC visibility pop

#endif
