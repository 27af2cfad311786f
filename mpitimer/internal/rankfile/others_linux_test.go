package rankfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

const stranger = 12345 // a user without an account

// lockAsStranger locks the file of rank 0 until its standard input ends.
func lockAsStranger(folder string) error {
	f, err := os.Open(filepath.Join(folder, Name(0)))
	if errors.Is(err, os.ErrPermission) {
		fmt.Println("closed")
		return nil
	}
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err != nil {
		return err
	}
	fmt.Println("locked")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// lockedByStranger has another user lock the file of rank 0 in a directory until the end of the test.
func lockedByStranger(t *testing.T, folder string) (said string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("to become another user takes root")
	}
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), childName+"=stranger", childFolder+"="+folder)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
	end, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = end.Close(), cmd.Wait() })
	if said, err = bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	return said
}

// openFolder is one that all users can look into; those of t.TempDir they can't.
func openFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "rankfile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// ended is the header of a rank that has ended without having finished, and its file; readable is for others.
func ended(t *testing.T, folder string, readable bool, change func(h *Header)) (*Header, *os.File) {
	t.Helper()
	f, err := Create(folder, 0, readable, nil)
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command("true")
	if err := process.Run(); err != nil {
		t.Fatal(err)
	}
	about := fixed(0, 1)
	about.PID, about.Started = uint32(process.Process.Pid), 1
	f.Describe(about, Mark{Unix: time.Now().UnixNano()})
	reader, err := OpenToRead(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	h := *f.header
	change(&h)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	return &h, reader
}

// Who can read a table can lock it. That makes nobody believe that the rank lives: not where its process can be
// looked for, and elsewhere not for longer than a rank that lives gives no sign of it.
func TestLockOfAnotherUser(t *testing.T) {
	for what, c := range map[string]struct {
		change func(h *Header)
		after  time.Duration
		lives  bool
	}{
		"here":                  {func(*Header) {}, 0, false},
		"finished":              {func(h *Header) { h.unlocked = lockGivenUp }, 0, false},
		"in another container":  {func(h *Header) { h.namespace++ }, silence + time.Second, false},
		"on another machine":    {func(h *Header) { h.Boot[0]++ }, silence + time.Second, false},
		"elsewhere, and lively": {func(h *Header) { h.namespace++ }, silence / 2, true},
	} {
		t.Run(what, func(t *testing.T) {
			folder := openFolder(t)
			h, reader := ended(t, folder, true, c.change)
			if h.Lives(reader, time.Now()) {
				t.Error("alive before anybody has locked it")
			}
			if said := lockedByStranger(t, folder); said != "locked\n" || !locked(reader) {
				t.Fatalf("%q: the test shows nothing", said)
			}
			if got := h.Lives(reader, time.Now().Add(c.after)); got != c.lives {
				t.Errorf("alive %t, want %t", got, c.lives)
			}
		})
	}
}

// A table that is not for others they cannot open, so that its lock is the writer's.
func TestClosedTableIsLockedByNobodyElse(t *testing.T) {
	folder := openFolder(t)
	h, reader := ended(t, folder, false, func(h *Header) { h.namespace++ })
	if said := lockedByStranger(t, folder); said != "closed\n" {
		t.Errorf("another user: %q", said)
	}
	if h.Lives(reader, time.Now()) {
		t.Error("alive without a lock")
	}
	other, err := os.Open(reader.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := syscall.Flock(int(other.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		t.Fatal(err)
	}
	if !h.Lives(reader, time.Now().Add(100*silence)) { // it may be stopped
		t.Error("the lock of its own user does not count")
	}
}
