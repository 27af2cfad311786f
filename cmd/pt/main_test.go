package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/power/lmgtest"
)

// long is far more than anything takes, on a machine with much else to do.
const long = 2 * time.Minute

var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "pt")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "pt")
		if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
			return 1
		}
		return m.Run()
	}())
}

// program is a run of pt in a directory of its own.
type program struct {
	dir      string
	command  *exec.Cmd
	messages bytes.Buffer
}

func newProgram(t *testing.T, args ...string) *program {
	t.Helper()
	p := &program{dir: t.TempDir(), command: exec.CommandContext(t.Context(), binary, append([]string{"--answer=" + (long / 2).String()}, args...)...)}
	p.command.Dir, p.command.Stderr, p.command.Stdout = p.dir, &p.messages, &p.messages
	p.command.Env = append(os.Environ(), "PT_VERBOSITY=-1")
	return p
}

func (p *program) file(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// status runs it to its end.
func (p *program) status(t *testing.T) int {
	t.Helper()
	timer := time.AfterFunc(long, func() { _ = p.command.Process.Kill() })
	defer timer.Stop()
	err := p.command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.command.ProcessState.ExitCode()
}

// until waits for something that pt does.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(long); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("in vain waited for %s", what)
		}
	}
}

func plug(t *testing.T, faults lmgtest.Faults) *lmgtest.Emulator {
	t.Helper()
	e := lmgtest.New(filepath.Join(t.TempDir(), "tty"), faults, nil)
	e.Compress(2 * time.Millisecond)
	if err := e.Plug(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Pull)
	return e
}

// powers returns the last values of the entries of a statistics file of one.
func powers(t *testing.T, path string) (p []float64) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := stat.NewReader(file, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range r.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		if v := e.Float(e.Len() - 1); v == v {
			p = append(p, v)
		}
	}
	return p
}

func config(port, project string, nodes ...string) string {
	text := "[General]\ndevice=LMG450\nport=" + port + "\ncycle=100\nproject=" + project + "\ntopology=Host_Process_Thread\n"
	for i, node := range nodes {
		text += fmt.Sprintf("[Trace]\ntype=HDSTATS\nnode=%s\nchannel=%d\nvalues=Utrms,Itrms,P\n", node, i+1)
	}
	return text
}

// Each signal ends it with complete files: all samples that the device has sent, and a project that opens.
func TestSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue // the tests run under nohup, and so does pt
		}
		e := plug(t, lmgtest.Faults{Late: true})
		p := newProgram(t, "-c", "pt.cfg")
		p.file(t, "pt.cfg", config(e.Path(), "Test", "node06", "node07"))
		if err := p.command.Start(); err != nil {
			t.Fatal(err)
		}
		until(t, "samples", func() bool { return len(e.Sent()) >= 20 })
		if err := p.command.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if err := p.command.Wait(); err != nil {
			t.Fatalf("%v: %v\n%s", sig, err, &p.messages)
		}
		// A busy machine may be late to read a sample, which shows as a gap.
		if said := p.messages.String(); said != "" && !regexp.MustCompile(`^pt: [^\n]* \d+ samples, \d+ gaps of \S+ together, 0 overflows, found again 0 times\n$`).MatchString(said) {
			t.Errorf("%v: %s", sig, said)
		}
		sent := e.Sent()
		for _, node := range []string{"node06", "node07"} {
			got := powers(t, filepath.Join(p.dir, "Test_"+node+"_Energy.stat"))
			if len(got) != len(sent) {
				t.Errorf("%v: %d samples sent, %d recorded", sig, len(sent), len(got))
			}
			for i := range got {
				if got[i] != float64(i) {
					t.Fatalf("%v: sample %d is %g", sig, i, got[i])
				}
			}
		}
		findings, err := hdproject.CheckDirectory(p.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Severity != finding.Note && !strings.Contains(f.Text, "NaN") && !strings.Contains(f.File, ".cfg") {
				t.Errorf("%v: %v", sig, f)
			}
		}
	}
}

