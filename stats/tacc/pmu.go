package tacc

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// pmu is a type of programmed counters: for which processors it is, what counts, and what the monitor's version 2.3.5
// programs there. The control registers are written as that version sets them; the kernel is asked for the same events.
type pmu struct {
	typ    Type
	of     []generation
	when   func(p *processor) bool // nil: always
	device string                  // of /sys/bus/event_source/devices: NAME, or NAME_0, NAME_1, …
	place  place
	events []uint64 // by control register; 0: none
	fixed  []fixedEvent
	energy bool // no events, but what the registers of energy hold
}

// place is what a row is for.
type place uint8

const (
	perCPU place = iota
	perSocket
	perUnit // "SOCKET/NUMBER"
)

// fixedEvent is a counter without a control register: an event's number, or its name among the files of a device.
type fixedEvent struct {
	key, device, name string
	config            uint64
	shift             uint // fewer bits than the kernel's number has behind the point
}

// Bits of control registers that enable or restrict a counter, which is the kernel's to decide.
const (
	ofKernelCore = countsUser | countsKernel | enabled
	mergeOfAMD   = 0xf004000ff // makes a counter the upper half of the one before; the kernel does so by itself
)

// registers are the keys of a type: n control registers, n counters, and those without a control register.
func registers(name string, n, width int, unit string, fixed ...string) Type {
	t := Type{Name: name}
	for i := range n {
		t.Keys = append(t.Keys, Key{Name: fmt.Sprintf("CTL%d", i), Control: true})
	}
	for i := range n {
		t.Keys = append(t.Keys, Key{Name: fmt.Sprintf("CTR%d", i), Event: true, Unit: unit, Width: uint8(width)})
	}
	for _, key := range fixed {
		t.Keys = append(t.Keys, Key{Name: key, Event: true, Width: uint8(width)})
	}
	return t
}

var (
	coreKeys  = []string{"FIXED_CTR0", "FIXED_CTR1", "FIXED_CTR2"}
	coreFixed = []fixedEvent{{key: "FIXED_CTR0", config: 0xc0}, {key: "FIXED_CTR1", config: 0x3c}, {key: "FIXED_CTR2", config: 0x300}}

	// coreEvents are the events of a core, of which one with two threads has the first four.
	coreEvents = map[generation][]uint64{
		nehalem:     {0x43100f, 0x43200f, 0x431010, 0x438010},
		westmere:    {0x43100f, 0x43200f, 0x431010, 0x438010},
		sandyBridge: {0x4381d0, 0x4301d1, 0x4302d1, 0x4304d1, 0x430151, 0x438010, 0x431010, 0x430211},
		ivyBridge:   {0x4381d0, 0x4301d1, 0x4302d1, 0x4304d1, 0x430151, 0x438010, 0x431010, 0x430211},
		haswell:     {0x4381d0, 0x4301d1, 0x4302d1, 0x430151, 0x4304d1, 0x430108, 0x4301a2, 0x4307f1},
		broadwell:   {0x4381d0, 0x4301d1, 0x4302d1, 0x430151, 0x4304d1, 0x430108, 0x4301a2, 0x4307f1},
		landing:     {0x434004, 0x430204},
		skylake:     {0x4301c7, 0x4304c7, 0x4310c7, 0x4340c7, 0x4302c7, 0x4308c7, 0x4320c7, 0x4380c7},
		iceLake:     {0x4301c7, 0x4304c7, 0x4310c7, 0x4340c7, 0x4302c7, 0x4308c7, 0x4320c7, 0x4380c7},
		// Of AMD, floating-point operations and stalls at dispatch have other numbers before Zen 2 and after Zen 3.
		zen1: {0, 0, 0x4300c2, 0x4300c3, 0, 0},
		zen2: {0x43ff03, mergeOfAMD, 0x4300c2, 0x4300c3, 0x4308af, 0x43ffae},
		zen3: {0x43ff03, mergeOfAMD, 0x4300c2, 0x4300c3, 0x4308af, 0x43ffae},
		zen4: {0, 0, 0x4300c2, 0x4300c3, 0, 0},
	}
)

