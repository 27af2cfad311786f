package load

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// A directory in which a run has reported on the way is one run: what its last report says. (It was refused as several.)
func TestFolderOfARunThatReportedOnTheWay(t *testing.T) {
	for _, prefix := range []string{"timing", "part", "part4.x"} {
		folder := t.TempDir()
		err := local.Run(2, func(comm machenv.Communicator) error {
			tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithLog(io.Discard), mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
				c.Output.Directory, c.Output.Prefix, c.Output.Tables, c.Output.RankFiles = folder, prefix, "off", -1
			}))
			if err != nil {
				return err
			}
			for _, report := range []func() error{
				tm.Checkpoint,
				func() error { return tm.Print(mpitimer.WithFiles("part4")) },
				func() error { return tm.Print(mpitimer.WithFiles("part4.1")) },
				tm.Checkpoint, tm.Finalize,
			} {
				tm.Start("step").Stop()
				err = errors.Join(err, report())
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		calls := func(want uint64, left string) {
			t.Helper()
			run, err := Files([]string{folder})
			if err != nil {
				t.Fatalf("%s: %v", prefix, err)
			}
			if run.Meta["left out"] != left || !strings.Contains(run.Sources(), left) {
				t.Errorf("%s: left out: %q, want %q; made of %q", prefix, run.Meta["left out"], left, run.Sources())
			}
			for i := range run.Summary.Regions {
				if r := &run.Summary.Regions[i]; r.Name == "step" && r.Calls != want {
					t.Errorf("%s: %d calls, want %d", prefix, r.Calls, want)
				}
			}
		}
		calls(10, "4 reports on a part of the run")
		if run, err := Files([]string{folder}); err != nil || len(run.Checkpoints) != 2 || run.Checkpoints[0].Number != 1 || run.Checkpoints[1].Number != 2 {
			t.Errorf("%s: %+v, %v; want two checkpoints in their order", prefix, run, err)
		}
		parts, _ := filepath.Glob(filepath.Join(folder, "part4*"))
		whole, _ := filepath.Glob(filepath.Join(folder, "*"+mpitimer.SummaryExtension))
		for _, name := range append(parts, whole...) { // texts do not say what they are of, but for their names
			if base := filepath.Base(name); strings.HasSuffix(base, mpitimer.SummaryExtension) || !strings.HasPrefix(base, prefix+".") {
				_ = os.Remove(name)
			}
		}
		calls(10, "2 reports on a part of the run")
	}
}
