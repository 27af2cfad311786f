//go:build mpi && cgo

/* Fortran's functions that complete requests, or start several: these have arrays of handles and of
 * statuses, and count from 1. */
#include "fortran.h"

#if defined(OPEN_MPI)

/* The requests of a call, and statuses of Fortran for MPI to fill in. */
struct awaiting {
	struct pending p;
	MPI_Request *requests, few[FEW];
	MPI_Fint *statuses, some[FEW * STATUS_LENGTH];
	int own; /* the statuses are to be freed */
};

static MPI_Fint *prepare(struct call *c, struct awaiting *w, enum waiting how, int n, const MPI_Fint *requests, MPI_Fint *statuses,
	const MPI_Fint *ignored, int wanted) {
	int i;
	w->p.n = w->p.done = w->own = 0;
	w->p.before = w->p.few;
	w->requests = w->few;
	w->statuses = statuses;
	if (how == WAITS) waits(c, 0);
	if (!RECORDING(c) && gohpc_mpiwrap_requests == 0) return statuses;
	if (n > FEW && !(w->requests = malloc((size_t)n * sizeof *w->requests))) {
		w->requests = w->few;
		return statuses;
	}
	for (i = 0; i < n; i++) w->requests[i] = PMPI_Request_f2c(requests[i]);
	if (statuses == ignored) {
		w->statuses = w->some;
		if (wanted > FEW) {
			w->statuses = malloc((size_t)wanted * STATUS_LENGTH * sizeof *w->statuses);
			w->own = 1;
		}
	}
	if (!w->statuses) { /* no memory: the call goes on unseen */
		w->own = 0;
		return w->statuses = statuses;
	}
	pending(c, &w->p, how, n, w->requests, w->p.some, NULL, 0); /* the statuses are Fortran's */
	return w->statuses;
}

static void complete(struct call *c, struct awaiting *w, int i, MPI_Fint after, int active, const MPI_Fint *status) {
	MPI_Status s;
	if (i < 0 || i >= w->p.n) return;
	PMPI_Status_f2c(status, &s);
	gohpc_mpiwrap_complete(c, &w->p, i, PMPI_Request_f2c(after), active, &s);
}

static void finish(struct call *c, struct awaiting *w, int r) {
	struct event *e;
	if (RECORDING(c) && (e = gohpc_mpiwrap_event(c, r))) {
		gohpc_mpiwrap_put_pending(e, &w->p);
		gohpc_mpiwrap_event_end(c, e);
	}
	pending_end(&w->p);
	if (w->requests != w->few) free(w->requests);
	if (w->own) free(w->statuses);
	leave(c);
}

