package signal

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// oracle answers from the whole history of samples, each query anew.
type oracle struct {
	history  []map[string]float64
	place    string // "NAME@domain-index"
	kind     kind
	duration float64
	fromZero bool // weigh the first interval of averages from TIME 0, as GEOPM

	// What lies between two samples that count; hash and epoch are those at its start.
	intervals []interval
	seen      map[uint32]bool
}

type interval struct {
	weight, product  float64
	hash, next       uint32
	epoch, nextEpoch float64
	crossed, nonzero bool // the period at its end is another, and is not 0
}

func (o *oracle) at(step int, name string) float64 {
	_, where, _ := strings.Cut(o.place, "@")
	v, ok := o.history[step][name+"@"+where]
	if !ok {
		return math.NaN()
	}
	return v
}

func (o *oracle) time(step int) float64 { return o.history[step]["TIME@board-0"] }

func (o *oracle) state(step int) (hash uint32, epoch float64) {
	h, e := o.at(step, RegionHash), o.at(step, EpochCount)
	if math.IsNaN(e) {
		e = 0
	}
	if math.IsNaN(h) {
		h = 0
	}
	return uint32(h), e
}

func (o *oracle) prepare() {
	o.intervals = nil
	before := 0
	hash, _ := o.state(0)
	o.seen = map[uint32]bool{hash: true}
	for step := 1; step < len(o.history); step++ {
		value := o.history[step][o.place]
		if o.kind == total && math.IsNaN(value) {
			continue
		}
		var i interval
		i.hash, i.epoch = o.state(before)
		i.next, i.nextEpoch = o.state(step)
		o.seen[i.next] = true
		if o.kind == total {
			i.weight, i.product = 1, value-o.history[before][o.place]
		} else {
			i.weight = o.time(step) - o.time(before)
			if before == 0 && o.fromZero {
				i.weight = o.time(step)
			}
			i.product = i.weight * value
		}
		if math.IsNaN(i.product) {
			i.weight, i.product = 0, 0
		}
		if o.duration > 0 {
			p := int(o.time(step) / o.duration)
			i.crossed, i.nonzero = p != int(o.time(step-1)/o.duration), p != 0
		}
		o.intervals = append(o.intervals, i)
		before = step
	}
}

// sum returns that of the intervals for which want says so.
func (o *oracle) sum(list []interval, want func(*interval) bool) float64 {
	var weight, product float64
	for k := range list {
		if want(&list[k]) {
			weight += list[k].weight
			product += list[k].product
		}
	}
	switch {
	case o.kind == total:
		return product
	case weight == 0:
		return 0
	}
	return product / weight
}

// last returns the sum over the last stretch that ended: from the interval after the end or begin before it.
func (o *oracle) last(ends, begins, counts func(*interval) bool) float64 {
	for e := len(o.intervals) - 1; e >= 0; e-- {
		if !ends(&o.intervals[e]) {
			continue
		}
		b := e
		for b > 0 && !begins(&o.intervals[b-1]) {
			b--
		}
		return o.sum(o.intervals[b:e+1], counts)
	}
	return 0
}

func all(*interval) bool { return true }

func (o *oracle) ask(call string, hash uint32) float64 {
	const epoch, app = RegionEpoch, RegionApp
	inEpoch := func(i *interval) bool { return i.epoch != 0 }
	newEpoch := func(i *interval) bool { return i.epoch != i.nextEpoch }
	switch {
	case call == "get_period":
		if o.duration == 0 {
			return 0
		}
		return float64(int(o.time(len(o.history)-1) / o.duration))
	case call == "sample_application", call == "sample_region" && hash == app:
		return o.sum(o.intervals, all)
	case call == "sample_epoch", call == "sample_region" && hash == epoch:
		return o.sum(o.intervals, inEpoch)
	case call == "sample_epoch_last", call == "sample_region_last" && hash == epoch:
		return o.last(func(i *interval) bool { return inEpoch(i) && newEpoch(i) }, newEpoch, inEpoch)
	case call == "sample_period_last" && o.duration == 0:
		return math.NaN()
	case call == "sample_period_last":
		crossed := func(i *interval) bool { return i.crossed }
		return o.last(func(i *interval) bool { return i.crossed && i.nonzero }, crossed, all)
	case !o.seen[hash] && o.kind == average:
		return math.NaN()
	case call == "sample_region":
		return o.sum(o.intervals, func(i *interval) bool { return i.hash == hash })
	case hash == RegionUnmarked:
		return 0
	}
	leaves := func(i *interval) bool { return i.hash == hash && i.next != hash }
	return o.last(leaves, func(i *interval) bool { return i.next == hash && i.hash != hash }, func(i *interval) bool { return i.hash == hash })
}

