//go:build linux

package signal

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/stats/internal/node/nodetest"
)

type want struct {
	name   string
	domain Domain
	index  int
	value  float64
}

func check(t *testing.T, p *Platform, list []want) {
	t.Helper()
	indices := make([]int, len(list))
	for i, w := range list {
		indices[i] = push(t, p, w.name, w.domain, w.index)
		if got := p.Sample(indices[i]); !math.IsNaN(got) {
			t.Errorf("%s@%s-%d before the first Read: %v", w.name, w.domain, w.index, got)
		}
	}
	if err := p.Read(); err != nil {
		t.Error(err)
	}
	for i, w := range list {
		if got := p.Sample(indices[i]); got != w.value {
			t.Errorf("%s@%s-%d is %v, not %v", w.name, w.domain, w.index, got, w.value)
		}
	}
}

func TestCompleteMachine(t *testing.T) {
	p := newMachine(t).find()
	const mebi = 1 << 20
	check(t, p, []want{
		{"CPU_FREQUENCY_STATUS", CPU, 3, 2.3e9},
		{"CPU_FREQUENCY_STATUS", Core, 0, 2.2e9},    // package 0, core 0: cpu0 and cpu4
		{"CPU_FREQUENCY_STATUS", Core, 3, 2.3e9},    // package 1, core 4: cpu3 alone
		{"CPU_FREQUENCY_STATUS", Package, 1, 2.3e9}, // cpu1, cpu3, cpu5
		{"CPU_FREQUENCY_STATUS", Board, 0, 2.3e9},
		{"CPU_FREQUENCY_MIN_AVAIL", Board, 0, 0.8e9},
		{"CPU_FREQUENCY_MAX_AVAIL", Board, 0, 3.7e9},
		{"CPUINFO::FREQ_STICKER", Board, 0, 2.1e9},
		{"CPU_UNCORE_FREQUENCY_STATUS", Package, 1, 1.6e9},
		{"CPU_UNCORE_FREQUENCY_STATUS", Board, 0, 1.5e9},
		{"CPU_PACKAGE_TEMPERATURE", Package, 0, 45.3},
		{"CPU_CORE_TEMPERATURE", Core, 1, 41},
		{"CPU_CORE_TEMPERATURE", Package, 1, 50.5},
		{"HWMON::NVME::COMPOSITE", Board, 0, 38.85},
		{"HWMON::NVME_1::TEMP1", Board, 0, -1.5},
		{"HWMON::NVME_1::POWER1", Board, 0, 125},
		{"CPU_BUSY_TIME", CPU, 2, (200 + 2 + 3 + 6 + 7 + 8) / 100.0},
		{"CPU_IDLE_TIME", Board, 0, 70},
		{"CPU_IOWAIT_TIME", Package, 1, 1.5},
		{"MEMORY_TOTAL", Board, 0, 1000 * 1024},
		{"MEMORY_FREE", Board, 0, 300 * 1024},
		{"MEMORY_AVAILABLE", Board, 0, 400 * 1024},
		{"MEMORY_USED", Board, 0, 600 * 1024},
		{"LOAD_AVERAGE", Board, 0, 0.52},
		{"LOAD_AVERAGE_5", Board, 0, 1.08},
		{"LOAD_AVERAGE_15", Board, 0, 12.99},
		{"NETWORK_RECEIVED", NIC, 0, 1000},
		{"NETWORK_RECEIVED", NIC, 1, 4e12},
		{"NETWORK_SENT", Board, 0, 2600},
		{"NETWORK_PACKETS_RECEIVED", Board, 0, 15},
		{"NETWORK_PACKETS_SENT", NIC, 0, 20},
		{"DISK_READ", Disk, 0, 200 * 512},
		{"DISK_WRITTEN", Board, 0, 400 * 512},
		{"DISK_READS", Disk, 0, 11},
		{"DISK_WRITES", Disk, 0, 12},
		{"DISK_BUSY_TIME", Disk, 0, 1.234},
		{"MEMORY_HIGH_WATER", Process, 0, 2 * mebi},
		{"MEMORY_RESIDENT", Process, 0, mebi},
		{"CPU_ENERGY", Package, 0, 0},
		{"CPU_ENERGY", Board, 0, 0},
	})
	nic, err := p.Info("NETWORK_SENT")
	if err != nil || !slices.Equal(nic.Labels, []string{"eth0", "ib0"}) {
		t.Errorf("interfaces %q, error %v", nic.Labels, err)
	}
	nic.Labels[0], nic.Indices[0] = "x", 7
	if nic, err = p.Info("NETWORK_SENT"); err != nil || nic.Labels[0] != "eth0" || nic.Indices[0] != 0 {
		t.Errorf("what Info returned before was no copy: %v %v, error %v", nic.Labels, nic.Indices, err)
	}
	if info, err := p.Info("CPU_FREQUENCY_STATUS"); err != nil || !slices.Equal(info.Indices, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("CPUs %v, error %v", info.Indices, err)
	}
	for _, a := range p.Absent() {
		gpu := strings.HasPrefix(a.Name, "GPU_") // of what was recorded of a machine there is none
		if !gpu && !strings.Contains(a.Reason, "no running process") && a.Name != "CPU_CORES_ENERGY" && a.Name != "CPU_CORES_POWER" && a.Name != "CPU_UNCORE_ENERGY" && a.Name != "CPU_UNCORE_POWER" {
			t.Errorf("absent: %s: %s", a.Name, a.Reason)
		}
		if !errors.Is(a.Err, ErrNoSource) {
			t.Errorf("%s: %v", a.Name, a.Err)
		}
	}
}

