package calls

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// exactly is a clock without an error.
func exactly(t int64) (int64, int64) { return t, 0 }

// findAll runs FindWaits in all ranks, and gives what they find by rank.
func findAll(ranks []*simulatedRank, at func(rank int) func(int64) (int64, int64), o WaitOptions) ([][]Wait, error) {
	found := make([][]Wait, len(ranks))
	err := local.Run(len(ranks), func(c machenv.Communicator) error {
		waits, err := FindWaits(c, &ranks[c.Rank()].Rank, at(c.Rank()), o)
		found[c.Rank()] = waits
		return err
	})
	return found, err
}

// compare holds what was found against the truth; whole says that nothing may be missing.
func (s *simulation) compare(t *rapid.T, found [][]Wait, whole bool) {
	matched := map[uint32]bool{}
	for rank, waits := range found {
		for _, w := range waits {
			want, known := s.truth[w.Node]
			if !known && w.Calls > 0 {
				t.Fatalf("rank %d: %+v, of a call of which nothing is expected\n%s", rank, w, s)
			}
			if w.Calls == 0 {
				continue
			}
			matched[w.Node] = true
			if d := w.Nanos - want.nanos; w.Kind != want.kind || max(d, -d) > w.Uncertainty {
				t.Fatalf("rank %d: %+v, expected %v of %d ns\n%s", rank, w, want.kind, want.nanos, s)
			}
		}
	}
	if whole && len(matched) != len(s.truth) {
		for node, want := range s.truth {
			if !matched[node] {
				t.Fatalf("nothing of node %d, expected %v of %d ns\n%s", node, want.kind, want.nanos, s)
			}
		}
	}
}

// With exact clocks the waits come out exactly.
func TestWaitsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, rapid.IntRange(1, 9).Draw(t, "ranks"))
		s.run(false)
		found, err := findAll(s.ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, waits := range found {
			for _, w := range waits {
				if w.Uncertainty != 0 || w.NotLooked != 0 {
					t.Fatalf("%+v", w)
				}
			}
		}
		s.compare(t, found, !s.wildcardsPending())
	})
}

// wildcardsPending says whether receives of anything were never completed: what follows them is uncertain.
func (s *simulation) wildcardsPending() bool {
	for _, r := range s.ranks {
		posted := map[int64]bool{}
		for i := range r.Events {
			e := &r.Events[i]
			if rid, ok := e.Number("rid"); ok && e.Info().Name == "Irecv" {
				posted[rid] = true
			}
			for _, part := range e.Elements() {
				if rid, _ := part.Number("rid"); part.Child.Element == "Done" {
					delete(posted, rid)
				}
			}
		}
		if len(posted) > 0 {
			return true
		}
	}
	return false
}

// Whatever the clocks' errors are, the uncertainty covers what they do.
func TestWaitsUncertainty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, rapid.IntRange(2, 9).Draw(t, "ranks"))
		s.run(rapid.Bool().Draw(t, "trouble"))
		var off, bound []int64
		for range s.ranks {
			b := rapid.OneOf(rapid.Int64Range(0, 2000), rapid.Just(int64(UnknownError))).Draw(t, "bound")
			bound = append(bound, b)
			off = append(off, rapid.Int64Range(-min(b, 1e9), min(b, 1e9)).Draw(t, "off"))
		}
		found, err := findAll(s.ranks, func(rank int) func(int64) (int64, int64) {
			return func(at int64) (int64, int64) { return at + off[rank], bound[rank] }
		}, WaitOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s.compare(t, found, false)
	})
}

// Calls that failed, were cancelled or not recorded, and limits, match nothing wrongly.
func TestWaitsMatchOnlyWhatIsCertain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, rapid.IntRange(2, 9).Draw(t, "ranks"))
		s.run(true)
		o := WaitOptions{Records: rapid.IntRange(1, 60).Draw(t, "records")}
		found, err := findAll(s.ranks, func(int) func(int64) (int64, int64) { return exactly }, o)
		if err != nil {
			t.Fatal(err)
		}
		s.compare(t, found, false)
	})
}

