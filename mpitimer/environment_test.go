package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// rowsOf are the rows of a region in a report of all ranks: environment, its ranks, how many ran it, calls.
func rowsOf(profiles []*stats.Profile, name string) ([]string, error) {
	s, err := stats.Merge(profiles)
	if err != nil {
		return nil, err
	}
	var rows []string
	for i := range s.Regions {
		if r := &s.Regions[i]; r.Name == name {
			c := s.Environments[r.Environment]
			rows = append(rows, fmt.Sprintf("%s %v k=%d calls=%d", c.Name, c.Ranks, r.Ranks, r.Calls))
		}
	}
	return rows, nil
}

// profilesOf runs f on ranks, and collects what they measured.
func profilesOf(t *testing.T, ranks int, f func(envs *machenv.Registry) error) []*stats.Profile {
	t.Helper()
	var mu sync.Mutex
	var profiles []*stats.Profile
	err := onRanks(t, ranks, []Option{WithConfig(quietConfig()), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
		err := f(envs)
		mu.Lock()
		defer mu.Unlock()
		profiles = append(profiles, Default().Profile())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return profiles
}

// An environment that is made again with the same ranks, in whatever order, is the same row on all ranks,
// whatever each has timed before.
func TestEnvironmentMadeAgain(t *testing.T) {
	handle := Define("handle", InEnvironment("ocean"))
	profiles := profilesOf(t, 4, func(envs *machenv.Registry) error {
		rank := envs.Default().Rank()
		for round, ranks := range [][]int{{0, 1, 2}, {0, 1, 2}, {2, 1, 0}} {
			env, err := envs.CreateList("ocean", envs.Default(), ranks)
			if err != nil {
				return err
			}
			if env.IsMember() && (rank > 0 || round > 0) { // rank 0 meets the first one never
				for range 3 {
					handle.Start().Stop()
					StartInEnvironment("by name", "ocean").Stop()
				}
			}
			if err := envs.Remove("ocean"); err != nil {
				return err
			}
		}
		return nil
	})
	for _, name := range []string{"handle", "by name"} {
		rows, err := rowsOf(profiles, name)
		if want := "[ocean [0-2] k=3 calls=24]"; err != nil || fmt.Sprint(rows) != want {
			t.Errorf("%s: %v, %v, want %s", name, rows, err, want)
		}
	}
}

// One with other ranks is another environment, on all ranks, and the first one again is the first one.
func TestEnvironmentMadeAgainOfOtherRanks(t *testing.T) {
	handle := Define("handle", InEnvironment("ocean"))
	profiles := profilesOf(t, 4, func(envs *machenv.Registry) error {
		rank := envs.Default().Rank()
		for round, size := range []int{4, 2, 4} {
			env, err := envs.CreateFirst("ocean", envs.Default(), size)
			if err != nil {
				return err
			}
			if env.IsMember() && (rank%2 == 0 || round > 0) {
				handle.Start().Stop()
				StartInEnvironment("by name", "ocean").Stop()
				handle.Start().Stop()
			}
			if err := envs.Remove("ocean"); err != nil {
				return err
			}
		}
		return nil
	})
	for name, calls := range map[string]int{"handle": 2, "by name": 1} {
		rows, err := rowsOf(profiles, name)
		want := fmt.Sprintf("[ocean [0-3] k=4 calls=%d ocean [0-1] k=2 calls=%d]", 6*calls, 2*calls)
		if err != nil || fmt.Sprint(rows) != want {
			t.Errorf("%s: %v, %v, want %s", name, rows, err, want)
		}
	}
}

// A handle may be started before its environment is made: then it stands in the default one, with a warning,
// and in the right one from then on. So it is when the environment is removed.
func TestEnvironmentMadeLater(t *testing.T) {
	envs, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	tm := timersFor(t, WithEnvironments(envs))
	handle := Define("work", InEnvironment("ocean"))
	both := func() {
		for range 5 {
			tm.StartRegion(handle).Stop()
		}
		timerstest.Elsewhere(func() { tm.StartRegion(handle).Stop() })
	}
	both()
	timerstest.ExpectTree(t, tm, "work 6")
	if _, err := envs.CreateList("ocean", envs.Default(), []int{0}); err != nil {
		t.Fatal(err)
	}
	both()
	both()
	timerstest.ExpectTree(t, tm, "work 6", "work 12 @ocean")
	if err := envs.Remove("ocean"); err != nil {
		t.Fatal(err)
	}
	both()
	if _, err := envs.CreateList("ocean", envs.Default(), []int{0}); err != nil {
		t.Fatal(err)
	}
	both()
	p := timerstest.ExpectTree(t, tm, "work 12", "work 18 @ocean")
	timerstest.ExpectWarnings(t, p, engine.WarnEnvironment+": ocean ×12")
}

// Time inside a region of the same name, in another environment, is not counted twice.
func TestQueryNestedEnvironments(t *testing.T) {
	envs, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := envs.CreateList("ocean", envs.Default(), []int{0}); err != nil {
		t.Fatal(err)
	}
	tm, pass := exactTimers(t, WithConfig(quietConfig()), WithEnvironments(envs))
	for range 2 {
		outer := tm.Start("x")
		pass(time.Second)
		between := tm.Start("y")
		inner := tm.StartInEnvironment("x", "ocean")
		pass(time.Second)
		inner.Stop()
		between.Stop()
		outer.Stop()
	}
	tm.StartInEnvironment("x", "ocean")
	pass(time.Minute)
	tm.Stop("x")
	want := Totals{Calls: 5, Total: 64 * time.Second, Min: time.Second, Max: time.Minute}
	if v, _ := tm.Query("x"); v != want {
		t.Errorf("query says %+v, want %+v", v, want)
	}
	if v, _ := byname.Query(tm.Engine(), "x", 0); v.Calls != want.Calls || v.Total != want.Total {
		t.Errorf("query of the track says %+v, want %+v", v, want)
	}
}

// A profile may be taken while environments are met for the first time.
func TestProfileBesideStartIn(t *testing.T) {
	envs, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	const several = 50
	for i := range several {
		if _, err := envs.CreateList(fmt.Sprint("e", i), envs.Default(), []int{0}); err != nil {
			t.Fatal(err)
		}
	}
	tm := timersFor(t, WithEnvironments(envs))
	var problem error
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range several {
			problem = errors.Join(problem, tm.Profile().Check())
		}
	}()
	for i := range several {
		tm.StartInEnvironment("x", fmt.Sprint("e", i)).Stop()
	}
	<-done
	if problem != nil {
		t.Error(problem)
	}
}
