package gptl

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// supported is ok, but skips the test on a system that does not tell.
func supported(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, ErrUnsupported) {
		t.Skip(err)
	}
	ok(t, err)
}

func TestMemUsage(t *testing.T) {
	used, err := MemUsage()
	supported(t, err)
	if used < 1 || used > 1e6 {
		t.Errorf("the process is said to have %g MB", used)
	}
}

func TestPrintMemUsage(t *testing.T) {
	_, output := captured(t)
	supported(t, PrintMemUsage("after the loop"))
	var megabytes float64
	if n, err := fmt.Sscanf(output.String(), "GPTLprint_memusage: after the loop rss=%f MB\n", &megabytes); n != 1 || err != nil || megabytes < 1 {
		t.Errorf("printed %q: %v", output, err)
	}
}

func TestProcessSize(t *testing.T) {
	size, resident, err := ProcessSize()
	supported(t, err)
	if resident <= 0 || size < resident {
		t.Errorf("%g MB, of which %g are resident", size, resident)
	}
	fresh(t)
	size, resident, err = parseStatm([]byte("512 256 3 4 0 5 0\n"), 4096)
	ok(t, err)
	equal(t, "size", size, 2.0)
	equal(t, "resident", resident, 1.0)
	for _, wrong := range []string{"", "512", "512 x", "-1 2"} {
		if _, _, err := parseStatm([]byte(wrong), 4096); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%q gives %v", wrong, err)
		}
	}
	_, err = readProc(filepath.Join(t.TempDir(), "none"))
	wants(t, err, ErrUnsupported)
}

func TestProcessUsage(t *testing.T) {
	u, err := ProcessUsage()
	supported(t, err)
	if u.Resident <= 0 || u.Size < u.Resident || u.Text <= 0 || u.DataStack <= 0 || u.Shared < 0 {
		t.Errorf("%+v", u)
	}
	u, err = parseStatus([]byte("Name:\tx\nVmHWM:\t   50 kB\nVmRSS:\t   40 kB\nRssFile:\t 30 kB\nVmData:\t 20 kB\nVmExe:\t 10 kB\n"))
	ok(t, err)
	equal(t, "usage", u, Usage{Size: 50, Resident: 40, Shared: 30, Text: 10, DataStack: 20})
	for _, wrong := range []string{"", "VmHWM: 50 kB", "VmHWM: x kB", "VmHWM: 50 MB", "VmHWM:"} {
		if _, err := parseStatus([]byte(wrong)); err == nil {
			t.Errorf("%q is no error", wrong)
		}
	}
}

// The log of growing memory has a line for each start or stop at which the peak had grown.
func TestDoprMemUsage(t *testing.T) {
	_, err := peakMemory()
	supported(t, err)
	messages, _ := captured(t)
	folder := begin(t, map[Option]int{DoprMemUsage: 1, MemGrowth: 10})
	equal(t, "fast path", plain.Load(), 0)
	elsewhere(func() { within(t, nothing, "other thread") })
	within(t, nothing, "a b")
	text := messages.String() // of the only rank; of several, see TestMemoryOfRanks
	var megabytes float64
	if n, err := fmt.Sscanf(text, "Begin a b RSS grew to %f MB\n", &megabytes); n != 1 || err != nil || strings.Count(text, "\n") != 1 {
		t.Fatalf("the log is %q: %v", text, err)
	}
	l := current()
	for _, step := range []struct {
		factor float64
		lines  int
	}{{1.05, 1}, {1.2, 2}, {1.25, 2}, {1.5, 3}} {
		l.noteMemory("End", "c", megabytes*step.factor)
		equal(t, "lines", strings.Count(messages.String(), "\n"), step.lines)
	}
	if want := fmt.Sprintf("End c RSS grew to %8.2f MB\n", megabytes*1.5); !strings.HasSuffix(messages.String(), want) {
		t.Errorf("the log does not end with %q", want)
	}
	equal(t, "files", len(files(t, folder)), 0)
	expectTree(t, "a b 1", "other thread 1")
	wants(t, Stop("never"), ErrNotRunning)
}
