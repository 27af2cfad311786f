package mpi

import (
	"errors"
	"testing"
)

func TestCheckLauncher(t *testing.T) {
	variables := map[string]string{"OMPI_COMM_WORLD_RANK": "2", "OMPI_COMM_WORLD_SIZE": "4"}
	mpirun := func(name string) string { return variables[name] }
	for size, want := range map[int]bool{1: true, 4: false} {
		if err := checkLauncher(mpirun, "MPICH 4.0.2", size); errors.Is(err, ErrWrongLauncher) != want {
			t.Errorf("4 ranks started, MPI sees %d: %v", size, err)
		}
	}
	if err := checkLauncher(func(string) string { return "" }, "MPICH 4.0.2", 1); err != nil {
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
