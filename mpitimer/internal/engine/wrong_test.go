package engine_test

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/misuse"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// lineHere is the place of its caller, some lines further on, as warnings name it.
func lineHere(further int) string {
	_, _, line, _ := runtime.Caller(1)
	return fmt.Sprintf("engine/wrong_test.go:%d", line+further)
}

// expectWarning looks for one warning of that kind and path and compares the place and the count.
func expectWarning(t *testing.T, p *stats.Profile, want stats.Warning) {
	t.Helper()
	if len(p.Warnings) != 1 || p.Warnings[0] != want {
		t.Fatalf("warnings %+v, want one: %+v", p.Warnings, want)
	}
}

func TestWrongUseIsReportedWithItsPlace(t *testing.T) {
	strange := mpitimer.Define("strange", mpitimer.Level(-1))
	oversampled := mpitimer.Define("often", mpitimer.SampleEvery(0))
	var place string
	cases := []struct {
		name string
		run  func(tm *mpitimer.Timers)
		want stats.Warning
	}{
		{"stop without start", func(tm *mpitimer.Timers) {
			place = lineHere(2)
			for range 3 {
				tm.Stop("x")
			}
		}, stats.Warning{Kind: engine.WarnNotStarted, Path: "x", Count: 3}},
		{"name of a device's region", func(tm *mpitimer.Timers) {
			for range 2 {
				place = lineHere(1)
				tm.Start("gpu1:flux").Stop()
			}
		}, stats.Warning{Kind: engine.WarnDevice, Path: "gpu1:flux", Count: 1}},
		{"stop twice", func(tm *mpitimer.Timers) {
			a := tm.Start("a")
			b := tm.Start("b")
			b.Stop()
			place = lineHere(1)
			b.Stop()
			a.Stop()
		}, stats.Warning{Kind: engine.WarnNotRunning, Path: "Total/a/b", Count: 1}},
		{"out of order", func(tm *mpitimer.Timers) {
			a := tm.Start("a")
			tm.Start("b")
			place = lineHere(1)
			a.Stop()
		}, stats.Warning{Kind: engine.WarnOutOfOrder, Path: "Total/a/b", Count: 1}},
		{"out of order by name", func(tm *mpitimer.Timers) {
			tm.Start("a")
			tm.Start("b")
			place = lineHere(1)
			tm.Stop("a")
		}, stats.Warning{Kind: engine.WarnOutOfOrder, Path: "Total/a/b", Count: 1}},
		{"on another goroutine", func(tm *mpitimer.Timers) {
			s := tm.Start("a")
			place = lineHere(1)
			timerstest.Elsewhere(func() { s.Stop() })
			s.Stop()
		}, stats.Warning{Kind: engine.WarnElsewhere, Path: "Total/a", Count: 1}},
		{"recursive call on another goroutine", func(tm *mpitimer.Timers) {
			s := tm.Start("a")
			again := tm.Start("a")
			place = lineHere(1)
			timerstest.Elsewhere(func() { again.Stop() })
			again.Stop()
			s.Stop()
		}, stats.Warning{Kind: engine.WarnElsewhere, Path: "Total/a", Count: 1}},
		{"enable without disable", func(tm *mpitimer.Timers) {
			tm.Disable()
			tm.Enable()
			place = lineHere(1)
			tm.Enable()
		}, stats.Warning{Kind: engine.WarnEnable, Count: 1}},
		{"unknown environment", func(tm *mpitimer.Timers) {
			place = lineHere(1)
			tm.StartInEnvironment("a", "nowhere").Stop()
		}, stats.Warning{Kind: engine.WarnEnvironment, Path: "nowhere", Count: 1}},
		{"negative level", func(tm *mpitimer.Timers) {
			place = lineHere(2)
			for range 3 {
				tm.StartRegion(strange).Stop()
			}
		}, stats.Warning{Kind: engine.WarnOption, Path: "strange: level -1 is not within 0 to 1048576", Count: 1}},
		{"sample of nothing", func(tm *mpitimer.Timers) {
			place = lineHere(1)
			tm.StartRegion(oversampled).Stop()
		}, stats.Warning{Kind: engine.WarnOption, Path: "often: sample 0 is not within 1 to 1073741824", Count: 1}},
		{"negative time", func(tm *mpitimer.Timers) {
			place = lineHere(1)
			tm.Add("a", -1, 1)
		}, stats.Warning{Kind: engine.WarnValue, Path: "a", Count: 1}},
		{"Total stopped by name", func(tm *mpitimer.Timers) {
			place = lineHere(1)
			tm.Stop(mpitimer.TotalName)
		}, stats.Warning{Kind: engine.WarnNotStarted, Path: mpitimer.TotalName, Count: 1}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tm := timersFor(t)
			c.run(tm)
			p := tm.Profile()
			c.want.Caller = place
			expectWarning(t, p, c.want)
			if p.Nodes[0].Running != 1 {
				t.Error("Total does not run")
			}
			if main := engine.Of(tm).Main; main.Depth != 1 {
				t.Errorf("%d regions are open, want Total only", main.Depth)
			}
		})
		if strings.Contains(c.name, "another goroutine") {
			continue // a panic there would end the test
		}
		t.Run(c.name+", strict", func(t *testing.T) {
			tm := timersFor(t, edited(func(c *mpitimer.Config) { c.Timing.Strict = true }))
			defer func() {
				engine.Of(tm).Strict = false // for Finalize
				if text := fmt.Sprint(recover()); !strings.Contains(text, c.want.Kind) || !strings.Contains(text, "wrong_test.go:") {
					t.Errorf("panic is %q, want %q with its place", text, c.want.Kind)
				}
			}()
			c.run(tm)
		})
	}
}

