//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// plan is a set of steps for an occasion.
type plan int

const (
	lint    plan = 1 << iota // what can be checked without running anything
	check                    // the everyday loop
	test                     // what CI runs
	nightly                  // all campaigns: what test leaves out, or does in a short form

	fuzzing // three of them alone
	properties
	models
)

// slow are the packages whose tests build many programs, or try many cases: test runs their short tests, nightly all.
const slow = "/timers/stats$|/timers/mpitimer$|/stats/(power|export/page)$|/mpitimer/device/kernels$|/scripts/docs$|/cmd/mpitimer$|/cmd/mpitimer/internal/(instrument|instrument/rewrite|instrument/cover|diff|load)$|/mpitimer/mpiwrap$|/cmd/libgptl$|/stats/export$|/scripts/answers/campaign$|/stats/(history|hdtrace/project)$"

// choice is what one may choose of the steps.
type choice struct {
	changes
	campaign campaign
}

// stepsOf lists the steps of a plan in their order.
func stepsOf(p plan, c *choice) []step {
	all := append(computing(c), processes()...)
	var list []step
	for _, s := range slices.Concat(all, campaigns(), releases(c)) {
		if s.in&p != 0 {
			list = append(list, s)
		}
	}
	return list
}

// computing are the steps that use all processors by themselves.
func computing(c *choice) []step {
	return []step{
		{name: "gofmt", in: lint | check | test, run: format},
		{name: "builds, with and without cgo", in: check, run: c.build},
		{name: "go vet of what has changed", in: check, run: c.vet},
		{name: "staticcheck of what has changed", in: check | test, run: c.static},
		{name: "rules of the house", in: check, run: houseRules},
		{name: "tests of what has changed", in: check, run: c.test},

		{name: "go vet", in: lint | nightly, run: vetAll},
		{name: "builds", in: test, first: true, run: builds},
		{name: "types for five systems", in: lint | test, run: typesOfSystems},
		{name: "go vet with MPI", in: lint | nightly, needs: []string{"openmpi"}, run: vetMPI},
		{name: "staticcheck, and what go vet checks", in: lint | nightly, run: staticAll},
		{name: "the same with MPI", in: lint | nightly, needs: []string{"openmpi"}, run: staticMPI},
		{name: "tests", in: test, run: testsOf(false, "-timeout=20m")},
		{name: "tests that take long, their short form", in: test, run: testsOf(true, "-short", "-timeout=10m")},
		{name: "race detector where goroutines begin", in: test, run: raceWhereGoroutinesBegin},

		{name: "builds for other systems", in: nightly, run: buildSystems},
		{name: "tests that take long", in: nightly, needs: []string{"openmpi", "mpich"}, run: testsOf(true, "-timeout=40m")},
		{name: "race detector", in: nightly, run: raceEverywhere},
		{name: "goroutines' numbers not at hand", in: nightly, run: slowNumbers},
		{name: "bad machine", in: nightly, run: badMachine},
		{name: "fuzzing", in: nightly | fuzzing, run: c.campaign.fuzz},
		{name: "properties", in: nightly | properties, run: c.campaign.properties},
		{name: "answers to runs of which the truth is known", in: nightly, needs: []string{"openmpi", "mpich"}, run: func(j *job) error { return j.command("make", "answers") }},
		{name: "random programs", in: nightly | models, run: c.campaign.model},
	}
}

// processes are the steps that start programs, wait for them and look at them.
func processes() []step {
	return []step{
		{name: "collective tests, openmpi", in: test, beside: true, needs: []string{"openmpi"}, run: collective("openmpi", 2, 3, 5)},
		{name: "collective tests, mpich", in: test, beside: true, needs: []string{"mpich"}, run: collective("mpich", 3)},
		{name: "page in Chromium", in: test, beside: true, needs: []string{"headless"}, run: pageTests("no Chromium|there is no", "-short", "-skip")},
		{name: "page in Chromium", in: nightly, beside: true, needs: []string{"chromium"}, run: pageTests("", "-skip")},
		{name: "commands of README and getting started", in: test, beside: true, needs: []string{"openmpi"}, run: firstPages},
		{name: "demo", in: test, beside: true, run: inFolder("scripts/demo.sh")},
	}
}

