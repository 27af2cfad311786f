package rankfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// growUntilFull grows tables on a disk that has not enough room: they go on in the heap, it is told
// once, and who reads the file knows that what it says is old.
func growUntilFull(folder string, want error) error {
	told := make(chan error, 10)
	f, err := Create(folder, 0, false, func(err error) { told <- err })
	if err != nil {
		return err
	}
	defer f.Close()
	f.Describe(fixed(0, 1), Mark{})
	f.Note([]byte("note"))
	const nodes = 5000
	for track := range uint32(3) {
		if _, err := fill(f, track, nodes); err != nil {
			return err
		}
	}
	err = <-told
	if wrong := unless(err, want); wrong != nil || !strings.Contains(err.Error(), f.Path()) {
		return fmt.Errorf("told %w: %w", err, wrong)
	}
	f.Note([]byte("once more"))
	if len(told) != 0 {
		return fmt.Errorf("told again: %w", <-told)
	}
	if !f.Lost() {
		return errors.New("nothing lost")
	}
	return f.expectOld(nodes)
}

// expectOld says what is wrong with a file that had room for a part of some tracks only.
func (f *File) expectOld(nodes int) error {
	h, err := HeaderOf(f.last)
	if err != nil {
		return err
	}
	c, err := layout.Scan(f.last, h.End())
	if err != nil {
		return err
	}
	if len(c.Notes) != 1 || len(c.Tracks) == 0 || c.Tracks[0].Flags&table.Left == 0 {
		return fmt.Errorf("%d notes, %d tracks: %+v", len(c.Notes), len(c.Tracks), c.Tracks)
	}
	if text, ok := c.Notes[0].Text(); !ok || string(text) != "once more" {
		return fmt.Errorf("note %q", text)
	}
	old := opened(&c.Tracks[0])
	if old.Len() < 16 || old.Len() >= nodes {
		return fmt.Errorf("%d nodes are in the file", old.Len())
	}
	return nil
}

func TestFullDisk(t *testing.T) {
	folder := mount(t, "tmpfs", "size=256k")
	if err := growUntilFull(folder, syscall.ENOSPC); err != nil {
		t.Error(err)
	}
	folder = mount(t, "tmpfs", "size=256k")
	// No room to begin with: nothing is left behind.
	if err := os.WriteFile(filepath.Join(folder, "rest"), make([]byte, 240<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Create(folder, 1, false, nil)
	if wrong := unless(err, syscall.ENOSPC); wrong != nil || !strings.Contains(err.Error(), "000001"+Extension) {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*"+Extension)); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// A file system that can't reserve is written to.
func TestDiskThatCannotReserve(t *testing.T) {
	folder := mount(t, "ramfs", "")
	f := create(t, folder)
	if err := syscall.Fallocate(int(f.file.Fd()), 0, 0, 1); !errors.Is(err, syscall.EOPNOTSUPP) {
		t.Skipf("this one can: %v", err)
	}
	if _, err := fill(f, 0, 5000); err != nil {
		t.Error(err)
	}
	info, err := f.file.Stat()
	if err != nil || info.Size() < int64(f.header.End()) {
		t.Errorf("%d bytes, blocks up to %d: %v", info.Size(), f.header.End(), err)
	}
}

// A limit on the size of files, beyond which the system would end the process, is seen before.
func TestLimitedFile(t *testing.T) { inChild(t, "limited file", t.TempDir(), nil) }

func growInLimitedFile(folder string) error {
	limit := syscall.Rlimit{Cur: 256 << 10, Max: 256 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return growUntilFull(folder, syscall.EFBIG)
}
