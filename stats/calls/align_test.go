package calls

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// universe is a time that passes only when something happens: a clock is read, a message travels.
type universe struct {
	time  atomic.Int64
	mu    sync.Mutex
	draw  *rand.Rand
	delay func(draw *rand.Rand, from, to int) int64
}

func (u *universe) pass(most int64) int64 {
	u.mu.Lock()
	d := u.draw.Int64N(most) + 1
	u.mu.Unlock()
	return u.time.Add(d)
}

// clock runs at a rate of its own, and began when it liked.
type clock struct {
	offset int64
	ppm    int64
}

func (c clock) at(t int64) int64 { return c.offset + t + t/1_000_000*c.ppm }

// slowComm is a communicator whose messages take time of the universe.
type slowComm struct {
	machenv.Communicator
	u *universe
}

func (s slowComm) Send(to, tag int, data []byte, timeout time.Duration) error {
	s.u.mu.Lock()
	d := s.u.delay(s.u.draw, s.Rank(), to)
	s.u.mu.Unlock()
	s.u.time.Add(d)
	return s.Communicator.Send(to, tag, data, timeout)
}

// alignAll runs Align twice in all ranks, with a time between.
func alignAll(t interface{ Fatal(...any) }, ranks, perNode int, u *universe, clocks []clock, between int64) []Mapping {
	mappings := make([]Mapping, ranks)
	err := local.Run(ranks, func(c machenv.Communicator) error {
		host := c.(machenv.HostNamer).Host()
		now := func() int64 { return clocks[c.Rank()].at(u.pass(50)) }
		begin, err := Align(slowComm{c, u}, host, now, 0)
		if err != nil {
			return err
		}
		if err := c.Barrier(); err != nil {
			return err
		}
		if c.Rank() == 0 {
			u.time.Add(between)
		}
		if err := c.Barrier(); err != nil {
			return err
		}
		end, err := Align(slowComm{c, u}, host, now, 0)
		if want := (ranks + perNode - 1) / perNode; begin.Hosts != want || end.Hosts != want || !begin.Known || !end.Known {
			return fmt.Errorf("%+v and %+v, expected %d hosts", begin, end, want)
		}
		mappings[c.Rank()] = Interpolate(begin, end)
		return err
	}, local.RanksPerNode(perNode))
	if err != nil {
		t.Fatal(err)
	}
	return mappings
}

// The true time is within the error, whatever the clocks and the network do.
func TestAlignErrorHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks := rapid.IntRange(1, 9).Draw(t, "ranks")
		perNode := rapid.IntRange(1, 4).Draw(t, "per node")
		seed := rapid.Uint64().Draw(t, "seed")
		there := rapid.Int64Range(1, 100_000).Draw(t, "delay upwards")
		back := rapid.Int64Range(1, 100_000).Draw(t, "delay downwards")
		u := &universe{draw: rand.New(rand.NewPCG(seed, 1)), delay: func(draw *rand.Rand, from, to int) int64 {
			if from < to {
				return 100 + draw.Int64N(there)
			}
			return 100 + draw.Int64N(back)
		}}
		clocks := make([]clock, ranks)
		for i := range clocks {
			if i%perNode != 0 {
				clocks[i] = clocks[i-1]
				continue
			}
			clocks[i] = clock{rapid.Int64Range(-1e10, 1e10).Draw(t, "offset"), rapid.Int64Range(-200, 200).Draw(t, "ppm")}
		}
		begin := u.time.Load()
		mappings := alignAll(t, ranks, perNode, u, clocks, rapid.Int64Range(0, 3600e9).Draw(t, "between"))
		for _, at := range []int64{begin, begin + (u.time.Load()-begin)/3, u.time.Load()} {
			for i, m := range mappings {
				got, bound := m.At(clocks[i].at(at))
				want := clocks[0].at(at)
				// at()'s rounding of the rate to whole µs is not the clocks' fault.
				if d := got - want; max(d, -d) > bound+1000 {
					t.Errorf("rank %d: %d at %d, expected %d: off by %d, the error is %d", i, got, at, want, d, bound)
				}
				if first := mappings[i-i%perNode]; m.Worst() > first.Worst()+sameClock {
					t.Errorf("rank %d: the error %d is larger than that of the host, %d", i, m.Worst(), first.Worst())
				}
			}
		}
	})
}

