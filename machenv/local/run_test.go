package local_test

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

var errBoom = errors.New("boom")

func TestRunCallsEachRankOnce(t *testing.T) {
	var calls [100]atomic.Int32
	err := local.Run(len(calls), func(comm machenv.Communicator) error {
		calls[comm.Rank()].Add(1)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for rank := range calls {
		if n := calls[rank].Load(); n != 1 {
			t.Errorf("rank %d was called %d times", rank, n)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	nothing := func(machenv.Communicator) error { return nil }
	for _, n := range []int{0, -1} {
		if err := local.Run(n, nothing); !errors.Is(err, machenv.ErrInvalid) {
			t.Errorf("%d ranks: %v", n, err)
		}
	}
	if err := local.Run(1, nil); !errors.Is(err, machenv.ErrInvalid) {
		t.Errorf("no function: %v", err)
	}
}

// Errors are told with their rank, causes before consequences, and not without end.
func TestRunJoinsErrors(t *testing.T) {
	err := local.Run(40, func(comm machenv.Communicator) error {
		switch comm.Rank() {
		case 0, 1:
			return comm.Barrier()
		case 33:
			return errBoom
		case 34:
			return fmt.Errorf("also: %w", errBoom)
		}
		return nil
	})
	lines := strings.Split(fmt.Sprint(err), "\n")
	if len(lines) != 4 || lines[0] != "rank 33: boom" || lines[1] != "rank 34: also: boom" || !strings.HasPrefix(lines[2], "rank 0: ") {
		t.Errorf("%v", err)
	}
	if !errors.Is(err, errBoom) || !errors.Is(err, machenv.ErrRankDead) {
		t.Errorf("does not match what the ranks have returned: %v", err)
	}
	err = local.Run(1000, func(machenv.Communicator) error { return errBoom })
	if text := fmt.Sprint(err); strings.Count(text, "boom") != 16 || !strings.Contains(text, "and 984 more ranks of 1000") {
		t.Errorf("of 1000 ranks: %v", err)
	}
}

// endings are the ways in which a rank may be lost.
var endings = map[string]func() error{
	"returns":              func() error { return nil },
	"fails":                func() error { return errBoom },
	"panics":               func() error { panic("at the disco") },
	"panics with an error": func() error { panic(errBoom) },
	"calls Goexit":         func() error { runtime.Goexit(); return nil },
	"calls panic(nil)":     func() error { panic(nil) },
}

func TestLostRankIsNoticed(t *testing.T) {
	for name, end := range endings {
		t.Run(name, func(t *testing.T) {
			var noticed atomic.Int32
			notice := func(what string, err error) {
				if errors.Is(err, machenv.ErrRankDead) && strings.Contains(err.Error(), "rank 2 ") {
					noticed.Add(1)
				} else {
					t.Errorf("%s: %v", what, err)
				}
			}
			err := local.Run(5, func(comm machenv.Communicator) error {
				if comm.Rank() == 2 {
					if err := comm.Send(0, 1, []byte("last words"), 0); err != nil {
						return err
					}
					return end()
				}
				_, err := comm.Recv(2, 7, 0)
				notice("receive", err)
				if comm.Rank() == 0 { // what was sent before is not lost
					data, err := comm.Recv(2, 1, 0)
					if string(data) != "last words" || err != nil {
						t.Errorf("last words: %q, %v", data, err)
					}
				}
				_, err = comm.Recv(2, 1, time.Hour)
				notice("receive with timeout", err)
				if err := comm.Send(2, 1, nil, 0); !errors.Is(err, machenv.ErrRankDead) {
					t.Errorf("send: %v", err)
				}
				notice("barrier", comm.Barrier())
				part, err := comm.Create([]int{4, 3, 2, 1, 0})
				if err != nil {
					t.Errorf("create: %v", err)
					return nil
				}
				// The others need each other until all are here.
				if comm.Rank() == 4 {
					err = part.Send(1, 1, nil, 0) // rank 3 of the old
				} else if comm.Rank() == 3 {
					_, err = part.Recv(0, 1, 0)
				}
				if err != nil {
					t.Errorf("between those that are left: %v", err)
				}
				if err := part.Barrier(); !errors.Is(err, machenv.ErrRankDead) {
					t.Errorf("barrier of a part: %v", err)
				}
				return nil
			})
			if noticed.Load() != 3*4 {
				t.Errorf("noticed %d times", noticed.Load())
			}
			switch {
			case name == "returns":
				if err != nil {
					t.Error(err)
				}
			case err == nil || !strings.HasPrefix(err.Error(), "rank 2: "):
				t.Errorf("error of the run: %v", err)
			case strings.Contains(name, "panics") && !strings.Contains(err.Error(), "run_test.go"):
				t.Errorf("no stack of the panic: %v", err)
			case strings.HasSuffix(name, "fails") || strings.HasSuffix(name, "an error"):
				if !errors.Is(err, errBoom) {
					t.Errorf("error of the run: %v", err)
				}
			}
		})
	}
}

// Ranks that wait already when the other is lost are woken, in a barrier too, and all are told of that rank,
// never of one that ended because of it.
func TestWaitingRankIsWoken(t *testing.T) {
	for range 100 {
		waitForRankThatFails(t)
	}
}

func waitForRankThatFails(t *testing.T) {
	t.Helper()
	var waiting atomic.Int32
	err := local.Run(8, func(comm machenv.Communicator) error {
		if comm.Rank() == 0 {
			for waiting.Load() < 7 {
				runtime.Gosched()
			}
			time.Sleep(time.Millisecond) // most will have gone to sleep by then; right in any case
			return errBoom
		}
		waiting.Add(1)
		var err error
		if comm.Rank()%2 == 0 {
			_, err = comm.Recv(0, 1, 0)
		} else {
			err = comm.Barrier()
		}
		if !errors.Is(err, machenv.ErrRankDead) || !strings.Contains(err.Error(), "boom") {
			t.Errorf("rank %d: %v", comm.Rank(), err)
		}
		return nil
	})
	if !errors.Is(err, errBoom) {
		t.Error(err)
	}
}

// A rank that has freed a communicator is gone from it, and from no other.
func TestFreedByAnother(t *testing.T) {
	err := local.Run(2, func(comm machenv.Communicator) error {
		part, err := comm.Create([]int{0, 1})
		if err != nil {
			return err
		}
		if comm.Rank() == 0 {
			if err := part.Free(); err != nil {
				return err
			}
			return comm.Barrier()
		}
		if _, err := part.Recv(0, 1, 0); !errors.Is(err, machenv.ErrRankDead) || !strings.Contains(err.Error(), "freed") {
			t.Errorf("receive: %v", err)
		}
		return comm.Barrier()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDifferentArgumentsOfCreate(t *testing.T) {
	err := local.Run(2, func(comm machenv.Communicator) error {
		part, err := comm.Create([]int{comm.Rank()})
		if (part == nil) == (err == nil) {
			t.Errorf("rank %d: %v, %v", comm.Rank(), part, err)
		}
		return err
	})
	if !errors.Is(err, machenv.ErrInvalid) {
		t.Error(err)
	}
}

func TestTwoGoroutinesReceive(t *testing.T) {
	err := local.Run(2, func(comm machenv.Communicator) error {
		if comm.Rank() == 1 {
			_, err := comm.Recv(0, 1, 0)
			return err
		}
		results := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := comm.Recv(1, 1, 0)
				results <- err
			}()
		}
		// One of them is refused; the other waits on.
		if err := <-results; err == nil || !strings.Contains(err.Error(), "another goroutine") {
			t.Errorf("second receive: %v", err)
		}
		if err := comm.Send(1, 1, nil, 0); err != nil {
			return err
		}
		if err := <-results; !errors.Is(err, machenv.ErrRankDead) {
			t.Errorf("first receive: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTimeouts(t *testing.T) {
	err := local.Run(2, func(comm machenv.Communicator) error {
		other := 1 - comm.Rank()
		for _, timeout := range []time.Duration{-1, time.Nanosecond, time.Millisecond} {
			if _, err := comm.Recv(other, 1, timeout); !errors.Is(err, machenv.ErrTimeout) {
				t.Errorf("receive with timeout %v: %v", timeout, err)
			}
		}
		if _, err := comm.Recv(comm.Rank(), 1, 0); !errors.Is(err, machenv.ErrTimeout) {
			t.Errorf("receive from itself of nothing: %v", err)
		}
		if err := errors.Join(comm.Barrier(), comm.Send(other, 1, []byte("x"), 0), comm.Barrier()); err != nil {
			return err
		}
		if data, err := comm.Recv(other, 1, -1); string(data) != "x" || err != nil {
			t.Errorf("receive of what is there: %q, %v", data, err)
		}
		return comm.Barrier()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTraffic(t *testing.T) {
	err := local.Run(3, func(comm machenv.Communicator) error {
		part, err := comm.Create([]int{1, 0})
		if err != nil {
			return err
		}
		var want local.Traffic
		switch comm.Rank() {
		case 0:
			err = errors.Join(comm.Send(2, 1, make([]byte, 10), 0), part.Send(0, 1, make([]byte, 5), 0))
			want = local.Traffic{Sent: 2, BytesSent: 15}
		case 1:
			_, err = part.Recv(1, 1, 0)
			want = local.Traffic{Received: 1, BytesReceived: 5}
		case 2:
			_, err = comm.Recv(0, 1, 0)
			want = local.Traffic{Received: 1, BytesReceived: 10}
		}
		if got, ok := local.TrafficOf(comm); got != want || !ok {
			t.Errorf("rank %d: %+v, %v, expected %+v", comm.Rank(), got, ok, want)
		}
		return errors.Join(err, comm.Barrier())
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := local.TrafficOf(machenv.NewSerial()); ok {
		t.Error("a serial communicator has traffic")
	}
}

func TestRanksPerNode(t *testing.T) {
	err := local.Run(5, func(comm machenv.Communicator) error {
		if got, want := comm.(machenv.HostNamer).Host(), fmt.Sprintf("node%d", comm.Rank()/2); got != want {
			t.Errorf("rank %d is on %s, expected %s", comm.Rank(), got, want)
		}
		node, err := comm.(machenv.SharedSplitter).SplitShared()
		if err == nil && (node.Size() != min(2, 5-comm.Rank()/2*2) || node.Rank() != comm.Rank()%2) {
			t.Errorf("rank %d is rank %d of %d on its node", comm.Rank(), node.Rank(), node.Size())
		}
		return err
	}, local.RanksPerNode(2))
	if err != nil {
		t.Fatal(err)
	}
}

// As many ranks as a large machine has cores: environments, barriers and reductions are made, and
// the messages of a rank grow as log₂ of the ranks.
func TestManyRanks(t *testing.T) {
	ranks := 65536
	if testing.Short() || raceEnabled {
		ranks = 4096 // the race detector does not allow for more than 8128 goroutines
	}
	begin := time.Now()
	messages := make([]int64, ranks)
	err := local.Run(ranks, func(comm machenv.Communicator) error {
		r, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		if err := comm.Barrier(); err != nil {
			return err
		}
		sum, err := machenv.Allreduce(comm, machenv.Sum, []int64{int64(comm.Rank())})
		if err != nil {
			return err
		}
		if want := int64(ranks) * int64(ranks-1) / 2; sum[0] != want {
			return fmt.Errorf("sum %d, expected %d", sum[0], want)
		}
		traffic, _ := local.TrafficOf(comm)
		messages[comm.Rank()] = traffic.Sent + traffic.Received
		even, err := r.CreateStrided("even", r.Default(), ranks/2, 0, 2)
		if err != nil {
			return err
		}
		node, err := r.CreatePerNode("node", r.Default())
		if err != nil {
			return err
		}
		if even.IsMember() != (comm.Rank()%2 == 0) || len(node.Ranks()) != 1 || node.Size() != 64 {
			return fmt.Errorf("environments are %v and %v", even, node)
		}
		return r.Close()
	}, local.RanksPerNode(64))
	if err != nil {
		t.Fatal(err)
	}
	most := slices.Max(messages)
	if limit := int64(2 * bits.Len(uint(ranks-1))); most > limit {
		t.Errorf("%d messages of one rank, expected at most %d", most, limit)
	}
	t.Logf("%d ranks: %v, at most %d messages of one rank for a reduction to all", ranks, time.Since(begin).Round(time.Millisecond), most)
}

func BenchmarkPingPong(b *testing.B) {
	b.ReportAllocs()
	err := local.Run(2, func(comm machenv.Communicator) error {
		data := make([]byte, 64)
		for range b.N {
			if comm.Rank() == 0 {
				if err := comm.Send(1, 1, data, 0); err != nil {
					return err
				}
			}
			if _, err := comm.Recv(1-comm.Rank(), 1, 0); err != nil {
				return err
			}
			if comm.Rank() == 1 {
				if err := comm.Send(0, 1, data, 0); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}
