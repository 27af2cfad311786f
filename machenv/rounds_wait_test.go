package machenv_test

import (
	"bytes"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// The patience is all that the others wait for ranks that are lost, rank 0 among them: they are asked while it lasts. Where two
// of those are lost that would speak for all, it takes one more time to find out.
func TestRoundsWaitIsThePatience(t *testing.T) {
	const size = 16
	for _, patience := range []time.Duration{2 * time.Second, 10 * time.Second, 5 * time.Minute} {
		for _, lost := range [][]int{{0}, {0, 1}, {1}, {8}, {15}, {0, 8}, {4, 2}, {0, 2}} {
			if testing.Short() && patience > time.Minute && (lost[0] > 0 || race.Enabled && len(lost) > 1) {
				continue // five minutes are 30 000 looks for messages
			}
			synctest.Test(t, func(t *testing.T) {
				f := &faults{stopAt: map[int]int{}, over: make(chan struct{})}
				for _, rank := range lost {
					f.stopAt[rank] = 1
				}
				most := patience + patience/100 + 600*time.Millisecond
				if slices.Equal(lost, []int{0, 1}) {
					most += min(patience, time.Minute) + 500*time.Millisecond
				}
				rounds(t, size, f, patience, func(r *machenv.Rounds, rank int) []outcome {
					begin := time.Now()
					o := take(r.Open(question("Finalize", rank)))
					if took := time.Since(begin); !slices.Contains(lost, rank) && (o.err != nil || took > most || !slices.Equal(o.missing, lost) && !slices.Equal(o.missing, []int{2, 4})) {
						t.Errorf("patience %v, lost %v: rank %d waited %v, missing %v, error %v", patience, lost, rank, took, o.missing, o.err)
					}
					return nil
				})
			})
		}
	}
}

// A rank that comes within the patience is in time, though it was asked for before.
func TestRoundsWithinThePatience(t *testing.T) {
	const size, patience = 8, 10 * time.Second
	for late := range size {
		for _, by := range []time.Duration{3 * time.Second, 5100 * time.Millisecond, 7 * time.Second, 9900 * time.Millisecond} {
			synctest.Test(t, func(t *testing.T) {
				rounds(t, size, &faults{over: make(chan struct{})}, patience, func(r *machenv.Rounds, rank int) []outcome {
					for i := range 2 {
						if rank == late {
							time.Sleep(by)
						}
						if o := take(r.Open(question("Print", rank))); o.err != nil || !bytes.Equal(o.answer, ranksBut(size)) {
							t.Errorf("rank %d late by %v, round %d: rank %d gets %v, missing %v, error %v", late, by, i, rank, o.answer, o.missing, o.err)
						}
					}
					return nil
				})
			})
		}
	}
}

// telling is a communicator of a rank that stops at its fourth message to others.
type telling struct {
	machenv.Communicator
	sent int
	over chan struct{}
}

func (c *telling) Send(to, tag int, data []byte, timeout time.Duration) error {
	if c.sent++; c.sent >= 4 {
		<-c.over
		return errStopped
	}
	return c.Communicator.Send(to, tag, data, timeout)
}

// A rank that is still in the round before, as the one that was to tell it the verdict has stopped, is waited for by the rank
// that speaks for all in place of the first.
func TestRoundsRankOnItsWay(t *testing.T) {
	const size, first, informant = 6, 0, 4 // rank 5 hears from the informant, whose fourth message is that verdict
	synctest.Test(t, func(t *testing.T) {
		atOnce(t, 10, func(run int) { // in which rank 5 looks for messages at other times
			over := make(chan struct{})
			var living sync.WaitGroup
			living.Add(size - 2)
			go func() { living.Wait(); close(over) }()
			err := local.Run(size, func(comm machenv.Communicator) error {
				rank := comm.Rank()
				if rank == informant {
					comm = &telling{Communicator: comm, over: over}
				}
				r := machenv.NewRounds(comm, time.Second)
				for _, kind := range []string{"told", "not told to all"} {
					if o := take(r.Open(question(kind, rank))); rank != informant && (o.err != nil || len(o.missing) > 0) {
						t.Errorf("run %d, %s: rank %d: missing %v, error %v", run, kind, rank, o.missing, o.err)
					}
				}
				if rank != first && rank != informant {
					time.Sleep(time.Duration(10*run) * time.Millisecond)
					if o := take(r.Open(question("without the first", rank))); o.err != nil || !slices.Equal(o.missing, []int{first, informant}) {
						t.Errorf("run %d, rank %d: missing %v, error %v", run, rank, o.missing, o.err)
					}
					living.Done()
				}
				<-over
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	})
}
