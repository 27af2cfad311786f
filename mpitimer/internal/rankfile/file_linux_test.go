package rankfile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Several tracks grow at once; each block is that of one of them.
func TestTracksGrowTogether(t *testing.T) {
	f := create(t, t.TempDir())
	const tracks, nodes = 8, 3000
	var wait sync.WaitGroup
	for track := range uint32(tracks) {
		wait.Go(func() {
			if _, err := fill(f, track, nodes); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	_, c := contents(t, f.Path())
	if len(c.Tracks) != tracks {
		t.Fatalf("%d tracks, want %d", len(c.Tracks), tracks)
	}
	for i := range c.Tracks {
		if c.Tracks[i].Number != uint32(i) || c.Tracks[i].Flags != 0 {
			t.Errorf("track %d: number %d, flags %d", i, c.Tracks[i].Number, c.Tracks[i].Flags)
		}
		if err := expect(opened(&c.Tracks[i]), uint32(i), nodes); err != nil {
			t.Error(err)
		}
	}
}

// A file goes on where its first mapping ends.
func TestGrowthBeyondMappings(t *testing.T) {
	if err := growBeyondMappings(t.TempDir(), 3); err != nil {
		t.Error(err)
	}
}

// growBeyondMappings allocates blocks until the file has been mapped in so many parts.
func growBeyondMappings(folder string, mappings int) error {
	f, err := Create(folder, 0, false, nil)
	if err != nil {
		return err
	}
	defer f.Close()
	f.Describe(fixed(0, 1), Mark{})
	table, err := fill(f, 0, 100)
	if err != nil {
		return err
	}
	last := []byte(nil)
	for n := byte(1); len(f.maps.list) < mappings; n++ {
		b := f.Allocate(1, 3<<20)
		if _, in := f.offset(b); !in {
			return fmt.Errorf("block %d is in the heap: %w", n, f.full)
		}
		b.Bytes[0], b.Bytes[len(b.Bytes)-1] = n, n
		if last != nil && (last[0] != n-1 || last[len(last)-1] != n-1) {
			return fmt.Errorf("block %d begins with %d", n-1, last[0])
		}
		last = b.Bytes
	}
	if again, err := fill(f, 2, 100); err != nil || again == table {
		return err
	}
	return expect(table, 0, 100)
}

// Where addresses are limited the parts are small.
func TestGrowthInFewAddresses(t *testing.T) { inChild(t, "limited addresses", t.TempDir(), nil) }

func growInLimitedAddresses(folder string) error {
	// What Go's heap needs is to be there before: it grows in steps larger than what is left below.
	runtime.KeepAlive(make([]byte, 32<<20))
	runtime.GC()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	pages := uint64(0)
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return err
	}
	few := pages*uint64(os.Getpagesize()) + 60<<20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: few, Max: few}); err != nil {
		return err
	}
	return growBeyondMappings(folder, 4) // of which the second one would have 64 MiB
}

// What is replaced again and again does not let the file grow.
func TestBlocksAreUsedAgain(t *testing.T) {
	f := create(t, t.TempDir())
	whole, err := fill(f, 0, 50)
	if err != nil {
		t.Fatal(err)
	}
	settled := uint64(0)
	for i := range 1000 {
		f.Note(bytes.Repeat([]byte{'a' + byte(i%26)}, 3000+i%100))
		whole.PutAside(make([]table.Extreme, 50))
		if i == 10 {
			settled = f.header.End()
		}
	}
	if end := f.header.End(); end != settled {
		t.Errorf("%d bytes after 10 reports, %d after 1000", settled, end)
	}
	_, c := contents(t, f.Path())
	if len(c.Notes) != 1 || len(c.Tracks) != 1 {
		t.Fatalf("%d notes, %d tracks", len(c.Notes), len(c.Tracks))
	}
	if text, ok := c.Notes[0].Text(); !ok || !bytes.Equal(text, bytes.Repeat([]byte{'a' + 999%26}, 3099)) {
		t.Errorf("note %v: %q", ok, text)
	}
	if err := expect(opened(&c.Tracks[0]), 0, 50); err != nil {
		t.Error(err)
	}
}

// Who has read a block that was used again finds that out.
func TestReadersSeeReuse(t *testing.T) {
	f := create(t, t.TempDir())
	f.Note([]byte("first"))
	h, err := HeaderOf(f.last)
	if err != nil {
		t.Fatal(err)
	}
	c, err := layout.Scan(f.last, h.End())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		if text, whole := c.Notes[0].Text(); whole != (i == 0) {
			t.Errorf("after %d further notes: %q, whole %v", i, text, whole)
		}
		f.Note([]byte("later"))
	}
}

