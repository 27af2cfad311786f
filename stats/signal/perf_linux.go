package signal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/stats/internal/node"
)

// event is something that perf_event_open(2) counts.
type event struct {
	name, cpuName, what string
	types               []eventType // the first that can be opened is used
	inKernel            bool        // happens in the kernel: counted in user mode only it would be 0

	userOnly bool      // asked for: of a process the user's part is counted, whoever runs it
	user     bool      // only what happens in user mode may be counted
	counted  eventType // of types
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
	return []event{
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
	e.cpuName, e.userOnly = "", !e.inKernel
	if err := e.probe(0, -1); err != nil {
		p.absentEvent(e.name, err, 1)
		return
	}
	p.addProcess(Info{Name: e.name, Description: e.description(), Unit: "1", Behavior: Monotone, Quantum: 1},
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
	p.add(source{
		info: Info{
			Name: e.cpuName, Description: e.description(), Unit: "1", Behavior: Monotone, Domain: CPU,
			Indices: p.topo.cpus, Aggregation: Sum, Quantum: 1,
		},
		open: func(_ *session, cpu int) (meter, error) {
			descriptor, err := e.open(-1, cpu, 0)
			if err != nil {
				return nil, err
			}
			return newEventMeter(descriptor), nil
		},
	})
}

func (e *event) description() string {
	text := e.what + " (perf event)"
	if e.user {
		text += ", in user mode only"
	}
	return text
}

// absentEvent returns what forbids or lacks an event. most is the largest perf_event_paranoid that allows it.
func (p *Platform) absentEvent(name string, err error, most int) {
	switch {
	case node.Denied(err):
		remedy := fmt.Sprintf("sysctl kernel.perf_event_paranoid=%d or less, now %s; or the capability CAP_PERFMON; a container must also let perf_event_open through its seccomp filter", most, p.paranoid())
		p.absent(name, ErrPermission, "permission denied: "+err.Error(), remedy)
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENODEV):
		p.absent(name, ErrNoSource, "no such hardware, as in most virtual machines: the processor's counters do not have it ("+err.Error()+")", "")
	case errors.Is(err, unix.ENOSYS):
		p.absent(name, ErrNoSource, "the kernel has no perf_event_open, or hides it", "")
	default:
		p.absentFor(name, err, "")
	}
}

// perfEventOpen is what tests replace.
var perfEventOpen = func(attr *unix.PerfEventAttr, pid, cpu int) (int, error) {
	return unix.PerfEventOpen(attr, pid, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
}

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
		var descriptor int
		if descriptor, err = e.open(pid, cpu, 0); err == nil {
			return unix.Close(descriptor)
		}
		if !node.Denied(err) {
			break
		}
	}
	return err
}

func (e *event) open(pid, cpu int, bits uint64) (int, error) {
	attr := unix.PerfEventAttr{
		Type: e.counted.kind, Config: e.counted.config, Bits: bits,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
	}
	attr.Size = uint32(unsafe.Sizeof(attr))
	if e.user {
		attr.Bits |= unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv
	}
	descriptor, err := perfEventOpen(&attr, pid, cpu)
	if err != nil {
		return -1, os.NewSyscallError("perf_event_open", err)
	}
	return descriptor, nil
}

func (p *Platform) openThreadEvent(e *event) (meter, error) {
	of := *e
	if err := of.probe(0, -1); err != nil {
		if node.Denied(err) {
			return nil, fmt.Errorf("%w: %s of a thread: %w (sysctl kernel.perf_event_paranoid=1 or less, now %s; or the capability CAP_PERFMON)", ErrPermission, e.name, err, p.paranoid())
		}
		return nil, fmt.Errorf("%w: %s of a thread: %w", ErrNoSource, e.name, err)
	}
	descriptor, err := of.open(0, -1, 0)
	if err != nil {
		return nil, err
	}
	return newEventMeter(descriptor), nil
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
	for _, id := range threads {
		descriptor, err := e.open(id, -1, unix.PerfBitInherit|bitInheritThread)
		if errors.Is(err, unix.EINVAL) { // a kernel before 5.13, where programs that are started inherit it, too
			descriptor, err = e.open(id, -1, unix.PerfBitInherit)
		}
		if errors.Is(err, unix.ESRCH) {
			continue // has ended
		}
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		m.descriptors = append(m.descriptors, descriptor)
	}
	return m, nil
}

// bitInheritThread lets threads inherit an event, and programs that the process starts not.
const bitInheritThread = 1 << 35

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
	descriptors []int
	share       atomic.Uint64 // bits of a float64: time counted divided by time that should have been
	estimates   ratchet
}

func newEventMeter(descriptors ...int) *eventMeter {
	m := &eventMeter{descriptors: descriptors}
	m.share.Store(math.Float64bits(1))
	return m
}

func (m *eventMeter) counted() float64 { return math.Float64frombits(m.share.Load()) }

func (m *eventMeter) steps(uint64) (int64, error) {
	var sum int64
	var enabled, running uint64
	scaled := false
	for _, descriptor := range m.descriptors {
		r, err := readEvent(descriptor)
		if err != nil {
			return 0, err
		}
		sum += r.estimate()
		enabled += r.enabled
		running += r.running
		scaled = scaled || r.running < r.enabled
	}
	share := 1.0
	if scaled {
		share = float64(running) / float64(enabled)
	}
	m.share.Store(math.Float64bits(share))
	if !scaled && m.estimates.highest.Load() == 0 {
		return sum, nil
	}
	return m.estimates.up(sum), nil
}

// reading is what the kernel returns for an event: its count, and the nanoseconds in which it should have
// counted and did.
type reading struct{ value, enabled, running uint64 }

func readEvent(descriptor int) (reading, error) {
	var buffer [24]byte
	for {
		n, err := unix.Read(descriptor, buffer[:])
		if err == unix.EINTR {
			continue
		}
		if err == nil && n != len(buffer) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return reading{}, fmt.Errorf("perf event: %w", err)
		}
		order := binary.NativeEndian
		return reading{order.Uint64(buffer[:]), order.Uint64(buffer[8:]), order.Uint64(buffer[16:])}, nil
	}
}

// estimate scales the count to the whole time. It is 0 for an event that never had its turn.
func (r reading) estimate() int64 {
	if r.running == 0 || r.running >= r.enabled {
		return int64(min(r.value, math.MaxInt64))
	}
	high, low := bits.Mul64(r.value, r.enabled)
	if high >= r.running {
		return math.MaxInt64
	}
	scaled, _ := bits.Div64(high, low, r.running)
	return int64(min(scaled, math.MaxInt64))
}

func (m *eventMeter) close() error {
	var errs []error
	for _, descriptor := range m.descriptors {
		errs = append(errs, unix.Close(descriptor))
	}
	m.descriptors = nil
	return errors.Join(errs...)
}
