/* Wrappers of Fortran's functions, for MPIs whose Fortran functions call PMPI_X, or what is below it,
 * so that the wrappers of C do not see them. Each does what the wrapper of C does, with the arguments
 * as C has them, and calls the Fortran function pmpi_x_, which is looked for when it is first needed:
 * there need be no Fortran in the program. */
#ifndef GOHPC_MPIWRAP_FORTRAN_H
#define GOHPC_MPIWRAP_FORTRAN_H

#include "hooks.h"

#include <stdlib.h>

/* Numbers in a status of Fortran. */
enum { STATUS = sizeof(MPI_Status) / sizeof(MPI_Fint) };

/* The address of a Fortran function, NULL where there is none. */
SLOW void *gohpc_mpiwrap_fortran(const char *name);

/* A buffer as C has it. */
SLOW int gohpc_mpiwrap_in_place(const void *buf);
static inline void *fortran_buffer(void *buf) { return gohpc_mpiwrap_in_place(buf) ? MPI_IN_PLACE : buf; }

/* A string as C has it. */
enum { TEXT = 4096 };
SLOW char *gohpc_mpiwrap_text(char to[TEXT], const char *text, size_t length);

#endif
