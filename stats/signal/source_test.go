//go:build linux

package signal

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/internal/node"
)

// A counter that wraps is followed exactly, as long as no reading misses a wrap.
func TestUnwrapProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		largest := rapid.Int64Range(1, 1<<40).Draw(t, "largest")
		raw := rapid.Int64Range(0, largest).Draw(t, "first")
		u := unwrap{largest: largest}
		if err := u.add(raw); err != nil || u.sum != 0 {
			t.Fatal(u.sum, err)
		}
		var sum int64
		for _, grown := range rapid.SliceOf(rapid.Int64Range(0, largest-1)).Draw(t, "grown") {
			sum += grown
			if raw += grown; raw > largest {
				raw -= largest
			}
			if err := u.add(raw); err != nil || u.sum != sum {
				t.Fatalf("at %d: %d, not %d; %v", raw, u.sum, sum, err)
			}
		}
		if err := u.add(largest + 1); err == nil || u.sum != sum {
			t.Fatal("took up more than the largest value")
		}
		if err := u.add(-1); err == nil || u.sum != sum {
			t.Fatal("took up less than 0")
		}
	})
}

func TestUnwrapUnknownRange(t *testing.T) {
	var u unwrap
	for i, step := range []struct {
		raw, sum int64
		ok       bool
	}{{100, 0, true}, {150, 50, true}, {20, 50, false}, {30, 60, true}} {
		if err := u.add(step.raw); (err == nil) != step.ok || u.sum != step.sum {
			t.Errorf("step %d: %d, %v", i, u.sum, err)
		}
	}
}

func TestSlope(t *testing.T) {
	var s slope
	if v := s.add(1000, 5e6); !math.IsNaN(v) {
		t.Error("of one sample:", v)
	}
	if v := s.add(1000, 5e6); !math.IsNaN(v) {
		t.Error("in no time:", v)
	}
	s.reset()
	for i := range 20 { // 100 W, and 300 W from the tenth sample on
		at := float64(i) * 0.2
		energy := 5e6 + 100*at
		if i > 10 {
			energy += 200 * (at - 2)
		}
		v := s.add(1000+at, energy)
		if i > 0 && i <= 10 && math.Abs(v-100) > 1e-6 || i >= 17 && math.Abs(v-300) > 1e-6 || i > 10 && i < 17 && !(v > 100 && v < 300) {
			t.Errorf("sample %d: %v W", i, v)
		}
	}
}

