//go:build mpi && cgo

/* Written by internal/generate: change that, not this. */
#include "wrapper.h"

#if !defined(OPEN_MPI)

FREQUENT_COLLECTIVE(Allreduce, Allreduce, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, comm))
FREQUENT_COLLECTIVE(Alltoall, Alltoall, BLOCKING, IN(comm),
	(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
FREQUENT_COLLECTIVE(Alltoallv, Alltoallv, BLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[], const int sdispls[],
	MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
FREQUENT_COLLECTIVE(Barrier, Barrier, BLOCKING, IN(comm), (MPI_Comm comm), (comm))
FREQUENT_COLLECTIVE(Bcast, Bcast, BLOCKING, IN(comm), (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm),
	(buffer, count, datatype, root, comm))
FREQUENT_COLLECTIVE(Reduce, Reduce, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, root, comm))
FREQUENT(Iprobe, Iprobe, IN(comm), (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status), (source, tag, comm, flag, status))
FREQUENT(Irecv, Irecv, IN(comm), (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, source, tag, comm, request))
FREQUENT(Isend, Isend, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
FREQUENT(Recv, Recv, IN(comm), (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status),
	(buf, count, datatype, source, tag, comm, status))
FREQUENT(Send, Send, IN(comm), (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
FREQUENT(Sendrecv, Sendrecv, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
	(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status))
FREQUENT(Start, Start, NOWHERE, (MPI_Request *request), (request))
FREQUENT(Startall, Startall, NOWHERE, (int count, MPI_Request array_of_requests[]), (count, array_of_requests))
FREQUENT(Test, Test, NOWHERE, (MPI_Request *request, int *flag, MPI_Status *status), (request, flag, status))
FREQUENT(Testall, Testall, NOWHERE, (int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]),
	(count, array_of_requests, flag, array_of_statuses))
FREQUENT(Wait, Wait, NOWHERE, (MPI_Request *request, MPI_Status *status), (request, status))
FREQUENT(Waitall, Waitall, NOWHERE, (int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]),
	(count, array_of_requests, array_of_statuses))
FREQUENT(Get, Get, NOWHERE, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
	int target_count, MPI_Datatype target_datatype, MPI_Win win),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win))
FREQUENT(Put, Put, NOWHERE, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
	int target_count, MPI_Datatype target_datatype, MPI_Win win),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win))

/* What follows is called seldom: better code would save less in a run than compiling it takes. */
#pragma GCC optimize("O0")

PLAIN(Type_create_f90_integer, NOWHERE, (int r_, MPI_Datatype *newtype), (r_, newtype))
PLAIN(Type_create_f90_real, NOWHERE, (int p, int r_, MPI_Datatype *newtype), (p, r_, newtype))
PLAIN(Type_create_f90_complex, NOWHERE, (int p, int r_, MPI_Datatype *newtype), (p, r_, newtype))
PLAIN(Attr_delete, IN(comm), (MPI_Comm comm, int keyval), (comm, keyval))
PLAIN(Attr_get, IN(comm), (MPI_Comm comm, int keyval, void *attribute_val, int *flag), (comm, keyval, attribute_val, flag))
PLAIN(Attr_put, IN(comm), (MPI_Comm comm, int keyval, void *attribute_val), (comm, keyval, attribute_val))
PLAIN(Comm_create_keyval, NOWHERE,
	(MPI_Comm_copy_attr_function *comm_copy_attr_fn, MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state),
	(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state))
PLAIN(Comm_delete_attr, IN(comm), (MPI_Comm comm, int comm_keyval), (comm, comm_keyval))
PLAIN(Comm_free_keyval, NOWHERE, (int *comm_keyval), (comm_keyval))
PLAIN(Comm_get_attr, IN(comm), (MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag), (comm, comm_keyval, attribute_val, flag))
PLAIN(Comm_set_attr, IN(comm), (MPI_Comm comm, int comm_keyval, void *attribute_val), (comm, comm_keyval, attribute_val))
PLAIN(Keyval_create, NOWHERE, (MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state),
	(copy_fn, delete_fn, keyval, extra_state))
PLAIN(Keyval_free, NOWHERE, (int *keyval), (keyval))
PLAIN(Type_create_keyval, NOWHERE,
	(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state),
	(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state))
PLAIN(Type_delete_attr, NOWHERE, (MPI_Datatype datatype, int type_keyval), (datatype, type_keyval))
PLAIN(Type_free_keyval, NOWHERE, (int *type_keyval), (type_keyval))
PLAIN(Type_get_attr, NOWHERE, (MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag),
	(datatype, type_keyval, attribute_val, flag))
PLAIN(Type_set_attr, NOWHERE, (MPI_Datatype datatype, int type_keyval, void *attribute_val), (datatype, type_keyval, attribute_val))
PLAIN(Win_create_keyval, NOWHERE,
	(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state),
	(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state))
