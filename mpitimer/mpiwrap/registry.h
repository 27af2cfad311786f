/* What is remembered of communicators, datatypes, windows and files. None of this is on the
 * path of a call that only moves data through handles the thread has just used. */
#ifndef GOHPC_MPIWRAP_REGISTRY_H
#define GOHPC_MPIWRAP_REGISTRY_H

#include "core.h"

/* Handles and what they stand for. */
enum handle_kind { A_COMM, A_TYPE, A_WINDOW, A_FILE, A_MESSAGE };
SLOW void *gohpc_mpiwrap_get(enum handle_kind kind, uint64_t handle);
SLOW int gohpc_mpiwrap_put(enum handle_kind kind, uint64_t handle, void *value);
SLOW void gohpc_mpiwrap_drop(enum handle_kind kind, uint64_t handle);

/* Whether MPI may be asked. */
SLOW int gohpc_mpiwrap_alive(void);

/* Whether threads may be in MPI at the same time. */
extern INTERNAL volatile int gohpc_mpiwrap_several;

/* Communicators. */
SLOW const struct comm *gohpc_mpiwrap_made_comm(const struct call *c, MPI_Comm comm);
SLOW void gohpc_mpiwrap_freeing_comm(MPI_Comm comm);
SLOW void gohpc_mpiwrap_named_comm(MPI_Comm comm);
SLOW void gohpc_mpiwrap_initialised(void);
SLOW void gohpc_mpiwrap_describe_members(struct comm *c); /* while the ranks have the numbers of the world */
SLOW void gohpc_mpiwrap_describe_group(struct comm *c);
SLOW void gohpc_mpiwrap_number_group(struct comm *c, int certain); /* the registry's lock is held */
SLOW void gohpc_mpiwrap_put_group(const struct comm *c);           /* here also */
SLOW void gohpc_mpiwrap_put_groups(void);

/* Datatypes. */
SLOW int gohpc_mpiwrap_type(MPI_Datatype type);
SLOW void gohpc_mpiwrap_freeing_type(MPI_Datatype type);

/* Files. */
struct file;
SLOW int gohpc_mpiwrap_opened(const struct comm *comm, const char *name, MPI_File file);
SLOW int gohpc_mpiwrap_file_of(MPI_File file);
SLOW int gohpc_mpiwrap_closing(MPI_File file);

#endif
