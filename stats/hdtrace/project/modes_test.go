//go:build unix

package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// The mask of the process says who may read what is written: traces, statistics and the project file, also one
// that is written again.
func TestDirectoryModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for _, mask := range []int{0, 0o022, 0o077} {
		syscall.Umask(0o077)
		dir := filepath.Join(t.TempDir(), "a", "b")
		syscall.Umask(mask)
		topology := hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank", "Thread"))
		d := hdtest.Sure(NewDirectory(dir, topology, DirectoryOptions{}))
		energy := hdtest.Sure(d.StartStatistics(hdtest.Sure(topology.Node("h")), "Energy", oneValue, stat.Options{}))
		trace := hdtest.Sure(d.StartTrace(hdtest.Sure(topology.Node("h", "0", "0")), trace.Options{}))
		hdtest.Is(t, "entry", energy.WriteEntry(hdtrace.EpochOf(time.Now()), stat.Double(1)), nil)
		hdtest.Is(t, "state", trace.Begin("Work"), nil)
		hdtest.Is(t, "state", trace.End(), nil)
		hdtest.Is(t, "close", d.Close(), nil)
		hdtest.Is(t, "project", d.WriteProject(d.Project()), nil)
		hdtest.Is(t, "project again", d.WriteProject(d.Project()), nil)
		expectModes(t, dir, mask, 3)
	}
}

// expectModes checks that so many files in a directory, and the directory, have the mode that the mask lets them have.
func expectModes(t *testing.T, dir string, mask, files int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		want := fs.FileMode(0o777 &^ mask)
		if !d.IsDir() {
			want &= 0o666
			files--
		}
		if err == nil && info.Mode().Perm() != want {
			t.Errorf("mask %03o: %s is %v, want %v", mask, filepath.Base(name), info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil || files != 0 {
		t.Errorf("%d files too few in %v, %v", files, os.DirFS(dir), err)
	}
}
