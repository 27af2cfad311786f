package stats

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// results runs Reduce on the ranks for which alive is true; the others end at once.
func results(ranks int, opts ReduceOptions, profile func(rank int) *Profile, alive func(rank int) bool) ([]*Summary, []error) {
	summaries, errs := make([]*Summary, ranks), make([]error, ranks)
	_ = local.Run(ranks, func(comm machenv.Communicator) error {
		rank := comm.Rank()
		if alive(rank) {
			summaries[rank], errs[rank] = Reduce(comm, profile(rank), opts)
		}
		return nil
	})
	return summaries, errs
}

func TestDeadRankIsLeftOut(t *testing.T) {
	const ranks = 16
	plain := func(rank int) *Profile { return grownProfile(rank, ranks, 20, 0.1) }
	for _, test := range []struct {
		dead    []int
		missing []Range
		noticed []int // ranks with an error
	}{
		{[]int{15}, []Range{{First: 15, Last: 15, Stride: 1}}, []int{14}},
		{[]int{4}, []Range{{First: 4, Last: 7, Stride: 1}}, []int{0, 5, 6}},
		{[]int{8}, []Range{{First: 8, Last: 15, Stride: 1}}, []int{0, 9, 10, 12}},
		{[]int{1, 2, 13}, []Range{{First: 1, Last: 3, Stride: 1}, {First: 13, Last: 13, Stride: 1}}, []int{0, 3, 12}},
	} {
		summaries, errs := results(ranks, ReduceOptions{Timeout: time.Minute}, plain,
			func(rank int) bool { return !slices.Contains(test.dead, rank) })
		s := summaries[0]
		if s == nil {
			t.Fatalf("dead %v: no Summary: %v", test.dead, errs[0])
		}
		var profiles []*Profile
		for rank := range ranks {
			if errs[rank] != nil && !errors.Is(errs[rank], ErrLost) {
				t.Errorf("dead %v: rank %d: %v", test.dead, rank, errs[rank])
			}
			if errs[rank] == nil == slices.Contains(test.noticed, rank) {
				t.Errorf("dead %v: rank %d: error %v", test.dead, rank, errs[rank])
			}
			if !slices.ContainsFunc(test.missing, func(m Range) bool { return rank >= m.First && rank <= m.Last }) {
				profiles = append(profiles, plain(rank))
			}
		}
		if diff := cmp.Diff(test.missing, s.Missing); diff != "" {
			t.Errorf("dead %v: missing (-want +got):\n%s", test.dead, diff)
		}
		want, err := Merge(profiles)
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprint("dead ", test.dead), s, want)
	}
}

func TestDeadRootLeavesNobodyWaiting(t *testing.T) {
	summaries, errs := results(8, ReduceOptions{Timeout: time.Minute},
		func(rank int) *Profile { return grownProfile(rank, 8, 5, 0) },
		func(rank int) bool { return rank != 0 })
	for rank := 1; rank < 8; rank++ {
		// The parents of ranks 3, 5, 6 and 7 took all these had, and let them go.
		lost := rank == 1 || rank == 2 || rank == 4
		if errors.Is(errs[rank], ErrLost) != lost || summaries[rank] != nil {
			t.Errorf("rank %d: got %v, %v; want an error that matches ErrLost", rank, summaries[rank], errs[rank])
		}
	}
}