PLAIN(Win_delete_attr, NOWHERE, (MPI_Win win, int win_keyval), (win, win_keyval))
PLAIN(Win_free_keyval, NOWHERE, (int *win_keyval), (win_keyval))
PLAIN(Win_get_attr, NOWHERE, (MPI_Win win, int win_keyval, void *attribute_val, int *flag), (win, win_keyval, attribute_val, flag))
PLAIN(Win_set_attr, NOWHERE, (MPI_Win win, int win_keyval, void *attribute_val), (win, win_keyval, attribute_val))
COLLECTIVE(Allgather, Allgather, BLOCKING, IN(comm),
	(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
COLLECTIVE(Allgather_c, Allgather, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
COLLECTIVE(Allgather_init, Allgather, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Allgather_init_c, Allgather, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
	void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Allgatherv, Allgatherv, BLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
COLLECTIVE(Allgatherv_c, Allgatherv, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
COLLECTIVE(Allgatherv_init, Allgatherv, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request))
COLLECTIVE(Allgatherv_init_c, Allgatherv, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
	void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
	MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request))
COLLECTIVE(Allreduce_c, Allreduce, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Allreduce_init, Allreduce, PERSISTENT, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, info, request))
COLLECTIVE(Allreduce_init_c, Allreduce, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
	MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, comm, info, request))
COLLECTIVE(Alltoall_c, Alltoall, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
COLLECTIVE(Alltoall_init, Alltoall, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Alltoall_init_c, Alltoall, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Alltoallv_c, Alltoallv, BLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
	MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
COLLECTIVE(Alltoallv_init, Alltoallv, PERSISTENT, IN(comm), (const void *sendbuf, const int sendcounts[], const int sdispls[],
	MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
	MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request))
COLLECTIVE(Alltoallv_init_c, Alltoallv, PERSISTENT, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
	MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
	MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request))
COLLECTIVE(Alltoallw, Alltoallw, BLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[], const int sdispls[],
	const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
	(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
COLLECTIVE(Alltoallw_c, Alltoallw, BLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
	const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
COLLECTIVE(Alltoallw_init, Alltoallw, PERSISTENT, IN(comm), (const void *sendbuf, const int sendcounts[], const int sdispls[],
	const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
	MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request))
COLLECTIVE(Alltoallw_init_c, Alltoallw, PERSISTENT, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
	const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request))
COLLECTIVE(Barrier_init, Barrier, PERSISTENT, IN(comm), (MPI_Comm comm, MPI_Info info, MPI_Request *request), (comm, info, request))
COLLECTIVE(Bcast_c, Bcast, BLOCKING, IN(comm), (void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm),
	(buffer, count, datatype, root, comm))
COLLECTIVE(Bcast_init, Bcast, PERSISTENT, IN(comm),
	(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(buffer, count, datatype, root, comm, info, request))
COLLECTIVE(Bcast_init_c, Bcast, PERSISTENT, IN(comm),
	(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(buffer, count, datatype, root, comm, info, request))
COLLECTIVE(Exscan, Exscan, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Exscan_c, Exscan, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Exscan_init, Exscan, PERSISTENT, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, info, request))
COLLECTIVE(Exscan_init_c, Exscan, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
	MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, comm, info, request))
COLLECTIVE(Gather, Gather, BLOCKING, IN(comm),
	(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
COLLECTIVE(Gather_c, Gather, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
COLLECTIVE(Gather_init, Gather, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request))
COLLECTIVE(Gather_init_c, Gather, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request))
COLLECTIVE(Gatherv, Gatherv, BLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))
COLLECTIVE(Gatherv_c, Gatherv, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))
COLLECTIVE(Gatherv_init, Gatherv, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request))
COLLECTIVE(Gatherv_init_c, Gatherv, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
	MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request))
COLLECTIVE(Iallgather, Allgather, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Iallgather_c, Allgather, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Iallgatherv, Allgatherv, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
COLLECTIVE(Iallgatherv_c, Allgatherv, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
	void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
COLLECTIVE(Iallreduce, Allreduce, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, request))
COLLECTIVE(Iallreduce_c, Allreduce, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, request))
COLLECTIVE(Ialltoall, Alltoall, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Ialltoall_c, Alltoall, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Ialltoallv, Alltoallv, NONBLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[], const int sdispls[],
	MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
	MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
COLLECTIVE(Ialltoallv_c, Alltoallv, NONBLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
	MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
	MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
COLLECTIVE(Ialltoallw, Alltoallw, NONBLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[], const int sdispls[],
	const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
	MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
COLLECTIVE(Ialltoallw_c, Alltoallw, NONBLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
	const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
COLLECTIVE(Ibarrier, Barrier, NONBLOCKING, IN(comm), (MPI_Comm comm, MPI_Request *request), (comm, request))
COLLECTIVE(Ibcast, Bcast, NONBLOCKING, IN(comm),
	(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request),
	(buffer, count, datatype, root, comm, request))
COLLECTIVE(Ibcast_c, Bcast, NONBLOCKING, IN(comm),
	(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request),
	(buffer, count, datatype, root, comm, request))
COLLECTIVE(Iexscan, Exscan, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, request))
COLLECTIVE(Iexscan_c, Exscan, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, request))
COLLECTIVE(Igather, Gather, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
	MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
COLLECTIVE(Igather_c, Gather, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
COLLECTIVE(Igatherv, Gatherv, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request))
COLLECTIVE(Igatherv_c, Gatherv, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request))
COLLECTIVE(Ineighbor_allgather, Neighbor_allgather, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Ineighbor_allgather_c, Neighbor_allgather, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount,
	MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Ineighbor_allgatherv, Neighbor_allgatherv, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
COLLECTIVE(Ineighbor_allgatherv_c, Neighbor_allgatherv, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount,
	MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
	MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
COLLECTIVE(Ineighbor_alltoall, Neighbor_alltoall, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Ineighbor_alltoall_c, Neighbor_alltoall, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
	void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
COLLECTIVE(Ineighbor_alltoallv, Neighbor_alltoallv, NONBLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[],
	const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Request *request), (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
COLLECTIVE(Ineighbor_alltoallv_c, Neighbor_alltoallv, NONBLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[],
	const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
	MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
COLLECTIVE(Ineighbor_alltoallw, Neighbor_alltoallw, NONBLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
COLLECTIVE(Ineighbor_alltoallw_c, Neighbor_alltoallw, NONBLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
COLLECTIVE(Ireduce, Reduce, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, root, comm, request))
COLLECTIVE(Ireduce_c, Reduce, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, root, comm, request))
COLLECTIVE(Ireduce_scatter, Reduce_scatter, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, recvcounts, datatype, op, comm, request))
COLLECTIVE(Ireduce_scatter_c, Reduce_scatter, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, recvcounts, datatype, op, comm, request))
COLLECTIVE(Ireduce_scatter_block, Reduce_scatter_block, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, recvcount, datatype, op, comm, request))
COLLECTIVE(Ireduce_scatter_block_c, Reduce_scatter_block, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, recvcount, datatype, op, comm, request))
COLLECTIVE(Iscan, Scan, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, request))
COLLECTIVE(Iscan_c, Scan, NONBLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, request))
COLLECTIVE(Iscatter, Scatter, NONBLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
COLLECTIVE(Iscatter_c, Scatter, NONBLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
COLLECTIVE(Iscatterv, Scatterv, NONBLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[], const int displs[],
	MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
COLLECTIVE(Iscatterv_c, Scatterv, NONBLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
	MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
COLLECTIVE(Neighbor_allgather, Neighbor_allgather, BLOCKING, IN(comm),
	(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
COLLECTIVE(Neighbor_allgather_c, Neighbor_allgather, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
	void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
COLLECTIVE(Neighbor_allgather_init, Neighbor_allgather, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Neighbor_allgather_init_c, Neighbor_allgather, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount,
	MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Neighbor_allgatherv, Neighbor_allgatherv, BLOCKING, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
COLLECTIVE(Neighbor_allgatherv_c, Neighbor_allgatherv, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
	void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
COLLECTIVE(Neighbor_allgatherv_init, Neighbor_allgatherv, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request))
COLLECTIVE(Neighbor_allgatherv_init_c, Neighbor_allgatherv, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount,
	MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
	MPI_Info info, MPI_Request *request), (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request))
COLLECTIVE(Neighbor_alltoall, Neighbor_alltoall, BLOCKING, IN(comm),
	(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
COLLECTIVE(Neighbor_alltoall_c, Neighbor_alltoall, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
	void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
COLLECTIVE(Neighbor_alltoall_init, Neighbor_alltoall, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Neighbor_alltoall_init_c, Neighbor_alltoall, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount,
	MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request))
COLLECTIVE(Neighbor_alltoallv, Neighbor_alltoallv, BLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[], const int sdispls[],
	MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
	(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
COLLECTIVE(Neighbor_alltoallv_c, Neighbor_alltoallv, BLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[],
	const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
	MPI_Datatype recvtype, MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
COLLECTIVE(Neighbor_alltoallv_init, Neighbor_alltoallv, PERSISTENT, IN(comm), (const void *sendbuf, const int sendcounts[],
	const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
	MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request))
COLLECTIVE(Neighbor_alltoallv_init_c, Neighbor_alltoallv, PERSISTENT, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[],
	const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
	MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request))
COLLECTIVE(Neighbor_alltoallw, Neighbor_alltoallw, BLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
COLLECTIVE(Neighbor_alltoallw_c, Neighbor_alltoallw, BLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm), (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
COLLECTIVE(Neighbor_alltoallw_init, Neighbor_alltoallw, PERSISTENT, IN(comm), (const void *sendbuf, const int sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request))
COLLECTIVE(Neighbor_alltoallw_init_c, Neighbor_alltoallw, PERSISTENT, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[],
	const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request))
COLLECTIVE(Reduce_c, Reduce, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, root, comm))
COLLECTIVE(Reduce_init, Reduce, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
	int root, MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, root, comm, info, request))
COLLECTIVE(Reduce_init_c, Reduce, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
	MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, root, comm, info, request))
PLAIN(Reduce_local, NOWHERE, (const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op),
	(inbuf, inoutbuf, count, datatype, op))
PLAIN(Reduce_local_c, NOWHERE, (const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op),
	(inbuf, inoutbuf, count, datatype, op))
COLLECTIVE(Reduce_scatter, Reduce_scatter, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, recvcounts, datatype, op, comm))
COLLECTIVE(Reduce_scatter_c, Reduce_scatter, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, recvcounts, datatype, op, comm))
COLLECTIVE(Reduce_scatter_block, Reduce_scatter_block, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, recvcount, datatype, op, comm))
COLLECTIVE(Reduce_scatter_block_c, Reduce_scatter_block, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, recvcount, datatype, op, comm))
COLLECTIVE(Reduce_scatter_block_init, Reduce_scatter_block, PERSISTENT, IN(comm),
	(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request))
COLLECTIVE(Reduce_scatter_block_init_c, Reduce_scatter_block, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request))
COLLECTIVE(Reduce_scatter_init, Reduce_scatter, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf, const int recvcounts[],
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request))
COLLECTIVE(Reduce_scatter_init_c, Reduce_scatter, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request))
COLLECTIVE(Scan, Scan, BLOCKING, IN(comm), (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Scan_c, Scan, BLOCKING, IN(comm),
	(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
	(sendbuf, recvbuf, count, datatype, op, comm))
COLLECTIVE(Scan_init, Scan, PERSISTENT, IN(comm),
	(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, recvbuf, count, datatype, op, comm, info, request))
COLLECTIVE(Scan_init_c, Scan, PERSISTENT, IN(comm), (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
	MPI_Comm comm, MPI_Info info, MPI_Request *request), (sendbuf, recvbuf, count, datatype, op, comm, info, request))
COLLECTIVE(Scatter, Scatter, BLOCKING, IN(comm),
	(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
COLLECTIVE(Scatter_c, Scatter, BLOCKING, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
COLLECTIVE(Scatter_init, Scatter, PERSISTENT, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request))
COLLECTIVE(Scatter_init_c, Scatter, PERSISTENT, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
	MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request))
COLLECTIVE(Scatterv, Scatterv, BLOCKING, IN(comm), (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
	void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))
COLLECTIVE(Scatterv_c, Scatterv, BLOCKING, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
	MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
	(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))
COLLECTIVE(Scatterv_init, Scatterv, PERSISTENT, IN(comm), (const void *sendbuf, const int sendcounts[], const int displs[],
	MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request))
COLLECTIVE(Scatterv_init_c, Scatterv, PERSISTENT, IN(comm), (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
	MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
	MPI_Request *request), (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request))
PLAIN(Comm_compare, IN(comm1), (MPI_Comm comm1, MPI_Comm comm2, int *result), (comm1, comm2, result))
SPECIAL(Comm_create, Comm_create, IN(comm), (MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm), (comm, group, newcomm))
SPECIAL(Comm_create_group, Comm_create_group, IN(comm), (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm),
	(comm, group, tag, newcomm))
SPECIAL(Comm_dup, Comm_dup, IN(comm), (MPI_Comm comm, MPI_Comm *newcomm), (comm, newcomm))
SPECIAL(Comm_dup_with_info, Comm_dup_with_info, IN(comm), (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm), (comm, info, newcomm))
SPECIAL(Comm_free, Comm_free, IN(*comm), (MPI_Comm *comm), (comm))
PLAIN(Comm_get_info, IN(comm), (MPI_Comm comm, MPI_Info *info_used), (comm, info_used))
PLAIN(Comm_get_name, IN(comm), (MPI_Comm comm, char *comm_name, int *resultlen), (comm, comm_name, resultlen))
PLAIN(Comm_group, IN(comm), (MPI_Comm comm, MPI_Group *group), (comm, group))
SPECIAL(Comm_idup, Comm_idup, IN(comm), (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request), (comm, newcomm, request))
SPECIAL(Comm_idup_with_info, Comm_idup_with_info, IN(comm), (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request),
	(comm, info, newcomm, request))
PLAIN(Comm_rank, IN(comm), (MPI_Comm comm, int *rank), (comm, rank))
PLAIN(Comm_remote_group, IN(comm), (MPI_Comm comm, MPI_Group *group), (comm, group))
PLAIN(Comm_remote_size, IN(comm), (MPI_Comm comm, int *size), (comm, size))
PLAIN(Comm_set_info, IN(comm), (MPI_Comm comm, MPI_Info info), (comm, info))
SPECIAL(Comm_set_name, Comm_set_name, IN(comm), (MPI_Comm comm, const char *comm_name), (comm, comm_name))
PLAIN(Comm_size, IN(comm), (MPI_Comm comm, int *size), (comm, size))
SPECIAL(Comm_split, Comm_split, IN(comm), (MPI_Comm comm, int color, int key, MPI_Comm *newcomm), (comm, color, key, newcomm))
SPECIAL(Comm_split_type, Comm_split_type, IN(comm), (MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm),
	(comm, split_type, key, info, newcomm))
PLAIN(Comm_test_inter, IN(comm), (MPI_Comm comm, int *flag), (comm, flag))
SPECIAL(Intercomm_create, Intercomm_create, IN(local_comm),
	(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm),
	(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm))
PLAIN(Intercomm_create_from_groups, NOWHERE, (MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
	const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm),
	(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm))
SPECIAL(Intercomm_merge, Intercomm_merge, IN(intercomm), (MPI_Comm intercomm, int high, MPI_Comm *newintracomm),
	(intercomm, high, newintracomm))
PLAIN(Get_address, NOWHERE, (const void *location, MPI_Aint *address), (location, address))
PLAIN(Get_count, NOWHERE, (const MPI_Status *status, MPI_Datatype datatype, int *count), (status, datatype, count))
PLAIN(Get_count_c, NOWHERE, (const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count), (status, datatype, count))
PLAIN(Get_elements, NOWHERE, (const MPI_Status *status, MPI_Datatype datatype, int *count), (status, datatype, count))
PLAIN(Get_elements_c, NOWHERE, (const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count), (status, datatype, count))
PLAIN(Get_elements_x, NOWHERE, (const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count), (status, datatype, count))
PLAIN(Pack, IN(comm), (const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm),
	(inbuf, incount, datatype, outbuf, outsize, position, comm))
PLAIN(Pack_c, IN(comm),
	(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm),
	(inbuf, incount, datatype, outbuf, outsize, position, comm))
PLAIN(Pack_external, NOWHERE,
	(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position),
	(datarep, inbuf, incount, datatype, outbuf, outsize, position))
PLAIN(Pack_external_c, NOWHERE,
	(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position),
	(datarep, inbuf, incount, datatype, outbuf, outsize, position))
PLAIN(Pack_external_size, NOWHERE, (const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size),
	(datarep, incount, datatype, size))
PLAIN(Pack_external_size_c, NOWHERE, (const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size),
	(datarep, incount, datatype, size))
PLAIN(Pack_size, IN(comm), (int incount, MPI_Datatype datatype, MPI_Comm comm, int *size), (incount, datatype, comm, size))
PLAIN(Pack_size_c, IN(comm), (MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size), (incount, datatype, comm, size))
PLAIN(Status_set_elements, NOWHERE, (MPI_Status *status, MPI_Datatype datatype, int count), (status, datatype, count))
PLAIN(Status_set_elements_x, NOWHERE, (MPI_Status *status, MPI_Datatype datatype, MPI_Count count), (status, datatype, count))
SPECIAL(Type_commit, Type_commit, NOWHERE, (MPI_Datatype *datatype), (datatype))
PLAIN(Type_contiguous, NOWHERE, (int count, MPI_Datatype oldtype, MPI_Datatype *newtype), (count, oldtype, newtype))
PLAIN(Type_contiguous_c, NOWHERE, (MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype), (count, oldtype, newtype))
PLAIN(Type_create_darray, NOWHERE, (int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[],
	const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype))
PLAIN(Type_create_darray_c, NOWHERE, (int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[],
	const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype))
PLAIN(Type_create_hindexed, NOWHERE,
	(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, array_of_blocklengths, array_of_displacements, oldtype, newtype))
PLAIN(Type_create_hindexed_c, NOWHERE, (MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
	MPI_Datatype oldtype, MPI_Datatype *newtype), (count, array_of_blocklengths, array_of_displacements, oldtype, newtype))
PLAIN(Type_create_hindexed_block, NOWHERE,
	(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, array_of_displacements, oldtype, newtype))
PLAIN(Type_create_hindexed_block_c, NOWHERE,
	(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, array_of_displacements, oldtype, newtype))
PLAIN(Type_create_hvector, NOWHERE, (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, stride, oldtype, newtype))
PLAIN(Type_create_hvector_c, NOWHERE,
	(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, stride, oldtype, newtype))
PLAIN(Type_create_indexed_block, NOWHERE,
	(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, array_of_displacements, oldtype, newtype))
PLAIN(Type_create_indexed_block_c, NOWHERE,
	(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, array_of_displacements, oldtype, newtype))
PLAIN(Type_create_resized, NOWHERE, (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype),
	(oldtype, lb, extent, newtype))
PLAIN(Type_create_resized_c, NOWHERE, (MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype),
	(oldtype, lb, extent, newtype))
PLAIN(Type_create_struct, NOWHERE, (int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
	const MPI_Datatype array_of_types[], MPI_Datatype *newtype),
	(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype))
PLAIN(Type_create_struct_c, NOWHERE, (MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
	const MPI_Datatype array_of_types[], MPI_Datatype *newtype),
	(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype))
PLAIN(Type_create_subarray, NOWHERE, (int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[],
	int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype))
PLAIN(Type_create_subarray_c, NOWHERE, (int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[],
	const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype))
PLAIN(Type_dup, NOWHERE, (MPI_Datatype oldtype, MPI_Datatype *newtype), (oldtype, newtype))
SPECIAL(Type_free, Type_free, NOWHERE, (MPI_Datatype *datatype), (datatype))
PLAIN(Type_get_contents, NOWHERE, (MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[],
	MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]),
	(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes))
PLAIN(Type_get_contents_c, NOWHERE, (MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts,
	MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[],
	MPI_Datatype array_of_datatypes[]), (datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers,
	array_of_addresses, array_of_large_counts, array_of_datatypes))
PLAIN(Type_get_envelope, NOWHERE, (MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner),
	(datatype, num_integers, num_addresses, num_datatypes, combiner))
PLAIN(Type_get_envelope_c, NOWHERE, (MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts,
	MPI_Count *num_datatypes, int *combiner), (datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner))
PLAIN(Type_get_extent, NOWHERE, (MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent), (datatype, lb, extent))
PLAIN(Type_get_extent_c, NOWHERE, (MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent), (datatype, lb, extent))
PLAIN(Type_get_extent_x, NOWHERE, (MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent), (datatype, lb, extent))
PLAIN(Type_get_name, NOWHERE, (MPI_Datatype datatype, char *type_name, int *resultlen), (datatype, type_name, resultlen))
PLAIN(Type_get_true_extent, NOWHERE, (MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent), (datatype, true_lb, true_extent))
PLAIN(Type_get_true_extent_c, NOWHERE, (MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent),
	(datatype, true_lb, true_extent))
PLAIN(Type_get_true_extent_x, NOWHERE, (MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent),
	(datatype, true_lb, true_extent))
PLAIN(Type_indexed, NOWHERE,
	(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, array_of_blocklengths, array_of_displacements, oldtype, newtype))
PLAIN(Type_indexed_c, NOWHERE, (MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
	MPI_Datatype oldtype, MPI_Datatype *newtype), (count, array_of_blocklengths, array_of_displacements, oldtype, newtype))
PLAIN(Type_match_size, NOWHERE, (int typeclass, int size, MPI_Datatype *datatype), (typeclass, size, datatype))
PLAIN(Type_set_name, NOWHERE, (MPI_Datatype datatype, const char *type_name), (datatype, type_name))
PLAIN(Type_size, NOWHERE, (MPI_Datatype datatype, int *size), (datatype, size))
PLAIN(Type_size_c, NOWHERE, (MPI_Datatype datatype, MPI_Count *size), (datatype, size))
PLAIN(Type_size_x, NOWHERE, (MPI_Datatype datatype, MPI_Count *size), (datatype, size))
SPECIAL(Type_vector, Type_vector, NOWHERE, (int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, stride, oldtype, newtype))
SPECIAL(Type_vector_c, Type_vector, NOWHERE,
	(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, stride, oldtype, newtype))
PLAIN(Unpack, IN(comm), (const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm),
	(inbuf, insize, position, outbuf, outcount, datatype, comm))
PLAIN(Unpack_c, IN(comm),
	(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm),
	(inbuf, insize, position, outbuf, outcount, datatype, comm))
PLAIN(Unpack_external, NOWHERE,
	(const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype),
	(datarep, inbuf, insize, position, outbuf, outcount, datatype))
PLAIN(Unpack_external_c, NOWHERE,
	(const char datarep[], const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype),
	(datarep, inbuf, insize, position, outbuf, outcount, datatype))
PLAIN(Address, NOWHERE, (void *location, MPI_Aint *address), (location, address))
PLAIN(Type_extent, NOWHERE, (MPI_Datatype datatype, MPI_Aint *extent), (datatype, extent))
PLAIN(Type_lb, NOWHERE, (MPI_Datatype datatype, MPI_Aint *displacement), (datatype, displacement))
PLAIN(Type_ub, NOWHERE, (MPI_Datatype datatype, MPI_Aint *displacement), (datatype, displacement))
PLAIN(Type_hindexed, NOWHERE,
	(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, array_of_blocklengths, array_of_displacements, oldtype, newtype))
PLAIN(Type_hvector, NOWHERE, (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype),
	(count, blocklength, stride, oldtype, newtype))
PLAIN(Type_struct, NOWHERE,
	(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype *newtype),
	(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype))
PLAIN(Add_error_class, NOWHERE, (int *errorclass), (errorclass))
PLAIN(Add_error_code, NOWHERE, (int errorclass, int *errorcode), (errorclass, errorcode))
PLAIN(Add_error_string, NOWHERE, (int errorcode, const char *string), (errorcode, string))
PLAIN(Comm_call_errhandler, IN(comm), (MPI_Comm comm, int errorcode), (comm, errorcode))
PLAIN(Comm_create_errhandler, NOWHERE, (MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler),
	(comm_errhandler_fn, errhandler))
PLAIN(Comm_get_errhandler, IN(comm), (MPI_Comm comm, MPI_Errhandler *errhandler), (comm, errhandler))
PLAIN(Comm_set_errhandler, IN(comm), (MPI_Comm comm, MPI_Errhandler errhandler), (comm, errhandler))
PLAIN(Errhandler_free, NOWHERE, (MPI_Errhandler *errhandler), (errhandler))
PLAIN(Error_class, NOWHERE, (int errorcode, int *errorclass), (errorcode, errorclass))
PLAIN(Error_string, NOWHERE, (int errorcode, char *string, int *resultlen), (errorcode, string, resultlen))
PLAIN(File_call_errhandler, NOWHERE, (MPI_File fh, int errorcode), (fh, errorcode))
PLAIN(File_create_errhandler, NOWHERE, (MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler),
	(file_errhandler_fn, errhandler))
PLAIN(File_get_errhandler, NOWHERE, (MPI_File file, MPI_Errhandler *errhandler), (file, errhandler))
PLAIN(File_set_errhandler, NOWHERE, (MPI_File file, MPI_Errhandler errhandler), (file, errhandler))
PLAIN(Session_call_errhandler, NOWHERE, (MPI_Session session, int errorcode), (session, errorcode))
PLAIN(Session_create_errhandler, NOWHERE, (MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler),
	(session_errhandler_fn, errhandler))
PLAIN(Session_get_errhandler, NOWHERE, (MPI_Session session, MPI_Errhandler *errhandler), (session, errhandler))
PLAIN(Session_set_errhandler, NOWHERE, (MPI_Session session, MPI_Errhandler errhandler), (session, errhandler))
PLAIN(Win_call_errhandler, NOWHERE, (MPI_Win win, int errorcode), (win, errorcode))
PLAIN(Win_create_errhandler, NOWHERE, (MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler),
	(win_errhandler_fn, errhandler))
PLAIN(Win_get_errhandler, NOWHERE, (MPI_Win win, MPI_Errhandler *errhandler), (win, errhandler))
PLAIN(Win_set_errhandler, NOWHERE, (MPI_Win win, MPI_Errhandler errhandler), (win, errhandler))
PLAIN(Errhandler_create, NOWHERE, (MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler),
	(comm_errhandler_fn, errhandler))
PLAIN(Errhandler_get, IN(comm), (MPI_Comm comm, MPI_Errhandler *errhandler), (comm, errhandler))
PLAIN(Errhandler_set, IN(comm), (MPI_Comm comm, MPI_Errhandler errhandler), (comm, errhandler))
PLAIN(Group_compare, NOWHERE, (MPI_Group group1, MPI_Group group2, int *result), (group1, group2, result))
PLAIN(Group_difference, NOWHERE, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup), (group1, group2, newgroup))
PLAIN(Group_excl, NOWHERE, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup), (group, n, ranks, newgroup))
PLAIN(Group_free, NOWHERE, (MPI_Group *group), (group))
PLAIN(Group_incl, NOWHERE, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup), (group, n, ranks, newgroup))
PLAIN(Group_intersection, NOWHERE, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup), (group1, group2, newgroup))
PLAIN(Group_range_excl, NOWHERE, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup), (group, n, ranges, newgroup))
PLAIN(Group_range_incl, NOWHERE, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup), (group, n, ranges, newgroup))
PLAIN(Group_rank, NOWHERE, (MPI_Group group, int *rank), (group, rank))
PLAIN(Group_size, NOWHERE, (MPI_Group group, int *size), (group, size))
PLAIN(Group_translate_ranks, NOWHERE, (MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]),
	(group1, n, ranks1, group2, ranks2))
