package instrument

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/cover"
	"github.com/go-hpc/timers/internal/race"
)

// TestMain lets the go command call its tools through the program of the tests.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != cover.Command {
		if _, file, _, _ := runtime.Caller(0); !filepath.IsAbs(file) { // built with -trimpath: tests go elsewhere
			here, err := os.Getwd()
			if err == nil {
				err = os.Setenv(SourceVariable, checkout(here))
			}
			if err != nil {
				panic(err)
			}
		}
		os.Exit(m.Run())
	}
	root := &cobra.Command{Use: "mpitimer", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(Commands()...)
	root.SetArgs(os.Args[1:])
	switch err := root.Execute().(type) {
	case nil:
	case child.Status:
		os.Exit(err.ExitStatus())
	default:
		fmt.Fprintln(os.Stderr, "mpitimer:", err)
		os.Exit(1)
	}
}

// brief says that a test is to be short. What goes on in other processes tells the race detector nothing.
func brief() bool { return testing.Short() || race.Enabled }

// slowToCover leaves a test to the long runs: go compiles the coverage tool, and all that is covered once more, for half a minute.
func slowToCover(t *testing.T) {
	t.Helper()
	if brief() {
		t.Skip("compiles the coverage tool")
	}
}

// plainGo runs the go command itself.
func plainGo(t *testing.T, folder string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = folder
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// sameProfile compares two profiles: the same blocks of the same files with the same counts. The packages
// come in the order in which their tests end, and lines come again when somebody runs go clean -testcache meanwhile. It returns
// the text.
func sameProfile(t *testing.T, what, got, want string) string {
	t.Helper()
	var lists [2][]string
	for i, name := range []string{got, want} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lists[i] = strings.Split(strings.TrimSpace(string(text)), "\n")
		slices.Sort(lists[i])
		lists[i] = slices.Compact(lists[i])
	}
	if !slices.Equal(lists[0], lists[1]) {
		t.Errorf("%s: the profile has %d lines, those of the plain build are %d:\n%s\nwant\n%s", what,
			len(lists[0]), len(lists[1]), strings.Join(lists[0], "\n"), strings.Join(lists[1], "\n"))
	}
	if len(lists[1]) < 5 {
		t.Errorf("%s: only %d lines in the profile", what, len(lists[1]))
	}
	return strings.Join(lists[0], "\n")
}

// Coverage of tests is that of the plain build, to the block and count, and the functions are timed.
func TestCoverageOfTests(t *testing.T) {
	slowToCover(t)
	folder := files(t, covered())
	t.Setenv("MPITIMER_TABLES", "off")
	t.Setenv("MPITIMER_ASCII", "true")
	t.Setenv("MPITIMER_MIN_SHARE", "0")
	t.Setenv("MPITIMER_REPORT", "stdout")
	all := [][]string{{"-covermode=set"}, {"-covermode=count", "-coverpkg=./..."}, {"-covermode=atomic", "-coverpkg", "./..."}}
	for _, flags := range all {
		what := strings.Join(flags, " ")
		plain, ours := filepath.Join(t.TempDir(), "plain"), filepath.Join(t.TempDir(), "ours")
		plainGo(t, folder, append(append([]string{"test", "-coverprofile=" + plain}, flags...), "./...")...)
		out, messages, err := mpitimer(t, folder, append(append([]string{"test", "--", "-v", "-coverprofile=" + ours}, flags...), "./...")...)
		if err != nil {
			t.Fatalf("%s: %v\n%s%s", what, err, out, messages)
		}
		has(t, what, out, "lib.Work ", "third ", "kinds ", "two ", "again ", "coverage: ")
		has(t, what, sameProfile(t, what, ours, plain), "example.com/covered/lib/lib.go:", "example.com/covered/none/none.go:")
		if got, want := plainGo(t, folder, "tool", "cover", "-func="+ours), plainGo(t, folder, "tool", "cover", "-func="+plain); got != want {
			t.Errorf("%s: functions\n%s\nwant\n%s", what, got, want)
		}
	}
}

