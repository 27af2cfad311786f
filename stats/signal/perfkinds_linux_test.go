package signal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/stats/internal/node"
	"github.com/go-hpc/timers/stats/internal/node/nodetest"
)

// hybrid lays out a processor whose first four CPUs are of one kind and the other four of another, and emulates its
// kernel: an event that names no kind is one of the first, and counts nothing on other CPUs.
type hybrid struct {
	t      *testing.T
	m      *nodetest.Machine
	events []*hybridEvent
	fault  func(kind uint64, cpu int) error
}

type hybridEvent struct {
	perfevent.Count
	file        int
	number      uint64
	kind        uint64
	thread, cpu int
}

const performance, efficient = 4, 10

func newHybrid(t *testing.T) *hybrid {
	h := &hybrid{t: t, m: nodetest.New(t, "")}
	for file, text := range map[string]string{"cpu_core/type": "4", "cpu_core/cpus": "0-3", "cpu_atom/type": "10", "cpu_atom/cpus": "4-7", "cpu_x/type": "11", "uncore_imc_0/type": "12"} {
		h.m.Write("sys/bus/event_source/devices/"+file, text+"\n")
	}
	for cpu := range 8 {
		at := fmt.Sprintf("sys/devices/system/cpu/cpu%d/topology/", cpu)
		h.m.Write(at+"core_id", strconv.Itoa(cpu)+"\n")
		h.m.Write(at+"physical_package_id", "0\n")
	}
	real := perfEventOpen
	t.Cleanup(func() { perfEventOpen = real })
	folder := t.TempDir()
	perfEventOpen = func(attr *unix.PerfEventAttr, thread, cpu, _ int) (int, error) {
		e := &hybridEvent{number: attr.Config & (1<<32 - 1), kind: attr.Config >> 32, thread: thread, cpu: cpu}
		if attr.Type == unix.PERF_TYPE_HARDWARE && e.kind == 0 {
			e.kind = performance
		}
		if h.fault != nil {
			if err := h.fault(e.kind, cpu); err != nil {
				return -1, os.NewSyscallError("perf_event_open", err)
			}
		}
		if attr.Type == unix.PERF_TYPE_HARDWARE && cpu >= 0 && (cpu < 4) != (e.kind == performance) {
			return -1, os.NewSyscallError("perf_event_open", unix.ENOENT)
		}
		var err error
		e.file, err = unix.Open(filepath.Join(folder, strconv.Itoa(len(h.events))), unix.O_RDWR|unix.O_CREAT|unix.O_CLOEXEC, 0o600)
		h.events = append(h.events, e)
		h.publish(e)
		return e.file, err
	}
	return h
}

// run lets threads run for some time on cores of a kind, where a part of it is counted, at a count each nanosecond.
func (h *hybrid) run(kind, time, part uint64) {
	for _, e := range h.events {
		if e.cpu >= 0 && e.kind != kind {
			continue // another CPU
		}
		e.Enabled += time
		if e.kind == kind {
			e.Running += part
			e.Value += part
		}
		h.publish(e)
	}
}

func (h *hybrid) publish(e *hybridEvent) {
	h.t.Helper()
	var text []byte
	for _, v := range []uint64{e.Value, e.Enabled, e.Running} {
		text = binary.NativeEndian.AppendUint64(text, v)
	}
	if _, err := unix.Pwrite(e.file, text, 0); err != nil && !errors.Is(err, unix.EBADF) {
		h.t.Fatal(err)
	}
}

