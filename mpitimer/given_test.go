package mpitimer

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// exactTimers are timers on a clock that moves only as the test says.
func exactTimers(t testing.TB, options ...Option) (tm *Timers, pass func(time.Duration)) {
	t.Helper()
	now := timerstest.Standing(t) // which ends after the timers
	return timersFor(t, options...), func(d time.Duration) { now.Add(int64(d)) }
}

// What is added to a sampled region is not scaled, by handle or by name. Calls that are given together are none of the sample.
func TestAddSampled(t *testing.T) {
	tm, pass := exactTimers(t, edited(func(c *Config) { c.Timing.Histograms = true }))
	r := Define("x", SampleEvery(10))
	for range 11 {
		s := tm.StartRegion(r)
		pass(time.Millisecond)
		s.Stop()
	}
	tm.Add("x", time.Second, 1000)
	n := timerstest.NodeOf(t, timerstest.ExpectTree(t, tm, "x 1011"), "x")
	timerstest.ExpectMeasure(t, "x", n.Measure, 1011, time.Second+11*time.Millisecond, time.Millisecond, time.Millisecond)
	if n.Timed != 2 || n.Histogram.Total() != 2 || !n.Estimated || n.Lacks != stats.LacksCallDeviation {
		t.Errorf("%d timed, %d in the histogram, want 2; estimated %v, lacks %d", n.Timed, n.Histogram.Total(), n.Estimated, n.Lacks)
	}
	if v, found := tm.Query("x"); !found || v.Calls != 1011 || v.Total != time.Second+11*time.Millisecond {
		t.Errorf("query says %+v", v)
	}
	s := tm.StartRegion(r) // inside it, as a recursion of the handle's own node
	tm.Add("x", time.Second, 10)
	s.Stop()
	if v, _ := byname.Query(tm.Engine(), "x", 0); v.Calls != 1022 || v.Total != 2*time.Second+12*time.Millisecond {
		t.Errorf("query of the track says %+v", v)
	}
}

// Time that is given comes out as it was given, on any clock, however often it is asked for, and beside
// what is measured.
func TestAddExact(t *testing.T) {
	tm := timersFor(t, edited(func(c *Config) { c.Timing.Histograms = true }))
	gifts := []struct {
		total time.Duration
		calls int
	}{{2500 * time.Millisecond, 1}, {10*time.Second + 1, 3}, {1, 7}, {123456789123456789, 1 << 30}, {0, 5}}
	var total time.Duration
	calls := 0
	for _, g := range gifts {
		tm.Add("ext", g.total, g.calls)
		total, calls = total+g.total, calls+g.calls
		for range 3 {
			v, _ := tm.Query("ext")
			if v.Total != total || v.Calls != uint64(calls) {
				t.Fatalf("query says %v in %d calls, want %v in %d", v.Total, v.Calls, total, calls)
			}
			if v, _ := byname.Query(tm.Engine(), "ext", 0); v.Total != total || v.Calls != uint64(calls) {
				t.Fatalf("query of the track says %v in %d calls, want %v in %d", v.Total, v.Calls, total, calls)
			}
		}
	}
	n := timerstest.NodeOf(t, tm.Profile(), "ext")
	timerstest.ExpectMeasure(t, "ext", n.Measure, uint64(calls), total, 2500*time.Millisecond, 2500*time.Millisecond)
	if n.Estimated || n.Timed != 1 || n.Histogram.Total() != 1 {
		t.Errorf("estimated %v, %d timed, %d in the histogram of %d calls", n.Estimated, n.Timed, n.Histogram.Total(), n.Calls)
	}
	if squares := stats.Square(2500 * 1e6); n.Squares != squares {
		t.Errorf("squares %v, want %v", n.Squares, squares)
	}
	tm.Reset()
	if _, found := tm.Query("ext"); found {
		t.Error("a Reset left something")
	}
	tm.Start("ext").Stop()
	timerstest.NodeOf(t, timerstest.ExpectTree(t, tm, "ext 1"), "ext")
}

// Readers never see half of what is added.
func TestAddBesideReaders(t *testing.T) {
	tm := timersFor(t)
	const each = 7 * time.Microsecond
	var stop atomic.Bool
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for !stop.Load() {
			p := tm.Profile()
			for i := range p.Nodes {
				if n := &p.Nodes[i]; n.Name == "x" && time.Duration(n.Total) != time.Duration(n.Calls)*each {
					t.Errorf("%d calls with %v", n.Calls, time.Duration(n.Total))
					return
				}
			}
		}
	}()
	for i := range 20000 {
		tm.Add("x", 3*each, 3)
		if i%100 == 0 {
			tm.Add(fmt.Sprint("further ", i), each, 1) // so that it grows
		}
	}
	stop.Store(true)
	<-finished
}

