package mpiwrap_test

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var buffered = strings.Fields("Send Recv Isend Irecv Sendrecv Send_init Recv_init Bcast Allreduce Allgather Allgatherv Gather File_write_at File_read_at")

// Programs in Fortran, with the module mpi and with mpi_f08, are counted like those in C.
func TestFortran(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		if _, err := exec.LookPath("mpif90." + m.name); err != nil {
			t.Skipf("mpif90.%s is not installed: calls of Fortran cannot be tested with it", m.name)
		}
		for module, options := range map[string][]string{"mpi": nil, "mpi_f08": {"-DF08"}} {
			t.Run(module, func(t *testing.T) {
				command := append([]string{"mpif90." + m.name, "-cpp", "-w", "-fallow-argument-mismatch", "-J", built.folder, "-o", "{}"}, options...)
				program := once(t, "fortran-"+module+"."+m.name, append(command, "testdata/fortran/every.f90")...)
				plain := m.run(t, 2, nil, program, filepath.Join(t.TempDir(), "data"))
				lines, tables := m.preloaded(t, 2, "", program, filepath.Join(t.TempDir(), "data"))
				for r := range lines {
					if len(with("result", plain[r])) < 11 || !slices.Equal(with("result", plain[r]), with("result", lines[r])) {
						t.Errorf("rank %d: results are %q, without the wrappers %q", r, with("result", lines[r]), with("result", plain[r]))
					}
					who := fmt.Sprintf("rank %d", r)
					want := expected(t, lines[r])
					part := m.name == "mpich" && module == "mpi_f08"
					if part {
						// MPICH's mpi_f08 calls MPI_X for functions with a buffer, and PMPI_X for others.
						maps.DeleteFunc(want, func(name string, _ counted) bool { return !slices.Contains(buffered, name) })
					}
					compare(t, who, tables[r].functions(false), want)
					if part {
						continue
					}
					compare(t, who+" partner", tables[r].sent(), partners(t, lines[r]))
					if len(tables[r].state.Files) != 1 || tables[r].state.Files[0].Name == "" || tables[r].state.Begun != 1 {
						t.Errorf("%s: files %+v, begun %d times", who, tables[r].state.Files, tables[r].state.Begun)
					}
				}
			})
		}
	})
}
