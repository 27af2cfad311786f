package size

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Arrows maps the files of the package in a directory below root to the files whose functions and methods they call. Tests are
// left out.
func Arrows(root, directory string) (map[string][]string, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly", "./"+directory)
	list.Dir, list.Stderr = root, os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		DepOnly                 bool
	}
	exports := map[string]string{}
	var p listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var next listed
		if err := d.Decode(&next); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if exports[next.ImportPath] = next.Export; !next.DepOnly {
			p = next
		}
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	if _, err := config.Check(p.ImportPath, files, parsed, &info); err != nil {
		return nil, err
	}
	arrows := map[string][]string{}
	for _, name := range p.GoFiles {
		arrows[name] = nil
	}
	for use, of := range info.Uses {
		from, to := filepath.Base(files.Position(use.Pos()).Filename), filepath.Base(files.Position(of.Pos()).Filename)
		if declared(of, p.ImportPath) && from != to && !slices.Contains(arrows[from], to) {
			arrows[from] = append(arrows[from], to)
		}
	}
	return arrows, nil
}

// declared reports whether a package itself declares an object, and it is a function or a method.
func declared(of types.Object, path string) bool {
	_, function := of.(*types.Func)
	return function && of.Pkg() != nil && of.Pkg().Path() == path
}

// Upward counts the arrows between files, and those of them that lead to a file that is read before.
func Upward(arrows map[string][]string, order []string) (all, upward int) {
	for from, list := range arrows {
		for _, to := range list {
			if all++; slices.Index(order, to) < slices.Index(order, from) {
				upward++
			}
		}
	}
	return all, upward
}
