package signal

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-hpc/timers/internal/pcibus"
)

// GPUs reads accelerators of this machine. Package stats/signal/nvml has those of NVIDIA, rocmsmi those of AMD and levelzero
// those of Intel; this package has none, so that who has no accelerators links nothing for them.
type GPUs interface {
	// Library says by what they are read, for people.
	Library() string

	// Count is how many there are.
	Count() int

	// Read takes a reading of a quantity of one of them, in the steps of GPUQuantities.
	Read(q GPUQuantity, index int) (int64, error)
}

// Located is implemented by GPUs whose library tells where they are on the PCI bus.
type Located interface {
	// Address is in the form of package pcibus, "" if it is not known.
	Address(index int) string
}

// The numbers of programs may be other ones: those of the accelerators that they may use, in an order of their own.
func init() { pcibus.Tell("gpu-", addresses) }

// addresses are those of the accelerators, in the order of their numbers.
func addresses() (list []string) {
	gpus.Lock()
	all := slices.Clone(gpus.open)
	gpus.Unlock()
	for _, open := range all {
		found, err := open()
		if err != nil {
			continue
		}
		located, _ := found.(Located)
		for i := range found.Count() {
			at := ""
			if located != nil {
				at = located.Address(i)
			}
			list = append(list, at)
		}
	}
	return list
}

// GPUQuantity is something that an accelerator tells.
type GPUQuantity int

// The quantities, with their steps.
const (
	GPUEnergy      GPUQuantity = iota // 1 mJ since some time
	GPUPower                          // 1 mW
	GPUFrequency                      // 1 MHz, of what computes
	GPUUtilization                    // 1 % of the time in which it computed
	GPUTemperature                    // 1 °C
	GPUMemory                         // 1 byte in use
)

// gpuSignals are the signals by quantity, by GEOPM's names where it has them.
var gpuSignals = []Info{
	GPUEnergy:      {Name: "GPU_ENERGY", Description: "energy of the accelerator", Unit: "J", Behavior: Monotone, Aggregation: Sum, Quantum: 1e-3},
	GPUPower:       {Name: "GPU_POWER", Description: "power of the accelerator", Unit: "W", Behavior: Variable, Aggregation: Sum, Quantum: 1e-3},
	GPUFrequency:   {Name: "GPU_CORE_FREQUENCY_STATUS", Description: "frequency of what computes in the accelerator", Unit: "Hz", Behavior: Variable, Aggregation: Average, Quantum: 1e6},
	GPUUtilization: {Name: "GPU_UTILIZATION", Description: "share of the time in which the accelerator computed", Unit: "1", Behavior: Variable, Aggregation: Average, Quantum: 1e-2},
	GPUTemperature: {Name: "GPU_TEMPERATURE", Description: "temperature of the accelerator", Unit: "°C", Behavior: Variable, Aggregation: Average, Quantum: 1},
	GPUMemory:      {Name: "GPU_MEMORY_USED", Description: "memory of the accelerator in use", Unit: "B", Behavior: Variable, Aggregation: Sum, Quantum: 1},
}

// gpus are those who have registered.
var gpus struct {
	sync.Mutex
	open []func() (GPUs, error)
}

// RegisterGPUs lets Find look for accelerators. It is called from the init function of a package that reads them; open is
// called once for each Platform, and its error says why there are none. Accelerators of several packages are numbered one
// after the other.
func RegisterGPUs(open func() (GPUs, error)) {
	gpus.Lock()
	defer gpus.Unlock()
	gpus.open = append(gpus.open, open)
}

// several are accelerators of several libraries.
type several []GPUs

func (s several) Library() string {
	var names []string
	for _, list := range s {
		names = append(names, list.Library())
	}
	return strings.Join(names, ", ")
}

func (s several) Count() (n int) {
	for _, list := range s {
		n += list.Count()
	}
	return n
}

func (s several) Read(q GPUQuantity, index int) (int64, error) {
	for _, list := range s {
		if index < list.Count() {
			return list.Read(q, index)
		}
		index -= list.Count()
	}
	return 0, fmt.Errorf("accelerator %d more than there are: %w", index, ErrNoSource)
}

// findGPUs asks those who read accelerators, on a machine and not on what was recorded of one.
func (p *Platform) findGPUs() {
	gpus.Lock()
	all := slices.Clone(gpus.open)
	gpus.Unlock()
	reason, remedy := "no such hardware that this program reads", "link stats/signal/nvml for NVIDIA's, rocmsmi for AMD's, levelzero for Intel's"
	var found several
	var problems []string
	for _, open := range all {
		if !p.real {
			break
		}
		if list, err := open(); err != nil {
			problems = append(problems, err.Error())
		} else {
			found = append(found, list)
		}
	}
	if len(problems) > 0 {
		reason, remedy = "no such hardware: "+strings.Join(problems, "; "), ""
	}
	for q := range gpuSignals {
		p.findGPU(GPUQuantity(q), found, reason, remedy)
	}
}

// findGPU adds the signal of a quantity, of those accelerators that tell it.
func (p *Platform) findGPU(q GPUQuantity, list several, reason, remedy string) {
	info, kind := gpuSignals[q], ErrNoSource
	for i := range list.Count() {
		_, err := list.Read(q, i)
		switch {
		case err == nil:
			info.Indices = append(info.Indices, i)
		case errors.Is(err, ErrPermission):
			kind = ErrPermission
			fallthrough
		default:
			reason, remedy = err.Error(), ""
		}
	}
	if len(info.Indices) == 0 {
		p.absent(info.Name, kind, reason, remedy)
		return
	}
	info.Domain = GPU
	info.Description += " (" + list.Library() + ")"
	p.add(source{info: info, open: func(_ *session, index int) (meter, error) { return &gpuMeter{list, q, index}, nil }})
}

// gpuMeter reads a quantity of one accelerator.
type gpuMeter struct {
	of    GPUs
	what  GPUQuantity
	index int
}

func (m *gpuMeter) steps(uint64) (int64, error) {
	v, err := m.of.Read(m.what, m.index)
	if err != nil {
		return 0, fmt.Errorf("%s of accelerator %d: %w", gpuSignals[m.what].Name, m.index, err)
	}
	return v, nil
}

func (m *gpuMeter) close() error { return nil }
