//go:build mpi && cgo

/* Written by internal/generate: change that, not this. */
#include "fortran.h"

#if defined(OPEN_MPI)

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

typedef void (*type_abort)(MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr);
static void do_abort(type_abort real, MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Abort, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, errorcode_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int errorcode = (int)*errorcode_; (void)errorcode;
	start(&c);
	real(comm_, errorcode_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_abort_(MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_abort real;
	if (!real) real = (type_abort)gohpc_mpiwrap_fortran("pmpi_abort_");
	do_abort(real, comm_, errorcode_, ierr);
}
void mpi_abort_f08_(MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_abort real;
	if (!real) real = (type_abort)gohpc_mpiwrap_fortran("pmpi_abort_f08_");
	do_abort(real, comm_, errorcode_, ierr);
}

typedef void (*type_accumulate)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_accumulate(type_accumulate real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Accumulate, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	start(&c);
	real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) put_to(&c, w, rank, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_accumulate_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_accumulate real;
	if (!real) real = (type_accumulate)gohpc_mpiwrap_fortran("pmpi_accumulate_");
	do_accumulate(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
}
void mpi_accumulate_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_accumulate real;
	if (!real) real = (type_accumulate)gohpc_mpiwrap_fortran("pmpi_accumulate_f08_");
	do_accumulate(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
}

typedef void (*type_add_error_class)(void *errorclass_, MPI_Fint *ierr);
static void do_add_error_class(type_add_error_class real, void *errorclass_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Add_error_class, 0, MPI_COMM_NULL)) {
		real(errorclass_, ierr);
		return;
	}
	start(&c);
	real(errorclass_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_add_error_class_(void *errorclass_, MPI_Fint *ierr)
{
	static type_add_error_class real;
	if (!real) real = (type_add_error_class)gohpc_mpiwrap_fortran("pmpi_add_error_class_");
	do_add_error_class(real, errorclass_, ierr);
}
void mpi_add_error_class_f08_(void *errorclass_, MPI_Fint *ierr)
{
	static type_add_error_class real;
	if (!real) real = (type_add_error_class)gohpc_mpiwrap_fortran("pmpi_add_error_class_f08_");
	do_add_error_class(real, errorclass_, ierr);
}

typedef void (*type_add_error_code)(MPI_Fint *errorclass_, void *errorcode_, MPI_Fint *ierr);
static void do_add_error_code(type_add_error_code real, MPI_Fint *errorclass_, void *errorcode_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Add_error_code, 0, MPI_COMM_NULL)) {
		real(errorclass_, errorcode_, ierr);
		return;
	}
	start(&c);
	real(errorclass_, errorcode_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_add_error_code_(MPI_Fint *errorclass_, void *errorcode_, MPI_Fint *ierr)
{
	static type_add_error_code real;
	if (!real) real = (type_add_error_code)gohpc_mpiwrap_fortran("pmpi_add_error_code_");
	do_add_error_code(real, errorclass_, errorcode_, ierr);
}
void mpi_add_error_code_f08_(MPI_Fint *errorclass_, void *errorcode_, MPI_Fint *ierr)
{
	static type_add_error_code real;
	if (!real) real = (type_add_error_code)gohpc_mpiwrap_fortran("pmpi_add_error_code_f08_");
	do_add_error_code(real, errorclass_, errorcode_, ierr);
}

typedef void (*type_add_error_string)(MPI_Fint *errorcode_, void *string_, MPI_Fint *ierr, size_t length_string);
static void do_add_error_string(type_add_error_string real, MPI_Fint *errorcode_, void *string_, MPI_Fint *ierr, size_t length_string)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Add_error_string, 0, MPI_COMM_NULL)) {
		real(errorcode_, string_, ierr, length_string);
		return;
	}
	start(&c);
	real(errorcode_, string_, ierr, length_string);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_add_error_string_(MPI_Fint *errorcode_, void *string_, MPI_Fint *ierr, size_t length_string)
{
	static type_add_error_string real;
	if (!real) real = (type_add_error_string)gohpc_mpiwrap_fortran("pmpi_add_error_string_");
	do_add_error_string(real, errorcode_, string_, ierr, length_string);
}
void mpi_add_error_string_f08_(MPI_Fint *errorcode_, void *string_, MPI_Fint *ierr, size_t length_string)
{
	static type_add_error_string real;
	if (!real) real = (type_add_error_string)gohpc_mpiwrap_fortran("pmpi_add_error_string_f08_");
	do_add_error_string(real, errorcode_, string_, ierr, length_string);
}

typedef void (*type_allgather)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_allgather(type_allgather real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Allgather, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)));
			put(e, bytes_of(&c, recvcount, recvtype));
			put(e, id_of(&c));
			put(e, sendbuf == MPI_IN_PLACE ? recvcount : sendcount);
			put(e, TID(sendbuf == MPI_IN_PLACE ? recvtype : sendtype));
			put(e, recvcount);
			put(e, TID(recvtype));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_allgather_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_allgather real;
	if (!real) real = (type_allgather)gohpc_mpiwrap_fortran("pmpi_allgather_");
	do_allgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}
void mpi_allgather_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_allgather real;
	if (!real) real = (type_allgather)gohpc_mpiwrap_fortran("pmpi_allgather_f08_");
	do_allgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}

typedef void (*type_iallgather)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_iallgather(type_iallgather real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Iallgather, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_iallgather_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iallgather real;
	if (!real) real = (type_iallgather)gohpc_mpiwrap_fortran("pmpi_iallgather_");
	do_iallgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}
void mpi_iallgather_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iallgather real;
	if (!real) real = (type_iallgather)gohpc_mpiwrap_fortran("pmpi_iallgather_f08_");
	do_iallgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_allgatherv)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_allgatherv(type_allgatherv real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Allgatherv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, sent);
			put(e, id_of(&c));
			put(e, sendbuf == MPI_IN_PLACE ? recvcounts[rank_of(&c)] : sendcount);
			put(e, TID(sendbuf == MPI_IN_PLACE ? recvtype : sendtype));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_allgatherv_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_allgatherv real;
	if (!real) real = (type_allgatherv)gohpc_mpiwrap_fortran("pmpi_allgatherv_");
	do_allgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
}
void mpi_allgatherv_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_allgatherv real;
	if (!real) real = (type_allgatherv)gohpc_mpiwrap_fortran("pmpi_allgatherv_f08_");
	do_allgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
}

typedef void (*type_iallgatherv)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_iallgatherv(type_iallgatherv real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Iallgatherv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_iallgatherv_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iallgatherv real;
	if (!real) real = (type_iallgatherv)gohpc_mpiwrap_fortran("pmpi_iallgatherv_");
	do_iallgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
}
void mpi_iallgatherv_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iallgatherv real;
	if (!real) real = (type_iallgatherv)gohpc_mpiwrap_fortran("pmpi_iallgatherv_f08_");
	do_iallgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_alloc_mem)(MPI_Aint *size_, MPI_Fint *info_, void *baseptr_, MPI_Fint *ierr);
static void do_alloc_mem(type_alloc_mem real, MPI_Aint *size_, MPI_Fint *info_, void *baseptr_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Alloc_mem, 0, MPI_COMM_NULL)) {
		real(size_, info_, baseptr_, ierr);
		return;
	}
	start(&c);
	real(size_, info_, baseptr_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_alloc_mem_(MPI_Aint *size_, MPI_Fint *info_, void *baseptr_, MPI_Fint *ierr)
{
	static type_alloc_mem real;
	if (!real) real = (type_alloc_mem)gohpc_mpiwrap_fortran("pmpi_alloc_mem_");
	do_alloc_mem(real, size_, info_, baseptr_, ierr);
}
void mpi_alloc_mem_f08_(MPI_Aint *size_, MPI_Fint *info_, void *baseptr_, MPI_Fint *ierr)
{
	static type_alloc_mem real;
	if (!real) real = (type_alloc_mem)gohpc_mpiwrap_fortran("pmpi_alloc_mem_f08_");
	do_alloc_mem(real, size_, info_, baseptr_, ierr);
}

typedef void (*type_allreduce)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_allreduce(type_allreduce real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Allreduce, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes_of(&c, count, type));
			put(e, id_of(&c));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_allreduce_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_allreduce real;
	if (!real) real = (type_allreduce)gohpc_mpiwrap_fortran("pmpi_allreduce_");
	do_allreduce(real, sendbuf_, buf_, count_, type_, op_, comm_, ierr);
}
void mpi_allreduce_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_allreduce real;
	if (!real) real = (type_allreduce)gohpc_mpiwrap_fortran("pmpi_allreduce_f08_");
	do_allreduce(real, sendbuf_, buf_, count_, type_, op_, comm_, ierr);
}

typedef void (*type_iallreduce)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_iallreduce(type_iallreduce real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Iallreduce, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_iallreduce_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iallreduce real;
	if (!real) real = (type_iallreduce)gohpc_mpiwrap_fortran("pmpi_iallreduce_");
	do_iallreduce(real, sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
}
void mpi_iallreduce_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iallreduce real;
	if (!real) real = (type_iallreduce)gohpc_mpiwrap_fortran("pmpi_iallreduce_f08_");
	do_iallreduce(real, sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
}

typedef void (*type_alltoall)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_alltoall(type_alltoall real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Alltoall, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = peers(&c) * (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)));
			put(e, id_of(&c));
			put(e, sendbuf == MPI_IN_PLACE ? recvcount : sendcount);
			put(e, TID(sendbuf == MPI_IN_PLACE ? recvtype : sendtype));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_alltoall_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_alltoall real;
	if (!real) real = (type_alltoall)gohpc_mpiwrap_fortran("pmpi_alltoall_");
	do_alltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}
void mpi_alltoall_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_alltoall real;
	if (!real) real = (type_alltoall)gohpc_mpiwrap_fortran("pmpi_alltoall_f08_");
	do_alltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}

typedef void (*type_ialltoall)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ialltoall(type_ialltoall real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoall, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = peers(&c) * (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ialltoall_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ialltoall real;
	if (!real) real = (type_ialltoall)gohpc_mpiwrap_fortran("pmpi_ialltoall_");
	do_ialltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}
void mpi_ialltoall_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ialltoall real;
	if (!real) real = (type_ialltoall)gohpc_mpiwrap_fortran("pmpi_ialltoall_f08_");
	do_ialltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_alltoallv)(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_alltoallv(type_alltoallv real, void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Alltoallv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int *sendcounts = sendcounts_; (void)sendcounts;
	int *sdispls = sdispls_; (void)sdispls;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *rdispls = rdispls_; (void)rdispls;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			PUT_PARTS(e, &c, sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts, sendbuf == MPI_IN_PLACE ? recvtype : sendtype, peers(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_alltoallv_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_alltoallv real;
	if (!real) real = (type_alltoallv)gohpc_mpiwrap_fortran("pmpi_alltoallv_");
	do_alltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
}
void mpi_alltoallv_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_alltoallv real;
	if (!real) real = (type_alltoallv)gohpc_mpiwrap_fortran("pmpi_alltoallv_f08_");
	do_alltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
}

typedef void (*type_ialltoallv)(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ialltoallv(type_ialltoallv real, void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoallv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int *sendcounts = sendcounts_; (void)sendcounts;
	int *sdispls = sdispls_; (void)sdispls;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *rdispls = rdispls_; (void)rdispls;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ialltoallv_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ialltoallv real;
	if (!real) real = (type_ialltoallv)gohpc_mpiwrap_fortran("pmpi_ialltoallv_");
	do_ialltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
}
void mpi_ialltoallv_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ialltoallv real;
	if (!real) real = (type_ialltoallv)gohpc_mpiwrap_fortran("pmpi_ialltoallv_f08_");
	do_ialltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_alltoallw)(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_alltoallw(type_alltoallw real, void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallw, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
		return;
	}
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_alltoallw_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_alltoallw real;
	if (!real) real = (type_alltoallw)gohpc_mpiwrap_fortran("pmpi_alltoallw_");
	do_alltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
}
void mpi_alltoallw_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_alltoallw real;
	if (!real) real = (type_alltoallw)gohpc_mpiwrap_fortran("pmpi_alltoallw_f08_");
	do_alltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
}

typedef void (*type_ialltoallw)(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ialltoallw(type_ialltoallw real, void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoallw, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
		return;
	}
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_ialltoallw_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ialltoallw real;
	if (!real) real = (type_ialltoallw)gohpc_mpiwrap_fortran("pmpi_ialltoallw_");
	do_ialltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
}
void mpi_ialltoallw_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ialltoallw real;
	if (!real) real = (type_ialltoallw)gohpc_mpiwrap_fortran("pmpi_ialltoallw_f08_");
	do_ialltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
}

