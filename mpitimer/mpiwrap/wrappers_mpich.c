//go:build mpi && cgo

/* Written by internal/generate: change that, not this. */
#include "hooks.h"

#if !defined(OPEN_MPI)

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

int MPI_Type_create_f90_integer(int r_, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_f90_integer, 0, MPI_COMM_NULL)) return PMPI_Type_create_f90_integer(r_, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_f90_integer(r_, newtype));
}

int MPI_Type_create_f90_real(int p, int r_, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_f90_real, 0, MPI_COMM_NULL)) return PMPI_Type_create_f90_real(p, r_, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_f90_real(p, r_, newtype));
}

int MPI_Type_create_f90_complex(int p, int r_, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_f90_complex, 0, MPI_COMM_NULL)) return PMPI_Type_create_f90_complex(p, r_, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_f90_complex(p, r_, newtype));
}

int MPI_Attr_delete(MPI_Comm comm, int keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Attr_delete, 1, comm)) return PMPI_Attr_delete(comm, keyval);
	start(&c);
	return plain(&c, PMPI_Attr_delete(comm, keyval));
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Attr_get, 1, comm)) return PMPI_Attr_get(comm, keyval, attribute_val, flag);
	start(&c);
	return plain(&c, PMPI_Attr_get(comm, keyval, attribute_val, flag));
}

int MPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Attr_put, 1, comm)) return PMPI_Attr_put(comm, keyval, attribute_val);
	start(&c);
	return plain(&c, PMPI_Attr_put(comm, keyval, attribute_val));
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn, MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create_keyval, 0, MPI_COMM_NULL)) return PMPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
	start(&c);
	return plain(&c, PMPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state));
}

int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_delete_attr, 1, comm)) return PMPI_Comm_delete_attr(comm, comm_keyval);
	start(&c);
	return plain(&c, PMPI_Comm_delete_attr(comm, comm_keyval));
}

int MPI_Comm_free_keyval(int *comm_keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_free_keyval, 0, MPI_COMM_NULL)) return PMPI_Comm_free_keyval(comm_keyval);
	start(&c);
	return plain(&c, PMPI_Comm_free_keyval(comm_keyval));
}

int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_attr, 1, comm)) return PMPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag);
	start(&c);
	return plain(&c, PMPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag));
}

int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_attr, 1, comm)) return PMPI_Comm_set_attr(comm, comm_keyval, attribute_val);
	start(&c);
	return plain(&c, PMPI_Comm_set_attr(comm, comm_keyval, attribute_val));
}

int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Keyval_create, 0, MPI_COMM_NULL)) return PMPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state);
	start(&c);
	return plain(&c, PMPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state));
}

int MPI_Keyval_free(int *keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Keyval_free, 0, MPI_COMM_NULL)) return PMPI_Keyval_free(keyval);
	start(&c);
	return plain(&c, PMPI_Keyval_free(keyval));
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_keyval, 0, MPI_COMM_NULL)) return PMPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
	start(&c);
	return plain(&c, PMPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state));
}

int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_delete_attr, 0, MPI_COMM_NULL)) return PMPI_Type_delete_attr(datatype, type_keyval);
	start(&c);
	return plain(&c, PMPI_Type_delete_attr(datatype, type_keyval));
}

int MPI_Type_free_keyval(int *type_keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_free_keyval, 0, MPI_COMM_NULL)) return PMPI_Type_free_keyval(type_keyval);
	start(&c);
	return plain(&c, PMPI_Type_free_keyval(type_keyval));
}

int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_attr, 0, MPI_COMM_NULL)) return PMPI_Type_get_attr(datatype, type_keyval, attribute_val, flag);
	start(&c);
	return plain(&c, PMPI_Type_get_attr(datatype, type_keyval, attribute_val, flag));
}

int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_set_attr, 0, MPI_COMM_NULL)) return PMPI_Type_set_attr(datatype, type_keyval, attribute_val);
	start(&c);
	return plain(&c, PMPI_Type_set_attr(datatype, type_keyval, attribute_val));
}

int MPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_create_keyval, 0, MPI_COMM_NULL)) return PMPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
	start(&c);
	return plain(&c, PMPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state));
}

int MPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_delete_attr, 0, MPI_COMM_NULL)) return PMPI_Win_delete_attr(win, win_keyval);
	start(&c);
	return plain(&c, PMPI_Win_delete_attr(win, win_keyval));
}

int MPI_Win_free_keyval(int *win_keyval)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_free_keyval, 0, MPI_COMM_NULL)) return PMPI_Win_free_keyval(win_keyval);
	start(&c);
	return plain(&c, PMPI_Win_free_keyval(win_keyval));
}

int MPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_attr, 0, MPI_COMM_NULL)) return PMPI_Win_get_attr(win, win_keyval, attribute_val, flag);
	start(&c);
	return plain(&c, PMPI_Win_get_attr(win, win_keyval, attribute_val, flag));
}

int MPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_attr, 0, MPI_COMM_NULL)) return PMPI_Win_set_attr(win, win_keyval, attribute_val);
	start(&c);
	return plain(&c, PMPI_Win_set_attr(win, win_keyval, attribute_val));
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgather, 1, comm)) return PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgather_c, 1, comm)) return PMPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgather_init, 1, comm)) return PMPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgather_init_c, 1, comm)) return PMPI_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgatherv, 1, comm)) return PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgatherv_c, 1, comm)) return PMPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgatherv_init, 1, comm)) return PMPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allgatherv_init_c, 1, comm)) return PMPI_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Allreduce(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Allreduce, 1, comm)) return PMPI_Allreduce(sendbuf, buf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Allreduce(sendbuf, buf, count, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Allreduce_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allreduce_c, 1, comm)) return PMPI_Allreduce_c(sendbuf, buf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Allreduce_c(sendbuf, buf, count, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Allreduce_init(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allreduce_init, 1, comm)) return PMPI_Allreduce_init(sendbuf, buf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Allreduce_init(sendbuf, buf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Allreduce_init_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Allreduce_init_c, 1, comm)) return PMPI_Allreduce_init_c(sendbuf, buf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Allreduce_init_c(sendbuf, buf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Alltoall, 1, comm)) return PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoall_c, 1, comm)) return PMPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
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
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoall_init, 1, comm)) return PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = peers(&c) * (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoall_init_c, 1, comm)) return PMPI_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = peers(&c) * (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)); int64_t received = peers(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Alltoallv, 1, comm)) return PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallv_c, 1, comm)) return PMPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			PUT_PARTS(e, &c, sendbuf == MPI_IN_PLACE ? recvcounts : sendcounts, sendbuf == MPI_IN_PLACE ? recvtype : sendtype, peers(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallv_init, 1, comm)) return PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallv_init_c, 1, comm)) return PMPI_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallw, 1, comm)) return PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)) : SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallw_c, 1, comm)) return PMPI_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)) : SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallw_init, 1, comm)) return PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	start(&c);
	r = PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)) : SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c));persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Alltoallw_init_c, 1, comm)) return PMPI_Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	start(&c);
	r = PMPI_Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)) : SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c));persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Barrier(MPI_Comm comm)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Barrier, 1, comm)) return PMPI_Barrier(comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Barrier(comm);
	c.end = ticks(&c);
	int64_t sent = 0; int64_t received = 0;if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
	return r;
}

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Barrier_init, 1, comm)) return PMPI_Barrier_init(comm, info, request);
	start(&c);
	r = PMPI_Barrier_init(comm, info, request);
	c.end = ticks(&c);
	int64_t sent = 0; int64_t received = 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Bcast, 1, comm)) return PMPI_Bcast(buf, count, type, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Bcast(buf, count, type, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Bcast_c(void *buf, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Bcast_c, 1, comm)) return PMPI_Bcast_c(buf, count, type, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Bcast_c(buf, count, type, root, comm);
	c.end = ticks(&c);
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
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Bcast_init(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Bcast_init, 1, comm)) return PMPI_Bcast_init(buf, count, type, root, comm, info, request);
	start(&c);
	r = PMPI_Bcast_init(buf, count, type, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_root(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = !is_root(&c, root) && root != MPI_PROC_NULL ? bytes_of(&c, count, type) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Bcast_init_c(void *buf, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Bcast_init_c, 1, comm)) return PMPI_Bcast_init_c(buf, count, type, root, comm, info, request);
	start(&c);
	r = PMPI_Bcast_init_c(buf, count, type, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_root(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = !is_root(&c, root) && root != MPI_PROC_NULL ? bytes_of(&c, count, type) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Exscan(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Exscan, 1, comm)) return PMPI_Exscan(sendbuf, buf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Exscan(sendbuf, buf, count, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Exscan_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Exscan_c, 1, comm)) return PMPI_Exscan_c(sendbuf, buf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Exscan_c(sendbuf, buf, count, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Exscan_init(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Exscan_init, 1, comm)) return PMPI_Exscan_init(sendbuf, buf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Exscan_init(sendbuf, buf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, count, type); int64_t received = rank_of(&c) > 0 ? bytes_of(&c, count, type) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Exscan_init_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Exscan_init_c, 1, comm)) return PMPI_Exscan_init_c(sendbuf, buf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Exscan_init_c(sendbuf, buf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, count, type); int64_t received = rank_of(&c) > 0 ? bytes_of(&c, count, type) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gather, 1, comm)) return PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gather_c, 1, comm)) return PMPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gather_init, 1, comm)) return PMPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? peers(&c) * bytes_of(&c, recvcount, recvtype) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gather_init_c, 1, comm)) return PMPI_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcount, recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? peers(&c) * bytes_of(&c, recvcount, recvtype) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gatherv, 1, comm)) return PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gatherv_c, 1, comm)) return PMPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gatherv_init, 1, comm)) return PMPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Gatherv_init_c, 1, comm)) return PMPI_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_member(&c, root) ? (sendbuf == MPI_IN_PLACE ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype)) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iallgather, 1, comm)) return PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iallgather_c, 1, comm)) return PMPI_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iallgatherv, 1, comm)) return PMPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	start(&c);
	r = PMPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iallgatherv_c, 1, comm)) return PMPI_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	start(&c);
	r = PMPI_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iallreduce(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iallreduce, 1, comm)) return PMPI_Iallreduce(sendbuf, buf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Iallreduce(sendbuf, buf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iallreduce_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iallreduce_c, 1, comm)) return PMPI_Iallreduce_c(sendbuf, buf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Iallreduce_c(sendbuf, buf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoall, 1, comm)) return PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoall_c, 1, comm)) return PMPI_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoallv, 1, comm)) return PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	start(&c);
	r = PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoallv_c, 1, comm)) return PMPI_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	start(&c);
	r = PMPI_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoallw, 1, comm)) return PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	start(&c);
	r = PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)) : SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ialltoallw_c, 1, comm)) return PMPI_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	start(&c);
	r = PMPI_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	c.end = ticks(&c);
	int64_t sent = sendbuf == MPI_IN_PLACE ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)) : SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ibarrier, 1, comm)) return PMPI_Ibarrier(comm, request);
	start(&c);
	r = PMPI_Ibarrier(comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ibcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ibcast, 1, comm)) return PMPI_Ibcast(buf, count, type, root, comm, request);
	start(&c);
	r = PMPI_Ibcast(buf, count, type, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ibcast_c(void *buf, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ibcast_c, 1, comm)) return PMPI_Ibcast_c(buf, count, type, root, comm, request);
	start(&c);
	r = PMPI_Ibcast_c(buf, count, type, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iexscan(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iexscan, 1, comm)) return PMPI_Iexscan(sendbuf, buf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Iexscan(sendbuf, buf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iexscan_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iexscan_c, 1, comm)) return PMPI_Iexscan_c(sendbuf, buf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Iexscan_c(sendbuf, buf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Igather, 1, comm)) return PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Igather_c, 1, comm)) return PMPI_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Igatherv, 1, comm)) return PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Igatherv_c, 1, comm)) return PMPI_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_allgather, 1, comm)) return PMPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_allgather_c, 1, comm)) return PMPI_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_allgatherv, 1, comm)) return PMPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_allgatherv_c, 1, comm)) return PMPI_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoall, 1, comm)) return PMPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoall_c, 1, comm)) return PMPI_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoallv, 1, comm)) return PMPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoallv_c, 1, comm)) return PMPI_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	start(&c);
	r = PMPI_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoallw, 1, comm)) return PMPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	start(&c);
	r = PMPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	c.end = ticks(&c);
	int64_t sent = SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ineighbor_alltoallw_c, 1, comm)) return PMPI_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	start(&c);
	r = PMPI_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
	c.end = ticks(&c);
	int64_t sent = SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Ireduce(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce, 1, comm)) return PMPI_Ireduce(sendbuf, buf, count, type, op, root, comm, request);
	start(&c);
	r = PMPI_Ireduce(sendbuf, buf, count, type, op, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ireduce_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce_c, 1, comm)) return PMPI_Ireduce_c(sendbuf, buf, count, type, op, root, comm, request);
	start(&c);
	r = PMPI_Ireduce_c(sendbuf, buf, count, type, op, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce_scatter, 1, comm)) return PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm, request);
	start(&c);
	r = PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce_scatter_c, 1, comm)) return PMPI_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, type, op, comm, request);
	start(&c);
	r = PMPI_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce_scatter_block, 1, comm)) return PMPI_Ireduce_scatter_block(sendbuf, recvbuf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Ireduce_scatter_block(sendbuf, recvbuf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ireduce_scatter_block_c, 1, comm)) return PMPI_Ireduce_scatter_block_c(sendbuf, recvbuf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Ireduce_scatter_block_c(sendbuf, recvbuf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iscan(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iscan, 1, comm)) return PMPI_Iscan(sendbuf, buf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Iscan(sendbuf, buf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iscan_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iscan_c, 1, comm)) return PMPI_Iscan_c(sendbuf, buf, count, type, op, comm, request);
	start(&c);
	r = PMPI_Iscan_c(sendbuf, buf, count, type, op, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iscatter, 1, comm)) return PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iscatter_c, 1, comm)) return PMPI_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iscatterv, 1, comm)) return PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Iscatterv_c, 1, comm)) return PMPI_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	start(&c);
	r = PMPI_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgather, 1, comm)) return PMPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgather_c, 1, comm)) return PMPI_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgather_init, 1, comm)) return PMPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgather_init_c, 1, comm)) return PMPI_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgatherv, 1, comm)) return PMPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgatherv_c, 1, comm)) return PMPI_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgatherv_init, 1, comm)) return PMPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_allgatherv_init_c, 1, comm)) return PMPI_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoall, 1, comm)) return PMPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoall_c, 1, comm)) return PMPI_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoall_init, 1, comm)) return PMPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoall_init_c, 1, comm)) return PMPI_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = outputs(&c) * bytes_of(&c, sendcount, sendtype); int64_t received = inputs(&c) * bytes_of(&c, recvcount, recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallv, 1, comm)) return PMPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, SUM(sendcounts, outputs(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallv_c, 1, comm)) return PMPI_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, SUM(sendcounts, outputs(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallv_init, 1, comm)) return PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, SUM(sendcounts, outputs(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallv_init_c, 1, comm)) return PMPI_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, SUM(sendcounts, outputs(&c)), sendtype); int64_t received = bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallw, 1, comm)) return PMPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	c.end = ticks(&c);
	int64_t sent = SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallw_c, 1, comm)) return PMPI_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
	c.end = ticks(&c);
	int64_t sent = SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c));if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallw_init, 1, comm)) return PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c));persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Neighbor_alltoallw_init_c, 1, comm)) return PMPI_Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	start(&c);
	r = PMPI_Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c)); int64_t received = SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c));persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Reduce, 1, comm)) return PMPI_Reduce(sendbuf, buf, count, type, op, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Reduce(sendbuf, buf, count, type, op, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Reduce_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_c, 1, comm)) return PMPI_Reduce_c(sendbuf, buf, count, type, op, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Reduce_c(sendbuf, buf, count, type, op, root, comm);
	c.end = ticks(&c);
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
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_init(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_init, 1, comm)) return PMPI_Reduce_init(sendbuf, buf, count, type, op, root, comm, info, request);
	start(&c);
	r = PMPI_Reduce_init(sendbuf, buf, count, type, op, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_member(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, count, type) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_init_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_init_c, 1, comm)) return PMPI_Reduce_init_c(sendbuf, buf, count, type, op, root, comm, info, request);
	start(&c);
	r = PMPI_Reduce_init_c(sendbuf, buf, count, type, op, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_member(&c, root) ? bytes_of(&c, count, type) : 0; int64_t received = is_root(&c, root) ? bytes_of(&c, count, type) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_local, 0, MPI_COMM_NULL)) return PMPI_Reduce_local(inbuf, inoutbuf, count, datatype, op);
	start(&c);
	return plain(&c, PMPI_Reduce_local(inbuf, inoutbuf, count, datatype, op));
}

