//go:build linux && (amd64 || arm64)

package rocmsmi

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/pcibus"
	"github.com/go-hpc/timers/stats/signal"
	"github.com/go-hpc/timers/stats/signal/internal/library"
)

// names are those of the library; tests have another.
var names = []string{"librocm_smi64.so.1", "librocm_smi64.so", "/opt/rocm/lib/librocm_smi64.so"}

// terms are those of rocm_smi.h.
var terms = library.Terms{Prefix: "ROCm SMI", Format: "%d", NotSupported: 2, NoPermission: 4}

// devices is what the library tells of, as rocm_smi.h declares it.
type devices struct {
	library *library.Library
	count   int
}

// opened is the library, of all Platforms.
var opened = sync.OnceValues(load)

func open() (signal.GPUs, error) {
	if !experimental.On {
		return nil, experimental.Missing("ROCm SMI")
	}
	return opened()
}

func load() (signal.GPUs, error) {
	var first error
	for _, name := range names {
		l, err := library.Open(name, terms, []string{"rsmi_init", "rsmi_num_monitor_devices"}, []string{
			"rsmi_dev_energy_count_get", "rsmi_dev_power_ave_get", "rsmi_dev_current_socket_power_get", "rsmi_dev_gpu_clk_freq_get",
			"rsmi_dev_busy_percent_get", "rsmi_dev_temp_metric_get", "rsmi_dev_memory_usage_get", "rsmi_dev_pci_id_get",
		})
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		d := &devices{library: l}
		if err := d.library.Call("rsmi_init", 0); err != nil {
			return nil, err
		}
		count := new(uint32)
		if err := d.library.Call("rsmi_num_monitor_devices", uintptr(unsafe.Pointer(count))); err != nil {
			return nil, err
		}
		if d.count = int(*count); d.count == 0 {
			return nil, fmt.Errorf("%s finds no accelerator", name)
		}
		return d, nil
	}
	return nil, first
}

// Library implements signal.GPUs.
func (d *devices) Library() string { return "ROCm SMI" }

// Count implements signal.GPUs.
func (d *devices) Count() int { return d.count }

// Address implements signal.Located. Several partitions of a device have one address.
func (d *devices) Address(index int) string {
	id := new(uint64)
	if d.library.Call("rsmi_dev_pci_id_get", uintptr(index), uintptr(unsafe.Pointer(id))) != nil {
		return ""
	}
	at := uint32(*id)
	return pcibus.Address(uint32(*id>>32), at>>8&0xff, at>>3&0x1f, at&7)
}

// frequencies is rsmi_frequencies_t. Older libraries, before ROCm 5.7, have one without deepSleep.
type frequencies struct {
	deepSleep      bool
	count, current uint32
	hertz          [33]uint64
}

// Read implements signal.GPUs.
func (d *devices) Read(q signal.GPUQuantity, index int) (int64, error) {
	if index < 0 || index >= d.count {
		return 0, fmt.Errorf("ROCm SMI: accelerator %d of %d: %w", index, d.count, signal.ErrNoSource)
	}
	device := uintptr(index)
	long, number := new(uint64), new(uint32)
	switch q {
	case signal.GPUEnergy: // in steps of so many µJ
		step, at := new(float32), new(uint64)
		err := d.library.Call("rsmi_dev_energy_count_get", device, uintptr(unsafe.Pointer(long)), uintptr(unsafe.Pointer(step)), uintptr(unsafe.Pointer(at)))
		return int64(float64(*long) * float64(*step) / 1e3), err
	case signal.GPUPower: // µW; new accelerators tell that of the moment only
		if err := d.library.Call("rsmi_dev_power_ave_get", device, 0, uintptr(unsafe.Pointer(long))); err != nil {
			if d.library.Call("rsmi_dev_current_socket_power_get", device, uintptr(unsafe.Pointer(long))) != nil {
				return 0, err
			}
		}
		return int64(*long / 1e3), nil
	case signal.GPUFrequency:
		const system = 0 // RSMI_CLK_TYPE_SYS
		f := new(frequencies)
		if err := d.library.Call("rsmi_dev_gpu_clk_freq_get", device, system, uintptr(unsafe.Pointer(f))); err != nil {
			return 0, err
		}
		if f.current >= f.count || f.count > uint32(len(f.hertz)) {
			return 0, fmt.Errorf("ROCm SMI: frequency %d of %d: %w", f.current, f.count, signal.ErrNoSource)
		}
		return int64(f.hertz[f.current] / 1e6), nil
	case signal.GPUTemperature:
		const edge, junction, current = 0, 1, 0 // RSMI_TEMP_TYPE_EDGE and so on, RSMI_TEMP_CURRENT; in m°C
		err := d.library.Call("rsmi_dev_temp_metric_get", device, edge, current, uintptr(unsafe.Pointer(long)))
		if err != nil { // MI300 has no sensor at the edge
			err = d.library.Call("rsmi_dev_temp_metric_get", device, junction, current, uintptr(unsafe.Pointer(long)))
		}
		return int64(*long) / 1000, err
	case signal.GPUUtilization:
		err := d.library.Call("rsmi_dev_busy_percent_get", device, uintptr(unsafe.Pointer(number)))
		return int64(*number), err
	case signal.GPUMemory:
		const ofDevice = 0 // RSMI_MEM_TYPE_VRAM
		err := d.library.Call("rsmi_dev_memory_usage_get", device, ofDevice, uintptr(unsafe.Pointer(long)))
		return int64(*long), err
	}
	return 0, fmt.Errorf("ROCm SMI: quantity %d: %w", q, signal.ErrNoSource)
}