PLAIN(Group_union, NOWHERE, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup), (group1, group2, newgroup))
PLAIN(Info_create, NOWHERE, (MPI_Info *info), (info))
PLAIN(Info_create_env, NOWHERE, (int argc, char *argv[], MPI_Info *info), (argc, argv, info))
PLAIN(Info_delete, NOWHERE, (MPI_Info info, const char *key), (info, key))
PLAIN(Info_dup, NOWHERE, (MPI_Info info, MPI_Info *newinfo), (info, newinfo))
PLAIN(Info_free, NOWHERE, (MPI_Info *info), (info))
PLAIN(Info_get, NOWHERE, (MPI_Info info, const char *key, int valuelen, char *value, int *flag), (info, key, valuelen, value, flag))
PLAIN(Info_get_nkeys, NOWHERE, (MPI_Info info, int *nkeys), (info, nkeys))
PLAIN(Info_get_nthkey, NOWHERE, (MPI_Info info, int n, char *key), (info, n, key))
PLAIN(Info_get_string, NOWHERE, (MPI_Info info, const char *key, int *buflen, char *value, int *flag), (info, key, buflen, value, flag))
PLAIN(Info_get_valuelen, NOWHERE, (MPI_Info info, const char *key, int *valuelen, int *flag), (info, key, valuelen, flag))
PLAIN(Info_set, NOWHERE, (MPI_Info info, const char *key, const char *value), (info, key, value))
SPECIAL(Abort, Abort, IN(comm), (MPI_Comm comm, int errorcode), (comm, errorcode))
PLAIN(Comm_create_from_group, NOWHERE,
	(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm),
	(group, stringtag, info, errhandler, newcomm))
