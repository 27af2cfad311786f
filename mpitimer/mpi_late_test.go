//go:build mpi && cgo

package mpitimer

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/stats"
)

// lateRanks is of how many ranks one is late.
const lateRanks = 8

// manyRegions makes a tree that no MPI sends without its receiver.
func manyRegions() {
	for i := range 300 {
		Start(fmt.Sprintf("a region with a name of some length %d", i)).Stop()
	}
}

// reportThere waits for the first report.
func reportThere(dir string) error {
	name := filepath.Join(dir, "timing.mptsum")
	for begin := time.Now(); time.Since(begin) < 2*time.Minute; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(name); err == nil {
			return nil
		}
	}
	return fmt.Errorf("there is no %s", name)
}

// burnt is the CPU time of the process so far.
func burnt() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// waitsCheaply is Finalize, which must not burn a core while it waits.
func waitsCheaply() error {
	before, begin := burnt(), time.Now()
	err := Finalize()
	if spent, waited := burnt()-before, time.Since(begin); spent > waited/4+time.Second {
		return fmt.Errorf("Finalize took %v of CPU time in %v", spent, waited)
	}
	return err
}

func lateInto(dir string, own bool) error {
	var world *mpi.Comm
	if own {
		var err error
		if world, err = mpi.World(); err != nil {
			return err
		}
	}
	if err := Initialize(impatient(dir)); err != nil {
		return err
	}
	rank := Default().rank()
	manyRegions()
	if rank == 1 {
		if err := reportThere(dir); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		Start("late").Stop()
	}
	err := waitsCheaply()
	if !own {
		return err
	}
	if !errors.Is(err, machenv.ErrLost) || errors.Is(err, machenv.ErrLate) != (rank == 1) {
		return fmt.Errorf("rank %d: %v", rank, err)
	}
	return errors.Join(world.Barrier(), world.Free(), mpi.Finalize())
}

func childLate(dir string) error { return lateInto(dir, false) }

func childLateOwn(dir string) error { return lateInto(dir, true) }

// childAwaited has a rank that comes when the others have reported, and holds these to their patience: what is asked and
// answered meanwhile goes on while it lasts.
func childAwaited(late int) func(dir string) error {
	return func(dir string) error {
		const patience = 8 * time.Second // it took 16 s once, and 32 s without rank 0
		world, err := mpi.World()
		if err != nil {
			return err
		}
		if err := Initialize(impatient(dir), WithConfigFunc(func(c *Config) { c.Output.Patience = patience })); err != nil {
			return err
		}
		if world.Rank() == late {
			if err := reportThere(dir); err != nil {
				return err
			}
		}
		begin := time.Now()
		err = Finalize()
		if took := time.Since(begin); !errors.Is(err, machenv.ErrLost) || world.Rank() != late && took > patience*7/4 {
			return fmt.Errorf("rank %d of 4: Finalize took %v: %v", world.Rank(), took, err)
		}
		return errors.Join(world.Barrier(), world.Free(), mpi.Finalize())
	}
}

// childStopped has a rank that is stopped on its way to Finalize, and goes on some seconds later.
func childStopped(dir string) error {
	if err := Initialize(impatient(dir)); err != nil {
		return err
	}
	manyRegions()
	if Default().rank() == 1 {
		Start("late").Stop()
		wake := exec.Command("sh", "-c", fmt.Sprintf("sleep 5; kill -CONT %d", os.Getpid()))
		if err := wake.Start(); err != nil {
			return err
		}
		go func() {
			time.Sleep(time.Millisecond)
			_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		}()
		defer func() { _ = wake.Wait() }()
	}
	return Finalize()
}

func childPrintsAlone(dir string) error {
	if err := Initialize(reporting(dir)); err != nil {
		return err
	}
	rank := Default().rank()
	Start("work").Stop()
	if rank == 1 {
		if err := Print(); !errors.Is(err, machenv.ErrMismatch) {
			return fmt.Errorf("Print alone: %v", err)
		}
	}
	if err := Finalize(); rank != 1 && !errors.Is(err, machenv.ErrMismatch) || rank == 1 && err != nil {
		return fmt.Errorf("rank %d: Finalize: %v", rank, err)
	}
	return nil
}

func childPrintsLate(dir string) error {
	if err := Initialize(impatient(dir)); err != nil {
		return err
	}
	Start("work").Stop()
	if Default().rank() == 1 {
		if err := reportThere(dir); err != nil {
			return err
		}
		if err := Print(); !errors.Is(err, machenv.ErrLate) {
			return fmt.Errorf("a late Print: %v", err)
		}
	}
	return Finalize()
}

