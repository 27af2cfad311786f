package geopm

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/signal"
)

// readReport reads a report that GEOPM's readers take as it was meant.
func readReport(t *testing.T, file string) *geopm.Report {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range geopm.Check(strings.NewReader(string(text))) {
		t.Errorf("%s: %s", file, f)
	}
	r, err := geopm.Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return r
}

// quietConfig writes no files.
func quietConfig() mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	return c
}

// set sets keys of a configuration, each as KEY=value.
func set(t *testing.T, c *mpitimer.Config, keys ...string) {
	t.Helper()
	for _, key := range keys {
		name, value, _ := strings.Cut(key, "=")
		if err := c.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
}

// watched are the ranks' parts of reports, by rank.
type watched struct {
	mu sync.Mutex
	by map[int]*node
}

// watchNodes finds the ranks' parts of the reports that begin in a test.
func watchNodes(t *testing.T) *watched {
	w := &watched{by: make(map[int]*node)}
	former := begun
	t.Cleanup(func() { begun = former })
	begun = func(n *node) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.by[n.run.Rank()] = n
	}
	return w
}

func (w *watched) of(rank int) *node {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.by[rank]
}

// inside runs the region for a step of the clock, however coarse it is.
func inside(s mpitimer.Interval) {
	for from := clock.Now(); clock.Now() == from; {
	}
	s.Stop()
}

func value(t *testing.T, s geopm.Section, key string) float64 {
	t.Helper()
	v, there := s.Value(key)
	if !there {
		t.Errorf("no %s", key)
	}
	return v
}

var (
	computing = mpitimer.Define("compute", mpitimer.Hint("compute"))
	sending   = mpitimer.Define("send", mpitimer.Hint("network"))
)

// waitForSamples waits until a node's sampler has seen the ranks in a place, whatever the load.
func waitForSamples(s *sampler, n int) {
	s.mu.Lock()
	until := s.samples + n
	s.mu.Unlock()
	for done := false; !done; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		done = s.samples >= until
		s.mu.Unlock()
	}
}

// Ranks of one node are in the same regions for a while, as told by barriers. What was sampled of a region
// lies within what was measured of it, but for a period.
func TestGEOPMReport(t *testing.T) {
	for _, regions := range []string{innermost, outermost} {
		t.Run(regions, func(t *testing.T) {
			nodes := watchNodes(t)
			config := quietConfig()
			config.Output.Directory = t.TempDir()
			config.Output.Tables = t.TempDir()
			set(t, &config, "GEOPM=geopm.report", "GEOPMProfile=run #3", "GEOPMRegions="+regions, "GEOPMPeriod=2ms", "GEOPMSignals=MEMORY_USED, TIME@cpu")
			err := local.Run(3, func(comm machenv.Communicator) error {
				var cells atomic.Int64
				counter := mpitimer.WithCounter(mpitimer.Counter{Name: "cells", Read: cells.Load})
				tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard), counter)
				if err != nil {
					return err
				}
				barrier := func() error { _, err := machenv.Allreduce(comm, machenv.Sum, []int64{1}); return err }
				for range 2 {
					tm.CountEpoch()
					step := tm.Start("step")
					cells.Add(5)
					c := tm.StartRegion(computing)
					cells.Add(10 * int64(comm.Rank()))
					problem := barrier()
					if s := nodes.of(comm.Rank()).sampler; s != nil {
						waitForSamples(s, 4)
					}
					problem = errors.Join(problem, barrier())
					c.Stop()
					tm.StartRegion(sending).Stop()
					step.Stop()
					if problem != nil {
						return problem
					}
				}
				return tm.Finalize()
			})
			if err != nil {
				t.Fatal(err)
			}
			report := readReport(t, filepath.Join(config.Output.Directory, "geopm.report"))
			if report.Profile != "run #3" || report.Agent != "monitor" || len(report.Hosts) != 1 {
				t.Fatalf("got %+v", report)
			}
			checkHost(t, &report.Hosts[0], regions)
		})
	}
}

