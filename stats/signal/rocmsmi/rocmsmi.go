// Package rocmsmi lets package signal read AMD's accelerators, as package nvml does NVIDIA's: energy, power, frequency,
// utilization, temperature and memory in use, by the library of ROCm's system management interface. A program that links it,
//
//	import _ "github.com/go-hpc/timers/stats/signal/rocmsmi"
//
// has the signals GPU_ENERGY, GPU_POWER and further ones. The library is opened when it is needed, without cgo.
// As no device has run this yet, the program must be built with the tag experimental.
package rocmsmi

import "github.com/go-hpc/timers/stats/signal"

func init() { signal.RegisterGPUs(open) }
