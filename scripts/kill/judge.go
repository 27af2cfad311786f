//go:build linux

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/scripts/kill/ledger"
	"github.com/go-hpc/timers/stats"
)

// judge compares what the tables of a job say, all of whose ranks are dead, with the other channel.
func (k *kill) judge() {
	found, run := k.readRun()
	if found != nil {
		defer func() {
			if err := found.Close(); err != nil {
				k.fail("close: %v", err)
			}
		}()
	}
	reported := k.reportOnDisk()
	for rank := range k.ranks {
		t := run[rank]
		if k.program == "shallowwater" {
			k.judgeExample(rank, t, reported == nil)
			continue
		}
		account, err := ledger.Read(k.ledger(rank))
		if errors.Is(err, fs.ErrNotExist) || err != nil && k.when == starting {
			if t != nil {
				k.fail("rank %d has a table, and has not begun", rank)
			}
			continue
		}
		if err != nil {
			k.fail("ledger: %v", err)
			continue
		}
		k.judgeRank(account, t, reported)
	}
}

// readRun finds the run of the job and what there is of each rank.
func (k *kill) readRun() (*ranktable.Run, map[int]*ranktable.Table) {
	runs, err := ranktable.Find(k.tables)
	tables := make(map[int]*ranktable.Table)
	if len(runs) == 0 {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			k.fail("find: %v", err)
		}
		return nil, tables
	}
	if err != nil {
		k.fail("find: %v", err)
	}
	if len(runs) > 1 {
		k.fail("%d runs in a folder of one", len(runs))
	}
	run := runs[0]
	for _, t := range run.Tables {
		rank := k.info(t).Rank
		if tables[rank] != nil {
			k.fail("two tables of rank %d", rank)
		}
		tables[rank] = t
	}
	for _, problem := range run.Problems {
		if !k.isStarting(problem) {
			k.fail("unreadable: %v", problem)
		}
	}
	k.allAccounted(run, tables)
	return run, tables
}

// info returns what a table says of its rank.
func (k *kill) info(t *ranktable.Table) ranktable.Info {
	info, err := t.Info()
	if err != nil {
		k.fail("%s: %v", info.File, err)
	}
	return info
}

// isStarting reports whether a table is rightly incomplete: its rank died while it made its timers.
func (k *kill) isStarting(problem error) bool {
	if !errors.Is(problem, ranktable.ErrStarting) {
		return false
	}
	for rank := range k.ranks {
		phase, _, err := ledger.Glance(k.ledger(rank))
		if err == nil && phase == ledger.Initializing && strings.Contains(problem.Error(), fmt.Sprintf("%06d%s", rank, ranktable.Extension)) {
			return true
		}
	}
	return false
}

// allAccounted makes sure that each rank either has a table or is said to be missing.
func (k *kill) allAccounted(run *ranktable.Run, tables map[int]*ranktable.Table) {
	if len(tables) == 0 {
		return // nobody knows how many there were
	}
	if run.Size != k.ranks {
		k.fail("a run of %d ranks, it had %d", run.Size, k.ranks)
	}
	for rank := range k.ranks {
		missing := slices.ContainsFunc(run.Missing, func(s stats.Range) bool { return s.Has(rank) })
		if missing == (tables[rank] != nil) {
			k.fail("rank %d: table %t, missing %t", rank, tables[rank] != nil, missing)
		}
	}
	k.judgeSummary(run, tables)
}

// judgeSummary holds the summary of a run against the profiles of its ranks.
func (k *kill) judgeSummary(run *ranktable.Run, tables map[int]*ranktable.Table) {
	s, err := run.Summary()
	if err != nil {
		k.fail("summary: %v", err)
		return
	}
	if err := s.Check(); err != nil {
		k.fail("summary: %v", err)
	}
	if s.Ranks != len(tables) || s.Size != k.ranks {
		k.fail("summary of %d of %d ranks, there are tables of %d of %d", s.Ranks, s.Size, len(tables), k.ranks)
	}
	calls := make(map[string]uint64)
	for _, t := range tables {
		p, err := t.Profile()
		if err != nil {
			return // which is complained of where the rank is judged
		}
		for i, n := range p.Nodes {
			calls[strings.Join(p.Path(i), "/")+"@"+environmentName(p, n.Environment)] += n.Calls
		}
	}
	for i, r := range s.Regions {
		name := ""
		if r.Environment > 0 {
			name = s.Environments[r.Environment].Name
		}
		path := strings.Join(s.Path(i), "/") + "@" + name
		if calls[path] != r.Calls {
			k.fail("%s: %d calls in the summary, %d in the ranks' tables", path, r.Calls, calls[path])
		}
		delete(calls, path)
	}
	for path, n := range calls {
		if n > 0 {
			k.fail("%s: %d calls in the ranks' tables, none in the summary", path, n)
		}
	}
}