// pmus are all of version 2.3.5 that the kernel counts.
var pmus = sync.OnceValue(func() []pmu {
	all := []pmu{
		{typ: registers("amd64_df", 4, 48, ""), of: []generation{zen2, zen3}, device: "amd_df", events: []uint64{0x403807, 0x403847, 0x403887, 0x4038c7}},
		{typ: registers("amd64_pmc", 6, 48, "", "INST_RETIRED", "APERF", "MPERF"), of: []generation{zen1, zen2, zen3, zen4}, device: "cpu", fixed: []fixedEvent{
			{key: "INST_RETIRED", config: 0xc0}, {key: "APERF", device: "msr", name: "aperf"}, {key: "MPERF", device: "msr", name: "mperf"},
		}},
		energyOf("amd64_rapl", []generation{zen1, zen2, zen3, zen4},
			fixedEvent{key: "MSR_CORE_ENERGY_STAT", device: "power_core", name: "energy-core", shift: 16},
			fixedEvent{key: "MSR_PKG_ENERGY_STAT", device: "power", name: "energy-pkg", shift: 16}),
		{typ: registers("intel_4pmc3", 4, 48, "", coreKeys...), of: []generation{nehalem, westmere, sandyBridge, ivyBridge, haswell, broadwell, skylake}, device: "cpu", fixed: coreFixed,
			when: func(p *processor) bool { return p.threaded || len(coreEvents[p.generation]) == 4 }},
		{typ: registers("intel_8pmc3", 8, 48, "", coreKeys...), of: []generation{sandyBridge, ivyBridge, haswell, broadwell, skylake, iceLake}, device: "cpu", fixed: coreFixed,
			when: func(p *processor) bool { return !p.threaded || p.generation == iceLake }},
		{typ: registers("intel_knl", 2, 40, "", coreKeys...), of: []generation{landing}, device: "cpu", fixed: coreFixed},
		{typ: registers("intel_pcu", 4, 48, "", "FIXED_CTR0", "FIXED_CTR1"), of: []generation{sandyBridge, ivyBridge, haswell, broadwell}, device: "uncore_pcu", place: perSocket,
			events: []uint64{0x1400004, 0x1400005, 0x1400081, 0x1400082}},
		energyOf("intel_rapl", []generation{sandyBridge, ivyBridge, haswell, broadwell, landing, skylake, iceLake},
			fixedEvent{key: "MSR_PKG_ENERGY_STATUS", device: "power", name: "energy-pkg", shift: 18},
			fixedEvent{key: "MSR_PP0_ENERGY_STATUS", device: "power", name: "energy-cores", shift: 18},
			fixedEvent{key: "MSR_DRAM_ENERGY_STATUS", device: "power", name: "energy-ram", shift: 16}),
		{typ: registers("intel_skx_cha", 4, 48, ""), of: []generation{skylake}, device: "uncore_cha", place: perUnit, events: []uint64{0x40073d, 0x403334, 0x400757, 0x400534}},
		{typ: registers("intel_skx_imc", 4, 48, ""), of: []generation{skylake}, device: "uncore_imc", place: perUnit, events: []uint64{0x400304, 0x400c04, 0x400b01, 0x400102}},
	}
	for _, g := range []struct {
		generation
		name         string
		width        int // of the counters of the cache's units
		cbo          []uint64
		activateMask uint64
	}{
		{sandyBridge, "snb", 44, []uint64{0x1400334, 0x1400534, 0x1400f1e, 0x140001f}, 0x00},
		{ivyBridge, "ivb", 44, []uint64{0x1400334, 0x1400534, 0x1400f1e, 0x140001f}, 0x0b},
		{haswell, "hsw", 48, []uint64{0x1400111, 0x1400334, 0x1400f1e, 0x1400534}, 0x0b},
		{broadwell, "bdw", 48, []uint64{0x1400111, 0x1400334, 0x1400f1e, 0x1400534}, 0x0b},
	} {
		unit := func(name, device string, width int, unit string, events []uint64, fixed ...string) pmu {
			p := pmu{typ: registers("intel_"+g.name+"_"+name, 4, width, unit, fixed...), of: []generation{g.generation}, device: device, place: perUnit, events: events}
			for _, key := range fixed {
				p.fixed = append(p.fixed, fixedEvent{key: key, config: 0xff})
			}
			return p
		}
		all = append(all,
			unit("cbo", "uncore_cbox", g.width, "", g.cbo),
			unit("hau", "uncore_ha", 48, "", []uint64{0x1400301, 0x1400c01, 0x1400000, 0x1400f1a}),
			unit("imc", "uncore_imc", 48, "", []uint64{0x1400304, 0x1400c04, 0x1400001 | g.activateMask<<8, 0x1400102}, "FIXED_CTR"),
			unit("qpi", "uncore_qpi", 48, "flt", []uint64{0x600100, 0x600400, 0x600802, 0x600403}),
			unit("r2pci", "uncore_r2pcie", 44, "", []uint64{0x1400424, 0x1400f09, 0x1400f07, 0x1400f08}))
	}
	slices.SortFunc(all, func(a, b pmu) int { return strings.Compare(a.typ.Name, b.typ.Name) })
	return all
})

// energyOf is a type of energies. Its schema says mJ, but its numbers are those of the registers, which readers know:
// 2^-14 J, and of memory and of AMD 2^-16 J, where the kernel has 2^-32 J.
func energyOf(name string, of []generation, fixed ...fixedEvent) pmu {
	p := pmu{typ: Type{Name: name}, of: of, device: "power", place: perSocket, fixed: fixed, energy: true}
	for _, f := range fixed {
		p.typ.Keys = append(p.typ.Keys, Key{Name: f.key, Event: true, Width: 32, Unit: "mJ"})
	}
	return p
}

// fits reports whether a type is for a processor.
func (m *pmu) fits(p *processor) bool {
	return slices.Contains(m.of, p.generation) && (m.when == nil || m.when(p))
}

// eventsFor are the values of the control registers.
func (m *pmu) eventsFor(p *processor) []uint64 {
	if m.device == "cpu" {
		list := coreEvents[p.generation]
		return list[:min(len(list), m.typ.controls())]
	}
	return m.events
}

// controls counts the control registers.
func (t *Type) controls() (n int) {
	for i := range t.Keys {
		if t.Keys[i].Control {
			n++
		}
	}
	return n
}

// config is what the kernel is asked for: the register without what enables it. It decides on these bits by itself.
func (m *pmu) config(register uint64) uint64 {
	if m.device == "cpu" {
		return register &^ ofKernelCore
	}
	return register &^ enabled
}
