package geopm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-hpc/timers/stats/signal"
)

// Collector samples the signals for a report on one node: GEOPM's own signals that the node has, and
// requested ones. Several goroutines must not use it at the same time.
type Collector struct {
	batch signal.Batch
	a     *signal.Aggregator

	index  map[string]int // of an Aggregator, by the name of the value
	order  []string       // signals that were asked for
	absent []signal.Absence

	epoch, sticker int // indices of the batch; -1: none
}

// NewCollector pushes signals into a batch from which nothing was read yet. Wanted are those of
// GEOPM_REPORT_SIGNALS: NAME for the board, or NAME@domain for each instance of a domain. GEOPM's own
// that the node does not have are left out and listed in Sampled.Absent; one that is wanted and is not
// there is an error, with which a Collector of all the other ones is returned.
func NewCollector(batch signal.Batch, wanted []string) (*Collector, error) {
	c := &Collector{batch: batch, a: signal.NewAggregator(batch), index: make(map[string]int)}
	if _, err := c.push(signal.Time, signal.Time, signal.Board, 0); err != nil {
		return nil, fmt.Errorf("geopm: %w", err)
	}
	own := []string{signalPackageEnergy, signalDRAMEnergy, signalCycles, signalReferenceCycles}
	for _, hint := range hintNames {
		own = append(own, HintSignal(hint))
	}
	for _, s := range conditional {
		own = append(own, s.signal)
	}
	for _, name := range own {
		if _, err := c.push(name, name, signal.Board, 0); err != nil {
			c.absent = append(c.absent, absence(name, err))
		}
	}
	c.epoch, c.sticker = -1, -1
	if i, err := batch.Push(signal.EpochCount, signal.Board, 0); err == nil {
		c.epoch = i
	}
	if i, err := batch.Push(signalSticker, signal.Board, 0); err == nil {
		c.sticker = i
	} else {
		c.absent = append(c.absent, absence(signalSticker, err))
	}
	var errs []error
	for _, w := range wanted {
		if err := c.want(w); err != nil {
			errs = append(errs, fmt.Errorf("geopm: report signal %.60q: %w", w, err))
		}
	}
	return c, errors.Join(errs...)
}

func absence(name string, err error) signal.Absence {
	a := signal.Absence{Name: name, Reason: err.Error(), Err: err}
	if errors.Is(err, signal.ErrUnknown) {
		a.Reason = "not known here"
	}
	return a
}

func (c *Collector) push(key, name string, d signal.Domain, index int) (int, error) {
	i, err := c.a.PushSignal(name, d, index)
	if err == nil {
		c.index[key] = i
	}
	return i, err
}

// mostInstances is how many instances of a domain are tried if the signal does not list them.
const mostInstances = 4096

// want pushes a signal of GEOPM_REPORT_SIGNALS.
func (c *Collector) want(text string) error {
	name, where, placed := strings.Cut(strings.TrimSpace(text), "@")
	if !placed || where == "board" {
		if _, err := c.push(name, name, signal.Board, 0); err != nil {
			return err
		}
		c.order = append(c.order, name)
		return nil
	}
	d, err := signal.ParseDomain(where)
	if err != nil {
		return err
	}
	info, err := c.batch.Info(name)
	if err != nil {
		return err
	}
	instances := info.Indices
	if info.Domain != d || len(instances) == 0 {
		instances = make([]int, mostInstances)
		for i := range instances {
			instances[i] = i
		}
	}
	for n, i := range instances {
		key := fmt.Sprintf("%s@%s-%d", name, where, i)
		if _, err := c.push(key, name, d, i); err != nil {
			if n > 0 && errors.Is(err, signal.ErrDomain) {
				break // there are no more
			}
			return err
		}
		c.order = append(c.order, key)
	}
	return nil
}

// Update adds the samples of the last Read of the batch; call it once after each.
func (c *Collector) Update() { c.a.Update() }

// Aggregator returns the aggregator that accumulates the values, to push more signals on it.
func (c *Collector) Aggregator() *signal.Aggregator { return c.a }

// Collect returns the samples so far.
func (c *Collector) Collect() *Sampled {
	s := &Sampled{Regions: make(map[uint32]Values), Signals: c.order, Absent: c.absent}
	unseen := uint32(1)
	for _, hash := range c.a.Regions() {
		s.Regions[hash] = c.values(hash)
	}
	for s.Regions[unseen] != nil {
		unseen++
	}
	s.Unseen = c.values(unseen)
	s.Unmarked = c.values(signal.RegionUnmarked)
	s.Epoch = c.values(signal.RegionEpoch)
	s.Application = c.values(signal.RegionApp)
	if c.epoch >= 0 {
		s.EpochCount = int(known(c.batch.Sample(c.epoch)))
	}
	if c.sticker >= 0 {
		s.Sticker = known(c.batch.Sample(c.sticker))
	}
	return s
}

func (c *Collector) values(hash uint32) Values {
	v := make(Values, len(c.index))
	for key, i := range c.index {
		// The only error is that of an index that was not pushed.
		v[key], _ = c.a.SampleRegion(i, hash)
	}
	return v
}
