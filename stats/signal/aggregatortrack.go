package signal

import "math"

// track accumulates one pushed signal.
type track struct {
	kind                kind
	signal, hash, epoch int // indices in the batch

	// What the last update that counted saw.
	last      float64 // value; unused for averages
	lastTime  float64 // NaN until a TIME was seen
	lastHash  uint32
	lastEpoch float64
	current   int // position in list of lastHash's region

	application, epochs, periods accumulator

	list    []accumulator
	regions map[uint32]int // position in list by hash
}

// sample is what an update reads for one signal.
type sample struct {
	time, value float64
	hash        uint32
	epoch       float64
}

// begin takes the first sample: there is no interval yet.
func (t *track) begin(s sample) {
	t.current = t.region(s.hash)
	t.keep(s)
}

func (t *track) update(s sample, b boundary) {
	switch t.kind {
	case total:
		if math.IsNaN(s.value) {
			return // the next valid sample picks up the whole difference
		}
		t.add(1, s.value-t.last)
	case average:
		if math.IsNaN(s.time) {
			return // the interval goes on
		}
		// The first interval starts at the first TIME. GEOPM starts it at 0, which gives the first sample the
		// weight of all time before the aggregator existed.
		t.add(s.time-t.lastTime, s.value)
	}
	t.cross(s, b)
	t.keep(s)
}

// add credits an interval to everything it belongs to.
func (t *track) add(weight, value float64) {
	if math.IsNaN(weight) || math.IsNaN(value) {
		return
	}
	product := weight * value
	t.application.add(product, weight)
	if t.lastEpoch != 0 {
		t.epochs.add(product, weight)
	}
	t.periods.add(product, weight)
	t.list[t.current].add(product, weight)
}

// cross ends and starts stays.
func (t *track) cross(s sample, b boundary) {
	if s.epoch != t.lastEpoch {
		if t.lastEpoch != 0 {
			t.epochs.exit()
		}
		t.epochs.enter()
	}
	if s.hash != t.lastHash {
		if t.lastHash != RegionUnmarked {
			t.list[t.current].exit()
		}
		t.current = t.region(s.hash)
		if s.hash != RegionUnmarked {
			t.list[t.current].enter()
		}
	}
	if b.crossed {
		if b.closes {
			t.periods.exit()
		}
		t.periods.enter()
	}
}

func (t *track) keep(s sample) {
	t.last, t.lastHash, t.lastEpoch = s.value, s.hash, s.epoch
	if !math.IsNaN(s.time) {
		t.lastTime = s.time
	}
}

func (t *track) region(hash uint32) int {
	at, seen := t.regions[hash]
	if !seen {
		at = len(t.list)
		t.list = append(t.list, accumulator{})
		t.regions[hash] = at
	}
	return at
}

// whole returns what an accumulator has taken in since the start.
func (t *track) whole(a *accumulator) float64 { return t.value(a.whole) }

// interval returns what it took in during the last completed stay.
func (t *track) interval(a *accumulator) float64 { return t.value(a.last) }

func (t *track) value(s weighted) float64 {
	switch {
	case t.kind == total:
		return s.sum
	case s.weight == 0:
		return 0
	}
	return s.sum / s.weight
}

// unseen returns what is known about a region that was never seen.
func (t *track) unseen() float64 {
	if t.kind == average {
		return math.NaN()
	}
	return 0
}

// accumulator sums differences, or samples times their weights, over stays that follow each other.
type accumulator struct {
	whole, stay, last weighted
}

type weighted struct{ sum, weight float64 }

func (a *accumulator) add(product, weight float64) {
	a.whole.sum += product
	a.whole.weight += weight
	a.stay.sum += product
	a.stay.weight += weight
}

func (a *accumulator) enter() { a.stay = weighted{} }
func (a *accumulator) exit()  { a.last = a.stay }
