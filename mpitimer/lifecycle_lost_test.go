package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// A rank that panics tells what it knows; the others report, with what its table says, and mark it. If it is
// rank 0, another one does.
func TestLifecyclePanicOfOneRank(t *testing.T) {
	for victim := range 4 {
		dir := t.TempDir()
		log := new(syncBuffer)
		boom := fmt.Errorf("boom on %d", victim)
		err := local.Run(4, func(comm machenv.Communicator) (err error) {
			if err := Initialize(WithCommunicator(comm), reporting(dir), WithLog(log)); err != nil {
				return err
			}
			if comm.Rank() == victim {
				defer Finalize()
				defer Start("fatal").Stop()
				panic(boom)
			}
			Start("survives").Stop()
			if err := Finalize(); !errors.Is(err, stats.ErrLost) {
				return fmt.Errorf("rank %d does not tell that a rank is lost: %v", comm.Rank(), err)
			}
			return nil
		})
		if !errors.Is(err, boom) || strings.Contains(err.Error(), "does not tell") {
			t.Errorf("rank %d: the panic went on as %v", victim, err)
		}
		expectNothingLeft(t)
		if want := fmt.Sprintf("rank %d panicked: boom on %d", victim, victim); !strings.Contains(log.String(), want) || !strings.Contains(log.String(), "fatal") {
			t.Errorf("rank %d: log lacks %q or its region:\n%s", victim, want, log.String())
		}
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("timing.%d", victim)))
		if err != nil || !strings.Contains(string(data), "fatal") {
			t.Errorf("rank %d: its file: %v\n%s", victim, err, data)
		}
		s := expectReports(t, dir, 4)
		if r := regionsOf(s); s.Ranks != 4 || r["Total/survives@Default"] != "3/4 3" || r["Total/fatal@Default"] != "1/4 1" {
			t.Errorf("rank %d: %d ranks, missing %v, regions %v", victim, s.Ranks, s.Missing, r)
		}
		tree, _ := os.ReadFile(filepath.Join(dir, "tree.txt"))
		if want := fmt.Sprintf("rank panicked: Total, 1 time on rank %d", victim); !strings.Contains(string(tree), want) {
			t.Errorf("rank %d: the tree lacks %q:\n%s", victim, want, tree)
		}
	}
}

// A rank that does not come is waited for no longer than Patience says.
func TestLifecyclePatience(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		dir := t.TempDir()
		reported := make(chan struct{})
		c := DefaultConfig()
		c.Output.Directory, c.Output.Patience = dir, 50*time.Millisecond
		t.Setenv("MPITIMER_TABLES", tablesOff)
		err := local.Run(3, func(comm machenv.Communicator) error {
			if err := Initialize(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard)); err != nil {
				return err
			}
			if comm.Rank() == 2 {
				<-reported // computes on and on
				if err := Finalize(); !errors.Is(err, stats.ErrLost) {
					return fmt.Errorf("the late rank is not told: %v", err)
				}
				return nil
			}
			if comm.Rank() == 0 {
				defer close(reported)
			}
			if err := Finalize(); !errors.Is(err, stats.ErrLost) {
				return fmt.Errorf("rank %d is not told: %v", comm.Rank(), err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		expectNothingLeft(t)
		s := timerstest.ReadSummary(t, filepath.Join(dir, "timing.mptsum"))
		if len(s.Missing) != 1 || s.Missing[0].Last != 2 || s.Ranks != 2 {
			t.Errorf("%d ranks, missing %v", s.Ranks, s.Missing)
		}
	})
}

// deaf is a communicator that cannot be used any more, as after MPI_Finalize.
type deaf struct {
	machenv.Communicator
	err *error
}

func (d deaf) Send(to, tag int, data []byte, timeout time.Duration) error {
	if *d.err != nil {
		return *d.err
	}
	return d.Communicator.Send(to, tag, data, timeout)
}

func (d deaf) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if *d.err != nil {
		return nil, *d.err
	}
	return d.Communicator.Recv(from, tag, timeout)
}

func (d deaf) Free() error {
	if *d.err != nil {
		return *d.err
	}
	return d.Communicator.Free()
}

func (d deaf) Create(ranks []int) (machenv.Communicator, error) {
	made, err := d.Communicator.Create(ranks)
	if made == nil || err != nil {
		return nil, err
	}
	return deaf{made, d.err}, nil
}

