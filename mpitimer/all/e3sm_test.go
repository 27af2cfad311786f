package all

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// With all that the timers can write, PACE takes the directory of a case: what is not E3SM's stands below it.
func TestPACETakesTheFolderAsItLies(t *testing.T) {
	config := mpitimer.DefaultConfig()
	folder := filepath.Join(t.TempDir(), "timing")
	config.Output.For, config.Output.Directory, config.Output.Tables = "e3sm", folder, "off"
	config.Output.TimerFile, config.Output.RankFiles = "tree.txt", -1
	for key, value := range map[string]string{
		"GEOPM": "geopm.report", "GEOPMProfile": "run", "Outputs": "run.csv, run.pb.gz", "UpstreamPrefix": "gptl", "MPIMatrix": "m.csv",
	} {
		if err := config.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	err := local.Run(3, func(comm machenv.Communicator) error {
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		tm.Start("CPL:INIT").Stop()
		err = tm.Checkpoint()
		tm.Start("CPL:RUN_LOOP").Stop()
		return errors.Join(err, tm.Checkpoint(), tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Folder(os.DirFS(folder)); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"model_timing_stats", "model_timing.0", "model_timing.2", "mpitimer/model_timing.mptsum", "mpitimer/tree.txt",
		"mpitimer/geopm.report", "mpitimer/run.csv", "mpitimer/gptl.summary", "mpitimer/gptl.000000",
		"checkpoints/model_timing.0001_stats", "checkpoints/model_timing.0002.mptsum", "checkpoints/model_timing.0002.tree"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 4+2 {
		t.Errorf("%d files and directories in %s, %v", len(entries), entries, err)
	}
}

// What the configuration says beside For counts.
func TestForChangesDefaultsOnly(t *testing.T) {
	c, err := mpitimer.ReadConfig([]byte("Timers:\n  For: e3sm\n  Prefix: other\n"), "x.yaml")
	if err != nil || c.Output.Directory != "timing" || c.Output.Prefix != "other" || c.Output.GlobalFile != "stats" {
		t.Errorf("got %q, %q, %q, %v", c.Output.Directory, c.Output.Prefix, c.Output.GlobalFile, err)
	}
	if _, err := mpitimer.ReadConfig([]byte("Timers:\n  For: cesm\n"), "x.yaml"); err == nil {
		t.Error("an unknown reader is taken")
	}
}
