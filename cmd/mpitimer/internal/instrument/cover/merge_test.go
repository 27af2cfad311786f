package cover

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

const variable = "goCover_0123456789ab_"

// toolFor returns what go calls to cover the files of a package, with the tool's own path in front.
func toolFor(t testing.TB, name, mode string, sources ...string) (command, outputs []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the coverage tool")
	}
	path, err := exec.Command("go", "tool", "-n", "cover").Output()
	if err != nil {
		t.Fatalf("go tool -n cover: %v", err)
	}
	folder := t.TempDir()
	for i := range len(sources) + 1 {
		outputs = append(outputs, filepath.Join(folder, fmt.Sprintf("%d.go", i)))
	}
	package_, list := filepath.Join(folder, "package"), filepath.Join(folder, "list")
	write(t, package_, fmt.Sprintf(`{"OutConfig": %q, "PkgPath": "example.com/p", "PkgName": %q, "Granularity": "perblock", "ModulePath": "example.com"}`, filepath.Join(folder, "out"), name))
	write(t, list, strings.Join(outputs, "\n"))
	command = []string{strings.TrimSpace(string(path)), "-pkgcfg", package_, "-mode", mode, "-var", variable, "-outfilelist", list}
	return append(command, sources...), outputs[1:]
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// subject is a file and what the coverage tool makes of it.
type subject struct {
	name, mode        string
	original, covered []byte
}

func (s *subject) String() string { return s.name + " " + s.mode }

// branches is what the tool has to put braces around, in the ways in which one can write it.
const branches = `package p; import "os"

import "fmt"

var first = func() int { if len(os.Args) > 3 { return 1 } else { return 2 } }()

func f(x int) (s int) {
	if x > 1 { s++ } else{{ s-- }}
	if y := func() int { if x > 3 { return 1 } else if x > 4 { return 2 }; return 3 }(); y > 2 {
		s++
	} else /* else { */ if x == 7 {
		s = 7
	} else { // else }
		if x > 5 {} else {}
	}; if x == 8 { return }
	for range x { if s == 9 { break } else if s == 10 { continue } else {{ s++ }}}
	switch { case x > 9: if x > 10 {} else {}; default: }
	select {}
}

func _() { if first > 2 {} else{{ if first > 3 {} else {}}} }

func none() {}

type t[E any] struct{ e E }

const words = "_cover_atomic_.AddUint32(&goCover_ "

func (t *t[E]) print() { fmt.Println("else {", t.e, ` + "`else {\n}`" + `) }
`

// subjects are files of all kinds.
func subjects(t testing.TB) (list []*subject) {
	t.Helper()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "branches.go"), branches)
	write(t, filepath.Join(folder, "dos.go"), strings.ReplaceAll(branches, "\n", "\r\n"))
	write(t, filepath.Join(folder, "types.go"), "//go:build !none\n\n// Package p.\npackage p\n\ntype x int\n\nfunc _(x int) { if x > 1 {} else {} }\n")
	write(t, filepath.Join(folder, "main.go"), "package main // main\n\nfunc main() {\n\tif len(\"\") > 1 {\n\t} else if true {\n\t}\n}")
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	tricky, err := filepath.Glob("../rewrite/testdata/tricky/*.go")
	if err != nil || len(tricky) < 2 {
		t.Fatalf("%d files of the rewriter's tests, %v", len(tricky), err)
	}
	names = append(append(names, tricky...), "tool.go")
	for i, name := range names {
		package_ := "p"
		if strings.Contains(name, "main") || strings.Contains(name, "tricky") {
			package_ = "main"
		}
		s := &subject{name: filepath.Base(name), mode: []string{"set", "atomic", "count", "regonly"}[i%4]}
		if s.name == "branches.go" {
			s.mode = "atomic"
		}
		command, outputs := toolFor(t, package_, s.mode, name)
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		s.original, s.covered = read(t, name), read(t, outputs[0])
		list = append(list, s)
	}
	return list
}

// edges returns the places of a file at which its tokens begin and end.
func edges(text []byte) (list []int) {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		at, word, literal := s.Scan()
		if word == token.EOF {
			return list
		}
		list = append(list, file.Offset(at))
		if word == token.SEMICOLON && literal == "\n" || strings.Contains(literal, "\n") {
			continue
		}
		list = append(list, file.Offset(at)+max(len(literal), len(word.String())*(1-min(1, len(literal)))))
	}
}

