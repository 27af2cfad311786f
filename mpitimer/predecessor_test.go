package mpitimer

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats"
)

// abandonedRun leaves the tables of a run behind that did not come to its report: each rank has done
// step 10 times rank + 1, and is in it again. Calls is over all ranks.
func abandonedRun(t *testing.T, ranks int) (folder string, calls uint64) {
	t.Helper()
	inTables(t, t.TempDir())
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfig(quietConfig()), WithLog(io.Discard))
		if err != nil {
			return err
		}
		for range 10 * (comm.Rank() + 1) {
			tm.Start("step").Stop()
		}
		tm.Start("only before").Stop()
		tm.Start("step")
		if comm.Rank() == 0 {
			folder = tm.Tables()
		}
		tm.stopBeating()
		tm.tables.file.Close() // what the end of the process does
		tm.releaseClock()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder, uint64(10 * ranks * (ranks + 1) / 2)
}

// The last report covers the run that was continued, whatever the number of its ranks, and says so.
func TestPredecessor(t *testing.T) {
	for _, ranks := range []int{1, 3, 4, 7} {
		folder, before := abandonedRun(t, ranks)
		for _, named := range []string{folder, filepath.Dir(folder)} {
			inTables(t, t.TempDir())
			log := new(syncBuffer)
			c := DefaultConfig()
			c.Output.Predecessor, c.Output.Directory = named, t.TempDir()
			err := onRanks(t, 3, []Option{WithConfig(c), WithLog(log)}, func(*machenv.Registry) error {
				Start("step").Stop()
				Start("only now").Stop()
				return nil
			})
			if err != nil {
				t.Fatalf("%d ranks: %v", ranks, err)
			}
			f, err := os.Open(filepath.Join(c.Output.Directory, "timing.mptsum"))
			if err != nil {
				t.Fatal(err)
			}
			s, err := stats.ReadSummary(f)
			f.Close()
			if err != nil {
				t.Fatal(err)
			}
			calls := make(map[string]uint64)
			for i := range s.Regions {
				calls[strings.Join(s.Path(i), "/")] = s.Regions[i].Calls
				if s.Regions[i].Running != 0 {
					t.Errorf("%v still runs", s.Path(i))
				}
			}
			want := map[string]uint64{"Total": 3, "Total/step": before + 3, "Total/only before": uint64(ranks), "Total/only now": 3}
			if fmt.Sprint(calls) != fmt.Sprint(want) {
				t.Errorf("%d ranks: calls %v, want %v", ranks, calls, want)
			}
			if !strings.Contains(log.String(), warnContinues) {
				t.Errorf("%d ranks: the report does not say that it covers two runs:\n%s", ranks, log.String())
			}
		}
		expectFolder(t, filepath.Dir(folder), filepath.Base(folder)) // and is left alone
	}
}

func TestPredecessorIsNotThere(t *testing.T) {
	empty := t.TempDir()
	for _, named := range []string{empty, filepath.Join(empty, "nowhere")} {
		c := quietConfig()
		c.Output.Predecessor = named
		tm, err := New(WithConfig(c), WithLog(io.Discard))
		if err == nil || !strings.Contains(err.Error(), named) {
			t.Errorf("%s: %v", named, err)
		}
		tm.Finalize()
	}
}

func TestPredecessorStillRuns(t *testing.T) {
	inTables(t, t.TempDir())
	running := timersFor(t)
	c := quietConfig()
	c.Output.Predecessor = running.Tables()
	tm, err := New(WithConfig(c), WithLog(io.Discard))
	if err == nil || !strings.Contains(err.Error(), "has not ended") {
		t.Errorf("error is %v", err)
	}
	tm.Finalize()
}
