package geopm

import (
	"bytes"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/geopm"
)

const killVariable = "TEST_GEOPM_KILLED"

// TestKilledProgram is the program that is killed: it stays in a region.
func TestKilledProgram(t *testing.T) {
	folder := os.Getenv(killVariable)
	if folder == "" {
		t.Skip("TestReportOfAKilledRun runs it")
	}
	config := quietConfig()
	config.Output.Tables, config.Output.Directory = folder, folder
	set(t, &config, "GEOPM=x.report", "GEOPMPeriod=5ms", "GEOPMProfile=killed: 1", "GEOPMAgent=given", "GEOPMSignals=TIME@cpu MEMORY_USED", "GEOPMProcesses=true")
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("solve")
	time.Sleep(time.Hour)
}

// A run that was killed has a report of all that was sampled but in the last period.
func TestReportOfAKilledRun(t *testing.T) {
	folder := t.TempDir()
	program := exec.Command(os.Args[0], "-test.run=^TestKilledProgram$")
	program.Env = append(os.Environ(), killVariable+"="+folder)
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	kept := func() (table string, k *geopm.Kept) {
		tables, _ := filepath.Glob(folder + "/*/*" + ranktable.Extension)
		if len(tables) == 0 {
			return "", nil
		}
		text, err := ranktable.Samples(tables[0])
		if err != nil {
			t.Fatal(err)
		}
		if text == nil {
			return tables[0], nil
		}
		if k, err = geopm.ReadKept(bytes.NewReader(text)); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return tables[0], k
	}
	inSolve := func(k *geopm.Kept) float64 { return k.Input.Sampled.Regions[geopm.Hash("solve")]["TIME"] }
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		if _, k := kept(); k != nil && inSolve(k) > 0.02 {
			break
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("nothing is kept")
		}
	}
	_ = program.Process.Kill()
	_ = program.Wait()
	table, k := kept()
	file, err := ranktable.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p, err := file.Profile()
	if err != nil {
		t.Fatal(err)
	}
	r, err := geopm.Recover([]*stats.Profile{p}, []*geopm.Kept{k}, functions.IsRegion)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := geopm.Write(&text, r); err != nil {
		t.Fatal(err)
	}
	for _, f := range geopm.Check(strings.NewReader(text.String())) {
		t.Errorf("%s", f)
	}
	h := &r.Hosts[0]
	solve := h.Region("solve")
	if r.Profile != "killed: 1" || r.Agent != "given" || solve == nil {
		t.Fatalf("%s", &text)
	}
	if sampled, runtime := value(t, solve.Totals, geopm.KeySyncRuntime), value(t, solve.Totals, geopm.KeyRuntime); sampled < 0.02 || sampled > runtime*1.5+1 {
		t.Errorf("%g s of %g s were sampled", sampled, runtime)
	}
	if v := value(t, solve.Totals, "MEMORY_USED"); !(v > 1<<20) {
		t.Errorf("%g bytes used", v)
	}
	value(t, solve.Totals, geopm.ProcessKey(0))
	value(t, solve.Totals, geopm.KeyRuntimeMin)
	// What is removed with the tables is this, too, and that of a process that was killed while it wrote.
	if err := os.WriteFile(filepath.Join(filepath.Dir(table), ".000000.samples.0123456789abcdef"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ranktable.RemoveSamples(table)
	if left, _ := os.ReadDir(filepath.Dir(table)); len(left) != 1 {
		t.Errorf("left are %v", left)
	}
}

// A run that comes to its end leaves nothing, and what is kept is read as it was written.
func TestKeptSamples(t *testing.T) {
	config := quietConfig()
	config.Output.Directory, config.Output.Tables = t.TempDir(), t.TempDir()
	set(t, &config, "GEOPM=x.report", "GEOPMPeriod=1ms")
	nodes := watchNodes(t)
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	waitForSamples(nodes.of(0).sampler, 5)
	if found, _ := filepath.Glob(config.Output.Tables + "/*/*.samples"); len(found) != 1 {
		t.Errorf("kept are %v", found)
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(config.Output.Tables); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
	want := &geopm.Kept{
		Report: geopm.Report{Version: "v", Start: "s", Profile: "a: b", Agent: "x", Policy: "{}"}, Ranks: []int{2, 5},
		Input: geopm.Input{Name: "n", Regions: geopm.Innermost, Skip: 1, PerProcess: true, CallRegions: true, Startup: 0.1, Overhead: 1. / 3, Memory: 7, Sampled: &geopm.Sampled{
			Regions: map[uint32]geopm.Values{7: {"TIME": 1. / 3, "X@cpu-0": math.NaN()}}, Application: geopm.Values{"TIME": 2}, EpochCount: 3, Sticker: 2.5e9, Signals: []string{"X@cpu-0"},
		}},
	}
	var text bytes.Buffer
	if err := want.Write(&text); err != nil {
		t.Fatal(err)
	}
	got, err := geopm.ReadKept(&text)
	if err != nil {
		t.Fatal(err)
	}
	in := got.Input
	if s := in.Sampled; got.Report.Profile != "a: b" || len(got.Ranks) != 2 || got.Ranks[1] != 5 || in.Skip != 1 || !in.PerProcess || !in.CallRegions || in.Spread || in.Overhead != 1./3 ||
		s.Regions[7]["TIME"] != 1./3 || !math.IsNaN(s.Regions[7]["X@cpu-0"]) || s.EpochCount != 3 || s.Sticker != 2.5e9 || s.Signals[0] != "X@cpu-0" {
		t.Errorf("%+v %+v", got, s)
	}
}
