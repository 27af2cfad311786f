package signal

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// ErrIndex reports an index that no push of an Aggregator returned.
var ErrIndex = errors.New("signal: index not pushed")

// ErrBehavior reports a signal that cannot be summarised over time in the requested way: labels and constants
// cannot at all, and no signal can both be totalled and averaged.
var ErrBehavior = errors.New("signal: not to be summarised so")

// Aggregator accumulates signals by region: it is GEOPM's SampleAggregator (geopm::SampleAggregator(3)).
//
// Signals are pushed, then each Read of the batch is followed by Update. What happened between two updates is
// credited to the region that REGION_HASH named at the first of them; domains are treated separately, so a
// signal of a package is credited by the region of that package. Signals of domains for which the batch has
// no REGION_HASH, such as disks and network interfaces, are credited by the board's.
//
// A total is the sum of differences between samples; an average is weighted by time, each sample with the
// interval that ends at it. A sample that is NaN is left out: a total picks up the whole difference at the
// next one, and credits it to the region seen last before the gap.
//
// Queries return NaN before the first Update. An Aggregator must not be used by several goroutines at
// the same time.
type Aggregator struct {
	batch   Batch
	invalid error // TIME could not be pushed

	time     int     // index of TIME at the board
	duration float64 // of a period, in seconds; 0: no periods
	period   int
	updated  bool

	tracks []track
	of     map[int]int      // position in tracks by index
	places map[place]placed // what is pushed
}

// place identifies where a signal is pushed.
type place struct {
	name   string
	domain Domain
	index  int
}

type placed struct {
	index int
	kind  kind
}

// kind is how a signal is summarised over time.
type kind uint8

const (
	total kind = iota
	average
)

func (k kind) String() string {
	if k == average {
		return "average"
	}
	return "total"
}

// NewAggregator makes an Aggregator over a batch that has not been read yet.
func NewAggregator(batch Batch) *Aggregator {
	a := &Aggregator{batch: batch, of: make(map[int]int), places: make(map[place]placed)}
	a.time, a.invalid = batch.Push(Time, Board, 0)
	return a
}

// PushSignal requests a signal at one instance of a domain: a monotone one is totalled, a variable one
// averaged. It returns the index of the batch's Push.
//
// Errors match ErrOrder after the first Update, ErrBehavior for labels, constants and signals already pushed
// the other way; others are the batch's.
func (a *Aggregator) PushSignal(name string, domain Domain, index int) (int, error) {
	info, err := a.batch.Info(name)
	if err != nil {
		return 0, err
	}
	switch info.Behavior {
	case Monotone:
		return a.PushTotal(name, domain, index)
	case Variable:
		return a.PushAverage(name, domain, index)
	}
	return 0, fmt.Errorf("%w: %s names or describes something, it cannot be summed or averaged over time", ErrBehavior, name)
}

// PushTotal requests the total of a signal. Pushing the same signal twice returns the same index.
func (a *Aggregator) PushTotal(name string, domain Domain, index int) (int, error) {
	return a.push(place{name, domain, index}, total)
}

// PushAverage requests the mean of a signal over time. Pushing the same signal twice returns the same index.
func (a *Aggregator) PushAverage(name string, domain Domain, index int) (int, error) {
	return a.push(place{name, domain, index}, average)
}

func (a *Aggregator) push(p place, k kind) (int, error) {
	if a.invalid != nil {
		return 0, fmt.Errorf("pushing %s, which an aggregator needs: %w", Time, a.invalid)
	}
	if a.updated {
		return 0, fmt.Errorf("%w: %s is pushed after the first update", ErrOrder, p.name)
	}
	if before, ok := a.places[p]; ok {
		if before.kind != k {
			return 0, fmt.Errorf("%w: %s is pushed as %v and was pushed as %v", ErrBehavior, p.name, k, before.kind)
		}
		return before.index, nil
	}
	t := track{kind: k, last: math.NaN(), lastTime: math.NaN(), regions: make(map[uint32]int)}
	var err error
	if t.signal, err = a.batch.Push(p.name, p.domain, p.index); err != nil {
		return 0, err
	}
	if t.hash, err = a.pushWhere(RegionHash, p); err != nil {
		return 0, err
	}
	if t.epoch, err = a.pushWhere(EpochCount, p); err != nil {
		return 0, err
	}
	if at, ok := a.of[t.signal]; ok { // another name of the same signal
		if a.tracks[at].kind != k {
			return 0, fmt.Errorf("%w: %s is pushed as %v and was pushed as %v by another name", ErrBehavior, p.name, k, a.tracks[at].kind)
		}
	} else {
		a.of[t.signal] = len(a.tracks)
		a.tracks = append(a.tracks, t)
	}
	a.places[p] = placed{t.signal, k}
	return t.signal, nil
}

// pushWhere pushes a signal of the program in the domain of another signal; a domain without CPUs takes the
// board's.
func (a *Aggregator) pushWhere(name string, p place) (int, error) {
	i, err := a.batch.Push(name, p.domain, p.index)
	if errors.Is(err, ErrDomain) && p.domain != Board {
		i, err = a.batch.Push(name, Board, 0)
	}
	if err != nil {
		return 0, fmt.Errorf("pushing %s for %s: %w", name, p.name, err)
	}
	return i, nil
}

