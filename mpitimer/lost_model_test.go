package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// stops is at which message which ranks stop: for good, or for a while.
type stops struct {
	at    map[int]int
	pause time.Duration // 0: for good
	over  chan struct{} // closed when all others are done
}

var errStopped = errors.New("the rank was stopped")

// stopping is a communicator of a rank that may stop, and all that are made of it.
type stopping struct {
	machenv.Communicator
	s        *stops
	world    int // the rank
	messages *int
}

func (c stopping) pass() error {
	*c.messages++
	if at, chosen := c.s.at[c.world]; !chosen || *c.messages < at {
		return nil
	} else if c.s.pause > 0 {
		if *c.messages == at {
			time.Sleep(c.s.pause)
		}
		return nil
	}
	<-c.s.over
	return errStopped
}

func (c stopping) Send(to, tag int, data []byte, timeout time.Duration) error {
	if err := c.pass(); err != nil {
		return err
	}
	return c.Communicator.Send(to, tag, data, timeout)
}

func (c stopping) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if err := c.pass(); err != nil {
		return nil, err
	}
	return c.Communicator.Recv(from, tag, timeout)
}

func (c stopping) Host() string { return c.Communicator.(machenv.HostNamer).Host() }

func (c stopping) Create(ranks []int) (machenv.Communicator, error) {
	made, err := c.Communicator.Create(ranks)
	if made == nil || err != nil {
		return nil, err
	}
	return stopping{made, c.s, c.world, c.messages}, nil
}

// expected reports whether an error is one that a rank may have because others, or it itself, have stopped.
func expected(err error) bool {
	return errors.Is(err, machenv.ErrLost) || errors.Is(err, errStopped) || strings.Contains(err.Error(), "it could not begin on rank")
}

// collectives is what the ranks of the model do: each operation of the timers that is collective.
func collectives(tm *Timers, rank int) (problem error) {
	work := tm.Start("work")
	for range rank {
		tm.Start("part").Stop()
	}
	work.Stop()
	own := fmt.Appendf(nil, "part of %d\n", rank)
	none := func(io.Writer) error { return nil }
	for _, step := range []func() error{
		func() error { return tm.Print() },
		tm.Checkpoint,
		func() error { return tm.Engine().Owner.WriteParts(nil, "parts", none, own) },
		func() error { return tm.Print(SinceLastPrint(), WithFiles("interval")) },
		func() error { _, err := tm.Reduce(nil, tm.Profile()); return err },
		tm.Finalize,
	} {
		if err := step(); err != nil && !expected(err) {
			problem = errors.Join(problem, err)
		}
	}
	return problem
}

// lostRun is one run of the model.
func lostRun(run int, folder string) error {
	const size = 16
	source := rand.New(rand.NewPCG(uint64(run), 15))
	s := &stops{at: map[int]int{}, over: make(chan struct{})}
	for range 1 + source.IntN(2) {
		s.at[source.IntN(size)] = 1 + source.IntN(1<<(1+source.IntN(8)))
	}
	if source.IntN(3) == 0 {
		s.pause = time.Duration(source.IntN(3000)) * time.Millisecond
	}
	c := DefaultConfig()
	c.Output.Directory, c.Output.Patience, c.Output.Tables = folder, time.Second, tablesOff
	c.Output.SingleFile = source.IntN(2) == 0
	if source.IntN(2) == 0 {
		c.Set("ProbeFile", "probe")
	}
	if source.IntN(2) == 0 { // then the report has of a rank that stopped what its table says
		c.Output.Tables = filepath.Join(folder, "tables")
	}
	onNodes := local.RanksPerNode(0)
	switch source.IntN(3) {
	case 0:
		onNodes = local.RanksPerNode(3)
	case 1:
		onNodes = local.Placed(func(rank int) int { return rank % 5 })
	}
	alone := option(func(s *settings) { s.environment = []string{"MPITIMER_TABLES=" + c.Output.Tables} }) // not that of all tests
	var living sync.WaitGroup
	for rank := range size {
		if _, chosen := s.at[rank]; !chosen {
			living.Add(1)
		}
	}
	go func() { living.Wait(); close(s.over) }()
	begin := time.Now()
	err := local.Run(size, func(comm machenv.Communicator) error {
		rank := comm.Rank()
		_, chosen := s.at[rank]
		var done sync.Once
		leave := func() {
			if !chosen {
				done.Do(living.Done)
			}
		}
		defer leave()
		tm, err := New(WithCommunicator(stopping{comm, s, rank, new(int)}), WithConfig(c), alone, WithLog(io.Discard))
		if err != nil && !expected(err) {
			return err
		}
		err = collectives(tm, rank)
		leave()
		<-s.over // MPI does not tell that a rank is gone either
		if chosen {
			return nil
		}
		return err
	}, onNodes)
	if took := time.Since(begin); took > 2*time.Minute {
		err = errors.Join(err, fmt.Errorf("it took %v", took))
	}
	if wrong := errors.Join(err, lostReport(folder, s, size, c.Output.Tables != tablesOff)); wrong != nil {
		return fmt.Errorf("run %d, stops %v for %v: %w", run, s.at, s.pause, wrong)
	}
	return nil
}

