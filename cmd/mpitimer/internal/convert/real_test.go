package convert

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/export"
)

// Whatever a real file holds, each format that can be made of it is made.
func TestRealFiles(t *testing.T) {
	race.Sequential(t)
	root := filepath.Join("..", "..", "..", "..", "..", "shared", "data")
	converted := 0
	for _, kind := range []string{"gptl", "geopm"} {
		err := filepath.WalkDir(filepath.Join(root, kind), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			run, err := read(io.Discard, []string{name})
			if errors.Is(err, load.ErrForm) {
				return nil
			}
			if err != nil && !errors.Is(err, cli.ErrIncomplete) {
				t.Errorf("%s: %v", name, err)
				return nil
			}
			converted++
			for _, f := range export.Formats() {
				// Folded stacks are made of self time, which tables by name do not have.
				if err := f.Write(io.Discard, run.Export(false)); err != nil && !((f.Name == "profiles" || f.Name == "folded") && errors.Is(err, export.ErrRun)) {
					t.Errorf("%s: %s: %v", name, f.Name, err)
				}
			}
			return nil
		})
		if errors.Is(err, fs.ErrNotExist) {
			t.Skipf("the collection of real files is not beside the repository: %v", err)
		}
		if err != nil {
			t.Error(err)
		}
	}
	if converted < 10 {
		t.Errorf("%d files were converted", converted)
	}
}