func TestEnergy(t *testing.T) {
	m := newMachine(t)
	m.Write("sys/class/powercap/intel-rapl:0/energy_uj", "262143328000\n")
	p := m.find()
	package0, board := push(t, p, "CPU_ENERGY", Package, 0), push(t, p, "CPU_ENERGY", Board, 0)
	dram, whole := push(t, p, "DRAM_ENERGY", Board, 0), push(t, p, "BOARD_ENERGY", Board, 0)
	power := push(t, p, "CPU_POWER", Board, 0)
	if again := push(t, p, "CPU_ENERGY", Board, 0); again != board {
		t.Errorf("pushed twice: %d and %d", board, again)
	}
	counter, err := p.Counter("CPU_ENERGY", Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer counter.Close()
	if err := p.Read(); err != nil || !math.IsNaN(p.Sample(power)) {
		t.Errorf("error %v, power of one sample %v", err, p.Sample(power))
	}
	before := counter.Read()
	m.Write("sys/class/powercap/intel-rapl:0/energy_uj", "150\n") // 850 to the end, then 150
	m.Write("sys/class/powercap/intel-rapl:1/energy_uj", "2500\n")
	m.Write("sys/class/powercap/intel-rapl:1:0/energy_uj", "7000000\n")
	m.Write("sys/class/powercap/intel-rapl:2/energy_uj", "100\n")
	if err := p.Read(); err != nil {
		t.Error(err)
	}
	for i, want := range map[int]float64{package0: 1000e-6, board: 1500e-6, dram: 2, whole: 23e-6} {
		if got := p.Sample(i); got != want {
			t.Errorf("signal %d is %v, not %v", i, got, want)
		}
	}
	if got := p.Sample(power); !(got > 0) {
		t.Errorf("power %v", got)
	}
	if grown := counter.Read() - before; grown != 1500 || counter.Value(grown) != 0.0015 {
		t.Errorf("grown by %d steps, %v J", grown, counter.Value(grown))
	}
	// A value that cannot be is no energy, and the next good one goes on from the last good one.
	m.Write("sys/class/powercap/intel-rapl:0/energy_uj", "262143328851\n")
	if err := p.Read(); err == nil || !strings.Contains(err.Error(), "262143328851 is not between") || !math.IsNaN(p.Sample(package0)) {
		t.Errorf("error %v, value %v", err, p.Sample(package0))
	}
	if got := counter.Read() - before; got != 1500 || counter.Err() == nil {
		t.Errorf("counter %d, error %v", got, counter.Err())
	}
	m.Write("sys/class/powercap/intel-rapl:0/energy_uj", "151\n")
	if err := p.Read(); err != nil || p.Sample(package0) != 1001e-6 {
		t.Errorf("error %v, value %v", err, p.Sample(package0))
	}
	if counter.Name() != "CPU_ENERGY" || counter.Unit() != "J" || counter.Info().Quantum != 1e-6 {
		t.Errorf("%s in %s", counter.Name(), counter.Unit())
	}
}

// The means of deciding which file is there, and which may be read, without being another user.
func (m *machine) findWith(fault func(path string) error) *Platform {
	p := Find(Options{Root: m.Root, fault: func(path string) error {
		relative, err := filepath.Rel(m.Root, path)
		if err != nil {
			return err
		}
		return fault(filepath.ToSlash(relative))
	}})
	m.t.Cleanup(func() { _ = p.Close() })
	return p
}

func TestPermissionDenied(t *testing.T) {
	p := newMachine(t).findWith(func(path string) error {
		if strings.HasSuffix(path, "energy_uj") || strings.HasSuffix(path, "_cur_freq") || strings.HasSuffix(path, "_freq_khz") || path == "proc/stat" {
			return &os.PathError{Op: "open", Path: path, Err: syscall.EACCES}
		}
		return nil
	})
	for _, a := range p.Absent() {
		if strings.Contains(a.Name, "@") {
			t.Errorf("%s is listed, although all of it is absent", a.Name)
		}
	}
	for _, name := range []string{"CPU_ENERGY", "CPU_POWER", "DRAM_ENERGY", "BOARD_ENERGY", "CPU_FREQUENCY_STATUS", "CPU_UNCORE_FREQUENCY_STATUS", "CPU_BUSY_TIME"} {
		_, info := p.Info(name)
		_, push := p.Push(name, Board, 0)
		_, count := p.Counter(name, Board, 0)
		for _, err := range []error{info, push, count} {
			if !errors.Is(err, ErrPermission) || errors.Is(err, ErrNoSource) {
				t.Errorf("%s: %v", name, err)
			}
		}
		at := slices.IndexFunc(p.Absent(), func(a Absence) bool { return a.Name == name })
		if at < 0 {
			t.Errorf("%s is not listed", name)
		} else if a := p.Absent()[at]; name != "CPU_BUSY_TIME" && !strings.Contains(a.Remedy, "chmod a+r") || !errors.Is(a.Err, ErrPermission) {
			t.Errorf("%+v", a)
		}
	}
	check(t, p, []want{{"CPU_FREQUENCY_MIN_AVAIL", CPU, 0, 8e8}, {"MEMORY_TOTAL", Board, 0, 1024000}})
}

func TestEmptyMachine(t *testing.T) {
	for _, root := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		p := Find(Options{Root: root})
		if list := p.Signals(); len(list) != 1 || list[0].Name != Time || list[0].Domain != Board || len(list[0].Indices) != 1 {
			t.Errorf("%+v", list)
		}
		for _, a := range p.Absent() {
			if a.Reason == "" || !errors.Is(a.Err, ErrNoSource) {
				t.Errorf("%+v", a)
			}
		}
		if _, err := p.Push("CPU_ENERGY", Board, 0); !errors.Is(err, ErrNoSource) {
			t.Error(err)
		}
		if _, err := p.Info("HWMON::X::Y"); !errors.Is(err, ErrNoSource) {
			t.Error(err)
		}
		if _, err := p.Info("CPU_ENERGIE"); !errors.Is(err, ErrUnknown) {
			t.Error(err)
		}
		if err := p.Read(); err != nil {
			t.Error(err)
		}
	}
}

