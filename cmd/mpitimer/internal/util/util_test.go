//go:build unix

package util

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/util"
)

// The program of these tests is also mpitimer, with this command alone, and the program that it runs.
const roleVariable = "MPITIMER_UTIL_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "mpitimer":
		c := Command()
		c.SilenceErrors, c.SilenceUsage = true, true
		err := c.Execute()
		if err != nil && !errors.As(err, new(child.Status)) {
			fmt.Fprintln(os.Stderr, "mpitimer:", err)
		}
		os.Exit(cli.Status(err))
	case "signals": // tells which signals it gets, until SIGTERM
		got := make(chan os.Signal, 8)
		signal.Notify(got, syscall.SIGUSR1, syscall.SIGTERM, os.Interrupt)
		fmt.Println("ready")
		for s := range got {
			fmt.Println(s)
			if s == syscall.SIGTERM {
				os.Exit(7)
			}
		}
	}
	os.Exit(m.Run())
}

// calling is mpitimer util with arguments, in a session without a terminal.
func calling(t *testing.T, env []string, args ...string) (c *exec.Cmd, out, messages *bytes.Buffer) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c = exec.Command(program, args...)
	out, messages = new(bytes.Buffer), new(bytes.Buffer)
	c.Stdout, c.Stderr = out, messages
	c.Env = append(os.Environ(), roleVariable+"=mpitimer")
	for _, name := range child.LocalRanks {
		c.Env = append(c.Env, name+"=")
	}
	c.Env = append(c.Env, env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return c, out, messages
}

// status runs a command and returns its exit status.
func status(t *testing.T, c *exec.Cmd) int {
	t.Helper()
	err := c.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode()
}

