package lanes_test

import (
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/timeline"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// record makes a project of ranks that call Epoch, with what they add in each step.
func record(t *testing.T, ranks, steps int, add func(tm *mpitimer.Timers, rank, step int)) *lanes.Timeline {
	t.Helper()
	folder := t.TempDir()
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		r, err := timeline.Start(tm, timeline.Options{Directory: folder, Project: "p", Period: -1}) // with a period a busy machine has samples in between
		for step := range steps {
			add(tm, comm.Rank(), step)
			err = errors.Join(err, r.Epoch())
		}
		return errors.Join(err, r.Close(), tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := lanes.Read(os.DirFS(folder), "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// What regions took from epoch to epoch, with one that comes later. What is behind the last epoch is a step, too.
func TestSteps(t *testing.T) {
	const second = 1e9
	s := record(t, 3, 20, func(tm *mpitimer.Timers, rank, step int) {
		took := 10 * second
		if rank == 1 && step == 7 {
			took = 25 * second
		}
		tm.Add("solve", timeOf(took), 1)
		if step >= 12 {
			tm.Add("late", timeOf(float64(rank+1)*second), 1)
		}
	}).Steps
	if s == nil || s.Count != 21 || s.Fold != 1 || !slices.Equal(s.Ranks, []string{"0", "1", "2"}) || !slices.Equal(s.Regions, []string{"solve", "late"}) {
		t.Fatalf("steps %+v", s)
	}
	at := func(region, rank, column int) float64 { return float64(s.Seconds[(region*3+rank)*21+column]) }
	for step := range 20 {
		for rank := range 3 {
			want := 10.0
			if rank == 1 && step == 7 {
				want = 25
			}
			if got := at(0, rank, step); got != want {
				t.Errorf("solve of rank %d in step %d: %g, want %g", rank, step, got, want)
			}
			// The group of a region that is new begins with the step in which it came.
			if got := at(1, rank, step); step < 12 && !math.IsNaN(got) || step > 12 && got != float64(rank+1) {
				t.Errorf("late of rank %d in step %d: %g", rank, step, got)
			}
		}
		for rank := range 3 {
			if at := rank*21 + step; step > 0 && s.Start[at] < s.End[at-1] {
				t.Errorf("step %d of rank %d from %g to %g, the one before ended at %g", step, rank, s.Start[at], s.End[at], s.End[at-1])
			}
		}
	}
}

// Where a trace marks the steps, samples that the recorder takes within them are no steps, nor is what comes after the last;
// the marks are no states.
func TestStepsFromMarkToMark(t *testing.T) {
	const steps, second = 12, 1e9
	folder := t.TempDir()
	err := local.Run(2, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
		hook := timeline.NewTrace()
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard), mpitimer.WithHook(hook))
		if err != nil {
			return err
		}
		r, err := timeline.Start(tm, timeline.Options{Directory: folder, Project: "p", Trace: hook, Period: time.Millisecond})
		pass := func() { tm.Start("wait"); time.Sleep(5 * time.Millisecond); tm.Stop("wait") }
		for step := range steps {
			tm.Add("solve", timeOf(float64(step+1)*second), 1)
			pass()
			if step == 6 {
				tm.Add("once", timeOf(float64(comm.Rank()+1)*second), 1)
				pass()
			}
			err = errors.Join(err, r.Epoch())
		}
		tm.Add("solve", timeOf(100*second), 1)
		pass()
		return errors.Join(err, r.Close(), tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := lanes.Read(os.DirFS(folder), "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := tl.Steps
	if s == nil || s.Count != steps || len(s.Start) != 2*steps {
		t.Fatalf("steps %+v", s)
	}
	solve, once := slices.Index(s.Regions, "solve"), slices.Index(s.Regions, "once")
	for rank := range 2 {
		for step := range steps {
			if got := s.Seconds[(solve*2+rank)*steps+step]; got != float32(step+1) {
				t.Errorf("solve of rank %d in step %d: %g", rank, step, got)
			}
		}
		if got := s.Seconds[(once*2+rank)*steps+6]; got != float32(rank+1) {
			t.Errorf("once of rank %d: %g", rank, got)
		}
	}
	for at := range 2 * steps {
		if at%steps > 0 && s.Start[at] != s.End[at-1] || s.End[at] <= s.Start[at] {
			t.Errorf("step %d of rank %d from %g to %g, the one before ended at %g", at%steps, at/steps, s.Start[at], s.End[at], s.End[at-1])
		}
	}
	if slices.Contains(tl.Names, "Epoch") {
		t.Errorf("states %q", tl.Names)
	}
}

// Of many steps a column shows the longest of several.
func TestManySteps(t *testing.T) {
	const steps, slow = 3001, 2222
	s := record(t, 1, steps-1, func(tm *mpitimer.Timers, _, step int) {
		took := 1e6
		if step == slow {
			took = 9e6
		}
		tm.Add("solve", timeOf(took), 1)
	}).Steps
	if s == nil || s.Count != steps || s.Fold != 3 || len(s.Start) != steps/3+1 || len(s.Seconds) != steps/3+1 {
		t.Fatalf("%d steps, %d in each of %d columns", s.Count, s.Fold, len(s.Start))
	}
	for column, v := range s.Seconds[:steps/3] {
		if want := float32(0.001); v != want && column != slow/3 || column == slow/3 && v != 0.009 {
			t.Errorf("column %d: %g", column, v)
		}
	}
}

func timeOf(nanoseconds float64) time.Duration { return time.Duration(nanoseconds) }
