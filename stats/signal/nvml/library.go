//go:build linux && (amd64 || arm64)

package nvml

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/internal/pcibus"
	"github.com/go-hpc/timers/stats/signal"
	"github.com/go-hpc/timers/stats/signal/internal/library"
)

// name is that of the library; tests have another.
var name = "libnvidia-ml.so.1"

// terms are those of nvml.h.
var terms = library.Terms{Prefix: "NVML", Format: "%d", NotSupported: 3, NoPermission: 4, Lost: 15}

// devices is what the library tells of, as nvml.h declares it.
type devices struct {
	library *library.Library
	list    []uintptr
	energy  []lastEnergy
	closed  []error // of each why it cannot be used, which hides no other: as one that is lost, or that the caller may not use
}

// lastEnergy is what a device has told last. The driver asks the device for its energy, which takes 2 to 3 ms on an H100, whose counter
// moves 11 times a second: it is asked again after restful times as long as that took.
type lastEnergy struct {
	sync.Mutex
	millijoules uint64
	next        time.Time
}

const restful = 16

// longestRest is how old an energy may be: a call that stood still once says little of the next.
const longestRest = 5 * time.Second

// functions are those that are used, by quantity and for the start.
var functions = map[signal.GPUQuantity]string{
	signal.GPUEnergy: "nvmlDeviceGetTotalEnergyConsumption", signal.GPUPower: "nvmlDeviceGetPowerUsage",
	signal.GPUFrequency: "nvmlDeviceGetClockInfo", signal.GPUUtilization: "nvmlDeviceGetUtilizationRates",
	signal.GPUTemperature: "nvmlDeviceGetTemperature", signal.GPUMemory: "nvmlDeviceGetMemoryInfo",
}

// memoryWithoutReserved is the one that tells what the driver keeps for itself apart from what is in use, as nvidia-smi does. Drivers
// before 510 have only the other, whose "used" has both.
const memoryWithoutReserved = "nvmlDeviceGetMemoryInfo_v2"

// opened is the library, of all Platforms.
var opened = sync.OnceValues(load)

func open() (signal.GPUs, error) { return opened() }

func load() (signal.GPUs, error) {
	l, err := library.Open(name, terms, []string{"nvmlInit_v2", "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2"},
		append(slices.Collect(maps.Values(functions)), memoryWithoutReserved, "nvmlDeviceGetPciInfo_v3"))
	if err != nil {
		return nil, err
	}
	d := &devices{library: l}
	if err := l.Call("nvmlInit_v2"); err != nil {
		return nil, err
	}
	count := new(uint32)
	if err := l.Call("nvmlDeviceGetCount_v2", uintptr(unsafe.Pointer(count))); err != nil {
		return nil, err
	}
	for i := range *count {
		device := new(uintptr)
		err := l.Call("nvmlDeviceGetHandleByIndex_v2", uintptr(i), uintptr(unsafe.Pointer(device)))
		d.list, d.closed = append(d.list, *device), append(d.closed, err)
	}
	d.energy = make([]lastEnergy, len(d.list))
	if len(d.list) == 0 {
		return nil, fmt.Errorf("%s finds no accelerator", name)
	}
	return d, nil
}

// Library implements signal.GPUs.
func (d *devices) Library() string { return "NVML" }

// Count implements signal.GPUs.
func (d *devices) Count() int { return len(d.list) }

// Address implements signal.Located.
func (d *devices) Address(index int) string {
	info := new(struct {
		legacy                          [16]byte
		domain, bus, device, is, partOf uint32
		text                            [32]byte
	})
	if d.closed[index] != nil || d.library.Call("nvmlDeviceGetPciInfo_v3", d.list[index], uintptr(unsafe.Pointer(info))) != nil {
		return ""
	}
	return pcibus.Address(info.domain, info.bus, info.device, 0)
}

// Read implements signal.GPUs.
func (d *devices) Read(q signal.GPUQuantity, index int) (int64, error) {
	if index < 0 || index >= len(d.list) {
		return 0, fmt.Errorf("NVML: accelerator %d of %d: %w", index, len(d.list), signal.ErrNoSource)
	}
	if err := d.closed[index]; err != nil {
		return 0, err
	}
	device, function := d.list[index], functions[q]
	switch q {
	case signal.GPUEnergy:
		return d.energyOf(function, index)
	case signal.GPUFrequency:
		const multiprocessors = 1 // NVML_CLOCK_SM
		return d.numberOf(function, device, multiprocessors)
	case signal.GPUTemperature:
		const core = 0 // NVML_TEMPERATURE_GPU
		return d.numberOf(function, device, core)
	case signal.GPUUtilization:
		percent := new(struct{ core, memory uint32 })
		err := d.library.Call(function, device, uintptr(unsafe.Pointer(percent)))
		return int64(percent.core), err
	case signal.GPUMemory:
		apart := &struct {
			version                     uint32
			total, reserved, free, used uint64
		}{version: 40 | 2<<24} // its size and the number of its version
		if err := d.library.Call(memoryWithoutReserved, device, uintptr(unsafe.Pointer(apart))); err == nil {
			return int64(apart.used), nil
		}
		bytes := new(struct{ total, free, used uint64 })
		err := d.library.Call(function, device, uintptr(unsafe.Pointer(bytes)))
		return int64(bytes.used), err
	}
	return d.number(function, device)
}

// energyOf is the energy of a device in mJ.
func (d *devices) energyOf(function string, index int) (int64, error) {
	last := &d.energy[index]
	last.Lock()
	defer last.Unlock()
	begin := time.Now()
	if begin.Before(last.next) {
		return int64(last.millijoules), nil
	}
	millijoules := new(uint64)
	if err := d.library.Call(function, d.list[index], uintptr(unsafe.Pointer(millijoules))); err != nil {
		return 0, err
	}
	last.millijoules, last.next = *millijoules, begin.Add(min((restful+1)*time.Since(begin), longestRest))
	return int64(*millijoules), nil
}

// number is what a function writes into an unsigned int.
func (d *devices) number(function string, device uintptr) (int64, error) {
	v := new(uint32)
	err := d.library.Call(function, device, uintptr(unsafe.Pointer(v)))
	return int64(*v), err
}

// numberOf is number for a function whose second argument names a part of the device.
func (d *devices) numberOf(function string, device, part uintptr) (int64, error) {
	v := new(uint32)
	err := d.library.Call(function, device, part, uintptr(unsafe.Pointer(v)))
	return int64(*v), err
}
