package mpiwrap_test

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Calls of several goroutines at once are counted where each of them is; those of a library that is
// loaded at run time are counted too.
func TestGoroutines(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		library := m.c(t, "dlopened", "-shared", "-fPIC")
		lines := m.run(t, 1, nil, m.program(t, "goroutines"), library)
		if !slices.Contains(lines[0], "ok") {
			t.Errorf("%q", lines[0])
		}
		if runtime.GOARCH == "amd64" && !slices.Contains(lines[0], "goroutines true") {
			t.Errorf("goroutines are not told apart with %s: %q", runtime.Version(), lines[0])
		}
	})
}

// Where goroutines cannot be told apart, all is counted in the main track.
func TestOneTrack(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the wrappers once more")
	}
	each(t, func(t *testing.T, m mpi) {
		if m.name != mpis[0].name {
			t.Skip("compiles the wrappers once more, and has nothing to do with MPI")
		}
		lines := m.run(t, 1, nil, m.tagged(t, "goroutines", ",mpi_onetrack"), m.c(t, "dlopened", "-shared", "-fPIC"))
		if !slices.Contains(lines[0], "ok") || !slices.Contains(lines[0], "goroutines false") {
			t.Errorf("%q", lines[0])
		}
	})
}

// Libraries find the wrappers in a Go program: its symbols are there for all to see.
func TestExported(t *testing.T) {
	if _, err := exec.LookPath("nm"); err != nil {
		t.Skip(err)
	}
	each(t, func(t *testing.T, m mpi) {
		for _, file := range []string{m.program(t, "goroutines"), m.library(t)} {
			out, err := exec.Command("nm", "-D", "--defined-only", file).Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"MPI_Send", "MPI_File_open", "MPI_Comm_rank", "MPI_Ineighbor_alltoallw"} {
				if !strings.Contains(string(out), " T "+name+"\n") {
					t.Errorf("%s does not export %s", file, name)
				}
			}
			for line := range strings.Lines(string(out)) {
				if strings.Contains(line, " gohpc_mpiwrap_") {
					t.Errorf("%s exports %s", file, strings.TrimSpace(line))
				}
			}
		}
	})
}
