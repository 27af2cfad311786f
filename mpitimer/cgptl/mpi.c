//go:build mpi && cgo

/* Calls with a communicator. */
#include "gptlmpi.h"
#include "names.h"
#include "texts.h"
#include "_cgo_export.h"

int GPTLpr_summary(MPI_Comm comm) { return gohpc_cgptl_summary(MPI_Comm_c2f(comm), NULL); }
int GPTLpr_summary_file(MPI_Comm comm, const char *file) { return gohpc_cgptl_summary(MPI_Comm_c2f(comm), (char *)file); }
int GPTLbarrier(MPI_Comm comm, const char *name) { return gohpc_cgptl_barrier(MPI_Comm_c2f(comm), (char *)name); }

int gptlpr_summary_(const int *comm) { return gohpc_cgptl_summary(*comm, NULL); }

int gptlpr_summary_file_(const int *comm, const char *file, int n) {
	return gohpc_cgptl_summary(*comm, ended(file, n));
}

int gptlbarrier_(const int *comm, const char *name, int n) {
	return gohpc_cgptl_barrier(*comm, ended(name, n));
}
