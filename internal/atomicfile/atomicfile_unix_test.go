//go:build unix

package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// childTarget names what the process is to write, as one that was started for it.
const childTarget = "ATOMICFILE_TEST_TARGET"

func TestMain(m *testing.M) {
	target := os.Getenv(childTarget)
	if target == "" {
		os.Exit(m.Run())
	}
	fmt.Println("before")
	if err := Write(target, text("written\n")); err != nil {
		fmt.Println(err)
	}
	fmt.Println("after")
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func expect(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s has %q, want %q: %v", path, got, want, err)
	}
}

// expectOnly checks that a directory has these files, and no temporary one.
func expectOnly(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if err != nil || strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("%s has %q, want %q: %v", folder, got, names, err)
	}
}

// The mask of the process says who may read what is written.
func TestWriteMode(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for mask, want := range map[int]os.FileMode{0: 0o666, 0o002: 0o664, 0o022: 0o644, 0o077: 0o600} {
		path := filepath.Join(t.TempDir(), "file")
		syscall.Umask(mask)
		for range 2 { // the second replaces the first
			if err := Write(path, text("x")); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("mask %03o: %v %v, want %v", mask, info.Mode(), err, want)
			}
		}
	}
}

// What a kill has left behind is in nobody's way: processes of containers all have one number.
func TestWriteBesideLeftovers(t *testing.T) {
	folder := t.TempDir()
	for n := range 10 {
		for _, name := range []string{fmt.Sprintf(".file.%d.%d", os.Getpid(), n), fmt.Sprintf(".file.%d", os.Getpid())} {
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := Write(filepath.Join(folder, "file"), text("whole")); err != nil {
		t.Error(err)
	}
	expect(t, filepath.Join(folder, "file"), "whole")
}

// Whatever happens, the old file is there or the new one, and nothing beside it.
func TestWriteFails(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if err := Write(path, text("old")); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	half := func(w io.Writer) error {
		err := text("ne")(w)
		expect(t, path, "old") // as another process reads it
		return errors.Join(err, boom)
	}
	if err := Write(path, half); !errors.Is(err, boom) || !strings.Contains(err.Error(), path) {
		t.Errorf("error is %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is gone")
			}
		}()
		_ = Write(path, func(io.Writer) error { panic("boom") })
	}()
	for _, target := range []string{folder, filepath.Join(path, "below")} {
		if err := Write(target, text("x")); err == nil || !strings.Contains(err.Error(), target) {
			t.Errorf("%s: %v", target, err)
		}
	}
	expect(t, path, "old")
	expectOnly(t, folder, "file")
}

func TestWriteNames(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a/b/c", strings.Repeat("ü", 125), strings.Repeat("x", 255), ".hidden", "a b"} {
		path := filepath.Join(folder, name)
		if err := Write(path, text(name)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		expect(t, path, name)
	}
	t.Chdir(folder)
	if err := Write("here", text("here")); err != nil {
		t.Error(err)
	}
	expect(t, filepath.Join(folder, "here"), "here")
}

// A link to a file stays one, and its file is replaced, or made.
func TestWriteLinks(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, "file"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		"relative": "absolute", "absolute": filepath.Join(elsewhere, "file"), "dangling": filepath.Join(elsewhere, "new"),
	} {
		if err := os.Symlink(to, filepath.Join(folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	for link, file := range map[string]string{"relative": "file", "absolute": "file", "dangling": "new"} {
		if err := Write(filepath.Join(folder, link), text(link)); err != nil {
			t.Error(err)
		}
		expect(t, filepath.Join(elsewhere, file), link)
		if info, err := os.Lstat(filepath.Join(folder, link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v %v", link, info.Mode(), err)
		}
	}
	expectOnly(t, elsewhere, "file", "new")
	circle := filepath.Join(folder, "circle")
	if err := errors.Join(os.Symlink(circle, circle), Write(circle, text("x"))); err == nil || !strings.Contains(err.Error(), "too many links") {
		t.Errorf("a link to itself: %v", err)
	}
}

// Devices stay what they are, also behind a link.
func TestWriteDevice(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{os.DevNull, link} {
		if err := Write(target, text("gone")); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(target); err != nil || info.Mode()&os.ModeCharDevice == 0 {
			t.Errorf("%s is no device any more: %v %v", target, info.Mode(), err)
		}
	}
}

// The standard output is written to, be it a file or a pipe, between what stands before and behind.
func TestWriteStandardOutput(t *testing.T) {
	if _, err := os.Stat("/dev/stdout"); err != nil {
		t.Skip(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/dev/stdout", link); err != nil {
		t.Fatal(err)
	}
	const want = "before\nwritten\nafter\n"
	for _, target := range []string{"/dev/stdout", "/proc/self/fd/1", link} {
		if _, err := os.Stat(target); err != nil {
			continue
		}
		child := func() *exec.Cmd {
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), childTarget+"="+target)
			return c
		}
		if out, err := child().Output(); err != nil || string(out) != want {
			t.Errorf("%s, a pipe: %q, %v", target, out, err)
		}
		file, err := os.Create(filepath.Join(t.TempDir(), "file"))
		if err != nil {
			t.Fatal(err)
		}
		c := child()
		c.Stdout = file
		if err := errors.Join(c.Run(), file.Close()); err != nil {
			t.Error(err)
		}
		expect(t, file.Name(), want)
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link is gone: %v", err)
		}
	}
}

func TestWritePipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		f, err := os.Open(pipe)
		if err != nil {
			read <- err.Error()
			return
		}
		line, _ := bufio.NewReader(f).ReadString('\n')
		_ = f.Close() // before the next pipe is written to
		read <- line
	}()
	if err := Write(pipe, text("through\n")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through\n" {
		t.Errorf("read %q", got)
	}
	defer func(d time.Duration) { patience = d }(patience)
	patience = 50 * time.Millisecond
	if err := Write(pipe, text("x")); err == nil || !strings.Contains(err.Error(), "nobody reads") {
		t.Errorf("a pipe that nobody reads: %v", err)
	}
	if info, err := os.Stat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("it is no pipe any more: %v", err)
	}
}
