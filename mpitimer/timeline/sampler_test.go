package timeline

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// Regions that were chosen are values from the start, over all call paths that end so.
func TestChosenRegions(t *testing.T) {
	directory := t.TempDir()
	now := atomic.Int64{} // of a clock that goes on when the test says so
	now.Store(time.Now().UnixNano())
	t.Cleanup(clock.Simulate(now.Load))
	tm := alone(t)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Period: -1, Regions: []string{"halo", "b/halo", "never", "a"}})
	if err != nil {
		t.Fatal(err)
	}
	spend := func(path ...string) {
		var intervals []mpitimer.Interval
		for _, name := range path {
			intervals = append(intervals, tm.Start(name))
		}
		now.Add(2e6)
		for i := len(intervals) - 1; i >= 0; i-- {
			intervals[i].Stop()
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
			s := tm.Start(fmt.Sprintf("region %d", i))
			for from := clock.Now(); clock.Now() == from; { // a step of the clock, however long that is
			}
			s.Stop()
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
