package top

import (
	"math"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
)

func regionNamed(t *testing.T, s *sample, name string) *region {
	t.Helper()
	for i := range s.regions {
		if s.regions[i].name == name {
			return &s.regions[i]
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(math.Abs(a), math.Abs(b), 1) }

func TestRatesOfTheInterval(t *testing.T) {
	s := newSample(jobtest.At(84), jobtest.At(80))
	if !near(s.seconds, 4) {
		t.Errorf("the interval was %g s, want 4", s.seconds)
	}
	for name, want := range map[string]struct{ now, rate float64 }{
		"Total": {1, 0}, "step": {0.95, 160}, "tendencies": {0.25, 480}, "friction": {(4*0.1 + 0.3) / 4, 160},
		"write @writers": {0.001 / 4, 0.25},
	} {
		if r := regionNamed(t, s, name); !near(r.now, want.now) || !near(r.rate, want.rate) {
			t.Errorf("%s: share %g and %g calls a second, want %g and %g", name, r.now, r.rate, want.now, want.rate)
		}
	}
	if in := regionNamed(t, s, "halo").inside; in != 3 {
		t.Errorf("%d ranks in halo, want 3", in)
	}
	if in := regionNamed(t, s, "step").inside; in != 0 {
		t.Errorf("%d ranks in step and in nothing below it, want 0", in)
	}
}

// A rank that was not there before, that is another process by now, or that is dead takes no part.
func TestIntervalIsOfRanksThatLivedThroughIt(t *testing.T) {
	before, now := jobtest.At(80), jobtest.At(84)
	before.Ranks = before.Ranks[1:] // rank 0 is new
	now.Ranks[2].PID++
	now.Ranks[3].Profile = before.Ranks[2].Profile
	s := newSample(now, before)
	step := regionNamed(t, s, "step")
	if step.last == nil || step.last.Ranks != 1 || step.last.Min.Rank != 1 || !near(step.now, 0.95) || !near(step.rate, 40) {
		t.Errorf("got %+v", step)
	}
}

func TestFirstSampleHasNoRates(t *testing.T) {
	s := newSample(jobtest.At(80), nil)
	if r := regionNamed(t, s, "step"); r.last != nil || r.rate != 0 || s.seconds != 0 {
		t.Errorf("got %+v", r)
	}
}

// What was shortest and longest since the start of the run was not so in the interval.
func TestIntervalHasNoExtremes(t *testing.T) {
	before, now := jobtest.At(80).Ranks[0].Profile, jobtest.At(84).Ranks[0].Profile
	now.Nodes[0].Timed, now.Nodes[0].Min, now.Nodes[0].Max = 3, 1, 2
	d := job.Since(now, before)
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	if m := d.Nodes[0].Measure; m.Timed != 0 || m.Min != 0 || m.Max != 0 || m.Total >= now.Nodes[0].Total || now.Nodes[0].Timed != 3 {
		t.Errorf("got %+v of %+v", m, now.Nodes[0].Measure)
	}
}
