package util_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/util"
)

// Utilization and timers come into one project, of which readers take all.
func TestOneProjectWithTimeline(t *testing.T) {
	if _, err := os.Stat("/proc/stat"); err != nil {
		t.Skip("there is no /proc here")
	}
	dir := t.TempDir()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	c.Output.Tables, c.Output.Signal = "off", false
	trace := timeline.NewTrace()
	registry, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	timers, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithEnvironments(registry), mpitimer.WithLog(io.Discard), mpitimer.WithHook(trace))
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := timeline.Start(timers, timeline.Options{Directory: dir, Project: "run", Trace: trace, Period: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	directory, err := util.NewDirectory(dir, "run", project.DirectoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tracer, err := util.CreatePerHost(registry, registry.Default(), directory, util.Options{Interval: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tracer.Start(); err != nil {
		t.Fatal(err)
	}
	for tracer.Counts().Entries < 3 {
		step := timers.Start("step")
		time.Sleep(2 * time.Millisecond)
		step.Stop()
	}
	for _, f := range []func() error{tracer.Finalize, directory.Close, recorder.Close, timers.Finalize} {
		if err := f(); err != nil {
			t.Error(err)
		}
	}
	findings, err := project.CheckDirectory(dir)
	if err != nil || !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("%v, %v", findings, err)
	}
	f, err := os.Open(filepath.Join(dir, "run.proj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := project.Read(f, hdtrace.ReadOptions{Name: "run.proj"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(p.Groups, util.Group) || !slices.Contains(p.Groups, timeline.Group) || len(p.Topology.Root().Children()) != 1 {
		t.Errorf("groups %q", p.Groups)
	}
}