// The command line goes before the file, and two analyzers run at once.
func TestSeveralAnalyzers(t *testing.T) {
	a, b := plug(t, lmgtest.Faults{}), plug(t, lmgtest.Faults{PerValue: true})
	p := newProgram(t, "-c", "a.cfg", "-c", "b.cfg", "-P", "Other", "-t", "Rack_Host", "--cycle", "50", "-o", "out")
	p.file(t, "a.cfg", config(a.Path(), "Test", "r1_node06"))
	p.file(t, "b.cfg", config("nowhere:"+b.Path(), "Test", "r1_node07")) // pt uses the port of this host
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "samples", func() bool { return len(a.Sent()) > 5 && len(b.Sent()) > 5 })
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.command.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, &p.messages)
	}
	for node, e := range map[string]*lmgtest.Emulator{"node06": a, "node07": b} {
		if got := powers(t, filepath.Join(p.dir, "out", "Other_r1_"+node+"_Energy.stat")); len(got) != len(e.Sent()) {
			t.Errorf("%s: %d samples sent, %d recorded", node, len(e.Sent()), len(got))
		}
	}
	text, err := os.ReadFile(filepath.Join(p.dir, "out", "Other.proj"))
	if err != nil || !strings.Contains(string(text), "node06") || !strings.Contains(string(text), "node07") {
		t.Errorf("%s, %v", text, err)
	}
	if !strings.Contains(strings.Join(a.Commands(), "\n"), "CYCL 0.050000") {
		t.Error("--cycle does not go before the file")
	}
}

// Traces of the command line: statistics, text, and a channel by the name of its host.
func TestTraces(t *testing.T) {
	e := plug(t, lmgtest.Faults{})
	p := newProgram(t, "--duration", "600ms", "sa:1:node06", "a:node07:power")
	p.file(t, "hosts.map", "# host port channel\nnode07 "+e.Path()+" 3\n")
	p.command.Args = append(p.command.Args, "-p", e.Path())
	if status := p.status(t); status != 0 {
		t.Fatalf("status %d\n%s", status, &p.messages)
	}
	n := len(powers(t, filepath.Join(p.dir, "MyProject_node06_Energy.stat")))
	for file, channel := range map[string]string{"node06.txt": "231", "power.txt": "233"} {
		text, err := os.ReadFile(filepath.Join(p.dir, file))
		if err != nil {
			t.Fatal(err)
		}
		lines, came := strings.Split(strings.TrimSpace(string(text)), "\n"), 0
		for _, line := range lines[1:] {
			fields := strings.Split(line, "\t")
			if len(fields) == 4 && fields[1] == "NaN" {
				continue // on a busy machine an answer may come too late: then there is no sample
			}
			if came++; len(fields) != 4 || fields[1] != channel {
				t.Errorf("%s: %q", file, line)
			}
		}
		if lines[0] != "# time[s]\tUtrms[V]\tItrms[A]\tP[W]" || came != n || n == 0 {
			t.Errorf("%s: %q and %d lines, %d samples", file, lines[0], came, n)
		}
	}
}

// hosts.map alone says which port it is.
func TestHostsMap(t *testing.T) {
	e := plug(t, lmgtest.Faults{})
	p := newProgram(t, "--duration", "300ms", "--value", "P", "s:node07:node07")
	p.file(t, "hosts.map", "node07 "+e.Path()+" 3\n")
	if status := p.status(t); status != 0 {
		t.Fatalf("status %d\n%s", status, &p.messages)
	}
	if !strings.Contains(strings.Join(e.Commands(), "\n"), "ACTN;P3?\n") {
		t.Errorf("%q", e.Commands())
	}
}

