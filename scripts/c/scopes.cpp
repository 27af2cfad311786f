// Regions of a program in C++: scopes that end by themselves, also when an exception leaves them, and threads of OpenMP.
#include <mpitimer.h>

#include <cstdio>
#include <stdexcept>

static const mpitimer::region solve{"solve"};
static const mpitimer::region rare{"rare", {nullptr, "memory", 0, 4, 0}};

static void fail(int i) {
	mpitimer::interval timing{"may fail"};
	if (i % 2) throw std::runtime_error("odd");
}

int main() {
	if (mpitimer_initialize(nullptr)) std::printf("initialize: %s\n", mpitimer_error());
	{
		mpitimer::interval timing{solve};
		for (int i = 0; i < 10; i++) {
			try {
				fail(i);
			} catch (const std::exception &) {
				mpitimer::interval handling{"handle"};
			}
		}
	}
#pragma omp parallel for num_threads(4)
	for (int i = 0; i < 1000; i++) {
		mpitimer::interval timing{"iteration"};
		mpitimer::interval inner{rare};
	}
	return mpitimer_finalize();
}
