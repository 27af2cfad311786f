package rewrite

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// odd are texts of which something must survive.
var odd = map[string]string{
	"BOM":                   "\ufeffpackage p\n\nfunc F() {\n}\n",
	"no last newline":       "package p\nfunc F() {}",
	"comment at the end":    "package p\nfunc F() {} // end",
	"CRLF":                  "package p\r\n\r\nfunc F() {\r\n\tx := `a\r\nb`\r\n\t_ = x\r\n}\r\n",
	"CRLF in a block":       "package p\r\nfunc F(x string) {\r\n\t//mpitimer:region b\r\n\tx = `a\r\n\r\nb`\r\n}\r\n",
	"comment behind":        "package p // comment\nfunc F() { // body\n}\n",
	"comment inside":        "package /* a */ p /* b */\nfunc F() /* c */ { /* d\n e */ }\n",
	"constraint":            "//go:build linux\n\n// Package p is p.\npackage p\n\nfunc F() {}\n",
	"line directives":       "package p\n//line x.y:100\nfunc F() {\n/*line z.y:7:3*/println()\n}\n",
	"cgo":                   "package p\n\n// #include <math.h>\nimport \"C\"\nimport \"os\"\n\nfunc F() { os.Exit(1) }\n",
	"cgo on the first line": "package p; /* int x; */ import \"C\"; func F() {}\n",
	"embed":                 "package p\n\nimport _ \"embed\"\n\n//go:embed x\nvar x string\n\nfunc F() {}\n",
	"imports in one line":   "package p; import \"os\"; import (\"log\"); func F() { os.Exit(1); log.Fatal() }\n",
	"import comment":        "package p // import \"example.com/p\"\nfunc F() {}\n",
	"empty body":            "package p\nfunc F() {}\nfunc G() { return }\nfunc H() { ; }\n",
	"goto first":            "package p\nfunc F() { goto x; x: return }\n",
	"label at the end":      "package p\nfunc F() {\n\t//mpitimer:region a\nx:\n}\n",
	"names are taken":       "package p\nvar mpitimer_auto, mpitimer__ int\nfunc F() {}\n",
	"many in a line":        "package p\nfunc F() { a := 1; { _ = a } } //mpitimer:region f\n",
	"renamed imports":       "package p\nimport (\n\tl \"log\"\n\t. \"os\"\n)\nfunc F() { l.Fatal(); Exit(1) }\n",
}

func TestOddSources(t *testing.T) {
	for name, text := range odd {
		t.Run(name, func(t *testing.T) {
			o := forced(t)
			o.Main = true
			r := rewritten(t, one(text), o)
			got := r.Files["p.go"]
			if got == nil {
				t.Fatalf("not changed: %v", r.Problems)
			}
			check(t, []byte(text), got)
			if !strings.Contains(string(got), ".Start().Stop()") {
				t.Errorf("no region:\n%s", got)
			}
		})
	}
}

// The check of lines fails where a line has moved.
func TestLinesAreChecked(t *testing.T) {
	before := []byte("package p\n\nfunc F() {\n\tprintln()\n}\n")
	for _, after := range []string{
		"package p\nfunc F() {\n\tprintln()\n}\n", "package p\n\nfunc F() { println()\n\n}\n", "package p\n\nfunc F() {\n\t\n}\n",
		"package p\n\nfunc F() {\n\tprintln()\n}\n\n",
	} {
		if keepsLines(before, []byte(after)) == nil {
			t.Errorf("%q is taken for the same", after)
		}
	}
	if err := keepsLines(before, []byte("package p;\n\nfunc F() { x();\n\tprintln()\n}\n")); err != nil {
		t.Error(err)
	}
}

var whole = flag.Bool("whole", false, "all of Go's library and the module cache, not one file of twenty")

// TestRealSources makes all functions of Go's own library regions, and all their statements, and of the
// modules that this one needs.
func TestRealSources(t *testing.T) {
	goroot := strings.TrimSpace(mustRun(t, "", "go", "env", "GOROOT"))
	folders := []string{"bufio", "encoding/json", "text/template", "net/http", "go/parser", "iter"}
	step := 3
	if !testing.Short() {
		folders, step = []string{"."}, 20
	}
	for i := range folders {
		folders[i] = filepath.Join(goroot, "src", folders[i])
	}
	if out, _, status := run(t, "", nil, "go", "list", "-m", "-f", "{{.Dir}}", "all"); status == 0 && !testing.Short() {
		folders = append(folders, strings.Fields(out)...) // those that are in the module cache
	}
	if *whole {
		step = 1
	}
	files, bytes := 0, 0
	for _, root := range folders {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "testdata" || d.Name() == "cmd" || d.Name() == "vendor") {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(path, ".go") {
				return nil
			}
			if files++; files%step != 0 {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			bytes += len(text)
			realSource(t, path, text)
			return nil
		})
		if err != nil {
			t.Skipf("sources are not here: %v", err)
		}
	}
	t.Logf("%d of %d files, %d bytes", files/step, files, bytes)
	if files/step < 50 {
		t.Errorf("only %d files", files/step)
	}
}

func realSource(t *testing.T, path string, text []byte) {
	t.Helper()
	o := forced(t)
	o.Main = true
	directed := withDirectives(text)
	for _, in := range [][]byte{text, directed} {
		r := rewritten(t, []Package{{ImportPath: "p", Name: "p", Files: []File{{Path: path, Text: in}}}}, o)
		got := r.Files[path]
		if got == nil {
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), path, got, parser.ParseComments); err != nil {
			t.Error(err)
		}
		if err := keepsLines(in, got); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// withDirectives puts a directive above each line that begins with a statement.
func withDirectives(text []byte) []byte {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "", text, parser.ParseComments)
	if err != nil {
		return text
	}
	lines := make(map[int]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(ast.Stmt); ok {
			lines[set.PositionFor(s.Pos(), false).Line] = true
		}
		return true
	})
	inside := 0 // texts of several lines: a directive there would be one of them
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok {
			for line := set.PositionFor(l.Pos(), false).Line + 1; line <= set.PositionFor(l.End(), false).Line; line++ {
				delete(lines, line)
				inside++
			}
		}
		return true
	})
	var out strings.Builder
	number := 0
	for line := range strings.Lines(string(text)) {
		if number++; lines[number] {
			fmt.Fprintf(&out, "//mpitimer:region L%d\n", number)
		}
		out.WriteString(line)
	}
	return []byte(out.String())
}
