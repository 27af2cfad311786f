package mpitimer

import (
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

func quietly() []Option { return []Option{WithConfig(quietConfig())} }

func nodeNamed(t *testing.T, p *stats.Profile, name string) *stats.Node {
	t.Helper()
	at := slices.IndexFunc(p.Nodes, func(n stats.Node) bool { return n.Name == name })
	if at < 0 {
		t.Fatalf("no region %s", name)
	}
	return &p.Nodes[at]
}

// usefulOf is the useful time of a region, nil if it is not known.
func usefulOf(t *testing.T, s *stats.Summary, name string) *stats.CounterStats {
	t.Helper()
	counter := slices.IndexFunc(s.Counters, func(q stats.Counter) bool { return q.Name == stats.UsefulTime })
	region := slices.IndexFunc(s.Regions, func(r stats.Region) bool { return r.Name == name })
	if region < 0 {
		t.Fatalf("no region %s", name)
	}
	if counter < 0 || s.Regions[region].Values == nil || s.Regions[region].Values[counter].Ranks == 0 {
		return nil
	}
	return &s.Regions[region].Values[counter]
}

func merged(t *testing.T, profiles []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Collective operations of this module say themselves that they wait: without a row of MPI the answers name the kernel, and the
// rank that has more to do there.
func TestOwnOperationsAreWaits(t *testing.T) {
	inBubble(t, func(t *testing.T) { // by a clock that goes on only while all sleep
		defer clock.Simulate(func() int64 { return time.Now().UnixNano() })()
		const ms = int64(time.Millisecond)
		var profiles [2]*stats.Profile
		err := onRanks(t, 2, append(quietly(), WithLog(io.Discard)), func(envs *machenv.Registry) error {
			comm := envs.Default().Comm()
			for range 5 {
				step := Start("step")
				kernel := Start("kernel")
				time.Sleep(time.Duration(5*comm.Rank()) * time.Millisecond)
				kernel.Stop()
				exchange := Start("exchange")
				if err := comm.Barrier(); err != nil {
					return err
				}
				exchange.Stop()
				time.Sleep(time.Duration(1-comm.Rank()) * time.Millisecond)
				if _, err := machenv.Allreduce(comm, machenv.Sum, []int64{1}); err != nil {
					return err
				}
				step.Stop()
			}
			profiles[comm.Rank()] = Default().Profile()
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for rank, p := range profiles {
			kernel, exchange, step := nodeNamed(t, p, "kernel"), nodeNamed(t, p, "exchange"), nodeNamed(t, p, "step")
			if want := [2]int64{25 * ms, 0}[rank]; kernel.Waited != 0 || exchange.Waited != want || exchange.Total != want {
				t.Errorf("rank %d: waited %d in the kernel, %d of %d in the exchange, want %d", rank, kernel.Waited, exchange.Waited, exchange.Total, want)
			}
			if want := [2]int64{0, 5 * ms}[rank]; step.Waited != want {
				t.Errorf("rank %d: waited %d beside them, want %d", rank, step.Waited, want)
			}
		}
		s := merged(t, profiles[:])
		if v := usefulOf(t, s, "kernel"); v == nil || v.Max.Rank != 1 || v.Max.Value != 25*ms {
			t.Errorf("useful time of the kernel: %+v", v)
		}
		found := answers.Find(s)
		if f := found[0]; f.Kind != answers.Slow || s.Regions[f.Region].Name != "kernel" || f.Ranks.First != 1 || f.Ranks.Count > 1 {
			t.Errorf("%s", f.Text(s))
		}
	})
}

// hidden is a communicator of which nothing is known but what the interface says, as of another library of MPI.
type hidden struct{ machenv.Communicator }

// Where ranks may wait in calls that nobody sees, useful time is not known, although some waits are.
func TestOperationsOfOthersAreNotKnown(t *testing.T) {
	var mu sync.Mutex
	var profiles []*stats.Profile
	err := local.Run(2, func(comm machenv.Communicator) error {
		envs, err := machenv.NewRegistry(hidden{comm})
		if err == nil {
			err = Initialize(append(quietly(), WithEnvironments(envs), WithLog(io.Discard))...)
		}
		if err != nil {
			return err
		}
		exchange := Start("exchange")
		err = errors.Join(comm.Barrier(), Print())
		exchange.Stop()
		mu.Lock()
		profiles = append(profiles, Default().Profile())
		mu.Unlock()
		return errors.Join(err, Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	if v := usefulOf(t, merged(t, profiles), "exchange"); v != nil {
		t.Errorf("%+v", v)
	}
}

// A region that is marked has no useful time, nor has what is inside it; by name, with a handle that is not the first one, by a pattern.
func TestMarkedRegionsCommunicate(t *testing.T) {
	marked, plain := Define("halo", Communicates()), Define("halo")
	byPattern := quietConfig()
	byPattern.Timing.Communicates = "comm_*, exch?nge"
	for name, c := range map[string]struct {
		config Config
		region string
		start  func(tm *Timers) Interval
	}{
		"handle":         {quietConfig(), "halo", func(tm *Timers) Interval { return tm.StartRegion(marked) }},
		"another handle": {quietConfig(), "halo", func(tm *Timers) Interval { tm.StartRegion(plain).Stop(); return tm.StartRegion(marked) }},
		"pattern":        {byPattern, "exchange", func(tm *Timers) Interval { return tm.Start("exchange") }},
		"prefix":         {byPattern, "comm_all", func(tm *Timers) Interval { return tm.Start("comm_all") }},
	} {
		tm := timersFor(t, WithConfig(c.config))
		work := tm.Start("work")
		i := c.start(tm)
		timerstest.Inside(tm.Start("pack"))
		i.Stop()
		work.Stop()
		p := tm.Profile()
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Communicates != (n.Name == c.region) {
				t.Errorf("%s: %s: %v", name, n.Name, n.Communicates)
			}
		}
		s := merged(t, []*stats.Profile{p})
		for _, region := range []string{c.region, "pack"} {
			if v := usefulOf(t, s, region); v == nil || v.Max.Value != 0 {
				t.Errorf("%s: useful time of %s: %+v", name, region, v)
			}
		}
		work0, halo := nodeNamed(t, p, "work"), nodeNamed(t, p, c.region)
		if v := usefulOf(t, s, "work"); v == nil || v.Max.Value != work0.Total-halo.Total {
			t.Errorf("%s: useful time of work: %+v, want %d", name, v, work0.Total-halo.Total)
		}
		_ = tm.Finalize()
	}
}

// The timers' own rounds are a wait of the region in which they are called, and intervals have their own share of all waits.
func TestRoundsAreWaitsOfIntervals(t *testing.T) {
	err := onRanks(t, 2, append(quietly(), WithLog(io.Discard)), func(envs *machenv.Registry) error {
		tm := Default()
		defer Start("loop").Stop()
		var sum int64
		for range 3 {
			if err := envs.Default().Comm().Barrier(); err != nil {
				return err
			}
			if err := tm.Print(); err != nil {
				return err
			}
			sum += nodeNamed(t, tm.interval(), "loop").Waited
		}
		whole := nodeNamed(t, tm.Profile(), "loop").Waited
		if slack := whole/100 + 10; sum <= 0 || sum > whole+slack || whole > sum+slack { // what a tick is turns out by and by
			t.Errorf("intervals have waited %d, all of it is %d", sum, whole)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
