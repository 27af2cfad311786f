package mpitimer

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/export"
)

// Every form can be had from a running program, and what can be read back has the regions.
func TestOutputs(t *testing.T) {
	config := quietConfig()
	config.Output.Directory = t.TempDir()
	for _, f := range export.Formats() {
		if f.Name == ofRanks {
			continue // of single ranks, which rank 0 does not have
		}
		config.Output.Outputs += "x/run" + f.Extension + ", " + f.Name + ":" + f.Name + ", "
	}
	err := local.Run(3, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfig(config), WithLog(io.Discard))
		if err != nil {
			return err
		}
		tm.Start("work").Stop()
		return tm.Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range export.Formats() {
		if f.Name == ofRanks {
			continue
		}
		for _, name := range []string{"x/run" + f.Extension, f.Name} {
			if info, err := os.Stat(filepath.Join(config.Output.Directory, name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	r, err := os.Open(filepath.Join(config.Output.Directory, "json"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	run, err := export.ReadJSON(r)
	if err != nil || run.Summary.Ranks != 3 || len(run.Summary.Regions) != 2 || !slices.Equal(run.Summary.Path(1), []string{"Total", "work"}) {
		t.Errorf("%v, %+v", err, run.Summary)
	}
}
