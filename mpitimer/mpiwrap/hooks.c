//go:build mpi && cgo

/* The parts of the wrappers that are not called often, or do much when they are. */
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

/* Room for more requests than usual. */
int gohpc_mpiwrap_more(struct pending *p, int n, int statuses) {
	p->before = malloc((size_t)n * sizeof *p->before);
	p->list = malloc((size_t)n * sizeof *p->list);
	p->ids = malloc((size_t)n * sizeof *p->ids);
	if (statuses > FEW) {
		p->statuses = malloc((size_t)statuses * sizeof *p->statuses);
		p->own = 1;
	}
	if (p->before && p->list && p->ids && p->statuses) return 1;
	gohpc_mpiwrap_fewer(p);
	return 0;
}

void gohpc_mpiwrap_fewer(struct pending *p) {
	free(p->before);
	free(p->list);
	free(p->ids);
	if (p->own) free(p->statuses);
}

static void put_done(struct event *e, const struct done *d) {
	begin_element(e);
	put(e, d->rid);
	put(e, d->source);
	put(e, d->tag);
	put(e, d->bytes);
	put(e, d->cid);
	end_element(e);
}

/* The children of a completion: all requests, and those that are complete. They are put down after
 * the call, when the table no longer knows those that are complete. */
void gohpc_mpiwrap_put_pending(struct event *e, const struct pending *p) {
	int i;
	begin_list(e);
	for (i = 0; i < p->n; i++) {
		if (p->before[i] == MPI_REQUEST_NULL) continue;
		begin_element(e);
		put(e, p->ids[i]);
		end_element(e);
	}
	begin_list(e);
	for (i = 0; i < p->done; i++) put_done(e, &p->list[i]);
}

void gohpc_mpiwrap_put_single(struct event *e, const struct single *s) {
	begin_list(e);
	if (s->known) {
		begin_element(e);
		put(e, s->rid);
		end_element(e);
	}
	begin_list(e);
	if (s->finished) put_done(e, &s->done);
}

void gohpc_mpiwrap_put_requests(struct event *e, int n, const MPI_Request *requests) {
	int i;
	begin_list(e);
	for (i = 0; i < n; i++) {
		begin_element(e);
		put(e, gohpc_mpiwrap_request_id(HANDLE(requests[i])));
		end_element(e);
	}
}

/* The wait for the last rank before a collective operation, counted apart. */
void gohpc_mpiwrap_synchronise(struct call *c, MPI_Comm comm) {
	struct call wait = *c;
	wait.kind |= SYNCHRONISING;
	wait.entry = entry_of(wait.table, wait.owner, wait.node, wait.kind);
	waits(&wait, partner(GOHPC_MPIWRAP_ALL, 0));
	start(&wait);
	PMPI_Barrier(comm);
	wait.end = ticks(&wait);
	leave(&wait);
	c->thread->inside = 1;
}

/* A receive in two: the wait for the message, which is counted apart, and the receiving of it. */
int gohpc_mpiwrap_receive(struct call *c, void *buf, int64_t count, MPI_Datatype type, int source, int tag,
	MPI_Comm comm, MPI_Status *status) {
	struct call wait = *c;
	MPI_Message message;
	int r;
	wait.kind |= SYNCHRONISING;
	wait.entry = entry_of(wait.table, wait.owner, wait.node, wait.kind);
	waits(&wait, partner(GOHPC_MPIWRAP_FROM, world_of(c->comm, source)));
	start(&wait);
	r = PMPI_Mprobe(source, tag, comm, &message, status);
	wait.end = ticks(&wait);
	leave(&wait);
	c->thread->inside = 1;
	start(c);
	if (r != MPI_SUCCESS) return r;
#if MPI_VERSION >= 4
	return PMPI_Mrecv_c(buf, count, type, &message, status);
#else
	return PMPI_Mrecv(buf, (int)count, type, &message, status);
#endif
}

const char *gohpc_mpiwrap_whence(int whence) {
	return whence == MPI_SEEK_SET ? "Set" : whence == MPI_SEEK_CUR ? "Cur" : whence == MPI_SEEK_END ? "End" : "";
}

/* The children of a function of files: the keys of an info object with a value, and those without. */
void gohpc_mpiwrap_put_info(struct event *e, MPI_Info info) {
	char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
	int n = 0, i, found, empty;
	if (info != MPI_INFO_NULL) PMPI_Info_get_nkeys(info, &n);
	for (empty = 0; empty < 2; empty++) {
		begin_list(e);
		for (i = 0; i < n; i++) {
			if (PMPI_Info_get_nthkey(info, i, key) != MPI_SUCCESS) continue;
			if (PMPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &found) != MPI_SUCCESS || !found) value[0] = 0;
			if ((value[0] == 0) != empty) continue;
			begin_element(e);
			gohpc_mpiwrap_event_text(e, key);
			if (!empty) gohpc_mpiwrap_event_text(e, value);
			end_element(e);
		}
	}
}

void gohpc_mpiwrap_found_message(MPI_Message message, const struct comm *comm, const MPI_Status *status) {
	struct found *f;
	if (message == MPI_MESSAGE_NO_PROC || !(f = malloc(sizeof *f))) return;
	f->comm = comm;
	f->source = world_of(comm, status->MPI_SOURCE);
	f->tag = tag_of(status->MPI_TAG);
	if (!gohpc_mpiwrap_put(A_MESSAGE, HANDLE(message), f)) free(f);
}

struct found gohpc_mpiwrap_message(MPI_Message message) {
	struct found none = {NULL, -3, -1}, *f = gohpc_mpiwrap_get(A_MESSAGE, HANDLE(message));
	if (!f) return none;
	none = *f;
	gohpc_mpiwrap_drop(A_MESSAGE, HANDLE(message));
	free(f);
	return none;
}
