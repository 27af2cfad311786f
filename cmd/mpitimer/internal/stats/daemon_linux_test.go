package stats

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/tacc"
)

const daemonVariable = "TEST_STATS_DAEMON"

// TestDaemonProgram is the daemon as a process of its own.
func TestDaemonProgram(t *testing.T) {
	dir := os.Getenv(daemonVariable)
	if dir == "" {
		t.Skip("TestDaemon runs it")
	}
	c := Command()
	c.SetArgs([]string{"daemon", "-o", filepath.Join(dir, "stats"), "--socket", filepath.Join(dir, "s"), "--interval", "20ms", "--rotate", "10h", "--archive", filepath.Join(dir, "archive"), "--type", "cpu,vm"})
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
}

// startDaemon starts it, and waits until it answers.
func startDaemon(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	program := exec.Command(os.Args[0], "-test.run=^TestDaemonProgram$")
	program.Env = append(os.Environ(), daemonVariable+"="+dir)
	program.Stderr = os.Stderr
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Process.Kill() })
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		c, err := net.Dial("unix", filepath.Join(dir, "s"))
		if err == nil {
			_ = c.Close()
			return program
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("the daemon does not listen")
		}
	}
}

// A daemon samples for jobs that begin and end by requests, also across its own death and a rotation.
func TestDaemon(t *testing.T) {
	dir := t.TempDir()
	socket := filepath.Join(dir, "s")
	requests := func(args ...string) {
		t.Helper()
		if _, messages, status := call(t, append(args, "--socket", socket)...); status != 0 {
			t.Fatalf("%v: status %d, %s", args, status, messages)
		}
	}
	program := startDaemon(t, dir)
	requests("begin", "41")
	requests("begin", "42")
	requests("mark", "half way")
	_ = program.Process.Kill() // it leaves its socket
	_ = program.Wait()
	program = startDaemon(t, dir)
	requests("end", "41")
	requests("rotate")
	requests("collect", "cpu")
	for request, want := range map[string]string{"begin a,b\n": "error: job", "stop\n": "error: request", "collect moon\n": "error: type", strings.Repeat("x", 9000): "error: expected a line"} {
		c, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, request)
		if reply, _ := bufio.NewReader(c).ReadString('\n'); !strings.HasPrefix(reply, want) {
			t.Errorf("%.20q: %q, want %s", request, reply, want)
		}
		_ = c.Close()
	}
	if _, messages, status := call(t, "daemon", "-o", dir, "--socket", socket); status == 0 || !strings.Contains(messages, "another daemon") {
		t.Errorf("a second daemon: status %d, %s", status, messages)
	}
	requests("end", "42")
	if err := program.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := program.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(socket); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
	if _, messages, status := call(t, "begin", "43", "--socket", socket); status == 0 || !strings.Contains(messages, "no daemon answers") {
		t.Errorf("status %d, %s", status, messages)
	}
	checkDaemonFiles(t, dir)
}

// checkDaemonFiles looks at what was written, with what was archived.
func checkDaemonFiles(t *testing.T, dir string) {
	archived, _ := filepath.Glob(dir + "/archive/*/*")
	current, _ := filepath.Glob(dir + "/stats/*/current")
	if len(archived) == 0 || len(current) != 1 {
		t.Fatalf("archived %v, current %v", archived, current)
	}
	d := new(tacc.Data)
	for _, name := range append(archived, current...) {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Add(name, f); err != nil {
			t.Error(err)
		}
		_ = f.Close()
	}
	if d.FaultTotal() > 0 {
		t.Errorf("faults %v", d.Faults)
	}
	jobs := make(map[string]tacc.Run)
	for _, j := range tacc.Correct(d).Jobs() {
		jobs[j.ID] = j.Runs[0]
		if len(j.Runs) != 1 && j.ID != "-" {
			t.Errorf("job %s has %d runs", j.ID, len(j.Runs))
		}
	}
	for _, id := range []string{"41", "42"} {
		if r := jobs[id]; !r.Begin || !r.End || !r.Shared || r.Records < 3 {
			t.Errorf("job %s: %+v", id, r)
		}
	}
}

// Only root and the user of the daemon may ask.
func TestDaemonPermits(t *testing.T) {
	for _, each := range []struct {
		user, owner int
		may         bool
	}{{0, 1000, true}, {1000, 1000, true}, {1001, 1000, false}, {1000, 0, false}, {0, 0, true}} {
		if err := permittedUser(each.user, each.owner); (err == nil) != each.may {
			t.Errorf("%+v: %v", each, err)
		}
	}
	// A real stranger, where this test may become one.
	if os.Geteuid() != 0 {
		return
	}
	dir, err := os.MkdirTemp("", "daemon")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	startDaemon(t, dir)
	for _, path := range []string{dir, filepath.Join(dir, "s")} {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "test") // where the stranger may run it
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	stranger := exec.Command(program, "-test.run=^TestDaemonStranger$")
	stranger.Dir, stranger.Env = dir, []string{strangerVariable + "=" + filepath.Join(dir, "s")}
	stranger.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := stranger.CombinedOutput(); !strings.Contains(string(out), "told: ") || !strings.Contains(string(out), "user 65534 may not ask") {
		t.Errorf("%v: %s", err, out)
	}
}

const strangerVariable = "TEST_STATS_STRANGER"

// TestDaemonStranger is another user, who asks.
func TestDaemonStranger(t *testing.T) {
	socket := os.Getenv(strangerVariable)
	if socket == "" {
		t.Skip("TestDaemonPermits runs it")
	}
	if err := ask(socket, "begin", "5"); err == nil {
		t.Fatal("it was done")
	} else {
		t.Fatal("told: ", err)
	}
}

// The unit that is printed starts the daemon with the same flags.
func TestDaemonUnit(t *testing.T) {
	out, _, status := call(t, "daemon", "--unit", "-o", "/var/log/my stats", "--interval", "1m", "--archive", "/a%b", "--type", "cpu,net")
	if status != 0 {
		t.Fatal(status)
	}
	for _, want := range []string{` stats daemon -o "/var/log/my stats" --socket /run/mpitimer/stats.sock --interval 1m0s --rotate 24h0m0s --archive /a%%b --type cpu,net` + "\n", "RuntimeDirectory=mpitimer\n", "WantedBy=multi-user.target\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// Programmed counters count as long as the process does that has them open: a command that takes one sample says so, and
// one that stays looks for them. No machine has both of these types.
func TestProgrammedCountersOfWhoStays(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args    []string
		briefly bool
	}{
		{[]string{"collect"}, true}, {[]string{"begin", "5"}, true},
		{[]string{"daemon", "--socket", filepath.Join(dir, "s")}, false},
		{[]string{"run", "--strict", "--", "true"}, false},
	} {
		_, messages, status := call(t, append(append(c.args[:1:1], "-o", dir, "--type", "amd64_df,intel_knl"), c.args[1:]...)...)
		if status == 0 || strings.Contains(messages, "only as long as a process") != c.briefly || !strings.Contains(messages, "type amd64_df") && !strings.Contains(messages, "type intel_knl") {
			t.Errorf("%v: status %d, %s", c.args, status, messages)
		}
	}
}
