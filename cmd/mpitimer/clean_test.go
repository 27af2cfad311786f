package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// clean removes the tables of one's own runs that have ended, without a report, and no others.
func TestClean(t *testing.T) {
	folder := killed(t, 3)
	run := filepath.Base(folder)
	status, out, _ := commanded("clean", "--dry-run", folder)
	want(t, status, cli.StatusOK, out, "would remove "+run+": 3 tables, last seen ")
	status, out, _ = commanded("clean", "--older", "1h", folder)
	want(t, status, cli.StatusOK, out, "kept "+run+": last seen ")
	status, out, _ = commanded("clean", filepath.Dir(folder), "another")
	want(t, status, cli.StatusOK, out, "there are no tables")
	if files, err := os.ReadDir(folder); err != nil || len(files) != 3 {
		t.Fatalf("left are %v, %v", files, err)
	}
	status, out, _ = commanded("clean", filepath.Dir(folder), run[:len(run)-3])
	want(t, status, cli.StatusOK, out, "removed "+run+": 3 tables, last seen ")
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
	status, out, _ = commanded("clean", t.TempDir())
	want(t, status, cli.StatusOK, out, "there are no tables")
}

func TestCleanKeeps(t *testing.T) {
	running := t.TempDir()
	whileRunning(t, running, 2, func() {
		status, out, _ := commanded("clean", running)
		want(t, status, cli.StatusOK, out, "kept ", ": still running")
		if files, err := filepath.Glob(filepath.Join(running, "*", "*"+ranktable.Extension)); err != nil || len(files) != 2 {
			t.Errorf("left are %v, %v", files, err)
		}
	})
	folder := killed(t, 2)
	if err := os.Truncate(filepath.Join(folder, "000001"+ranktable.Extension), 70); err != nil {
		t.Fatal(err)
	}
	expectKept(t, folder, "000001"+ranktable.Extension)
	folder = killed(t, 2)
	if err := os.Chown(filepath.Join(folder, "000001"+ranktable.Extension), os.Geteuid()+4711, -1); err != nil {
		t.Skip(err)
	}
	status, out, _ := commanded("clean", "--dry-run", folder) // what the folder has of others is another run
	want(t, status, cli.StatusOK, out, "kept "+filepath.Base(folder)+": of another user, ", "would remove "+filepath.Base(folder)+": 1 table, ")
}

func expectKept(t *testing.T, folder, why string) {
	t.Helper()
	status, out, _ := commanded("clean", folder)
	want(t, status, cli.StatusOK, out, "kept "+filepath.Base(folder), why)
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2 {
		t.Errorf("left are %v, %v", files, err)
	}
}
