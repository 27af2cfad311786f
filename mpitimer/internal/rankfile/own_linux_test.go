package rankfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// usurped makes a file whose descriptor the program has closed, and whose number is that of another file by now.
func usurped(t *testing.T) (f *File, other *os.File, number int) {
	t.Helper()
	f, err := Create(t.TempDir(), 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Describe(fixed(0, 1), Mark{})
	path := filepath.Join(t.TempDir(), "the program's")
	if err := os.WriteFile(path, []byte("the program's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if other, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	}
	number = int(f.file.Fd())
	if err := syscall.Dup3(int(other.Fd()), number, syscall.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(number); other.Close() })
	return f, other, number
}

func untouched(t *testing.T, other *os.File, number int) {
	t.Helper()
	if text, err := os.ReadFile(other.Name()); err != nil || string(text) != "the program's" {
		t.Errorf("the program's file has %d bytes, %v", len(text), err)
	}
	var stat syscall.Stat_t
	if err := syscall.Fstat(number, &stat); err != nil {
		t.Errorf("the program's descriptor: %v", err)
	}
}

// A descriptor that the program has closed, and has again for a file of its own, is left alone: the table grows by
// another one.
func TestDescriptorOfTheProgram(t *testing.T) {
	f, other, number := usurped(t)
	table, err := fill(f, 3, 100)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; len(f.maps.list) < 2; n++ {
		if b := f.Allocate(1, 3<<20); f.Lost() {
			t.Fatalf("block %d of %d bytes is in the heap: %v", n, len(b.Bytes), f.full)
		}
	}
	if err := expect(table, 3, 100); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(f.Path()); err != nil || info.Size() < int64(f.header.End()) {
		t.Errorf("%v, %v, of %d bytes", info, err, f.header.End())
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	untouched(t, other, number)
}

// Where the file is gone as well, the tables go on in the heap.
func TestDescriptorAndFileOfTheProgram(t *testing.T) {
	f, other, number := usurped(t)
	if err := os.Rename(other.Name(), f.Path()); err != nil { // under the name of the table stands another file
		t.Fatal(err)
	}
	if err := os.Symlink(f.Path(), other.Name()); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		f.Allocate(1, 1<<20)
	}
	if !f.Lost() {
		t.Error("100 MiB found room in a file that is not there")
	}
	if err := f.Close(); err == nil {
		t.Error("nothing is said of it")
	}
	untouched(t, other, number)
}