func childDoesNotInitialize(dir string) error {
	world, err := mpi.World()
	if err != nil {
		return err
	}
	if world.Rank() != 1 {
		c := DefaultConfig()
		c.Output.Directory, c.Output.TimerFile, c.Output.Patience = dir, "tree.txt", time.Second
		err := Initialize(WithCommunicator(world), WithConfig(c))
		if !errors.Is(err, machenv.ErrLost) || !strings.Contains(err.Error(), "rank 1 of 8 did not come to Initialize") {
			return fmt.Errorf("rank %d: %v", world.Rank(), err)
		}
		Start("work").Stop()
		if err := Finalize(); !errors.Is(err, machenv.ErrLost) {
			return fmt.Errorf("rank %d: Finalize: %v", world.Rank(), err)
		}
	}
	return errors.Join(world.Barrier(), world.Free(), mpi.Finalize())
}

func summaryIn(t *testing.T, dir, out string) *stats.Summary {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "timing.mptsum"))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	defer f.Close()
	s, err := stats.ReadSummary(f)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return s
}

// A rank that is late by more than the patience, or stopped: the job ends well, and the report has all ranks.
func TestMPILateRankEndsWell(t *testing.T) {
	for _, program := range []string{"a rank is late", "a rank is stopped"} {
		dir := t.TempDir()
		out := launchRanks(t, lateRanks, program, dir)
		s := summaryIn(t, dir, out)
		r := regionsOf(s)
		if s.Ranks != lateRanks || r["Total@Default"] != "8/8 8" || r["Total/late@Default"] != "1/8 1" || r["Total/a region with a name of some length 7@Default"] != "8/8 8" {
			t.Errorf("%s: %d ranks, Total %q, late %q\n%s", program, s.Ranks, r["Total@Default"], r["Total/late@Default"], out)
		}
		if program == "a rank is late" && !regexp.MustCompile(`rank 1 of 8 did not come to Finalize within [0-9ms]+s; the report is written again`).MatchString(out) {
			t.Errorf("%s: the log does not tell:\n%s", program, out)
		}
	}
}

// Where MPI is the program's its own end is left to it: no message keeps it waiting.
func TestMPILateRankOwnMPI(t *testing.T) {
	dir := t.TempDir()
	out := launchRanks(t, lateRanks, "a rank is late, MPI is its own", dir)
	if s := summaryIn(t, dir, out); regionsOf(s)["Total@Default"] != "8/8 7" {
		t.Errorf("Total %q\n%s", regionsOf(s)["Total@Default"], out) // the table of the late rank, which still runs
	}
	if !strings.Contains(out, "mpitimer recover ") {
		t.Errorf("the log does not name the command:\n%s", out)
	}
}

// No more than the patience goes by for a rank that does not come, rank 0 or another.
func TestMPIAwaitedForThePatience(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for 16 s")
	}
	for _, program := range []string{"rank 0 is awaited", "rank 1 is awaited"} {
		dir := t.TempDir()
		out := launchRanks(t, 4, program, dir)
		if s := summaryIn(t, dir, out); s.Ranks != 4 {
			t.Errorf("%s: %d ranks\n%s", program, s.Ranks, out)
		}
		if !regexp.MustCompile(`mpitimer: rank [01] of 4 did not come to Finalize within [0-9]+s; mpitimer recover`).MatchString(out) {
			t.Errorf("%s: the log does not tell:\n%s", program, out)
		}
	}
}

func TestMPIPrintOnOneRank(t *testing.T) {
	dir := t.TempDir()
	out := launchRanks(t, lateRanks, "a rank prints alone", dir)
	if s := summaryIn(t, dir, out); s.Ranks != lateRanks || regionsOf(s)["Total/work@Default"] != "8/8 8" {
		t.Errorf("%v\n%s", regionsOf(s), out)
	}
	dir = t.TempDir()
	out = launchRanks(t, lateRanks, "a rank is late and prints, at last", dir)
	if s := summaryIn(t, dir, out); s.Ranks != lateRanks || regionsOf(s)["Total/work@Default"] != "8/8 8" {
		t.Errorf("%v\n%s", regionsOf(s), out)
	}
}

func TestMPIInitializeOnSomeRanks(t *testing.T) {
	dir := t.TempDir()
	out := launchRanks(t, lateRanks, "a rank does not initialize", dir)
	if s := summaryIn(t, dir, out); s.Ranks != lateRanks-1 || regionsOf(s)["Total/work@Default"] != "7/8 7" {
		t.Errorf("%d ranks, %v\n%s", s.Ranks, regionsOf(s), out)
	}
}