// An Interval of an interval that has ended must not stop a later one of the same region, which begins at another
// reading of the clock.
func TestStaleInterval(t *testing.T) {
	tm := timersFor(t)
	old := tm.Start("a")
	old.Stop()
	for range 2 {
		timerstest.Tick()
		now := tm.Start("a")
		old.Stop()
		if !engine.Interval(now).Open() {
			t.Fatal("the later interval has ended")
		}
		now.Stop()
	}
	a := tm.Start("b")
	timerstest.Tick()
	now := tm.Start("a")
	old.Stop()
	now.Stop()
	a.Stop()
	p := timerstest.ExpectTree(t, tm, "a 3", "b 1", "b/a 1")
	timerstest.ExpectWarnings(t, p, engine.WarnNotRunning+": Total/a ×3")
}

func TestStopOfTheOuterWhileARecursionRuns(t *testing.T) {
	tm := timersFor(t)
	outer := tm.Start("a")
	again := tm.Start("a")
	outer.Stop()
	again.Stop()
	tm.Start("b").Stop()
	p := timerstest.ExpectTree(t, tm, "a 2 r1", "b 1")
	timerstest.ExpectWarnings(t, p, engine.WarnOutOfOrder+": Total/a ×1", engine.WarnNotRunning+": Total/a ×1")
}

