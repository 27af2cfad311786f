package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/scripts/house/size"
)

// expectSize checks a size against its limit.
func expectSize(t *testing.T, name, what string, is int) {
	t.Helper()
	l, known := theLimits(t)[name]
	switch {
	case !known:
		t.Fatalf("%s has no limit in %s", name, limitsFile)
	case l.looser(float64(is), l.may()):
		t.Errorf("%s: %d, want %g at the most, and %g in the end", what, is, l.may(), l.most)
	case l.given && float64(is) < l.may():
		t.Logf("%s: %d; lower where it stands in %s, which is %g", what, is, limitsFile, l.may())
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
	expectSize(t, "house/heart", "lines of mpitimer", lines["mpitimer"])
	expectSize(t, "house/engine", "lines of mpitimer/internal/engine", lines["mpitimer/internal/engine"])
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
	expectSize(t, "house/generated-c", "generated lines of C", lines)
}

// A minimal solver links YAML and nothing else of others, and of Go's library none of what is large and has little to
// do with timers.
func TestSolverLinksLittle(t *testing.T) {
	lines, others, err := size.LinkedLines(root, "./examples/minimal")
	if err != nil {
		t.Fatal(err)
	}
	expectSize(t, "house/linked-lines", "lines of this module in a minimal solver", lines)
	expectSize(t, "house/third-party", "packages of others in a minimal solver", others)
	packages, err := size.Linked(root, "./examples/minimal")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if slices.Contains([]string{"encoding/json", "log/slog", "math/big", "net", "net/http", "os/exec", "text/template"}, p.Name) {
			t.Errorf("a minimal solver links %s", p.Name)
		}
	}
}

// A file is read at one sitting, and a function at one glance.
func TestFilesAndFunctionsAreShort(t *testing.T) {
	files := 0
	for _, f := range sources(t) {
		if !strings.HasSuffix(f.name, ".go") {
			continue
		}
		files++
		expectSize(t, "house/file-lines", "lines of "+f.name, strings.Count(f.text, "\n"))
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, f.name, f.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if d, is := d.(*ast.FuncDecl); is {
				lines := set.Position(d.End()).Line - set.Position(d.Pos()).Line + 1
				expectSize(t, "house/function-lines", fmt.Sprintf("lines of %s in %s", d.Name.Name, f.name), lines)
			}
		}
	}
	if files < 500 {
		t.Errorf("only %d files were measured", files)
	}
}
