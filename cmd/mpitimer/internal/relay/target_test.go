package relay

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestExpanded(t *testing.T) {
	for list, want := range map[string]string{
		"a":             "a",
		"a,b,a":         "a b",
		"n[1-3],m":      "n1 n2 n3 m",
		"n[08-11,20]":   "n08 n09 n10 n11 n20",
		"r[1-2]n[1-2]x": "r1n1x r1n2x r2n1x r2n2x",
		"10.0.0.[1-2]":  "10.0.0.1 10.0.0.2",
		"":              "",
	} {
		got, err := expanded(list)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v", list, got, err)
		}
	}
	for _, list := range []string{"n[1-", "n[3-1]", "n[a]", "n[1-9999999]", "a b", "-oProxyCommand=x", "a;b", "$(x)"} {
		if got, err := expanded(list); err == nil {
			t.Errorf("%s: %q", list, got)
		}
	}
}

func TestHostFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "hosts")
	for text, want := range map[string]string{
		"n1 slots=4\nn2:8\n# n3\n\nn1\n": "n1 n2",
		"n[1-2]\n":                       "n1 n2",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := hostFile(name); err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for text, says := range map[string]string{"n1\n-x\n": ":2: ", "{\"a\": 1}": ":1: ", "\n": "no host"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := hostFile(name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// batchSystem makes programs that answer as those of a batch system.
func batchSystem(t *testing.T, programs map[string]string) {
	folder := t.TempDir()
	for name, answer := range programs {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+answer), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+"/usr/bin"+string(os.PathListSeparator)+"/bin")
}

func TestJobOfPBS(t *testing.T) {
	batchSystem(t, map[string]string{"squeue": "exit 127", "qstat": `cat <<'E'
Job Id: 4711.server
    Job_Name = solver
    exec_host = r1n1/0*4+r1n1/1*4+r1n2/0*4+r1n3/0*4+r1n4/0*4+r1n5/0*4+r1n6/0
	*4+r1n7/0*4
    Rerunable = True
E`})
	if got, err := pbsTarget("4711"); err != nil || strings.Join(got.hosts, " ") != "r1n1 r1n2 r1n3 r1n4 r1n5 r1n6 r1n7" || got.by != nil {
		t.Errorf("%+v, %v", got, err)
	}
	batchSystem(t, map[string]string{"qstat": "echo 'qstat: Unknown Job Id 1' >&2; exit 153"})
	if _, err := pbsTarget("1"); err == nil || err.Error() != "qstat: qstat: Unknown Job Id 1" {
		t.Error(err)
	}
}

func TestJobOfSlurm(t *testing.T) {
	for answer, want := range map[string]string{
		"echo 'RUNNING n[1-3],m7'": "n1 n2 n3 m7",
		"echo 'PENDING '":          "! job 7 has no nodes: it is pending",
		"true":                     "! squeue: job 7 is not running",
		"echo 'slurm_load_jobs error: Invalid job id' >&2; exit 1": "! squeue: slurm_load_jobs error: Invalid job id",
	} {
		batchSystem(t, map[string]string{"squeue": answer})
		got, err := jobTarget("7")
		if says, wrong := strings.CutPrefix(want, "! "); wrong {
			if err == nil || !strings.HasPrefix(err.Error(), says) {
				t.Errorf("%s: %+v, %v", answer, got, err)
			}
			continue
		}
		if err != nil || strings.Join(got.hosts, " ") != want || !slices.Contains(got.by, "--jobid=7") {
			t.Errorf("%s: %+v, %v", answer, got, err)
		}
	}
}

// What a shell prints before the greeting is passed over, another version is told, and nothing is waited for without end.
func TestGreeting(t *testing.T) {
	for text, want := range map[string]string{
		"Welcome!\n\n" + hello():                   "",
		"PS1$ " + hello():                          "",
		greeting + "99 v9\n":                       "another version (99 v9); --send",
		greeting + "\n":                            "another version",
		"no such thing":                            "EOF",
		strings.Repeat("x", 2*mostBanner):          "does not start like",
		strings.Repeat("motd\n", mostBanner):       "does not start like",
		"mpitimer: unknown command \"relay\"\n":    "EOF",
		strings.Repeat("x", 5000) + "\n" + hello(): "",
	} {
		err := awaitHello(bufio.NewReader(strings.NewReader(text)))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// What a launcher of lines passes on is what was written, in the same pieces of any length.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "parts")
		var passed bytes.Buffer
		w := toLines{&passed}
		for _, p := range parts {
			if n, err := w.Write(p); n != len(p) || err != nil {
				t.Fatal(n, err)
			}
		}
		if bytes.Count(passed.Bytes(), []byte("\n")) != len(parts) || bytes.ContainsAny(passed.Bytes(), "\r\x00") {
			t.Fatalf("%q", passed.Bytes())
		}
		got, err := io.ReadAll(&fromLines{in: bufio.NewReader(&passed)})
		if want := bytes.Join(parts, nil); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%q, %v", got, err)
		}
	})
	if _, err := io.ReadAll(&fromLines{in: bufio.NewReader(strings.NewReader("no!\n"))}); err == nil {
		t.Error("what is no base64 was read")
	}
}

// Of more runs than are told, the one that lives and the latest are.
func TestLatestRuns(t *testing.T) {
	var list []Run
	begin := time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC)
	for i := range 3 * mostRuns {
		list = append(list, Run{Name: fmt.Sprint(i), Begun: begin.Add(time.Duration(i) * time.Hour), Alive: i == 7})
	}
	got := latest(list)
	if len(got) != mostRuns || got[0].Name != "7" || got[1].Name != fmt.Sprint(3*mostRuns-1) || got[mostRuns-1].Name != fmt.Sprint(2*mostRuns+1) {
		t.Errorf("%d runs: %s, %s, …, %s", len(got), got[0].Name, got[1].Name, got[len(got)-1].Name)
	}
}

// A launcher that passes no input on is refused: its relays would not hear that they are to end.
func TestDeafLaunchers(t *testing.T) {
	for _, name := range []string{"pdsh", "/opt/pbs/bin/pbsdsh"} {
		l := Launch{Command: []string{name, "-w", "{host}"}, Binary: "mpitimer"}
		if _, err := l.start("n1"); err == nil || !strings.Contains(err.Error(), "does not pass on standard input") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLaunchers(t *testing.T) {
	for command, want := range map[string]string{
		"ssh -x {host}":        `ssh -x n1 '/a b/mpitimer' relay`,
		"nsenter -t {host} --": "nsenter -t n1 -- /a b/mpitimer relay",
	} {
		l := Launch{Command: strings.Fields(command), Binary: "/a b/mpitimer"}
		if got := strings.Join(l.line("n1", []string{l.Binary, "relay"}), " "); got != want {
			t.Errorf("%s: %s", command, got)
		}
	}
}
