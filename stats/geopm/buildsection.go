package geopm

import (
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/signal"
)

// Signals of GEOPM that its own keys are made from.
const (
	signalPackageEnergy   = "CPU_ENERGY"
	signalDRAMEnergy      = "DRAM_ENERGY"
	signalCycles          = "CPU_CYCLES_THREAD"
	signalReferenceCycles = "CPU_CYCLES_REFERENCE"
	signalSticker         = "CPUINFO::FREQ_STICKER"
)

// conditional are the keys that exist only if the signal does.
var conditional = []struct{ key, signal string }{
	{KeyGPUEnergy, "GPU_ENERGY"},
	{KeyGPUPower, "GPU_POWER"},
	{KeyGPUCoreEnergy, "GPU_CORE_ENERGY"},
	{KeyGPUCorePower, "GPU_CORE_POWER"},
	{KeyGPUFrequency, "GPU_CORE_FREQUENCY_STATUS"},
	{KeyUncoreFrequency, "CPU_UNCORE_FREQUENCY_STATUS"},
}

// HintSignal returns the name of the signal for the time with a hint, such as network.
func HintSignal(hint string) string { return "TIME_HINT_" + strings.ToUpper(hint) }

// section makes a section of the exact times of each process and the sampled values. A number of
// processes that entered below 0 is not printed.
func (b *builder) section(runtimes []float64, count float64, v Values, entered int) Section {
	s := b.sampled(sum(runtimes)/float64(len(runtimes)), count, v)
	if b.Spread {
		b.spread(&s, runtimes, entered)
	}
	if b.PerProcess {
		for i, p := range b.Profiles {
			s.Set(ProcessKey(p.Rank), runtimes[i])
		}
	}
	return s
}

// sampled returns the keys that GEOPM has, in its order.
func (b *builder) sampled(runtime, count float64, v Values) Section {
	at := func(name string) float64 { return known(v[name]) }
	clock := ratio(at(signalCycles), at(signalReferenceCycles))
	s := make(Section, 0, 24+len(b.Sampled.Signals))
	add := func(key string, v float64) { s = append(s, Entry{Key: key, Text: FormatNumber(v)}) }
	add(KeyRuntime, runtime)
	add(KeyCount, count)
	add(KeySyncRuntime, at(signal.Time))
	add(KeyPackageEnergy, at(signalPackageEnergy))
	add(KeyDRAMEnergy, at(signalDRAMEnergy))
	add(KeyPower, ratio(at(signalPackageEnergy), at(signal.Time)))
	add(KeyFrequencyShare, 100*clock)
	if b.Sampled.Sticker > 0 || !b.looked {
		add(KeyFrequency, b.Sampled.Sticker*clock)
	}
	for _, hint := range hintNames {
		add(HintKey(hint), at(HintSignal(hint)))
	}
	for _, c := range conditional {
		if b.has[c.signal] {
			add(c.key, at(c.signal))
		}
	}
	for _, name := range b.Sampled.Signals {
		value, ok := v[name]
		if !ok {
			value = math.NaN()
		}
		s.Set(name, value)
	}
	return s
}

// spread returns how the runtime differs between the processes.
func (b *builder) spread(s *Section, runtimes []float64, entered int) {
	low, high := 0, 0
	for i, v := range runtimes {
		if v < runtimes[low] || v == runtimes[low] && b.Profiles[i].Rank < b.Profiles[low].Rank {
			low = i
		}
		if v > runtimes[high] || v == runtimes[high] && b.Profiles[i].Rank < b.Profiles[high].Rank {
			high = i
		}
	}
	mean := sum(runtimes) / float64(len(runtimes))
	s.Set(KeyRuntimeMin, runtimes[low])
	s.Set(KeyRuntimeMinRank, float64(b.Profiles[low].Rank))
	s.Set(KeyRuntimeMax, runtimes[high])
	s.Set(KeyRuntimeMaxRank, float64(b.Profiles[high].Rank))
	s.Set(KeyRuntimeStdDev, deviation(runtimes, mean))
	s.Set(KeyRuntimeMedian, median(runtimes))
	s.Set(KeyImbalance, math.Max(runtimes[high]-mean, 0))
	if entered >= 0 {
		s.Set(KeyProcesses, float64(entered))
	}
}

// known returns a number, or 0 for what is none.
func known(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return known(a / b)
}

func sum(list []float64) float64 {
	total := 0.
	for _, v := range list {
		total += v
	}
	return total
}

func deviation(list []float64, mean float64) float64 {
	if len(list) < 2 {
		return 0
	}
	squares := 0.
	for _, v := range list {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(list)-1))
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
