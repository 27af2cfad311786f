package signal

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"
)

// A Counter is a monotone signal as a whole number of steps, made to be read where a timer starts and stops:
// the difference of two readings is exact. Many goroutines may Read it at once.
type Counter struct{ gauge Gauge }

// A Gauge is a signal as a whole number of steps that may go up and down, such as the memory in use. Many
// goroutines may Read it at once.
type Gauge struct {
	info    Info
	domain  Domain
	index   int
	meter   meter
	session session
	several bool          // instances, which may come from one file
	rounds  atomic.Uint64 // of reading them
	last    ratchet       // for a Gauge simply the last
	failure atomic.Pointer[error]
}

// Counter opens a monotone signal at one instance of a domain. A domain coarser than the native one is the
// sum of the instances inside, if the signal aggregates to sums. For signals of the process, (Process, 0) is
// right for goroutines, which change threads as they go; (Thread, 0) is the calling thread alone, and the
// goroutine must be locked to it (runtime.LockOSThread).
//
// The error matches ErrUnknown, ErrNoSource, ErrPermission or ErrDomain; the last also for signals that are
// not monotone or not counted in whole steps.
func (p *Platform) Counter(name string, domain Domain, index int) (*Counter, error) {
	c := new(Counter)
	if err := c.gauge.open(p, name, domain, index, Monotone); err != nil {
		return nil, err
	}
	return c, nil
}

// Gauge opens a signal that is counted in whole steps, monotone or not. See Counter.
func (p *Platform) Gauge(name string, domain Domain, index int) (*Gauge, error) {
	g := new(Gauge)
	if err := g.open(p, name, domain, index, Monotone, Variable, Constant); err != nil {
		return nil, err
	}
	return g, nil
}

func (g *Gauge) open(p *Platform, name string, domain Domain, index int, behaviors ...Behavior) error {
	s, err := p.source(name)
	if err != nil {
		return err
	}
	if s.info.Quantum == 0 || !slices.Contains(behaviors, s.info.Behavior) {
		return fmt.Errorf("%w: %s is %s, in steps of %g %s: cannot be read as one of %v in whole steps", ErrDomain, name, s.info.Behavior, s.info.Quantum, s.info.Unit, behaviors)
	}
	instances, err := p.instances(s, domain, index)
	if err != nil {
		return err
	}
	if len(instances) > 1 && s.info.Aggregation != Sum {
		return fmt.Errorf("%w: %s of a %s is the %s over %d instances, no sum", ErrDomain, name, domain, s.info.Aggregation, len(instances))
	}
	g.info, g.domain, g.index = s.info, domain, index
	g.session.platform, g.session.metrics = p, &p.metrics
	var sum sumMeter
	for _, i := range instances {
		m, err := s.start(&g.session, domain, i)
		if err != nil {
			return errors.Join(err, sum.close(), g.session.close())
		}
		sum = append(sum, m)
	}
	g.meter = sum
	g.several = len(sum) > 1
	if !g.several {
		g.meter = sum[0]
	}
	return nil
}

func (g *Gauge) steps(round uint64) (int64, error) {
	if g.several {
		return g.meter.steps(g.rounds.Add(1))
	}
	return g.meter.steps(round)
}

// Read returns the steps counted; only differences have a meaning. If it fails, it returns the largest value
// read before, as if nothing had happened since, and Err returns the error.
func (c *Counter) Read() int64 { return c.ReadIn(0) }

// ReadIn is like Read. Counters and gauges of a Platform that are read in the same round, a number of the caller's other
// than 0, may share one reading: several that come from Go's runtime cost no more than one.
func (c *Counter) ReadIn(round uint64) int64 {
	g := &c.gauge
	n, err := g.steps(round)
	if err != nil {
		g.failed(err)
		return g.last.highest.Load()
	}
	g.last.up(n)
	return n
}

