//go:build unix

// Command bench builds and runs the benchmark programs and shows their figures in one table, beside their limits. The
// figures decide nothing: a busy machine is not a fault of the code. A program that fails does. It leaves the table in
// bench/figures.txt, and all that was printed in bench/log.txt.
//
// FAST=1 in the environment measures only what the everyday loop needs, in 90 seconds: what marking a region costs, in
// fewer turns, a whole program, and GPTL's and GEOPM's files. ONLY='hdtrace merge' measures these parts alone, and
// BENCH_RANKS='2 4' those numbers of ranks.
//
// A program prints a line for each figure, among any other output:
//
//	figure NAME VALUE UNIT limit <=X
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	b := &bench{out: os.Stdout}
	parts, err := chosen(os.Getenv("FAST") == "1", strings.Fields(os.Getenv("ONLY")))
	if err == nil {
		err = os.MkdirAll(folder, 0o777)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	for _, p := range parts {
		fmt.Fprintf(b.out, "=== %s\n", p.what)
		if err := p.run(b); err != nil {
			fmt.Fprintf(os.Stderr, "FAILED: %s: %v\n", p.what, err)
			b.failed = true
		}
	}
	if err := b.finish(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		b.failed = true
	}
	if b.failed {
		os.Exit(1)
	}
}

// folder is where the programs and what they print are kept.
const folder = "bench"

// bench keeps what the programs print.
type bench struct {
	out    io.Writer
	log    bytes.Buffer
	failed bool
}

// part is what can be measured alone.
type part struct {
	name, what string
	run        func(*bench) error
}

// parts are those of everything, in their order: what ONLY may name.
func parts() []part {
	list := []part{
		{"pair", "what marking a region costs", pairs()}, // it reads the timers' own clock, which only what lies below them may
		{"c", "regions from C", fromC},
		{"e3sm", "calls of E3SM's fork of GPTL", fromE3SM},
	}
	for _, name := range strings.Fields("house wrong counters program recover job ranks util") {
		list = append(list, part{name, "scripts/bench/" + name, program("scripts/bench/" + name)})
	}
	for _, f := range [][2]string{{"hdtrace", "./stats/hdtrace/stat"}, {"signal", "./mpitimer/geopm"}, {"merge", "./stats"}, {"scaling", "./stats/scaling"}, {"history", "./stats/history"}, {"path", "./stats/export/page/lanes"}} {
		list = append(list, part{f[0], f[1], goTest(f[1], "-bench=Figures", "-benchtime=1x")})
	}
	return append(list,
		part{"embedded", "many ranks in one process", goTest("./mpitimer/internal/bench", "-bench=Embedded", "-benchtime=1x")},
		part{"gptl", "GPTL's and E3SM's files", files()},
		part{"geopm", "GEOPM's reports", rates("./stats/geopm", 1,
			rate{"BenchmarkRead", "Read", "MB/s", 1, "", "geopm/read %.0f MB/s limit >=120"},
			rate{"", "ReadVersion1", "MB/s", 1, "", "geopm/read-version-1 %.0f MB/s limit >=120"})},
		part{"tacc", "TACC's raw files", raw},
		part{"instrument", "functions timed by the build", instrument},
		part{"page", "pages in a browser", pages},
		part{"gpu", "regions and kernels on a device, on stand-ins for its libraries", devices},
		part{"mpi", "calls of MPI", wrapped},
		part{"shallowwater", "shallow water, 64 × 48", goTest("./examples/shallowwater", "-bench=Overhead|Timeline", "-benchtime=1x")},
		part{"reduce", "reductions under MPI", reduce},
		part{"loop", "make test", loop})
}

// chosen are the parts to be measured.
func chosen(fast bool, only []string) ([]part, error) {
	all := parts()
	if fast {
		only = []string{"program", "gptl", "geopm"}
	}
	var list []part
	if fast {
		list = append(list, part{"pair", "what marking a region costs", pairs("-args", "-rounds=60", "-passes=3")})
	}
	if len(only) == 0 {
		return slices.DeleteFunc(all, func(p part) bool { return p.name == "loop" }), nil
	}
	for _, name := range only {
		i := slices.IndexFunc(all, func(p part) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no part %s", name)
		}
		list = append(list, all[i])
	}
	return list, nil
}

// run runs a command; what it prints is shown and kept.
func (b *bench) run(env []string, name string, args ...string) (string, error) {
	var said bytes.Buffer
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	c.Stdout, c.Stderr = io.MultiWriter(b.out, &said), os.Stderr
	err := c.Run()
	b.log.Write(said.Bytes())
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return said.String(), err
}

// quietly runs a command of which only the errors are shown.
func quietly(name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	return c.Run()
}

// figure prints one that was made of what a command had printed.
func (b *bench) figure(format string, args ...any) {
	line := fmt.Sprintf("figure "+format+"\n", args...)
	b.log.WriteString(line)
	fmt.Fprint(b.out, line)
}

// program is a program of one process, in a directory.
func program(dir string, args ...string) func(*bench) error {
	return func(b *bench) error {
		binary := filepath.Join(folder, filepath.Base(dir))
		if err := quietly("go", "build", "-o", binary, "./"+dir); err != nil {
			return err
		}
		_, err := b.run(nil, "./"+binary, args...)
		return err
	}
}

// pairs are the figures of mpitimer/internal/bench.
func pairs(args ...string) func(*bench) error {
	return goTest("./mpitimer/internal/bench", append([]string{"-bench=Figures", "-benchtime=1x"}, args...)...)
}

