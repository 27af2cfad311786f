package upstream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// run times a few regions on local ranks, on rank 0 one more, and returns the directory of the files.
func run(t *testing.T, ranks int, edit func(*mpitimer.Config), keys map[string]string) string {
	t.Helper()
	config := mpitimer.DefaultConfig()
	config.Output.GlobalFile, config.Output.RankFiles, config.Output.SummaryFile = "none", 0, false
	config.Output.Directory, config.Output.Tables = t.TempDir(), "off"
	edit(&config)
	for key, value := range keys {
		if err := config.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		var cells atomic.Int64
		counter := mpitimer.WithCounter(mpitimer.Counter{Name: "cells", Read: cells.Load})
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(io.Discard), counter)
		if err != nil {
			return err
		}
		for range comm.Rank() + 2 {
			step := tm.Start("step")
			cells.Add(10)
			step.Stop()
		}
		if comm.Rank() == 0 {
			tm.Start("root alone").Stop()
		}
		return errors.Join(tm.Print(mpitimer.WithFiles("before")), tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	return config.Output.Directory
}

func contents(t *testing.T, folder, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// files lists what is in a directory and those below it.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.Walk(folder, func(name string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			below, _ := filepath.Rel(folder, name)
			names = append(names, filepath.ToSlash(below))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Upstream's files obey the rules of its readers, and have the calls of the ranks.
func TestFilesOfUpstream(t *testing.T) {
	folder := run(t, 3, func(c *mpitimer.Config) { c.Output.Prefix, c.Output.RankFiles = "model", -1 }, map[string]string{"UpstreamPrefix": "timing"})
	want := []string{"before.0", "before.1", "before.2", "before.timing.000000", "before.timing.000001", "before.timing.000002", "before.timing.summary",
		"model.0", "model.1", "model.2", "timing.000000", "timing.000001", "timing.000002", "timing.summary"}
	if got := files(t, folder); !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for rank := range 3 {
		text := contents(t, folder, fmt.Sprintf("timing.%06d", rank))
		if err := check.Timing(text); err != nil {
			t.Errorf("rank %d: %v", rank, err)
		}
		f, err := read.Timing(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		calls := map[string]uint64{}
		for i := range f.Profile.Nodes {
			calls[f.Profile.Nodes[i].Name] = f.Profile.Nodes[i].Calls
		}
		if _, alone := calls["root alone"]; calls["step"] != uint64(rank)+2 || alone != (rank == 0) {
			t.Errorf("rank %d: calls %v", rank, calls)
		}
	}
	text := contents(t, folder, "timing.summary")
	if err := check.TimingSummary(text); err != nil {
		t.Error(err)
	}
	if counted := " 4.00e+01    (     2     0) 2.00e+01    (     0     0)\n"; strings.Count(string(text), counted) != 2 { // of step and all
		t.Errorf("no %q in\n%s", counted, text)
	}
	all, err := read.TimingSummary(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]uint64{}
	for i := range all.Summary.Regions {
		calls[all.Summary.Regions[i].Name] = all.Summary.Regions[i].Calls
	}
	if calls["step"] != 2+3+4 || calls["root alone"] != 1 {
		t.Errorf("of all ranks: calls %v", calls)
	}
}

func TestNothingIsWrittenUnasked(t *testing.T) {
	if output, source := new(settings).Open(); output != nil || source != nil {
		t.Errorf("got %v and %v", output, source)
	}
	if got := files(t, run(t, 2, func(*mpitimer.Config) {}, nil)); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

// A prefix that is no name, or that would give two files one name, is refused with what is wrong.
func TestWrongPrefixes(t *testing.T) {
	for _, prefix := range []string{"a/b", "a\x00", "a\nb"} {
		faults := (&settings{Prefix: prefix}).Check()
		if len(faults) != 1 || faults[0].Key != "UpstreamPrefix" || !strings.Contains(faults[0].Problem, "expected the start of a file name") {
			t.Errorf("%q: %v", prefix, faults)
		}
	}
	for _, c := range []struct{ upstream, prefix, tree, key string }{
		{"", "timing", "timing", ""},
		{"gptl", "timing", "tree", ""},
		{"timing", "timing", "tree", "UpstreamPrefix"},
		{"gptl", "timing", "gptl.summary", "TimerFile"},
		{"gptl", "timing", "gptl.000012", "TimerFile"},
		{"gptl", "timing", "gptl.x12", ""},
		{"gptl", "timing", "gptl.", ""},
	} {
		faults := (&settings{Prefix: c.upstream}).CheckNames(c.prefix, c.tree)
		switch {
		case c.key == "" && len(faults) > 0, c.key != "" && (len(faults) != 1 || faults[0].Key != c.key):
			t.Errorf("%+v: %v", c, faults)
		}
	}
}
