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
		got, err := parseTime(text)
		if err != nil || got.Epoch != want || got.relative != strings.HasPrefix(text, "+") || got.share != 0 {
			t.Errorf("%s: %+v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"now", "2m30s", "2026-11-21", "+2026-11-21T05:34:14Z", "1,5", "+", "%", "-1%", "100.1%", "NaN%", "+5%"} {
		if got, err := parseTime(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}

// A share is one of the time between the begin and the end of a file.
func TestHDShares(t *testing.T) {
	whole := func() (span, error) { return span{at(1000), at(3000)}, nil }
	for flags, want := range map[hdRange]span{
		{"0%", "100%"}:   {at(1000), at(3000)},
		{"25%", "62.5%"}: {at(1500), at(2250)},
		{"+0.5s", "50%"}: {at(1500), at(2000)},
	} {
		if got, err := flags.of(whole); err != nil || got != want {
			t.Errorf("%+v: %+v, %v; want %+v", flags, got, err, want)
		}
	}
	if got, err := (&hdRange{"50%", "50%"}).of(whole); err == nil {
		t.Errorf("nothing is %+v", got)
	}
}

// The start of every kind of file is the earliest time in it, and its end the latest.
func TestHDExtent(t *testing.T) {
	folder := hdtest.Project(t)
	for name, want := range map[string]span{
		"run_node1_0_0.trc": {at(100), at(3990)}, "run_node1_0_Timers.stat": {at(500), at(4000)}, "run_node1_0_0.rel": {at(1001), at(1004)},
	} {
		f, err := openHD(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.extent(); err != nil || got != want {
			t.Errorf("%s is of %v, %v; want %v", name, got, err, want)
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