// Reports of intervals have what was added in them, with its extremes; Print and Checkpoint do not take
// from each other.
func TestIntervalsOfTwoKinds(t *testing.T) {
	tm, pass := exactTimers(t)
	timed := func(d time.Duration) {
		s := tm.Start("x")
		pass(d)
		s.Stop()
	}
	expect := func(what string, p *stats.Profile, calls uint64, total, least, most time.Duration) {
		t.Helper()
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Name == "x" {
				timerstest.ExpectMeasure(t, what, n.Measure, calls, total, least, most)
				return
			}
		}
		if calls > 0 {
			t.Errorf("%s: no region", what)
		}
	}
	timed(5)
	tm.Add("x", 300, 3)
	expect("first print", tm.since(table.LastPrint), 4, 305, 5, 5)
	timed(40)
	expect("second print", tm.since(table.LastPrint), 1, 40, 40, 40)
	tm.Add("x", 20, 1)
	timed(0)
	expect("first checkpoint", tm.since(table.LastCheckpoint), 7, 365, 0, 40)
	timed(70)
	expect("third print", tm.since(table.LastPrint), 3, 90, 0, 70)
	expect("second checkpoint", tm.since(table.LastCheckpoint), 1, 70, 70, 70)
	expect("an empty print", tm.since(table.LastPrint), 0, 0, 0, 0)
	expect("an empty checkpoint", tm.since(table.LastCheckpoint), 0, 0, 0, 0)
	timed(9)
	expect("third checkpoint", tm.since(table.LastCheckpoint), 1, 9, 9, 9)
	timed(8)
	expect("print after an empty one", tm.since(table.LastPrint), 2, 17, 8, 9)
	expect("all", tm.Profile(), 10, 452, 0, 70)
}

// Another goroutine begins its intervals when it next comes by.
func TestIntervalsOfTwoKindsElsewhere(t *testing.T) {
	tm, pass := exactTimers(t)
	work, done := make(chan time.Duration), make(chan bool)
	go func() {
		for d := range work {
			s := tm.Start("x")
			pass(d)
			s.Stop()
			done <- true
		}
		close(done)
	}()
	defer func() { close(work); <-done }()
	timed := func(d time.Duration) { work <- d; <-done }
	expect := func(b table.Baseline, least, most time.Duration) {
		t.Helper()
		p := tm.since(b)
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		if n := timerstest.NodeOf(t, p, "x"); time.Duration(n.Min) != least || time.Duration(n.Max) != most {
			t.Errorf("from %v to %v, want %v to %v", time.Duration(n.Min), time.Duration(n.Max), least, most)
		}
	}
	timed(10)
	timed(30)
	expect(table.LastPrint, 10, 30)
	timed(20)
	expect(table.LastCheckpoint, 10, 30)
	expect(table.LastPrint, 20, 20)
	timed(25)
	expect(table.LastPrint, 25, 25)
	timed(15)
	expect(table.LastCheckpoint, 15, 25)
	expect(table.LastPrint, 15, 15)
}