int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_local_c, 0, MPI_COMM_NULL)) return PMPI_Reduce_local_c(inbuf, inoutbuf, count, datatype, op);
	start(&c);
	return plain(&c, PMPI_Reduce_local_c(inbuf, inoutbuf, count, datatype, op));
}

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter, 1, comm)) return PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_c, 1, comm)) return PMPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_block, 1, comm)) return PMPI_Reduce_scatter_block(sendbuf, recvbuf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Reduce_scatter_block(sendbuf, recvbuf, count, type, op, comm);
	c.end = ticks(&c);
	int64_t sent = members(&c) * bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_block_c, 1, comm)) return PMPI_Reduce_scatter_block_c(sendbuf, recvbuf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Reduce_scatter_block_c(sendbuf, recvbuf, count, type, op, comm);
	c.end = ticks(&c);
	int64_t sent = members(&c) * bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_block_init, 1, comm)) return PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = members(&c) * bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_block_init_c, 1, comm)) return PMPI_Reduce_scatter_block_init_c(sendbuf, recvbuf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Reduce_scatter_block_init_c(sendbuf, recvbuf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = members(&c) * bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_init, 1, comm)) return PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, type, op, comm, info, request);
	start(&c);
	r = PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, SUM(recvcounts, members(&c)), type); int64_t received = bytes_of(&c, recvcounts[rank_of(&c)], type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Reduce_scatter_init_c, 1, comm)) return PMPI_Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, type, op, comm, info, request);
	start(&c);
	r = PMPI_Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, SUM(recvcounts, members(&c)), type); int64_t received = bytes_of(&c, recvcounts[rank_of(&c)], type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Scan(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scan, 1, comm)) return PMPI_Scan(sendbuf, buf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Scan(sendbuf, buf, count, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Scan_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scan_c, 1, comm)) return PMPI_Scan_c(sendbuf, buf, count, type, op, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Scan_c(sendbuf, buf, count, type, op, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Scan_init(const void *sendbuf, void *buf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scan_init, 1, comm)) return PMPI_Scan_init(sendbuf, buf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Scan_init(sendbuf, buf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Scan_init_c(const void *sendbuf, void *buf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scan_init_c, 1, comm)) return PMPI_Scan_init_c(sendbuf, buf, count, type, op, comm, info, request);
	start(&c);
	r = PMPI_Scan_init_c(sendbuf, buf, count, type, op, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = bytes_of(&c, count, type); int64_t received = bytes_of(&c, count, type);persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatter, 1, comm)) return PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatter_c, 1, comm)) return PMPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatter_init, 1, comm)) return PMPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_root(&c, root) ? peers(&c) * bytes_of(&c, sendcount, sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcount, sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatter_init_c, 1, comm)) return PMPI_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_root(&c, root) ? peers(&c) * bytes_of(&c, sendcount, sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcount, sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatterv, 1, comm)) return PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatterv_c, 1, comm)) return PMPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
	if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);
	start(&c);
	r = PMPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatterv_init, 1, comm)) return PMPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_root(&c, root) ? bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcounts[rank_of(&c)], sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Scatterv_init_c, 1, comm)) return PMPI_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	start(&c);
	r = PMPI_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
	c.end = ticks(&c);
	int64_t sent = is_root(&c, root) ? bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype) : 0; int64_t received = is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcounts[rank_of(&c)], sendtype) : bytes_of(&c, recvcount, recvtype)) : 0;persistent(&c, r, *request, ANOTHER, -1, sent, received);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_compare, 1, comm1)) return PMPI_Comm_compare(comm1, comm2, result);
	start(&c);
	return plain(&c, PMPI_Comm_compare(comm1, comm2, result));
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create, 1, comm)) return PMPI_Comm_create(comm, group, newcomm);
	start(&c);
	r = PMPI_Comm_create(comm, group, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create_group, 1, comm)) return PMPI_Comm_create_group(comm, group, tag, newcomm);
	start(&c);
	r = PMPI_Comm_create_group(comm, group, tag, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_dup, 1, comm)) return PMPI_Comm_dup(comm, newcomm);
	start(&c);
	r = PMPI_Comm_dup(comm, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_dup_with_info, 1, comm)) return PMPI_Comm_dup_with_info(comm, info, newcomm);
	start(&c);
	r = PMPI_Comm_dup_with_info(comm, info, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_free(MPI_Comm *comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_free, 1, *comm)) return PMPI_Comm_free(comm);
	gohpc_mpiwrap_freeing_comm(*comm);
	start(&c);
	r = PMPI_Comm_free(comm);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_info, 1, comm)) return PMPI_Comm_get_info(comm, info_used);
	start(&c);
	return plain(&c, PMPI_Comm_get_info(comm, info_used));
}

int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_name, 1, comm)) return PMPI_Comm_get_name(comm, comm_name, resultlen);
	start(&c);
	return plain(&c, PMPI_Comm_get_name(comm, comm_name, resultlen));
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_group, 1, comm)) return PMPI_Comm_group(comm, group);
	start(&c);
	return plain(&c, PMPI_Comm_group(comm, group));
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_idup, 1, comm)) return PMPI_Comm_idup(comm, newcomm, request);
	start(&c);
	r = PMPI_Comm_idup(comm, newcomm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_idup_with_info, 1, comm)) return PMPI_Comm_idup_with_info(comm, info, newcomm, request);
	start(&c);
	r = PMPI_Comm_idup_with_info(comm, info, newcomm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_rank, 1, comm)) return PMPI_Comm_rank(comm, rank);
	start(&c);
	return plain(&c, PMPI_Comm_rank(comm, rank));
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_remote_group, 1, comm)) return PMPI_Comm_remote_group(comm, group);
	start(&c);
	return plain(&c, PMPI_Comm_remote_group(comm, group));
}

int MPI_Comm_remote_size(MPI_Comm comm, int *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_remote_size, 1, comm)) return PMPI_Comm_remote_size(comm, size);
	start(&c);
	return plain(&c, PMPI_Comm_remote_size(comm, size));
}

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_info, 1, comm)) return PMPI_Comm_set_info(comm, info);
	start(&c);
	return plain(&c, PMPI_Comm_set_info(comm, info));
}

int MPI_Comm_set_name(MPI_Comm comm, const char *name)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_name, 1, comm)) return PMPI_Comm_set_name(comm, name);
	start(&c);
	r = PMPI_Comm_set_name(comm, name);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_named_comm(comm);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_size, 1, comm)) return PMPI_Comm_size(comm, size);
	start(&c);
	return plain(&c, PMPI_Comm_size(comm, size));
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_split, 1, comm)) return PMPI_Comm_split(comm, color, key, newcomm);
	start(&c);
	r = PMPI_Comm_split(comm, color, key, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_split_type, 1, comm)) return PMPI_Comm_split_type(comm, split_type, key, info, newcomm);
	start(&c);
	r = PMPI_Comm_split_type(comm, split_type, key, info, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_test_inter, 1, comm)) return PMPI_Comm_test_inter(comm, flag);
	start(&c);
	return plain(&c, PMPI_Comm_test_inter(comm, flag));
}

int MPI_Intercomm_create(MPI_Comm comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Intercomm_create, 1, comm)) return PMPI_Intercomm_create(comm, local_leader, peer_comm, remote_leader, tag, newcomm);
	start(&c);
	r = PMPI_Intercomm_create(comm, local_leader, peer_comm, remote_leader, tag, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Intercomm_create_from_groups, 0, MPI_COMM_NULL)) return PMPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm);
	start(&c);
	return plain(&c, PMPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm));
}

int MPI_Intercomm_merge(MPI_Comm comm, int high, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Intercomm_merge, 1, comm)) return PMPI_Intercomm_merge(comm, high, newcomm);
	start(&c);
	r = PMPI_Intercomm_merge(comm, high, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Get_address(const void *location, MPI_Aint *address)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_address, 0, MPI_COMM_NULL)) return PMPI_Get_address(location, address);
	start(&c);
	return plain(&c, PMPI_Get_address(location, address));
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_count, 0, MPI_COMM_NULL)) return PMPI_Get_count(status, datatype, count);
	start(&c);
	return plain(&c, PMPI_Get_count(status, datatype, count));
}

int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_count_c, 0, MPI_COMM_NULL)) return PMPI_Get_count_c(status, datatype, count);
	start(&c);
	return plain(&c, PMPI_Get_count_c(status, datatype, count));
}

int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_elements, 0, MPI_COMM_NULL)) return PMPI_Get_elements(status, datatype, count);
	start(&c);
	return plain(&c, PMPI_Get_elements(status, datatype, count));
}

int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_elements_c, 0, MPI_COMM_NULL)) return PMPI_Get_elements_c(status, datatype, count);
	start(&c);
	return plain(&c, PMPI_Get_elements_c(status, datatype, count));
}

int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_elements_x, 0, MPI_COMM_NULL)) return PMPI_Get_elements_x(status, datatype, count);
	start(&c);
	return plain(&c, PMPI_Get_elements_x(status, datatype, count));
}

int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack, 1, comm)) return PMPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm);
	start(&c);
	return plain(&c, PMPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm));
}

int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack_c, 1, comm)) return PMPI_Pack_c(inbuf, incount, datatype, outbuf, outsize, position, comm);
	start(&c);
	return plain(&c, PMPI_Pack_c(inbuf, incount, datatype, outbuf, outsize, position, comm));
}

int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack_external, 0, MPI_COMM_NULL)) return PMPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position);
	start(&c);
	return plain(&c, PMPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position));
}

int MPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack_external_c, 0, MPI_COMM_NULL)) return PMPI_Pack_external_c(datarep, inbuf, incount, datatype, outbuf, outsize, position);
	start(&c);
	return plain(&c, PMPI_Pack_external_c(datarep, inbuf, incount, datatype, outbuf, outsize, position));
}

int MPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack_external_size, 0, MPI_COMM_NULL)) return PMPI_Pack_external_size(datarep, incount, datatype, size);
	start(&c);
	return plain(&c, PMPI_Pack_external_size(datarep, incount, datatype, size));
}

int MPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack_external_size_c, 0, MPI_COMM_NULL)) return PMPI_Pack_external_size_c(datarep, incount, datatype, size);
	start(&c);
	return plain(&c, PMPI_Pack_external_size_c(datarep, incount, datatype, size));
}

int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack_size, 1, comm)) return PMPI_Pack_size(incount, datatype, comm, size);
	start(&c);
	return plain(&c, PMPI_Pack_size(incount, datatype, comm, size));
}

int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pack_size_c, 1, comm)) return PMPI_Pack_size_c(incount, datatype, comm, size);
	start(&c);
	return plain(&c, PMPI_Pack_size_c(incount, datatype, comm, size));
}

int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Status_set_elements, 0, MPI_COMM_NULL)) return PMPI_Status_set_elements(status, datatype, count);
	start(&c);
	return plain(&c, PMPI_Status_set_elements(status, datatype, count));
}

int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Status_set_elements_x, 0, MPI_COMM_NULL)) return PMPI_Status_set_elements_x(status, datatype, count);
	start(&c);
	return plain(&c, PMPI_Status_set_elements_x(status, datatype, count));
}

int MPI_Type_commit(MPI_Datatype *type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Type_commit, 0, MPI_COMM_NULL)) return PMPI_Type_commit(type);
	start(&c);
	r = PMPI_Type_commit(type);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, TID(*type));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_contiguous, 0, MPI_COMM_NULL)) return PMPI_Type_contiguous(count, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_contiguous(count, oldtype, newtype));
}

int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_contiguous_c, 0, MPI_COMM_NULL)) return PMPI_Type_contiguous_c(count, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_contiguous_c(count, oldtype, newtype));
}

int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_darray, 0, MPI_COMM_NULL)) return PMPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype));
}

int MPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_darray_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_darray_c(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_darray_c(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype));
}

int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hindexed, 0, MPI_COMM_NULL)) return PMPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype));
}

int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hindexed_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements, oldtype, newtype));
}

int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hindexed_block, 0, MPI_COMM_NULL)) return PMPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype));
}

int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hindexed_block_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_hindexed_block_c(count, blocklength, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_hindexed_block_c(count, blocklength, array_of_displacements, oldtype, newtype));
}

int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hvector, 0, MPI_COMM_NULL)) return PMPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype));
}

int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_hvector_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_hvector_c(count, blocklength, stride, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_hvector_c(count, blocklength, stride, oldtype, newtype));
}

int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_indexed_block, 0, MPI_COMM_NULL)) return PMPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype));
}

int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_indexed_block_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_indexed_block_c(count, blocklength, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_indexed_block_c(count, blocklength, array_of_displacements, oldtype, newtype));
}

int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_resized, 0, MPI_COMM_NULL)) return PMPI_Type_create_resized(oldtype, lb, extent, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_resized(oldtype, lb, extent, newtype));
}

int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_resized_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_resized_c(oldtype, lb, extent, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_resized_c(oldtype, lb, extent, newtype));
}

int MPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_struct, 0, MPI_COMM_NULL)) return PMPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype));
}

int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_struct_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_struct_c(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_struct_c(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype));
}

int MPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_subarray, 0, MPI_COMM_NULL)) return PMPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype));
}

int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_create_subarray_c, 0, MPI_COMM_NULL)) return PMPI_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype));
}

int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_dup, 0, MPI_COMM_NULL)) return PMPI_Type_dup(oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_dup(oldtype, newtype));
}

int MPI_Type_free(MPI_Datatype *type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Type_free, 0, MPI_COMM_NULL)) return PMPI_Type_free(type);
	int tid = RECORDING(&c) ? TID(*type) : -1; gohpc_mpiwrap_freeing_type(*type);
	start(&c);
	r = PMPI_Type_free(type);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, tid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_contents, 0, MPI_COMM_NULL)) return PMPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
	start(&c);
	return plain(&c, PMPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes));
}

int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_contents_c, 0, MPI_COMM_NULL)) return PMPI_Type_get_contents_c(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes);
	start(&c);
	return plain(&c, PMPI_Type_get_contents_c(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes));
}

int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_envelope, 0, MPI_COMM_NULL)) return PMPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner);
	start(&c);
	return plain(&c, PMPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner));
}

int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_envelope_c, 0, MPI_COMM_NULL)) return PMPI_Type_get_envelope_c(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
	start(&c);
	return plain(&c, PMPI_Type_get_envelope_c(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner));
}

int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_extent, 0, MPI_COMM_NULL)) return PMPI_Type_get_extent(datatype, lb, extent);
	start(&c);
	return plain(&c, PMPI_Type_get_extent(datatype, lb, extent));
}

int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_extent_c, 0, MPI_COMM_NULL)) return PMPI_Type_get_extent_c(datatype, lb, extent);
	start(&c);
	return plain(&c, PMPI_Type_get_extent_c(datatype, lb, extent));
}

int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_extent_x, 0, MPI_COMM_NULL)) return PMPI_Type_get_extent_x(datatype, lb, extent);
	start(&c);
	return plain(&c, PMPI_Type_get_extent_x(datatype, lb, extent));
}

int MPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_name, 0, MPI_COMM_NULL)) return PMPI_Type_get_name(datatype, type_name, resultlen);
	start(&c);
	return plain(&c, PMPI_Type_get_name(datatype, type_name, resultlen));
}

int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_true_extent, 0, MPI_COMM_NULL)) return PMPI_Type_get_true_extent(datatype, true_lb, true_extent);
	start(&c);
	return plain(&c, PMPI_Type_get_true_extent(datatype, true_lb, true_extent));
}

int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_true_extent_c, 0, MPI_COMM_NULL)) return PMPI_Type_get_true_extent_c(datatype, true_lb, true_extent);
	start(&c);
	return plain(&c, PMPI_Type_get_true_extent_c(datatype, true_lb, true_extent));
}

int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_get_true_extent_x, 0, MPI_COMM_NULL)) return PMPI_Type_get_true_extent_x(datatype, true_lb, true_extent);
	start(&c);
	return plain(&c, PMPI_Type_get_true_extent_x(datatype, true_lb, true_extent));
}

int MPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_indexed, 0, MPI_COMM_NULL)) return PMPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype));
}

int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_indexed_c, 0, MPI_COMM_NULL)) return PMPI_Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype, newtype));
}

int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_match_size, 0, MPI_COMM_NULL)) return PMPI_Type_match_size(typeclass, size, datatype);
	start(&c);
	return plain(&c, PMPI_Type_match_size(typeclass, size, datatype));
}

int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_set_name, 0, MPI_COMM_NULL)) return PMPI_Type_set_name(datatype, type_name);
	start(&c);
	return plain(&c, PMPI_Type_set_name(datatype, type_name));
}

int MPI_Type_size(MPI_Datatype datatype, int *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_size, 0, MPI_COMM_NULL)) return PMPI_Type_size(datatype, size);
	start(&c);
	return plain(&c, PMPI_Type_size(datatype, size));
}

int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_size_c, 0, MPI_COMM_NULL)) return PMPI_Type_size_c(datatype, size);
	start(&c);
	return plain(&c, PMPI_Type_size_c(datatype, size));
}

int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_size_x, 0, MPI_COMM_NULL)) return PMPI_Type_size_x(datatype, size);
	start(&c);
	return plain(&c, PMPI_Type_size_x(datatype, size));
}

int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Type_vector, 0, MPI_COMM_NULL)) return PMPI_Type_vector(count, blocklength, stride, oldtype, newtype);
	start(&c);
	r = PMPI_Type_vector(count, blocklength, stride, oldtype, newtype);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, TID(oldtype));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Type_vector_c, 0, MPI_COMM_NULL)) return PMPI_Type_vector_c(count, blocklength, stride, oldtype, newtype);
	start(&c);
	r = PMPI_Type_vector_c(count, blocklength, stride, oldtype, newtype);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, TID(oldtype));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Unpack, 1, comm)) return PMPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm);
	start(&c);
	return plain(&c, PMPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm));
}

int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Unpack_c, 1, comm)) return PMPI_Unpack_c(inbuf, insize, position, outbuf, outcount, datatype, comm);
	start(&c);
	return plain(&c, PMPI_Unpack_c(inbuf, insize, position, outbuf, outcount, datatype, comm));
}

int MPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Unpack_external, 0, MPI_COMM_NULL)) return PMPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype);
	start(&c);
	return plain(&c, PMPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype));
}

int MPI_Unpack_external_c(const char datarep[], const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Unpack_external_c, 0, MPI_COMM_NULL)) return PMPI_Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount, datatype);
	start(&c);
	return plain(&c, PMPI_Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount, datatype));
}

int MPI_Address(void *location, MPI_Aint *address)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Address, 0, MPI_COMM_NULL)) return PMPI_Address(location, address);
	start(&c);
	return plain(&c, PMPI_Address(location, address));
}

int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_extent, 0, MPI_COMM_NULL)) return PMPI_Type_extent(datatype, extent);
	start(&c);
	return plain(&c, PMPI_Type_extent(datatype, extent));
}

int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_lb, 0, MPI_COMM_NULL)) return PMPI_Type_lb(datatype, displacement);
	start(&c);
	return plain(&c, PMPI_Type_lb(datatype, displacement));
}

int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_ub, 0, MPI_COMM_NULL)) return PMPI_Type_ub(datatype, displacement);
	start(&c);
	return plain(&c, PMPI_Type_ub(datatype, displacement));
}

int MPI_Type_hindexed(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_hindexed, 0, MPI_COMM_NULL)) return PMPI_Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype));
}

int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_hvector, 0, MPI_COMM_NULL)) return PMPI_Type_hvector(count, blocklength, stride, oldtype, newtype);
	start(&c);
	return plain(&c, PMPI_Type_hvector(count, blocklength, stride, oldtype, newtype));
}

int MPI_Type_struct(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Type_struct, 0, MPI_COMM_NULL)) return PMPI_Type_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
	start(&c);
	return plain(&c, PMPI_Type_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype));
}

int MPI_Add_error_class(int *errorclass)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Add_error_class, 0, MPI_COMM_NULL)) return PMPI_Add_error_class(errorclass);
	start(&c);
	return plain(&c, PMPI_Add_error_class(errorclass));
}

int MPI_Add_error_code(int errorclass, int *errorcode)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Add_error_code, 0, MPI_COMM_NULL)) return PMPI_Add_error_code(errorclass, errorcode);
	start(&c);
	return plain(&c, PMPI_Add_error_code(errorclass, errorcode));
}

int MPI_Add_error_string(int errorcode, const char *string)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Add_error_string, 0, MPI_COMM_NULL)) return PMPI_Add_error_string(errorcode, string);
	start(&c);
	return plain(&c, PMPI_Add_error_string(errorcode, string));
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_call_errhandler, 1, comm)) return PMPI_Comm_call_errhandler(comm, errorcode);
	start(&c);
	return plain(&c, PMPI_Comm_call_errhandler(comm, errorcode));
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create_errhandler, 0, MPI_COMM_NULL)) return PMPI_Comm_create_errhandler(comm_errhandler_fn, errhandler);
	start(&c);
	return plain(&c, PMPI_Comm_create_errhandler(comm_errhandler_fn, errhandler));
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_errhandler, 1, comm)) return PMPI_Comm_get_errhandler(comm, errhandler);
	start(&c);
	return plain(&c, PMPI_Comm_get_errhandler(comm, errhandler));
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_set_errhandler, 1, comm)) return PMPI_Comm_set_errhandler(comm, errhandler);
	start(&c);
	return plain(&c, PMPI_Comm_set_errhandler(comm, errhandler));
}

int MPI_Errhandler_free(MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Errhandler_free, 0, MPI_COMM_NULL)) return PMPI_Errhandler_free(errhandler);
	start(&c);
	return plain(&c, PMPI_Errhandler_free(errhandler));
}

int MPI_Error_class(int errorcode, int *errorclass)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Error_class, 0, MPI_COMM_NULL)) return PMPI_Error_class(errorcode, errorclass);
	start(&c);
	return plain(&c, PMPI_Error_class(errorcode, errorclass));
}

int MPI_Error_string(int errorcode, char *string, int *resultlen)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Error_string, 0, MPI_COMM_NULL)) return PMPI_Error_string(errorcode, string, resultlen);
	start(&c);
	return plain(&c, PMPI_Error_string(errorcode, string, resultlen));
}

int MPI_File_call_errhandler(MPI_File fh, int errorcode)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_call_errhandler, 0, MPI_COMM_NULL)) return PMPI_File_call_errhandler(fh, errorcode);
	start(&c);
	return plain(&c, PMPI_File_call_errhandler(fh, errorcode));
}

int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_create_errhandler, 0, MPI_COMM_NULL)) return PMPI_File_create_errhandler(file_errhandler_fn, errhandler);
	start(&c);
	return plain(&c, PMPI_File_create_errhandler(file_errhandler_fn, errhandler));
}

