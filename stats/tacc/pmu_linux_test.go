package tacc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/internal/node"
	"github.com/go-hpc/timers/stats/internal/node/nodetest"
)

// emulatedPMU is the kernel's events on a tree of files. An event counts in step with its number; where more are open on
// a CPU than there are counters, each counts for a part of the time only.
type emulatedPMU struct {
	t        *testing.T
	counters int
	fault    func(kind uint32, config uint64, cpu int) error
	events   map[int]*emulatedEvent
	offline  map[int]bool
}

type emulatedEvent struct {
	kind            uint32
	config, config1 uint64
	cpu             int
	perfevent.Count
	gone bool
}

func emulatePMU(t *testing.T, counters int) *emulatedPMU {
	p := &emulatedPMU{t: t, counters: counters, events: make(map[int]*emulatedEvent), offline: make(map[int]bool)}
	realOpen, realRead, realMay := perfEventOpen, readEvent, mayCount
	t.Cleanup(func() { perfEventOpen, readEvent, mayCount = realOpen, realRead, realMay })
	perfEventOpen, readEvent, mayCount = p.open, p.read, func(*node.Tree) bool { return true }
	return p
}

func (p *emulatedPMU) open(attr *perfevent.Attr, thread, cpu, group int) (int, error) {
	if thread != -1 || group != -1 || attr.Bits != 0 {
		p.t.Errorf("an event of thread %d in group %d with bits %x; want all of a CPU, alone", thread, group, attr.Bits)
	}
	if p.offline[cpu] {
		return -1, os.NewSyscallError("perf_event_open", unix.ENODEV)
	}
	if p.fault != nil {
		if err := p.fault(attr.Type, attr.Config, cpu); err != nil {
			return -1, os.NewSyscallError("perf_event_open", err)
		}
	}
	descriptor, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		p.t.Fatal(err)
	}
	p.events[descriptor] = &emulatedEvent{kind: attr.Type, config: attr.Config, config1: attr.Ext1, cpu: cpu}
	return descriptor, nil
}

func (p *emulatedPMU) read(descriptor int) (perfevent.Count, error) {
	e := p.events[descriptor]
	if e == nil {
		return perfevent.Count{}, unix.EBADF
	}
	return e.Count, nil
}

// work lets time pass in which an event with the number n happens n times a microsecond, and more on higher CPUs.
func (p *emulatedPMU) work(time uint64) {
	load := make(map[int]int)
	for _, e := range p.events {
		load[e.cpu]++
	}
	for _, e := range p.events {
		if e.gone || p.offline[e.cpu] {
			e.gone = true // and stands still also when the CPU is back
			continue
		}
		part := time
		if load[e.cpu] > p.counters {
			part = time * uint64(p.counters) / uint64(load[e.cpu])
		}
		e.Enabled += time
		e.Running += part
		e.Value += part * (e.config%1000 + uint64(e.cpu))
	}
}

// server lays out a node of two sockets with four processors of some kind, and the counters that its kernel has.
func server(t *testing.T, cpuinfo string, devices ...string) *nodetest.Machine {
	m := nodetest.New(t, "cluster-node")
	m.Write("proc/cpuinfo", cpuinfo)
	m.Write("sys/devices/system/cpu/online", "0-3\n")
	for cpu := range 4 {
		m.Write(fmt.Sprintf("sys/devices/system/cpu/cpu%d/topology/physical_package_id", cpu), fmt.Sprintf("%d\n", cpu/2))
	}
	for i, d := range devices {
		name, mask, _ := strings.Cut(d, ":")
		at := "sys/bus/event_source/devices/" + name
		m.Write(at+"/type", fmt.Sprintf("%d\n", 4+i))
		if mask != "" {
			m.Write(at+"/cpumask", mask+"\n")
		}
	}
	return m
}

const haswellInfo = "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 63\nsiblings\t: 2\ncpu cores\t: 2\n\n"

