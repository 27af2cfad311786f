package timeline

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// timers makes timers of a rank that write nothing.
func timers(t testing.TB, comm machenv.Communicator, hooks ...mpitimer.Hook) *mpitimer.Timers {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	c.Output.Tables, c.Output.Signal = "off", false
	options := []mpitimer.Option{mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)}
	if comm != nil {
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			t.Error(err)
		}
		options = append(options, mpitimer.WithEnvironments(registry))
	}
	for _, h := range hooks {
		options = append(options, mpitimer.WithHook(h))
	}
	tm, err := mpitimer.New(options...)
	if err != nil {
		t.Error(err)
	}
	return tm
}

// alone makes timers of one rank, which end with the test.
func alone(t testing.TB, hooks ...mpitimer.Hook) *mpitimer.Timers {
	t.Helper()
	tm := timers(t, machenv.Serial(), hooks...)
	t.Cleanup(func() {
		if err := tm.Finalize(); err != nil && !errors.Is(err, mpitimer.ErrFinalized) {
			t.Error(err)
		}
	})
	return tm
}

// accepted fails unless all readers accept the project.
func accepted(t testing.TB, directory string) {
	t.Helper()
	findings, err := hdtrace.CheckDirectory(directory)
	if err != nil {
		t.Fatal(err)
	}
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("not accepted: %v", findings)
	}
}

// records is the records of a trace.
func records(t testing.TB, name string) []*hdtrace.TraceRecord {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := hdtrace.NewTraceReader(f, hdtrace.ReadOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	var list []*hdtrace.TraceRecord
	for record, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, record.Clone())
	}
	return list
}

// outline is depth and name of records, in the order of the file.
func outline(list []*hdtrace.TraceRecord) string {
	var words []string
	for _, r := range list {
		words = append(words, fmt.Sprintf("%d%s", r.Depth, r.Name))
	}
	return strings.Join(words, " ")
}

// table is the values of a statistics file: the names and groupings, and the sum of each over all entries.
func table(t testing.TB, name string) (sums map[string]float64, grouping map[string]string, entries []hdtrace.Entry) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := hdtrace.NewStatisticsReader(f, hdtrace.ReadOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	sums, grouping = make(map[string]float64), make(map[string]string)
	for e, err := range r.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, *e.Clone())
		for i, v := range r.Header().Values {
			if v.Type != hdtrace.TypeDouble || v.Unit != "s" {
				t.Errorf("value %+v", v)
			}
			sums[v.Name] += e.Float(i)
			grouping[v.Name] = v.Grouping
		}
	}
	return sums, grouping, entries
}

// busy spends time in regions of a rank.
func busy(tm *mpitimer.Timers, steps int, epoch func()) {
	for range steps {
		step := tm.Start("step")
		tm.Start("halo").Stop()
		var wait sync.WaitGroup
		for range 2 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				defer tm.Start("flux/es").Stop()
				defer tm.Start("inner region").Stop()
				time.Sleep(time.Millisecond)
			}()
		}
		wait.Wait()
		step.Stop()
		if epoch != nil {
			epoch()
		}
	}
}

