//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/scripts/kill/ledger"
	"github.com/go-hpc/timers/stats"
)

// scenario is something that happens to tables beside the death of a rank.
type scenario struct {
	name string
	run  func(*scene)
}

// scene is where a scenario takes place. A kill collects what is wrong.
type scene struct {
	kill
	at      string // directory
	jobs    int
	skipped string // why it could not be played
}

// runScenarios plays all of them, under the MPIs in turn.
func (c *campaign) runScenarios() error {
	for i, s := range scenarios {
		at := filepath.Join(c.work, fmt.Sprintf("scenario%02d", i))
		if err := os.Mkdir(at, 0o777); err != nil {
			return err
		}
		l := c.launchers[i%len(c.launchers)]
		k := &scene{at: at, kill: kill{mpitimer: c.recover, plan: plan{launcher: l, program: "victim", kind: s.name}}}
		begin := time.Now()
		s.run(k)
		took := time.Since(begin).Round(10 * time.Millisecond)
		switch {
		case len(k.problem) > 0:
			c.failed++
			fmt.Printf("FAIL  %s, %s: %s (in %s)\n", s.name, l.name, strings.Join(k.problem, "; "), at)
			continue
		case k.skipped != "":
			fmt.Printf("SKIP  %s: %s\n", s.name, k.skipped)
		default:
			fmt.Printf("ok    %s, %s, %v\n", s.name, l.name, took)
		}
		if err := os.RemoveAll(at); err != nil {
			return err
		}
	}
	return nil
}

// begin starts a victim with tables in a directory of its own inside the given one.
func (s *scene) begin(ranks int, tables string, args ...string) bool {
	s.jobs++
	folder := filepath.Join(s.at, fmt.Sprintf("job%d", s.jobs))
	if err := os.Mkdir(folder, 0o777); err != nil {
		s.fail("%v", err)
		return false
	}
	s.ranks, s.tables = ranks, tables
	args = append([]string{"-folder", folder, "-tables", tables, "-limit", "1m"}, args...)
	j, err := start(s.launcher, folder, ranks, nil, "victim", args...)
	if err != nil {
		s.fail("%v", err)
		return false
	}
	s.job = j
	return true
}

// awaitRunning waits for all ranks.
func (s *scene) awaitRunning() bool {
	if err := s.await(ledger.Running, s.all()...); err != nil {
		s.fail("%v: %s", err, s.lastWords())
		s.finish(0)
		return false
	}
	return true
}

// lastWords returns what the ranks and mpirun have said last.
func (s *scene) lastWords() string {
	text, _ := os.ReadFile(filepath.Join(s.folder, "mpirun.log"))
	said := string(text)
	for rank := range s.ranks {
		said += s.output(rank)
	}
	said = strings.TrimSpace(said)
	const enough = 400
	if len(said) > enough {
		said = "…" + said[len(said)-enough:]
	}
	return strings.ReplaceAll(said, "\n", " | ")
}

// endWell waits for the end of a job that nobody has killed, which must be a good one, with a report of
// everything that was in the ledgers.
func (s *scene) endWell() {
	if !waitFor(time.Minute, 5*time.Millisecond, s.ended) {
		s.fail("the job does not end")
	}
	s.finish(0)
	if s.status != nil {
		s.fail("the job ended with %v: %s", s.status, s.lastWords())
		return
	}
	if err := s.reportOnDisk(); err != nil {
		s.fail("report: %v", err)
		return
	}
	s.holdReport()
}

// holdReport holds the report of a job that has ended well against the ledgers.
func (s *scene) holdReport() {
	data, err := os.ReadFile(filepath.Join(s.folder, "timing.mptsum"))
	var sum stats.Summary
	if err == nil {
		err = sum.UnmarshalBinary(data)
	}
	if err != nil {
		s.fail("report: %v", err)
		return
	}
	calls := make(map[string]uint64)
	for rank := range s.ranks {
		a, err := ledger.Read(s.ledger(rank))
		if err != nil {
			s.fail("%v", err)
			return
		}
		for key, e := range a.Regions {
			calls[key.Path] += e.Ended
		}
	}
	paths := make([]string, len(sum.Regions))
	for i, r := range sum.Regions {
		paths[i] = r.Name
		if r.Environment > 0 {
			paths[i] = inEnvironment(r.Name, sum.Environments[r.Environment].Name)
		}
		if r.Parent >= 0 {
			paths[i] = paths[r.Parent] + "/" + paths[i]
		}
		if calls[paths[i]] != r.Calls {
			s.fail("%s: %d calls in the report, %d in the ledgers", paths[i], r.Calls, calls[paths[i]])
		}
		delete(calls, paths[i])
	}
	for path, n := range calls {
		if n > 0 {
			s.fail("%s: not in the report, %d calls in the ledgers", path, n)
		}
	}
}

// left returns the rank tables below a directory.
func left(folder string) []string {
	files, _ := filepath.Glob(filepath.Join(folder, "*", "*.mptable"))
	return files
}

// noneLeft checks that a job has removed its tables and their directory.
func (s *scene) noneLeft(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.fail("%v", err)
	}
	for _, e := range entries {
		s.fail("left behind: %s", filepath.Join(folder, e.Name()))
	}
}

// killAll ends all ranks at once.
func (s *scene) killAll() {
	for _, p := range s.processes() {
		if p.rank >= 0 {
			p.signal(syscall.SIGKILL)
		}
	}
	s.end()
}

// end waits until nothing of the job lives.
func (s *scene) end() {
	s.finish(patience)
	s.dead = ledger.Monotonic()
}

// says makes sure that the log, which is what rank 0 prints, says all of it in one line.
func (s *scene) says(words ...string) {
	for _, line := range strings.Split(s.output(0), "\n") {
		all := true
		for _, w := range words {
			all = all && strings.Contains(line, w)
		}
		if all {
			return
		}
	}
	s.fail("no line of the log says %q: %s", words, s.lastWords())
}
