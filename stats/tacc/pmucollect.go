package tacc

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/stats/internal/node"
)

// unitRow is what is written of one device of a type: its control registers, and its counters.
type unitRow struct {
	device   string
	controls []uint64
	counters []unitCounter
}

// unitCounter is the counter of one key. It has several events where several units share the name of a device.
type unitCounter struct {
	key    int
	shift  uint
	events []*kernelEvent
}

// kernelEvent is an event that the kernel counts on a CPU for as long as it is open.
type kernelEvent struct {
	kind            uint32
	config, config1 uint64
	cpu             int

	descriptor int       // -1: the CPU is offline
	before     uint64    // what earlier descriptors have counted
	highest    uint64    // estimates run backwards by a little
	enabled    uint64    // the nanoseconds in which the event should have counted
	moved      time.Time // when these last went on
}

// still is for how long the time of an event may stand still on a CPU that is there.
const still = 20 * time.Millisecond

// count is what was counted since the event was first opened. Events of a CPU that went offline stand still for ever, also
// after it has returned, and are opened anew.
func (e *kernelEvent) count() uint64 {
	if e.descriptor >= 0 {
		c, err := readEvent(e.descriptor)
		if err == nil && c.Enabled != e.enabled {
			e.enabled, e.moved = c.Enabled, time.Now()
			e.highest = max(e.highest, e.before+c.Estimate())
			return e.highest
		}
		if err == nil && time.Since(e.moved) <= still {
			return e.highest
		}
		closeEvent(e.descriptor)
		e.descriptor = -1
	}
	if e.open() == nil {
		e.before, e.enabled, e.moved = e.highest, 0, time.Now()
	}
	return e.highest
}

func (e *kernelEvent) open() (err error) {
	if e.descriptor, err = openEvent(e); err != nil {
		e.descriptor = -1
	}
	e.moved = time.Now()
	return err
}

// openPMU opens all events of a type, or says why there are none. An event that the processor does not have has 0 in its
// control register, as where the monitor cannot program it.
func (c *Collector) openPMU(s *source) error {
	m := s.pmu
	if c.briefly {
		return errBrief
	}
	if !m.fits(&c.processor) {
		return fmt.Errorf("%w: for %s; this is %s", perfevent.ErrAbsent, m.processors(), &c.processor)
	}
	if !mayCount(&c.tree) {
		return fmt.Errorf("%w: a tree of files counts no events", perfevent.ErrAbsent)
	}
	units := c.units(m.device)
	if len(units) == 0 {
		return fmt.Errorf("%w: no %s/%s, as in most virtual machines", perfevent.ErrAbsent, devices, m.device)
	}
	var failed error
	opened := 0
	for _, u := range units {
		for _, cpu := range u.cpus {
			n, err := c.openRow(s, u, cpu)
			opened += n
			if failed == nil || node.Denied(err) && !node.Denied(failed) {
				failed = err
			}
		}
	}
	if opened > 0 {
		return nil
	}
	s.closePMU()
	if failed == nil {
		return fmt.Errorf("%w: no event of it", perfevent.ErrAbsent)
	}
	return explainEvent(failed, c.tree.Path())
}

// errBrief is for a process that takes a sample and ends.
var errBrief = errors.New("its counters count only as long as a process has them open: it is collected by stats run and stats daemon")

// processors are those that a type is for.
func (m *pmu) processors() string {
	var names []string
	for _, g := range m.of {
		names = append(names, string(g))
	}
	text := strings.Join(names, ", ")
	switch m.typ.Name {
	case "intel_4pmc3":
		text += ", those since Sandy Bridge with two threads a core"
	case "intel_8pmc3":
		text += ", those before Ice Lake with one thread a core"
	}
	return text
}

// unit is one instance of a kind of counters in the machine.
type unit struct {
	device string
	number string // "0", also of one that has none
	kind   uint32
	cpus   []int // on which it is counted: those of a mask, or all that are online
}

const devices = "/sys/bus/event_source/devices"

// units lists those of a name.
func (c *Collector) units(device string) (list []unit) {
	names, _ := c.list(0, devices)
	for _, name := range names {
		rest, is := strings.CutPrefix(name, device)
		number, numbered := strings.CutPrefix(rest, "_")
		if _, ok := node.Unsigned([]byte(number)); !is || rest != "" && !(numbered && ok) {
			continue
		}
		kind, err := c.tree.Number(c.tree.Path(devices, name, "type"))
		if err != nil {
			continue
		}
		cpus, ok := c.processors(devices, name, "cpumask")
		if !ok {
			cpus, _ = c.processors("/sys/devices/system/cpu/online")
		}
		if number == "" {
			number = "0"
		}
		list = append(list, unit{name, number, uint32(kind), cpus})
	}
	return list
}

// processors reads a list of CPUs.
func (c *Collector) processors(path ...string) ([]int, bool) {
	text, err := c.tree.Text(c.tree.Path(path...))
	if err != nil {
		return nil, false
	}
	return node.ParseList(text)
}

