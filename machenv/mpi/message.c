//go:build mpi && cgo

#include "shared.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct gohpc_timers_op {
	MPI_Request request;
	MPI_Message message;
	char *copy; /* what holds a copy of the data to send; NULL if there is none */
	size_t size;
	int vote[2]; /* this rank's and that of all */
	int quiet;   /* tools that record the program's calls of MPI are not to see it */
};

/*
 * Waiting. MPI offers no wait with a limit, and its own waits keep a processor busy that the
 * awaited rank may need. So: ask a few times, which is all that a quick answer needs; then give
 * the processor away between questions; and when it takes long, sleep, for a time in proportion
 * to what has passed, so that a sleep delays nothing by more than a few per cent.
 *
 * Who only looks whether something is there asks less often and gives no processor away: where
 * ranks share processors an MPI may yield in each of these questions itself, and then each costs
 * a turn of all others. The first question may be what takes a message from the network, so that
 * only the next one finds it.
 */
enum {
	TRIES = 20,             /* questions before the clock is read at all */
	LOOK_TRIES = 3,         /* questions of one who only looks */
	LOOK_NS = 1000,         /* the longest patience of one who only looks */
	YIELD_NS = 2000 * 1000, /* time of giving the processor away */
	SLEEP_SHARE = 16,       /* sleep 1/16 of the time waited so far, */
	SLEEP_MAX_NS = 1000000  /* and no more than this */
};

struct pause {
	gohpc_timers_patience p;
	int tries;
	int64_t start;
};

static int64_t now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Takes a pause between two questions. Returns 0 when patience is at its end. */
static int again(struct pause *w) {
	int64_t now, waited;
	int looks = w->p.slice < LOOK_NS;
	if (w->tries < (looks ? LOOK_TRIES - 1 : TRIES)) {
		w->tries++;
		return 1;
	}
	if (looks) return 0;
	now = now_ns();
	if (w->start == 0) w->start = now;
	waited = now - w->start;
	if (waited >= w->p.slice) return 0;
	if (w->p.waited + waited < YIELD_NS) {
		sched_yield();
	} else {
		int64_t nap = (w->p.waited + waited) / SLEEP_SHARE, left = w->p.slice - waited;
		struct timespec t = {0, 0};
		if (nap > SLEEP_MAX_NS) nap = SLEEP_MAX_NS;
		t.tv_nsec = nap < left ? nap : left;
		nanosleep(&t, NULL);
	}
	return 1;
}

/*
 * The last copy is kept for the next one: the page faults of fresh memory cost more than the
 * copying. It is protected, as all of this file, by the lock that callers hold.
 */
enum { PAGE = 4096, SPARE_MAX = 4 << 20 };
static struct {
	char *memory;
	size_t size;
} spare;

/*
 * Returns the copy, or NULL when out of memory. It begins at the same place of its page as data:
 * some processors copy several times more slowly if it begins a few bytes further on, which is
 * where malloc would put it.
 */
static void *copy_data(gohpc_timers_op *op, const void *data, size_t size) {
	size_t offset = (uintptr_t)data % PAGE;
	if (spare.size >= offset + size) {
		op->copy = spare.memory;
		op->size = spare.size;
		spare.memory = NULL;
		spare.size = 0;
	} else {
		op->size = (offset + size + PAGE - 1) / PAGE * PAGE;
		op->copy = aligned_alloc(PAGE, op->size);
	}
	return op->copy == NULL ? NULL : memcpy(op->copy + offset, data, size);
}

static void free_copy(gohpc_timers_op *op) {
	if (op->copy == NULL) return;
	if (op->size <= spare.size || op->size > SPARE_MAX) {
		free(op->copy);
		return;
	}
	free(spare.memory);
	spare.memory = op->copy;
	spare.size = op->size;
}

static gohpc_timers_op *new_op(void) {
	gohpc_timers_op *op = malloc(sizeof *op);
	if (op == NULL) return NULL;
	op->request = MPI_REQUEST_NULL;
	op->vote[0] = op->vote[1] = 0;
	op->message = MPI_MESSAGE_NULL;
	op->copy = NULL;
	op->size = 0;
	op->quiet = 0;
	return op;
}

static gohpc_timers_step ended(gohpc_timers_op *op, gohpc_timers_result r) {
	gohpc_timers_step s = {r, NULL, 0};
	if (op != NULL) {
		free_copy(op);
		free(op);
	}
	return s;
}

