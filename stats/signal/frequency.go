package signal

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats/internal/node"
)

const sticker = "CPUINFO::FREQ_STICKER"

// findFrequency looks for cpufreq, for intel_uncore_frequency, and for the nominal frequency.
func (p *Platform) findFrequency() {
	p.findCPUFrequency("CPU_FREQUENCY_STATUS", "frequency at which the CPU runs (cpufreq)", Average, "scaling_cur_freq", "cpuinfo_cur_freq")
	p.findCPUFrequency("CPU_FREQUENCY_MIN_AVAIL", "lowest frequency of the CPU (cpufreq)", Min, "cpuinfo_min_freq")
	p.findCPUFrequency("CPU_FREQUENCY_MAX_AVAIL", "highest frequency of the CPU, boost included (cpufreq)", Max, "cpuinfo_max_freq")
	p.findUncoreFrequency()
	p.findSticker()
}

func (p *Platform) findCPUFrequency(name, what string, aggregation Aggregation, files ...string) {
	paths := make(map[int]string)
	var failed error
	for _, cpu := range p.topo.cpus {
		for _, file := range files {
			path := p.tree.Path("sys/devices/system/cpu", fmt.Sprintf("cpu%d", cpu), "cpufreq", file)
			_, err := p.tree.Number(path)
			if err == nil {
				paths[cpu] = path
				break
			}
			if failed == nil || node.Denied(err) {
				failed = err
			}
		}
	}
	if len(paths) > 0 {
		p.addFiles(paths, 1e3, Info{Name: name, Description: what, Unit: "Hz", Domain: CPU, Aggregation: aggregation})
		return
	}
	if failed != nil && !node.Absent(failed) {
		p.absentFor(name, failed, "as root: chmod a+r of that file of every CPU")
		return
	}
	p.absent(name, ErrNoSource, "no such hardware, as in most virtual machines: no cpufreq in "+p.tree.Path("sys/devices/system/cpu/cpu*"), "")
}

// addFiles adds a signal whose values stand in files, by instance, as multiples of a quantum.
func (p *Platform) addFiles(paths map[int]string, quantum float64, info Info) {
	info.Behavior, info.Indices, info.Quantum = Variable, slices.Sorted(maps.Keys(paths)), quantum
	p.add(source{info: info, open: func(_ *session, index int) (meter, error) { return p.openNumber(paths[index]) }})
}

// findUncoreFrequency knows both layouts of intel_uncore_frequency: package_00_die_00, and uncore00 with its
// package in a file. Several dies or clusters of a package are averaged.
func (p *Platform) findUncoreFrequency() {
	const name = "CPU_UNCORE_FREQUENCY_STATUS"
	dir := p.tree.Path("sys/devices/system/cpu/intel_uncore_frequency")
	of := make(map[int][]string)
	var indices []int
	var failed error
	for _, name := range node.Names(dir) {
		folder := filepath.Join(dir, name)
		pkg, ok := p.uncorePackage(folder)
		if !ok {
			continue
		}
		path := filepath.Join(folder, "current_freq_khz")
		if _, err := p.tree.Number(path); err != nil {
			failed = err
			continue
		}
		of[pkg] = append(of[pkg], path)
		indices = append(indices, pkg)
	}
	switch {
	case len(of) > 0:
	case failed != nil && !node.Absent(failed):
		p.absentFor(name, failed, "as root: chmod a+r of the current_freq_khz in "+dir)
		return
	default:
		p.absent(name, ErrNoSource, "no such hardware, or its driver intel_uncore_frequency is not loaded: no current_freq_khz in "+dir, "")
		return
	}
	p.add(source{
		info: Info{
			Name: name, Description: "frequency of the package outside its cores (intel_uncore_frequency)", Unit: "Hz",
			Behavior: Variable, Domain: Package, Indices: ascending(indices), Aggregation: Average, Quantum: 1e3,
		},
		open: func(_ *session, index int) (meter, error) { return p.openMean(of[index]) },
	})
}

var oldUncore = lazyregexp.New(`^package_([0-9]{1,4})_die_[0-9]+$`)

func (p *Platform) uncorePackage(folder string) (int, bool) {
	if match := oldUncore().FindStringSubmatch(filepath.Base(folder)); match != nil {
		pkg, err := strconv.Atoi(match[1])
		return pkg, err == nil
	}
	pkg, err := p.tree.Number(filepath.Join(folder, "package_id"))
	return int(pkg), err == nil && pkg >= 0
}

// meanMeter is the mean of several files.
type meanMeter struct{ sumMeter }

func (p *Platform) openMean(paths []string) (meter, error) {
	var mean meanMeter
	for _, path := range paths {
		number, err := p.openNumber(path)
		if err != nil {
			_ = mean.close()
			return nil, err
		}
		mean.sumMeter = append(mean.sumMeter, number)
	}
	return mean, nil
}

func (m meanMeter) steps(round uint64) (int64, error) {
	sum, err := m.sumMeter.steps(round)
	return sum / int64(len(m.sumMeter)), err
}

