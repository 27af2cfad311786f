package calls

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
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

// wildcardsPending reports whether receives of anything were never completed: what follows them is uncertain.
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

// A rank that is gone, and one whose record is another's, leave the others their answers.
func TestWaitsWithoutARank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
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
	})
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
