package instrument

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"
)

// The tests run the go command on modules of their own. All share a cache directory, in which the copy of the
// timers is compiled once.

const program = `package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println(work(100))
	if len(os.Args) > 1 && os.Args[1] == "exit" {
		os.Exit(3)
	}
}

//go:noinline
func work(n int) (s int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				s += i * j
			}
		}
	}
	return s
}
`

// files makes a directory with files.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range texts {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// texts returns the files of a directory.
func texts(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// mpitimer runs a command line; a directory is where the go command runs.
func mpitimer(t *testing.T, folder string, args ...string) (out, messages string, err error) {
	t.Helper()
	for i, a := range args {
		if a == "--" {
			args = append(append(append([]string{}, args[:i+1]...), "-C", folder), args[i+1:]...)
			break
		}
	}
	var o, m bytes.Buffer
	root := &cobra.Command{Use: "mpitimer", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(Commands()...)
	root.SetArgs(args)
	root.SetOut(&o)
	root.SetErr(&m)
	err = root.Execute()
	return o.String(), m.String(), err
}

// sourcesOf reads the sources that a call of the go command would instrument.
func sourcesOf(t *testing.T, g *goCommand, modules string) *sources {
	t.Helper()
	list, err := g.modules(modules)
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSources(list, g)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// built builds a program and returns its name.
func built(t *testing.T, folder string, args ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program")
	_, messages, err := mpitimer(t, folder, append(append([]string{"build"}, args...), "--", "-o", name, ".")...)
	if err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	return name
}

// ran runs a program and returns what it printed and its report.
func ran(t *testing.T, name string, args ...string) (out, report string, status int) {
	t.Helper()
	c := exec.Command(name, args...)
	var o, r bytes.Buffer
	c.Stdout, c.Stderr = &o, &r
	c.Env = append(os.Environ(), "MPITIMER_TABLES=off", "MPITIMER_ASCII=true", "MPITIMER_MIN_SHARE=0")
	err := c.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return o.String(), r.String(), c.ProcessState.ExitCode()
}

func has(t *testing.T, what, text string, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %q:\n%s", what, w, text)
		}
	}
}

// A module that knows nothing of the timers is instrumented, and nothing of it changes.
func TestPlainModule(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/plain\n\ngo 1.21", "main.go": program})
	before := texts(t, folder)
	name := built(t, folder)
	out, report, status := ran(t, name)
	if out != "2450250000\n" || status != 0 {
		t.Errorf("printed %q, status %d", out, status)
	}
	has(t, "report", report, "Total", "main.work", " 1 ")
	if strings.Contains(report, "main.main") {
		t.Errorf("main, which is Total, has a row of its own:\n%s", report)
	}
	out, report, status = ran(t, name, "exit")
	if out != "2450250000\n" || status != 3 {
		t.Errorf("printed %q, status %d", out, status)
	}
	has(t, "report of a program that exits", report, "main.work")
	t.Setenv("MPITIMER_REPORT", "off")
	if _, report, _ = ran(t, name); report != "" {
		t.Errorf("a report that nobody wants:\n%s", report)
	}
	after := texts(t, folder)
	if len(after) != len(before) {
		t.Errorf("files %d, were %d", len(after), len(before))
	}
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s was changed", name)
		}
	}
}

// The copy of the timers asks for no newer language than a program of other days has: the go command would
// want to change its go.mod.
func TestOldModules(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	for _, language := range []string{"", "go 1.13\n", "go 1.17\n", "go 1.20\n"} {
		folder := files(t, map[string]string{"go.mod": "module example.com/old\n\n" + language, "main.go": program})
		out, report, status := ran(t, built(t, folder))
		if out != "2450250000\n" || status != 0 {
			t.Errorf("%q: printed %q, status %d", language, out, status)
		}
		has(t, "report", report, "Total", "main.work")
	}
}

