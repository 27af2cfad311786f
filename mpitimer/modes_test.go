//go:build unix

package mpitimer

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/machenv"
)

// The mask of the process says who may read what a run writes. What a killed one has left under names that could be
// known beforehand is in nobody's way: in containers all programs have one process number.
func TestModesOfARun(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for _, mask := range []int{0, 0o022, 0o077} {
		syscall.Umask(0o077)
		folder := filepath.Join(t.TempDir(), "below")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		left := filepath.Join(folder, ".timing.mptsum.1.1")
		if err := os.WriteFile(left, nil, 0o400); err != nil {
			t.Fatal(err)
		}
		syscall.Umask(mask)
		c := DefaultConfig()
		c.Output.Tables, c.Output.Directory, c.Output.TimerFile = tablesOff, folder, "tree.txt"
		err := onRanks(t, 2, []Option{WithConfig(c), WithLog(io.Discard)}, func(*machenv.Registry) error {
			Start("step").Stop()
			return Default().Engine().Owner.AppendFile("more.txt", func(w io.Writer) error { _, err := io.WriteString(w, "more\n"); return err })
		})
		if err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) < 5 {
			t.Errorf("%v, %v", entries, err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			if want := os.FileMode(0o666 &^ mask); e.Name() != filepath.Base(left) && info.Mode().Perm() != want {
				t.Errorf("mask %03o: %s is %v, want %v", mask, e.Name(), info.Mode().Perm(), want)
			}
		}
	}
}
