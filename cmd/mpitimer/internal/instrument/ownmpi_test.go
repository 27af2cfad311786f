package instrument

import (
	"os"
	"strings"
	"testing"
)

// MPI ends a job that starts it twice: that is told before anything is built.
func TestProgramsThatStartMPI(t *testing.T) {
	t.Setenv("CGO_ENABLED", "1")
	binding := func(text string) map[string]string {
		return map[string]string{
			"go.mod": "module example.com/own\n\ngo 1.22\n", "main.go": "package main\n\nimport \"example.com/own/ring\"\n\nfunc main() { ring.Start() }\n",
			"ring/ring.go": "package ring\n\n// #include <mpi.h>\nimport \"C\"\n\nfunc Start() { " + text + " }\n",
		}
	}
	for name, test := range map[string]struct {
		text, refused string
		args          []string
	}{
		"a binding":       {"C.MPI_Init(nil, nil)", "example.com/own/ring starts MPI", []string{"build", "-n", "--", "-tags", "x,mpi", "."}},
		"with threads":    {"C.MPI_Init_thread(nil, nil, 3, nil)", "example.com/own/ring starts MPI", []string{"test", "-n", "--", "-tags=mpi"}},
		"calls recorded":  {"C.MPI_Init(nil, nil)", "", []string{"build", "-n", "-mpi", "--", "-tags", "mpi", "."}},
		"no tag":          {"C.MPI_Init(nil, nil)", "", []string{"build", "-n", "--", "."}},
		"not in main":     {"C.MPI_Init(nil, nil)", "", []string{"build", "-n", "-main=false", "--", "-tags", "mpi", "."}},
		"no start of MPI": {"C.MPI_Initialized(nil)", "", []string{"build", "-n", "--", "-tags", "mpi", "."}},
	} {
		t.Run(name, func(t *testing.T) {
			_, messages, err := mpitimer(t, files(t, binding(test.text)), test.args...)
			if test.refused == "" && err != nil || test.refused != "" && (err == nil || !strings.Contains(err.Error(), test.refused) || !strings.Contains(err.Error(), test.args[0]+" -mpi")) {
				t.Errorf("error %v, want %q\n%s", err, test.refused, messages)
			}
		})
	}
	if text, err := os.ReadFile("testdata/byhand/main.go"); err != nil || !startsMPI().Match(text) {
		t.Errorf("a start of MPI is not seen: %v", err)
	}
}

// The timers are built with the MPI of the program: two in one process crash.
func TestSameMPI(t *testing.T) {
	t.Setenv("CGO_ENABLED", "1")
	for _, c := range []struct{ compiler, library, tags, want string }{
		{"gcc", "", "", "-tags=mpi "},
		{"/opt/mpi/bin/mpicc.mpich -O2", "ompi", "", "-tags=mpi,mpi_cc "},
		{"mpiicx", "", "x", "-tags=x,mpi,mpi_cc "},
		{"mpicc", "", "mpi,mpi_mpich", "-tags=mpi,mpi_mpich "},
		{"gcc", "mpich", "", "-tags=mpi,mpi_mpich "},
		{"gcc", "ompi-c", "x", "-tags=x,mpi,mpi_openmpi "},
		{"gcc", "zlib", "", "-tags=mpi "},
	} {
		t.Setenv("CC", c.compiler)
		cgo := "// #include <mpi.h>\n"
		if c.library != "" {
			cgo += "// #cgo pkg-config: " + c.library + "\n"
		}
		folder := files(t, map[string]string{
			"go.mod": "module example.com/own\n\ngo 1.22\n", "main.go": "package main\n\nimport \"example.com/own/ring\"\n\nfunc main() { ring.Start() }\n",
			"ring/ring.go": "package ring\n\n" + cgo + "import \"C\"\n\nfunc Start() { C.MPI_Init(nil, nil) }\n",
		})
		out, messages, err := mpitimer(t, folder, "build", "-n", "-mpi", "--", "-tags="+c.tags, ".")
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%s, %s, %s: %s (%v, %s), want %s", c.compiler, c.library, c.tags, out, err, messages, c.want)
		}
	}
}
