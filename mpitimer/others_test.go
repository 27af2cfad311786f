package mpitimer

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/internal/owner/ownertest"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// The table of a lost rank counts only if it is of the user whose run it is: for the report, and for whether the
// rank is known to have ended.
func TestLostRankTableOfAnotherUser(t *testing.T) {
	timerstest.InTables(t, t.TempDir())
	own := t.Run("own", func(t *testing.T) { expectLost(t, func(string) {}, 1) })
	if own {
		t.Run("of another user", func(t *testing.T) {
			expectLost(t, func(path string) { ownertest.Give(t, ownertest.Stranger, path) }, 0)
		})
	}
}

// expectLost loses a rank of two, whose table then is changed, and checks how many profiles are found of it.
func expectLost(t *testing.T, change func(path string), want int) {
	t.Helper()
	var survivor *Timers
	err := local.Run(2, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfig(quietConfig()), WithLog(io.Discard))
		if err != nil {
			return err
		}
		tm.Start("step").Stop()
		if comm.Rank() == 0 {
			survivor = tm
		}
		tm.stopBeating()
		defer tm.Engine().ReleaseClock()
		return tm.tables.file.Close() // what the end of the process does
	})
	if err != nil {
		t.Fatal(err)
	}
	change(filepath.Join(survivor.tables.folder, rankfile.Name(1)))
	if got := survivor.profilesOfLost([]int{1}); len(got) != want {
		t.Errorf("%d profiles, want %d", len(got), want)
	}
	if got := survivor.allEnded([]int{1}); got != (want > 0) {
		t.Errorf("known to have ended: %t, want %t", got, want > 0)
	}
}
