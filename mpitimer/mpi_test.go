//go:build mpi && cgo

package mpitimer

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// sharedFolder is a directory of rank 0 that all ranks know.
func sharedFolder(t *testing.T) string {
	t.Helper()
	dir, err := machenv.Broadcast(mpiWorld, 0, []byte(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	return string(dir)
}

// together waits for all ranks, so that rank 0 sees what they have written.
func together(t *testing.T) {
	t.Helper()
	if err := mpiWorld.Barrier(); err != nil {
		t.Fatal(err)
	}
}

// Trees that differ, environments of some ranks: Merge of the files of all ranks is what MPI reduces, and
// rank 0 writes what adds up.
func TestMPIReport(t *testing.T) {
	dir, profiles := filepath.Join(sharedFolder(t), "out"), sharedFolder(t)
	var log bytes.Buffer
	if err := Initialize(reporting(dir), WithLog(&log)); err != nil {
		t.Fatal(err)
	}
	tm := Default()
	envs := tm.Environments()
	if rank, size := envs.Default().Rank(), envs.Default().Size(); rank != mpiWorld.Rank() || size != mpiWorld.Size() {
		t.Fatalf("rank %d of %d, MPI says %d of %d", rank, size, mpiWorld.Rank(), mpiWorld.Size())
	}
	if err := makeEven(envs); err != nil {
		t.Fatal(err)
	}
	differing(envs)
	p := tm.Profile()
	merged, err := writeProfiles(envs.Default().Comm(), profiles, p)
	if err != nil {
		t.Fatal(err)
	}
	reduced, err := tm.Reduce(nil, p)
	if err != nil || (reduced != nil) != (mpiWorld.Rank() == 0) {
		t.Fatalf("rank %d reduces to %v, %v", mpiWorld.Rank(), reduced, err)
	}
	if reduced != nil {
		sameSummary(t, merged, reduced)
	}
	if err := Print(SinceLastPrint()); err != nil {
		t.Error(err)
	}
	if (log.Len() > 0) != (mpiWorld.Rank() == 0) {
		t.Errorf("rank %d has printed %q", mpiWorld.Rank(), log.String())
	}
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	if mpi.Finalized() {
		t.Fatal("the timers have ended an MPI that they did not start")
	}
	expectNothingLeft(t)
	together(t)
	if mpiWorld.Rank() == 0 {
		expectDiffering(t, expectReports(t, dir, mpiWorld.Size()), mpiWorld.Size())
	}
	together(t)
}

// A communicator of the program's own is left to it.
func TestMPICommunicatorOfTheProgram(t *testing.T) {
	half, err := mpiWorld.Split(mpiWorld.Rank()%2, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := Initialize(WithCommunicator(half), WithConfig(quietConfig()), WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	tm := Default()
	Start("work").Stop()
	p := tm.Profile()
	if p.Size != half.Size() || p.Rank != half.Rank() {
		t.Errorf("rank %d of %d, want %d of %d", p.Rank, p.Size, half.Rank(), half.Size())
	}
	if err := Finalize(); err != nil {
		t.Error(err)
	}
	if err := half.Barrier(); err != nil {
		t.Errorf("the program's communicator is of no use any more: %v", err)
	}
	if err := half.Free(); err != nil {
		t.Error(err)
	}
}

func TestMPIBarrier(t *testing.T) {
	c := quietConfig()
	c.Timing.TimingBarriers = true
	if err := Initialize(WithConfig(c), WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	tm := Default()
	if err := makeEven(tm.Environments()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := tm.TimedBarrier("all", ""); err != nil {
			t.Error(err)
		}
		if err := tm.TimedBarrier("some", "even"); err != nil {
			t.Error(err)
		}
	}
	want := "[Total 0 running Total/all 3]"
	if mpiWorld.Rank()%2 == 0 {
		want = "[Total 0 running Total/all 3 Total/some 3 @even]"
	}
	if got := fmt.Sprint(timerstest.Outline(tm.Profile())); got != want {
		t.Errorf("rank %d: tree is %s, want %s", mpiWorld.Rank(), got, want)
	}
	if err := Finalize(); err != nil {
		t.Error(err)
	}
}

// A configuration that only rank 0 can read holds for all; an error is told to all.
func TestMPIConfiguration(t *testing.T) {
	dir := sharedFolder(t)
	file := filepath.Join(dir, strconv.Itoa(mpiWorld.Rank())+".yml") // others than 0 have none
	for level, text := range []string{"Timing: {Level: x}", "Timing: {Level: 1}"} {
		if mpiWorld.Rank() == 0 {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		tm, err := New(WithConfigFile(file), WithConfigFunc(func(c *Config) { c.Output = quietConfig().Output }), WithLog(io.Discard))
		if wrong := level == 0; wrong != (err != nil) || wrong && !strings.Contains(err.Error(), "0.yml:1: section Timing: Level") {
			t.Errorf("rank %d, %s: %v", mpiWorld.Rank(), text, err)
		}
		if tm.config.Timing.Level != level {
			t.Errorf("rank %d, %s: level %d", mpiWorld.Rank(), text, tm.config.Timing.Level)
		}
		if err := tm.Finalize(); err != nil {
			t.Error(err)
		}
	}
}

// MPI has some 2000 communicators. Who initializes at each step must not use them up.
func TestMPIGivesCommunicatorsBack(t *testing.T) {
	rounds := 3
	if mpiWorld.Size() == 1 {
		rounds = 3000
	}
	for i := range rounds {
		comm, free, _, err := world(func() {})
		if err == nil {
			err = free()
		}
		if err != nil {
			t.Fatalf("round %d: %v", i, err)
		}
		if err := comm.Barrier(); err == nil {
			t.Fatal("the communicator was not freed")
		}
	}
	if mpi.Finalized() {
		t.Fatal("MPI was ended")
	}
}

// mpiPrograms are what launch can run.
var mpiPrograms = map[string]func(dir string) error{
	"starts MPI":                         childStartsMPI,
	"a rank panics":                      childPanics,
	"a rank is late":                     childLate,
	"a rank is late, MPI is its own":     childLateOwn,
	"rank 0 is awaited":                  childAwaited(0),
	"rank 1 is awaited":                  childAwaited(1),
	"a rank is stopped":                  childStopped,
	"a rank prints alone":                childPrintsAlone,
	"a rank does not initialize":         childDoesNotInitialize,
	"a rank is late and prints, at last": childPrintsLate,
}

func runChild() int {
	if err := mpiPrograms[*childName](*childFolder); err != nil {
		fmt.Println("child:", err)
		return 1
	}
	return 0
}

func childStartsMPI(dir string) error {
	if err := Initialize(reporting(dir)); err != nil {
		return err
	}
	if !mpi.Initialized() || mpi.Finalized() {
		return fmt.Errorf("MPI is initialized %v, finalized %v", mpi.Initialized(), mpi.Finalized())
	}
	Start("work").Stop()
	if err := Finalize(); err != nil {
		return err
	}
	if !mpi.Finalized() {
		return fmt.Errorf("MPI was started for the timers and not ended with them")
	}
	return nil
}

// impatient is reporting without much waiting.
func impatient(dir string) Option {
	return WithConfigFunc(func(c *Config) {
		c.Timing.PrintAllRanks = true
		c.Output.Directory, c.Output.TimerFile, c.Output.Patience = dir, "tree.txt", time.Second
	})
}

func childPanics(dir string) error {
	if err := Initialize(impatient(dir)); err != nil {
		return err
	}
	if Default().rank() == 1 {
		defer Finalize()
		defer Start("fatal").Stop()
		panic("boom")
	}
	Start("work").Stop()
	err := Finalize()
	if Default() != nil {
		return fmt.Errorf("there are timers after Finalize, which returned %w", err)
	}
	// MPI_Finalize would wait for the rank that is gone.
	return nil
}

// launch runs one of the mpiPrograms under the mpirun of our MPI, or without one on 0 ranks.
func launchRanks(t *testing.T, ranks int, program, dir string) string {
	t.Helper()
	if _, _, by, ok := mpi.Launched(); ok {
		t.Skip("started by " + by)
	}
	self, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	line := []string{self, "-child", program, "-directory", dir}
	if ranks > 0 {
		line = append(mpirunLine(t, ranks), line...)
	}
	c := exec.CommandContext(t.Context(), line[0], line[1:]...)
	c.WaitDelay = time.Minute
	c.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	if program != "a rank panics" {
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v\n%s", line, err, out)
		}
		return string(out)
	}
	// A process that ends without a word must not end the others, which mpirun may leave behind.
	c.WaitDelay = time.Second
	c.Env = append(c.Env, "OMPI_MCA_orte_abort_on_non_zero_status=0", "OMPI_MCA_orte_allowed_exit_without_sync=1", "OMPI_MCA_orte_enable_recovery=1")
	out, _ := c.CombinedOutput() // of a job that fails, as it should
	return string(out)
}

func mpirunLine(t *testing.T, ranks int) []string {
	t.Helper()
	n := strconv.Itoa(ranks)
	name, options := "mpirun.openmpi", []string{"--oversubscribe", "-n", n}
	if strings.HasPrefix(mpi.Library(), "MPICH") {
		name, options = "mpirun.mpich", []string{"-launcher", "fork", "-disable-auto-cleanup", "-n", n}
	}
	for _, candidate := range []string{name, "mpirun"} {
		if path, err := exec.LookPath(candidate); err == nil {
			return append([]string{path}, options...)
		}
	}
	t.Skip("there is no mpirun")
	return nil
}

func TestMPIStartedByTheTimers(t *testing.T) {
	for _, ranks := range []int{0, 1, 3} {
		dir := t.TempDir()
		launchRanks(t, ranks, "starts MPI", dir)
		s := expectReports(t, dir, max(ranks, 1))
		if want := fmt.Sprintf("%d/%d %d", s.Size, s.Size, s.Size); s.Size != max(ranks, 1) || regionsOf(s)["Total/work@Default"] != want {
			t.Errorf("%d ranks: %v", ranks, regionsOf(s))
		}
	}
}

func TestMPIRankPanics(t *testing.T) {
	dir := t.TempDir()
	out := launchRanks(t, 3, "a rank panics", dir)
	tree, err := os.ReadFile(filepath.Join(dir, "tree.txt"))
	if err != nil || !strings.Contains(string(tree), "rank panicked: Total, 1 time on rank 1") || !strings.Contains(string(tree), "fatal") {
		t.Errorf("the tree does not tell: %v\n%s\n%s", err, tree, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "timing.1"))
	if err == nil {
		err = check.Rank(data)
	}
	if err != nil || !bytes.Contains(data, []byte("fatal")) {
		t.Errorf("the file of the rank that panicked: %v\n%s", err, data)
	}
	for _, want := range []string{"rank 1 panicked: boom", "panic: boom"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
}
