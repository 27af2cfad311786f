//go:build unix

package docs

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// program makes a whole program of a block of Go: a file as it is, declarations with an empty main, statements as those
// of main. After each statement that sets err, a program of statements panics if it is an error; its imports are those of
// the packages that it names, and timers that it has started are finalized, as in the program that it is a part of.
func program(b *Block) (string, error) {
	with := strings.Join(b.With, "\n") + "\n"
	for _, whole := range []string{b.Text, "package main\n" + with + b.Text} {
		if f, err := parser.ParseFile(token.NewFileSet(), "block.go", whole, parser.ParseComments); err == nil {
			whole = whole[:f.Name.Pos()-1] + "main" + whole[f.Name.End()-1:]
			if f.Scope.Lookup("main") == nil {
				whole += "\nfunc main() {}\n"
			}
			return whole, nil
		}
	}
	const head = "package main\nfunc main() {\n"
	text := head + with + b.Text
	if strings.Contains(text, "mpitimer.Initialize(") && !strings.Contains(text, "mpitimer.Finalize()") {
		text += "mpitimer.Finalize()\n"
	}
	f, err := parser.ParseFile(token.NewFileSet(), "block.go", text+"}\n", 0)
	if err != nil {
		return "", err
	}
	body := f.Decls[0].(*ast.FuncDecl).Body
	for _, s := range slices.Backward(body.List) {
		assign, is := s.(*ast.AssignStmt)
		if !is {
			continue
		}
		use := ""
		for _, left := range assign.Lhs {
			name, is := left.(*ast.Ident)
			switch {
			case is && name.Name == "err":
				use += "if err != nil { panic(err) }\n"
			case assign.Tok == token.DEFINE:
				use += "_ = " + name.Name + "\n"
			}
		}
		end := int(s.End()) - 1
		end += strings.IndexByte(text[end:], '\n') + 1 // after the comment on the line
		text = text[:end] + use + text[end:]
	}
	return "package main\n" + imports(f) + strings.TrimPrefix(text, "package main\n") + "}\n", nil
}

// imports are those of a file that has none.
func imports(f *ast.File) string {
	declared := map[string]bool{}
	named := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if id, is := left.(*ast.Ident); is {
					declared[id.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				declared[id.Name] = true
			}
		case *ast.SelectorExpr:
			if id, is := n.X.(*ast.Ident); is {
				named[id.Name] = true
			}
		}
		return true
	})
	text := ""
	for name := range named {
		if declared[name] {
			continue
		}
		path := name // of Go's own library
		for _, folder := range []string{"", "machenv", "mpitimer", "stats", "stats/hdtrace"} {
			if _, err := os.Stat(filepath.Join(root, folder, name)); err == nil {
				path = filepath.Join("github.com/go-hpc/timers", folder, name)
			}
		}
		text += fmt.Sprintf("import %q\n", path)
	}
	return text
}

// programs writes the programs of the Go blocks of pages into packages of one module, and returns the blocks by their names.
func programs(t *testing.T, module string, pages ...string) map[string]*Block {
	t.Helper()
	all := map[string]*Block{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := Blocks(string(text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range blocks {
			b := &blocks[i]
			if b.Language != "go" || b.Needs != "" {
				continue
			}
			source, err := program(b)
			if err != nil {
				t.Errorf("%s, line %d: %v", page, b.Line, err)
				continue
			}
			name := fmt.Sprintf("%s-%d", strings.TrimSuffix(filepath.Base(page), ".md"), b.Line)
			all[name] = b
			write(t, filepath.Join(module, name, "main.go"), source)
		}
	}
	own, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, needed, _ := strings.Cut(string(mod), "\n")
	write(t, filepath.Join(module, "go.mod"), "module example.com/programs\n"+needed+
		"\nrequire github.com/go-hpc/timers v0.0.0\n\nreplace github.com/go-hpc/timers => "+own+"\n")
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(module, "go.sum"), string(sums))
	return all
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// programPages are those whose programs run under MPI, and programs that do otherwise what these do.
func programPages(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	return append(list, filepath.Join(root, "README.md"), filepath.Join("testdata", "ends.md"))
}

// TestProgramsUnderMPI builds the Go blocks of the README and of the documents as programs, and runs each on three ranks.
func TestProgramsUnderMPI(t *testing.T) {
	if testing.Short() {
		t.Skip("long: it builds and runs programs")
	}
	environment, err := filepath.Abs(filepath.Join(root, "scripts", "mpi-env.sh"))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"openmpi", "mpich"} {
		t.Run(kind, func(t *testing.T) {
			t.Cleanup(endStarted)
			module := t.TempDir()
			// in runs a command where the MPI is known. The module is where it is for other tests, who have built it.
			in := func(dir, command string) (string, error) {
				return shell(t.Context(), dir, "bash", "-c", "GOFLAGS=${GOFLAGS#-trimpath} && . "+environment+" && mpi_find "+kind+" || exit 100; "+command)
			}
			if _, err := in(module, "true"); err != nil {
				t.Skipf("there is no %s: %v", kind, err)
			}
			all := programs(t, module, programPages(t)...)
			if out, err := in(module, "mpi_go build -ldflags='-s -w' -o bin/ ./..."); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for name, b := range all {
				t.Run(name, func(t *testing.T) {
					if b.NoRun != "" {
						t.Skip("built, and not run: " + b.NoRun)
					}
					dir := t.TempDir()
					write(t, filepath.Join(dir, "solver.yaml"), "Omega: {Timers: {Patience: 20s}}\n")
					out, err := in(dir, "MPI_TIMEOUT=240 MPITIMER_TABLES=off mpi_run 3 "+filepath.Join(module, "bin", name))
					if exit := new(exec.ExitError); errors.As(err, &exit) && (exit.ExitCode() == 124 || exit.ExitCode() == 137) {
						t.Errorf("it hangs: %v\n%s", err, out)
					} else if (err != nil) != b.Fails {
						t.Errorf("%v\n%s", err, out)
					}
				})
			}
		})
	}
}
