package viewers

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats/export"
)

// Every form can be had from a running program, and what can be read back has the regions.
func TestOutputs(t *testing.T) {
	config := mpitimer.DefaultConfig()
	config.Output.GlobalFile, config.Output.RankFiles, config.Output.SummaryFile = "none", 0, false
	config.Output.Directory, config.Output.Tables = t.TempDir(), "off"
	outputs := ""
	for _, f := range export.Formats() {
		if f.Name == ofRanks {
			continue // of single ranks, which rank 0 does not have
		}
		outputs += "x/run" + f.Extension + ", " + f.Name + ":" + f.Name + ", "
	}
	if err := config.Set("Outputs", outputs); err != nil {
		t.Fatal(err)
	}
	err := local.Run(3, func(comm machenv.Communicator) error {
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
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

// What cannot be written is an error at the start, with what is wrong with it.
func TestWrongOutputs(t *testing.T) {
	for outputs, want := range map[string]string{
		"a.csv, folded:b,": "",
		"a.txt":            `"a.txt": its end is that of no format`,
		"x:a.txt":          `"x:a.txt": there is no format "x"`,
		"csv:":             "expected the name of a file",
		"profiles:a":       "it is of single ranks",
		"a\x00.csv":        "expected names of files",
	} {
		s := settings{outputs}
		faults := s.Check()
		if (want == "") != (len(faults) == 0) || want != "" && (faults[0].Key != "Outputs" || !strings.Contains(faults[0].Problem, want)) {
			t.Errorf("%q: %v, want %q", outputs, faults, want)
		}
	}
}
