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
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	debug.SetGCPercent(400) // most of what is allocated is kept: the text of files for the next target
	failed, texts := false, newTexts()
	for _, target := range os.Args[1:] {
		if err := check(target, texts); err != nil {
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

func (p *listed) own() bool { return p.Module != nil && p.Module.Main }

// texts are the files that were read, which most targets have in common.
type texts struct {
	files  *token.FileSet
	parsed map[string]parsed
}

func newTexts() *texts { return &texts{files: token.NewFileSet(), parsed: map[string]parsed{}} }

type parsed struct {
	file *ast.File
	err  error
}

func (t *texts) parse(name string) (*ast.File, error) {
	p, found := t.parsed[name]
	if !found {
		p.file, p.err = parser.ParseFile(t.files, name, nil, parser.SkipObjectResolution)
		t.parsed[name] = p
	}
	return p.file, p.err
}

// check checks the module for a target.
func check(target string, texts *texts) error {
	name, tags, tagged := strings.Cut(target, "+")
	system, processor, found := strings.Cut(name, "/")
	sizes := types.SizesFor("gc", processor)
	if !found || sizes == nil {
		return errors.New("expected GOOS/GOARCH or GOOS/GOARCH+TAGS")
	}
	c := checker{texts: texts, sizes: sizes, packages: map[string]*types.Package{"unsafe": types.Unsafe}, tested: map[string]bool{}}
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
	packages, err := decode(out)
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for i := range packages {
		if name, of, _ := strings.Cut(packages[i].ImportPath, " ["); of == name+".test]" {
			c.tested[name] = true
		}
	}
	own := 0
	for i := range packages { // what each imports is there before it, as go list orders packages
		if packages[i].own() {
			own++
		}
		c.check(&packages[i])
	}
	if own == 0 {
		c.problems = append(c.problems, errors.New("no package of the module is listed"))
	}
	fmt.Printf("%s: %d packages, as tests have them too\n", target, own)
	return errors.Join(c.problems...)
}

// decode reads what go list has written, but for the main packages of tests, which are made by the go command.
func decode(out []byte) (packages []listed, err error) {
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		if p.ImportPath != "unsafe" && !strings.HasSuffix(p.ImportPath, ".test") {
			packages = append(packages, p)
		}
	}
}

type checker struct {
	texts    *texts
	sizes    types.Sizes
	tested   map[string]bool // the packages that are listed with their tests in them, too
	packages map[string]*types.Package
	problems []error
}

// bodies reports whether the functions of a package are to be checked: those of each file once, if it is ours. A package
// stands there by itself, with its tests in it, and once more for each test of another that it imports.
func (c *checker) bodies(p *listed) bool {
	name, of, variant := strings.Cut(p.ImportPath, " [")
	if !variant {
		return p.own() && !c.tested[name]
	}
	of = strings.TrimSuffix(of, ".test]")
	return p.own() && (name == of || name == of+"_test")
}

func (c *checker) check(p *listed) {
	if p.Error != nil {
		c.problems = append(c.problems, errors.New(p.Error.Err))
		return
	}
	var list []*ast.File
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := c.texts.parse(filepath.Join(p.Dir, name))
		if err != nil {
			c.problems = append(c.problems, err)
			return
		}
		list = append(list, f)
	}
	config := types.Config{
		Sizes: c.sizes, IgnoreFuncBodies: !c.bodies(p), FakeImportC: true,
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
			if p.own() && !strings.Contains(err.Error(), " with invalid type)") {
				c.problems = append(c.problems, err)
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // without the tests that it is for
	c.packages[p.ImportPath], _ = config.Check(path, c.texts.files, list, nil)
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
