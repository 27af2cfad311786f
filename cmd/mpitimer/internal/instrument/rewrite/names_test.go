package rewrite

import (
	"fmt"
	"go/version"
	"runtime"
	"strings"
	"testing"
)

// Regions have the names of the functions in stack traces, but for type arguments.
func TestNamesAreThoseOfGo(t *testing.T) {
	dir := t.TempDir()
	copyTree(t, "testdata/names", dir, "module example.com/names\ngo 1.26\n")
	r := rewritten(t, []Package{folder(t, dir, "example.com/names", "main")}, Options{Module: "example.com/names"})
	ours := make(map[string]bool)
	for _, f := range r.Functions {
		ours[fmt.Sprint(f.Line, " ", f.Region)] = true
	}
	out := mustRun(t, dir, "go", "run", "-gcflags=-l", ".")
	seen := make(map[string]bool)
	for line := range strings.Lines(out) {
		name := strings.ReplaceAll(strings.TrimSpace(line), "[...]", "")
		// From Go 1.27 on closures in the body of a range over a function are counted apart, for which the types are needed.
		apart := strings.Contains(name, " main.ranges") && version.Compare(runtime.Version(), "go1.27") >= 0
		if !ours[name] && !apart {
			t.Errorf("Go says %s, we do not", name)
		}
		seen[name] = true
	}
	if len(seen) < 30 {
		t.Errorf("only %d names", len(seen))
	}
}

// As in stack traces, functions of any command are called main.X.
func TestNamesAreRelativeToTheModule(t *testing.T) {
	for want, c := range map[string]struct{ path, name string }{
		"tool.F":                {"example.com/m/v2", "tool"},
		"main.F":                {"command-line-arguments", "main"},
		"main.G":                {"example.com/m/v2/cmd/tool", "main"},
		"internal/x.F":          {"example.com/m/v2/internal/x", "x"},
		"example.com/other/x.F": {"example.com/other/x", "x"},
	} {
		p := Package{ImportPath: c.path, Name: c.name, Files: []File{{Path: "f.go", Text: []byte("package " + c.name + "\nfunc " + want[len(want)-1:] + "() {}\n")}}}
		r := rewritten(t, []Package{p}, Options{Module: "example.com/m/v2"})
		if len(r.Functions) != 1 || r.Functions[0].Region != want {
			t.Errorf("%s has %v, not %s", c.path, r.Functions, want)
		}
	}
}

func TestTestsHaveTheirPackage(t *testing.T) {
	p := Package{ImportPath: "example.com/m/p", Name: "p", Files: []File{
		{Path: "p.go", Text: []byte("package p\nfunc F() {}\n")},
		{Path: "p_test.go", Text: []byte("package p\nfunc G() {}\n"), Test: true},
		{Path: "x_test.go", Text: []byte("package p_test\nfunc F() {}\n"), Test: true},
	}}
	o := forced(t)
	r := rewritten(t, []Package{p}, o)
	if len(r.Files) != 1 || r.Files["p.go"] == nil {
		t.Errorf("tests are instrumented without being asked for: %q", r.Files)
	}
	o.Only = append(o.Only, pattern(t, "file:*_test.go"))
	r = rewritten(t, []Package{p}, o)
	for file, want := range map[string]string{
		"p.go":      `package p; import mpitimer_auto "example.com/hook"; var mpitimer_r1 = mpitimer_auto.Asked("p.F")`,
		"p_test.go": `package p; import mpitimer_auto "example.com/hook"; var mpitimer_r2 = mpitimer_auto.Asked("p.G")`,
		"x_test.go": `package p_test; import mpitimer_auto "example.com/hook"; var mpitimer_r1 = mpitimer_auto.Asked("p_test.F")`,
	} {
		if first, _, _ := strings.Cut(string(r.Files[file]), "\n"); first != want {
			t.Errorf("%s begins with %s", file, first)
		}
	}
}

// Packages of one program never share a name: a package in the root of a module and one in a directory of its name, a directory
// and another module, a command and a directory called main.
func TestPackagesOfOneName(t *testing.T) {
	var packages []Package
	for _, c := range [][2]string{
		{"app", "zstd"}, {"app/zstd", "zstd"}, {"app/lib", "lib"}, {"lib", "lib"}, {"app/main", "other"}, {"app/cmd/a", "main"}, {"app/cmd/b", "main"}, {"app/x", "x"},
	} {
		text := "package " + c[1] + "\n\nfunc F() {}\n"
		packages = append(packages, Package{ImportPath: c[0], Name: c[1], Files: []File{{Path: c[0] + "/f.go", Text: []byte(text)}}})
	}
	r := rewritten(t, packages, Options{Module: "app", Only: []Pattern{pattern(t, "lib"), pattern(t, "app/zstd.F")}})
	var names, chosen []string
	for _, f := range r.Functions {
		names = append(names, f.Region)
		if f.Chosen {
			chosen = append(chosen, f.Region)
		}
	}
	if got, want := strings.Join(names, " "), "app.F app/zstd.F app/lib.F lib.F app/main.F main.F main.F x.F"; got != want {
		t.Errorf("regions %s, want %s", got, want)
	}
	if got, want := strings.Join(chosen, " "), "app/zstd.F app/lib.F lib.F"; got != want { // a pattern means both
		t.Errorf("patterns choose %s, want %s", got, want)
	}
}
