//go:build unix

package stats

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/tacc"
)

const sample = "../../../../stats/tacc/testdata/sample.raw"

// call runs a command line; status is what the program would end with.
func call(t *testing.T, args ...string) (out, messages string, status int) {
	t.Helper()
	c := Command()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.PersistentFlags().Bool("ascii", false, "")
	var o, m bytes.Buffer
	c.SetOut(&o)
	c.SetErr(&m)
	c.SetIn(strings.NewReader(""))
	c.SetArgs(args)
	err := c.Execute()
	if err != nil && !errors.As(err, new(child.Status)) { // of which the program itself has told
		m.WriteString(err.Error())
	}
	return o.String(), m.String(), cli.Status(err)
}

func TestTypes(t *testing.T) {
	var b strings.Builder
	err := writeTypes(&b, []tacc.Type{{Name: "cpu"}, {Name: "vm"}}, []tacc.Missing{{Type: "intel_rapl", Reason: errors.New("not \x1b permitted")}})
	if want := "cpu             collected\nintel_rapl      - not \\x1b permitted\nvm              collected\n"; err != nil || b.String() != want {
		t.Errorf("%v\n%q, want\n%q", err, b.String(), want)
	}
}

func TestShow(t *testing.T) {
	out, messages, status := call(t, "show", sample) // it has two wrong lines
	if status != cli.StatusIncomplete || !strings.Contains(out, "job 77\n") || !strings.Contains(messages, "line 69") || !strings.Contains(messages, "2 lines left out") {
		t.Errorf("%d\n%s\n%s", status, out, messages)
	}
	out, _, _ = call(t, "show", "--format", "csv", "--job", "78", "--type", "net", sample)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 5 || rows[1][0] != "78" || rows[1][10] != "1000" {
		t.Errorf("%v %q", err, rows)
	}
	out, _, _ = call(t, "show", "--format", "json", sample)
	if !json.Valid([]byte(out)) {
		t.Errorf("no JSON: %s", out)
	}
	out, _, _ = call(t, "show", "--raw", sample)
	if !strings.Contains(out, "n1.example.org,numa,0,numa_hit,1700000020.500000,77,490,") {
		t.Error(out)
	}
	if _, messages, status = call(t, "show", "--job", "99", sample); status != cli.StatusFailed && status != cli.StatusIncomplete || !strings.Contains(messages, `no job "99"`) {
		t.Errorf("%d %s", status, messages)
	}
	if _, _, status = call(t, "show", filepath.Join(t.TempDir(), "none")); status != cli.StatusFailed {
		t.Errorf("a file that is not there: %d", status)
	}
	if _, _, status = call(t, "show"); status != cli.StatusFailed {
		t.Errorf("no files: %d", status)
	}
}

func TestCheck(t *testing.T) {
	out, messages, status := call(t, "check", sample)
	if status != cli.StatusFindings || !strings.Contains(out, sample+": line 69: ") || !strings.Contains(messages, "findings") {
		t.Errorf("%d\n%s\n%s", status, out, messages)
	}
}

