package project

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// addingFolder is the variable with the directory for a process that adds to a project file.
const addingFolder, addingHost = "HDTRACE_TEST_ADDING", "HDTRACE_TEST_ADDING_HOST"

const parts = 20 // that each process adds

// TestAddingProgram is that process.
func TestAddingProgram(t *testing.T) {
	folder := os.Getenv(addingFolder)
	if folder == "" {
		t.Skip("for TestProjectOfSeveralProcesses")
	}
	for i := range parts {
		addPart(t, folder, os.Getenv(addingHost), fmt.Sprint(i))
	}
}

// addPart adds a node and a group to the project of a directory, as who knows of nobody else does.
func addPart(t *testing.T, folder string, labels ...string) {
	t.Helper()
	topology := hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank"))
	d := hdtest.Sure(NewDirectory(folder, topology, DirectoryOptions{}))
	p := d.Project()
	hdtest.Sure(p.Topology.Node(labels...))
	p.AddGroup("G" + strings.Join(labels, "_"))
	hdtest.Is(t, "merge", d.MergeProject(p), nil)
}

// Whatever processes add to a project at the same time is in it.
func TestProjectOfSeveralProcesses(t *testing.T) {
	const processes = 6
	folder := t.TempDir()
	var all []*exec.Cmd
	for i := range processes {
		c := exec.Command(os.Args[0], "-test.run=^TestAddingProgram$")
		c.Env = append(os.Environ(), addingFolder+"="+folder, fmt.Sprintf("%s=h%d", addingHost, i))
		c.Stdout, c.Stderr = os.Stderr, os.Stderr
		hdtest.Is(t, "start", c.Start(), nil)
		all = append(all, c)
	}
	for _, c := range all {
		hdtest.Is(t, "process", c.Wait(), nil)
	}
	p, err := Open(os.DirFS(folder), "P.proj", hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range processes {
		for j := range parts {
			if _, ok := p.Topology.Find(fmt.Sprintf("h%d", i), fmt.Sprint(j)); !ok {
				t.Errorf("node %d of process %d is lost", j, i)
			}
		}
	}
	if len(p.Groups) != processes*parts {
		t.Errorf("%d groups, want %d", len(p.Groups), processes*parts)
	}
	if names := listOf(t, folder); len(names) != 1 {
		t.Errorf("left: %v", names)
	}
}

// shortLock makes waiting for others short.
func shortLock(t *testing.T, times lockTimes) {
	t.Helper()
	before := projectLock
	t.Cleanup(func() { projectLock = before })
	projectLock = times
}

// deadProcess is the number of a process that is no more.
func deadProcess(t *testing.T) int {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$")
	hdtest.Is(t, "process", c.Run(), nil)
	return c.Process.Pid
}

// A lock that was left behind keeps nobody for ever: not at all if its process was of this host, otherwise for as
// long as a lock is never held.
func TestProjectLockLeftBehind(t *testing.T) {
	host, _ := os.Hostname()
	dead := fmt.Sprintf("%d %s %s 0\n", deadProcess(t), printableWord(host), processes())
	for what, test := range map[string]struct {
		mark  string
		times lockTimes
	}{
		"by a process of this host": {dead, lockTimes{time.Millisecond, time.Hour, time.Hour}},
		"by one of another host":    {"1 elsewhere x 0\n", lockTimes{time.Millisecond, 20 * time.Millisecond, time.Hour}},
		"by one of a container":     {fmt.Sprintf("%d %s pid-1 0\n", os.Getpid(), printableWord(host)), lockTimes{time.Millisecond, 20 * time.Millisecond, time.Hour}},
		"before it was written":     {"", lockTimes{time.Millisecond, 20 * time.Millisecond, time.Hour}},
		"by nobody knows what":      {strings.Repeat("\x00\x1b", 5000), lockTimes{time.Millisecond, 20 * time.Millisecond, time.Hour}},
	} {
		t.Run(what, func(t *testing.T) {
			if strings.HasPrefix(what, "by a process") && alive(1<<22+1) {
				t.Skip("the system does not tell which processes there are")
			}
			shortLock(t, test.times)
			folder := t.TempDir()
			hdtest.Is(t, "lock", os.WriteFile(filepath.Join(folder, "P.proj.lock"), []byte(test.mark), 0o666), nil)
			addPart(t, folder, "h")
			if names := listOf(t, folder); len(names) != 1 {
				t.Errorf("left: %v", names)
			}
		})
	}
}

// A lock that is held is not taken away, and whoever waits says whose it is.
func TestProjectLockHeld(t *testing.T) {
	folder := t.TempDir()
	held := hdtest.Sure(lockFile(filepath.Join(folder, "P.proj.lock"), projectLock))
	shortLock(t, lockTimes{time.Millisecond, time.Hour, 30 * time.Millisecond})
	d := hdtest.Sure(NewDirectory(folder, hdtest.Sure(hdtrace.NewTopology("P", "Hostname")), DirectoryOptions{}))
	err := d.MergeProject(d.Project())
	hdtest.Is(t, "merge", err, ErrLocked)
	if !strings.Contains(err.Error(), "P.proj.lock") || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid(), " ")) {
		t.Error(err)
	}
	if !held.held() {
		t.Error("the lock is gone")
	}
	hdtest.Is(t, "release", held.release(), nil)
	hdtest.Is(t, "merge", d.MergeProject(d.Project()), nil)
}

// Who was stopped for so long that others took the lock away writes nothing.
func TestProjectLockTakenAway(t *testing.T) {
	folder := t.TempDir()
	d := hdtest.Sure(NewDirectory(folder, hdtest.Sure(hdtrace.NewTopology("P", "Hostname")), DirectoryOptions{}))
	lock := filepath.Join(folder, "P.proj.lock")
	err := d.update(d.Project(), func(string) error {
		return os.WriteFile(lock, []byte("1 elsewhere x 0\n"), 0o666)
	})
	hdtest.Is(t, "update", err, ErrLocked)
	if names := listOf(t, folder); len(names) != 1 || errors.Is(err, hdtrace.ErrCreate) {
		t.Errorf("%v, the lock of another alone is expected", names)
	}
}
