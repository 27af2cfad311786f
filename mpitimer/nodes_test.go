package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// The table of a rank that is lost is read on its node: other ranks do not see it. Its leader may be what is lost.
func TestLostRankOnAnotherNode(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		const perNode, ranks = 3, 9
		for _, lost := range [][]int{{5}, {6}, {4, 8}, {1, 7}} {
			dir := t.TempDir()
			c := DefaultConfig()
			c.Output.Directory, c.Output.Patience, c.Output.Tables = dir, 100*time.Millisecond, filepath.Join(dir, "tables")
			is := make(map[int]bool)
			for _, rank := range lost {
				is[rank] = true
			}
			alone := option(func(s *settings) { s.environment = []string{"MPITIMER_TABLES=" + c.Output.Tables} }) // not that of all tests
			var begun atomic.Int64
			over := make(chan struct{})
			var living atomic.Int64
			err := local.Run(ranks, func(comm machenv.Communicator) error {
				rank := comm.Rank()
				tm, err := New(WithCommunicator(comm), WithConfig(c), alone, WithLog(io.Discard))
				if err != nil {
					return err
				}
				tm.Start(fmt.Sprintf("on %d", rank)).Stop()
				for begun.Add(1); begun.Load() < ranks; {
					time.Sleep(time.Millisecond)
				}
				if is[rank] { // it computes on and on
					<-over
					tm.end() // for the tests behind this one
					return nil
				}
				here := false
				for r := range is {
					here = here || r/perNode == rank/perNode
				}
				if !here { // as where tables are in each node's own memory
					tm.tables.folder = filepath.Join(dir, "elsewhere")
				}
				if err = tm.Finalize(); errors.Is(err, stats.ErrLost) {
					err = nil
				} else {
					err = fmt.Errorf("it does not tell that ranks are lost: %w", err)
				}
				if living.Add(1) == int64(ranks-len(lost)) {
					close(over)
				}
				return err
			}, local.RanksPerNode(perNode))
			if err != nil {
				t.Fatalf("without %v: %v", lost, err)
			}
			s := timerstest.ReadSummary(t, filepath.Join(dir, "timing.mptsum"))
			if s.Ranks != ranks {
				t.Errorf("without %v: %d ranks, missing %v", lost, s.Ranks, s.Missing)
			}
			for rank := range ranks {
				if got := calledIn(s, fmt.Sprintf("Total/on %d", rank)); got != 1 {
					t.Errorf("without %v: %d calls on rank %d, want 1", lost, got, rank)
				}
			}
			marked := 0
			for _, w := range s.Warnings {
				if w.Kind == ranktable.WarnRunning {
					marked += int(w.Ranks)
				}
			}
			if marked != len(lost) {
				t.Errorf("without %v: %d are marked as running, want %d: %v", lost, marked, len(lost), s.Warnings)
			}
		}
	})
}

// A report of ranks on nodes is that of the same ranks on one, and where all have come together at the start its
// reduction crosses from node to node between leaders only.
func TestReportByNodes(t *testing.T) {
	const ranks, nodes = 24, 5
	var crossed [2]atomic.Int64
	for i, onNodes := range []local.Option{local.Placed(func(rank int) int { return rank % nodes }), local.RanksPerNode(0)} {
		err := local.Run(ranks, func(comm machenv.Communicator) error {
			tm, err := New(WithCommunicator(comm), WithConfig(quietConfig()), WithLog(io.Discard))
			if err != nil {
				return err
			}
			tm.Start("work").Stop()
			v, err := tm.open(machenv.Question{Kind: kindPrint})
			if err != nil {
				return err
			}
			if spread := v.Group.Nodes() != nil; spread != (i == 0) {
				return fmt.Errorf("rank %d: spread over nodes: %t", comm.Rank(), spread)
			}
			before, _ := local.TrafficOf(comm)
			r := reduction{rounds: tm.rounds, own: tm.Profile(), named: true}
			out, err := r.reduce(v, time.Minute)
			after, _ := local.TrafficOf(comm)
			crossed[i].Add(after.Crossed - before.Crossed)
			if comm.Rank() == 0 && (err != nil || out.paths.Ranks != ranks || out.names.Ranks != ranks) {
				err = errors.Join(err, fmt.Errorf("the Summaries are %v and %v", out.paths, out.names))
			}
			return errors.Join(err, tm.Finalize())
		}, onNodes)
		if err != nil {
			t.Fatal(err)
		}
	}
	// Messages of more than 2 kB are announced and asked for.
	if a, b := crossed[0].Load(), crossed[1].Load(); a == 0 || a > 3*3*(nodes-1) || b != 0 {
		t.Errorf("%d messages cross %d nodes, %d one", a, nodes, b)
	}
}