// Four ranks make one project: traces of their threads, samples, topology and environments.
func TestProjectOfAllRanks(t *testing.T) {
	directory := t.TempDir()
	before := runtime.NumGoroutine()
	const ranks, steps = 4, 5
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		trace := NewTrace()
		tm := timers(t, comm, trace)
		even, err := tm.Environments().CreateStrided("even", tm.Environments().Default(), 2, 0, 2)
		if err != nil {
			return err
		}
		if even.IsMember() {
			tm.StartIn("even", "write").Stop()
		}
		r, err := Start(tm, Options{Directory: directory, Project: "my run_1", Description: "a test", Trace: trace, Period: -1})
		if err != nil {
			return err
		}
		busy(tm, steps, func() {
			if err := r.Epoch(); err != nil {
				t.Error(err)
			}
		})
		return errors.Join(tm.Finalize(), r.Close(), r.Close(), tm.Environments().Close())
	})
	if err != nil {
		t.Fatal(err)
	}
	accepted(t, directory)
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
	checkProject(t, directory, ranks)
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for rank := range ranks {
		begin := filepath.Join(directory, fmt.Sprintf("my-run-1_%s_%d_", hdtrace.Label(host), rank))
		list := records(t, begin+"0.trc")
		want := strings.Repeat("2halo 1step 1Epoch ", steps) + "0Total"
		if got := outline(list); got != want {
			t.Errorf("rank %d: trace %s, expected %s", rank, got, want)
		}
		total := list[len(list)-1]
		if _, cut := total.Value(hdtrace.UnfinishedAttribute); cut {
			t.Error("Total ended with Finalize, before Close")
		}
		workers := append(records(t, begin+"1.trc"), records(t, begin+"2.trc")...)
		if len(workers) != 4*steps {
			t.Errorf("rank %d: workers %s", rank, outline(workers))
		}
		for _, w := range workers {
			region, _ := w.Value("region")
			path, _ := w.Value("path")
			if w.Depth == 0 && (w.Name != "es" || path != "Total/flux/es") || w.Depth == 1 && (w.Name != "inner_region" || region != "inner region") || w.Duration() < time.Millisecond {
				t.Errorf("rank %d: %+v", rank, w)
			}
		}
		checkSamples(t, begin+"Timers.stat", steps, total)
	}
}

