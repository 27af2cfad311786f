package hd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/hd/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace"
)

func TestHDTimes(t *testing.T) {
	for text, want := range map[string]hdtrace.Epoch{
		"1795239254.25":           at(250),
		"1795239254.25s":          at(250),
		"2026-11-21T05:34:14.25Z": at(250),
		"+1.5s":                   1500e6,
		"+1.5":                    1500e6,
		"+250ms":                  250e6,
		"+2m30s":                  150 * second,
		"+7us":                    7000,
	} {
		got, relative, err := parseTime(text)
		if err != nil || got != want || relative != strings.HasPrefix(text, "+") {
			t.Errorf("%s: %v, relative %v, %v; want %v", text, got, relative, err, want)
		}
	}
	for _, text := range []string{"now", "2m30s", "2026-11-21", "+2026-11-21T05:34:14Z", "1,5", "+"} {
		if got, _, err := parseTime(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}

// The start of every kind of file is the earliest time in it.
func TestHDBegin(t *testing.T) {
	folder := hdtest.Project(t)
	for name, want := range map[string]hdtrace.Epoch{
		"run_node1_0_0.trc": at(100), "run_node1_0_Timers.stat": at(500), "run_node1_0_0.rel": at(1001),
	} {
		f, err := openHD(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.begin(); err != nil || got != want {
			t.Errorf("%s begins at %v, %v; want %v", name, got, err, want)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The node of a trace is what follows the name of the project, which may have '_' in it.
func TestHDLabels(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ project, file, want string }{
		{"", "my_run_node1_0.trc", "run node1 0"},
		{"my_run.proj", "my_run_node1_0.trc", "node1 0"},
		{"my.proj", "my_run_node1_0.trc", "node1 0"}, // the longer name is still there
		{"", "alone.trc", "alone"},
	} {
		for _, name := range []string{c.project, c.file} {
			if name == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		f, err := openHD(filepath.Join(folder, c.file))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(f.labels(), " "); got != c.want {
			t.Errorf("%s beside %q is of %q, want %q", c.file, c.project, got, c.want)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Of files in which nothing can be read there is no part, and the status is that of a failure.
func TestHDCutFails(t *testing.T) {
	folder := hdtest.Project(t)
	statistics := filepath.Join(folder, "run_node1_0_Timers.stat")
	hdtest.Shorten(t, statistics, 3)
	empty := filepath.Join(folder, "empty.trc")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(t.TempDir(), "part")
	for _, args := range [][]string{{"--to", "+1s", empty}, {"--from", "+100s", statistics}, {"--from", "1895239254", statistics, empty}} {
		status, out := hd(part, append([]string{"cut", "-o", part + "/"}, args...)...)
		want(t, status, cli.StatusFailed, out)
	}
	if left, err := os.ReadDir(part); err == nil && len(left) > 0 {
		t.Errorf("%v was written", left)
	}
}