// entries returns the number of entries of a host in a directory.
func entries(t *testing.T, dir, project, host string) int {
	t.Helper()
	findings, err := hdproject.CheckDirectory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("not accepted: %v", findings)
	}
	if _, err := os.Stat(filepath.Join(dir, project+".proj")); err != nil {
		t.Error(err)
	}
	f, err := os.Open(filepath.Join(dir, project+"_"+host+"_"+util.Group+".stat"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := stat.NewReader(f, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range r.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// statusOnce returns the exit status of a command whose program runs until there is a file, which is made when a trace has some entries.
func statusOnce(t *testing.T, c *exec.Cmd, trace, file string) int {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	some := func() bool {
		f, err := os.Open(trace)
		if err != nil {
			return false
		}
		defer f.Close()
		r, err := stat.NewReader(f, hdtrace.ReadOptions{})
		for range 3 {
			if err == nil {
				_, err = r.Next()
			}
		}
		return err == nil
	}
	for begin := time.Now(); !some() && time.Since(begin) < time.Minute; time.Sleep(5 * time.Millisecond) {
	}
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	return c.ProcessState.ExitCode()
}

func TestTracesProgram(t *testing.T) {
	dir, end := filepath.Join(t.TempDir(), "a", "b"), filepath.Join(t.TempDir(), "end")
	c, out, messages := calling(t, nil, "--interval", "10ms", "--host", "node_1", "-o", dir, "--", "sh", "-c", "until [ -e "+end+" ]; do sleep 0.01; done; echo done $0 --quiet; exit 5", "-o")
	if s := statusOnce(t, c, filepath.Join(dir, "sh_node-1_Utilization.stat"), end); s != 5 || out.String() != "done -o --quiet\n" {
		t.Errorf("status %d, %q, %s", s, out, messages)
	}
	if n := entries(t, dir, "sh", "node-1"); n < 3 {
		t.Errorf("%d entries", n)
	}
	if !strings.Contains(messages.String(), filepath.Join(dir, "sh.proj")) {
		t.Errorf("%s", messages)
	}
}

func TestStatuses(t *testing.T) {
	run := func(args ...string) (int, string) {
		c, _, messages := calling(t, nil, append([]string{"-o", t.TempDir(), "--interval", "1ms"}, args...)...)
		return status(t, c), messages.String()
	}
	for _, test := range []struct {
		status int
		says   string
		args   []string
	}{
		{0, "", []string{"-q", "--", "true"}},
		{0, "", []string{"-q", "true"}}, // without --
		{1, "", []string{"-q", "--", "false"}},
		{128 + 9, "", []string{"-q", "--", "sh", "-c", "kill -9 $$"}},
		{127, "no-such-program", []string{"-q", "--", "no-such-program"}},
		{2, "gpu", []string{"--source", "gpu", "--", "true"}},
		{2, "interval", []string{"--interval", "1us", "--", "true"}},
		{2, "duration", []string{"--duration", "1s", "--", "true"}},
		{2, "duration", []string{"--duration", "-1s"}},
		{2, "absolute", []string{"--mountpoint", "home", "--", "true"}},
		{2, "not a directory", []string{"--strict", "-o", "/dev/null/x", "--", "true"}},
		{2, "no such source", []string{"--strict", "--source", "hdd", "--mountpoint", "/proc", "--", "true"}},
		{2, "not a directory", []string{"-o", "/dev/null/x", "--duration", "1ms"}},
		// A tracer that cannot start keeps no program from running, and the status is the program's.
		{0, "not tracing", []string{"-o", "/dev/null/x", "--", "true"}},
		{5, "not a directory", []string{"-o", "/dev/null/x", "--", "sh", "-c", "exit 5"}},
		{0, "no such source", []string{"--source", "hdd", "--mountpoint", "/proc", "--", "true"}},
	} {
		got, messages := run(test.args...)
		if got != test.status || !strings.Contains(messages, test.says) || test.says == "" && messages != "" {
			t.Errorf("%q: status %d, want %d; says %q, want %q", test.args, got, test.status, messages, test.says)
		}
	}
	if got, messages := run("--source", "all,-cpu", "--mountpoint", "/proc", "--", "sleep", "0.1"); got != 0 || !strings.Contains(messages, "not on this machine: HDD_READ,HDD_WRITE") {
		t.Errorf("status %d, %s", got, messages)
	}
}

// libRUT's variable silences the summary.
func TestVerbosity(t *testing.T) {
	for text, want := range map[string]bool{"": true, "-1": false, "0": false, "1": true, "3": true} {
		t.Setenv("RUT_VERBOSITY", text)
		c, _, messages := calling(t, nil, "-o", t.TempDir(), "--interval", "1ms", "--", "true")
		if s := status(t, c); s != 0 || (messages.String() != "") != want {
			t.Errorf("%q: status %d, %q", text, s, messages)
		}
	}
	for _, text := range []string{"4", "-2", "much"} {
		t.Setenv("RUT_VERBOSITY", text)
		c, _, messages := calling(t, nil, "-o", t.TempDir(), "--", "true")
		if s := status(t, c); s != 2 || !strings.Contains(messages.String(), "RUT_VERBOSITY is") {
			t.Errorf("%q: status %d, %q", text, s, messages)
		}
	}
}

// What lies in the directory of an earlier trace of the host stays as it is: the second one says so and runs
// the program, unless it is strict, and replaces the first where it is told to.
func TestSecondTrace(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) (int, string) {
		c, _, messages := calling(t, nil, append([]string{"-o", dir, "--interval", "5ms", "--host", "h", "--project", "p"}, args...)...)
		return status(t, c), messages.String()
	}
	contents := func() string {
		var all []byte
		for _, name := range []string{"p.proj", "p_h_Utilization.stat"} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text...)
		}
		return string(all)
	}
	if s, messages := run("--", "sleep", "0.05"); s != 0 {
		t.Fatalf("status %d, %s", s, messages)
	}
	first := contents()
	for _, test := range []struct {
		args   []string
		status int
	}{{[]string{"--", "sh", "-c", "exit 5"}, 5}, {[]string{"--strict", "--", "sh", "-c", "exit 5"}, 2}, {[]string{"--duration", "1ms"}, 2}} {
		s, messages := run(test.args...)
		if s != test.status || !strings.Contains(messages, "p_h_Utilization.stat") || !strings.Contains(messages, "--replace") || contents() != first {
			t.Errorf("%q: status %d, want %d, the first trace has changed: %t; %s", test.args, s, test.status, contents() != first, messages)
		}
	}
	if s, messages := run("--replace", "--", "sh", "-c", "sleep 0.05; exit 5"); s != 5 || contents() == first {
		t.Errorf("--replace: status %d, replaced: %t; %s", s, contents() != first, messages)
	}
	entries(t, dir, "p", "h")
}

