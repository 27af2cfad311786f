/* What GPTL's interface has besides where MPI is there. */
#ifndef GPTLMPI_H
#define GPTLMPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

int GPTLpr_summary(MPI_Comm comm);
int GPTLpr_summary_file(MPI_Comm comm, const char *file);
int GPTLbarrier(MPI_Comm comm, const char *name);

#ifdef __cplusplus
}
#endif

#endif