/* Waits for the request of op. op may be on the stack of the caller until it is pending. */
static gohpc_timers_result finish(gohpc_timers_op *op, gohpc_timers_patience p) {
	struct pause w = {p, 0, 0};
	gohpc_timers_result r;
	int done = 0;
	do {
		if (op->quiet ? TRY(PMPI_Test, &op->request, &done, MPI_STATUS_IGNORE)
		              : TRY(MPI_Test, &op->request, &done, MPI_STATUS_IGNORE))
			return r;
		if (done) return ok;
	} while (again(&w));
	return failed(GOHPC_TIMERS_PENDING, "");
}

static gohpc_timers_step wait_for(gohpc_timers_op *op, gohpc_timers_patience p) {
	gohpc_timers_step s = {finish(op, p), op, 0};
	if (s.result.code == GOHPC_TIMERS_PENDING) return s;
	int all = op->vote[1];
	s = ended(op, s.result);
	s.count = all;
	return s;
}

gohpc_timers_step gohpc_timers_wait(gohpc_timers_op *op, gohpc_timers_patience p) {
	gohpc_timers_result r = alive();
	/* After the end of MPI its request is gone; what it used is left alone. */
	if (r.code != 0) {
		gohpc_timers_step s = {r, NULL, 0};
		return s;
	}
	return wait_for(op, p);
}

gohpc_timers_step gohpc_timers_send(gohpc_timers_comm *c, void *data, int count, int to, int tag,
                                    int copy, gohpc_timers_patience p) {
	gohpc_timers_op *op;
	gohpc_timers_result r = alive();
	if (r.code != 0) return ended(NULL, r);
	op = new_op();
	if (op == NULL) return ended(NULL, failed(GOHPC_TIMERS_NOMEM, "malloc"));
	if (copy && count > 0) {
		data = copy_data(op, data, count);
		if (data == NULL) return ended(op, failed(GOHPC_TIMERS_NOMEM, "aligned_alloc"));
	}
	if (TRY(MPI_Isend, data, count, MPI_BYTE, to, tag, c->comm, &op->request))
		return ended(op, r);
	return wait_for(op, p);
}

gohpc_timers_step gohpc_timers_probe(gohpc_timers_comm *c, int from, int tag,
                                     gohpc_timers_patience p) {
	struct pause w = {p, 0, 0};
	gohpc_timers_step s = {ok, NULL, 0};
	MPI_Message message = MPI_MESSAGE_NULL;
	MPI_Status status;
	int there = 0;
	gohpc_timers_result r = alive();
	if (r.code != 0) return ended(NULL, r);
	do {
		if (TRY(MPI_Improbe, from, tag, c->comm, &there, &message, &status))
			return ended(NULL, r);
		if (!there) continue;
		if (TRY(PMPI_Get_count, &status, MPI_BYTE, &s.count)) return ended(NULL, r);
		s.op = new_op();
		if (s.op == NULL) return ended(NULL, failed(GOHPC_TIMERS_NOMEM, "malloc"));
		s.op->message = message;
		return s;
	} while (again(&w));
	s.result = failed(GOHPC_TIMERS_PENDING, "");
	return s;
}

gohpc_timers_step gohpc_timers_recv(gohpc_timers_op *probed, void *data, int count,
                                    gohpc_timers_patience p) {
	gohpc_timers_result r = alive();
	if (r.code != 0) return ended(probed, r);
	if (TRY(MPI_Imrecv, data, count, MPI_BYTE, &probed->message, &probed->request))
		return ended(probed, r);
	return wait_for(probed, p);
}

gohpc_timers_step gohpc_timers_barrier(gohpc_timers_comm *c, gohpc_timers_patience p) {
	gohpc_timers_op *op;
	gohpc_timers_result r = alive();
	if (r.code != 0) return ended(NULL, r);
	op = new_op();
	if (op == NULL) return ended(NULL, failed(GOHPC_TIMERS_NOMEM, "malloc"));
	if (TRY(MPI_Ibarrier, c->comm, &op->request)) return ended(op, r);
	return wait_for(op, p);
}

gohpc_timers_step gohpc_timers_vote(gohpc_timers_comm *c, int yes, gohpc_timers_patience p) {
	gohpc_timers_op *op;
	gohpc_timers_result r = alive();
	if (r.code != 0) return ended(NULL, r);
	op = new_op();
	if (op == NULL) return ended(NULL, failed(GOHPC_TIMERS_NOMEM, "malloc"));
	op->quiet = 1;
	op->vote[0] = yes;
	if (TRY(PMPI_Iallreduce, &op->vote[0], &op->vote[1], 1, MPI_INT, MPI_MIN, c->comm, &op->request))
		return ended(op, r);
	return wait_for(op, p);
}

void gohpc_timers_cancel(gohpc_timers_op *op) {
	if (alive().code == 0 && op->request != MPI_REQUEST_NULL) MPI_Cancel(&op->request);
}