// lostReport checks that the last report has all ranks that were not stopped, with their exact figures, and of those
// that were nothing that is not so: all of it or, where they have tables, what they had come to.
func lostReport(folder string, s *stops, size int, tables bool) error {
	f, err := os.Open(filepath.Join(folder, "timing.mptsum"))
	if err != nil {
		return err
	}
	defer f.Close()
	sum, err := stats.ReadSummary(f)
	if err != nil {
		return err
	}
	missing := make(map[int]bool)
	for _, m := range sum.Missing {
		for rank := m.First; rank <= m.Last; rank += max(m.Stride, 1) {
			if missing[rank] = true; s.at[rank] == 0 {
				err = errors.Join(err, fmt.Errorf("rank %d is missing", rank))
			}
		}
	}
	var most, least, parts, leastParts uint64
	for rank := range size {
		if missing[rank] {
			continue
		}
		most, parts = most+1, parts+uint64(rank)
		if s.at[rank] == 0 || !tables {
			least, leastParts = least+1, leastParts+uint64(rank)
		}
	}
	if uint64(sum.Ranks) != most {
		err = errors.Join(err, fmt.Errorf("%d ranks, want %d", sum.Ranks, most))
	}
	marked := slices.ContainsFunc(sum.Warnings, func(w stats.WarningSummary) bool {
		return w.Kind == ranktable.WarnRunning && s.at[w.FirstRank] != 0
	})
	if got := calledIn(sum, "Total/work"); got < least || got > most || got < most && !marked {
		err = errors.Join(err, fmt.Errorf("%d calls of work, want %d to %d", got, least, most))
	}
	if got := calledIn(sum, "Total/work/part"); got < leastParts || got > parts {
		err = errors.Join(err, fmt.Errorf("%d parts, want %d to %d", got, leastParts, parts))
	}
	return err
}

// calledIn is how often all ranks have called a region of Default.
func calledIn(sum *stats.Summary, path string) (calls uint64) {
	for i := range sum.Regions {
		if r := &sum.Regions[i]; r.Environment == 0 && strings.Join(sum.Path(i), "/") == path {
			calls += r.Calls
		}
	}
	return calls
}

// Whatever message of whatever collective operation one or two ranks stop at: all others come to their end, and
// the report has all of them. LOST_RANKS_RUNS makes more runs of it.
func TestLostRanksModel(t *testing.T) {
	t.Parallel() // it leaves timers behind, which other tests would find
	runs := 16
	if testing.Short() {
		runs = 8
	}
	if n, err := strconv.Atoi(os.Getenv("LOST_RANKS_RUNS")); err == nil {
		runs = n
	}
	// A rank stops while it tells that all have a communicator for the reports, and in the last of these rank 0 as well; or
	// while it tells the verdict before a file of all, which keeps rank 0 so long that rank 1 speaks for all.
	list := []int{17, 107, 489, 195}
	for run := range runs {
		if !slices.Contains(list, run) {
			list = append(list, run)
		}
	}
	for some := range slices.Chunk(list, 64) {
		inBubble(t, func(t *testing.T) {
			var all sync.WaitGroup
			room := make(chan struct{}, 16)
			for _, run := range some {
				room <- struct{}{}
				all.Go(func() {
					defer func() { <-room }()
					if err := lostRun(run, filepath.Join(t.TempDir(), "out")); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		})
	}
}