// handMade is ranks with WORLD.
func handMade(size int) []*simulatedRank {
	var world []int
	var ranks []*simulatedRank
	for i := range size {
		world = append(world, i)
		ranks = append(ranks, &simulatedRank{Rank: Rank{Rank: i, Size: size}})
	}
	for _, r := range ranks {
		r.Communicators = []CommunicatorRecord{{ID: 0, Name: "WORLD", Ranks: world}}
	}
	return ranks
}

func (r *simulatedRank) add(node uint32, name string, start, end int64, args numbers, elements map[string][]numbers) *Event {
	e := newEvent(name, start, end, args, elements)
	e.Node = node
	r.Events = append(r.Events, e)
	return &r.Events[len(r.Events)-1]
}

// The kinds of wait, by hand.
func TestWaitsByHand(t *testing.T) {
	ranks := handMade(2)
	a, b := ranks[0], ranks[1]
	// 0 waits 100 for 1, 1 waits at the barrier for 0.
	a.add(1, "Recv", 100, 220, numbers{"fromRank": 1, "source": 1}, nil)
	b.add(1, "Send", 200, 210, numbers{"toRank": 0}, nil)
	a.add(2, "Barrier", 500, 510, nil, nil)
	b.add(2, "Barrier", 300, 510, nil, nil)
	// 1 waits for 0 to receive, from which 0 is late; Sendrecv waits as a receive does.
	b.add(3, "Ssend", 600, 700, numbers{"toRank": 0, "toTag": 5}, nil)
	a.add(3, "Recv", 690, 700, numbers{"fromRank": anyRank, "fromTag": anyTag, "source": 1, "tag": 5}, nil)
	a.add(4, "Sendrecv", 800, 960, numbers{"toRank": 1, "fromRank": 1, "source": 1}, nil)
	b.add(4, "Sendrecv", 950, 960, numbers{"toRank": 0, "fromRank": 0, "source": 0}, nil)
	// A receive of nobody, and one from outside.
	a.add(5, "Recv", 1000, 1010, numbers{"fromRank": noRank, "source": noRank}, nil)
	b.add(5, "Recv", 1000, 1010, numbers{"fromRank": 0, "fromTag": 9, "source": 0, "tag": 9}, nil)
	// A persistent receive, twice.
	a.add(6, "Recv_init", 1100, 1101, numbers{"fromRank": 1, "fromTag": 3, "rid": 0}, nil)
	for _, at := range []int64{2000, 3000} {
		a.add(6, "Start", at, at+1, numbers{"rid": 0}, nil)
		a.add(7, "Wait", at+10, at+60, nil, map[string][]numbers{"For": {{"rid": 0}}, "Done": {{"rid": 0, "source": 1, "tag": 3}}})
		b.add(7, "Send", at+50, at+55, numbers{"toRank": 0, "toTag": 3}, nil)
	}
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for rank, waits := range found {
		for _, w := range waits {
			got += fmt.Sprintf("%d: node %d %s %v: %d calls %d unmatched %d ns ± %d\n", rank, w.Node, Functions()[w.Function].Name, w.Kind, w.Calls, w.Unmatched, w.Nanos, w.Uncertainty)
		}
	}
	want := `0: node 1 Recv late sender: 1 calls 0 unmatched 100 ns ± 0
0: node 2 Barrier at barrier: 1 calls 0 unmatched 0 ns ± 0
0: node 3 Recv late sender: 1 calls 0 unmatched 0 ns ± 0
0: node 4 Sendrecv late sender: 1 calls 0 unmatched 150 ns ± 0
0: node 7 Wait late sender: 2 calls 0 unmatched 80 ns ± 0
1: node 1 Send late receiver: 1 calls 0 unmatched 0 ns ± 0
1: node 2 Barrier at barrier: 1 calls 0 unmatched 200 ns ± 0
1: node 3 Ssend late receiver: 1 calls 0 unmatched 90 ns ± 0
1: node 4 Sendrecv late sender: 1 calls 0 unmatched 0 ns ± 0
1: node 5 Recv late sender: 0 calls 1 unmatched 0 ns ± 0
1: node 7 Send late receiver: 2 calls 0 unmatched 0 ns ± 0
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// What of a rank cannot be known makes others' calls unmatched, not wrong.
func TestWaitsDoubt(t *testing.T) {
	recv := numbers{"fromRank": 1, "source": 1}
	send := numbers{"toRank": 0}
	for _, c := range []struct {
		name    string
		prepare func(a, b *simulatedRank)
		matched uint64
	}{
		{"nothing", func(_, _ *simulatedRank) {}, 1},
		{"a matched probe", func(a, _ *simulatedRank) { a.add(9, "Mprobe", 10, 20, numbers{"source": 1}, nil) }, 0},
		{"a matched probe elsewhere", func(a, _ *simulatedRank) { a.add(9, "Mprobe", 10, 20, numbers{"cid": 1}, nil) }, 1},
		{"a send whose arguments are cut", func(_, b *simulatedRank) {
			e := b.add(9, "Send", 10, 20, send, nil)
			e.Flags, e.body = PartsLeftOut, e.body[:2]
		}, 0},
		{"a send that failed", func(_, b *simulatedRank) { b.add(9, "Send", 10, 20, send, nil).Flags = Failed }, 0},
		{"both failed", func(a, b *simulatedRank) {
			b.add(9, "Send", 10, 20, send, nil).Flags = Failed
			a.add(9, "Recv", 10, 20, recv, nil).Flags = Failed
		}, 0},
		{"another thread at the same time", func(a, _ *simulatedRank) { a.add(9, "Recv", 40, 300, recv, nil).Thread = 1 }, 0},
		{"another thread at another time, and dropped calls", func(a, _ *simulatedRank) {
			a.add(9, "Comm_rank", 10, 20, nil, nil).Thread = 1
			a.Dropped = 1
		}, 1},
		{"another thread at the same time, and dropped calls", func(a, _ *simulatedRank) {
			a.add(9, "Comm_rank", 10, 120, nil, nil).Thread = 1
			a.Dropped = 1
		}, 0},
		{"a probe that failed", func(a, _ *simulatedRank) {
			a.add(9, "Mprobe", 10, 20, numbers{"source": -3, "tag": -1}, nil).Flags = Failed
		}, 0},
		{"a probe in vain", func(a, _ *simulatedRank) { a.add(9, "Improbe", 10, 20, numbers{"source": -3, "tag": -1}, nil) }, 1},
		{"a receive that was cancelled", func(a, _ *simulatedRank) {
			a.add(9, "Irecv", 10, 20, numbers{"fromRank": anyRank, "fromTag": anyTag, "rid": 4}, nil)
			a.add(9, "Cancel", 20, 21, numbers{"rid": 4}, nil)
			a.add(9, "Wait", 30, 31, nil, map[string][]numbers{"Done": {{"rid": 4, "source": -3, "tag": -1}}})
		}, 1},
		{"a receive that may have been cancelled", func(a, _ *simulatedRank) {
			a.add(9, "Irecv", 10, 20, recv, nil)
			a.add(9, "Cancel", 20, 21, nil, nil)
		}, 0},
		{"a communicator that is missing", func(a, _ *simulatedRank) { a.Communicators[0].ID = 3 }, 0},
		{"no events", func(_, b *simulatedRank) { b.Communicators = nil }, 0},
	} {
		ranks := handMade(2)
		c.prepare(ranks[0], ranks[1])
		ranks[0].add(1, "Recv", 100, 220, recv, nil)
		if c.name != "no events" {
			ranks[1].add(1, "Send", 200, 210, send, nil)
		}
		found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		for _, w := range found[0] {
			if w.Node == 1 && (w.Calls != c.matched || w.Unmatched != 1-c.matched) {
				t.Errorf("%s: %+v, expected %d matched", c.name, w, c.matched)
			}
		}
	}
}

// Collective calls that differ between ranks are not taken for the same, nor what follows them.
func TestWaitsDifferentCollectives(t *testing.T) {
	ranks := handMade(3)
	for i, r := range ranks {
		at := int64(100 * i)
		r.add(1, "Barrier", 1000+at, 1300, nil, nil)
		r.add(2, "Bcast", 2000+at, 2300, numbers{"rootRank": int64(i / 2)}, nil)
		r.add(3, "Barrier", 3000+at, 3300, nil, nil)
	}
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for rank, waits := range found {
		for _, w := range waits {
			if want := int64(200 - 100*rank); w.Node == 1 && (w.Calls != 1 || w.Nanos != want) || w.Node > 1 && w.Calls != 0 {
				t.Errorf("rank %d: %+v", rank, w)
			}
		}
	}
}

// A rank that is gone, and one whose record is another's, leave the others their answers.
func TestWaitsWithoutARank(t *testing.T) {
	ranks := handMade(4)
	for i, r := range ranks {
		r.add(1, "Barrier", int64(100*i), 1000, nil, nil)
	}
	ranks[0].add(2, "Recv", 2000, 2100, numbers{"fromRank": 1, "source": 1}, nil)
	ranks[1].add(2, "Send", 2050, 2060, numbers{"toRank": 0}, nil)
	var recvWait atomic.Int64
	err := local.Run(4, func(c machenv.Communicator) error {
		if c.Rank() == 3 {
			return nil
		}
		waits, err := FindWaits(c, &ranks[c.Rank()].Rank, exactly, WaitOptions{Timeout: 50 * time.Millisecond})
		for _, w := range waits {
			if w.Node == 1 && (w.Calls != 0 || w.Unmatched != 1) {
				t.Errorf("rank %d: %+v, but rank 3 was not there", c.Rank(), w)
			}
			if w.Node == 2 && c.Rank() == 0 {
				recvWait.Store(w.Nanos)
			}
		}
		if !errors.Is(err, ErrLost) {
			return err
		}
		return nil
	})
	if err != nil || recvWait.Load() != 50 {
		t.Errorf("%v, a wait of %d, expected 50", err, recvWait.Load())
	}
	ranks[3].Rank.Rank = 7
	found, err := findAll(ranks, func(int) func(int64) (int64, int64) { return exactly }, WaitOptions{})
	if err == nil || len(found[0]) != 2 || found[0][0].Unmatched != 1 || found[0][1].Nanos != 50 {
		t.Errorf("%v, %+v", err, found)
	}
}

// The messages of a rank grow with the logarithm of the ranks, also if all send to one.
func TestWaitsMessages(t *testing.T) {
	for _, size := range []int{3, 64, 200} {
		ranks := handMade(size)
		for i := 1; i < size; i++ {
			ranks[i].add(1, "Send", int64(i), int64(i)+1, numbers{"toRank": 0}, nil)
			ranks[0].add(1, "Recv", 0, int64(i)+5, numbers{"fromRank": int64(i), "source": int64(i)}, nil)
		}
		var once sync.Once
		err := local.Run(size, func(c machenv.Communicator) error {
			waits, err := FindWaits(c, &ranks[c.Rank()].Rank, exactly, WaitOptions{})
			traffic, _ := local.TrafficOf(c)
			if bound := int64(2 * levels(size)); traffic.Sent > bound {
				once.Do(func() { t.Errorf("%d messages from rank %d of %d, expected %d", traffic.Sent, c.Rank(), size, bound) })
			}
			if c.Rank() == 0 && (len(waits) != 1 || waits[0].Calls != uint64(size-1) || waits[0].Nanos != int64(size*(size-1)/2)) {
				t.Errorf("%+v", waits)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzBlock(f *testing.F) {
	b := block{blockKey: blockKey{kind: collectiveTimes, destination: 3, tag: -1}, times: []int64{5, noTime, math.MaxInt64}, calls: []uint64{1, 2, 3}, members: 2, uncertainty: 7}
	f.Add(b.append(nil))
	b = block{blockKey: blockKey{kind: sendTimes, source: 1, destination: 3, tag: 9}, times: []int64{5, 4}}
	f.Add(b.append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := parser{data: data}
		b := parseBlock(&p, 8)
		if p.bad {
			return
		}
		p = parser{data: b.append(nil)}
		if again := parseBlock(&p, 8); fmt.Sprint(again) != fmt.Sprint(b) || p.end() != nil {
			t.Errorf("%v became %v", b, again)
		}
	})
}
