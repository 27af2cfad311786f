package gptl

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/stats"
)

// What needs a GPTL is built here with one, by a C compiler, and run: the tests with the tag gptl, and
// a program in C with a component in Go. The GPTLs are the emulator in testdata, and the one that is
// installed, if any is. make nightly sets the flag.
var withLibrary = flag.Bool("library", false, "build and run programs with GPTL; takes a C compiler")

// libraryOf is how to build with a GPTL.
type libraryOf struct {
	tags        string
	environment []string
	c, link     []string // for the C compiler
}

func requireLibraries(t *testing.T) {
	t.Helper()
	if !*withLibrary {
		t.Skip("builds programs: make nightly, or go test with -library, runs it")
	}
	if Built {
		t.Skip("runs without the tag gptl: it starts go test with it")
	}
	for _, tool := range []string{"cc", "ar", "pkg-config"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
}

func TestEmulator(t *testing.T) {
	requireLibraries(t)
	dir := emulator(t)
	l := libraryOf{"gptl", []string{
		"PKG_CONFIG_PATH=" + filepath.Join(dir, "pkgconfig"),
		"CGO_CPPFLAGS=-I" + dir, // by which Go's cache knows this build from others, see package mpi
	}, nil, nil}
	checkLibrary(t, l, dir)
}

// The other emulator has what E3SM's fork has, and is found without pkg-config.
func TestEmulatorOfFork(t *testing.T) {
	requireLibraries(t)
	dir := emulator(t, "-DE3SM")
	goTest(t, libraryOf{"gptl,gptl_cc", []string{
		"PKG_CONFIG=false", "CGO_CFLAGS=-I" + dir, "CGO_LDFLAGS=-L" + dir + " -lgptl -lpthread",
	}, nil, nil}, true)
}

func TestInstalled(t *testing.T) {
	requireLibraries(t)
	if out, err := exec.Command("pkg-config", "--exists", "--print-errors", "gptl").CombinedOutput(); err != nil {
		t.Skipf("no GPTL is installed: %s", bytes.TrimSpace(out))
	}
	checkLibrary(t, libraryOf{tags: "gptl"}, "")
}

// emulator compiles the library into a directory with its pkg-config file.
func emulator(t *testing.T, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	object := filepath.Join(dir, "gptl.o")
	run(t, nil, "cc", append(flags, "-Wall", "-Werror", "-O1", "-fPIC", "-c", "-o", object, "testdata/emulator/gptl.c")...)
	run(t, nil, "ar", "rcs", filepath.Join(dir, "libgptl.a"), object)
	header, err := os.ReadFile("testdata/emulator/gptl.h")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "gptl.h"), header, 0o666))
	must(t, os.Mkdir(filepath.Join(dir, "pkgconfig"), 0o777))
	about := fmt.Sprintf("Name: GPTL\nDescription: emulator for tests\nVersion: 0\nCflags: -I%s\nLibs: -L%s -lgptl -lpthread\n", dir, dir)
	must(t, os.WriteFile(filepath.Join(dir, "pkgconfig", "gptl.pc"), []byte(about), 0o666))
	return dir
}

// checkLibrary runs everything with a GPTL. Dir is where the emulator is, if it is the emulator.
func checkLibrary(t *testing.T, l libraryOf, dir string) {
	t.Helper()
	t.Run("tests", func(t *testing.T) { goTest(t, l, dir != "") })
	flags := func(option string) []string {
		return strings.Fields(run(t, l.environment, "pkg-config", option, "gptl"))
	}
	l.c, l.link = flags("--cflags"), flags("--libs")
	program := build(t, l)
	t.Run("host", func(t *testing.T) { checkHost(t, program, dir != "") })
	t.Run("component", func(t *testing.T) { checkComponent(t, program) })
}

// goTest runs the tests with the tag gptl. With the emulator all of them can run.
func goTest(t *testing.T, l libraryOf, emulated bool) {
	t.Helper()
	out := run(t, l.environment, "go", "test", "-count=1", "-v", "-tags", l.tags, "-run", "^(TestGPTL|TestForward)", ".", "../..")
	if !strings.Contains(out, "--- PASS: TestGPTL") || !strings.Contains(out, "--- PASS: TestForward") {
		t.Errorf("nothing was tested:\n%s", out)
	}
	if emulated && strings.Contains(out, "--- SKIP") {
		t.Errorf("a test was left out:\n%s", out)
	}
}

