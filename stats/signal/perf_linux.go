package signal

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/stats/internal/node"
)

// event is something that perf_event_open(2) counts.
type event struct {
	name, cpuName, what string
	types               []eventType // the first that can be opened is used
	inKernel            bool        // happens in the kernel: counted in user mode only it would be 0

	children bool      // of a process programs that it starts are counted, too
	userOnly bool      // asked for: of a process the user's part is counted, whoever runs it
	user     bool      // only what happens in user mode may be counted
	counted  eventType // of types
	cores    []coreKind
}

type eventType struct {
	kind   uint32
	config uint64
	bare   bool // cannot be restricted to user mode
}

func hardware(config uint64) eventType {
	return eventType{kind: unix.PERF_TYPE_HARDWARE, config: config}
}
func software(config uint64) eventType {
	return eventType{kind: unix.PERF_TYPE_SOFTWARE, config: config}
}

// events lists the events to look for. Where the kernel has aperf and mperf, it counts them only without
// restriction to user mode, and only per CPU, which is what GEOPM's names mean.
func (p *Platform) events() []event {
	msr := func(name string, otherwise eventType) []eventType {
		list := []eventType{otherwise}
		dir := p.tree.Path("sys/bus/event_source/devices/msr")
		kind, err := p.tree.Number(dir + "/type")
		text, noEvent := p.tree.Content(dir + "/events/" + name)
		var config uint64
		if _, scan := fmt.Sscanf(string(text), "event=%v", &config); err == nil && noEvent == nil && scan == nil {
			list = slices.Insert(list, 0, eventType{kind: uint32(kind), config: config, bare: true})
		}
		return list
	}
	cycles, reference := hardware(unix.PERF_COUNT_HW_CPU_CYCLES), hardware(unix.PERF_COUNT_HW_REF_CPU_CYCLES)
	one := func(t eventType) []eventType { return []eventType{t} }
	list := []event{
		{name: "CYCLES", what: "cycles of the CPU while it was not halted", types: one(cycles)},
		{name: "REFERENCE_CYCLES", what: "cycles at the constant rate of the time-stamp counter, while not halted", types: one(reference)},
		{cpuName: "CPU_CYCLES_THREAD", what: "cycles of the CPU while it was not halted (aperf)", types: msr("aperf", cycles)},
		{cpuName: "CPU_CYCLES_REFERENCE", what: "cycles at the sticker's frequency, while not halted (mperf)", types: msr("mperf", reference)},
		{name: "INSTRUCTIONS", cpuName: "CPU_INSTRUCTIONS_RETIRED", what: "instructions retired", types: one(hardware(unix.PERF_COUNT_HW_INSTRUCTIONS))},
		{name: "CACHE_REFERENCES", cpuName: "CPU_CACHE_REFERENCES", what: "accesses to the last-level cache, on most processors", types: one(hardware(unix.PERF_COUNT_HW_CACHE_REFERENCES))},
		{name: "CACHE_MISSES", cpuName: "CPU_CACHE_MISSES", what: "accesses to the last-level cache that missed it, on most processors", types: one(hardware(unix.PERF_COUNT_HW_CACHE_MISSES))},
		{name: "BRANCHES", cpuName: "CPU_BRANCHES", what: "branches retired", types: one(hardware(unix.PERF_COUNT_HW_BRANCH_INSTRUCTIONS))},
		{name: "BRANCH_MISSES", cpuName: "CPU_BRANCH_MISSES", what: "branches predicted wrongly", types: one(hardware(unix.PERF_COUNT_HW_BRANCH_MISSES))},
		{cpuName: "CPU_PAGE_FAULTS", what: "page faults", types: one(software(unix.PERF_COUNT_SW_PAGE_FAULTS))},
		{cpuName: "CPU_CONTEXT_SWITCHES", what: "times that the CPU went from one thread to another", types: one(software(unix.PERF_COUNT_SW_CONTEXT_SWITCHES)), inKernel: true},
		{name: "MIGRATIONS", cpuName: "CPU_MIGRATIONS", what: "times that a thread came from another CPU", types: one(software(unix.PERF_COUNT_SW_CPU_MIGRATIONS)), inKernel: true},
	}
	cores := coreKinds(&p.tree)
	for i := range list {
		list[i].cores = cores
	}
	return list
}