func TestConvert(t *testing.T) {
	out, _, _ := call(t, "openmetrics", sample)
	if !strings.HasSuffix(out, "# EOF\n") || !strings.Contains(out, "tacc_net_rx_bytes_total{") {
		t.Error(out)
	}
	intervals := filepath.Join(t.TempDir(), "intervals.csv")
	if err := os.WriteFile(intervals, []byte("region,start,end\nhalo,1700000010000000000,1700000015250000000\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, messages, status := call(t, "regions", "--intervals", intervals, "--type", "block", sample)
	if status != cli.StatusIncomplete || !strings.Contains(out, "region halo on n1.example.org") || !strings.Contains(out, "100.0 %") {
		t.Errorf("%d %s\n%s", status, out, messages)
	}
	if _, _, status = call(t, "regions", sample); status != cli.StatusFailed {
		t.Errorf("no intervals: %d", status)
	}
	if _, messages, status = call(t, "regions", "--intervals", sample, sample); status != cli.StatusFailed || !strings.Contains(messages, "sample.raw") {
		t.Errorf("%d %s", status, messages)
	}
}

// The states of a timeline are regions of the host that its name tells.
func TestIntervalsOfTraces(t *testing.T) {
	dir := t.TempDir()
	const text = "<Program timeAdjustment='1700000000'>\n<Nested>\n\t<halo time='11' end='12'/>\n</Nested>\n<step time='10' end='15.25'/>\n<Event name='ev' time='16'/></Program>\n"
	for _, name := range []string{"my_job_n1_0_0.trc", "my_job_n2_1_0.trc", "short.trc"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, there := range map[string]bool{"my_job_n1_0_0.trc": true, "my_job_n2_1_0.trc": false, "short.trc": true} {
		out, messages, _ := call(t, "regions", "--format", "csv", "--type", "block", "--intervals", filepath.Join(dir, name), sample)
		if strings.Contains(out, "step,n1.example.org,block,sda,rd_sectors,event,5.25,0,20,20,") != there || strings.Contains(out, "halo,") != there || strings.Contains(out, "ev,n1") {
			t.Errorf("%s: %s\n%s", name, messages, out)
		}
	}
}

func here(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/stat"); err != nil {
		t.Skip("no /proc here")
	}
}

func TestCollect(t *testing.T) {
	here(t)
	dir := t.TempDir()
	for _, args := range [][]string{{"begin", "7"}, {"collect", "cpu", "ps"}, {"mark", "a text"}, {"rotate"}, {"end", "7"}, {"collect"}} {
		if _, messages, status := call(t, append(args, "--output", dir)...); status != 0 {
			t.Fatalf("%v: %d %s", args, status, messages)
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "*", "[1-9]*"))
	if err != nil || len(names) != 2 {
		t.Fatalf("%v %v", names, err)
	}
	if out, messages, status := call(t, append([]string{"check"}, names...)...); status != 0 {
		t.Errorf("%d %s %s", status, out, messages)
	}
	out, messages, status := call(t, append([]string{"show", "--format", "json", "--type", "cpu"}, names...)...)
	var jobs []struct {
		Job  string
		Runs []struct {
			Records    int
			Begin, End bool
		}
	}
	if err := json.Unmarshal([]byte(out), &jobs); err != nil || status != 0 {
		t.Fatalf("%v %d %s", err, status, messages)
	}
	if len(jobs) != 1 || len(jobs[0].Runs) != 1 || jobs[0].Runs[0].Records != 6 || !jobs[0].Runs[0].Begin || !jobs[0].Runs[0].End {
		t.Errorf("%+v", jobs)
	}
	for _, args := range [][]string{{"begin"}, {"begin", "-"}, {"begin", "1,2"}, {"collect", "nothing"}, {"mark"}, {"rotate", "x"}, {"begin", "7", "--type", "x"}} {
		if _, messages, status := call(t, append(args, "--output", dir)...); status != cli.StatusFailed {
			t.Errorf("%v: %d %s", args, status, messages)
		}
	}
	moved, messages, status := call(t, "archive", "-o", filepath.Join(dir, "archive"), dir)
	if status != 0 || strings.Count(moved, "\n") != 1 {
		t.Errorf("%d %q %s", status, moved, messages)
	}
}

func TestRun(t *testing.T) {
	here(t)
	for _, name := range child.LocalRanks {
		t.Setenv(name, "")
	}
	dir := t.TempDir()
	for _, c := range []struct {
		script string
		status int
	}{{"exit 0", 0}, {"exit 7", 7}, {"kill -TERM $$", 143}, {"echo out; echo err >&2", 0}} {
		out, messages, status := call(t, "run", "--output", dir, "--job", "7", "--interval", "20ms", "--type", "cpu,ps", "--", "sh", "-c", c.script)
		if status != c.status {
			t.Errorf("%s: %d, want %d: %s", c.script, status, c.status, messages)
		}
		if strings.HasPrefix(c.script, "echo") && (out != "out\n" || messages != "err\n") {
			t.Errorf("%q %q", out, messages)
		}
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*", "current"))
	text, err := os.ReadFile(names[0])
	if err != nil || strings.Count(string(text), "%begin 7\n") != 4 || strings.Count(string(text), "%end 7\n") != 4 {
		t.Errorf("%v\n%s", err, text)
	}
	if _, _, status := call(t, "run", "--output", dir); status != cli.StatusFailed {
		t.Errorf("no command: %d", status)
	}
	if _, messages, status := call(t, "run", "--output", dir, "--", "/does/not/exist"); status != 127 || !strings.Contains(messages, "/does/not/exist") {
		t.Errorf("%d %s", status, messages)
	}
	other := t.TempDir()
	t.Setenv("OMPI_COMM_WORLD_LOCAL_RANK", "1")
	if _, _, status := call(t, "run", "--output", other, "--", "sh", "-c", "exit 3"); status != 3 {
		t.Errorf("another rank: %d", status)
	}
	if names, _ := os.ReadDir(other); len(names) != 0 {
		t.Error("another rank than the first of the node takes samples")
	}
}

// A monitor that cannot start keeps no command from running, and the status is the command's.
func TestRunWithoutSamples(t *testing.T) {
	here(t)
	if _, messages, status := call(t, "run", "--output", "/dev/null/x", "--", "sh", "-c", "exit 5"); status != 5 || !strings.Contains(messages, "taking no samples") {
		t.Errorf("%d, %s", status, messages)
	}
	if _, messages, status := call(t, "run", "--strict", "--output", "/dev/null/x", "--", "sh", "-c", "exit 5"); status != cli.StatusFailed || !strings.Contains(messages, "not a directory") {
		t.Errorf("strict: %d, %s", status, messages)
	}
	if _, messages, status := call(t, "run", "--type", "nothing", "--output", t.TempDir(), "--", "true"); status != cli.StatusFailed {
		t.Errorf("a type that is none: %d, %s", status, messages)
	}
}

// A sample without types is one of all.
func TestCollectWithoutTypes(t *testing.T) {
	here(t)
	dir := t.TempDir()
	if _, messages, status := call(t, "collect", "--output", dir, "--type", "ps"); status != 0 {
		t.Fatal(status, messages)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*", "current"))
	if len(names) != 1 {
		t.Fatal(names)
	}
	if text, err := os.ReadFile(names[0]); err != nil || !strings.Contains(string(text), "\nps ") {
		t.Errorf("%v, no values in\n%s", err, text)
	}
}

// A signal goes on to the command, and the end of the job is written all the same.
func TestRunForwardsSignals(t *testing.T) {
	here(t)
	if os.Getenv("STATS_TEST_RUN") != "" {
		c := Command()
		c.SetArgs([]string{"run", "--output", os.Getenv("STATS_TEST_RUN"), "--type", "ps", "--job", "7", "--", "sh", "-c", "trap 'exit 9' INT; echo ready; while :; do sleep 0.05; done"})
		c.SetOut(os.Stdout)
		os.Exit(cli.Status(c.Execute()))
	}
	dir := t.TempDir()
	// The standard input is a terminal, but not the one that rules this process: no key of it sends the signal.
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	defer tty.Close()
	program := exec.Command(os.Args[0], "-test.run", "^TestRunForwardsSignals$")
	program.Stdin, program.SysProcAttr = tty, &syscall.SysProcAttr{Setsid: true}
	program.Env = append(os.Environ(), "STATS_TEST_RUN="+dir, "OMPI_COMM_WORLD_LOCAL_RANK=")
	pipe, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := pipe.Read(make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	if err := program.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var ended *exec.ExitError
	if err := program.Wait(); !errors.As(err, &ended) || ended.ExitCode() != 9 {
		t.Errorf("%v, want the status 9 of the command's trap", err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*", "current"))
	if len(names) != 1 {
		t.Fatal(names)
	}
	if text, err := os.ReadFile(names[0]); err != nil || !strings.Contains(string(text), "%end 7\n") {
		t.Errorf("%v\n%s", err, text)
	}
}