// A Print of an interval leaves the next Checkpoint all its calls.
func TestPrintBeforeCheckpoint(t *testing.T) {
	c := quietConfig()
	c.Output.Directory = t.TempDir()
	tm := timersFor(t, WithConfig(c))
	for range 3 {
		tm.Start("x").Stop()
	}
	if err := tm.Print(SinceLastPrint()); err != nil {
		t.Fatal(err)
	}
	tm.Start("x").Stop()
	if err := tm.Checkpoint(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(c.Output.Directory, c.Output.Prefix+".0001.tree"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Fields(line); len(fields) > 2 && fields[1] == "x" {
			if fields[2] != "4" {
				t.Errorf("%q, want 4 calls", line)
			}
			return
		}
	}
	t.Errorf("no region:\n%s", text)
}

// The number of a checkpoint is the one after the largest, whatever number of digits that has.
func TestCheckpointNumbers(t *testing.T) {
	c := quietConfig()
	c.Output.Directory = t.TempDir()
	tm := timersFor(t, WithConfig(c))
	for _, each := range []struct {
		name string
		next uint32
	}{{"0007.tree", 8}, {"12345.tree", 12346}, {"9.tree", 12346}, {"99999999999999999999.tree", 12346},
		{"4294967295.tree", 12346}, {"x99999.tree", 12346}, {"20000.summary", 12346}, {"00123456.tree", 123457}} {
		if err := os.WriteFile(filepath.Join(c.Output.Directory, c.Output.Prefix+"."+each.name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := tm.nextNumber(); got != each.next {
			t.Errorf("after %s: %d, want %d", each.name, got, each.next)
		}
	}
}

// More time than a total can hold does not begin anew from below: it stays at the most, and that is said.
func TestAddMoreThanATotalHolds(t *testing.T) {
	tm := timersFor(t)
	for range 3 {
		tm.Add("x", 1<<62, 1)
	}
	p := tm.Profile()
	n := p.Nodes[len(p.Nodes)-1]
	if n.Name != "x" || n.Total != table.MostGiven || n.Calls != 3 {
		t.Errorf("%s: %d calls, total %d", n.Name, n.Calls, n.Total)
	}
	if len(p.Warnings) != 1 || p.Warnings[0].Kind != engine.WarnTooLong || p.Warnings[0].Count != 3 {
		t.Errorf("warnings %+v", p.Warnings)
	}
}

// Of calls that were given together nobody knows how long each took: no figure says so, in the tree, the summary, the file
// of the rank. Where others were timed it is said of how many calls their figures are.
func TestCallsGivenTogetherHaveNoExtremes(t *testing.T) {
	c := quietConfig()
	c.Timing.Histograms, c.Output.Directory, c.Output.RankFiles = true, t.TempDir(), 1
	var log strings.Builder
	tm := timersFor(t, WithConfig(c), WithLog(&log))
	tm.Add("seven", 70*time.Millisecond, 7)
	tm.Add("alone", 5*time.Millisecond, 1)
	tm.Start("mixed").Stop()
	tm.Add("mixed", time.Second, 10)
	p := tm.Profile()
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"seven": false, "alone": true}
	mixed := "" // a second, and what the call that was timed has taken
	for i := range s.Regions {
		r := &s.Regions[i]
		if r.Name == "mixed" {
			mixed = fmt.Sprintf("%.6f", r.Total.Float64()/1e9)
		}
		want, asked := known[r.Name]
		for _, of := range []stats.FigureOf{stats.FigureCallMin, stats.FigureCallMax, stats.FigureCallMedian, stats.FigureCallP99} {
			if asked && s.Figure(r, of).Known != want {
				t.Errorf("%s: figure %d is %+v, want known %v", r.Name, of, s.Figure(r, of), want)
			}
		}
		if f := s.Figure(r, stats.FigureCallDeviation); f.Known {
			t.Errorf("%s: deviation %+v", r.Name, f)
		}
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "mixed (timed 1 of 11 calls)") || strings.Contains(log.String(), "seven (") {
		t.Error(log.String())
	}
	expectRankLine(t, c, "seven", "7", "-", "0.070000", "-", "-")
	expectRankLine(t, c, "mixed", "11", "-", mixed, "-", "-")
	expectRankLine(t, c, "alone", "1", "-", "0.005000", "0.005000", "0.005000")
}

// Time that is given without a call counts in all reports.
func TestTimeGivenWithoutACall(t *testing.T) {
	c := quietConfig()
	c.Output.Directory, c.Output.RankFiles, c.Output.GlobalFile = t.TempDir(), 1, "summary"
	var log strings.Builder
	tm := timersFor(t, WithConfig(c), WithLog(&log))
	tm.Add("init", 5*time.Millisecond, 0)
	tm.Add("init", 5*time.Millisecond, -3)
	timerstest.ExpectWarnings(t, tm.Profile(), engine.WarnValue+": init ×1")
	if v, found := tm.Query("init"); !found || v.Total != 10*time.Millisecond || v.Calls != 0 {
		t.Errorf("%+v, %v", v, found)
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "└ init       0  10.00 ms") {
		t.Error(log.String())
	}
	expectRankLine(t, c, "init", "0", "-", "0.010000", "-", "-")
	if fields := lineOf(t, filepath.Join(c.Output.Directory, "timing.summary"), "init"); len(fields) < 7 || fields[5] != "1.000000e-02" || fields[6] != "0.010" {
		t.Errorf("summary has %q", fields)
	}
}

// expectRankLine compares what the file of rank 0 has of a timer, between its state and its overhead.
func expectRankLine(t *testing.T, c Config, name string, want ...string) {
	t.Helper()
	if got := lineOf(t, filepath.Join(c.Output.Directory, c.Output.Prefix+".0"), name); len(got) != 8 || !slices.Equal(got[2:7], want) {
		t.Errorf("%s has %q, want %q", name, got, want)
	}
}

// lineOf is the words of the first line of a file that is of a timer.
func lineOf(t *testing.T, file, name string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 0 && strings.Trim(fields[0], `"`) == name {
			return fields
		}
	}
	t.Fatalf("no %q in\n%s", name, text)
	return nil
}

// All that is made at the first call of a region, or of a goroutine, is made before the clock is read at its start, or
// after it is read at its stop: on a clock that goes on by one at each reading each takes one tick.
func TestWhatTheFirstCallMakesIsNotOfTheRegion(t *testing.T) {
	var readings atomic.Int64
	t.Cleanup(clock.Simulate(func() int64 { return readings.Add(1) }))
	tm := timersFor(t, edited(func(c *Config) { c.Timing.Histograms = true }))
	d := &tm.Engine().Directory
	handle := Define("by handle")
	once := func() {
		tm.Start("interval").Stop()
		tm.Start("name")
		tm.Stop("name")
		tm.StartRegion(handle).Stop()
		for i := range 40 { // so that what is kept of nodes grows
			byname.Start(d.Track(), fmt.Sprint("named ", i), 9)
			byname.Stop(d.Track(), fmt.Sprint("named ", i), clock.Now())
		}
		tm.Next("first")
		tm.Next("second")
		tm.Stop("second")
	}
	once()
	timerstest.Elsewhere(once)
	p := tm.Profile()
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name != TotalName && (n.Min != 1 || n.Max != 1 || n.Calls != 2) {
			t.Errorf("%s: %d calls from %d to %d, want 2 of 1", n.Name, n.Calls, n.Min, n.Max)
		}
	}
}
