package perfmod

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

// What users of GPTL have asked for in vain, by the issues of GPTL, E3SM and its parts.

// exact are settings with a clock by which times come out as they went in.
func exact(s *Settings) { s.Timer, s.OutputRanks = int(gptl.ClockGetTime), 1 }

// GPTL#47: what a timer took below each of its parents.
// E3SM#4469, E3SM#4500: the halo exchange of the dynamics, apart from that of the physics.
func TestWishTimePerParent(t *testing.T) {
	folder := t.TempDir()
	alone(t, exact, func() {
		Start("step")
		Start("dyn")
		StartStopVals("halo", 3*second, 2)
		Stop("dyn")
		Start("phys")
		StartStopVals("halo", second, 1)
		Stop("phys")
		Stop("step")
		if err := Print(filepath.Join(folder, "t"), PrintOptions{CallPaths: true}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	calls := paths(readRank(t, filepath.Join(folder, "t.0")).Profile)
	if calls["step/dyn/halo"] != 2 || calls["step/phys/halo"] != 1 {
		t.Errorf("calls %v", calls)
	}
	p := readRank(t, filepath.Join(folder, "t.0")).Profile
	halo := map[string]int64{}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == "halo" {
			halo[p.Nodes[n.Parent].Name] = n.Total
		}
	}
	if halo["dyn"] != 3*int64(second) || halo["phys"] != int64(second) {
		t.Errorf("halo took %v", halo)
	}
}

// E3SM#3929: the shortest and longest call between two outputs, not since the start.
func TestWishExtremesOfAnInterval(t *testing.T) {
	folder := t.TempDir()
	c := gptl.Config()
	c.Timing.Clock, c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles = "monotonic", folder, "stats", 1
	var log bytes.Buffer
	if err := Init("", Options{Quiet: true, Timers: []mpitimer.Option{mpitimer.WithConfig(c), mpitimer.WithLog(&log)}}); err != nil {
		t.Fatal(err)
	}
	defer Finalize()
	days := [][]int64{{5, 1}, {3, 4}, {2}}
	for day, seconds := range days {
		for _, s := range seconds {
			StartStopVals("step", second*time.Duration(s), 1)
		}
		if err := mpitimer.Print(mpitimer.SinceLastPrint(), mpitimer.WithFiles(fmt.Sprint("day", day))); err != nil {
			t.Error(err)
		}
	}
	files(t, folder)
	for day, want := range [][2]int64{{1, 5}, {3, 4}, {2, 2}} {
		for _, n := range readRank(t, filepath.Join(folder, fmt.Sprintf("day%d.0", day))).Profile.Nodes {
			if n.Name == "step" && (n.Min != want[0]*int64(second) || n.Max != want[1]*int64(second) || n.Calls != uint64(len(days[day]))) {
				t.Errorf("day %d: %d calls of %d to %d ns, want %v s", day, n.Calls, n.Min, n.Max, want)
			}
		}
	}
}

// scorpio#49, #50, #348 to #351, E3SM#1897: a timer that an error path has left on is named, with the
// place, and harms no other.
func TestWishTimersLeftOnAreNamedWithTheirPlace(t *testing.T) {
	folder := t.TempDir()
	var log bytes.Buffer
	s := DefaultSettings()
	exact(&s)
	if err := Init("", Options{Settings: &s, Log: &log}); err != nil {
		t.Fatal(err)
	}
	pair("before")
	leave := func() error {
		Start("PIO:open") // the place
		return errors.New("no such file")
	}
	if leave() == nil {
		t.Fatal("it has not failed")
	}
	pair("after", "below")
	if err := errors.Join(Print(filepath.Join(folder, "t"), PrintOptions{}), Finalize()); err != nil {
		t.Error(err)
	}
	files(t, folder)
	if open := region(t, readGlobal(t, filepath.Join(folder, "t_stats")), "PIO:open"); open.Running == 0 || open.Calls != 0 {
		t.Errorf("%+v", open)
	}
	line := lineOf(t, "// the place")
	want := fmt.Sprintf("(t_finalizef) left running at the end: \"Total/PIO:open\" (perfmod/wishes_test.go:%d)", line)
	if !strings.Contains(log.String(), want) || strings.Count(log.String(), "(t_finalizef)") != 1 {
		t.Errorf("no %q in\n%s", want, log.String())
	}
}

// lineOf returns the line of this file that ends so.
func lineOf(t *testing.T, end string) int {
	t.Helper()
	text, err := os.ReadFile("wishes_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasSuffix(line, end) && !strings.Contains(line, "lineOf") {
			return i + 1
		}
	}
	t.Fatalf("no line ends with %q", end)
	return 0
}

// E3SM#8337, GPTL#5, GPTL#65: long names do not become one where they begin alike.
func TestWishLongNamesStayApart(t *testing.T) {
	folder := t.TempDir()
	names := []string{strings.Repeat("/a/map/file", 20) + ".nc", strings.Repeat("/a/map/file", 20) + ".nd", strings.Repeat("x", 5000) + "1", strings.Repeat("x", 5000) + "2"}
	alone(t, exact, func() {
		for i, name := range names {
			for range i + 1 {
				pair(name)
			}
		}
		if err := Print(filepath.Join(folder, "t"), PrintOptions{}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	g := readGlobal(t, filepath.Join(folder, "t_stats"))
	for i, name := range names {
		as := gptlcompat.WrittenName(name)
		if n := region(t, g, as).Calls; n != uint64(i+1) {
			t.Errorf("%d calls of %s", n, as)
		}
	}
	if len(g.Summary.Regions) != len(names)+1 { // and t_prf
		t.Errorf("%d timers", len(g.Summary.Regions))
	}
}
