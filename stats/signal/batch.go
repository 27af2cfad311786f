package signal

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/go-hpc/timers/stats/internal/node"
)

// session is what meters share: files with many signals are opened and read once for all of them.
type session struct {
	platform *Platform
	tables   map[string]*table
	metrics  *metricSet
}

func (s *session) close() error {
	var errs []error
	for _, t := range s.tables {
		errs = append(errs, t.Close())
	}
	s.tables = nil
	return errors.Join(errs...)
}

// batch is what has been pushed: each native instance is read once, however many signals it is part of.
type batch struct {
	session session
	pushed  []pushed
	indices map[pushKey]int
	leaves  []*leaf
	places  map[pushKey]int // of a leaf
	round   uint64
	samples []float64
	values  []float64 // of the leaves of one pushed signal
	err     error
	closed  bool
}

type pushKey struct {
	name   string
	domain Domain
	index  int
}

type pushed struct {
	leaves      []int
	aggregation Aggregation
	hold        bool // a part that fails keeps its last value: without it a growing sum would fall
}

// leaf is one native instance of a signal.
type leaf struct {
	name  string
	meter meter
	scale scale
	slope *slope // the signal is the slope of meter's count
	value float64
	held  float64 // the last valid value
	err   error
}

// Push implements Batch. A domain coarser than the native one is the aggregate of the native instances
// inside. For signals of the process, Thread with index 0 is the calling thread alone (the first that pushes
// it), whose goroutine must be locked to it (runtime.LockOSThread). The error matches ErrDomain if there is
// no such place, and ErrPermission or ErrNoSource if the source cannot be opened.
func (p *Platform) Push(name string, domain Domain, index int) (int, error) {
	b := &p.batch
	key := pushKey{name, domain, index}
	if at, known := b.indices[key]; known {
		return at, nil
	}
	if b.round > 0 || b.closed {
		return 0, fmt.Errorf("%w: Push of %s after Read or Close", ErrOrder, name)
	}
	s, err := p.source(name)
	if err != nil {
		return 0, err
	}
	instances, err := p.instances(s, domain, index)
	if err != nil {
		return 0, err
	}
	list, err := b.grow(s, domain, instances)
	if err != nil {
		return 0, err
	}
	if b.indices == nil {
		b.indices = make(map[pushKey]int)
	}
	b.indices[key] = len(b.pushed)
	hold := len(list) > 1 && s.info.Behavior == Monotone && s.info.Aggregation == Sum
	b.pushed = append(b.pushed, pushed{list, s.info.Aggregation, hold})
	b.samples = append(b.samples, math.NaN())
	return len(b.pushed) - 1, nil
}

// instances lists the native instances of a signal inside an instance of a domain.
func (p *Platform) instances(s *source, domain Domain, index int) ([]int, error) {
	if domain == Thread && index == 0 && s.openThread != nil {
		return []int{0}, nil
	}
	if domain == s.info.Domain {
		if !slices.Contains(s.info.Indices, index) {
			return nil, fmt.Errorf("%w: %s has no %s %d, only %v", ErrDomain, s.info.Name, domain, index, s.info.Indices)
		}
		return []int{index}, nil
	}
	var inside []int
	for _, i := range s.info.Indices {
		if p.topo.holds(domain, index, s.info.Domain, i) {
			inside = append(inside, i)
		}
	}
	if len(inside) == 0 {
		return nil, fmt.Errorf("%w: %s is of domain %s: nothing of it makes up %s %d", ErrDomain, s.info.Name, s.info.Domain, domain, index)
	}
	if s.info.Aggregation == First {
		inside = inside[:1]
	}
	return inside, nil
}

// grow opens the native instances of a push. If some of several cannot be opened now, such as a CPU that is
// offline, each Read tries them again.
func (b *batch) grow(s *source, domain Domain, instances []int) ([]int, error) {
	var list, failed []int
	var errs []error
	for _, instance := range instances {
		at, err := b.leaf(s, domain, instance)
		if err != nil {
			failed, errs = append(failed, instance), append(errs, err)
			continue
		}
		list = append(list, at)
	}
	if len(list) == 0 {
		return nil, errs[0]
	}
	for _, instance := range failed {
		late := &lateMeter{open: func() (meter, error) { return s.start(&b.session, domain, instance) }}
		list = append(list, b.add(s, s.key(domain, instance), late))
	}
	return list, nil
}

func (s *source) key(domain Domain, index int) pushKey {
	if domain == Thread {
		return pushKey{s.info.Name, Thread, index}
	}
	return pushKey{s.info.Name, s.info.Domain, index}
}

// leaf returns the index of a native instance, and opens it if necessary.
func (b *batch) leaf(s *source, domain Domain, index int) (int, error) {
	key := s.key(domain, index)
	if at, known := b.places[key]; known {
		return at, nil
	}
	m, err := s.start(&b.session, domain, index)
	if err != nil {
		return 0, err
	}
	return b.add(s, key, m), nil
}