PLAIN(Finalized, NOWHERE, (int *flag), (flag))
PLAIN(Group_from_session_pset, NOWHERE, (MPI_Session session, const char *pset_name, MPI_Group *newgroup), (session, pset_name, newgroup))
PLAIN(Initialized, NOWHERE, (int *flag), (flag))
PLAIN(Is_thread_main, NOWHERE, (int *flag), (flag))
PLAIN(Query_thread, NOWHERE, (int *provided), (provided))
PLAIN(Session_finalize, NOWHERE, (MPI_Session *session), (session))
PLAIN(Session_get_info, NOWHERE, (MPI_Session session, MPI_Info *info_used), (session, info_used))
PLAIN(Session_get_nth_pset, NOWHERE, (MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name),
	(session, info, n, pset_len, pset_name))
PLAIN(Session_get_num_psets, NOWHERE, (MPI_Session session, MPI_Info info, int *npset_names), (session, info, npset_names))
PLAIN(Session_get_pset_info, NOWHERE, (MPI_Session session, const char *pset_name, MPI_Info *info), (session, pset_name, info))
PLAIN(Session_init, NOWHERE, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session), (info, errhandler, session))
PLAIN(Get_library_version, NOWHERE, (char *version, int *resultlen), (version, resultlen))
PLAIN(Get_processor_name, NOWHERE, (char *name, int *resultlen), (name, resultlen))
PLAIN(Get_version, NOWHERE, (int *version, int *subversion), (version, subversion))
PLAIN(Op_commutative, NOWHERE, (MPI_Op op, int *commute), (op, commute))
PLAIN(Op_create, NOWHERE, (MPI_User_function *user_fn, int commute, MPI_Op *op), (user_fn, commute, op))
PLAIN(Op_create_c, NOWHERE, (MPI_User_function_c *user_fn, int commute, MPI_Op *op), (user_fn, commute, op))
PLAIN(Op_free, NOWHERE, (MPI_Op *op), (op))
PLAIN(Parrived, NOWHERE, (MPI_Request request, int partition, int *flag), (request, partition, flag))
PLAIN(Pready, NOWHERE, (int partition, MPI_Request request), (partition, request))
PLAIN(Pready_list, NOWHERE, (int length, int array_of_partitions[], MPI_Request request), (length, array_of_partitions, request))
PLAIN(Pready_range, NOWHERE, (int partition_low, int partition_high, MPI_Request request), (partition_low, partition_high, request))
SPECIAL(Precv_init, Precv_init, IN(comm),
	(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request),
	(buf, partitions, count, datatype, dest, tag, comm, info, request))
