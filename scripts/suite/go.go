//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/scripts/suite/tested"
)

const module = "github.com/go-hpc/timers"

// roomy lets checkers use more memory: they end before they have used much, and to collect garbage is a quarter of what
// they do.
var roomy = []string{"GOGC=400"}

// toolsRoomy gives compilers and linkers, and not the tests, a processor each, which is enough where several run at a time: the
// threads of one that wait for each other are a tenth of what they take. They collect garbage a little less often, and no less
// than that: where the kernel takes 2 µs to give a page of memory, a sixth of what they take is for those that no collection
// would have asked for.
const toolsRoomy = "-toolexec=env GOGC=200 GOMAXPROCS=1"

// lean leaves out what only debuggers read, which saves a third of the time of linking and of compiling C, and a tenth of that
// of compiling Go. All steps say the same, so that each takes what those before it have compiled, and so do the copies of the
// module in which the commands of the documents run: -trimpath is for that. mpitimer build, which then cannot know where it was
// built, is told. By day tests that run go test of a module of their own leave out go vet.
func lean(by plan) error {
	source, err := os.Getwd()
	if _, chosen := os.LookupEnv("CGO_CFLAGS"); !chosen {
		err = errors.Join(err, os.Setenv("CGO_CFLAGS", "-O2"))
	}
	flags := " -trimpath -ldflags=-w -gcflags=all=-dwarf=false"
	if by == test {
		flags += " -vet=off"
	}
	return errors.Join(err, os.Setenv("MPITIMER_SOURCE", source), os.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+flags)))
}

func format(j *job) error {
	bad, err := j.output("gofmt", "-l", ".")
	if err == nil && bad != "" {
		err = fmt.Errorf("not formatted by gofmt:\n%s", bad)
	}
	return err
}

// builds compiles everything once, which steps at the same time would do twice. It links nothing: those who run a program do.
func builds(j *job) error {
	return j.command("go", "list", toolsRoomy, "-export", "-f", `{{""}}`, "./...")
}

func houseRules(j *job) error { return j.command("go", "test", "-vet=off", "./scripts/house") }

func vetAll(j *job) error {
	return j.with(roomy, func() error {
		return errors.Join(j.vet(j.goCommand, toolsRoomy, "./..."), j.command("go", "-C", browser, "vet", "./..."))
	})
}

func (j *job) goCommand(args ...string) error { return j.command("go", args...) }

// vet runs go vet by a function that runs the go command. Copies of the module share what is compiled of C, and vet wants
// the source that it was compiled from: where that copy is gone, everything is vetted once more as compiled here.
func (j *job) vet(run func(args ...string) error, args ...string) error {
	before := j.said.Len()
	err := run(append([]string{"vet"}, args...)...)
	if err == nil || !bytes.Contains(j.said.Bytes()[before:], []byte("can't parse raw cgo file")) {
		return err
	}
	return run(append([]string{"vet", "-trimpath=false"}, args...)...)
}

// Where it must build without cgo and tags. The files only for darwin are the same on its two processors.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"}

// typesOfSystems checks the types of everything on each system, tests among it, without compiling. On processors of 32
// bits, which no cluster has, that is where they differ. What go vet has looked at on this system is checked as it is built
// with the libraries of others, which most machines lack.
func typesOfSystems(j *job) error {
	const tagged = "linux/amd64+mpi,gptl,otf2,experimental,device,kernels,coarseclock"
	return j.command("go", append(append([]string{"run", "./scripts/typecheck", tagged}, systems[1:]...), "linux/386")...)
}

// buildSystems compiles everything for each system, links the commands that users install, and lets go vet look at the
// packages that have other files there, some of them assembly, or for a machine with a device. What runs nowhere here is not
// optimised.
func buildSystems(j *job) error {
	flags := "GOFLAGS=" + os.Getenv("GOFLAGS")
	var problems error
	for _, target := range systems {
		system, processor, _ := strings.Cut(target, "/")
		env := append([]string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + processor, flags}, roomy...)
		if target != "linux/amd64" {
			env[3] += " '-gcflags=all=-dwarf=false -N -l'"
		}
		problems = errors.Join(problems, j.with(env, func() error { return buildSystem(j) }))
	}
	return errors.Join(problems,
		vetDiffering(j, []string{"-tags", "device"}), // what scripts/device-proof.sh builds
		vetDiffering(j, []string{"-tags", "e3sm"}))   // E3SM's fork of GPTL
}

