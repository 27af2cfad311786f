//go:build linux

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Exit statuses of mpitimer recover.
const (
	recoveredAll  = 0
	recoveredPart = 3
)

// recovered does with the tables what a user does: the command makes a summary of them, which must be the one
// that the package makes, and its exit status must report whether anything is missing.
func (k *kill) recovered() {
	runs, err := ranktable.Find(k.tables)
	if err != nil || len(runs) != 1 || len(runs[0].Tables) == 0 {
		return // nothing is there, or it is reported elsewhere
	}
	run := runs[0]
	defer run.Close()
	file := filepath.Join(k.folder, "recovered.mptsum")
	said, err := exec.Command(k.mpitimer, "recover", k.tables, "-o", file).CombinedOutput()
	want, complete := recoveredAll, true
	for _, t := range run.Tables {
		complete = complete && k.info(t).Complete
	}
	if len(run.Missing) > 0 || len(run.Problems) > 0 || !complete {
		want = recoveredPart
	}
	var exit *exec.ExitError
	status := 0
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		k.fail("recover: %v", err)
		return
	}
	if status != want {
		k.fail("recover ended with status %d, expected %d: %s", status, want, bytes.TrimSpace(said))
		return
	}
	k.sameSummary(run, file)
}

// stacksShow makes sure that the command shows where a job hangs that still runs.
func (k *kill) stacksShow(name string) {
	said, err := exec.Command(k.mpitimer, "stacks", k.tables).CombinedOutput()
	if err != nil || !bytes.Contains(said, []byte(name)) {
		k.fail("stacks does not show %s (%v): %s", name, err, bytes.TrimSpace(said))
	}
}

// sameSummary compares what the command wrote with what the package returns.
func (k *kill) sameSummary(run *ranktable.Run, file string) {
	s, err := run.Summary()
	if err != nil {
		return // which is complained of elsewhere
	}
	want, err := s.MarshalBinary()
	if err != nil {
		k.fail("summary: %v", err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		k.fail("recover: %v", err)
		return
	}
	got, err := stats.ReadSummary(bytes.NewReader(data))
	if err != nil {
		k.fail("recover: %s: %v", file, err)
		return
	}
	if again, err := got.MarshalBinary(); err != nil || !bytes.Equal(again, want) {
		k.fail("recover wrote another summary than the tables make (%v)", err)
	}
}

// foundBoth checks that two runs in one directory are distinguished.
func (s *scene) foundBoth(folder string) {
	runs, err := ranktable.Find(folder)
	if err != nil || len(runs) != 2 {
		s.fail("%d runs in a folder of two (%v)", len(runs), err)
	}
	for _, r := range runs {
		if len(r.Tables) != s.ranks || len(r.Missing) > 0 {
			s.fail("run %s: %d tables, missing %v", r.Name, len(r.Tables), r.Missing)
		}
		_ = r.Close()
	}
}