// afterwards is what is looked at when all else is over: tests whose programs die keep their tables in directories of their own.
func afterwards() step {
	return step{name: "no tables are left", in: test | nightly, needs: []string{"memory"}, run: func(j *job) error {
		runs, err := j.output("go", "run", "./cmd/mpitimer", "runs", "--format", "csv", "/dev/shm", os.TempDir())
		if err != nil || strings.Contains(runs, ",false,") {
			err = errors.Join(errors.New("these runs have left tables in the memory of the machine:\n"+runs), err, j.command("ls", "-R", "/dev/shm"))
		}
		return err
	}}
}

// campaigns are the steps of processes that take long.
func campaigns() []step {
	both := []string{"openmpi", "mpich"}
	list := []step{
		{name: "the other MPI's mpirun", needs: both, run: script("scripts/example-test.sh", "wrong-launcher")},
		{name: "ranks that are killed", needs: both, run: script("scripts/kill.sh")},
		{name: "communicators of gompi", needs: []string{"openmpi", "gompi"}, run: gompi},
		{name: "tracers beside the example", needs: []string{"openmpi"}, run: script("scripts/tracers-test.sh")},
		{name: "regions in GPTL's report", needs: []string{"c"}, run: library("^(TestEmulator|TestEmulatorOfFork|TestInstalled)$", "./mpitimer/internal/gptl", "-library")},
		{name: "counters beside PAPI's", needs: []string{"papi"}, run: library("^TestPAPIReferees$", "./mpitimer/counters", "-papi")},
		{name: "top, stacks and recover in a terminal", needs: []string{"openmpi", "tmux"}, run: script("scripts/terminal-test.sh")},
		{name: "traces of OTF2", needs: []string{"otf2"}, run: otf2},
		{name: "several hosts, whose clocks differ", needs: []string{"openmpi", "namespaces"}, run: script("scripts/hosts-test.sh")},
		{name: "a job on its nodes, by ssh and by Slurm", needs: append([]string{"slurm"}, both...), run: script("scripts/nodes-test.sh")},
		{name: "eslint of the page's scripts", needs: []string{"eslint"}, run: lintPage},
		{name: "a job on 50 nodes, some out of reach", run: script("scripts/scale.sh", "--short")},
		{name: "page in Firefox", needs: []string{"firefox"}, run: pageTests("", "-run")},
		{name: "one page of all that was recorded", needs: []string{"openmpi", "chromium"}, run: demoPage},
		{name: "demo without MPI", run: demoWithoutMPI},
		{name: "programs of others, instrumented", run: script("scripts/foreign-test.sh")},
	}
	for _, kind := range both {
		ranks := []int{0, 1, 2, 3, 4, 7}
		if kind == "mpich" {
			ranks = []int{1, 2, 5} // its ranks keep a processor busy while they wait
		}
		list = append(list,
			step{name: "collective tests on many ranks, " + kind, needs: []string{kind}, run: collective(kind, ranks...)},
			step{name: "example, " + kind, needs: []string{kind}, run: script("scripts/example-test.sh", kind)},
			step{name: "functions timed by the build, calls recorded, " + kind, needs: []string{kind}, run: script("scripts/instrument-test.sh", kind)},
			step{name: "regions from C, C++ and Fortran, " + kind, needs: []string{kind, "fortran"}, run: script("scripts/c-test.sh", kind)})
	}
	for i := range list {
		list[i].in, list[i].beside = nightly, true
	}
	return list
}

// gompi vets the adapter for communicators of gompi, which knows Open MPI alone, and runs its tests on several ranks.
func gompi(j *job) error {
	return j.bash(`folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
		mpi_find openmpi; go vet -tags gompi ./machenv/gompi; go test -vet=off -tags gompi -c -o "$folder/test" ./machenv/gompi
		cd machenv/gompi; for ranks in 1 2 4; do mpi_run "$ranks" "$folder/test"; done`)
}