// build links the host with the component.
func build(t *testing.T, l libraryOf) string {
	t.Helper()
	dir := t.TempDir()
	archive, program := filepath.Join(dir, "libcomponent.a"), filepath.Join(dir, "host")
	run(t, l.environment, "go", "build", "-tags", l.tags, "-buildmode=c-archive", "-o", archive, "./testdata/component")
	line := slices.Concat([]string{"-Wall", "-I" + dir}, l.c, []string{"-o", program, "testdata/host/host.c", archive}, l.link, []string{"-lpthread"})
	run(t, nil, "cc", line...)
	return program
}

// below is the regions of the component's steps, as GPTL has them. The name at the end is what Fit
// makes of one of a hundred letters.
var below = []string{
	"component 3", "component/dynamics 6", "component/dynamics/pressure 6", "component/dynamics/forgotten 6",
	"component/recursion 9 r6", "component/phases 3", "component/phases/first 3", "component/phases/second 3",
	"component/device 15", "component/" + Fit(strings.Repeat("long ", 20)) + " 3",
}

// A component in a program that has its GPTL, with which it has begun and ends.
func checkHost(t *testing.T, program string, emulated bool) {
	dir := t.TempDir()
	report, log, calls := filepath.Join(dir, "report"), filepath.Join(dir, "log"), filepath.Join(dir, "calls")
	run(t, []string{"GPTL_EMULATOR_LOG=" + calls}, program, "host", report, log)
	want := []string{"begin 1", "model 1", "model/step 3"}
	for _, line := range below {
		want = append(want, "model/step/"+line)
	}
	expectReport(t, report, append(want, "end 1"))
	expectLog(t, log)
	if _, err := os.Stat(log + ".files/component.gptl.000000"); err == nil {
		t.Error("the component has printed the host's GPTL")
	}
	if !emulated {
		return
	}
	text, err := os.ReadFile(calls)
	must(t, err)
	for _, wrong := range []string{" = -1", "thread ", "Total", "elsewhere", "short", "disabled", "detail"} {
		if strings.Contains(string(text), wrong) {
			t.Errorf("GPTL was called with %q:\n%s", wrong, text)
		}
	}
}

// A component that brings GPTL with it, and prints it.
func checkComponent(t *testing.T, program string) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	run(t, nil, program, "component", "none", log)
	want := []string{"Total 1", "Total/model 1", "Total/model/step 3"}
	for _, line := range below {
		want = append(want, "Total/model/step/"+line)
	}
	expectReport(t, log+".files/component.gptl.000000", want)
	expectLog(t, log)
}

// expectReport compares the call tree of thread 0, and what came of the value that was added.
func expectReport(t *testing.T, file string, want []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	p := profileOf(t, text)
	var got []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		line := fmt.Sprintf("%s %d", strings.Join(p.Path(i), "/"), n.Calls)
		if n.Recursion > 0 {
			line += fmt.Sprintf(" r%d", n.Recursion)
		}
		if n.Running > 0 {
			line += " running"
		}
		for _, other := range n.ByTrack {
			if other.Track > 0 && other.Calls > 0 {
				line += fmt.Sprintf(" on thread %d", other.Track)
			}
		}
		got = append(got, line)
		if n.Name == "device" && (n.Total < 7.49e9 || n.Total > 7.51e9) {
			t.Errorf("%d ns were added, want 7.5 s", n.Total)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("GPTL's report has\n%s\nwant\n%s\nin\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), text)
	}
	for _, complaint := range []string{"IMPERFECT", "GPTLerror"} {
		if bytes.Contains(text, []byte(complaint)) {
			t.Errorf("GPTL says %q:\n%s", complaint, text)
		}
	}
}

// profileOf reads a report of either GPTL.
func profileOf(t *testing.T, text []byte) *stats.Profile {
	t.Helper()
	whole, _, err := read.File(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	switch file := whole.(type) {
	case *read.TimingFile:
		return file.Profile
	case *read.RankFile:
		return file.Profile
	}
	t.Fatalf("GPTL has written a %T:\n%s", whole, text)
	return nil
}

// expectLog looks for what the component's own report says of GPTL's: each once.
func expectLog(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	for _, said := range []string{
		"mpitimer: 3 calls on other goroutines than the main one are not in GPTL's report",
		"mpitimer: 3 calls of sampled regions are not in GPTL's report",
	} {
		if n := strings.Count(string(text), said); n != 1 {
			t.Errorf("the log says %d times %q, want once:\n%s", n, said, text)
		}
	}
	if strings.Contains(string(text), "missing in GPTL's report") {
		t.Errorf("something is missing:\n%s", text)
	}
}

// run runs a command to its end and returns what it has said.
func run(t *testing.T, environment []string, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Env = append(os.Environ(), environment...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
