package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/owner/ownertest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// plant copies tables of a run into a directory of the same name that is all a stranger's.
func plant(t *testing.T, from, base string, ranks ...string) (folder string) {
	t.Helper()
	folder = filepath.Join(base, filepath.Base(from))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, rank := range ranks {
		name := filepath.Join(folder, rank+ranktable.Extension)
		data, err := os.ReadFile(filepath.Join(from, rank+ranktable.Extension))
		if err = errors.Join(err, os.WriteFile(name, data, 0o644)); err != nil {
			t.Fatal(err)
		}
		ownertest.Give(t, ownertest.Stranger, name)
	}
	ownertest.Give(t, ownertest.Stranger, folder)
	return folder
}

// Tables that another user has planted for a run are named on the error output, and change nothing of what any
// command says.
func TestPlantedTables(t *testing.T) {
	own := killed(t, 3)
	theirs := plant(t, own, t.TempDir(), "000000", "000002")
	if err := os.Remove(filepath.Join(own, "000002"+ranktable.Extension)); err != nil {
		t.Fatal(err)
	}
	named := theirs + ": tables of user " + strconv.Itoa(ownertest.Stranger)
	for _, command := range []string{"recover", "stacks", "top"} {
		status, out, messages := commanded(command, own)
		plantedStatus, plantedOut, plantedMessages := commanded(command, own, theirs)
		if plantedStatus != status || withoutAges(plantedOut) != withoutAges(out) {
			t.Errorf("%s: status %d with planted tables, %d without:\n%s\n%s", command, plantedStatus, status, plantedOut, out)
		}
		if strings.Count(plantedMessages, named) != 1 || strings.Contains(messages, named) {
			t.Errorf("%s: want %q named once in\n%s", command, named, plantedMessages)
		}
	}
	base := t.TempDir() // where a directory of runs is named
	err := errors.Join(os.Symlink(own, filepath.Join(base, "x")), os.Rename(own, filepath.Join(base, filepath.Base(own))), os.Rename(theirs, filepath.Join(base, "theirs")))
	if err != nil {
		t.Fatal(err)
	}
	_, out, messages := commanded("show", base)
	if !strings.Contains(out, "MISSING: 1 of 3 ranks: 2") || !strings.Contains(messages, filepath.Join(base, "theirs")) {
		t.Errorf("show: %s%s", out, messages)
	}
	status, out, _ := commanded("runs", "--clear", "--dry-run", base)
	want(t, status, cli.StatusOK, out, "would remove "+filepath.Base(own)+": 2 tables", ": of another user, "+strconv.Itoa(ownertest.Stranger))
}

var seenAgo = regexp.MustCompile(`seen [0-9.]+ \S+ ago *`)

// withoutAges leaves out of a text what depends on when it was printed.
func withoutAges(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if at := strings.Index(line, "last seen"); at >= 0 {
			lines[i] = line[:at]
		}
		if at := strings.Index(line, "  "); i == 0 && at >= 0 { // the time of day
			lines[i] = line[:at]
		}
		lines[i] = seenAgo.ReplaceAllString(lines[i], "seen ")
	}
	return strings.Join(lines, "\n")
}

// Of a run of another user it is said whose it is.
func TestRunOfAnotherUser(t *testing.T) {
	theirs := plant(t, killed(t, 2), t.TempDir(), "000000", "000001")
	for _, command := range []string{"recover", "stacks", "top"} {
		_, out, messages := commanded(command, theirs)
		if !strings.Contains(out, "2 ranks on 1 host, of user "+strconv.Itoa(ownertest.Stranger)) || messages != "" {
			t.Errorf("%s: %s%s", command, out, messages)
		}
	}
	_, out, _ := commanded("runs", "--clear", theirs)
	if !strings.HasPrefix(out, "kept ") || !strings.Contains(out, "of another user, "+strconv.Itoa(ownertest.Stranger)) {
		t.Errorf("clean: %s", out)
	}
}

const recoverIn = "MPITIMER_TEST_RECOVER_IN"

// Garbage and runs that others leave in a place of Tables: auto keep nobody from recovering the one run of their
// own without naming it.
func TestRecoverBesideOthers(t *testing.T) {
	if place := os.Getenv(recoverIn); place != "" {
		status, out, messages := commanded("recover")
		if strings.Contains(messages, "there are no tables of a run on this node") {
			t.Skip("the directory for temporary files is on a file system of other machines")
		}
		want(t, status, cli.StatusOK, out+messages, "2 ranks on 1 host, ran for", "died  2  0-1")
		return
	}
	place, err := os.MkdirTemp("", "others")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(place) })
	own := killed(t, 2)
	users := func(uid int) string { return filepath.Join(place, "mpitimer-"+strconv.Itoa(uid)) }
	const user = ownertest.Stranger + 1
	run := filepath.Join(users(user), filepath.Base(own))
	if err := errors.Join(os.Chmod(place, 0o1777), os.Mkdir(users(user), 0o700), os.Rename(own, run)); err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, user, users(user), run, filepath.Join(run, "000000"+ranktable.Extension), filepath.Join(run, "000001"+ranktable.Extension))
	plant(t, killed(t, 1), users(ownertest.Stranger), "000000")
	garbage := filepath.Join(users(ownertest.Stranger), "garbage-20260101-000000-00000000000000aa")
	err = errors.Join(os.Mkdir(garbage, 0o755), os.WriteFile(filepath.Join(garbage, "000000"+ranktable.Extension), []byte("garbage"), 0o644), os.Chmod(users(ownertest.Stranger), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, ownertest.Stranger, users(ownertest.Stranger), garbage)
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestRecoverBesideOthers$")
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "TMPDIR=") }), recoverIn+"="+place, "TMPDIR="+place)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	if out, err := cmd.CombinedOutput(); err != nil || !bytes.HasSuffix(bytes.TrimSpace(out), []byte("PASS")) {
		t.Errorf("%v\n%s", err, out)
	}
}