// script runs a script; what it prints last says what it has done.
func script(name string, args ...string) func(*job) error {
	return func(j *job) error { return j.command(name, args...) }
}

// library runs tests that compare with a library of others, with an option of their own.
func library(tests string, args ...string) func(*job) error {
	return func(j *job) error {
		return j.command("go", append([]string{"test", "-vet=off", "-count=1", "-timeout=5m", "-v", "-run", tests}, args...)...)
	}
}

// inFolder runs a script whose argument is a directory that is removed afterwards.
func inFolder(name string) func(*job) error {
	return func(j *job) error {
		folder, err := os.MkdirTemp("", "demo")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		return j.command(name, folder+"/demo")
	}
}

// where keeps of packages those that match, or with keep false the others.
func where(packages []string, pattern string, keep bool) (list []string) {
	matches := regexp.MustCompile(pattern).MatchString
	for _, p := range packages {
		if matches(p) == keep {
			list = append(list, p)
		}
	}
	return list
}

// firstPages runs the commands of the pages that newcomers read first.
func firstPages(j *job) error {
	return j.command("go", "test", "-vet=off", "-count=1", "-timeout=10m", "-run", "^TestDocs$/^README.md$|^TestDocs$/^docs$/^getting-started.md$", "./scripts/docs")
}

const browser = "stats/export/page/browser" // a module of its own

// pageTests runs the test in Firefox, or skips it and runs those in Chromium; the last option says which. None may be skipped
// otherwise for a reason that matches forbid, blank for any.
func pageTests(forbid string, options ...string) func(*job) error {
	return func(j *job) error {
		args := []string{"-C", browser, "test", toolsRoomy, "-count=1", "-timeout=20m"}
		return j.workspace([]string{".", browser}, func() error {
			return j.tests(forbid, append(append(args, options...), "^TestFirefox$", "./..."))
		})
	}
}

// workspace runs a function that runs the go command in a workspace of modules, so that each takes what was compiled for
// another: a module that is replaced is compiled anew.
func (j *job) workspace(modules []string, run func() error) error {
	folder, err := os.MkdirTemp("", "workspace")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var text strings.Builder
	text.WriteString("go 1.26.0\n")
	for _, module := range modules {
		path, err := filepath.Abs(module)
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "use %q\n", path)
	}
	name := filepath.Join(folder, "go.work")
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		return err
	}
	return j.with([]string{"GOWORK=" + name}, run)
}

// eslint looks at JavaScript, and prettier lays it out, as npm has them.
const (
	eslint   = "eslint@9.39.5"
	prettier = "prettier@3.10.1"
)

// lintPage looks at the page's scripts without running them, and whether they are laid out as prettier does it.
func lintPage(j *job) error {
	if err := j.command("npx", "--yes", eslint, "--config", "scripts/suite/eslint.config.mjs", "stats/export/page/web"); err != nil {
		return err
	}
	return j.command("npx", "--yes", prettier, "--no-config", "--print-width=120", "--single-quote", "--check", "stats/export/page/web/*.js")
}

// demoPage reads in Chromium what a newcomer finds on the page of the demo.
func demoPage(j *job) error {
	folder, err := os.MkdirTemp("", "demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	return j.with([]string{"POWER=made-up", "SINCE=60", "DEMO_SINCE=60", "DEMO_PAGE=" + folder + "/demo/page.html"}, func() error {
		if err := j.command("scripts/demo-page.sh", folder+"/demo"); err != nil {
			return err
		}
		return j.command("go", "-C", browser, "test", "-tags", "demo", "-count=1", "-timeout=30m", "-run", "^Test(DemoPage|DemoAtEverySize|OthersAtEverySize|ReadmePicture)$", "-v", ".")
	})
}