SPECIAL(Psend_init, Psend_init, IN(comm), (const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
	MPI_Comm comm, MPI_Info info, MPI_Request *request), (buf, partitions, count, datatype, dest, tag, comm, info, request))
SPECIAL(Bsend, Bsend, IN(comm), (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
SPECIAL(Bsend_c, Bsend, IN(comm), (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
SPECIAL(Bsend_init, Bsend_init, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Bsend_init_c, Bsend_init, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
PLAIN(Buffer_attach, NOWHERE, (void *buffer, int size), (buffer, size))
PLAIN(Buffer_attach_c, NOWHERE, (void *buffer, MPI_Count size), (buffer, size))
PLAIN(Buffer_detach, NOWHERE, (void *buffer_addr, int *size), (buffer_addr, size))
PLAIN(Buffer_detach_c, NOWHERE, (void *buffer_addr, MPI_Count *size), (buffer_addr, size))
SPECIAL(Ibsend, Ibsend, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Ibsend_c, Ibsend, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Improbe, Improbe, IN(comm), (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status),
	(source, tag, comm, flag, message, status))
SPECIAL(Imrecv, Imrecv, NOWHERE, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request),
	(buf, count, datatype, message, request))
SPECIAL(Imrecv_c, Imrecv, NOWHERE, (void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request),
	(buf, count, datatype, message, request))
SPECIAL(Irecv_c, Irecv, IN(comm),
	(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, source, tag, comm, request))
SPECIAL(Irsend, Irsend, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Irsend_c, Irsend, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Isend_c, Isend, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Isendrecv, Isendrecv, IN(comm), (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
	int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request))
SPECIAL(Isendrecv_c, Isendrecv, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
	void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
	(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request))
SPECIAL(Isendrecv_replace, Isendrecv_replace, IN(comm),
	(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, sendtag, source, recvtag, comm, request))
SPECIAL(Isendrecv_replace_c, Isendrecv_replace, IN(comm),
	(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, sendtag, source, recvtag, comm, request))
SPECIAL(Issend, Issend, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Issend_c, Issend, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Mprobe, Mprobe, IN(comm), (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status),
	(source, tag, comm, message, status))
SPECIAL(Mrecv, Mrecv, NOWHERE, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status),
	(buf, count, datatype, message, status))
SPECIAL(Mrecv_c, Mrecv, NOWHERE, (void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status),
	(buf, count, datatype, message, status))
SPECIAL(Probe, Probe, IN(comm), (int source, int tag, MPI_Comm comm, MPI_Status *status), (source, tag, comm, status))
SPECIAL(Recv_c, Recv, IN(comm), (void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status),
	(buf, count, datatype, source, tag, comm, status))
SPECIAL(Recv_init, Recv_init, IN(comm),
	(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, source, tag, comm, request))
SPECIAL(Recv_init_c, Recv_init, IN(comm),
	(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, source, tag, comm, request))
SPECIAL(Rsend, Rsend, IN(comm), (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
SPECIAL(Rsend_c, Rsend, IN(comm), (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
SPECIAL(Rsend_init, Rsend_init, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Rsend_init_c, Rsend_init, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Send_c, Send, IN(comm), (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
SPECIAL(Send_init, Send_init, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Send_init_c, Send_init, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Sendrecv_c, Sendrecv, IN(comm), (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
	void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
	(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status))
SPECIAL(Sendrecv_replace, Sendrecv_replace, IN(comm),
	(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
	(buf, count, datatype, dest, sendtag, source, recvtag, comm, status))
SPECIAL(Sendrecv_replace_c, Sendrecv_replace, IN(comm),
	(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
	(buf, count, datatype, dest, sendtag, source, recvtag, comm, status))
SPECIAL(Ssend, Ssend, IN(comm), (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
SPECIAL(Ssend_c, Ssend, IN(comm), (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
	(buf, count, datatype, dest, tag, comm))
SPECIAL(Ssend_init, Ssend_init, IN(comm),
	(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Ssend_init_c, Ssend_init, IN(comm),
	(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
	(buf, count, datatype, dest, tag, comm, request))
SPECIAL(Cancel, Cancel, NOWHERE, (MPI_Request *request), (request))
SPECIAL(Grequest_complete, Grequest_complete, NOWHERE, (MPI_Request request), (request))
SPECIAL(Grequest_start, Grequest_start, NOWHERE, (MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
	MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request), (query_fn, free_fn, cancel_fn, extra_state, request))
SPECIAL(Request_free, Request_free, NOWHERE, (MPI_Request *request), (request))
PLAIN(Request_get_status, NOWHERE, (MPI_Request request, int *flag, MPI_Status *status), (request, flag, status))
PLAIN(Status_set_cancelled, NOWHERE, (MPI_Status *status, int flag), (status, flag))
PLAIN(Test_cancelled, NOWHERE, (const MPI_Status *status, int *flag), (status, flag))
SPECIAL(Testany, Testany, NOWHERE, (int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status),
	(count, array_of_requests, indx, flag, status))
SPECIAL(Testsome, Testsome, NOWHERE,
	(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status array_of_statuses[]),
	(incount, array_of_requests, outcount, array_of_indices, array_of_statuses))
SPECIAL(Waitany, Waitany, NOWHERE, (int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status),
	(count, array_of_requests, indx, status))
SPECIAL(Waitsome, Waitsome, NOWHERE,
	(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status array_of_statuses[]),
	(incount, array_of_requests, outcount, array_of_indices, array_of_statuses))
SPECIAL(Accumulate, Accumulate, NOWHERE, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win))
SPECIAL(Accumulate_c, Accumulate, NOWHERE, (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win))
PLAIN(Alloc_mem, NOWHERE, (MPI_Aint size, MPI_Info info, void *baseptr), (size, info, baseptr))
SPECIAL(Compare_and_swap, Compare_and_swap, NOWHERE, (const void *origin_addr, const void *compare_addr, void *result_addr,
	MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win),
	(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win))
SPECIAL(Fetch_and_op, Fetch_and_op, NOWHERE,
	(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win),
	(origin_addr, result_addr, datatype, target_rank, target_disp, op, win))
PLAIN(Free_mem, NOWHERE, (void *base), (base))
SPECIAL(Get_c, Get, NOWHERE, (void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win))
SPECIAL(Get_accumulate, Get_accumulate, NOWHERE, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), (origin_addr, origin_count, origin_datatype, result_addr, result_count,
	result_datatype, target_rank, target_disp, target_count, target_datatype, op, win))
SPECIAL(Get_accumulate_c, Get_accumulate, NOWHERE, (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
	void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win), (origin_addr, origin_count, origin_datatype, result_addr, result_count,
	result_datatype, target_rank, target_disp, target_count, target_datatype, op, win))
SPECIAL(Put_c, Put, NOWHERE, (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win))
SPECIAL(Raccumulate, Raccumulate, NOWHERE, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
SPECIAL(Raccumulate_c, Raccumulate, NOWHERE, (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
	int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
SPECIAL(Rget, Rget, NOWHERE, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
	int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
SPECIAL(Rget_c, Rget, NOWHERE, (void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
SPECIAL(Rget_accumulate, Rget_accumulate, NOWHERE, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request), (origin_addr, origin_count, origin_datatype, result_addr,
	result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
SPECIAL(Rget_accumulate_c, Rget_accumulate, NOWHERE, (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
	void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request), (origin_addr, origin_count, origin_datatype, result_addr,
	result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
SPECIAL(Rput, Rput, NOWHERE, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
SPECIAL(Rput_c, Rput, NOWHERE, (const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
	MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
	(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
SPECIAL(Win_allocate, Win_allocate, IN(comm), (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
	(size, disp_unit, info, comm, baseptr, win))
SPECIAL(Win_allocate_c, Win_allocate, IN(comm),
	(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
	(size, disp_unit, info, comm, baseptr, win))
SPECIAL(Win_allocate_shared, Win_allocate_shared, IN(comm),
	(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win), (size, disp_unit, info, comm, baseptr, win))
SPECIAL(Win_allocate_shared_c, Win_allocate_shared, IN(comm),
	(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win),
	(size, disp_unit, info, comm, baseptr, win))
PLAIN(Win_attach, NOWHERE, (MPI_Win win, void *base, MPI_Aint size), (win, base, size))
PLAIN(Win_complete, NOWHERE, (MPI_Win win), (win))
SPECIAL(Win_create, Win_create, IN(comm), (void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
	(base, size, disp_unit, info, comm, win))
SPECIAL(Win_create_c, Win_create, IN(comm), (void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
	(base, size, disp_unit, info, comm, win))
SPECIAL(Win_create_dynamic, Win_create_dynamic, IN(comm), (MPI_Info info, MPI_Comm comm, MPI_Win *win), (info, comm, win))
PLAIN(Win_detach, NOWHERE, (MPI_Win win, const void *base), (win, base))
PLAIN(Win_fence, NOWHERE, (int assert, MPI_Win win), (assert, win))
PLAIN(Win_flush, NOWHERE, (int rank, MPI_Win win), (rank, win))
PLAIN(Win_flush_all, NOWHERE, (MPI_Win win), (win))
PLAIN(Win_flush_local, NOWHERE, (int rank, MPI_Win win), (rank, win))
PLAIN(Win_flush_local_all, NOWHERE, (MPI_Win win), (win))
SPECIAL(Win_free, Win_free, NOWHERE, (MPI_Win *win), (win))
PLAIN(Win_get_group, NOWHERE, (MPI_Win win, MPI_Group *group), (win, group))
PLAIN(Win_get_info, NOWHERE, (MPI_Win win, MPI_Info *info_used), (win, info_used))
PLAIN(Win_get_name, NOWHERE, (MPI_Win win, char *win_name, int *resultlen), (win, win_name, resultlen))
PLAIN(Win_lock, NOWHERE, (int lock_type, int rank, int assert, MPI_Win win), (lock_type, rank, assert, win))
PLAIN(Win_lock_all, NOWHERE, (int assert, MPI_Win win), (assert, win))
PLAIN(Win_post, NOWHERE, (MPI_Group group, int assert, MPI_Win win), (group, assert, win))
PLAIN(Win_set_info, NOWHERE, (MPI_Win win, MPI_Info info), (win, info))
PLAIN(Win_set_name, NOWHERE, (MPI_Win win, const char *win_name), (win, win_name))
PLAIN(Win_shared_query, NOWHERE, (MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr),
	(win, rank, size, disp_unit, baseptr))
PLAIN(Win_shared_query_c, NOWHERE, (MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr),
	(win, rank, size, disp_unit, baseptr))
PLAIN(Win_start, NOWHERE, (MPI_Group group, int assert, MPI_Win win), (group, assert, win))
PLAIN(Win_sync, NOWHERE, (MPI_Win win), (win))
PLAIN(Win_test, NOWHERE, (MPI_Win win, int *flag), (win, flag))
PLAIN(Win_unlock, NOWHERE, (int rank, MPI_Win win), (rank, win))
PLAIN(Win_unlock_all, NOWHERE, (MPI_Win win), (win))
PLAIN(Win_wait, NOWHERE, (MPI_Win win), (win))
PLAIN(Close_port, NOWHERE, (const char *port_name), (port_name))
PLAIN(Comm_accept, IN(comm), (const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm),
	(port_name, info, root, comm, newcomm))
PLAIN(Comm_connect, IN(comm), (const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm),
	(port_name, info, root, comm, newcomm))
SPECIAL(Comm_disconnect, Comm_disconnect, IN(*comm), (MPI_Comm *comm), (comm))
PLAIN(Comm_get_parent, NOWHERE, (MPI_Comm *parent), (parent))
PLAIN(Comm_join, NOWHERE, (int fd, MPI_Comm *intercomm), (fd, intercomm))
PLAIN(Comm_spawn, IN(comm),
	(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]),
	(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes))
PLAIN(Comm_spawn_multiple, IN(comm), (int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[],
	const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]),
	(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes))
PLAIN(Lookup_name, NOWHERE, (const char *service_name, MPI_Info info, char *port_name), (service_name, info, port_name))
PLAIN(Open_port, NOWHERE, (MPI_Info info, char *port_name), (info, port_name))
PLAIN(Publish_name, NOWHERE, (const char *service_name, MPI_Info info, const char *port_name), (service_name, info, port_name))
PLAIN(Unpublish_name, NOWHERE, (const char *service_name, MPI_Info info, const char *port_name), (service_name, info, port_name))
PLAIN(Cart_coords, IN(comm), (MPI_Comm comm, int rank, int maxdims, int coords[]), (comm, rank, maxdims, coords))
SPECIAL(Cart_create, Cart_create, IN(comm_old),
	(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart),
	(comm_old, ndims, dims, periods, reorder, comm_cart))
PLAIN(Cart_get, IN(comm), (MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]), (comm, maxdims, dims, periods, coords))
PLAIN(Cart_map, IN(comm), (MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank),
	(comm, ndims, dims, periods, newrank))
PLAIN(Cart_rank, IN(comm), (MPI_Comm comm, const int coords[], int *rank), (comm, coords, rank))
PLAIN(Cart_shift, IN(comm), (MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest),
	(comm, direction, disp, rank_source, rank_dest))
SPECIAL(Cart_sub, Cart_sub, IN(comm), (MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm), (comm, remain_dims, newcomm))
PLAIN(Cartdim_get, IN(comm), (MPI_Comm comm, int *ndims), (comm, ndims))
PLAIN(Dims_create, NOWHERE, (int nnodes, int ndims, int dims[]), (nnodes, ndims, dims))
SPECIAL(Dist_graph_create, Dist_graph_create, IN(comm_old), (MPI_Comm comm_old, int n, const int sources[], const int degrees[],
	const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph),
	(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph))
SPECIAL(Dist_graph_create_adjacent, Dist_graph_create_adjacent, IN(comm_old), (MPI_Comm comm_old, int indegree, const int sources[],
	const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder,
	MPI_Comm *comm_dist_graph),
	(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph))
PLAIN(Dist_graph_neighbors, IN(comm),
	(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[]),
	(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights))
PLAIN(Dist_graph_neighbors_count, IN(comm), (MPI_Comm comm, int *indegree, int *outdegree, int *weighted),
	(comm, indegree, outdegree, weighted))
SPECIAL(Graph_create, Graph_create, IN(comm_old),
	(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder, MPI_Comm *comm_graph),
	(comm_old, nnodes, indx, edges, reorder, comm_graph))
PLAIN(Graph_get, IN(comm), (MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[]), (comm, maxindex, maxedges, indx, edges))
PLAIN(Graph_map, IN(comm), (MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank),
	(comm, nnodes, indx, edges, newrank))
PLAIN(Graph_neighbors, IN(comm), (MPI_Comm comm, int rank, int maxneighbors, int neighbors[]), (comm, rank, maxneighbors, neighbors))
PLAIN(Graph_neighbors_count, IN(comm), (MPI_Comm comm, int rank, int *nneighbors), (comm, rank, nneighbors))
PLAIN(Graphdims_get, IN(comm), (MPI_Comm comm, int *nnodes, int *nedges), (comm, nnodes, nedges))
PLAIN(Topo_test, IN(comm), (MPI_Comm comm, int *status), (comm, status))
SPECIAL(File_open, File_open, IN(argument1),
	(MPI_Comm argument1, const char *argument2, int argument3, MPI_Info argument4, MPI_File *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_close, File_close, NOWHERE, (MPI_File *argument1), (argument1))
SPECIAL(File_delete, File_delete, NOWHERE, (const char *argument1, MPI_Info argument2), (argument1, argument2))
SPECIAL(File_set_size, File_set_size, NOWHERE, (MPI_File argument1, MPI_Offset argument2), (argument1, argument2))
SPECIAL(File_preallocate, File_preallocate, NOWHERE, (MPI_File argument1, MPI_Offset argument2), (argument1, argument2))
SPECIAL(File_get_size, File_get_size, NOWHERE, (MPI_File argument1, MPI_Offset *argument2), (argument1, argument2))
PLAIN(File_get_group, NOWHERE, (MPI_File argument1, MPI_Group *argument2), (argument1, argument2))
PLAIN(File_get_amode, NOWHERE, (MPI_File argument1, int *argument2), (argument1, argument2))
SPECIAL(File_set_info, File_set_info, NOWHERE, (MPI_File argument1, MPI_Info argument2), (argument1, argument2))
PLAIN(File_get_info, NOWHERE, (MPI_File argument1, MPI_Info *argument2), (argument1, argument2))
SPECIAL(File_set_view, File_set_view, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, MPI_Datatype argument3, MPI_Datatype argument4, const char *argument5, MPI_Info argument6),
	(argument1, argument2, argument3, argument4, argument5, argument6))
PLAIN(File_get_view, NOWHERE,
	(MPI_File argument1, MPI_Offset *argument2, MPI_Datatype *argument3, MPI_Datatype *argument4, char *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_read_at, File_read_at, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, void *argument3, int argument4, MPI_Datatype argument5, MPI_Status *argument6),
	(argument1, argument2, argument3, argument4, argument5, argument6))
SPECIAL(File_read_at_all, File_read_at_all, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, void *argument3, int argument4, MPI_Datatype argument5, MPI_Status *argument6),
	(argument1, argument2, argument3, argument4, argument5, argument6))
SPECIAL(File_write_at, File_write_at, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, const void *argument3, int argument4, MPI_Datatype argument5, MPI_Status *argument6),
	(argument1, argument2, argument3, argument4, argument5, argument6))
SPECIAL(File_write_at_all, File_write_at_all, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, const void *argument3, int argument4, MPI_Datatype argument5, MPI_Status *argument6),
	(argument1, argument2, argument3, argument4, argument5, argument6))
SPECIAL(File_iread_at, File_iread_at, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, void *argument3, int argument4, MPI_Datatype argument5, MPI_Request *argument6),
	(argument1, argument2, argument3, argument4, argument5, argument6))
SPECIAL(File_iwrite_at, File_iwrite_at, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, const void *argument3, int argument4, MPI_Datatype argument5, MPI_Request *argument6),
	(argument1, argument2, argument3, argument4, argument5, argument6))
SPECIAL(File_read, File_read, NOWHERE, (MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_read_all, File_read_all, NOWHERE,
	(MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_write, File_write, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_write_all, File_write_all, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_iread, File_iread, NOWHERE,
	(MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4, MPI_Request *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_iwrite, File_iwrite, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4, MPI_Request *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_seek, File_seek, NOWHERE, (MPI_File argument1, MPI_Offset argument2, int argument3), (argument1, argument2, argument3))
PLAIN(File_get_position, NOWHERE, (MPI_File argument1, MPI_Offset *argument2), (argument1, argument2))
PLAIN(File_get_byte_offset, NOWHERE, (MPI_File argument1, MPI_Offset argument2, MPI_Offset *argument3), (argument1, argument2, argument3))
SPECIAL(File_read_shared, File_read_shared, NOWHERE,
	(MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_write_shared, File_write_shared, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_iread_shared, File_iread_shared, NOWHERE,
	(MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4, MPI_Request *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_iwrite_shared, File_iwrite_shared, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4, MPI_Request *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_read_ordered, File_read_ordered, NOWHERE,
	(MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_write_ordered, File_write_ordered, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4, MPI_Status *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_seek_shared, File_seek_shared, NOWHERE, (MPI_File argument1, MPI_Offset argument2, int argument3),
	(argument1, argument2, argument3))
PLAIN(File_get_position_shared, NOWHERE, (MPI_File argument1, MPI_Offset *argument2), (argument1, argument2))
SPECIAL(File_read_at_all_begin, File_read_at_all_begin, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, void *argument3, int argument4, MPI_Datatype argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_read_at_all_end, File_read_at_all_end, NOWHERE, (MPI_File argument1, void *argument2, MPI_Status *argument3),
	(argument1, argument2, argument3))
SPECIAL(File_write_at_all_begin, File_write_at_all_begin, NOWHERE,
	(MPI_File argument1, MPI_Offset argument2, const void *argument3, int argument4, MPI_Datatype argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_write_at_all_end, File_write_at_all_end, NOWHERE, (MPI_File argument1, const void *argument2, MPI_Status *argument3),
	(argument1, argument2, argument3))
SPECIAL(File_read_all_begin, File_read_all_begin, NOWHERE, (MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4),
	(argument1, argument2, argument3, argument4))
SPECIAL(File_read_all_end, File_read_all_end, NOWHERE, (MPI_File argument1, void *argument2, MPI_Status *argument3),
	(argument1, argument2, argument3))
SPECIAL(File_write_all_begin, File_write_all_begin, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4), (argument1, argument2, argument3, argument4))
SPECIAL(File_write_all_end, File_write_all_end, NOWHERE, (MPI_File argument1, const void *argument2, MPI_Status *argument3),
	(argument1, argument2, argument3))
SPECIAL(File_read_ordered_begin, File_read_ordered_begin, NOWHERE,
	(MPI_File argument1, void *argument2, int argument3, MPI_Datatype argument4), (argument1, argument2, argument3, argument4))
SPECIAL(File_read_ordered_end, File_read_ordered_end, NOWHERE, (MPI_File argument1, void *argument2, MPI_Status *argument3),
	(argument1, argument2, argument3))
SPECIAL(File_write_ordered_begin, File_write_ordered_begin, NOWHERE,
	(MPI_File argument1, const void *argument2, int argument3, MPI_Datatype argument4), (argument1, argument2, argument3, argument4))
SPECIAL(File_write_ordered_end, File_write_ordered_end, NOWHERE, (MPI_File argument1, const void *argument2, MPI_Status *argument3),
	(argument1, argument2, argument3))
PLAIN(File_get_type_extent, NOWHERE, (MPI_File argument1, MPI_Datatype argument2, MPI_Aint *argument3), (argument1, argument2, argument3))
PLAIN(Register_datarep, NOWHERE, (const char *argument1, MPI_Datarep_conversion_function *argument2,
	MPI_Datarep_conversion_function *argument3, MPI_Datarep_extent_function *argument4, void *argument5),
	(argument1, argument2, argument3, argument4, argument5))
SPECIAL(File_set_atomicity, File_set_atomicity, NOWHERE, (MPI_File argument1, int argument2), (argument1, argument2))
PLAIN(File_get_atomicity, NOWHERE, (MPI_File argument1, int *argument2), (argument1, argument2))
SPECIAL(File_sync, File_sync, NOWHERE, (MPI_File argument1), (argument1))
SPECIAL(File_iread_at_all, File_iread_at_all, NOWHERE,
	(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
	(fh, offset, buf, count, datatype, request))
SPECIAL(File_iwrite_at_all, File_iwrite_at_all, NOWHERE,
	(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
	(fh, offset, buf, count, datatype, request))
SPECIAL(File_iread_all, File_iread_all, NOWHERE, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
	(fh, buf, count, datatype, request))
SPECIAL(File_iwrite_all, File_iwrite_all, NOWHERE, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
	(fh, buf, count, datatype, request))
SPECIAL(File_read_c, File_read, NOWHERE, (MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, buf, count, datatype, status))
SPECIAL(File_read_all_c, File_read_all, NOWHERE, (MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, buf, count, datatype, status))
SPECIAL(File_read_all_begin_c, File_read_all_begin, NOWHERE, (MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype),
	(fh, buf, count, datatype))
SPECIAL(File_read_at_c, File_read_at, NOWHERE,
	(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, offset, buf, count, datatype, status))
SPECIAL(File_read_at_all_c, File_read_at_all, NOWHERE,
	(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, offset, buf, count, datatype, status))
SPECIAL(File_read_at_all_begin_c, File_read_at_all_begin, NOWHERE,
	(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype), (fh, offset, buf, count, datatype))
SPECIAL(File_read_ordered_c, File_read_ordered, NOWHERE,
	(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status))
SPECIAL(File_read_ordered_begin_c, File_read_ordered_begin, NOWHERE, (MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype),
	(fh, buf, count, datatype))
SPECIAL(File_read_shared_c, File_read_shared, NOWHERE, (MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, buf, count, datatype, status))
SPECIAL(File_write_c, File_write, NOWHERE, (MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, buf, count, datatype, status))
SPECIAL(File_write_all_c, File_write_all, NOWHERE,
	(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status))
SPECIAL(File_write_all_begin_c, File_write_all_begin, NOWHERE, (MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype),
	(fh, buf, count, datatype))
SPECIAL(File_write_at_c, File_write_at, NOWHERE,
	(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, offset, buf, count, datatype, status))
SPECIAL(File_write_at_all_c, File_write_at_all, NOWHERE,
	(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status),
	(fh, offset, buf, count, datatype, status))
SPECIAL(File_write_at_all_begin_c, File_write_at_all_begin, NOWHERE,
	(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype), (fh, offset, buf, count, datatype))
SPECIAL(File_write_ordered_c, File_write_ordered, NOWHERE,
	(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status))
SPECIAL(File_write_ordered_begin_c, File_write_ordered_begin, NOWHERE,
	(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype), (fh, buf, count, datatype))
SPECIAL(File_write_shared_c, File_write_shared, NOWHERE,
	(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status), (fh, buf, count, datatype, status))
SPECIAL(File_iread_c, File_iread, NOWHERE, (MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request),
	(fh, buf, count, datatype, request))
SPECIAL(File_iread_all_c, File_iread_all, NOWHERE, (MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request),
	(fh, buf, count, datatype, request))
SPECIAL(File_iread_at_c, File_iread_at, NOWHERE,
	(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request),
	(fh, offset, buf, count, datatype, request))
SPECIAL(File_iread_at_all_c, File_iread_at_all, NOWHERE,
	(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request),
	(fh, offset, buf, count, datatype, request))
SPECIAL(File_iread_shared_c, File_iread_shared, NOWHERE,
	(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request))
SPECIAL(File_iwrite_c, File_iwrite, NOWHERE, (MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request),
	(fh, buf, count, datatype, request))
SPECIAL(File_iwrite_all_c, File_iwrite_all, NOWHERE,
	(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request))
SPECIAL(File_iwrite_at_c, File_iwrite_at, NOWHERE,
	(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request),
	(fh, offset, buf, count, datatype, request))
SPECIAL(File_iwrite_at_all_c, File_iwrite_at_all, NOWHERE,
	(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request),
	(fh, offset, buf, count, datatype, request))
SPECIAL(File_iwrite_shared_c, File_iwrite_shared, NOWHERE,
	(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request), (fh, buf, count, datatype, request))
PLAIN(File_get_type_extent_c, NOWHERE, (MPI_File fh, MPI_Datatype datatype, MPI_Count *extent), (fh, datatype, extent))
PLAIN(Register_datarep_c, NOWHERE, (const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn,
	MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state),
	(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state))

#endif
