/* mpitimer.hpp: timers of components in C++ with MPI: the calls of E3SM's Pacer, and environments as Omega's MachEnv has them,
 * over which statistics of regions are taken. For a program that calls Pacer
 *
 *	namespace Pacer = mpitimer::pacer;
 *
 * is all that changes. Link with -lmpitimer. Functions that return bool return false where something is wrong, and say what on
 * standard error; the timers run on. */
#ifndef MPITIMER_HPP
#define MPITIMER_HPP

#include "mpitimer.h"

#include <mpi.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mpitimer {

/* A named set of ranks. All ranks of the parent make it together; those that are not in it have it, too, and are no members. */
class environment {
public:
	/* All ranks of a communicator, which is duplicated. */
	static environment *create(const std::string &name, MPI_Comm all) {
		MPI_Comm own = MPI_COMM_NULL;
		if (all != MPI_COMM_NULL) MPI_Comm_dup(all, &own);
		return enter(name, own);
	}

	/* So many ranks of the parent: first, first + stride, … */
	static environment *create(const std::string &name, const environment &parent, int size, int first = 0, int stride = 1) {
		std::vector<int> ranks;
		for (int i = 0; i < size; i++) ranks.push_back(first + i * stride);
		return create(name, parent, ranks);
	}

	/* These ranks of the parent, in this order. */
	static environment *create(const std::string &name, const environment &parent, const std::vector<int> &ranks) {
		if (!parent.isMember()) return enter(name, MPI_COMM_NULL);
		std::vector<bool> seen(static_cast<size_t>(parent.getNumTasks()), false);
		for (int rank : ranks) {
			if (rank < 0 || rank >= parent.getNumTasks() || seen[static_cast<size_t>(rank)]) {
				return refuse(name, "rank " + std::to_string(rank) + " is not in the parent, or is there twice");
			}
			seen[static_cast<size_t>(rank)] = true;
		}
		if (ranks.empty()) return refuse(name, "there is no rank in it");
		MPI_Group all, some;
		MPI_Comm own;
		MPI_Comm_group(parent.comm, &all);
		MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &some);
		MPI_Comm_create(parent.comm, some, &own);
		MPI_Group_free(&some);
		MPI_Group_free(&all);
		return enter(name, own);
	}

	/* nullptr: there is none of that name. */
	static environment *get(const std::string &name) {
		auto it = registry().find(name);
		return it == registry().end() ? nullptr : it->second.get();
	}

	/* Frees them all, before MPI_Finalize. */
	static void removeAll() { registry().clear(); }

	const std::string &getName() const { return name; }
	MPI_Comm getComm() const { return comm; }
	bool isMember() const { return comm != MPI_COMM_NULL; }
	int getMyTask() const { return asked(MPI_Comm_rank); }
	int getNumTasks() const { return asked(MPI_Comm_size); }
	bool isMasterTask() const { return getMyTask() == 0; }

	environment(const environment &) = delete;
	environment &operator=(const environment &) = delete;
	~environment() {
		int ended = 0;
		MPI_Finalized(&ended);
		if (isMember() && !ended) MPI_Comm_free(&comm);
	}

private:
	environment(const std::string &name, MPI_Comm comm) : name(name), comm(comm) {}

	static std::map<std::string, std::unique_ptr<environment>> &registry() {
		static std::map<std::string, std::unique_ptr<environment>> all;
		return all;
	}

	static environment *refuse(const std::string &name, const std::string &why) {
		std::cerr << "mpitimer: environment \"" << name << "\": " << why << std::endl;
		return nullptr;
	}

	static environment *enter(const std::string &name, MPI_Comm comm) {
		std::unique_ptr<environment> made(new environment(name, comm));
		if (get(name)) return refuse(name, "there is one of that name already");
		if (made->isMember() && mpitimer_environment(name.c_str(), static_cast<int>(MPI_Comm_c2f(comm))) != 0) {
			return refuse(name, mpitimer_error());
		}
		return (registry()[name] = std::move(made)).get();
	}

	int asked(int (*question)(MPI_Comm, int *)) const { /* -1 of those that are no members */
		int answer = -1;
		if (isMember()) question(comm, &answer);
		return answer;
	}

	std::string name;
	MPI_Comm comm;
};

