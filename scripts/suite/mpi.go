//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	builtWithMPI = regexp.MustCompile(`(?m)^//go:build ([^!\n]*[^!a-z_\n])?mpi($|[^a-z_])`)
	testName     = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]*)\(`)
)

// testsIn are the names of the tests in a file.
func testsIn(text []byte) (names []string) {
	for _, found := range testName.FindAllSubmatch(text, -1) {
		if name := string(found[1]); name != "TestMain" {
			names = append(names, name)
		}
	}
	return names
}

// collectiveTests lists the directories that have tests which are collective, and their names. A test is so if its file has the
// build tag mpi. This is the one place that decides.
func collectiveTests(j *job) (map[string][]string, error) {
	dirs, err := j.lines("go", "list", "-f", "{{.Dir}}", "./...")
	tests := map[string][]string{}
	for _, dir := range dirs {
		files, err := testFiles(dir)
		if err != nil {
			return nil, err
		}
		for _, text := range files {
			if builtWithMPI.Match(text) {
				tests[dir] = append(tests[dir], testsIn(text)...)
			}
		}
	}
	if err == nil && len(tests) == 0 {
		err = errors.New("no package has a collective test")
	}
	return tests, err
}

// collective runs the collective tests under mpirun, with several numbers of ranks; 0 is one process without mpirun. Each
// package is compiled once, all by one command, and runs in its own directory, as under go test. Without mpirun all its short
// tests run, those of what is built otherwise with MPI among them.
func collective(kind string, ranks ...int) func(*job) error {
	return func(j *job) error {
		tests, err := collectiveTests(j)
		if err != nil {
			return err
		}
		folder, err := os.MkdirTemp("", "collective")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		var dirs []string
		for dir := range tests {
			dirs = append(dirs, dir)
		}
		slices.Sort(dirs)
		build := `mpi_find "$1"; shift; for dir; do mpi_go test '` + toolsRoomy + `' -c -vet=off -o "$0/$(tr / _ <<<"$dir").test" "$dir"; done`
		if err := j.command("bash", slices.Concat([]string{"-c", "set -euo pipefail; source scripts/mpi-env.sh; " + build, folder, kind}, dirs)...); err != nil {
			return err
		}
		var problems error
		for _, dir := range dirs {
			binary := filepath.Join(folder, strings.ReplaceAll(dir, "/", "_")+".test")
			for _, n := range ranks {
				problems = errors.Join(problems, runCollective(j, kind, dir, binary, tests[dir], n))
			}
		}
		return problems
	}
}

// runCollective gives a run ten minutes, for one that hangs: ranks that poll, five on two processors that others use as well,
// take two where they are alone for seconds.
func runCollective(j *job, kind, dir, binary string, tests []string, ranks int) error {
	run := `mpi_find "$1"; cd "$2"; MPI_TIMEOUT=600 mpi_run "$3" "$4" -test.run "$5"`
	if ranks == 0 {
		run = `cd "$2"; timeout --kill-after=10 300 "$4" -test.short </dev/null`
	}
	before := j.said.Len()
	err := j.bash(run, kind, dir, strconv.Itoa(ranks), binary, "^("+strings.Join(tests, "|")+")$")
	said := j.said.String()[before:]
	if err == nil && (!strings.Contains("\n"+said, "\nPASS") || strings.Contains(said, "no tests to run")) {
		err = errors.New("it ran no test")
	}
	if err != nil {
		return fmt.Errorf("%s, %d ranks under %s: %w", dir, ranks, kind, err)
	}
	j.said.Truncate(before)
	fmt.Fprintf(&j.said, "ok  \t%s\t%d ranks\n", dir, ranks)
	return nil
}
