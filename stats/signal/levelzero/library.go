//go:build linux && (amd64 || arm64)

package levelzero

import (
	"encoding/binary"
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/pcibus"
	"github.com/go-hpc/timers/stats/signal"
	"github.com/go-hpc/timers/stats/signal/internal/library"
)

// name is that of the library; tests have another.
var name = "libze_loader.so.1"

// What ze_api.h and zes_api.h call these.
const (
	typePCIProperties, typeEngineProperties                        = 0x2, 0x5
	typeFrequencyProperties, typePowerProperties                   = 0x9, 0xd
	typeTemperatureProperties, typeFrequencyState, typeMemoryState = 0x14, 0x1b, 0x1e

	engineAll, engineCompute, frequencyGPU, temperatureGlobal, temperatureGPU = 0, 1, 0, 0, 1
)

var terms = library.Terms{
	Prefix: "levelzero", Format: "%#x", NotSupported: 0x78000003, NoPermission: 0x70010000, Lost: 0x70000001,
}

// device has the handles of what is read of an accelerator; 0 for what it does not have.
type device struct {
	power, temperature uintptr
	engines            []uintptr // all of them as one, or what computes, of the whole device, or of its tiles
	frequencies        []uintptr // of the whole device, or of its tiles
	memories           []uintptr
	address            string

	mu   sync.Mutex // of the readings before
	used [2]activity
}

// activity is a counter with the time of the reading, in µs: of energy, and of an engine.
type activity struct{ value, at uint64 }

// devices is what the library tells of, as zes_api.h declares it.
type devices struct {
	library *library.Library
	list    []*device
}

// opened is the library, of all Platforms.
var opened = sync.OnceValues(load)

func open() (signal.GPUs, error) {
	if !experimental.On {
		return nil, experimental.Missing("Level Zero's sysman")
	}
	return opened()
}

func load() (signal.GPUs, error) {
	l, err := library.Open(name, terms, []string{"zesInit", "zesDriverGet", "zesDeviceGet"}, []string{
		"zesDeviceEnumPowerDomains", "zesPowerGetProperties", "zesPowerGetEnergyCounter",
		"zesDeviceEnumFrequencyDomains", "zesFrequencyGetProperties", "zesFrequencyGetState",
		"zesDeviceEnumEngineGroups", "zesEngineGetProperties", "zesEngineGetActivity",
		"zesDeviceEnumTemperatureSensors", "zesTemperatureGetProperties", "zesTemperatureGetState",
		"zesDeviceEnumMemoryModules", "zesMemoryGetState", "zesDevicePciGetProperties",
	})
	if err != nil {
		return nil, err
	}
	d := &devices{library: l}
	if err := d.library.Call("zesInit", 0); err != nil {
		return nil, err
	}
	drivers, err := d.handles("zesDriverGet")
	if err != nil {
		return nil, err
	}
	for _, driver := range drivers {
		handles, err := d.handles("zesDeviceGet", driver)
		if err != nil {
			return nil, err
		}
		for _, h := range handles {
			d.list = append(d.list, d.look(h))
		}
	}
	if len(d.list) == 0 {
		return nil, fmt.Errorf("%s finds no accelerator", name)
	}
	return d, nil
}

// handles returns what a function enumerates, of one thing or of all: it is asked for their number first.
func (d *devices) handles(function string, of ...uintptr) ([]uintptr, error) {
	count := new(uint32)
	ask := func(list *uintptr) error {
		if len(of) == 0 {
			return d.library.Call(function, uintptr(unsafe.Pointer(count)), uintptr(unsafe.Pointer(list)))
		}
		return d.library.Call(function, of[0], uintptr(unsafe.Pointer(count)), uintptr(unsafe.Pointer(list)))
	}
	if err := ask(nil); err != nil || *count == 0 {
		return nil, err
	}
	list := make([]uintptr, *count)
	err := ask(&list[0])
	return list[:min(int(*count), len(list))], err
}

// properties has room for those of any kind.
type properties struct {
	structure uint32
	next      uintptr
	first     [4]byte // the kind; of power domains, whether it is one of a part: a ze_bool_t is one byte, and what follows it is anything
	second    [4]byte // whether it is one of a part
	_         [12]uint64
}

// pciProperties is zes_pci_properties_t.
type pciProperties struct {
	structure                     uint32
	next                          uintptr
	domain, bus, device, function uint32
	_                             [8]uint64 // speed, and what is counted
}

// find returns the component of the whole device that is of one of the kinds, the first kind first; 0 if there is none. Parts are
// those of its tiles that are of one of the kinds.
func (d *devices) find(h uintptr, enumerate, ask string, structure uint32, kinds ...uint32) (whole uintptr, parts []uintptr) {
	list, _ := d.handles(enumerate, h) // an error stands for none
	for _, kind := range kinds {
		for _, component := range list {
			p := &properties{structure: structure}
			if d.library.Call(ask, component, uintptr(unsafe.Pointer(p))) != nil {
				continue
			}
			part := p.second[0]
			if structure == typePowerProperties {
				part = p.first[0]
			} else if binary.NativeEndian.Uint32(p.first[:]) != kind {
				continue
			}
			if part == 0 {
				return component, nil
			}
			parts = append(parts, component)
		}
	}
	return 0, parts
}

