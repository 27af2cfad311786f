/* Messages and collective calls of several kinds, for those who read a trace of them: from every rank to others, on the world and on
   halves of it, blocking and not, from a rank that is named and from any. Any number of ranks from 2 on. */
#include <mpi.h>
#include <stdlib.h>

#define ROUNDS 20

static void ring(MPI_Comm comm, int tag, int bytes)
{
	static char out[1 << 16], in[1 << 16];
	int rank, size;
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	int next = (rank + 1) % size, last = (rank + size - 1) % size;

	MPI_Sendrecv(out, bytes, MPI_CHAR, next, tag, in, bytes, MPI_CHAR, last, tag, comm, MPI_STATUS_IGNORE);
	MPI_Request both[2];
	MPI_Status done[2];
	MPI_Irecv(in, bytes, MPI_CHAR, last, tag + 1, comm, &both[0]);
	MPI_Isend(out, bytes, MPI_CHAR, next, tag + 1, comm, &both[1]);
	MPI_Waitall(2, both, done);
	if (rank % 2 == 0) {
		MPI_Send(out, 2, MPI_DOUBLE, next, tag + 2, comm);
		if (size % 2 == 0 || rank > 0) MPI_Recv(in, 2, MPI_DOUBLE, MPI_ANY_SOURCE, tag + 3, comm, MPI_STATUS_IGNORE);
	} else {
		MPI_Recv(in, 2, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
		MPI_Send(out, 2, MPI_DOUBLE, next, tag + 3, comm);
	}
}

static void together(MPI_Comm comm)
{
	int rank, size;
	double one = 1, sum, *all;
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	all = malloc((size_t)size * sizeof *all);
	MPI_Barrier(comm);
	MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
	MPI_Bcast(&one, 1, MPI_DOUBLE, size - 1, comm);
	MPI_Reduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
	MPI_Gather(&one, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 1, comm);
	MPI_Allgather(&one, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, comm);
	free(all);
}

int main(int argc, char **argv)
{
	int rank;
	MPI_Comm half;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank / 2, -rank, &half);
	for (int round = 0; round < ROUNDS; round++) {
		ring(MPI_COMM_WORLD, 10, 8 << round % 12);
		ring(half, 20, 100);
		together(MPI_COMM_WORLD);
		together(half);
	}
	MPI_Comm_free(&half);
	MPI_Finalize();
	return 0;
}