func TestDomains(t *testing.T) {
	p := newMachine(t).find()
	for _, c := range []want{
		{name: "CPU_ENERGY", domain: Package, index: 2}, {name: "CPU_ENERGY", domain: CPU}, {name: "CPU_ENERGY", domain: Board, index: 1},
		{name: "CPU_FREQUENCY_STATUS", domain: CPU, index: 7}, {name: "CPU_FREQUENCY_STATUS", domain: CPU, index: -1},
		{name: "MEMORY_HIGH_WATER", domain: Board}, {name: "MEMORY_HIGH_WATER", domain: Thread}, {name: "DISK_READ", domain: Package},
		{name: "CPU_ENERGY", domain: 77},
	} {
		if _, err := p.Push(c.name, c.domain, c.index); !errors.Is(err, ErrDomain) {
			t.Errorf("%v: %v", c, err)
		}
	}
	for name, domain := range map[string]Domain{"CPU_FREQUENCY_STATUS": CPU, "CPU_POWER": Package, "LOAD_AVERAGE": Board} {
		if _, err := p.Counter(name, domain, 0); !errors.Is(err, ErrDomain) {
			t.Errorf("%s as a counter: %v", name, err)
		}
	}
	if _, err := p.Gauge("CPU_FREQUENCY_STATUS", Board, 0); !errors.Is(err, ErrDomain) {
		t.Errorf("a mean as a gauge: %v", err)
	}
	if err := p.Read(); err != nil {
		t.Error(err)
	}
	if _, err := p.Push("CPU_ENERGY", Package, 0); !errors.Is(err, ErrOrder) {
		t.Errorf("push after read: %v", err)
	}
	if v := p.Sample(99); !math.IsNaN(v) {
		t.Error(v)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Read(); !errors.Is(err, ErrOrder) {
		t.Errorf("read after close: %v", err)
	}
}

func TestOtherLayouts(t *testing.T) {
	m := &machine{nodetest.New(t, ""), t}
	for cpu := range 2 {
		m.Write("sys/devices/system/cpu/cpu"+string(rune('0'+cpu))+"/topology/core_id", "0\n")
		m.Write("sys/devices/system/cpu/cpu"+string(rune('0'+cpu))+"/topology/physical_package_id", "-1\n")
	}
	m.Write("sys/devices/system/cpu/cpu0/acpi_cppc/nominal_freq", "0\n")
	m.Write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz\n")
	m.Write("sys/class/hwmon/hwmon10/name", "k10temp\n")
	m.Write("sys/class/hwmon/hwmon10/temp1_label", "Tctl\n")
	m.Write("sys/class/hwmon/hwmon10/temp1_input", "70000\n")
	m.Write("sys/class/hwmon/hwmon10/temp2_label", "Tdie\n")
	m.Write("sys/class/hwmon/hwmon10/temp2_input", "60000\n")
	m.Write("sys/class/hwmon/hwmon10/temp3_label", "Tdie\n")
	m.Write("sys/class/hwmon/hwmon10/temp3_input", "1000\n")
	for i, frequency := range []string{"1000000\n", "3000000\n"} {
		dir := "sys/devices/system/cpu/intel_uncore_frequency/uncore0" + string(rune('0'+i)) + "/"
		m.Write(dir+"package_id", "0\n")
		m.Write(dir+"current_freq_khz", frequency)
	}
	for i, die := range []string{"package-0-die-0\n", "package-0-die-1\n"} {
		dir := "sys/class/powercap/intel-rapl-mmio:" + string(rune('0'+i)) + "/"
		m.Write(dir+"name", die)
		m.Write(dir+"energy_uj", "0\n")
		m.Write(dir+"max_energy_range_uj", "100\n")
	}
	p := m.find()
	energy := push(t, p, "CPU_ENERGY", Package, 0)
	check(t, p, []want{
		{"CPUINFO::FREQ_STICKER", Board, 0, 2.9e9},
		{"CPU_PACKAGE_TEMPERATURE", Package, 0, 60},
		{"HWMON::K10TEMP::TCTL", Board, 0, 70},
		{"HWMON::K10TEMP::TDIE_TEMP3", Board, 0, 1},
		{"CPU_UNCORE_FREQUENCY_STATUS", Package, 0, 2e9},
	})
	m.Write("sys/class/powercap/intel-rapl-mmio:0/energy_uj", "60\n")
	m.Write("sys/class/powercap/intel-rapl-mmio:1/energy_uj", "40\n")
	if err := p.Read(); err != nil || p.Sample(energy) != 100e-6 {
		t.Errorf("energy of two dies %v, %v", p.Sample(energy), err)
	}
}

// The frequency that a processor is sold with comes from the first source that knows it.
func TestStickerSources(t *testing.T) {
	const cpu0 = "sys/devices/system/cpu/cpu0/cpufreq/"
	table := make([]byte, 0x30)
	table[0], table[1], table[0x16], table[0x17] = 4, 0x30, 0xc4, 0x09 // 2500 MHz
	for name, each := range map[string]struct {
		files map[string]string
		want  float64
	}{
		"POWER":        {map[string]string{"proc/cpuinfo": "processor\t: 0\ncpu\t\t: POWER9\nclock\t\t: 3800.000000MHz\n"}, 3.8e9},
		"acpi":         {map[string]string{cpu0 + "scaling_driver": "acpi-cpufreq\n", cpu0 + "scaling_available_frequencies": "1500000 2450000 2000000 \n"}, 2.45e9},
		"acpi, boost":  {map[string]string{cpu0 + "scaling_driver": "acpi-cpufreq\n", cpu0 + "scaling_available_frequencies": "2701000 2700000 1200000\n"}, 2.7e9},
		"other driver": {map[string]string{cpu0 + "scaling_driver": "apple\n", cpu0 + "scaling_available_frequencies": "2701000\n"}, 0},
		"SMBIOS":       {map[string]string{"proc/cpuinfo": "model name : AMD EPYC 7763 64-Core Processor\n", "sys/firmware/dmi/entries/4-0/raw": string(table)}, 2.5e9},
		"SMBIOS cut":   {map[string]string{"sys/firmware/dmi/entries/4-0/raw": string(table[:0x17])}, 0},
		"unknown":      {map[string]string{"sys/firmware/dmi/entries/4-0/raw": string(make([]byte, 64))}, 0},
	} {
		m := newMachine(t)
		m.Remove("sys/devices/system/cpu", "proc/cpuinfo")
		m.Write("sys/devices/system/cpu/cpu0/topology/core_id", "0\n")
		for file, text := range each.files {
			m.Write(file, text)
		}
		p := m.find()
		if _, err := p.Info(sticker); each.want == 0 {
			if !errors.Is(err, ErrNoSource) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		check(t, p, []want{{sticker, Board, 0, each.want}})
	}
}

// Parts of a node are made of CPUs.
func TestCPUsOfParts(t *testing.T) {
	m := newMachine(t)
	m.Write("sys/devices/system/node/node1/cpulist", "1,3-5\n")
	p := m.find()
	for _, each := range []struct {
		domain Domain
		index  int
		want   []int
	}{{Board, 0, p.topo.cpus}, {Package, 1, []int{1, 3, 5}}, {Core, 0, []int{0, 4}}, {CPU, 3, []int{3}}, {CPU, 99, nil}, {Package, 9, nil}, {Memory, 1, []int{1, 3, 4, 5}}, {Memory, 7, nil}, {NIC, 0, nil}} {
		if got := p.CPUs(each.domain, each.index); !slices.Equal(got, each.want) {
			t.Errorf("%s %d: %v, want %v", each.domain, each.index, got, each.want)
		}
	}
}
