//go:build cgo

package nvtx_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// collector names the library that takes tasks of ITT.
const collector = "INTEL_LIBITTNOTIFY64"

// A collector of ITT gets each region as a task, of either kind and awake. This needs processes of their own, since a collector stays.
func TestCollectorTakesRanges(t *testing.T) {
	const inside = "TEST_COLLECTOR_TAKES_RANGES"
	if os.Getenv(inside) != "" {
		for range 2 { // a second run of the timers finds the collector there
			tm, log := timersFor(t, "itt")
			outer := tm.Start("outer")
			tm.Start("a b").Stop()
			tm.Start("left open")
			outer.Stop()
			if err := tm.Finalize(); err != nil || strings.Contains(log.String(), "no ranges") {
				t.Fatalf("%v\n%s", err, log)
			}
		}
		return
	}
	const once = "Total outer a b left open"
	for _, c := range []struct{ name, option, environment, want string }{
		{"fills in a list", "-DFILLS", "", once + " " + once},
		{"by name", "-DBY_NAME", "", once + " " + once},
		{"wants nothing now", "-DFILLS", "ITT_SLEEPS=1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			notes := filepath.Join(t.TempDir(), "notes")
			again := exec.Command(os.Args[0], "-test.run=^TestCollectorTakesRanges$", "-test.v")
			again.Env = append(os.Environ(), inside+"=1", collector+"="+compiled(t, c.option, "testdata/itt.c"), "ITT_NOTES="+notes, c.environment)
			if out, err := again.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			names, open := noted(t, notes)
			var all []string
			for thread, list := range names {
				all = append(all, list...)
				if open[thread] != 0 {
					t.Errorf("thread %s leaves %d tasks open", thread, open[thread])
				}
			}
			if got := strings.Join(all, " "); got != c.want {
				t.Errorf("the tasks are %q, expected %q", got, c.want)
			}
		})
	}
}

// A collector that cannot be had is said, and the timers go on without.
func TestCollectorIsNotThere(t *testing.T) {
	for _, c := range []struct{ library, refuses, want string }{
		{"", "", "no collector is there (INTEL_LIBITTNOTIFY64 is not set)"},
		{filepath.Join(t.TempDir(), "none.so"), "", "the collector's library cannot be opened"},
		{compiled(t), "", "the collector's library lacks functions"},
		{compiled(t, "testdata/itt.c"), "1", "the collector wants no tasks"},
	} {
		t.Setenv(collector, c.library)
		if c.refuses != "" {
			t.Setenv("ITT_REFUSES", c.refuses)
		}
		tm, log := timersFor(t, "itt")
		tm.Start("a").Stop()
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
		if want := "no ranges: ITT: " + c.want; !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
}
