//go:build unix

package hdtrace

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// The mask of the process says who may read what is written: traces, statistics and the project file, also one
// that is written again.
func TestDirectoryModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for _, mask := range []int{0, 0o022, 0o077} {
		syscall.Umask(0o077)
		dir := filepath.Join(t.TempDir(), "a", "b")
		syscall.Umask(mask)
		topology := sure(NewTopology("P", "Hostname", "Rank", "Thread"))
		d := sure(NewDirectory(dir, topology, DirectoryOptions{}))
		energy := sure(d.StartStatistics(sure(topology.Node("h")), "Energy", oneValue, StatisticsOptions{}))
		trace := sure(d.StartTrace(sure(topology.Node("h", "0", "0")), TraceOptions{}))
		is(t, "entry", energy.WriteEntry(energy.options.Clock(), Double(1)), nil)
		is(t, "state", trace.Begin("Work"), nil)
		is(t, "state", trace.End(), nil)
		is(t, "close", d.Close(), nil)
		is(t, "project", d.WriteProject(d.Project()), nil)
		is(t, "project again", d.WriteProject(d.Project()), nil)
		expectModes(t, dir, mask, 3)
	}
}

// expectModes checks that so many files in a folder, and the folder, have the mode that the mask lets them have.
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
