package mpi

import (
	"errors"
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
		rank, size, launcher, ok := launched(environment(test.env...))
		if rank != test.rank || size != test.size || launcher != test.launcher || ok != (test.launcher != "") {
			t.Errorf("%v: rank %d of %d by %q, %v; expected rank %d of %d by %q",
				test.env, rank, size, launcher, ok, test.rank, test.size, test.launcher)
		}
	}
}

func TestCheckLauncher(t *testing.T) {
	mpirun := environment("OMPI_COMM_WORLD_RANK=2", "OMPI_COMM_WORLD_SIZE=4")
	for size, want := range map[int]bool{1: true, 4: false} {
		if err := checkLauncher(mpirun, "MPICH 4.0.2", size); errors.Is(err, ErrWrongLauncher) != want {
			t.Errorf("4 ranks started, MPI sees %d: %v", size, err)
		}
	}
	if err := checkLauncher(environment(), "MPICH 4.0.2", 1); err != nil {
		t.Errorf("no launcher: %v", err)
	}
	want := "wrong mpirun: started as rank 2 of 4 by Open MPI's mpirun, but the program is linked with MPICH 4.0.2 " +
		"and sees one rank only: use the mpirun of MPICH, or build for the MPI of the launcher"
	if got := checkLauncher(mpirun, "MPICH 4.0.2", 1).Error(); got != want {
		t.Errorf("text:\n%s\nexpected\n%s", got, want)
	}
}

func TestShortLibrary(t *testing.T) {
	for version, want := range map[string]string{
		"": "",
		"Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4": "Open MPI v4.1.4",
		"MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7 12:34:45 CDT 2022": "MPICH 4.0.2",
		"Intel(R) MPI Library 2021.9 for Linux* OS\n\x00":                          "Intel(R) MPI Library 2021.9 for Linux* OS",
	} {
		if got := shortLibrary(version); got != want {
			t.Errorf("%q: %q, expected %q", version, got, want)
		}
	}
}