typedef void (*type_dist_graph_create)(MPI_Fint *comm_, MPI_Fint *n_, void *sources_, void *degrees_, void *destinations_, void *weights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr);
static void do_dist_graph_create(type_dist_graph_create real, MPI_Fint *comm_, MPI_Fint *n_, void *sources_, void *degrees_, void *destinations_, void *weights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_create, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, n_, sources_, degrees_, destinations_, weights_, info_, reorder_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int n = (int)*n_; (void)n;
	int *sources = sources_; (void)sources;
	int *degrees = degrees_; (void)degrees;
	int *destinations = destinations_; (void)destinations;
	int *weights = weights_; (void)weights;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	int reorder = (int)*reorder_; (void)reorder;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, n_, sources_, degrees_, destinations_, weights_, info_, reorder_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_dist_graph_create_(MPI_Fint *comm_, MPI_Fint *n_, void *sources_, void *degrees_, void *destinations_, void *weights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_dist_graph_create real;
	if (!real) real = (type_dist_graph_create)gohpc_mpiwrap_fortran("pmpi_dist_graph_create_");
	do_dist_graph_create(real, comm_, n_, sources_, degrees_, destinations_, weights_, info_, reorder_, newcomm_, ierr);
}
void mpi_dist_graph_create_f08_(MPI_Fint *comm_, MPI_Fint *n_, void *sources_, void *degrees_, void *destinations_, void *weights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_dist_graph_create real;
	if (!real) real = (type_dist_graph_create)gohpc_mpiwrap_fortran("pmpi_dist_graph_create_f08_");
	do_dist_graph_create(real, comm_, n_, sources_, degrees_, destinations_, weights_, info_, reorder_, newcomm_, ierr);
}

typedef void (*type_dist_graph_create_adjacent)(MPI_Fint *comm_, MPI_Fint *indegree_, void *sources_, void *sourceweights_, MPI_Fint *outdegree_, void *destinations_, void *destweights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr);
static void do_dist_graph_create_adjacent(type_dist_graph_create_adjacent real, MPI_Fint *comm_, MPI_Fint *indegree_, void *sources_, void *sourceweights_, MPI_Fint *outdegree_, void *destinations_, void *destweights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_create_adjacent, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, indegree_, sources_, sourceweights_, outdegree_, destinations_, destweights_, info_, reorder_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int indegree = (int)*indegree_; (void)indegree;
	int *sources = sources_; (void)sources;
	int *sourceweights = sourceweights_; (void)sourceweights;
	int outdegree = (int)*outdegree_; (void)outdegree;
	int *destinations = destinations_; (void)destinations;
	int *destweights = destweights_; (void)destweights;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	int reorder = (int)*reorder_; (void)reorder;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, indegree_, sources_, sourceweights_, outdegree_, destinations_, destweights_, info_, reorder_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_dist_graph_create_adjacent_(MPI_Fint *comm_, MPI_Fint *indegree_, void *sources_, void *sourceweights_, MPI_Fint *outdegree_, void *destinations_, void *destweights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_dist_graph_create_adjacent real;
	if (!real) real = (type_dist_graph_create_adjacent)gohpc_mpiwrap_fortran("pmpi_dist_graph_create_adjacent_");
	do_dist_graph_create_adjacent(real, comm_, indegree_, sources_, sourceweights_, outdegree_, destinations_, destweights_, info_, reorder_, newcomm_, ierr);
}
void mpi_dist_graph_create_adjacent_f08_(MPI_Fint *comm_, MPI_Fint *indegree_, void *sources_, void *sourceweights_, MPI_Fint *outdegree_, void *destinations_, void *destweights_, MPI_Fint *info_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_dist_graph_create_adjacent real;
	if (!real) real = (type_dist_graph_create_adjacent)gohpc_mpiwrap_fortran("pmpi_dist_graph_create_adjacent_f08_");
	do_dist_graph_create_adjacent(real, comm_, indegree_, sources_, sourceweights_, outdegree_, destinations_, destweights_, info_, reorder_, newcomm_, ierr);
}

typedef void (*type_dist_graph_neighbors)(MPI_Fint *comm_, MPI_Fint *maxindegree_, void *sources_, void *sourceweights_, MPI_Fint *maxoutdegree_, void *destinations_, void *destweights_, MPI_Fint *ierr);
static void do_dist_graph_neighbors(type_dist_graph_neighbors real, MPI_Fint *comm_, MPI_Fint *maxindegree_, void *sources_, void *sourceweights_, MPI_Fint *maxoutdegree_, void *destinations_, void *destweights_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_neighbors, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, maxindegree_, sources_, sourceweights_, maxoutdegree_, destinations_, destweights_, ierr);
		return;
	}
	start(&c);
	real(comm_, maxindegree_, sources_, sourceweights_, maxoutdegree_, destinations_, destweights_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_dist_graph_neighbors_(MPI_Fint *comm_, MPI_Fint *maxindegree_, void *sources_, void *sourceweights_, MPI_Fint *maxoutdegree_, void *destinations_, void *destweights_, MPI_Fint *ierr)
{
	static type_dist_graph_neighbors real;
	if (!real) real = (type_dist_graph_neighbors)gohpc_mpiwrap_fortran("pmpi_dist_graph_neighbors_");
	do_dist_graph_neighbors(real, comm_, maxindegree_, sources_, sourceweights_, maxoutdegree_, destinations_, destweights_, ierr);
}
void mpi_dist_graph_neighbors_f08_(MPI_Fint *comm_, MPI_Fint *maxindegree_, void *sources_, void *sourceweights_, MPI_Fint *maxoutdegree_, void *destinations_, void *destweights_, MPI_Fint *ierr)
{
	static type_dist_graph_neighbors real;
	if (!real) real = (type_dist_graph_neighbors)gohpc_mpiwrap_fortran("pmpi_dist_graph_neighbors_f08_");
	do_dist_graph_neighbors(real, comm_, maxindegree_, sources_, sourceweights_, maxoutdegree_, destinations_, destweights_, ierr);
}

typedef void (*type_dist_graph_neighbors_count)(MPI_Fint *comm_, void *inneighbors_, void *outneighbors_, void *weighted_, MPI_Fint *ierr);
static void do_dist_graph_neighbors_count(type_dist_graph_neighbors_count real, MPI_Fint *comm_, void *inneighbors_, void *outneighbors_, void *weighted_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_neighbors_count, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, inneighbors_, outneighbors_, weighted_, ierr);
		return;
	}
	start(&c);
	real(comm_, inneighbors_, outneighbors_, weighted_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_dist_graph_neighbors_count_(MPI_Fint *comm_, void *inneighbors_, void *outneighbors_, void *weighted_, MPI_Fint *ierr)
{
	static type_dist_graph_neighbors_count real;
	if (!real) real = (type_dist_graph_neighbors_count)gohpc_mpiwrap_fortran("pmpi_dist_graph_neighbors_count_");
	do_dist_graph_neighbors_count(real, comm_, inneighbors_, outneighbors_, weighted_, ierr);
}
void mpi_dist_graph_neighbors_count_f08_(MPI_Fint *comm_, void *inneighbors_, void *outneighbors_, void *weighted_, MPI_Fint *ierr)
{
	static type_dist_graph_neighbors_count real;
	if (!real) real = (type_dist_graph_neighbors_count)gohpc_mpiwrap_fortran("pmpi_dist_graph_neighbors_count_f08_");
	do_dist_graph_neighbors_count(real, comm_, inneighbors_, outneighbors_, weighted_, ierr);
}

typedef void (*type_barrier)(MPI_Fint *comm_, MPI_Fint *ierr);
static void do_barrier(type_barrier real, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Barrier, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = 0; int64_t received = 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_barrier_(MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_barrier real;
	if (!real) real = (type_barrier)gohpc_mpiwrap_fortran("pmpi_barrier_");
	do_barrier(real, comm_, ierr);
}
void mpi_barrier_f08_(MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_barrier real;
	if (!real) real = (type_barrier)gohpc_mpiwrap_fortran("pmpi_barrier_f08_");
	do_barrier(real, comm_, ierr);
}

typedef void (*type_ibarrier)(MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ibarrier(type_ibarrier real, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ibarrier, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, request_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = 0; int64_t received = 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ibarrier_(MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ibarrier real;
	if (!real) real = (type_ibarrier)gohpc_mpiwrap_fortran("pmpi_ibarrier_");
	do_ibarrier(real, comm_, request_, ierr);
}
void mpi_ibarrier_f08_(MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ibarrier real;
	if (!real) real = (type_ibarrier)gohpc_mpiwrap_fortran("pmpi_ibarrier_f08_");
	do_ibarrier(real, comm_, request_, ierr);
}

typedef void (*type_bcast)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_bcast(type_bcast real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Bcast, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, root_, comm_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(buf_, count_, type_, root_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = is_root(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = !is_root(&c, root) && root != MPI_PROC_NULL ? bytes_of(&c, count, type) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes_of(&c, count, type));
			put(e, root_of(c.comm, root));
			put(e, id_of(&c));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_bcast_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_bcast real;
	if (!real) real = (type_bcast)gohpc_mpiwrap_fortran("pmpi_bcast_");
	do_bcast(real, buf_, count_, type_, root_, comm_, ierr);
}
void mpi_bcast_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_bcast real;
	if (!real) real = (type_bcast)gohpc_mpiwrap_fortran("pmpi_bcast_f08_");
	do_bcast(real, buf_, count_, type_, root_, comm_, ierr);
}

typedef void (*type_ibcast)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ibcast(type_ibcast real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ibcast, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, root_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, root_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = is_root(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = !is_root(&c, root) && root != MPI_PROC_NULL ? bytes_of(&c, count, type) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ibcast_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ibcast real;
	if (!real) real = (type_ibcast)gohpc_mpiwrap_fortran("pmpi_ibcast_");
	do_ibcast(real, buf_, count_, type_, root_, comm_, request_, ierr);
}
void mpi_ibcast_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ibcast real;
	if (!real) real = (type_ibcast)gohpc_mpiwrap_fortran("pmpi_ibcast_f08_");
	do_ibcast(real, buf_, count_, type_, root_, comm_, request_, ierr);
}

typedef void (*type_bsend)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_bsend(type_bsend real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Bsend, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, count, type);if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_bsend_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_bsend real;
	if (!real) real = (type_bsend)gohpc_mpiwrap_fortran("pmpi_bsend_");
	do_bsend(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}
void mpi_bsend_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_bsend real;
	if (!real) real = (type_bsend)gohpc_mpiwrap_fortran("pmpi_bsend_f08_");
	do_bsend(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}

typedef void (*type_bsend_init)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_bsend_init(type_bsend_init real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Bsend_init, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = persistent(&c, r, *request, A_SEND, dest, size, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_bsend_init_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_bsend_init real;
	if (!real) real = (type_bsend_init)gohpc_mpiwrap_fortran("pmpi_bsend_init_");
	do_bsend_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_bsend_init_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_bsend_init real;
	if (!real) real = (type_bsend_init)gohpc_mpiwrap_fortran("pmpi_bsend_init_f08_");
	do_bsend_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_buffer_attach)(void *buffer_, MPI_Fint *size_, MPI_Fint *ierr);
static void do_buffer_attach(type_buffer_attach real, void *buffer_, MPI_Fint *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Buffer_attach, 0, MPI_COMM_NULL)) {
		real(buffer_, size_, ierr);
		return;
	}
	start(&c);
	real(buffer_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_buffer_attach_(void *buffer_, MPI_Fint *size_, MPI_Fint *ierr)
{
	static type_buffer_attach real;
	if (!real) real = (type_buffer_attach)gohpc_mpiwrap_fortran("pmpi_buffer_attach_");
	do_buffer_attach(real, buffer_, size_, ierr);
}
void mpi_buffer_attach_f08_(void *buffer_, MPI_Fint *size_, MPI_Fint *ierr)
{
	static type_buffer_attach real;
	if (!real) real = (type_buffer_attach)gohpc_mpiwrap_fortran("pmpi_buffer_attach_f08_");
	do_buffer_attach(real, buffer_, size_, ierr);
}

typedef void (*type_buffer_detach)(void *buffer_, void *size_, MPI_Fint *ierr);
static void do_buffer_detach(type_buffer_detach real, void *buffer_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Buffer_detach, 0, MPI_COMM_NULL)) {
		real(buffer_, size_, ierr);
		return;
	}
	start(&c);
	real(buffer_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_buffer_detach_(void *buffer_, void *size_, MPI_Fint *ierr)
{
	static type_buffer_detach real;
	if (!real) real = (type_buffer_detach)gohpc_mpiwrap_fortran("pmpi_buffer_detach_");
	do_buffer_detach(real, buffer_, size_, ierr);
}
void mpi_buffer_detach_f08_(void *buffer_, void *size_, MPI_Fint *ierr)
{
	static type_buffer_detach real;
	if (!real) real = (type_buffer_detach)gohpc_mpiwrap_fortran("pmpi_buffer_detach_f08_");
	do_buffer_detach(real, buffer_, size_, ierr);
}

typedef void (*type_cancel)(void *request_, MPI_Fint *ierr);
static void do_cancel(type_cancel real, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cancel, 0, MPI_COMM_NULL)) {
		real(request_, ierr);
		return;
	}
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_request_id(HANDLE(*request)));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_cancel_(void *request_, MPI_Fint *ierr)
{
	static type_cancel real;
	if (!real) real = (type_cancel)gohpc_mpiwrap_fortran("pmpi_cancel_");
	do_cancel(real, request_, ierr);
}
void mpi_cancel_f08_(void *request_, MPI_Fint *ierr)
{
	static type_cancel real;
	if (!real) real = (type_cancel)gohpc_mpiwrap_fortran("pmpi_cancel_f08_");
	do_cancel(real, request_, ierr);
}

typedef void (*type_cart_coords)(MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxdims_, void *coords_, MPI_Fint *ierr);
static void do_cart_coords(type_cart_coords real, MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxdims_, void *coords_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cart_coords, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, rank_, maxdims_, coords_, ierr);
		return;
	}
	start(&c);
	real(comm_, rank_, maxdims_, coords_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_cart_coords_(MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxdims_, void *coords_, MPI_Fint *ierr)
{
	static type_cart_coords real;
	if (!real) real = (type_cart_coords)gohpc_mpiwrap_fortran("pmpi_cart_coords_");
	do_cart_coords(real, comm_, rank_, maxdims_, coords_, ierr);
}
void mpi_cart_coords_f08_(MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxdims_, void *coords_, MPI_Fint *ierr)
{
	static type_cart_coords real;
	if (!real) real = (type_cart_coords)gohpc_mpiwrap_fortran("pmpi_cart_coords_f08_");
	do_cart_coords(real, comm_, rank_, maxdims_, coords_, ierr);
}

typedef void (*type_cart_create)(MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr);
static void do_cart_create(type_cart_create real, MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cart_create, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, ndims_, dims_, periods_, reorder_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int ndims = (int)*ndims_; (void)ndims;
	int *dims = dims_; (void)dims;
	int *periods = periods_; (void)periods;
	int reorder = (int)*reorder_; (void)reorder;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, ndims_, dims_, periods_, reorder_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_cart_create_(MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_cart_create real;
	if (!real) real = (type_cart_create)gohpc_mpiwrap_fortran("pmpi_cart_create_");
	do_cart_create(real, comm_, ndims_, dims_, periods_, reorder_, newcomm_, ierr);
}
void mpi_cart_create_f08_(MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_cart_create real;
	if (!real) real = (type_cart_create)gohpc_mpiwrap_fortran("pmpi_cart_create_f08_");
	do_cart_create(real, comm_, ndims_, dims_, periods_, reorder_, newcomm_, ierr);
}

typedef void (*type_cart_get)(MPI_Fint *comm_, MPI_Fint *maxdims_, void *dims_, void *periods_, void *coords_, MPI_Fint *ierr);
static void do_cart_get(type_cart_get real, MPI_Fint *comm_, MPI_Fint *maxdims_, void *dims_, void *periods_, void *coords_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cart_get, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, maxdims_, dims_, periods_, coords_, ierr);
		return;
	}
	start(&c);
	real(comm_, maxdims_, dims_, periods_, coords_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_cart_get_(MPI_Fint *comm_, MPI_Fint *maxdims_, void *dims_, void *periods_, void *coords_, MPI_Fint *ierr)
{
	static type_cart_get real;
	if (!real) real = (type_cart_get)gohpc_mpiwrap_fortran("pmpi_cart_get_");
	do_cart_get(real, comm_, maxdims_, dims_, periods_, coords_, ierr);
}
void mpi_cart_get_f08_(MPI_Fint *comm_, MPI_Fint *maxdims_, void *dims_, void *periods_, void *coords_, MPI_Fint *ierr)
{
	static type_cart_get real;
	if (!real) real = (type_cart_get)gohpc_mpiwrap_fortran("pmpi_cart_get_f08_");
	do_cart_get(real, comm_, maxdims_, dims_, periods_, coords_, ierr);
}

typedef void (*type_cart_map)(MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, void *newrank_, MPI_Fint *ierr);
static void do_cart_map(type_cart_map real, MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, void *newrank_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cart_map, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, ndims_, dims_, periods_, newrank_, ierr);
		return;
	}
	start(&c);
	real(comm_, ndims_, dims_, periods_, newrank_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_cart_map_(MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, void *newrank_, MPI_Fint *ierr)
{
	static type_cart_map real;
	if (!real) real = (type_cart_map)gohpc_mpiwrap_fortran("pmpi_cart_map_");
	do_cart_map(real, comm_, ndims_, dims_, periods_, newrank_, ierr);
}
void mpi_cart_map_f08_(MPI_Fint *comm_, MPI_Fint *ndims_, void *dims_, void *periods_, void *newrank_, MPI_Fint *ierr)
{
	static type_cart_map real;
	if (!real) real = (type_cart_map)gohpc_mpiwrap_fortran("pmpi_cart_map_f08_");
	do_cart_map(real, comm_, ndims_, dims_, periods_, newrank_, ierr);
}

typedef void (*type_cart_rank)(MPI_Fint *comm_, void *coords_, void *rank_, MPI_Fint *ierr);
static void do_cart_rank(type_cart_rank real, MPI_Fint *comm_, void *coords_, void *rank_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cart_rank, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, coords_, rank_, ierr);
		return;
	}
	start(&c);
	real(comm_, coords_, rank_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_cart_rank_(MPI_Fint *comm_, void *coords_, void *rank_, MPI_Fint *ierr)
{
	static type_cart_rank real;
	if (!real) real = (type_cart_rank)gohpc_mpiwrap_fortran("pmpi_cart_rank_");
	do_cart_rank(real, comm_, coords_, rank_, ierr);
}
void mpi_cart_rank_f08_(MPI_Fint *comm_, void *coords_, void *rank_, MPI_Fint *ierr)
{
	static type_cart_rank real;
	if (!real) real = (type_cart_rank)gohpc_mpiwrap_fortran("pmpi_cart_rank_f08_");
	do_cart_rank(real, comm_, coords_, rank_, ierr);
}

typedef void (*type_cart_shift)(MPI_Fint *comm_, MPI_Fint *direction_, MPI_Fint *disp_, void *rank_source_, void *rank_dest_, MPI_Fint *ierr);
static void do_cart_shift(type_cart_shift real, MPI_Fint *comm_, MPI_Fint *direction_, MPI_Fint *disp_, void *rank_source_, void *rank_dest_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cart_shift, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, direction_, disp_, rank_source_, rank_dest_, ierr);
		return;
	}
	start(&c);
	real(comm_, direction_, disp_, rank_source_, rank_dest_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_cart_shift_(MPI_Fint *comm_, MPI_Fint *direction_, MPI_Fint *disp_, void *rank_source_, void *rank_dest_, MPI_Fint *ierr)
{
	static type_cart_shift real;
	if (!real) real = (type_cart_shift)gohpc_mpiwrap_fortran("pmpi_cart_shift_");
	do_cart_shift(real, comm_, direction_, disp_, rank_source_, rank_dest_, ierr);
}
void mpi_cart_shift_f08_(MPI_Fint *comm_, MPI_Fint *direction_, MPI_Fint *disp_, void *rank_source_, void *rank_dest_, MPI_Fint *ierr)
{
	static type_cart_shift real;
	if (!real) real = (type_cart_shift)gohpc_mpiwrap_fortran("pmpi_cart_shift_f08_");
	do_cart_shift(real, comm_, direction_, disp_, rank_source_, rank_dest_, ierr);
}

typedef void (*type_cart_sub)(MPI_Fint *comm_, void *remain_dims_, void *newcomm_, MPI_Fint *ierr);
static void do_cart_sub(type_cart_sub real, MPI_Fint *comm_, void *remain_dims_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cart_sub, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, remain_dims_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int *remain_dims = remain_dims_; (void)remain_dims;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, remain_dims_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_cart_sub_(MPI_Fint *comm_, void *remain_dims_, void *newcomm_, MPI_Fint *ierr)
{
	static type_cart_sub real;
	if (!real) real = (type_cart_sub)gohpc_mpiwrap_fortran("pmpi_cart_sub_");
	do_cart_sub(real, comm_, remain_dims_, newcomm_, ierr);
}
void mpi_cart_sub_f08_(MPI_Fint *comm_, void *remain_dims_, void *newcomm_, MPI_Fint *ierr)
{
	static type_cart_sub real;
	if (!real) real = (type_cart_sub)gohpc_mpiwrap_fortran("pmpi_cart_sub_f08_");
	do_cart_sub(real, comm_, remain_dims_, newcomm_, ierr);
}

typedef void (*type_cartdim_get)(MPI_Fint *comm_, void *ndims_, MPI_Fint *ierr);
static void do_cartdim_get(type_cartdim_get real, MPI_Fint *comm_, void *ndims_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Cartdim_get, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, ndims_, ierr);
		return;
	}
	start(&c);
	real(comm_, ndims_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_cartdim_get_(MPI_Fint *comm_, void *ndims_, MPI_Fint *ierr)
{
	static type_cartdim_get real;
	if (!real) real = (type_cartdim_get)gohpc_mpiwrap_fortran("pmpi_cartdim_get_");
	do_cartdim_get(real, comm_, ndims_, ierr);
}
void mpi_cartdim_get_f08_(MPI_Fint *comm_, void *ndims_, MPI_Fint *ierr)
{
	static type_cartdim_get real;
	if (!real) real = (type_cartdim_get)gohpc_mpiwrap_fortran("pmpi_cartdim_get_f08_");
	do_cartdim_get(real, comm_, ndims_, ierr);
}

typedef void (*type_close_port)(void *port_name_, MPI_Fint *ierr, size_t length_port_name);
static void do_close_port(type_close_port real, void *port_name_, MPI_Fint *ierr, size_t length_port_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Close_port, 0, MPI_COMM_NULL)) {
		real(port_name_, ierr, length_port_name);
		return;
	}
	start(&c);
	real(port_name_, ierr, length_port_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_close_port_(void *port_name_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_close_port real;
	if (!real) real = (type_close_port)gohpc_mpiwrap_fortran("pmpi_close_port_");
	do_close_port(real, port_name_, ierr, length_port_name);
}
void mpi_close_port_f08_(void *port_name_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_close_port real;
	if (!real) real = (type_close_port)gohpc_mpiwrap_fortran("pmpi_close_port_f08_");
	do_close_port(real, port_name_, ierr, length_port_name);
}

typedef void (*type_comm_accept)(void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name);
static void do_comm_accept(type_comm_accept real, void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_accept, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
		return;
	}
	start(&c);
	real(port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_accept_(void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_comm_accept real;
	if (!real) real = (type_comm_accept)gohpc_mpiwrap_fortran("pmpi_comm_accept_");
	do_comm_accept(real, port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
}
void mpi_comm_accept_f08_(void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_comm_accept real;
	if (!real) real = (type_comm_accept)gohpc_mpiwrap_fortran("pmpi_comm_accept_f08_");
	do_comm_accept(real, port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
}

typedef void (*type_comm_call_errhandler)(MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr);
static void do_comm_call_errhandler(type_comm_call_errhandler real, MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_call_errhandler, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, errorcode_, ierr);
		return;
	}
	start(&c);
	real(comm_, errorcode_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_call_errhandler_(MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_comm_call_errhandler real;
	if (!real) real = (type_comm_call_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_call_errhandler_");
	do_comm_call_errhandler(real, comm_, errorcode_, ierr);
}
void mpi_comm_call_errhandler_f08_(MPI_Fint *comm_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_comm_call_errhandler real;
	if (!real) real = (type_comm_call_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_call_errhandler_f08_");
	do_comm_call_errhandler(real, comm_, errorcode_, ierr);
}

typedef void (*type_comm_compare)(MPI_Fint *comm1_, MPI_Fint *comm2_, void *result_, MPI_Fint *ierr);
static void do_comm_compare(type_comm_compare real, MPI_Fint *comm1_, MPI_Fint *comm2_, void *result_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_compare, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm1_))) {
		real(comm1_, comm2_, result_, ierr);
		return;
	}
	start(&c);
	real(comm1_, comm2_, result_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_compare_(MPI_Fint *comm1_, MPI_Fint *comm2_, void *result_, MPI_Fint *ierr)
{
	static type_comm_compare real;
	if (!real) real = (type_comm_compare)gohpc_mpiwrap_fortran("pmpi_comm_compare_");
	do_comm_compare(real, comm1_, comm2_, result_, ierr);
}
void mpi_comm_compare_f08_(MPI_Fint *comm1_, MPI_Fint *comm2_, void *result_, MPI_Fint *ierr)
{
	static type_comm_compare real;
	if (!real) real = (type_comm_compare)gohpc_mpiwrap_fortran("pmpi_comm_compare_f08_");
	do_comm_compare(real, comm1_, comm2_, result_, ierr);
}

typedef void (*type_comm_connect)(void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name);
static void do_comm_connect(type_comm_connect real, void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_connect, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
		return;
	}
	start(&c);
	real(port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_connect_(void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_comm_connect real;
	if (!real) real = (type_comm_connect)gohpc_mpiwrap_fortran("pmpi_comm_connect_");
	do_comm_connect(real, port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
}
void mpi_comm_connect_f08_(void *port_name_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_comm_connect real;
	if (!real) real = (type_comm_connect)gohpc_mpiwrap_fortran("pmpi_comm_connect_f08_");
	do_comm_connect(real, port_name_, info_, root_, comm_, newcomm_, ierr, length_port_name);
}

typedef void (*type_comm_create_errhandler)(void *function_, void *errhandler_, MPI_Fint *ierr);
static void do_comm_create_errhandler(type_comm_create_errhandler real, void *function_, void *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create_errhandler, 0, MPI_COMM_NULL)) {
		real(function_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(function_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_create_errhandler_(void *function_, void *errhandler_, MPI_Fint *ierr)
{
	static type_comm_create_errhandler real;
	if (!real) real = (type_comm_create_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_create_errhandler_");
	do_comm_create_errhandler(real, function_, errhandler_, ierr);
}
void mpi_comm_create_errhandler_f08_(void *function_, void *errhandler_, MPI_Fint *ierr)
{
	static type_comm_create_errhandler real;
	if (!real) real = (type_comm_create_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_create_errhandler_f08_");
	do_comm_create_errhandler(real, function_, errhandler_, ierr);
}

typedef void (*type_comm_create_keyval)(void *comm_copy_attr_fn_, void *comm_delete_attr_fn_, void *comm_keyval_, void *extra_state_, MPI_Fint *ierr);
static void do_comm_create_keyval(type_comm_create_keyval real, void *comm_copy_attr_fn_, void *comm_delete_attr_fn_, void *comm_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create_keyval, 0, MPI_COMM_NULL)) {
		real(comm_copy_attr_fn_, comm_delete_attr_fn_, comm_keyval_, extra_state_, ierr);
		return;
	}
	start(&c);
	real(comm_copy_attr_fn_, comm_delete_attr_fn_, comm_keyval_, extra_state_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_create_keyval_(void *comm_copy_attr_fn_, void *comm_delete_attr_fn_, void *comm_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_comm_create_keyval real;
	if (!real) real = (type_comm_create_keyval)gohpc_mpiwrap_fortran("pmpi_comm_create_keyval_");
	do_comm_create_keyval(real, comm_copy_attr_fn_, comm_delete_attr_fn_, comm_keyval_, extra_state_, ierr);
}
void mpi_comm_create_keyval_f08_(void *comm_copy_attr_fn_, void *comm_delete_attr_fn_, void *comm_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_comm_create_keyval real;
	if (!real) real = (type_comm_create_keyval)gohpc_mpiwrap_fortran("pmpi_comm_create_keyval_f08_");
	do_comm_create_keyval(real, comm_copy_attr_fn_, comm_delete_attr_fn_, comm_keyval_, extra_state_, ierr);
}

typedef void (*type_comm_create_group)(MPI_Fint *comm_, MPI_Fint *group_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr);
static void do_comm_create_group(type_comm_create_group real, MPI_Fint *comm_, MPI_Fint *group_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create_group, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, group_, tag_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Group group = PMPI_Group_f2c(*group_); (void)group;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, group_, tag_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_create_group_(MPI_Fint *comm_, MPI_Fint *group_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_create_group real;
	if (!real) real = (type_comm_create_group)gohpc_mpiwrap_fortran("pmpi_comm_create_group_");
	do_comm_create_group(real, comm_, group_, tag_, newcomm_, ierr);
}
void mpi_comm_create_group_f08_(MPI_Fint *comm_, MPI_Fint *group_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_create_group real;
	if (!real) real = (type_comm_create_group)gohpc_mpiwrap_fortran("pmpi_comm_create_group_f08_");
	do_comm_create_group(real, comm_, group_, tag_, newcomm_, ierr);
}

typedef void (*type_comm_create)(MPI_Fint *comm_, MPI_Fint *group_, void *newcomm_, MPI_Fint *ierr);
static void do_comm_create(type_comm_create real, MPI_Fint *comm_, MPI_Fint *group_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, group_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Group group = PMPI_Group_f2c(*group_); (void)group;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, group_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_create_(MPI_Fint *comm_, MPI_Fint *group_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_create real;
	if (!real) real = (type_comm_create)gohpc_mpiwrap_fortran("pmpi_comm_create_");
	do_comm_create(real, comm_, group_, newcomm_, ierr);
}
void mpi_comm_create_f08_(MPI_Fint *comm_, MPI_Fint *group_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_create real;
	if (!real) real = (type_comm_create)gohpc_mpiwrap_fortran("pmpi_comm_create_f08_");
	do_comm_create(real, comm_, group_, newcomm_, ierr);
}

typedef void (*type_comm_delete_attr)(MPI_Fint *comm_, MPI_Fint *comm_keyval_, MPI_Fint *ierr);
static void do_comm_delete_attr(type_comm_delete_attr real, MPI_Fint *comm_, MPI_Fint *comm_keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_delete_attr, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, comm_keyval_, ierr);
		return;
	}
	start(&c);
	real(comm_, comm_keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_delete_attr_(MPI_Fint *comm_, MPI_Fint *comm_keyval_, MPI_Fint *ierr)
{
	static type_comm_delete_attr real;
	if (!real) real = (type_comm_delete_attr)gohpc_mpiwrap_fortran("pmpi_comm_delete_attr_");
	do_comm_delete_attr(real, comm_, comm_keyval_, ierr);
}
void mpi_comm_delete_attr_f08_(MPI_Fint *comm_, MPI_Fint *comm_keyval_, MPI_Fint *ierr)
{
	static type_comm_delete_attr real;
	if (!real) real = (type_comm_delete_attr)gohpc_mpiwrap_fortran("pmpi_comm_delete_attr_f08_");
	do_comm_delete_attr(real, comm_, comm_keyval_, ierr);
}

typedef void (*type_comm_disconnect)(void *comm_, MPI_Fint *ierr);
static void do_comm_disconnect(type_comm_disconnect real, void *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_disconnect, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, ierr);
		return;
	}
	MPI_Comm value_comm = PMPI_Comm_f2c(*(MPI_Fint *)comm_), *comm = &value_comm; (void)comm;
	gohpc_mpiwrap_freeing_comm(*comm);
	start(&c);
	real(comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_comm = PMPI_Comm_f2c(*(MPI_Fint *)comm_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_disconnect_(void *comm_, MPI_Fint *ierr)
{
	static type_comm_disconnect real;
	if (!real) real = (type_comm_disconnect)gohpc_mpiwrap_fortran("pmpi_comm_disconnect_");
	do_comm_disconnect(real, comm_, ierr);
}
void mpi_comm_disconnect_f08_(void *comm_, MPI_Fint *ierr)
{
	static type_comm_disconnect real;
	if (!real) real = (type_comm_disconnect)gohpc_mpiwrap_fortran("pmpi_comm_disconnect_f08_");
	do_comm_disconnect(real, comm_, ierr);
}

typedef void (*type_comm_dup)(MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr);
static void do_comm_dup(type_comm_dup real, MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_dup, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_dup_(MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_dup real;
	if (!real) real = (type_comm_dup)gohpc_mpiwrap_fortran("pmpi_comm_dup_");
	do_comm_dup(real, comm_, newcomm_, ierr);
}
void mpi_comm_dup_f08_(MPI_Fint *comm_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_dup real;
	if (!real) real = (type_comm_dup)gohpc_mpiwrap_fortran("pmpi_comm_dup_f08_");
	do_comm_dup(real, comm_, newcomm_, ierr);
}

typedef void (*type_comm_idup)(MPI_Fint *comm_, void *newcomm_, void *request_, MPI_Fint *ierr);
static void do_comm_idup(type_comm_idup real, MPI_Fint *comm_, void *newcomm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_idup, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, newcomm_, request_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(comm_, newcomm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_idup_(MPI_Fint *comm_, void *newcomm_, void *request_, MPI_Fint *ierr)
{
	static type_comm_idup real;
	if (!real) real = (type_comm_idup)gohpc_mpiwrap_fortran("pmpi_comm_idup_");
	do_comm_idup(real, comm_, newcomm_, request_, ierr);
}
void mpi_comm_idup_f08_(MPI_Fint *comm_, void *newcomm_, void *request_, MPI_Fint *ierr)
{
	static type_comm_idup real;
	if (!real) real = (type_comm_idup)gohpc_mpiwrap_fortran("pmpi_comm_idup_f08_");
	do_comm_idup(real, comm_, newcomm_, request_, ierr);
}

typedef void (*type_comm_dup_with_info)(MPI_Fint *comm_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr);
static void do_comm_dup_with_info(type_comm_dup_with_info real, MPI_Fint *comm_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_dup_with_info, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, info_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, info_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_dup_with_info_(MPI_Fint *comm_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_dup_with_info real;
	if (!real) real = (type_comm_dup_with_info)gohpc_mpiwrap_fortran("pmpi_comm_dup_with_info_");
	do_comm_dup_with_info(real, comm_, info_, newcomm_, ierr);
}
void mpi_comm_dup_with_info_f08_(MPI_Fint *comm_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_dup_with_info real;
	if (!real) real = (type_comm_dup_with_info)gohpc_mpiwrap_fortran("pmpi_comm_dup_with_info_f08_");
	do_comm_dup_with_info(real, comm_, info_, newcomm_, ierr);
}

typedef void (*type_comm_free_keyval)(void *comm_keyval_, MPI_Fint *ierr);
static void do_comm_free_keyval(type_comm_free_keyval real, void *comm_keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_free_keyval, 0, MPI_COMM_NULL)) {
		real(comm_keyval_, ierr);
		return;
	}
	start(&c);
	real(comm_keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_free_keyval_(void *comm_keyval_, MPI_Fint *ierr)
{
	static type_comm_free_keyval real;
	if (!real) real = (type_comm_free_keyval)gohpc_mpiwrap_fortran("pmpi_comm_free_keyval_");
	do_comm_free_keyval(real, comm_keyval_, ierr);
}
void mpi_comm_free_keyval_f08_(void *comm_keyval_, MPI_Fint *ierr)
{
	static type_comm_free_keyval real;
	if (!real) real = (type_comm_free_keyval)gohpc_mpiwrap_fortran("pmpi_comm_free_keyval_f08_");
	do_comm_free_keyval(real, comm_keyval_, ierr);
}

typedef void (*type_comm_free)(void *comm_, MPI_Fint *ierr);
static void do_comm_free(type_comm_free real, void *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_free, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, ierr);
		return;
	}
	MPI_Comm value_comm = PMPI_Comm_f2c(*(MPI_Fint *)comm_), *comm = &value_comm; (void)comm;
	gohpc_mpiwrap_freeing_comm(*comm);
	start(&c);
	real(comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_comm = PMPI_Comm_f2c(*(MPI_Fint *)comm_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_free_(void *comm_, MPI_Fint *ierr)
{
	static type_comm_free real;
	if (!real) real = (type_comm_free)gohpc_mpiwrap_fortran("pmpi_comm_free_");
	do_comm_free(real, comm_, ierr);
}
void mpi_comm_free_f08_(void *comm_, MPI_Fint *ierr)
{
	static type_comm_free real;
	if (!real) real = (type_comm_free)gohpc_mpiwrap_fortran("pmpi_comm_free_f08_");
	do_comm_free(real, comm_, ierr);
}

typedef void (*type_comm_get_attr)(MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr);
static void do_comm_get_attr(type_comm_get_attr real, MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_attr, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, comm_keyval_, attribute_val_, flag_, ierr);
		return;
	}
	start(&c);
	real(comm_, comm_keyval_, attribute_val_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_get_attr_(MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_comm_get_attr real;
	if (!real) real = (type_comm_get_attr)gohpc_mpiwrap_fortran("pmpi_comm_get_attr_");
	do_comm_get_attr(real, comm_, comm_keyval_, attribute_val_, flag_, ierr);
}
void mpi_comm_get_attr_f08_(MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_comm_get_attr real;
	if (!real) real = (type_comm_get_attr)gohpc_mpiwrap_fortran("pmpi_comm_get_attr_f08_");
	do_comm_get_attr(real, comm_, comm_keyval_, attribute_val_, flag_, ierr);
}

typedef void (*type_comm_get_errhandler)(MPI_Fint *comm_, void *erhandler_, MPI_Fint *ierr);
static void do_comm_get_errhandler(type_comm_get_errhandler real, MPI_Fint *comm_, void *erhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_errhandler, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, erhandler_, ierr);
		return;
	}
	start(&c);
	real(comm_, erhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_get_errhandler_(MPI_Fint *comm_, void *erhandler_, MPI_Fint *ierr)
{
	static type_comm_get_errhandler real;
	if (!real) real = (type_comm_get_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_get_errhandler_");
	do_comm_get_errhandler(real, comm_, erhandler_, ierr);
}
void mpi_comm_get_errhandler_f08_(MPI_Fint *comm_, void *erhandler_, MPI_Fint *ierr)
{
	static type_comm_get_errhandler real;
	if (!real) real = (type_comm_get_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_get_errhandler_f08_");
	do_comm_get_errhandler(real, comm_, erhandler_, ierr);
}

typedef void (*type_comm_get_info)(MPI_Fint *comm_, void *info_used_, MPI_Fint *ierr);
static void do_comm_get_info(type_comm_get_info real, MPI_Fint *comm_, void *info_used_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_info, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, info_used_, ierr);
		return;
	}
	start(&c);
	real(comm_, info_used_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_get_info_(MPI_Fint *comm_, void *info_used_, MPI_Fint *ierr)
{
	static type_comm_get_info real;
	if (!real) real = (type_comm_get_info)gohpc_mpiwrap_fortran("pmpi_comm_get_info_");
	do_comm_get_info(real, comm_, info_used_, ierr);
}
void mpi_comm_get_info_f08_(MPI_Fint *comm_, void *info_used_, MPI_Fint *ierr)
{
	static type_comm_get_info real;
	if (!real) real = (type_comm_get_info)gohpc_mpiwrap_fortran("pmpi_comm_get_info_f08_");
	do_comm_get_info(real, comm_, info_used_, ierr);
}

typedef void (*type_comm_get_name)(MPI_Fint *comm_, void *comm_name_, void *resultlen_, MPI_Fint *ierr, size_t length_comm_name);
static void do_comm_get_name(type_comm_get_name real, MPI_Fint *comm_, void *comm_name_, void *resultlen_, MPI_Fint *ierr, size_t length_comm_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_name, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, comm_name_, resultlen_, ierr, length_comm_name);
		return;
	}
	start(&c);
	real(comm_, comm_name_, resultlen_, ierr, length_comm_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_get_name_(MPI_Fint *comm_, void *comm_name_, void *resultlen_, MPI_Fint *ierr, size_t length_comm_name)
{
	static type_comm_get_name real;
	if (!real) real = (type_comm_get_name)gohpc_mpiwrap_fortran("pmpi_comm_get_name_");
	do_comm_get_name(real, comm_, comm_name_, resultlen_, ierr, length_comm_name);
}
void mpi_comm_get_name_f08_(MPI_Fint *comm_, void *comm_name_, void *resultlen_, MPI_Fint *ierr, size_t length_comm_name)
{
	static type_comm_get_name real;
	if (!real) real = (type_comm_get_name)gohpc_mpiwrap_fortran("pmpi_comm_get_name_f08_");
	do_comm_get_name(real, comm_, comm_name_, resultlen_, ierr, length_comm_name);
}

typedef void (*type_comm_get_parent)(void *parent_, MPI_Fint *ierr);
static void do_comm_get_parent(type_comm_get_parent real, void *parent_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_parent, 0, MPI_COMM_NULL)) {
		real(parent_, ierr);
		return;
	}
	start(&c);
	real(parent_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_get_parent_(void *parent_, MPI_Fint *ierr)
{
	static type_comm_get_parent real;
	if (!real) real = (type_comm_get_parent)gohpc_mpiwrap_fortran("pmpi_comm_get_parent_");
	do_comm_get_parent(real, parent_, ierr);
}
void mpi_comm_get_parent_f08_(void *parent_, MPI_Fint *ierr)
{
	static type_comm_get_parent real;
	if (!real) real = (type_comm_get_parent)gohpc_mpiwrap_fortran("pmpi_comm_get_parent_f08_");
	do_comm_get_parent(real, parent_, ierr);
}

typedef void (*type_comm_group)(MPI_Fint *comm_, void *group_, MPI_Fint *ierr);
static void do_comm_group(type_comm_group real, MPI_Fint *comm_, void *group_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_group, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, group_, ierr);
		return;
	}
	start(&c);
	real(comm_, group_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_group_(MPI_Fint *comm_, void *group_, MPI_Fint *ierr)
{
	static type_comm_group real;
	if (!real) real = (type_comm_group)gohpc_mpiwrap_fortran("pmpi_comm_group_");
	do_comm_group(real, comm_, group_, ierr);
}
void mpi_comm_group_f08_(MPI_Fint *comm_, void *group_, MPI_Fint *ierr)
{
	static type_comm_group real;
	if (!real) real = (type_comm_group)gohpc_mpiwrap_fortran("pmpi_comm_group_f08_");
	do_comm_group(real, comm_, group_, ierr);
}

typedef void (*type_comm_join)(MPI_Fint *fd_, void *intercomm_, MPI_Fint *ierr);
static void do_comm_join(type_comm_join real, MPI_Fint *fd_, void *intercomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_join, 0, MPI_COMM_NULL)) {
		real(fd_, intercomm_, ierr);
		return;
	}
	start(&c);
	real(fd_, intercomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_join_(MPI_Fint *fd_, void *intercomm_, MPI_Fint *ierr)
{
	static type_comm_join real;
	if (!real) real = (type_comm_join)gohpc_mpiwrap_fortran("pmpi_comm_join_");
	do_comm_join(real, fd_, intercomm_, ierr);
}
void mpi_comm_join_f08_(MPI_Fint *fd_, void *intercomm_, MPI_Fint *ierr)
{
	static type_comm_join real;
	if (!real) real = (type_comm_join)gohpc_mpiwrap_fortran("pmpi_comm_join_f08_");
	do_comm_join(real, fd_, intercomm_, ierr);
}

typedef void (*type_comm_rank)(MPI_Fint *comm_, void *rank_, MPI_Fint *ierr);
static void do_comm_rank(type_comm_rank real, MPI_Fint *comm_, void *rank_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_rank, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, rank_, ierr);
		return;
	}
	start(&c);
	real(comm_, rank_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_rank_(MPI_Fint *comm_, void *rank_, MPI_Fint *ierr)
{
	static type_comm_rank real;
	if (!real) real = (type_comm_rank)gohpc_mpiwrap_fortran("pmpi_comm_rank_");
	do_comm_rank(real, comm_, rank_, ierr);
}
void mpi_comm_rank_f08_(MPI_Fint *comm_, void *rank_, MPI_Fint *ierr)
{
	static type_comm_rank real;
	if (!real) real = (type_comm_rank)gohpc_mpiwrap_fortran("pmpi_comm_rank_f08_");
	do_comm_rank(real, comm_, rank_, ierr);
}

typedef void (*type_comm_remote_group)(MPI_Fint *comm_, void *group_, MPI_Fint *ierr);
static void do_comm_remote_group(type_comm_remote_group real, MPI_Fint *comm_, void *group_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_remote_group, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, group_, ierr);
		return;
	}
	start(&c);
	real(comm_, group_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_remote_group_(MPI_Fint *comm_, void *group_, MPI_Fint *ierr)
{
	static type_comm_remote_group real;
	if (!real) real = (type_comm_remote_group)gohpc_mpiwrap_fortran("pmpi_comm_remote_group_");
	do_comm_remote_group(real, comm_, group_, ierr);
}
void mpi_comm_remote_group_f08_(MPI_Fint *comm_, void *group_, MPI_Fint *ierr)
{
	static type_comm_remote_group real;
	if (!real) real = (type_comm_remote_group)gohpc_mpiwrap_fortran("pmpi_comm_remote_group_f08_");
	do_comm_remote_group(real, comm_, group_, ierr);
}

typedef void (*type_comm_remote_size)(MPI_Fint *comm_, void *size_, MPI_Fint *ierr);
static void do_comm_remote_size(type_comm_remote_size real, MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_remote_size, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, size_, ierr);
		return;
	}
	start(&c);
	real(comm_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_remote_size_(MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	static type_comm_remote_size real;
	if (!real) real = (type_comm_remote_size)gohpc_mpiwrap_fortran("pmpi_comm_remote_size_");
	do_comm_remote_size(real, comm_, size_, ierr);
}
void mpi_comm_remote_size_f08_(MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	static type_comm_remote_size real;
	if (!real) real = (type_comm_remote_size)gohpc_mpiwrap_fortran("pmpi_comm_remote_size_f08_");
	do_comm_remote_size(real, comm_, size_, ierr);
}

typedef void (*type_comm_set_attr)(MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, MPI_Fint *ierr);
static void do_comm_set_attr(type_comm_set_attr real, MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_attr, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, comm_keyval_, attribute_val_, ierr);
		return;
	}
	start(&c);
	real(comm_, comm_keyval_, attribute_val_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_set_attr_(MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	static type_comm_set_attr real;
	if (!real) real = (type_comm_set_attr)gohpc_mpiwrap_fortran("pmpi_comm_set_attr_");
	do_comm_set_attr(real, comm_, comm_keyval_, attribute_val_, ierr);
}
void mpi_comm_set_attr_f08_(MPI_Fint *comm_, MPI_Fint *comm_keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	static type_comm_set_attr real;
	if (!real) real = (type_comm_set_attr)gohpc_mpiwrap_fortran("pmpi_comm_set_attr_f08_");
	do_comm_set_attr(real, comm_, comm_keyval_, attribute_val_, ierr);
}

typedef void (*type_comm_set_errhandler)(MPI_Fint *comm_, MPI_Fint *errhandler_, MPI_Fint *ierr);
static void do_comm_set_errhandler(type_comm_set_errhandler real, MPI_Fint *comm_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_errhandler, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(comm_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_set_errhandler_(MPI_Fint *comm_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	static type_comm_set_errhandler real;
	if (!real) real = (type_comm_set_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_set_errhandler_");
	do_comm_set_errhandler(real, comm_, errhandler_, ierr);
}
void mpi_comm_set_errhandler_f08_(MPI_Fint *comm_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	static type_comm_set_errhandler real;
	if (!real) real = (type_comm_set_errhandler)gohpc_mpiwrap_fortran("pmpi_comm_set_errhandler_f08_");
	do_comm_set_errhandler(real, comm_, errhandler_, ierr);
}

typedef void (*type_comm_set_info)(MPI_Fint *comm_, MPI_Fint *info_, MPI_Fint *ierr);
static void do_comm_set_info(type_comm_set_info real, MPI_Fint *comm_, MPI_Fint *info_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_info, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, info_, ierr);
		return;
	}
	start(&c);
	real(comm_, info_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_set_info_(MPI_Fint *comm_, MPI_Fint *info_, MPI_Fint *ierr)
{
	static type_comm_set_info real;
	if (!real) real = (type_comm_set_info)gohpc_mpiwrap_fortran("pmpi_comm_set_info_");
	do_comm_set_info(real, comm_, info_, ierr);
}
void mpi_comm_set_info_f08_(MPI_Fint *comm_, MPI_Fint *info_, MPI_Fint *ierr)
{
	static type_comm_set_info real;
	if (!real) real = (type_comm_set_info)gohpc_mpiwrap_fortran("pmpi_comm_set_info_f08_");
	do_comm_set_info(real, comm_, info_, ierr);
}

typedef void (*type_comm_set_name)(MPI_Fint *comm_, void *name_, MPI_Fint *ierr, size_t length_name);
static void do_comm_set_name(type_comm_set_name real, MPI_Fint *comm_, void *name_, MPI_Fint *ierr, size_t length_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_name, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, name_, ierr, length_name);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	char text_name[TEXT], *name = gohpc_mpiwrap_text(text_name, name_, length_name); (void)name;
	start(&c);
	real(comm_, name_, ierr, length_name);
	c.end = ticks(&c);
	r = *ierr;
	if (OK(r)) gohpc_mpiwrap_named_comm(comm);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_set_name_(MPI_Fint *comm_, void *name_, MPI_Fint *ierr, size_t length_name)
{
	static type_comm_set_name real;
	if (!real) real = (type_comm_set_name)gohpc_mpiwrap_fortran("pmpi_comm_set_name_");
	do_comm_set_name(real, comm_, name_, ierr, length_name);
}
void mpi_comm_set_name_f08_(MPI_Fint *comm_, void *name_, MPI_Fint *ierr, size_t length_name)
{
	static type_comm_set_name real;
	if (!real) real = (type_comm_set_name)gohpc_mpiwrap_fortran("pmpi_comm_set_name_f08_");
	do_comm_set_name(real, comm_, name_, ierr, length_name);
}

typedef void (*type_comm_size)(MPI_Fint *comm_, void *size_, MPI_Fint *ierr);
static void do_comm_size(type_comm_size real, MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_size, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, size_, ierr);
		return;
	}
	start(&c);
	real(comm_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_size_(MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	static type_comm_size real;
	if (!real) real = (type_comm_size)gohpc_mpiwrap_fortran("pmpi_comm_size_");
	do_comm_size(real, comm_, size_, ierr);
}
void mpi_comm_size_f08_(MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	static type_comm_size real;
	if (!real) real = (type_comm_size)gohpc_mpiwrap_fortran("pmpi_comm_size_f08_");
	do_comm_size(real, comm_, size_, ierr);
}

typedef void (*type_comm_spawn)(void *command_, void *argv_, MPI_Fint *maxprocs_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_command, size_t length_argv);
static void do_comm_spawn(type_comm_spawn real, void *command_, void *argv_, MPI_Fint *maxprocs_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_command, size_t length_argv)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_spawn, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(command_, argv_, maxprocs_, info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_command, length_argv);
		return;
	}
	start(&c);
	real(command_, argv_, maxprocs_, info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_command, length_argv);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_spawn_(void *command_, void *argv_, MPI_Fint *maxprocs_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_command, size_t length_argv)
{
	static type_comm_spawn real;
	if (!real) real = (type_comm_spawn)gohpc_mpiwrap_fortran("pmpi_comm_spawn_");
	do_comm_spawn(real, command_, argv_, maxprocs_, info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_command, length_argv);
}
void mpi_comm_spawn_f08_(void *command_, void *argv_, MPI_Fint *maxprocs_, MPI_Fint *info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_command, size_t length_argv)
{
	static type_comm_spawn real;
	if (!real) real = (type_comm_spawn)gohpc_mpiwrap_fortran("pmpi_comm_spawn_f08_");
	do_comm_spawn(real, command_, argv_, maxprocs_, info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_command, length_argv);
}

typedef void (*type_comm_spawn_multiple)(MPI_Fint *count_, void *array_of_commands_, void *array_of_argv_, void *array_of_maxprocs_, void *array_of_info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_array_of_commands, size_t length_array_of_argv);
static void do_comm_spawn_multiple(type_comm_spawn_multiple real, MPI_Fint *count_, void *array_of_commands_, void *array_of_argv_, void *array_of_maxprocs_, void *array_of_info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_array_of_commands, size_t length_array_of_argv)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_spawn_multiple, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(count_, array_of_commands_, array_of_argv_, array_of_maxprocs_, array_of_info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_array_of_commands, length_array_of_argv);
		return;
	}
	start(&c);
	real(count_, array_of_commands_, array_of_argv_, array_of_maxprocs_, array_of_info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_array_of_commands, length_array_of_argv);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_spawn_multiple_(MPI_Fint *count_, void *array_of_commands_, void *array_of_argv_, void *array_of_maxprocs_, void *array_of_info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_array_of_commands, size_t length_array_of_argv)
{
	static type_comm_spawn_multiple real;
	if (!real) real = (type_comm_spawn_multiple)gohpc_mpiwrap_fortran("pmpi_comm_spawn_multiple_");
	do_comm_spawn_multiple(real, count_, array_of_commands_, array_of_argv_, array_of_maxprocs_, array_of_info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_array_of_commands, length_array_of_argv);
}
void mpi_comm_spawn_multiple_f08_(MPI_Fint *count_, void *array_of_commands_, void *array_of_argv_, void *array_of_maxprocs_, void *array_of_info_, MPI_Fint *root_, MPI_Fint *comm_, void *intercomm_, void *array_of_errcodes_, MPI_Fint *ierr, size_t length_array_of_commands, size_t length_array_of_argv)
{
	static type_comm_spawn_multiple real;
	if (!real) real = (type_comm_spawn_multiple)gohpc_mpiwrap_fortran("pmpi_comm_spawn_multiple_f08_");
	do_comm_spawn_multiple(real, count_, array_of_commands_, array_of_argv_, array_of_maxprocs_, array_of_info_, root_, comm_, intercomm_, array_of_errcodes_, ierr, length_array_of_commands, length_array_of_argv);
}

typedef void (*type_comm_split)(MPI_Fint *comm_, MPI_Fint *color_, MPI_Fint *key_, void *newcomm_, MPI_Fint *ierr);
static void do_comm_split(type_comm_split real, MPI_Fint *comm_, MPI_Fint *color_, MPI_Fint *key_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_split, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, color_, key_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int color = (int)*color_; (void)color;
	int key = (int)*key_; (void)key;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, color_, key_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_split_(MPI_Fint *comm_, MPI_Fint *color_, MPI_Fint *key_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_split real;
	if (!real) real = (type_comm_split)gohpc_mpiwrap_fortran("pmpi_comm_split_");
	do_comm_split(real, comm_, color_, key_, newcomm_, ierr);
}
void mpi_comm_split_f08_(MPI_Fint *comm_, MPI_Fint *color_, MPI_Fint *key_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_split real;
	if (!real) real = (type_comm_split)gohpc_mpiwrap_fortran("pmpi_comm_split_f08_");
	do_comm_split(real, comm_, color_, key_, newcomm_, ierr);
}

typedef void (*type_comm_split_type)(MPI_Fint *comm_, MPI_Fint *split_type_, MPI_Fint *key_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr);
static void do_comm_split_type(type_comm_split_type real, MPI_Fint *comm_, MPI_Fint *split_type_, MPI_Fint *key_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_split_type, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, split_type_, key_, info_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int split_type = (int)*split_type_; (void)split_type;
	int key = (int)*key_; (void)key;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, split_type_, key_, info_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_split_type_(MPI_Fint *comm_, MPI_Fint *split_type_, MPI_Fint *key_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_split_type real;
	if (!real) real = (type_comm_split_type)gohpc_mpiwrap_fortran("pmpi_comm_split_type_");
	do_comm_split_type(real, comm_, split_type_, key_, info_, newcomm_, ierr);
}
void mpi_comm_split_type_f08_(MPI_Fint *comm_, MPI_Fint *split_type_, MPI_Fint *key_, MPI_Fint *info_, void *newcomm_, MPI_Fint *ierr)
{
	static type_comm_split_type real;
	if (!real) real = (type_comm_split_type)gohpc_mpiwrap_fortran("pmpi_comm_split_type_f08_");
	do_comm_split_type(real, comm_, split_type_, key_, info_, newcomm_, ierr);
}

typedef void (*type_comm_test_inter)(MPI_Fint *comm_, void *flag_, MPI_Fint *ierr);
static void do_comm_test_inter(type_comm_test_inter real, MPI_Fint *comm_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Comm_test_inter, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, flag_, ierr);
		return;
	}
	start(&c);
	real(comm_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_comm_test_inter_(MPI_Fint *comm_, void *flag_, MPI_Fint *ierr)
{
	static type_comm_test_inter real;
	if (!real) real = (type_comm_test_inter)gohpc_mpiwrap_fortran("pmpi_comm_test_inter_");
	do_comm_test_inter(real, comm_, flag_, ierr);
}
void mpi_comm_test_inter_f08_(MPI_Fint *comm_, void *flag_, MPI_Fint *ierr)
{
	static type_comm_test_inter real;
	if (!real) real = (type_comm_test_inter)gohpc_mpiwrap_fortran("pmpi_comm_test_inter_f08_");
	do_comm_test_inter(real, comm_, flag_, ierr);
}

typedef void (*type_compare_and_swap)(void *origin_, void *compare_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_compare_and_swap(type_compare_and_swap real, void *origin_, void *compare_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Compare_and_swap, 0, MPI_COMM_NULL)) {
		real(origin_, compare_, result_, type_, rank_, disp_, win_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	void *compare = fortran_buffer(compare_); (void)compare;
	void *result = fortran_buffer(result_); (void)result;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	start(&c);
	real(origin_, compare_, result_, type_, rank_, disp_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, 1, type); const struct comm *w = comm_of_window(win); if (OK(r)) { put_to(&c, w, rank, size); got_from(&c, w, rank, size); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_compare_and_swap_(void *origin_, void *compare_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_compare_and_swap real;
	if (!real) real = (type_compare_and_swap)gohpc_mpiwrap_fortran("pmpi_compare_and_swap_");
	do_compare_and_swap(real, origin_, compare_, result_, type_, rank_, disp_, win_, ierr);
}
void mpi_compare_and_swap_f08_(void *origin_, void *compare_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_compare_and_swap real;
	if (!real) real = (type_compare_and_swap)gohpc_mpiwrap_fortran("pmpi_compare_and_swap_f08_");
	do_compare_and_swap(real, origin_, compare_, result_, type_, rank_, disp_, win_, ierr);
}

typedef void (*type_dims_create)(MPI_Fint *nnodes_, MPI_Fint *ndims_, void *dims_, MPI_Fint *ierr);
static void do_dims_create(type_dims_create real, MPI_Fint *nnodes_, MPI_Fint *ndims_, void *dims_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Dims_create, 0, MPI_COMM_NULL)) {
		real(nnodes_, ndims_, dims_, ierr);
		return;
	}
	start(&c);
	real(nnodes_, ndims_, dims_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_dims_create_(MPI_Fint *nnodes_, MPI_Fint *ndims_, void *dims_, MPI_Fint *ierr)
{
	static type_dims_create real;
	if (!real) real = (type_dims_create)gohpc_mpiwrap_fortran("pmpi_dims_create_");
	do_dims_create(real, nnodes_, ndims_, dims_, ierr);
}
void mpi_dims_create_f08_(MPI_Fint *nnodes_, MPI_Fint *ndims_, void *dims_, MPI_Fint *ierr)
{
	static type_dims_create real;
	if (!real) real = (type_dims_create)gohpc_mpiwrap_fortran("pmpi_dims_create_f08_");
	do_dims_create(real, nnodes_, ndims_, dims_, ierr);
}

typedef void (*type_errhandler_free)(void *errhandler_, MPI_Fint *ierr);
static void do_errhandler_free(type_errhandler_free real, void *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Errhandler_free, 0, MPI_COMM_NULL)) {
		real(errhandler_, ierr);
		return;
	}
	start(&c);
	real(errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_errhandler_free_(void *errhandler_, MPI_Fint *ierr)
{
	static type_errhandler_free real;
	if (!real) real = (type_errhandler_free)gohpc_mpiwrap_fortran("pmpi_errhandler_free_");
	do_errhandler_free(real, errhandler_, ierr);
}
void mpi_errhandler_free_f08_(void *errhandler_, MPI_Fint *ierr)
{
	static type_errhandler_free real;
	if (!real) real = (type_errhandler_free)gohpc_mpiwrap_fortran("pmpi_errhandler_free_f08_");
	do_errhandler_free(real, errhandler_, ierr);
}

typedef void (*type_error_class)(MPI_Fint *errorcode_, void *errorclass_, MPI_Fint *ierr);
static void do_error_class(type_error_class real, MPI_Fint *errorcode_, void *errorclass_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Error_class, 0, MPI_COMM_NULL)) {
		real(errorcode_, errorclass_, ierr);
		return;
	}
	start(&c);
	real(errorcode_, errorclass_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_error_class_(MPI_Fint *errorcode_, void *errorclass_, MPI_Fint *ierr)
{
	static type_error_class real;
	if (!real) real = (type_error_class)gohpc_mpiwrap_fortran("pmpi_error_class_");
	do_error_class(real, errorcode_, errorclass_, ierr);
}
void mpi_error_class_f08_(MPI_Fint *errorcode_, void *errorclass_, MPI_Fint *ierr)
{
	static type_error_class real;
	if (!real) real = (type_error_class)gohpc_mpiwrap_fortran("pmpi_error_class_f08_");
	do_error_class(real, errorcode_, errorclass_, ierr);
}

typedef void (*type_error_string)(MPI_Fint *errorcode_, void *string_, void *resultlen_, MPI_Fint *ierr, size_t length_string);
static void do_error_string(type_error_string real, MPI_Fint *errorcode_, void *string_, void *resultlen_, MPI_Fint *ierr, size_t length_string)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Error_string, 0, MPI_COMM_NULL)) {
		real(errorcode_, string_, resultlen_, ierr, length_string);
		return;
	}
	start(&c);
	real(errorcode_, string_, resultlen_, ierr, length_string);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_error_string_(MPI_Fint *errorcode_, void *string_, void *resultlen_, MPI_Fint *ierr, size_t length_string)
{
	static type_error_string real;
	if (!real) real = (type_error_string)gohpc_mpiwrap_fortran("pmpi_error_string_");
	do_error_string(real, errorcode_, string_, resultlen_, ierr, length_string);
}
void mpi_error_string_f08_(MPI_Fint *errorcode_, void *string_, void *resultlen_, MPI_Fint *ierr, size_t length_string)
{
	static type_error_string real;
	if (!real) real = (type_error_string)gohpc_mpiwrap_fortran("pmpi_error_string_f08_");
	do_error_string(real, errorcode_, string_, resultlen_, ierr, length_string);
}

typedef void (*type_exscan)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_exscan(type_exscan real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Exscan, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = bytes_of(&c, count, type); int64_t received = rank_of(&c) > 0 ? bytes_of(&c, count, type) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes_of(&c, count, type));
			put(e, id_of(&c));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_exscan_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_exscan real;
	if (!real) real = (type_exscan)gohpc_mpiwrap_fortran("pmpi_exscan_");
	do_exscan(real, sendbuf_, buf_, count_, type_, op_, comm_, ierr);
}
void mpi_exscan_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_exscan real;
	if (!real) real = (type_exscan)gohpc_mpiwrap_fortran("pmpi_exscan_f08_");
	do_exscan(real, sendbuf_, buf_, count_, type_, op_, comm_, ierr);
}

typedef void (*type_fetch_and_op)(void *origin_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_fetch_and_op(type_fetch_and_op real, void *origin_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Fetch_and_op, 0, MPI_COMM_NULL)) {
		real(origin_, result_, type_, rank_, disp_, op_, win_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	void *result = fortran_buffer(result_); (void)result;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	start(&c);
	real(origin_, result_, type_, rank_, disp_, op_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, 1, type); const struct comm *w = comm_of_window(win); if (OK(r)) { if (op != MPI_NO_OP) put_to(&c, w, rank, size); got_from(&c, w, rank, size); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_fetch_and_op_(void *origin_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_fetch_and_op real;
	if (!real) real = (type_fetch_and_op)gohpc_mpiwrap_fortran("pmpi_fetch_and_op_");
	do_fetch_and_op(real, origin_, result_, type_, rank_, disp_, op_, win_, ierr);
}
void mpi_fetch_and_op_f08_(void *origin_, void *result_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_fetch_and_op real;
	if (!real) real = (type_fetch_and_op)gohpc_mpiwrap_fortran("pmpi_fetch_and_op_f08_");
	do_fetch_and_op(real, origin_, result_, type_, rank_, disp_, op_, win_, ierr);
}

typedef void (*type_iexscan)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_iexscan(type_iexscan real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Iexscan, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = bytes_of(&c, count, type); int64_t received = rank_of(&c) > 0 ? bytes_of(&c, count, type) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_iexscan_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iexscan real;
	if (!real) real = (type_iexscan)gohpc_mpiwrap_fortran("pmpi_iexscan_");
	do_iexscan(real, sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
}
void mpi_iexscan_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iexscan real;
	if (!real) real = (type_iexscan)gohpc_mpiwrap_fortran("pmpi_iexscan_f08_");
	do_iexscan(real, sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
}

typedef void (*type_file_call_errhandler)(MPI_Fint *fh_, MPI_Fint *errorcode_, MPI_Fint *ierr);
static void do_file_call_errhandler(type_file_call_errhandler real, MPI_Fint *fh_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_call_errhandler, 0, MPI_COMM_NULL)) {
		real(fh_, errorcode_, ierr);
		return;
	}
	start(&c);
	real(fh_, errorcode_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_call_errhandler_(MPI_Fint *fh_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_file_call_errhandler real;
	if (!real) real = (type_file_call_errhandler)gohpc_mpiwrap_fortran("pmpi_file_call_errhandler_");
	do_file_call_errhandler(real, fh_, errorcode_, ierr);
}
void mpi_file_call_errhandler_f08_(MPI_Fint *fh_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_file_call_errhandler real;
	if (!real) real = (type_file_call_errhandler)gohpc_mpiwrap_fortran("pmpi_file_call_errhandler_f08_");
	do_file_call_errhandler(real, fh_, errorcode_, ierr);
}

typedef void (*type_file_create_errhandler)(void *function_, void *errhandler_, MPI_Fint *ierr);
static void do_file_create_errhandler(type_file_create_errhandler real, void *function_, void *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_create_errhandler, 0, MPI_COMM_NULL)) {
		real(function_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(function_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_create_errhandler_(void *function_, void *errhandler_, MPI_Fint *ierr)
{
	static type_file_create_errhandler real;
	if (!real) real = (type_file_create_errhandler)gohpc_mpiwrap_fortran("pmpi_file_create_errhandler_");
	do_file_create_errhandler(real, function_, errhandler_, ierr);
}
void mpi_file_create_errhandler_f08_(void *function_, void *errhandler_, MPI_Fint *ierr)
{
	static type_file_create_errhandler real;
	if (!real) real = (type_file_create_errhandler)gohpc_mpiwrap_fortran("pmpi_file_create_errhandler_f08_");
	do_file_create_errhandler(real, function_, errhandler_, ierr);
}

typedef void (*type_file_set_errhandler)(MPI_Fint *file_, MPI_Fint *errhandler_, MPI_Fint *ierr);
static void do_file_set_errhandler(type_file_set_errhandler real, MPI_Fint *file_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_set_errhandler, 0, MPI_COMM_NULL)) {
		real(file_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(file_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_set_errhandler_(MPI_Fint *file_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	static type_file_set_errhandler real;
	if (!real) real = (type_file_set_errhandler)gohpc_mpiwrap_fortran("pmpi_file_set_errhandler_");
	do_file_set_errhandler(real, file_, errhandler_, ierr);
}
void mpi_file_set_errhandler_f08_(MPI_Fint *file_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	static type_file_set_errhandler real;
	if (!real) real = (type_file_set_errhandler)gohpc_mpiwrap_fortran("pmpi_file_set_errhandler_f08_");
	do_file_set_errhandler(real, file_, errhandler_, ierr);
}

typedef void (*type_file_get_errhandler)(MPI_Fint *file_, void *errhandler_, MPI_Fint *ierr);
static void do_file_get_errhandler(type_file_get_errhandler real, MPI_Fint *file_, void *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_errhandler, 0, MPI_COMM_NULL)) {
		real(file_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(file_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_errhandler_(MPI_Fint *file_, void *errhandler_, MPI_Fint *ierr)
{
	static type_file_get_errhandler real;
	if (!real) real = (type_file_get_errhandler)gohpc_mpiwrap_fortran("pmpi_file_get_errhandler_");
	do_file_get_errhandler(real, file_, errhandler_, ierr);
}
void mpi_file_get_errhandler_f08_(MPI_Fint *file_, void *errhandler_, MPI_Fint *ierr)
{
	static type_file_get_errhandler real;
	if (!real) real = (type_file_get_errhandler)gohpc_mpiwrap_fortran("pmpi_file_get_errhandler_f08_");
	do_file_get_errhandler(real, file_, errhandler_, ierr);
}

typedef void (*type_file_open)(MPI_Fint *comm_, void *name_, MPI_Fint *amode_, MPI_Fint *info_, void *file_, MPI_Fint *ierr, size_t length_name);
static void do_file_open(type_file_open real, MPI_Fint *comm_, void *name_, MPI_Fint *amode_, MPI_Fint *info_, void *file_, MPI_Fint *ierr, size_t length_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_open, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, name_, amode_, info_, file_, ierr, length_name);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	char text_name[TEXT], *name = gohpc_mpiwrap_text(text_name, name_, length_name); (void)name;
	int amode = (int)*amode_; (void)amode;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	MPI_File value_file = PMPI_File_f2c(*(MPI_Fint *)file_), *file = &value_file; (void)file;
	start(&c);
	real(comm_, name_, amode_, info_, file_, ierr, length_name);
	c.end = ticks(&c);
	r = *ierr;
	value_file = PMPI_File_f2c(*(MPI_Fint *)file_);
	int fid = OK(r) ? gohpc_mpiwrap_opened(c.comm, name, *file) : -1;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_text(e, name);
			put(e, amode);
			put(e, fid);
			gohpc_mpiwrap_put_info(e, info);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_open_(MPI_Fint *comm_, void *name_, MPI_Fint *amode_, MPI_Fint *info_, void *file_, MPI_Fint *ierr, size_t length_name)
{
	static type_file_open real;
	if (!real) real = (type_file_open)gohpc_mpiwrap_fortran("pmpi_file_open_");
	do_file_open(real, comm_, name_, amode_, info_, file_, ierr, length_name);
}
void mpi_file_open_f08_(MPI_Fint *comm_, void *name_, MPI_Fint *amode_, MPI_Fint *info_, void *file_, MPI_Fint *ierr, size_t length_name)
{
	static type_file_open real;
	if (!real) real = (type_file_open)gohpc_mpiwrap_fortran("pmpi_file_open_f08_");
	do_file_open(real, comm_, name_, amode_, info_, file_, ierr, length_name);
}

typedef void (*type_file_close)(void *file_, MPI_Fint *ierr);
static void do_file_close(type_file_close real, void *file_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_close, 0, MPI_COMM_NULL)) {
		real(file_, ierr);
		return;
	}
	MPI_File value_file = PMPI_File_f2c(*(MPI_Fint *)file_), *file = &value_file; (void)file;
	int fid = gohpc_mpiwrap_closing(*file);
	start(&c);
	real(file_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_file = PMPI_File_f2c(*(MPI_Fint *)file_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, fid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_close_(void *file_, MPI_Fint *ierr)
{
	static type_file_close real;
	if (!real) real = (type_file_close)gohpc_mpiwrap_fortran("pmpi_file_close_");
	do_file_close(real, file_, ierr);
}
void mpi_file_close_f08_(void *file_, MPI_Fint *ierr)
{
	static type_file_close real;
	if (!real) real = (type_file_close)gohpc_mpiwrap_fortran("pmpi_file_close_f08_");
	do_file_close(real, file_, ierr);
}

typedef void (*type_file_delete)(void *name_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_name);
static void do_file_delete(type_file_delete real, void *name_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_delete, 0, MPI_COMM_NULL)) {
		real(name_, info_, ierr, length_name);
		return;
	}
	char text_name[TEXT], *name = gohpc_mpiwrap_text(text_name, name_, length_name); (void)name;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	start(&c);
	real(name_, info_, ierr, length_name);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, -1);
			gohpc_mpiwrap_event_text(e, name);
			gohpc_mpiwrap_put_info(e, info);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_delete_(void *name_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_name)
{
	static type_file_delete real;
	if (!real) real = (type_file_delete)gohpc_mpiwrap_fortran("pmpi_file_delete_");
	do_file_delete(real, name_, info_, ierr, length_name);
}
void mpi_file_delete_f08_(void *name_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_name)
{
	static type_file_delete real;
	if (!real) real = (type_file_delete)gohpc_mpiwrap_fortran("pmpi_file_delete_f08_");
	do_file_delete(real, name_, info_, ierr, length_name);
}

typedef void (*type_file_set_size)(MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr);
static void do_file_set_size(type_file_set_size real, MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_set_size, 0, MPI_COMM_NULL)) {
		real(file_, size_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset size = (MPI_Offset)*size_; (void)size;
	start(&c);
	real(file_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_set_size_(MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr)
{
	static type_file_set_size real;
	if (!real) real = (type_file_set_size)gohpc_mpiwrap_fortran("pmpi_file_set_size_");
	do_file_set_size(real, file_, size_, ierr);
}
void mpi_file_set_size_f08_(MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr)
{
	static type_file_set_size real;
	if (!real) real = (type_file_set_size)gohpc_mpiwrap_fortran("pmpi_file_set_size_f08_");
	do_file_set_size(real, file_, size_, ierr);
}

typedef void (*type_file_preallocate)(MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr);
static void do_file_preallocate(type_file_preallocate real, MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_preallocate, 0, MPI_COMM_NULL)) {
		real(file_, size_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset size = (MPI_Offset)*size_; (void)size;
	start(&c);
	real(file_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_preallocate_(MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr)
{
	static type_file_preallocate real;
	if (!real) real = (type_file_preallocate)gohpc_mpiwrap_fortran("pmpi_file_preallocate_");
	do_file_preallocate(real, file_, size_, ierr);
}
void mpi_file_preallocate_f08_(MPI_Fint *file_, MPI_Offset *size_, MPI_Fint *ierr)
{
	static type_file_preallocate real;
	if (!real) real = (type_file_preallocate)gohpc_mpiwrap_fortran("pmpi_file_preallocate_f08_");
	do_file_preallocate(real, file_, size_, ierr);
}

typedef void (*type_file_get_size)(MPI_Fint *file_, void *size_, MPI_Fint *ierr);
static void do_file_get_size(type_file_get_size real, MPI_Fint *file_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_size, 0, MPI_COMM_NULL)) {
		real(file_, size_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset *size = size_; (void)size;
	start(&c);
	real(file_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, OK(r) ? *size : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_size_(MPI_Fint *file_, void *size_, MPI_Fint *ierr)
{
	static type_file_get_size real;
	if (!real) real = (type_file_get_size)gohpc_mpiwrap_fortran("pmpi_file_get_size_");
	do_file_get_size(real, file_, size_, ierr);
}
void mpi_file_get_size_f08_(MPI_Fint *file_, void *size_, MPI_Fint *ierr)
{
	static type_file_get_size real;
	if (!real) real = (type_file_get_size)gohpc_mpiwrap_fortran("pmpi_file_get_size_f08_");
	do_file_get_size(real, file_, size_, ierr);
}

typedef void (*type_file_get_group)(MPI_Fint *fh_, void *group_, MPI_Fint *ierr);
static void do_file_get_group(type_file_get_group real, MPI_Fint *fh_, void *group_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_group, 0, MPI_COMM_NULL)) {
		real(fh_, group_, ierr);
		return;
	}
	start(&c);
	real(fh_, group_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_group_(MPI_Fint *fh_, void *group_, MPI_Fint *ierr)
{
	static type_file_get_group real;
	if (!real) real = (type_file_get_group)gohpc_mpiwrap_fortran("pmpi_file_get_group_");
	do_file_get_group(real, fh_, group_, ierr);
}
void mpi_file_get_group_f08_(MPI_Fint *fh_, void *group_, MPI_Fint *ierr)
{
	static type_file_get_group real;
	if (!real) real = (type_file_get_group)gohpc_mpiwrap_fortran("pmpi_file_get_group_f08_");
	do_file_get_group(real, fh_, group_, ierr);
}

typedef void (*type_file_get_amode)(MPI_Fint *fh_, void *amode_, MPI_Fint *ierr);
static void do_file_get_amode(type_file_get_amode real, MPI_Fint *fh_, void *amode_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_amode, 0, MPI_COMM_NULL)) {
		real(fh_, amode_, ierr);
		return;
	}
	start(&c);
	real(fh_, amode_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_amode_(MPI_Fint *fh_, void *amode_, MPI_Fint *ierr)
{
	static type_file_get_amode real;
	if (!real) real = (type_file_get_amode)gohpc_mpiwrap_fortran("pmpi_file_get_amode_");
	do_file_get_amode(real, fh_, amode_, ierr);
}
void mpi_file_get_amode_f08_(MPI_Fint *fh_, void *amode_, MPI_Fint *ierr)
{
	static type_file_get_amode real;
	if (!real) real = (type_file_get_amode)gohpc_mpiwrap_fortran("pmpi_file_get_amode_f08_");
	do_file_get_amode(real, fh_, amode_, ierr);
}

typedef void (*type_file_set_info)(MPI_Fint *file_, MPI_Fint *info_, MPI_Fint *ierr);
static void do_file_set_info(type_file_set_info real, MPI_Fint *file_, MPI_Fint *info_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_set_info, 0, MPI_COMM_NULL)) {
		real(file_, info_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	start(&c);
	real(file_, info_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			gohpc_mpiwrap_put_info(e, info);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_set_info_(MPI_Fint *file_, MPI_Fint *info_, MPI_Fint *ierr)
{
	static type_file_set_info real;
	if (!real) real = (type_file_set_info)gohpc_mpiwrap_fortran("pmpi_file_set_info_");
	do_file_set_info(real, file_, info_, ierr);
}
void mpi_file_set_info_f08_(MPI_Fint *file_, MPI_Fint *info_, MPI_Fint *ierr)
{
	static type_file_set_info real;
	if (!real) real = (type_file_set_info)gohpc_mpiwrap_fortran("pmpi_file_set_info_f08_");
	do_file_set_info(real, file_, info_, ierr);
}

typedef void (*type_file_get_info)(MPI_Fint *fh_, void *info_used_, MPI_Fint *ierr);
static void do_file_get_info(type_file_get_info real, MPI_Fint *fh_, void *info_used_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_info, 0, MPI_COMM_NULL)) {
		real(fh_, info_used_, ierr);
		return;
	}
	start(&c);
	real(fh_, info_used_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_info_(MPI_Fint *fh_, void *info_used_, MPI_Fint *ierr)
{
	static type_file_get_info real;
	if (!real) real = (type_file_get_info)gohpc_mpiwrap_fortran("pmpi_file_get_info_");
	do_file_get_info(real, fh_, info_used_, ierr);
}
void mpi_file_get_info_f08_(MPI_Fint *fh_, void *info_used_, MPI_Fint *ierr)
{
	static type_file_get_info real;
	if (!real) real = (type_file_get_info)gohpc_mpiwrap_fortran("pmpi_file_get_info_f08_");
	do_file_get_info(real, fh_, info_used_, ierr);
}

typedef void (*type_file_set_view)(MPI_Fint *file_, MPI_Offset *disp_, MPI_Fint *etype_, MPI_Fint *filetype_, void *datarep_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_datarep);
static void do_file_set_view(type_file_set_view real, MPI_Fint *file_, MPI_Offset *disp_, MPI_Fint *etype_, MPI_Fint *filetype_, void *datarep_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_datarep)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_set_view, 0, MPI_COMM_NULL)) {
		real(file_, disp_, etype_, filetype_, datarep_, info_, ierr, length_datarep);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset disp = (MPI_Offset)*disp_; (void)disp;
	MPI_Datatype etype = PMPI_Type_f2c(*etype_); (void)etype;
	MPI_Datatype filetype = PMPI_Type_f2c(*filetype_); (void)filetype;
	char text_datarep[TEXT], *datarep = gohpc_mpiwrap_text(text_datarep, datarep_, length_datarep); (void)datarep;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	start(&c);
	real(file_, disp_, etype_, filetype_, datarep_, info_, ierr, length_datarep);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, disp);
			put(e, TID(etype));
			put(e, TID(filetype));
			gohpc_mpiwrap_event_text(e, datarep);
			gohpc_mpiwrap_put_info(e, info);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_set_view_(MPI_Fint *file_, MPI_Offset *disp_, MPI_Fint *etype_, MPI_Fint *filetype_, void *datarep_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_file_set_view real;
	if (!real) real = (type_file_set_view)gohpc_mpiwrap_fortran("pmpi_file_set_view_");
	do_file_set_view(real, file_, disp_, etype_, filetype_, datarep_, info_, ierr, length_datarep);
}
void mpi_file_set_view_f08_(MPI_Fint *file_, MPI_Offset *disp_, MPI_Fint *etype_, MPI_Fint *filetype_, void *datarep_, MPI_Fint *info_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_file_set_view real;
	if (!real) real = (type_file_set_view)gohpc_mpiwrap_fortran("pmpi_file_set_view_f08_");
	do_file_set_view(real, file_, disp_, etype_, filetype_, datarep_, info_, ierr, length_datarep);
}

typedef void (*type_file_get_view)(MPI_Fint *fh_, void *disp_, void *etype_, void *filetype_, void *datarep_, MPI_Fint *ierr, size_t length_datarep);
static void do_file_get_view(type_file_get_view real, MPI_Fint *fh_, void *disp_, void *etype_, void *filetype_, void *datarep_, MPI_Fint *ierr, size_t length_datarep)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_view, 0, MPI_COMM_NULL)) {
		real(fh_, disp_, etype_, filetype_, datarep_, ierr, length_datarep);
		return;
	}
	start(&c);
	real(fh_, disp_, etype_, filetype_, datarep_, ierr, length_datarep);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_view_(MPI_Fint *fh_, void *disp_, void *etype_, void *filetype_, void *datarep_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_file_get_view real;
	if (!real) real = (type_file_get_view)gohpc_mpiwrap_fortran("pmpi_file_get_view_");
	do_file_get_view(real, fh_, disp_, etype_, filetype_, datarep_, ierr, length_datarep);
}
void mpi_file_get_view_f08_(MPI_Fint *fh_, void *disp_, void *etype_, void *filetype_, void *datarep_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_file_get_view real;
	if (!real) real = (type_file_get_view)gohpc_mpiwrap_fortran("pmpi_file_get_view_f08_");
	do_file_get_view(real, fh_, disp_, etype_, filetype_, datarep_, ierr, length_datarep);
}

typedef void (*type_file_read_at)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_read_at(type_file_read_at real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, offset_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_at_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_at real;
	if (!real) real = (type_file_read_at)gohpc_mpiwrap_fortran("pmpi_file_read_at_");
	do_file_read_at(real, file_, offset_, buf_, count_, type_, status_, ierr);
}
void mpi_file_read_at_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_at real;
	if (!real) real = (type_file_read_at)gohpc_mpiwrap_fortran("pmpi_file_read_at_f08_");
	do_file_read_at(real, file_, offset_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_read_at_all)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_read_at_all(type_file_read_at_all real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, offset_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_at_all_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_at_all real;
	if (!real) real = (type_file_read_at_all)gohpc_mpiwrap_fortran("pmpi_file_read_at_all_");
	do_file_read_at_all(real, file_, offset_, buf_, count_, type_, status_, ierr);
}
void mpi_file_read_at_all_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_at_all real;
	if (!real) real = (type_file_read_at_all)gohpc_mpiwrap_fortran("pmpi_file_read_at_all_f08_");
	do_file_read_at_all(real, file_, offset_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_write_at)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_write_at(type_file_write_at real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, offset_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_at_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_at real;
	if (!real) real = (type_file_write_at)gohpc_mpiwrap_fortran("pmpi_file_write_at_");
	do_file_write_at(real, file_, offset_, buf_, count_, type_, status_, ierr);
}
void mpi_file_write_at_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_at real;
	if (!real) real = (type_file_write_at)gohpc_mpiwrap_fortran("pmpi_file_write_at_f08_");
	do_file_write_at(real, file_, offset_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_write_at_all)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_write_at_all(type_file_write_at_all real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, offset_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_at_all_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_at_all real;
	if (!real) real = (type_file_write_at_all)gohpc_mpiwrap_fortran("pmpi_file_write_at_all_");
	do_file_write_at_all(real, file_, offset_, buf_, count_, type_, status_, ierr);
}
void mpi_file_write_at_all_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_at_all real;
	if (!real) real = (type_file_write_at_all)gohpc_mpiwrap_fortran("pmpi_file_write_at_all_f08_");
	do_file_write_at_all(real, file_, offset_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_iread_at)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iread_at(type_file_iread_at real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_at, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(file_, offset_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iread_at_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_at real;
	if (!real) real = (type_file_iread_at)gohpc_mpiwrap_fortran("pmpi_file_iread_at_");
	do_file_iread_at(real, file_, offset_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iread_at_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_at real;
	if (!real) real = (type_file_iread_at)gohpc_mpiwrap_fortran("pmpi_file_iread_at_f08_");
	do_file_iread_at(real, file_, offset_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_iwrite_at)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iwrite_at(type_file_iwrite_at real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_at, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(file_, offset_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iwrite_at_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_at real;
	if (!real) real = (type_file_iwrite_at)gohpc_mpiwrap_fortran("pmpi_file_iwrite_at_");
	do_file_iwrite_at(real, file_, offset_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iwrite_at_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_at real;
	if (!real) real = (type_file_iwrite_at)gohpc_mpiwrap_fortran("pmpi_file_iwrite_at_f08_");
	do_file_iwrite_at(real, file_, offset_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_iread_at_all)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iread_at_all(type_file_iread_at_all real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_at_all, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(file_, offset_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iread_at_all_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_at_all real;
	if (!real) real = (type_file_iread_at_all)gohpc_mpiwrap_fortran("pmpi_file_iread_at_all_");
	do_file_iread_at_all(real, file_, offset_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iread_at_all_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_at_all real;
	if (!real) real = (type_file_iread_at_all)gohpc_mpiwrap_fortran("pmpi_file_iread_at_all_f08_");
	do_file_iread_at_all(real, file_, offset_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_iwrite_at_all)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iwrite_at_all(type_file_iwrite_at_all real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_at_all, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(file_, offset_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iwrite_at_all_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_at_all real;
	if (!real) real = (type_file_iwrite_at_all)gohpc_mpiwrap_fortran("pmpi_file_iwrite_at_all_");
	do_file_iwrite_at_all(real, file_, offset_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iwrite_at_all_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_at_all real;
	if (!real) real = (type_file_iwrite_at_all)gohpc_mpiwrap_fortran("pmpi_file_iwrite_at_all_f08_");
	do_file_iwrite_at_all(real, file_, offset_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_read)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_read(type_file_read real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read real;
	if (!real) real = (type_file_read)gohpc_mpiwrap_fortran("pmpi_file_read_");
	do_file_read(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_read_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read real;
	if (!real) real = (type_file_read)gohpc_mpiwrap_fortran("pmpi_file_read_f08_");
	do_file_read(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_read_all)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_read_all(type_file_read_all real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_all_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_all real;
	if (!real) real = (type_file_read_all)gohpc_mpiwrap_fortran("pmpi_file_read_all_");
	do_file_read_all(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_read_all_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_all real;
	if (!real) real = (type_file_read_all)gohpc_mpiwrap_fortran("pmpi_file_read_all_f08_");
	do_file_read_all(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_write)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_write(type_file_write real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write real;
	if (!real) real = (type_file_write)gohpc_mpiwrap_fortran("pmpi_file_write_");
	do_file_write(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_write_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write real;
	if (!real) real = (type_file_write)gohpc_mpiwrap_fortran("pmpi_file_write_f08_");
	do_file_write(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_write_all)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_write_all(type_file_write_all real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_all_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_all real;
	if (!real) real = (type_file_write_all)gohpc_mpiwrap_fortran("pmpi_file_write_all_");
	do_file_write_all(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_write_all_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_all real;
	if (!real) real = (type_file_write_all)gohpc_mpiwrap_fortran("pmpi_file_write_all_f08_");
	do_file_write_all(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_iread)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iread(type_file_iread real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iread, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iread_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread real;
	if (!real) real = (type_file_iread)gohpc_mpiwrap_fortran("pmpi_file_iread_");
	do_file_iread(real, file_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iread_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread real;
	if (!real) real = (type_file_iread)gohpc_mpiwrap_fortran("pmpi_file_iread_f08_");
	do_file_iread(real, file_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_iwrite)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iwrite(type_file_iwrite real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iwrite_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite real;
	if (!real) real = (type_file_iwrite)gohpc_mpiwrap_fortran("pmpi_file_iwrite_");
	do_file_iwrite(real, file_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iwrite_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite real;
	if (!real) real = (type_file_iwrite)gohpc_mpiwrap_fortran("pmpi_file_iwrite_f08_");
	do_file_iwrite(real, file_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_iread_all)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iread_all(type_file_iread_all real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_all, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iread_all_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_all real;
	if (!real) real = (type_file_iread_all)gohpc_mpiwrap_fortran("pmpi_file_iread_all_");
	do_file_iread_all(real, file_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iread_all_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_all real;
	if (!real) real = (type_file_iread_all)gohpc_mpiwrap_fortran("pmpi_file_iread_all_f08_");
	do_file_iread_all(real, file_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_iwrite_all)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iwrite_all(type_file_iwrite_all real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_all, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iwrite_all_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_all real;
	if (!real) real = (type_file_iwrite_all)gohpc_mpiwrap_fortran("pmpi_file_iwrite_all_");
	do_file_iwrite_all(real, file_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iwrite_all_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_all real;
	if (!real) real = (type_file_iwrite_all)gohpc_mpiwrap_fortran("pmpi_file_iwrite_all_f08_");
	do_file_iwrite_all(real, file_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_seek)(MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr);
static void do_file_seek(type_file_seek real, MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_seek, 0, MPI_COMM_NULL)) {
		real(file_, offset_, whence_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	int whence = (int)*whence_; (void)whence;
	start(&c);
	real(file_, offset_, whence_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			gohpc_mpiwrap_event_text(e, gohpc_mpiwrap_whence(whence));
			put(e, position(&c, file));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_seek_(MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr)
{
	static type_file_seek real;
	if (!real) real = (type_file_seek)gohpc_mpiwrap_fortran("pmpi_file_seek_");
	do_file_seek(real, file_, offset_, whence_, ierr);
}
void mpi_file_seek_f08_(MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr)
{
	static type_file_seek real;
	if (!real) real = (type_file_seek)gohpc_mpiwrap_fortran("pmpi_file_seek_f08_");
	do_file_seek(real, file_, offset_, whence_, ierr);
}

typedef void (*type_file_get_position)(MPI_Fint *fh_, void *offset_, MPI_Fint *ierr);
static void do_file_get_position(type_file_get_position real, MPI_Fint *fh_, void *offset_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_position, 0, MPI_COMM_NULL)) {
		real(fh_, offset_, ierr);
		return;
	}
	start(&c);
	real(fh_, offset_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_position_(MPI_Fint *fh_, void *offset_, MPI_Fint *ierr)
{
	static type_file_get_position real;
	if (!real) real = (type_file_get_position)gohpc_mpiwrap_fortran("pmpi_file_get_position_");
	do_file_get_position(real, fh_, offset_, ierr);
}
void mpi_file_get_position_f08_(MPI_Fint *fh_, void *offset_, MPI_Fint *ierr)
{
	static type_file_get_position real;
	if (!real) real = (type_file_get_position)gohpc_mpiwrap_fortran("pmpi_file_get_position_f08_");
	do_file_get_position(real, fh_, offset_, ierr);
}

typedef void (*type_file_get_byte_offset)(MPI_Fint *fh_, MPI_Offset *offset_, void *disp_, MPI_Fint *ierr);
static void do_file_get_byte_offset(type_file_get_byte_offset real, MPI_Fint *fh_, MPI_Offset *offset_, void *disp_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_byte_offset, 0, MPI_COMM_NULL)) {
		real(fh_, offset_, disp_, ierr);
		return;
	}
	start(&c);
	real(fh_, offset_, disp_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_byte_offset_(MPI_Fint *fh_, MPI_Offset *offset_, void *disp_, MPI_Fint *ierr)
{
	static type_file_get_byte_offset real;
	if (!real) real = (type_file_get_byte_offset)gohpc_mpiwrap_fortran("pmpi_file_get_byte_offset_");
	do_file_get_byte_offset(real, fh_, offset_, disp_, ierr);
}
void mpi_file_get_byte_offset_f08_(MPI_Fint *fh_, MPI_Offset *offset_, void *disp_, MPI_Fint *ierr)
{
	static type_file_get_byte_offset real;
	if (!real) real = (type_file_get_byte_offset)gohpc_mpiwrap_fortran("pmpi_file_get_byte_offset_f08_");
	do_file_get_byte_offset(real, fh_, offset_, disp_, ierr);
}

typedef void (*type_file_read_shared)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_read_shared(type_file_read_shared real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_shared, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_shared_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_shared real;
	if (!real) real = (type_file_read_shared)gohpc_mpiwrap_fortran("pmpi_file_read_shared_");
	do_file_read_shared(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_read_shared_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_shared real;
	if (!real) real = (type_file_read_shared)gohpc_mpiwrap_fortran("pmpi_file_read_shared_f08_");
	do_file_read_shared(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_write_shared)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_write_shared(type_file_write_shared real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_shared, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_shared_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_shared real;
	if (!real) real = (type_file_write_shared)gohpc_mpiwrap_fortran("pmpi_file_write_shared_");
	do_file_write_shared(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_write_shared_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_shared real;
	if (!real) real = (type_file_write_shared)gohpc_mpiwrap_fortran("pmpi_file_write_shared_f08_");
	do_file_write_shared(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_iread_shared)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iread_shared(type_file_iread_shared real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_shared, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(file_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iread_shared_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_shared real;
	if (!real) real = (type_file_iread_shared)gohpc_mpiwrap_fortran("pmpi_file_iread_shared_");
	do_file_iread_shared(real, file_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iread_shared_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iread_shared real;
	if (!real) real = (type_file_iread_shared)gohpc_mpiwrap_fortran("pmpi_file_iread_shared_f08_");
	do_file_iread_shared(real, file_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_iwrite_shared)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr);
static void do_file_iwrite_shared(type_file_iwrite_shared real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_shared, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, request_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(file_, buf_, count_, type_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_iwrite_shared_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_shared real;
	if (!real) real = (type_file_iwrite_shared)gohpc_mpiwrap_fortran("pmpi_file_iwrite_shared_");
	do_file_iwrite_shared(real, file_, buf_, count_, type_, request_, ierr);
}
void mpi_file_iwrite_shared_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *request_, MPI_Fint *ierr)
{
	static type_file_iwrite_shared real;
	if (!real) real = (type_file_iwrite_shared)gohpc_mpiwrap_fortran("pmpi_file_iwrite_shared_f08_");
	do_file_iwrite_shared(real, file_, buf_, count_, type_, request_, ierr);
}

typedef void (*type_file_read_ordered)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_read_ordered(type_file_read_ordered real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_ordered_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_ordered real;
	if (!real) real = (type_file_read_ordered)gohpc_mpiwrap_fortran("pmpi_file_read_ordered_");
	do_file_read_ordered(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_read_ordered_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_ordered real;
	if (!real) real = (type_file_read_ordered)gohpc_mpiwrap_fortran("pmpi_file_read_ordered_f08_");
	do_file_read_ordered(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_write_ordered)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr);
static void do_file_write_ordered(type_file_write_ordered real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, count_, type_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			put(e, bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_ordered_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_ordered real;
	if (!real) real = (type_file_write_ordered)gohpc_mpiwrap_fortran("pmpi_file_write_ordered_");
	do_file_write_ordered(real, file_, buf_, count_, type_, status_, ierr);
}
void mpi_file_write_ordered_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_ordered real;
	if (!real) real = (type_file_write_ordered)gohpc_mpiwrap_fortran("pmpi_file_write_ordered_f08_");
	do_file_write_ordered(real, file_, buf_, count_, type_, status_, ierr);
}

typedef void (*type_file_seek_shared)(MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr);
static void do_file_seek_shared(type_file_seek_shared real, MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_seek_shared, 0, MPI_COMM_NULL)) {
		real(file_, offset_, whence_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	int whence = (int)*whence_; (void)whence;
	start(&c);
	real(file_, offset_, whence_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, offset);
			gohpc_mpiwrap_event_text(e, gohpc_mpiwrap_whence(whence));
			put(e, -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_seek_shared_(MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr)
{
	static type_file_seek_shared real;
	if (!real) real = (type_file_seek_shared)gohpc_mpiwrap_fortran("pmpi_file_seek_shared_");
	do_file_seek_shared(real, file_, offset_, whence_, ierr);
}
void mpi_file_seek_shared_f08_(MPI_Fint *file_, MPI_Offset *offset_, MPI_Fint *whence_, MPI_Fint *ierr)
{
	static type_file_seek_shared real;
	if (!real) real = (type_file_seek_shared)gohpc_mpiwrap_fortran("pmpi_file_seek_shared_f08_");
	do_file_seek_shared(real, file_, offset_, whence_, ierr);
}

typedef void (*type_file_get_position_shared)(MPI_Fint *fh_, void *offset_, MPI_Fint *ierr);
static void do_file_get_position_shared(type_file_get_position_shared real, MPI_Fint *fh_, void *offset_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_position_shared, 0, MPI_COMM_NULL)) {
		real(fh_, offset_, ierr);
		return;
	}
	start(&c);
	real(fh_, offset_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_position_shared_(MPI_Fint *fh_, void *offset_, MPI_Fint *ierr)
{
	static type_file_get_position_shared real;
	if (!real) real = (type_file_get_position_shared)gohpc_mpiwrap_fortran("pmpi_file_get_position_shared_");
	do_file_get_position_shared(real, fh_, offset_, ierr);
}
void mpi_file_get_position_shared_f08_(MPI_Fint *fh_, void *offset_, MPI_Fint *ierr)
{
	static type_file_get_position_shared real;
	if (!real) real = (type_file_get_position_shared)gohpc_mpiwrap_fortran("pmpi_file_get_position_shared_f08_");
	do_file_get_position_shared(real, fh_, offset_, ierr);
}

typedef void (*type_file_read_at_all_begin)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr);
static void do_file_read_at_all_begin(type_file_read_at_all_begin real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all_begin, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	start(&c);
	real(file_, offset_, buf_, count_, type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int rid = split_begun(&c, r, file, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			put(e, offset);
			put(e, bytes_of(&c, count, type));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_at_all_begin_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_read_at_all_begin real;
	if (!real) real = (type_file_read_at_all_begin)gohpc_mpiwrap_fortran("pmpi_file_read_at_all_begin_");
	do_file_read_at_all_begin(real, file_, offset_, buf_, count_, type_, ierr);
}
void mpi_file_read_at_all_begin_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_read_at_all_begin real;
	if (!real) real = (type_file_read_at_all_begin)gohpc_mpiwrap_fortran("pmpi_file_read_at_all_begin_f08_");
	do_file_read_at_all_begin(real, file_, offset_, buf_, count_, type_, ierr);
}

typedef void (*type_file_read_at_all_end)(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr);
static void do_file_read_at_all_end(type_file_read_at_all_end real, MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all_end, 0, MPI_COMM_NULL)) {
		real(file_, buf_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int rid = split_ended(&c, file);int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes);
			PUT_FOR(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_at_all_end_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_at_all_end real;
	if (!real) real = (type_file_read_at_all_end)gohpc_mpiwrap_fortran("pmpi_file_read_at_all_end_");
	do_file_read_at_all_end(real, file_, buf_, status_, ierr);
}
void mpi_file_read_at_all_end_f08_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_at_all_end real;
	if (!real) real = (type_file_read_at_all_end)gohpc_mpiwrap_fortran("pmpi_file_read_at_all_end_f08_");
	do_file_read_at_all_end(real, file_, buf_, status_, ierr);
}

typedef void (*type_file_write_at_all_begin)(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr);
static void do_file_write_at_all_begin(type_file_write_at_all_begin real, MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all_begin, 0, MPI_COMM_NULL)) {
		real(file_, offset_, buf_, count_, type_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	MPI_Offset offset = (MPI_Offset)*offset_; (void)offset;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	start(&c);
	real(file_, offset_, buf_, count_, type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int rid = split_begun(&c, r, file, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_at_all_begin_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_write_at_all_begin real;
	if (!real) real = (type_file_write_at_all_begin)gohpc_mpiwrap_fortran("pmpi_file_write_at_all_begin_");
	do_file_write_at_all_begin(real, file_, offset_, buf_, count_, type_, ierr);
}
void mpi_file_write_at_all_begin_f08_(MPI_Fint *file_, MPI_Offset *offset_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_write_at_all_begin real;
	if (!real) real = (type_file_write_at_all_begin)gohpc_mpiwrap_fortran("pmpi_file_write_at_all_begin_f08_");
	do_file_write_at_all_begin(real, file_, offset_, buf_, count_, type_, ierr);
}

typedef void (*type_file_write_at_all_end)(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr);
static void do_file_write_at_all_end(type_file_write_at_all_end real, MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all_end, 0, MPI_COMM_NULL)) {
		real(file_, buf_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int rid = split_ended(&c, file);int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes);
			PUT_FOR(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_at_all_end_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_at_all_end real;
	if (!real) real = (type_file_write_at_all_end)gohpc_mpiwrap_fortran("pmpi_file_write_at_all_end_");
	do_file_write_at_all_end(real, file_, buf_, status_, ierr);
}
void mpi_file_write_at_all_end_f08_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_at_all_end real;
	if (!real) real = (type_file_write_at_all_end)gohpc_mpiwrap_fortran("pmpi_file_write_at_all_end_f08_");
	do_file_write_at_all_end(real, file_, buf_, status_, ierr);
}

typedef void (*type_file_read_all_begin)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr);
static void do_file_read_all_begin(type_file_read_all_begin real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all_begin, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int rid = split_begun(&c, r, file, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			PUT_DATA(e, &c, offset, count, type);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_all_begin_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_read_all_begin real;
	if (!real) real = (type_file_read_all_begin)gohpc_mpiwrap_fortran("pmpi_file_read_all_begin_");
	do_file_read_all_begin(real, file_, buf_, count_, type_, ierr);
}
void mpi_file_read_all_begin_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_read_all_begin real;
	if (!real) real = (type_file_read_all_begin)gohpc_mpiwrap_fortran("pmpi_file_read_all_begin_f08_");
	do_file_read_all_begin(real, file_, buf_, count_, type_, ierr);
}

typedef void (*type_file_read_all_end)(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr);
static void do_file_read_all_end(type_file_read_all_end real, MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all_end, 0, MPI_COMM_NULL)) {
		real(file_, buf_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int rid = split_ended(&c, file);int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes);
			PUT_FOR(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_all_end_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_all_end real;
	if (!real) real = (type_file_read_all_end)gohpc_mpiwrap_fortran("pmpi_file_read_all_end_");
	do_file_read_all_end(real, file_, buf_, status_, ierr);
}
void mpi_file_read_all_end_f08_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_all_end real;
	if (!real) real = (type_file_read_all_end)gohpc_mpiwrap_fortran("pmpi_file_read_all_end_f08_");
	do_file_read_all_end(real, file_, buf_, status_, ierr);
}

typedef void (*type_file_write_all_begin)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr);
static void do_file_write_all_begin(type_file_write_all_begin real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all_begin, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int64_t offset = position(&c, file);
	start(&c);
	real(file_, buf_, count_, type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int rid = split_begun(&c, r, file, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			PUT_DATA(e, &c, offset, count, type);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_all_begin_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_write_all_begin real;
	if (!real) real = (type_file_write_all_begin)gohpc_mpiwrap_fortran("pmpi_file_write_all_begin_");
	do_file_write_all_begin(real, file_, buf_, count_, type_, ierr);
}
void mpi_file_write_all_begin_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_write_all_begin real;
	if (!real) real = (type_file_write_all_begin)gohpc_mpiwrap_fortran("pmpi_file_write_all_begin_f08_");
	do_file_write_all_begin(real, file_, buf_, count_, type_, ierr);
}

typedef void (*type_file_write_all_end)(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr);
static void do_file_write_all_end(type_file_write_all_end real, MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all_end, 0, MPI_COMM_NULL)) {
		real(file_, buf_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int rid = split_ended(&c, file);int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes);
			PUT_FOR(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_all_end_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_all_end real;
	if (!real) real = (type_file_write_all_end)gohpc_mpiwrap_fortran("pmpi_file_write_all_end_");
	do_file_write_all_end(real, file_, buf_, status_, ierr);
}
void mpi_file_write_all_end_f08_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_all_end real;
	if (!real) real = (type_file_write_all_end)gohpc_mpiwrap_fortran("pmpi_file_write_all_end_f08_");
	do_file_write_all_end(real, file_, buf_, status_, ierr);
}

typedef void (*type_file_read_ordered_begin)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr);
static void do_file_read_ordered_begin(type_file_read_ordered_begin real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered_begin, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	start(&c);
	real(file_, buf_, count_, type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int rid = split_begun(&c, r, file, A_READ);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			PUT_DATA(e, &c, -1, count, type);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_ordered_begin_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_read_ordered_begin real;
	if (!real) real = (type_file_read_ordered_begin)gohpc_mpiwrap_fortran("pmpi_file_read_ordered_begin_");
	do_file_read_ordered_begin(real, file_, buf_, count_, type_, ierr);
}
void mpi_file_read_ordered_begin_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_read_ordered_begin real;
	if (!real) real = (type_file_read_ordered_begin)gohpc_mpiwrap_fortran("pmpi_file_read_ordered_begin_f08_");
	do_file_read_ordered_begin(real, file_, buf_, count_, type_, ierr);
}

typedef void (*type_file_read_ordered_end)(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr);
static void do_file_read_ordered_end(type_file_read_ordered_end real, MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered_end, 0, MPI_COMM_NULL)) {
		real(file_, buf_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int rid = split_ended(&c, file);int64_t bytes = moved(&c, r, status, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes);
			PUT_FOR(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_read_ordered_end_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_ordered_end real;
	if (!real) real = (type_file_read_ordered_end)gohpc_mpiwrap_fortran("pmpi_file_read_ordered_end_");
	do_file_read_ordered_end(real, file_, buf_, status_, ierr);
}
void mpi_file_read_ordered_end_f08_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_read_ordered_end real;
	if (!real) real = (type_file_read_ordered_end)gohpc_mpiwrap_fortran("pmpi_file_read_ordered_end_f08_");
	do_file_read_ordered_end(real, file_, buf_, status_, ierr);
}

typedef void (*type_file_write_ordered_begin)(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr);
static void do_file_write_ordered_begin(type_file_write_ordered_begin real, MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered_begin, 0, MPI_COMM_NULL)) {
		real(file_, buf_, count_, type_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	start(&c);
	real(file_, buf_, count_, type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int rid = split_begun(&c, r, file, A_WRITE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, rid);
			PUT_DATA(e, &c, -1, count, type);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_ordered_begin_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_write_ordered_begin real;
	if (!real) real = (type_file_write_ordered_begin)gohpc_mpiwrap_fortran("pmpi_file_write_ordered_begin_");
	do_file_write_ordered_begin(real, file_, buf_, count_, type_, ierr);
}
void mpi_file_write_ordered_begin_f08_(MPI_Fint *file_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *ierr)
{
	static type_file_write_ordered_begin real;
	if (!real) real = (type_file_write_ordered_begin)gohpc_mpiwrap_fortran("pmpi_file_write_ordered_begin_f08_");
	do_file_write_ordered_begin(real, file_, buf_, count_, type_, ierr);
}

typedef void (*type_file_write_ordered_end)(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr);
static void do_file_write_ordered_end(type_file_write_ordered_end real, MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered_end, 0, MPI_COMM_NULL)) {
		real(file_, buf_, status_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	void *buf = fortran_buffer(buf_); (void)buf;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(file_, buf_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int rid = split_ended(&c, file);int64_t bytes = moved(&c, r, status, 1);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes);
			PUT_FOR(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_write_ordered_end_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_ordered_end real;
	if (!real) real = (type_file_write_ordered_end)gohpc_mpiwrap_fortran("pmpi_file_write_ordered_end_");
	do_file_write_ordered_end(real, file_, buf_, status_, ierr);
}
void mpi_file_write_ordered_end_f08_(MPI_Fint *file_, void *buf_, void *status_, MPI_Fint *ierr)
{
	static type_file_write_ordered_end real;
	if (!real) real = (type_file_write_ordered_end)gohpc_mpiwrap_fortran("pmpi_file_write_ordered_end_f08_");
	do_file_write_ordered_end(real, file_, buf_, status_, ierr);
}

typedef void (*type_file_get_type_extent)(MPI_Fint *fh_, MPI_Fint *datatype_, void *extent_, MPI_Fint *ierr);
static void do_file_get_type_extent(type_file_get_type_extent real, MPI_Fint *fh_, MPI_Fint *datatype_, void *extent_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_type_extent, 0, MPI_COMM_NULL)) {
		real(fh_, datatype_, extent_, ierr);
		return;
	}
	start(&c);
	real(fh_, datatype_, extent_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_type_extent_(MPI_Fint *fh_, MPI_Fint *datatype_, void *extent_, MPI_Fint *ierr)
{
	static type_file_get_type_extent real;
	if (!real) real = (type_file_get_type_extent)gohpc_mpiwrap_fortran("pmpi_file_get_type_extent_");
	do_file_get_type_extent(real, fh_, datatype_, extent_, ierr);
}
void mpi_file_get_type_extent_f08_(MPI_Fint *fh_, MPI_Fint *datatype_, void *extent_, MPI_Fint *ierr)
{
	static type_file_get_type_extent real;
	if (!real) real = (type_file_get_type_extent)gohpc_mpiwrap_fortran("pmpi_file_get_type_extent_f08_");
	do_file_get_type_extent(real, fh_, datatype_, extent_, ierr);
}

typedef void (*type_file_set_atomicity)(MPI_Fint *file_, MPI_Fint *flag_, MPI_Fint *ierr);
static void do_file_set_atomicity(type_file_set_atomicity real, MPI_Fint *file_, MPI_Fint *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_set_atomicity, 0, MPI_COMM_NULL)) {
		real(file_, flag_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	int flag = (int)*flag_; (void)flag;
	start(&c);
	real(file_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, flag);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_set_atomicity_(MPI_Fint *file_, MPI_Fint *flag_, MPI_Fint *ierr)
{
	static type_file_set_atomicity real;
	if (!real) real = (type_file_set_atomicity)gohpc_mpiwrap_fortran("pmpi_file_set_atomicity_");
	do_file_set_atomicity(real, file_, flag_, ierr);
}
void mpi_file_set_atomicity_f08_(MPI_Fint *file_, MPI_Fint *flag_, MPI_Fint *ierr)
{
	static type_file_set_atomicity real;
	if (!real) real = (type_file_set_atomicity)gohpc_mpiwrap_fortran("pmpi_file_set_atomicity_f08_");
	do_file_set_atomicity(real, file_, flag_, ierr);
}

typedef void (*type_file_get_atomicity)(MPI_Fint *fh_, void *flag_, MPI_Fint *ierr);
static void do_file_get_atomicity(type_file_get_atomicity real, MPI_Fint *fh_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_get_atomicity, 0, MPI_COMM_NULL)) {
		real(fh_, flag_, ierr);
		return;
	}
	start(&c);
	real(fh_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_get_atomicity_(MPI_Fint *fh_, void *flag_, MPI_Fint *ierr)
{
	static type_file_get_atomicity real;
	if (!real) real = (type_file_get_atomicity)gohpc_mpiwrap_fortran("pmpi_file_get_atomicity_");
	do_file_get_atomicity(real, fh_, flag_, ierr);
}
void mpi_file_get_atomicity_f08_(MPI_Fint *fh_, void *flag_, MPI_Fint *ierr)
{
	static type_file_get_atomicity real;
	if (!real) real = (type_file_get_atomicity)gohpc_mpiwrap_fortran("pmpi_file_get_atomicity_f08_");
	do_file_get_atomicity(real, fh_, flag_, ierr);
}

typedef void (*type_file_sync)(MPI_Fint *file_, MPI_Fint *ierr);
static void do_file_sync(type_file_sync real, MPI_Fint *file_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_File_sync, 0, MPI_COMM_NULL)) {
		real(file_, ierr);
		return;
	}
	MPI_File file = PMPI_File_f2c(*file_); (void)file;
	start(&c);
	real(file_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_file_sync_(MPI_Fint *file_, MPI_Fint *ierr)
{
	static type_file_sync real;
	if (!real) real = (type_file_sync)gohpc_mpiwrap_fortran("pmpi_file_sync_");
	do_file_sync(real, file_, ierr);
}
void mpi_file_sync_f08_(MPI_Fint *file_, MPI_Fint *ierr)
{
	static type_file_sync real;
	if (!real) real = (type_file_sync)gohpc_mpiwrap_fortran("pmpi_file_sync_f08_");
	do_file_sync(real, file_, ierr);
}

typedef void (*type_finalize)(MPI_Fint *ierr);
static void do_finalize(type_finalize real, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_thread.inside) gohpc_mpiwrap_ending();
	if (!gohpc_mpiwrap_enter(&c, function_Finalize, 0, MPI_COMM_NULL)) {
		real(ierr);
		return;
	}
	start(&c);
	real(ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_finalize_(MPI_Fint *ierr)
{
	static type_finalize real;
	if (!real) real = (type_finalize)gohpc_mpiwrap_fortran("pmpi_finalize_");
	do_finalize(real, ierr);
}
void mpi_finalize_f08_(MPI_Fint *ierr)
{
	static type_finalize real;
	if (!real) real = (type_finalize)gohpc_mpiwrap_fortran("pmpi_finalize_f08_");
	do_finalize(real, ierr);
}

typedef void (*type_finalized)(void *flag_, MPI_Fint *ierr);
static void do_finalized(type_finalized real, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Finalized, 0, MPI_COMM_NULL)) {
		real(flag_, ierr);
		return;
	}
	start(&c);
	real(flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_finalized_(void *flag_, MPI_Fint *ierr)
{
	static type_finalized real;
	if (!real) real = (type_finalized)gohpc_mpiwrap_fortran("pmpi_finalized_");
	do_finalized(real, flag_, ierr);
}
void mpi_finalized_f08_(void *flag_, MPI_Fint *ierr)
{
	static type_finalized real;
	if (!real) real = (type_finalized)gohpc_mpiwrap_fortran("pmpi_finalized_f08_");
	do_finalized(real, flag_, ierr);
}

typedef void (*type_free_mem)(void *base_, MPI_Fint *ierr);
static void do_free_mem(type_free_mem real, void *base_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Free_mem, 0, MPI_COMM_NULL)) {
		real(base_, ierr);
		return;
	}
	start(&c);
	real(base_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_free_mem_(void *base_, MPI_Fint *ierr)
{
	static type_free_mem real;
	if (!real) real = (type_free_mem)gohpc_mpiwrap_fortran("pmpi_free_mem_");
	do_free_mem(real, base_, ierr);
}
void mpi_free_mem_f08_(void *base_, MPI_Fint *ierr)
{
	static type_free_mem real;
	if (!real) real = (type_free_mem)gohpc_mpiwrap_fortran("pmpi_free_mem_f08_");
	do_free_mem(real, base_, ierr);
}

typedef void (*type_gather)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_gather(type_gather real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Gather, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? peers(&c) * bytes_of(&c, recvcount, recvtype) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)) : 0);
			put(e, is_root(&c, root) ? bytes_of(&c, recvcount, recvtype) : 0);
			put(e, root_of(c.comm, root));
			put(e, id_of(&c));
			put(e, is_member(&c, root) && !(sendbuf == MPI_IN_PLACE) ? sendcount : 0);
			put(e, is_member(&c, root) && !(sendbuf == MPI_IN_PLACE) ? TID(sendtype) : -1);
			put(e, is_root(&c, root) ? recvcount : 0);
			put(e, is_root(&c, root) ? TID(recvtype) : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_gather_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_gather real;
	if (!real) real = (type_gather)gohpc_mpiwrap_fortran("pmpi_gather_");
	do_gather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
}
void mpi_gather_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_gather real;
	if (!real) real = (type_gather)gohpc_mpiwrap_fortran("pmpi_gather_f08_");
	do_gather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
}

typedef void (*type_igather)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_igather(type_igather real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Igather, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? peers(&c) * bytes_of(&c, recvcount, recvtype) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_igather_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_igather real;
	if (!real) real = (type_igather)gohpc_mpiwrap_fortran("pmpi_igather_");
	do_igather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
}
void mpi_igather_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_igather real;
	if (!real) real = (type_igather)gohpc_mpiwrap_fortran("pmpi_igather_f08_");
	do_igather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
}

typedef void (*type_gatherv)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_gatherv(type_gatherv real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Gatherv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, sent);
			put(e, root_of(c.comm, root));
			put(e, id_of(&c));
			put(e, is_member(&c, root) && !(sendbuf == MPI_IN_PLACE) ? sendcount : 0);
			put(e, is_member(&c, root) && !(sendbuf == MPI_IN_PLACE) ? TID(sendtype) : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_gatherv_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_gatherv real;
	if (!real) real = (type_gatherv)gohpc_mpiwrap_fortran("pmpi_gatherv_");
	do_gatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, ierr);
}
void mpi_gatherv_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_gatherv real;
	if (!real) real = (type_gatherv)gohpc_mpiwrap_fortran("pmpi_gatherv_f08_");
	do_gatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, ierr);
}

typedef void (*type_igatherv)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_igatherv(type_igatherv real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Igatherv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_igatherv_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_igatherv real;
	if (!real) real = (type_igatherv)gohpc_mpiwrap_fortran("pmpi_igatherv_");
	do_igatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, request_, ierr);
}
void mpi_igatherv_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_igatherv real;
	if (!real) real = (type_igatherv)gohpc_mpiwrap_fortran("pmpi_igatherv_f08_");
	do_igatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, root_, comm_, request_, ierr);
}

typedef void (*type_get_address)(void *location_, void *address_, MPI_Fint *ierr);
static void do_get_address(type_get_address real, void *location_, void *address_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_address, 0, MPI_COMM_NULL)) {
		real(location_, address_, ierr);
		return;
	}
	start(&c);
	real(location_, address_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_address_(void *location_, void *address_, MPI_Fint *ierr)
{
	static type_get_address real;
	if (!real) real = (type_get_address)gohpc_mpiwrap_fortran("pmpi_get_address_");
	do_get_address(real, location_, address_, ierr);
}
void mpi_get_address_f08_(void *location_, void *address_, MPI_Fint *ierr)
{
	static type_get_address real;
	if (!real) real = (type_get_address)gohpc_mpiwrap_fortran("pmpi_get_address_f08_");
	do_get_address(real, location_, address_, ierr);
}

typedef void (*type_get_count)(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr);
static void do_get_count(type_get_count real, void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_count, 0, MPI_COMM_NULL)) {
		real(status_, datatype_, count_, ierr);
		return;
	}
	start(&c);
	real(status_, datatype_, count_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_count_(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	static type_get_count real;
	if (!real) real = (type_get_count)gohpc_mpiwrap_fortran("pmpi_get_count_");
	do_get_count(real, status_, datatype_, count_, ierr);
}
void mpi_get_count_f08_(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	static type_get_count real;
	if (!real) real = (type_get_count)gohpc_mpiwrap_fortran("pmpi_get_count_f08_");
	do_get_count(real, status_, datatype_, count_, ierr);
}

typedef void (*type_get_elements)(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr);
static void do_get_elements(type_get_elements real, void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_elements, 0, MPI_COMM_NULL)) {
		real(status_, datatype_, count_, ierr);
		return;
	}
	start(&c);
	real(status_, datatype_, count_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_elements_(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	static type_get_elements real;
	if (!real) real = (type_get_elements)gohpc_mpiwrap_fortran("pmpi_get_elements_");
	do_get_elements(real, status_, datatype_, count_, ierr);
}
void mpi_get_elements_f08_(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	static type_get_elements real;
	if (!real) real = (type_get_elements)gohpc_mpiwrap_fortran("pmpi_get_elements_f08_");
	do_get_elements(real, status_, datatype_, count_, ierr);
}

typedef void (*type_get_elements_x)(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr);
static void do_get_elements_x(type_get_elements_x real, void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_elements_x, 0, MPI_COMM_NULL)) {
		real(status_, datatype_, count_, ierr);
		return;
	}
	start(&c);
	real(status_, datatype_, count_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_elements_x_(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	static type_get_elements_x real;
	if (!real) real = (type_get_elements_x)gohpc_mpiwrap_fortran("pmpi_get_elements_x_");
	do_get_elements_x(real, status_, datatype_, count_, ierr);
}
void mpi_get_elements_x_f08_(void *status_, MPI_Fint *datatype_, void *count_, MPI_Fint *ierr)
{
	static type_get_elements_x real;
	if (!real) real = (type_get_elements_x)gohpc_mpiwrap_fortran("pmpi_get_elements_x_f08_");
	do_get_elements_x(real, status_, datatype_, count_, ierr);
}

typedef void (*type_get)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_get(type_get real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Get, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	start(&c);
	real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) got_from(&c, w, rank, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_get_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_get real;
	if (!real) real = (type_get)gohpc_mpiwrap_fortran("pmpi_get_");
	do_get(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
}
void mpi_get_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_get real;
	if (!real) real = (type_get)gohpc_mpiwrap_fortran("pmpi_get_f08_");
	do_get(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
}

typedef void (*type_get_accumulate)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_get_accumulate(type_get_accumulate real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_accumulate, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	void *result = fortran_buffer(result_); (void)result;
	int rcount = (int)*rcount_; (void)rcount;
	MPI_Datatype rtype = PMPI_Type_f2c(*rtype_); (void)rtype;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	start(&c);
	real(origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = op == MPI_NO_OP ? 0 : bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) { if (op != MPI_NO_OP) put_to(&c, w, rank, size); got_from(&c, w, rank, bytes_of(&c, rcount, rtype)); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_accumulate_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_get_accumulate real;
	if (!real) real = (type_get_accumulate)gohpc_mpiwrap_fortran("pmpi_get_accumulate_");
	do_get_accumulate(real, origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
}
void mpi_get_accumulate_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_get_accumulate real;
	if (!real) real = (type_get_accumulate)gohpc_mpiwrap_fortran("pmpi_get_accumulate_f08_");
	do_get_accumulate(real, origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, ierr);
}

typedef void (*type_get_library_version)(void *version_, void *resultlen_, MPI_Fint *ierr, size_t length_version);
static void do_get_library_version(type_get_library_version real, void *version_, void *resultlen_, MPI_Fint *ierr, size_t length_version)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_library_version, 0, MPI_COMM_NULL)) {
		real(version_, resultlen_, ierr, length_version);
		return;
	}
	start(&c);
	real(version_, resultlen_, ierr, length_version);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_library_version_(void *version_, void *resultlen_, MPI_Fint *ierr, size_t length_version)
{
	static type_get_library_version real;
	if (!real) real = (type_get_library_version)gohpc_mpiwrap_fortran("pmpi_get_library_version_");
	do_get_library_version(real, version_, resultlen_, ierr, length_version);
}
void mpi_get_library_version_f08_(void *version_, void *resultlen_, MPI_Fint *ierr, size_t length_version)
{
	static type_get_library_version real;
	if (!real) real = (type_get_library_version)gohpc_mpiwrap_fortran("pmpi_get_library_version_f08_");
	do_get_library_version(real, version_, resultlen_, ierr, length_version);
}

typedef void (*type_get_processor_name)(void *name_, void *resultlen_, MPI_Fint *ierr, size_t length_name);
static void do_get_processor_name(type_get_processor_name real, void *name_, void *resultlen_, MPI_Fint *ierr, size_t length_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_processor_name, 0, MPI_COMM_NULL)) {
		real(name_, resultlen_, ierr, length_name);
		return;
	}
	start(&c);
	real(name_, resultlen_, ierr, length_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_processor_name_(void *name_, void *resultlen_, MPI_Fint *ierr, size_t length_name)
{
	static type_get_processor_name real;
	if (!real) real = (type_get_processor_name)gohpc_mpiwrap_fortran("pmpi_get_processor_name_");
	do_get_processor_name(real, name_, resultlen_, ierr, length_name);
}
void mpi_get_processor_name_f08_(void *name_, void *resultlen_, MPI_Fint *ierr, size_t length_name)
{
	static type_get_processor_name real;
	if (!real) real = (type_get_processor_name)gohpc_mpiwrap_fortran("pmpi_get_processor_name_f08_");
	do_get_processor_name(real, name_, resultlen_, ierr, length_name);
}

typedef void (*type_get_version)(void *version_, void *subversion_, MPI_Fint *ierr);
static void do_get_version(type_get_version real, void *version_, void *subversion_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Get_version, 0, MPI_COMM_NULL)) {
		real(version_, subversion_, ierr);
		return;
	}
	start(&c);
	real(version_, subversion_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_get_version_(void *version_, void *subversion_, MPI_Fint *ierr)
{
	static type_get_version real;
	if (!real) real = (type_get_version)gohpc_mpiwrap_fortran("pmpi_get_version_");
	do_get_version(real, version_, subversion_, ierr);
}
void mpi_get_version_f08_(void *version_, void *subversion_, MPI_Fint *ierr)
{
	static type_get_version real;
	if (!real) real = (type_get_version)gohpc_mpiwrap_fortran("pmpi_get_version_f08_");
	do_get_version(real, version_, subversion_, ierr);
}

typedef void (*type_graph_create)(MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr);
static void do_graph_create(type_graph_create real, MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Graph_create, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, nnodes_, index_, edges_, reorder_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int nnodes = (int)*nnodes_; (void)nnodes;
	int *index = index_; (void)index;
	int *edges = edges_; (void)edges;
	int reorder = (int)*reorder_; (void)reorder;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, nnodes_, index_, edges_, reorder_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_graph_create_(MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_graph_create real;
	if (!real) real = (type_graph_create)gohpc_mpiwrap_fortran("pmpi_graph_create_");
	do_graph_create(real, comm_, nnodes_, index_, edges_, reorder_, newcomm_, ierr);
}
void mpi_graph_create_f08_(MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, MPI_Fint *reorder_, void *newcomm_, MPI_Fint *ierr)
{
	static type_graph_create real;
	if (!real) real = (type_graph_create)gohpc_mpiwrap_fortran("pmpi_graph_create_f08_");
	do_graph_create(real, comm_, nnodes_, index_, edges_, reorder_, newcomm_, ierr);
}

typedef void (*type_graph_get)(MPI_Fint *comm_, MPI_Fint *maxindex_, MPI_Fint *maxedges_, void *index_, void *edges_, MPI_Fint *ierr);
static void do_graph_get(type_graph_get real, MPI_Fint *comm_, MPI_Fint *maxindex_, MPI_Fint *maxedges_, void *index_, void *edges_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Graph_get, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, maxindex_, maxedges_, index_, edges_, ierr);
		return;
	}
	start(&c);
	real(comm_, maxindex_, maxedges_, index_, edges_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_graph_get_(MPI_Fint *comm_, MPI_Fint *maxindex_, MPI_Fint *maxedges_, void *index_, void *edges_, MPI_Fint *ierr)
{
	static type_graph_get real;
	if (!real) real = (type_graph_get)gohpc_mpiwrap_fortran("pmpi_graph_get_");
	do_graph_get(real, comm_, maxindex_, maxedges_, index_, edges_, ierr);
}
void mpi_graph_get_f08_(MPI_Fint *comm_, MPI_Fint *maxindex_, MPI_Fint *maxedges_, void *index_, void *edges_, MPI_Fint *ierr)
{
	static type_graph_get real;
	if (!real) real = (type_graph_get)gohpc_mpiwrap_fortran("pmpi_graph_get_f08_");
	do_graph_get(real, comm_, maxindex_, maxedges_, index_, edges_, ierr);
}

typedef void (*type_graph_map)(MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, void *newrank_, MPI_Fint *ierr);
static void do_graph_map(type_graph_map real, MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, void *newrank_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Graph_map, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, nnodes_, index_, edges_, newrank_, ierr);
		return;
	}
	start(&c);
	real(comm_, nnodes_, index_, edges_, newrank_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_graph_map_(MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, void *newrank_, MPI_Fint *ierr)
{
	static type_graph_map real;
	if (!real) real = (type_graph_map)gohpc_mpiwrap_fortran("pmpi_graph_map_");
	do_graph_map(real, comm_, nnodes_, index_, edges_, newrank_, ierr);
}
void mpi_graph_map_f08_(MPI_Fint *comm_, MPI_Fint *nnodes_, void *index_, void *edges_, void *newrank_, MPI_Fint *ierr)
{
	static type_graph_map real;
	if (!real) real = (type_graph_map)gohpc_mpiwrap_fortran("pmpi_graph_map_f08_");
	do_graph_map(real, comm_, nnodes_, index_, edges_, newrank_, ierr);
}

typedef void (*type_graph_neighbors_count)(MPI_Fint *comm_, MPI_Fint *rank_, void *nneighbors_, MPI_Fint *ierr);
static void do_graph_neighbors_count(type_graph_neighbors_count real, MPI_Fint *comm_, MPI_Fint *rank_, void *nneighbors_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Graph_neighbors_count, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, rank_, nneighbors_, ierr);
		return;
	}
	start(&c);
	real(comm_, rank_, nneighbors_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_graph_neighbors_count_(MPI_Fint *comm_, MPI_Fint *rank_, void *nneighbors_, MPI_Fint *ierr)
{
	static type_graph_neighbors_count real;
	if (!real) real = (type_graph_neighbors_count)gohpc_mpiwrap_fortran("pmpi_graph_neighbors_count_");
	do_graph_neighbors_count(real, comm_, rank_, nneighbors_, ierr);
}
void mpi_graph_neighbors_count_f08_(MPI_Fint *comm_, MPI_Fint *rank_, void *nneighbors_, MPI_Fint *ierr)
{
	static type_graph_neighbors_count real;
	if (!real) real = (type_graph_neighbors_count)gohpc_mpiwrap_fortran("pmpi_graph_neighbors_count_f08_");
	do_graph_neighbors_count(real, comm_, rank_, nneighbors_, ierr);
}

typedef void (*type_graph_neighbors)(MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxneighbors_, void *neighbors_, MPI_Fint *ierr);
static void do_graph_neighbors(type_graph_neighbors real, MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxneighbors_, void *neighbors_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Graph_neighbors, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, rank_, maxneighbors_, neighbors_, ierr);
		return;
	}
	start(&c);
	real(comm_, rank_, maxneighbors_, neighbors_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_graph_neighbors_(MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxneighbors_, void *neighbors_, MPI_Fint *ierr)
{
	static type_graph_neighbors real;
	if (!real) real = (type_graph_neighbors)gohpc_mpiwrap_fortran("pmpi_graph_neighbors_");
	do_graph_neighbors(real, comm_, rank_, maxneighbors_, neighbors_, ierr);
}
void mpi_graph_neighbors_f08_(MPI_Fint *comm_, MPI_Fint *rank_, MPI_Fint *maxneighbors_, void *neighbors_, MPI_Fint *ierr)
{
	static type_graph_neighbors real;
	if (!real) real = (type_graph_neighbors)gohpc_mpiwrap_fortran("pmpi_graph_neighbors_f08_");
	do_graph_neighbors(real, comm_, rank_, maxneighbors_, neighbors_, ierr);
}

typedef void (*type_graphdims_get)(MPI_Fint *comm_, void *nnodes_, void *nedges_, MPI_Fint *ierr);
static void do_graphdims_get(type_graphdims_get real, MPI_Fint *comm_, void *nnodes_, void *nedges_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Graphdims_get, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, nnodes_, nedges_, ierr);
		return;
	}
	start(&c);
	real(comm_, nnodes_, nedges_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_graphdims_get_(MPI_Fint *comm_, void *nnodes_, void *nedges_, MPI_Fint *ierr)
{
	static type_graphdims_get real;
	if (!real) real = (type_graphdims_get)gohpc_mpiwrap_fortran("pmpi_graphdims_get_");
	do_graphdims_get(real, comm_, nnodes_, nedges_, ierr);
}
void mpi_graphdims_get_f08_(MPI_Fint *comm_, void *nnodes_, void *nedges_, MPI_Fint *ierr)
{
	static type_graphdims_get real;
	if (!real) real = (type_graphdims_get)gohpc_mpiwrap_fortran("pmpi_graphdims_get_f08_");
	do_graphdims_get(real, comm_, nnodes_, nedges_, ierr);
}

typedef void (*type_grequest_complete)(MPI_Fint *request_, MPI_Fint *ierr);
static void do_grequest_complete(type_grequest_complete real, MPI_Fint *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Grequest_complete, 0, MPI_COMM_NULL)) {
		real(request_, ierr);
		return;
	}
	MPI_Request request = PMPI_Request_f2c(*request_); (void)request;
	start(&c);
	real(request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_request_id(HANDLE(request)));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_grequest_complete_(MPI_Fint *request_, MPI_Fint *ierr)
{
	static type_grequest_complete real;
	if (!real) real = (type_grequest_complete)gohpc_mpiwrap_fortran("pmpi_grequest_complete_");
	do_grequest_complete(real, request_, ierr);
}
void mpi_grequest_complete_f08_(MPI_Fint *request_, MPI_Fint *ierr)
{
	static type_grequest_complete real;
	if (!real) real = (type_grequest_complete)gohpc_mpiwrap_fortran("pmpi_grequest_complete_f08_");
	do_grequest_complete(real, request_, ierr);
}

typedef void (*type_grequest_start)(void *query_fn_, void *free_fn_, void *cancel_fn_, void *extra_state_, void *request_, MPI_Fint *ierr);
static void do_grequest_start(type_grequest_start real, void *query_fn_, void *free_fn_, void *cancel_fn_, void *extra_state_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Grequest_start, 0, MPI_COMM_NULL)) {
		real(query_fn_, free_fn_, cancel_fn_, extra_state_, request_, ierr);
		return;
	}
	start(&c);
	real(query_fn_, free_fn_, cancel_fn_, extra_state_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_grequest_start_(void *query_fn_, void *free_fn_, void *cancel_fn_, void *extra_state_, void *request_, MPI_Fint *ierr)
{
	static type_grequest_start real;
	if (!real) real = (type_grequest_start)gohpc_mpiwrap_fortran("pmpi_grequest_start_");
	do_grequest_start(real, query_fn_, free_fn_, cancel_fn_, extra_state_, request_, ierr);
}
void mpi_grequest_start_f08_(void *query_fn_, void *free_fn_, void *cancel_fn_, void *extra_state_, void *request_, MPI_Fint *ierr)
{
	static type_grequest_start real;
	if (!real) real = (type_grequest_start)gohpc_mpiwrap_fortran("pmpi_grequest_start_f08_");
	do_grequest_start(real, query_fn_, free_fn_, cancel_fn_, extra_state_, request_, ierr);
}

typedef void (*type_group_compare)(MPI_Fint *group1_, MPI_Fint *group2_, void *result_, MPI_Fint *ierr);
static void do_group_compare(type_group_compare real, MPI_Fint *group1_, MPI_Fint *group2_, void *result_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_compare, 0, MPI_COMM_NULL)) {
		real(group1_, group2_, result_, ierr);
		return;
	}
	start(&c);
	real(group1_, group2_, result_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_compare_(MPI_Fint *group1_, MPI_Fint *group2_, void *result_, MPI_Fint *ierr)
{
	static type_group_compare real;
	if (!real) real = (type_group_compare)gohpc_mpiwrap_fortran("pmpi_group_compare_");
	do_group_compare(real, group1_, group2_, result_, ierr);
}
void mpi_group_compare_f08_(MPI_Fint *group1_, MPI_Fint *group2_, void *result_, MPI_Fint *ierr)
{
	static type_group_compare real;
	if (!real) real = (type_group_compare)gohpc_mpiwrap_fortran("pmpi_group_compare_f08_");
	do_group_compare(real, group1_, group2_, result_, ierr);
}

typedef void (*type_group_difference)(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr);
static void do_group_difference(type_group_difference real, MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_difference, 0, MPI_COMM_NULL)) {
		real(group1_, group2_, newgroup_, ierr);
		return;
	}
	start(&c);
	real(group1_, group2_, newgroup_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_difference_(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_difference real;
	if (!real) real = (type_group_difference)gohpc_mpiwrap_fortran("pmpi_group_difference_");
	do_group_difference(real, group1_, group2_, newgroup_, ierr);
}
void mpi_group_difference_f08_(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_difference real;
	if (!real) real = (type_group_difference)gohpc_mpiwrap_fortran("pmpi_group_difference_f08_");
	do_group_difference(real, group1_, group2_, newgroup_, ierr);
}

typedef void (*type_group_excl)(MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr);
static void do_group_excl(type_group_excl real, MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_excl, 0, MPI_COMM_NULL)) {
		real(group_, n_, ranks_, newgroup_, ierr);
		return;
	}
	start(&c);
	real(group_, n_, ranks_, newgroup_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_excl_(MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_excl real;
	if (!real) real = (type_group_excl)gohpc_mpiwrap_fortran("pmpi_group_excl_");
	do_group_excl(real, group_, n_, ranks_, newgroup_, ierr);
}
void mpi_group_excl_f08_(MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_excl real;
	if (!real) real = (type_group_excl)gohpc_mpiwrap_fortran("pmpi_group_excl_f08_");
	do_group_excl(real, group_, n_, ranks_, newgroup_, ierr);
}

typedef void (*type_group_free)(void *group_, MPI_Fint *ierr);
static void do_group_free(type_group_free real, void *group_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_free, 0, MPI_COMM_NULL)) {
		real(group_, ierr);
		return;
	}
	start(&c);
	real(group_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_free_(void *group_, MPI_Fint *ierr)
{
	static type_group_free real;
	if (!real) real = (type_group_free)gohpc_mpiwrap_fortran("pmpi_group_free_");
	do_group_free(real, group_, ierr);
}
void mpi_group_free_f08_(void *group_, MPI_Fint *ierr)
{
	static type_group_free real;
	if (!real) real = (type_group_free)gohpc_mpiwrap_fortran("pmpi_group_free_f08_");
	do_group_free(real, group_, ierr);
}

typedef void (*type_group_incl)(MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr);
static void do_group_incl(type_group_incl real, MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_incl, 0, MPI_COMM_NULL)) {
		real(group_, n_, ranks_, newgroup_, ierr);
		return;
	}
	start(&c);
	real(group_, n_, ranks_, newgroup_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_incl_(MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_incl real;
	if (!real) real = (type_group_incl)gohpc_mpiwrap_fortran("pmpi_group_incl_");
	do_group_incl(real, group_, n_, ranks_, newgroup_, ierr);
}
void mpi_group_incl_f08_(MPI_Fint *group_, MPI_Fint *n_, void *ranks_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_incl real;
	if (!real) real = (type_group_incl)gohpc_mpiwrap_fortran("pmpi_group_incl_f08_");
	do_group_incl(real, group_, n_, ranks_, newgroup_, ierr);
}

typedef void (*type_group_intersection)(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr);
static void do_group_intersection(type_group_intersection real, MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_intersection, 0, MPI_COMM_NULL)) {
		real(group1_, group2_, newgroup_, ierr);
		return;
	}
	start(&c);
	real(group1_, group2_, newgroup_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_intersection_(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_intersection real;
	if (!real) real = (type_group_intersection)gohpc_mpiwrap_fortran("pmpi_group_intersection_");
	do_group_intersection(real, group1_, group2_, newgroup_, ierr);
}
void mpi_group_intersection_f08_(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_intersection real;
	if (!real) real = (type_group_intersection)gohpc_mpiwrap_fortran("pmpi_group_intersection_f08_");
	do_group_intersection(real, group1_, group2_, newgroup_, ierr);
}

typedef void (*type_group_range_excl)(MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr);
static void do_group_range_excl(type_group_range_excl real, MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_range_excl, 0, MPI_COMM_NULL)) {
		real(group_, n_, ranges_, newgroup_, ierr);
		return;
	}
	start(&c);
	real(group_, n_, ranges_, newgroup_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_range_excl_(MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_range_excl real;
	if (!real) real = (type_group_range_excl)gohpc_mpiwrap_fortran("pmpi_group_range_excl_");
	do_group_range_excl(real, group_, n_, ranges_, newgroup_, ierr);
}
void mpi_group_range_excl_f08_(MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_range_excl real;
	if (!real) real = (type_group_range_excl)gohpc_mpiwrap_fortran("pmpi_group_range_excl_f08_");
	do_group_range_excl(real, group_, n_, ranges_, newgroup_, ierr);
}

typedef void (*type_group_range_incl)(MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr);
static void do_group_range_incl(type_group_range_incl real, MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_range_incl, 0, MPI_COMM_NULL)) {
		real(group_, n_, ranges_, newgroup_, ierr);
		return;
	}
	start(&c);
	real(group_, n_, ranges_, newgroup_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_range_incl_(MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_range_incl real;
	if (!real) real = (type_group_range_incl)gohpc_mpiwrap_fortran("pmpi_group_range_incl_");
	do_group_range_incl(real, group_, n_, ranges_, newgroup_, ierr);
}
void mpi_group_range_incl_f08_(MPI_Fint *group_, MPI_Fint *n_, void *ranges_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_range_incl real;
	if (!real) real = (type_group_range_incl)gohpc_mpiwrap_fortran("pmpi_group_range_incl_f08_");
	do_group_range_incl(real, group_, n_, ranges_, newgroup_, ierr);
}

typedef void (*type_group_rank)(MPI_Fint *group_, void *rank_, MPI_Fint *ierr);
static void do_group_rank(type_group_rank real, MPI_Fint *group_, void *rank_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_rank, 0, MPI_COMM_NULL)) {
		real(group_, rank_, ierr);
		return;
	}
	start(&c);
	real(group_, rank_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_rank_(MPI_Fint *group_, void *rank_, MPI_Fint *ierr)
{
	static type_group_rank real;
	if (!real) real = (type_group_rank)gohpc_mpiwrap_fortran("pmpi_group_rank_");
	do_group_rank(real, group_, rank_, ierr);
}
void mpi_group_rank_f08_(MPI_Fint *group_, void *rank_, MPI_Fint *ierr)
{
	static type_group_rank real;
	if (!real) real = (type_group_rank)gohpc_mpiwrap_fortran("pmpi_group_rank_f08_");
	do_group_rank(real, group_, rank_, ierr);
}

typedef void (*type_group_size)(MPI_Fint *group_, void *size_, MPI_Fint *ierr);
static void do_group_size(type_group_size real, MPI_Fint *group_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_size, 0, MPI_COMM_NULL)) {
		real(group_, size_, ierr);
		return;
	}
	start(&c);
	real(group_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_size_(MPI_Fint *group_, void *size_, MPI_Fint *ierr)
{
	static type_group_size real;
	if (!real) real = (type_group_size)gohpc_mpiwrap_fortran("pmpi_group_size_");
	do_group_size(real, group_, size_, ierr);
}
void mpi_group_size_f08_(MPI_Fint *group_, void *size_, MPI_Fint *ierr)
{
	static type_group_size real;
	if (!real) real = (type_group_size)gohpc_mpiwrap_fortran("pmpi_group_size_f08_");
	do_group_size(real, group_, size_, ierr);
}

typedef void (*type_group_translate_ranks)(MPI_Fint *group1_, MPI_Fint *n_, void *ranks1_, MPI_Fint *group2_, void *ranks2_, MPI_Fint *ierr);
static void do_group_translate_ranks(type_group_translate_ranks real, MPI_Fint *group1_, MPI_Fint *n_, void *ranks1_, MPI_Fint *group2_, void *ranks2_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_translate_ranks, 0, MPI_COMM_NULL)) {
		real(group1_, n_, ranks1_, group2_, ranks2_, ierr);
		return;
	}
	start(&c);
	real(group1_, n_, ranks1_, group2_, ranks2_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_translate_ranks_(MPI_Fint *group1_, MPI_Fint *n_, void *ranks1_, MPI_Fint *group2_, void *ranks2_, MPI_Fint *ierr)
{
	static type_group_translate_ranks real;
	if (!real) real = (type_group_translate_ranks)gohpc_mpiwrap_fortran("pmpi_group_translate_ranks_");
	do_group_translate_ranks(real, group1_, n_, ranks1_, group2_, ranks2_, ierr);
}
void mpi_group_translate_ranks_f08_(MPI_Fint *group1_, MPI_Fint *n_, void *ranks1_, MPI_Fint *group2_, void *ranks2_, MPI_Fint *ierr)
{
	static type_group_translate_ranks real;
	if (!real) real = (type_group_translate_ranks)gohpc_mpiwrap_fortran("pmpi_group_translate_ranks_f08_");
	do_group_translate_ranks(real, group1_, n_, ranks1_, group2_, ranks2_, ierr);
}

typedef void (*type_group_union)(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr);
static void do_group_union(type_group_union real, MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Group_union, 0, MPI_COMM_NULL)) {
		real(group1_, group2_, newgroup_, ierr);
		return;
	}
	start(&c);
	real(group1_, group2_, newgroup_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_group_union_(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_union real;
	if (!real) real = (type_group_union)gohpc_mpiwrap_fortran("pmpi_group_union_");
	do_group_union(real, group1_, group2_, newgroup_, ierr);
}
void mpi_group_union_f08_(MPI_Fint *group1_, MPI_Fint *group2_, void *newgroup_, MPI_Fint *ierr)
{
	static type_group_union real;
	if (!real) real = (type_group_union)gohpc_mpiwrap_fortran("pmpi_group_union_f08_");
	do_group_union(real, group1_, group2_, newgroup_, ierr);
}

typedef void (*type_ibsend)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ibsend(type_ibsend real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ibsend, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = requested(&c, r, *request, A_SEND); if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ibsend_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ibsend real;
	if (!real) real = (type_ibsend)gohpc_mpiwrap_fortran("pmpi_ibsend_");
	do_ibsend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_ibsend_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ibsend real;
	if (!real) real = (type_ibsend)gohpc_mpiwrap_fortran("pmpi_ibsend_f08_");
	do_ibsend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_improbe)(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *message_, void *status_, MPI_Fint *ierr);
static void do_improbe(type_improbe real, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *message_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Improbe, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(source_, tag_, comm_, flag_, message_, status_, ierr);
		return;
	}
	int source = (int)*source_; (void)source;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int *flag = flag_; (void)flag;
	MPI_Message value_message = PMPI_Message_f2c(*(MPI_Fint *)message_), *message = &value_message; (void)message;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(source_, tag_, comm_, flag_, message_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_message = PMPI_Message_f2c(*(MPI_Fint *)message_);
	PMPI_Status_f2c(status_, status);
	int found = OK(r) && *flag; if (found) gohpc_mpiwrap_put(A_MESSAGE, HANDLE(*message), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, found ? world_of(c.comm, status->MPI_SOURCE) : -3);
			put(e, found ? tag_of(status->MPI_TAG) : -1);
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_improbe_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *message_, void *status_, MPI_Fint *ierr)
{
	static type_improbe real;
	if (!real) real = (type_improbe)gohpc_mpiwrap_fortran("pmpi_improbe_");
	do_improbe(real, source_, tag_, comm_, flag_, message_, status_, ierr);
}
void mpi_improbe_f08_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *message_, void *status_, MPI_Fint *ierr)
{
	static type_improbe real;
	if (!real) real = (type_improbe)gohpc_mpiwrap_fortran("pmpi_improbe_f08_");
	do_improbe(real, source_, tag_, comm_, flag_, message_, status_, ierr);
}

typedef void (*type_imrecv)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *request_, MPI_Fint *ierr);
static void do_imrecv(type_imrecv real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Imrecv, 0, MPI_COMM_NULL)) {
		real(buf_, count_, type_, message_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Message value_message = PMPI_Message_f2c(*(MPI_Fint *)message_), *message = &value_message; (void)message;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	c.comm = message_comm(*message);
	start(&c);
	real(buf_, count_, type_, message_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_message = PMPI_Message_f2c(*(MPI_Fint *)message_);
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_RECEIVE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_imrecv_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *request_, MPI_Fint *ierr)
{
	static type_imrecv real;
	if (!real) real = (type_imrecv)gohpc_mpiwrap_fortran("pmpi_imrecv_");
	do_imrecv(real, buf_, count_, type_, message_, request_, ierr);
}
void mpi_imrecv_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *request_, MPI_Fint *ierr)
{
	static type_imrecv real;
	if (!real) real = (type_imrecv)gohpc_mpiwrap_fortran("pmpi_imrecv_f08_");
	do_imrecv(real, buf_, count_, type_, message_, request_, ierr);
}

typedef void (*type_info_create)(void *info_, MPI_Fint *ierr);
static void do_info_create(type_info_create real, void *info_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_create, 0, MPI_COMM_NULL)) {
		real(info_, ierr);
		return;
	}
	start(&c);
	real(info_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_create_(void *info_, MPI_Fint *ierr)
{
	static type_info_create real;
	if (!real) real = (type_info_create)gohpc_mpiwrap_fortran("pmpi_info_create_");
	do_info_create(real, info_, ierr);
}
void mpi_info_create_f08_(void *info_, MPI_Fint *ierr)
{
	static type_info_create real;
	if (!real) real = (type_info_create)gohpc_mpiwrap_fortran("pmpi_info_create_f08_");
	do_info_create(real, info_, ierr);
}

typedef void (*type_info_delete)(MPI_Fint *info_, void *key_, MPI_Fint *ierr, size_t length_key);
static void do_info_delete(type_info_delete real, MPI_Fint *info_, void *key_, MPI_Fint *ierr, size_t length_key)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_delete, 0, MPI_COMM_NULL)) {
		real(info_, key_, ierr, length_key);
		return;
	}
	start(&c);
	real(info_, key_, ierr, length_key);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_delete_(MPI_Fint *info_, void *key_, MPI_Fint *ierr, size_t length_key)
{
	static type_info_delete real;
	if (!real) real = (type_info_delete)gohpc_mpiwrap_fortran("pmpi_info_delete_");
	do_info_delete(real, info_, key_, ierr, length_key);
}
void mpi_info_delete_f08_(MPI_Fint *info_, void *key_, MPI_Fint *ierr, size_t length_key)
{
	static type_info_delete real;
	if (!real) real = (type_info_delete)gohpc_mpiwrap_fortran("pmpi_info_delete_f08_");
	do_info_delete(real, info_, key_, ierr, length_key);
}

typedef void (*type_info_dup)(MPI_Fint *info_, void *newinfo_, MPI_Fint *ierr);
static void do_info_dup(type_info_dup real, MPI_Fint *info_, void *newinfo_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_dup, 0, MPI_COMM_NULL)) {
		real(info_, newinfo_, ierr);
		return;
	}
	start(&c);
	real(info_, newinfo_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_dup_(MPI_Fint *info_, void *newinfo_, MPI_Fint *ierr)
{
	static type_info_dup real;
	if (!real) real = (type_info_dup)gohpc_mpiwrap_fortran("pmpi_info_dup_");
	do_info_dup(real, info_, newinfo_, ierr);
}
void mpi_info_dup_f08_(MPI_Fint *info_, void *newinfo_, MPI_Fint *ierr)
{
	static type_info_dup real;
	if (!real) real = (type_info_dup)gohpc_mpiwrap_fortran("pmpi_info_dup_f08_");
	do_info_dup(real, info_, newinfo_, ierr);
}

typedef void (*type_info_free)(void *info_, MPI_Fint *ierr);
static void do_info_free(type_info_free real, void *info_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_free, 0, MPI_COMM_NULL)) {
		real(info_, ierr);
		return;
	}
	start(&c);
	real(info_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_free_(void *info_, MPI_Fint *ierr)
{
	static type_info_free real;
	if (!real) real = (type_info_free)gohpc_mpiwrap_fortran("pmpi_info_free_");
	do_info_free(real, info_, ierr);
}
void mpi_info_free_f08_(void *info_, MPI_Fint *ierr)
{
	static type_info_free real;
	if (!real) real = (type_info_free)gohpc_mpiwrap_fortran("pmpi_info_free_f08_");
	do_info_free(real, info_, ierr);
}

typedef void (*type_info_get)(MPI_Fint *info_, void *key_, MPI_Fint *valuelen_, void *value_, void *flag_, MPI_Fint *ierr, size_t length_key, size_t length_value);
static void do_info_get(type_info_get real, MPI_Fint *info_, void *key_, MPI_Fint *valuelen_, void *value_, void *flag_, MPI_Fint *ierr, size_t length_key, size_t length_value)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_get, 0, MPI_COMM_NULL)) {
		real(info_, key_, valuelen_, value_, flag_, ierr, length_key, length_value);
		return;
	}
	start(&c);
	real(info_, key_, valuelen_, value_, flag_, ierr, length_key, length_value);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_get_(MPI_Fint *info_, void *key_, MPI_Fint *valuelen_, void *value_, void *flag_, MPI_Fint *ierr, size_t length_key, size_t length_value)
{
	static type_info_get real;
	if (!real) real = (type_info_get)gohpc_mpiwrap_fortran("pmpi_info_get_");
	do_info_get(real, info_, key_, valuelen_, value_, flag_, ierr, length_key, length_value);
}
void mpi_info_get_f08_(MPI_Fint *info_, void *key_, MPI_Fint *valuelen_, void *value_, void *flag_, MPI_Fint *ierr, size_t length_key, size_t length_value)
{
	static type_info_get real;
	if (!real) real = (type_info_get)gohpc_mpiwrap_fortran("pmpi_info_get_f08_");
	do_info_get(real, info_, key_, valuelen_, value_, flag_, ierr, length_key, length_value);
}

typedef void (*type_info_get_nkeys)(MPI_Fint *info_, void *nkeys_, MPI_Fint *ierr);
static void do_info_get_nkeys(type_info_get_nkeys real, MPI_Fint *info_, void *nkeys_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_get_nkeys, 0, MPI_COMM_NULL)) {
		real(info_, nkeys_, ierr);
		return;
	}
	start(&c);
	real(info_, nkeys_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_get_nkeys_(MPI_Fint *info_, void *nkeys_, MPI_Fint *ierr)
{
	static type_info_get_nkeys real;
	if (!real) real = (type_info_get_nkeys)gohpc_mpiwrap_fortran("pmpi_info_get_nkeys_");
	do_info_get_nkeys(real, info_, nkeys_, ierr);
}
void mpi_info_get_nkeys_f08_(MPI_Fint *info_, void *nkeys_, MPI_Fint *ierr)
{
	static type_info_get_nkeys real;
	if (!real) real = (type_info_get_nkeys)gohpc_mpiwrap_fortran("pmpi_info_get_nkeys_f08_");
	do_info_get_nkeys(real, info_, nkeys_, ierr);
}

typedef void (*type_info_get_nthkey)(MPI_Fint *info_, MPI_Fint *n_, void *key_, MPI_Fint *ierr, size_t length_key);
static void do_info_get_nthkey(type_info_get_nthkey real, MPI_Fint *info_, MPI_Fint *n_, void *key_, MPI_Fint *ierr, size_t length_key)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_get_nthkey, 0, MPI_COMM_NULL)) {
		real(info_, n_, key_, ierr, length_key);
		return;
	}
	start(&c);
	real(info_, n_, key_, ierr, length_key);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_get_nthkey_(MPI_Fint *info_, MPI_Fint *n_, void *key_, MPI_Fint *ierr, size_t length_key)
{
	static type_info_get_nthkey real;
	if (!real) real = (type_info_get_nthkey)gohpc_mpiwrap_fortran("pmpi_info_get_nthkey_");
	do_info_get_nthkey(real, info_, n_, key_, ierr, length_key);
}
void mpi_info_get_nthkey_f08_(MPI_Fint *info_, MPI_Fint *n_, void *key_, MPI_Fint *ierr, size_t length_key)
{
	static type_info_get_nthkey real;
	if (!real) real = (type_info_get_nthkey)gohpc_mpiwrap_fortran("pmpi_info_get_nthkey_f08_");
	do_info_get_nthkey(real, info_, n_, key_, ierr, length_key);
}

typedef void (*type_info_get_valuelen)(MPI_Fint *info_, void *key_, void *valuelen_, void *flag_, MPI_Fint *ierr, size_t length_key);
static void do_info_get_valuelen(type_info_get_valuelen real, MPI_Fint *info_, void *key_, void *valuelen_, void *flag_, MPI_Fint *ierr, size_t length_key)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_get_valuelen, 0, MPI_COMM_NULL)) {
		real(info_, key_, valuelen_, flag_, ierr, length_key);
		return;
	}
	start(&c);
	real(info_, key_, valuelen_, flag_, ierr, length_key);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_get_valuelen_(MPI_Fint *info_, void *key_, void *valuelen_, void *flag_, MPI_Fint *ierr, size_t length_key)
{
	static type_info_get_valuelen real;
	if (!real) real = (type_info_get_valuelen)gohpc_mpiwrap_fortran("pmpi_info_get_valuelen_");
	do_info_get_valuelen(real, info_, key_, valuelen_, flag_, ierr, length_key);
}
void mpi_info_get_valuelen_f08_(MPI_Fint *info_, void *key_, void *valuelen_, void *flag_, MPI_Fint *ierr, size_t length_key)
{
	static type_info_get_valuelen real;
	if (!real) real = (type_info_get_valuelen)gohpc_mpiwrap_fortran("pmpi_info_get_valuelen_f08_");
	do_info_get_valuelen(real, info_, key_, valuelen_, flag_, ierr, length_key);
}

typedef void (*type_info_set)(MPI_Fint *info_, void *key_, void *value_, MPI_Fint *ierr, size_t length_key, size_t length_value);
static void do_info_set(type_info_set real, MPI_Fint *info_, void *key_, void *value_, MPI_Fint *ierr, size_t length_key, size_t length_value)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Info_set, 0, MPI_COMM_NULL)) {
		real(info_, key_, value_, ierr, length_key, length_value);
		return;
	}
	start(&c);
	real(info_, key_, value_, ierr, length_key, length_value);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_info_set_(MPI_Fint *info_, void *key_, void *value_, MPI_Fint *ierr, size_t length_key, size_t length_value)
{
	static type_info_set real;
	if (!real) real = (type_info_set)gohpc_mpiwrap_fortran("pmpi_info_set_");
	do_info_set(real, info_, key_, value_, ierr, length_key, length_value);
}
void mpi_info_set_f08_(MPI_Fint *info_, void *key_, void *value_, MPI_Fint *ierr, size_t length_key, size_t length_value)
{
	static type_info_set real;
	if (!real) real = (type_info_set)gohpc_mpiwrap_fortran("pmpi_info_set_f08_");
	do_info_set(real, info_, key_, value_, ierr, length_key, length_value);
}

typedef void (*type_initialized)(void *flag_, MPI_Fint *ierr);
static void do_initialized(type_initialized real, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Initialized, 0, MPI_COMM_NULL)) {
		real(flag_, ierr);
		return;
	}
	start(&c);
	real(flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_initialized_(void *flag_, MPI_Fint *ierr)
{
	static type_initialized real;
	if (!real) real = (type_initialized)gohpc_mpiwrap_fortran("pmpi_initialized_");
	do_initialized(real, flag_, ierr);
}
void mpi_initialized_f08_(void *flag_, MPI_Fint *ierr)
{
	static type_initialized real;
	if (!real) real = (type_initialized)gohpc_mpiwrap_fortran("pmpi_initialized_f08_");
	do_initialized(real, flag_, ierr);
}

typedef void (*type_intercomm_create)(MPI_Fint *comm_, MPI_Fint *local_leader_, MPI_Fint *peer_comm_, MPI_Fint *remote_leader_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr);
static void do_intercomm_create(type_intercomm_create real, MPI_Fint *comm_, MPI_Fint *local_leader_, MPI_Fint *peer_comm_, MPI_Fint *remote_leader_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Intercomm_create, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, local_leader_, peer_comm_, remote_leader_, tag_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int local_leader = (int)*local_leader_; (void)local_leader;
	MPI_Comm peer_comm = PMPI_Comm_f2c(*peer_comm_); (void)peer_comm;
	int remote_leader = (int)*remote_leader_; (void)remote_leader;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, local_leader_, peer_comm_, remote_leader_, tag_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_intercomm_create_(MPI_Fint *comm_, MPI_Fint *local_leader_, MPI_Fint *peer_comm_, MPI_Fint *remote_leader_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr)
{
	static type_intercomm_create real;
	if (!real) real = (type_intercomm_create)gohpc_mpiwrap_fortran("pmpi_intercomm_create_");
	do_intercomm_create(real, comm_, local_leader_, peer_comm_, remote_leader_, tag_, newcomm_, ierr);
}
void mpi_intercomm_create_f08_(MPI_Fint *comm_, MPI_Fint *local_leader_, MPI_Fint *peer_comm_, MPI_Fint *remote_leader_, MPI_Fint *tag_, void *newcomm_, MPI_Fint *ierr)
{
	static type_intercomm_create real;
	if (!real) real = (type_intercomm_create)gohpc_mpiwrap_fortran("pmpi_intercomm_create_f08_");
	do_intercomm_create(real, comm_, local_leader_, peer_comm_, remote_leader_, tag_, newcomm_, ierr);
}

typedef void (*type_intercomm_merge)(MPI_Fint *comm_, MPI_Fint *high_, void *newcomm_, MPI_Fint *ierr);
static void do_intercomm_merge(type_intercomm_merge real, MPI_Fint *comm_, MPI_Fint *high_, void *newcomm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Intercomm_merge, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, high_, newcomm_, ierr);
		return;
	}
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int high = (int)*high_; (void)high;
	MPI_Comm value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_), *newcomm = &value_newcomm; (void)newcomm;
	start(&c);
	real(comm_, high_, newcomm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newcomm = PMPI_Comm_f2c(*(MPI_Fint *)newcomm_);
	const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, made ? made->id : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_intercomm_merge_(MPI_Fint *comm_, MPI_Fint *high_, void *newcomm_, MPI_Fint *ierr)
{
	static type_intercomm_merge real;
	if (!real) real = (type_intercomm_merge)gohpc_mpiwrap_fortran("pmpi_intercomm_merge_");
	do_intercomm_merge(real, comm_, high_, newcomm_, ierr);
}
void mpi_intercomm_merge_f08_(MPI_Fint *comm_, MPI_Fint *high_, void *newcomm_, MPI_Fint *ierr)
{
	static type_intercomm_merge real;
	if (!real) real = (type_intercomm_merge)gohpc_mpiwrap_fortran("pmpi_intercomm_merge_f08_");
	do_intercomm_merge(real, comm_, high_, newcomm_, ierr);
}

typedef void (*type_iprobe)(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *status_, MPI_Fint *ierr);
static void do_iprobe(type_iprobe real, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Iprobe, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(source_, tag_, comm_, flag_, status_, ierr);
		return;
	}
	int source = (int)*source_; (void)source;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	int *flag = flag_; (void)flag;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	start(&c);
	real(source_, tag_, comm_, flag_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(c.comm, source));
			put(e, tag_of(tag));
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_iprobe_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *status_, MPI_Fint *ierr)
{
	static type_iprobe real;
	if (!real) real = (type_iprobe)gohpc_mpiwrap_fortran("pmpi_iprobe_");
	do_iprobe(real, source_, tag_, comm_, flag_, status_, ierr);
}
void mpi_iprobe_f08_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *flag_, void *status_, MPI_Fint *ierr)
{
	static type_iprobe real;
	if (!real) real = (type_iprobe)gohpc_mpiwrap_fortran("pmpi_iprobe_f08_");
	do_iprobe(real, source_, tag_, comm_, flag_, status_, ierr);
}

typedef void (*type_irecv)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_irecv(type_irecv real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Irecv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, source_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int source = (int)*source_; (void)source;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, source_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = requested(&c, r, *request, A_RECEIVE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(c.comm, source));
			put(e, tag_of(tag));
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_irecv_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_irecv real;
	if (!real) real = (type_irecv)gohpc_mpiwrap_fortran("pmpi_irecv_");
	do_irecv(real, buf_, count_, type_, source_, tag_, comm_, request_, ierr);
}
void mpi_irecv_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_irecv real;
	if (!real) real = (type_irecv)gohpc_mpiwrap_fortran("pmpi_irecv_f08_");
	do_irecv(real, buf_, count_, type_, source_, tag_, comm_, request_, ierr);
}

typedef void (*type_irsend)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_irsend(type_irsend real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Irsend, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = requested(&c, r, *request, A_SEND); if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_irsend_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_irsend real;
	if (!real) real = (type_irsend)gohpc_mpiwrap_fortran("pmpi_irsend_");
	do_irsend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_irsend_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_irsend real;
	if (!real) real = (type_irsend)gohpc_mpiwrap_fortran("pmpi_irsend_f08_");
	do_irsend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_isend)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_isend(type_isend real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Isend, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = requested(&c, r, *request, A_SEND); if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_isend_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_isend real;
	if (!real) real = (type_isend)gohpc_mpiwrap_fortran("pmpi_isend_");
	do_isend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_isend_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_isend real;
	if (!real) real = (type_isend)gohpc_mpiwrap_fortran("pmpi_isend_f08_");
	do_isend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_issend)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_issend(type_issend real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Issend, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = requested(&c, r, *request, A_SEND); if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_issend_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_issend real;
	if (!real) real = (type_issend)gohpc_mpiwrap_fortran("pmpi_issend_");
	do_issend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_issend_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_issend real;
	if (!real) real = (type_issend)gohpc_mpiwrap_fortran("pmpi_issend_f08_");
	do_issend(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_is_thread_main)(void *flag_, MPI_Fint *ierr);
static void do_is_thread_main(type_is_thread_main real, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Is_thread_main, 0, MPI_COMM_NULL)) {
		real(flag_, ierr);
		return;
	}
	start(&c);
	real(flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_is_thread_main_(void *flag_, MPI_Fint *ierr)
{
	static type_is_thread_main real;
	if (!real) real = (type_is_thread_main)gohpc_mpiwrap_fortran("pmpi_is_thread_main_");
	do_is_thread_main(real, flag_, ierr);
}
void mpi_is_thread_main_f08_(void *flag_, MPI_Fint *ierr)
{
	static type_is_thread_main real;
	if (!real) real = (type_is_thread_main)gohpc_mpiwrap_fortran("pmpi_is_thread_main_f08_");
	do_is_thread_main(real, flag_, ierr);
}

typedef void (*type_lookup_name)(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name);
static void do_lookup_name(type_lookup_name real, void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Lookup_name, 0, MPI_COMM_NULL)) {
		real(service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
		return;
	}
	start(&c);
	real(service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_lookup_name_(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	static type_lookup_name real;
	if (!real) real = (type_lookup_name)gohpc_mpiwrap_fortran("pmpi_lookup_name_");
	do_lookup_name(real, service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
}
void mpi_lookup_name_f08_(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	static type_lookup_name real;
	if (!real) real = (type_lookup_name)gohpc_mpiwrap_fortran("pmpi_lookup_name_f08_");
	do_lookup_name(real, service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
}

typedef void (*type_mprobe)(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *message_, void *status_, MPI_Fint *ierr);
static void do_mprobe(type_mprobe real, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *message_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Mprobe, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(source_, tag_, comm_, message_, status_, ierr);
		return;
	}
	int source = (int)*source_; (void)source;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Message value_message = PMPI_Message_f2c(*(MPI_Fint *)message_), *message = &value_message; (void)message;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(source_, tag_, comm_, message_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_message = PMPI_Message_f2c(*(MPI_Fint *)message_);
	PMPI_Status_f2c(status_, status);
	if (OK(r)) gohpc_mpiwrap_put(A_MESSAGE, HANDLE(*message), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, OK(r) ? world_of(c.comm, status->MPI_SOURCE) : -3);
			put(e, OK(r) ? tag_of(status->MPI_TAG) : -1);
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_mprobe_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *message_, void *status_, MPI_Fint *ierr)
{
	static type_mprobe real;
	if (!real) real = (type_mprobe)gohpc_mpiwrap_fortran("pmpi_mprobe_");
	do_mprobe(real, source_, tag_, comm_, message_, status_, ierr);
}
void mpi_mprobe_f08_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *message_, void *status_, MPI_Fint *ierr)
{
	static type_mprobe real;
	if (!real) real = (type_mprobe)gohpc_mpiwrap_fortran("pmpi_mprobe_f08_");
	do_mprobe(real, source_, tag_, comm_, message_, status_, ierr);
}

typedef void (*type_mrecv)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *status_, MPI_Fint *ierr);
static void do_mrecv(type_mrecv real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Mrecv, 0, MPI_COMM_NULL)) {
		real(buf_, count_, type_, message_, status_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Message value_message = PMPI_Message_f2c(*(MPI_Fint *)message_), *message = &value_message; (void)message;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;c.comm = message_comm(*message);
	start(&c);
	real(buf_, count_, type_, message_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_message = PMPI_Message_f2c(*(MPI_Fint *)message_);
	PMPI_Status_f2c(status_, status);
	struct got g = received(&c, c.comm, r, status);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, g.source);
			put(e, g.tag);
			put(e, g.bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_mrecv_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *status_, MPI_Fint *ierr)
{
	static type_mrecv real;
	if (!real) real = (type_mrecv)gohpc_mpiwrap_fortran("pmpi_mrecv_");
	do_mrecv(real, buf_, count_, type_, message_, status_, ierr);
}
void mpi_mrecv_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, void *message_, void *status_, MPI_Fint *ierr)
{
	static type_mrecv real;
	if (!real) real = (type_mrecv)gohpc_mpiwrap_fortran("pmpi_mrecv_f08_");
	do_mrecv(real, buf_, count_, type_, message_, status_, ierr);
}

typedef void (*type_neighbor_allgather)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_neighbor_allgather(type_neighbor_allgather real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgather, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_neighbor_allgather_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_allgather real;
	if (!real) real = (type_neighbor_allgather)gohpc_mpiwrap_fortran("pmpi_neighbor_allgather_");
	do_neighbor_allgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}
void mpi_neighbor_allgather_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_allgather real;
	if (!real) real = (type_neighbor_allgather)gohpc_mpiwrap_fortran("pmpi_neighbor_allgather_f08_");
	do_neighbor_allgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}

typedef void (*type_ineighbor_allgather)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ineighbor_allgather(type_ineighbor_allgather real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_allgather, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ineighbor_allgather_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_allgather real;
	if (!real) real = (type_ineighbor_allgather)gohpc_mpiwrap_fortran("pmpi_ineighbor_allgather_");
	do_ineighbor_allgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}
void mpi_ineighbor_allgather_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_allgather real;
	if (!real) real = (type_ineighbor_allgather)gohpc_mpiwrap_fortran("pmpi_ineighbor_allgather_f08_");
	do_ineighbor_allgather(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_neighbor_allgatherv)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_neighbor_allgatherv(type_neighbor_allgatherv real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgatherv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_neighbor_allgatherv_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_allgatherv real;
	if (!real) real = (type_neighbor_allgatherv)gohpc_mpiwrap_fortran("pmpi_neighbor_allgatherv_");
	do_neighbor_allgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
}
void mpi_neighbor_allgatherv_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_allgatherv real;
	if (!real) real = (type_neighbor_allgatherv)gohpc_mpiwrap_fortran("pmpi_neighbor_allgatherv_f08_");
	do_neighbor_allgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, ierr);
}

typedef void (*type_ineighbor_allgatherv)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ineighbor_allgatherv(type_ineighbor_allgatherv real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_allgatherv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ineighbor_allgatherv_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_allgatherv real;
	if (!real) real = (type_ineighbor_allgatherv)gohpc_mpiwrap_fortran("pmpi_ineighbor_allgatherv_");
	do_ineighbor_allgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
}
void mpi_ineighbor_allgatherv_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *displs_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_allgatherv real;
	if (!real) real = (type_ineighbor_allgatherv)gohpc_mpiwrap_fortran("pmpi_ineighbor_allgatherv_f08_");
	do_ineighbor_allgatherv(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcounts_, displs_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_neighbor_alltoall)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_neighbor_alltoall(type_neighbor_alltoall real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoall, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_neighbor_alltoall_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_alltoall real;
	if (!real) real = (type_neighbor_alltoall)gohpc_mpiwrap_fortran("pmpi_neighbor_alltoall_");
	do_neighbor_alltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}
void mpi_neighbor_alltoall_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_alltoall real;
	if (!real) real = (type_neighbor_alltoall)gohpc_mpiwrap_fortran("pmpi_neighbor_alltoall_f08_");
	do_neighbor_alltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, ierr);
}

typedef void (*type_ineighbor_alltoall)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ineighbor_alltoall(type_ineighbor_alltoall real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoall, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ineighbor_alltoall_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_alltoall real;
	if (!real) real = (type_ineighbor_alltoall)gohpc_mpiwrap_fortran("pmpi_ineighbor_alltoall_");
	do_ineighbor_alltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}
void mpi_ineighbor_alltoall_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_alltoall real;
	if (!real) real = (type_ineighbor_alltoall)gohpc_mpiwrap_fortran("pmpi_ineighbor_alltoall_f08_");
	do_ineighbor_alltoall(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_neighbor_alltoallv)(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_neighbor_alltoallv(type_neighbor_alltoallv real, void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int *sendcounts = sendcounts_; (void)sendcounts;
	int *sdispls = sdispls_; (void)sdispls;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *rdispls = rdispls_; (void)rdispls;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = bytes_of(&c, SUM(sendcounts, outputs(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_neighbor_alltoallv_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_alltoallv real;
	if (!real) real = (type_neighbor_alltoallv)gohpc_mpiwrap_fortran("pmpi_neighbor_alltoallv_");
	do_neighbor_alltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
}
void mpi_neighbor_alltoallv_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_alltoallv real;
	if (!real) real = (type_neighbor_alltoallv)gohpc_mpiwrap_fortran("pmpi_neighbor_alltoallv_f08_");
	do_neighbor_alltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, ierr);
}

typedef void (*type_ineighbor_alltoallv)(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ineighbor_alltoallv(type_ineighbor_alltoallv real, void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoallv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int *sendcounts = sendcounts_; (void)sendcounts;
	int *sdispls = sdispls_; (void)sdispls;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	int *rdispls = rdispls_; (void)rdispls;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = bytes_of(&c, SUM(sendcounts, outputs(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ineighbor_alltoallv_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_alltoallv real;
	if (!real) real = (type_ineighbor_alltoallv)gohpc_mpiwrap_fortran("pmpi_ineighbor_alltoallv_");
	do_ineighbor_alltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
}
void mpi_ineighbor_alltoallv_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, MPI_Fint *sendtype_, void *recvbuf_, void *recvcounts_, void *rdispls_, MPI_Fint *recvtype_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_alltoallv real;
	if (!real) real = (type_ineighbor_alltoallv)gohpc_mpiwrap_fortran("pmpi_ineighbor_alltoallv_f08_");
	do_ineighbor_alltoallv(real, sendbuf_, sendcounts_, sdispls_, sendtype_, recvbuf_, recvcounts_, rdispls_, recvtype_, comm_, request_, ierr);
}

typedef void (*type_neighbor_alltoallw)(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_neighbor_alltoallw(type_neighbor_alltoallw real, void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallw, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
		return;
	}
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_neighbor_alltoallw_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_alltoallw real;
	if (!real) real = (type_neighbor_alltoallw)gohpc_mpiwrap_fortran("pmpi_neighbor_alltoallw_");
	do_neighbor_alltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
}
void mpi_neighbor_alltoallw_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_neighbor_alltoallw real;
	if (!real) real = (type_neighbor_alltoallw)gohpc_mpiwrap_fortran("pmpi_neighbor_alltoallw_f08_");
	do_neighbor_alltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, ierr);
}

typedef void (*type_ineighbor_alltoallw)(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ineighbor_alltoallw(type_ineighbor_alltoallw real, void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoallw, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
		return;
	}
	start(&c);
	real(sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_ineighbor_alltoallw_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_alltoallw real;
	if (!real) real = (type_ineighbor_alltoallw)gohpc_mpiwrap_fortran("pmpi_ineighbor_alltoallw_");
	do_ineighbor_alltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
}
void mpi_ineighbor_alltoallw_f08_(void *sendbuf_, void *sendcounts_, void *sdispls_, void *sendtypes_, void *recvbuf_, void *recvcounts_, void *rdispls_, void *recvtypes_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ineighbor_alltoallw real;
	if (!real) real = (type_ineighbor_alltoallw)gohpc_mpiwrap_fortran("pmpi_ineighbor_alltoallw_f08_");
	do_ineighbor_alltoallw(real, sendbuf_, sendcounts_, sdispls_, sendtypes_, recvbuf_, recvcounts_, rdispls_, recvtypes_, comm_, request_, ierr);
}

typedef void (*type_op_commutative)(MPI_Fint *op_, void *commute_, MPI_Fint *ierr);
static void do_op_commutative(type_op_commutative real, MPI_Fint *op_, void *commute_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Op_commutative, 0, MPI_COMM_NULL)) {
		real(op_, commute_, ierr);
		return;
	}
	start(&c);
	real(op_, commute_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_op_commutative_(MPI_Fint *op_, void *commute_, MPI_Fint *ierr)
{
	static type_op_commutative real;
	if (!real) real = (type_op_commutative)gohpc_mpiwrap_fortran("pmpi_op_commutative_");
	do_op_commutative(real, op_, commute_, ierr);
}
void mpi_op_commutative_f08_(MPI_Fint *op_, void *commute_, MPI_Fint *ierr)
{
	static type_op_commutative real;
	if (!real) real = (type_op_commutative)gohpc_mpiwrap_fortran("pmpi_op_commutative_f08_");
	do_op_commutative(real, op_, commute_, ierr);
}

typedef void (*type_op_create)(void *function_, MPI_Fint *commute_, void *op_, MPI_Fint *ierr);
static void do_op_create(type_op_create real, void *function_, MPI_Fint *commute_, void *op_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Op_create, 0, MPI_COMM_NULL)) {
		real(function_, commute_, op_, ierr);
		return;
	}
	start(&c);
	real(function_, commute_, op_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_op_create_(void *function_, MPI_Fint *commute_, void *op_, MPI_Fint *ierr)
{
	static type_op_create real;
	if (!real) real = (type_op_create)gohpc_mpiwrap_fortran("pmpi_op_create_");
	do_op_create(real, function_, commute_, op_, ierr);
}
void mpi_op_create_f08_(void *function_, MPI_Fint *commute_, void *op_, MPI_Fint *ierr)
{
	static type_op_create real;
	if (!real) real = (type_op_create)gohpc_mpiwrap_fortran("pmpi_op_create_f08_");
	do_op_create(real, function_, commute_, op_, ierr);
}

typedef void (*type_open_port)(MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_port_name);
static void do_open_port(type_open_port real, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_port_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Open_port, 0, MPI_COMM_NULL)) {
		real(info_, port_name_, ierr, length_port_name);
		return;
	}
	start(&c);
	real(info_, port_name_, ierr, length_port_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_open_port_(MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_open_port real;
	if (!real) real = (type_open_port)gohpc_mpiwrap_fortran("pmpi_open_port_");
	do_open_port(real, info_, port_name_, ierr, length_port_name);
}
void mpi_open_port_f08_(MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_port_name)
{
	static type_open_port real;
	if (!real) real = (type_open_port)gohpc_mpiwrap_fortran("pmpi_open_port_f08_");
	do_open_port(real, info_, port_name_, ierr, length_port_name);
}

typedef void (*type_op_free)(void *op_, MPI_Fint *ierr);
static void do_op_free(type_op_free real, void *op_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Op_free, 0, MPI_COMM_NULL)) {
		real(op_, ierr);
		return;
	}
	start(&c);
	real(op_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_op_free_(void *op_, MPI_Fint *ierr)
{
	static type_op_free real;
	if (!real) real = (type_op_free)gohpc_mpiwrap_fortran("pmpi_op_free_");
	do_op_free(real, op_, ierr);
}
void mpi_op_free_f08_(void *op_, MPI_Fint *ierr)
{
	static type_op_free real;
	if (!real) real = (type_op_free)gohpc_mpiwrap_fortran("pmpi_op_free_f08_");
	do_op_free(real, op_, ierr);
}

typedef void (*type_pack_external)(void *datarep_, void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Aint *outsize_, void *position_, MPI_Fint *ierr, size_t length_datarep);
static void do_pack_external(type_pack_external real, void *datarep_, void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Aint *outsize_, void *position_, MPI_Fint *ierr, size_t length_datarep)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Pack_external, 0, MPI_COMM_NULL)) {
		real(datarep_, inbuf_, incount_, datatype_, outbuf_, outsize_, position_, ierr, length_datarep);
		return;
	}
	start(&c);
	real(datarep_, inbuf_, incount_, datatype_, outbuf_, outsize_, position_, ierr, length_datarep);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_pack_external_(void *datarep_, void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Aint *outsize_, void *position_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_pack_external real;
	if (!real) real = (type_pack_external)gohpc_mpiwrap_fortran("pmpi_pack_external_");
	do_pack_external(real, datarep_, inbuf_, incount_, datatype_, outbuf_, outsize_, position_, ierr, length_datarep);
}
void mpi_pack_external_f08_(void *datarep_, void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Aint *outsize_, void *position_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_pack_external real;
	if (!real) real = (type_pack_external)gohpc_mpiwrap_fortran("pmpi_pack_external_f08_");
	do_pack_external(real, datarep_, inbuf_, incount_, datatype_, outbuf_, outsize_, position_, ierr, length_datarep);
}

typedef void (*type_pack_external_size)(void *datarep_, MPI_Fint *incount_, MPI_Fint *datatype_, void *size_, MPI_Fint *ierr, size_t length_datarep);
static void do_pack_external_size(type_pack_external_size real, void *datarep_, MPI_Fint *incount_, MPI_Fint *datatype_, void *size_, MPI_Fint *ierr, size_t length_datarep)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Pack_external_size, 0, MPI_COMM_NULL)) {
		real(datarep_, incount_, datatype_, size_, ierr, length_datarep);
		return;
	}
	start(&c);
	real(datarep_, incount_, datatype_, size_, ierr, length_datarep);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_pack_external_size_(void *datarep_, MPI_Fint *incount_, MPI_Fint *datatype_, void *size_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_pack_external_size real;
	if (!real) real = (type_pack_external_size)gohpc_mpiwrap_fortran("pmpi_pack_external_size_");
	do_pack_external_size(real, datarep_, incount_, datatype_, size_, ierr, length_datarep);
}
void mpi_pack_external_size_f08_(void *datarep_, MPI_Fint *incount_, MPI_Fint *datatype_, void *size_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_pack_external_size real;
	if (!real) real = (type_pack_external_size)gohpc_mpiwrap_fortran("pmpi_pack_external_size_f08_");
	do_pack_external_size(real, datarep_, incount_, datatype_, size_, ierr, length_datarep);
}

typedef void (*type_pack)(void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Fint *outsize_, void *position_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_pack(type_pack real, void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Fint *outsize_, void *position_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Pack, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(inbuf_, incount_, datatype_, outbuf_, outsize_, position_, comm_, ierr);
		return;
	}
	start(&c);
	real(inbuf_, incount_, datatype_, outbuf_, outsize_, position_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_pack_(void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Fint *outsize_, void *position_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_pack real;
	if (!real) real = (type_pack)gohpc_mpiwrap_fortran("pmpi_pack_");
	do_pack(real, inbuf_, incount_, datatype_, outbuf_, outsize_, position_, comm_, ierr);
}
void mpi_pack_f08_(void *inbuf_, MPI_Fint *incount_, MPI_Fint *datatype_, void *outbuf_, MPI_Fint *outsize_, void *position_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_pack real;
	if (!real) real = (type_pack)gohpc_mpiwrap_fortran("pmpi_pack_f08_");
	do_pack(real, inbuf_, incount_, datatype_, outbuf_, outsize_, position_, comm_, ierr);
}

typedef void (*type_pack_size)(MPI_Fint *incount_, MPI_Fint *datatype_, MPI_Fint *comm_, void *size_, MPI_Fint *ierr);
static void do_pack_size(type_pack_size real, MPI_Fint *incount_, MPI_Fint *datatype_, MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Pack_size, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(incount_, datatype_, comm_, size_, ierr);
		return;
	}
	start(&c);
	real(incount_, datatype_, comm_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_pack_size_(MPI_Fint *incount_, MPI_Fint *datatype_, MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	static type_pack_size real;
	if (!real) real = (type_pack_size)gohpc_mpiwrap_fortran("pmpi_pack_size_");
	do_pack_size(real, incount_, datatype_, comm_, size_, ierr);
}
void mpi_pack_size_f08_(MPI_Fint *incount_, MPI_Fint *datatype_, MPI_Fint *comm_, void *size_, MPI_Fint *ierr)
{
	static type_pack_size real;
	if (!real) real = (type_pack_size)gohpc_mpiwrap_fortran("pmpi_pack_size_f08_");
	do_pack_size(real, incount_, datatype_, comm_, size_, ierr);
}

typedef void (*type_probe)(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr);
static void do_probe(type_probe real, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Probe, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(source_, tag_, comm_, status_, ierr);
		return;
	}
	int source = (int)*source_; (void)source;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(source_, tag_, comm_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, OK(r) ? world_of(c.comm, status->MPI_SOURCE) : -3);
			put(e, OK(r) ? tag_of(status->MPI_TAG) : -1);
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_probe_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_probe real;
	if (!real) real = (type_probe)gohpc_mpiwrap_fortran("pmpi_probe_");
	do_probe(real, source_, tag_, comm_, status_, ierr);
}
void mpi_probe_f08_(MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_probe real;
	if (!real) real = (type_probe)gohpc_mpiwrap_fortran("pmpi_probe_f08_");
	do_probe(real, source_, tag_, comm_, status_, ierr);
}

typedef void (*type_publish_name)(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name);
static void do_publish_name(type_publish_name real, void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Publish_name, 0, MPI_COMM_NULL)) {
		real(service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
		return;
	}
	start(&c);
	real(service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_publish_name_(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	static type_publish_name real;
	if (!real) real = (type_publish_name)gohpc_mpiwrap_fortran("pmpi_publish_name_");
	do_publish_name(real, service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
}
void mpi_publish_name_f08_(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	static type_publish_name real;
	if (!real) real = (type_publish_name)gohpc_mpiwrap_fortran("pmpi_publish_name_f08_");
	do_publish_name(real, service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
}

typedef void (*type_put)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_put(type_put real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Put, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	start(&c);
	real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) put_to(&c, w, rank, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_put_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_put real;
	if (!real) real = (type_put)gohpc_mpiwrap_fortran("pmpi_put_");
	do_put(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
}
void mpi_put_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_put real;
	if (!real) real = (type_put)gohpc_mpiwrap_fortran("pmpi_put_f08_");
	do_put(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, ierr);
}

typedef void (*type_query_thread)(void *provided_, MPI_Fint *ierr);
static void do_query_thread(type_query_thread real, void *provided_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Query_thread, 0, MPI_COMM_NULL)) {
		real(provided_, ierr);
		return;
	}
	start(&c);
	real(provided_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_query_thread_(void *provided_, MPI_Fint *ierr)
{
	static type_query_thread real;
	if (!real) real = (type_query_thread)gohpc_mpiwrap_fortran("pmpi_query_thread_");
	do_query_thread(real, provided_, ierr);
}
void mpi_query_thread_f08_(void *provided_, MPI_Fint *ierr)
{
	static type_query_thread real;
	if (!real) real = (type_query_thread)gohpc_mpiwrap_fortran("pmpi_query_thread_f08_");
	do_query_thread(real, provided_, ierr);
}

typedef void (*type_raccumulate)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr);
static void do_raccumulate(type_raccumulate real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Raccumulate, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) put_to(&c, w, rank, size);int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_raccumulate_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_raccumulate real;
	if (!real) real = (type_raccumulate)gohpc_mpiwrap_fortran("pmpi_raccumulate_");
	do_raccumulate(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
}
void mpi_raccumulate_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_raccumulate real;
	if (!real) real = (type_raccumulate)gohpc_mpiwrap_fortran("pmpi_raccumulate_f08_");
	do_raccumulate(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
}

typedef void (*type_recv_init)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_recv_init(type_recv_init real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Recv_init, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, source_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int source = (int)*source_; (void)source;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, source_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = persistent(&c, r, *request, A_RECEIVE, source, 0, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(c.comm, source));
			put(e, tag_of(tag));
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_recv_init_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_recv_init real;
	if (!real) real = (type_recv_init)gohpc_mpiwrap_fortran("pmpi_recv_init_");
	do_recv_init(real, buf_, count_, type_, source_, tag_, comm_, request_, ierr);
}
void mpi_recv_init_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_recv_init real;
	if (!real) real = (type_recv_init)gohpc_mpiwrap_fortran("pmpi_recv_init_f08_");
	do_recv_init(real, buf_, count_, type_, source_, tag_, comm_, request_, ierr);
}

typedef void (*type_recv)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr);
static void do_recv(type_recv real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Recv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, source_, tag_, comm_, status_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int source = (int)*source_; (void)source;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	*ierr = SYNCHRONISED(&c) ? gohpc_mpiwrap_receive(&c, buf, count, type, source, tag, comm, status) : (real(buf_, count_, type_, source_, tag_, comm_, status_, ierr), *ierr);
	c.end = ticks(&c);
	r = *ierr;
	if (SYNCHRONISED(&c)) PMPI_Status_c2f(status, status_); else PMPI_Status_f2c(status_, status);
	struct got g = received(&c, c.comm, r, status);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(c.comm, source));
			put(e, tag_of(tag));
			put(e, id_of(&c));
			put(e, g.source);
			put(e, g.tag);
			put(e, g.bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_recv_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_recv real;
	if (!real) real = (type_recv)gohpc_mpiwrap_fortran("pmpi_recv_");
	do_recv(real, buf_, count_, type_, source_, tag_, comm_, status_, ierr);
}
void mpi_recv_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *source_, MPI_Fint *tag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_recv real;
	if (!real) real = (type_recv)gohpc_mpiwrap_fortran("pmpi_recv_f08_");
	do_recv(real, buf_, count_, type_, source_, tag_, comm_, status_, ierr);
}

typedef void (*type_reduce)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_reduce(type_reduce real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Reduce, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, root_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, root_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = is_member(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, count, type) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes_of(&c, count, type));
			put(e, root_of(c.comm, root));
			put(e, id_of(&c));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_reduce_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_reduce real;
	if (!real) real = (type_reduce)gohpc_mpiwrap_fortran("pmpi_reduce_");
	do_reduce(real, sendbuf_, buf_, count_, type_, op_, root_, comm_, ierr);
}
void mpi_reduce_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_reduce real;
	if (!real) real = (type_reduce)gohpc_mpiwrap_fortran("pmpi_reduce_f08_");
	do_reduce(real, sendbuf_, buf_, count_, type_, op_, root_, comm_, ierr);
}

typedef void (*type_ireduce)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ireduce(type_ireduce real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, root_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, root_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = is_member(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, count, type) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ireduce_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ireduce real;
	if (!real) real = (type_ireduce)gohpc_mpiwrap_fortran("pmpi_ireduce_");
	do_ireduce(real, sendbuf_, buf_, count_, type_, op_, root_, comm_, request_, ierr);
}
void mpi_ireduce_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ireduce real;
	if (!real) real = (type_ireduce)gohpc_mpiwrap_fortran("pmpi_ireduce_f08_");
	do_ireduce(real, sendbuf_, buf_, count_, type_, op_, root_, comm_, request_, ierr);
}

typedef void (*type_reduce_local)(void *inbuf_, void *inoutbuf_, MPI_Fint *count_, MPI_Fint *datatype_, MPI_Fint *argument5_, MPI_Fint *ierr);
static void do_reduce_local(type_reduce_local real, void *inbuf_, void *inoutbuf_, MPI_Fint *count_, MPI_Fint *datatype_, MPI_Fint *argument5_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_local, 0, MPI_COMM_NULL)) {
		real(inbuf_, inoutbuf_, count_, datatype_, argument5_, ierr);
		return;
	}
	start(&c);
	real(inbuf_, inoutbuf_, count_, datatype_, argument5_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_reduce_local_(void *inbuf_, void *inoutbuf_, MPI_Fint *count_, MPI_Fint *datatype_, MPI_Fint *argument5_, MPI_Fint *ierr)
{
	static type_reduce_local real;
	if (!real) real = (type_reduce_local)gohpc_mpiwrap_fortran("pmpi_reduce_local_");
	do_reduce_local(real, inbuf_, inoutbuf_, count_, datatype_, argument5_, ierr);
}
void mpi_reduce_local_f08_(void *inbuf_, void *inoutbuf_, MPI_Fint *count_, MPI_Fint *datatype_, MPI_Fint *argument5_, MPI_Fint *ierr)
{
	static type_reduce_local real;
	if (!real) real = (type_reduce_local)gohpc_mpiwrap_fortran("pmpi_reduce_local_f08_");
	do_reduce_local(real, inbuf_, inoutbuf_, count_, datatype_, argument5_, ierr);
}

typedef void (*type_reduce_scatter)(void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_reduce_scatter(type_reduce_scatter real, void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = bytes_of(&c, SUM(recvcounts, members(&c)), type); int64_t received = bytes_of(&c, recvcounts[rank_of(&c)], type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			PUT_PARTS(e, &c, recvcounts, type, members(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_reduce_scatter_(void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_reduce_scatter real;
	if (!real) real = (type_reduce_scatter)gohpc_mpiwrap_fortran("pmpi_reduce_scatter_");
	do_reduce_scatter(real, sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, ierr);
}
void mpi_reduce_scatter_f08_(void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_reduce_scatter real;
	if (!real) real = (type_reduce_scatter)gohpc_mpiwrap_fortran("pmpi_reduce_scatter_f08_");
	do_reduce_scatter(real, sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, ierr);
}

typedef void (*type_ireduce_scatter)(void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ireduce_scatter(type_ireduce_scatter real, void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce_scatter, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int *recvcounts = recvcounts_; (void)recvcounts;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = bytes_of(&c, SUM(recvcounts, members(&c)), type); int64_t received = bytes_of(&c, recvcounts[rank_of(&c)], type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ireduce_scatter_(void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ireduce_scatter real;
	if (!real) real = (type_ireduce_scatter)gohpc_mpiwrap_fortran("pmpi_ireduce_scatter_");
	do_ireduce_scatter(real, sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, request_, ierr);
}
void mpi_ireduce_scatter_f08_(void *sendbuf_, void *recvbuf_, void *recvcounts_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ireduce_scatter real;
	if (!real) real = (type_ireduce_scatter)gohpc_mpiwrap_fortran("pmpi_ireduce_scatter_f08_");
	do_ireduce_scatter(real, sendbuf_, recvbuf_, recvcounts_, type_, op_, comm_, request_, ierr);
}

typedef void (*type_reduce_scatter_block)(void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_reduce_scatter_block(type_reduce_scatter_block real, void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_block, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, recvbuf_, count_, type_, op_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, recvbuf_, count_, type_, op_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = members(&c) * bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_reduce_scatter_block_(void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_reduce_scatter_block real;
	if (!real) real = (type_reduce_scatter_block)gohpc_mpiwrap_fortran("pmpi_reduce_scatter_block_");
	do_reduce_scatter_block(real, sendbuf_, recvbuf_, count_, type_, op_, comm_, ierr);
}
void mpi_reduce_scatter_block_f08_(void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_reduce_scatter_block real;
	if (!real) real = (type_reduce_scatter_block)gohpc_mpiwrap_fortran("pmpi_reduce_scatter_block_f08_");
	do_reduce_scatter_block(real, sendbuf_, recvbuf_, count_, type_, op_, comm_, ierr);
}

typedef void (*type_ireduce_scatter_block)(void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ireduce_scatter_block(type_ireduce_scatter_block real, void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce_scatter_block, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, recvbuf_, count_, type_, op_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, recvbuf_, count_, type_, op_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = members(&c) * bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ireduce_scatter_block_(void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ireduce_scatter_block real;
	if (!real) real = (type_ireduce_scatter_block)gohpc_mpiwrap_fortran("pmpi_ireduce_scatter_block_");
	do_ireduce_scatter_block(real, sendbuf_, recvbuf_, count_, type_, op_, comm_, request_, ierr);
}
void mpi_ireduce_scatter_block_f08_(void *sendbuf_, void *recvbuf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ireduce_scatter_block real;
	if (!real) real = (type_ireduce_scatter_block)gohpc_mpiwrap_fortran("pmpi_ireduce_scatter_block_f08_");
	do_ireduce_scatter_block(real, sendbuf_, recvbuf_, count_, type_, op_, comm_, request_, ierr);
}

typedef void (*type_register_datarep)(void *datarep_, void *read_conversion_fn_, void *write_conversion_fn_, void *dtype_file_extent_fn_, void *extra_state_, MPI_Fint *ierr, size_t length_datarep);
static void do_register_datarep(type_register_datarep real, void *datarep_, void *read_conversion_fn_, void *write_conversion_fn_, void *dtype_file_extent_fn_, void *extra_state_, MPI_Fint *ierr, size_t length_datarep)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Register_datarep, 0, MPI_COMM_NULL)) {
		real(datarep_, read_conversion_fn_, write_conversion_fn_, dtype_file_extent_fn_, extra_state_, ierr, length_datarep);
		return;
	}
	start(&c);
	real(datarep_, read_conversion_fn_, write_conversion_fn_, dtype_file_extent_fn_, extra_state_, ierr, length_datarep);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_register_datarep_(void *datarep_, void *read_conversion_fn_, void *write_conversion_fn_, void *dtype_file_extent_fn_, void *extra_state_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_register_datarep real;
	if (!real) real = (type_register_datarep)gohpc_mpiwrap_fortran("pmpi_register_datarep_");
	do_register_datarep(real, datarep_, read_conversion_fn_, write_conversion_fn_, dtype_file_extent_fn_, extra_state_, ierr, length_datarep);
}
void mpi_register_datarep_f08_(void *datarep_, void *read_conversion_fn_, void *write_conversion_fn_, void *dtype_file_extent_fn_, void *extra_state_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_register_datarep real;
	if (!real) real = (type_register_datarep)gohpc_mpiwrap_fortran("pmpi_register_datarep_f08_");
	do_register_datarep(real, datarep_, read_conversion_fn_, write_conversion_fn_, dtype_file_extent_fn_, extra_state_, ierr, length_datarep);
}

typedef void (*type_request_free)(void *request_, MPI_Fint *ierr);
static void do_request_free(type_request_free real, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Request_free, 0, MPI_COMM_NULL)) {
		real(request_, ierr);
		return;
	}
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	struct request freed; int rid = gohpc_mpiwrap_request_done(HANDLE(*request), 1, &freed) ? freed.rid : -1;
	start(&c);
	real(request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_request_free_(void *request_, MPI_Fint *ierr)
{
	static type_request_free real;
	if (!real) real = (type_request_free)gohpc_mpiwrap_fortran("pmpi_request_free_");
	do_request_free(real, request_, ierr);
}
void mpi_request_free_f08_(void *request_, MPI_Fint *ierr)
{
	static type_request_free real;
	if (!real) real = (type_request_free)gohpc_mpiwrap_fortran("pmpi_request_free_f08_");
	do_request_free(real, request_, ierr);
}

typedef void (*type_request_get_status)(MPI_Fint *request_, void *flag_, void *status_, MPI_Fint *ierr);
static void do_request_get_status(type_request_get_status real, MPI_Fint *request_, void *flag_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Request_get_status, 0, MPI_COMM_NULL)) {
		real(request_, flag_, status_, ierr);
		return;
	}
	start(&c);
	real(request_, flag_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_request_get_status_(MPI_Fint *request_, void *flag_, void *status_, MPI_Fint *ierr)
{
	static type_request_get_status real;
	if (!real) real = (type_request_get_status)gohpc_mpiwrap_fortran("pmpi_request_get_status_");
	do_request_get_status(real, request_, flag_, status_, ierr);
}
void mpi_request_get_status_f08_(MPI_Fint *request_, void *flag_, void *status_, MPI_Fint *ierr)
{
	static type_request_get_status real;
	if (!real) real = (type_request_get_status)gohpc_mpiwrap_fortran("pmpi_request_get_status_f08_");
	do_request_get_status(real, request_, flag_, status_, ierr);
}

typedef void (*type_rget)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr);
static void do_rget(type_rget real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Rget, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) got_from(&c, w, rank, size);int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_rget_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_rget real;
	if (!real) real = (type_rget)gohpc_mpiwrap_fortran("pmpi_rget_");
	do_rget(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
}
void mpi_rget_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_rget real;
	if (!real) real = (type_rget)gohpc_mpiwrap_fortran("pmpi_rget_f08_");
	do_rget(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
}

typedef void (*type_rget_accumulate)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr);
static void do_rget_accumulate(type_rget_accumulate real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Rget_accumulate, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	void *result = fortran_buffer(result_); (void)result;
	int rcount = (int)*rcount_; (void)rcount;
	MPI_Datatype rtype = PMPI_Type_f2c(*rtype_); (void)rtype;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = op == MPI_NO_OP ? 0 : bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) { if (op != MPI_NO_OP) put_to(&c, w, rank, size); got_from(&c, w, rank, bytes_of(&c, rcount, rtype)); }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_rget_accumulate_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_rget_accumulate real;
	if (!real) real = (type_rget_accumulate)gohpc_mpiwrap_fortran("pmpi_rget_accumulate_");
	do_rget_accumulate(real, origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
}
void mpi_rget_accumulate_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, void *result_, MPI_Fint *rcount_, MPI_Fint *rtype_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *op_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_rget_accumulate real;
	if (!real) real = (type_rget_accumulate)gohpc_mpiwrap_fortran("pmpi_rget_accumulate_f08_");
	do_rget_accumulate(real, origin_, count_, type_, result_, rcount_, rtype_, rank_, disp_, tcount_, ttype_, op_, win_, request_, ierr);
}

typedef void (*type_rput)(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr);
static void do_rput(type_rput real, void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Rput, 0, MPI_COMM_NULL)) {
		real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
		return;
	}
	void *origin = fortran_buffer(origin_); (void)origin;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int rank = (int)*rank_; (void)rank;
	MPI_Aint disp = (MPI_Aint)*disp_; (void)disp;
	int tcount = (int)*tcount_; (void)tcount;
	MPI_Datatype ttype = PMPI_Type_f2c(*ttype_); (void)ttype;
	MPI_Win win = PMPI_Win_f2c(*win_); (void)win;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) put_to(&c, w, rank, size);int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_rput_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_rput real;
	if (!real) real = (type_rput)gohpc_mpiwrap_fortran("pmpi_rput_");
	do_rput(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
}
void mpi_rput_f08_(void *origin_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *rank_, MPI_Aint *disp_, MPI_Fint *tcount_, MPI_Fint *ttype_, MPI_Fint *win_, void *request_, MPI_Fint *ierr)
{
	static type_rput real;
	if (!real) real = (type_rput)gohpc_mpiwrap_fortran("pmpi_rput_f08_");
	do_rput(real, origin_, count_, type_, rank_, disp_, tcount_, ttype_, win_, request_, ierr);
}

typedef void (*type_rsend)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_rsend(type_rsend real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Rsend, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, count, type);if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_rsend_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_rsend real;
	if (!real) real = (type_rsend)gohpc_mpiwrap_fortran("pmpi_rsend_");
	do_rsend(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}
void mpi_rsend_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_rsend real;
	if (!real) real = (type_rsend)gohpc_mpiwrap_fortran("pmpi_rsend_f08_");
	do_rsend(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}

typedef void (*type_rsend_init)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_rsend_init(type_rsend_init real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Rsend_init, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = persistent(&c, r, *request, A_SEND, dest, size, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_rsend_init_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_rsend_init real;
	if (!real) real = (type_rsend_init)gohpc_mpiwrap_fortran("pmpi_rsend_init_");
	do_rsend_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_rsend_init_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_rsend_init real;
	if (!real) real = (type_rsend_init)gohpc_mpiwrap_fortran("pmpi_rsend_init_f08_");
	do_rsend_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_scan)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_scan(type_scan real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Scan, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, bytes_of(&c, count, type));
			put(e, id_of(&c));
			put(e, count);
			put(e, TID(type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_scan_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_scan real;
	if (!real) real = (type_scan)gohpc_mpiwrap_fortran("pmpi_scan_");
	do_scan(real, sendbuf_, buf_, count_, type_, op_, comm_, ierr);
}
void mpi_scan_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_scan real;
	if (!real) real = (type_scan)gohpc_mpiwrap_fortran("pmpi_scan_f08_");
	do_scan(real, sendbuf_, buf_, count_, type_, op_, comm_, ierr);
}

typedef void (*type_iscan)(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_iscan(type_iscan real, void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Iscan, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	MPI_Op op = PMPI_Op_f2c(*op_); (void)op;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_iscan_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iscan real;
	if (!real) real = (type_iscan)gohpc_mpiwrap_fortran("pmpi_iscan_");
	do_iscan(real, sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
}
void mpi_iscan_f08_(void *sendbuf_, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *op_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iscan real;
	if (!real) real = (type_iscan)gohpc_mpiwrap_fortran("pmpi_iscan_f08_");
	do_iscan(real, sendbuf_, buf_, count_, type_, op_, comm_, request_, ierr);
}

typedef void (*type_scatter)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_scatter(type_scatter real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Scatter, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = is_root(&c, root) ? peers(&c) * bytes_of(&c, sendcount, sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcount, sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, is_root(&c, root) ? bytes_of(&c, sendcount, sendtype) : 0);
			put(e, received);
			put(e, root_of(c.comm, root));
			put(e, id_of(&c));
			put(e, is_root(&c, root) ? sendcount : 0);
			put(e, is_root(&c, root) ? TID(sendtype) : -1);
			put(e, is_member(&c, root) && recvbuf != MPI_IN_PLACE ? recvcount : 0);
			put(e, is_member(&c, root) && recvbuf != MPI_IN_PLACE ? TID(recvtype) : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_scatter_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_scatter real;
	if (!real) real = (type_scatter)gohpc_mpiwrap_fortran("pmpi_scatter_");
	do_scatter(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
}
void mpi_scatter_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_scatter real;
	if (!real) real = (type_scatter)gohpc_mpiwrap_fortran("pmpi_scatter_f08_");
	do_scatter(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
}

typedef void (*type_iscatter)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_iscatter(type_iscatter real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Iscatter, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = is_root(&c, root) ? peers(&c) * bytes_of(&c, sendcount, sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcount, sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_iscatter_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iscatter real;
	if (!real) real = (type_iscatter)gohpc_mpiwrap_fortran("pmpi_iscatter_");
	do_iscatter(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
}
void mpi_iscatter_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iscatter real;
	if (!real) real = (type_iscatter)gohpc_mpiwrap_fortran("pmpi_iscatter_f08_");
	do_iscatter(real, sendbuf_, sendcount_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
}

typedef void (*type_scatterv)(void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_scatterv(type_scatterv real, void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Scatterv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int *sendcounts = sendcounts_; (void)sendcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	real(sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t sent = is_root(&c, root) ? bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcounts[rank_of(&c)], sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, received);
			put(e, root_of(c.comm, root));
			put(e, id_of(&c));
			put(e, is_member(&c, root) && recvbuf != MPI_IN_PLACE ? recvcount : 0);
			put(e, is_member(&c, root) && recvbuf != MPI_IN_PLACE ? TID(recvtype) : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_scatterv_(void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_scatterv real;
	if (!real) real = (type_scatterv)gohpc_mpiwrap_fortran("pmpi_scatterv_");
	do_scatterv(real, sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
}
void mpi_scatterv_f08_(void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_scatterv real;
	if (!real) real = (type_scatterv)gohpc_mpiwrap_fortran("pmpi_scatterv_f08_");
	do_scatterv(real, sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, ierr);
}

typedef void (*type_iscatterv)(void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_iscatterv(type_iscatterv real, void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Iscatterv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int *sendcounts = sendcounts_; (void)sendcounts;
	int *displs = displs_; (void)displs;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int root = (int)*root_; (void)root;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t sent = is_root(&c, root) ? bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcounts[rank_of(&c)], sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_iscatterv_(void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iscatterv real;
	if (!real) real = (type_iscatterv)gohpc_mpiwrap_fortran("pmpi_iscatterv_");
	do_iscatterv(real, sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
}
void mpi_iscatterv_f08_(void *sendbuf_, void *sendcounts_, void *displs_, MPI_Fint *sendtype_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *root_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_iscatterv real;
	if (!real) real = (type_iscatterv)gohpc_mpiwrap_fortran("pmpi_iscatterv_f08_");
	do_iscatterv(real, sendbuf_, sendcounts_, displs_, sendtype_, recvbuf_, recvcount_, recvtype_, root_, comm_, request_, ierr);
}

typedef void (*type_send_init)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_send_init(type_send_init real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Send_init, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = persistent(&c, r, *request, A_SEND, dest, size, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_send_init_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_send_init real;
	if (!real) real = (type_send_init)gohpc_mpiwrap_fortran("pmpi_send_init_");
	do_send_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_send_init_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_send_init real;
	if (!real) real = (type_send_init)gohpc_mpiwrap_fortran("pmpi_send_init_f08_");
	do_send_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_send)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_send(type_send real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Send, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, count, type);if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_send_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_send real;
	if (!real) real = (type_send)gohpc_mpiwrap_fortran("pmpi_send_");
	do_send(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}
void mpi_send_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_send real;
	if (!real) real = (type_send)gohpc_mpiwrap_fortran("pmpi_send_f08_");
	do_send(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}

typedef void (*type_sendrecv)(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, MPI_Fint *dest_, MPI_Fint *sendtag_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr);
static void do_sendrecv(type_sendrecv real, void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, MPI_Fint *dest_, MPI_Fint *sendtag_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Sendrecv, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(sendbuf_, sendcount_, sendtype_, dest_, sendtag_, recvbuf_, recvcount_, recvtype_, source_, recvtag_, comm_, status_, ierr);
		return;
	}
	void *sendbuf = fortran_buffer(sendbuf_); (void)sendbuf;
	int sendcount = (int)*sendcount_; (void)sendcount;
	MPI_Datatype sendtype = PMPI_Type_f2c(*sendtype_); (void)sendtype;
	int dest = (int)*dest_; (void)dest;
	int sendtag = (int)*sendtag_; (void)sendtag;
	void *recvbuf = fortran_buffer(recvbuf_); (void)recvbuf;
	int recvcount = (int)*recvcount_; (void)recvcount;
	MPI_Datatype recvtype = PMPI_Type_f2c(*recvtype_); (void)recvtype;
	int source = (int)*source_; (void)source;
	int recvtag = (int)*recvtag_; (void)recvtag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(sendbuf_, sendcount_, sendtype_, dest_, sendtag_, recvbuf_, recvcount_, recvtype_, source_, recvtag_, comm_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t size = bytes_of(&c, sendcount, sendtype); struct got g = received(&c, c.comm, r, status); if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, world_of(c.comm, dest));
			put(e, sendtag);
			put(e, world_of(c.comm, source));
			put(e, tag_of(recvtag));
			put(e, id_of(&c));
			put(e, sendcount);
			put(e, TID(sendtype));
			put(e, TID(recvtype));
			put(e, g.source);
			put(e, g.tag);
			put(e, g.bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_sendrecv_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, MPI_Fint *dest_, MPI_Fint *sendtag_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_sendrecv real;
	if (!real) real = (type_sendrecv)gohpc_mpiwrap_fortran("pmpi_sendrecv_");
	do_sendrecv(real, sendbuf_, sendcount_, sendtype_, dest_, sendtag_, recvbuf_, recvcount_, recvtype_, source_, recvtag_, comm_, status_, ierr);
}
void mpi_sendrecv_f08_(void *sendbuf_, MPI_Fint *sendcount_, MPI_Fint *sendtype_, MPI_Fint *dest_, MPI_Fint *sendtag_, void *recvbuf_, MPI_Fint *recvcount_, MPI_Fint *recvtype_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_sendrecv real;
	if (!real) real = (type_sendrecv)gohpc_mpiwrap_fortran("pmpi_sendrecv_f08_");
	do_sendrecv(real, sendbuf_, sendcount_, sendtype_, dest_, sendtag_, recvbuf_, recvcount_, recvtype_, source_, recvtag_, comm_, status_, ierr);
}

typedef void (*type_sendrecv_replace)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *sendtag_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr);
static void do_sendrecv_replace(type_sendrecv_replace real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *sendtag_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Sendrecv_replace, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, sendtag_, source_, recvtag_, comm_, status_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int sendtag = (int)*sendtag_; (void)sendtag;
	int source = (int)*source_; (void)source;
	int recvtag = (int)*recvtag_; (void)recvtag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Status value_status, *status = &value_status; MPI_Fint own_status[STATUS]; if (status_ == MPI_F_STATUS_IGNORE) status_ = own_status; (void)status;
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	real(buf_, count_, type_, dest_, sendtag_, source_, recvtag_, comm_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	PMPI_Status_f2c(status_, status);
	int64_t size = bytes_of(&c, count, type);struct got g = received(&c, c.comm, r, status); if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, world_of(c.comm, dest));
			put(e, sendtag);
			put(e, world_of(c.comm, source));
			put(e, tag_of(recvtag));
			put(e, id_of(&c));
			put(e, count);
			put(e, TID(type));
			put(e, g.source);
			put(e, g.tag);
			put(e, g.bytes);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_sendrecv_replace_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *sendtag_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_sendrecv_replace real;
	if (!real) real = (type_sendrecv_replace)gohpc_mpiwrap_fortran("pmpi_sendrecv_replace_");
	do_sendrecv_replace(real, buf_, count_, type_, dest_, sendtag_, source_, recvtag_, comm_, status_, ierr);
}
void mpi_sendrecv_replace_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *sendtag_, MPI_Fint *source_, MPI_Fint *recvtag_, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_sendrecv_replace real;
	if (!real) real = (type_sendrecv_replace)gohpc_mpiwrap_fortran("pmpi_sendrecv_replace_f08_");
	do_sendrecv_replace(real, buf_, count_, type_, dest_, sendtag_, source_, recvtag_, comm_, status_, ierr);
}

typedef void (*type_ssend_init)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr);
static void do_ssend_init(type_ssend_init real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ssend_init, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int64_t size = bytes_of(&c, count, type);int rid = persistent(&c, r, *request, A_SEND, dest, size, 0);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ssend_init_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ssend_init real;
	if (!real) real = (type_ssend_init)gohpc_mpiwrap_fortran("pmpi_ssend_init_");
	do_ssend_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}
void mpi_ssend_init_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, void *request_, MPI_Fint *ierr)
{
	static type_ssend_init real;
	if (!real) real = (type_ssend_init)gohpc_mpiwrap_fortran("pmpi_ssend_init_f08_");
	do_ssend_init(real, buf_, count_, type_, dest_, tag_, comm_, request_, ierr);
}

typedef void (*type_ssend)(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_ssend(type_ssend real, void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Ssend, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(buf_, count_, type_, dest_, tag_, comm_, ierr);
		return;
	}
	void *buf = fortran_buffer(buf_); (void)buf;
	int count = (int)*count_; (void)count;
	MPI_Datatype type = PMPI_Type_f2c(*type_); (void)type;
	int dest = (int)*dest_; (void)dest;
	int tag = (int)*tag_; (void)tag;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	start(&c);
	real(buf_, count_, type_, dest_, tag_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	int64_t size = bytes_of(&c, count, type);if (OK(r)) sent_to(&c, c.comm, dest, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, size);
			put(e, count);
			put(e, TID(type));
			put(e, world_of(c.comm, dest));
			put(e, tag);
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_ssend_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_ssend real;
	if (!real) real = (type_ssend)gohpc_mpiwrap_fortran("pmpi_ssend_");
	do_ssend(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}
void mpi_ssend_f08_(void *buf_, MPI_Fint *count_, MPI_Fint *type_, MPI_Fint *dest_, MPI_Fint *tag_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_ssend real;
	if (!real) real = (type_ssend)gohpc_mpiwrap_fortran("pmpi_ssend_f08_");
	do_ssend(real, buf_, count_, type_, dest_, tag_, comm_, ierr);
}

typedef void (*type_start)(void *request_, MPI_Fint *ierr);
static void do_start(type_start real, void *request_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!enter_with(&c, function_Start, 0, MPI_COMM_NULL)) {
		real(request_, ierr);
		return;
	}
	MPI_Request value_request = PMPI_Request_f2c(*(MPI_Fint *)request_), *request = &value_request; (void)request;
	start(&c);
	real(request_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_request = PMPI_Request_f2c(*(MPI_Fint *)request_);
	int rid = started(&c, r, *request);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
}
void mpi_start_(void *request_, MPI_Fint *ierr)
{
	static type_start real;
	if (!real) real = (type_start)gohpc_mpiwrap_fortran("pmpi_start_");
	do_start(real, request_, ierr);
}
void mpi_start_f08_(void *request_, MPI_Fint *ierr)
{
	static type_start real;
	if (!real) real = (type_start)gohpc_mpiwrap_fortran("pmpi_start_f08_");
	do_start(real, request_, ierr);
}

typedef void (*type_status_set_cancelled)(void *status_, MPI_Fint *flag_, MPI_Fint *ierr);
static void do_status_set_cancelled(type_status_set_cancelled real, void *status_, MPI_Fint *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Status_set_cancelled, 0, MPI_COMM_NULL)) {
		real(status_, flag_, ierr);
		return;
	}
	start(&c);
	real(status_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_status_set_cancelled_(void *status_, MPI_Fint *flag_, MPI_Fint *ierr)
{
	static type_status_set_cancelled real;
	if (!real) real = (type_status_set_cancelled)gohpc_mpiwrap_fortran("pmpi_status_set_cancelled_");
	do_status_set_cancelled(real, status_, flag_, ierr);
}
void mpi_status_set_cancelled_f08_(void *status_, MPI_Fint *flag_, MPI_Fint *ierr)
{
	static type_status_set_cancelled real;
	if (!real) real = (type_status_set_cancelled)gohpc_mpiwrap_fortran("pmpi_status_set_cancelled_f08_");
	do_status_set_cancelled(real, status_, flag_, ierr);
}

typedef void (*type_status_set_elements)(void *status_, MPI_Fint *datatype_, MPI_Fint *count_, MPI_Fint *ierr);
static void do_status_set_elements(type_status_set_elements real, void *status_, MPI_Fint *datatype_, MPI_Fint *count_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Status_set_elements, 0, MPI_COMM_NULL)) {
		real(status_, datatype_, count_, ierr);
		return;
	}
	start(&c);
	real(status_, datatype_, count_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_status_set_elements_(void *status_, MPI_Fint *datatype_, MPI_Fint *count_, MPI_Fint *ierr)
{
	static type_status_set_elements real;
	if (!real) real = (type_status_set_elements)gohpc_mpiwrap_fortran("pmpi_status_set_elements_");
	do_status_set_elements(real, status_, datatype_, count_, ierr);
}
void mpi_status_set_elements_f08_(void *status_, MPI_Fint *datatype_, MPI_Fint *count_, MPI_Fint *ierr)
{
	static type_status_set_elements real;
	if (!real) real = (type_status_set_elements)gohpc_mpiwrap_fortran("pmpi_status_set_elements_f08_");
	do_status_set_elements(real, status_, datatype_, count_, ierr);
}

typedef void (*type_status_set_elements_x)(void *status_, MPI_Fint *datatype_, MPI_Count *count_, MPI_Fint *ierr);
static void do_status_set_elements_x(type_status_set_elements_x real, void *status_, MPI_Fint *datatype_, MPI_Count *count_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Status_set_elements_x, 0, MPI_COMM_NULL)) {
		real(status_, datatype_, count_, ierr);
		return;
	}
	start(&c);
	real(status_, datatype_, count_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_status_set_elements_x_(void *status_, MPI_Fint *datatype_, MPI_Count *count_, MPI_Fint *ierr)
{
	static type_status_set_elements_x real;
	if (!real) real = (type_status_set_elements_x)gohpc_mpiwrap_fortran("pmpi_status_set_elements_x_");
	do_status_set_elements_x(real, status_, datatype_, count_, ierr);
}
void mpi_status_set_elements_x_f08_(void *status_, MPI_Fint *datatype_, MPI_Count *count_, MPI_Fint *ierr)
{
	static type_status_set_elements_x real;
	if (!real) real = (type_status_set_elements_x)gohpc_mpiwrap_fortran("pmpi_status_set_elements_x_f08_");
	do_status_set_elements_x(real, status_, datatype_, count_, ierr);
}

typedef void (*type_test_cancelled)(void *status_, void *flag_, MPI_Fint *ierr);
static void do_test_cancelled(type_test_cancelled real, void *status_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Test_cancelled, 0, MPI_COMM_NULL)) {
		real(status_, flag_, ierr);
		return;
	}
	start(&c);
	real(status_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_test_cancelled_(void *status_, void *flag_, MPI_Fint *ierr)
{
	static type_test_cancelled real;
	if (!real) real = (type_test_cancelled)gohpc_mpiwrap_fortran("pmpi_test_cancelled_");
	do_test_cancelled(real, status_, flag_, ierr);
}
void mpi_test_cancelled_f08_(void *status_, void *flag_, MPI_Fint *ierr)
{
	static type_test_cancelled real;
	if (!real) real = (type_test_cancelled)gohpc_mpiwrap_fortran("pmpi_test_cancelled_f08_");
	do_test_cancelled(real, status_, flag_, ierr);
}

typedef void (*type_topo_test)(MPI_Fint *comm_, void *status_, MPI_Fint *ierr);
static void do_topo_test(type_topo_test real, MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Topo_test, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, status_, ierr);
		return;
	}
	start(&c);
	real(comm_, status_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_topo_test_(MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_topo_test real;
	if (!real) real = (type_topo_test)gohpc_mpiwrap_fortran("pmpi_topo_test_");
	do_topo_test(real, comm_, status_, ierr);
}
void mpi_topo_test_f08_(MPI_Fint *comm_, void *status_, MPI_Fint *ierr)
{
	static type_topo_test real;
	if (!real) real = (type_topo_test)gohpc_mpiwrap_fortran("pmpi_topo_test_f08_");
	do_topo_test(real, comm_, status_, ierr);
}

typedef void (*type_type_commit)(void *type_, MPI_Fint *ierr);
static void do_type_commit(type_type_commit real, void *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_commit, 0, MPI_COMM_NULL)) {
		real(type_, ierr);
		return;
	}
	MPI_Datatype value_type = PMPI_Type_f2c(*(MPI_Fint *)type_), *type = &value_type; (void)type;
	start(&c);
	real(type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_type = PMPI_Type_f2c(*(MPI_Fint *)type_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, TID(*type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_commit_(void *type_, MPI_Fint *ierr)
{
	static type_type_commit real;
	if (!real) real = (type_type_commit)gohpc_mpiwrap_fortran("pmpi_type_commit_");
	do_type_commit(real, type_, ierr);
}
void mpi_type_commit_f08_(void *type_, MPI_Fint *ierr)
{
	static type_type_commit real;
	if (!real) real = (type_type_commit)gohpc_mpiwrap_fortran("pmpi_type_commit_f08_");
	do_type_commit(real, type_, ierr);
}

typedef void (*type_type_contiguous)(MPI_Fint *count_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_contiguous(type_type_contiguous real, MPI_Fint *count_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_contiguous, 0, MPI_COMM_NULL)) {
		real(count_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(count_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_contiguous_(MPI_Fint *count_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_contiguous real;
	if (!real) real = (type_type_contiguous)gohpc_mpiwrap_fortran("pmpi_type_contiguous_");
	do_type_contiguous(real, count_, oldtype_, newtype_, ierr);
}
void mpi_type_contiguous_f08_(MPI_Fint *count_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_contiguous real;
	if (!real) real = (type_type_contiguous)gohpc_mpiwrap_fortran("pmpi_type_contiguous_f08_");
	do_type_contiguous(real, count_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_create_darray)(MPI_Fint *size_, MPI_Fint *rank_, MPI_Fint *ndims_, void *gsize_array_, void *distrib_array_, void *darg_array_, void *psize_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_darray(type_type_create_darray real, MPI_Fint *size_, MPI_Fint *rank_, MPI_Fint *ndims_, void *gsize_array_, void *distrib_array_, void *darg_array_, void *psize_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_darray, 0, MPI_COMM_NULL)) {
		real(size_, rank_, ndims_, gsize_array_, distrib_array_, darg_array_, psize_array_, order_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(size_, rank_, ndims_, gsize_array_, distrib_array_, darg_array_, psize_array_, order_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_darray_(MPI_Fint *size_, MPI_Fint *rank_, MPI_Fint *ndims_, void *gsize_array_, void *distrib_array_, void *darg_array_, void *psize_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_darray real;
	if (!real) real = (type_type_create_darray)gohpc_mpiwrap_fortran("pmpi_type_create_darray_");
	do_type_create_darray(real, size_, rank_, ndims_, gsize_array_, distrib_array_, darg_array_, psize_array_, order_, oldtype_, newtype_, ierr);
}
void mpi_type_create_darray_f08_(MPI_Fint *size_, MPI_Fint *rank_, MPI_Fint *ndims_, void *gsize_array_, void *distrib_array_, void *darg_array_, void *psize_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_darray real;
	if (!real) real = (type_type_create_darray)gohpc_mpiwrap_fortran("pmpi_type_create_darray_f08_");
	do_type_create_darray(real, size_, rank_, ndims_, gsize_array_, distrib_array_, darg_array_, psize_array_, order_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_create_f90_complex)(MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr);
static void do_type_create_f90_complex(type_type_create_f90_complex real, MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_f90_complex, 0, MPI_COMM_NULL)) {
		real(p_, r__, newtype_, ierr);
		return;
	}
	start(&c);
	real(p_, r__, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_f90_complex_(MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_f90_complex real;
	if (!real) real = (type_type_create_f90_complex)gohpc_mpiwrap_fortran("pmpi_type_create_f90_complex_");
	do_type_create_f90_complex(real, p_, r__, newtype_, ierr);
}
void mpi_type_create_f90_complex_f08_(MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_f90_complex real;
	if (!real) real = (type_type_create_f90_complex)gohpc_mpiwrap_fortran("pmpi_type_create_f90_complex_f08_");
	do_type_create_f90_complex(real, p_, r__, newtype_, ierr);
}

typedef void (*type_type_create_f90_integer)(MPI_Fint *r__, void *newtype_, MPI_Fint *ierr);
static void do_type_create_f90_integer(type_type_create_f90_integer real, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_f90_integer, 0, MPI_COMM_NULL)) {
		real(r__, newtype_, ierr);
		return;
	}
	start(&c);
	real(r__, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_f90_integer_(MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_f90_integer real;
	if (!real) real = (type_type_create_f90_integer)gohpc_mpiwrap_fortran("pmpi_type_create_f90_integer_");
	do_type_create_f90_integer(real, r__, newtype_, ierr);
}
void mpi_type_create_f90_integer_f08_(MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_f90_integer real;
	if (!real) real = (type_type_create_f90_integer)gohpc_mpiwrap_fortran("pmpi_type_create_f90_integer_f08_");
	do_type_create_f90_integer(real, r__, newtype_, ierr);
}

typedef void (*type_type_create_f90_real)(MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr);
static void do_type_create_f90_real(type_type_create_f90_real real, MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_f90_real, 0, MPI_COMM_NULL)) {
		real(p_, r__, newtype_, ierr);
		return;
	}
	start(&c);
	real(p_, r__, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_f90_real_(MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_f90_real real;
	if (!real) real = (type_type_create_f90_real)gohpc_mpiwrap_fortran("pmpi_type_create_f90_real_");
	do_type_create_f90_real(real, p_, r__, newtype_, ierr);
}
void mpi_type_create_f90_real_f08_(MPI_Fint *p_, MPI_Fint *r__, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_f90_real real;
	if (!real) real = (type_type_create_f90_real)gohpc_mpiwrap_fortran("pmpi_type_create_f90_real_f08_");
	do_type_create_f90_real(real, p_, r__, newtype_, ierr);
}

typedef void (*type_type_create_hindexed)(MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_hindexed(type_type_create_hindexed real, MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hindexed, 0, MPI_COMM_NULL)) {
		real(count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_hindexed_(MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_hindexed real;
	if (!real) real = (type_type_create_hindexed)gohpc_mpiwrap_fortran("pmpi_type_create_hindexed_");
	do_type_create_hindexed(real, count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
}
void mpi_type_create_hindexed_f08_(MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_hindexed real;
	if (!real) real = (type_type_create_hindexed)gohpc_mpiwrap_fortran("pmpi_type_create_hindexed_f08_");
	do_type_create_hindexed(real, count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_create_hvector)(MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Aint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_hvector(type_type_create_hvector real, MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Aint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hvector, 0, MPI_COMM_NULL)) {
		real(count_, blocklength_, stride_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(count_, blocklength_, stride_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_hvector_(MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Aint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_hvector real;
	if (!real) real = (type_type_create_hvector)gohpc_mpiwrap_fortran("pmpi_type_create_hvector_");
	do_type_create_hvector(real, count_, blocklength_, stride_, oldtype_, newtype_, ierr);
}
void mpi_type_create_hvector_f08_(MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Aint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_hvector real;
	if (!real) real = (type_type_create_hvector)gohpc_mpiwrap_fortran("pmpi_type_create_hvector_f08_");
	do_type_create_hvector(real, count_, blocklength_, stride_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_create_keyval)(void *type_copy_attr_fn_, void *type_delete_attr_fn_, void *type_keyval_, void *extra_state_, MPI_Fint *ierr);
static void do_type_create_keyval(type_type_create_keyval real, void *type_copy_attr_fn_, void *type_delete_attr_fn_, void *type_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_keyval, 0, MPI_COMM_NULL)) {
		real(type_copy_attr_fn_, type_delete_attr_fn_, type_keyval_, extra_state_, ierr);
		return;
	}
	start(&c);
	real(type_copy_attr_fn_, type_delete_attr_fn_, type_keyval_, extra_state_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_keyval_(void *type_copy_attr_fn_, void *type_delete_attr_fn_, void *type_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_type_create_keyval real;
	if (!real) real = (type_type_create_keyval)gohpc_mpiwrap_fortran("pmpi_type_create_keyval_");
	do_type_create_keyval(real, type_copy_attr_fn_, type_delete_attr_fn_, type_keyval_, extra_state_, ierr);
}
void mpi_type_create_keyval_f08_(void *type_copy_attr_fn_, void *type_delete_attr_fn_, void *type_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_type_create_keyval real;
	if (!real) real = (type_type_create_keyval)gohpc_mpiwrap_fortran("pmpi_type_create_keyval_f08_");
	do_type_create_keyval(real, type_copy_attr_fn_, type_delete_attr_fn_, type_keyval_, extra_state_, ierr);
}

typedef void (*type_type_create_hindexed_block)(MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_hindexed_block(type_type_create_hindexed_block real, MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hindexed_block, 0, MPI_COMM_NULL)) {
		real(count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_hindexed_block_(MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_hindexed_block real;
	if (!real) real = (type_type_create_hindexed_block)gohpc_mpiwrap_fortran("pmpi_type_create_hindexed_block_");
	do_type_create_hindexed_block(real, count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
}
void mpi_type_create_hindexed_block_f08_(MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_hindexed_block real;
	if (!real) real = (type_type_create_hindexed_block)gohpc_mpiwrap_fortran("pmpi_type_create_hindexed_block_f08_");
	do_type_create_hindexed_block(real, count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_create_indexed_block)(MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_indexed_block(type_type_create_indexed_block real, MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_indexed_block, 0, MPI_COMM_NULL)) {
		real(count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_indexed_block_(MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_indexed_block real;
	if (!real) real = (type_type_create_indexed_block)gohpc_mpiwrap_fortran("pmpi_type_create_indexed_block_");
	do_type_create_indexed_block(real, count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
}
void mpi_type_create_indexed_block_f08_(MPI_Fint *count_, MPI_Fint *blocklength_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_indexed_block real;
	if (!real) real = (type_type_create_indexed_block)gohpc_mpiwrap_fortran("pmpi_type_create_indexed_block_f08_");
	do_type_create_indexed_block(real, count_, blocklength_, array_of_displacements_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_create_struct)(MPI_Fint *count_, void *array_of_block_lengths_, void *array_of_displacements_, void *array_of_types_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_struct(type_type_create_struct real, MPI_Fint *count_, void *array_of_block_lengths_, void *array_of_displacements_, void *array_of_types_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_struct, 0, MPI_COMM_NULL)) {
		real(count_, array_of_block_lengths_, array_of_displacements_, array_of_types_, newtype_, ierr);
		return;
	}
	start(&c);
	real(count_, array_of_block_lengths_, array_of_displacements_, array_of_types_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_struct_(MPI_Fint *count_, void *array_of_block_lengths_, void *array_of_displacements_, void *array_of_types_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_struct real;
	if (!real) real = (type_type_create_struct)gohpc_mpiwrap_fortran("pmpi_type_create_struct_");
	do_type_create_struct(real, count_, array_of_block_lengths_, array_of_displacements_, array_of_types_, newtype_, ierr);
}
void mpi_type_create_struct_f08_(MPI_Fint *count_, void *array_of_block_lengths_, void *array_of_displacements_, void *array_of_types_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_struct real;
	if (!real) real = (type_type_create_struct)gohpc_mpiwrap_fortran("pmpi_type_create_struct_f08_");
	do_type_create_struct(real, count_, array_of_block_lengths_, array_of_displacements_, array_of_types_, newtype_, ierr);
}

typedef void (*type_type_create_subarray)(MPI_Fint *ndims_, void *size_array_, void *subsize_array_, void *start_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_subarray(type_type_create_subarray real, MPI_Fint *ndims_, void *size_array_, void *subsize_array_, void *start_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_subarray, 0, MPI_COMM_NULL)) {
		real(ndims_, size_array_, subsize_array_, start_array_, order_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(ndims_, size_array_, subsize_array_, start_array_, order_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_subarray_(MPI_Fint *ndims_, void *size_array_, void *subsize_array_, void *start_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_subarray real;
	if (!real) real = (type_type_create_subarray)gohpc_mpiwrap_fortran("pmpi_type_create_subarray_");
	do_type_create_subarray(real, ndims_, size_array_, subsize_array_, start_array_, order_, oldtype_, newtype_, ierr);
}
void mpi_type_create_subarray_f08_(MPI_Fint *ndims_, void *size_array_, void *subsize_array_, void *start_array_, MPI_Fint *order_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_subarray real;
	if (!real) real = (type_type_create_subarray)gohpc_mpiwrap_fortran("pmpi_type_create_subarray_f08_");
	do_type_create_subarray(real, ndims_, size_array_, subsize_array_, start_array_, order_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_create_resized)(MPI_Fint *oldtype_, MPI_Aint *lb_, MPI_Aint *extent_, void *newtype_, MPI_Fint *ierr);
static void do_type_create_resized(type_type_create_resized real, MPI_Fint *oldtype_, MPI_Aint *lb_, MPI_Aint *extent_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_resized, 0, MPI_COMM_NULL)) {
		real(oldtype_, lb_, extent_, newtype_, ierr);
		return;
	}
	start(&c);
	real(oldtype_, lb_, extent_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_create_resized_(MPI_Fint *oldtype_, MPI_Aint *lb_, MPI_Aint *extent_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_resized real;
	if (!real) real = (type_type_create_resized)gohpc_mpiwrap_fortran("pmpi_type_create_resized_");
	do_type_create_resized(real, oldtype_, lb_, extent_, newtype_, ierr);
}
void mpi_type_create_resized_f08_(MPI_Fint *oldtype_, MPI_Aint *lb_, MPI_Aint *extent_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_create_resized real;
	if (!real) real = (type_type_create_resized)gohpc_mpiwrap_fortran("pmpi_type_create_resized_f08_");
	do_type_create_resized(real, oldtype_, lb_, extent_, newtype_, ierr);
}

typedef void (*type_type_delete_attr)(MPI_Fint *type_, MPI_Fint *type_keyval_, MPI_Fint *ierr);
static void do_type_delete_attr(type_type_delete_attr real, MPI_Fint *type_, MPI_Fint *type_keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_delete_attr, 0, MPI_COMM_NULL)) {
		real(type_, type_keyval_, ierr);
		return;
	}
	start(&c);
	real(type_, type_keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_delete_attr_(MPI_Fint *type_, MPI_Fint *type_keyval_, MPI_Fint *ierr)
{
	static type_type_delete_attr real;
	if (!real) real = (type_type_delete_attr)gohpc_mpiwrap_fortran("pmpi_type_delete_attr_");
	do_type_delete_attr(real, type_, type_keyval_, ierr);
}
void mpi_type_delete_attr_f08_(MPI_Fint *type_, MPI_Fint *type_keyval_, MPI_Fint *ierr)
{
	static type_type_delete_attr real;
	if (!real) real = (type_type_delete_attr)gohpc_mpiwrap_fortran("pmpi_type_delete_attr_f08_");
	do_type_delete_attr(real, type_, type_keyval_, ierr);
}

typedef void (*type_type_dup)(MPI_Fint *type_, void *newtype_, MPI_Fint *ierr);
static void do_type_dup(type_type_dup real, MPI_Fint *type_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_dup, 0, MPI_COMM_NULL)) {
		real(type_, newtype_, ierr);
		return;
	}
	start(&c);
	real(type_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_dup_(MPI_Fint *type_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_dup real;
	if (!real) real = (type_type_dup)gohpc_mpiwrap_fortran("pmpi_type_dup_");
	do_type_dup(real, type_, newtype_, ierr);
}
void mpi_type_dup_f08_(MPI_Fint *type_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_dup real;
	if (!real) real = (type_type_dup)gohpc_mpiwrap_fortran("pmpi_type_dup_f08_");
	do_type_dup(real, type_, newtype_, ierr);
}

typedef void (*type_type_free)(void *type_, MPI_Fint *ierr);
static void do_type_free(type_type_free real, void *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_free, 0, MPI_COMM_NULL)) {
		real(type_, ierr);
		return;
	}
	MPI_Datatype value_type = PMPI_Type_f2c(*(MPI_Fint *)type_), *type = &value_type; (void)type;
	int tid = RECORDING(&c) ? TID(*type) : -1; gohpc_mpiwrap_freeing_type(*type);
	start(&c);
	real(type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_type = PMPI_Type_f2c(*(MPI_Fint *)type_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, tid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_free_(void *type_, MPI_Fint *ierr)
{
	static type_type_free real;
	if (!real) real = (type_type_free)gohpc_mpiwrap_fortran("pmpi_type_free_");
	do_type_free(real, type_, ierr);
}
void mpi_type_free_f08_(void *type_, MPI_Fint *ierr)
{
	static type_type_free real;
	if (!real) real = (type_type_free)gohpc_mpiwrap_fortran("pmpi_type_free_f08_");
	do_type_free(real, type_, ierr);
}

typedef void (*type_type_free_keyval)(void *type_keyval_, MPI_Fint *ierr);
static void do_type_free_keyval(type_type_free_keyval real, void *type_keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_free_keyval, 0, MPI_COMM_NULL)) {
		real(type_keyval_, ierr);
		return;
	}
	start(&c);
	real(type_keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_free_keyval_(void *type_keyval_, MPI_Fint *ierr)
{
	static type_type_free_keyval real;
	if (!real) real = (type_type_free_keyval)gohpc_mpiwrap_fortran("pmpi_type_free_keyval_");
	do_type_free_keyval(real, type_keyval_, ierr);
}
void mpi_type_free_keyval_f08_(void *type_keyval_, MPI_Fint *ierr)
{
	static type_type_free_keyval real;
	if (!real) real = (type_type_free_keyval)gohpc_mpiwrap_fortran("pmpi_type_free_keyval_f08_");
	do_type_free_keyval(real, type_keyval_, ierr);
}

typedef void (*type_type_get_attr)(MPI_Fint *type_, MPI_Fint *type_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr);
static void do_type_get_attr(type_type_get_attr real, MPI_Fint *type_, MPI_Fint *type_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_attr, 0, MPI_COMM_NULL)) {
		real(type_, type_keyval_, attribute_val_, flag_, ierr);
		return;
	}
	start(&c);
	real(type_, type_keyval_, attribute_val_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_attr_(MPI_Fint *type_, MPI_Fint *type_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_type_get_attr real;
	if (!real) real = (type_type_get_attr)gohpc_mpiwrap_fortran("pmpi_type_get_attr_");
	do_type_get_attr(real, type_, type_keyval_, attribute_val_, flag_, ierr);
}
void mpi_type_get_attr_f08_(MPI_Fint *type_, MPI_Fint *type_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_type_get_attr real;
	if (!real) real = (type_type_get_attr)gohpc_mpiwrap_fortran("pmpi_type_get_attr_f08_");
	do_type_get_attr(real, type_, type_keyval_, attribute_val_, flag_, ierr);
}

typedef void (*type_type_get_contents)(MPI_Fint *mtype_, MPI_Fint *max_integers_, MPI_Fint *max_addresses_, MPI_Fint *max_datatypes_, void *array_of_integers_, void *array_of_addresses_, void *array_of_datatypes_, MPI_Fint *ierr);
static void do_type_get_contents(type_type_get_contents real, MPI_Fint *mtype_, MPI_Fint *max_integers_, MPI_Fint *max_addresses_, MPI_Fint *max_datatypes_, void *array_of_integers_, void *array_of_addresses_, void *array_of_datatypes_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_contents, 0, MPI_COMM_NULL)) {
		real(mtype_, max_integers_, max_addresses_, max_datatypes_, array_of_integers_, array_of_addresses_, array_of_datatypes_, ierr);
		return;
	}
	start(&c);
	real(mtype_, max_integers_, max_addresses_, max_datatypes_, array_of_integers_, array_of_addresses_, array_of_datatypes_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_contents_(MPI_Fint *mtype_, MPI_Fint *max_integers_, MPI_Fint *max_addresses_, MPI_Fint *max_datatypes_, void *array_of_integers_, void *array_of_addresses_, void *array_of_datatypes_, MPI_Fint *ierr)
{
	static type_type_get_contents real;
	if (!real) real = (type_type_get_contents)gohpc_mpiwrap_fortran("pmpi_type_get_contents_");
	do_type_get_contents(real, mtype_, max_integers_, max_addresses_, max_datatypes_, array_of_integers_, array_of_addresses_, array_of_datatypes_, ierr);
}
void mpi_type_get_contents_f08_(MPI_Fint *mtype_, MPI_Fint *max_integers_, MPI_Fint *max_addresses_, MPI_Fint *max_datatypes_, void *array_of_integers_, void *array_of_addresses_, void *array_of_datatypes_, MPI_Fint *ierr)
{
	static type_type_get_contents real;
	if (!real) real = (type_type_get_contents)gohpc_mpiwrap_fortran("pmpi_type_get_contents_f08_");
	do_type_get_contents(real, mtype_, max_integers_, max_addresses_, max_datatypes_, array_of_integers_, array_of_addresses_, array_of_datatypes_, ierr);
}

typedef void (*type_type_get_envelope)(MPI_Fint *type_, void *num_integers_, void *num_addresses_, void *num_datatypes_, void *combiner_, MPI_Fint *ierr);
static void do_type_get_envelope(type_type_get_envelope real, MPI_Fint *type_, void *num_integers_, void *num_addresses_, void *num_datatypes_, void *combiner_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_envelope, 0, MPI_COMM_NULL)) {
		real(type_, num_integers_, num_addresses_, num_datatypes_, combiner_, ierr);
		return;
	}
	start(&c);
	real(type_, num_integers_, num_addresses_, num_datatypes_, combiner_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_envelope_(MPI_Fint *type_, void *num_integers_, void *num_addresses_, void *num_datatypes_, void *combiner_, MPI_Fint *ierr)
{
	static type_type_get_envelope real;
	if (!real) real = (type_type_get_envelope)gohpc_mpiwrap_fortran("pmpi_type_get_envelope_");
	do_type_get_envelope(real, type_, num_integers_, num_addresses_, num_datatypes_, combiner_, ierr);
}
void mpi_type_get_envelope_f08_(MPI_Fint *type_, void *num_integers_, void *num_addresses_, void *num_datatypes_, void *combiner_, MPI_Fint *ierr)
{
	static type_type_get_envelope real;
	if (!real) real = (type_type_get_envelope)gohpc_mpiwrap_fortran("pmpi_type_get_envelope_f08_");
	do_type_get_envelope(real, type_, num_integers_, num_addresses_, num_datatypes_, combiner_, ierr);
}

typedef void (*type_type_get_extent)(MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr);
static void do_type_get_extent(type_type_get_extent real, MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_extent, 0, MPI_COMM_NULL)) {
		real(type_, lb_, extent_, ierr);
		return;
	}
	start(&c);
	real(type_, lb_, extent_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_extent_(MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr)
{
	static type_type_get_extent real;
	if (!real) real = (type_type_get_extent)gohpc_mpiwrap_fortran("pmpi_type_get_extent_");
	do_type_get_extent(real, type_, lb_, extent_, ierr);
}
void mpi_type_get_extent_f08_(MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr)
{
	static type_type_get_extent real;
	if (!real) real = (type_type_get_extent)gohpc_mpiwrap_fortran("pmpi_type_get_extent_f08_");
	do_type_get_extent(real, type_, lb_, extent_, ierr);
}

typedef void (*type_type_get_extent_x)(MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr);
static void do_type_get_extent_x(type_type_get_extent_x real, MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_extent_x, 0, MPI_COMM_NULL)) {
		real(type_, lb_, extent_, ierr);
		return;
	}
	start(&c);
	real(type_, lb_, extent_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_extent_x_(MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr)
{
	static type_type_get_extent_x real;
	if (!real) real = (type_type_get_extent_x)gohpc_mpiwrap_fortran("pmpi_type_get_extent_x_");
	do_type_get_extent_x(real, type_, lb_, extent_, ierr);
}
void mpi_type_get_extent_x_f08_(MPI_Fint *type_, void *lb_, void *extent_, MPI_Fint *ierr)
{
	static type_type_get_extent_x real;
	if (!real) real = (type_type_get_extent_x)gohpc_mpiwrap_fortran("pmpi_type_get_extent_x_f08_");
	do_type_get_extent_x(real, type_, lb_, extent_, ierr);
}

typedef void (*type_type_get_name)(MPI_Fint *type_, void *type_name_, void *resultlen_, MPI_Fint *ierr, size_t length_type_name);
static void do_type_get_name(type_type_get_name real, MPI_Fint *type_, void *type_name_, void *resultlen_, MPI_Fint *ierr, size_t length_type_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_name, 0, MPI_COMM_NULL)) {
		real(type_, type_name_, resultlen_, ierr, length_type_name);
		return;
	}
	start(&c);
	real(type_, type_name_, resultlen_, ierr, length_type_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_name_(MPI_Fint *type_, void *type_name_, void *resultlen_, MPI_Fint *ierr, size_t length_type_name)
{
	static type_type_get_name real;
	if (!real) real = (type_type_get_name)gohpc_mpiwrap_fortran("pmpi_type_get_name_");
	do_type_get_name(real, type_, type_name_, resultlen_, ierr, length_type_name);
}
void mpi_type_get_name_f08_(MPI_Fint *type_, void *type_name_, void *resultlen_, MPI_Fint *ierr, size_t length_type_name)
{
	static type_type_get_name real;
	if (!real) real = (type_type_get_name)gohpc_mpiwrap_fortran("pmpi_type_get_name_f08_");
	do_type_get_name(real, type_, type_name_, resultlen_, ierr, length_type_name);
}

typedef void (*type_type_get_true_extent)(MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr);
static void do_type_get_true_extent(type_type_get_true_extent real, MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_true_extent, 0, MPI_COMM_NULL)) {
		real(datatype_, true_lb_, true_extent_, ierr);
		return;
	}
	start(&c);
	real(datatype_, true_lb_, true_extent_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_true_extent_(MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr)
{
	static type_type_get_true_extent real;
	if (!real) real = (type_type_get_true_extent)gohpc_mpiwrap_fortran("pmpi_type_get_true_extent_");
	do_type_get_true_extent(real, datatype_, true_lb_, true_extent_, ierr);
}
void mpi_type_get_true_extent_f08_(MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr)
{
	static type_type_get_true_extent real;
	if (!real) real = (type_type_get_true_extent)gohpc_mpiwrap_fortran("pmpi_type_get_true_extent_f08_");
	do_type_get_true_extent(real, datatype_, true_lb_, true_extent_, ierr);
}

typedef void (*type_type_get_true_extent_x)(MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr);
static void do_type_get_true_extent_x(type_type_get_true_extent_x real, MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_true_extent_x, 0, MPI_COMM_NULL)) {
		real(datatype_, true_lb_, true_extent_, ierr);
		return;
	}
	start(&c);
	real(datatype_, true_lb_, true_extent_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_get_true_extent_x_(MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr)
{
	static type_type_get_true_extent_x real;
	if (!real) real = (type_type_get_true_extent_x)gohpc_mpiwrap_fortran("pmpi_type_get_true_extent_x_");
	do_type_get_true_extent_x(real, datatype_, true_lb_, true_extent_, ierr);
}
void mpi_type_get_true_extent_x_f08_(MPI_Fint *datatype_, void *true_lb_, void *true_extent_, MPI_Fint *ierr)
{
	static type_type_get_true_extent_x real;
	if (!real) real = (type_type_get_true_extent_x)gohpc_mpiwrap_fortran("pmpi_type_get_true_extent_x_f08_");
	do_type_get_true_extent_x(real, datatype_, true_lb_, true_extent_, ierr);
}

typedef void (*type_type_indexed)(MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_indexed(type_type_indexed real, MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_indexed, 0, MPI_COMM_NULL)) {
		real(count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
		return;
	}
	start(&c);
	real(count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_indexed_(MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_indexed real;
	if (!real) real = (type_type_indexed)gohpc_mpiwrap_fortran("pmpi_type_indexed_");
	do_type_indexed(real, count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
}
void mpi_type_indexed_f08_(MPI_Fint *count_, void *array_of_blocklengths_, void *array_of_displacements_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_indexed real;
	if (!real) real = (type_type_indexed)gohpc_mpiwrap_fortran("pmpi_type_indexed_f08_");
	do_type_indexed(real, count_, array_of_blocklengths_, array_of_displacements_, oldtype_, newtype_, ierr);
}

typedef void (*type_type_match_size)(MPI_Fint *typeclass_, MPI_Fint *size_, void *type_, MPI_Fint *ierr);
static void do_type_match_size(type_type_match_size real, MPI_Fint *typeclass_, MPI_Fint *size_, void *type_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_match_size, 0, MPI_COMM_NULL)) {
		real(typeclass_, size_, type_, ierr);
		return;
	}
	start(&c);
	real(typeclass_, size_, type_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_match_size_(MPI_Fint *typeclass_, MPI_Fint *size_, void *type_, MPI_Fint *ierr)
{
	static type_type_match_size real;
	if (!real) real = (type_type_match_size)gohpc_mpiwrap_fortran("pmpi_type_match_size_");
	do_type_match_size(real, typeclass_, size_, type_, ierr);
}
void mpi_type_match_size_f08_(MPI_Fint *typeclass_, MPI_Fint *size_, void *type_, MPI_Fint *ierr)
{
	static type_type_match_size real;
	if (!real) real = (type_type_match_size)gohpc_mpiwrap_fortran("pmpi_type_match_size_f08_");
	do_type_match_size(real, typeclass_, size_, type_, ierr);
}

typedef void (*type_type_set_attr)(MPI_Fint *type_, MPI_Fint *type_keyval_, void *attr_val_, MPI_Fint *ierr);
static void do_type_set_attr(type_type_set_attr real, MPI_Fint *type_, MPI_Fint *type_keyval_, void *attr_val_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_set_attr, 0, MPI_COMM_NULL)) {
		real(type_, type_keyval_, attr_val_, ierr);
		return;
	}
	start(&c);
	real(type_, type_keyval_, attr_val_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_set_attr_(MPI_Fint *type_, MPI_Fint *type_keyval_, void *attr_val_, MPI_Fint *ierr)
{
	static type_type_set_attr real;
	if (!real) real = (type_type_set_attr)gohpc_mpiwrap_fortran("pmpi_type_set_attr_");
	do_type_set_attr(real, type_, type_keyval_, attr_val_, ierr);
}
void mpi_type_set_attr_f08_(MPI_Fint *type_, MPI_Fint *type_keyval_, void *attr_val_, MPI_Fint *ierr)
{
	static type_type_set_attr real;
	if (!real) real = (type_type_set_attr)gohpc_mpiwrap_fortran("pmpi_type_set_attr_f08_");
	do_type_set_attr(real, type_, type_keyval_, attr_val_, ierr);
}

typedef void (*type_type_set_name)(MPI_Fint *type_, void *type_name_, MPI_Fint *ierr, size_t length_type_name);
static void do_type_set_name(type_type_set_name real, MPI_Fint *type_, void *type_name_, MPI_Fint *ierr, size_t length_type_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_set_name, 0, MPI_COMM_NULL)) {
		real(type_, type_name_, ierr, length_type_name);
		return;
	}
	start(&c);
	real(type_, type_name_, ierr, length_type_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_set_name_(MPI_Fint *type_, void *type_name_, MPI_Fint *ierr, size_t length_type_name)
{
	static type_type_set_name real;
	if (!real) real = (type_type_set_name)gohpc_mpiwrap_fortran("pmpi_type_set_name_");
	do_type_set_name(real, type_, type_name_, ierr, length_type_name);
}
void mpi_type_set_name_f08_(MPI_Fint *type_, void *type_name_, MPI_Fint *ierr, size_t length_type_name)
{
	static type_type_set_name real;
	if (!real) real = (type_type_set_name)gohpc_mpiwrap_fortran("pmpi_type_set_name_f08_");
	do_type_set_name(real, type_, type_name_, ierr, length_type_name);
}

typedef void (*type_type_size)(MPI_Fint *type_, void *size_, MPI_Fint *ierr);
static void do_type_size(type_type_size real, MPI_Fint *type_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_size, 0, MPI_COMM_NULL)) {
		real(type_, size_, ierr);
		return;
	}
	start(&c);
	real(type_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_size_(MPI_Fint *type_, void *size_, MPI_Fint *ierr)
{
	static type_type_size real;
	if (!real) real = (type_type_size)gohpc_mpiwrap_fortran("pmpi_type_size_");
	do_type_size(real, type_, size_, ierr);
}
void mpi_type_size_f08_(MPI_Fint *type_, void *size_, MPI_Fint *ierr)
{
	static type_type_size real;
	if (!real) real = (type_type_size)gohpc_mpiwrap_fortran("pmpi_type_size_f08_");
	do_type_size(real, type_, size_, ierr);
}

typedef void (*type_type_size_x)(MPI_Fint *type_, void *size_, MPI_Fint *ierr);
static void do_type_size_x(type_type_size_x real, MPI_Fint *type_, void *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_size_x, 0, MPI_COMM_NULL)) {
		real(type_, size_, ierr);
		return;
	}
	start(&c);
	real(type_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_size_x_(MPI_Fint *type_, void *size_, MPI_Fint *ierr)
{
	static type_type_size_x real;
	if (!real) real = (type_type_size_x)gohpc_mpiwrap_fortran("pmpi_type_size_x_");
	do_type_size_x(real, type_, size_, ierr);
}
void mpi_type_size_x_f08_(MPI_Fint *type_, void *size_, MPI_Fint *ierr)
{
	static type_type_size_x real;
	if (!real) real = (type_type_size_x)gohpc_mpiwrap_fortran("pmpi_type_size_x_f08_");
	do_type_size_x(real, type_, size_, ierr);
}

typedef void (*type_type_vector)(MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Fint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr);
static void do_type_vector(type_type_vector real, MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Fint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Type_vector, 0, MPI_COMM_NULL)) {
		real(count_, blocklength_, stride_, oldtype_, newtype_, ierr);
		return;
	}
	int count = (int)*count_; (void)count;
	int blocklength = (int)*blocklength_; (void)blocklength;
	int stride = (int)*stride_; (void)stride;
	MPI_Datatype oldtype = PMPI_Type_f2c(*oldtype_); (void)oldtype;
	MPI_Datatype value_newtype = PMPI_Type_f2c(*(MPI_Fint *)newtype_), *newtype = &value_newtype; (void)newtype;
	start(&c);
	real(count_, blocklength_, stride_, oldtype_, newtype_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_newtype = PMPI_Type_f2c(*(MPI_Fint *)newtype_);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, TID(oldtype));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_type_vector_(MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Fint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_vector real;
	if (!real) real = (type_type_vector)gohpc_mpiwrap_fortran("pmpi_type_vector_");
	do_type_vector(real, count_, blocklength_, stride_, oldtype_, newtype_, ierr);
}
void mpi_type_vector_f08_(MPI_Fint *count_, MPI_Fint *blocklength_, MPI_Fint *stride_, MPI_Fint *oldtype_, void *newtype_, MPI_Fint *ierr)
{
	static type_type_vector real;
	if (!real) real = (type_type_vector)gohpc_mpiwrap_fortran("pmpi_type_vector_f08_");
	do_type_vector(real, count_, blocklength_, stride_, oldtype_, newtype_, ierr);
}

typedef void (*type_unpack)(void *inbuf_, MPI_Fint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *comm_, MPI_Fint *ierr);
static void do_unpack(type_unpack real, void *inbuf_, MPI_Fint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Unpack, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(inbuf_, insize_, position_, outbuf_, outcount_, datatype_, comm_, ierr);
		return;
	}
	start(&c);
	real(inbuf_, insize_, position_, outbuf_, outcount_, datatype_, comm_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_unpack_(void *inbuf_, MPI_Fint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_unpack real;
	if (!real) real = (type_unpack)gohpc_mpiwrap_fortran("pmpi_unpack_");
	do_unpack(real, inbuf_, insize_, position_, outbuf_, outcount_, datatype_, comm_, ierr);
}
void mpi_unpack_f08_(void *inbuf_, MPI_Fint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *comm_, MPI_Fint *ierr)
{
	static type_unpack real;
	if (!real) real = (type_unpack)gohpc_mpiwrap_fortran("pmpi_unpack_f08_");
	do_unpack(real, inbuf_, insize_, position_, outbuf_, outcount_, datatype_, comm_, ierr);
}

typedef void (*type_unpublish_name)(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name);
static void do_unpublish_name(type_unpublish_name real, void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Unpublish_name, 0, MPI_COMM_NULL)) {
		real(service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
		return;
	}
	start(&c);
	real(service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_unpublish_name_(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	static type_unpublish_name real;
	if (!real) real = (type_unpublish_name)gohpc_mpiwrap_fortran("pmpi_unpublish_name_");
	do_unpublish_name(real, service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
}
void mpi_unpublish_name_f08_(void *service_name_, MPI_Fint *info_, void *port_name_, MPI_Fint *ierr, size_t length_service_name, size_t length_port_name)
{
	static type_unpublish_name real;
	if (!real) real = (type_unpublish_name)gohpc_mpiwrap_fortran("pmpi_unpublish_name_f08_");
	do_unpublish_name(real, service_name_, info_, port_name_, ierr, length_service_name, length_port_name);
}

typedef void (*type_unpack_external)(void *datarep_, void *inbuf_, MPI_Aint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *ierr, size_t length_datarep);
static void do_unpack_external(type_unpack_external real, void *datarep_, void *inbuf_, MPI_Aint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *ierr, size_t length_datarep)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Unpack_external, 0, MPI_COMM_NULL)) {
		real(datarep_, inbuf_, insize_, position_, outbuf_, outcount_, datatype_, ierr, length_datarep);
		return;
	}
	start(&c);
	real(datarep_, inbuf_, insize_, position_, outbuf_, outcount_, datatype_, ierr, length_datarep);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_unpack_external_(void *datarep_, void *inbuf_, MPI_Aint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_unpack_external real;
	if (!real) real = (type_unpack_external)gohpc_mpiwrap_fortran("pmpi_unpack_external_");
	do_unpack_external(real, datarep_, inbuf_, insize_, position_, outbuf_, outcount_, datatype_, ierr, length_datarep);
}
void mpi_unpack_external_f08_(void *datarep_, void *inbuf_, MPI_Aint *insize_, void *position_, void *outbuf_, MPI_Fint *outcount_, MPI_Fint *datatype_, MPI_Fint *ierr, size_t length_datarep)
{
	static type_unpack_external real;
	if (!real) real = (type_unpack_external)gohpc_mpiwrap_fortran("pmpi_unpack_external_f08_");
	do_unpack_external(real, datarep_, inbuf_, insize_, position_, outbuf_, outcount_, datatype_, ierr, length_datarep);
}

typedef void (*type_win_allocate)(MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr);
static void do_win_allocate(type_win_allocate real, MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_allocate, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(size_, disp_, info_, comm_, baseptr_, win_, ierr);
		return;
	}
	MPI_Aint size = (MPI_Aint)*size_; (void)size;
	int disp = (int)*disp_; (void)disp;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	void *baseptr = fortran_buffer(baseptr_); (void)baseptr;
	MPI_Win value_win = PMPI_Win_f2c(*(MPI_Fint *)win_), *win = &value_win; (void)win;
	start(&c);
	real(size_, disp_, info_, comm_, baseptr_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_win = PMPI_Win_f2c(*(MPI_Fint *)win_);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_allocate_(MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr)
{
	static type_win_allocate real;
	if (!real) real = (type_win_allocate)gohpc_mpiwrap_fortran("pmpi_win_allocate_");
	do_win_allocate(real, size_, disp_, info_, comm_, baseptr_, win_, ierr);
}
void mpi_win_allocate_f08_(MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr)
{
	static type_win_allocate real;
	if (!real) real = (type_win_allocate)gohpc_mpiwrap_fortran("pmpi_win_allocate_f08_");
	do_win_allocate(real, size_, disp_, info_, comm_, baseptr_, win_, ierr);
}

typedef void (*type_win_allocate_shared)(MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr);
static void do_win_allocate_shared(type_win_allocate_shared real, MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_allocate_shared, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(size_, disp_, info_, comm_, baseptr_, win_, ierr);
		return;
	}
	MPI_Aint size = (MPI_Aint)*size_; (void)size;
	int disp = (int)*disp_; (void)disp;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	void *baseptr = fortran_buffer(baseptr_); (void)baseptr;
	MPI_Win value_win = PMPI_Win_f2c(*(MPI_Fint *)win_), *win = &value_win; (void)win;
	start(&c);
	real(size_, disp_, info_, comm_, baseptr_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_win = PMPI_Win_f2c(*(MPI_Fint *)win_);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_allocate_shared_(MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr)
{
	static type_win_allocate_shared real;
	if (!real) real = (type_win_allocate_shared)gohpc_mpiwrap_fortran("pmpi_win_allocate_shared_");
	do_win_allocate_shared(real, size_, disp_, info_, comm_, baseptr_, win_, ierr);
}
void mpi_win_allocate_shared_f08_(MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *baseptr_, void *win_, MPI_Fint *ierr)
{
	static type_win_allocate_shared real;
	if (!real) real = (type_win_allocate_shared)gohpc_mpiwrap_fortran("pmpi_win_allocate_shared_f08_");
	do_win_allocate_shared(real, size_, disp_, info_, comm_, baseptr_, win_, ierr);
}

typedef void (*type_win_attach)(MPI_Fint *win_, void *base_, MPI_Aint *size_, MPI_Fint *ierr);
static void do_win_attach(type_win_attach real, MPI_Fint *win_, void *base_, MPI_Aint *size_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_attach, 0, MPI_COMM_NULL)) {
		real(win_, base_, size_, ierr);
		return;
	}
	start(&c);
	real(win_, base_, size_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_attach_(MPI_Fint *win_, void *base_, MPI_Aint *size_, MPI_Fint *ierr)
{
	static type_win_attach real;
	if (!real) real = (type_win_attach)gohpc_mpiwrap_fortran("pmpi_win_attach_");
	do_win_attach(real, win_, base_, size_, ierr);
}
void mpi_win_attach_f08_(MPI_Fint *win_, void *base_, MPI_Aint *size_, MPI_Fint *ierr)
{
	static type_win_attach real;
	if (!real) real = (type_win_attach)gohpc_mpiwrap_fortran("pmpi_win_attach_f08_");
	do_win_attach(real, win_, base_, size_, ierr);
}

typedef void (*type_win_call_errhandler)(MPI_Fint *win_, MPI_Fint *errorcode_, MPI_Fint *ierr);
static void do_win_call_errhandler(type_win_call_errhandler real, MPI_Fint *win_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_call_errhandler, 0, MPI_COMM_NULL)) {
		real(win_, errorcode_, ierr);
		return;
	}
	start(&c);
	real(win_, errorcode_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_call_errhandler_(MPI_Fint *win_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_win_call_errhandler real;
	if (!real) real = (type_win_call_errhandler)gohpc_mpiwrap_fortran("pmpi_win_call_errhandler_");
	do_win_call_errhandler(real, win_, errorcode_, ierr);
}
void mpi_win_call_errhandler_f08_(MPI_Fint *win_, MPI_Fint *errorcode_, MPI_Fint *ierr)
{
	static type_win_call_errhandler real;
	if (!real) real = (type_win_call_errhandler)gohpc_mpiwrap_fortran("pmpi_win_call_errhandler_f08_");
	do_win_call_errhandler(real, win_, errorcode_, ierr);
}

typedef void (*type_win_complete)(MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_complete(type_win_complete real, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_complete, 0, MPI_COMM_NULL)) {
		real(win_, ierr);
		return;
	}
	start(&c);
	real(win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_complete_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_complete real;
	if (!real) real = (type_win_complete)gohpc_mpiwrap_fortran("pmpi_win_complete_");
	do_win_complete(real, win_, ierr);
}
void mpi_win_complete_f08_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_complete real;
	if (!real) real = (type_win_complete)gohpc_mpiwrap_fortran("pmpi_win_complete_f08_");
	do_win_complete(real, win_, ierr);
}

typedef void (*type_win_create)(void *base_, MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr);
static void do_win_create(type_win_create real, void *base_, MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_create, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(base_, size_, disp_, info_, comm_, win_, ierr);
		return;
	}
	void *base = fortran_buffer(base_); (void)base;
	MPI_Aint size = (MPI_Aint)*size_; (void)size;
	int disp = (int)*disp_; (void)disp;
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Win value_win = PMPI_Win_f2c(*(MPI_Fint *)win_), *win = &value_win; (void)win;
	start(&c);
	real(base_, size_, disp_, info_, comm_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_win = PMPI_Win_f2c(*(MPI_Fint *)win_);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_create_(void *base_, MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr)
{
	static type_win_create real;
	if (!real) real = (type_win_create)gohpc_mpiwrap_fortran("pmpi_win_create_");
	do_win_create(real, base_, size_, disp_, info_, comm_, win_, ierr);
}
void mpi_win_create_f08_(void *base_, MPI_Aint *size_, MPI_Fint *disp_, MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr)
{
	static type_win_create real;
	if (!real) real = (type_win_create)gohpc_mpiwrap_fortran("pmpi_win_create_f08_");
	do_win_create(real, base_, size_, disp_, info_, comm_, win_, ierr);
}

typedef void (*type_win_create_dynamic)(MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr);
static void do_win_create_dynamic(type_win_create_dynamic real, MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_create_dynamic, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(info_, comm_, win_, ierr);
		return;
	}
	MPI_Info info = PMPI_Info_f2c(*info_); (void)info;
	MPI_Comm comm = PMPI_Comm_f2c(*comm_); (void)comm;
	MPI_Win value_win = PMPI_Win_f2c(*(MPI_Fint *)win_), *win = &value_win; (void)win;
	start(&c);
	real(info_, comm_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_win = PMPI_Win_f2c(*(MPI_Fint *)win_);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_create_dynamic_(MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr)
{
	static type_win_create_dynamic real;
	if (!real) real = (type_win_create_dynamic)gohpc_mpiwrap_fortran("pmpi_win_create_dynamic_");
	do_win_create_dynamic(real, info_, comm_, win_, ierr);
}
void mpi_win_create_dynamic_f08_(MPI_Fint *info_, MPI_Fint *comm_, void *win_, MPI_Fint *ierr)
{
	static type_win_create_dynamic real;
	if (!real) real = (type_win_create_dynamic)gohpc_mpiwrap_fortran("pmpi_win_create_dynamic_f08_");
	do_win_create_dynamic(real, info_, comm_, win_, ierr);
}

typedef void (*type_win_create_errhandler)(void *function_, void *errhandler_, MPI_Fint *ierr);
static void do_win_create_errhandler(type_win_create_errhandler real, void *function_, void *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_create_errhandler, 0, MPI_COMM_NULL)) {
		real(function_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(function_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_create_errhandler_(void *function_, void *errhandler_, MPI_Fint *ierr)
{
	static type_win_create_errhandler real;
	if (!real) real = (type_win_create_errhandler)gohpc_mpiwrap_fortran("pmpi_win_create_errhandler_");
	do_win_create_errhandler(real, function_, errhandler_, ierr);
}
void mpi_win_create_errhandler_f08_(void *function_, void *errhandler_, MPI_Fint *ierr)
{
	static type_win_create_errhandler real;
	if (!real) real = (type_win_create_errhandler)gohpc_mpiwrap_fortran("pmpi_win_create_errhandler_f08_");
	do_win_create_errhandler(real, function_, errhandler_, ierr);
}

typedef void (*type_win_create_keyval)(void *win_copy_attr_fn_, void *win_delete_attr_fn_, void *win_keyval_, void *extra_state_, MPI_Fint *ierr);
static void do_win_create_keyval(type_win_create_keyval real, void *win_copy_attr_fn_, void *win_delete_attr_fn_, void *win_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_create_keyval, 0, MPI_COMM_NULL)) {
		real(win_copy_attr_fn_, win_delete_attr_fn_, win_keyval_, extra_state_, ierr);
		return;
	}
	start(&c);
	real(win_copy_attr_fn_, win_delete_attr_fn_, win_keyval_, extra_state_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_create_keyval_(void *win_copy_attr_fn_, void *win_delete_attr_fn_, void *win_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_win_create_keyval real;
	if (!real) real = (type_win_create_keyval)gohpc_mpiwrap_fortran("pmpi_win_create_keyval_");
	do_win_create_keyval(real, win_copy_attr_fn_, win_delete_attr_fn_, win_keyval_, extra_state_, ierr);
}
void mpi_win_create_keyval_f08_(void *win_copy_attr_fn_, void *win_delete_attr_fn_, void *win_keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_win_create_keyval real;
	if (!real) real = (type_win_create_keyval)gohpc_mpiwrap_fortran("pmpi_win_create_keyval_f08_");
	do_win_create_keyval(real, win_copy_attr_fn_, win_delete_attr_fn_, win_keyval_, extra_state_, ierr);
}

typedef void (*type_win_delete_attr)(MPI_Fint *win_, MPI_Fint *win_keyval_, MPI_Fint *ierr);
static void do_win_delete_attr(type_win_delete_attr real, MPI_Fint *win_, MPI_Fint *win_keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_delete_attr, 0, MPI_COMM_NULL)) {
		real(win_, win_keyval_, ierr);
		return;
	}
	start(&c);
	real(win_, win_keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_delete_attr_(MPI_Fint *win_, MPI_Fint *win_keyval_, MPI_Fint *ierr)
{
	static type_win_delete_attr real;
	if (!real) real = (type_win_delete_attr)gohpc_mpiwrap_fortran("pmpi_win_delete_attr_");
	do_win_delete_attr(real, win_, win_keyval_, ierr);
}
void mpi_win_delete_attr_f08_(MPI_Fint *win_, MPI_Fint *win_keyval_, MPI_Fint *ierr)
{
	static type_win_delete_attr real;
	if (!real) real = (type_win_delete_attr)gohpc_mpiwrap_fortran("pmpi_win_delete_attr_f08_");
	do_win_delete_attr(real, win_, win_keyval_, ierr);
}

typedef void (*type_win_detach)(MPI_Fint *win_, void *base_, MPI_Fint *ierr);
static void do_win_detach(type_win_detach real, MPI_Fint *win_, void *base_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_detach, 0, MPI_COMM_NULL)) {
		real(win_, base_, ierr);
		return;
	}
	start(&c);
	real(win_, base_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_detach_(MPI_Fint *win_, void *base_, MPI_Fint *ierr)
{
	static type_win_detach real;
	if (!real) real = (type_win_detach)gohpc_mpiwrap_fortran("pmpi_win_detach_");
	do_win_detach(real, win_, base_, ierr);
}
void mpi_win_detach_f08_(MPI_Fint *win_, void *base_, MPI_Fint *ierr)
{
	static type_win_detach real;
	if (!real) real = (type_win_detach)gohpc_mpiwrap_fortran("pmpi_win_detach_f08_");
	do_win_detach(real, win_, base_, ierr);
}

typedef void (*type_win_fence)(MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_fence(type_win_fence real, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_fence, 0, MPI_COMM_NULL)) {
		real(assert_, win_, ierr);
		return;
	}
	start(&c);
	real(assert_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_fence_(MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_fence real;
	if (!real) real = (type_win_fence)gohpc_mpiwrap_fortran("pmpi_win_fence_");
	do_win_fence(real, assert_, win_, ierr);
}
void mpi_win_fence_f08_(MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_fence real;
	if (!real) real = (type_win_fence)gohpc_mpiwrap_fortran("pmpi_win_fence_f08_");
	do_win_fence(real, assert_, win_, ierr);
}

typedef void (*type_win_flush)(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_flush(type_win_flush real, MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush, 0, MPI_COMM_NULL)) {
		real(rank_, win_, ierr);
		return;
	}
	start(&c);
	real(rank_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_flush_(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush real;
	if (!real) real = (type_win_flush)gohpc_mpiwrap_fortran("pmpi_win_flush_");
	do_win_flush(real, rank_, win_, ierr);
}
void mpi_win_flush_f08_(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush real;
	if (!real) real = (type_win_flush)gohpc_mpiwrap_fortran("pmpi_win_flush_f08_");
	do_win_flush(real, rank_, win_, ierr);
}

typedef void (*type_win_flush_all)(MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_flush_all(type_win_flush_all real, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush_all, 0, MPI_COMM_NULL)) {
		real(win_, ierr);
		return;
	}
	start(&c);
	real(win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_flush_all_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush_all real;
	if (!real) real = (type_win_flush_all)gohpc_mpiwrap_fortran("pmpi_win_flush_all_");
	do_win_flush_all(real, win_, ierr);
}
void mpi_win_flush_all_f08_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush_all real;
	if (!real) real = (type_win_flush_all)gohpc_mpiwrap_fortran("pmpi_win_flush_all_f08_");
	do_win_flush_all(real, win_, ierr);
}

typedef void (*type_win_flush_local)(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_flush_local(type_win_flush_local real, MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush_local, 0, MPI_COMM_NULL)) {
		real(rank_, win_, ierr);
		return;
	}
	start(&c);
	real(rank_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_flush_local_(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush_local real;
	if (!real) real = (type_win_flush_local)gohpc_mpiwrap_fortran("pmpi_win_flush_local_");
	do_win_flush_local(real, rank_, win_, ierr);
}
void mpi_win_flush_local_f08_(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush_local real;
	if (!real) real = (type_win_flush_local)gohpc_mpiwrap_fortran("pmpi_win_flush_local_f08_");
	do_win_flush_local(real, rank_, win_, ierr);
}

typedef void (*type_win_flush_local_all)(MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_flush_local_all(type_win_flush_local_all real, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush_local_all, 0, MPI_COMM_NULL)) {
		real(win_, ierr);
		return;
	}
	start(&c);
	real(win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_flush_local_all_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush_local_all real;
	if (!real) real = (type_win_flush_local_all)gohpc_mpiwrap_fortran("pmpi_win_flush_local_all_");
	do_win_flush_local_all(real, win_, ierr);
}
void mpi_win_flush_local_all_f08_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_flush_local_all real;
	if (!real) real = (type_win_flush_local_all)gohpc_mpiwrap_fortran("pmpi_win_flush_local_all_f08_");
	do_win_flush_local_all(real, win_, ierr);
}

typedef void (*type_win_free)(void *win_, MPI_Fint *ierr);
static void do_win_free(type_win_free real, void *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_free, 0, MPI_COMM_NULL)) {
		real(win_, ierr);
		return;
	}
	MPI_Win value_win = PMPI_Win_f2c(*(MPI_Fint *)win_), *win = &value_win; (void)win;
	gohpc_mpiwrap_drop(A_WINDOW, HANDLE(*win));
	start(&c);
	real(win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	value_win = PMPI_Win_f2c(*(MPI_Fint *)win_);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_free_(void *win_, MPI_Fint *ierr)
{
	static type_win_free real;
	if (!real) real = (type_win_free)gohpc_mpiwrap_fortran("pmpi_win_free_");
	do_win_free(real, win_, ierr);
}
void mpi_win_free_f08_(void *win_, MPI_Fint *ierr)
{
	static type_win_free real;
	if (!real) real = (type_win_free)gohpc_mpiwrap_fortran("pmpi_win_free_f08_");
	do_win_free(real, win_, ierr);
}

typedef void (*type_win_free_keyval)(void *win_keyval_, MPI_Fint *ierr);
static void do_win_free_keyval(type_win_free_keyval real, void *win_keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_free_keyval, 0, MPI_COMM_NULL)) {
		real(win_keyval_, ierr);
		return;
	}
	start(&c);
	real(win_keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_free_keyval_(void *win_keyval_, MPI_Fint *ierr)
{
	static type_win_free_keyval real;
	if (!real) real = (type_win_free_keyval)gohpc_mpiwrap_fortran("pmpi_win_free_keyval_");
	do_win_free_keyval(real, win_keyval_, ierr);
}
void mpi_win_free_keyval_f08_(void *win_keyval_, MPI_Fint *ierr)
{
	static type_win_free_keyval real;
	if (!real) real = (type_win_free_keyval)gohpc_mpiwrap_fortran("pmpi_win_free_keyval_f08_");
	do_win_free_keyval(real, win_keyval_, ierr);
}

typedef void (*type_win_get_attr)(MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr);
static void do_win_get_attr(type_win_get_attr real, MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_attr, 0, MPI_COMM_NULL)) {
		real(win_, win_keyval_, attribute_val_, flag_, ierr);
		return;
	}
	start(&c);
	real(win_, win_keyval_, attribute_val_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_get_attr_(MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_win_get_attr real;
	if (!real) real = (type_win_get_attr)gohpc_mpiwrap_fortran("pmpi_win_get_attr_");
	do_win_get_attr(real, win_, win_keyval_, attribute_val_, flag_, ierr);
}
void mpi_win_get_attr_f08_(MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_win_get_attr real;
	if (!real) real = (type_win_get_attr)gohpc_mpiwrap_fortran("pmpi_win_get_attr_f08_");
	do_win_get_attr(real, win_, win_keyval_, attribute_val_, flag_, ierr);
}

typedef void (*type_win_get_errhandler)(MPI_Fint *win_, void *errhandler_, MPI_Fint *ierr);
static void do_win_get_errhandler(type_win_get_errhandler real, MPI_Fint *win_, void *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_errhandler, 0, MPI_COMM_NULL)) {
		real(win_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(win_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_get_errhandler_(MPI_Fint *win_, void *errhandler_, MPI_Fint *ierr)
{
	static type_win_get_errhandler real;
	if (!real) real = (type_win_get_errhandler)gohpc_mpiwrap_fortran("pmpi_win_get_errhandler_");
	do_win_get_errhandler(real, win_, errhandler_, ierr);
}
void mpi_win_get_errhandler_f08_(MPI_Fint *win_, void *errhandler_, MPI_Fint *ierr)
{
	static type_win_get_errhandler real;
	if (!real) real = (type_win_get_errhandler)gohpc_mpiwrap_fortran("pmpi_win_get_errhandler_f08_");
	do_win_get_errhandler(real, win_, errhandler_, ierr);
}

typedef void (*type_win_get_group)(MPI_Fint *win_, void *group_, MPI_Fint *ierr);
static void do_win_get_group(type_win_get_group real, MPI_Fint *win_, void *group_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_group, 0, MPI_COMM_NULL)) {
		real(win_, group_, ierr);
		return;
	}
	start(&c);
	real(win_, group_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_get_group_(MPI_Fint *win_, void *group_, MPI_Fint *ierr)
{
	static type_win_get_group real;
	if (!real) real = (type_win_get_group)gohpc_mpiwrap_fortran("pmpi_win_get_group_");
	do_win_get_group(real, win_, group_, ierr);
}
void mpi_win_get_group_f08_(MPI_Fint *win_, void *group_, MPI_Fint *ierr)
{
	static type_win_get_group real;
	if (!real) real = (type_win_get_group)gohpc_mpiwrap_fortran("pmpi_win_get_group_f08_");
	do_win_get_group(real, win_, group_, ierr);
}

typedef void (*type_win_get_info)(MPI_Fint *win_, void *info_used_, MPI_Fint *ierr);
static void do_win_get_info(type_win_get_info real, MPI_Fint *win_, void *info_used_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_info, 0, MPI_COMM_NULL)) {
		real(win_, info_used_, ierr);
		return;
	}
	start(&c);
	real(win_, info_used_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_get_info_(MPI_Fint *win_, void *info_used_, MPI_Fint *ierr)
{
	static type_win_get_info real;
	if (!real) real = (type_win_get_info)gohpc_mpiwrap_fortran("pmpi_win_get_info_");
	do_win_get_info(real, win_, info_used_, ierr);
}
void mpi_win_get_info_f08_(MPI_Fint *win_, void *info_used_, MPI_Fint *ierr)
{
	static type_win_get_info real;
	if (!real) real = (type_win_get_info)gohpc_mpiwrap_fortran("pmpi_win_get_info_f08_");
	do_win_get_info(real, win_, info_used_, ierr);
}

typedef void (*type_win_get_name)(MPI_Fint *win_, void *win_name_, void *resultlen_, MPI_Fint *ierr, size_t length_win_name);
static void do_win_get_name(type_win_get_name real, MPI_Fint *win_, void *win_name_, void *resultlen_, MPI_Fint *ierr, size_t length_win_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_name, 0, MPI_COMM_NULL)) {
		real(win_, win_name_, resultlen_, ierr, length_win_name);
		return;
	}
	start(&c);
	real(win_, win_name_, resultlen_, ierr, length_win_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_get_name_(MPI_Fint *win_, void *win_name_, void *resultlen_, MPI_Fint *ierr, size_t length_win_name)
{
	static type_win_get_name real;
	if (!real) real = (type_win_get_name)gohpc_mpiwrap_fortran("pmpi_win_get_name_");
	do_win_get_name(real, win_, win_name_, resultlen_, ierr, length_win_name);
}
void mpi_win_get_name_f08_(MPI_Fint *win_, void *win_name_, void *resultlen_, MPI_Fint *ierr, size_t length_win_name)
{
	static type_win_get_name real;
	if (!real) real = (type_win_get_name)gohpc_mpiwrap_fortran("pmpi_win_get_name_f08_");
	do_win_get_name(real, win_, win_name_, resultlen_, ierr, length_win_name);
}

typedef void (*type_win_lock)(MPI_Fint *lock_type_, MPI_Fint *rank_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_lock(type_win_lock real, MPI_Fint *lock_type_, MPI_Fint *rank_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_lock, 0, MPI_COMM_NULL)) {
		real(lock_type_, rank_, assert_, win_, ierr);
		return;
	}
	start(&c);
	real(lock_type_, rank_, assert_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_lock_(MPI_Fint *lock_type_, MPI_Fint *rank_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_lock real;
	if (!real) real = (type_win_lock)gohpc_mpiwrap_fortran("pmpi_win_lock_");
	do_win_lock(real, lock_type_, rank_, assert_, win_, ierr);
}
void mpi_win_lock_f08_(MPI_Fint *lock_type_, MPI_Fint *rank_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_lock real;
	if (!real) real = (type_win_lock)gohpc_mpiwrap_fortran("pmpi_win_lock_f08_");
	do_win_lock(real, lock_type_, rank_, assert_, win_, ierr);
}

typedef void (*type_win_lock_all)(MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_lock_all(type_win_lock_all real, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_lock_all, 0, MPI_COMM_NULL)) {
		real(assert_, win_, ierr);
		return;
	}
	start(&c);
	real(assert_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_lock_all_(MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_lock_all real;
	if (!real) real = (type_win_lock_all)gohpc_mpiwrap_fortran("pmpi_win_lock_all_");
	do_win_lock_all(real, assert_, win_, ierr);
}
void mpi_win_lock_all_f08_(MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_lock_all real;
	if (!real) real = (type_win_lock_all)gohpc_mpiwrap_fortran("pmpi_win_lock_all_f08_");
	do_win_lock_all(real, assert_, win_, ierr);
}

typedef void (*type_win_post)(MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_post(type_win_post real, MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_post, 0, MPI_COMM_NULL)) {
		real(group_, assert_, win_, ierr);
		return;
	}
	start(&c);
	real(group_, assert_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_post_(MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_post real;
	if (!real) real = (type_win_post)gohpc_mpiwrap_fortran("pmpi_win_post_");
	do_win_post(real, group_, assert_, win_, ierr);
}
void mpi_win_post_f08_(MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_post real;
	if (!real) real = (type_win_post)gohpc_mpiwrap_fortran("pmpi_win_post_f08_");
	do_win_post(real, group_, assert_, win_, ierr);
}

typedef void (*type_win_set_attr)(MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, MPI_Fint *ierr);
static void do_win_set_attr(type_win_set_attr real, MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_attr, 0, MPI_COMM_NULL)) {
		real(win_, win_keyval_, attribute_val_, ierr);
		return;
	}
	start(&c);
	real(win_, win_keyval_, attribute_val_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_set_attr_(MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	static type_win_set_attr real;
	if (!real) real = (type_win_set_attr)gohpc_mpiwrap_fortran("pmpi_win_set_attr_");
	do_win_set_attr(real, win_, win_keyval_, attribute_val_, ierr);
}
void mpi_win_set_attr_f08_(MPI_Fint *win_, MPI_Fint *win_keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	static type_win_set_attr real;
	if (!real) real = (type_win_set_attr)gohpc_mpiwrap_fortran("pmpi_win_set_attr_f08_");
	do_win_set_attr(real, win_, win_keyval_, attribute_val_, ierr);
}

typedef void (*type_win_set_errhandler)(MPI_Fint *win_, MPI_Fint *errhandler_, MPI_Fint *ierr);
static void do_win_set_errhandler(type_win_set_errhandler real, MPI_Fint *win_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_errhandler, 0, MPI_COMM_NULL)) {
		real(win_, errhandler_, ierr);
		return;
	}
	start(&c);
	real(win_, errhandler_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_set_errhandler_(MPI_Fint *win_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	static type_win_set_errhandler real;
	if (!real) real = (type_win_set_errhandler)gohpc_mpiwrap_fortran("pmpi_win_set_errhandler_");
	do_win_set_errhandler(real, win_, errhandler_, ierr);
}
void mpi_win_set_errhandler_f08_(MPI_Fint *win_, MPI_Fint *errhandler_, MPI_Fint *ierr)
{
	static type_win_set_errhandler real;
	if (!real) real = (type_win_set_errhandler)gohpc_mpiwrap_fortran("pmpi_win_set_errhandler_f08_");
	do_win_set_errhandler(real, win_, errhandler_, ierr);
}

typedef void (*type_win_set_info)(MPI_Fint *win_, MPI_Fint *info_, MPI_Fint *ierr);
static void do_win_set_info(type_win_set_info real, MPI_Fint *win_, MPI_Fint *info_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_info, 0, MPI_COMM_NULL)) {
		real(win_, info_, ierr);
		return;
	}
	start(&c);
	real(win_, info_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_set_info_(MPI_Fint *win_, MPI_Fint *info_, MPI_Fint *ierr)
{
	static type_win_set_info real;
	if (!real) real = (type_win_set_info)gohpc_mpiwrap_fortran("pmpi_win_set_info_");
	do_win_set_info(real, win_, info_, ierr);
}
void mpi_win_set_info_f08_(MPI_Fint *win_, MPI_Fint *info_, MPI_Fint *ierr)
{
	static type_win_set_info real;
	if (!real) real = (type_win_set_info)gohpc_mpiwrap_fortran("pmpi_win_set_info_f08_");
	do_win_set_info(real, win_, info_, ierr);
}

typedef void (*type_win_set_name)(MPI_Fint *win_, void *win_name_, MPI_Fint *ierr, size_t length_win_name);
static void do_win_set_name(type_win_set_name real, MPI_Fint *win_, void *win_name_, MPI_Fint *ierr, size_t length_win_name)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_name, 0, MPI_COMM_NULL)) {
		real(win_, win_name_, ierr, length_win_name);
		return;
	}
	start(&c);
	real(win_, win_name_, ierr, length_win_name);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_set_name_(MPI_Fint *win_, void *win_name_, MPI_Fint *ierr, size_t length_win_name)
{
	static type_win_set_name real;
	if (!real) real = (type_win_set_name)gohpc_mpiwrap_fortran("pmpi_win_set_name_");
	do_win_set_name(real, win_, win_name_, ierr, length_win_name);
}
void mpi_win_set_name_f08_(MPI_Fint *win_, void *win_name_, MPI_Fint *ierr, size_t length_win_name)
{
	static type_win_set_name real;
	if (!real) real = (type_win_set_name)gohpc_mpiwrap_fortran("pmpi_win_set_name_f08_");
	do_win_set_name(real, win_, win_name_, ierr, length_win_name);
}

typedef void (*type_win_shared_query)(MPI_Fint *win_, MPI_Fint *rank_, void *size_, void *disp_unit_, void *baseptr_, MPI_Fint *ierr);
static void do_win_shared_query(type_win_shared_query real, MPI_Fint *win_, MPI_Fint *rank_, void *size_, void *disp_unit_, void *baseptr_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_shared_query, 0, MPI_COMM_NULL)) {
		real(win_, rank_, size_, disp_unit_, baseptr_, ierr);
		return;
	}
	start(&c);
	real(win_, rank_, size_, disp_unit_, baseptr_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_shared_query_(MPI_Fint *win_, MPI_Fint *rank_, void *size_, void *disp_unit_, void *baseptr_, MPI_Fint *ierr)
{
	static type_win_shared_query real;
	if (!real) real = (type_win_shared_query)gohpc_mpiwrap_fortran("pmpi_win_shared_query_");
	do_win_shared_query(real, win_, rank_, size_, disp_unit_, baseptr_, ierr);
}
void mpi_win_shared_query_f08_(MPI_Fint *win_, MPI_Fint *rank_, void *size_, void *disp_unit_, void *baseptr_, MPI_Fint *ierr)
{
	static type_win_shared_query real;
	if (!real) real = (type_win_shared_query)gohpc_mpiwrap_fortran("pmpi_win_shared_query_f08_");
	do_win_shared_query(real, win_, rank_, size_, disp_unit_, baseptr_, ierr);
}

typedef void (*type_win_start)(MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_start(type_win_start real, MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_start, 0, MPI_COMM_NULL)) {
		real(group_, assert_, win_, ierr);
		return;
	}
	start(&c);
	real(group_, assert_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_start_(MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_start real;
	if (!real) real = (type_win_start)gohpc_mpiwrap_fortran("pmpi_win_start_");
	do_win_start(real, group_, assert_, win_, ierr);
}
void mpi_win_start_f08_(MPI_Fint *group_, MPI_Fint *assert_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_start real;
	if (!real) real = (type_win_start)gohpc_mpiwrap_fortran("pmpi_win_start_f08_");
	do_win_start(real, group_, assert_, win_, ierr);
}

typedef void (*type_win_sync)(MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_sync(type_win_sync real, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_sync, 0, MPI_COMM_NULL)) {
		real(win_, ierr);
		return;
	}
	start(&c);
	real(win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_sync_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_sync real;
	if (!real) real = (type_win_sync)gohpc_mpiwrap_fortran("pmpi_win_sync_");
	do_win_sync(real, win_, ierr);
}
void mpi_win_sync_f08_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_sync real;
	if (!real) real = (type_win_sync)gohpc_mpiwrap_fortran("pmpi_win_sync_f08_");
	do_win_sync(real, win_, ierr);
}

typedef void (*type_win_test)(MPI_Fint *win_, void *flag_, MPI_Fint *ierr);
static void do_win_test(type_win_test real, MPI_Fint *win_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_test, 0, MPI_COMM_NULL)) {
		real(win_, flag_, ierr);
		return;
	}
	start(&c);
	real(win_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_test_(MPI_Fint *win_, void *flag_, MPI_Fint *ierr)
{
	static type_win_test real;
	if (!real) real = (type_win_test)gohpc_mpiwrap_fortran("pmpi_win_test_");
	do_win_test(real, win_, flag_, ierr);
}
void mpi_win_test_f08_(MPI_Fint *win_, void *flag_, MPI_Fint *ierr)
{
	static type_win_test real;
	if (!real) real = (type_win_test)gohpc_mpiwrap_fortran("pmpi_win_test_f08_");
	do_win_test(real, win_, flag_, ierr);
}

typedef void (*type_win_unlock)(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_unlock(type_win_unlock real, MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_unlock, 0, MPI_COMM_NULL)) {
		real(rank_, win_, ierr);
		return;
	}
	start(&c);
	real(rank_, win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_unlock_(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_unlock real;
	if (!real) real = (type_win_unlock)gohpc_mpiwrap_fortran("pmpi_win_unlock_");
	do_win_unlock(real, rank_, win_, ierr);
}
void mpi_win_unlock_f08_(MPI_Fint *rank_, MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_unlock real;
	if (!real) real = (type_win_unlock)gohpc_mpiwrap_fortran("pmpi_win_unlock_f08_");
	do_win_unlock(real, rank_, win_, ierr);
}

typedef void (*type_win_unlock_all)(MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_unlock_all(type_win_unlock_all real, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_unlock_all, 0, MPI_COMM_NULL)) {
		real(win_, ierr);
		return;
	}
	start(&c);
	real(win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_unlock_all_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_unlock_all real;
	if (!real) real = (type_win_unlock_all)gohpc_mpiwrap_fortran("pmpi_win_unlock_all_");
	do_win_unlock_all(real, win_, ierr);
}
void mpi_win_unlock_all_f08_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_unlock_all real;
	if (!real) real = (type_win_unlock_all)gohpc_mpiwrap_fortran("pmpi_win_unlock_all_f08_");
	do_win_unlock_all(real, win_, ierr);
}

typedef void (*type_win_wait)(MPI_Fint *win_, MPI_Fint *ierr);
static void do_win_wait(type_win_wait real, MPI_Fint *win_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Win_wait, 0, MPI_COMM_NULL)) {
		real(win_, ierr);
		return;
	}
	start(&c);
	real(win_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_win_wait_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_wait real;
	if (!real) real = (type_win_wait)gohpc_mpiwrap_fortran("pmpi_win_wait_");
	do_win_wait(real, win_, ierr);
}
void mpi_win_wait_f08_(MPI_Fint *win_, MPI_Fint *ierr)
{
	static type_win_wait real;
	if (!real) real = (type_win_wait)gohpc_mpiwrap_fortran("pmpi_win_wait_f08_");
	do_win_wait(real, win_, ierr);
}

typedef void (*type_attr_delete)(MPI_Fint *comm_, MPI_Fint *keyval_, MPI_Fint *ierr);
static void do_attr_delete(type_attr_delete real, MPI_Fint *comm_, MPI_Fint *keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Attr_delete, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, keyval_, ierr);
		return;
	}
	start(&c);
	real(comm_, keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_attr_delete_(MPI_Fint *comm_, MPI_Fint *keyval_, MPI_Fint *ierr)
{
	static type_attr_delete real;
	if (!real) real = (type_attr_delete)gohpc_mpiwrap_fortran("pmpi_attr_delete_");
	do_attr_delete(real, comm_, keyval_, ierr);
}
void mpi_attr_delete_f08_(MPI_Fint *comm_, MPI_Fint *keyval_, MPI_Fint *ierr)
{
	static type_attr_delete real;
	if (!real) real = (type_attr_delete)gohpc_mpiwrap_fortran("pmpi_attr_delete_f08_");
	do_attr_delete(real, comm_, keyval_, ierr);
}

typedef void (*type_attr_get)(MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr);
static void do_attr_get(type_attr_get real, MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Attr_get, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, keyval_, attribute_val_, flag_, ierr);
		return;
	}
	start(&c);
	real(comm_, keyval_, attribute_val_, flag_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_attr_get_(MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_attr_get real;
	if (!real) real = (type_attr_get)gohpc_mpiwrap_fortran("pmpi_attr_get_");
	do_attr_get(real, comm_, keyval_, attribute_val_, flag_, ierr);
}
void mpi_attr_get_f08_(MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, void *flag_, MPI_Fint *ierr)
{
	static type_attr_get real;
	if (!real) real = (type_attr_get)gohpc_mpiwrap_fortran("pmpi_attr_get_f08_");
	do_attr_get(real, comm_, keyval_, attribute_val_, flag_, ierr);
}

typedef void (*type_attr_put)(MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, MPI_Fint *ierr);
static void do_attr_put(type_attr_put real, MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Attr_put, 1, PMPI_Comm_f2c(*(MPI_Fint *)comm_))) {
		real(comm_, keyval_, attribute_val_, ierr);
		return;
	}
	start(&c);
	real(comm_, keyval_, attribute_val_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_attr_put_(MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	static type_attr_put real;
	if (!real) real = (type_attr_put)gohpc_mpiwrap_fortran("pmpi_attr_put_");
	do_attr_put(real, comm_, keyval_, attribute_val_, ierr);
}
void mpi_attr_put_f08_(MPI_Fint *comm_, MPI_Fint *keyval_, void *attribute_val_, MPI_Fint *ierr)
{
	static type_attr_put real;
	if (!real) real = (type_attr_put)gohpc_mpiwrap_fortran("pmpi_attr_put_f08_");
	do_attr_put(real, comm_, keyval_, attribute_val_, ierr);
}

typedef void (*type_keyval_create)(void *copy_fn_, void *delete_fn_, void *keyval_, void *extra_state_, MPI_Fint *ierr);
static void do_keyval_create(type_keyval_create real, void *copy_fn_, void *delete_fn_, void *keyval_, void *extra_state_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Keyval_create, 0, MPI_COMM_NULL)) {
		real(copy_fn_, delete_fn_, keyval_, extra_state_, ierr);
		return;
	}
	start(&c);
	real(copy_fn_, delete_fn_, keyval_, extra_state_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_keyval_create_(void *copy_fn_, void *delete_fn_, void *keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_keyval_create real;
	if (!real) real = (type_keyval_create)gohpc_mpiwrap_fortran("pmpi_keyval_create_");
	do_keyval_create(real, copy_fn_, delete_fn_, keyval_, extra_state_, ierr);
}
void mpi_keyval_create_f08_(void *copy_fn_, void *delete_fn_, void *keyval_, void *extra_state_, MPI_Fint *ierr)
{
	static type_keyval_create real;
	if (!real) real = (type_keyval_create)gohpc_mpiwrap_fortran("pmpi_keyval_create_f08_");
	do_keyval_create(real, copy_fn_, delete_fn_, keyval_, extra_state_, ierr);
}

typedef void (*type_keyval_free)(void *keyval_, MPI_Fint *ierr);
static void do_keyval_free(type_keyval_free real, void *keyval_, MPI_Fint *ierr)
{
	struct call c;
	MPI_Fint own_error;
	int r;
	if (!ierr) ierr = &own_error;
	if (!real) {
		*ierr = MPI_ERR_OTHER;
		return;
	}
	if (!gohpc_mpiwrap_enter(&c, function_Keyval_free, 0, MPI_COMM_NULL)) {
		real(keyval_, ierr);
		return;
	}
	start(&c);
	real(keyval_, ierr);
	c.end = ticks(&c);
	r = *ierr;
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
}
void mpi_keyval_free_(void *keyval_, MPI_Fint *ierr)
{
	static type_keyval_free real;
	if (!real) real = (type_keyval_free)gohpc_mpiwrap_fortran("pmpi_keyval_free_");
	do_keyval_free(real, keyval_, ierr);
}
void mpi_keyval_free_f08_(void *keyval_, MPI_Fint *ierr)
{
	static type_keyval_free real;
	if (!real) real = (type_keyval_free)gohpc_mpiwrap_fortran("pmpi_keyval_free_f08_");
	do_keyval_free(real, keyval_, ierr);
}

#endif
