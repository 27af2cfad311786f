//go:build e3sm && !mpi && cgo

/* The calls with a communicator of a fork that is built without MPI: the number says nothing. */
#include "e3sm/gptl.h"
#include "names.h"
#include "texts.h"

extern int gohpc_cgptl_summary(int communicator, char *file);
extern int gohpc_cgptl_barrier(int communicator, char *name);

int GPTLpr_summary(int comm) { return gohpc_cgptl_summary(comm, NULL); }
int GPTLpr_summary_file(int comm, const char *file) { return gohpc_cgptl_summary(comm, (char *)file); }
int GPTLbarrier(int comm, const char *name) { return gohpc_cgptl_barrier(comm, (char *)name); }

int gptlpr_summary_(const int *comm) { return gohpc_cgptl_summary(*comm, NULL); }
int gptlpr_summary_file_(const int *comm, const char *file, int n) { return gohpc_cgptl_summary(*comm, ended(file, n)); }
int gptlbarrier_(const int *comm, const char *name, int n) { return gohpc_cgptl_barrier(*comm, ended(name, n)); }