// The time that a device takes to answer is none of the recording's.
func TestDurationOfTheRecording(t *testing.T) {
	e := plug(t, lmgtest.Faults{Chunk: 1, Delay: 10 * time.Millisecond})
	p := newProgram(t, "-c", "pt.cfg", "--duration", "100ms")
	p.file(t, "pt.cfg", config(e.Path(), "Test", "node06"))
	if status := p.status(t); status != 0 {
		t.Errorf("status %d\n%s", status, &p.messages)
	}
}

// A site file: who names nodes needs to know no port.
func TestSite(t *testing.T) {
	e := plug(t, lmgtest.Faults{})
	p := newProgram(t, "--site", "site.cfg", "--node", "node07,node06", "--value", "P", "--cycle", "100", "--duration", "300ms")
	site := "[Analyzer]\nport=localhost:" + e.Path() + "\nnodes=node06:1,node07:2,node08:3\n[Analyzer]\nport=elsewhere:/dev/ttyUSB0\nnodes=node10:1\n"
	p.file(t, "site.cfg", site)
	if status := p.status(t); status != 0 {
		t.Fatalf("status %d\n%s", status, &p.messages)
	}
	if !strings.Contains(strings.Join(e.Commands(), "\n"), "ACTN;P2?;P1?\n") {
		t.Errorf("%q", e.Commands())
	}
	if n := len(powers(t, filepath.Join(p.dir, "MyProject_node07_Energy.stat"))); n != len(e.Sent()) {
		t.Errorf("%d samples, %d sent", n, len(e.Sent()))
	}
	for _, test := range []struct {
		args   []string
		status int
	}{{[]string{"--node", "node10"}, 252}, {[]string{"--node", "node10", "--here"}, 0}, {[]string{"--node", "node99"}, 253}} {
		p := newProgram(t, append(test.args, "--site", "site.cfg")...)
		p.file(t, "site.cfg", site)
		if status := p.status(t); status != test.status {
			t.Errorf("%q: status %d\n%s", test.args, status, &p.messages)
		}
	}
}

// What cannot be is told by its status and a message, and never takes long.
func TestStatus(t *testing.T) {
	mute := plug(t, lmgtest.Faults{Mute: true})
	for _, test := range []struct {
		args   []string
		config string
		status int
		want   string
	}{
		{[]string{"--unknown"}, "", 255, "unknown flag"},
		{[]string{"s:1"}, "", 255, `"s:1" is not TYPES:CHANNEL:OUTPUT`},
		{[]string{"b:1:x"}, "", 255, "type b"},
		{[]string{"x:1:x"}, "", 255, "type 'x'"},
		{[]string{"--node", "a"}, "", 255, "--node requires --site"},
		{[]string{"-c", "none.cfg"}, "", 254, "none.cfg"},
		{[]string{"s:node06:x"}, "", 254, "hosts.map"},
		{[]string{"-c", "pt.cfg"}, config("/dev/null", "A_B", "n"), 253, "pt.cfg:5: "},
		{[]string{"-c", "pt.cfg", "-t", "Host_"}, config("/dev/null", "A", "n"), 253, "pt.cfg:6: "},
		{[]string{"-c", "pt.cfg", "-c", "pt.cfg"}, config("/dev/null", "A", "n"), 253, "port /dev/null is that of pt.cfg, too"},
		{[]string{"--device", "X", "s:1:n"}, "", 253, `device "X"`},
		{[]string{"--device", "RAPL", "-p", "/dev", "s:1:n"}, "", 248, "CPU_ENERGY"},
		{nil, "", 251, "nothing to measure"},
		{[]string{"-c", "pt.cfg", "-o", "pt.cfg"}, config(plug(t, lmgtest.Faults{}).Path(), "A", "n"), 249, "cannot write the trace"},
		{[]string{"-c", "pt.cfg"}, config("/dev/null", "A", "n"), 248, "/dev/null"},
		{[]string{"-c", "pt.cfg", "--answer", "200ms"}, config(mute.Path(), "A", "n"), 248, "says nothing"},
	} {
		p := newProgram(t, test.args...)
		if test.config != "" {
			p.file(t, "pt.cfg", test.config)
		}
		if status := p.status(t); status != test.status || !strings.Contains(p.messages.String(), test.want) {
			t.Errorf("%q: status %d, want %d and %q\n%s", test.args, status, test.status, test.want, &p.messages)
		}
	}
}