// demoWithoutMPI is the demo where no MPI is to be seen and none may be installed.
func demoWithoutMPI(j *job) error {
	const tools = "bash env dirname mktemp rm mkdir cat grep tr id head timeout go"
	return j.bash(`bin=$(mktemp -d); trap 'rm -rf "$bin"' EXIT
		for tool in ` + tools + `; do ln -s "$(command -v $tool)" "$bin/$tool"; done
		PATH=$bin TIMERS_NO_INSTALL=1 scripts/demo.sh "$bin/demo" | tee "$bin/log"
		grep -q 'embedded ranks' "$bin/log"`)
}

// otf2 reads traces that OTF2's own library has written with its own tools and bindings.
func otf2(j *job) error {
	return j.with([]string{"CGO_ENABLED=1"}, func() error {
		if err := j.command("go", "vet", "-tags", "otf2", "./stats/hdtrace/otf2"); err != nil {
			return err
		}
		if err := j.command("go", "test", "-vet=off", "-count=1", "-tags", "otf2", "./stats/hdtrace/otf2"); err != nil {
			return err
		}
		return j.bash(`for kind in openmpi mpich; do ! mpi_find "$kind" || scripts/otf2-test.sh "$kind"; done`)
	})
}

// slowNumbers tests the timers where the number of a goroutine is not at hand: the build tag forces what other
// processors, and runtimes that are not known yet, get. Tests of millions of pairs of one goroutine, each of which takes
// microseconds there, are left out.
func slowNumbers(j *job) error {
	const long = "TestThrottledCallsAreExact|TestNamesBuiltAtRunTime|TestThrottleInTheTree|TestThrottleStartByName|TestLongCallsAreNotThrottled|" +
		"TestManyStopsOfNamesThatNeverStarted|TestDeepTree|WhileGoroutinesRun"
	if err := j.command("go", "vet", "-tags", "slowgoroutine", "./mpitimer/internal/goroutine"); err != nil {
		return err
	}
	return j.command("go", strings.Fields("test -short -tags slowgoroutine -skip "+long+" ./mpitimer/internal/goroutine ./mpitimer/internal/clock ./mpitimer/internal/engine ./mpitimer")...)
}

// badMachine runs the short tests of everything that measures time on bad machines: clocks in steps of 10 ns and of 1 µs, one
// processor, busy processors, perf events denied and permitted, no home directory, another directory for temporary files, a
// /dev/shm in use and one that cannot be used. scripts/badmachine decides which go together.
func badMachine(j *job) error {
	// Those that measure time or read the machine. The others use no clock, or compile at length; the power tracer is tested
	// against a device that keeps its own time, which needs a machine with time for both.
	list, err := j.lines("go", "list", "./mpitimer/...", "./stats/calls", "./stats/signal", "./stats/util", "./machenv/...", "./examples/...", "./cmd/mpitimer", "./cmd/pt")
	if err != nil {
		return err
	}
	const texts = "internal/(consent|gptl|keyvalue|misuse|mpicall|namelist)"
	list = where(list, "/mpitimer/(mpiwrap|attach|hooks|predecessor|upstream|viewers|"+texts+")(/|$)", false)
	// Tests of what stands in files that are cut or damaged, or in documents: every machine reads the same.
	const same = "TestDamagedFiles|TestCutFiles|TestOpenOfCutBlocks|TestDeepTree|TestDocs|TestDocument"
	dirs, err := j.lines("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH") // the tests that call the go command have no home
	if err != nil || len(dirs) != 3 {
		return fmt.Errorf("go env: %q, %w", dirs, err)
	}
	return j.with([]string{"GOCACHE=" + dirs[0], "GOMODCACHE=" + dirs[1], "GOPATH=" + dirs[2]}, func() error {
		folder, err := os.MkdirTemp("", "badmachine")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		program := folder + "/badmachine"
		if err := j.command("go", "build", "-o", program, "./scripts/badmachine"); err != nil {
			return err
		}
		if err := j.command(program, "-check"); err != nil {
			return err
		}
		return j.command("go", append([]string{"test", toolsRoomy, "-short", "-vet=off", "-timeout=5m", "-skip", same, "-tags=coarseclock", "-exec", program}, list...)...)
	})
}
