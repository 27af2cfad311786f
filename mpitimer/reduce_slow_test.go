package mpitimer

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats"
)

// slowComm takes its time before it sends a part of a reduction.
type slowComm struct {
	machenv.Communicator
	delay time.Duration
}

func (c slowComm) Send(to, tag int, data []byte, timeout time.Duration) error {
	if tag == stats.ReduceTag {
		time.Sleep(c.delay)
	}
	return c.Communicator.Send(to, tag, data, timeout)
}

// A rank that has come to a report and is slow in each attempt at the reduction, as on a machine that has too much to do,
// is waited for longer each time, up to the patience of the run. (4096 ranks in a process beside other work had no report:
// they were lost in each of three reductions.)
func TestSlowRankIsWaitedForLonger(t *testing.T) {
	for patience, want := range map[time.Duration]int{5 * time.Minute: 3, 5 * time.Second: 2} {
		synctest.Test(t, func(t *testing.T) {
			err := local.Run(3, func(comm machenv.Communicator) error {
				rank := comm.Rank()
				p := &stats.Profile{
					Rank: rank, Size: 3, Environments: []stats.Environment{{Name: "Default", Size: 3, Ranks: []stats.Range{{First: 0, Last: 2, Stride: 1}}}},
					Nodes: []stats.Node{{Parent: -1, Name: TotalName, Measure: stats.Measure{Calls: 1, Timed: 1}}},
				}
				if rank == 2 {
					comm = slowComm{comm, 30 * time.Second}
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
