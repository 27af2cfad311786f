//go:build unix

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// make fuzz runs every fuzz target that there is, in whatever package and module.
func TestFuzzRunsEveryTarget(t *testing.T) {
	j := &job{suite: &suite{}, ctx: t.Context()}
	dirs, err := j.lines("go", "list", "-f", "{{.Dir}}", module+"/...")
	if err != nil {
		t.Skipf("no go command: %v", err)
	}
	got, err := targets(dirs)
	if err != nil {
		t.Fatal(err)
	}
	var want []target
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		names, err := fuzzTargets(path)
		dir, _ := filepath.Abs(filepath.Dir(path))
		for _, name := range names {
			want = append(want, target{dir, name})
		}
		return err
	})
	compare := func(a, b target) int { return strings.Compare(a.dir+" "+a.name, b.dir+" "+b.name) }
	slices.SortFunc(got, compare)
	slices.SortFunc(want, compare)
	if err != nil || len(want) < 50 || !slices.Equal(got, want) {
		t.Errorf("%v; make fuzz runs\n%v\nthere are\n%v", err, got, want)
	}
}

// fuzzTargets returns the functions of a file whose only parameter is a *testing.F.
func fuzzTargets(path string) (names []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Fuzz") || len(f.Type.Params.List) != 1 {
			continue
		}
		if star, ok := f.Type.Params.List[0].Type.(*ast.StarExpr); ok {
			if of, ok := star.X.(*ast.SelectorExpr); ok && of.Sel.Name == "F" {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names, nil
}