func buildSystem(j *job) error {
	libraries, err := j.lines("go", "list", "-f", `{{if and (ne .Name "main") .GoFiles}}{{.ImportPath}}{{end}}`, "./...")
	for _, args := range [][]string{append([]string{"build"}, libraries...), {"build", "-o", os.DevNull, "./cmd/mpitimer"}, {"build", "-o", os.DevNull, "./cmd/pt"}} {
		if err == nil {
			err = j.command("go", args...)
		}
	}
	if err != nil {
		return err
	}
	return vetDiffering(j, nil)
}

// differing lists the packages that have other files with these options, and in the environment of the job, than in that of
// the suite: there is nothing new to find in the others.
func differing(j *job, options []string) ([]string, error) {
	files := func(options []string) (map[string]bool, error) {
		text, err := j.output("go", slices.Concat([]string{"list", "-f", "{{.ImportPath}} {{.GoFiles}} {{.CgoFiles}} {{.SFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}"}, options, []string{"./..."})...)
		lines := map[string]bool{}
		for line := range strings.Lines(text) {
			lines[line] = true
		}
		return lines, err
	}
	with, err := files(options)
	if err != nil {
		return nil, err
	}
	var without map[string]bool
	env := j.env
	j.env = nil
	without, err = files(nil)
	j.env = env
	var list []string
	for line := range with {
		if !without[line] {
			name, _, _ := strings.Cut(line, " ")
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list, err
}

func vetDiffering(j *job, options []string) error {
	list, err := differing(j, options)
	if err != nil || len(list) == 0 {
		return err
	}
	return j.vet(j.goCommand, slices.Concat(options, list)...)
}

// withMPI runs a command of go as it is built with an MPI: VERB and what follows it, tags among it.
func (j *job) withMPI(kind string, args ...string) error {
	return j.bash(`mpi_find "$1"; shift; mpi_go "$@"`, append([]string{kind}, args...)...)
}

// tagsOf are the build tags of an MPI.
func (j *job) tagsOf(kind string) (string, error) {
	text, err := j.output("bash", "-c", `source scripts/mpi-env.sh; mpi_find "$0" && echo "$MPITAGS"`, kind)
	return strings.TrimSpace(text), err
}

// differingMPI lists the packages that have other files with an MPI.
func differingMPI(j *job) ([]string, error) {
	tags, err := j.tagsOf("openmpi")
	if err != nil {
		return nil, err
	}
	return differing(j, []string{"-tags", tags})
}

// vetMPI vets the packages that have other files with MPI.
func vetMPI(j *job) error {
	list, err := differingMPI(j)
	if err != nil {
		return err
	}
	return j.with(roomy, func() error {
		return j.vet(func(args ...string) error { return j.withMPI("openmpi", args...) }, slices.Insert(list, 0, toolsRoomy)...)
	})
}

// staticAll runs staticcheck of everything as it is built without MPI, with the checks of go vet. A machine without the
// sources of both cannot check: that is a failure and no step left out, since it is a matter of one download.
func staticAll(j *job) error {
	return withChecker(j, func(program string) error { return j.command(program, "./...") })
}

// staticMPI is staticAll of what is built otherwise with an MPI.
func staticMPI(j *job) error {
	list, err := differingMPI(j)
	if err != nil {
		return err
	}
	return withChecker(j, func(program string) error {
		return j.bash(`mpi_find openmpi; program=$1; shift; CGO_ENABLED=1 ${MPICGO:+CC=$MPICGO} "$program" -tags "$MPITAGS" "$@"`, slices.Insert(list, 0, program)...)
	})
}

// withChecker runs something with the program of scripts/checker.
func withChecker(j *job, run func(program string) error) error {
	folder, err := os.MkdirTemp("", "checker")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "checker")
	if err := j.command("go", "-C", "scripts/checker", "build", toolsRoomy, "-o", program, "."); err != nil {
		return err
	}
	return j.with(append(roomy, "GOFLAGS="+os.Getenv("GOFLAGS")+" '"+toolsRoomy+"'"), func() error { return run(program) })
}

func (j *job) packages() ([]string, error) { return j.lines("go", "list", "./...") }

// testsOf tests the packages that take long, or the others. Those whose short tests run under the race detector are among
// the first by night; by day only their tests that see a difference run without.
func testsOf(long bool, options ...string) func(*job) error {
	return func(j *job) error {
		all, err := j.packages()
		if err != nil {
			return err
		}
		raced, partly, seeing, err := racedByDay(j)
		if err != nil {
			return err
		}
		options := slices.Concat([]string{"test", toolsRoomy}, options)
		list := slices.DeleteFunc(where(all, slow, long), func(name string) bool { return slices.Contains(raced, name) || slices.Contains(partly, name) })
		if long && !slices.Contains(options, "-short") {
			return j.tests(installed, slices.Concat(options, list, raced, partly))
		}
		return errors.Join(j.tests(installed, slices.Concat(options, list)),
			j.tests(installed, slices.Concat(options, []string{"-run", seeing}, where(partly, slow, long))))
	}
}

// installed is what tests may not say that they lack: it is there, or the steps that need it say that it is not.
const installed = "no go command|no cgo here|no mpirun|mpicc\\.[a-z]+ is not installed"

// tests runs go test and shows what it shows; go vet has looked at the tests before. A test that is skipped for a reason
// that matches forbid, or for any if forbid is blank, counts as failed.
func (j *job) tests(forbid string, args []string) error {
	at := slices.Index(args, "test") + 1
	out, err := j.output("go", slices.Insert(args, at, "-vet=off", "-json")...)
	shown := tested.Show(strings.NewReader(out), &j.said, []*regexp.Regexp{regexp.MustCompile(forbid)})
	if shown != nil {
		return shown
	}
	return err
}

var (
	beginsGoroutine = regexp.MustCompile("(?m)^[^/\"`\n]*((^|\\s)go (func\\(|[a-zA-Z_.]+\\()|\\.Go\\()")
	concurrentTest  = regexp.MustCompile(beginsGoroutine.String() + `|"net/http"|/machenv/local"`)
	// sharedByGoroutines are packages that begin none, and are what those of their callers share.
	sharedByGoroutines = regexp.MustCompile("/machenv$|/mpitimer/internal/table$")
)

// seesRace is in what is another thing under the race detector: it must be tested without, too.
var seesRace = regexp.MustCompile(`internal/race"|go:build !?race|AllocsPerRun|ReportAllocs|"C"`)

var testOfFile = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// racedByDay lists the packages whose short tests run under the race detector in make test: those that need not run without it, and
// those of which only tests that the pattern names need to, as they stand in files that see a difference.
func racedByDay(j *job) (raced, partly []string, seeing string, err error) {
	list, err := concurrent(j, false)
	var names []string
	for _, name := range list {
		files, _ := filepath.Glob(filepath.Join(strings.TrimPrefix(strings.TrimPrefix(name, module), "/"), "*.go"))
		own, whole := []string(nil), false
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, "", err
			}
			if seesRace.Match(data) {
				tests := testOfFile.FindAllSubmatch(data, -1)
				for _, each := range tests {
					own = append(own, string(each[1]))
				}
				whole = whole || len(tests) == 0 && !strings.HasSuffix(file, "bench_test.go") // all others may see it by this file
			}
		}
		switch {
		case whole:
		case own == nil:
			raced = append(raced, name)
		default:
			partly, names = append(partly, name), append(names, own...)
		}
	}
	return raced, partly, "^(" + strings.Join(names, "|") + ")$", err
}

