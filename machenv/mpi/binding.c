//go:build mpi && cgo

#include "shared.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

int gohpc_timers_initialized(void) {
	int yes = 0;
	PMPI_Initialized(&yes);
	return yes;
}

int gohpc_timers_finalized(void) {
	int yes = 0;
	PMPI_Finalized(&yes);
	return yes;
}

/*
 * MPI libraries install handlers for the signals of crashes. Go's runtime turns these signals
 * into panics that a program can recover from, so what was there before MPI_Init is put back.
 *
 * By SIGUSR1 MPICH's process manager says that a rank has failed, and the next call of MPI asks it which.
 * Where none has started the process, MPICH starts one then and waits for it, without end where mpiexec is
 * another MPI's; the timers, and programs, have other uses of that signal.
 */
static const int put_back[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGUSR1};
enum { PUT_BACK = sizeof put_back / sizeof put_back[0] };

/*
 * A handler of MPI's must not run on the stack of a goroutine, which is small, nor call there the one of Go's runtime
 * that it has replaced, as MPICH's for SIGUSR1 does: the runtime ends the process for that. Go's, which it then finds on
 * its own stack, also takes the two further arguments that come with SA_SIGINFO.
 */
void gohpc_timers_signal_stack(void) {
	struct sigaction now;
	int s;
	for (s = 1; s < NSIG; s++) {
		if (sigaction(s, NULL, &now) != 0 || now.sa_flags & SA_ONSTACK) continue;
		if (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN) continue;
		now.sa_flags |= SA_ONSTACK | SA_SIGINFO;
		sigaction(s, &now, NULL);
	}
}

static int has_process_manager(void) { return getenv("PMI_FD") != NULL || getenv("PMI_PORT") != NULL; }

gohpc_timers_result gohpc_timers_init(int level) {
	const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
	                      MPI_THREAD_MULTIPLE};
	const int count = has_process_manager() ? PUT_BACK - 1 : PUT_BACK;
	struct sigaction before[PUT_BACK];
	gohpc_timers_result r;
	int i, got;
	for (i = 0; i < count; i++) sigaction(put_back[i], NULL, &before[i]);
	CALL(MPI_Init_thread, NULL, NULL, levels[level], &got);
	for (i = 0; i < count; i++) sigaction(put_back[i], &before[i], NULL);
	gohpc_timers_signal_stack();
	return r;
}

gohpc_timers_result gohpc_timers_finalize(void) {
	gohpc_timers_result r = alive();
	if (r.code != 0) return r;
	CALL(MPI_Finalize);
	return r;
}

int gohpc_timers_thread_level(void) {
	int level;
	if (alive().code != 0 || PMPI_Query_thread(&level) != MPI_SUCCESS) return -1;
	if (level == MPI_THREAD_SINGLE) return 0;
	if (level == MPI_THREAD_FUNNELED) return 1;
	if (level == MPI_THREAD_SERIALIZED) return 2;
	return 3;
}

gohpc_timers_result gohpc_timers_world_size(int *size) {
	gohpc_timers_result r = alive();
	if (r.code != 0) return r;
	CALL(PMPI_Comm_size, MPI_COMM_WORLD, size);
	return r;
}

static void text_of(char *from, int n, char *text, int length) {
	if (n >= length) n = length - 1;
	memcpy(text, from, n);
	text[n] = 0;
}

void gohpc_timers_library(char *text, int length) {
	char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	int n = 0;
	if (PMPI_Get_library_version(version, &n) != MPI_SUCCESS) n = 0;
	text_of(version, n, text, length);
}

void gohpc_timers_error_text(int code, char *text, int length) {
	char s[MPI_MAX_ERROR_STRING] = "";
	int n = 0;
	if (alive().code != 0 || PMPI_Error_string(code, s, &n) != MPI_SUCCESS) n = 0;
	text_of(s, n, text, length);
}

static gohpc_timers_made unmade(gohpc_timers_result r) {
	gohpc_timers_made m = {r, NULL, -1, 0};
	return m;
}

/* A view of comm. */
static gohpc_timers_made view(MPI_Comm comm) {
	gohpc_timers_made m = {ok, NULL, -1, 0};
	gohpc_timers_result r;
	int inter = 0;
	if (comm == MPI_COMM_NULL) return unmade(failed(GOHPC_TIMERS_NULL, ""));
	if (TRY(PMPI_Comm_test_inter, comm, &inter)) return unmade(r);
	if (inter) return unmade(failed(GOHPC_TIMERS_INTER, ""));
	if (TRY(PMPI_Comm_rank, comm, &m.rank) || TRY(PMPI_Comm_size, comm, &m.size)) return unmade(r);
	m.comm = malloc(sizeof *m.comm);
	if (m.comm == NULL) return unmade(failed(GOHPC_TIMERS_NOMEM, "malloc"));
	m.comm->comm = comm;
	return m;
}