func (h *hybrid) read(m meter) int64 {
	h.t.Helper()
	for _, e := range h.events {
		_, _ = unix.Seek(e.file, 0, 0) // a closed one does not matter
	}
	n, err := m.steps(0)
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

// What a thread does on cores of both kinds is counted once, also where each kind's counters are shared with others.
func TestEventOfThreadOnBothKindsOfCores(t *testing.T) {
	h := newHybrid(t)
	e := event{types: []eventType{hardware(unix.PERF_COUNT_HW_INSTRUCTIONS)}, cores: coreKinds(&node.Tree{Root: h.m.Root})}
	if err := e.probe(0, -1); err != nil {
		t.Fatal(err)
	}
	h.events = nil
	m, err := e.openThreads([]int{7})
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	if len(h.events) != 2 || h.events[0].kind != performance || h.events[1].kind != efficient || h.events[1].number != unix.PERF_COUNT_HW_INSTRUCTIONS {
		t.Fatalf("opened %+v", h.events)
	}
	h.run(performance, 1000, 1000)
	h.run(efficient, 300, 300)
	if got := h.read(m); got != 1300 || m.counted() != 1 {
		t.Errorf("counted %d for %v of the time, want 1300", got, m.counted())
	}
	h.run(efficient, 700, 350)
	h.run(performance, 1000, 650)
	if got := h.read(m); got != 3000*2300/2300 || m.counted() >= 1 {
		t.Errorf("counted %d for %v of the time, want 3000 as an estimate", got, m.counted())
	}
}

// An event of a CPU is one of its kind of cores.
func TestEventOfCPUOfEachKind(t *testing.T) {
	h := newHybrid(t)
	e := event{counted: hardware(unix.PERF_COUNT_HW_CPU_CYCLES), cores: coreKinds(&node.Tree{Root: h.m.Root})}
	for cpu, kind := range map[int]uint64{0: performance, 3: performance, 4: efficient, 7: efficient} {
		m, err := e.openCPU(cpu)
		if err != nil {
			t.Errorf("CPU %d: %v", cpu, err)
			continue
		}
		if opened := h.events[len(h.events)-1]; opened.kind != kind {
			t.Errorf("CPU %d: an event of kind %d, want %d", cpu, opened.kind, kind)
		}
		h.run(kind, 100, 100)
		if got := h.read(m); got != 100 {
			t.Errorf("CPU %d: %d", cpu, got)
		}
		if err := m.close(); err != nil {
			t.Error(err)
		}
	}
	software := event{counted: software(unix.PERF_COUNT_SW_PAGE_FAULTS), cores: e.cores}
	if kinds := software.kindsOf(-1); len(kinds) != 1 || kinds[0].kind != 0 {
		t.Errorf("page faults are counted on %+v", kinds)
	}
}

// A platform finds its events where both kinds of cores have them, and says which lacks one.
func TestFindEventsOfKindsOfCores(t *testing.T) {
	h := newHybrid(t)
	find := func() *Platform {
		p := &Platform{tree: node.Tree{Root: h.m.Root}, real: true, sources: make(map[string]*source), absences: make(map[string]Absence)}
		p.topo = p.findTopology()
		p.findEvents()
		return p
	}
	p := find()
	for _, name := range []string{"INSTRUCTIONS", "CPU_INSTRUCTIONS_RETIRED", "CPU_CYCLES_THREAD"} {
		if p.sources[name] == nil {
			t.Errorf("%s is absent: %+v", name, p.absences[name])
		}
	}
	h.fault = func(kind uint64, _ int) error {
		if kind == efficient {
			return unix.ENOENT
		}
		return nil
	}
	open := len(h.events)
	p = find()
	for _, name := range []string{"INSTRUCTIONS", "CPU_INSTRUCTIONS_RETIRED"} {
		if a, is := p.absences[name]; !is || !strings.Contains(fmt.Sprint(a), "cpu_atom") {
			t.Errorf("%s: %+v, want one that cpu_atom lacks", name, a)
		}
	}
	if p.sources["CPU_PAGE_FAULTS"] == nil {
		t.Error("page faults are absent, which no core counts")
	}
	for _, e := range h.events[open:] {
		if _, err := unix.FcntlInt(uintptr(e.file), unix.F_GETFD, 0); err == nil {
			t.Error("an event stayed open")
			break
		}
	}
}

func TestCoreKinds(t *testing.T) {
	h := newHybrid(t)
	tree := &node.Tree{Root: h.m.Root}
	got := coreKinds(tree)
	if len(got) != 2 || got[0].name != "cpu_core" || got[1].name != "cpu_atom" || !slices.Equal(got[1].cpus, []int{4, 5, 6, 7}) {
		t.Errorf("%+v", got)
	}
	h.m.Remove("sys/bus/event_source/devices/cpu_atom")
	if got := coreKinds(tree); got != nil {
		t.Errorf("one kind alone: %+v", got)
	}
	h.m.Write("sys/bus/event_source/devices/cpu_atom/type", "x\n")
	h.m.Write("sys/bus/event_source/devices/cpu_atom/cpus", "4-\n")
	if got := coreKinds(tree); got != nil {
		t.Errorf("a kind that cannot be read: %+v", got)
	}
}
