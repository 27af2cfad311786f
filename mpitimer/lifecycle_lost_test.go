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
	"github.com/go-hpc/timers/stats"
)

// A rank that panics tells what it knows; the others report, and say who is missing.
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
		if victim == 0 {
			continue // who could have written the report is gone
		}
		s := expectReports(t, dir, 4)
		if s.Ranks == 4 || len(s.Missing) == 0 || regionsOf(s)["Total/survives@Default"] == "" {
			t.Errorf("rank %d: %d ranks, missing %v, regions %v", victim, s.Ranks, s.Missing, regionsOf(s))
		}
		tree, _ := os.ReadFile(filepath.Join(dir, "tree.txt"))
		if !strings.Contains(string(tree), "MISSING") {
			t.Errorf("rank %d: the tree does not tell who is missing:\n%s", victim, tree)
		}
	}
}

// A rank that does not come is waited for no longer than Patience says.
func TestLifecyclePatience(t *testing.T) {
	dir := t.TempDir()
	reported := make(chan struct{})
	c := DefaultConfig()
	c.Output.Directory, c.Output.Patience = dir, 50*time.Millisecond
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
	f, err := os.Open(filepath.Join(dir, "timing.mptsum"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := stats.ReadSummary(f)
	if err != nil {
		t.Fatal(err)
	}
	// On a busy machine rank 1 may be late as well.
	if len(s.Missing) != 1 || s.Missing[0].Last != 2 || s.Ranks == 3 {
		t.Errorf("%d ranks, missing %v", s.Ranks, s.Missing)
	}
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
