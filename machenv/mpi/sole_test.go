//go:build mpi && cgo

package mpi

import (
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// This program calls no C but through this module, nor does Go's own count. Package mpitest calls MPI, but is of this module.
func TestSole(t *testing.T) {
	if callOthers() {
		t.Error("other packages are said to call C")
	}
	for name, is := range map[string]bool{
		"main._Cfunc_meet": true, "solver/halo._C2func_MPI_Waitall": true, "example.org/solver._cgoexp_0f_done": true,
		"net._C2func_getaddrinfo": false, "runtime/cgo._Cfunc_x": false, "main.meet": false,
	} {
		if isCall(name) != is {
			t.Errorf("isCall(%q) = %v", name, !is)
		}
	}
}

// Of a program that calls C itself it is not known whether all of its ranks' waits are: it may call MPI there.
func TestNotSoleIfProgramCallsC(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	if _, _, by, ok := Launched(); ok {
		t.Skip("started by " + by)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Skip("nothing is known of how this program was built")
	}
	tags := ""
	for _, s := range info.Settings {
		if s.Key == "-tags" {
			tags = s.Value
		}
	}
	program := filepath.Join(t.TempDir(), "others")
	if out, err := output(t, exec.CommandContext(t.Context(), "go", "build", "-tags", tags, "-o", program, "./testdata/others")); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := output(t, exec.CommandContext(t.Context(), program))
	if err != nil || !strings.Contains(out, "sole: false") {
		t.Errorf("%v\n%s", err, out)
	}
}