var calls = []string{"sample_application", "sample_epoch", "sample_epoch_last", "sample_region", "sample_region_last", "sample_period_last", "get_period"}

var someHashes = []uint32{0, 0x1111, 0x2222, RegionUnmarked, RegionEpoch, RegionApp, 0x7777}

// Whatever the samples are, the Aggregator says what the history says.
func TestAggregatorIsTheHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		duration := rapid.SampledFrom([]float64{0, 1, 2.5}).Draw(t, "duration")
		batch := &fakeBatch{}
		a := NewAggregator(batch)
		if err := a.PeriodDuration(duration); err != nil {
			t.Fatal(err)
		}
		places := map[string]kind{"ENERGY@board-0": total, "FREQ@package-1": average}
		energy, err1 := a.PushTotal("ENERGY", Board, 0)
		frequency, err2 := a.PushAverage("FREQ", Package, 1)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		index := map[string]int{"ENERGY@board-0": energy, "FREQ@package-1": frequency}
		var history []map[string]float64
		now := float64(rapid.IntRange(0, 9).Draw(t, "start"))
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			history = append(history, genSample(t, now))
			now += float64(rapid.IntRange(1, 8).Draw(t, "wait")) / 4
			batch.now = history[len(history)-1]
			_ = batch.Read()
			a.Update()
		}
		for name, k := range places {
			o := oracle{history: history, place: name, kind: k, duration: duration}
			o.prepare()
			for _, c := range calls {
				for _, hash := range someHashes {
					got, err := call(a, c, index[name], hash)
					want := o.ask(c, hash)
					if c == "sample_region_last" && hash == RegionApp && k == total {
						want = 0
					}
					if err != nil || !same(got, want) {
						t.Fatalf("%s of %s, %#x: got %v, %v; want %v", c, name, hash, got, err, want)
					}
				}
			}
		}
	})
}

func genSample(t *rapid.T, now float64) map[string]float64 {
	s := map[string]float64{"TIME@board-0": now}
	for _, where := range []string{"board-0", "package-1"} {
		hash := rapid.SampledFrom([]float64{0x1111, 0x1111, 0x2222, RegionUnmarked, math.NaN()}).Draw(t, "hash")
		s[RegionHash+"@"+where] = hash
		s[EpochCount+"@"+where] = rapid.SampledFrom([]float64{0, 1, 1, 2, math.NaN()}).Draw(t, "epoch")
	}
	value := rapid.OneOf(rapid.Map(rapid.IntRange(0, 100), func(i int) float64 { return float64(i) }), rapid.Just(math.NaN()))
	s["ENERGY@board-0"] = value.Draw(t, "energy")
	s["FREQ@package-1"] = value.Draw(t, "frequency")
	return s
}

// When TIME starts makes no difference to averages: GEOPM's does.
func TestAverageDoesNotKnowWhenTimeStarted(t *testing.T) {
	for _, start := range []float64{0, 1e6} {
		batch := &fakeBatch{}
		a := NewAggregator(batch)
		i, err := a.PushAverage("FREQ", Board, 0)
		if err != nil {
			t.Fatal(err)
		}
		for step, f := range []float64{9, 1, 3} {
			batch.now = map[string]float64{"TIME@board-0": start + float64(step), "FREQ@board-0": f, "REGION_HASH@board-0": 1, "EPOCH_COUNT@board-0": 0}
			_ = batch.Read()
			a.Update()
		}
		if v, err := a.SampleApplication(i); v != 2 || err != nil {
			t.Errorf("TIME from %g: mean %v, %v; want 2", start, v, err)
		}
	}
}

