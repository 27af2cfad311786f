//go:build linux && (amd64 || arm64)

// Package standin builds libraries that stand in for device drivers, in tests on machines without devices: C
// code that behaves like the driver's interface, with functions by which the test causes faults.
package standin

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ebitengine/purego"
)

// Library is a stand-in that has been built and opened.
type Library struct {
	Path   string
	handle uintptr
}

// Build compiles a file to a library of that name. Without a C compiler the test is skipped. Each call opens a file of its own,
// whose variables no other call shares.
func Build(t testing.TB, name, source string, options ...string) *Library {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler here")
	}
	l := &Library{Path: filepath.Join(t.TempDir(), name)}
	key := strings.Join(append([]string{name, source}, options...), "\x00")
	if data, is := built.Load(key); is {
		if err := os.WriteFile(l.Path, data.([]byte), 0o700); err != nil {
			t.Fatal(err)
		}
	} else {
		// Symbolic, since the test has several of them open, one after the other.
		arguments := append([]string{"-shared", "-Wl,-Bsymbolic", "-fPIC", "-O1", "-Wall", "-pthread", "-o", l.Path, source}, options...)
		if out, err := exec.Command(cc, arguments...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		data, err := os.ReadFile(l.Path)
		if err != nil {
			t.Fatal(err)
		}
		built.Store(key, data)
	}
	l.open(t)
	return l
}

// built holds what the tests of this process have compiled.
var built sync.Map

// At is a library that another process has built.
func At(t testing.TB, path string) *Library {
	t.Helper()
	l := &Library{Path: path}
	l.open(t)
	return l
}

func (l *Library) open(t testing.TB) {
	t.Helper()
	var err error
	if l.handle, err = purego.Dlopen(l.Path, purego.RTLD_NOW); err != nil {
		t.Fatal(err)
	}
}

// Bind makes functions call those of the library, by their names in C.
func (l *Library) Bind(functions map[string]any) {
	for symbol, f := range functions {
		purego.RegisterLibFunc(f, l.handle, symbol)
	}
}
