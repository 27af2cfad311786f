package mpitimer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// syncBuffer is a log that several ranks write to.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func expectNothingLeft(t *testing.T) {
	t.Helper()
	const nothing = "directory false, several false, 0 engines, 0 users of the clock, 0 owners"
	if left := engine.Left(); !strings.HasPrefix(left, nothing+" ") {
		t.Errorf("left behind: %s", left)
	}
}

// expectGoroutines waits until no more goroutines run than before.
func expectGoroutines(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
			return
		}
	}
}

// useAll calls everything that a program may call at any time.
func useAll() {
	Start("a").Stop()
	StartInEnvironment("a", "nowhere").Stop()
	Define("handle").Start().Stop()
	Next("n").Stop()
	Start("b")
	Stop("b")
	Stop("never started")
	Interval{}.Stop()
	done := make(chan struct{})
	Go(func() { defer close(done); Start("g").Stop() })
	<-done
}

func TestLifecycleUseOutside(t *testing.T) {
	useAll()
	if err := Finalize(); !errors.Is(err, ErrNotInitialized) {
		t.Errorf("Finalize without Initialize: %v", err)
	}
	if err := Print(); !errors.Is(err, ErrNotInitialized) {
		t.Errorf("Print without Initialize: %v", err)
	}
	if Default() != nil {
		t.Error("timers before Initialize")
	}
	early := Start("early")
	if err := Initialize(WithConfig(quietConfig()), WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	tm := Default()
	early.Stop()
	interval := Start("late")
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	p := tm.Profile()
	timerstest.ExpectWarnings(t, p, engine.WarnLeftOpen+": Total/late ×1")
	if got := fmt.Sprint(timerstest.Outline(p)); got != "[Total 1 Total/late 1]" {
		t.Errorf("tree is %s", got)
	}
	interval.Stop()
	useAll()
	if err := Finalize(); !errors.Is(err, ErrNotInitialized) {
		t.Errorf("second Finalize: %v", err)
	}
	for what, err := range map[string]error{"Finalize": tm.Finalize(), "Print": tm.Print(), "Print of an interval": tm.Print(SinceLastPrint())} {
		if !errors.Is(err, ErrFinalized) {
			t.Errorf("%s of finalized timers: %v", what, err)
		}
	}
	tm.Start("x").Stop()
	tm.Stop("x")
	tm.Next("x").Stop()
	tm.Add("x", time.Second, 1)
	tm.Go(func() {})
	tm.Disable()
	tm.Enable()
	if err := tm.TimedBarrier("x", ""); err != nil {
		t.Errorf("Barrier of finalized timers: %v", err)
	}
	if got := fmt.Sprint(timerstest.Outline(tm.Profile())); got != "[Total 1 Total/late 1]" {
		t.Errorf("changed after Finalize: %s", got)
	}
	expectNothingLeft(t)
}

func TestLifecycleInitializeTwice(t *testing.T) {
	var log bytes.Buffer
	options := []Option{WithConfig(quietConfig()), WithLog(&log)}
	if err := Initialize(options...); err != nil {
		t.Fatal(err)
	}
	tm := Default()
	if err := Initialize(options...); err != nil {
		t.Errorf("second Initialize: %v", err)
	}
	timerstest.Elsewhere(func() {
		if err := Initialize(); err != nil {
			t.Errorf("third Initialize: %v", err)
		}
		if err := Initialize(WithEnvironments(tm.Environments())); err != nil {
			t.Errorf("fourth Initialize: %v", err)
		}
	})
	if Default() != tm {
		t.Error("other timers after the second Initialize")
	}
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	timerstest.ExpectWarnings(t, tm.Profile(), warnReentered+": Total ×3")
	if !strings.Contains(log.String(), warnReentered) || !strings.Contains(log.String(), "lifecycle_test.go") {
		t.Errorf("the report does not tell of it and its place:\n%s", log.String())
	}
	expectNothingLeft(t)
}

func TestLifecycleAgain(t *testing.T) {
	before := runtime.NumGoroutine()
	for i := range 50 {
		if err := Initialize(WithConfig(quietConfig()), WithLog(io.Discard)); err != nil {
			t.Fatal(err)
		}
		tm := Default()
		for range i {
			Start("work").Stop()
		}
		v, _ := tm.Query("work")
		if v.Calls != uint64(i) {
			t.Errorf("round %d: %d calls", i, v.Calls)
		}
		if err := Finalize(); err != nil {
			t.Fatal(err)
		}
		expectNothingLeft(t)
	}
	expectGoroutines(t, before)
}

// The time of Total lies between those of an interval inside and one around it, and holds its
// children. Nothing here depends on how long anything takes.
func TestLifecycleTotalIsWallTime(t *testing.T) {
	for _, source := range []string{"auto", "monotonic"} {
		outer := time.Now()
		if err := Initialize(edited(func(c *Config) { c.Timing.Clock = source }), WithLog(io.Discard)); err != nil {
			t.Fatal(err)
		}
		tm := Default()
		inner := time.Now()
		for range 20 {
			defer Start("step").Stop()
			time.Sleep(time.Millisecond)
		}
		inside := time.Since(inner)
		if err := Finalize(); err != nil {
			t.Error(err)
		}
		around := time.Since(outer)
		total := time.Duration(tm.Profile().Nodes[0].Total)
		if total < inside*99/100 || total > around*101/100 {
			t.Errorf("clock %s: Total is %v, inside it are %v, around it %v", source, total, inside, around)
		}
		if steps, _ := tm.Query("step"); steps.Total > total {
			t.Errorf("clock %s: step lasted %v of %v", source, steps.Total, total)
		}
	}
}

func TestLifecycleDisabledByConfiguration(t *testing.T) {
	var log bytes.Buffer
	if err := Initialize(edited(func(c *Config) { c.Timing.Enabled = false }), WithLog(&log)); err != nil {
		t.Fatal(err)
	}
	if engine.Process.Load() != nil {
		t.Error("the functions of the package look further than they need to")
	}
	useAll()
	tm := Default()
	tm.Enable()
	Start("seen").Stop()
	Start("seen")
	Stop("seen")
	tm.Disable()
	Start("unseen").Stop()
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	if got := fmt.Sprint(timerstest.Outline(tm.Profile())); got != "[Total 1 Total/seen 2]" {
		t.Errorf("tree is %s", got)
	}
	expectNothingLeft(t)
}

func TestLifecyclePrint(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	c := DefaultConfig()
	c.Output.Directory, c.Output.TimerFile = dir, "tree.txt"
	if err := Initialize(WithConfig(c), WithLog(&log)); err != nil {
		t.Fatal(err)
	}
	printed := func(options ...PrintOption) string {
		t.Helper()
		log.Reset()
		if err := Print(options...); err != nil {
			t.Error(err)
		}
		return log.String()
	}
	calls := func(tree, region string) string {
		for _, line := range strings.Split(tree, "\n") {
			if f := strings.Fields(strings.Trim(strings.Replace(line, "(still running)", "", 1), "├└│ ")); len(f) > 1 && f[0] == region {
				return f[1]
			}
		}
		return "none"
	}
	if got := printed(); calls(got, "Total") != "0" {
		t.Errorf("at once:\n%s", got)
	}
	Start("a").Stop()
	Start("a").Stop()
	if got := printed(SinceLastPrint()); calls(got, "a") != "2" {
		t.Errorf("first interval:\n%s", got)
	}
	outer := Start("outer")
	Start("a").Stop()
	if got := printed(SinceLastPrint(), WithFiles("later")); calls(got, "outer") != "0" {
		t.Errorf("inside a region:\n%s", got)
	}
	outer.Stop()
	if got := printed(); calls(got, "a") != "2" || calls(got, "outer") != "1" {
		t.Errorf("everything:\n%s", got)
	}
	if got := printed(SinceLastPrint()); calls(got, "outer") != "1" {
		t.Errorf("last interval:\n%s", got)
	}
	expectFolder(t, dir, "later.0", "later.mptsum", "later.summary")
	log.Reset()
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	if strings.Contains(log.String(), "Total") {
		t.Errorf("the log got what is meant for a file:\n%s", log.String())
	}
	expectFolder(t, dir, "later.0", "later.mptsum", "later.summary", "timing.0", "timing.mptsum", "timing.summary", "tree.txt")
	expectNothingLeft(t)
}

// expectFolder compares the names of the files in a directory, hidden ones included.
func expectFolder(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Error(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", filepath.Base(dir), got, want)
	}
}

// Clocks are those of the process: who comes second has to live with the one in use.
func TestLifecycleSeveralTimers(t *testing.T) {
	one := timersFor(t, exactClock())
	two := timersFor(t)
	one.Start("a").Stop()
	two.Start("b").Stop()
	if a, b := one.Profile().Clock.Name, two.Profile().Clock.Name; a != b {
		t.Errorf("clocks %s and %s at a time", a, b)
	}
	timerstest.ExpectTree(t, one, "a 1")
	timerstest.ExpectTree(t, two, "b 1")
	if Default() != nil || engine.Process.Load() != nil {
		t.Error("New has touched the timers of the package's functions")
	}
}

// Who makes timers by New and starts regions by the package's functions is told that these are two things.
func TestLifecycleRegionsOfOtherTimers(t *testing.T) {
	for name, c := range map[string]struct {
		use   func(tm *Timers)
		hints bool
	}{
		"package": {func(*Timers) { Start("a").Stop() }, true},
		"method":  {func(tm *Timers) { tm.Start("a").Stop() }, false},
		"off":     {func(tm *Timers) { tm.config.Timing.Enabled = false }, false},
	} {
		var log bytes.Buffer
		tm, err := New(WithConfig(quietConfig()), WithLog(&log))
		if err != nil {
			t.Fatal(err)
		}
		c.use(tm)
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(log.String(), "mpitimer: no region was timed on these timers. mpitimer.Start"); got != c.hints {
			t.Errorf("%s: told %v, want %v:\n%s", name, got, c.hints, &log)
		}
	}
}

func TestLifecycleProcessRegistry(t *testing.T) {
	if err := machenv.InitDefault(machenv.NewSerial()); err != nil {
		t.Fatal(err)
	}
	defer machenv.Default().Close()
	for range 2 {
		if err := Initialize(WithConfig(quietConfig()), WithLog(io.Discard)); err != nil {
			t.Fatal(err)
		}
		if Default().Environments() != machenv.Default() {
			t.Error("not the environments of the process")
		}
		if err := Finalize(); err != nil {
			t.Error(err)
		}
		if machenv.Default() == nil {
			t.Fatal("Finalize has closed the program's registry")
		}
	}
	if tm := timersFor(t, WithCommunicator(machenv.NewSerial())); tm.Environments() == machenv.Default() {
		t.Error("the communicator that was given is not used")
	}
}

func TestLifecycleGoroutineLineage(t *testing.T) {
	if goroutine.ID() == 0 {
		t.Fatal("no number")
	}
	id := goroutine.ID()
	timerstest.Elsewhere(func() {
		if parent := goroutine.Parent(); parent != id {
			t.Errorf("parent %d, want %d", parent, id)
		}
	})
}

func TestLifecycleProfileOfFinalized(t *testing.T) {
	tm, err := New(WithConfig(quietConfig()), WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("a").Stop()
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	s, err := stats.Merge([]*stats.Profile{tm.Profile()})
	if err != nil || s.Check() != nil || s.Regions[0].Running != 0 || s.Regions[0].Calls != 1 {
		t.Errorf("%v, %v, %+v", err, s.Check(), s.Regions[0])
	}
}

// Finalize on another goroutine ends Total while the main one lives and does something else.
func TestTotalEndsBesideItsGoroutine(t *testing.T) {
	for _, histograms := range []bool{false, true} {
		tm := timersFor(t, edited(func(c *Config) { c.Timing.Histograms = histograms }))
		tm.Start("a").Stop()
		timerstest.Elsewhere(func() {
			tm.Start("b").Stop()
			tm.Engine().ListOpen()
			p := tm.close()
			if err := p.Check(); err != nil {
				t.Error(err)
			}
			timerstest.ExpectTotal(t, p)
			if n := p.Nodes[0].Histogram.Total(); histograms != (n == 1) {
				t.Errorf("%d calls of Total in the histogram", n)
			}
		})
	}
}
