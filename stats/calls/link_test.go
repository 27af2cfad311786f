package calls

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// blockingComm is a communicator whose sends wait until the message is received, as those of MPI may.
type blockingComm struct {
	machenv.Communicator
}

const acknowledged = 1000 // less than the tag of the message

func (b blockingComm) Send(to, tag int, data []byte, timeout time.Duration) error {
	if err := b.Communicator.Send(to, tag, data, timeout); err != nil {
		return err
	}
	_, err := b.Communicator.Recv(to, tag-acknowledged, 10*time.Second)
	return err
}

func (b blockingComm) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if timeout == 0 {
		timeout = 10 * time.Second
	}
	data, err := b.Communicator.Recv(from, tag, timeout)
	if err != nil {
		return nil, err
	}
	return data, b.Communicator.Send(from, tag-acknowledged, nil, 0)
}

// With sends that wait for their receives no operation stops, whatever the number of ranks is.
func TestBlockingSendsDoNotDeadlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for size := 1; size <= 20; size++ {
			ranks := handMade(size)
			for i, r := range ranks {
				for to := range size {
					if to != i {
						r.add(1, "Bsend", 10, 11, numbers{"toRank": int64(to)}, nil)
						r.add(2, "Recv", 5, 50, numbers{"fromRank": int64(to), "source": int64(to)}, nil)
					}
				}
				r.add(3, "Barrier", int64(100+i), 200, nil, nil)
			}
			err := local.Run(size, func(c machenv.Communicator) error {
				b := blockingComm{c}
				a, err := Align(b, fmt.Sprint(c.Rank()/3), func() int64 { return time.Since(testBegin).Nanoseconds() }, 0)
				if err != nil || !a.Known {
					return fmt.Errorf("%+v: %w", a, err)
				}
				waits, err := FindWaits(b, &ranks[c.Rank()].Rank, exactly, WaitOptions{})
				if err != nil {
					return err
				}
				for _, w := range waits {
					if want := int64(5 * (size - 1)); w.Unmatched != 0 || w.Node == 2 && w.Nanos != want || w.Node == 3 && w.Nanos != int64(size-1-c.Rank()) {
						t.Errorf("rank %d of %d: %+v", c.Rank(), size, w)
					}
				}
				if _, err := ReduceWaits(b, SumWaits(c.Rank(), size, 1, waits, pathOf, Mapping{}), 0); err != nil {
					return err
				}
				_, err = GatherMatrix(b, []Partner{{Rank: 0, Calls: 1}}, 0, 0)
				return err
			})
			if err != nil {
				t.Fatalf("%d ranks: %v", size, err)
			}
		}
	})
}

// What is gathered comes in the order of the ranks, and what is spread reaches all.
func TestGatherAndSpread(t *testing.T) {
	for size := 1; size <= 17; size++ {
		err := local.Run(size, func(c machenv.Communicator) error {
			l := newLink(c, 1, time.Minute)
			all, err := l.gather([]byte{byte(c.Rank())}, func(mine, theirs []byte) ([]byte, error) { return append(mine, theirs...), nil })
			if err != nil {
				return err
			}
			all, err = l.spread(all)
			var want []byte
			for i := range size {
				want = append(want, byte(i))
			}
			if !bytes.Equal(all, want) {
				return fmt.Errorf("%v, expected %v: %w", all, want, err)
			}
			return err
		})
		if err != nil {
			t.Error(size, err)
		}
	}
}

// What makes no sense leaves out the ranks that it comes from.
func TestGatherOfNonsense(t *testing.T) {
	nonsense := errors.New("nonsense")
	err := local.Run(5, func(c machenv.Communicator) error {
		all, err := newLink(c, 1, 0).gather([]byte{byte(c.Rank())}, func(mine, theirs []byte) ([]byte, error) {
			if theirs[0] == 2 {
				return nil, nonsense
			}
			return append(mine, theirs...), nil
		})
		if c.Rank() == 0 && (!errors.Is(err, ErrLost) || !errors.Is(err, nonsense) || !bytes.Equal(all, []byte{0, 1, 4})) {
			return fmt.Errorf("%v, %v", all, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
