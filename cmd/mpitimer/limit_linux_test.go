package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/hd/hdtest"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

const childCommand = "MPITIMER_TEST_COMMAND"

// TestMain runs a command line instead of the tests where one is given.
func TestMain(m *testing.M) {
	if line := os.Getenv(childCommand); line != "" {
		var args []string
		if err := json.Unmarshal([]byte(line), &args); err != nil {
			panic(err)
		}
		os.Exit(execute(args, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// commandLine returns the variable that makes the program of the tests run a command line.
func commandLine(t *testing.T, args []string) string {
	t.Helper()
	line, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return childCommand + "=" + string(line)
}

// withDescriptors runs a command line in a process that may have so many descriptors.
func withDescriptors(t *testing.T, n int, args ...string) (status int, out string) {
	t.Helper()
	begin := time.Now()
	c := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$0"`, n), os.Args[0])
	c.Env = append(os.Environ(), commandLine(t, args))
	text, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	if used, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok && longAttacks() {
		t.Logf("%.60q: %v, processor %v, memory %d MiB", args, time.Since(begin).Round(time.Millisecond),
			c.ProcessState.UserTime()+c.ProcessState.SystemTime(), used.Maxrss>>10)
	}
	return c.ProcessState.ExitCode(), string(text)
}

// longAttacks reports whether tests have the sizes of real machines, which takes minutes.
func longAttacks() bool { return os.Getenv("LONG_ATTACKS") != "" }

// crowd writes the tables of a run of many ranks that have died: that of one rank again and again.
func crowd(t *testing.T, ranks int) string {
	t.Helper()
	one := killed(t, 1)
	name := filepath.Join(one, fmt.Sprintf("%06d%s", 0, ranktable.Extension))
	table, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	order := binary.NativeEndian
	table = table[:order.Uint64(table[128:])] // what is behind the blocks is empty
	for rank := range ranks {
		order.PutUint32(table[20:], uint32(rank))
		order.PutUint32(table[24:], uint32(ranks))
		order.PutUint32(table[124:], crc32.Checksum(table[:124], crc32.MakeTable(crc32.Castagnoli)))
		if err := os.WriteFile(filepath.Join(one, fmt.Sprintf("%06d%s", rank, ranktable.Extension)), table, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return one
}

func TestRecoverFewDescriptors(t *testing.T) {
	race.Sequential(t)
	ranks, descriptors := 40, 24
	folder := killed(t, ranks)
	if longAttacks() {
		ranks, descriptors = 25000, 1024
		folder = crowd(t, ranks)
	}
	status, out := withDescriptors(t, descriptors, "recover", folder)
	if strings.Contains(out, "missing") || strings.Contains(out, "too many open files") {
		t.Errorf("status %d:\n%s", status, out)
	}
	want(t, status, 0, out, fmt.Sprintf("died  %d  0-%d", ranks, ranks-1))
	into := filepath.Join(t.TempDir(), "run.mptsum")
	status, out = withDescriptors(t, descriptors, "recover", folder, "-o", into)
	want(t, status, 0, out)
	if status, out, _ := commanded("show", into); status != 0 || !strings.Contains(out, fmt.Sprint(ranks, " ranks")) {
		t.Errorf("status %d:\n%s", status, out)
	}
}

func TestRecoverManyRuns(t *testing.T) {
	race.Sequential(t)
	const runs, descriptors = 3001, 1024
	base := t.TempDir()
	one := killed(t, 1)
	files, err := filepath.Glob(filepath.Join(one, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(one)
	for i := range runs { // the run itself is the last one; the others cannot be read
		folder := filepath.Join(base, fmt.Sprintf("%s%016x", name[:len(name)-16], i))
		text := data[:100]
		if i == runs-1 {
			folder, text = filepath.Join(base, name), data
		}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(files[0])), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	status, out := withDescriptors(t, descriptors, "recover", base, name)
	want(t, status, 0, out)
	if strings.Contains(out, "no run called") || strings.Contains(out, "too many open files") {
		t.Error(out)
	}
}

// Traces are opened one after the other.
func TestHDFewDescriptors(t *testing.T) {
	race.Sequential(t)
	folder := hdtest.Project(t)
	data, err := os.ReadFile(filepath.Join(folder, "run_node1_0_0.trc"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range 50 {
		name := filepath.Join(folder, fmt.Sprintf("run_node1_%d_0.trc", i))
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	status, out := withDescriptors(t, 24, append([]string{"hd", "view", "-o", filepath.Join(folder, "view.json")}, names...)...)
	want(t, status, 0, out, "50 files")
	parts := t.TempDir()
	status, out = withDescriptors(t, 24, append([]string{"hd", "cut", "--from", "+0s", "-o", parts}, names...)...)
	want(t, status, 0, out)
	if cut, err := os.ReadDir(parts); err != nil || len(cut) != len(names) {
		t.Errorf("%d parts, want %d: %v", len(cut), len(names), err)
	}
	for _, command := range []string{"info", "check"} {
		status, out = withDescriptors(t, 24, "hd", command, folder)
		if strings.Contains(out, "too many open files") {
			t.Errorf("%s: status %d:\n%s", command, status, out)
		}
	}
}