// A rank that says it is on a host whose clock it does not have is found out.
func TestAlignFindsForeignClock(t *testing.T) {
	u := &universe{draw: rand.New(rand.NewPCG(1, 1)), delay: func(draw *rand.Rand, _, _ int) int64 { return 1000 + draw.Int64N(500) }}
	var apart atomic.Int32
	err := local.Run(6, func(c machenv.Communicator) error {
		k := clock{}
		if c.Rank() == 4 {
			k.offset = 5e9
		}
		a, err := Align(slowComm{c, u}, "one", func() int64 { return k.at(u.pass(10)) }, time.Minute)
		if err != nil {
			return err
		}
		if a.Apart {
			apart.Add(1)
		}
		if want := -k.offset; !a.Known || max(a.Offset-want, want-a.Offset) > a.Error {
			return fmt.Errorf("%+v, the offset is %d", a, want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	// Rank 5 measures against rank 4 and so is apart from it again.
	if apart.Load() != 2 {
		t.Errorf("%d ranks have a clock of their own, expected 4 and 5", apart.Load())
	}
}

// The shortest way there and back counts, and what the parent's clock may have drifted since it was measured.
func TestAlignErrorIsSmall(t *testing.T) {
	n := 0
	u := &universe{draw: rand.New(rand.NewPCG(1, 1)), delay: func(*rand.Rand, int, int) int64 {
		if n++; n%7 < 5 {
			return 1_000_000
		}
		return 1000
	}}
	err := local.Run(2, func(c machenv.Communicator) error {
		a, err := Align(slowComm{c, u}, fmt.Sprint(c.Rank()), func() int64 { return u.pass(10) }, time.Minute)
		if a.Error > 3000 {
			return fmt.Errorf("%+v, the shortest way takes some 2 µs", a)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	// One was slow on the way back, one on the way there.
	got := narrowest([]edge{{sent: 0, back: 10_000, there: 5100}, {sent: 20_000, back: 30_100, there: 34_900}, {sent: 40_000, back: 90_000, there: 45_000}})
	if want := (edge{sent: 5100 - 5000 - 20, back: 5100 - 4800 + 15, there: 5100}); got != want {
		t.Errorf("narrowed to %+v, expected %+v", got, want)
	}
	apart := []edge{{sent: 0, back: 100, there: 5100}, {sent: 200, back: 310, there: 99_000}}
	if got := narrowest(apart); got != apart[0] {
		t.Errorf("clocks that contradict themselves: %+v", got)
	}
	a := aligner{hosts: 3}
	e := edge{sent: 100, back: 300, there: 20_200}
	for _, k := range []struct {
		parent Alignment
		want   Alignment
	}{
		{Alignment{Known: true}, Alignment{Known: true, Local: 200, Offset: 20_000, Error: 101, Steps: 1, Hosts: 3}},
		{Alignment{Known: true, Local: 10_200, Offset: 7, Error: 50, Steps: 1}, Alignment{Known: true, Local: 200, Offset: 20_007, Error: 50 + 101 + 6, Steps: 2, Hosts: 3}},
		{Alignment{Known: true, Local: 30_200, Offset: 7, Error: 50, Steps: 1}, Alignment{Known: true, Local: 200, Offset: 20_007, Error: 50 + 101 + 6, Steps: 2, Hosts: 3}},
	} {
		if got := a.derive(k.parent, &e, false); got != k.want {
			t.Errorf("of %+v comes %+v, expected %+v", k.parent, got, k.want)
		}
	}
}

// A rank that is gone costs those behind it their clocks, and nobody hangs.
func TestAlignWithoutARank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, gone := range []int{0, 1, 4, 7} {
			known := make([]bool, 8)
			err := local.Run(8, func(c machenv.Communicator) error {
				if c.Rank() == gone {
					return nil
				}
				a, err := Align(c, fmt.Sprint(c.Rank()/2), func() int64 { return time.Since(testBegin).Nanoseconds() }, 50*time.Millisecond)
				known[c.Rank()] = a.Known
				if err != nil && !errors.Is(err, ErrLost) {
					return err
				}
				return nil
			})
			if err != nil {
				t.Errorf("without rank %d: %v", gone, err)
			}
			for rank, ok := range known {
				if want := gone != 0 && rank != gone && (gone != 4 || rank < 4); ok != want {
					t.Errorf("without rank %d: rank %d knows its clock: %v", gone, rank, ok)
				}
			}
		}
	})
}

var testBegin = time.Now()

// The messages of a rank grow with the logarithm of the ranks.
func TestAlignMessages(t *testing.T) {
	for _, ranks := range []int{2, 16, 128} {
		var most atomic.Int64
		err := local.Run(ranks, func(c machenv.Communicator) error {
			_, err := Align(c, fmt.Sprint(c.Rank()), func() int64 { return time.Since(testBegin).Nanoseconds() }, 0)
			traffic, _ := local.TrafficOf(c)
			for {
				if old := most.Load(); traffic.Sent <= old || most.CompareAndSwap(old, traffic.Sent) {
					return err
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if bound := int64((alignTrials + 2) * levels(ranks)); most.Load() > bound {
			t.Errorf("%d ranks: %d messages of one rank, expected %d at most", ranks, most.Load(), bound)
		}
	}
}

func TestMapping(t *testing.T) {
	begin := Alignment{Known: true, Local: 1000, Offset: 500, Error: 10, Steps: 1}
	end := Alignment{Known: true, Local: 1_001_000, Offset: 1500, Error: 30, Steps: 1}
	for _, c := range []struct {
		m                  Mapping
		local, want, bound int64
	}{
		{Interpolate(begin, end), 1000, 1500, 11},
		{Interpolate(end, begin), 1_001_000, 1_002_500, 31},
		{Interpolate(begin, end), 501_000, 502_000, 21},
		{Interpolate(begin, end), 2_001_000, 2_003_500, 71}, // the lines through the errors have crossed
		{Interpolate(begin, Alignment{}), 1_001_000, 1_001_500, 10 + 501},
		{Interpolate(Alignment{}, begin), 1000, 1500, 11},
		{Interpolate(Alignment{}, Alignment{}), 7, 7, UnknownError},
		{Interpolate(Alignment{Known: true}, Alignment{Known: true, Local: 5000}), 3000, 3000, 0},
	} {
		if got, bound := c.m.At(c.local); got != c.want || bound != c.bound {
			t.Errorf("%+v at %d: %d ± %d, expected %d ± %d", c.m, c.local, got, bound, c.want, c.bound)
		}
	}
	if got := Interpolate(begin, end).Drift(); got != 1e6 {
		t.Errorf("drift %g ns/s, expected 1e6", got)
	}
	if got := Interpolate(begin, Alignment{}).Drift(); got != 0 {
		t.Errorf("drift %g ns/s without a second alignment", got)
	}
}

func FuzzHosts(f *testing.F) {
	f.Add(appendHosts(nil, []hostRanks{{hostKey{1}, []ranks{{0, 2, 3}}}, {hostKey{2}, []ranks{{1, 1, 1}}}}), 8)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		size = 1 + size&0xfff
		list, err := parseHosts(data, size)
		if err != nil {
			return
		}
		for _, h := range list {
			for _, rank := range h.ranks() {
				if rank < 0 || rank >= size {
					t.Errorf("rank %d of %d", rank, size)
				}
			}
		}
		again, err := parseHosts(appendHosts(nil, list), size)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(list) {
			t.Errorf("%v became %v, %v", list, again, err)
		}
	})
}