// Many read a sum of energies while it grows and wraps: in the end it is exact.
func TestConcurrentEnergy(t *testing.T) {
	m := newMachine(t)
	c, err := m.find().Counter("CPU_ENERGY", Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	stop := make(chan bool)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for last := c.Read(); ; {
				now := c.Read()
				if now < last {
					t.Errorf("%d after %d", now, last)
				}
				last = now
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	const step, largest = 100e9, 262143328850
	raw := int64(1000)
	for range 50 {
		raw = (raw + step) % largest
		// Always as long as before: who reads a file while it is written anew may find its new begin up to the old end.
		m.Write("sys/class/powercap/intel-rapl:0/energy_uj", fmt.Sprintf("%012d", raw))
		c.Read()
	}
	close(stop)
	group.Wait()
	if got := c.Read(); got != 50*step {
		t.Errorf("%d, not %d", got, int64(50*step))
	}
}

// fakeEvents gives files in place of events: what the kernel would say can be written to them.
func fakeEvents(t *testing.T, dir string) {
	real, realKinds := perfEventOpen, coreKinds
	t.Cleanup(func() { perfEventOpen, coreKinds = real, realKinds })
	coreKinds = func(*node.Tree) []coreKind { return nil } // whatever this machine has
	perfEventOpen = func(attr *unix.PerfEventAttr, pid, cpu, group int) (int, error) {
		return unix.Open(filepath.Join(dir, strconv.Itoa(int(attr.Config))), unix.O_RDWR|unix.O_CREAT, 0o600)
	}
}

// What is forbidden in the kernel, and not there in user mode either, is not there.
func TestProbe(t *testing.T) {
	real := perfEventOpen
	t.Cleanup(func() { perfEventOpen = real })
	one := []eventType{hardware(0)}
	for _, c := range []struct {
		event       event
		whole, user error // what the kernel says of all modes, and of user mode alone
		want        error
		inUser      bool
	}{
		{event{types: one}, unix.EACCES, unix.ENOENT, unix.ENOENT, false},
		{event{types: one}, unix.EACCES, unix.EACCES, unix.EACCES, false},
		{event{types: one}, unix.EACCES, nil, nil, true},
		{event{types: one}, unix.ENOENT, nil, unix.ENOENT, false},
		{event{types: one, inKernel: true}, unix.EACCES, nil, unix.EACCES, false},
		{event{types: []eventType{{kind: 9, bare: true}, hardware(0)}}, unix.EACCES, unix.ENOENT, unix.EACCES, false},
	} {
		perfEventOpen = func(attr *unix.PerfEventAttr, _, _, _ int) (int, error) {
			err := c.whole
			if attr.Bits&unix.PerfBitExcludeKernel != 0 {
				err = c.user
			}
			if err != nil {
				return -1, err
			}
			return unix.Open(os.DevNull, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		}
		if err := c.event.probe(0, -1); !errors.Is(err, c.want) || err == nil && c.event.user != c.inUser {
			t.Errorf("%+v: %v, in user mode only %v", c.event, err, c.event.user)
		}
	}
}

func TestScaledEvents(t *testing.T) {
	dir := t.TempDir()
	fakeEvents(t, dir)
	p := Find(Options{})
	defer p.Close()
	at := push(t, p, "INSTRUCTIONS", Thread, 0)
	descriptor := p.batch.leaves[p.batch.pushed[at].leaves[0]].meter.(*eventMeter).events[0][0]
	counter, err := p.Counter("INSTRUCTIONS", Thread, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer counter.Close()
	feed := func(value, enabled, running uint64) {
		t.Helper()
		for _, d := range []int{descriptor, counter.gauge.meter.(*eventMeter).events[0][0]} {
			var text []byte
			for _, v := range []uint64{value, enabled, running} {
				text = append(text, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32), 0, 0, 0)
			}
			if _, err := unix.Pwrite(d, text, 0); err != nil {
				t.Fatal(err)
			}
			if _, err := unix.Seek(d, 0, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	feed(0, 400, 0) // it never had its turn: nothing is known
	if got := counter.Read(); got != 0 || counter.Counted() != 0 {
		t.Errorf("a counter that never ran: %d, counted %v", got, counter.Counted())
	}
	for i, c := range []struct {
		value, enabled, running uint64
		want, share             float64
	}{
		{1000, 500, 500, 1000, 1},
		{1100, 1000, 500, 2200, 0.5},
		{1150, 1600, 1000, 2200, 0.625}, // the estimate falls to 1840: time does not run backwards
		{3000, 2000, 1000, 6000, 0.5},
	} {
		feed(c.value, c.enabled, c.running)
		if err := p.Read(); err != nil || p.Sample(at) != c.want || p.Counted(at) != c.share {
			t.Errorf("%d: %v, counted %v, error %v", i, p.Sample(at), p.Counted(at), err)
		}
		if got := counter.Read(); float64(got) != c.want || counter.Counted() != c.share {
			t.Errorf("%d: counter %d, counted %v", i, got, counter.Counted())
		}
	}
	if err := p.Read(); err == nil || !math.IsNaN(p.Sample(at)) { // the file is at its end
		t.Errorf("nothing to read: %v, %v", p.Sample(at), err)
	}
	if got := counter.Read(); got != 6000 || counter.Err() == nil {
		t.Errorf("nothing to read: %d, %v", got, counter.Err())
	}
}

func TestAggregationOf(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		a      Aggregation
		values []float64
		want   float64
	}{
		{Sum, []float64{1, nan, 2}, 3}, {Average, []float64{1, nan, 2}, 1.5}, {Min, []float64{3, 1, nan}, 1}, {Max, []float64{3, 1, nan}, 3},
		{First, []float64{nan, 5, 7}, 5}, {SameRegion, []float64{9, nan, 9}, 9}, {SameRegion, []float64{9, 8, 8}, RegionUnmarked},
		{SameHint, []float64{2, 2}, 2}, {SameHint, []float64{2, 3}, float64(HintUnknown)}, {LogicalAnd, []float64{2, 3}, 1},
		{LogicalAnd, []float64{7}, 1}, {LogicalAnd, []float64{2, 0}, 0}, {ExpectSame, []float64{4, 4}, 4}, {ExpectSame, []float64{4, 5, 4}, nan},
		{Sum, nil, nan}, {Sum, []float64{nan}, nan}, {Average, []float64{nan}, nan}, {77, []float64{1, 2}, nan},
	} {
		if got := c.a.Of(c.values); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s of %v: %v, not %v", c.a, c.values, got, c.want)
		}
	}
	for d := Board; d <= Thread; d++ {
		if back, err := ParseDomain(d.String()); err != nil || back != d {
			t.Error(d, back, err)
		}
	}
	if _, err := ParseDomain("socket"); err == nil || Domain(99).String() != "domain(99)" || Behavior(99).String() != "behavior(99)" || Label.String() != "label" {
		t.Error(err)
	}
}

func TestHistogram(t *testing.T) {
	h := &metrics.Float64Histogram{Counts: []uint64{1, 0, 3, 2}, Buckets: []float64{math.Inf(-1), 1e-9, 2e-9, 4e-9, math.Inf(1)}}
	if n := ofHistogram(h, false); n != 6 {
		t.Errorf("%d durations", n)
	}
	if n := ofHistogram(h, true); n != 1*1+3*3+2*4 { // the middle of 0 to 1 is rounded up
		t.Errorf("%d ns", n)
	}
}

func TestCost(t *testing.T) {
	const slow = 20 * time.Microsecond
	if got := Cost(func() { time.Sleep(slow) }); got < slow {
		t.Errorf("sleeping %v costs %v", slow, got)
	}
}
