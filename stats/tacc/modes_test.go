//go:build unix

package tacc

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/internal/owner/ownertest"
)

// The mask of the process says who may read what is archived, and what somebody has left under a name that can be
// known beforehand is neither followed nor in the way.
func TestArchiveModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for _, mask := range []int{0, 0o022, 0o077} {
		syscall.Umask(0o077)
		dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
		archive := filepath.Join(dir, "archive")
		err := errors.Join(
			os.WriteFile(filepath.Join(dir, "1600000000"), []byte("old\n"), 0o600), os.WriteFile(filepath.Join(dir, "1700000000"), []byte("new\n"), 0o600),
			os.WriteFile(outside, []byte("outside"), 0o600),
		)
		if err != nil {
			t.Fatal(err)
		}
		syscall.Umask(mask)
		if err := os.MkdirAll(filepath.Join(archive, "host"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(outside, filepath.Join(archive, "host", "1600000000.gz.part")); err != nil {
			t.Fatal(err)
		}
		moved, err := Archive(dir, archive, "host", time.Unix(1700000060, 0))
		if err != nil || len(moved) != 2 {
			t.Fatalf("%v, %v", moved, err)
		}
		for _, name := range moved {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != fs.FileMode(0o666&^mask) {
				t.Errorf("mask %03o: %s is %v, %v", mask, filepath.Base(name), info.Mode().Perm(), err)
			}
		}
		if text, err := os.ReadFile(outside); err != nil || string(text) != "outside" {
			t.Errorf("written through a link: %q, %v", text, err)
		}
		entries, err := os.ReadDir(filepath.Join(archive, "host"))
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") {
				t.Errorf("left is %s", e.Name())
			}
		}
		if err != nil || len(entries) != 3 {
			t.Errorf("%v, %v", entries, err)
		}
	}
}

// The same holds for what is collected.
func TestNodeModes(t *testing.T) {
	root := machine(t)
	defer syscall.Umask(syscall.Umask(0))
	for _, mask := range []int{0, 0o022, 0o077} {
		syscall.Umask(0o077)
		dir := filepath.Join(t.TempDir(), "raw")
		syscall.Umask(mask)
		n, err := OpenNode(dir, NodeOptions{CollectorOptions: CollectorOptions{Root: root, Types: []string{"cpu"}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(n.Begin("77"), n.Close()); err != nil {
			t.Fatal(err)
		}
		files := 0
		err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			want := fs.FileMode(0o777 &^ mask)
			if !d.IsDir() {
				want &= 0o666
				files++
			}
			if err == nil && info.Mode().Perm() != want {
				t.Errorf("mask %03o: %s is %v, want %v", mask, filepath.Base(name), info.Mode().Perm(), want)
			}
			return err
		})
		if err != nil || files != 2 {
			t.Errorf("%d files, want the current one by its two names, %v", files, err)
		}
	}
}

// A current file that another account has linked is not appended to.
func TestAppendPlantedLink(t *testing.T) {
	root, dir := machine(t), t.TempDir()
	host := collector(t, root, []string{}).Header().Hostname
	precious, link := filepath.Join(t.TempDir(), "precious"), filepath.Join(dir, host, currentName)
	const text = "$tacc_stats 2.3.1\n$hostname n1\n$uname a b c d\n$uptime 1\n!vfs file_use\n"
	err := errors.Join(os.Mkdir(filepath.Dir(link), 0o700), os.Chmod(filepath.Dir(link), os.ModeSticky|0o777), os.WriteFile(precious, []byte(text), 0o600), os.Symlink(precious, link))
	if err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, ownertest.Stranger, link)
	_, err = OpenNode(dir, NodeOptions{CollectorOptions: CollectorOptions{Root: root, Types: []string{"vfs"}}})
	if got, wrong := os.ReadFile(precious); !errors.Is(err, owner.ErrUnsafe) || wrong != nil || string(got) != text {
		t.Errorf("%v, %v, %q", err, wrong, got)
	}
}
