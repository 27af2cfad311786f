package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// make fuzz runs every fuzz target that there is, in whatever package and module.
func TestFuzzRunsEveryTarget(t *testing.T) {
	listed, err := exec.Command("bash", root+"/scripts/fuzz.sh", "--list").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		names, err := fuzzTargets(path)
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		for _, name := range names {
			want = append(want, "./"+filepath.ToSlash(folder)+" "+name)
		}
		return err
	})
	got := strings.Split(strings.TrimSpace(string(listed)), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || len(want) < 50 || !slices.Equal(got, want) {
		t.Errorf("%v; scripts/fuzz.sh runs\n%s\nthere are\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
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