// inName finds the frequency in a name such as "Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz".
var inName = lazyregexp.New(`@ *([0-9]+(?:\.[0-9]+)?) *([GM])Hz`)

// findSticker takes the nominal frequency from the first source that knows it.
func (p *Platform) findSticker() {
	for _, known := range []struct {
		name string
		find func() float64
	}{
		{"base_frequency of cpufreq", func() float64 { return p.ofACPU("cpufreq/base_frequency", 1e3) }},
		{"nominal_freq of acpi_cppc", func() float64 { return p.ofACPU("acpi_cppc/nominal_freq", 1e6) }},
		{"name of the processor", p.frequencyInCPUInfo},
		{"acpi-cpufreq's highest state without boost", p.highestState},
		{"SMBIOS", p.frequencyOfFirmware},
	} {
		hertz := known.find()
		if !(hertz >= 1e6 && hertz <= 1e12) {
			continue
		}
		p.add(nominal(known.name, hertz))
		return
	}
	p.absent(sticker, ErrNoSource, "no base_frequency (intel_pstate), no acpi_cppc/nominal_freq, no frequency in "+p.tree.Path("proc/cpuinfo")+
		", no states of acpi-cpufreq, and none in the firmware's table (SMBIOS, which root alone may read)", "")
}

// ofACPU is a number of the first CPU that has it.
func (p *Platform) ofACPU(file string, unit float64) float64 {
	for _, cpu := range p.topo.cpus {
		// 0 if the firmware does not know.
		if n, err := p.tree.Number(p.tree.Path("sys/devices/system/cpu", fmt.Sprintf("cpu%d", cpu), file)); err == nil && n > 0 {
			return float64(n) * unit
		}
	}
	return 0
}

// frequencyInCPUInfo finds the frequency in the name of the processor; POWER has a line of its own.
func (p *Platform) frequencyInCPUInfo() float64 {
	text, err := p.tree.Content(p.tree.Path("proc/cpuinfo"))
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		key, value, _ := bytes.Cut(line, []byte(":"))
		switch string(bytes.TrimSpace(key)) {
		case "clock":
			mega, _ := strconv.ParseFloat(string(bytes.TrimSuffix(bytes.TrimSpace(value), []byte("MHz"))), 64)
			return mega * 1e6
		case "model name":
			match := inName().FindSubmatch(value)
			if match == nil {
				return 0
			}
			n, _ := strconv.ParseFloat(string(match[1]), 64)
			return math.Round(n * map[string]float64{"M": 1e6, "G": 1e9}[string(match[2])])
		}
	}
	return 0
}

// highestState is the first of the states of the driver acpi-cpufreq. Where it offers boost as a state of its own,
// that is the one above by 1 MHz.
func (p *Platform) highestState() float64 {
	dir := p.tree.Path("sys/devices/system/cpu/cpu0/cpufreq")
	driver, err := p.tree.Content(filepath.Join(dir, "scaling_driver"))
	if err != nil || string(bytes.TrimSpace(driver)) != "acpi-cpufreq" {
		return 0
	}
	text, err := p.tree.Content(filepath.Join(dir, "scaling_available_frequencies"))
	if err != nil {
		return 0
	}
	var kilo []float64
	for word := range strings.FieldsSeq(string(text)) {
		n, err := strconv.ParseUint(word, 10, 32)
		if err != nil {
			return 0
		}
		kilo = append(kilo, float64(n))
	}
	slices.Sort(kilo)
	slices.Reverse(kilo)
	switch {
	case len(kilo) == 0:
		return 0
	case len(kilo) > 1 && kilo[0]-kilo[1] == 1000:
		return kilo[1] * 1e3
	}
	return kilo[0] * 1e3
}

// frequencyOfFirmware is the speed of the first processor by SMBIOS, type 4: the "current speed" there is that at which
// the processor starts, in MHz.
func (p *Platform) frequencyOfFirmware() float64 {
	const currentSpeed = 0x16
	raw, err := p.tree.Content(p.tree.Path("sys/firmware/dmi/entries/4-0/raw"))
	if err != nil || len(raw) < currentSpeed+2 || raw[0] != 4 || int(raw[1]) < currentSpeed+2 {
		return 0
	}
	return float64(binary.LittleEndian.Uint16(raw[currentSpeed:])) * 1e6
}

// nominal is the signal of a frequency that never changes.
func nominal(from string, hertz float64) source {
	return source{
		info: Info{
			Name: sticker, Description: "frequency the processor is sold with (" + from + ")", Unit: "Hz",
			Behavior: Constant, Domain: Board, Aggregation: ExpectSame, Quantum: 1,
		},
		open: func(*session, int) (meter, error) { return constantMeter(hertz), nil },
	}
}

// constantMeter always has the same value.
type constantMeter int64

func (m constantMeter) steps(uint64) (int64, error) { return int64(m), nil }
func (m constantMeter) close() error                { return nil }

// ascending sorts a list and removes duplicates.
func ascending(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}
