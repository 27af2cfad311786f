package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/internal/owner/ownertest"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// What a stranger leaves in a directory of tables that users share hides no run, changes nothing that is shown, and is named.
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

// What is valid and somebody else's stands beside the files of a run, changes nothing that is shown of it, and is named. Where
// a directory has nothing else it is shown.
func TestStrangersFiles(t *testing.T) {
	shared := t.TempDir()
	if err := os.Chmod(shared, os.ModeSticky|0o777); err != nil {
		t.Fatal(err)
	}
	theirs := loadtest.Merged(t, loadtest.Ocean(8, 0.9))
	theirs.Program = "another-one"
	good, err := os.ReadFile(loadtest.File(t, t.TempDir(), "x", theirs))
	if err != nil {
		t.Fatal(err)
	}
	rank, err := os.ReadFile(loadtest.TextFiles(t)["E3SM ranks"])
	if err != nil {
		t.Fatal(err)
	}
	tables := killed(t, 8, func(c *mpitimer.Config) {
		if err := c.Set("FlightRecorder", "10s"); err != nil {
			t.Error(err)
		}
	})
	strays := map[string]func(folder string) []string{ // what each leaves, that which is to be named last
		"summary":         func(folder string) []string { return []string{put(t, folder, "a.mptsum", good)} },
		"damaged summary": func(folder string) []string { return []string{put(t, folder, "a.mptsum", good[:len(good)/2])} },
		"file of a rank":  func(folder string) []string { return []string{put(t, folder, "timing.0", rank)} },
		"aside": func(folder string) []string {
			return []string{filepath.Join(folder, "mpitimer"), put(t, filepath.Join(folder, "mpitimer"), "a.mptsum", good)}
		},
		"tables": func(folder string) []string {
			return append(copied(t, tables, folder), filepath.Join(folder, filepath.Base(tables)))
		},
	}
	look := func(command string) (status int, out, messages string) {
		output := filepath.Join(t.TempDir(), "output")
		args := map[string][]string{
			"show": {"show", shared}, "page": {"page", shared, "-o", output}, "convert": {"convert", shared, "-f", "json", "-o", output}, "diff": {"diff", shared, "--", shared},
		}[command]
		status, out, messages = commanded(args...)
		if command == "page" {
			return status, out + known(t, output), messages
		}
		data, _ := os.ReadFile(output)
		return status, out + string(data), messages
	}
	for what, leave := range strays {
		own := loadtest.File(t, shared, "timing.mptsum", loadtest.Merged(t, loadtest.Ocean(4, 0.2)))
		for _, command := range []string{"show", "page", "convert", "diff"} {
			status, out, _ := look(command)
			left := leave(shared)
			ownertest.Give(t, ownertest.Stranger, left...)
			strayStatus, strayOut, messages := look(command)
			name := left[len(left)-1]
			if strayStatus != status || strings.Contains(strayOut, theirs.Program) || withoutStrays(strayOut) != withoutStrays(out) || !strings.Contains(messages, name+": ") || !strings.Contains(messages, "of user 12345") {
				t.Errorf("%s, %s: status %d, %d without; %d bytes, %d without\n%s", what, command, strayStatus, status, len(strayOut), len(out), messages)
			}
			for _, file := range left {
				_ = os.RemoveAll(file)
			}
		}
		if err := os.Remove(own); err != nil {
			t.Fatal(err)
		}
		left := leave(shared)
		ownertest.Give(t, ownertest.Stranger, left...)
		if status, out, messages := look("show"); what != "damaged summary" && (status == cli.StatusFailed || out == "") {
			t.Errorf("%s alone: status %d, %s%s", what, status, out, messages)
		}
		for _, file := range left {
			_ = os.RemoveAll(file)
		}
	}
}

// withoutStrays leaves out of a text that something was not used, with the braces and blanks around it.
func withoutStrays(text string) string { return notUsed.ReplaceAllString(text, "") }

var notUsed = regexp.MustCompile(`\s*(,\s*"meta":\s*\{)?\s*"not used":\s*"[^"]*",?\s*(\})?|"meta":(\{\}|null),?`)

// put writes a file, in a directory that may not be there.
func put(t *testing.T, folder, name string, data []byte) string {
	t.Helper()
	name = filepath.Join(folder, name)
	if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(name, data, 0o644)); err != nil {
		t.Fatal(err)
	}
	return name
}

// copied copies a directory into another.
func copied(t *testing.T, from, into string) (files []string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, put(t, filepath.Join(into, filepath.Base(from)), e.Name(), data))
	}
	return files
}