// The pages of large blocks that were replaced go back to the disk.
func TestHoles(t *testing.T) {
	f := create(t, t.TempDir())
	const nodes = 20000
	whole, err := fill(f, 0, nodes)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Fallocate(int(f.file.Fd()), 3, info.Size()-int64(os.Getpagesize()), 1); err != nil {
		t.Skipf("no holes here: %v", err)
	}
	used := int64(whole.Bytes())
	if disk := onDisk(info); disk > used+used/4+mostReserve || info.Size() < 3*used/2 {
		t.Errorf("%d bytes on the disk for %d in use, of a file of %d", disk, used, info.Size())
	}
	_, c := contents(t, f.Path())
	if err := expect(opened(&c.Tracks[0]), 0, nodes); err != nil {
		t.Error(err)
	}
}

// Nothing that exists is overwritten, or followed.
func TestCreateOverwritesNothing(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "000000"+Extension)
	other := filepath.Join(folder, "other")
	for what, make := range map[string]func() error{
		"file":          func() error { return os.WriteFile(name, []byte("mine"), 0o644) },
		"dangling link": func() error { return os.Symlink(other, name) },
		"folder":        func() error { return os.Mkdir(name, 0o777) },
		"pipe":          func() error { return syscall.Mkfifo(name, 0o644) },
	} {
		if err := make(); err != nil {
			t.Fatal(err)
		}
		before, err := os.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Create(folder, 0, false, nil); !os.IsExist(err) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", what, err)
		}
		if after, err := os.Lstat(name); err != nil || after.Mode() != before.Mode() || after.Size() != before.Size() {
			t.Errorf("%s is another now: %v", what, err)
		}
		if _, err := os.Lstat(other); err == nil {
			t.Errorf("%s was followed", what)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// A reader that looks at the lock at the wrong moment does not take the rank's table from it.
func TestCreateWaitsForReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	file, err := CreateFile(path, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader, err := OpenToRead(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	fd := int(reader.Fd())
	if err := syscall.Flock(fd, syscall.LOCK_SH); err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(10 * time.Millisecond)
		_ = syscall.Flock(fd, syscall.LOCK_UN)
	}()
	if held, err := lock(file); !held || err != nil {
		t.Error(held, err)
	}
	if !locked(reader) {
		t.Error("not locked")
	}
}

// lives says whether the writer of a file does.
func lives(t *testing.T, f *File) bool {
	t.Helper()
	reader, err := OpenToRead(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	h, _ := contents(t, f.Path())
	first := h.Lives(reader, time.Now())
	if h.Lives(reader, time.Now()) != first { // asking must not change it
		t.Error("asked twice, answered differently")
	}
	return first
}

func TestLockIsOfTheWriter(t *testing.T) {
	f := create(t, t.TempDir())
	if !lives(t, f) {
		t.Error("the writer lives")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if lives(t, f) {
		t.Error("the writer has finished")
	}
}

// Where there are no locks, the process tells.
func TestNoLocks(t *testing.T) {
	defer func(before func(int, int) error) { flock = before }(flock)
	for _, none := range []error{syscall.ENOSYS, syscall.EOPNOTSUPP, syscall.ENOLCK} {
		flock = func(int, int) error { return none }
		f := create(t, t.TempDir())
		if !lives(t, f) {
			t.Errorf("%v: the writer lives", none)
		}
		another := f.header.Fixed
		another.Started++ // a process that has the number by now
		f.Describe(another, Mark{})
		if lives(t, f) {
			t.Errorf("%v: another process has the number", none)
		}
		f.Describe(fixed(0, 1), Mark{})
		f.Finish(Kept)
		if err := f.Close(); err != nil || lives(t, f) {
			t.Errorf("%v: the writer has finished: %v", none, err)
		}
	}
	flock = func(int, int) error { return syscall.EIO }
	if _, err := Create(t.TempDir(), 0, false, nil); !errors.Is(err, syscall.EIO) {
		t.Error(err)
	}
}

// A process that has ended lives no more, even if nobody has asked how it ended.
func TestProcessThatHasEnded(t *testing.T) {
	cmd := exec.Command("/proc/self/exe", "-test.run=^$")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Wait() }()
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(time.Millisecond) {
		if startOf(cmd.Process.Pid, true) == 0 && ProcessStarted(cmd.Process.Pid) != 0 {
			return
		}
	}
	t.Error("it lives still")
}

// The memory goes with the last that knows the file, and not before.
func TestMemoryGoesWithTheFile(t *testing.T) {
	path, kept := func() (string, *table.Table) {
		f, err := Create(t.TempDir(), 0, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		table, err := fill(f, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		return f.Path(), table
	}()
	mapped := func() bool {
		text, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), path)
	}
	runtime.GC()
	if err := expect(kept, 0, 100); err != nil || !mapped() {
		t.Errorf("a table is left without its memory: %v", err)
	}
	runtime.KeepAlive(kept)
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(time.Millisecond) {
		runtime.GC()
		if !mapped() {
			return
		}
	}
	t.Error("the memory is mapped still")
}

// What is allocated after the end is in the heap, and the memory is there still.
func TestAfterRemove(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := Create(folder, 0, false, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	whole, err := fill(f, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the directory is there: %v", err)
	}
	if _, err := fill(f, 1, 1000); err != nil {
		t.Error(err)
	}
	if err := expect(whole, 0, 100); err != nil {
		t.Error(err)
	}
}
