//go:build cgo

package nvtx_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/ranges/nvtx"
)

// standIn is a file of the stand-in's notes. NVTX's library is the stand-in until the test ends.
func standIn(t *testing.T) (notes string) {
	t.Helper()
	t.Setenv(injection, "")
	library := compiled(t)
	nvtx.SetLibrary(t, library)
	notes = filepath.Join(t.TempDir(), "notes")
	t.Setenv("NVTX_NOTES", notes)
	return notes
}

// compiled is the stand-in of NVTX, or another file of testdata.
func compiled(t *testing.T, options ...string) (library string) {
	t.Helper()
	library = filepath.Join(t.TempDir(), "lib.so")
	source := "testdata/nvtx.c"
	if n := len(options) - 1; n >= 0 && !strings.HasPrefix(options[n], "-") {
		source, options = options[n], options[:n]
	}
	out, err := exec.Command("cc", append(options, "-shared", "-fPIC", "-o", library, source)...).CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return library
}

// injection names the tool that takes the ranges.
const injection = "NVTX_INJECTION64_PATH"

// A tool that is named takes the ranges, and no library is needed. This needs a process of its own, since a tool stays.
func TestToolTakesRanges(t *testing.T) {
	const inside = "TEST_TOOL_TAKES_RANGES"
	if os.Getenv(inside) == "" {
		c := exec.Command(os.Args[0], "-test.run=^TestToolTakesRanges$", "-test.v")
		c.Env = append(os.Environ(), inside+"=1", injection+"="+compiled(t), "NVTX_NOTES="+filepath.Join(t.TempDir(), "notes"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	for range 2 { // a second run of the timers finds the tool there
		nvtx.SetLibrary(t, filepath.Join(t.TempDir(), "none.so"))
		tm, log := timersFor(t, "nvtx")
		tm.Start("a").Stop()
		if err := tm.Finalize(); err != nil || strings.Contains(log.String(), "no ranges") {
			t.Fatalf("%v\n%s", err, log)
		}
	}
	names, open := noted(t, os.Getenv("NVTX_NOTES"))
	for thread, list := range names {
		if want := "Total a Total a"; strings.Join(list, " ") != want || open[thread] != 0 || len(names) != 1 {
			t.Errorf("%v are noted, %d open, expected %s", names, open[thread], want)
		}
	}
	if len(names) == 0 {
		t.Error("nothing is noted")
	}
}

// A tool that cannot be had is said, and the timers go on without.
func TestToolIsNotThere(t *testing.T) {
	nvtx.SetLibrary(t, compiled(t))
	for _, c := range []struct{ tool, refuses, want string }{
		{filepath.Join(t.TempDir(), "none.so"), "", "the tool's library cannot be opened"},
		{compiled(t, "-DLIBRARY_ONLY"), "", "the tool's library does not take NVTX"},
		{compiled(t), "1", "the tool refuses"},
	} {
		t.Setenv(injection, c.tool)
		if c.refuses != "" {
			t.Setenv("NVTX_REFUSES", c.refuses)
		}
		tm, log := timersFor(t, "nvtx")
		tm.Start("a").Stop()
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
		if want := "no ranges: NVTX: " + c.want + " (" + injection + ")"; !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
}

// timersFor makes timers whose regions are whose ranges, and returns what they say.
func timersFor(t *testing.T, whose string) (*mpitimer.Timers, *strings.Builder) {
	t.Helper()
	var log strings.Builder
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
	if err := c.Set("Ranges", whose); err != nil {
		t.Fatal(err)
	}
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(&log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tm.Finalize() })
	return tm, &log
}

// noted are the notes of each thread, in order, with the depth at its end; a pop without a push ends the test.
func noted(t *testing.T, file string) (names map[string][]string, open map[string]int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	names, open = map[string][]string{}, map[string]int{}
	for line := range strings.Lines(string(text)) {
		field := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
		thread := field[0]
		if field[1] == "+" {
			open[thread]++
			names[thread] = append(names[thread], field[2])
		} else if open[thread]--; open[thread] < 0 {
			t.Fatalf("thread %s pops what it has not pushed:\n%s", thread, text)
		}
	}
	return names, open
}

// Each region is a range of its name, also one inside itself, in goroutines, and one that a stop further out ends.
func TestRegionsAreRanges(t *testing.T) {
	notes := standIn(t)
	tm, _ := timersFor(t, "nvtx")
	outer := tm.Start("outer")
	tm.Start("a/b").Stop()
	tm.Start("left open")
	outer.Stop()
	var goroutines sync.WaitGroup
	for range 4 {
		goroutines.Go(func() {
			for range 10 {
				s := tm.Start("work")
				tm.Start("inner").Stop()
				s.Stop()
			}
		})
	}
	goroutines.Wait()
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	names, open := noted(t, notes)
	count := map[string]int{}
	for thread, list := range names {
		if open[thread] != 0 {
			t.Errorf("thread %s leaves %d ranges open", thread, open[thread])
		}
		for _, name := range list {
			count[name]++
		}
	}
	for name, want := range map[string]int{"Total": 1, "outer": 1, "a/b": 1, "left open": 1, "work": 40, "inner": 40} {
		if count[name] != want {
			t.Errorf("%d ranges %q, expected %d: %v", count[name], name, want, count)
		}
	}
}

// Without being asked for nothing is opened.
func TestNoRanges(t *testing.T) {
	notes := standIn(t)
	for _, whose := range []string{"none", ""} {
		tm, _ := timersFor(t, whose)
		tm.Start("a").Stop()
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
	}
	if names, _ := noted(t, notes); len(names) > 0 {
		t.Errorf("there are ranges: %v", names)
	}
}

// Where the library is not there the timers go on, and say so.
func TestLibraryIsAbsent(t *testing.T) {
	t.Setenv(injection, "")
	nvtx.SetLibrary(t, filepath.Join(t.TempDir(), "none.so"))
	tm, log := timersFor(t, "nvtx")
	tm.Start("a").Stop()
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "no ranges: no tool is there (NVTX_INJECTION64_PATH is not set), and NVTX: its library is not there") || !strings.Contains(log.String(), "a ") {
		t.Errorf("the log is\n%s", log)
	}
}

func TestUnknownRanges(t *testing.T) {
	c := mpitimer.DefaultConfig()
	if err := c.Set("Ranges", "other"); err != nil {
		t.Fatal(err)
	}
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err == nil || !strings.Contains(err.Error(), `"other", expected one of none, itt, nvtx`) {
		t.Errorf("the error is %v", err)
	}
	_ = tm.Finalize()
}
