// Package nvml lets package signal read NVIDIA's accelerators: energy, power, frequency, utilization, temperature and memory
// in use. A program that links it,
//
//	import _ "github.com/go-hpc/timers/stats/signal/nvml"
//
// has the signals GPU_ENERGY, GPU_POWER and further ones among its counters and in its GEOPM report. The library is opened
// when it is needed, without cgo.
package nvml

import "github.com/go-hpc/timers/stats/signal"

func init() { signal.RegisterGPUs(open) }