func TestLifecycleCommunicatorIsGone(t *testing.T) {
	log := new(syncBuffer)
	gone := errors.New("the library was finalized")
	err := local.Run(2, func(comm machenv.Communicator) error {
		var problem error
		tm, err := New(WithCommunicator(deaf{comm, &problem}), WithConfig(quietConfig()), WithLog(log))
		if err != nil {
			return err
		}
		tm.Start("work").Stop()
		if err := comm.Barrier(); err != nil {
			return err
		}
		problem = gone
		if err := tm.Finalize(); !errors.Is(err, gone) {
			return fmt.Errorf("rank %d: Finalize returns %v", comm.Rank(), err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "work") {
		t.Errorf("rank 0 does not tell its regions:\n%s", log.String())
	}
	expectNothingLeft(t)
}

// closed is a communicator of which no other can be made on some ranks.
type closed struct {
	machenv.Communicator
	here bool
}

var errClosed = errors.New("no communicator can be made of it")

func (c closed) Create(ranks []int) (machenv.Communicator, error) {
	if c.here {
		return nil, errClosed
	}
	return c.Communicator, nil
}

// Without a communicator of their own on one rank, or on all, the ranks report together all the same.
func TestLifecycleNoDuplicate(t *testing.T) {
	for _, failing := range []func(rank int) bool{
		func(int) bool { return true },
		func(rank int) bool { return rank == 2 },
	} {
		dir := t.TempDir()
		log := new(syncBuffer)
		err := local.Run(4, func(comm machenv.Communicator) error {
			if err := Initialize(WithCommunicator(closed{comm, failing(comm.Rank())}), reporting(dir), WithLog(log)); err != nil {
				return err
			}
			Start("work").Stop()
			if err := Checkpoint(); err != nil {
				return err
			}
			return Finalize()
		})
		if err != nil {
			t.Error(err)
		}
		if s := expectReports(t, dir, 4); regionsOf(s)["Total/work@Default"] != "4/4 4" {
			t.Errorf("%d ranks, %v", s.Ranks, regionsOf(s))
		}
		expectNothingLeft(t)
	}
}

// Print on one rank alone costs that Print, and nothing of it is in the report.
func TestLifecyclePrintOnOneRank(t *testing.T) {
	for stray := range 4 {
		dir := t.TempDir()
		log := new(syncBuffer)
		err := local.Run(4, func(comm machenv.Communicator) error {
			if err := Initialize(WithCommunicator(comm), reporting(dir), WithLog(log)); err != nil {
				return err
			}
			for range 1000 {
				Start("work").Stop()
			}
			if comm.Rank() == stray {
				if err := Print(); !errors.Is(err, machenv.ErrMismatch) {
					return fmt.Errorf("Print alone: %v", err)
				}
				for range 100 {
					Start("work").Stop()
				}
			}
			if err := Finalize(); comm.Rank() != stray && !errors.Is(err, machenv.ErrMismatch) {
				return fmt.Errorf("Finalize: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if s := expectReports(t, dir, 4); regionsOf(s)["Total/work@Default"] != "4/4 4100" {
			t.Errorf("%d ranks, %v", s.Ranks, regionsOf(s))
		}
		if hasTree(log.String()) {
			t.Errorf("rank %d: a tree was printed:\n%s", stray, log)
		}
		expectNothingLeft(t)
	}
}

// Checkpoint waits for a rank that stays away no longer than Patience says; with the rank it goes on.
func TestLifecycleCheckpointPatience(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		dir := t.TempDir()
		done, told := make(chan struct{}), make(chan struct{})
		err := local.Run(4, func(comm machenv.Communicator) error {
			c := DefaultConfig()
			c.Output.Directory, c.Output.Patience = dir, 50*time.Millisecond
			tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
			if err != nil {
				return err
			}
			if comm.Rank() == 2 {
				<-done
			}
			err = tm.Checkpoint()
			switch comm.Rank() {
			case 0:
				close(done)
			case 2:
				close(told)
			}
			if !errors.Is(err, machenv.ErrLost) || errors.Is(err, machenv.ErrLate) != (comm.Rank() == 2) {
				return fmt.Errorf("Checkpoint: %v", err)
			}
			<-told // it is in step again when it knows that it was not
			tm.rounds.SetPatience(time.Minute)
			if err := tm.Checkpoint(); err != nil {
				return fmt.Errorf("the next Checkpoint: %v", err)
			}
			return tm.Finalize()
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// Where some ranks do not call Initialize the others hear who, and go on without them.
func TestLifecycleInitializeOnSomeRanks(t *testing.T) {
	for absent := range 3 {
		t.Run(fmt.Sprint(absent), func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				dir := t.TempDir()
				done := make(chan struct{})
				err := local.Run(3, func(comm machenv.Communicator) error {
					if comm.Rank() == absent {
						<-done
						return nil
					}
					c := DefaultConfig()
					c.Output.Directory, c.Output.Patience = dir, 50*time.Millisecond
					tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
					if want := fmt.Sprintf("rank %d of 3 did not come to Initialize", absent); !errors.Is(err, machenv.ErrLost) || !strings.Contains(err.Error(), want) {
						return fmt.Errorf("Initialize: %v", err)
					}
					tm.Start("work").Stop()
					if err := tm.Finalize(); !errors.Is(err, machenv.ErrLost) {
						return fmt.Errorf("Finalize: %v", err)
					}
					if comm.Rank() == (absent+2)%3 {
						close(done)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				s := timerstest.ReadSummary(t, filepath.Join(dir, "timing.mptsum"))
				if s.Ranks != 2 || regionsOf(s)["Total/work@Default"] != "2/3 2" {
					t.Error(regionsOf(s))
				}
			})
		})
	}
}