// concurrent lists the packages in whose files goroutines begin, or ranks that are goroutines; with tests false those whose
// tests alone begin some are left out, unless what they test is what goroutines of their callers share, and the command's,
// which run in no solver; they were a fifth of the step.
func concurrent(j *job, tests bool) ([]string, error) {
	text, err := j.output("go", "list", "-f", "{{.ImportPath}} {{.Dir}}", "./...")
	var list []string
	for line := range strings.Lines(text) {
		name, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		var own, all []byte
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			all = append(all, data...)
			if !strings.HasSuffix(file, "_test.go") {
				own = append(own, data...)
			}
		}
		has := concurrentTest.Match(all) && (tests || beginsGoroutine.Match(own) || sharedByGoroutines.MatchString(name))
		if has && bytes.Contains(all, []byte("*testing.T")) {
			list = append(list, name)
		}
	}
	pattern := "/scripts/|/mpitimer/mpiwrap$|/internal/instrument(/rewrite)?$"
	if !tests {
		pattern += "|/cmd/"
	}
	return where(list, pattern, false), err
}

// race runs the short tests: campaigns run without the detector. What the tests of the wrappers and of instrumented programs
// do is done by programs that are built without it; but several builds at one time meet in one process.
func race(j *job, tests bool) error {
	list, err := concurrent(j, tests)
	if err != nil {
		return err
	}
	if err := j.command("go", append([]string{"test", toolsRoomy, "-vet=off", "-race", "-short"}, list...)...); err != nil || !tests {
		return err
	}
	return j.command("go", "test", toolsRoomy, "-vet=off", "-race", "-short", "-run=Parallel|Plain", "./cmd/mpitimer/internal/instrument")
}

func raceWhereGoroutinesBegin(j *job) error { return race(j, false) }

func raceEverywhere(j *job) error { return race(j, true) }
