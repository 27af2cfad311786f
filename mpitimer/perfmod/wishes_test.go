package perfmod

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
	_ "github.com/go-hpc/timers/mpitimer/upstream"
)

// What users of GPTL have asked for in vain, by the issues of GPTL, E3SM and its parts.

// exact are settings with a clock by which times come out as they went in.
func exact(s *Settings) { s.Timer, s.OutputRanks = int(gptl.ClockGetTime), 1 }

// rankTwin is a rank's file in JSON.
type rankTwin struct {
	Threads []struct {
		Rows []struct {
			Name    string
			Parent  int
			On      bool
			Count   uint64
			Total   int64  `json:"total_ns"`
			Max     int64  `json:"max_ns"`
			Min     int64  `json:"min_ns"`
			Untimed *int64 `json:"untimed_ns"`
		}
	}
}

type globalTwin struct {
	Timers []struct {
		Name  string
		Count uint64
		Total json.Number `json:"walltotal_ns"`
	}
}

func readTwin(t *testing.T, name string, twin any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, twin)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// GPTL#47: what a timer took below each of its parents, and what the timers inside a parent leave of it.
// E3SM#4469, E3SM#4500: the halo exchange of the dynamics, apart from that of the physics.
func TestWishTimePerParentAndUntimedRemainder(t *testing.T) {
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
		if err := Print(filepath.Join(folder, "t"), PrintOptions{CallPaths: true, JSON: true}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	calls := paths(readRank(t, filepath.Join(folder, "t.0")).Profile)
	if calls["step/dyn/halo"] != 2 || calls["step/phys/halo"] != 1 {
		t.Errorf("calls %v", calls)
	}
	var twin rankTwin
	readTwin(t, filepath.Join(folder, "json", "t.0.json"), &twin)
	rows := twin.Threads[0].Rows
	below := make([]int64, len(rows))
	halo := map[string]int64{}
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
		if r.Untimed == nil || *r.Untimed != r.Total-below[i] {
			t.Errorf("%s: %d ns of which the timers below take %d, untimed %v", r.Name, r.Total, below[i], r.Untimed)
		}
		if r.Parent >= 0 {
			below[r.Parent] += r.Total
			if r.Name == "halo" {
				halo[rows[r.Parent].Name] = r.Total
			}
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
	if err := c.Set("JSON", "true"); err != nil {
		t.Error(err)
	}
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
		var twin rankTwin
		readTwin(t, filepath.Join(folder, "json", fmt.Sprintf("day%d.0.json", day)), &twin)
		for _, r := range twin.Threads[0].Rows {
			if r.Name == "step" && (r.Min != want[0]*int64(second) || r.Max != want[1]*int64(second) || r.Count != uint64(len(days[day]))) {
				t.Errorf("day %d: %d calls of %d to %d ns, want %v s", day, r.Count, r.Min, r.Max, want)
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

// E3SM#8337, GPTL#5, GPTL#65: long names are kept, and do not become one where they begin alike.
func TestWishLongNamesStayIntact(t *testing.T) {
	folder := t.TempDir()
	names := []string{strings.Repeat("/a/map/file", 20) + ".nc", strings.Repeat("/a/map/file", 20) + ".nd", strings.Repeat("x", 5000) + "1", strings.Repeat("x", 5000) + "2"}
	alone(t, exact, func() {
		for i, name := range names {
			for range i + 1 {
				pair(name)
			}
		}
		if err := Print(filepath.Join(folder, "t"), PrintOptions{JSON: true}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	g := readGlobal(t, filepath.Join(folder, "t_stats"))
	for i, name := range names[:2] {
		if n := region(t, g, name).Calls; n != uint64(i+1) {
			t.Errorf("%d calls of %s", n, name)
		}
	}
	if len(g.Summary.Regions) != len(names)+1 { // and t_prf
		t.Errorf("%d timers", len(g.Summary.Regions))
	}
	var global globalTwin
	readTwin(t, filepath.Join(folder, "json", "t_stats.json"), &global)
	var rank rankTwin
	readTwin(t, filepath.Join(folder, "json", "t.0.json"), &rank)
	for i, name := range names {
		if r := global.Timers[i]; r.Name != name || r.Count != uint64(i+1) {
			t.Errorf("%d calls of %.60s… of %d characters", r.Count, r.Name, len(r.Name))
		}
		if r := rank.Threads[0].Rows[i]; r.Name != name || r.Count != uint64(i+1) {
			t.Errorf("%d calls of %.60s… of %d characters", r.Count, r.Name, len(r.Name))
		}
	}
}

// E3SM's column of counts has seven digits, and CIME divides it by the number of processes to get that
// of steps. The twin has all.
func TestWishCountsAreExact(t *testing.T) {
	folder := t.TempDir()
	const calls, long = 196608*48 + 1, 123456789012345
	alone(t, exact, func() {
		StartStopVals("CPL:CLOCK_ADVANCE", long, calls)
		if err := Print(filepath.Join(folder, "t"), PrintOptions{JSON: true}); err != nil {
			t.Error(err)
		}
	})
	files(t, folder)
	text, err := os.ReadFile(filepath.Join(folder, "t_stats"))
	if err != nil || !strings.Contains(string(text), " 9.437185e+06   1.234568e+05 ") {
		t.Errorf("%s, %v", text, err)
	}
	var global globalTwin
	readTwin(t, filepath.Join(folder, "json", "t_stats.json"), &global)
	if r := global.Timers[0]; r.Count != calls || r.Total.String() != fmt.Sprint(int64(long)) {
		t.Errorf("%+v", r)
	}
	var rank rankTwin
	readTwin(t, filepath.Join(folder, "json", "t.0.json"), &rank)
	if r := rank.Threads[0].Rows[0]; r.Count != calls || r.Total != long {
		t.Errorf("%+v", r)
	}
}

// cime#2, cime PR#415: each file of text has a twin that programs can read, with the same timers.
func TestWishEveryTextHasItsTwin(t *testing.T) {
	folder := t.TempDir()
	alone(t, exact, func() {
		pair("a b", "c")
		o := PrintOptions{JSON: true}
		err := Print(filepath.Join(folder, "t"), o)
		o.SingleFile = new(true)
		if err = errors.Join(err, Print(filepath.Join(folder, "all"), o)); err != nil {
			t.Error(err)
		}
	})
	if got, want := files(t, folder), "all json/all.jsonl json/t.0.json json/t_stats.json t.0 t_stats"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	var global globalTwin
	readTwin(t, filepath.Join(folder, "json", "t_stats.json"), &global)
	for i, r := range readGlobal(t, filepath.Join(folder, "t_stats")).Summary.Regions {
		if twin := global.Timers[i]; twin.Name != r.Name || twin.Count != r.Calls {
			t.Errorf("row %d is %s with %d calls, and %s with %d in the twin", i, r.Name, r.Calls, twin.Name, twin.Count)
		}
	}
	if lines := jsonLines(t, filepath.Join(folder, "json", "all.jsonl")); len(lines) != 2 {
		t.Errorf("%d lines", len(lines))
	}
}
