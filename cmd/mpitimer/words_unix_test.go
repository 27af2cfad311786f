//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// launchers puts stand-ins of what starts programs on hosts on the PATH, and returns what tells how they were called.
func launchers(t *testing.T, also map[string]string) (called func() string) {
	t.Helper()
	bin, log := t.TempDir(), filepath.Join(t.TempDir(), "called")
	programs := map[string]string{"ssh": "exit 255", "srun": "exit 1", "rsh": "exit 1"}
	for name, script := range also {
		programs[name] = script
	}
	for name, script := range programs {
		text := "#!/bin/sh\necho " + name + ` "$@" >>` + log + "\n" + script + "\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() string {
		text, err := os.ReadFile(log)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
		return string(text)
	}
}

// putFiles makes files and directories in the working directory.
func putFiles(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		err := os.MkdirAll(filepath.Dir(name), 0o700)
		if !strings.HasSuffix(name, "/") {
			err = errors.Join(err, os.WriteFile(name, []byte(text), 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever a word is here, a file of any kind or a list, nothing is started on hosts for it.
func TestWordsLaunchNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	called := launchers(t, nil)
	putFiles(t, map[string]string{
		"no-such-solver": "\x7fELF\x02\x01\x01\x00\x00", "no-such-notes": "n1\nn2\nn3\n", "no-such-hosts": "n1 slots=4\nn2\n", "271828": "7\n", "4711": "n1\n", "4711.server": "n1\n",
	})
	for _, command := range []string{"stacks", "top --once", "serve --for 1s", "recover", "runs", "runs --clear --dry-run"} {
		for _, word := range []string{"no-such-solver", "no-such-notes", "no-such-hosts", "271828", "4711", "4711.server", "n[1-4]", "n1,n2", "no-such-run", "./no-such-hosts"} {
			status, out, messages := commanded(append(strings.Fields(command), word)...)
			if status != cli.StatusFailed && !strings.Contains(out, "there are no tables") {
				t.Errorf("%s %s: status %d\n%s%s", command, word, status, out, messages)
			}
			if strings.ContainsAny(messages, "\x7f\x00\x1b") {
				t.Errorf("%s %s: %q", command, word, messages)
			}
		}
	}
	status, out, messages := commanded("recover", "--epilog", "kept", "--hosts", "n1", "no-such-run")
	want(t, status, cli.StatusFailed, out+messages, "--epilog moves the tables of this node")
	if lines := called(); lines != "" {
		t.Errorf("started:\n%s", lines)
	}
}

// A hostfile of which one line is no host is refused whole, and so are numbers, which are addresses for ssh.
func TestWrongHostfileLaunchesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	called := launchers(t, nil)
	putFiles(t, map[string]string{
		"prose": "the\nquick\nbrown fox\n", "elf": "\x7fELF\x02", "late": strings.Repeat("n1\n", 761) + "x = 3\n", "number": "n1\n2\n", "hex": "n1\n0x7f000001\n",
		"short": "127.1\n", "option": "n1\n-oProxyCommand=x\n", "none": "# nothing\n", "count": "n1 4\n",
	})
	for file, says := range map[string]string{"prose": "prose:3: ", "elf": "elf:1: ", "late": "late:762: ", "number": "number:2: ", "hex": "hex:2: ",
		"short": "short:1: ", "option": "option:2: ", "none": "none: has no hosts", "count": "count:1: "} {
		status, out, messages := commanded("stacks", "--hostfile", file)
		want(t, status, cli.StatusFailed, out+messages, "hostfile "+says)
	}
	for _, list := range []string{"2", "n1,2", "0x7f000001", "./hosts", "n1;n2"} {
		status, out, messages := commanded("recover", "--hosts", list)
		want(t, status, cli.StatusFailed, out+messages, "is not a host")
	}
	if lines := called(); lines != "" {
		t.Errorf("started:\n%s", lines)
	}
}

// Before the first launch the command says how many hosts it reaches, and how.
func TestHostsAreTold(t *testing.T) {
	t.Chdir(t.TempDir())
	called := launchers(t, map[string]string{"squeue": "echo 'RUNNING n[1-3]'"})
	putFiles(t, map[string]string{"hosts.txt": "n1 slots=4 max-slots = 8\nn[2-9]:4\nme@n10\n"})
	for says, args := range map[string][]string{
		"mpitimer: looking on 10 hosts by ssh: n1, n2, n3, … me@n10\n": {"--hostfile", "hosts.txt"},
		"mpitimer: looking on 2 hosts by rsh: n1, n2\n":                {"--hosts", "n1,n2", "--launch", "rsh {host}"},
		"mpitimer: looking on 3 hosts by srun: n1, n2, n3\n":           {"4711"},
	} {
		status, out, messages := commanded(append([]string{"stacks", "--wait", "1m"}, args...)...)
		want(t, status, cli.StatusFailed, out+messages)
		if !strings.HasPrefix(messages, says) {
			t.Errorf("%s: %s\nwant first: %s", args, messages, says)
		}
	}
	if lines := called(); !strings.Contains(lines, "ssh -T") || !strings.Contains(lines, "rsh n1") || !strings.Contains(lines, "srun --overlap") {
		t.Errorf("started:\n%s", lines)
	}
}

// The name of a run means it, whatever file or directory is called so; a path means the directory.
func TestNameOfRunWins(t *testing.T) {
	run := killed(t, 2)
	name, tables := filepath.Base(run), filepath.Dir(run)
	word := name[:len(name)-4]
	other := killed(t, 1)
	called := launchers(t, nil)
	for _, files := range []map[string]string{{word: "n1\nn2\n"}, {word: "\x7fELF"}, {word + "/main.go": "package main"}} {
		t.Chdir(t.TempDir())
		putFiles(t, files)
		for _, command := range []string{"stacks", "top --once", "recover", "runs"} {
			status, out, messages := commanded(append(strings.Fields(command), tables, word)...)
			want(t, status, cli.StatusOK, out+messages, "died")
			if messages != "" {
				t.Errorf("%s: %s", command, messages)
			}
		}
	}
	t.Chdir(t.TempDir())
	if err := os.Rename(filepath.Dir(other), word); err != nil { // a directory of tables
		t.Fatal(err)
	}
	status, out, messages := commanded("stacks", tables, word)
	want(t, status, cli.StatusOK, out+messages, "2 ranks on 1 host", word+" is taken for the name of a run; ./"+word+" is the directory")
	status, out, messages = commanded("runs", "--clear", tables, word)
	want(t, status, cli.StatusFailed, out+messages, "expected ./"+word+" or more of the name")
	status, out, messages = commanded("stacks", "./"+word)
	want(t, status, cli.StatusOK, out+messages, "1 rank on 1 host")
	if lines := called(); lines != "" {
		t.Errorf("started:\n%s", lines)
	}
}
