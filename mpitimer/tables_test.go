package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// runsIn is the directories of runs, and the files in each.
func runsIn(t *testing.T, folder string) map[string][]string {
	t.Helper()
	found := make(map[string][]string)
	runs, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range runs {
		files, err := os.ReadDir(filepath.Join(folder, run.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[run.Name()] = []string{}
		for _, f := range files {
			found[run.Name()] = append(found[run.Name()], f.Name())
		}
	}
	return found
}

// All ranks of a run have a file in one directory, of which the log tells, and which goes with the last
// of them.
func TestTablesOfACleanRun(t *testing.T) {
	folder := t.TempDir()
	timerstest.InTables(t, folder)
	log := new(syncBuffer)
	var during map[string][]string
	err := onRanks(t, 3, []Option{WithConfig(quietConfig()), WithLog(log)}, func(envs *machenv.Registry) error {
		Start("work").Stop()
		if err := envs.Default().Comm().Barrier(); err != nil {
			return err
		}
		if envs.Default().Rank() == 0 {
			during = runsIn(t, folder)
		}
		if got := Default().Tables(); filepath.Dir(got) != folder {
			return fmt.Errorf("tables in %q", got)
		}
		return envs.Default().Comm().Barrier()
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(during) != 1 {
		t.Errorf("runs: %v", during)
	}
	for run, files := range during {
		if want := "[000000.mptable 000001.mptable 000002.mptable]"; fmt.Sprint(files) != want {
			t.Errorf("files %v, want %s", files, want)
		}
		if line := "mpitimer: tables in " + filepath.Join(folder, run) + "\n"; strings.Count(log.String(), "tables") != 1 || !strings.Contains(log.String(), line) {
			t.Errorf("log lacks %q, or has more:\n%s", line, log.String())
		}
	}
	expectFolder(t, folder)
}

// Intervals, reports and new regions after the end find the memory that they know.
func TestTablesAreRemovedUnderIntervals(t *testing.T) {
	timerstest.InTables(t, t.TempDir())
	tm, err := New(WithConfig(quietConfig()), WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	late := tm.Start("late")
	for i := range 1000 {
		tm.Start(fmt.Sprint("region ", i)).Stop()
	}
	if err := tm.Finalize(); err != nil {
		t.Error(err)
	}
	runtime.GC()
	late.Stop()
	tm.Start("never").Stop()
	if p := tm.Profile(); len(p.Nodes) != 1002 {
		t.Errorf("%d nodes, want 1002", len(p.Nodes))
	}
}

func TestTablesOff(t *testing.T) {
	timerstest.InTables(t, "off")
	log := new(syncBuffer)
	tm := timersFor(t, WithLog(log))
	if tm.Tables() != "" || log.String() != "" {
		t.Errorf("tables in %q, log %q", tm.Tables(), log.String())
	}
}

// Without a place for the files the run goes on, and says so once in the log and on every rank in the
// report.
func TestTablesNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(t.TempDir(), "open")
	if err := os.Mkdir(open, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{filepath.Join(file, "t"): "not a directory", open: "others could change"} {
		timerstest.InTables(t, folder)
		log := new(syncBuffer)
		err := onRanks(t, 3, []Option{WithConfig(quietConfig()), WithLog(log)}, func(*machenv.Registry) error {
			Start("work").Stop()
			if warnings := Default().Profile().Warnings; len(warnings) != 1 || warnings[0].Kind != warnNoTables || !strings.Contains(warnings[0].Path, folder) {
				return fmt.Errorf("warnings %v", warnings)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if got := log.String(); strings.Count(got, "no tables in files") != 1 || !strings.Contains(got, folder) || !strings.Contains(got, want) || !strings.Contains(got, "work") {
			t.Errorf("log:\n%s", got)
		}
	}
	expectFolder(t, open)
}

// A report that does not come to the disk leaves the tables of all ranks.
func TestTablesStayWithoutAReport(t *testing.T) {
	folder := t.TempDir()
	timerstest.InTables(t, folder)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	log := new(syncBuffer)
	c := quietConfig()
	c.Output.SummaryFile, c.Output.Directory = true, file
	err := local.Run(3, func(comm machenv.Communicator) error {
		if err := Initialize(WithCommunicator(comm), WithConfig(c), WithLog(log)); err != nil {
			return err
		}
		Start("work").Stop()
		err := Finalize()
		if (err != nil) != (comm.Rank() == 0) {
			return fmt.Errorf("rank %d: %v", comm.Rank(), err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	expectNothingLeft(t)
	for run, files := range runsIn(t, folder) {
		if len(files) != 3 {
			t.Errorf("files %v", files)
		}
		if want := "mpitimer: the tables stay in " + filepath.Join(folder, run); !strings.Contains(log.String(), want) {
			t.Errorf("log lacks %q:\n%s", want, log.String())
		}
		for _, f := range files {
			if state := stateOf(t, filepath.Join(folder, run, f)); state != rankfile.Kept {
				t.Errorf("%s: state %d", f, state)
			}
		}
	}
}

// stateOf is what the header says.
func stateOf(t *testing.T, path string) rankfile.State {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || len(data) < rankfile.HeaderSize {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	return rankfile.State(data[136])
}

// A rank that is lost, or that panics, leaves the tables of all.
func TestTablesOfALostRank(t *testing.T) {
	folder := t.TempDir()
	timerstest.InTables(t, folder)
	boom := errors.New("boom")
	c := quietConfig()
	c.Output.Directory = t.TempDir() // a rank that panics writes its file whatever the configuration says
	err := local.Run(3, func(comm machenv.Communicator) error {
		if err := Initialize(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard)); err != nil {
			return err
		}
		if comm.Rank() == 1 {
			defer Finalize()
			panic(boom)
		}
		if err := Finalize(); !errors.Is(err, stats.ErrLost) {
			return fmt.Errorf("rank %d: %v", comm.Rank(), err)
		}
		return nil
	})
	if !errors.Is(err, boom) {
		t.Error(err)
	}
	expectNothingLeft(t)
	for run, files := range runsIn(t, folder) {
		for i, f := range files {
			want := rankfile.Kept
			if i == 1 {
				want = rankfile.Panicked
			}
			if state := stateOf(t, filepath.Join(folder, run, f)); state != want {
				t.Errorf("%s: state %d, want %d", f, state, want)
			}
		}
		if len(files) != 3 {
			t.Errorf("files %v", files)
		}
	}
}

// Timers that are switched off leave nothing behind that somebody might look for.
func TestNoTablesWhereTimersAreOff(t *testing.T) {
	folder := t.TempDir()
	timerstest.InTables(t, folder)
	tm, err := New(WithCommunicator(machenv.NewSerial()), WithConfig(func() Config {
		c := quietConfig()
		c.Timing.Enabled = false
		return c
	}()), WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(folder); tm.Tables() != "" || len(entries) > 0 || err != nil {
		t.Errorf("tables in %q, and in %s: %v, %v", tm.Tables(), folder, entries, err)
	}
	if err := tm.Finalize(); err != nil {
		t.Error(err)
	}
}

// Two jobs in one directory do not meet.
func TestTablesOfTwoRuns(t *testing.T) {
	folder := t.TempDir()
	timerstest.InTables(t, folder)
	first, second := timersFor(t), timersFor(t)
	if first.Tables() == second.Tables() || len(runsIn(t, folder)) != 2 {
		t.Errorf("%s and %s in %v", first.Tables(), second.Tables(), runsIn(t, folder))
	}
}

// countingComm counts the messages that a rank has sent and taken.
type countingComm struct {
	machenv.Communicator
	sent, taken *atomic.Int64
}

func (c countingComm) Send(to, tag int, data []byte, timeout time.Duration) error {
	err := c.Communicator.Send(to, tag, data, timeout)
	if err == nil {
		c.sent.Add(1)
	}
	return err
}

func (c countingComm) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	data, err := c.Communicator.Recv(from, tag, timeout)
	if err == nil {
		c.taken.Add(1)
	}
	return data, err
}

// Whichever rank could not write its file, all hear of it, and no message is left in the communicator
// that is freed next.
func TestOutcomeTakesEveryMessage(t *testing.T) {
	timerstest.InTables(t, t.TempDir())
	for ranks := 1; ranks <= 7; ranks++ {
		for failing := -1; failing < ranks; failing++ {
			var sent, taken atomic.Int64
			err := local.Run(ranks, func(comm machenv.Communicator) error {
				tm, err := New(WithCommunicator(comm), WithConfig(quietConfig()), WithLog(io.Discard))
				if err != nil {
					return err
				}
				whole := tm.rounds
				tm.rounds = machenv.NewRounds(countingComm{tm.comm, &sent, &taken}, time.Minute)
				var problem error
				if comm.Rank() == failing {
					problem = errors.New("the disk is full")
				}
				v, err := tm.rounds.Open(machenv.Question{Kind: "written", Own: yes(problem == nil), Join: both})
				tm.rounds = whole
				if want := failing < 0; err != nil || allSaidYes(v.Answer) != want {
					return fmt.Errorf("rank %d: %v, %v", comm.Rank(), v, err)
				}
				return tm.Finalize()
			})
			if err != nil || sent.Load() != taken.Load() {
				t.Errorf("%d ranks, %d fails: %d messages sent, %d taken, %v", ranks, failing, sent.Load(), taken.Load(), err)
			}
		}
	}
}