int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_errhandler, 0, MPI_COMM_NULL)) return PMPI_File_get_errhandler(file, errhandler);
	start(&c);
	return plain(&c, PMPI_File_get_errhandler(file, errhandler));
}

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_set_errhandler, 0, MPI_COMM_NULL)) return PMPI_File_set_errhandler(file, errhandler);
	start(&c);
	return plain(&c, PMPI_File_set_errhandler(file, errhandler));
}

int MPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_call_errhandler, 0, MPI_COMM_NULL)) return PMPI_Session_call_errhandler(session, errorcode);
	start(&c);
	return plain(&c, PMPI_Session_call_errhandler(session, errorcode));
}

int MPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_create_errhandler, 0, MPI_COMM_NULL)) return PMPI_Session_create_errhandler(session_errhandler_fn, errhandler);
	start(&c);
	return plain(&c, PMPI_Session_create_errhandler(session_errhandler_fn, errhandler));
}

int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_get_errhandler, 0, MPI_COMM_NULL)) return PMPI_Session_get_errhandler(session, errhandler);
	start(&c);
	return plain(&c, PMPI_Session_get_errhandler(session, errhandler));
}

int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_set_errhandler, 0, MPI_COMM_NULL)) return PMPI_Session_set_errhandler(session, errhandler);
	start(&c);
	return plain(&c, PMPI_Session_set_errhandler(session, errhandler));
}

int MPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_call_errhandler, 0, MPI_COMM_NULL)) return PMPI_Win_call_errhandler(win, errorcode);
	start(&c);
	return plain(&c, PMPI_Win_call_errhandler(win, errorcode));
}

int MPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_create_errhandler, 0, MPI_COMM_NULL)) return PMPI_Win_create_errhandler(win_errhandler_fn, errhandler);
	start(&c);
	return plain(&c, PMPI_Win_create_errhandler(win_errhandler_fn, errhandler));
}

int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_errhandler, 0, MPI_COMM_NULL)) return PMPI_Win_get_errhandler(win, errhandler);
	start(&c);
	return plain(&c, PMPI_Win_get_errhandler(win, errhandler));
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_errhandler, 0, MPI_COMM_NULL)) return PMPI_Win_set_errhandler(win, errhandler);
	start(&c);
	return plain(&c, PMPI_Win_set_errhandler(win, errhandler));
}

int MPI_Errhandler_create(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Errhandler_create, 0, MPI_COMM_NULL)) return PMPI_Errhandler_create(comm_errhandler_fn, errhandler);
	start(&c);
	return plain(&c, PMPI_Errhandler_create(comm_errhandler_fn, errhandler));
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Errhandler_get, 1, comm)) return PMPI_Errhandler_get(comm, errhandler);
	start(&c);
	return plain(&c, PMPI_Errhandler_get(comm, errhandler));
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Errhandler_set, 1, comm)) return PMPI_Errhandler_set(comm, errhandler);
	start(&c);
	return plain(&c, PMPI_Errhandler_set(comm, errhandler));
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_compare, 0, MPI_COMM_NULL)) return PMPI_Group_compare(group1, group2, result);
	start(&c);
	return plain(&c, PMPI_Group_compare(group1, group2, result));
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_difference, 0, MPI_COMM_NULL)) return PMPI_Group_difference(group1, group2, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_difference(group1, group2, newgroup));
}

int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_excl, 0, MPI_COMM_NULL)) return PMPI_Group_excl(group, n, ranks, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_excl(group, n, ranks, newgroup));
}

int MPI_Group_free(MPI_Group *group)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_free, 0, MPI_COMM_NULL)) return PMPI_Group_free(group);
	start(&c);
	return plain(&c, PMPI_Group_free(group));
}

int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_incl, 0, MPI_COMM_NULL)) return PMPI_Group_incl(group, n, ranks, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_incl(group, n, ranks, newgroup));
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_intersection, 0, MPI_COMM_NULL)) return PMPI_Group_intersection(group1, group2, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_intersection(group1, group2, newgroup));
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_range_excl, 0, MPI_COMM_NULL)) return PMPI_Group_range_excl(group, n, ranges, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_range_excl(group, n, ranges, newgroup));
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_range_incl, 0, MPI_COMM_NULL)) return PMPI_Group_range_incl(group, n, ranges, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_range_incl(group, n, ranges, newgroup));
}

int MPI_Group_rank(MPI_Group group, int *rank)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_rank, 0, MPI_COMM_NULL)) return PMPI_Group_rank(group, rank);
	start(&c);
	return plain(&c, PMPI_Group_rank(group, rank));
}

int MPI_Group_size(MPI_Group group, int *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_size, 0, MPI_COMM_NULL)) return PMPI_Group_size(group, size);
	start(&c);
	return plain(&c, PMPI_Group_size(group, size));
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_translate_ranks, 0, MPI_COMM_NULL)) return PMPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2);
	start(&c);
	return plain(&c, PMPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2));
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_union, 0, MPI_COMM_NULL)) return PMPI_Group_union(group1, group2, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_union(group1, group2, newgroup));
}

int MPI_Info_create(MPI_Info *info)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_create, 0, MPI_COMM_NULL)) return PMPI_Info_create(info);
	start(&c);
	return plain(&c, PMPI_Info_create(info));
}

int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_create_env, 0, MPI_COMM_NULL)) return PMPI_Info_create_env(argc, argv, info);
	start(&c);
	return plain(&c, PMPI_Info_create_env(argc, argv, info));
}

int MPI_Info_delete(MPI_Info info, const char *key)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_delete, 0, MPI_COMM_NULL)) return PMPI_Info_delete(info, key);
	start(&c);
	return plain(&c, PMPI_Info_delete(info, key));
}

int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_dup, 0, MPI_COMM_NULL)) return PMPI_Info_dup(info, newinfo);
	start(&c);
	return plain(&c, PMPI_Info_dup(info, newinfo));
}

int MPI_Info_free(MPI_Info *info)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_free, 0, MPI_COMM_NULL)) return PMPI_Info_free(info);
	start(&c);
	return plain(&c, PMPI_Info_free(info));
}

int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_get, 0, MPI_COMM_NULL)) return PMPI_Info_get(info, key, valuelen, value, flag);
	start(&c);
	return plain(&c, PMPI_Info_get(info, key, valuelen, value, flag));
}

int MPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_get_nkeys, 0, MPI_COMM_NULL)) return PMPI_Info_get_nkeys(info, nkeys);
	start(&c);
	return plain(&c, PMPI_Info_get_nkeys(info, nkeys));
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_get_nthkey, 0, MPI_COMM_NULL)) return PMPI_Info_get_nthkey(info, n, key);
	start(&c);
	return plain(&c, PMPI_Info_get_nthkey(info, n, key));
}

int MPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_get_string, 0, MPI_COMM_NULL)) return PMPI_Info_get_string(info, key, buflen, value, flag);
	start(&c);
	return plain(&c, PMPI_Info_get_string(info, key, buflen, value, flag));
}

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_get_valuelen, 0, MPI_COMM_NULL)) return PMPI_Info_get_valuelen(info, key, valuelen, flag);
	start(&c);
	return plain(&c, PMPI_Info_get_valuelen(info, key, valuelen, flag));
}

int MPI_Info_set(MPI_Info info, const char *key, const char *value)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Info_set, 0, MPI_COMM_NULL)) return PMPI_Info_set(info, key, value);
	start(&c);
	return plain(&c, PMPI_Info_set(info, key, value));
}

int MPI_Abort(MPI_Comm comm, int errorcode)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Abort, 1, comm)) return PMPI_Abort(comm, errorcode);
	start(&c);
	r = PMPI_Abort(comm, errorcode);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_create_from_group, 0, MPI_COMM_NULL)) return PMPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm);
	start(&c);
	return plain(&c, PMPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm));
}

int MPI_Finalize(void)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_thread.inside) gohpc_mpiwrap_ending();
	if (!gohpc_mpiwrap_enter(&c, function_Finalize, 0, MPI_COMM_NULL)) return PMPI_Finalize();
	start(&c);
	r = PMPI_Finalize();
	c.end = ticks(&c);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Finalized(int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Finalized, 0, MPI_COMM_NULL)) return PMPI_Finalized(flag);
	start(&c);
	return plain(&c, PMPI_Finalized(flag));
}

int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Group_from_session_pset, 0, MPI_COMM_NULL)) return PMPI_Group_from_session_pset(session, pset_name, newgroup);
	start(&c);
	return plain(&c, PMPI_Group_from_session_pset(session, pset_name, newgroup));
}

int MPI_Init(int *argc, char ***argv)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Init, 0, MPI_COMM_NULL)) return PMPI_Init(argc, argv);
	start(&c);
	r = PMPI_Init(argc, argv);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_initialised();
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	if (OK(r)) gohpc_mpiwrap_begun();
	return r;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Init_thread, 0, MPI_COMM_NULL)) return PMPI_Init_thread(argc, argv, required, provided);
	start(&c);
	r = PMPI_Init_thread(argc, argv, required, provided);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_initialised();
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	if (OK(r)) gohpc_mpiwrap_begun();
	return r;
}

int MPI_Initialized(int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Initialized, 0, MPI_COMM_NULL)) return PMPI_Initialized(flag);
	start(&c);
	return plain(&c, PMPI_Initialized(flag));
}

int MPI_Is_thread_main(int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Is_thread_main, 0, MPI_COMM_NULL)) return PMPI_Is_thread_main(flag);
	start(&c);
	return plain(&c, PMPI_Is_thread_main(flag));
}

int MPI_Query_thread(int *provided)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Query_thread, 0, MPI_COMM_NULL)) return PMPI_Query_thread(provided);
	start(&c);
	return plain(&c, PMPI_Query_thread(provided));
}

int MPI_Session_finalize(MPI_Session *session)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_finalize, 0, MPI_COMM_NULL)) return PMPI_Session_finalize(session);
	start(&c);
	return plain(&c, PMPI_Session_finalize(session));
}

int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_get_info, 0, MPI_COMM_NULL)) return PMPI_Session_get_info(session, info_used);
	start(&c);
	return plain(&c, PMPI_Session_get_info(session, info_used));
}

int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_get_nth_pset, 0, MPI_COMM_NULL)) return PMPI_Session_get_nth_pset(session, info, n, pset_len, pset_name);
	start(&c);
	return plain(&c, PMPI_Session_get_nth_pset(session, info, n, pset_len, pset_name));
}

int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_get_num_psets, 0, MPI_COMM_NULL)) return PMPI_Session_get_num_psets(session, info, npset_names);
	start(&c);
	return plain(&c, PMPI_Session_get_num_psets(session, info, npset_names));
}

int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_get_pset_info, 0, MPI_COMM_NULL)) return PMPI_Session_get_pset_info(session, pset_name, info);
	start(&c);
	return plain(&c, PMPI_Session_get_pset_info(session, pset_name, info));
}

int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Session_init, 0, MPI_COMM_NULL)) return PMPI_Session_init(info, errhandler, session);
	start(&c);
	return plain(&c, PMPI_Session_init(info, errhandler, session));
}

int MPI_Get_library_version(char *version, int *resultlen)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_library_version, 0, MPI_COMM_NULL)) return PMPI_Get_library_version(version, resultlen);
	start(&c);
	return plain(&c, PMPI_Get_library_version(version, resultlen));
}

int MPI_Get_processor_name(char *name, int *resultlen)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_processor_name, 0, MPI_COMM_NULL)) return PMPI_Get_processor_name(name, resultlen);
	start(&c);
	return plain(&c, PMPI_Get_processor_name(name, resultlen));
}

int MPI_Get_version(int *version, int *subversion)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Get_version, 0, MPI_COMM_NULL)) return PMPI_Get_version(version, subversion);
	start(&c);
	return plain(&c, PMPI_Get_version(version, subversion));
}

int MPI_Pcontrol(const int level, ...)
{
	struct call c;
	int r;
	if (level != 0) gohpc_mpiwrap_pcontrol(level);
	if (!enter(&c, function_Pcontrol)) return PMPI_Pcontrol(level);
	start(&c);
	r = PMPI_Pcontrol(level);
	c.end = ticks(&c);
	record_plain(&c, r);
	leave(&c);
	if (level == 0) gohpc_mpiwrap_pcontrol(level);
	return r;
}

int MPI_Op_commutative(MPI_Op op, int *commute)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Op_commutative, 0, MPI_COMM_NULL)) return PMPI_Op_commutative(op, commute);
	start(&c);
	return plain(&c, PMPI_Op_commutative(op, commute));
}

int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Op_create, 0, MPI_COMM_NULL)) return PMPI_Op_create(user_fn, commute, op);
	start(&c);
	return plain(&c, PMPI_Op_create(user_fn, commute, op));
}

int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Op_create_c, 0, MPI_COMM_NULL)) return PMPI_Op_create_c(user_fn, commute, op);
	start(&c);
	return plain(&c, PMPI_Op_create_c(user_fn, commute, op));
}

int MPI_Op_free(MPI_Op *op)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Op_free, 0, MPI_COMM_NULL)) return PMPI_Op_free(op);
	start(&c);
	return plain(&c, PMPI_Op_free(op));
}

int MPI_Parrived(MPI_Request request, int partition, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Parrived, 0, MPI_COMM_NULL)) return PMPI_Parrived(request, partition, flag);
	start(&c);
	return plain(&c, PMPI_Parrived(request, partition, flag));
}

