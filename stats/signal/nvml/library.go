//go:build linux && (amd64 || arm64)

package nvml

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/stats/signal"
)

// name is that of the library; tests have another.
var name = "libnvidia-ml.so.1"

// result is an nvmlReturn_t.
type result int32

const (
	success      result = 0
	notSupported result = 3
	noPermission result = 4
	lost         result = 15
)

// fault is what the library says of a failure.
type fault struct {
	function string
	code     result
}

func (f *fault) Error() string {
	switch f.code {
	case notSupported:
		return "NVML: " + f.function + " is not supported by this accelerator"
	case noPermission:
		return "NVML: " + f.function + ": permission denied"
	case lost:
		return "NVML: the accelerator is lost"
	}
	return fmt.Sprintf("NVML: %s: error %d", f.function, f.code)
}

// Unwrap makes it match what package signal tells apart.
func (f *fault) Unwrap() error {
	if f.code == noPermission {
		return signal.ErrPermission
	}
	return signal.ErrNoSource
}

// library is NVML, as nvml.h declares it. It may be called on any thread.
type library struct {
	devices []uintptr
	calls   map[string]uintptr
}

// functions are those that are used, by quantity and for the start.
var functions = map[signal.GPUQuantity]string{
	signal.GPUEnergy: "nvmlDeviceGetTotalEnergyConsumption", signal.GPUPower: "nvmlDeviceGetPowerUsage",
	signal.GPUFrequency: "nvmlDeviceGetClockInfo", signal.GPUUtilization: "nvmlDeviceGetUtilizationRates",
	signal.GPUTemperature: "nvmlDeviceGetTemperature", signal.GPUMemory: "nvmlDeviceGetMemoryInfo",
}

// opened is the library, of all Platforms.
var opened = sync.OnceValues(load)

func open() (signal.GPUs, error) {
	l, err := opened()
	if err != nil {
		return nil, err
	}
	return l, nil
}

func load() (*library, error) {
	handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("there is no %s", name)
	}
	l := &library{calls: make(map[string]uintptr)}
	for _, function := range []string{"nvmlInit_v2", "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2"} {
		if l.calls[function], err = purego.Dlsym(handle, function); err != nil {
			return nil, fmt.Errorf("%s lacks %s", name, function)
		}
	}
	for _, function := range functions { // an old one may lack some
		if symbol, err := purego.Dlsym(handle, function); err == nil {
			l.calls[function] = symbol
		}
	}
	if err := l.call("nvmlInit_v2"); err != nil {
		return nil, err
	}
	count := new(uint32)
	if err := l.call("nvmlDeviceGetCount_v2", uintptr(unsafe.Pointer(count))); err != nil {
		return nil, err
	}
	for i := range *count {
		device := new(uintptr)
		if err := l.call("nvmlDeviceGetHandleByIndex_v2", uintptr(i), uintptr(unsafe.Pointer(device))); err != nil {
			return nil, err
		}
		l.devices = append(l.devices, *device)
	}
	if len(l.devices) == 0 {
		return nil, fmt.Errorf("%s finds no accelerator", name)
	}
	return l, nil
}

// call calls a function. What the arguments point to stays where it is meanwhile.
//
//go:uintptrescapes
func (l *library) call(function string, arguments ...uintptr) error {
	address := l.calls[function]
	if address == 0 {
		return &fault{function, notSupported}
	}
	if code, _, _ := purego.SyscallN(address, arguments...); result(code) != success {
		return &fault{function, result(code)}
	}
	return nil
}

// Library implements signal.GPUs.
func (l *library) Library() string { return "NVML" }

// Count implements signal.GPUs.
func (l *library) Count() int { return len(l.devices) }

// Read implements signal.GPUs.
func (l *library) Read(q signal.GPUQuantity, index int) (int64, error) {
	if index < 0 || index >= len(l.devices) {
		return 0, fmt.Errorf("NVML: accelerator %d of %d: %w", index, len(l.devices), signal.ErrNoSource)
	}
	device, function := l.devices[index], functions[q]
	switch q {
	case signal.GPUEnergy:
		millijoules := new(uint64)
		err := l.call(function, device, uintptr(unsafe.Pointer(millijoules)))
		return int64(*millijoules), err
	case signal.GPUFrequency:
		const multiprocessors = 1 // NVML_CLOCK_SM
		return l.number(function, device, multiprocessors)
	case signal.GPUTemperature:
		const core = 0 // NVML_TEMPERATURE_GPU
		return l.number(function, device, core)
	case signal.GPUUtilization:
		percent := new(struct{ core, memory uint32 })
		err := l.call(function, device, uintptr(unsafe.Pointer(percent)))
		return int64(percent.core), err
	case signal.GPUMemory:
		bytes := new(struct{ total, free, used uint64 })
		err := l.call(function, device, uintptr(unsafe.Pointer(bytes)))
		return int64(bytes.used), err
	}
	return l.number(function, device)
}

// number is what a function writes into an unsigned int, its last argument.
func (l *library) number(function string, arguments ...uintptr) (int64, error) {
	v := new(uint32)
	err := l.call(function, append(arguments, uintptr(unsafe.Pointer(v)))...)
	return int64(*v), err
}
