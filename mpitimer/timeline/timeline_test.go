package timeline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	tracefile "github.com/go-hpc/timers/stats/hdtrace/trace"
)

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
			tm.StartInEnvironment("write", "even").Stop()
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
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
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
	p, err := project.Read(f, hdtrace.ReadOptions{Name: "my-run-1.proj"})
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
func checkSamples(t *testing.T, name string, steps int, total *tracefile.Record) {
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
		interval := tm.Start(name)
		tm.Start(name + "inner").Stop()
		interval.Stop()
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

// What ran before the recorder started is in the trace from its start, and what still runs at its end too.
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
		interval := tm.Start("elsewhere")
		close(began)
		<-goOn
		interval.Stop()
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
	r, err := Start(tm, Options{Directory: directory, Project: "p", Trace: trace, Limit: tracefile.Limit{Bytes: 20000}, MaxThreads: 1})
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
	interval := tm.Start("runs")
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
	interval.Stop()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	accepted(t, directory)
}