func (p *Platform) findEvents() {
	if !p.real {
		for _, e := range p.events() {
			for _, name := range []string{e.name, e.cpuName} {
				if name != "" {
					p.absentRecorded(name)
				}
			}
		}
		return
	}
	for _, e := range p.events() {
		if e.name != "" {
			p.findProcessEvent(e)
		}
		if e.cpuName != "" {
			p.findCPUEvent(e)
		}
	}
}

func (p *Platform) findProcessEvent(e event) {
	e.cpuName, e.userOnly, e.children = "", !e.inKernel, p.heirs
	if err := e.probe(0, -1); err != nil {
		p.absentEvent(e.name, err, 1)
		return
	}
	p.addProcess(Info{Name: e.name, Description: e.description(), Unit: "1", Behavior: Monotone, Quantum: 1, Children: p.heirs},
		func(*session, int) (meter, error) { return e.openProcess() },
		func(*session) (meter, error) { return p.openThreadEvent(&e) })
}

func (p *Platform) findCPUEvent(e event) {
	if len(p.topo.cpus) == 0 {
		p.absent(e.cpuName, ErrNoSource, "no CPUs in "+p.tree.Path("sys/devices/system/cpu"), "")
		return
	}
	if err := e.probe(-1, p.topo.cpus[0]); err != nil {
		p.absentEvent(e.cpuName, err, 0)
		return
	}
	for _, k := range e.cores { // of which the first has been looked at
		if i := slices.IndexFunc(k.cpus, func(cpu int) bool { return slices.Contains(p.topo.cpus, cpu) }); i >= 0 {
			descriptors, err := e.open(-1, k.cpus[i], 0)
			if err = errors.Join(err, closeAll(descriptors)); err != nil {
				p.absentEvent(e.cpuName, err, 0)
				return
			}
		}
	}
	p.add(source{
		info: Info{
			Name: e.cpuName, Description: e.description(), Unit: "1", Behavior: Monotone, Domain: CPU,
			Indices: p.topo.cpus, Aggregation: Sum, Quantum: 1,
		},
		open: func(_ *session, cpu int) (meter, error) { return e.openCPU(cpu) },
	})
}

func (e *event) description() string {
	text := e.what + " (perf event)"
	if e.user {
		text += ", in user mode only"
	}
	return text
}

// absentEvent lists an event as absent. most is the largest perf_event_paranoid that allows it.
func (p *Platform) absentEvent(name string, err error, most int) {
	kind := ErrNoSource
	remedy, explained := perfevent.Explain(err, p.tree.Path(), most)
	if remedy != "" {
		kind = ErrPermission
	}
	p.absent(name, kind, explained.Error(), remedy)
}

// perfEventOpen is what tests replace.
var perfEventOpen = perfevent.Open

// probe finds a way in which an event can be opened, and keeps it in e. If several kinds of event cannot be
// opened, it returns an error of permission if there is one, because the user can do something about that.
func (e *event) probe(pid, cpu int) error {
	var first error
	for _, e.counted = range e.types {
		err := e.probeKind(pid, cpu)
		if err == nil {
			return nil
		}
		if first == nil || node.Denied(err) && !node.Denied(first) {
			first = err
		}
	}
	return first
}