// TIME may fail, too: the interval goes on.
func TestAggregatorWithoutTime(t *testing.T) {
	batch := &fakeBatch{}
	a := NewAggregator(batch)
	i, err := a.PushAverage("FREQ", Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []float64{math.NaN(), 5, math.NaN(), 7, 8} {
		batch.now = map[string]float64{"TIME@board-0": now, "FREQ@board-0": now, "REGION_HASH@board-0": 1}
		_ = batch.Read()
		a.Update()
	}
	if v, err := a.SampleApplication(i); !same(v, 22./3) || err != nil { // 2 s at 7, 1 s at 8
		t.Errorf("got %v, %v", v, err)
	}
}

// A domain without CPUs goes by the region of the board.
func TestAggregatorOfDomainWithoutRegions(t *testing.T) {
	batch := &fakeBatch{without: map[string]bool{"REGION_HASH@nic-0": true, "EPOCH_COUNT@nic-0": true, "BYTES@nic-9": true}}
	a := NewAggregator(batch)
	i, err := a.PushTotal("BYTES", NIC, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.PushTotal("BYTES", NIC, 9); err == nil {
		t.Error("a network interface that is not there can be pushed")
	}
	for step := range 3 {
		batch.now = map[string]float64{"TIME@board-0": float64(step), "BYTES@nic-0": float64(10 * step), "REGION_HASH@board-0": 0x1111, "EPOCH_COUNT@board-0": 0}
		_ = batch.Read()
		a.Update()
	}
	if v, err := a.SampleRegion(i, 0x1111); v != 20 || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestAggregatorRefuses(t *testing.T) {
	a := NewAggregator(&fakeBatch{without: map[string]bool{"TIME@board-0": true}})
	if _, err := a.PushTotal("ENERGY", Board, 0); err == nil {
		t.Error("an aggregator needs TIME")
	}
	a = NewAggregator(&fakeBatch{})
	for _, seconds := range []float64{-1, math.NaN(), math.Inf(1)} {
		if err := a.PeriodDuration(seconds); err == nil {
			t.Errorf("a period of %g s is accepted", seconds)
		}
	}
	if _, err := a.PushSignal("NOTHING", Board, 0); err == nil {
		t.Error("an unknown signal is accepted")
	}
}

func TestUpdateDoesNotAllocate(t *testing.T) {
	batch, a := busyAggregator(t)
	step := 0.
	if n := testing.AllocsPerRun(1000, func() {
		step++
		busyStep(batch, a, step)
	}); n != 0 {
		t.Errorf("an update allocates %v times", n)
	}
}

func busyAggregator(t testing.TB) (*fakeBatch, *Aggregator) {
	batch := &fakeBatch{}
	a := NewAggregator(batch)
	for i := range 16 {
		if _, err := a.PushTotal(fmt.Sprint("SUM", i), Board, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := a.PushAverage(fmt.Sprint("MEAN", i), Board, 0); err != nil {
			t.Fatal(err)
		}
	}
	batch.samples = make([]float64, len(batch.names))
	for step := range 8 {
		busyStep(batch, a, float64(step))
	}
	return batch, a
}

// busyStep enters another region and another epoch.
func busyStep(batch *fakeBatch, a *Aggregator, step float64) {
	for i := range batch.samples {
		batch.samples[i] = step
	}
	batch.samples[2] = math.Mod(step, 7)
	a.Update()
}

func BenchmarkUpdate(b *testing.B) {
	batch, a := busyAggregator(b)
	for i := 0; b.Loop(); i++ {
		busyStep(batch, a, float64(i))
	}
}
