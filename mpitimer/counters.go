package mpitimer

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
)

// counterList is what the configuration and the program ask for beside the clock.
type counterList struct {
	platform   *signal.Platform
	list       []counter
	quantities []stats.Quantity
	peaks      []bool // of quantities
	derived    []derived
	closed     bool
}

// counter is a source that is read once for all quantities that are made of it.
type counter struct {
	name string // blank for those of the program's own
	read func() int64
	cost func() time.Duration
	done func() error
	uses []int // quantities

	counted func() float64 // for which share of the time it was really counted; nil: always
}

// derived is a value that is computed from others.
type derived struct {
	name, unit string
	formula    *signal.Formula
}

// openCounters opens what the configuration asks for. What this machine does not have, or does not let
// the user read, is told once and left out.
func (tm *Timers) openCounters(own []Counter) error {
	names := listOf(tm.config.Timing.Counters)
	if len(names)+len(own) == 0 {
		return nil
	}
	c := &counterList{}
	var problem error
	for _, o := range own {
		problem = errors.Join(problem, c.addOwn(o))
	}
	if len(names) > 0 {
		c.platform = signal.Find(signal.Options{})
	}
	for _, name := range names {
		if err := c.add(name); err != nil {
			tm.engine.KeepWarning(warnNoCounter, name, 0)
			problem = errors.Join(problem, fmt.Errorf("mpitimer: counter %s: %w", name, err))
		}
	}
	c.derived, _ = parseDerived(tm.config.Timing.Derived) // which the configuration was checked for
	if len(c.list) == 0 {
		return errors.Join(problem, c.close())
	}
	tm.counting, tm.engine.Counters = c, &engine.Counters{Peaks: c.peaks, Read: c.readInto}
	if tm.rank() == 0 && c.platform != nil {
		tm.message(c.price())
	}
	return problem
}

// addOwn adds a counter of the program's own.
func (c *counterList) addOwn(o Counter) error {
	if o.Step == 0 {
		o.Step = 1
	}
	quantity := stats.Quantity{Name: o.Name, Unit: o.Unit, Step: o.Step, Domain: signal.Process.String(), Peak: o.Peak}
	switch {
	case o.Name == "" || o.Read == nil || !(o.Step > 0) || math.IsInf(o.Step, 0):
		return fmt.Errorf("mpitimer: a counter needs a name, a positive step and something to read: %q, %g", o.Name, o.Step)
	case slices.Contains(c.quantities, quantity):
		return fmt.Errorf("mpitimer: counter %s is there twice", o.Name)
	}
	read := o.Read
	c.list = append(c.list, counter{name: "", read: read, uses: []int{len(c.quantities)}})
	c.quantities, c.peaks = append(c.quantities, quantity), append(c.peaks, o.Peak)
	return nil
}

// listOf is the entries of a list with commas.
func listOf(text string) (list []string) {
	for entry := range strings.SplitSeq(text, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			list = append(list, entry)
		}
	}
	return list
}

// peakSuffix asks for the largest reading at the end of a call, not for what was counted.
const peakSuffix = ":peak"

func (c *counterList) add(entry string) error {
	name, peak := strings.CutSuffix(entry, peakSuffix)
	signalName, place, placed := strings.Cut(name, "@")
	info, err := c.platform.Info(signalName)
	if err != nil {
		return err
	}
	domain, index := signal.Process, 0
	if info.Domain != signal.Process && info.Domain != signal.Thread {
		domain = signal.Board
	}
	if placed {
		if domain, index, err = domainOf(place); err != nil {
			return err
		}
	}
	at, err := c.open(name, signalName, domain, index)
	if err != nil {
		return err
	}
	quantity := stats.Quantity{Name: name, Unit: info.Unit, Step: info.Quantum, Domain: placeName(domain, index), Peak: peak}
	if quantity.Unit == "1" {
		quantity.Unit = ""
	}
	if slices.Contains(c.quantities, quantity) {
		return nil // listed twice
	}
	c.list[at].uses = append(c.list[at].uses, len(c.quantities))
	c.quantities = append(c.quantities, quantity)
	c.peaks = append(c.peaks, peak)
	return nil
}

