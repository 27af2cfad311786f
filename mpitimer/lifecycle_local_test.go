package mpitimer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// onRanks runs f on each rank between Initialize and Finalize of the package.
func onRanks(t *testing.T, ranks int, options []Option, f func(envs *machenv.Registry) error) error {
	t.Helper()
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		if err := Initialize(append(options, WithEnvironments(envs))...); err != nil {
			return err
		}
		err = f(envs)
		return errors.Join(err, Finalize())
	})
	expectNothingLeft(t)
	return err
}

// A run whose timers are off has no report, of no rank; one rank that has enabled them is enough for one of all.
func TestLifecycleOffHasNoReport(t *testing.T) {
	for enabled, want := range map[int]int{-1: 0, 1: 3} { // the rank that enables its timers, and how many files there are
		folder := t.TempDir()
		c := DefaultConfig()
		c.Timing.Enabled, c.Output.Directory, c.Output.Tables, c.Output.SummaryFile = false, folder, tablesOff, true
		var log bytes.Buffer
		err := onRanks(t, 3, []Option{WithConfig(c), WithLog(&log)}, func(envs *machenv.Registry) error {
			Start("unseen").Stop()
			if envs.Default().Rank() == enabled {
				Default().Enable()
				Start("seen").Stop()
			}
			return nil
		})
		files, problem := os.ReadDir(folder)
		if err = errors.Join(err, problem); err != nil || len(files) != want {
			t.Errorf("rank %d enabled: %d files, want %d: %v (%v)", enabled, len(files), want, files, err)
		}
		if got := log.String(); strings.Contains(got, "seen") != (want > 0) || strings.Contains(got, TotalName) != (want > 0) || strings.Contains(got, "unseen") {
			t.Errorf("rank %d enabled: the log is\n%s", enabled, got)
		}
	}
}