var (
	mark    = regexp.MustCompile(`/\*@\d+\*/`)
	counted = regexp.MustCompile(`((_cover_atomic_\.\w+\(&)?` + variable + `)[^;\n]*?( ; |;)|^//line [^\n]*\n|; import _cover_atomic_ "sync/atomic"|; import _ "runtime/coverage"|\nvar _ = _cover_atomic_\.LoadUint32\n`)
)

// Marks that are inserted leave the tool's text as it was, and stand where they were to stand: without
// what the tool inserted, the text is the original with marks, but for the braces.
func TestMergeKeepsPlaces(t *testing.T) {
	all := subjects(t)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(all).Draw(t, "subject")
		at := rapid.SliceOfN(rapid.SampledFrom(edges(s.original)), 1, 40).Draw(t, "places")
		slices.Sort(at)
		var edits []rewrite.Edit
		for i, p := range at {
			edits = append(edits, rewrite.Edit{At: p, End: p, Text: fmt.Sprintf("/*@%d*/", i)})
		}
		got, err := Merge(s.original, s.covered, edits, variable)
		if err != nil {
			t.Fatal(err)
		}
		if back := mark.ReplaceAll(got, nil); !bytes.Equal(back, s.covered) {
			t.Fatalf("without marks\n%s\nwant\n%s", back, s.covered)
		}
		want := applied(s.original, edits)
		if left, want := withoutBraces(counted.ReplaceAll(got, nil)), withoutBraces(want); left != want {
			t.Fatalf("without counters\n%s\nwant\n%s", left, want)
		}
	})
}

func applied(text []byte, edits []rewrite.Edit) (out []byte) {
	from := 0
	for _, e := range edits {
		out = append(append(out, text[from:e.At]...), e.Text...)
		from = e.End
	}
	return append(out, text[from:]...)
}

func withoutBraces(text []byte) string {
	return strings.NewReplacer("{", "", "}", "").Replace(string(text))
}

// All functions of all kinds of files can be regions: what comes out can be parsed, and has the
// statements of both in the order in which they belong.
func TestMergeOfRegions(t *testing.T) {
	for _, s := range subjects(t) {
		all, err := rewrite.ParsePattern("...")
		if err != nil {
			t.Fatal(err)
		}
		name := "p"
		if bytes.Contains(s.original, []byte("package main")) {
			name = "main"
		}
		result, err := rewrite.Rewrite([]rewrite.Package{{ImportPath: "example.com/p", Name: name, Files: []rewrite.File{{Path: s.name, Text: s.original}}}},
			rewrite.Options{Module: "example.com/p", Hook: "example.com/hook", Only: []rewrite.Pattern{all}, Main: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, changed := result.Files[s.name]; !changed {
			if s.name != "types.go" {
				t.Errorf("%s: no regions", s.name)
			}
			continue
		}
		if text := applied(s.original, result.Edits[s.name]); !bytes.Equal(text, result.Files[s.name]) {
			t.Errorf("%s: the edits make\n%s\nwant\n%s", s.name, text, result.Files[s.name])
		}
		got, err := Merge(s.original, s.covered, result.Edits[s.name], variable)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), s.name, got, 0)
		if err != nil {
			t.Errorf("%s: %v\n%s", s.name, err, got)
			continue
		}
		if a, b := bytes.Count(got, []byte(".Start().Stop()")), bytes.Count(result.Files[s.name], []byte(".Start().Stop()")); a != b || a == 0 && s.name != "types.go" {
			t.Errorf("%s: %d regions, want %d", s.name, a, b)
		}
		if a, b := bytes.Count(got, []byte(variable)), bytes.Count(s.covered, []byte(variable)); a != b {
			t.Errorf("%s: %d counters, want %d", s.name, a, b)
		}
		checkOrder(t, s, syntax)
	}
}

