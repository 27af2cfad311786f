package main

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// On a full disk recover --epilog moves nothing, and leaves no directory: the tables stay where they are.
func TestEpilogOnAFullDisk(t *testing.T) {
	full := t.TempDir()
	if err := syscall.Mount("test", full, "tmpfs", 0, "size=64k,nr_inodes=64"); err != nil {
		t.Skipf("cannot mount a tmpfs: %v", err)
	}
	defer syscall.Unmount(full, syscall.MNT_DETACH)
	if err := os.WriteFile(filepath.Join(full, "ballast"), make([]byte, 64<<10), 0o600); !errors.Is(err, syscall.ENOSPC) && err != nil {
		t.Fatal(err)
	}
	run := killed(t, 3)
	status, out, messages := commanded("recover", "--epilog", filepath.Join(full, "kept"), run)
	want(t, status, cli.StatusFailed, out+messages, "no space left")
	if left, err := os.ReadDir(full); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
	if tables, err := filepath.Glob(filepath.Join(run, "*"+ranktable.Extension)); err != nil || len(tables) != 3 {
		t.Errorf("tables %q, %v", tables, err)
	}
	if err := os.Remove(filepath.Join(full, "ballast")); err != nil {
		t.Fatal(err)
	}
	status, out, messages = commanded("recover", "--epilog", filepath.Join(full, "kept"), run)
	want(t, status, cli.StatusOK, out+messages, "3 ranks of 3 moved to")
}
