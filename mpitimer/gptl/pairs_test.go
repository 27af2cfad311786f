package gptl

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/stats"
)

// situation makes the calls of the driver with which the real GPTL has written the files of pairs.
func situation(t *testing.T, name string) {
	t.Helper()
	inside := func(name string, f func()) { within(t, f, name) }
	halo := func() { inside("halo", nothing) }
	ok(t, Start("main"))
	inside("init", nothing)
	for step := range 5 {
		inside("step", func() {
			inside("phys", halo)
			inside("dyn", func() { halo(); halo() })
			if step == 0 {
				halo()
			}
		})
	}
	switch name {
	case "val", "fk-val":
		for _, d := range []time.Duration{12345678900, 1500000000} {
			ok(t, StartStopVal("external", d))
		}
		ok(t, StartStopVal("tiny", 123))
		ok(t, StartStopVal("big", 123456789000000))
		wants(t, StartStopVal("negval", -1), ErrValue)
	case "imperfect", "fk-imperfect":
		ok(t, Start("A"))
		ok(t, Start("B"))
		ok(t, Stop("A"))
		ok(t, Stop("B"))
	case "reset":
		ok(t, ResetTimer("init"))
	case "LEFTON":
		ok(t, Start("left on"))
		return
	}
	ok(t, Stop("main"))
}

// The same calls make the same file as the real GPTL's, but for times, sizes and the texts of the head that are of its build.
func TestFilesOfTheRealGPTL(t *testing.T) {
	same := regexp.MustCompile(`(?m)^(  +Called .*|.*Recurse.*|(WARNING|TIMING|INDENTING|ALSO|HAVE_LIBMPI|Imperfect).*|[!* ] .*|[a-zA-Z]+ +\d+ +- .*|Total calls .*|)$`)
	number := regexp.MustCompile(`\d+\.\d+(e[-+]\d+)?`)
	for name, option := range map[string]map[Option]int{
		"cpu": {CPU: 1}, "wall0": {Wall: 0}, "pct": {Percent: 1}, "sync": {SyncMPI: 1}, "reset": nil, "val": nil,
		"imperfect": {Nesting: GPTLNesting}, "LEFTON": {Nesting: GPTLNesting},
		"fk-basic": {Layout: E3SM}, "fk-val": {Layout: E3SM}, "fk-imperfect": {Layout: E3SM, Nesting: GPTLNesting}, "fk-pm1": {Layout: E3SM, PrintMethod: 1},
	} {
		t.Run(name, func(t *testing.T) {
			fresh(t)
			captured(t)
			want := genuine(t, "..", "pairs", name, map[bool]string{true: "timing.0", false: "timing.000000"}[strings.HasPrefix(name, "fk-")])
			for o := range option {
				if o == CPU && !haveProcessTimes {
					t.Skip("this system does not tell the CPU time")
				}
			}
			folder := begin(t, option)
			situation(t, name)
			ok(t, PrintFile("own"))
			got := content(t, folder, "own")
			text := func(s string) string {
				s = s[strings.Index(s, "Stats for thread 0"):strings.Index(s, "Total calls")]
				if strings.HasPrefix(name, "fk-") {
					s = strings.ReplaceAll(s, `"`, "")
				}
				s = number.ReplaceAllString(s, "#")
				s = strings.Join(same.FindAllString(s, -1), "\n")
				return regexp.MustCompile(` +`).ReplaceAllString(s, " ")
			}
			if text(got) != text(want) {
				t.Errorf("got\n%s\nGPTL has\n%s", text(got), text(want))
			}
			for _, line := range []string{"IMPERFECT NESTING", "INDENTING WILL BE DONE", "HAVE_LIBMPI was false", "Multiple parent info"} {
				if line == "HAVE_LIBMPI was false" && mpi.Library() != "" {
					continue // this program is linked with MPI, as theirs was not
				}
				if strings.Contains(got, line) != strings.Contains(want, line) {
					t.Errorf("%q: %t here, %t in GPTL's", line, strings.Contains(got, line), strings.Contains(want, line))
				}
			}
		})
	}
}

