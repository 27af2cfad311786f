package rankfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/internal/owner"
)

// Where the mask of new files lets the group write, as at sites with private groups, directories are made for
// the user alone all the same, and those that the user has made are taken.
func TestFoldersUnderAnyMask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for _, mask := range []int{0, 0o002, 0o022, 0o077} {
		for _, readable := range []bool{false, true} {
			base := filepath.Join(t.TempDir(), "a", "b")
			syscall.Umask(mask)
			f, first, err := (&Making{Run: "run", Readable: readable}).In(base)
			if err != nil || !first {
				t.Fatalf("mask %03o, readable %v: first %v, %v", mask, readable, first, err)
			}
			expectMode(t, base, readable, 0o700, 0o755)
			expectMode(t, filepath.Dir(f.Path()), readable, 0o700, 0o755)
			expectMode(t, f.Path(), readable, 0o600, 0o644)
			f.Close()
		}
	}
	base := t.TempDir()
	if err := errors.Join(os.Chown(base, -1, os.Geteuid()), os.Chmod(base, 0o775)); err != nil {
		t.Skip(err) // the user has no private group
	}
	if _, _, err := MakeRun(base, "run", false); err != nil {
		t.Errorf("a directory of the user's own group: %v", err)
	}
}

// A $TMPDIR in which others could exchange the user's directory is not taken.
func TestUnsafeTemporaryFolder(t *testing.T) {
	for mode, safe := range map[os.FileMode]bool{0o777: false, 0o777 | os.ModeSticky: true, 0o700: true, 0o755: true} {
		place, next := t.TempDir(), t.TempDir()
		if err := os.Chmod(place, mode); err != nil {
			t.Fatal(err)
		}
		f, _, err := (&Making{Run: "run"}).inOneOf([]string{place, next})
		if f == nil {
			t.Fatal(err)
		}
		defer f.Close()
		if got := strings.HasPrefix(f.Path(), place+"/"); got != safe || !safe && (!errors.Is(err, owner.ErrUnsafe) || !strings.Contains(err.Error(), place)) {
			t.Errorf("%v: taken %v, %v", mode, got, err)
		}
		if entries, err := os.ReadDir(place); !safe && (err != nil || len(entries) > 0) {
			t.Errorf("%v: left behind %v, %v", mode, entries, err)
		}
	}
}

// A place without room is passed over, and taken if there is no other.
func TestFullPlaces(t *testing.T) {
	full, narrow, roomy := mount(t, "tmpfs", "size=16k,mode=1777"), mount(t, "tmpfs", "size=128k,mode=1777"), t.TempDir()
	for _, test := range []struct {
		places []string
		want   string
		told   int
	}{
		{[]string{full, roomy, narrow}, roomy, 1},
		{[]string{full, narrow, roomy}, roomy, 2},
		{[]string{full, narrow}, narrow, 3},
		{[]string{full}, "", 2},
	} {
		f, _, err := (&Making{Run: "run"}).inOneOf(test.places)
		switch {
		case f == nil && test.want == "":
		case f == nil || filepath.Dir(filepath.Dir(filepath.Dir(f.Path()))) != test.want:
			t.Errorf("%v: in %q, %v", test.places, pathOf(f), err)
		default:
			if err := errors.Join(f.Remove(), f.unmap()); err != nil {
				t.Error(err)
			}
		}
		if n := strings.Count(fmt.Sprint(err), full) + strings.Count(fmt.Sprint(err), narrow); n != test.told || !strings.Contains(fmt.Sprint(err), full) {
			t.Errorf("%v: %d places are told, want %d: %v", test.places, n, test.told, err)
		}
		if entries, err := os.ReadDir(full); err != nil || len(entries) > 0 {
			t.Errorf("left behind: %v, %v", entries, err)
		}
	}
}

// The memory of the node is full: the tables are in the directory for temporary files.
func TestFullSharedMemory(t *testing.T) {
	mount(t, "tmpfs", "size=64k") // or the test is skipped
	inChild(t, "full shared memory", t.TempDir(), &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS})
}

func createInFullMemory(folder string) error {
	err := errors.Join(
		syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, ""),
		syscall.Mount("test", sharedMemory, "tmpfs", 0, "size=64k,mode=1777"),
		os.Setenv("TMPDIR", folder),
	)
	if err != nil {
		return err
	}
	f, _, err := (&Making{Run: "run"}).Auto()
	if f == nil || !strings.HasPrefix(f.Path(), folder+"/") || err == nil || !strings.Contains(err.Error(), sharedMemory) {
		return fmt.Errorf("in %q: %w", pathOf(f), err)
	}
	return nil
}
