package mpitimer

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats"
)

// heldComm calls before, before it sends under a tag, also on the communicators that are made of it, such as that of the
// reports.
type heldComm struct {
	machenv.Communicator
	before func(tag int)
}

func (c *heldComm) Send(to, tag int, data []byte, timeout time.Duration) error {
	c.before(tag)
	return c.Communicator.Send(to, tag, data, timeout)
}

func (c *heldComm) Create(ranks []int) (machenv.Communicator, error) {
	made, err := c.Communicator.Create(ranks)
	if made == nil || err != nil {
		return made, err
	}
	return &heldComm{made, c.before}, nil
}

// reducing is a before that calls f when a part of a reduction is sent.
func reducing(f func()) func(tag int) {
	return func(tag int) {
		if tag == stats.ReduceTag {
			f()
		}
	}
}

// A rank that has come to a report and is slow in each attempt at the reduction, as on a machine that has too much to do,
// is waited for longer each time, up to the patience of the run. (4096 ranks in a process beside other work had no report:
// they were lost in each of three reductions.)
func TestSlowRankIsWaitedForLonger(t *testing.T) {
	for patience, want := range map[time.Duration]int{5 * time.Minute: 3, 5 * time.Second: 2} {
		synctest.Test(t, func(t *testing.T) {
			err := local.Run(3, func(comm machenv.Communicator) error {
				rank := comm.Rank()
				p := totalOf(rank, 3)
				if rank == 2 {
					comm = &heldComm{comm, reducing(func() { time.Sleep(150 * time.Second) })}
				}
				r := reduction{rounds: machenv.NewRounds(comm, patience), kind: kindPrint, own: p, named: true}
				v, err := r.rounds.Open(machenv.Question{Kind: r.kind})
				if err != nil {
					return err
				}
				out, err := r.run(v)
				switch {
				case rank == 2 && want == 2:
					if !errors.Is(err, machenv.ErrLost) {
						t.Errorf("rank 2 is given up after %v: %v", patience, err)
					}
				case err != nil:
					t.Errorf("rank %d: %v", rank, err)
				case rank == 0 && (out.paths.Ranks != want || out.names.Ranks != want):
					t.Errorf("reports of %d and %d ranks, want %d", out.paths.Ranks, out.names.Ranks, want)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// totalOf is a rank that has measured nothing but its whole run.
func totalOf(rank, size int) *stats.Profile {
	return &stats.Profile{
		Rank: rank, Size: size, Environments: []stats.Environment{{Name: "Default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
		Nodes: []stats.Node{{Parent: -1, Name: TotalName, Measure: stats.Measure{Calls: 1, Timed: 1}}},
	}
}

// With a patience of minutes nobody is given up who stands still for 20 s, in whatever step of whatever operation,
// on however many nodes. (Half of such reports lacked ranks, or were not made.)
func TestRanksThatStandStillAreWaitedFor(t *testing.T) {
	runs := uint64(30)
	switch {
	case testing.Short() && race.Enabled: // four times as slow
		runs = 3
	case testing.Short():
		runs = 8
	}
	for seed := range runs {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1<<32))
			ranks, nodes, share, single := 2+r.IntN(40), 1+r.IntN(4), r.Float64()/5, r.IntN(2) == 0
			c := quietConfig()
			c.Timing.Clock = "monotonic" // nobody calibrates in a time that stands still
			c.Output.Directory, c.Output.Patience = t.TempDir(), 5*time.Minute
			c.Output.GlobalFile, c.Output.RankFiles, c.Output.SingleFile = "summary", -1, single
			err := local.Run(ranks, func(comm machenv.Communicator) error {
				r := rand.New(rand.NewPCG(seed, uint64(comm.Rank())))
				pausing := &heldComm{comm, func(int) { // as a process that is swapped out, or whose node is
					if r.Float64() < share {
						time.Sleep(time.Duration(r.Int64N(int64(20 * time.Second))))
					}
				}}
				tm, err := New(WithCommunicator(pausing), WithConfig(c), WithLog(io.Discard))
				if err != nil {
					return err
				}
				tm.Start("step").Stop()
				return errors.Join(tm.Print(), tm.Checkpoint(), tm.Print(WithFiles("part")), tm.Finalize())
			}, local.Placed(func(rank int) int { return rank % nodes }))
			if err != nil {
				t.Errorf("run %d, %d ranks on %d nodes, a single file %v: %v", seed, ranks, nodes, single, err)
			}
		})
	}
}

// What a rank writes of itself needs no other: it is there while the ranks still reduce.
func TestRankFileIsWrittenWhileOthersReduce(t *testing.T) {
	c := quietConfig()
	c.Output.Directory, c.Output.RankFiles = t.TempDir(), -1
	err := local.Run(2, func(comm machenv.Communicator) error {
		if comm.Rank() == 1 {
			comm = &heldComm{comm, reducing(sync.OnceFunc(func() {
				own := filepath.Join(c.Output.Directory, gptlcompat.RankName(c.Output.Prefix, 0, 2))
				for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(time.Millisecond) {
					if _, err := os.Stat(own); err == nil {
						return
					}
				}
				t.Error("rank 0 waits for rank 1 and has not written its own file")
			}))}
		}
		tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
		if err != nil {
			return err
		}
		for i := range manyRows {
			tm.Start(strconv.Itoa(i)).Stop()
		}
		return tm.Finalize()
	})
	if err != nil {
		t.Error(err)
	}
}
