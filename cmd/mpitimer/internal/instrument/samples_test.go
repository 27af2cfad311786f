package instrument

import "testing"

// ofSys is package unix of golang.org/x/sys in short: it has what its users call, and calls that itself nowhere else.
const ofSys = `package unix

import "syscall"

func Getpid() int { return syscall.Getpid() }

func Exec(name string, args, env []string) error { return syscall.Exec(name, args, env) }
`

// Programs take samples by themselves unless they could notice; a flag decides for any.
func TestWhoTakesSamples(t *testing.T) {
	plain := "package main\n\nfunc main() {}\n"
	for _, c := range []struct {
		name, verb, sample, main string
		mpi                      bool
		want                     sampling
	}{
		{"plain", "build", "", plain, false, sampling{on: true}},
		{"run", "run", "", plain, false, sampling{on: true}},
		{"tests", "test", "", plain, false, sampling{}},
		{"tests asked", "test", "true", plain, false, sampling{true, true}},
		{"MPI", "build", "", plain, true, sampling{}},
		{"MPI asked", "build", "true", plain, true, sampling{true, true}},
		{"refused", "build", "false", plain, false, sampling{}},
		{"own profile", "build", "", "package main\n\nimport \"runtime/pprof\"\n\nfunc main() { pprof.StopCPUProfile() }\n", false, sampling{on: true}},
		{"server of profiles", "build", "", "package main\n\nimport _ \"net/http/pprof\"\n\nfunc main() {}\n", false, sampling{}},
		{"counts goroutines", "build", "", "package main\n\nimport \"runtime\"\n\nfunc main() { println(runtime.NumGoroutine()) }\n", false, sampling{}},
		{"becomes another program", "build", "", "package main\n\nimport \"syscall\"\n\nfunc main() { syscall.Exec(\"x\", nil, nil) }\n", false, sampling{}},
		{"needs a package that could do so", "build", "", "package main\n\nimport \"golang.org/x/sys/unix\"\n\nfunc main() { unix.Getpid() }\n", false, sampling{on: true}},
		{"does so by that", "build", "", "package main\n\nimport \"golang.org/x/sys/unix\"\n\nfunc main() { unix.Exec(\"x\", nil, nil) }\n", false, sampling{}},
		{"uses the runtime", "build", "", "package main\n\nimport \"runtime\"\n\nfunc main() { runtime.GC() }\n", false, sampling{on: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(files(t, map[string]string{
				"go.mod":  "module example.com/sampled\n\ngo 1.22\n\nrequire golang.org/x/sys v0.1.0\n\nreplace golang.org/x/sys => ./sys\n",
				"main.go": c.main, "sys/go.mod": "module golang.org/x/sys\n\ngo 1.22\n", "sys/unix/exec.go": ofSys,
			}))
			g, err := newGoCommand(c.verb, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := &options{verb: c.verb, sample: c.sample, mpi: c.mpi, lifecycle: true}
			got, err := o.decideSampling(g, sourcesOf(t, g, ""))
			if err != nil || got != c.want {
				t.Errorf("%+v (%v), want %+v", got, err, c.want)
			}
		})
	}
}
