package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// limit is how much there may be of something. What is above its goal may not grow from where it is: who makes it
// smaller lowers may with it, so that it comes down step by step.
type limit struct {
	may, goal int
}

func (l limit) expect(t *testing.T, what string, is int) {
	t.Helper()
	switch {
	case is > l.may && l.may > l.goal:
		t.Errorf("%s: %d, which has been %d already and is to become %d at the most", what, is, l.may, l.goal)
	case is > l.may:
		t.Errorf("%s: %d, want %d at the most", what, is, l.may)
	case l.may > l.goal && is < l.may-l.may/50:
		t.Logf("%s: %d; lower its limit of %d in %s", what, is, l.may, "size_test.go")
	}
}

// Who audits what a solver links reads these packages.
func TestHeartStaysSmall(t *testing.T) {
	lines := map[string]int{}
	for _, f := range sources(t) {
		if strings.HasSuffix(f.name, ".go") {
			lines[f.dir()] += strings.Count(f.text, "\n")
		}
	}
	limit{3807, 3500}.expect(t, "lines of mpitimer", lines["mpitimer"])
	limit{5012, 3300}.expect(t, "lines of mpitimer/internal/engine", lines["mpitimer/internal/engine"])
}

// The wrappers of MPI are tables and macros, not a function written out for each of MPI's.
func TestGeneratedCStaysSmall(t *testing.T) {
	lines, files := 0, 0
	for _, f := range sources(t) {
		if within(f.dir(), "mpitimer/mpiwrap") && !strings.HasSuffix(f.name, ".go") && strings.Contains(f.text, "Written by internal/generate") {
			lines += strings.Count(f.text, "\n")
			files++
		}
	}
	if files < 3 {
		t.Fatalf("only %d files are generated", files)
	}
	limit{4000, 4000}.expect(t, "generated lines of C", lines)
}

// A minimal solver links YAML and nothing else of others, and of Go's library none of what is large and has little to
// do with timers.
func TestSolverLinksOnePackageOfOthers(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{.Standard}}", "./examples/minimal")
	list.Dir = root
	list.Env = append(os.Environ(), "GOFLAGS=")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var others []string
	for line := range strings.Lines(string(out)) {
		name, standard, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case standard != "true" && !within(name, module):
			others = append(others, name)
		case slices.Contains([]string{"encoding/json", "log/slog", "math/big", "net", "net/http", "os/exec", "text/template"}, name):
			t.Errorf("a minimal solver links %s", name)
		}
	}
	limit{1, 1}.expect(t, fmt.Sprintf("packages of others in a minimal solver, %q", others), len(others))
}

// A file is read at one sitting, and a function at one glance.
func TestFilesAndFunctionsAreShort(t *testing.T) {
	files := 0
	for _, f := range sources(t) {
		if !strings.HasSuffix(f.name, ".go") {
			continue
		}
		files++
		limit{500, 500}.expect(t, "lines of "+f.name, strings.Count(f.text, "\n"))
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, f.name, f.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if d, is := d.(*ast.FuncDecl); is {
				lines := set.Position(d.End()).Line - set.Position(d.Pos()).Line + 1
				limit{70, 70}.expect(t, fmt.Sprintf("lines of %s in %s", d.Name.Name, f.name), lines)
			}
		}
	}
	if files < 500 {
		t.Errorf("only %d files were measured", files)
	}
}