// The ranks come and go in any order; whoever asks gets its own timers.
func TestLifecycleRanksOfOneProcess(t *testing.T) {
	for range 20 {
		var mu sync.Mutex
		profiles := make(map[int]*stats.Profile)
		err := onRanks(t, 5, []Option{WithConfig(quietConfig()), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
			rank := envs.Default().Rank()
			tm := Default()
			if tm == nil || tm.Environments() != envs {
				return fmt.Errorf("rank %d has timers of another one", rank)
			}
			if err := Initialize(WithEnvironments(envs)); err != nil || Default() != tm {
				return fmt.Errorf("rank %d was initialized twice: %v", rank, err)
			}
			own := fmt.Sprintf("rank%d", rank)
			for range rank + 1 {
				Start("all").Stop()
				Start(own).Stop()
			}
			done := make(chan struct{})
			go func() { // found by lineage
				defer close(done)
				Start("child").Stop()
				grandchild := make(chan struct{})
				go func() {
					defer close(grandchild)
					defer Start("grandchild").Stop()
					if Default() != tm {
						t.Errorf("rank %d: a grandchild has timers of another one", rank)
					}
				}()
				<-grandchild
			}()
			<-done
			inside := Start("parent")
			placed := make(chan struct{})
			Go(func() { defer close(placed); Start("placed").Stop() })
			<-placed
			inside.Stop()
			mu.Lock()
			profiles[rank] = tm.Profile()
			mu.Unlock()
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for rank, p := range profiles {
			if err := p.Check(); err != nil {
				t.Error(err)
			}
			if p.Rank != rank || p.Size != 5 {
				t.Errorf("rank %d has the profile of rank %d of %d", rank, p.Rank, p.Size)
			}
			timerstest.ExpectOutline(t, p, fmt.Sprintf("all %d", rank+1), fmt.Sprintf("rank%d %d", rank, rank+1), "parent 1", "parent/placed 1", "child 1", "grandchild 1")
			timerstest.ExpectWarnings(t, p, warnReentered+": Total ×1")
		}
	}
}

// What one rank does after its Finalize is not counted for the ranks that still run.
func TestLifecycleRankLeavesEarly(t *testing.T) {
	left := make(chan struct{})
	last := make(chan *stats.Profile, 1)
	err := local.Run(2, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(machenv.NewSerial()) // each for itself, so that nobody waits
		if err != nil {
			return err
		}
		if err := Initialize(WithEnvironments(envs), WithConfig(quietConfig()), WithLog(io.Discard)); err != nil {
			return err
		}
		if err := comm.Barrier(); err != nil {
			return err
		}
		if comm.Rank() == 0 {
			defer close(left)
			Start("mine").Stop()
			if err := Finalize(); err != nil {
				return err
			}
			Start("too late").Stop()
			if err := Finalize(); !errors.Is(err, ErrNotInitialized) {
				return fmt.Errorf("second Finalize: %v", err)
			}
			return nil
		}
		<-left
		Start("yours").Stop()
		tm := Default()
		if tm == nil {
			return errors.New("rank 0 has ended the timers of rank 1")
		}
		last <- tm.Profile()
		return Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
	timerstest.ExpectOutline(t, <-last, "yours 1")
	expectNothingLeft(t)
}

func TestLifecycleManyGoroutinesOnRanks(t *testing.T) {
	const ranks, goroutines = 3, 3000
	err := onRanks(t, ranks, []Option{WithConfig(quietConfig()), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
		rank := envs.Default().Rank()
		for range goroutines / 10 {
			var running sync.WaitGroup
			for range 10 {
				running.Go(func() { Start("work").Stop() })
			}
			running.Wait()
		}
		v, _ := Default().Query("work")
		if v.Calls != goroutines {
			return fmt.Errorf("rank %d counts %d calls, want %d", rank, v.Calls, goroutines)
		}
		var n, most int
		left := engine.Left()
		if _, err := fmt.Sscanf(left[strings.LastIndexByte(left, ',')+1:], "%d owners of %d", &n, &most); err != nil || n > most {
			return fmt.Errorf("%s, %w", left, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The configuration of rank 0 holds for all, so that no rank waits in a Barrier that another one does
// not come to.
func TestLifecycleConfigurationIsThatOfRank0(t *testing.T) {
	dir := t.TempDir()
	for name, option := range map[string]func(rank int) Option{
		"variables of some ranks": func(rank int) Option {
			return option(func(s *settings) {
				s.environment = []string{}
				if rank == 0 {
					s.environment = []string{"MPITIMER_TIMING_BARRIERS=true", "MPITIMER_LEVEL=2"}
				}
			})
		},
		"file on rank 0": func(rank int) Option {
			if rank == 0 {
				return writeAs(t, dir, "0.yml", "Timing: {TimingBarriers: true, Level: 2}\n")
			}
			return WithLog(io.Discard)
		},
		"file that others do not see": func(rank int) Option {
			if rank == 0 {
				return writeAs(t, dir, "1.yml", "Timing: {TimingBarriers: true, Level: 2}\n")
			}
			return WithConfigFile(filepath.Join(dir, "missing.yml"))
		},
	} {
		err := local.Run(3, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), WithConfigFunc(func(c *Config) { c.Output = quietConfig().Output }), WithLog(io.Discard), option(comm.Rank()))
			if err != nil {
				return err
			}
			if c := tm.config.Timing; !c.TimingBarriers || c.Level != 2 {
				return fmt.Errorf("rank %d has %+v", comm.Rank(), c)
			}
			for range comm.Rank() {
				tm.Start("work").Stop()
			}
			if err := tm.TimedBarrier("wait", ""); err != nil {
				return err
			}
			if v, _ := tm.Query("wait"); v.Calls != 1 {
				return fmt.Errorf("rank %d waited %d times", comm.Rank(), v.Calls)
			}
			return tm.Finalize()
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var mu sync.Mutex
	problems := make(map[int]string)
	err := local.Run(3, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfigFile(filepath.Join(dir, "none.yml")), WithConfigFunc(func(c *Config) { c.Output = quietConfig().Output }), WithLog(io.Discard))
		mu.Lock()
		problems[comm.Rank()] = fmt.Sprint(err)
		mu.Unlock()
		return tm.Finalize()
	})
	if err != nil {
		t.Error(err)
	}
	for rank := range 3 {
		if !strings.Contains(problems[rank], "none.yml") {
			t.Errorf("rank %d got the error %s", rank, problems[rank])
		}
	}
}

func TestLifecycleBarrier(t *testing.T) {
	for _, on := range []bool{false, true} {
		c := quietConfig()
		c.Timing.TimingBarriers = on
		err := onRanks(t, 4, []Option{WithConfig(c), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
			if err := makeEven(envs); err != nil {
				return err
			}
			tm := Default()
			rank := envs.Default().Rank()
			if rank == 3 && !on { // without barriers nobody waits for the others
				return nil
			}
			if err := errors.Join(tm.TimedBarrier("all", ""), tm.TimedBarrier("some", "even")); err != nil {
				return err
			}
			want := map[bool]string{true: "[Total 0 running Total/all 1]", false: "[Total 0 running]"}[on]
			if on && rank%2 == 0 {
				want = "[Total 0 running Total/all 1 Total/some 1 @even]"
			}
			if got := fmt.Sprint(timerstest.Outline(tm.Profile())); got != want {
				return fmt.Errorf("rank %d: tree is %s, want %s", rank, got, want)
			}
			if err := tm.TimedBarrier("x", "nowhere"); on != errors.Is(err, machenv.ErrUnknown) {
				return fmt.Errorf("barrier of an unknown environment: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Errorf("TimingBarriers %v: %v", on, err)
		}
	}
}

// A goroutine that timed something while its rank was the only one in the process, and what it starts,
// belong to that rank when others have come.
func TestLifecycleGoroutinesBeforeTheSecondRank(t *testing.T) {
	defer expectNothingLeft(t)
	for range 2 {
		alone := func() *machenv.Registry {
			envs, err := machenv.NewRegistry(machenv.NewSerial())
			if err != nil {
				t.Fatal(err)
			}
			return envs
		}
		first := alone()
		if err := Initialize(WithEnvironments(first), WithConfig(quietConfig()), WithLog(io.Discard)); err != nil {
			t.Fatal(err)
		}
		tm := Default()
		timed, second, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			Start("child").Stop()
			close(timed)
			<-second
			if Default() != tm {
				t.Error("the child has timers of another rank, or none")
			}
			grandchild := make(chan struct{})
			go func() {
				defer close(grandchild)
				if Default() != tm {
					t.Error("the grandchild has timers of another rank, or none")
				}
			}()
			<-grandchild
		}()
		<-timed
		other := make(chan error)
		go func() {
			err := Initialize(WithEnvironments(alone()), WithConfig(quietConfig()), WithLog(io.Discard))
			close(second)
			<-done
			other <- errors.Join(err, Finalize())
		}()
		if err := <-other; err != nil {
			t.Error(err)
		}
		if err := Finalize(); err != nil {
			t.Error(err)
		}
	}
}