// open returns the index of a source, which is opened if it is not open yet.
func (c *counterList) open(name, signalName string, domain signal.Domain, index int) (int, error) {
	for i := range c.list {
		if c.list[i].name == name {
			return i, nil
		}
	}
	counted, err := c.platform.Counter(signalName, domain, index)
	if err == nil {
		c.list = append(c.list, counter{name, counted.Read, counted.Cost, counted.Close, nil, counted.Counted})
		return len(c.list) - 1, nil
	}
	gauge, again := c.platform.Gauge(signalName, domain, index)
	if again != nil {
		return 0, err
	}
	c.list = append(c.list, counter{name, gauge.Read, gauge.Cost, gauge.Close, nil, gauge.Counted})
	return len(c.list) - 1, nil
}

// domainOf reads an instance of a domain: "board", "package-1".
func domainOf(text string) (domain signal.Domain, index int, err error) {
	name, number, numbered := strings.Cut(text, "-")
	if domain, err = signal.ParseDomain(name); err != nil {
		return 0, 0, err
	}
	if domain == signal.Thread {
		return 0, 0, fmt.Errorf("%w: regions run on goroutines, which change threads; count the process", signal.ErrDomain)
	}
	if !numbered {
		return domain, 0, nil
	}
	if n, err := fmt.Sscanf(number, "%d", &index); n != 1 || err != nil || fmt.Sprint(index) != number {
		return 0, 0, fmt.Errorf("%w: %q, expected a domain and a number as package-0", signal.ErrDomain, text)
	}
	return domain, index, nil
}

func placeName(domain signal.Domain, index int) string {
	if domain == signal.Process || domain == signal.Board {
		return domain.String()
	}
	return fmt.Sprintf("%s-%d", domain, index)
}

// readInto takes a reading of every quantity.
func (c *counterList) readInto(readings []int64) {
	for i := range c.list {
		v := c.list[i].read()
		for _, q := range c.list[i].uses {
			readings[q] = v
		}
	}
}

// counted is stats.Profile.Counted, in whole percent rounded down: of hardware that has too few counters for all
// events the kernel counts each for some of the time.
func (c *counterList) counted() []float64 {
	var shares []float64
	for i := range c.list {
		if c.list[i].counted == nil {
			continue
		}
		share := c.list[i].counted()
		if share >= 1 {
			continue
		}
		if shares == nil {
			shares = slices.Repeat([]float64{1}, len(c.quantities))
		}
		for _, q := range c.list[i].uses {
			shares[q] = wholePercent(share)
		}
	}
	return shares
}

// wholePercent rounds a share down, but what was counted at all is not nothing.
func wholePercent(share float64) float64 {
	if !(share > 0) {
		return 0
	}
	return max(math.Floor(share*100), 1) / 100
}

// notCounted are warnings of counters of which nothing is known.
func (c *counterList) notCounted(shares []float64) (list []stats.Warning) {
	for q, share := range shares {
		if share == 0 {
			list = append(list, stats.Warning{Kind: warnNotCounted, Path: c.quantities[q].Name, Count: 1})
		}
	}
	return list
}

// price says what the counters cost a pair: each is read at the start and at the stop.
func (c *counterList) price() string {
	var parts []string
	for i := range c.list {
		if c.list[i].cost == nil {
			continue // the program knows
		}
		parts = append(parts, fmt.Sprintf("%s %.2f µs", c.list[i].name, 2*c.list[i].cost().Seconds()*1e6))
	}
	return "mpitimer: reading counters costs each start and stop together: " + strings.Join(parts, ", ")
}

func (tm *Timers) closeCounters() error {
	if tm.counting == nil {
		return nil
	}
	return tm.counting.close()
}

// close gives the sources back. The profile was taken before.
func (c *counterList) close() error {
	if c.platform == nil || c.closed {
		return nil
	}
	c.closed = true
	var problem error
	for i := range c.list {
		if c.list[i].done != nil {
			problem = errors.Join(problem, c.list[i].done())
		}
	}
	return errors.Join(problem, c.platform.Close())
}

// parseDerived reads a list of formulas with semicolons: "IPC = A / B; power [W] = E / TIME".
func parseDerived(text string) (list []derived, err error) {
	for entry := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		name, formula, found := strings.Cut(entry, "=")
		if !found {
			return nil, fmt.Errorf("%q has no \"=\" between a name and a formula", strings.TrimSpace(entry))
		}
		d := derived{name: strings.TrimSpace(name)}
		if before, unit, ok := strings.Cut(d.name, "["); ok && strings.HasSuffix(unit, "]") {
			d.name, d.unit = strings.TrimSpace(before), strings.TrimSuffix(unit, "]")
		}
		if d.name == "" {
			return nil, fmt.Errorf("%q has no name before the \"=\"", strings.TrimSpace(entry))
		}
		if d.formula, err = signal.ParseFormula(formula); err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}
