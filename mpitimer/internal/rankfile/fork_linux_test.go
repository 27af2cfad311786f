package rankfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// createAndFork makes a rank's file, and a process that has its descriptor and with it the lock, as a
// child has that was forked off by C. Then it waits to be killed.
func createAndFork(folder string) error {
	f, err := Create(folder, 0, false, nil)
	if err != nil {
		return err
	}
	f.Describe(fixed(0, 1), Mark{})
	child := exec.Command("/proc/self/exe")
	child.Env = append(os.Environ(), childName+"=orphan")
	child.Stdin, child.ExtraFiles = os.Stdin, []*os.File{f.file}
	if err := child.Start(); err != nil {
		return err
	}
	fmt.Println("ready")
	return child.Wait()
}

// waitForEnd ends with its standard input.
func waitForEnd(string) error {
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}

// A rank that was killed is dead, whatever has its lock: a child may have inherited that and live on.
func TestForkedChildKeepsNobodyAlive(t *testing.T) {
	folder := t.TempDir()
	parent := exec.Command("/proc/self/exe")
	parent.Env = append(os.Environ(), childName+"=parent", childFolder+"="+folder)
	parent.Stderr = os.Stderr
	end, err := parent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close() // and with it the orphan
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	reader, err := OpenToRead(filepath.Join(folder, Name(0)))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	h, _ := contents(t, reader.Name())
	if !h.Lives(reader, time.Now()) {
		t.Error("the parent lives")
	}
	another := *h
	another.namespace++ // as if it had come from another container
	if err := syscall.Kill(parent.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	if !locked(reader) {
		t.Fatal("the orphan has lost the lock: the test shows nothing")
	}
	if h.Lives(reader, time.Now()) {
		t.Error("the parent was killed")
	}
	if !another.Lives(reader, time.Now()) {
		t.Error("a process of another container cannot be looked for: its lock is to be believed")
	}
}