// checkOrder looks whether each function counts before it starts its region.
func checkOrder(t *testing.T, s *subject, syntax *ast.File) {
	t.Helper()
	if s.mode == "regonly" {
		return
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncDecl)
		if !ok || f.Body == nil || f.Name.Name == "_" {
			return ok || n != nil
		}
		for _, statement := range f.Body.List {
			switch statement.(type) {
			case *ast.AssignStmt, *ast.IncDecStmt, *ast.ExprStmt:
				return true
			case *ast.DeferStmt:
				t.Errorf("%s: %s starts its region before it counts", s.name, f.Name.Name)
				return true
			}
		}
		return true
	})
}

// A file with a block behind an else, and what the coverage tool makes of it.
const (
	behindElse        = "package p\n\nfunc f() {\n\tif a {\n\t} else if b {\n\t} else {\n\t}\n}\n"
	behindElseCovered = "//line p.go:1:1\npackage p\n\nfunc f() {" + variable + "0[0] = 3 ; " + variable + "0[3] = 1;\n\tif a {" + variable + "0[4] = 1;\n\t} else{ " + variable + "0[5] = 1;if b {" + variable +
		"0[6] = 1;\n\t} else{ " + variable + "0[7] = 1;{\n\t}}}\n}\n"
)

// A block behind whose else the region ends, ends it behind the brace of the tool.
func TestMergeBehindElse(t *testing.T) {
	original, covered := behindElse, behindElseCovered
	end := strings.LastIndex(original, "}\n}") + 1
	begin := strings.Index(original, "if a")
	got, err := Merge([]byte(original), []byte(covered), []rewrite.Edit{{At: begin, End: begin, Text: "begin(); "}, {At: begin + 3, End: begin + 4, Text: "c"}, {At: end, End: end, Text: "; end()"}}, variable)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(strings.Replace(covered, "\tif a", "\tbegin(); if c", 1), "}}}\n", "}}}; end()\n", 1)
	if string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// What does not fit is an error with its place, and never a panic.
func TestMergeOfWhatDoesNotFit(t *testing.T) {
	original, head := "package p\n\nfunc f() { g() }\n", "//line p.go:1:1\n"
	covered := head + "package p\n\nfunc f() {" + variable + "0[0] = 1; g() }\n"
	for want, c := range map[string]struct {
		original, covered string
		edit              rewrite.Edit
		variable          string
	}{
		"line 3: the coverage tool's file goes on with \"h()": {original, strings.Replace(covered, "g()", "h()", 1), rewrite.Edit{}, variable},
		"begins with \"package p\", expected //line":          {original, original, rewrite.Edit{}, variable},
		"a name of the coverage tool":                         {original + "var " + variable + "x int\n", covered, rewrite.Edit{}, variable},
		"expected it in -var":                                 {original, covered, rewrite.Edit{}, ""},
		"an edit of bytes 90 to 91":                           {original, covered, rewrite.Edit{At: 90, End: 91}, variable},
		"an edit of bytes 4 to 3":                             {original, covered, rewrite.Edit{At: 4, End: 3}, variable},
		"line 3: the coverage tool's file goes on with \"goC": {original, covered, rewrite.Edit{At: 10, End: 25}, variable},
		"1:1: expected 'package'":                             {"func f() {}", covered, rewrite.Edit{}, variable},
	} {
		if _, err := Merge([]byte(c.original), []byte(c.covered), []rewrite.Edit{c.edit}, c.variable); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// FuzzMerge: whatever the texts, there is an error, or the tool's text with nothing but the edit in it.
func FuzzMerge(f *testing.F) {
	f.Add([]byte(behindElse), []byte(behindElseCovered), uint16(strings.Index(behindElse, "if a")))
	if !testing.Short() {
		for _, s := range subjects(f) {
			f.Add(s.original, s.covered, uint16(len(s.original)/2))
		}
	}
	f.Fuzz(func(t *testing.T, original, covered []byte, at uint16) {
		e := rewrite.Edit{At: int(at), End: int(at), Text: "/*@1*/"}
		if bytes.Contains(covered, []byte(e.Text)) {
			return
		}
		got, err := Merge(original, covered, []rewrite.Edit{e}, variable)
		if err != nil {
			return
		}
		if back := bytes.Replace(got, []byte(e.Text), nil, 1); !bytes.Equal(back, covered) {
			t.Errorf("%q without the edit, want %q", back, covered)
		}
	})
}