func TestManyStopsOfNamesThatNeverStarted(t *testing.T) {
	tm := timersFor(t)
	n := 200_000 // two words kept of each would be more than the limit below
	if testing.Short() || race.Enabled {
		n = 50_000
	}
	var before, after runtime.MemStats
	tm.Stop("never")
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range n - 1 {
		tm.Stop("never")
	}
	for i := range 20_000 {
		tm.Stop(fmt.Sprint("never ", i))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	p := timerstest.ExpectTree(t, tm)
	sum := uint64(0)
	for _, w := range p.Warnings {
		sum += w.Count
	}
	if want := uint64(n + 20_000); sum != want {
		t.Errorf("%d stops were reported, want %d", sum, want)
	}
	if len(p.Warnings) > 2*misuse.Most {
		t.Errorf("%d warnings are kept", len(p.Warnings))
	}
}

func TestNotAMember(t *testing.T) {
	err := local.Run(3, func(comm machenv.Communicator) error {
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		if _, err := registry.CreateFirst("two", registry.Default(), 2); err != nil {
			return err
		}
		tm, err := mpitimer.New(mpitimer.WithEnvironments(registry), mpitimer.WithConfig(quietConfig()), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		defer tm.Finalize()
		for range 3 {
			tm.StartInEnvironment("a", "two").Stop()
			tm.StartRegion(mpitimer.Define("b", mpitimer.InEnvironment("two"))).Stop()
		}
		p := tm.Profile()
		want, warned := "Total/a 3 @two Total/b 3 @two", 0
		if comm.Rank() == 2 {
			want, warned = "Total/a 3 Total/b 3", 1
		}
		if got := strings.Join(timerstest.Outline(p)[1:], " "); got != want {
			return fmt.Errorf("rank %d: tree %s, want %s", comm.Rank(), got, want)
		}
		for _, w := range p.Warnings {
			if w.Kind != engine.WarnNotMember || w.Path != "two" {
				return fmt.Errorf("rank %d: warning %v", comm.Rank(), w)
			}
		}
		if (len(p.Warnings) > 0) != (warned > 0) {
			return fmt.Errorf("rank %d: warnings %v", comm.Rank(), p.Warnings)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Options that are too large for their counters must not wrap around to something else.
func TestHugeOptions(t *testing.T) {
	tm := timersFor(t)
	for range 3 {
		tm.StartRegion(mpitimer.Define("deep", mpitimer.Level(math.MaxInt))).Stop()
	}
	sampled := mpitimer.Define("rare", mpitimer.SampleEvery(math.MaxInt))
	for range 3 {
		tm.StartRegion(sampled).Stop()
	}
	p := timerstest.ExpectTree(t, tm, "rare 3")
	if n := timerstest.NodeOf(t, p, "rare"); !n.Estimated {
		t.Error("not marked as estimated")
	}
	if len(p.Warnings) != 1 {
		t.Errorf("warnings %v", p.Warnings)
	}
}

// An environment that is not known yet was remembered as the default one by the goroutine that asked
// for it last: it stayed so after it was made, and only the first start was reported.
func TestEnvironmentThatIsMadeLater(t *testing.T) {
	registry, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	tm, err := mpitimer.New(mpitimer.WithEnvironments(registry), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer tm.Finalize()
	for range 3 {
		tm.StartInEnvironment("region", "later").Stop()
	}
	var unknown uint64
	for _, w := range tm.Profile().Warnings {
		if w.Kind == engine.WarnEnvironment && w.Path == "later" {
			unknown += w.Count
		}
	}
	if unknown != 3 {
		t.Errorf("%d starts in an unknown environment were reported, want 3", unknown)
	}
	if _, err := registry.CreateFirst("later", registry.Default(), 1); err != nil {
		t.Fatal(err)
	}
	tm.StartInEnvironment("region", "later").Stop()
	p := tm.Profile()
	calls := make(map[string]uint64)
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == "region" {
			calls[p.Environments[n.Environment].Name] += n.Calls
		}
	}
	if calls["later"] != 1 || calls[machenv.DefaultName] != 3 {
		t.Errorf("calls by environment: %v, want 1 in later and 3 in %s", calls, machenv.DefaultName)
	}
}

// A name that is too long for a key must not be taken for Total, which has none.
func TestStopOfANameWithoutAKeyLeavesTotal(t *testing.T) {
	tm := timersFor(t)
	long := strings.Repeat("x", engine.RegionMark)
	engine.Of(tm).Directory.Stop(long)
	if p := tm.Profile(); p.Nodes[0].Running != 1 || len(p.Warnings) != 1 || p.Warnings[0].Kind != engine.WarnNotStarted {
		t.Errorf("Total %+v, warnings %d", p.Nodes[0].Measure, len(p.Warnings))
	}
	tm.Start(long).Stop()
	if p := tm.Profile(); len(p.Nodes) != 2 || p.Nodes[1].Calls != 1 || p.Nodes[0].Running != 1 {
		t.Errorf("%d nodes", len(p.Nodes))
	}
}