func TestDuration(t *testing.T) {
	dir := t.TempDir()
	c, _, messages := calling(t, nil, "--duration", "1s", "--interval", "5ms", "-o", dir, "--host", "h", "--project", "my run", "--source", "mem")
	if s := status(t, c); s != 0 {
		t.Errorf("status %d, %s", s, messages)
	}
	if n := entries(t, dir, "my-run", "h"); n < 1 { // the more, the less the machine has to do
		t.Errorf("%d entries", n)
	}
}

func TestUntilInterrupted(t *testing.T) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := t.TempDir()
		c, _, messages := calling(t, nil, "--interval", "1s", "-o", dir, "--host", "h", "--source", "mem")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// The file comes with the first entry: then the signals are waited for.
		file := filepath.Join(dir, "utilization_h_Utilization.stat")
		for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(5 * time.Millisecond) {
			if _, err := os.Stat(file); err == nil {
				break
			}
		}
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("%v: %v, %s", s, err, messages)
		}
		if n := entries(t, dir, "utilization", "h"); n < 1 {
			t.Errorf("%d entries", n)
		}
	}
}

func TestForwardsSignals(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, _, messages := calling(t, nil, "-o", t.TempDir(), "--", "env", roleVariable+"=signals", program)
	c.Stdout = nil
	pipe, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line := func() string {
		buf := make([]byte, 100)
		n, _ := pipe.Read(buf)
		return strings.TrimSpace(string(buf[:n]))
	}
	if got := line(); got != "ready" {
		t.Fatal(got)
	}
	for _, s := range []os.Signal{syscall.SIGUSR1, os.Interrupt, syscall.SIGTERM} {
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if got := line(); got != s.String() {
			t.Errorf("sent %v, got %s", s, got)
		}
	}
	_ = c.Wait()
	if s := c.ProcessState.ExitCode(); s != 7 {
		t.Errorf("status %d, %s", s, messages)
	}
}

// Of the ranks that a launcher starts on a host only the lowest traces.
func TestRanks(t *testing.T) {
	for _, name := range child.LocalRanks {
		dir := t.TempDir()
		for _, rank := range []string{"1", "0"} {
			c, _, messages := calling(t, []string{name + "=" + rank}, "--interval", "1ms", "-o", dir, "-q", "--", "sh", "-c", "sleep 0.05; exit 4")
			if s := status(t, c); s != 4 {
				t.Errorf("%s=%s: status %d, %s", name, rank, s, messages)
			}
			found, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			if (len(found) == 2) != (rank == "0") {
				t.Errorf("%s=%s: %v", name, rank, found)
			}
		}
	}
}

func TestUnderMPI(t *testing.T) {
	for mpirun, args := range map[string][]string{"mpirun.openmpi": {"--oversubscribe", "-n", "3"}, "mpirun.mpich": {"-launcher", "fork", "-n", "2"}} {
		path, err := exec.LookPath(mpirun)
		if err != nil {
			t.Logf("there is no %s here", mpirun)
			continue
		}
		dir, end := t.TempDir(), filepath.Join(t.TempDir(), "end")
		c, out, messages := calling(t, []string{"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_btl_base_warn_component_unused=0"})
		c.Env = slices.DeleteFunc(c.Env, func(v string) bool { return strings.HasSuffix(v, "=") }) // as the launcher has them
		program := c.Path
		c.Path, c.Args = path, slices.Concat([]string{path}, args, []string{program, "--interval", "5ms", "-o", dir, "--host", "h", "--", "sh", "-c", "until [ -e " + end + " ]; do sleep 0.01; done; echo rank"})
		if s := statusOnce(t, c, filepath.Join(dir, "sh_h_Utilization.stat"), end); s != 0 || strings.Count(out.String(), "rank") != map[bool]int{true: 3, false: 2}[mpirun == "mpirun.openmpi"] {
			t.Errorf("%s: status %d, %s, %s", mpirun, s, out, messages)
		}
		if n := entries(t, dir, "sh", "h"); n < 3 {
			t.Errorf("%s: %d entries", mpirun, n)
		}
	}
}
