package mpitimer

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
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

func value(t *testing.T, s geopm.Section, key string) float64 {
	t.Helper()
	v, there := s.Value(key)
	if !there {
		t.Errorf("no %s", key)
	}
	return v
}

var (
	computing = Define("compute", Hint("compute"))
	sending   = Define("send", Hint("network"))
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
			config := quietConfig()
			config.Output.Directory = t.TempDir()
			config.Output.Tables = t.TempDir()
			config.Output.GEOPM, config.Output.GEOPMProfile = "geopm.report", "run #3"
			config.Output.GEOPMRegions, config.Output.GEOPMPeriod = regions, 2*time.Millisecond
			config.Output.GEOPMSignals = "MEMORY_USED, TIME@cpu"
			err := local.Run(3, func(comm machenv.Communicator) error {
				tm, err := New(WithCommunicator(comm), WithConfig(config), WithLog(io.Discard))
				if err != nil {
					return err
				}
				barrier := func() error { _, err := machenv.Allreduce(comm, machenv.Sum, []int64{1}); return err }
				for range 2 {
					tm.Epoch()
					step := tm.Start("step")
					c := tm.StartRegion(computing)
					problem := barrier()
					if r := tm.nodeReport; r.sampler != nil {
						waitForSamples(r.sampler, 4)
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
	runtime, sampled := value(t, r.Totals, geopm.KeyRuntime), value(t, r.Totals, geopm.KeySyncRuntime)
	if sampled <= 0 || runtime <= 0 {
		t.Errorf("%s ran for %g s, %g s of it by sampling", name, runtime, sampled)
	}
	// All of it counts for the hint, whichever way regions are counted.
	if hint := value(t, r.Totals, geopm.HintKey("compute")); !(hint > 0) || hint > sampled*1.01 {
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
	config.Output.Directory, config.Output.Tables, config.Output.GEOPM = t.TempDir(), t.TempDir(), "geopm.report"
	config.Output.GEOPMProcesses = true
	err := local.Run(5, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfig(config), WithLog(io.Discard))
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
	config := quietConfig()
	config.Output.Directory, config.Output.GEOPM, config.Output.Patience = t.TempDir(), "geopm.report", 100*time.Millisecond
	lost := make([]*Timers, 4)
	_ = local.Run(4, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfig(config), WithLog(io.Discard))
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
		_ = tm.finalizeAlone("left behind by a test")
	}
	if _, err := os.Stat(filepath.Join(config.Output.Directory, "geopm.report")); err == nil {
		t.Error("there is a report of some of the ranks")
	}
}

// Without tables nothing can be sampled, which the report says.
func TestGEOPMReportWithoutTables(t *testing.T) {
	config := quietConfig()
	config.Output.Directory, config.Output.GEOPM = t.TempDir(), "x.report"
	tm, err := New(WithConfig(config), WithLog(io.Discard), WithSettings(func(c *Config) { c.Output.Tables = tablesOff }))
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
	config.Output.Directory, config.Output.Tables, config.Output.GEOPM = t.TempDir(), t.TempDir(), "x.report"
	tm, err := New(WithConfig(config), WithLog(io.Discard))
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

func TestGEOPMVariables(t *testing.T) {
	s := settingsOf([]Option{option(func(s *settings) {
		s.environment = []string{"GEOPM_REPORT=r", "GEOPM_PROFILE=p", "GEOPM_REPORT_SIGNALS=TIME@cpu,X", "GEOPM_PERIOD=0.05", "MPITIMER_GEOPM_PROFILE=own"}
	})})
	c, err := s.chosen()
	if err != nil {
		t.Fatal(err)
	}
	if o := c.Output; o.GEOPM != "r" || o.GEOPMProfile != "own" || o.GEOPMSignals != "TIME@cpu,X" || o.GEOPMPeriod != 50*time.Millisecond {
		t.Errorf("got %+v", o)
	}
	s.environment = []string{"GEOPM_PERIOD=often"}
	if _, err := s.chosen(); err == nil || !strings.Contains(err.Error(), "GEOPM_PERIOD") {
		t.Errorf("got %v", err)
	}
}

// The work that ranks announce and finish is a signal of the node.
func TestProgressOfANode(t *testing.T) {
	config := quietConfig()
	config.Output.Directory, config.Output.GEOPM, config.Output.GEOPMPeriod = t.TempDir(), "x.report", time.Hour
	config.Output.GEOPMSignals = signal.RegionProgress
	tm, err := New(WithConfig(config), WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer tm.Finalize()
	s := tm.nodeReport.sampler
	index, err := s.batch.Push(signal.RegionProgress, signal.Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	progress := func() float64 { s.sample(); return s.batch.Sample(index) }
	if v := progress(); !math.IsNaN(v) {
		t.Errorf("%g before anything was announced", v)
	}
	tm.Work(8)
	if v := progress(); v != 0 {
		t.Errorf("%g at the begin", v)
	}
	tm.Done(1)
	tm.Done(5)
	if v := progress(); v != 0.75 {
		t.Errorf("%g after 6 of 8", v)
	}
	tm.Done(9)
	if v := progress(); v != 1 {
		t.Errorf("%g after more than all", v)
	}
	tm.Work(0)
	if v := progress(); !math.IsNaN(v) {
		t.Errorf("%g when nothing is announced", v)
	}
}

func TestWrongHint(t *testing.T) {
	tm := timersFor(t)
	tm.StartRegion(Define("x", Hint("tiring"))).Stop()
	if w := tm.Profile().Warnings; len(w) != 1 || !strings.Contains(w[0].Kind+w[0].Path, "hint") && !strings.Contains(w[0].Kind, "option") {
		t.Errorf("got %v", w)
	}
}

// A sample takes its time, but no memory.
func TestSamplesMakeNoGarbage(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	config := quietConfig()
	config.Output.Tables, config.Output.GEOPM, config.Output.GEOPMPeriod = t.TempDir(), os.DevNull, time.Hour
	tm, err := New(WithConfig(config), WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer tm.Finalize()
	defer tm.Start("a").Stop()
	s := tm.nodeReport.sampler
	s.sample()
	if n := testing.AllocsPerRun(50, s.sample); n > 1 {
		t.Errorf("%g allocations a sample", n)
	}
}
