// Package counters lets the timers read what the machine counts at the start and the stop of each region:
// signals of package stats/signal. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/counters"
//
// has the keys Counters and Derived in its configuration (docs/counters.md). Counters of the program's own need
// only mpitimer.WithCounter.
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
	"github.com/go-hpc/timers/stats/tree"
)

// warnNoCounter is the kind of a warning.
const warnNoCounter = "counter is not there"

func init() {
	attach.Register(attach.Kind{Name: "counters", Settings: func() attach.Settings { return new(settings) }})
}

// settings are the keys of the configuration.
type settings struct {
	// Counters is what is read at the start and the stop of each region beside the clock: names of
	// signals (package stats/signal), with commas between them, as "INSTRUCTIONS_RETIRED, CPU_ENERGY". With
	// @ and a domain they are read there (CPU_ENERGY@package-0), else of the whole process or node. With
	// ":peak" the largest reading at the end of a call, of the region or of one inside it, is kept, not what was counted. Every pair gets more
	// expensive; the log says by how much.
	Counters string `yaml:"Counters"`

	// Derived is values that the tree shows beside the counters, computed from their means over ranks and
	// from TIME in seconds: formulas with semicolons between them, as "IPC = A / B; power [W] = CPU_ENERGY / TIME".
	Derived string `yaml:"Derived"`
}

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if _, err := parseDerived(s.Derived); err != nil {
		return []attach.Fault{{Key: "Derived", Problem: fmt.Sprintf("%q: %v", s.Derived, err)}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	derived, _ := parseDerived(s.Derived) // which Check has found to be right
	names := listOf(s.Counters)
	if len(names)+len(derived) == 0 {
		return nil, nil
	}
	return nil, &counters{names: names, derived: derived}
}

// counters is what is read at the start and the stop of each region beside the clock. It implements
// attach.Counting.
type counters struct {
	names    []string
	platform *signal.Platform
	list     []counter
	kinds    []stats.Counter
	derived  []tree.Derived
}

// counter is a source that is read once for all counters that are made of it.
type counter struct {
	name    string
	read    func() int64
	cost    func() time.Duration
	done    func() error
	uses    []int          // counters
	counted func() float64 // for which share of the time it was really counted
}

// Begin opens what the configuration asks for. What this machine does not have, or does not let
// the user read, is told once and left out.
func (c *counters) Begin(r attach.Run) error {
	if len(c.names) == 0 {
		return nil
	}
	c.platform = signal.Find(signal.Options{})
	for _, name := range c.names {
		if err := c.add(name); err != nil {
			r.Warn(warnNoCounter, name)
			r.Complain(fmt.Errorf("counter %s: %w", name, err))
		}
	}
	if r.Rank() == 0 && len(c.list) > 0 {
		r.Say(c.price())
	}
	return nil
}

// Counters implements attach.Counting.
func (c *counters) Counters() []stats.Counter { return c.kinds }

// Derived implements attach.Counting.
func (c *counters) Derived() []tree.Derived { return c.derived }

// Join implements attach.Source.
func (c *counters) Join(p *stats.Profile) *stats.Profile { return p }

// Read implements attach.Counting.
func (c *counters) Read(into []int64) {
	for i := range c.list {
		v := c.list[i].read()
		for _, q := range c.list[i].uses {
			into[q] = v
		}
	}
}

// Counted implements attach.Counting, in whole percent rounded down: of hardware that has too few counters for all
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
			shares[q] = wholePercent(share)
		}
	}
	return shares
}

// End gives the sources back. The last profile was taken before.
func (c *counters) End(bool) (problem error) {
	if c.platform == nil {
		return nil
	}
	for i := range c.list {
		problem = errors.Join(problem, c.list[i].done())
	}
	return errors.Join(problem, c.platform.Close())
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

func (c *counters) add(entry string) error {
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
	counter := stats.Counter{Name: name, Unit: info.Unit, Step: info.Quantum, Domain: placeName(domain, index), Peak: peak}
	if counter.Unit == "1" {
		counter.Unit = ""
	}
	if slices.Contains(c.kinds, counter) {
		return nil // listed twice
	}
	c.list[at].uses = append(c.list[at].uses, len(c.kinds))
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

// wholePercent rounds a share down, but what was counted at all is not nothing.
func wholePercent(share float64) float64 {
	if !(share > 0) {
		return 0
	}
	return max(math.Floor(share*100), 1) / 100
}

// price says what the counters cost a pair: each is read at the start and at the stop.
func (c *counters) price() string {
	var parts []string
	for i := range c.list {
		parts = append(parts, fmt.Sprintf("%s %.2f µs", c.list[i].name, 2*c.list[i].cost().Seconds()*1e6))
	}
	return "mpitimer: reading counters costs each start and stop together: " + strings.Join(parts, ", ")
}

// parseDerived reads a list of formulas with semicolons: "IPC = A / B; power [W] = E / TIME".
func parseDerived(text string) (list []tree.Derived, err error) {
	for entry := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		name, formula, found := strings.Cut(entry, "=")
		if !found {
			return nil, fmt.Errorf("%q has no \"=\" between a name and a formula", strings.TrimSpace(entry))
		}
		d := tree.Derived{Name: strings.TrimSpace(name)}
		if before, unit, ok := strings.Cut(d.Name, "["); ok && strings.HasSuffix(unit, "]") {
			d.Name, d.Unit = strings.TrimSpace(before), strings.TrimSuffix(unit, "]")
		}
		if d.Name == "" {
			return nil, fmt.Errorf("%q has no name before the \"=\"", strings.TrimSpace(entry))
		}
		parsed, err := signal.ParseFormula(formula)
		if err != nil {
			return nil, err
		}
		d.Value = parsed.Value
		list = append(list, d)
	}
	return list, nil
}
