package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// runs --clear removes the tables of one's own runs that have ended, without a report, and no others.
func TestRunsClear(t *testing.T) {
	folder := killed(t, 3)
	run := filepath.Base(folder)
	status, out, _ := commanded("runs", "--clear", "--dry-run", folder)
	want(t, status, cli.StatusOK, out, "would remove "+run+": 3 tables, last seen ")
	status, out, _ = commanded("runs", "--clear", "--older", "1h", folder)
	want(t, status, cli.StatusOK, out, "kept "+run+": last seen ")
	status, out, _ = commanded("runs", "--clear", filepath.Dir(folder), "another")
	want(t, status, cli.StatusOK, out, "there are no tables")
	if files, err := os.ReadDir(folder); err != nil || len(files) != 3 {
		t.Fatalf("left are %v, %v", files, err)
	}
	status, out, _ = commanded("runs", "--clear", filepath.Dir(folder), run[:len(run)-3])
	want(t, status, cli.StatusOK, out, "removed "+run+": 3 tables, last seen ")
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is still there: %v", err)
	}
	status, out, _ = commanded("runs", "--clear", t.TempDir())
	want(t, status, cli.StatusOK, out, "there are no tables")
}

func TestRunsClearKeeps(t *testing.T) {
	running := t.TempDir()
	whileRunning(t, running, 2, func() {
		status, out, _ := commanded("runs", "--clear", running)
		want(t, status, cli.StatusOK, out, "kept ", ": still running")
		if files, err := filepath.Glob(filepath.Join(running, "*", "*"+ranktable.Extension)); err != nil || len(files) != 2 {
			t.Errorf("left are %v, %v", files, err)
		}
	})
	folder := killed(t, 2)
	if err := os.Truncate(filepath.Join(folder, "000001"+ranktable.Extension), 70); err != nil {
		t.Fatal(err)
	}
	expectKept(t, folder, "000001"+ranktable.Extension)
	folder = killed(t, 2)
	if err := os.Chown(filepath.Join(folder, "000001"+ranktable.Extension), os.Geteuid()+4711, -1); err != nil {
		t.Skip(err)
	}
	status, out, _ := commanded("runs", "--clear", "--dry-run", folder) // what the directory has of others is another run
	want(t, status, cli.StatusOK, out, "kept "+filepath.Base(folder)+": of another user, ", "would remove "+filepath.Base(folder)+": 1 table, ")
}

func expectKept(t *testing.T, folder, why string) {
	t.Helper()
	status, out, _ := commanded("runs", "--clear", folder)
	want(t, status, cli.StatusOK, out, "kept "+filepath.Base(folder), why)
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2 {
		t.Errorf("left are %v, %v", files, err)
	}
}

// deadRuns leaves the tables of so many runs, whose ranks have died, in a directory.
func deadRuns(t *testing.T, folder string, runs, ranks int) {
	t.Helper()
	for range runs {
		dead := killed(t, ranks)
		if err := os.Rename(dead, filepath.Join(folder, filepath.Base(dead))); err != nil {
			t.Fatal(err)
		}
	}
}

// runs lists what lies there: runs that have died and those that run.
func TestRuns(t *testing.T) {
	folder := t.TempDir()
	deadRuns(t, folder, 2, 2)
	whileRunning(t, folder, 3, func() {
		status, out, messages := commanded("runs", folder)
		want(t, status, cli.StatusOK, out+messages, "run ", "program", "3/3", "2/2", "running", "died, seen ", "mpitimer.test")
		if lines := strings.Split(strings.TrimSpace(out), "\n"); len(lines) != 4 || !strings.Contains(lines[1], "running") {
			t.Errorf("want a title, the run that runs and two that have died:\n%s", out)
		}
		var list []struct {
			Run     string
			Running bool
			Tables  int
			Ranks   int
			Bytes   int
			Begun   time.Time
		}
		_, out, _ = commanded("runs", "--format", "json", folder)
		if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 3 || !list[0].Running || list[1].Running || list[1].Tables != 2 || list[1].Bytes == 0 || list[1].Begun.IsZero() {
			t.Errorf("%v in %s", err, out)
		}
		_, out, _ = commanded("runs", "-f", "csv", folder, list[1].Run)
		if rows, err := csv.NewReader(strings.NewReader(out)).ReadAll(); err != nil || len(rows) != 2 || rows[1][0] != list[1].Run {
			t.Errorf("%v in %s", err, out)
		}
		_, out, _ = commanded("runs", "-f", "markdown", folder)
		want(t, 0, 0, out, "| run ", "|:--")
		file := filepath.Join(t.TempDir(), "runs.json")
		status, out, messages = commanded("runs", "-f", "json", "-o", file, folder)
		want(t, status, cli.StatusOK, out+messages)
		if text, err := os.ReadFile(file); err != nil || json.Unmarshal(text, &list) != nil || len(list) != 3 {
			t.Errorf("%v in %s", err, text)
		}
		for says, wrong := range map[string][]string{"require --clear": {"--dry-run"}, "does not go with": {"--clear", "-f", "json"}, "expected": {"-f", "xml"}} {
			status, out, messages := commanded(append([]string{"runs", folder}, wrong...)...)
			want(t, status, 2, out+messages, says)
		}
	})
	status, out, messages := commanded("clean", folder) // as it was called before
	want(t, status, cli.StatusOK, out+messages, "clean is now mpitimer runs --clear", "removed ")
	status, out, _ = commanded("runs", folder)
	want(t, status, cli.StatusOK, out, "there are no tables")
}

// Without a name top and stacks take the job that runs, however many dead ones have left tables; where none runs they
// ask for a name.
func TestTheJobThatRuns(t *testing.T) {
	folder := t.TempDir()
	deadRuns(t, folder, 3, 2)
	whileRunning(t, folder, 3, func() {
		for _, command := range [][]string{{"stacks"}, {"top", "--once", "--interval", "100ms"}} {
			status, out, messages := commanded(append(command, folder)...)
			want(t, status, cli.StatusOK, out+messages, "3 ranks on 1 host, running for")
		}
	})
	for _, command := range []string{"stacks", "top"} {
		status, out, messages := commanded(command, folder)
		want(t, status, 2, out+messages, "there are several runs; add the name of one")
	}
}

// Of very many runs the newest are listed.
func TestVeryManyRuns(t *testing.T) {
	folder := t.TempDir()
	deadRuns(t, folder, 15, 1)
	status, out, messages := commanded("stacks", folder)
	want(t, status, 2, out+messages, "there are several runs", "and 3 more; mpitimer runs lists them")
	if n := strings.Count(messages, "  died  "); n != 12 {
		t.Errorf("%d runs are listed:\n%s", n, messages)
	}
}