// The first SIGINT ends an attempt to connect, which leaves no file and the device under local control.
func TestInterruptedConnection(t *testing.T) {
	e := plug(t, lmgtest.Faults{Mute: true})
	p := newProgram(t, "-c", "pt.cfg", "--answer", "1h")
	p.file(t, "pt.cfg", config(e.Path(), "Test", "node06"))
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the connection", func() bool { return slices.Contains(e.Commands(), "*IDN?") })
	if err := p.command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(long, func() { _ = p.command.Process.Kill() })
	defer timer.Stop()
	if err := p.command.Wait(); err == nil || p.command.ProcessState.ExitCode() != 248 || !strings.Contains(p.messages.String(), "interrupted") {
		t.Errorf("%v\n%s", err, &p.messages)
	}
	until(t, "the return to local control", func() bool { return slices.Contains(e.Commands(), "GTL") })
	if files, _ := os.ReadDir(p.dir); len(files) != 1 {
		t.Errorf("there is %v", files)
	}
}

// A cable that is pulled out for good: the program says so at its end, and what was recorded stays.
func TestPulled(t *testing.T) {
	e := plug(t, lmgtest.Faults{})
	p := newProgram(t, "-c", "pt.cfg", "--give-up", "50ms")
	p.file(t, "pt.cfg", config(e.Path(), "Test", "node06"))
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	// Sent is not read yet: what the program has recorded when the cable is pulled out is in the file.
	file, begun := filepath.Join(p.dir, "Test_node06_Energy.stat"), int64(0)
	until(t, "samples in the file", func() bool {
		info, err := os.Stat(file)
		if err == nil && begun == 0 {
			begun = info.Size()
		}
		return err == nil && info.Size() > max(begun, 1)
	})
	e.Pull()
	if err := p.command.Wait(); err == nil || p.command.ProcessState.ExitCode() != 248 || !strings.Contains(p.messages.String(), "not found again") {
		t.Errorf("%v\n%s", err, &p.messages)
	}
	if n := len(powers(t, file)); n == 0 {
		t.Error("no samples")
	}
}

func FuzzReadMap(f *testing.F) {
	f.Add([]byte("node06 /dev/ttyUSB0 1\n# x\nnode07 n:/dev/x 2 # y\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		places, err := readMap(bytes.NewReader(text), "hosts.map")
		if err == nil {
			for host, at := range places {
				if host == "" || at.port == "" {
					t.Errorf("%q: %+v", host, at)
				}
			}
		}
	})
}

// Options that were called otherwise are taken still, and say how they are called now.
func TestOldOptions(t *testing.T) {
	for option, now := range map[string]string{"--nodes=n": "--node", "--values=P": "--value", "-d=out": "--output", "--directory=out": "--output", "--for=1ms": "--duration"} {
		p := newProgram(t, option, "--site", "none.cfg")
		status := p.status(t)
		if says := p.messages.String(); status != 254 || strings.Count(says, "is now "+now+"\n") != 1 {
			t.Errorf("%s: status %d, says %q", option, status, says)
		}
	}
}

// The manual page has the options, and is the same on any day if the date is given.
func TestManualPage(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	folder := t.TempDir()
	var out strings.Builder
	if status := execute(t.Context(), []string{"man", "-o", folder}, &out, &out); status != 0 {
		t.Fatalf("status %d: %s", status, &out)
	}
	text, err := os.ReadFile(filepath.Join(folder, "pt.1"))
	if err != nil || !strings.Contains(string(text), `.TH "PT" "1" "Jan 1970"`) || !strings.Contains(string(text), "--give-up") {
		t.Errorf("%v\n%s", err, text)
	}
}
