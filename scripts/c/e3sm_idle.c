/* Rank 0 starts no timer, on which the fork's summary ends with a crash, rank 1 some on three threads of OpenMP under a prefix, whose
 * numbers are OpenMP's though the last of them is the first that comes. */
#include <gptl.h>

#include <sched.h>
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
enum { THREADS = 3 };
#else
enum { THREADS = 1 };
static int omp_get_thread_num(void) { return 0; }
#endif

int main(int argc, char **argv) {
	int rank, status = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	GPTLsetoption(GPTLdopr_quotes, 1);
	status |= GPTLinitialize();
	if (rank == 1) {
		GPTLprefix_set("p:");
		int turn = THREADS - 1;
#pragma omp parallel num_threads(THREADS)
		{
			int me = omp_get_thread_num();
			char own[] = "thread 0";
			own[7] += me;
			while (me != 0 && __atomic_load_n(&turn, __ATOMIC_ACQUIRE) != me) sched_yield();
			for (int i = 0; i < 10; i++) {
				GPTLstart("threaded");
				GPTLstop("threaded");
			}
			GPTLstart(own);
			GPTLstop(own);
			if (me != 0) __atomic_store_n(&turn, me - 1, __ATOMIC_RELEASE);
		}
		GPTLprefix_unset();
		for (int thread = 0; thread < THREADS; thread++) {
			char own[] = "p:thread 0";
			double wall;
			own[9] += thread;
			if (GPTLget_wallclock(own, thread, &wall) != 0) printf("wrong: thread %d has another number\n", thread), status = 1;
		}
	}
	status |= GPTLpr_summary_file(MPI_COMM_WORLD, "idle.summary") | GPTLpr(rank);
	MPI_Finalize();
	return status != 0; /* without GPTLfinalize */
}