func checkHost(t *testing.T, h *geopm.Host, regions string) {
	name := map[string]string{innermost: "compute", outermost: "step"}[regions]
	r := h.Region(name)
	if r == nil {
		t.Fatalf("no region %s: %+v", name, h.Regions)
	}
	if (h.Region("step") == nil) != (regions == innermost) && regions == outermost || (h.Region("compute") == nil) != (regions == outermost) {
		t.Errorf("of %s regions there are %v", regions, h.Regions)
	}
	if r.Hash != geopm.Hash(name) || value(t, r.Totals, geopm.KeyCount) != 2 {
		t.Errorf("hash %#x, count %v", r.Hash, value(t, r.Totals, geopm.KeyCount))
	}
	if want := map[string]float64{innermost: 20, outermost: 30}[regions]; value(t, r.Totals, "counter-cells") != want {
		t.Errorf("counted %v cells of %v", value(t, r.Totals, "counter-cells"), want)
	}
	runtime, sampled := value(t, r.Totals, geopm.KeyRuntime), value(t, r.Totals, geopm.KeySyncRuntime)
	if sampled <= 0 || runtime <= 0 {
		t.Errorf("%s ran for %g s, %g s of it by sampling", name, runtime, sampled)
	}
	// All of it counts for the hint, whichever way regions are counted.
	if hint := value(t, r.Totals, geopm.HintKey("compute")); !(hint > 0) || hint > sampled*(1+1e-6) {
		t.Errorf("%g s of %g s were compute", hint, sampled)
	}
	total := value(t, h.Application, geopm.KeyRuntime)
	parts := value(t, h.Unmarked, geopm.KeyRuntime)
	for i := range h.Regions {
		parts += value(t, h.Regions[i].Totals, geopm.KeyRuntime)
	}
	if math.Abs(parts-total) > 1e-3*total {
		t.Errorf("regions and what is unmarked make %g s of %g s", parts, total)
	}
	if count := value(t, h.Epoch, geopm.KeyCount); count != 2 {
		t.Errorf("%g epochs", count)
	}
	if v := value(t, r.Totals, "MEMORY_USED"); !(v > 1<<20) {
		t.Errorf("%g bytes used", v)
	}
	if v := value(t, h.Application, geopm.KeyRuntimeMax); v < total {
		t.Errorf("the longest rank took %g s of a mean of %g s", v, total)
	}
}

// Each node has a section of its own, with its ranks.
func TestGEOPMReportOfSeveralNodes(t *testing.T) {
	config := quietConfig()
	config.Output.Directory, config.Output.Tables = t.TempDir(), t.TempDir()
	set(t, &config, "GEOPM=geopm.report", "GEOPMProcesses=true")
	err := local.Run(5, func(comm machenv.Communicator) error {
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		for range comm.Rank() + 1 {
			inside(tm.Start("work"))
		}
		return tm.Finalize()
	}, local.RanksPerNode(2))
	if err != nil {
		t.Fatal(err)
	}
	report := readReport(t, filepath.Join(config.Output.Directory, "geopm.report"))
	var counts []float64
	for i := range report.Hosts {
		counts = append(counts, value(t, report.Hosts[i].Region("work").Totals, geopm.KeyCount))
	}
	for rank := range 5 {
		r := report.Hosts[rank/2].Region("work")
		if v := value(t, r.Totals, geopm.ProcessKey(rank)); v <= 0 || v > value(t, r.Totals, geopm.KeyRuntimeMax)*1.001 {
			t.Errorf("rank %d: %g s", rank, v)
		}
	}
	if !slices.Equal(counts, []float64{1.5, 3.5, 5}) {
		t.Errorf("calls by node %v", counts)
	}
}