// probeKind tries all modes, then user mode alone if that is forbidden. The kernel checks permission before
// the hardware, so the last error is the decisive one.
func (e *event) probeKind(pid, cpu int) (err error) {
	for _, e.user = range []bool{false, true} {
		if e.user && (e.inKernel || e.counted.bare) {
			break
		}
		if !e.user && e.userOnly && !e.counted.bare {
			continue
		}
		var descriptors []int
		if descriptors, err = e.open(pid, cpu, 0); err == nil {
			return closeAll(descriptors)
		}
		if !node.Denied(err) {
			break
		}
	}
	return err
}

func (p *Platform) openThreadEvent(e *event) (meter, error) {
	of := *e
	if err := of.probe(0, -1); err != nil {
		remedy, explained := perfevent.Explain(err, p.tree.Path(), 1)
		if remedy != "" {
			return nil, fmt.Errorf("%w: %s of a thread: %w (%s)", ErrPermission, e.name, explained, remedy)
		}
		return nil, fmt.Errorf("%w: %s of a thread: %w", ErrNoSource, e.name, explained)
	}
	descriptors, err := of.open(0, -1, 0)
	if err != nil {
		return nil, err
	}
	return newEventMeter(descriptors), nil
}

// openProcess opens one event for each existing thread; threads that those start later inherit it. A thread
// that appears meanwhile may or may not have inherited one: then everything starts again.
func (e *event) openProcess() (meter, error) {
	const attempts = 20
	for i := 0; ; i++ {
		threads, err := taskIDs()
		if err != nil {
			return nil, err
		}
		m, err := e.openThreads(threads)
		if err != nil {
			return nil, err
		}
		now, err := taskIDs()
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		fresh := slices.ContainsFunc(now, func(id int) bool { return !slices.Contains(threads, id) })
		if !fresh || i == attempts {
			return m, nil
		}
		if err := m.close(); err != nil {
			return nil, err
		}
	}
}

func (e *event) openThreads(threads []int) (*eventMeter, error) {
	m := newEventMeter()
	bits := uint64(perfevent.Inherit)
	if e.children {
		bits = unix.PerfBitInherit
	}
	for _, id := range threads {
		descriptors, err := e.open(id, -1, bits)
		if errors.Is(err, unix.ESRCH) {
			continue // has ended
		}
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		m.events = append(m.events, descriptors)
	}
	return m, nil
}

func taskIDs() ([]int, error) {
	const dir = "/proc/self/task"
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	return node.Numbered(dir, "", ""), nil
}

// eventMeter is the sum over events. It does not use the processor's own instruction for reading them
// (rdpmc), which needs assembly and only reads the events of the calling thread.
type eventMeter struct {
	events    [][]int       // each by kind of cores
	share     atomic.Uint64 // bits of a float64: time counted divided by time that should have been
	estimates ratchet
	due       atomic.Uint64 // nanoseconds in which all together should have counted
}

func newEventMeter(events ...[]int) *eventMeter {
	m := &eventMeter{events: events}
	m.share.Store(math.Float64bits(1))
	return m
}

func (m *eventMeter) counted() float64 { return math.Float64frombits(m.share.Load()) }

func (m *eventMeter) steps(uint64) (int64, error) {
	var sum int64
	var enabled, running uint64
	scaled := false
	for _, descriptors := range m.events {
		r, err := readKinds(descriptors)
		if err != nil {
			return 0, err
		}
		sum += int64(min(r.Estimate(), math.MaxInt64))
		enabled += r.Enabled
		running += r.Running
		scaled = scaled || r.Running < r.Enabled
	}
	share := 1.0
	if scaled {
		share = float64(running) / float64(enabled)
	}
	m.share.Store(math.Float64bits(share))
	m.due.Store(enabled)
	if !scaled && m.estimates.highest.Load() == 0 {
		return sum, nil
	}
	return m.estimates.up(sum), nil
}

func (m *eventMeter) close() error {
	var errs []error
	for _, descriptors := range m.events {
		errs = append(errs, closeAll(descriptors))
	}
	m.events = nil
	return errors.Join(errs...)
}
