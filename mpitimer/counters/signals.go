package counters

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
)

// This file is what is read for the whole process or node: signals.

// counter is a source that is read once for all the counters that use it.
type counter struct {
	name    string
	read    func(round uint64) int64
	cost    func() time.Duration
	done    func() error
	uses    []int          // readings
	counted func() float64 // for which share of the time it was really counted
}

// peakSuffix asks for the largest reading at the end of a call instead of the amount counted.
const peakSuffix = ":peak"

func (c *counters) add(entry string) error {
	name, peak := strings.CutSuffix(entry, peakSuffix)
	if name == attach.TimeCounter {
		if !slices.ContainsFunc(c.kinds, func(k stats.Counter) bool { return k.Name == name }) {
			c.kinds = append(c.kinds, stats.Counter{Name: name, Unit: "s", Step: 1e-9, Domain: "process"})
		}
		return nil
	}
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
	counter := stats.Counter{Name: name, Unit: info.Unit, Step: info.Quantum, Domain: placeName(domain, index), Peak: peak}
	if domain == signal.Process && info.Children {
		counter.Domain += " and the programs that it starts"
	}
	if counter.Unit == "1" {
		counter.Unit = ""
	}
	if slices.Contains(c.kinds, counter) {
		return nil // listed twice
	}
	c.list[at].uses = append(c.list[at].uses, len(c.kinds)+c.hidden())
	c.kinds = append(c.kinds, counter)
	return nil
}

// open returns the index of a source, which is opened if it is not open yet.
func (c *counters) open(name, signalName string, domain signal.Domain, index int) (int, error) {
	for i := range c.list {
		if c.list[i].name == name {
			return i, nil
		}
	}
	counted, err := c.platform.Counter(signalName, domain, index)
	if err == nil {
		c.list = append(c.list, counter{name, counted.ReadIn, counted.Cost, counted.Close, nil, counted.Counted})
		return len(c.list) - 1, nil
	}
	gauge, again := c.platform.Gauge(signalName, domain, index)
	if again != nil {
		return 0, err
	}
	c.list = append(c.list, counter{name, gauge.ReadIn, gauge.Cost, gauge.Close, nil, gauge.Counted})
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

// wholePercent rounds a share down, but to at least 1 if anything was counted.
func wholePercent(share float64) float64 {
	if !(share > 0) {
		return 0
	}
	return max(math.Floor(share*100), 1) / 100
}

// isSignal reports whether package signal knows a name, here or on another machine.
func isSignal(name string) bool {
	p := signal.Find(signal.Options{})
	defer p.Close()
	_, err := p.Info(name)
	return !errors.Is(err, signal.ErrUnknown)
}

// Counted implements attach.CounterSource, in whole percent rounded down: of hardware that has too few counters for all
// events the kernel counts each for some of the time.
func (c *counters) Counted() []float64 {
	var shares []float64
	for i := range c.list {
		share := c.list[i].counted()
		if share >= 1 {
			continue
		}
		if shares == nil {
			shares = slices.Repeat([]float64{1}, len(c.kinds))
		}
		for _, q := range c.list[i].uses {
			shares[q-c.hidden()] = wholePercent(share)
		}
	}
	return shares
}