int MPI_Pready(int partition, MPI_Request request)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pready, 0, MPI_COMM_NULL)) return PMPI_Pready(partition, request);
	start(&c);
	return plain(&c, PMPI_Pready(partition, request));
}

int MPI_Pready_list(int length, int array_of_partitions[], MPI_Request request)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pready_list, 0, MPI_COMM_NULL)) return PMPI_Pready_list(length, array_of_partitions, request);
	start(&c);
	return plain(&c, PMPI_Pready_list(length, array_of_partitions, request));
}

int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Pready_range, 0, MPI_COMM_NULL)) return PMPI_Pready_range(partition_low, partition_high, request);
	start(&c);
	return plain(&c, PMPI_Pready_range(partition_low, partition_high, request));
}

int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Precv_init, 1, comm)) return PMPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
	start(&c);
	return plain(&c, PMPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request));
}

int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Psend_init, 1, comm)) return PMPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
	start(&c);
	return plain(&c, PMPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request));
}

int MPI_Bsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Bsend, 1, comm)) return PMPI_Bsend(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Bsend(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Bsend_c, 1, comm)) return PMPI_Bsend_c(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Bsend_c(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Bsend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Bsend_init, 1, comm)) return PMPI_Bsend_init(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Bsend_init(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Bsend_init_c, 1, comm)) return PMPI_Bsend_init_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Bsend_init_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Buffer_attach(void *buffer, int size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Buffer_attach, 0, MPI_COMM_NULL)) return PMPI_Buffer_attach(buffer, size);
	start(&c);
	return plain(&c, PMPI_Buffer_attach(buffer, size));
}

int MPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Buffer_attach_c, 0, MPI_COMM_NULL)) return PMPI_Buffer_attach_c(buffer, size);
	start(&c);
	return plain(&c, PMPI_Buffer_attach_c(buffer, size));
}

int MPI_Buffer_detach(void *buffer_addr, int *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Buffer_detach, 0, MPI_COMM_NULL)) return PMPI_Buffer_detach(buffer_addr, size);
	start(&c);
	return plain(&c, PMPI_Buffer_detach(buffer_addr, size));
}

int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Buffer_detach_c, 0, MPI_COMM_NULL)) return PMPI_Buffer_detach_c(buffer_addr, size);
	start(&c);
	return plain(&c, PMPI_Buffer_detach_c(buffer_addr, size));
}

int MPI_Ibsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ibsend, 1, comm)) return PMPI_Ibsend(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Ibsend(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ibsend_c, 1, comm)) return PMPI_Ibsend_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Ibsend_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Improbe, 1, comm)) return PMPI_Improbe(source, tag, comm, flag, message, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_Improbe(source, tag, comm, flag, message, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Imrecv, 0, MPI_COMM_NULL)) return PMPI_Imrecv(buf, count, type, message, request);
	c.comm = message_comm(*message);
	start(&c);
	r = PMPI_Imrecv(buf, count, type, message, request);
	c.end = ticks(&c);
	int rid = requested(&c, r, *request, A_RECEIVE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Imrecv_c, 0, MPI_COMM_NULL)) return PMPI_Imrecv_c(buf, count, type, message, request);
	c.comm = message_comm(*message);
	start(&c);
	r = PMPI_Imrecv_c(buf, count, type, message, request);
	c.end = ticks(&c);
	int rid = requested(&c, r, *request, A_RECEIVE);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Iprobe, 1, comm)) return PMPI_Iprobe(source, tag, comm, flag, status);
	start(&c);
	r = PMPI_Iprobe(source, tag, comm, flag, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Irecv, 1, comm)) return PMPI_Irecv(buf, count, type, source, tag, comm, request);
	start(&c);
	r = PMPI_Irecv(buf, count, type, source, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Irecv_c, 1, comm)) return PMPI_Irecv_c(buf, count, type, source, tag, comm, request);
	start(&c);
	r = PMPI_Irecv_c(buf, count, type, source, tag, comm, request);
	c.end = ticks(&c);
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
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Irsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Irsend, 1, comm)) return PMPI_Irsend(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Irsend(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Irsend_c, 1, comm)) return PMPI_Irsend_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Irsend_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Isend, 1, comm)) return PMPI_Isend(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Isend(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Isend_c, 1, comm)) return PMPI_Isend_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Isend_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Isendrecv, 1, comm)) return PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
	start(&c);
	r = PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
	c.end = ticks(&c);
	int rid = requested(&c, r, *request, A_RECEIVE); if (OK(r)) sent_to(&c, c.comm, dest, bytes_of(&c, sendcount, sendtype));
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Isendrecv_c, 1, comm)) return PMPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
	start(&c);
	r = PMPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
	c.end = ticks(&c);
	int rid = requested(&c, r, *request, A_RECEIVE); if (OK(r)) sent_to(&c, c.comm, dest, bytes_of(&c, sendcount, sendtype));
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Isendrecv_replace, 1, comm)) return PMPI_Isendrecv_replace(buf, count, type, dest, sendtag, source, recvtag, comm, request);
	start(&c);
	r = PMPI_Isendrecv_replace(buf, count, type, dest, sendtag, source, recvtag, comm, request);
	c.end = ticks(&c);
	int rid = requested(&c, r, *request, A_RECEIVE); if (OK(r)) sent_to(&c, c.comm, dest, bytes_of(&c, count, type));
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Isendrecv_replace_c, 1, comm)) return PMPI_Isendrecv_replace_c(buf, count, type, dest, sendtag, source, recvtag, comm, request);
	start(&c);
	r = PMPI_Isendrecv_replace_c(buf, count, type, dest, sendtag, source, recvtag, comm, request);
	c.end = ticks(&c);
	int rid = requested(&c, r, *request, A_RECEIVE); if (OK(r)) sent_to(&c, c.comm, dest, bytes_of(&c, count, type));
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Issend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Issend, 1, comm)) return PMPI_Issend(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Issend(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Issend_c, 1, comm)) return PMPI_Issend_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Issend_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Mprobe, 1, comm)) return PMPI_Mprobe(source, tag, comm, message, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_Mprobe(source, tag, comm, message, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Mrecv, 0, MPI_COMM_NULL)) return PMPI_Mrecv(buf, count, type, message, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;c.comm = message_comm(*message);
	start(&c);
	r = PMPI_Mrecv(buf, count, type, message, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Mrecv_c, 0, MPI_COMM_NULL)) return PMPI_Mrecv_c(buf, count, type, message, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;c.comm = message_comm(*message);
	start(&c);
	r = PMPI_Mrecv_c(buf, count, type, message, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Probe, 1, comm)) return PMPI_Probe(source, tag, comm, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_Probe(source, tag, comm, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Recv, 1, comm)) return PMPI_Recv(buf, count, type, source, tag, comm, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = SYNCHRONISED(&c) ? gohpc_mpiwrap_receive(&c, buf, count, type, source, tag, comm, status) : PMPI_Recv(buf, count, type, source, tag, comm, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Recv_c, 1, comm)) return PMPI_Recv_c(buf, count, type, source, tag, comm, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = SYNCHRONISED(&c) ? gohpc_mpiwrap_receive(&c, buf, count, type, source, tag, comm, status) : PMPI_Recv_c(buf, count, type, source, tag, comm, status);
	c.end = ticks(&c);
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
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Recv_init, 1, comm)) return PMPI_Recv_init(buf, count, type, source, tag, comm, request);
	start(&c);
	r = PMPI_Recv_init(buf, count, type, source, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Recv_init_c, 1, comm)) return PMPI_Recv_init_c(buf, count, type, source, tag, comm, request);
	start(&c);
	r = PMPI_Recv_init_c(buf, count, type, source, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rsend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rsend, 1, comm)) return PMPI_Rsend(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Rsend(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rsend_c, 1, comm)) return PMPI_Rsend_c(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Rsend_c(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rsend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rsend_init, 1, comm)) return PMPI_Rsend_init(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Rsend_init(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rsend_init_c, 1, comm)) return PMPI_Rsend_init_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Rsend_init_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Send, 1, comm)) return PMPI_Send(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Send(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Send_c, 1, comm)) return PMPI_Send_c(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Send_c(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Send_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Send_init, 1, comm)) return PMPI_Send_init(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Send_init(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Send_init_c, 1, comm)) return PMPI_Send_init_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Send_init_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Sendrecv, 1, comm)) return PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Sendrecv_c, 1, comm)) return PMPI_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
	c.end = ticks(&c);
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
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Sendrecv_replace, 1, comm)) return PMPI_Sendrecv_replace(buf, count, type, dest, sendtag, source, recvtag, comm, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_Sendrecv_replace(buf, count, type, dest, sendtag, source, recvtag, comm, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Sendrecv_replace_c, 1, comm)) return PMPI_Sendrecv_replace_c(buf, count, type, dest, sendtag, source, recvtag, comm, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_Sendrecv_replace_c(buf, count, type, dest, sendtag, source, recvtag, comm, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ssend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ssend, 1, comm)) return PMPI_Ssend(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Ssend(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ssend_c, 1, comm)) return PMPI_Ssend_c(buf, count, type, dest, tag, comm);
	start(&c);
	r = PMPI_Ssend_c(buf, count, type, dest, tag, comm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ssend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ssend_init, 1, comm)) return PMPI_Ssend_init(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Ssend_init(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Ssend_init_c, 1, comm)) return PMPI_Ssend_init_c(buf, count, type, dest, tag, comm, request);
	start(&c);
	r = PMPI_Ssend_init_c(buf, count, type, dest, tag, comm, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Cancel(MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Cancel, 0, MPI_COMM_NULL)) return PMPI_Cancel(request);
	start(&c);
	r = PMPI_Cancel(request);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_request_id(HANDLE(*request)));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Grequest_complete(MPI_Request request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Grequest_complete, 0, MPI_COMM_NULL)) return PMPI_Grequest_complete(request);
	start(&c);
	r = PMPI_Grequest_complete(request);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_request_id(HANDLE(request)));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free, MPI_Grequest_cancel_function *cancel, void *extra, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Grequest_start, 0, MPI_COMM_NULL)) return PMPI_Grequest_start(query, free, cancel, extra, request);
	start(&c);
	r = PMPI_Grequest_start(query, free, cancel, extra, request);
	c.end = ticks(&c);
	int rid = requested(&c, r, *request, ANOTHER);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Request_free(MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Request_free, 0, MPI_COMM_NULL)) return PMPI_Request_free(request);
	struct request freed; int rid = gohpc_mpiwrap_request_done(HANDLE(*request), 1, &freed) ? freed.rid : -1;
	start(&c);
	r = PMPI_Request_free(request);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Request_get_status, 0, MPI_COMM_NULL)) return PMPI_Request_get_status(request, flag, status);
	start(&c);
	return plain(&c, PMPI_Request_get_status(request, flag, status));
}

int MPI_Start(MPI_Request *request)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Start, 0, MPI_COMM_NULL)) return PMPI_Start(request);
	start(&c);
	r = PMPI_Start(request);
	c.end = ticks(&c);
	int rid = started(&c, r, *request);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, rid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
	return r;
}

int MPI_Startall(int count, MPI_Request requests[])
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Startall, 0, MPI_COMM_NULL)) return PMPI_Startall(count, requests);
	start(&c);
	r = PMPI_Startall(count, requests);
	c.end = ticks(&c);
	int i; for (i = 0; i < count; i++) started(&c, r, requests[i]);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_requests(e, count, requests);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
	return r;
}

int MPI_Status_set_cancelled(MPI_Status *status, int flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Status_set_cancelled, 0, MPI_COMM_NULL)) return PMPI_Status_set_cancelled(status, flag);
	start(&c);
	return plain(&c, PMPI_Status_set_cancelled(status, flag));
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Test, 0, MPI_COMM_NULL)) return PMPI_Test(request, flag, status);
	struct single s; status = single(&c, &s, request, status);
	start(&c);
	r = PMPI_Test(request, flag, status);
	c.end = ticks(&c);
	if (OK(r) && *flag) single_done(&c, &s, *request, 1, status);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_single(e, &s);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
	return r;
}