/* Takes over comm, which may be null, and makes errors on it return. */
static gohpc_timers_made made(MPI_Comm comm) {
	gohpc_timers_made m = {ok, NULL, -1, 0};
	gohpc_timers_result r;
	if (comm == MPI_COMM_NULL) return m;
	if (TRY(PMPI_Comm_set_errhandler, comm, MPI_ERRORS_RETURN)) return unmade(r);
	return view(comm);
}

gohpc_timers_made gohpc_timers_view_world(void) {
	gohpc_timers_result r = alive();
	return r.code != 0 ? unmade(r) : view(MPI_COMM_WORLD);
}

gohpc_timers_made gohpc_timers_view_handle(void *handle) {
	gohpc_timers_result r = alive();
	return r.code != 0 ? unmade(r) : view(*(MPI_Comm *)handle);
}

gohpc_timers_made gohpc_timers_view_fortran(int handle) {
	gohpc_timers_result r = alive();
	return r.code != 0 ? unmade(r) : view(MPI_Comm_f2c((MPI_Fint)handle));
}

void gohpc_timers_drop(gohpc_timers_comm *view) { free(view); }

gohpc_timers_made gohpc_timers_dup(gohpc_timers_comm *c) {
	MPI_Comm copy = MPI_COMM_NULL;
	gohpc_timers_result r = alive();
	if (r.code != 0 || TRY(MPI_Comm_dup, c->comm, &copy)) return unmade(r);
	return made(copy);
}

/* Of the ranks of c listed in ranks, or, if that is NULL, of those of a range as MPI has it. */
static gohpc_timers_made create(gohpc_timers_comm *c, int n, const int *ranks, int range[1][3]) {
	MPI_Comm comm = MPI_COMM_NULL;
	MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
	gohpc_timers_result r = alive();
	if (r.code != 0) return unmade(r);
	if (TRY(PMPI_Comm_group, c->comm, &all)) return unmade(r);
	if (ranks != NULL ? !TRY(PMPI_Group_incl, all, n, ranks, &some)
	                  : !TRY(PMPI_Group_range_incl, all, 1, range, &some))
		CALL(MPI_Comm_create, c->comm, some, &comm);
	if (some != MPI_GROUP_NULL) PMPI_Group_free(&some);
	PMPI_Group_free(&all);
	return r.code != 0 ? unmade(r) : made(comm);
}

gohpc_timers_made gohpc_timers_create(gohpc_timers_comm *c, int n, const int *ranks) {
	return create(c, n, ranks, NULL);
}

gohpc_timers_made gohpc_timers_create_range(gohpc_timers_comm *c, int first, int last,
                                            int stride) {
	int range[1][3] = {{first, last, stride}};
	return create(c, 0, NULL, range);
}

gohpc_timers_made gohpc_timers_split(gohpc_timers_comm *c, int color, int key) {
	MPI_Comm comm = MPI_COMM_NULL;
	gohpc_timers_result r = alive();
	if (r.code != 0) return unmade(r);
	if (color < 0) color = MPI_UNDEFINED;
	return TRY(MPI_Comm_split, c->comm, color, key, &comm) ? unmade(r) : made(comm);
}

gohpc_timers_made gohpc_timers_split_shared(gohpc_timers_comm *c) {
	MPI_Comm comm = MPI_COMM_NULL;
	gohpc_timers_result r = alive();
	if (r.code != 0) return unmade(r);
	/* Equal keys keep the order of c. */
	return TRY(MPI_Comm_split_type, c->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm)
	           ? unmade(r)
	           : made(comm);
}

gohpc_timers_result gohpc_timers_world_ranks(gohpc_timers_comm *c, int n, int *ranks, int *same) {
	MPI_Group ours = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
	int i, how = MPI_UNEQUAL, *own;
	gohpc_timers_result r = alive();
	*same = 0;
	if (r.code != 0 || TRY(PMPI_Comm_compare, c->comm, MPI_COMM_WORLD, &how)) return r;
	if (how == MPI_IDENT || how == MPI_CONGRUENT) {
		*same = 1;
		return r;
	}
	if ((own = malloc((size_t)n * sizeof *own)) == NULL) return failed(GOHPC_TIMERS_NOMEM, "malloc");
	for (i = 0; i < n; i++) own[i] = i;
	if (!TRY(PMPI_Comm_group, c->comm, &ours) && !TRY(PMPI_Comm_group, MPI_COMM_WORLD, &world) &&
	    !TRY(PMPI_Group_translate_ranks, ours, n, own, world, ranks)) {
		for (i = 0; i < n; i++)
			if (ranks[i] == MPI_UNDEFINED) ranks[i] = -1;
	}
	if (ours != MPI_GROUP_NULL) PMPI_Group_free(&ours);
	if (world != MPI_GROUP_NULL) PMPI_Group_free(&world);
	free(own);
	return r;
}

gohpc_timers_result gohpc_timers_free(gohpc_timers_comm *c) {
	gohpc_timers_result r = alive();
	if (r.code == 0) CALL(MPI_Comm_free, &c->comm);
	free(c);
	return r;
}