// reportOnDisk returns what is missing from the report of a job, or nil for nothing.
func (k *kill) reportOnDisk() error {
	file, err := os.Open(filepath.Join(k.folder, "timing.mptsum"))
	if err != nil {
		return err
	}
	defer file.Close()
	s, err := stats.ReadSummary(file)
	if err != nil {
		return err
	}
	if s.Ranks != k.ranks {
		return fmt.Errorf("the report is of %d of %d ranks", s.Ranks, k.ranks)
	}
	for _, name := range []string{"timing.summary", "timing.0"} {
		info, err := os.Stat(filepath.Join(k.folder, name))
		if err != nil || info.Size() == 0 {
			return fmt.Errorf("%s: not written (%v)", name, err)
		}
	}
	return nil
}

// judgeRank holds the table of a victim's rank against its ledger.
func (k *kill) judgeRank(account *ledger.Account, t *ranktable.Table, reported error) {
	if t == nil {
		switch {
		case account.Phase >= ledger.Finalizing && reported != nil:
			k.fail("rank %d has no table, and the report is not on disk: %v", account.Rank, reported)
		case account.Phase == ledger.Running:
			k.fail("rank %d has no table", account.Rank)
		}
		return
	}
	info := k.info(t)
	k.judgeInfo(info, account.Rank, account.Phase)
	if info.PID != account.PID {
		k.fail("rank %d: process %d, it was %d", account.Rank, info.PID, account.PID)
	}
	what, err := k.claimOf(t, account)
	if err != nil {
		k.fail("rank %d: %v", account.Rank, err)
		return
	}
	for _, wrong := range compare(evidence{before: account, after: account, now: k.dead}, what) {
		k.fail("rank %d, %s", account.Rank, wrong)
	}
}

// judgeInfo looks at what a table says of its rank.
func (k *kill) judgeInfo(info ranktable.Info, rank int, phase ledger.Phase) {
	if info.Rank != rank || info.Size != k.ranks || info.Program != k.program || len(info.Command) < 2 || info.Host == "" {
		k.fail("rank %d: the table says it is rank %d of %d of %s %v on %q", rank, info.Rank, info.Size, info.Program, info.Command, info.Host)
	}
	if info.Alive {
		state, _ := stateOf(info.PID)
		k.fail("rank %d is dead, and shown as alive; the state of process %d is %q now", rank, info.PID, state)
	}
	if !info.Complete && k.kind != "out of memory" {
		k.fail("rank %d: the table is not complete", rank)
	}
	switch {
	case info.State == ranktable.Died:
	case info.State == ranktable.Panicked && k.panics(rank):
	case (info.State == ranktable.Kept || info.State == ranktable.Reported) && phase >= ledger.Finalizing:
	default:
		k.fail("rank %d is shown as %v", rank, info.State)
	}
}

// panics reports whether a rank's main goroutine panics, and reports as it does.
func (k *kill) panics(rank int) bool { return k.harm == "panic" && slices.Contains(k.targets, rank) }

// claimOf returns what a table says that the ledger also says.
func (k *kill) claimOf(t *ranktable.Table, account *ledger.Account) (claim, error) {
	info, err := t.Info()
	if err != nil {
		return claim{}, err
	}
	p, err := t.Profile()
	if err != nil {
		return claim{}, fmt.Errorf("profile: %w", err)
	}
	if err := p.Check(); err != nil {
		return claim{}, fmt.Errorf("profile: %w", err)
	}
	regions, err := t.OpenRegions()
	if err != nil {
		return claim{}, fmt.Errorf("open regions: %w", err)
	}
	c := claim{
		profile: p, seen: account.Nanos + p.Start + p.To - account.Unix,
		closed: info.State != ranktable.Died && info.State != ranktable.Running || account.Phase >= ledger.Finalizing,
		late:   !info.Complete,
	}
	if k.panics(account.Rank) {
		c.closed = true // at any time from its panic on, of which the ledger has no record
	}
	if heard := account.Nanos + info.LastSeen.UnixNano() - account.Unix; !info.Alive && heard > c.seen+int64(wallTolerance) {
		return c, fmt.Errorf("the last sign of life is %d ns later than the profile", heard-c.seen)
	}
	for _, o := range regions {
		name := o.Environment
		if name == p.Environments[0].Name {
			name = ""
		}
		c.open = append(c.open, openRegion{o.Track, o.Path, inEnvironment(o.Path[len(o.Path)-1], name), o.Elapsed})
	}
	return c, nil
}
