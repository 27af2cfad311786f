/* Rank 0 starts no timer, on which the fork's summary ends with a crash, rank 1 some on two threads of OpenMP under a prefix. */
#include <gptl.h>

#include <stdio.h>

int main(int argc, char **argv) {
	int rank, status = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	GPTLsetoption(GPTLdopr_quotes, 1);
	status |= GPTLinitialize();
	if (rank == 1) {
		GPTLprefix_set("p:");
#pragma omp parallel num_threads(2)
		for (int i = 0; i < 10; i++) {
			GPTLstart("threaded");
			GPTLstop("threaded");
		}
		GPTLprefix_unset();
	}
	status |= GPTLpr_summary_file(MPI_COMM_WORLD, "idle.summary") | GPTLpr(rank);
	MPI_Finalize();
	return status != 0; /* without GPTLfinalize */
}
