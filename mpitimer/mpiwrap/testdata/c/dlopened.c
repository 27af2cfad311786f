/* A shared library that knows nothing of the wrappers. */
#include <mpi.h>

int library_talk(int times) {
	int i, in;
	for (i = 0; i < times; i++) {
		MPI_Sendrecv(&i, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
		if (in != i) return 1;
	}
	return 0;
}
