package instrument

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
)

// tested is a module of two packages with tests, and one without.
func tested(t *testing.T) string {
	work := strings.Replace(program, "package main", "package %[1]s", 1)
	work = work[:strings.Index(work, "func main")] + work[strings.Index(work, "//go:noinline"):]
	work = strings.Replace(strings.Replace(work, "func work", "func Work", 1), "import (\n\t\"fmt\"\n\t\"os\"\n)\n\n", "", 1)
	test := "package %[1]s\n\nimport \"testing\"\n\nfunc TestWork(t *testing.T) {\n\tif Work(10) != 20250 {\n\t\tt.Fail()\n\t}\n}\n"
	texts := map[string]string{"go.mod": fmt.Sprintf("module example.com/tested%d\n\ngo 1.22\n", os.Getpid()), "none/none.go": "package none\n"}
	for _, name := range []string{"a", "b"} {
		texts[name+"/"+name+".go"] = fmt.Sprintf(work, name)
		texts[name+"/"+name+"_test.go"] = fmt.Sprintf(test, name)
	}
	return files(t, texts)
}

// mpitimer test shows what each package has measured, and all together, behind what go test says: of tests that run and of
// those whose results the go command has cached.
func TestTreesOfTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	folder := tested(t)
	t.Setenv("MPITIMER_ASCII", "true")
	module := fmt.Sprintf("example.com/tested%d", os.Getpid())
	for _, cached := range []bool{false, true} {
		out, messages, err := mpitimer(t, folder, "test", "--", "./...")
		if err != nil {
			t.Fatalf("%v\n%s%s", err, out, messages)
		}
		has(t, "the output of go test", out, "ok  \t"+module+"/a", "no test files")
		if strings.Contains(out, "Work") {
			t.Errorf("a tree is in the output of go test:\n%s", out)
		}
		has(t, "what follows", messages, "tests of "+module+"/a", "tests of "+module+"/b", "tests of 2 packages", "|- a.Work", "|- b.Work", "- "+module+"/b ")
		if strings.Contains(messages, "(cached: as they ran before)") != cached || strings.Contains(out, "(cached)") != cached {
			t.Errorf("cached %v:\n%s\n%s", cached, out, messages)
		}
	}
	// Another setting of the timers is another run, and its file is of all packages.
	to := t.TempDir()
	t.Setenv("MPITIMER_SUMMARY_FILE", "true")
	t.Setenv("MPITIMER_DIRECTORY", to)
	out, messages, err := mpitimer(t, folder, "test", "--", "-json", "./...")
	if err != nil || strings.Contains(messages, "(cached") {
		t.Fatalf("%v\n%s%s", err, out, messages)
	}
	for line := range strings.Lines(out) {
		if !json.Valid([]byte(line)) {
			t.Errorf("with -json there is a line %q", line)
		}
	}
	run, err := load.Files([]string{filepath.Join(to, "timing.mptsum")})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range run.Summary.Regions {
		names = append(names, run.Summary.Regions[i].Name)
	}
	has(t, "the summary", strings.Join(names, " "), module+"/a", "a.Work", "b.Work")
}

// When the trees of cached results are gone, the tests run again.
func TestTreesGone(t *testing.T) {
	folder := t.TempDir()
	first, err := generation(folder)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := generation(folder); err != nil || again != first {
		t.Errorf("%s, then %s (%v)", first, again, err)
	}
	if err := os.RemoveAll(first); err != nil {
		t.Fatal(err)
	}
	if now, err := generation(folder); err != nil || now == first {
		t.Errorf("%s again (%v)", now, err)
	}
}

// Tests that fail, and those that end the process, leave no tree of an earlier run behind; what has run is shown.
func TestTreesOfTestsThatFail(t *testing.T) {
	if testing.Short() {
		t.Skip("builds further programs")
	}
	folder := tested(t)
	if _, messages, err := mpitimer(t, folder, "test", "--", "./..."); err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	name := filepath.Join(folder, "a", "a_test.go")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for what, how := range map[string]string{"fails": "t.Fatal()", "panics": "panic(1)"} {
		changed := strings.Replace(string(text), "\tif Work", "\tdefer func() { "+how+" }()\n\tif Work", 1)
		if err := os.WriteFile(name, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		_, messages, err := mpitimer(t, folder, "test", "--", "-count=1", "./...")
		if err == nil {
			t.Errorf("%s: no error", what)
		}
		has(t, what, messages, "b.Work")
		if strings.Contains(messages, "a.Work") != (what == "fails") {
			t.Errorf("%s: the tree of a is shown, or is not:\n%s", what, messages)
		}
	}
}