func TestBadProfileIsLeftOut(t *testing.T) {
	const ranks = 6
	summaries, errs := results(ranks, ReduceOptions{}, func(rank int) *Profile {
		p := grownProfile(rank, ranks, 5, 0)
		switch rank {
		case 2:
			return nil
		case 4:
			p.Nodes[1].Parent = 1
		}
		return p
	}, func(int) bool { return true })
	for rank, err := range errs {
		if errors.Is(err, ErrProfile) != (rank == 2 || rank == 4) {
			t.Errorf("rank %d: error %v", rank, err)
		}
	}
	if diff := cmp.Diff([]Range{{First: 2, Last: 2, Stride: 1}, {First: 4, Last: 4, Stride: 1}}, summaries[0].Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
}

func TestNobodyHasAProfile(t *testing.T) {
	summaries, errs := results(3, ReduceOptions{}, func(int) *Profile { return nil }, func(int) bool { return true })
	for rank, err := range errs {
		if !errors.Is(err, ErrProfile) || summaries[rank] != nil {
			t.Errorf("rank %d: got %v, %v; want an error that matches ErrProfile", rank, summaries[rank], err)
		}
	}
}

func TestRankTwiceIsLeftOut(t *testing.T) {
	summaries, errs := results(4, ReduceOptions{}, func(rank int) *Profile {
		return grownProfile(rank/3, 4, 5, 0) // three ranks 0, one rank 1
	}, func(int) bool { return true })
	if !errors.Is(errs[0], ErrMismatch) || summaries[0] == nil || summaries[0].Ranks == 3 {
		t.Errorf("got %v, %v; want a Summary and an error that matches ErrMismatch", summaries[0], errs[0])
	}
}

// TestLateRank lets rank 1 miss the first reduction and take part in the second, while its message
// for the first is still on the way.
func TestLateRank(t *testing.T) {
	var late sync.WaitGroup
	late.Add(1)
	var first, second *Summary
	err := local.Run(2, func(comm machenv.Communicator) error {
		p := grownProfile(comm.Rank(), 2, 5, 0)
		if comm.Rank() == 1 {
			late.Wait()
			if _, err := Reduce(comm, p, ReduceOptions{Timeout: time.Second, Epoch: 1}); !errors.Is(err, ErrLost) {
				t.Errorf("late rank: error %v, want one that matches ErrLost", err)
			}
			p.Nodes[0].Calls = 77
			_, err := Reduce(comm, p, ReduceOptions{Epoch: 2})
			return err
		}
		var err error
		if first, err = Reduce(comm, p, ReduceOptions{Timeout: time.Millisecond, Epoch: 1}); !errors.Is(err, ErrLost) {
			t.Errorf("first: error %v, want one that matches ErrLost", err)
		}
		late.Done()
		second, err = Reduce(comm, p, ReduceOptions{Epoch: 2})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Range{{First: 1, Last: 1, Stride: 1}}, first.Missing); diff != "" {
		t.Errorf("first: missing (-want +got):\n%s", diff)
	}
	if second.Ranks != 2 || second.Regions[0].Calls != 87 {
		t.Errorf("second: %d ranks, %d calls, want 2 and 87", second.Ranks, second.Regions[0].Calls)
	}
}

// forger changes the messages that a rank sends.
type forger struct {
	machenv.Communicator
	forge func([]byte) []byte
}

func (f forger) Send(to, tag int, data []byte, timeout time.Duration) error {
	return f.Communicator.Send(to, tag, f.forge(slices.Clone(data)), timeout)
}

// TestForgedMessages damages the messages of rank 1 in all ways that a byte can: nobody may panic or
// hang, and rank 0 must give a Summary with itself in it.
func TestForgedMessages(t *testing.T) {
	forge := func(b []byte, at int, how byte) []byte {
		at %= len(b)
		switch how {
		case 0:
			return b[:at]
		case 1:
			return append(b, b[:at]...)
		default:
			b[at] ^= how
		}
		return b
	}
	// With and without own regions, which lead on to names, and histograms, which lead on to bins.
	for share := range 4 {
		profiles := []*Profile{grownProfile(0, 2, 4, 0), grownProfile(1, 2, 4, float64(share%2))}
		if share >= 2 {
			profiles[1].Nodes[0].Histogram = NewHistogram([]uint64{0, 1, 2})
		}
		for at := 0; at < 1500; at += 7 {
			for _, how := range []byte{0, 1, 0x80, 0xff, 1 << 4} {
				var s *Summary
				_ = local.Run(2, func(comm machenv.Communicator) error {
					if comm.Rank() == 1 {
						comm = forger{comm, func(b []byte) []byte { return forge(b, at, how) }}
					}
					got, err := Reduce(comm, profiles[comm.Rank()], ReduceOptions{Timeout: time.Minute})
					if comm.Rank() == 0 {
						s = got
					}
					return err
				})
				if s == nil || len(s.Regions) == 0 || s.Size != 2 {
					t.Fatalf("case %d, byte %d, %#x: got %+v", share, at, how, s)
				}
			}
		}
	}
}

// TestForgedWindows does the same to what rank 0 sends down.
func TestForgedWindows(t *testing.T) {
	for at := range 100 {
		_ = local.Run(2, func(comm machenv.Communicator) error {
			p := grownProfile(comm.Rank(), 2, 4, 0)
			p.Nodes[1].Histogram = NewHistogram([]uint64{0, 1, 2})
			if comm.Rank() == 0 {
				comm = forger{comm, func(b []byte) []byte {
					b[at%len(b)] ^= 0xff
					return b
				}}
			}
			_, err := Reduce(comm, p, ReduceOptions{Timeout: time.Minute})
			if err != nil && strings.Contains(err.Error(), "panic") {
				t.Errorf("byte %d: %v", at, err)
			}
			return err
		})
	}
}

// TestTrafficGrowsAsLog counts messages: a rank exchanges three with each of at most ⌈log₂P⌉ others,
// however many regions there are, and two more where regions differ.
func TestTrafficGrowsAsLog(t *testing.T) {
	if race.Enabled {
		t.Skip("other tests reduce beside the race detector")
	}
	for _, test := range []struct {
		ranks, regions int
		share          float64
	}{
		{16, 10, 0}, {16, 300, 0}, {16, 300, 0.1}, {1000, 10, 0}, {256, 100, 0.1}, {4096, 10, 0}, {65536, 4, 0},
	} {
		if test.ranks > 4096 && testing.Short() {
			continue
		}
		var most, total local.Traffic
		var messages int64 // of one rank, in and out
		var lock sync.Mutex
		var s *Summary
		err := local.Run(test.ranks, func(comm machenv.Communicator) error {
			got, err := Reduce(comm, grownProfile(comm.Rank(), test.ranks, test.regions, test.share), ReduceOptions{})
			traffic, _ := local.TrafficOf(comm)
			lock.Lock()
			defer lock.Unlock()
			if got != nil {
				s = got
			}
			messages = max(messages, traffic.Sent+traffic.Received)
			most.BytesReceived = max(most.BytesReceived, traffic.BytesReceived)
			total.Sent, total.BytesSent = total.Sent+traffic.Sent, total.BytesSent+traffic.BytesSent
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if s.Ranks != test.ranks || s.Regions[0].Ranks != test.ranks {
			t.Errorf("%d ranks: %d took part, %d ran the first region", test.ranks, s.Ranks, s.Regions[0].Ranks)
		}
		levels := int64(bits.Len(uint(test.ranks - 1)))
		each := int64(3)
		if test.share > 0 {
			each = 5
		}
		if messages > each*levels {
			t.Errorf("%d ranks, %d regions: a rank has %d messages, want at most %d·%d", test.ranks, test.regions, messages, each, levels)
		}
		t.Logf("%5d ranks, %3d regions, %2.0f %% own: at most %d messages (%d·log₂P) and %d kB in on a rank; %.1f messages and %.1f kB out on average",
			test.ranks, test.regions, 100*test.share, messages, each, most.BytesReceived/1000,
			float64(total.Sent)/float64(test.ranks), float64(total.BytesSent)/1000/float64(test.ranks))
	}
}
