//go:build unix

package docs

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/all" // whose keys the documents name
)

// root is the top of the module.
const root = "../.."

// patience is for one block. What takes longer does not belong into a test.
const patience = 5 * time.Minute

// TestDocs runs what the documentation shows, in a copy of the module.
func TestDocs(t *testing.T) {
	module := copyModule(t)
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			relative, _ := filepath.Rel(root, name)
			t.Run(relative, func(t *testing.T) {
				clearBeside(t, module)
				checkPage(t, module, string(text))
			})
		}
	}
}

// clearBeside removes what another page has left beside the module.
func clearBeside(t *testing.T, module string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(module))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == filepath.Base(module) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(filepath.Dir(module), e.Name())); err != nil {
			t.Fatal(err)
		}
	}
}

// started is the groups of processes of a page: what its commands leave in the background goes on for those of
// the next block, and ends with the page.
var started []int

func endStarted() {
	for _, group := range started {
		_ = syscall.Kill(-group, syscall.SIGKILL) // or nothing is left of it
	}
	started = nil
}

func checkPage(t *testing.T, module, text string) {
	t.Cleanup(endStarted)
	blocks, err := Blocks(text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range blocks {
		t.Run(fmt.Sprintf("line %d %s", blocks[i].Line, blocks[i].Language), func(t *testing.T) {
			if reason := missing(&blocks[i]); reason != "" {
				t.Skip(reason)
			}
			if testing.Short() && blocks[i].Language == "sh" {
				t.Skip("long: it runs commands")
			}
			if err := check(t.Context(), module, &blocks[i]); err != nil {
				t.Error(err)
			}
		})
	}
}

// missing is why a block is not run.
func missing(b *Block) string {
	if b.NoRun != "" {
		return "not run: " + b.NoRun
	}
	if b.Needs == "gompi" {
		const debian = "/usr/lib/x86_64-linux-gnu/openmpi/lib/libmpi.so" // where gompi looks
		if _, err := os.Stat(debian); err != nil {
			return "there is no Open MPI for gompi: " + err.Error()
		}
	}
	if b.Needs != "" {
		for _, tool := range []string{"mpicc", "mpirun", "pkg-config"} {
			if _, err := exec.LookPath(tool); err != nil {
				return "there is no MPI: " + err.Error()
			}
		}
		if err := exec.Command("pkg-config", "--exists", "mpi").Run(); err != nil {
			return "pkg-config knows no mpi"
		}
	}
	return ""
}

// check does with a block what its language asks for.
func check(ctx context.Context, module string, b *Block) error {
	if b.Needs != "" && b.Needs != "mpi" && b.Needs != "gompi" {
		return fmt.Errorf("line %d: needs %q, which nobody knows", b.Line, b.Needs)
	}
	switch b.Language {
	case "sh":
		return run(ctx, module, b)
	case "go":
		return compile(ctx, module, b)
	case "yaml":
		return configure(b)
	case "bash", "shell", "console", "yml":
		return fmt.Errorf("line %d: %q is written sh or yaml here", b.Line, b.Language)
	}
	return nil
}

// separator stands between what two commands print.
const separator = "\x1e"

// run gives the commands of a block to one shell, so that a variable or a cd holds for those behind.
func run(ctx context.Context, module string, b *Block) error {
	commands, err := b.Commands()
	if err != nil {
		return err
	}
	script := "set -e\n"
	for _, c := range commands {
		script += c.Text + "\nprintf '\\036'\n"
	}
	dir := module
	if b.Beside {
		dir = filepath.Dir(module)
	}
	out, err := shell(ctx, dir, "bash", "-c", script)
	printed := strings.Split(out, separator)
	for i, c := range commands {
		if i >= len(printed)-1 {
			return fmt.Errorf("line %d: %s: %w\n%s", c.Line, c.Text, err, printed[i])
		}
		if err := Compare(c.Want, printed[i]); err != nil {
			return fmt.Errorf("line %d: %s: %w", c.Line, c.Text, err)
		}
	}
	return err
}

func shell(ctx context.Context, dir, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c := exec.CommandContext(ctx, program, args...)
	c.Dir = dir
	c.WaitDelay = time.Minute
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// mpirun refuses root, and more ranks than cores, unless it is told that both are meant.
	c.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1",
		// The copy of the module is another directory each time, for which the go command would build all of it anew.
		strings.TrimSuffix("GOFLAGS=-trimpath "+os.Getenv("GOFLAGS"), " "))
	out, err := c.CombinedOutput()
	if c.Process != nil {
		started = append(started, c.Process.Pid)
	}
	return string(out), errors.Join(err, ctx.Err())
}

// compile builds a program; of a fragment it only looks whether it is Go. What needs more than the module has is
// built by the commands that follow, if it is a file for them.
func compile(ctx context.Context, module string, b *Block) error {
	if b.File != "" {
		name := filepath.Join(filepath.Dir(module), b.File)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(b.Text), 0o666); err != nil || b.Needs != "" {
			return err
		}
	}
	files := token.NewFileSet()
	if _, err := parser.ParseFile(files, "block.go", b.Text, 0); err != nil {
		_, asDeclarations := parser.ParseFile(files, "block.go", "package p\n"+b.Text, 0)
		_, asStatements := parser.ParseFile(files, "block.go", "package p\nfunc _() {\n"+b.Text+"\n}\n", 0)
		if asDeclarations != nil && asStatements != nil {
			return fmt.Errorf("line %d: neither a file (%w) nor declarations (%w) nor statements (%w)", b.Line, err, asDeclarations, asStatements)
		}
		return nil
	}
	dir, err := os.MkdirTemp(module, "block")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(b.Text), 0o666); err != nil {
		return err
	}
	look := []string{"vet", "."}
	if testing.Short() { // go vet would look at all that it imports, too
		look = []string{"list", "-export", "-f", `{{""}}`, "."}
	}
	if out, err := shell(ctx, dir, "go", look...); err != nil {
		return fmt.Errorf("line %d: %w\n%s", b.Line, err, out)
	}
	return nil
}

// configure reads a configuration. One that says nothing to the timers is none.
func configure(b *Block) error {
	c, err := mpitimer.ReadConfig([]byte(b.Text), fmt.Sprintf("line %d", b.Line))
	if err == nil && reflect.DeepEqual(c, mpitimer.DefaultConfig()) {
		err = fmt.Errorf("line %d: the timers find nothing in this configuration", b.Line)
	}
	return err
}

// copyModule copies what the commands need, so that what they leave is not left in the checkout.
func copyModule(t *testing.T) string {
	to := filepath.Join(t.TempDir(), "timers")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // what other tests make and remove meanwhile
		}
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if relative != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"demo", "bench", "testdata"}, relative)) {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, relative), 0o777)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, relative), data, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}