#define FORTRAN(name, declared, passed, arguments) \
	typedef void (*type_##name) declared;      \
	static void do_##name arguments;           \
	BOTH(name, declared, passed)               \
	static void do_##name arguments

/* What stands before the call, which is made with statuses as prepare has found them. */
#define BEGIN(how, function, n, requests, statuses, ignored, wanted, ...)                \
	struct call c;                                                                   \
	struct awaiting w;                                                               \
	ERROR                                                                            \
	if (!enter(&c, function)) {                                                      \
		TIMED(function, real(__VA_ARGS__))                                       \
	}                                                                                \
	statuses = prepare(&c, &w, how, (n), (requests), statuses, (ignored), (wanted)); \
	start(&c);                                                                       \
	real(__VA_ARGS__);                                                               \
	c.end = ticks(&c);

typedef MPI_Fint I;

FORTRAN(wait, (I *request, I *status, I *ierr), (real, request, status, ierr),
	(type_wait real, I *request, I *status, I *ierr)) {
	BEGIN(WAITS, function_Wait, 1, request, status, MPI_F_STATUS_IGNORE, 1, request, status, ierr)
	complete(&c, &w, 0, *request, OK(*ierr), status);
	finish(&c, &w, *ierr);
}

FORTRAN(test, (I *request, I *flag, I *status, I *ierr), (real, request, flag, status, ierr),
	(type_test real, I *request, I *flag, I *status, I *ierr)) {
	BEGIN(ASKS, function_Test, 1, request, status, MPI_F_STATUS_IGNORE, 1, request, flag, status, ierr)
	if (OK(*ierr) && *flag) complete(&c, &w, 0, *request, 1, status);
	finish(&c, &w, *ierr);
}

FORTRAN(waitany, (I *n, I *requests, I *index, I *status, I *ierr), (real, n, requests, index, status, ierr),
	(type_waitany real, I *n, I *requests, I *index, I *status, I *ierr)) {
	BEGIN(WAITS, function_Waitany, *n, requests, status, MPI_F_STATUS_IGNORE, 1, n, requests, index, status, ierr)
	if (OK(*ierr) && *index > 0) complete(&c, &w, *index - 1, requests[*index - 1], 1, status);
	finish(&c, &w, *ierr);
}

FORTRAN(testany, (I *n, I *requests, I *index, I *flag, I *status, I *ierr), (real, n, requests, index, flag, status, ierr),
	(type_testany real, I *n, I *requests, I *index, I *flag, I *status, I *ierr)) {
	BEGIN(ASKS, function_Testany, *n, requests, status, MPI_F_STATUS_IGNORE, 1, n, requests, index, flag, status, ierr)
	if (OK(*ierr) && *flag && *index > 0) complete(&c, &w, *index - 1, requests[*index - 1], 1, status);
	finish(&c, &w, *ierr);
}

static void complete_all(struct call *c, struct awaiting *w, const I *requests, const I *statuses, int ok) {
	int i;
	for (i = 0; i < w->p.n; i++) complete(c, w, i, requests[i], ok, statuses + i * STATUS_LENGTH);
}

static void complete_some(struct call *c, struct awaiting *w, const I *requests, I n, const I *indices, const I *statuses) {
	int i;
	if (w->p.n == 0) return;
	for (i = 0; i < n; i++) complete(c, w, indices[i] - 1, requests[indices[i] - 1], 1, statuses + i * STATUS_LENGTH);
}

FORTRAN(waitall, (I *n, I *requests, I *statuses, I *ierr), (real, n, requests, statuses, ierr),
	(type_waitall real, I *n, I *requests, I *statuses, I *ierr)) {
	BEGIN(WAITS, function_Waitall, *n, requests, statuses, MPI_F_STATUSES_IGNORE, *n, n, requests, statuses, ierr)
	complete_all(&c, &w, requests, statuses, OK(*ierr));
	finish(&c, &w, *ierr);
}

FORTRAN(testall, (I *n, I *requests, I *flag, I *statuses, I *ierr), (real, n, requests, flag, statuses, ierr),
	(type_testall real, I *n, I *requests, I *flag, I *statuses, I *ierr)) {
	BEGIN(ASKS, function_Testall, *n, requests, statuses, MPI_F_STATUSES_IGNORE, *n, n, requests, flag, statuses, ierr)
	if (OK(*ierr) && *flag) complete_all(&c, &w, requests, statuses, 1);
	finish(&c, &w, *ierr);
}

FORTRAN(waitsome, (I *n, I *requests, I *found, I *indices, I *statuses, I *ierr), (real, n, requests, found, indices, statuses, ierr),
	(type_waitsome real, I *n, I *requests, I *found, I *indices, I *statuses, I *ierr)) {
	BEGIN(WAITS, function_Waitsome, *n, requests, statuses, MPI_F_STATUSES_IGNORE, *n, n, requests, found, indices, statuses, ierr)
	if (OK(*ierr)) complete_some(&c, &w, requests, *found, indices, statuses);
	finish(&c, &w, *ierr);
}

FORTRAN(testsome, (I *n, I *requests, I *found, I *indices, I *statuses, I *ierr), (real, n, requests, found, indices, statuses, ierr),
	(type_testsome real, I *n, I *requests, I *found, I *indices, I *statuses, I *ierr)) {
	BEGIN(ASKS, function_Testsome, *n, requests, statuses, MPI_F_STATUSES_IGNORE, *n, n, requests, found, indices, statuses, ierr)
	if (OK(*ierr)) complete_some(&c, &w, requests, *found, indices, statuses);
	finish(&c, &w, *ierr);
}

FORTRAN(startall, (I *n, I *requests, I *ierr), (real, n, requests, ierr), (type_startall real, I *n, I *requests, I *ierr)) {
	struct event *e;
	I none, *statuses = &none;
	int i;
	BEGIN(ASKS, function_Startall, 0, requests, statuses, NULL, 0, n, requests, ierr)
	for (i = 0; i < *n; i++) started(&c, *ierr, PMPI_Request_f2c(requests[i]));
	if (RECORDING(&c) && (e = gohpc_mpiwrap_event(&c, *ierr))) {
		begin_list(e);
		for (i = 0; i < *n; i++) {
			begin_element(e);
			put(e, gohpc_mpiwrap_request_id(HANDLE(PMPI_Request_f2c(requests[i]))));
			end_element(e);
		}
		gohpc_mpiwrap_event_end(&c, e);
	}
	leave(&c);
}

#endif