func (b *batch) add(s *source, key pushKey, m meter) int {
	l := &leaf{name: s.info.Name, meter: m, scale: s.scale, value: math.NaN(), held: math.NaN()}
	if s.slope {
		l.slope = new(slope)
	}
	if b.places == nil {
		b.places = make(map[pushKey]int)
	}
	b.places[key] = len(b.leaves)
	b.leaves = append(b.leaves, l)
	return len(b.leaves) - 1
}

// lateMeter is opened by the first reading that succeeds in doing so.
type lateMeter struct {
	open  func() (meter, error)
	meter meter
}

func (m *lateMeter) steps(round uint64) (int64, error) {
	if m.meter == nil {
		opened, err := m.open()
		if err != nil {
			return 0, err
		}
		m.meter = opened
	}
	return m.meter.steps(round)
}

func (m *lateMeter) counted() float64 {
	if c, ok := m.meter.(interface{ counted() float64 }); ok {
		return c.counted()
	}
	return 1
}

func (m *lateMeter) close() error {
	if m.meter == nil {
		return nil
	}
	return m.meter.close()
}

// start opens a native instance; an error of the machine says what would help.
func (s *source) start(session *session, domain Domain, index int) (meter, error) {
	open := func() (meter, error) { return s.open(session, index) }
	if domain == Thread {
		open = func() (meter, error) { return s.openThread(session) }
	}
	m, err := open()
	if err == nil || errors.Is(err, ErrPermission) || errors.Is(err, ErrNoSource) {
		return m, err
	}
	kind := ErrNoSource
	if node.Denied(err) {
		kind = ErrPermission
	}
	return nil, fmt.Errorf("%w: %s: %w", kind, s.info.Name, err)
}

// Read implements Batch. Its error joins those of the signals that are NaN now; the signals stay pushed, and
// the next Read tries them again.
func (p *Platform) Read() error {
	b := &p.batch
	if b.closed {
		return fmt.Errorf("%w: Read after Close", ErrOrder)
	}
	b.round++
	changed := false
	for _, l := range b.leaves {
		changed = l.read(b.round, p.start) || changed
	}
	for i := range b.pushed {
		b.samples[i] = b.whole(&b.pushed[i])
	}
	if changed {
		b.err = b.failures()
	}
	return b.err
}

func (b *batch) whole(p *pushed) float64 {
	if len(p.leaves) == 1 && p.aggregation <= First { // which leave a single value unchanged
		return b.leaves[p.leaves[0]].value
	}
	b.values = b.values[:0]
	for _, at := range p.leaves {
		l := b.leaves[at]
		if p.hold {
			b.values = append(b.values, l.held)
		} else {
			b.values = append(b.values, l.value)
		}
	}
	return p.aggregation.Of(b.values)
}

// read reports whether the leaf has started or ceased to fail.
func (l *leaf) read(round uint64, start time.Time) bool {
	steps, err := l.meter.steps(round)
	changed := (err == nil) != (l.err == nil)
	l.err = err
	if err != nil {
		l.value = math.NaN()
		if l.slope != nil {
			l.slope.reset()
		}
		return changed
	}
	l.value = l.scale.of(steps)
	if l.slope != nil {
		l.value = l.slope.add(time.Since(start).Seconds(), l.value)
	}
	l.held = l.value
	return changed
}

func (b *batch) failures() error {
	var errs []error
	for _, l := range b.leaves {
		if l.err != nil {
			errs = append(errs, fmt.Errorf("signal: %s: %w", l.name, l.err))
		}
	}
	return errors.Join(errs...)
}

// Sample implements Batch; it also returns NaN for an index that Push never returned.
func (p *Platform) Sample(index int) float64 {
	if index < 0 || index >= len(p.batch.samples) {
		return math.NaN()
	}
	return p.batch.samples[index]
}

// Counted returns the share of the time during which the sources of a pushed signal were really counting, up
// to the last Read: less than 1 if the kernel had more events than the processor has counters and took turns.
// The values are then scaled to the whole time. It is 1 for a signal that is not such an event, and NaN
// before the first Read.
func (p *Platform) Counted(index int) float64 {
	if index < 0 || index >= len(p.batch.pushed) || p.batch.round == 0 {
		return math.NaN()
	}
	share := 1.0
	for _, at := range p.batch.pushed[index].leaves {
		if m, ok := p.batch.leaves[at].meter.(interface{ counted() float64 }); ok {
			share = min(share, m.counted())
		}
	}
	return share
}

func (b *batch) close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	var errs []error
	for _, l := range b.leaves {
		errs = append(errs, l.meter.close())
	}
	errs = append(errs, b.session.close())
	return errors.Join(errs...)
}
