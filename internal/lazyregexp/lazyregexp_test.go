package lazyregexp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

func TestCompiledOnce(t *testing.T) {
	digits := lazyregexp.New(`^[0-9]+$`)
	first := digits()
	if !first.MatchString("12") || first.MatchString("1x") || digits() != first {
		t.Error("not the expression that was given, or compiled again")
	}
}

// A wrong expression would not be noticed at the start of the program, as it is with regexp.MustCompile.
func TestAllExpressionsAreValid(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil // testdata may have files with faults
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || len(call.Args) != 1 {
				return true
			}
			if of, is := call.Fun.(*ast.SelectorExpr); !is || of.Sel.Name != "New" || !isPackage(of.X) {
				return true
			}
			found++
			if _, err := regexp.Compile(text(call.Args[0])); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			return true
		})
		return nil
	})
	if err != nil || found < 50 {
		t.Errorf("%d expressions found: %v", found, err)
	}
}

func isPackage(x ast.Expr) bool {
	name, is := x.(*ast.Ident)
	return is && name.Name == "lazyregexp"
}

// text joins the literals of an expression; anything between them stands for a word.
func text(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.BasicLit:
		s, _ := strconv.Unquote(x.Value) // the parser has taken it
		return s
	case *ast.BinaryExpr:
		return text(x.X) + text(x.Y)
	}
	return "word"
}
