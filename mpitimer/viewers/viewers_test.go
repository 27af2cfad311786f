package viewers

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
)

// Every form can be had from a running program, and what can be read back has the regions.
func TestOutputs(t *testing.T) {
	config := mpitimer.DefaultConfig()
	config.Output.GlobalFile, config.Output.RankFiles, config.Output.SummaryFile = "none", 0, false
	config.Output.Directory, config.Output.Tables = t.TempDir(), "off"
	outputs := ""
	for _, f := range export.Formats() {
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
		"a.txt":            `"a.txt": unknown extension`,
		"x:a.txt":          `"x:a.txt": unknown format "x"`,
		"csv:":             "expected the name of a file",
		"a\x00.csv":        "expected names of files",
	} {
		s := settings{outputs}
		faults := s.Check()
		if (want == "") != (len(faults) == 0) || want != "" && (faults[0].Key != "Outputs" || !strings.Contains(faults[0].Problem, want)) {
			t.Errorf("%q: %v, want %q", outputs, faults, want)
		}
	}
}

// The profiles of all ranks come into one file, exactly; Cube's has them, too, unless they are too large.
func TestOutputsOfRanks(t *testing.T) {
	const ranks = 5
	before := mostLocations
	t.Cleanup(func() { mostLocations = before })
	for _, most := range []int{before, 10} {
		mostLocations = most
		config := mpitimer.DefaultConfig()
		config.Output.GlobalFile, config.Output.RankFiles = "none", 0
		config.Output.Directory, config.Output.Tables = t.TempDir(), "off"
		if err := config.Set("Outputs", "run.mptprof, run.cubex"); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		err := local.Run(ranks, func(comm machenv.Communicator) error {
			options := []mpitimer.Option{mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard)}
			if comm.Rank() == 0 {
				options[2] = mpitimer.WithLog(&log)
			}
			tm, err := mpitimer.New(options...)
			if err != nil {
				return err
			}
			tm.Start("all").Stop()
			tm.Start("rank" + strconv.Itoa(comm.Rank())).Stop()
			return tm.Finalize()
		})
		if err != nil {
			t.Fatal(err)
		}
		wantProfiles(t, config.Output.Directory, ranks, ranks+2)
		data, err := os.ReadFile(filepath.Join(config.Output.Directory, "run.cubex"))
		if err != nil {
			t.Fatal(err)
		}
		locations := bytes.Count(data, []byte("<location "))
		if told := strings.Contains(log.String(), "run.cubex has the sums"); told != (most == 10) || told && locations != 1 || !told && locations != ranks {
			t.Errorf("%d locations, told %v", locations, told)
		}
	}
}

// wantProfiles fails unless run.mptprof has the profiles of which run.mptsum is made.
func wantProfiles(t *testing.T, folder string, ranks, regions int) {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, "run.mptprof"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var profiles []*stats.Profile
	for {
		p, err := stats.ReadProfile(f)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Rank != len(profiles) {
			t.Errorf("profile %d is of rank %d", len(profiles), p.Rank)
		}
		profiles = append(profiles, p)
	}
	if len(profiles) != ranks {
		t.Fatalf("%d profiles, want %d", len(profiles), ranks)
	}
	merged, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	matches, _ := filepath.Glob(filepath.Join(folder, "*.mptsum"))
	if len(matches) != 1 {
		t.Fatal(matches)
	}
	written := timerstest.ReadSummary(t, matches[0])
	if len(written.Regions) != regions || len(merged.Regions) != len(written.Regions) {
		t.Fatalf("%d regions of the profiles, %d of the run, want %d", len(merged.Regions), len(written.Regions), regions)
	}
	for i := range merged.Regions {
		if a, b := &merged.Regions[i], &written.Regions[i]; a.Name != b.Name || a.Calls != b.Calls || a.Total != b.Total {
			t.Errorf("%+v\n%+v", a, b)
		}
	}
}
