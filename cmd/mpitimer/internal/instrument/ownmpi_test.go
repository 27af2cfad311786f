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
	if text, err := os.ReadFile("testdata/byhand/main.go"); err != nil || !startsMPI.Match(text) {
		t.Errorf("a start of MPI is not seen: %v", err)
	}
}
