package load

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// Tables are read from the directory of a run, from the one above it, and one by one.
func TestRankTables(t *testing.T) {
	dir := t.TempDir()
	err := local.Run(3, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.Tables, c.Output.Directory = dir, t.TempDir()
		timers, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		timers.Start("step").Stop()
		if err := comm.Barrier(); err != nil {
			return err
		}
		if comm.Rank() == 0 {
			checkTables(t, dir)
		}
		if err := comm.Barrier(); err != nil {
			return err
		}
		return timers.Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkTables(t *testing.T, dir string) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) != 3 {
		t.Errorf("files %q, %v", files, err)
		return
	}
	for _, names := range [][]string{{dir}, {filepath.Dir(files[0])}, files} {
		run, err := Files(names)
		if err != nil {
			t.Errorf("%q: %v", names, err)
			continue
		}
		if run.Form != "tables" || len(run.Ranks) != 3 || run.Summary.Size != 3 || run.Meta["run"] == "" {
			t.Errorf("%q: form %q, %d profiles of %d ranks, meta %q", names, run.Form, len(run.Ranks), run.Summary.Size, run.Meta)
		}
		var all []string
		for i := range run.Summary.Regions {
			all = append(all, run.Summary.Regions[i].Name)
		}
		if !slices.Contains(all, "step") {
			t.Errorf("%q: regions %q", names, all)
		}
	}
}