int MPI_Test_cancelled(const MPI_Status *status, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Test_cancelled, 0, MPI_COMM_NULL)) return PMPI_Test_cancelled(status, flag);
	start(&c);
	return plain(&c, PMPI_Test_cancelled(status, flag));
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Testall, 0, MPI_COMM_NULL)) return PMPI_Testall(count, requests, flag, statuses);
	struct pending p; int i;statuses = pending(&c, &p, count, requests, statuses, MPI_STATUSES_IGNORE, count);
	start(&c);
	r = PMPI_Testall(count, requests, flag, statuses);
	c.end = ticks(&c);
	if (OK(r) && *flag) { for (i = 0; i < p.n; i++) gohpc_mpiwrap_complete(&c, &p, i, requests[i], OK(r), &statuses[i]); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_pending(e, &p);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	pending_end(&p);
	leave(&c);
	return r;
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Testany, 0, MPI_COMM_NULL)) return PMPI_Testany(count, requests, index, flag, status);
	struct pending p;status = pending(&c, &p, count, requests, status, MPI_STATUS_IGNORE, 1);
	start(&c);
	r = PMPI_Testany(count, requests, index, flag, status);
	c.end = ticks(&c);
	if (OK(r) && *flag) { if (p.n > 0 && index[0] >= 0 && index[0] < p.n) gohpc_mpiwrap_complete(&c, &p, index[0], requests[index[0]], 1, status); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_pending(e, &p);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	pending_end(&p);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Testsome(int count, MPI_Request requests[], int *outcount, int indices[], MPI_Status statuses[])
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Testsome, 0, MPI_COMM_NULL)) return PMPI_Testsome(count, requests, outcount, indices, statuses);
	struct pending p; int i;statuses = pending(&c, &p, count, requests, statuses, MPI_STATUSES_IGNORE, count);
	start(&c);
	r = PMPI_Testsome(count, requests, outcount, indices, statuses);
	c.end = ticks(&c);
	if (OK(r)) { for (i = 0; p.n > 0 && i < outcount[0]; i++) gohpc_mpiwrap_complete(&c, &p, indices[i], requests[indices[i]], 1, &statuses[i]); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_pending(e, &p);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	pending_end(&p);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Wait, 0, MPI_COMM_NULL)) return PMPI_Wait(request, status);
	struct single s; status = single(&c, &s, request, status);
	start(&c);
	r = PMPI_Wait(request, status);
	c.end = ticks(&c);
	single_done(&c, &s, *request, OK(r), status);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_single(e, &s);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	leave(&c);
	return r;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Waitall, 0, MPI_COMM_NULL)) return PMPI_Waitall(count, requests, statuses);
	struct pending p; int i;statuses = pending(&c, &p, count, requests, statuses, MPI_STATUSES_IGNORE, count);
	start(&c);
	r = PMPI_Waitall(count, requests, statuses);
	c.end = ticks(&c);
	for (i = 0; i < p.n; i++) gohpc_mpiwrap_complete(&c, &p, i, requests[i], OK(r), &statuses[i]);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_pending(e, &p);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	pending_end(&p);
	leave(&c);
	return r;
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Waitany, 0, MPI_COMM_NULL)) return PMPI_Waitany(count, requests, index, status);
	struct pending p;status = pending(&c, &p, count, requests, status, MPI_STATUS_IGNORE, 1);
	start(&c);
	r = PMPI_Waitany(count, requests, index, status);
	c.end = ticks(&c);
	if (OK(r)) { if (p.n > 0 && index[0] >= 0 && index[0] < p.n) gohpc_mpiwrap_complete(&c, &p, index[0], requests[index[0]], 1, status); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_pending(e, &p);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	pending_end(&p);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Waitsome(int count, MPI_Request requests[], int *outcount, int indices[], MPI_Status statuses[])
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Waitsome, 0, MPI_COMM_NULL)) return PMPI_Waitsome(count, requests, outcount, indices, statuses);
	struct pending p; int i;statuses = pending(&c, &p, count, requests, statuses, MPI_STATUSES_IGNORE, count);
	start(&c);
	r = PMPI_Waitsome(count, requests, outcount, indices, statuses);
	c.end = ticks(&c);
	if (OK(r)) { for (i = 0; p.n > 0 && i < outcount[0]; i++) gohpc_mpiwrap_complete(&c, &p, indices[i], requests[indices[i]], 1, &statuses[i]); }
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			gohpc_mpiwrap_put_pending(e, &p);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	pending_end(&p);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Accumulate(const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Accumulate, 0, MPI_COMM_NULL)) return PMPI_Accumulate(origin, count, type, rank, disp, tcount, ttype, op, win);
	start(&c);
	r = PMPI_Accumulate(origin, count, type, rank, disp, tcount, ttype, op, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Accumulate_c, 0, MPI_COMM_NULL)) return PMPI_Accumulate_c(origin, count, type, rank, disp, tcount, ttype, op, win);
	start(&c);
	r = PMPI_Accumulate_c(origin, count, type, rank, disp, tcount, ttype, op, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Alloc_mem, 0, MPI_COMM_NULL)) return PMPI_Alloc_mem(size, info, baseptr);
	start(&c);
	return plain(&c, PMPI_Alloc_mem(size, info, baseptr));
}

int MPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Compare_and_swap, 0, MPI_COMM_NULL)) return PMPI_Compare_and_swap(origin, compare, result, type, rank, disp, win);
	start(&c);
	r = PMPI_Compare_and_swap(origin, compare, result, type, rank, disp, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Op op, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Fetch_and_op, 0, MPI_COMM_NULL)) return PMPI_Fetch_and_op(origin, result, type, rank, disp, op, win);
	start(&c);
	r = PMPI_Fetch_and_op(origin, result, type, rank, disp, op, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Free_mem(void *base)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Free_mem, 0, MPI_COMM_NULL)) return PMPI_Free_mem(base);
	start(&c);
	return plain(&c, PMPI_Free_mem(base));
}

int MPI_Get(void *origin, int count, MPI_Datatype type, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Win win)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Get, 0, MPI_COMM_NULL)) return PMPI_Get(origin, count, type, rank, disp, tcount, ttype, win);
	start(&c);
	r = PMPI_Get(origin, count, type, rank, disp, tcount, ttype, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Get_c(void *origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Get_c, 0, MPI_COMM_NULL)) return PMPI_Get_c(origin, count, type, rank, disp, tcount, ttype, win);
	start(&c);
	r = PMPI_Get_c(origin, count, type, rank, disp, tcount, ttype, win);
	c.end = ticks(&c);
	int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) got_from(&c, w, rank, size);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, world_of(w, rank));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Get_accumulate(const void *origin, int count, MPI_Datatype type, void *result, int rcount, MPI_Datatype rtype, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Get_accumulate, 0, MPI_COMM_NULL)) return PMPI_Get_accumulate(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win);
	start(&c);
	r = PMPI_Get_accumulate(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Get_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result, MPI_Count rcount, MPI_Datatype rtype, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Get_accumulate_c, 0, MPI_COMM_NULL)) return PMPI_Get_accumulate_c(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win);
	start(&c);
	r = PMPI_Get_accumulate_c(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Put(const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Win win)
{
	struct call c;
	int r;
	if (!enter_with(&c, function_Put, 0, MPI_COMM_NULL)) return PMPI_Put(origin, count, type, rank, disp, tcount, ttype, win);
	start(&c);
	r = PMPI_Put(origin, count, type, rank, disp, tcount, ttype, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Put_c(const void *origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Win win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Put_c, 0, MPI_COMM_NULL)) return PMPI_Put_c(origin, count, type, rank, disp, tcount, ttype, win);
	start(&c);
	r = PMPI_Put_c(origin, count, type, rank, disp, tcount, ttype, win);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Raccumulate(const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Raccumulate, 0, MPI_COMM_NULL)) return PMPI_Raccumulate(origin, count, type, rank, disp, tcount, ttype, op, win, request);
	start(&c);
	r = PMPI_Raccumulate(origin, count, type, rank, disp, tcount, ttype, op, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Raccumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Raccumulate_c, 0, MPI_COMM_NULL)) return PMPI_Raccumulate_c(origin, count, type, rank, disp, tcount, ttype, op, win, request);
	start(&c);
	r = PMPI_Raccumulate_c(origin, count, type, rank, disp, tcount, ttype, op, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rget(void *origin, int count, MPI_Datatype type, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rget, 0, MPI_COMM_NULL)) return PMPI_Rget(origin, count, type, rank, disp, tcount, ttype, win, request);
	start(&c);
	r = PMPI_Rget(origin, count, type, rank, disp, tcount, ttype, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rget_c(void *origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rget_c, 0, MPI_COMM_NULL)) return PMPI_Rget_c(origin, count, type, rank, disp, tcount, ttype, win, request);
	start(&c);
	r = PMPI_Rget_c(origin, count, type, rank, disp, tcount, ttype, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rget_accumulate(const void *origin, int count, MPI_Datatype type, void *result, int rcount, MPI_Datatype rtype, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rget_accumulate, 0, MPI_COMM_NULL)) return PMPI_Rget_accumulate(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win, request);
	start(&c);
	r = PMPI_Rget_accumulate(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rget_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result, MPI_Count rcount, MPI_Datatype rtype, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rget_accumulate_c, 0, MPI_COMM_NULL)) return PMPI_Rget_accumulate_c(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win, request);
	start(&c);
	r = PMPI_Rget_accumulate_c(origin, count, type, result, rcount, rtype, rank, disp, tcount, ttype, op, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rput(const void *origin, int count, MPI_Datatype type, int rank, MPI_Aint disp, int tcount, MPI_Datatype ttype, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rput, 0, MPI_COMM_NULL)) return PMPI_Rput(origin, count, type, rank, disp, tcount, ttype, win, request);
	start(&c);
	r = PMPI_Rput(origin, count, type, rank, disp, tcount, ttype, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Rput_c(const void *origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint disp, MPI_Count tcount, MPI_Datatype ttype, MPI_Win win, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Rput_c, 0, MPI_COMM_NULL)) return PMPI_Rput_c(origin, count, type, rank, disp, tcount, ttype, win, request);
	start(&c);
	r = PMPI_Rput_c(origin, count, type, rank, disp, tcount, ttype, win, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Win_allocate(MPI_Aint size, int disp, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_allocate, 1, comm)) return PMPI_Win_allocate(size, disp, info, comm, baseptr, win);
	start(&c);
	r = PMPI_Win_allocate(size, disp, info, comm, baseptr, win);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_allocate_c, 1, comm)) return PMPI_Win_allocate_c(size, disp, info, comm, baseptr, win);
	start(&c);
	r = PMPI_Win_allocate_c(size, disp, info, comm, baseptr, win);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_allocate_shared(MPI_Aint size, int disp, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_allocate_shared, 1, comm)) return PMPI_Win_allocate_shared(size, disp, info, comm, baseptr, win);
	start(&c);
	r = PMPI_Win_allocate_shared(size, disp, info, comm, baseptr, win);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_allocate_shared_c, 1, comm)) return PMPI_Win_allocate_shared_c(size, disp, info, comm, baseptr, win);
	start(&c);
	r = PMPI_Win_allocate_shared_c(size, disp, info, comm, baseptr, win);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_attach, 0, MPI_COMM_NULL)) return PMPI_Win_attach(win, base, size);
	start(&c);
	return plain(&c, PMPI_Win_attach(win, base, size));
}

int MPI_Win_complete(MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_complete, 0, MPI_COMM_NULL)) return PMPI_Win_complete(win);
	start(&c);
	return plain(&c, PMPI_Win_complete(win));
}

int MPI_Win_create(void *base, MPI_Aint size, int disp, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_create, 1, comm)) return PMPI_Win_create(base, size, disp, info, comm, win);
	start(&c);
	r = PMPI_Win_create(base, size, disp, info, comm, win);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_create_c, 1, comm)) return PMPI_Win_create_c(base, size, disp, info, comm, win);
	start(&c);
	r = PMPI_Win_create_c(base, size, disp, info, comm, win);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_create_dynamic, 1, comm)) return PMPI_Win_create_dynamic(info, comm, win);
	start(&c);
	r = PMPI_Win_create_dynamic(info, comm, win);
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_detach(MPI_Win win, const void *base)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_detach, 0, MPI_COMM_NULL)) return PMPI_Win_detach(win, base);
	start(&c);
	return plain(&c, PMPI_Win_detach(win, base));
}

int MPI_Win_fence(int assert, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_fence, 0, MPI_COMM_NULL)) return PMPI_Win_fence(assert, win);
	start(&c);
	return plain(&c, PMPI_Win_fence(assert, win));
}

int MPI_Win_flush(int rank, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush, 0, MPI_COMM_NULL)) return PMPI_Win_flush(rank, win);
	start(&c);
	return plain(&c, PMPI_Win_flush(rank, win));
}

int MPI_Win_flush_all(MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush_all, 0, MPI_COMM_NULL)) return PMPI_Win_flush_all(win);
	start(&c);
	return plain(&c, PMPI_Win_flush_all(win));
}

int MPI_Win_flush_local(int rank, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush_local, 0, MPI_COMM_NULL)) return PMPI_Win_flush_local(rank, win);
	start(&c);
	return plain(&c, PMPI_Win_flush_local(rank, win));
}

int MPI_Win_flush_local_all(MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_flush_local_all, 0, MPI_COMM_NULL)) return PMPI_Win_flush_local_all(win);
	start(&c);
	return plain(&c, PMPI_Win_flush_local_all(win));
}

int MPI_Win_free(MPI_Win *win)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Win_free, 0, MPI_COMM_NULL)) return PMPI_Win_free(win);
	gohpc_mpiwrap_drop(A_WINDOW, HANDLE(*win));
	start(&c);
	r = PMPI_Win_free(win);
	c.end = ticks(&c);
	record_plain(&c, r);
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_group, 0, MPI_COMM_NULL)) return PMPI_Win_get_group(win, group);
	start(&c);
	return plain(&c, PMPI_Win_get_group(win, group));
}

int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_info, 0, MPI_COMM_NULL)) return PMPI_Win_get_info(win, info_used);
	start(&c);
	return plain(&c, PMPI_Win_get_info(win, info_used));
}

int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_get_name, 0, MPI_COMM_NULL)) return PMPI_Win_get_name(win, win_name, resultlen);
	start(&c);
	return plain(&c, PMPI_Win_get_name(win, win_name, resultlen));
}