// What goes on when the timer around it is stopped is on until its own stop, and has all its time then.
func TestNestingAsInGPTL(t *testing.T) {
	fresh(t)
	messages, _ := captured(t)
	folder := begin(t, map[Option]int{Nesting: GPTLNesting, Verbose: 1, Layout: E3SM})
	ok(t, Start("A"))
	ok(t, Start("B"))
	ok(t, Stop("A"))
	ok(t, PrintFile("on"))
	if row := regexp.MustCompile(`"B" +y +0 +- +0\.000000`); !row.MatchString(content(t, folder, "on")) {
		t.Errorf("B is not on in\n%s", content(t, folder, "on"))
	}
	if v, err := Query("B", 0); err != nil || !v.On || v.Count != 0 || v.Wall != 0 {
		t.Errorf("B is %+v, %v", v, err)
	}
	ok(t, PrintSummaryFile(nil, "on.summary"))
	if row := regexp.MustCompile(`"B" +y `); !row.MatchString(content(t, folder, "on.summary")) {
		t.Errorf("B is not on in\n%s", content(t, folder, "on.summary"))
	}
	elsewhere(func() { wants(t, Stop("B"), ErrNotRunning) })
	time.Sleep(2 * time.Millisecond)
	ok(t, Stop("B"))
	wants(t, Stop("B"), ErrNotRunning)
	if v, err := Query("B", 0); err != nil || v.On || v.Count != 1 || v.Wall < 2*time.Millisecond {
		t.Errorf("B is %+v, %v", v, err)
	}
	equal(t, "warnings", NumWarnings(), 1)
	if !strings.Contains(messages.String(), "goes on") {
		t.Errorf("no warning in %q", messages)
	}
	p := Profile()
	var b int64
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Name == "B" {
			b += n.Total
			equal(t, "running", n.Running, 0)
		}
	}
	if b < int64(2*time.Millisecond) {
		t.Errorf("B took %d ns", b)
	}
}

// A timer in which another one calls itself and leaves a third running is not stopped by that: its own stop is.
func TestNestingOfRecursiveCalls(t *testing.T) {
	fresh(t)
	folder := begin(t, map[Option]int{Nesting: GPTLNesting, Layout: E3SM})
	for _, call := range "abxaAaxABA" { // capital letters stop
		if name := strings.ToLower(string(call)); name == string(call) {
			ok(t, Start(name))
		} else if err := Stop(name); err != nil && !errors.Is(err, ErrNotNested) {
			t.Fatalf("%c: %v", call, err)
		}
	}
	ok(t, PrintFile("file"))
	for _, row := range []string{`"a" +- +3 +2 `, `"b" +- +1 +- `, `"x" +y `} {
		if text := content(t, folder, "file"); !regexp.MustCompile(row).MatchString(text) {
			t.Errorf("no row %s in\n%s", row, text)
		}
	}
}

// A file in a directory that is not there goes to standard error, as GPTL's.
func TestPrintIntoAMissingFolder(t *testing.T) {
	fresh(t)
	messages, _ := captured(t)
	folder := begin(t)
	within(t, nothing, "step")
	for _, name := range []string{"missing/own", filepath.Join(folder, "missing", "own")} {
		messages.Reset()
		ok(t, PrintFile(name))
		if !bytes.Contains(messages.Bytes(), []byte("Stats for thread 0:")) {
			t.Errorf("%s: standard error has %q", name, messages)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "missing")); !os.IsNotExist(err) {
		t.Errorf("the directory was made: %v", err)
	}
}

// The files of ranks tell what each thread's timers occupy.
func TestMemoryOfThreads(t *testing.T) {
	fresh(t)
	folder := begin(t, map[Option]int{Layout: E3SM})
	within(t, nothing, "step")
	elsewhere(func() { within(t, nothing, "step") })
	ok(t, PrintFile("own"))
	for _, want := range []string{"Thread 0 total memory usage = ", "Thread 1 total memory usage = ", "Total memory usage all threads = "} {
		if !strings.Contains(content(t, folder, "own"), want) {
			t.Errorf("no %q", want)
		}
	}
}

// Only the calls of thread 0 cost what E3SM's files say, whether or not other threads have called the same timer.
func TestOverheadOf(t *testing.T) {
	p := &stats.Profile{Clock: stats.Clock{PairCost: 1e9}, Nodes: []stats.Node{
		{Measure: stats.Measure{Calls: 3}},
		{Measure: stats.Measure{Calls: 9}, ByTrack: []stats.TrackMeasure{{Track: 0, Measure: stats.Measure{Calls: 2}}, {Track: 1, Measure: stats.Measure{Calls: 7}}}},
		{Measure: stats.Measure{Calls: 7}, ByTrack: []stats.TrackMeasure{{Track: 1, Measure: stats.Measure{Calls: 7}}}},
	}}
	equal(t, "the overhead", *OverheadOf(p), gptlcompat.Overhead{Total: 5, AtInit: 0.5, Estimate: 5, Bound: 5})
}

// Before Initialize there is no profile; afterwards it is without the region of package mpitimer.
func TestProfile(t *testing.T) {
	fresh(t)
	if p := Profile(); p != nil {
		t.Errorf("got %+v", p)
	}
	begin(t)
	within(t, nothing, "step")
	if p := Profile(); len(p.Nodes) != 1 || p.Nodes[0].Name != "step" || p.Nodes[0].Parent != -1 {
		t.Errorf("got %+v", p.Nodes)
	}
}