func goTest(pkg string, args ...string) func(*bench) error {
	return func(b *bench) error {
		_, err := b.run(nil, "go", append([]string{"test", pkg, "-timeout=1h", "-run=^$"}, args...)...)
		return err
	}
}

// withMPI runs a script that knows the functions of scripts/mpi-env.sh, with the first MPI that is there or can be installed.
func (b *bench) withMPI(script string, args ...string) error {
	const find = "set -e; source scripts/mpi-env.sh; mpi_find openmpi || mpi_find mpich || { scripts/mpi-install.sh && mpi_find openmpi; }; "
	_, err := b.run(nil, "bash", append([]string{"-c", find + script}, args...)...)
	return err
}

// instrument measures programs whose functions are timed by the build, the first time with an MPI.
func instrument(b *bench) error {
	return b.withMPI(`export MPICC; go build -o "$0/instrument" ./scripts/bench/instrument; "$0/instrument"`, folder)
}

// reduce measures what ends a run, on several numbers of ranks.
func reduce(b *bench) error {
	ranks := os.Getenv("BENCH_RANKS")
	if ranks == "" {
		ranks = "2 4 8 16 32"
	}
	const build = `mpi_go build -o "$0/reduce" ./scripts/bench/reduce`
	if err := b.withMPI(build, folder); err != nil {
		return err
	}
	var problems error
	for _, n := range strings.Fields(ranks) {
		fmt.Fprintf(b.out, "--- %s ranks\n", n)
		problems = errors.Join(problems, b.withMPI(`MPI_TIMEOUT=600 mpi_run "$1" "$0/reduce"`, folder, n))
	}
	return problems
}

// pages measures how large a page of many ranks is, and how smooth in a browser. The size is that of bins, whatever is in them:
// of 10 000 ranks with 10³ and 10⁴ states each, and of a hundred with 10⁴ and 10⁶; 10¹⁰ states would be read for hours.
func pages(b *bench) error {
	if err := quietly("scripts/debian-install.sh", "chromium|chromium-browser|google-chrome", "--", "chromium", "fonts-dejavu-core"); err != nil {
		fmt.Fprintln(b.out, "left out: there is no Chromium")
		return nil
	}
	_, err := b.run([]string{"MPITIMER_FIGURES=1"}, "go", "-C", "stats/export/page/browser", "test", "-timeout=1h", "-run=Many(States|Ranks)|WholeMachine", "-v", ".")
	return err
}

// fromC measures what regions of C and Fortran cost, and what is wrong of them, beside a GPTL that pkg-config finds.
func fromC(b *bench) error {
	if _, err := exec.LookPath("gcc"); err != nil {
		fmt.Fprintln(b.out, "left out: there is no C compiler")
		return nil
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	for _, one := range []struct{ library, program, name string }{{"mpitimer", "pair", "c"}, {"gptl", "gptl", "gptl"}} {
		if err := quietly("go", "build", "-buildmode=c-shared", "-o", filepath.Join(folder, "lib"+one.library+".so"), "./cmd/lib"+one.library); err != nil {
			return err
		}
		library := []string{"-L" + folder, "-l" + one.library, "-Wl,-rpath," + filepath.Join(here, folder), "-lpthread"}
		err := b.runC(one.program, one.program, library)
		err = errors.Join(err, b.runC("wrong-"+one.program, "wrong", append(library, "-DOF_"+strings.ToUpper(one.library)), one.name))
		if err != nil {
			return fmt.Errorf("%s: %w", one.library, err)
		}
	}
	their, err := exec.Command("pkg-config", "--cflags", "--libs", "gptl").Output()
	if err != nil {
		return nil // there is none
	}
	return b.runC("wrong-their", "wrong", append(strings.Fields(string(their)), "-DOF_GPTL"), "their")
}

// fromE3SM measures the calls of E3SM's fork of GPTL, and beside them those of the fork itself where FORK is the directory of
// its libgptl.
func fromE3SM(b *bench) error {
	if _, err := exec.LookPath("gcc"); err != nil {
		fmt.Fprintln(b.out, "left out: there is no C compiler")
		return nil
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := quietly("go", "build", "-tags", "e3sm", "-buildmode=c-shared", "-o", filepath.Join(folder, "libgptl_e3sm.so"), "./cmd/libgptl"); err != nil {
		return err
	}
	const header = "-Impitimer/cgptl/e3sm"
	err = b.runC("e3sm", "e3sm", []string{header, "-L" + folder, "-lgptl_e3sm", "-Wl,-rpath," + filepath.Join(here, folder), "-lpthread"})
	if fork := os.Getenv("FORK"); fork != "" {
		err = errors.Join(err, b.runC("e3sm-their", "e3sm", []string{header, "-L" + fork, "-lgptl", "-Wl,-rpath," + fork, "-lm"}, "their-"))
	}
	return err
}

// runC compiles a program of scripts/bench/c and runs it.
func (b *bench) runC(name, source string, flags []string, args ...string) error {
	gcc := []string{"-std=gnu11", "-O2", "-o", filepath.Join(folder, name), "scripts/bench/c/" + source + ".c"}
	gcc = append(append(gcc, flags...), "-Impitimer/capi", "-Impitimer/cgptl")
	if err := quietly("gcc", gcc...); err != nil {
		return err
	}
	env := []string{"MPITIMER_TABLES=off", "MPITIMER_GLOBAL_FILE=none", "MPITIMER_RANK_FILES=0", "MPITIMER_SUMMARY_FILE=false"}
	_, err := b.run(env, "env", append([]string{"-C", folder, "./" + name}, args...)...)
	return err
}

// loop measures make test itself, which prints its figure.
func loop(b *bench) error {
	_, err := b.run(nil, "make", "-s", "test")
	return err
}