int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_lock, 0, MPI_COMM_NULL)) return PMPI_Win_lock(lock_type, rank, assert, win);
	start(&c);
	return plain(&c, PMPI_Win_lock(lock_type, rank, assert, win));
}

int MPI_Win_lock_all(int assert, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_lock_all, 0, MPI_COMM_NULL)) return PMPI_Win_lock_all(assert, win);
	start(&c);
	return plain(&c, PMPI_Win_lock_all(assert, win));
}

int MPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_post, 0, MPI_COMM_NULL)) return PMPI_Win_post(group, assert, win);
	start(&c);
	return plain(&c, PMPI_Win_post(group, assert, win));
}

int MPI_Win_set_info(MPI_Win win, MPI_Info info)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_info, 0, MPI_COMM_NULL)) return PMPI_Win_set_info(win, info);
	start(&c);
	return plain(&c, PMPI_Win_set_info(win, info));
}

int MPI_Win_set_name(MPI_Win win, const char *win_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_set_name, 0, MPI_COMM_NULL)) return PMPI_Win_set_name(win, win_name);
	start(&c);
	return plain(&c, PMPI_Win_set_name(win, win_name));
}

int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_shared_query, 0, MPI_COMM_NULL)) return PMPI_Win_shared_query(win, rank, size, disp_unit, baseptr);
	start(&c);
	return plain(&c, PMPI_Win_shared_query(win, rank, size, disp_unit, baseptr));
}

int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_shared_query_c, 0, MPI_COMM_NULL)) return PMPI_Win_shared_query_c(win, rank, size, disp_unit, baseptr);
	start(&c);
	return plain(&c, PMPI_Win_shared_query_c(win, rank, size, disp_unit, baseptr));
}

int MPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_start, 0, MPI_COMM_NULL)) return PMPI_Win_start(group, assert, win);
	start(&c);
	return plain(&c, PMPI_Win_start(group, assert, win));
}

int MPI_Win_sync(MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_sync, 0, MPI_COMM_NULL)) return PMPI_Win_sync(win);
	start(&c);
	return plain(&c, PMPI_Win_sync(win));
}

int MPI_Win_test(MPI_Win win, int *flag)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_test, 0, MPI_COMM_NULL)) return PMPI_Win_test(win, flag);
	start(&c);
	return plain(&c, PMPI_Win_test(win, flag));
}

int MPI_Win_unlock(int rank, MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_unlock, 0, MPI_COMM_NULL)) return PMPI_Win_unlock(rank, win);
	start(&c);
	return plain(&c, PMPI_Win_unlock(rank, win));
}

int MPI_Win_unlock_all(MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_unlock_all, 0, MPI_COMM_NULL)) return PMPI_Win_unlock_all(win);
	start(&c);
	return plain(&c, PMPI_Win_unlock_all(win));
}

int MPI_Win_wait(MPI_Win win)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Win_wait, 0, MPI_COMM_NULL)) return PMPI_Win_wait(win);
	start(&c);
	return plain(&c, PMPI_Win_wait(win));
}

int MPI_Close_port(const char *port_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Close_port, 0, MPI_COMM_NULL)) return PMPI_Close_port(port_name);
	start(&c);
	return plain(&c, PMPI_Close_port(port_name));
}

int MPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_accept, 1, comm)) return PMPI_Comm_accept(port_name, info, root, comm, newcomm);
	start(&c);
	return plain(&c, PMPI_Comm_accept(port_name, info, root, comm, newcomm));
}

int MPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_connect, 1, comm)) return PMPI_Comm_connect(port_name, info, root, comm, newcomm);
	start(&c);
	return plain(&c, PMPI_Comm_connect(port_name, info, root, comm, newcomm));
}

int MPI_Comm_disconnect(MPI_Comm *comm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_disconnect, 1, *comm)) return PMPI_Comm_disconnect(comm);
	gohpc_mpiwrap_freeing_comm(*comm);
	start(&c);
	r = PMPI_Comm_disconnect(comm);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, id_of(&c));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_Comm_get_parent(MPI_Comm *parent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_get_parent, 0, MPI_COMM_NULL)) return PMPI_Comm_get_parent(parent);
	start(&c);
	return plain(&c, PMPI_Comm_get_parent(parent));
}

int MPI_Comm_join(int fd, MPI_Comm *intercomm)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_join, 0, MPI_COMM_NULL)) return PMPI_Comm_join(fd, intercomm);
	start(&c);
	return plain(&c, PMPI_Comm_join(fd, intercomm));
}

int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_spawn, 1, comm)) return PMPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes);
	start(&c);
	return plain(&c, PMPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes));
}

int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Comm_spawn_multiple, 1, comm)) return PMPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes);
	start(&c);
	return plain(&c, PMPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes));
}

int MPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Lookup_name, 0, MPI_COMM_NULL)) return PMPI_Lookup_name(service_name, info, port_name);
	start(&c);
	return plain(&c, PMPI_Lookup_name(service_name, info, port_name));
}

int MPI_Open_port(MPI_Info info, char *port_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Open_port, 0, MPI_COMM_NULL)) return PMPI_Open_port(info, port_name);
	start(&c);
	return plain(&c, PMPI_Open_port(info, port_name));
}

int MPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Publish_name, 0, MPI_COMM_NULL)) return PMPI_Publish_name(service_name, info, port_name);
	start(&c);
	return plain(&c, PMPI_Publish_name(service_name, info, port_name));
}

int MPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Unpublish_name, 0, MPI_COMM_NULL)) return PMPI_Unpublish_name(service_name, info, port_name);
	start(&c);
	return plain(&c, PMPI_Unpublish_name(service_name, info, port_name));
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Cart_coords, 1, comm)) return PMPI_Cart_coords(comm, rank, maxdims, coords);
	start(&c);
	return plain(&c, PMPI_Cart_coords(comm, rank, maxdims, coords));
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Cart_create, 1, comm)) return PMPI_Cart_create(comm, ndims, dims, periods, reorder, newcomm);
	start(&c);
	r = PMPI_Cart_create(comm, ndims, dims, periods, reorder, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Cart_get, 1, comm)) return PMPI_Cart_get(comm, maxdims, dims, periods, coords);
	start(&c);
	return plain(&c, PMPI_Cart_get(comm, maxdims, dims, periods, coords));
}

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Cart_map, 1, comm)) return PMPI_Cart_map(comm, ndims, dims, periods, newrank);
	start(&c);
	return plain(&c, PMPI_Cart_map(comm, ndims, dims, periods, newrank));
}

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Cart_rank, 1, comm)) return PMPI_Cart_rank(comm, coords, rank);
	start(&c);
	return plain(&c, PMPI_Cart_rank(comm, coords, rank));
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Cart_shift, 1, comm)) return PMPI_Cart_shift(comm, direction, disp, rank_source, rank_dest);
	start(&c);
	return plain(&c, PMPI_Cart_shift(comm, direction, disp, rank_source, rank_dest));
}

int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Cart_sub, 1, comm)) return PMPI_Cart_sub(comm, remain_dims, newcomm);
	start(&c);
	r = PMPI_Cart_sub(comm, remain_dims, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Cartdim_get, 1, comm)) return PMPI_Cartdim_get(comm, ndims);
	start(&c);
	return plain(&c, PMPI_Cartdim_get(comm, ndims));
}

int MPI_Dims_create(int nnodes, int ndims, int dims[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Dims_create, 0, MPI_COMM_NULL)) return PMPI_Dims_create(nnodes, ndims, dims);
	start(&c);
	return plain(&c, PMPI_Dims_create(nnodes, ndims, dims));
}

int MPI_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_create, 1, comm)) return PMPI_Dist_graph_create(comm, n, sources, degrees, destinations, weights, info, reorder, newcomm);
	start(&c);
	r = PMPI_Dist_graph_create(comm, n, sources, degrees, destinations, weights, info, reorder, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_create_adjacent, 1, comm)) return PMPI_Dist_graph_create_adjacent(comm, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, newcomm);
	start(&c);
	r = PMPI_Dist_graph_create_adjacent(comm, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_neighbors, 1, comm)) return PMPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights);
	start(&c);
	return plain(&c, PMPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights));
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Dist_graph_neighbors_count, 1, comm)) return PMPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted);
	start(&c);
	return plain(&c, PMPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted));
}

int MPI_Graph_create(MPI_Comm comm, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm *newcomm)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_Graph_create, 1, comm)) return PMPI_Graph_create(comm, nnodes, index, edges, reorder, newcomm);
	start(&c);
	r = PMPI_Graph_create(comm, nnodes, index, edges, reorder, newcomm);
	c.end = ticks(&c);
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
	return r;
}

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Graph_get, 1, comm)) return PMPI_Graph_get(comm, maxindex, maxedges, indx, edges);
	start(&c);
	return plain(&c, PMPI_Graph_get(comm, maxindex, maxedges, indx, edges));
}

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Graph_map, 1, comm)) return PMPI_Graph_map(comm, nnodes, indx, edges, newrank);
	start(&c);
	return plain(&c, PMPI_Graph_map(comm, nnodes, indx, edges, newrank));
}

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Graph_neighbors, 1, comm)) return PMPI_Graph_neighbors(comm, rank, maxneighbors, neighbors);
	start(&c);
	return plain(&c, PMPI_Graph_neighbors(comm, rank, maxneighbors, neighbors));
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Graph_neighbors_count, 1, comm)) return PMPI_Graph_neighbors_count(comm, rank, nneighbors);
	start(&c);
	return plain(&c, PMPI_Graph_neighbors_count(comm, rank, nneighbors));
}

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Graphdims_get, 1, comm)) return PMPI_Graphdims_get(comm, nnodes, nedges);
	start(&c);
	return plain(&c, PMPI_Graphdims_get(comm, nnodes, nedges));
}

int MPI_Topo_test(MPI_Comm comm, int *status)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Topo_test, 1, comm)) return PMPI_Topo_test(comm, status);
	start(&c);
	return plain(&c, PMPI_Topo_test(comm, status));
}

int MPI_File_open(MPI_Comm comm, const char *name, int amode, MPI_Info info, MPI_File *file)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_open, 1, comm)) return PMPI_File_open(comm, name, amode, info, file);
	start(&c);
	r = PMPI_File_open(comm, name, amode, info, file);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_close(MPI_File *file)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_close, 0, MPI_COMM_NULL)) return PMPI_File_close(file);
	int fid = gohpc_mpiwrap_closing(*file);
	start(&c);
	r = PMPI_File_close(file);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, fid);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_File_delete(const char *name, MPI_Info info)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_delete, 0, MPI_COMM_NULL)) return PMPI_File_delete(name, info);
	start(&c);
	r = PMPI_File_delete(name, info);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_set_size(MPI_File file, MPI_Offset size)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_set_size, 0, MPI_COMM_NULL)) return PMPI_File_set_size(file, size);
	start(&c);
	r = PMPI_File_set_size(file, size);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_File_preallocate(MPI_File file, MPI_Offset size)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_preallocate, 0, MPI_COMM_NULL)) return PMPI_File_preallocate(file, size);
	start(&c);
	r = PMPI_File_preallocate(file, size);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, size);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_File_get_size(MPI_File file, MPI_Offset *size)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_size, 0, MPI_COMM_NULL)) return PMPI_File_get_size(file, size);
	start(&c);
	r = PMPI_File_get_size(file, size);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, OK(r) ? *size : -1);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_File_get_group(MPI_File argument1, MPI_Group *argument2)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_group, 0, MPI_COMM_NULL)) return PMPI_File_get_group(argument1, argument2);
	start(&c);
	return plain(&c, PMPI_File_get_group(argument1, argument2));
}

int MPI_File_get_amode(MPI_File argument1, int *argument2)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_amode, 0, MPI_COMM_NULL)) return PMPI_File_get_amode(argument1, argument2);
	start(&c);
	return plain(&c, PMPI_File_get_amode(argument1, argument2));
}

int MPI_File_set_info(MPI_File file, MPI_Info info)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_set_info, 0, MPI_COMM_NULL)) return PMPI_File_set_info(file, info);
	start(&c);
	r = PMPI_File_set_info(file, info);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			gohpc_mpiwrap_put_info(e, info);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_File_get_info(MPI_File argument1, MPI_Info *argument2)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_info, 0, MPI_COMM_NULL)) return PMPI_File_get_info(argument1, argument2);
	start(&c);
	return plain(&c, PMPI_File_get_info(argument1, argument2));
}

int MPI_File_set_view(MPI_File file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_set_view, 0, MPI_COMM_NULL)) return PMPI_File_set_view(file, disp, etype, filetype, datarep, info);
	start(&c);
	r = PMPI_File_set_view(file, disp, etype, filetype, datarep, info);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_get_view(MPI_File argument1, MPI_Offset *argument2, MPI_Datatype *argument3, MPI_Datatype *argument4, char *argument5)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_view, 0, MPI_COMM_NULL)) return PMPI_File_get_view(argument1, argument2, argument3, argument4, argument5);
	start(&c);
	return plain(&c, PMPI_File_get_view(argument1, argument2, argument3, argument4, argument5));
}

