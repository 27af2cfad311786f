//go:build mpi && cgo

/* Calls with a communicator. */
#ifdef GPTL_E3SM
#define HAVE_MPI
#include "e3sm/gptl.h"
#else
#include "gptlmpi.h"
#endif
#include "names.h"
#include "texts.h"

extern int gohpc_cgptl_has_mpi(void);
extern int gohpc_cgptl_summary(int communicator, char *file);
extern int gohpc_cgptl_barrier(int communicator, char *name);

/* MPI ends a program that asks it for a handle while it does not run. */
static int handle_in_fortran(MPI_Comm comm) {
	if (!gohpc_cgptl_has_mpi()) return 0;
#ifdef GPTL_E3SM
	if (comm == MPI_COMM_NULL || (intptr_t)comm == 0) comm = MPI_COMM_WORLD; /* as the fork takes it */
#endif
	return MPI_Comm_c2f(comm);
}

void gohpc_cgptl_wait(int communicator) {
	MPI_Comm comm = MPI_Comm_f2c(communicator);
	if (comm != MPI_COMM_NULL) PMPI_Barrier(comm); /* else nobody is in it, which would end the program */
}

int GPTLpr_summary(MPI_Comm comm) { return gohpc_cgptl_summary(handle_in_fortran(comm), NULL); }
int GPTLpr_summary_file(MPI_Comm comm, const char *file) { return gohpc_cgptl_summary(handle_in_fortran(comm), (char *)file); }
int GPTLbarrier(MPI_Comm comm, const char *name) { return gohpc_cgptl_barrier(handle_in_fortran(comm), (char *)name); }

int gptlpr_summary_(const int *comm) { return gohpc_cgptl_summary(*comm, NULL); }

int gptlpr_summary_file_(const int *comm, const char *file, int n) {
	return gohpc_cgptl_summary(*comm, ended(file, n));
}

int gptlbarrier_(const int *comm, const char *name, int n) {
	return gohpc_cgptl_barrier(*comm, ended(name, n));
}
