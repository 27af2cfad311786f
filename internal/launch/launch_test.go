package launch

import (
	"strings"
	"testing"
)

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for _, p := range pairs {
			if v, ok := strings.CutPrefix(p, name+"="); ok {
				return v
			}
		}
		return ""
	}
}

func TestLaunched(t *testing.T) {
	for _, test := range []struct {
		env        []string
		rank, size int
		launcher   string
	}{
		{env: nil},
		{env: []string{"OMPI_COMM_WORLD_RANK=2", "OMPI_COMM_WORLD_SIZE=4", "PMIX_RANK=2"}, rank: 2, size: 4, launcher: "Open MPI's mpirun"},
		{env: []string{"PMI_RANK=0", "PMI_SIZE=3", "MPI_LOCALNRANKS=3"}, rank: 0, size: 3, launcher: "MPICH's mpirun"},
		{env: []string{"PMI_RANK=0", "PMI_SIZE=3", "MPI_LOCALNRANKS=3", "I_MPI_MPIRUN=mpirun"}, rank: 0, size: 3, launcher: "Intel MPI's mpirun"},
		{env: []string{"PMI_RANK=1", "PMI_SIZE=2"}, rank: 1, size: 2, launcher: "a PMI launcher"},
		{env: []string{"SLURM_PROCID=5", "SLURM_STEP_NUM_TASKS=8", "SLURM_NTASKS=8"}, rank: 5, size: 8, launcher: "srun"},
		// A mpirun within a batch job of Slurm: the mpirun is what counts.
		{env: []string{"SLURM_PROCID=0", "SLURM_STEP_NUM_TASKS=2", "PMI_RANK=3", "PMI_SIZE=4", "MPI_LOCALNRANKS=2"}, rank: 3, size: 4, launcher: "MPICH's mpirun"},
		// A batch script has these too, without being a rank of anything.
		{env: []string{"SLURM_PROCID=0", "SLURM_NTASKS=8"}},
		{env: []string{"PMI_RANK=x", "PMI_SIZE=3"}},
		{env: []string{"PMI_RANK=3", "PMI_SIZE=3"}},
		{env: []string{"PMI_RANK=-1", "PMI_SIZE=3"}},
		{env: []string{"PMI_RANK=0"}},
	} {
		rank, size, launcher, ok := From(environment(test.env...))
		if rank != test.rank || size != test.size || launcher != test.launcher || ok != (test.launcher != "") {
			t.Errorf("%v: rank %d of %d by %q, %v; expected rank %d of %d by %q",
				test.env, rank, size, launcher, ok, test.rank, test.size, test.launcher)
		}
	}
}
