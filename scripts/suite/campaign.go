//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// campaign is how long those steps take whose length one may choose.
type campaign struct {
	time    string // of each fuzz target, or of random programs
	checks  int    // random inputs of each property
	pattern *regexp.Regexp
}

// target is a function that fuzzes.
type target struct{ dir, name string }

var fuzzes = regexp.MustCompile(`(?m)^func (Fuzz[A-Za-z0-9_]*)\(`)

// testFiles are the texts of the files with tests in a directory.
func testFiles(dir string) (texts [][]byte, err error) {
	files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// targets lists the fuzz targets of all packages below the directories.
func targets(dirs []string) (list []target, err error) {
	for _, dir := range dirs {
		files, err := testFiles(dir)
		if err != nil {
			return nil, err
		}
		for _, text := range files {
			for _, m := range fuzzes.FindAllSubmatch(text, -1) {
				list = append(list, target{dir, string(m[1])})
			}
		}
	}
	return list, nil
}

var inputs = regexp.MustCompile(`execs: ([0-9]+)`)

// fuzz fuzzes every target, one after the other, and says how many inputs each has had.
func (c campaign) fuzz(j *job) error {
	dirs, err := j.lines("go", "list", "-f", "{{.Dir}}", "./...")
	if err != nil {
		return err
	}
	list, err := targets(dirs)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "fuzz")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var problems error
	built, binary := "", filepath.Join(folder, "fuzz.test")
	for _, one := range list {
		if !c.pattern.MatchString(one.dir + " " + one.name) {
			continue
		}
		if built != one.dir {
			if err := j.command("go", "test", "-c", "-vet=off", "-fuzz=Fuzz", "-o", binary, one.dir); err != nil {
				return err
			}
			built = one.dir
		}
		problems = errors.Join(problems, c.fuzzTarget(j, one, binary))
	}
	return problems
}

func (c campaign) fuzzTarget(j *job, one target, binary string) error {
	cache, err := j.lines("go", "env", "GOCACHE")
	if err != nil {
		return err
	}
	name, err := j.lines("go", "list", one.dir)
	if err != nil {
		return err
	}
	before := j.said.Len()
	err = j.command("bash", "-c", `cd "$0" && exec "$@"`, one.dir, binary, "-test.run=^$", "-test.fuzz=^"+one.name+"$", "-test.fuzztime="+c.time,
		"-test.fuzzminimizetime=20x", "-test.fuzzcachedir="+filepath.Join(cache[0], "fuzz", name[0], one.name)) // where go test -fuzz keeps its finds
	said := j.said.String()[before:]
	if err != nil && strings.Contains(said, "context deadline exceeded") && !strings.Contains(said, "Failing input") {
		err = nil // the time was over while a worker was busy: no input failed
	}
	counts := inputs.FindAllStringSubmatch(said, -1)
	if err == nil && len(counts) == 0 {
		err = errors.New("it has had no inputs") // a target that the build leaves out passes, too
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", one.dir, one.name, err)
	}
	j.said.Truncate(before)
	fmt.Fprintf(&j.said, "%12s %s %s\n", counts[len(counts)-1][1], name[0], one.name)
	return nil
}

// properties tests every property with many more random inputs than make test has time for.
func (c campaign) properties(j *job) error {
	text, err := j.output("go", "list", "-f", "{{.ImportPath}} {{.Dir}}", "./...")
	if err != nil {
		return err
	}
	var problems error
	for line := range strings.Lines(text) {
		name, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		tests, err := propertiesOf(dir)
		if err != nil {
			return err
		}
		if len(tests) == 0 || !c.pattern.MatchString(name) {
			continue
		}
		problems = errors.Join(problems, j.command("go", "test", "-vet=off", "-short", "-timeout=0", "-run=^("+strings.Join(tests, "|")+")$", name,
			"-args", "-rapid.checks="+strconv.Itoa(c.checks), "-rapid.nofailfile"))
	}
	return problems
}

// importsRapid is a line of an import: what only writes of the library takes none of its options.
var importsRapid = regexp.MustCompile(`(?m)^\s*"pgregory\.net/rapid"$`)

// propertiesOf lists the tests in files of a directory that test properties.
func propertiesOf(dir string) (tests []string, err error) {
	files, err := testFiles(dir)
	for _, text := range files {
		if importsRapid.Match(text) {
			tests = append(tests, testsIn(text)...)
		}
	}
	return tests, err
}

// model runs random programs on the timers and on an oracle of them until the time is over, and stops at the first
// difference with the shortest program that shows it.
func (c campaign) model(j *job) error {
	return j.with([]string{"MODELTIME=" + c.time}, func() error {
		return j.command("go", "test", "./mpitimer", "-count=1", "-timeout=0", "-run=^TestModelForLong$", "-v",
			"-args", "-rapid.checks=5000", "-rapid.steps=60", "-rapid.nofailfile")
	})
}
