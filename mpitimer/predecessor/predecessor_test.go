package predecessor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/owner/ownertest"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// quietConfig writes no files.
func quietConfig() mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	return c
}

func continuing(t *testing.T, folder string) mpitimer.Config {
	t.Helper()
	c := quietConfig()
	if err := c.Set("Predecessor", folder); err != nil {
		t.Fatal(err)
	}
	return c
}

// abandonedRun leaves the tables of a run behind that did not come to its report: each rank has done
// step 10 times rank + 1, and is in it again. Calls is over all ranks.
func abandonedRun(t *testing.T, ranks int) (folder string, calls uint64) {
	t.Helper()
	timerstest.InTables(t, t.TempDir())
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(quietConfig()), mpitimer.WithLog(io.Discard))
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
		return engine.Of(tm).Owner.FinalizeAlone("the rank ends before its time")
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
			timerstest.InTables(t, t.TempDir())
			log := new(bytes.Buffer) // to which rank 0 writes
			c := continuing(t, named)
			c.Output.SummaryFile, c.Output.Directory = true, t.TempDir()
			err := local.Run(3, func(comm machenv.Communicator) error {
				out := io.Writer(io.Discard)
				if comm.Rank() == 0 {
					out = log
				}
				tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(out))
				if err != nil {
					return err
				}
				tm.Start("step").Stop()
				tm.Start("only now").Stop()
				return tm.Finalize()
			})
			if err != nil {
				t.Fatalf("%d ranks: %v", ranks, err)
			}
			s := timerstest.ReadSummary(t, filepath.Join(c.Output.Directory, "timing.mptsum"))
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
		if after, err := os.ReadDir(folder); err != nil || len(after) != ranks { // and is left alone
			t.Errorf("%d files of %d ranks, %v", len(after), ranks, err)
		}
	}
}

func TestPredecessorIsNotThere(t *testing.T) {
	empty := t.TempDir()
	for _, named := range []string{empty, filepath.Join(empty, "nowhere")} {
		c := continuing(t, named)
		tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
		if err == nil || !strings.Contains(err.Error(), named) {
			t.Errorf("%s: %v", named, err)
		}
		tm.Finalize()
	}
}

func TestPredecessorStillRuns(t *testing.T) {
	timerstest.InTables(t, t.TempDir())
	running, err := mpitimer.New(mpitimer.WithConfig(quietConfig()), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer running.Finalize()
	c := continuing(t, running.Tables())
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err == nil || !strings.Contains(err.Error(), "has not ended") {
		t.Errorf("error is %v", err)
	}
	tm.Finalize()
}

// A run is not continued from tables of another user, nor kept from its own by a directory of one.
func TestPredecessorOfAnotherUser(t *testing.T) {
	folder, _ := abandonedRun(t, 1)
	base := filepath.Dir(folder)
	other := filepath.Join(base, "theirs")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, ownertest.Stranger, other)
	if got, err := runFolder(base); err != nil || got != folder {
		t.Errorf("%s, %v, want %s", got, err, folder)
	}
	ownertest.Give(t, ownertest.Stranger, filepath.Join(folder, rankfile.Name(0)))
	c := continuing(t, folder)
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if !errors.Is(err, ranktable.ErrOwner) || !strings.Contains(err.Error(), fmt.Sprint("belongs to user ", ownertest.Stranger)) {
		t.Errorf("%v", err)
	}
	tm.Finalize()
}

// A file that another user has left in a directory of tables does not stand for the run in it.
func TestPredecessorBesideStray(t *testing.T) {
	folder, _ := abandonedRun(t, 1)
	shared := filepath.Dir(folder)
	stray := filepath.Join(shared, "x"+ranktable.Extension)
	if err := os.WriteFile(stray, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, ownertest.Stranger, stray)
	if got, err := runFolder(shared); err != nil || got != folder {
		t.Errorf("%s, %v, want %s", got, err, folder)
	}
}
