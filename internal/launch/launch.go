// Package launch finds out from the environment how a process was started: the launcher, the rank and
// the number of ranks. It needs no MPI, so that programs without one know it, too.
package launch

import (
	"os"
	"strconv"
)

// A launcher is known by the variables in which it tells a process its rank and the number of
// ranks. More specific ones come first: a batch system starts the mpirun, and what it set is
// then still in the environment.
var launchers = []struct{ name, rank, size string }{
	{"Open MPI's mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
	{"MVAPICH2's mpirun", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
	{"MVAPICH's mpirun", "MVP_COMM_WORLD_RANK", "MVP_COMM_WORLD_SIZE"},
	{pmi, "PMI_RANK", "PMI_SIZE"},
	{"jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"},
	{"flux run", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"},
	// Not SLURM_NTASKS: a batch script has that too, and a program started there without srun
	// is rightly alone.
	{"srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
}

// pmi stands for the launchers that share the variables of PMI.
const pmi = "a PMI launcher"

// Launched is From with the variables of this process.
func Launched() (rank, size int, launcher string, ok bool) { return From(os.Getenv) }

// Lone is Launched of a process that was started as one of several ranks and sees itself alone; false, and rank 0, for any other.
func Lone(getenv func(string) string, sees int) (rank, size int, launcher string, ok bool) {
	if rank, size, launcher, ok = From(getenv); size == 1 || sees > 1 {
		return 0, 0, "", false
	}
	return rank, size, launcher, ok
}

// From returns what an environment says about how a process was started: as which rank of how many, and by what, for example
// "Open MPI's mpirun"; false if there is no launcher.
func From(getenv func(string) string) (rank, size int, launcher string, ok bool) {
	for _, l := range launchers {
		rank, err := strconv.Atoi(getenv(l.rank))
		if err != nil || rank < 0 {
			continue
		}
		size, err := strconv.Atoi(getenv(l.size))
		if err != nil || size <= rank {
			continue
		}
		name := l.name
		if name == pmi {
			name = pmiLauncher(getenv)
		}
		return rank, size, name, true
	}
	return 0, 0, "", false
}

func pmiLauncher(getenv func(string) string) string {
	switch {
	case getenv("I_MPI_MPIRUN") != "" || getenv("I_MPI_HYDRA_EXEC") != "":
		return "Intel MPI's mpirun"
	case getenv("MPI_LOCALNRANKS") != "":
		return "MPICH's mpirun"
	case getenv("SLURM_STEP_NUM_TASKS") != "":
		return "srun"
	}
	return pmi
}
