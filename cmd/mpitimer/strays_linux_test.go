package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/owner/ownertest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// What a stranger leaves in a folder of tables that users share hides no run, changes nothing that is shown, and is named.
func TestStraysInSharedTables(t *testing.T) {
	run := killed(t, 3)
	shared := filepath.Dir(run)
	if err := os.Chmod(shared, os.ModeSticky|0o777); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(shared, "x"+ranktable.Extension)
	commands := map[string][]string{"recover": nil, "top": {"--once"}, "stacks": nil, "show": nil, "page": {"-o"}, "convert": {"-f", "json", "-o"}, "runs": nil}
	look := func(command string) (status int, out, messages string) {
		args := append([]string{command, shared}, commands[command]...)
		if last := args[len(args)-1]; last == "-o" {
			args = append(args, filepath.Join(t.TempDir(), "output"))
		}
		status, out, messages = commanded(args...)
		if data, err := os.ReadFile(args[len(args)-1]); err == nil {
			out += string(data)
		}
		return status, withoutAges(out), messages
	}
	for what, leave := range map[string]func(name string) error{
		"empty":     func(name string) error { return os.WriteFile(name, nil, 0o644) },
		"garbage":   func(name string) error { return os.WriteFile(name, []byte("mpitimer garbage"), 0o644) },
		"pipe":      func(name string) error { return syscall.Mkfifo(name, 0o666) },
		"link":      func(name string) error { return os.Symlink("/dev/zero", name) },
		"directory": func(name string) error { return os.Mkdir(name, 0o755) },
	} {
		for command := range commands {
			status, out, _ := look(command)
			if err := leave(name); err != nil {
				t.Fatal(err)
			}
			ownertest.Give(t, ownertest.Stranger, name)
			strayStatus, strayOut, messages := look(command)
			if status != cli.StatusOK || strayStatus != status || command != "page" && command != "show" && command != "convert" && strayOut != out {
				t.Errorf("%s, %s: status %d, %d without\n%s\n%s", what, command, strayStatus, status, strayOut, messages)
			}
			if command != "runs" && (strings.Count(messages, name) != 1 || !strings.Contains(messages, "of user 12345")) {
				t.Errorf("%s, %s: not named:\n%s", what, command, messages)
			}
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// One's own file hides nothing either, and it is what remains where there is no run.
func TestOwnStray(t *testing.T) {
	run := killed(t, 2)
	shared := filepath.Dir(run)
	if err := os.WriteFile(filepath.Join(shared, "x"+ranktable.Extension), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, messages := commanded("stacks", shared)
	want(t, status, cli.StatusOK, out+messages, "2 ranks on 1 host", "x"+ranktable.Extension+": byte 0: the file is empty")
	if err := os.RemoveAll(run); err != nil {
		t.Fatal(err)
	}
	status, out, messages = commanded("recover", shared)
	want(t, status, cli.StatusFailed, out+messages, "no table that can be read")
}