// PeriodDuration sets the length of a period in seconds; 0, the default, means no periods. After the first
// Update the error matches ErrOrder.
func (a *Aggregator) PeriodDuration(seconds float64) error {
	if a.updated {
		return fmt.Errorf("%w: the duration of periods is set after the first update", ErrOrder)
	}
	if !(seconds >= 0) || math.IsInf(seconds, 1) {
		return fmt.Errorf("signal: a period of %g s; expected a positive number, or 0 for no periods", seconds)
	}
	a.duration = seconds
	return nil
}

// Update takes in the samples of the batch's last Read. It must be called once after each: samples it misses
// cannot be recovered later.
func (a *Aggregator) Update() {
	now := a.batch.Sample(a.time)
	first := !a.updated
	a.updated = true
	boundary := a.nextPeriod(now, first)
	for i := range a.tracks {
		t := &a.tracks[i]
		s := sample{
			time:  now,
			value: a.batch.Sample(t.signal),
			hash:  hashOf(a.batch.Sample(t.hash)),
			epoch: a.batch.Sample(t.epoch),
		}
		if math.IsNaN(s.epoch) {
			s.epoch = 0
		}
		if first {
			t.begin(s)
		} else {
			t.update(s, boundary)
		}
	}
}

// boundary says where a sample is relative to the periods.
type boundary struct {
	crossed bool
	closes  bool // a period ends here, with something known about it
}

// nextPeriod finds a sample's period.
func (a *Aggregator) nextPeriod(now float64, first bool) boundary {
	if a.duration == 0 || math.IsNaN(now) {
		return boundary{}
	}
	n := int(now / a.duration)
	changed := n != a.period && !first
	a.period = n
	return boundary{crossed: changed, closes: changed && n != 0}
}

// hashOf returns the hash in a sample of REGION_HASH: a missing one is invalid, which is treated as a region
// like any other.
func hashOf(v float64) uint32 {
	if !(v >= 0 && v <= math.MaxUint32) {
		return RegionInvalid
	}
	return uint32(v)
}

// Period returns how many periods have passed since TIME was 0, or 0 without periods.
func (a *Aggregator) Period() int { return a.period }

// SampleApplication returns the signal over all updates. An error, which matches ErrIndex, is returned only
// after the first Update; the same is true of the queries below.
func (a *Aggregator) SampleApplication(index int) (float64, error) {
	t, err := a.track(index)
	if t == nil {
		return math.NaN(), err
	}
	return t.whole(&t.application), nil
}

// SampleEpoch returns the signal since the first epoch on its domain, or 0 before it.
func (a *Aggregator) SampleEpoch(index int) (float64, error) {
	t, err := a.track(index)
	if t == nil {
		return math.NaN(), err
	}
	return t.whole(&t.epochs), nil
}

// SampleEpochLast returns the signal over the last completed epoch, which lies between the last two samples
// at which the count changed, or 0 if none was completed.
func (a *Aggregator) SampleEpochLast(index int) (float64, error) {
	t, err := a.track(index)
	if t == nil {
		return math.NaN(), err
	}
	return t.interval(&t.epochs), nil
}

// SampleRegion returns the signal over all intervals that started in a region. For a region that was never
// seen it is 0 for totals and NaN for averages. RegionUnmarked means the time outside all regions;
// RegionEpoch and RegionApp ask for SampleEpoch and SampleApplication.
func (a *Aggregator) SampleRegion(index int, hash uint32) (float64, error) {
	switch hash {
	case RegionEpoch:
		return a.SampleEpoch(index)
	case RegionApp:
		return a.SampleApplication(index)
	}
	return a.ofRegion(index, hash, (*track).whole)
}

// ofRegion returns what a track has taken in in a region.
func (a *Aggregator) ofRegion(index int, hash uint32, of func(*track, *accumulator) float64) (float64, error) {
	t, err := a.track(index)
	if t == nil {
		return math.NaN(), err
	}
	at, seen := t.regions[hash]
	if !seen {
		return t.unseen(), nil
	}
	return of(t, &t.list[at]), nil
}

// Regions lists the hashes that were seen on any domain, in ascending order.
func (a *Aggregator) Regions() (hashes []uint32) {
	for i := range a.tracks {
		hashes = slices.AppendSeq(hashes, maps.Keys(a.tracks[i].regions))
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// SampleRegionLast returns the signal over the last completed stay in a region; while inside, that is still
// the previous stay. For a region that was never seen it is 0 for totals and NaN for averages; for one
// without a completed stay it is 0, and for RegionUnmarked it is always 0. RegionEpoch asks for
// SampleEpochLast.
func (a *Aggregator) SampleRegionLast(index int, hash uint32) (float64, error) {
	if hash == RegionEpoch {
		return a.SampleEpochLast(index)
	}
	return a.ofRegion(index, hash, (*track).interval)
}

// SamplePeriodLast returns the signal over the last completed period, or 0 before the first one has ended.
// Without periods it is NaN, even for an index that was not pushed.
func (a *Aggregator) SamplePeriodLast(index int) (float64, error) {
	if a.duration == 0 {
		return math.NaN(), nil
	}
	t, err := a.track(index)
	if t == nil {
		return math.NaN(), err
	}
	return t.interval(&t.periods), nil
}

// track finds what was pushed. Before the first Update there is nothing, which is not an error.
func (a *Aggregator) track(index int) (*track, error) {
	if !a.updated {
		return nil, nil
	}
	at, ok := a.of[index]
	if !ok {
		return nil, fmt.Errorf("%w: %d", ErrIndex, index)
	}
	return &a.tracks[at], nil
}