func checkProject(t *testing.T, directory string, ranks int) {
	t.Helper()
	f, err := os.Open(filepath.Join(directory, "my-run-1.proj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := hdtrace.ReadProject(f, hdtrace.ReadOptions{Name: "my-run-1.proj"})
	if err != nil {
		t.Fatal(err)
	}
	if p.Description != "a test" || fmt.Sprint(p.Groups) != "[Timers]" || fmt.Sprint(p.Topology.Levels()) != "[Hostname Rank Thread]" {
		t.Errorf("project %+v, levels %v", p, p.Topology.Levels())
	}
	nodes := 0
	for range p.Topology.All() {
		nodes++
	}
	if nodes != 1+1+ranks+3*ranks {
		t.Errorf("%d nodes", nodes)
	}
	var names []string
	for _, c := range p.Communicators {
		names = append(names, fmt.Sprint(c.Name, c.Members))
	}
	slices.Sort(names)
	if got := fmt.Sprint(names); !strings.Contains(got, "even[{0 0 1} {2 1 1}]") || !strings.Contains(got, "[{0 0 0} {1 1 0} {2 2 0} {3 3 0}]") || len(names) != 2 {
		t.Errorf("environments %v", got)
	}
}

// checkSamples compares the samples with the trace: both have seen the same.
func checkSamples(t *testing.T, name string, steps int, total *hdtrace.TraceRecord) {
	t.Helper()
	sums, grouping, entries := table(t, name)
	if len(entries) != steps+1 {
		t.Errorf("%d entries", len(entries))
	}
	if grouping["step"] != "Total" || grouping["step/halo"] != "step" {
		t.Errorf("grouping %v", grouping)
	}
	if s := sums["step"]; s < 1e-3*float64(steps) || s > total.Duration().Seconds() || sums["step/halo"] > s {
		t.Errorf("sums %v of %v", sums, total.Duration())
	}
	if _, there := sums["Total"]; there {
		t.Error("Total is sampled")
	}
	for i, e := range entries {
		for j := range e.Len() {
			if f := e.Float(j); f < 0 || f > e.End.Sub(e.Start).Seconds()*1.01+1e-6 {
				t.Errorf("entry %d from %v to %v: %v s", i, e.Start, e.End, f)
			}
		}
	}
}

// Regions that were chosen are values from the begin, over all call paths that end so.
func TestChosenRegions(t *testing.T) {
	directory := t.TempDir()
	tm := alone(t)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Period: -1, Regions: []string{"halo", "b/halo", "never", "a"}})
	if err != nil {
		t.Fatal(err)
	}
	spend := func(path ...string) {
		var spans []mpitimer.Span
		for _, name := range path {
			spans = append(spans, tm.Start(name))
		}
		time.Sleep(2 * time.Millisecond)
		for i := len(spans) - 1; i >= 0; i-- {
			spans[i].Stop()
		}
	}
	for range 3 {
		spend("a", "halo")
		spend("b", "halo")
		spend("a", "x", "a") // counts once
		if err := r.Epoch(); err != nil {
			t.Error(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	accepted(t, directory)
	names, _ := filepath.Glob(filepath.Join(directory, "*"))
	if len(names) != 2 {
		t.Errorf("files %v", names)
	}
	var stat string
	for _, n := range names {
		if filepath.Ext(n) == ".stat" {
			stat = n
		}
	}
	sums, grouping, entries := table(t, stat)
	p := tm.Profile()
	want := map[string]float64{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Name == "halo" {
			want["halo"] += float64(n.Total) / 1e9
			if p.Nodes[n.Parent].Name == "b" {
				want["b/halo"] += float64(n.Total) / 1e9
			}
		}
		if n.Name == "a" && p.Nodes[n.Parent].Name == "Total" {
			want["a"] += float64(n.Total) / 1e9
		}
	}
	for _, name := range []string{"halo", "b/halo", "a", "never"} {
		if got, is := sums[name]; !is || math.Abs(got-want[name]) > 1e-4*want[name] {
			t.Errorf("%s: %v s, the timers say %v", name, got, want[name])
		}
	}
	if len(entries) != 4 || len(sums) != 4 || grouping["halo"] != "Timers" || grouping["b/halo"] != "b" {
		t.Errorf("%d entries of %v, %v", len(entries), sums, grouping)
	}
}

// Call paths that appear later come into further groups; too many are told of in the project file.
func TestLateRegions(t *testing.T) {
	directory := t.TempDir()
	tm := alone(t)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Period: -1, MaxRegions: 5})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		for range 3 {
			tm.Start(fmt.Sprintf("region %d", i)).Stop()
		}
		if err := errors.Join(r.Epoch(), r.Epoch()); err != nil {
			t.Error(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	accepted(t, directory)
	stats, _ := filepath.Glob(filepath.Join(directory, "*.stat"))
	if len(stats) != 5 {
		t.Errorf("files %v", stats)
	}
	text, err := os.ReadFile(filepath.Join(directory, "p.proj"))
	if err != nil || !strings.Contains(string(text), "3 call paths came too late") || !strings.Contains(string(text), "<Timers5/>") {
		t.Errorf("%v\n%s", err, text)
	}
	for i, n := range stats {
		sums, _, entries := table(t, n)
		if len(sums) != 1 || len(entries) < 17-2*5 {
			t.Errorf("%s: %v, %d entries", n, sums, len(entries))
		}
		if s, there := sums[fmt.Sprintf("region_%d", i)]; !there || s <= 0 {
			t.Errorf("%s: %v", n, sums)
		}
	}
}

// Names of regions may be anything and of any length.
func TestNames(t *testing.T) {
	directory := t.TempDir()
	trace := NewTrace()
	tm := alone(t, trace)
	r, err := Start(tm, Options{Directory: directory, Project: "ein Lauf: ä", Trace: trace, Period: -1})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Nested", "Event", "Program", "", "a b", "1", "<&>\"'", "ü", "xml", "a/b", strings.Repeat("x", 300), strings.Repeat("x", 300) + "y", strings.Repeat("y", 47) + "\t&", "Unfinished", "LeftOut"}
	for _, name := range names {
		span := tm.Start(name)
		tm.Start(name + "inner").Stop()
		span.Stop()
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	accepted(t, directory)
	files, _ := filepath.Glob(filepath.Join(directory, "*.trc"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	list := records(t, files[0])
	var got []string
	for _, record := range list {
		if record.Depth == 1 {
			name := record.Name
			if region, other := record.Value("region"); other {
				name = region
			}
			got = append(got, name)
		}
	}
	want := slices.Clone(names)
	want[slices.Index(want, "")] = "_"
	if !slices.Equal(got, want) {
		t.Errorf("states\n%q, expected\n%q", got, want)
	}
	stats, _ := filepath.Glob(filepath.Join(directory, "*.stat"))
	sums, _, _ := table(t, stats[0])
	if len(sums) != 2*len(names) {
		t.Errorf("%d values, expected %d: %v", len(sums), 2*len(names), sums)
	}
}

// What ran before the recorder started is in the trace from its begin, and what still runs at its end too.
func TestOpenRegions(t *testing.T) {
	directory := t.TempDir()
	trace := NewTrace()
	tm := alone(t, trace)
	tm.Start("over").Stop()
	outer := tm.Start("outer")
	began := make(chan struct{})
	goOn := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		span := tm.Start("elsewhere")
		close(began)
		<-goOn
		span.Stop()
	}()
	<-began
	time.Sleep(3 * time.Millisecond)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Trace: trace, Period: -1})
	if err != nil {
		t.Fatal(err)
	}
	started := hdtrace.EpochOf(time.Now())
	if err := errors.Join(r.Attribute("given", "1"), r.Event("an event", hdtrace.Attribute{Name: "a", Value: "b"}), r.Element(hdtrace.Element{Name: "E"})); err != nil {
		t.Error(err)
	}
	tm.Start("inner").Stop()
	close(goOn)
	<-ended
	outer.Stop()
	open := tm.Start("open")
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := r.Attribute("late", "1"); err != nil {
		t.Error(err)
	}
	tm.Start("after").Stop()
	open.Stop()
	accepted(t, directory)
	files, _ := filepath.Glob(filepath.Join(directory, "*.trc"))
	if len(files) != 2 {
		t.Fatal(files)
	}
	list := records(t, files[0])
	if got := outline(list); got != "2an event 2inner 1outer 1open 0Total" {
		t.Errorf("trace %s", got)
	}
	for _, record := range list {
		_, cut := record.Value(hdtrace.UnfinishedAttribute)
		if cut != (record.Name == "open" || record.Name == "Total") {
			t.Errorf("%s: unfinished %v", record.Name, cut)
		}
		if before := record.Start < started-hdtrace.Epoch(2*time.Millisecond); before != (record.Name == "outer" || record.Name == "Total") {
			t.Errorf("%s starts at %v, the recorder at %v", record.Name, record.Start, started)
		}
		if given, _ := record.Value("given"); record.Name == "outer" && (given != "1" || len(record.Elements) != 1) {
			t.Errorf("%+v", record)
		}
	}
	if got := outline(records(t, files[1])); got != "0elsewhere" {
		t.Errorf("trace %s", got)
	}
}

// The limit is kept to, and told of.
func TestLimit(t *testing.T) {
	directory := t.TempDir()
	trace := NewTrace()
	tm := alone(t, trace)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Trace: trace, Limit: hdtrace.TraceLimit{Bytes: 20000}, MaxThreads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range 5000 {
		tm.Start("step").Stop()
	}
	done := make(chan struct{})
	go func() { defer close(done); tm.Start("no thread left").Stop() }()
	<-done
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	accepted(t, directory)
	left := r.LeftOut()
	files, _ := filepath.Glob(filepath.Join(directory, "*.trc"))
	if info, err := os.Stat(files[0]); err != nil || info.Size() > 20000 || left.Size < 4000 || left.Rate != 1 || len(files) != 1 {
		t.Errorf("%v bytes, %+v left out, files %v", info.Size(), left, files)
	}
	text, _ := os.ReadFile(filepath.Join(directory, "p.proj"))
	if !strings.Contains(string(text), fmt.Sprintf("left %d states out", left.States())) {
		t.Errorf("%s", text)
	}
}

// The recorder samples by itself, and what it writes can be followed.
func TestPeriod(t *testing.T) {
	directory := t.TempDir()
	trace := NewTrace()
	tm := alone(t, trace)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Trace: trace, Period: 2 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("done").Stop()
	span := tm.Start("runs")
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(directory, "*"))
		if len(files) == 2 {
			data, err := os.ReadFile(files[0])
			if err == nil && strings.Contains(string(data), "<done ") && strings.Contains(string(data), "<runs unfinished") && strings.HasSuffix(string(data), "</Program>\n\n") {
				break // as it would be if the program were killed now
			}
		}
		if time.Since(begin) > time.Minute {
			t.Fatal(files)
		}
	}
	span.Stop()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	accepted(t, directory)
}