int MPI_File_read_at(MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at, 0, MPI_COMM_NULL)) return PMPI_File_read_at(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_at(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_at_all(MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all, 0, MPI_COMM_NULL)) return PMPI_File_read_at_all(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_at_all(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_at(MPI_File file, MPI_Offset offset, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at, 0, MPI_COMM_NULL)) return PMPI_File_write_at(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_at(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset offset, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all, 0, MPI_COMM_NULL)) return PMPI_File_write_at_all(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_at_all(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_at(MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_at, 0, MPI_COMM_NULL)) return PMPI_File_iread_at(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iread_at(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_at(MPI_File file, MPI_Offset offset, const void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_at, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_at(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iwrite_at(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read(MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read, 0, MPI_COMM_NULL)) return PMPI_File_read(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_read(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_all(MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all, 0, MPI_COMM_NULL)) return PMPI_File_read_all(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_read_all(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write(MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write, 0, MPI_COMM_NULL)) return PMPI_File_write(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_write(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_all(MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all, 0, MPI_COMM_NULL)) return PMPI_File_write_all(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_write_all(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread(MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread, 0, MPI_COMM_NULL)) return PMPI_File_iread(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iread(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite(MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite, 0, MPI_COMM_NULL)) return PMPI_File_iwrite(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iwrite(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_seek(MPI_File file, MPI_Offset offset, int whence)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_seek, 0, MPI_COMM_NULL)) return PMPI_File_seek(file, offset, whence);
	start(&c);
	r = PMPI_File_seek(file, offset, whence);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_get_position(MPI_File argument1, MPI_Offset *argument2)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_position, 0, MPI_COMM_NULL)) return PMPI_File_get_position(argument1, argument2);
	start(&c);
	return plain(&c, PMPI_File_get_position(argument1, argument2));
}

int MPI_File_get_byte_offset(MPI_File argument1, MPI_Offset argument2, MPI_Offset *argument3)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_byte_offset, 0, MPI_COMM_NULL)) return PMPI_File_get_byte_offset(argument1, argument2, argument3);
	start(&c);
	return plain(&c, PMPI_File_get_byte_offset(argument1, argument2, argument3));
}

int MPI_File_read_shared(MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_shared, 0, MPI_COMM_NULL)) return PMPI_File_read_shared(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_shared(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_shared(MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_shared, 0, MPI_COMM_NULL)) return PMPI_File_write_shared(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_shared(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_shared(MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_shared, 0, MPI_COMM_NULL)) return PMPI_File_iread_shared(file, buf, count, type, request);
	start(&c);
	r = PMPI_File_iread_shared(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_shared(MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_shared, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_shared(file, buf, count, type, request);
	start(&c);
	r = PMPI_File_iwrite_shared(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_ordered(MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered, 0, MPI_COMM_NULL)) return PMPI_File_read_ordered(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_ordered(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_ordered(MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered, 0, MPI_COMM_NULL)) return PMPI_File_write_ordered(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_ordered(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_seek_shared(MPI_File file, MPI_Offset offset, int whence)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_seek_shared, 0, MPI_COMM_NULL)) return PMPI_File_seek_shared(file, offset, whence);
	start(&c);
	r = PMPI_File_seek_shared(file, offset, whence);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_get_position_shared(MPI_File argument1, MPI_Offset *argument2)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_position_shared, 0, MPI_COMM_NULL)) return PMPI_File_get_position_shared(argument1, argument2);
	start(&c);
	return plain(&c, PMPI_File_get_position_shared(argument1, argument2));
}

int MPI_File_read_at_all_begin(MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all_begin, 0, MPI_COMM_NULL)) return PMPI_File_read_at_all_begin(file, offset, buf, count, type);
	start(&c);
	r = PMPI_File_read_at_all_begin(file, offset, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_at_all_end(MPI_File file, void *buf, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all_end, 0, MPI_COMM_NULL)) return PMPI_File_read_at_all_end(file, buf, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_at_all_end(file, buf, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_at_all_begin(MPI_File file, MPI_Offset offset, const void *buf, int count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all_begin, 0, MPI_COMM_NULL)) return PMPI_File_write_at_all_begin(file, offset, buf, count, type);
	start(&c);
	r = PMPI_File_write_at_all_begin(file, offset, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_at_all_end(MPI_File file, const void *buf, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all_end, 0, MPI_COMM_NULL)) return PMPI_File_write_at_all_end(file, buf, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_at_all_end(file, buf, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_all_begin(MPI_File file, void *buf, int count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all_begin, 0, MPI_COMM_NULL)) return PMPI_File_read_all_begin(file, buf, count, type);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_read_all_begin(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_all_end(MPI_File file, void *buf, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all_end, 0, MPI_COMM_NULL)) return PMPI_File_read_all_end(file, buf, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_all_end(file, buf, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_all_begin(MPI_File file, const void *buf, int count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all_begin, 0, MPI_COMM_NULL)) return PMPI_File_write_all_begin(file, buf, count, type);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_write_all_begin(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_all_end(MPI_File file, const void *buf, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all_end, 0, MPI_COMM_NULL)) return PMPI_File_write_all_end(file, buf, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_all_end(file, buf, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_ordered_begin(MPI_File file, void *buf, int count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered_begin, 0, MPI_COMM_NULL)) return PMPI_File_read_ordered_begin(file, buf, count, type);
	start(&c);
	r = PMPI_File_read_ordered_begin(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_ordered_end(MPI_File file, void *buf, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered_end, 0, MPI_COMM_NULL)) return PMPI_File_read_ordered_end(file, buf, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_ordered_end(file, buf, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_ordered_begin(MPI_File file, const void *buf, int count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered_begin, 0, MPI_COMM_NULL)) return PMPI_File_write_ordered_begin(file, buf, count, type);
	start(&c);
	r = PMPI_File_write_ordered_begin(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_ordered_end(MPI_File file, const void *buf, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered_end, 0, MPI_COMM_NULL)) return PMPI_File_write_ordered_end(file, buf, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_ordered_end(file, buf, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_get_type_extent(MPI_File argument1, MPI_Datatype argument2, MPI_Aint *argument3)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_type_extent, 0, MPI_COMM_NULL)) return PMPI_File_get_type_extent(argument1, argument2, argument3);
	start(&c);
	return plain(&c, PMPI_File_get_type_extent(argument1, argument2, argument3));
}

int MPI_Register_datarep(const char *argument1, MPI_Datarep_conversion_function *argument2, MPI_Datarep_conversion_function *argument3, MPI_Datarep_extent_function *argument4, void *argument5)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Register_datarep, 0, MPI_COMM_NULL)) return PMPI_Register_datarep(argument1, argument2, argument3, argument4, argument5);
	start(&c);
	return plain(&c, PMPI_Register_datarep(argument1, argument2, argument3, argument4, argument5));
}

int MPI_File_set_atomicity(MPI_File file, int flag)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_set_atomicity, 0, MPI_COMM_NULL)) return PMPI_File_set_atomicity(file, flag);
	start(&c);
	r = PMPI_File_set_atomicity(file, flag);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			put(e, flag);
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_File_get_atomicity(MPI_File argument1, int *argument2)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_atomicity, 0, MPI_COMM_NULL)) return PMPI_File_get_atomicity(argument1, argument2);
	start(&c);
	return plain(&c, PMPI_File_get_atomicity(argument1, argument2));
}

int MPI_File_sync(MPI_File file)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_sync, 0, MPI_COMM_NULL)) return PMPI_File_sync(file);
	start(&c);
	r = PMPI_File_sync(file);
	c.end = ticks(&c);
	if (RECORDING(&c)) {
		struct event *e = gohpc_mpiwrap_event(&c, r);
		if (e) {
			put(e, gohpc_mpiwrap_file_of(file));
			gohpc_mpiwrap_event_end(&c, e);
		}
	}
	gohpc_mpiwrap_leave(&c);
	return r;
}

int MPI_File_iread_at_all(MPI_File file, MPI_Offset offset, void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_at_all, 0, MPI_COMM_NULL)) return PMPI_File_iread_at_all(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iread_at_all(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_at_all(MPI_File file, MPI_Offset offset, const void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_at_all, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_at_all(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iwrite_at_all(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_all(MPI_File file, void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_all, 0, MPI_COMM_NULL)) return PMPI_File_iread_all(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iread_all(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_all(MPI_File file, const void *buf, int count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_all, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_all(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iwrite_all(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_c, 0, MPI_COMM_NULL)) return PMPI_File_read_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_read_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_all_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all_c, 0, MPI_COMM_NULL)) return PMPI_File_read_all_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_read_all_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_all_begin_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_all_begin_c, 0, MPI_COMM_NULL)) return PMPI_File_read_all_begin_c(file, buf, count, type);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_read_all_begin_c(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_at_c(MPI_File file, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_c, 0, MPI_COMM_NULL)) return PMPI_File_read_at_c(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_at_c(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_at_all_c(MPI_File file, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all_c, 0, MPI_COMM_NULL)) return PMPI_File_read_at_all_c(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_at_all_c(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_at_all_begin_c(MPI_File file, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_at_all_begin_c, 0, MPI_COMM_NULL)) return PMPI_File_read_at_all_begin_c(file, offset, buf, count, type);
	start(&c);
	r = PMPI_File_read_at_all_begin_c(file, offset, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_ordered_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered_c, 0, MPI_COMM_NULL)) return PMPI_File_read_ordered_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_ordered_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_ordered_begin_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_ordered_begin_c, 0, MPI_COMM_NULL)) return PMPI_File_read_ordered_begin_c(file, buf, count, type);
	start(&c);
	r = PMPI_File_read_ordered_begin_c(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_read_shared_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_read_shared_c, 0, MPI_COMM_NULL)) return PMPI_File_read_shared_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_read_shared_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_c, 0, MPI_COMM_NULL)) return PMPI_File_write_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_write_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_all_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all_c, 0, MPI_COMM_NULL)) return PMPI_File_write_all_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_write_all_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_all_begin_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_all_begin_c, 0, MPI_COMM_NULL)) return PMPI_File_write_all_begin_c(file, buf, count, type);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_write_all_begin_c(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_at_c(MPI_File file, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_c, 0, MPI_COMM_NULL)) return PMPI_File_write_at_c(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_at_c(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_at_all_c(MPI_File file, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all_c, 0, MPI_COMM_NULL)) return PMPI_File_write_at_all_c(file, offset, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_at_all_c(file, offset, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_at_all_begin_c(MPI_File file, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_at_all_begin_c, 0, MPI_COMM_NULL)) return PMPI_File_write_at_all_begin_c(file, offset, buf, count, type);
	start(&c);
	r = PMPI_File_write_at_all_begin_c(file, offset, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_ordered_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered_c, 0, MPI_COMM_NULL)) return PMPI_File_write_ordered_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_ordered_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_ordered_begin_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_ordered_begin_c, 0, MPI_COMM_NULL)) return PMPI_File_write_ordered_begin_c(file, buf, count, type);
	start(&c);
	r = PMPI_File_write_ordered_begin_c(file, buf, count, type);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_write_shared_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Status *status)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_write_shared_c, 0, MPI_COMM_NULL)) return PMPI_File_write_shared_c(file, buf, count, type, status);
	MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;
	start(&c);
	r = PMPI_File_write_shared_c(file, buf, count, type, status);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_c, 0, MPI_COMM_NULL)) return PMPI_File_iread_c(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iread_c(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_all_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_all_c, 0, MPI_COMM_NULL)) return PMPI_File_iread_all_c(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iread_all_c(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_at_c(MPI_File file, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_at_c, 0, MPI_COMM_NULL)) return PMPI_File_iread_at_c(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iread_at_c(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_at_all_c(MPI_File file, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_at_all_c, 0, MPI_COMM_NULL)) return PMPI_File_iread_at_all_c(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iread_at_all_c(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iread_shared_c(MPI_File file, void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iread_shared_c, 0, MPI_COMM_NULL)) return PMPI_File_iread_shared_c(file, buf, count, type, request);
	start(&c);
	r = PMPI_File_iread_shared_c(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_c, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_c(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iwrite_c(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_all_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_all_c, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_all_c(file, buf, count, type, request);
	int64_t offset = position(&c, file);
	start(&c);
	r = PMPI_File_iwrite_all_c(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_at_c(MPI_File file, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_at_c, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_at_c(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iwrite_at_c(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_at_all_c(MPI_File file, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_at_all_c, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_at_all_c(file, offset, buf, count, type, request);
	start(&c);
	r = PMPI_File_iwrite_at_all_c(file, offset, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_iwrite_shared_c(MPI_File file, const void *buf, MPI_Count count, MPI_Datatype type, MPI_Request *request)
{
	struct call c;
	int r;
	if (!gohpc_mpiwrap_enter(&c, function_File_iwrite_shared_c, 0, MPI_COMM_NULL)) return PMPI_File_iwrite_shared_c(file, buf, count, type, request);
	start(&c);
	r = PMPI_File_iwrite_shared_c(file, buf, count, type, request);
	c.end = ticks(&c);
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
	return r;
}

int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_File_get_type_extent_c, 0, MPI_COMM_NULL)) return PMPI_File_get_type_extent_c(fh, datatype, extent);
	start(&c);
	return plain(&c, PMPI_File_get_type_extent_c(fh, datatype, extent));
}

int MPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn, MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
	struct call c;
	if (!gohpc_mpiwrap_enter(&c, function_Register_datarep_c, 0, MPI_COMM_NULL)) return PMPI_Register_datarep_c(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state);
	start(&c);
	return plain(&c, PMPI_Register_datarep_c(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state));
}

#endif