// openRow opens the events of a unit on a CPU, and returns how many it could.
func (c *Collector) openRow(s *source, u unit, cpu int) (opened int, failed error) {
	device := strconv.Itoa(cpu)
	if s.pmu.place != perCPU {
		device = strconv.Itoa(c.socket(cpu))
		if s.pmu.place == perUnit {
			device += "/" + u.number
		}
	}
	add := func(key string, e *kernelEvent, shift uint) bool {
		if err := e.open(); err != nil {
			if failed == nil {
				failed = err
			}
			return false
		}
		opened++
		s.counter(device, s.typ.Index(key), shift, e)
		return true
	}
	for i, register := range s.pmu.eventsFor(&c.processor) {
		if register == 0 {
			continue
		}
		config := s.pmu.config(register)
		e := &kernelEvent{kind: u.kind, config: config, config1: c.filter(u.device, config), cpu: cpu}
		if register == mergeOfAMD || add(fmt.Sprintf("CTR%d", i), e, 0) {
			s.unitRow(device).controls[i] = register
		}
	}
	for _, f := range s.pmu.fixed {
		events, err := c.fixed(f, u, cpu)
		for _, e := range events {
			add(f.key, e, f.shift)
		}
		if failed == nil {
			failed = err
		}
	}
	return opened, failed
}

// socket is the package that a CPU is of.
func (c *Collector) socket(cpu int) int {
	socket, _ := c.tree.Number(c.tree.Path(fmt.Sprintf("sys/devices/system/cpu/cpu%d/topology/physical_package_id", cpu)))
	return int(max(socket, 0))
}

// fixed finds the events of a counter that has no control register. One of another device, which counts for each core, has
// several in a socket.
func (c *Collector) fixed(f fixedEvent, u unit, cpu int) ([]*kernelEvent, error) {
	e := kernelEvent{kind: u.kind, config: f.config, cpu: cpu}
	if f.name == "" {
		return []*kernelEvent{&e}, nil
	}
	text, err := c.tree.Text(c.tree.Path(devices, f.device, "events", f.name))
	if err != nil {
		return nil, err
	}
	kind, err := c.tree.Number(c.tree.Path(devices, f.device, "type"))
	if err != nil {
		return nil, err
	}
	number, is := strings.CutPrefix(text, "event=")
	if e.config, err = strconv.ParseUint(number, 0, 32); err != nil || !is {
		return nil, fmt.Errorf("%w: event %s of %s is %.40q", fs.ErrNotExist, f.name, f.device, text)
	}
	e.kind = uint32(kind)
	cpus, masked := c.processors(devices, f.device, "cpumask")
	if !masked || f.device == u.device {
		return []*kernelEvent{&e}, nil
	}
	var list []*kernelEvent
	for _, other := range cpus {
		if c.socket(other) == c.socket(cpu) {
			one := e
			one.cpu = other
			list = append(list, &one)
		}
	}
	return list, nil
}

// filter is what a look-up in the cache needs beside its event: the states of a line, all of them.
func (c *Collector) filter(device string, config uint64) uint64 {
	const lookup = 0x34
	if config&0xff != lookup {
		return 0
	}
	text, err := c.tree.Text(c.tree.Path(devices, device, "format/filter_state"))
	bits, is := strings.CutPrefix(text, "config1:")
	from, to, isRange := strings.Cut(bits, "-")
	low, err1 := strconv.ParseUint(from, 10, 6)
	high, err2 := strconv.ParseUint(to, 10, 6)
	if err != nil || !is || !isRange || err1 != nil || err2 != nil || high < low {
		return 0
	}
	return (1<<(high-low+1) - 1) << low
}

// unitRow returns the row of a device, new if there is none.
func (s *source) unitRow(device string) *unitRow {
	i := slices.IndexFunc(s.rows, func(r unitRow) bool { return r.device == device })
	if i < 0 {
		i = len(s.rows)
		s.rows = append(s.rows, unitRow{device: device, controls: make([]uint64, s.typ.controls())})
	}
	return &s.rows[i]
}

// counter adds an event to the key of a device.
func (s *source) counter(device string, key int, shift uint, e *kernelEvent) {
	r := s.unitRow(device)
	i := slices.IndexFunc(r.counters, func(c unitCounter) bool { return c.key == key })
	if i < 0 {
		i = len(r.counters)
		r.counters = append(r.counters, unitCounter{key: key, shift: shift})
	}
	r.counters[i].events = append(r.counters[i].events, e)
}

func (s *source) closePMU() {
	for _, r := range s.rows {
		for _, k := range r.counters {
			for _, e := range k.events {
				if e.descriptor >= 0 {
					closeEvent(e.descriptor)
				}
			}
		}
	}
	s.rows = nil
}

// counted writes the rows of a type of programmed counters. A counter has as many bits as its schema says, so that it
// starts again as the processor's own does.
func (c *Collector) programmed(s *source) error {
	for i := range s.rows {
		r := &s.rows[i]
		s.clear()
		copy(s.values, r.controls) // their keys are the first
		for k := range r.counters {
			n := &r.counters[k]
			sum := uint64(0)
			for _, e := range n.events {
				sum += e.count()
			}
			s.values[n.key] = sum >> n.shift & (1<<s.typ.Keys[n.key].Width - 1)
		}
		if err := s.row(r.device); err != nil {
			return err
		}
	}
	return nil
}
