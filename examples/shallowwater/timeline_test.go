package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

func TestTimeline(t *testing.T) {
	cfg := small(t)
	cfg.Timeline = filepath.Join(cfg.Out, "time", "line")
	const ranks = 4
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		_, err := run(comm, cfg, quiet(), io.Discard)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checkTimeline(t, cfg, ranks)
}

func TestTimelineIsOff(t *testing.T) {
	_, cfg, _, err := parse([]string{"-out", t.TempDir(), "-timeline", "a/b"}, io.Discard)
	if err != nil || cfg.Timeline != "a/b" {
		t.Errorf("%q, %v", cfg.Timeline, err)
	}
	if _, cfg, _, err = parse([]string{"-out", t.TempDir()}, io.Discard); err != nil || cfg.Timeline != "" {
		t.Errorf("%q, %v", cfg.Timeline, err)
	}
}

// checkTimeline checks that the project is accepted by the readers of HDTrace, and that it holds the
// timers, the traces and the topology of all ranks.
func checkTimeline(t *testing.T, cfg Config, ranks int) {
	t.Helper()
	findings, err := hdproject.CheckDirectory(cfg.Timeline)
	if err != nil {
		t.Fatal(err)
	}
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("not accepted: %v", findings)
	}
	f, err := os.Open(filepath.Join(cfg.Timeline, "shallowwater.proj"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := hdproject.Read(f, hdtrace.ReadOptions{Name: "shallowwater.proj"})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(p.Topology.Levels()) != "[Hostname Rank Thread]" || len(p.Groups) == 0 || p.Groups[0] != "Timers" {
		t.Errorf("levels %v, groups %v", p.Topology.Levels(), p.Groups)
	}
	found := 0
	for node := range p.Topology.All() {
		if node.Level() == 2 {
			found++
			checkTimers(t, cfg.Timeline, node, p.Groups)
			checkTrace(t, cfg, filepath.Join(cfg.Timeline, node.String()+"_0.trc"))
		}
	}
	members := map[string]int{}
	for _, c := range p.Communicators {
		members[c.Name] += len(c.Members)
	}
	writers := (ranks + writersEvery - 1) / writersEvery
	if found != ranks || members[writersName] != writers || len(members) != 2 {
		t.Errorf("%d ranks, environments %v", found, members)
	}
}

// checkTimers checks that the samples of a rank hold its regions: those of the loop, which come after the first sample,
// in a group of their own. It is the second one, or a later one where the start took longer than a period.
func checkTimers(t *testing.T, folder string, node *hdtrace.Node, groups []string) {
	t.Helper()
	entries, sum := 0, 0.0
	for _, group := range groups {
		name := filepath.Join(folder, node.StatisticsFile(group))
		f, err := os.Open(name)
		if !strings.HasPrefix(group, "Timers") || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := stat.NewReader(f, hdtrace.ReadOptions{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		at := r.Header().Find("run_loop/step/halo")
		for e, err := range r.Entries() {
			if err != nil {
				t.Fatal(err)
			}
			if at >= 0 {
				entries++
				sum += e.Float(at)
			}
		}
	}
	if entries < 1 || sum <= 0 {
		t.Errorf("%v: %d entries of halo in %v, %v s", node, entries, groups, sum)
	}
}

// checkTrace checks that the trace of a rank's main program holds every step.
func checkTrace(t *testing.T, cfg Config, name string) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trace.NewReader(f, hdtrace.ReadOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	last := ""
	for record, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		count[record.Name]++
		if last = record.Name; last == "step" && record.Depth != 2 {
			t.Errorf("step at depth %d", record.Depth)
		}
	}
	if count["step"] != cfg.Steps || count["Epoch"] != cfg.Steps || count["Total"] != 1 || last != "Total" {
		t.Errorf("%s: %v, the last is %s", name, count, last)
	}
}
