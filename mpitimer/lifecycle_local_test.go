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
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
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
			expectOutline(t, p, fmt.Sprintf("all %d", rank+1), fmt.Sprintf("rank%d %d", rank, rank+1), "parent 1", "parent/placed 1", "child 1", "grandchild 1")
			expectWarnings(t, p, warnReentered+": Total ×1")
		}
	}
}

// What one rank does after its Finalize is not counted for the ranks that still run.
func TestLifecycleRankLeavesEarly(t *testing.T) {
	left := make(chan struct{})
	last := make(chan *stats.Profile, 1)
	err := local.Run(2, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(machenv.Serial()) // each for itself, so that nobody waits
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
	expectOutline(t, <-last, "yours 1")
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
		all.router.mu.Lock()
		defer all.router.mu.Unlock()
		if n := len(all.router.owners); n > maxOwners {
			return fmt.Errorf("%d owners", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Numbers of goroutines that have ended make room for others.
func TestLifecycleOwnersAreForgotten(t *testing.T) {
	err := onRanks(t, 2, []Option{WithConfig(quietConfig()), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
		comm := envs.Default().Comm()
		if err := comm.Barrier(); err != nil { // until all are initialized there is nothing to route
			return err
		}
		if comm.Rank() == 0 {
			tm := Default()
			all.router.mu.Lock()
			for id := uint64(1 << 40); len(all.router.owners) < maxOwners; id++ {
				all.router.owners[id] = tm
			}
			all.router.mu.Unlock()
			elsewhere(func() { Start("child").Stop() })
			all.router.mu.Lock()
			n := len(all.router.owners)
			all.router.mu.Unlock()
			if n > 1000 {
				t.Errorf("%d owners, of whom few live", n)
			}
		}
		if err := comm.Barrier(); err != nil {
			return err
		}
		if Default() == nil || Default().Environments() != envs {
			t.Errorf("rank %d was forgotten", comm.Rank())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// writeProfiles lets each rank write its profile, and rank 0 merge the files of all.
func writeProfiles(comm machenv.Communicator, dir string, p *stats.Profile) (*stats.Summary, error) {
	name := func(rank int) string { return filepath.Join(dir, fmt.Sprintf("profile.%d", rank)) }
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		return nil, err
	}
	if err := os.WriteFile(name(comm.Rank()), b.Bytes(), 0o666); err != nil {
		return nil, err
	}
	if err := comm.Barrier(); err != nil || comm.Rank() != 0 {
		return nil, err
	}
	var profiles []*stats.Profile
	for rank := comm.Size() - 1; rank >= 0; rank-- { // any order gives the same
		data, err := os.ReadFile(name(rank))
		if err != nil {
			return nil, err
		}
		p, err := stats.ReadProfile(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		profiles = append(profiles, p)
	}
	return stats.Merge(profiles)
}

// differing gives each rank a tree of its own, with contexts that cover some ranks. Groups must have
// been made. It is what the tests on local ranks and on MPI have in common.
func differing(envs *machenv.Registry) {
	rank := envs.Default().Rank()
	step := Start("step")
	for range rank + 1 {
		Start("all").Stop()
	}
	if rank%2 == 1 {
		Start("odd only").Stop()
	}
	if even, _ := envs.Get("even"); even.IsMember() {
		StartIn("even", "shared name").Stop()
		if rank > 0 {
			StartIn("even", "not all of them").Stop()
		}
	}
	Start("shared name").Stop()
	elsewhere(func() { Start("on a goroutine").Stop() })
	step.Stop()
	Start(fmt.Sprintf("of rank %d", rank)).Stop()
}

func makeEven(envs *machenv.Registry) error {
	size := envs.Default().Size()
	_, err := envs.CreateStrided("even", envs.Default(), (size+1)/2, 0, 2)
	return err
}

// regionsOf lists "path@context k/P calls".
func regionsOf(s *stats.Summary) map[string]string {
	regions := make(map[string]string)
	for i := range s.Regions {
		r := &s.Regions[i]
		c := &s.Contexts[r.Context]
		regions[strings.Join(s.Path(i), "/")+"@"+c.Name] = fmt.Sprintf("%d/%d %d", r.Ranks, c.Size, r.Calls)
	}
	return regions
}

// expectDiffering checks the summary of differing.
func expectDiffering(t *testing.T, s *stats.Summary, ranks int) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	even := (ranks + 1) / 2
	want := map[string]string{
		"Total@Default":                  fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
		"Total/step@Default":             fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
		"Total/step/all@Default":         fmt.Sprintf("%d/%d %d", ranks, ranks, ranks*(ranks+1)/2),
		"Total/step/shared name@Default": fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
		"Total/step/shared name@even":    fmt.Sprintf("%d/%d %d", even, even, even),
		"Total/on a goroutine@Default":   fmt.Sprintf("%d/%d %d", ranks, ranks, ranks),
	}
	if ranks > 1 {
		want["Total/step/odd only@Default"] = fmt.Sprintf("%d/%d %d", ranks/2, ranks, ranks/2)
	}
	if even > 1 {
		want["Total/step/not all of them@even"] = fmt.Sprintf("%d/%d %d", even-1, even, even-1)
	}
	for rank := range ranks {
		want[fmt.Sprintf("Total/of rank %d@Default", rank)] = fmt.Sprintf("1/%d 1", ranks)
	}
	got := regionsOf(s)
	for path, figures := range want {
		if got[path] != figures {
			t.Errorf("%s: got %q, want %q", path, got[path], figures)
		}
	}
	if len(got) != len(want) {
		t.Errorf("regions are %q, want %q", got, want)
	}
	expectAddUp(t, s)
}

// expectAddUp checks that what the main goroutines did in a region lasted no longer than it.
func expectAddUp(t *testing.T, s *stats.Summary) {
	t.Helper()
	for i := range s.Regions {
		var below stats.Uint128
		for j := range s.Regions {
			if s.Regions[j].Parent == i && s.Regions[j].Name != "on a goroutine" {
				below = below.Add(s.Regions[j].Wall)
			}
		}
		// Each rank rounds each region by less than a nanosecond.
		slack := stats.Uint128{Lo: uint64(s.Size * len(s.Regions))}
		if below.Cmp(s.Regions[i].Wall.Add(slack)) > 0 {
			t.Errorf("%s lasted %v, what it contains %v", strings.Join(s.Path(i), "/"), s.Regions[i].Wall, below)
		}
	}
	for i := range s.Regions {
		if r := &s.Regions[i]; r.Parent >= 0 && r.Max.Value > s.Regions[0].Max.Value {
			t.Errorf("%s lasted longer than Total", strings.Join(s.Path(i), "/"))
		}
	}
}

// expectReports checks the files that all ranks have written, and returns the Summary.
func expectReports(t *testing.T, dir string, ranks int) *stats.Summary {
	t.Helper()
	global, err := os.ReadFile(filepath.Join(dir, "timing.summary"))
	if err == nil {
		err = check.Global(global)
	}
	if err != nil {
		t.Errorf("timing.summary: %v", err)
	}
	for rank := range ranks {
		name := gptlcompat.RankName("timing", rank, ranks)
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = check.Rank(data)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	tree, err := os.ReadFile(filepath.Join(dir, "tree.txt"))
	if err != nil || !strings.Contains(string(tree), "Total") {
		t.Errorf("tree.txt: %v\n%s", err, tree)
	}
	f, err := os.Open(filepath.Join(dir, "timing.mptsum"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := stats.ReadSummary(f)
	if err != nil {
		t.Fatal(err)
	}
	if entries, _ := filepath.Glob(filepath.Join(dir, ".*")); len(entries) != 0 {
		t.Errorf("temporary files were left: %q", entries)
	}
	return s
}

// reporting writes all files to a folder.
func reporting(dir string) Option {
	c := DefaultConfig()
	c.Timing.PrintAllRanks = true
	c.Output.Directory, c.Output.TimerFile = dir, "tree.txt"
	c.Output.Patience = time.Minute
	return WithConfig(c)
}

func sameSummary(t *testing.T, a, b *stats.Summary) {
	t.Helper()
	one, err := a.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	two, err := b.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Errorf("summaries differ: %+v\n%+v", a, b)
	}
}

func TestLifecycleContextsOnRanks(t *testing.T) {
	for _, ranks := range []int{1, 2, 3, 4, 7} {
		dir := filepath.Join(t.TempDir(), "made", "when missing")
		var merged, reduced *stats.Summary
		profiles := t.TempDir()
		err := onRanks(t, ranks, []Option{reporting(dir), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
			if err := makeEven(envs); err != nil {
				return err
			}
			differing(envs)
			p := Default().Profile()
			s, err := writeProfiles(envs.Default().Comm(), profiles, p)
			if err != nil {
				return err
			}
			r, err := Default().reduce(p)
			if envs.Default().Rank() == 0 {
				merged, reduced = s, r
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sameSummary(t, merged, reduced)
		expectDiffering(t, expectReports(t, dir, ranks), ranks)
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
			tm, err := New(WithCommunicator(comm), WithSettings(func(c *Config) { c.Output = quietConfig().Output }), WithLog(io.Discard), option(comm.Rank()))
			if err != nil {
				return err
			}
			if c := tm.config.Timing; !c.TimingBarriers || c.Level != 2 {
				return fmt.Errorf("rank %d has %+v", comm.Rank(), c)
			}
			for range comm.Rank() {
				tm.Start("work").Stop()
			}
			if err := tm.Barrier("", "wait"); err != nil {
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
		tm, err := New(WithCommunicator(comm), WithConfigFile(filepath.Join(dir, "none.yml")), WithSettings(func(c *Config) { c.Output = quietConfig().Output }), WithLog(io.Discard))
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
			if err := errors.Join(tm.Barrier("", "all"), tm.Barrier("even", "some")); err != nil {
				return err
			}
			want := map[bool]string{true: "[Total 0 running Total/all 1]", false: "[Total 0 running]"}[on]
			if on && rank%2 == 0 {
				want = "[Total 0 running Total/all 1 Total/some 1 @even]"
			}
			if got := fmt.Sprint(outline(tm.Profile())); got != want {
				return fmt.Errorf("rank %d: tree is %s, want %s", rank, got, want)
			}
			if err := tm.Barrier("nowhere", "x"); on != errors.Is(err, machenv.ErrUnknown) {
				return fmt.Errorf("barrier of an unknown environment: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Errorf("TimingBarriers %v: %v", on, err)
		}
	}
}

// A rank that panics tells what it knows; the others report, and say who is missing.
func TestLifecyclePanicOfOneRank(t *testing.T) {
	for victim := range 4 {
		dir := t.TempDir()
		log := new(syncBuffer)
		boom := fmt.Errorf("boom on %d", victim)
		err := local.Run(4, func(comm machenv.Communicator) (err error) {
			if err := Initialize(WithCommunicator(comm), reporting(dir), WithLog(log)); err != nil {
				return err
			}
			if comm.Rank() == victim {
				defer Finalize()
				defer Start("fatal").Stop()
				panic(boom)
			}
			Start("survives").Stop()
			if err := Finalize(); !errors.Is(err, stats.ErrLost) {
				return fmt.Errorf("rank %d does not tell that a rank is lost: %v", comm.Rank(), err)
			}
			return nil
		})
		if !errors.Is(err, boom) || strings.Contains(err.Error(), "does not tell") {
			t.Errorf("rank %d: the panic went on as %v", victim, err)
		}
		expectNothingLeft(t)
		if want := fmt.Sprintf("rank %d panicked: boom on %d", victim, victim); !strings.Contains(log.String(), want) || !strings.Contains(log.String(), "fatal") {
			t.Errorf("rank %d: log lacks %q or its region:\n%s", victim, want, log.String())
		}
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("timing.%d", victim)))
		if err != nil || !strings.Contains(string(data), "fatal") {
			t.Errorf("rank %d: its file: %v\n%s", victim, err, data)
		}
		if victim == 0 {
			continue // who could have written the report is gone
		}
		s := expectReports(t, dir, 4)
		if s.Ranks == 4 || len(s.Missing) == 0 || regionsOf(s)["Total/survives@Default"] == "" {
			t.Errorf("rank %d: %d ranks, missing %v, regions %v", victim, s.Ranks, s.Missing, regionsOf(s))
		}
		tree, _ := os.ReadFile(filepath.Join(dir, "tree.txt"))
		if !strings.Contains(string(tree), "MISSING") {
			t.Errorf("rank %d: the tree does not tell who is missing:\n%s", victim, tree)
		}
	}
}

// A rank that does not come is waited for no longer than Patience says.
func TestLifecyclePatience(t *testing.T) {
	dir := t.TempDir()
	reported := make(chan struct{})
	c := DefaultConfig()
	c.Output.Directory, c.Output.Patience = dir, 50*time.Millisecond
	err := local.Run(3, func(comm machenv.Communicator) error {
		if err := Initialize(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard)); err != nil {
			return err
		}
		if comm.Rank() == 2 {
			<-reported // computes on and on
			if err := Finalize(); !errors.Is(err, stats.ErrLost) {
				return fmt.Errorf("the late rank is not told: %v", err)
			}
			return nil
		}
		if comm.Rank() == 0 {
			defer close(reported)
		}
		if err := Finalize(); !errors.Is(err, stats.ErrLost) {
			return fmt.Errorf("rank %d is not told: %v", comm.Rank(), err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	expectNothingLeft(t)
	f, err := os.Open(filepath.Join(dir, "timing.mptsum"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := stats.ReadSummary(f)
	if err != nil || s.Ranks != 2 || fmt.Sprint(s.Missing) != "[{2 2 1}]" {
		t.Errorf("%v: %d ranks, missing %v", err, s.Ranks, s.Missing)
	}
}

// deaf is a communicator that cannot be used any more, as after MPI_Finalize.
type deaf struct {
	machenv.Communicator
	err *error
}

func (d deaf) Send(to, tag int, data []byte, timeout time.Duration) error {
	if *d.err != nil {
		return *d.err
	}
	return d.Communicator.Send(to, tag, data, timeout)
}

func (d deaf) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if *d.err != nil {
		return nil, *d.err
	}
	return d.Communicator.Recv(from, tag, timeout)
}

func (d deaf) Free() error {
	if *d.err != nil {
		return *d.err
	}
	return d.Communicator.Free()
}

func (d deaf) Create(ranks []int) (machenv.Communicator, error) {
	made, err := d.Communicator.Create(ranks)
	if made == nil || err != nil {
		return nil, err
	}
	return deaf{made, d.err}, nil
}

func TestLifecycleCommunicatorIsGone(t *testing.T) {
	log := new(syncBuffer)
	gone := errors.New("the library was finalized")
	err := local.Run(2, func(comm machenv.Communicator) error {
		var problem error
		tm, err := New(WithCommunicator(deaf{comm, &problem}), WithConfig(quietConfig()), WithLog(log))
		if err != nil {
			return err
		}
		tm.Start("work").Stop()
		if err := comm.Barrier(); err != nil {
			return err
		}
		problem = gone
		if err := tm.Finalize(); !errors.Is(err, gone) {
			return fmt.Errorf("rank %d: Finalize returns %v", comm.Rank(), err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "work") {
		t.Errorf("rank 0 does not tell its regions:\n%s", log.String())
	}
	expectNothingLeft(t)
}