// Read returns the value in steps. If it fails, it returns the last value that was read, and Err returns the
// error.
func (g *Gauge) Read() int64 { return g.ReadIn(0) }

// ReadIn is like Counter.ReadIn.
func (g *Gauge) ReadIn(round uint64) int64 {
	n, err := g.steps(round)
	if err != nil {
		g.failed(err)
		return g.last.highest.Load()
	}
	g.last.highest.Store(n)
	return n
}

func (g *Gauge) failed(err error) {
	err = fmt.Errorf("signal: %s: %w", g.info.Name, err)
	g.failure.Store(&err)
}

// Err returns the error of the last Read that failed, or nil if none has.
func (g *Gauge) Err() error {
	if err := g.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// Info describes the signal. A step is Info.Quantum of Info.Unit.
func (g *Gauge) Info() Info { return (&source{info: g.info}).describe() }

// Name returns the signal's name, with its place unless that is the native one of the process or the board,
// in GEOPM's form "CPU_ENERGY@package-0".
func (g *Gauge) Name() string {
	if g.domain == Process || g.domain == Board {
		return g.info.Name
	}
	if g.domain == Thread {
		return g.info.Name + "@" + g.domain.String()
	}
	return fmt.Sprintf("%s@%s-%d", g.info.Name, g.domain, g.index)
}

// Unit returns the unit of Value.
func (g *Gauge) Unit() string { return g.info.Unit }

// Value converts steps, or a difference of steps, to the signal's unit.
func (g *Gauge) Value(steps int64) float64 { return scaleOf(g.info.Quantum).of(steps) }

// Counted returns the share of the time during which the source was really counting, as of the last Read; see
// Platform.Counted.
func (g *Gauge) Counted() float64 {
	if m, ok := g.meter.(interface{ counted() float64 }); ok {
		return m.counted()
	}
	return 1
}

// Close ends the reading. It must not run at the same time as Read.
func (g *Gauge) Close() error {
	var err error
	if g.meter != nil {
		err = g.meter.close()
	}
	return errors.Join(err, g.session.close())
}

// Cost measures what one Read costs, as the lowest mean of a few short loops: about a millisecond in all for
// the cheapest sources. It does not include cache misses elsewhere, nor the kernel's work for the source
// between readings.
func (g *Gauge) Cost() time.Duration { return Cost(func() { g.Read() }) }

// Cost measures, as Gauge.Cost does, what a reading costs that neither a Counter nor a Gauge makes.
func Cost(read func()) time.Duration {
	const loops, reads = 8, 64
	least := time.Duration(1<<63 - 1)
	for range loops {
		start := time.Now()
		for range reads {
			read()
		}
		least = min(least, time.Since(start)/reads)
	}
	return least
}

// Err is like Gauge.Err.
func (c *Counter) Err() error { return c.gauge.Err() }

// Info is like Gauge.Info.
func (c *Counter) Info() Info { return c.gauge.Info() }

// Name is like Gauge.Name.
func (c *Counter) Name() string { return c.gauge.Name() }

// Unit is like Gauge.Unit.
func (c *Counter) Unit() string { return c.gauge.Unit() }

// Value is like Gauge.Value.
func (c *Counter) Value(steps int64) float64 { return c.gauge.Value(steps) }

// Counted is like Gauge.Counted.
func (c *Counter) Counted() float64 { return c.gauge.Counted() }

// Close is like Gauge.Close.
func (c *Counter) Close() error { return c.gauge.Close() }

// Cost is like Gauge.Cost.
func (c *Counter) Cost() time.Duration { return Cost(func() { c.Read() }) }

// ratchet keeps a count from running backwards: estimates do so, by a little.
type ratchet struct{ highest atomic.Int64 }

// up returns the largest value it has ever been given.
func (r *ratchet) up(n int64) int64 {
	for {
		highest := r.highest.Load()
		if n <= highest {
			return highest
		}
		if r.highest.CompareAndSwap(highest, n) {
			return n
		}
	}
}
