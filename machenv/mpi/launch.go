package mpi

import (
	"fmt"
	"os"
	"strconv"
	"strings"
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

// Launched returns what the environment says about how this process was started: as which rank of how many,
// and by what, for example "Open MPI's mpirun", or false if there is no launcher. It does not ask MPI, so
// that a program built without one can detect that it runs as size programs of one rank each.
func Launched() (rank, size int, launcher string, ok bool) {
	return launched(os.Getenv)
}

func launched(getenv func(string) string) (rank, size int, launcher string, ok bool) {
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

// checkLauncher compares what the environment says with what MPI says. Only a lone rank is
// suspect: an MPI that sees others was started by a launcher that it understands, whatever else
// is in the environment.
func checkLauncher(getenv func(string) string, library string, size int) error {
	rank, launchedSize, launcher, ok := launched(getenv)
	if !ok || size != 1 || launchedSize == 1 {
		return nil
	}
	return fmt.Errorf("%w: started as rank %d of %d by %s, but the program is linked with %s and "+
		"sees one rank only: use the mpirun of %s, or build for the MPI of the launcher",
		ErrWrongLauncher, rank, launchedSize, launcher, library, product(library))
}

// shortLibrary makes "MPICH 4.0.2" and "Open MPI v4.1.4" of what MPI_Get_library_version says,
// which goes on for lines.
func shortLibrary(version string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(version), "\n")
	line, _, _ = strings.Cut(line, ",")
	line = strings.Replace(line, "Version:", " ", 1)
	return strings.Join(strings.Fields(strings.TrimRight(line, "\x00")), " ")
}

// product is the library's name without its version.
func product(library string) string {
	i := strings.LastIndexByte(library, ' ')
	if i > 0 && strings.ContainsAny(library[i:], "0123456789") {
		return library[:i]
	}
	return library
}