// A rank that does not come to the end keeps nobody waiting for longer than that.
func TestGEOPMReportWithALostRank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // no rank is late because the machine has other work
		config := quietConfig()
		config.Output.Directory, config.Output.Tables, config.Output.Patience = t.TempDir(), t.TempDir(), 100*time.Millisecond
		set(t, &config, "GEOPM=geopm.report")
		lost := make([]*mpitimer.Timers, 4)
		_ = local.Run(4, func(comm machenv.Communicator) error {
			tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
			if err != nil {
				return err
			}
			if comm.Rank() == 3 {
				lost[3] = tm
				return nil
			}
			if err := tm.Finalize(); !errors.Is(err, stats.ErrLost) {
				t.Errorf("rank %d: %v", comm.Rank(), err)
			}
			return nil
		})
		if tm := lost[3]; tm != nil {
			_ = engine.Of(tm).Owner.FinalizeAlone("left behind by a test")
		}
		if _, err := os.Stat(filepath.Join(config.Output.Directory, "geopm.report")); err == nil {
			t.Error("there is a report of some of the ranks")
		}
	})
}

// Without tables nothing can be sampled, which the report says.
func TestGEOPMReportWithoutTables(t *testing.T) {
	config := quietConfig()
	config.Output.Directory = t.TempDir()
	set(t, &config, "GEOPM=x.report")
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard), mpitimer.WithConfigFunc(func(c *mpitimer.Config) { c.Output.Tables = "off" }))
	if err != nil {
		t.Fatal(err)
	}
	inside(tm.Start("a"))
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	h := readReport(t, filepath.Join(config.Output.Directory, "x.report")).Hosts[0]
	if v, there := geopm.Section(h.Header).Value(geopm.KeySampled); !there || v != 0 {
		t.Errorf("header %v", h.Header)
	}
	if value(t, h.Region("a").Totals, geopm.KeyRuntime) <= 0 {
		t.Error("no time in a")
	}
}

// In the middle of a run the report can be had by a checkpoint.
func TestGEOPMReportOfACheckpoint(t *testing.T) {
	config := quietConfig()
	config.Output.Directory, config.Output.Tables = t.TempDir(), t.TempDir()
	set(t, &config, "GEOPM=x.report")
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer tm.Finalize()
	tm.Start("a").Stop()
	for range 2 {
		if err := tm.Checkpoint(); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"timing.0001.report", "timing.0002.report"} {
		if r := readReport(t, filepath.Join(config.Output.Directory, file)); r.Hosts[0].Region("a") == nil {
			t.Errorf("%s has no region a", file)
		}
	}
}

// GEOPM's own variables stand in for keys that are not set.
func TestGEOPMVariables(t *testing.T) {
	s := &settings{Regions: innermost, Period: samplePeriod, Profile: "own"}
	variables := map[string]string{"GEOPM_AGENT": "power_governor", "GEOPM_POLICY": "policy.json", "GEOPM_REPORT": "r", "GEOPM_PROFILE": "p", "GEOPM_REPORT_SIGNALS": "TIME@cpu,X", "GEOPM_PERIOD": "0.05"}
	lookup := func(name string) (string, bool) { v, set := variables[name]; return v, set }
	if err := s.ReadVariables(lookup); err != nil {
		t.Fatal(err)
	}
	if want := (settings{Report: "r", Profile: "own", Signals: "TIME@cpu,X", Regions: innermost, Period: 50 * time.Millisecond, Agent: "power_governor", Policy: "policy.json"}); *s != want {
		t.Errorf("got %+v", *s)
	}
	for set, want := range map[bool]string{true: "geopm.report", false: ""} {
		empty := new(settings)
		if err := empty.ReadVariables(func(name string) (string, bool) { return "", set && name == "GEOPM_REPORT" }); err != nil || empty.Report != want {
			t.Errorf("GEOPM_REPORT empty and set %v: %q, %v", set, empty.Report, err)
		}
	}
	variables["GEOPM_PERIOD"] = "often"
	if err := s.ReadVariables(lookup); err != nil || s.Period != 50*time.Millisecond { // which is set
		t.Errorf("%v, %v", err, s.Period)
	}
	s.Period = 0
	if err := s.ReadVariables(lookup); err == nil || !strings.Contains(err.Error(), "GEOPM_PERIOD") {
		t.Errorf("got %v", err)
	}
}

