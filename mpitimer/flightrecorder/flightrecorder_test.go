package flightrecorder_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/flightrecorder"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

const childVariable = "FLIGHTRECORDER_TEST_CHILD"

func TestMain(m *testing.M) {
	if folder := os.Getenv(childVariable); folder != "" {
		child(folder)
	}
	os.Exit(m.Run())
}

// config is one with a flight recorder and tables in a directory.
func config(t testing.TB, folder string) mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables, c.Output.Signal = "none", 0, false, folder, false
	if err := c.Set("FlightRecorder", "20s"); err != nil {
		t.Fatal(err)
	}
	return c
}

// flights reads what the recorders beside the tables in a directory have, by rank.
func flights(t testing.TB, folder string) map[int][]ranktable.Flight {
	t.Helper()
	runs, err := ranktable.Find(folder)
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	defer runs[0].Close()
	list := map[int][]ranktable.Flight{}
	for _, table := range runs[0].Tables {
		info, err := table.Info()
		if err != nil {
			t.Fatal(err)
		}
		if list[info.Rank], err = table.Flights(); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func paths(f ranktable.Flight, open bool) (list []string) {
	for _, one := range f.Intervals {
		if one.Open != open {
			continue
		}
		path := ""
		for n := one.Region; n != 0; n = f.Regions[n].Parent {
			path = "/" + f.Regions[n].Name + path
		}
		list = append(list, path)
	}
	return list
}

// What a running rank has done is there to be read, on each of its goroutines, with what is open.
func TestRunning(t *testing.T) {
	folder := t.TempDir()
	err := local.Run(2, func(comm machenv.Communicator) error {
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config(t, folder)), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		step := tm.Start("step")
		tm.Start("a").Stop()
		tm.Start("b").Stop()
		var group sync.WaitGroup
		group.Add(1)
		go func() {
			defer group.Done()
			tm.Start("beside").Stop()
		}()
		group.Wait()
		step.Stop()
		second := tm.Start("step")
		err = comm.Barrier()
		if comm.Rank() == 0 {
			list := flights(t, folder)
			for rank := range 2 {
				if len(list[rank]) != 2 {
					return fmt.Errorf("rank %d: %d goroutines, want 2", rank, len(list[rank]))
				}
				main, other := list[rank][0], list[rank][1]
				if got := paths(main, false); !slices.Equal(got, []string{"/Total/step/a", "/Total/step/b", "/Total/step"}) {
					t.Errorf("rank %d: ended %q", rank, got)
				}
				if got := paths(main, true); !slices.Equal(got, []string{"/Total/step", "/Total"}) {
					t.Errorf("rank %d: open %q", rank, got)
				}
				if got := paths(other, false); len(got) != 1 || !strings.HasSuffix(got[0], "/beside") {
					t.Errorf("rank %d: beside it %q", rank, got)
				}
				a, b, around := main.Intervals[0], main.Intervals[1], main.Intervals[2]
				if a.Start < around.Start || a.Start > a.End || a.End > b.Start || b.End > around.End || around.End > main.Now || main.From != 0 {
					t.Errorf("rank %d: %+v up to %d", rank, main.Intervals, main.Now)
				}
			}
		}
		err = errors.Join(err, comm.Barrier())
		second.Stop()
		return errors.Join(err, tm.Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(folder, "*", "*"))
	if len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

// Histograms count what they count without a recorder.
func TestBesideHistograms(t *testing.T) {
	counts := func(recorder bool) (list []uint64) {
		c := config(t, t.TempDir())
		c.Timing.Histograms = true
		if !recorder {
			if err := c.Set("FlightRecorder", "0"); err != nil {
				t.Fatal(err)
			}
		}
		tm, err := mpitimer.New(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			tm.Start("a").Stop()
			tm.Add("given", time.Millisecond, 1)
		}
		for i := range tm.Profile().Nodes {
			calls := uint64(0)
			for _, n := range tm.Profile().Nodes[i].Histogram.Counts {
				calls += n
			}
			list = append(list, calls)
		}
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
		return list
	}
	if with, without := counts(true), counts(false); !slices.Equal(with, without) || !slices.Contains(with, 1000) {
		t.Errorf("calls %d with a recorder, %d without", with, without)
	}
}

// Without a table there is no recorder, and the run goes on with a warning.
func TestWithoutTables(t *testing.T) {
	c := config(t, "off")
	tm, err := mpitimer.New(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("a").Stop()
	if w := tm.Profile().Warnings; len(w) != 1 || w[0].Kind != "no flight recorder" {
		t.Errorf("%+v", w)
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
}

func TestSettings(t *testing.T) {
	for _, wrong := range []string{"-1s", "2h", "often"} {
		if _, err := mpitimer.ReadConfig([]byte("Timers: {FlightRecorder: "+wrong+"}"), "c.yml"); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

// child repeats a step until it is killed.
func child(folder string) {
	c := mpitimer.DefaultConfig()
	c.Output.Tables = folder
	if err := c.Set("FlightRecorder", os.Getenv(childVariable+"_TIME")); err != nil {
		panic(err)
	}
	tm, err := mpitimer.New(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		panic(err)
	}
	for i := 0; ; i++ {
		step := tm.Start("step")
		tm.Start("a").Stop()
		for range i % 1000 {
			tm.Start("b").Stop()
		}
		step.Stop()
	}
}

// Of a run that was killed at any time the last seconds are there: step after step, and where it was in the last.
func TestKilled(t *testing.T) {
	runs := 4
	if testing.Short() {
		runs = 1
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 * runs {
		folder, keep := t.TempDir(), []string{"1ms", "20s"}[i%2]
		c := exec.Command(program)
		c.Env = append(os.Environ(), childVariable+"="+folder, childVariable+"_TIME="+keep)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for begin := time.Now(); ; time.Sleep(time.Millisecond) {
			if found, _ := filepath.Glob(filepath.Join(folder, "*", "*.flight")); len(found) == 1 {
				break
			}
			if time.Since(begin) > time.Minute {
				t.Fatal("no flight recorder")
			}
		}
		time.Sleep(time.Duration(rand.IntN(800)) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		wantSteps(t, flights(t, folder)[0], keep == "1ms")
	}
}

// wantSteps fails unless all that is kept is what child does, step after step, without a gap but for calls that are too
// brief, if there are any.
func wantSteps(t *testing.T, list []ranktable.Flight, all bool) {
	t.Helper()
	if len(list) == 0 {
		return // it was killed before it began
	}
	f := list[0]
	if all && f.Shortest > 0 {
		t.Errorf("what lasted less than %d ns is left out", f.Shortest)
	}
	last, before, inside := int64(0), -1, 0 // end of the last step; how many calls of b were in it; and since then
	for i, one := range f.Intervals {
		if one.Open {
			break
		}
		name := f.Regions[one.Region].Name
		if one.Start > one.End || one.Start < last || i > 0 && one.End < f.Intervals[i-1].End {
			t.Fatalf("%s from %d to %d, behind %d", name, one.Start, one.End, f.Intervals[max(i-1, 0)].End)
		}
		switch name {
		case "b":
			inside++
		case "step":
			if all && before >= 0 && inside != (before+1)%1000 && last > 0 {
				t.Fatalf("a step with %d calls of b behind one with %d", inside, before)
			}
			if last == 0 {
				inside = -1 // of the first some may have been thrown out
			}
			last, before, inside = one.End, inside, 0
		}
	}
	if open := paths(f, true); len(open) == 0 || open[len(open)-1] != "/Total" || len(open) > 3 {
		t.Errorf("open %q", open)
	}
	for i := 1; i < len(f.Rows); i++ {
		for n := range f.Rows[i-1].Taken {
			if f.Rows[i].Taken[n] < f.Rows[i-1].Taken[n] || f.Rows[i].Taken[n] > f.Rows[i].At {
				t.Errorf("%s had taken %d at %d, %d at %d", f.Regions[n].Name, f.Rows[i-1].Taken[n], f.Rows[i-1].At, f.Rows[i].Taken[n], f.Rows[i].At)
			}
		}
	}
}
