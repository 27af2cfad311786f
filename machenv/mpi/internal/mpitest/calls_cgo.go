//go:build mpi && cgo

package mpitest

/*
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

static void *comm_pointer(MPI_Comm c) {
	MPI_Comm *p = malloc(sizeof c);
	*p = c;
	return p;
}
static void *world(void) { return comm_pointer(MPI_COMM_WORLD); }
static void *null(void) { return comm_pointer(MPI_COMM_NULL); }
static int fortran(void *c) { return (int)MPI_Comm_c2f(*(MPI_Comm *)c); }
static int fatal(void *c) {
	MPI_Errhandler h;
	int yes;
	MPI_Comm_get_errhandler(*(MPI_Comm *)c, &h);
	yes = h == MPI_ERRORS_ARE_FATAL;
	MPI_Errhandler_free(&h);
	return yes;
}
static int init(void) { return MPI_Init(NULL, NULL); }
static void *reversed(void) {
	MPI_Comm c;
	int rank;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &c);
	return comm_pointer(c);
}
static void release(void *c) { MPI_Comm_free((MPI_Comm *)c); free(c); }
static int send(void *buf, int n, int to) {
	return MPI_Send(buf, n, MPI_BYTE, to, 7, MPI_COMM_WORLD);
}
static int recv(void *buf, int n, int from) {
	return MPI_Recv(buf, n, MPI_BYTE, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static int reduce(void *from, void *to, int n) {
	return MPI_Reduce(from, to, n, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
}
static int barrier(void) { return MPI_Barrier(MPI_COMM_WORLD); }
static int off_stack(void) {
	struct sigaction a;
	int s;
	for (s = 1; s < NSIG; s++)
		if (sigaction(s, NULL, &a) == 0 && a.sa_handler != SIG_DFL && a.sa_handler != SIG_IGN && !(a.sa_flags & SA_ONSTACK))
			return s;
	return 0;
}
int gohpc_timers_probes(void);
*/
import "C"

import "unsafe"

// Comm points to an MPI_Comm.
type Comm unsafe.Pointer

// Init calls MPI_Init.
func Init() { C.init() }

// Finalize calls MPI_Finalize.
func Finalize() { C.MPI_Finalize() }

// World is MPI_COMM_WORLD.
func World() Comm { return Comm(C.world()) }

// Null is MPI_COMM_NULL.
func Null() Comm { return Comm(C.null()) }

// Reversed makes a communicator of all ranks, the last one first. It is collective.
func Reversed() Comm { return Comm(C.reversed()) }

// Release frees what Reversed made. It is collective.
func Release(c Comm) { C.release(unsafe.Pointer(c)) }

// Fortran is the integer that Fortran uses for c.
func Fortran(c Comm) int { return int(C.fortran(unsafe.Pointer(c))) }

// Fatal reports whether errors on c abort the run, which is what MPI does unless told otherwise.
func Fatal(c Comm) bool { return C.fatal(unsafe.Pointer(c)) != 0 }

// Send calls MPI_Send on MPI_COMM_WORLD.
func Send(data []byte, to int) {
	C.send(unsafe.Pointer(unsafe.SliceData(data)), C.int(len(data)), C.int(to))
}

// Recv calls MPI_Recv on MPI_COMM_WORLD.
func Recv(data []byte, from int) {
	C.recv(unsafe.Pointer(unsafe.SliceData(data)), C.int(len(data)), C.int(from))
}

// ReduceSum calls MPI_Reduce to rank 0 of MPI_COMM_WORLD.
func ReduceSum(from, to []int64) {
	C.reduce(unsafe.Pointer(unsafe.SliceData(from)), unsafe.Pointer(unsafe.SliceData(to)), C.int(len(from)))
}

// Probes is how often package mpi has called MPI_Improbe: this package's own stands before MPI's
// and counts.
func Probes() int { return int(C.gohpc_timers_probes()) }

// Barrier calls MPI_Barrier on MPI_COMM_WORLD.
func Barrier() { C.barrier() }

// OffStack is a signal whose handler runs on whatever stack the thread has; 0 if there is none.
func OffStack() int { return int(C.off_stack()) }
