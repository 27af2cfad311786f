// Command typecheck checks the types of all packages of the module, their tests among them, for other systems and
// processors, without compiling anything: whether a constant fits where a word is shorter, and whether what is used is
// there. It takes seconds where go vet, which compiles what is imported, takes minutes. With build tags it checks what
// calls C as well, but for the names of C, which needs no library that the tags ask for.
//
//	typecheck GOOS/GOARCH[+TAGS]…
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	failed := false
	for _, target := range os.Args[1:] {
		if err := check(target); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", target, err)
			failed = true
		}
	}
	if failed || len(os.Args) == 1 {
		os.Exit(1)
	}
}

// listed is a package as go list has it: with -test also as it is built for its tests, by a name with the tests behind it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	CgoFiles        []string
	ImportMap       map[string]string
	Module          *struct {
		Main      bool
		GoVersion string
	}
	Error *struct{ Err string }
}

// check checks the module for a target. What it imports is there before it, as go list orders packages.
func check(target string) error {
	name, tags, tagged := strings.Cut(target, "+")
	system, processor, found := strings.Cut(name, "/")
	sizes := types.SizesFor("gc", processor)
	if !found || sizes == nil {
		return errors.New("expected GOOS/GOARCH or GOOS/GOARCH+TAGS")
	}
	c := checker{sizes: sizes, packages: map[string]*types.Package{"unsafe": types.Unsafe}}
	cgo := "CGO_ENABLED=0"
	if tagged {
		cgo = "CGO_ENABLED=1"
	}
	list := exec.Command("go", "list", "-tags", tags, "-deps", "-test", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Module,Error", "./...")
	list.Env = append(os.Environ(), cgo, "GOOS="+system, "GOARCH="+processor)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	own := 0
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		// The main package of tests is made by the go command.
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
			continue
		}
		if p.Module != nil && p.Module.Main {
			own++
		}
		c.check(&p)
	}
	if own == 0 {
		c.problems = append(c.problems, errors.New("no package of the module is listed"))
	}
	fmt.Printf("%s: %d packages, as tests have them too\n", target, own)
	return errors.Join(c.problems...)
}

type checker struct {
	sizes    types.Sizes
	packages map[string]*types.Package
	problems []error
}

func (c *checker) check(p *listed) {
	if p.Error != nil {
		c.problems = append(c.problems, errors.New(p.Error.Err))
		return
	}
	own := p.Module != nil && p.Module.Main
	files := token.NewFileSet()
	var list []*ast.File
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			c.problems = append(c.problems, err)
			return
		}
		list = append(list, f)
	}
	config := types.Config{
		Sizes: c.sizes, IgnoreFuncBodies: !own, FakeImportC: true,
		Importer: importer(func(path string) (*types.Package, error) {
			if to, renamed := p.ImportMap[path]; renamed {
				path = to
			}
			if found := c.packages[path]; found != nil {
				return found, nil
			}
			return nil, fmt.Errorf("%s is not listed", path)
		}),
		Error: func(err error) {
			// Others are built by those who wrote them, and what is of C has no type here.
			if own && !strings.Contains(err.Error(), " with invalid type)") {
				c.problems = append(c.problems, err)
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // without the tests that it is for
	c.packages[p.ImportPath], _ = config.Check(path, files, list, nil)
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
