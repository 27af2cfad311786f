// Timers of a component in C++, of the kind of E3SM's Pacer: a class over the calls of E3SM's fork of GPTL, with levels, prefixes
// by parents, barriers and fences that a program may switch, and files of one rank or of all.
#include <mpi.h>
#include <gptl.h>

#include <iostream>
#include <string>
#include <vector>

extern "C" int GPTLis_initialized(void);

namespace {

class Timing {
public:
	// Own timers, or those that another component has begun.
	Timing(MPI_Comm all, bool own) : own(own) {
		MPI_Comm_dup(all, &ranks);
		MPI_Comm_rank(ranks, &me);
		if (own) {
			must(GPTLsetoption(GPTLdepthlimit, 20), "depth");
			must(GPTLsetoption(GPTLdopr_quotes, 1), "quotes");
			must(GPTLsetoption(GPTLprofile_ovhd, 1), "overhead");
			must(GPTLsetoption(GPTLmaxthreads, 64), "threads");
			must(GPTLsetutr(GPTLmpiwtime), "clock");
			must(GPTLinitialize(), "initialize");
		}
		if (GPTLis_initialized() != 1) fail("there are no timers");
	}

	~Timing() {
		if (own) must(GPTLfinalize(), "finalize");
		MPI_Comm_free(&ranks);
	}

	void start(const std::string &name, int at = 0) {
		if (at > level) return;
		if (fences) fenced++;
		must(GPTLstart(name.c_str()), "start " + name);
		open.push_back(name);
	}

	void stop(const std::string &name, int at = 0) {
		if (at > level) return;
		if (fences) fenced++;
		must(GPTLstop(name.c_str()), "stop " + name);
		open.pop_back();
	}

	void barrier(const std::string &name, int at = 0) {
		if (!barriers || at > level) return;
		start(name, at);
		MPI_Barrier(ranks);
		stop(name, at);
	}

	void setPrefix(const std::string &to) { must(GPTLprefix_set((prefix = to).c_str()), "prefix " + to); }
	void addParent() { setPrefix(prefix + open.back() + ":"); }
	void removeParent() { setPrefix(prefix.substr(0, prefix.size() - open.back().size() - 1)); }

	void print(const std::string &files, bool all) {
		must(GPTLpr_summary_file(ranks, (files + ".summary").c_str()), "summary");
		if (all || me == 0) must(GPTLpr_file((files + ".timing." + std::to_string(me)).c_str()), "file");
	}

	int level = 0, fenced = 0, failures = 0;
	bool barriers = false, fences = false;

private:
	void fail(const std::string &what) {
		std::cout << "wrong: " << what << std::endl;
		failures++;
	}
	void must(int status, const std::string &what) {
		if (status != 0) fail(what);
	}

	bool own;
	MPI_Comm ranks;
	int me;
	std::string prefix;
	std::vector<std::string> open;
};

void ocean(Timing &t) {
	t.setPrefix("Ocean:");
	t.level = 1;
	t.start("run");
	t.addParent();
	for (int step = 0; step < 10; step++) {
		t.start("step");
		t.addParent();
		t.start("halo", 1);
		t.stop("halo", 1);
		t.start("too fine", 2);
		t.stop("too fine", 2);
		t.barrier("wait");
		t.removeParent();
		t.stop("step");
		t.barriers = step >= 4;
		t.fences = step >= 5;
	}
	t.removeParent();
	t.stop("run");
	t.setPrefix("");
}

} // namespace

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int failures;
	{
		Timing driver(MPI_COMM_WORLD, true);
		Timing component(MPI_COMM_WORLD, false);
		driver.start("Total");
		ocean(component);
		driver.print("one", false);
		driver.print("every", true);
		driver.stop("Total");
		failures = driver.failures + component.failures + (component.fenced != 25);
	}
	MPI_Finalize();
	std::cout << (failures ? "FAILED" : "as it should be") << std::endl;
	return failures != 0;
}
