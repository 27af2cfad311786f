// A component in C++ with the calls of Pacer and with environments: four ranks, some of which are in two of them.
#include "mpitimer.hpp"

namespace Pacer = mpitimer::pacer;
using mpitimer::environment;

static int fences;

int main(int argc, char **argv) {
	int wrong = 0, rank;
	auto must = [&](bool is, const char *what) {
		if (is) return;
		std::cout << "not " << what << std::endl;
		wrong++;
	};
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	must(Pacer::initialize(MPI_COMM_WORLD) && Pacer::initialize(MPI_COMM_WORLD) && Pacer::isInitialized(), "initialised");

	environment *all = environment::create("everybody", MPI_COMM_WORLD);
	environment *odd = environment::create("odd", *all, 2, 1, 2);
	environment *head = environment::create("head", *all, 3);
	environment *back = environment::create("back", *head, {2, 0});
	must(all && odd && head && back && environment::get("odd") == odd && !environment::get("none"), "made");
	must(odd->isMember() == (rank % 2 == 1) && head->isMember() == (rank < 3) && all->getNumTasks() == 4, "members");
	must(back->isMember() == (rank == 0 || rank == 2) && back->getMyTask() == (rank == 2 ? 0 : rank == 0 ? 1 : -1), "in order");
	must(!environment::create("odd", *all, 1) && !environment::create("large", *all, 5) && !environment::create("twice", *all, {1, 1}) &&
		!environment::create("empty", *all, 0), "refused");

	Pacer::setTimingLevel(1);
	Pacer::setFence([] { fences++; });
	Pacer::setPrefix("Omega:");
	Pacer::start("run", 1);
	Pacer::addParentPrefix();
	for (int i = 0; i < 10; i++) {
		Pacer::start("step");
		Pacer::start("too fine", 2);
		Pacer::stop("too fine", 2);
		Pacer::stop("step");
	}
	if (odd->isMember()) must(Pacer::start("exchange", 1, *odd) && MPI_Barrier(odd->getComm()) == MPI_SUCCESS && Pacer::stop("exchange", 1), "in odd");
	if (back->isMember()) must(Pacer::start("collect", 0, *back) && Pacer::stop("collect"), "in back");
	Pacer::timingBarrier("no barrier", 0, MPI_COMM_WORLD);
	Pacer::enableTimingBarriers();
	Pacer::enableAutoFence();
	must(Pacer::timingBarrier("barrier", 0, MPI_COMM_WORLD) && fences == 2, "fenced");
	Pacer::disableAutoFence();
	Pacer::disableTimingBarriers();
	must(Pacer::removeParentPrefix(), "without the parent");
	must(Pacer::stop("run", 1), "stopped");
	Pacer::unsetPrefix();
	Pacer::disableTiming();
	Pacer::start("disabled");
	Pacer::stop("disabled");
	Pacer::enableTiming();
	must(!Pacer::stop("never started"), "a wrong stop");
	must(Pacer::print("omega") && Pacer::print("all", true) && Pacer::finalize(), "printed");
	MPI_Finalize();
	std::cout << (wrong ? "FAILED" : "as it should be") << std::endl;
	return wrong != 0;
}