func haswellServer(t *testing.T) *nodetest.Machine {
	m := server(t, haswellInfo, "cpu", "uncore_cbox_0:0,2", "uncore_cbox_1:0,2", "uncore_ha_0:0,2", "uncore_imc_0:0,2", "uncore_imc_free_running_0:0,2",
		"uncore_qpi_0:0,2", "uncore_r2pcie:0,2", "uncore_pcu:0,2", "power:0,2")
	m.Write("sys/bus/event_source/devices/uncore_cbox_0/format/filter_state", "config1:17-22\n")
	m.Write("sys/bus/event_source/devices/uncore_cbox_1/format/filter_state", "config1:17-22\n")
	m.Write("sys/bus/event_source/devices/power/events/energy-pkg", "event=0x02\n")
	m.Write("sys/bus/event_source/devices/power/events/energy-ram", "event=0x03\n")
	return m
}

// What is written of a node's counters is read back by the rules of the original's readers: names of events, what they
// counted, for each processor and unit.
func TestProgrammedCounters(t *testing.T) {
	p := emulatePMU(t, 64)
	m := haswellServer(t)
	dir, now := t.TempDir(), time.Unix(1700000000, 0)
	open := func() *Node {
		n, err := OpenNode(dir, NodeOptions{CollectorOptions: CollectorOptions{Root: m.Root}, Clock: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	n := open()
	for i, err := range []error{n.Begin("5"), n.Rotate()} {
		if err != nil {
			t.Fatal(i, err)
		}
	}
	now = now.Add(10 * time.Second)
	p.work(1e7)
	if err := errors.Join(n.End("5"), n.Close()); err != nil {
		t.Fatal(err)
	}
	if open := slices.Collect(func(yield func(int) bool) {
		for d := range p.events {
			if _, err := unix.FcntlInt(uintptr(d), unix.F_GETFD, 0); err == nil {
				yield(d)
			}
		}
	}); len(open) > 0 {
		t.Errorf("%d events of %d are open after Close", len(open), len(p.events))
	}
	text, err := os.ReadFile(dir + "/" + n.Host() + "/current")
	if err != nil {
		t.Fatal(err)
	}
	checked(t, text)
	d := new(Data)
	if err := d.Add("x", bytes.NewReader(text)); err != nil || d.FaultTotal() > 0 {
		t.Fatal(err, d.Faults)
	}
	r := Correct(d)
	for _, c := range []struct {
		typ, device, key, event string
		config, cpu             uint64
	}{
		{"intel_8pmc3", "3", "CTR0", "LOAD_OPS_ALL", 0x81d0, 3},
		{"intel_8pmc3", "0", "CTR7", "L2_LINES_IN_ALL", 0x07f1, 0},
		{"intel_8pmc3", "1", "FIXED_CTR2", "CLOCKS_UNHALTED_REF", 0x300, 1},
		{"intel_hsw_cbo", "1/1", "CTR1", "LLC_LOOKUP_DATA_READ", 0x1000334, 2},
		{"intel_hsw_hau", "0/0", "CTR1", "WRITE_REQUESTS", 0x1000c01, 0},
		{"intel_hsw_imc", "1/0", "CTR0", "CAS_READS", 0x1000304, 2},
		{"intel_hsw_imc", "1/0", "FIXED_CTR", "CYCLES", 0xff, 2},
		{"intel_hsw_qpi", "0/0", "CTR2", "G1_DRS_DATA", 0x200802, 0},
		{"intel_hsw_r2pci", "1/0", "CTR0", "TRANSMITS", 0x1000424, 2},
		{"intel_pcu", "1", "CTR0", "MAX_TEMP_CYCLES", 0x1000004, 2},
	} {
		s := r.find(t, c.typ, c.device, c.key)
		last := len(s.Delta) - 1
		if want := 1e7 * (c.config%1000 + c.cpu); s.Event != c.event || s.Delta[last] != want {
			t.Errorf("%s %s %s: %q counted %d; want %q, %d", c.typ, c.device, c.key, s.Event, s.Delta[last], c.event, want)
		}
	}
	// Energies have the steps of the registers: 2^-32 J become 2^-14 J, and of memory 2^-16 J.
	if s := r.find(t, "intel_rapl", "1", "MSR_PKG_ENERGY_STATUS"); s.Raw[len(s.Raw)-1] != 1e7*(2+2)>>18 {
		t.Errorf("energy %d", s.Raw)
	}
	if s := r.find(t, "intel_rapl", "1", "MSR_DRAM_ENERGY_STATUS"); s.Raw[len(s.Raw)-1] != 1e7*(3+2)>>16 {
		t.Errorf("energy of memory %d", s.Raw)
	}
	for _, e := range p.events {
		if want := map[bool]uint64{true: 0x7e0000}[e.config&0xff == 0x34]; (e.kind == 5 || e.kind == 6) && e.config1 != want {
			t.Errorf("event %x of the cache looks at states %x, want %x", e.config, e.config1, want)
		}
	}
}

// AMD's registers: the counter behind that of operations is its upper half, energies of cores are summed up by socket.
func TestProgrammedCountersOfAMD(t *testing.T) {
	p := emulatePMU(t, 64)
	m := server(t, "vendor_id : AuthenticAMD\ncpu family : 25\nmodel : 1\n\n", "cpu", "amd_df:0,2", "msr", "power:0,2", "power_core:0-3")
	for name, event := range map[string]string{"msr/events/aperf": "event=0x01", "msr/events/mperf": "event=0x02", "power/events/energy-pkg": "event=0x02", "power_core/events/energy-core": "event=0x01"} {
		m.Write("sys/bus/event_source/devices/"+name, event+"\n")
	}
	c := collector(t, m.Root, []string{"amd64_df", "amd64_pmc", "amd64_rapl"})
	defer c.Close()
	p.work(1e6)
	var b bytes.Buffer
	collectOnce(t, c, &b)
	for _, want := range []string{
		"amd64_df 2 4208647 4208711 4208775 4208839 345000000 409000000 473000000 537000000",
		"amd64_pmc 3 4456195 64428703999 4391106 4391107 4393135 4456366 286000000 0 197000000 198000000 226000000 457000000 195000000 4000000 5000000",
		fmt.Sprintf("amd64_rapl 1 %d %d", 1e6*(1+2+1+3)>>16, 1e6*(2+2)>>16),
	} {
		if !strings.Contains(b.String(), want+"\n") {
			t.Errorf("no row %q in\n%s", want, b.String())
		}
	}
}

// More events than counters: what is written is the estimate, which never goes down, and no longer than the schema says.
func TestProgrammedCountersMultiplexed(t *testing.T) {
	p := emulatePMU(t, 4)
	c := collector(t, haswellServer(t).Root, []string{"intel_8pmc3"})
	defer c.Close()
	s := c.sources[0]
	read := func() uint64 {
		var b bytes.Buffer
		collectOnce(t, c, &b)
		return s.rows[0].counters[0].events[0].highest
	}
	p.work(11e6)
	if got, want := read(), uint64(11e6*(0x81d0%1000)); got != want {
		t.Errorf("counted %d, want %d", got, want)
	}
	for _, e := range p.events {
		e.Value, e.Enabled = e.Value-1, e.Enabled+1
	}
	if got, want := read(), uint64(11e6*(0x81d0%1000)); got < want {
		t.Errorf("an estimate went down from %d to %d", want, got)
	}
	for _, e := range p.events {
		e.Count = perfevent.Count{Value: 1<<48 + 7, Enabled: 1 << 40, Running: 1 << 40}
	}
	var b bytes.Buffer
	collectOnce(t, c, &b)
	if !strings.Contains(b.String(), " 7 7 7 7 7 7 7 7 7 7 7\n") {
		t.Errorf("counters of 48 bits:\n%s", b.String())
	}
}

// The events of a CPU that goes offline stand still; when it is back they go on from there.
func TestProgrammedCountersOffline(t *testing.T) {
	p := emulatePMU(t, 64)
	c := collector(t, haswellServer(t).Root, []string{"intel_8pmc3"})
	defer c.Close()
	instructions := func() uint64 {
		for _, r := range c.sources[0].rows {
			for _, k := range r.counters {
				for _, e := range k.events {
					e.moved = e.moved.Add(-time.Second)
				}
			}
		}
		var b bytes.Buffer
		collectOnce(t, c, &b)
		d, err := Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range d.Tables {
			for i := range table.Rows() {
				if _, device, values, _ := table.Row(i); device == "3" {
					return values[table.Type.Index("FIXED_CTR0")]
				}
			}
		}
		t.Fatal("no row of the CPU")
		return 0
	}
	const rate = 0xc0 + 3
	for i, step := range []struct {
		offline bool
		want    uint64
	}{{false, 1000 * rate}, {false, 2000 * rate}, {true, 2000 * rate}, {true, 2000 * rate}, {false, 2000 * rate}, {false, 3000 * rate}, {false, 4000 * rate}} {
		p.offline[3] = step.offline
		p.work(1000)
		if got := instructions(); got != step.want {
			t.Errorf("step %d: %d, want %d", i, got, step.want)
		}
	}
}

// What is missing has its reason, and what the administrator could do.
func TestProgrammedCountersMissing(t *testing.T) {
	p := emulatePMU(t, 64)
	m := haswellServer(t)
	m.Write("proc/sys/kernel/perf_event_paranoid", "2\n")
	reason := func(o CollectorOptions, typ string) string {
		o.Root = m.Root
		c, err := NewCollector(o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for _, missing := range c.Missing() {
			if missing.Type == typ {
				return missing.Reason.Error()
			}
		}
		return ""
	}
	expect := func(what, got string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q, want %q", what, got, w)
			}
		}
	}
	all := CollectorOptions{}
	expect("of another maker", reason(all, "amd64_pmc"), "for Zen, Zen 2", "this is GenuineIntel family 6 model 63 (Haswell)")
	expect("with other threads", reason(all, "intel_4pmc3"), "with two threads a core")
	expect("never", reason(all, "ib_sw"), "the fabric")
	expect("for a moment", reason(CollectorOptions{Briefly: true}, "intel_8pmc3"), "stats daemon")
	if got := reason(all, "intel_8pmc3"); got != "" {
		t.Errorf("missing: %s", got)
	}
	p.fault = func(uint32, uint64, int) error { return unix.EACCES }
	expect("forbidden", reason(all, "intel_hsw_imc"), "not permitted", "perf_event_paranoid=0 or less, now 2", "CAP_PERFMON")
	_, err := NewCollector(CollectorOptions{Root: m.Root, Types: []string{"cpu", "intel_hsw_imc"}})
	if !errors.Is(err, perfevent.ErrDenied) {
		t.Errorf("asked for by name: %v", err)
	}
	p.fault = func(uint32, uint64, int) error { return unix.ENOENT }
	expect("without the events", reason(all, "intel_hsw_imc"), "not on this machine")
	p.fault = nil
	m.Remove("sys/bus/event_source/devices/cpu")
	expect("a virtual machine", reason(all, "intel_8pmc3"), "no /sys/bus/event_source/devices/cpu, as in most virtual machines")
	if mayCount = func(*node.Tree) bool { return false }; true {
		expect("recorded files", reason(all, "intel_hsw_imc"), "a tree of files")
	}
}

// One event that the processor lacks leaves the others: its register reads 0.
func TestProgrammedCountersPartly(t *testing.T) {
	p := emulatePMU(t, 64)
	p.fault = func(_ uint32, config uint64, _ int) error {
		if config == 0x81d0 {
			return unix.EINVAL
		}
		return nil
	}
	c := collector(t, haswellServer(t).Root, []string{"intel_8pmc3"})
	defer c.Close()
	p.work(1000)
	var b bytes.Buffer
	collectOnce(t, c, &b)
	if want := "intel_8pmc3 0 0 4391377 4391633 4391249 4392145 4391176 4391330 4392945 0 "; !strings.Contains(b.String(), want) {
		t.Errorf("no %q in\n%s", want, b.String())
	}
}

func TestProgrammedCountersAllocateNothing(t *testing.T) {
	p := emulatePMU(t, 64)
	c := collector(t, haswellServer(t).Root, []string{"intel_8pmc3", "intel_hsw_imc", "intel_rapl"})
	defer c.Close()
	w, err := NewWriter(new(bytes.Buffer), c.Header(), c.Types())
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(20, func() {
		for _, e := range p.events {
			e.Enabled++ // one that stands still is opened anew after a while
		}
		if err := errors.Join(w.Start(1, "-"), c.Collect(w, nil)); err != nil {
			t.Error(err)
		}
	}); n >= 1 && !race.Enabled {
		t.Errorf("%v allocations a sample", n)
	}
}
