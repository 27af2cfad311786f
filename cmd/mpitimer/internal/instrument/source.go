package instrument

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

const (
	timersModule   = "github.com/go-hpc/timers"
	timersPackage  = timersModule + "/mpitimer"
	hookPackage    = timersPackage + "/auto"
	wrapperPackage = timersPackage + "/mpiwrap"
)

// sources are the packages of the modules that are instrumented: the files that the go command would
// compile.
type sources struct {
	module   string
	modules  []module
	packages []rewrite.Package
	mains    []mainPackage
	tests    []testPackage
	starts   bool // the program starts timers itself
}

// mainPackage is a directory with a main function.
type mainPackage struct{ folder string }

// testPackage is a package with tests.
type testPackage struct {
	folder, name string
	main         string // the file of a TestMain of its own
	mainText     []byte
}

// readSources reads the modules' packages.
func readSources(modules []module, g *goCommand) (*sources, error) {
	s := &sources{module: modules[0].path, modules: modules}
	for _, m := range modules {
		if err := s.readModule(m, g); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *sources) readModule(m module, g *goCommand) error {
	files := make(map[string][]string) // by directory
	err := filepath.WalkDir(m.folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name != m.folder && (skipped(base) || isFile(filepath.Join(name, "go.mod")) || slices.Contains(m.inner, name)) {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(base, ".go") && !strings.HasPrefix(base, ".") && !strings.HasPrefix(base, "_") {
			files[filepath.Dir(name)] = append(files[filepath.Dir(name)], name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for name, to := range g.overlaid { // files that exist in the user's overlay only
		folder := filepath.Dir(name)
		if to != "" && strings.HasSuffix(name, ".go") && within(folder, m.folder) && !slices.Contains(files[folder], name) {
			files[folder] = append(files[folder], name)
		}
	}
	folders := make([]string, 0, len(files))
	for folder := range files {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	for _, folder := range folders {
		slices.Sort(files[folder])
		if err := s.readFolder(m, g, folder, files[folder]); err != nil {
			return err
		}
	}
	return nil
}

// skipped reports whether the go command ignores directories of that name.
func skipped(base string) bool {
	return base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func within(name, folder string) bool {
	rest, err := filepath.Rel(folder, name)
	return err == nil && (rest == "." || !strings.HasPrefix(rest, ".."))
}

// readFolder reads the files of a directory. Files that are not Go are left to the go command, which reports
// what is wrong with them.
func (s *sources) readFolder(m module, g *goCommand, folder string, names []string) error {
	relative, err := filepath.Rel(m.folder, folder)
	if err != nil {
		return err
	}
	importPath := path.Join(m.path, filepath.ToSlash(relative))
	if ofTimers(importPath) {
		return nil
	}
	found := folderPackages{byName: make(map[string]*rewrite.Package)}
	match := g.constraints()
	for _, name := range names {
		if m.cached && strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := g.read(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // taken away by the user's overlay, or just now
		}
		if err != nil {
			return err
		}
		if !match(name, text) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			continue
		}
		if m.cached && parsed.Name.Name == "main" {
			continue
		}
		if strings.HasSuffix(name, "_test.go") {
			found.test = found.test.with(folder, parsed.Name.Name, name, text)
			continue
		}
		found.add(importPath, parsed.Name.Name, rewrite.File{Path: name, Text: text, Cgo: imports(parsed, "C")})
		s.look(parsed, text)
	}
	s.take(folder, &found)
	return nil
}

// folderPackages are the packages of one directory, in the order in which their first files were read, and its tests.
type folderPackages struct {
	byName map[string]*rewrite.Package
	order  []string
	test   *testPackage
}

func (found *folderPackages) add(importPath, name string, f rewrite.File) {
	p := found.byName[name]
	if p == nil {
		p = &rewrite.Package{ImportPath: importPath, Name: name}
		found.byName[name] = p
		found.order = append(found.order, name)
	}
	p.Files = append(p.Files, f)
	p.Cgo = p.Cgo || f.Cgo
}

// take adds what was found in a directory.
func (s *sources) take(folder string, found *folderPackages) {
	test := found.test
	for _, name := range found.order {
		s.packages = append(s.packages, *found.byName[name])
		if name == "main" {
			s.mains = append(s.mains, mainPackage{folder})
		}
		if test != nil && name != "main" || test != nil && len(found.order) == 1 {
			test.name = name // the tests of the package itself, which may also be in its external test package
		}
	}
	if test != nil {
		s.tests = append(s.tests, *test)
	}
}

// ofTimers reports whether a package may be one that the inserted code needs: such packages cannot time
// themselves.
func ofTimers(importPath string) bool {
	rest, ok := strings.CutPrefix(importPath, timersModule+"/")
	first, _, _ := strings.Cut(rest, "/")
	return ok && slices.Contains([]string{"internal", "mpitimer", "stats", "machenv", "gptlcompat"}, first)
}

// with adds a file of tests.
func (t *testPackage) with(folder, name, file string, text []byte) *testPackage {
	if t == nil {
		t = &testPackage{folder: folder, name: name}
	}
	if bytes.Contains(text, []byte("func TestMain(")) {
		if changed := rewrite.TestMain(rewrite.File{Path: file, Text: text}, hookPackage); changed != nil {
			t.main, t.mainText = file, changed
		}
	}
	return t
}

// look finds out whether the program starts timers itself.
func (s *sources) look(f *ast.File, text []byte) {
	if s.starts || !imports(f, timersPackage) && !imports(f, timersModule+"/mpitimer/gptl") && !imports(f, timersModule+"/mpitimer/perfmod") {
		return
	}
	for _, call := range []string{".Initialize(", "mpitimer.New(", "perfmod.Init"} {
		s.starts = s.starts || bytes.Contains(text, []byte(call))
	}
}

func imports(f *ast.File, name string) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"`+name+`"` })
}