// They do so in a program, too, whose report is made then.
func TestGEOPMVariablesOfAProgram(t *testing.T) {
	t.Setenv("GEOPM_REPORT", "own.report")
	config := quietConfig()
	config.Output.Directory, config.Output.Tables = t.TempDir(), t.TempDir()
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
	if err = errors.Join(err, tm.Finalize()); err != nil {
		t.Fatal(err)
	}
	readReport(t, filepath.Join(config.Output.Directory, "own.report"))
}

func TestWrongGEOPMKeys(t *testing.T) {
	for text, want := range map[string]string{
		"GEOPM: \"\\0\"":        "GEOPM is \"\\x00\", expected the name of a file",
		"GEOPMRegions: all":     "GEOPMRegions is \"all\", expected one of innermost, outermost",
		"GEOPMPeriod: 1us":      "GEOPMPeriod is 1µs, expected 1ms or more",
		"GEOPMProcesses: maybe": "GEOPMProcesses is \"maybe\", expected true or false",
		"GEOPMRegion: x":        "did you mean GEOPMRegions?",
	} {
		if _, err := mpitimer.ReadConfig([]byte("Timers: {"+text+"}"), "c.yml"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	all := "Timers: {GEOPM: g, GEOPMProfile: r, GEOPMSignals: S, GEOPMRegions: outermost, GEOPMPeriod: 1s, GEOPMProcesses: true}"
	if _, err := mpitimer.ReadConfig([]byte(all), "c.yml"); err != nil {
		t.Error(err)
	}
}

// The work that ranks announce and finish is a signal of the node.
func TestProgressOfANode(t *testing.T) {
	nodes := watchNodes(t)
	config := quietConfig()
	config.Output.Directory, config.Output.Tables = t.TempDir(), t.TempDir()
	set(t, &config, "GEOPM=x.report", "GEOPMPeriod=1h", "GEOPMSignals="+signal.RegionProgress)
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer tm.Finalize()
	s := nodes.of(0).sampler
	index, err := s.batch.Push(signal.RegionProgress, signal.Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	progress := func() float64 { s.sample(); return s.batch.Sample(index) }
	if v := progress(); !math.IsNaN(v) {
		t.Errorf("%g before anything was announced", v)
	}
	tm.SetWork(8)
	if v := progress(); v != 0 {
		t.Errorf("%g at the begin", v)
	}
	tm.AddWorkDone(1)
	tm.AddWorkDone(5)
	if v := progress(); v != 0.75 {
		t.Errorf("%g after 6 of 8", v)
	}
	tm.AddWorkDone(9)
	if v := progress(); v != 1 {
		t.Errorf("%g after more than all", v)
	}
	tm.SetWork(0)
	if v := progress(); !math.IsNaN(v) {
		t.Errorf("%g when nothing is announced", v)
	}
}

// Each word that a region may have as a hint is one of GEOPM's.
func TestHintsHaveNumbers(t *testing.T) {
	for word, number := range hintsByName {
		if word != "unset" && number == signal.HintUnset {
			t.Errorf("%s has no number", word)
		}
		tm, err := mpitimer.New(mpitimer.WithConfig(quietConfig()), mpitimer.WithLog(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		tm.StartRegion(mpitimer.Define("hint "+word, mpitimer.Hint(word))).Stop()
		for _, each := range tm.Profile().Warnings {
			if strings.Contains(each.Kind, "option") {
				t.Errorf("%s: %v", word, each)
			}
		}
		tm.Finalize()
	}
	if len(hintsByName) != 11 {
		t.Errorf("%d words", len(hintsByName))
	}
}

// A sample takes its time, but no memory.
func TestSamplesMakeNoGarbage(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	nodes := watchNodes(t)
	config := quietConfig()
	config.Output.Tables = t.TempDir()
	set(t, &config, "GEOPM="+os.DevNull, "GEOPMPeriod=1h")
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer tm.Finalize()
	defer tm.Start("a").Stop()
	s := nodes.of(0).sampler
	s.sample()
	if n := testing.AllocsPerRun(50, s.sample); n > 1 {
		t.Errorf("%g allocations a sample", n)
	}
}