// dataOf runs a program that was built with -cover and returns the name of its profile, and its report.
func dataOf(t *testing.T, program string, args ...string) (profile, report string) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("GOCOVERDIR", folder)
	_, report, _ = ran(t, program, args...)
	profile = filepath.Join(t.TempDir(), "profile")
	plainGo(t, folder, "tool", "covdata", "textfmt", "-i="+folder, "-o="+profile)
	return profile, report
}

// coveredBuild builds with -cover and returns the program.
func coveredBuild(t *testing.T, folder string, flags []string, args ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program")
	_, messages, err := mpitimer(t, folder, append(append(slices.Clone(append([]string{"build"}, flags...)), "--", "-cover", "-o", name), args...)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	return name
}

// unlikeOthers makes a file unlike that of any other run of a test, so that nothing compiled from that is taken for it.
func unlikeOthers(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(text, "\n// "+name+"\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A program built with -cover writes the data of the plain one, also if it ends by os.Exit; so does one of
// files that are named.
func TestCoverageOfPrograms(t *testing.T) {
	slowToCover(t)
	folder := files(t, covered())
	unlikeOthers(t, filepath.Join(folder, "main.go")) // named as a file, it is compiled with the directory's name inside
	for _, target := range [][]string{{"."}, {"main.go"}} {
		plain := filepath.Join(t.TempDir(), "plain")
		plainGo(t, folder, append([]string{"build", "-cover", "-o", plain}, target...)...)
		program := coveredBuild(t, folder, nil, target...)
		for _, args := range [][]string{nil, {"exit"}} {
			want, _ := dataOf(t, plain, args...)
			got, report := dataOf(t, program, args...)
			sameProfile(t, target[0], got, want)
			has(t, "report", report, "lib.Work", "third", "kinds")
		}
	}
}

// Covered files may be in C's company, and what else is there stays as it is.
func TestCoverageWithC(t *testing.T) {
	slowToCover(t)
	if strings.TrimSpace(plainGo(t, t.TempDir(), "env", "CGO_ENABLED")) != "1" {
		t.Skip("no cgo here")
	}
	texts := covered()
	texts["lib/c.go"] = "package lib\n\n// static int twice(int n) { return 2 * n; }\nimport \"C\"\n\n//mpitimer:region\nfunc Twice(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn int(C.twice(C.int(n)))\n}\n"
	texts["main.go"] = strings.Replace(texts["main.go"], "lib.Work(30)", "lib.Twice(lib.Work(30))", 1)
	folder := files(t, texts)
	plain := filepath.Join(t.TempDir(), "plain")
	plainGo(t, folder, "build", "-cover", "-o", plain, ".")
	want, _ := dataOf(t, plain)
	got, report := dataOf(t, coveredBuild(t, folder, nil, "."))
	has(t, "profile", sameProfile(t, "with C", got, want), "lib/c.go:7.23,8.11 1 1")
	has(t, "report", report, "lib.Twice", "lib.Work")
}

// What was built for other sources or options is not used again.
func TestCoverageIsNotStale(t *testing.T) {
	slowToCover(t)
	folder := files(t, covered())
	_, report := dataOf(t, coveredBuild(t, folder, nil, "."))
	has(t, "first report", report, "lib.Work")
	_, report = dataOf(t, coveredBuild(t, folder, []string{"-skip", "lib.Work"}, "."))
	if strings.Contains(report, "lib.Work") || !strings.Contains(report, "kinds") {
		t.Errorf("without lib.Work: report\n%s", report)
	}
	text := strings.Replace(covered()["lib/lib.go"], "//mpitimer:region kinds", "//mpitimer:region sorts", 1)
	if err := os.WriteFile(filepath.Join(folder, "lib/lib.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, report = dataOf(t, coveredBuild(t, folder, nil, "."))
	has(t, "report", report, "lib.Work", "sorts")
	_, plainly, _ := ran(t, built(t, folder)) // without -cover
	has(t, "report without coverage", plainly, "lib.Work", "sorts")
}

// Covered programs that are built at the same time do not meet.
func TestParallelCoverage(t *testing.T) {
	slowToCover(t)
	var all sync.WaitGroup
	for _, name := range []string{"kinds", "sorts"} {
		texts := covered()
		texts["lib/lib.go"] = strings.Replace(texts["lib/lib.go"], "region kinds", "region "+name, 1)
		folder := files(t, texts)
		program := filepath.Join(t.TempDir(), "program")
		all.Go(func() {
			_, messages, err := mpitimer(t, folder, "build", "--", "-cover", "-o", program, ".")
			if err != nil {
				t.Errorf("%v\n%s", err, messages)
				return
			}
			_, report, _ := ran(t, program)
			has(t, name, report, "lib.Work", name)
		})
	}
	all.Wait()
}

// The go command's tools run through others only where coverage is measured.
func TestToolsRunThroughOthersForCoverageOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	folder := files(t, map[string]string{"go.mod": "module example.com/tools\n\ngo 1.22\n", "main.go": program})
	for want, lines := range map[bool][][]string{
		true: {{"test", "--", "-cover", "."}, {"build", "--", "-coverpkg", "./...", "."}, {"run", "--", "-tags", "x", "-cover", ".", "-v"},
			{"test", "--", ".", "-coverprofile=x", "-args", "-v"}},
		false: {{"build", "--", "."}, {"test", "--", "-cover=false", "."}, {"run", "--", "-tags", "x", ".", "-cover"},
			{"test", "--", ".", "-args", "-cover"}, {"vet", "--", "."}},
	} {
		for _, line := range lines {
			out, messages, err := mpitimer(t, folder, append([]string{line[0], "-n"}, line[1:]...)...)
			if err != nil {
				t.Fatalf("%v: %v\n%s", line, err, messages)
			}
			if strings.Contains(out, "-toolexec=") != want {
				t.Errorf("%v: -toolexec %v, want %v: %s", line, !want, want, out)
			}
		}
	}
	t.Setenv("GOFLAGS", "-cover")
	if out, _, _ := mpitimer(t, folder, "build", "-n", "--", "."); !strings.Contains(out, "-toolexec=") {
		t.Errorf("coverage asked for by GOFLAGS: %s", out)
	}
}

// What the user runs the tools through is kept, whether it comes from the command line or from GOFLAGS.
func TestUsersToolsForCoverage(t *testing.T) {
	slowToCover(t)
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell here")
	}
	folder := files(t, covered())
	log := filepath.Join(t.TempDir(), "log")
	wrapper := filepath.Join(t.TempDir(), "with blank", "wrapper")
	if err := os.MkdirAll(filepath.Dir(wrapper), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(wrapper, []byte("#!/bin/sh\necho \"$1 $2 $3\" >>"+log+"\nshift\nexec \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"arguments", "GOFLAGS"} {
		os.Remove(log)
		args := []string{"."}
		if where == "arguments" {
			args = append([]string{"-toolexec", "'" + wrapper + "' marked-" + where}, args...)
		} else {
			t.Setenv("GOFLAGS", `"-toolexec='`+wrapper+`' marked-`+where+`"`)
			args = append([]string{"-race=false", "-covermode=count"}, args...)
		}
		_, report := dataOf(t, coveredBuild(t, folder, nil, args...))
		has(t, where, report, "lib.Work", "kinds")
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		tools := string(text)
		for _, tool := range []string{"cover", "link"} {
			if !strings.Contains(tools, string(filepath.Separator)+tool+" -") {
				t.Errorf("%s: %s did not run through the user's program:\n%s", where, tool, tools)
			}
		}
		has(t, where, tools, "marked-"+where+" ", "cover -V=full", "cover -pkgcfg")
	}
	_, _, err := mpitimer(t, folder, "build", "--", "-cover", "-toolexec", "'no end", ".")
	if err == nil || !strings.Contains(err.Error(), "-toolexec: a quote") {
		t.Errorf("error %v", err)
	}
}

// The copy of the timers is in nobody's coverage, whatever patterns say.
func TestCopyIsNotCovered(t *testing.T) {
	slowToCover(t)
	for name, flags := range map[string][]string{"workspace": nil, "pattern": {"-coverpkg=./...,github.com/go-hpc/timers/mpitimer/auto"}} {
		texts := covered()
		if name == "workspace" { // the copy is one of its modules, all of which are covered
			texts["go.work"] = "go 1.24\n\nuse .\n"
		}
		folder := files(t, texts)
		plain := filepath.Join(t.TempDir(), "plain")
		plainGo(t, folder, "build", "-cover", "-o", plain, ".")
		want, _ := dataOf(t, plain)
		program := coveredBuild(t, folder, nil, append(slices.Clone(flags), ".")...)
		got, report := dataOf(t, program)
		sameProfile(t, name, got, want)
		has(t, name, report, "lib.Work")
		data := t.TempDir()
		t.Setenv("GOCOVERDIR", data)
		ran(t, program)
		if out := plainGo(t, data, "tool", "covdata", "percent", "-i="+data); strings.Contains(out, "go-hpc") || !strings.Contains(out, "covered/lib") {
			t.Errorf("%s: packages\n%s", name, out)
		}
	}
}

// Modules of the vendor directory are covered and instrumented as they are asked for.
func TestCoverageOfVendoredModules(t *testing.T) {
	slowToCover(t)
	texts := covered()
	library := strings.ReplaceAll(texts["lib/lib.go"], "region kinds", "region vendored kinds")
	texts["go.mod"] += "\nrequire example.com/lib v1.0.0\n"
	texts["vendor/modules.txt"] = "# example.com/lib v1.0.0\n## explicit; go 1.24\nexample.com/lib\n"
	texts["vendor/example.com/lib/lib.go"] = library
	texts["main.go"] = strings.Replace(texts["main.go"], "example.com/covered/lib", "example.com/lib", 1)
	folder := files(t, texts)
	flags := []string{"-coverpkg=./...,example.com/lib", "."}
	plain := filepath.Join(t.TempDir(), "plain")
	plainGo(t, folder, append([]string{"build", "-cover", "-o", plain}, flags...)...)
	want, _ := dataOf(t, plain)
	got, report := dataOf(t, coveredBuild(t, folder, []string{"-modules", "example.com/lib"}, flags...))
	has(t, "profile", sameProfile(t, "vendored", got, want), "example.com/lib/lib.go:")
	has(t, "report", report, "lib.Work", "vendored kinds")
}

// Where the user overlays a file, that is what is compiled and covered; the tool of the go command would
// read what it stands for.
func TestCoverageOfUsersOverlay(t *testing.T) {
	slowToCover(t)
	texts := covered()
	texts["other.txt"] = strings.Replace(texts["lib/lib.go"], "//go:noinline\n", "//go:noinline\n\n\n\n", 1)
	texts["extra.txt"] = "package lib\n\nfunc Extra() int { return 7 }\n"
	texts["main.go"] = strings.Replace(texts["main.go"], "lib.Work(30)", "lib.Work(30), lib.Extra()", 1)
	texts["o.json"] = `{"Replace": {"lib/lib.go": "other.txt", "lib/extra.go": "extra.txt"}}`
	folder := files(t, texts)
	got, report := dataOf(t, coveredBuild(t, folder, nil, "-overlay=o.json", "."))
	has(t, "report", report, "lib.Work", "kinds")
	for from, to := range map[string]string{"lib/lib.go": "other.txt", "lib/extra.go": "extra.txt"} { // as if it were so
		if err := os.WriteFile(filepath.Join(folder, from), []byte(texts[to]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	plain := filepath.Join(t.TempDir(), "plain")
	plainGo(t, folder, "build", "-cover", "-o", plain, ".")
	want, _ := dataOf(t, plain)
	has(t, "profile", sameProfile(t, "overlay", got, want), "lib/extra.go:3.18,3.30 1 1")
}

// What is wrong with a covered file is said as the plain build says it, with the user's name and line.
func TestMessagesOfCoveredFiles(t *testing.T) {
	slowToCover(t)
	texts := covered()
	texts["lib/lib.go"] = strings.Replace(texts["lib/lib.go"], "\treturn s\n}\n\n//mpitimer", "\tvar unused int\n\treturn s\n}\n\n//mpitimer", 1)
	folder := files(t, texts)
	plain := exec.Command("go", "build", "-cover", ".")
	plain.Dir = folder
	want, err := plain.CombinedOutput()
	if err == nil {
		t.Fatal("the plain build has no error")
	}
	_, messages, err := mpitimer(t, folder, "build", "--", "-cover", ".")
	if err == nil {
		t.Error("no error")
	}
	has(t, "plain messages", string(want), "lib/lib.go:31:", "declared and not used: unused")
	has(t, "messages", messages, string(want))
}
