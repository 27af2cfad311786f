package timeline

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// countingSteps is a program that counts its steps as they begin, with what is timed before, in and after its loop. Step k takes
// k+1 seconds of rank 0.
func countingSteps(tm *mpitimer.Timers, r *Recorder, steps int, each func()) error {
	beside := func(took time.Duration) { defer tm.Start("loop").Stop(); tm.Add("solve", took, 1) }
	beside(50 * time.Second)
	loop := tm.Start("loop")
	for step := range steps {
		tm.CountEpoch()
		tm.Add("solve", time.Duration(step+1)*time.Second, 1)
		tm.Start("inner").Stop()
		each()
	}
	r.mu.Lock()
	last := r.sampler.last
	r.mu.Unlock()
	loop.Stop()
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(time.Millisecond) {
		r.mu.Lock()
		over := r.sampler.last > last
		r.mu.Unlock()
		if over {
			beside(100 * time.Second)
			return nil
		}
	}
	return errors.New("no sample at the end of the loop")
}

// stepped is the timeline that ranks record, with a trace, of what they do once the recorder has begun.
func stepped(t *testing.T, ranks int, before func(tm *mpitimer.Timers), program func(tm *mpitimer.Timers, r *Recorder) error) *lanes.Timeline {
	t.Helper()
	directory := t.TempDir()
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		trace := NewTrace()
		tm := timers(t, comm, trace)
		before(tm)
		r, err := Start(tm, Options{Directory: directory, Project: "p", Trace: trace, Period: -1})
		return errors.Join(err, program(tm, r), tm.Finalize(), r.Close(), tm.Environments().Close())
	})
	if err != nil {
		t.Fatal(err)
	}
	accepted(t, directory)
	tl, err := lanes.Read(os.DirFS(directory), "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func nothing(*mpitimer.Timers) {}

// CountEpoch reaches the timeline as Epoch does: steps are from one call to the next, the last one up to the end of the
// region that it was called in; what is before and behind is none. Calls of Epoch beside it change nothing.
func TestCountedSteps(t *testing.T) {
	const steps = 8
	for _, both := range []bool{false, true} {
		tl := stepped(t, 2, nothing, func(tm *mpitimer.Timers, r *Recorder) (err error) {
			each := func() {}
			if both {
				each = func() { err = errors.Join(err, r.Epoch()) }
			}
			counted := countingSteps(tm, r, steps, each)
			return errors.Join(err, counted)
		})
		s := tl.Steps
		if s == nil || s.Count != steps || len(s.Ranks) != 2 {
			t.Fatalf("with Epoch %v: steps %+v", both, s)
		}
		solve := slices.Index(s.Regions, "loop/solve")
		for rank := range 2 {
			for step := range steps {
				if got := s.Seconds[(solve*2+rank)*steps+step]; got != float32(step+1) {
					t.Errorf("with Epoch %v: rank %d, step %d: %g s", both, rank, step, got)
				}
			}
		}
		if slices.Contains(tl.Names, "Epoch") {
			t.Errorf("states %q", tl.Names)
		}
	}
}

// Steps are told apart where several of them begin and end at one reading of the clock.
func TestStepsWithinOneReading(t *testing.T) {
	const steps, readings = 40, 300
	begun, read := time.Now().UnixNano(), atomic.Int64{}
	t.Cleanup(clock.Simulate(func() int64 { return begun + read.Add(1)/readings*1000 }))
	tl := stepped(t, 2, nothing, func(tm *mpitimer.Timers, r *Recorder) error { return countingSteps(tm, r, steps, func() {}) })
	s := tl.Steps
	if s == nil || s.Count != steps {
		t.Fatalf("%+v", s)
	}
	solve := slices.Index(s.Regions, "loop/solve")
	for rank := range 2 {
		for step := range steps {
			if got := s.Seconds[(solve*2+rank)*steps+step]; got != float32(step+1) {
				t.Errorf("rank %d, step %d: %g s, want %d", rank, step, got, step+1)
			}
		}
	}
}

// The first step is there, too, where it begins before the first region, or before the first one of which there is a trace.
func TestStepsAroundAllRegions(t *testing.T) {
	const steps = 5
	for _, before := range []bool{false, true} {
		first := nothing
		if before {
			first = func(tm *mpitimer.Timers) { tm.Start("init").Stop() }
		}
		tl := stepped(t, 2, first, func(tm *mpitimer.Timers, _ *Recorder) error {
			for step := range steps {
				tm.CountEpoch()
				tm.Start("step").Stop() // in less than a quarter of an hour
				tm.Add("step", time.Duration(step+1)*time.Hour, 1)
			}
			return nil
		})
		s := tl.Steps
		if s == nil || s.Count != steps || s.Numbers[0] != 1 || len(tl.Lanes) != 2 {
			t.Fatalf("with a region before %v: %d lanes, steps %+v", before, len(tl.Lanes), s)
		}
		at := slices.Index(s.Regions, "step")
		for rank := range 2 {
			for step := range steps {
				if got := s.Seconds[(at*2+rank)*steps+step] / 3600; got < float32(step+1) || got > float32(step+1)+0.25 {
					t.Errorf("with a region before %v: rank %d, step %d: %g s", before, rank, step, got)
				}
			}
		}
	}
}

// Ranks may take different numbers of steps: each has its own, and none where it has not come so far.
func TestRanksWithDifferentNumbersOfSteps(t *testing.T) {
	counts := []int{5, 9, 2}
	tl := stepped(t, len(counts), nothing, func(tm *mpitimer.Timers, _ *Recorder) error {
		rank := tm.Profile().Rank
		for step := range counts[rank] {
			tm.CountEpoch()
			tm.Start("step").Stop() // in less than a quarter of an hour
			tm.Add("step", time.Duration(10*rank+step+1)*time.Hour, 1)
		}
		return nil
	})
	s := tl.Steps
	if s == nil || s.Count != 9 || s.Numbers[0] != 1 {
		t.Fatalf("steps %+v", s)
	}
	at := slices.Index(s.Regions, "step")
	for rank, count := range counts {
		for step := range s.Count {
			got, want := s.Seconds[(at*len(counts)+rank)*s.Count+step]/3600, float32(10*rank+step+1)
			if step >= count && got == got || step < count && (got < want || got > want+0.25) {
				t.Errorf("rank %d, step %d of %d: %g s", rank, step, count, got)
			}
		}
	}
}

// A recorder that was closed is told of nothing, and one without traces takes samples.
func TestCountedWithoutTrace(t *testing.T) {
	directory := t.TempDir()
	tm := alone(t)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Period: -1})
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("region").Stop()
	for range 4 {
		tm.CountEpoch()
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tm.CountEpoch()
	accepted(t, directory)
	files, _ := filepath.Glob(filepath.Join(directory, "*.stat"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	if _, _, entries := table(t, files[0]); len(entries) != 5 {
		t.Errorf("%d entries", len(entries))
	}
	text, _ := os.ReadFile(filepath.Join(directory, "p.proj"))
	if !strings.Contains(string(text), Group) {
		t.Errorf("%s", text)
	}
}

// Of very many steps fewer and fewer are marked, the same ones on all ranks; each counts with the mean of those up to the next.
func TestVeryManyCountedSteps(t *testing.T) {
	const steps = 3 * eachStep
	tl := stepped(t, 2, nothing, func(tm *mpitimer.Timers, r *Recorder) error { return countingSteps(tm, r, steps, func() {}) })
	// 4096 alone, then 2048 of two, and 1024 of four but for the last, of which nobody knows how many they are.
	s := tl.Steps
	if s == nil || s.Count != 4096+2048+1024-1 || s.Numbers[0] != 1 || s.Numbers[len(s.Numbers)-1] != steps-3 {
		t.Fatalf("%+v", s)
	}
	solve, columns := slices.Index(s.Regions, "loop/solve"), len(s.Numbers)-1
	for column := range columns {
		// The longest of a column is its last: step k takes k seconds.
		last := s.Numbers[column+1]
		want := float64(last - 1)
		if last > 2*eachStep+1 {
			want = float64(last) - 2.5
		} else if last > eachStep+1 {
			want = float64(last) - 1.5
		}
		for rank := range 2 {
			if got := float64(s.Seconds[(solve*2+rank)*columns+column]); got < want-0.01 || got > want+0.01 {
				t.Fatalf("column %d of rank %d, up to step %d: %g s, want %g", column, rank, last, got, want)
			}
		}
	}
}