// A rank that can't write does not keep the others from it.
func TestOneRankFails(t *testing.T) {
	directory := t.TempDir()
	file := filepath.Join(directory, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []int{0, 1} {
		err := local.Run(2, func(comm machenv.Communicator) error {
			trace := NewTrace()
			tm := timers(t, comm, trace)
			o := Options{Directory: filepath.Join(directory, fmt.Sprint(bad)), Project: "p", Trace: trace}
			if comm.Rank() == bad {
				o.Directory = filepath.Join(file, "x")
			}
			r, err := Start(tm, o)
			if (err != nil) != (comm.Rank() == bad) {
				t.Errorf("rank %d: %v", comm.Rank(), err)
			}
			tm.Start("a").Stop()
			if err := r.Epoch(); (err != nil) != (comm.Rank() == bad) {
				t.Errorf("rank %d: epoch: %v", comm.Rank(), err)
			}
			if err := r.Close(); (err != nil) != (comm.Rank() == bad) {
				t.Errorf("rank %d: close: %v", comm.Rank(), err)
			}
			if err := r.Epoch(); !errors.Is(err, ErrClosed) {
				t.Errorf("epoch after close: %v", err)
			}
			return errors.Join(tm.Finalize(), tm.Environments().Close())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	accepted(t, filepath.Join(directory, "1"))
	// Without rank 0 the project file is made of the files.
	if _, err := hdtrace.Repair(filepath.Join(directory, "0")); err != nil {
		t.Fatal(err)
	}
	accepted(t, filepath.Join(directory, "0"))
}

// A rank that is gone is missing in the project file, and nobody waits for ever.
func TestOneRankIsLost(t *testing.T) {
	directory := t.TempDir()
	err := local.Run(3, func(comm machenv.Communicator) error {
		tm := timers(t, comm)
		r, err := Start(tm, Options{Directory: directory, Project: "p", Patience: 50 * time.Millisecond})
		if err != nil {
			return err
		}
		tm.Start("a").Stop()
		if err := r.Epoch(); err != nil {
			t.Error(err)
		}
		if comm.Rank() == 1 {
			return nil
		}
		if err := r.Close(); (err != nil) != (comm.Rank() == 0) {
			t.Errorf("rank %d: %v", comm.Rank(), err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(directory, "p.proj")); err != nil {
		t.Error(err)
	}
}

func TestWrongUse(t *testing.T) {
	if _, err := Start(nil, Options{}); !errors.Is(err, mpitimer.ErrNotInitialized) {
		t.Error(err)
	}
	trace := NewTrace()
	tm := alone(t, trace)
	for what, o := range map[string]Options{
		"no directory": {}, "empty region": {Directory: t.TempDir(), Regions: []string{""}},
		"region twice": {Directory: t.TempDir(), Regions: []string{"a", "a"}},
	} {
		r, err := Start(tm, o)
		if err == nil || r == nil {
			t.Errorf("%s: %v", what, err)
		}
		if err := r.Close(); err == nil {
			t.Errorf("%s: closed without an error", what)
		}
	}
	first, err := Start(tm, Options{Directory: t.TempDir(), Trace: trace})
	if err != nil {
		t.Error(err)
	}
	second, err := Start(tm, Options{Directory: t.TempDir(), Trace: trace})
	if err == nil {
		t.Error("a trace was used twice")
	}
	tm.Start("a").Stop()
	if err := second.Close(); err == nil {
		t.Error("closed without an error")
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	var none *Recorder
	if err := errors.Join(none.Epoch(), none.Attribute("a", ""), none.Event("ev"), none.Element(hdtrace.Element{}), none.Close()); err != nil || none.LeftOut() != (hdtrace.LeftOut{}) {
		t.Error(err)
	}
}