func (d *devices) look(h uintptr) *device {
	of := &device{}
	of.power, _ = d.find(h, "zesDeviceEnumPowerDomains", "zesPowerGetProperties", typePowerProperties, 0)
	for _, kind := range []uint32{engineAll, engineCompute} {
		whole, tiles := d.find(h, "zesDeviceEnumEngineGroups", "zesEngineGetProperties", typeEngineProperties, kind)
		if whole != 0 {
			tiles = []uintptr{whole}
		}
		if of.engines = tiles; len(tiles) > 0 {
			break
		}
	}
	of.temperature, _ = d.find(h, "zesDeviceEnumTemperatureSensors", "zesTemperatureGetProperties", typeTemperatureProperties, temperatureGPU, temperatureGlobal)
	whole, tiles := d.find(h, "zesDeviceEnumFrequencyDomains", "zesFrequencyGetProperties", typeFrequencyProperties, frequencyGPU)
	if of.frequencies = tiles; len(tiles) == 0 {
		of.frequencies = []uintptr{whole}
	}
	of.memories, _ = d.handles("zesDeviceEnumMemoryModules", h)
	p := &pciProperties{structure: typePCIProperties}
	if d.library.Call("zesDevicePciGetProperties", h, uintptr(unsafe.Pointer(p))) == nil {
		of.address = pcibus.Address(p.domain, p.bus, p.device, p.function)
	}
	return of
}

// Library implements signal.GPUs.
func (d *devices) Library() string { return "Level Zero" }

// Count implements signal.GPUs.
func (d *devices) Count() int { return len(d.list) }

// Address implements signal.Located.
func (d *devices) Address(index int) string { return d.list[index].address }

// Read implements signal.GPUs. Power and utilization are means since they were read before, 0 at first.
func (d *devices) Read(q signal.GPUQuantity, index int) (int64, error) {
	if index < 0 || index >= len(d.list) {
		return 0, fmt.Errorf("levelzero: accelerator %d of %d: %w", index, len(d.list), signal.ErrNoSource)
	}
	of := d.list[index]
	switch q {
	case signal.GPUEnergy: // µJ
		now, err := d.counter("zesPowerGetEnergyCounter", of.power)
		return int64(now.value / 1e3), err
	case signal.GPUPower: // µJ in µs are W
		return d.rate(of, 0, "zesPowerGetEnergyCounter", 1e3, of.power)
	case signal.GPUUtilization:
		return d.rate(of, 1, "zesEngineGetActivity", 100, of.engines...)
	case signal.GPUFrequency:
		return d.frequency(of)
	case signal.GPUTemperature:
		celsius := new(float64)
		err := d.read("zesTemperatureGetState", of.temperature, uintptr(unsafe.Pointer(celsius)))
		return int64(*celsius), err
	case signal.GPUMemory:
		return d.memory(of)
	}
	return 0, fmt.Errorf("levelzero: quantity %d: %w", q, signal.ErrNoSource)
}

// frequency is that of the device, or the mean of its tiles, which cards of two have domains of only.
func (d *devices) frequency(of *device) (mean int64, err error) {
	sum := 0.0
	for _, domain := range of.frequencies {
		s := &struct {
			structure                                 uint32
			next                                      uintptr
			voltage, request, most, efficient, actual float64
			throttled                                 uint32
		}{structure: typeFrequencyState}
		if err := d.read("zesFrequencyGetState", domain, uintptr(unsafe.Pointer(s))); err != nil {
			return 0, err
		}
		if s.actual < 0 {
			return 0, d.library.NotSupported("zesFrequencyGetState")
		}
		sum += s.actual
	}
	return int64(sum / float64(len(of.frequencies))), nil
}

// read calls a function of a component, which the device may lack.
//
//go:uintptrescapes
func (d *devices) read(function string, component, to uintptr) error {
	if component == 0 {
		return d.library.NotSupported(function)
	}
	return d.library.Call(function, component, to)
}

func (d *devices) counter(function string, component uintptr) (activity, error) {
	now := new(activity)
	err := d.read(function, component, uintptr(unsafe.Pointer(now)))
	return *now, err
}

// rate is by how much a counter has grown in a time, times a factor, since it was read before: the mean of several components.
func (d *devices) rate(of *device, which int, function string, factor float64, components ...uintptr) (int64, error) {
	if len(components) == 0 {
		components = []uintptr{0} // that there is none is for the library's errors
	}
	var now activity
	for _, component := range components {
		one, err := d.counter(function, component)
		if err != nil {
			return 0, err
		}
		now.value, now.at = now.value+one.value, now.at+one.at
	}
	of.mu.Lock()
	defer of.mu.Unlock()
	before := of.used[which]
	of.used[which] = now
	if before.at == 0 || now.at <= before.at || now.value < before.value {
		return 0, nil
	}
	return int64(factor*float64(now.value-before.value)/float64(now.at-before.at) + 0.5), nil
}

func (d *devices) memory(of *device) (used int64, err error) {
	for _, module := range of.memories {
		s := &struct {
			structure  uint32
			next       uintptr
			health     uint32
			free, size uint64
		}{structure: typeMemoryState}
		if err := d.library.Call("zesMemoryGetState", module, uintptr(unsafe.Pointer(s))); err != nil {
			return 0, err
		}
		used += int64(s.size - min(s.free, s.size))
	}
	if len(of.memories) == 0 {
		return 0, d.library.NotSupported("zesMemoryGetState")
	}
	return used, nil
}