namespace pacer {

enum PacerModeType { PACER_STANDALONE, PACER_INTEGRATED };

/* What this program has set. Regions may be started on any thread; this is set by the main one. */
struct state {
	bool initialized = false, barriers = false, fences = false;
	PacerModeType mode = PACER_STANDALONE;
	int level = 0;
	std::string prefix;
	std::vector<std::string> open; /* of the main thread, for prefixes of parents */
	void (*fence)() = nullptr;
};

inline state &own() {
	static state the;
	return the;
}

inline bool right(int status) {
	if (status != 0) std::cerr << "mpitimer: " << mpitimer_error() << std::endl;
	return status == 0;
}

inline bool isInitialized() { return own().initialized; }

/* Timers of the ranks of a communicator; integrated, those that the program has begun elsewhere. */
inline bool initialize(MPI_Comm comm, PacerModeType mode = PACER_STANDALONE) {
	if (own().initialized) return true;
	if (mode == PACER_STANDALONE && !right(mpitimer_initialize_on(nullptr, static_cast<int>(MPI_Comm_c2f(comm))))) return false;
	own().mode = mode;
	return own().initialized = true;
}

/* What Kokkos::fence is to others: it runs before each start and stop while fences are on. */
inline void setFence(void (*fence)()) { own().fence = fence; }

inline void fenced() {
#if defined(KOKKOS_VERSION)
	if (own().fences && !own().fence) Kokkos::fence();
#endif
	if (own().fences && own().fence) own().fence();
}

/* Above the timing level neither a start nor a stop does anything. */
inline bool start(const std::string &name, int level = 0) {
	if (level > own().level) return true;
	fenced();
	mpitimer_start_text(name.data(), name.size());
	own().open.push_back(name);
	return own().initialized;
}

/* The same in an environment: statistics are over its ranks. */
inline bool start(const std::string &name, int level, const environment &in) {
	if (level > own().level) return true;
	fenced();
	mpitimer_start_in(name.c_str(), in.getName().c_str());
	own().open.push_back(name);
	return own().initialized;
}

inline bool stop(const std::string &name, int level = 0) {
	if (level > own().level) return true;
	fenced();
	mpitimer_stop_text(name.data(), name.size());
	for (size_t i = own().open.size(); i > 0; i--) {
		if (own().open[i - 1] != name) continue;
		own().open.resize(i - 1);
		return own().initialized;
	}
	std::cerr << "mpitimer: stop of \"" << name << "\", which was not started" << std::endl;
	return false;
}

inline bool setPrefix(const std::string &prefix) {
	mpitimer_set_prefix((own().prefix = prefix).c_str());
	return own().initialized;
}

inline bool unsetPrefix() { return setPrefix(""); }

/* The innermost open region's name and a colon behind the prefix, until removeParentPrefix. */
inline bool addParentPrefix() { return own().open.empty() || setPrefix(own().prefix + own().open.back() + ":"); }

inline bool removeParentPrefix() {
	if (own().open.empty()) return true;
	const std::string last = own().open.back() + ":", &all = own().prefix;
	if (all.size() < last.size() || all.compare(all.size() - last.size(), last.size(), last) != 0) return false;
	return setPrefix(all.substr(0, all.size() - last.size()));
}

/* A barrier of the communicator in a region, while timing barriers are on. */
inline bool timingBarrier(const std::string &name, int level, MPI_Comm comm) {
	if (!own().barriers || level > own().level) return true;
	bool right = start(name, level);
	MPI_Barrier(comm);
	return stop(name, level) && right;
}

inline void setTimingLevel(int level) { own().level = level; }
inline bool disableTiming() { return mpitimer_disable(), true; }
inline bool enableTiming() { return mpitimer_enable(), true; }
inline void enableAutoFence() { own().fences = true; }
inline void disableAutoFence() { own().fences = false; }
inline void enableTimingBarriers() { own().barriers = true; }
inline void disableTimingBarriers() { own().barriers = false; }

/* The tree in the log, and the files PREFIX.summary and PREFIX.RANK, of rank 0 or as configured, or of all ranks. All ranks call
 * it. */
inline bool print(const std::string &prefix, bool printAllRanks = false) {
	bool summary = right(mpitimer_print_files(prefix.c_str()));
	return (!printAllRanks || right(mpitimer_print_rank_file(prefix.c_str()))) && summary;
}

/* Reports, as configured, and ends the timers unless they are another's. */
inline bool finalize() {
	bool ended = own().mode == PACER_INTEGRATED || right(mpitimer_finalize());
	environment::removeAll();
	own() = state();
	return ended;
}

} // namespace pacer
} // namespace mpitimer

#endif
