package power

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/go-hpc/timers/stats/signal"
)

// rapl measures power as the energy of a cycle divided by its length. A late sample covers the longer time
// that it took.
type rapl struct {
	open   func() (signal.Batch, func() error, error)
	traces []Trace
	cycle  time.Duration

	batch  signal.Batch
	close  func() error
	pushed []int // of each trace
	shared bool  // the batch is the caller's, so what is pushed stays pushed
	energy []float64
	taken  time.Time
	due    time.Time
	notes  []string
}

// raplSignal is the energy of a processor package, in J.
const raplSignal = "CPU_ENERGY"

// NewRAPL makes a device of the signal CPU_ENERGY of a batch, which is in J and only grows. Channel 1 is the
// first package that has it, in the order of the packages' numbers, and so on. The device pushes its signals
// once; nobody else may read the batch while it measures.
func NewRAPL(batch signal.Batch, c *Config) (Device, error) {
	if c.Device != RAPL {
		return nil, &ConfigError{File: c.File, Line: c.lines["device"], Code: ErrConfigInvalid,
			Text: fmt.Sprintf("the device is %s, not %s", c.Device, RAPL)}
	}
	r := newRAPL(func() (signal.Batch, func() error, error) { return batch, nil, nil }, c)
	r.shared = true
	return r, nil
}

// newMachineRAPL makes a device of the counters of this machine, or of a tree with its files.
func newMachineRAPL(c *Config) (Device, error) {
	return newRAPL(func() (signal.Batch, func() error, error) {
		platform := signal.Find(signal.Options{Root: c.Port})
		return platform, platform.Close, nil
	}, c), nil
}

func newRAPL(open func() (signal.Batch, func() error, error), c *Config) *rapl {
	return &rapl{open: open, traces: c.Traces, cycle: c.Cycle}
}

func (r *rapl) Identity() string {
	if r.batch == nil {
		return ""
	}
	return RAPL
}

func (r *rapl) Notes() []string {
	notes := r.notes
	r.notes = nil
	return notes
}

func (r *rapl) Open(context.Context) error {
	batch, end, err := r.open()
	if err != nil {
		return deviceError("energy counters", err)
	}
	r.batch, r.close = batch, end
	if err := r.push(); err != nil {
		return errors.Join(deviceError("energy counters", err), r.Close())
	}
	return nil
}

func (r *rapl) push() error {
	if r.shared && len(r.pushed) > 0 {
		return nil // nothing can be pushed after the first read
	}
	info, err := r.batch.Info(raplSignal)
	if err != nil {
		return err
	}
	var pushed []int
	for i := range r.traces {
		t := &r.traces[i]
		if t.Channel > len(info.Indices) {
			return fmt.Errorf("channel %d: this machine has %d processor packages whose energy is counted", t.Channel, len(info.Indices))
		}
		n, err := r.batch.Push(raplSignal, info.Domain, info.Indices[t.Channel-1])
		if err != nil {
			return fmt.Errorf("channel %d: %w", t.Channel, err)
		}
		pushed = append(pushed, n)
	}
	r.pushed, r.energy = pushed, make([]float64, len(pushed))
	return nil
}

// Start takes the energy that it counts from.
func (r *rapl) Start() error {
	if r.batch == nil {
		return deviceError("energy counters", errors.New("start: the device is not open"))
	}
	if err := r.batch.Read(); err != nil {
		return deviceError("energy counters", err)
	}
	r.taken = time.Now()
	r.due = r.taken.Add(r.cycle)
	for i, n := range r.pushed {
		if r.energy[i] = r.batch.Sample(n); math.IsNaN(r.energy[i]) {
			return deviceError("energy counters", fmt.Errorf("the energy of channel %d cannot be read", r.traces[i].Channel))
		}
	}
	return nil
}

func (r *rapl) Read(wait time.Duration) ([]Sample, error) {
	if r.batch == nil {
		return nil, deviceError("energy counters", errors.New("read: the device is not open"))
	}
	if left := time.Until(r.due); left > 0 {
		time.Sleep(min(left, max(wait, 0)))
		if left > wait {
			return nil, nil
		}
	}
	err := r.batch.Read()
	now := time.Now()
	s := Sample{Start: r.taken, End: now, Values: make([]float64, len(r.pushed))}
	for i, n := range r.pushed {
		s.Values[i] = r.power(i, r.batch.Sample(n), now.Sub(r.taken))
	}
	r.taken = now
	// The grid of the cycles is kept; cycles already over are skipped.
	r.due = r.due.Add(r.cycle * (1 + max(now.Sub(r.due), 0)/r.cycle))
	if err != nil && len(r.notes) == 0 { // repeating it each cycle would say no more
		r.notes = append(r.notes, err.Error())
	}
	return []Sample{s}, nil
}

// power returns the mean power since the last reading, or NaN if one of the two energies is unknown or the
// counter was set back.
func (r *rapl) power(i int, energy float64, over time.Duration) float64 {
	before := r.energy[i]
	r.energy[i] = energy
	if over <= 0 || !(energy >= before) {
		return math.NaN()
	}
	return (energy - before) / over.Seconds()
}

// Stop ends the measurement; the energy since the last sample is in no sample.
func (r *rapl) Stop() ([]Sample, error) { return nil, nil }

func (r *rapl) Close() error {
	end := r.close
	r.batch, r.close = nil, nil
	if end == nil {
		return nil
	}
	return deviceError("energy counters", end())
}
