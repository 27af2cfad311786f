/* Regions of a program in C: on its main thread and on others, in an environment, of handles, by names that are made
 * anew, and with mistakes. The argument says how the program ends:
 *
 *	finalize   as it should
 *	mpi        with MPI_Finalize alone
 *	exit       with neither
 *	kill       rank 1 is killed inside a region */
#include <mpi.h>
#include <mpitimer.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static mpitimer_region *tiny;
static volatile sig_atomic_t signals;

static void on_signal(int number) {
	(void)number;
	signals++;
}

static void *work(void *unused) {
	(void)unused;
	for (int i = 0; i < 1000; i++) {
		mpitimer_start("thread");
		mpitimer_region_start(tiny);
		mpitimer_region_stop(tiny);
		mpitimer_stop("thread");
	}
	return NULL;
}

static void phases(void) {
	mpitimer_start("phases");
	for (int i = 0; i < 10; i++) {
		mpitimer_next("one");
		mpitimer_next("two");
	}
	mpitimer_stop("phases");
}

static void recursive(int depth) {
	mpitimer_start("recursive");
	if (depth > 1) recursive(depth - 1);
	mpitimer_stop("recursive");
}

/* A child has no timers, and leaves those of its parent alone. */
static void child(void) {
	pid_t id = fork();
	if (id == 0) {
		mpitimer_start("of the child");
		mpitimer_stop("of the child");
		_exit(mpitimer_finalize() == 0 || !strstr(mpitimer_error(), "child"));
	}
	int status;
	waitpid(id, &status, 0);
	if (status) printf("the child ended with %d\n", status);
}

int main(int argc, char **argv) {
	const char *how = argc > 1 ? argv[1] : "finalize";
	int rank, size;
	signal(SIGUSR1, on_signal); /* it stays the program's */
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (mpitimer_initialize(NULL)) printf("initialize: %s\n", mpitimer_error());

	MPI_Comm odd;
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? 1 : MPI_UNDEFINED, rank, &odd);
	if (odd != MPI_COMM_NULL && mpitimer_environment("odd ranks", MPI_Comm_c2f(odd))) printf("environment: %s\n", mpitimer_error());
	tiny = mpitimer_define("tiny", &(mpitimer_options){.sample = 8, .hint = "compute"});
	mpitimer_region *placed = mpitimer_define("of some", &(mpitimer_options){.environment = "odd ranks"});
	mpitimer_region *detail = mpitimer_define("detail", &(mpitimer_options){.level = 100});

	mpitimer_start("solve");
	for (int i = 0; i < 100; i++) {
		char name[32];
		mpitimer_epoch();
		snprintf(name, sizeof name, "step %d", i % 3);
		mpitimer_start(name);
		mpitimer_region_start(detail);
		if (rank % 2) {
			mpitimer_region_start(placed);
			mpitimer_region_stop(placed);
		}
		mpitimer_region_stop(detail);
		mpitimer_stop(name);
		int sum, one = 1;
		mpitimer_start("exchange");
		MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		mpitimer_stop("exchange");
		if (rank == 1 && i == 50 && strcmp(how, "kill") == 0) {
			mpitimer_start("where it died");
			raise(SIGKILL);
		}
	}
	mpitimer_stop("solve");

	pthread_t threads[3];
	for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	phases();
	recursive(5);
	mpitimer_stop("never started");
	mpitimer_add("elsewhere", 0.25, 5);
	child();

	raise(SIGUSR1);
	if (signals != 1) printf("the signal came %d times\n", (int)signals);

	int64_t calls = 0;
	if (mpitimer_query("exchange", NULL, &calls) || calls != 100) printf("exchange has %ld calls\n", (long)calls);
	if (strcmp(how, "exit") == 0) {
		MPI_Barrier(MPI_COMM_WORLD); // some mpiruns kill the others when the first is gone
		exit(0);
	}
	if (strcmp(how, "mpi") != 0 && mpitimer_finalize()) printf("finalize: %s\n", mpitimer_error());
	MPI_Finalize();
	mpitimer_start("too late");
	mpitimer_stop("too late");
	return 0;
}