// However a program ends, it says and answers what it would without timers, and reports.
func TestEnds(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/ends\n\ngo 1.22\n", "main.go": `package main

import (
	"fmt"
	"log"
	"os"
	"runtime"
)

func main() {
	log.SetFlags(log.Lshortfile)
	deferred := make(chan struct{})
	defer func() { fmt.Println("deferred"); close(deferred) }()
	switch os.Args[1] {
	case "fatal":
		log.Fatal("no more")
	case "fatalf":
		log.Fatalf("no %d", 7)
	case "panic":
		fail()
	case "goexit":
		go func() { <-deferred; fmt.Println("other"); os.Exit(5) }()
		runtime.Goexit()
	}
}

//mpitimer:region
func fail() {
	var list []int
	fmt.Println(list[len(os.Args)])
}
`})
	// With -trimpath the panic names the module, otherwise the directory. Whoever compiles all with that flag has all of Go's library
	// compiled so already.
	at, flags := folder, ""
	if brief() {
		at, flags = "example.com/ends", os.Getenv("GOFLAGS")+" -trimpath"
	}
	t.Setenv("GOFLAGS", flags)
	name := built(t, folder)
	for how, want := range map[string]struct {
		out, said string
		status    int
	}{
		"none":   {"deferred\n", "Total", 0},
		"fatal":  {"", "main.go:16: no more\n", 1},
		"fatalf": {"", "main.go:18: no 7\n", 1},
		"panic":  {"deferred\n", "panic: runtime error: index out of range [2] with length 0\n\ngoroutine 1 [running]:\nmain.fail()\n\t" + at + "/main.go:30 ", 2},
		"goexit": {"deferred\nother\n", "Total", 5},
	} {
		out, said, status := ran(t, name, how)
		if out != want.out || status != want.status {
			t.Errorf("%s: printed %q, status %d; want %q, %d", how, out, status, want.out, want.status)
		}
		has(t, how, said, want.said, "% total")
	}
}

// What was built before is used again, and nothing of it when a source has changed.
func TestOverlayFollowsTheSource(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/stale\n\ngo 1.22\n", "main.go": program})
	overlay := func() string {
		out, messages, err := mpitimer(t, folder, "build", "-n", "--", ".")
		if err != nil {
			t.Fatalf("%v\n%s", err, messages)
		}
		return out
	}
	first := overlay()
	if again := overlay(); again != first {
		t.Errorf("another overlay for the same source: %s, %s", again, first)
	}
	changed := strings.Replace(program, "i * j", "i + j", 1)
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	if again := overlay(); again == first {
		t.Error("the same overlay for another source")
	}
	if out, _, _ := ran(t, built(t, folder)); out != "99000000\n" {
		t.Errorf("printed %q", out)
	}
}

// Modules of the vendor directory and of a workspace are instrumented when they are named, and the timers are
// found from there.
func TestOtherModules(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	library := "package lib\n\n//go:noinline\nfunc Work(n int) (s int) {\n\tfor i := 0; i < n; i++ {\n\t\tfor j := 0; j < n; j++ {\n\t\t\tfor k := 0; k < n; k++ {\n\t\t\t\ts += i * j\n\t\t\t}\n\t\t}\n\t}\n\treturn s\n}\n"
	main := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/lib\"\n)\n\nfunc main() { fmt.Println(lib.Work(100)) }\n"
	for name, texts := range map[string]map[string]string{
		"vendor": {
			"go.mod":  "module example.com/user\n\ngo 1.22\n\nrequire example.com/lib v1.0.0\n",
			"main.go": main, "vendor/example.com/lib/lib.go": library,
			"vendor/modules.txt": "# example.com/lib v1.0.0\n## explicit; go 1.22\nexample.com/lib\n",
		},
		"vendor of a replaced module": {
			"go.mod":  "module example.com/user\n\ngo 1.22\n\nrequire example.com/lib v1.0.0\n\nreplace (\n\texample.com/lib v1.0.0 => ../elsewhere // gone\n)\n",
			"main.go": main, "vendor/example.com/lib/lib.go": library,
			"vendor/modules.txt": "# example.com/lib v1.0.0 => ../elsewhere\n## explicit; go 1.22\nexample.com/lib\n",
		},
		"workspace": {
			"go.work": "go 1.22\n\nuse (\n\t.\n\t./lib\n)\n",
			"go.mod":  "module example.com/user\n\ngo 1.22\n",
			"main.go": main, "lib/lib.go": library, "lib/go.mod": "module example.com/lib\n\ngo 1.22\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := files(t, texts)
			out, report, _ := ran(t, built(t, folder))
			if out != "2450250000\n" || strings.Contains(report, "Work") {
				t.Errorf("printed %q, report\n%s", out, report)
			}
			out, report, _ = ran(t, built(t, folder, "-modules", "example.com/lib"))
			if out != "2450250000\n" {
				t.Errorf("printed %q", out)
			}
			has(t, "report", report, "lib.Work")
			_, _, err := mpitimer(t, folder, "build", "-modules", "example.com/nowhere", "--", ".")
			if err == nil || !strings.Contains(err.Error(), "example.com/nowhere: not part of the program") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// Programs that are built at the same time do not meet.
func TestParallelBuilds(t *testing.T) {
	var all sync.WaitGroup
	for i, result := range []string{"2450250000\n", "99000000\n"} {
		folder := files(t, map[string]string{"go.mod": "module example.com/same\n\ngo 1.22\n", "main.go": strings.Replace(program, "i * j", []string{"i * j", "i + j"}[i], 1)})
		for range 2 {
			name := filepath.Join(t.TempDir(), "program")
			all.Go(func() {
				_, messages, err := mpitimer(t, folder, "build", "--", "-o", name, ".")
				if err != nil {
					t.Errorf("%v\n%s", err, messages)
					return
				}
				if out, report, _ := ran(t, name); out != result || !strings.Contains(report, "main.work") {
					t.Errorf("printed %q, want %q; report\n%s", out, result, report)
				}
			})
		}
	}
	all.Wait()
}

// Tests run as before, with or without a TestMain of their own.
func TestTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	test := "package main\n\nimport \"testing\"\n\nfunc TestWork(t *testing.T) {\n\tif work(10) != 20250 {\n\t\tt.Fail()\n\t}\n}\n"
	withOwn := strings.Replace(test, "import \"testing\"", "import (\n\tsystem \"os\"\n\t\"testing\"\n)", 1) + "\nfunc TestMain(m *testing.M) {\n\tprintln(\"own\")\n\tsystem.Exit(m.Run())\n}\n"
	t.Setenv("MPITIMER_TABLES", "off")
	for name, text := range map[string]string{"without": test, "with": withOwn} {
		folder := files(t, map[string]string{"go.mod": "module example.com/tested\n\ngo 1.22\n", "main.go": program, "main_test.go": text})
		// The result of another run of this test, which the go command may have cached, has left its tree elsewhere.
		out, messages, err := mpitimer(t, folder, "test", "--", "-count=1", "-v", ".")
		if err != nil {
			t.Fatalf("%s: %v\n%s%s", name, err, out, messages)
		}
		has(t, name+" a TestMain of its own", out, "--- PASS: TestWork")
		has(t, name+" a TestMain of its own", messages, "tests of example.com/tested", "main.work")
		if strings.Contains(out, "own\n") != (name == "with") {
			t.Errorf("%s: is its TestMain run?\n%s", name, out)
		}
	}
}

// An overlay of the user is part of ours.
func TestUsersOverlay(t *testing.T) {
	folder := files(t, map[string]string{
		"go.mod": "module example.com/overlaid\n\ngo 1.22\n", "main.go": program,
		"other.txt": strings.Replace(program, "i * j", "i + j", 1), "o.json": `{"Replace": {"main.go": "other.txt"}}`,
	})
	name := filepath.Join(t.TempDir(), "program")
	if _, messages, err := mpitimer(t, folder, "build", "--", "-overlay=o.json", "-o", name, "."); err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	out, report, _ := ran(t, name)
	if out != "99000000\n" {
		t.Errorf("printed %q", out)
	}
	has(t, "report", report, "main.work")
}

func TestWrongCalls(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/x\n\ngo 1.22\n", "main.go": program})
	for want, args := range map[string][]string{
		"put flags of the go command after --": {"build", "-race", "."},
		"not in a module":                      {"build", "--", "."},
		"is not the directory of":              {"build", "-source", folder, "--", "."},
		"main, with which the timers would":    {"build", "--", "-buildmode=c-shared", "."},
	} {
		where := folder
		if want == "not in a module" {
			where = t.TempDir()
		}
		if _, _, err := mpitimer(t, where, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", args, err, want)
		}
	}
}
