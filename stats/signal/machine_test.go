package signal

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// machine is a tree as a machine of two packages has it: two cores in each, numbered 0 and 4, two CPUs in
// each core, of which cpu7 is offline.
type machine struct {
	t    testing.TB
	root string
}

func newMachine(t testing.TB) *machine {
	m := &machine{t, t.TempDir()}
	for cpu := range 8 {
		dir := fmt.Sprintf("sys/devices/system/cpu/cpu%d/", cpu)
		if cpu == 7 {
			m.write(dir+"online", "0\n")
			continue
		}
		m.write(dir+"topology/physical_package_id", fmt.Sprintln(cpu%2))
		m.write(dir+"topology/core_id", fmt.Sprintln(cpu/2%2*4))
		m.write(dir+"topology/die_id", "0\n")
		m.write(dir+"cpufreq/scaling_cur_freq", fmt.Sprintln(2000000+cpu*100000))
		m.write(dir+"cpufreq/cpuinfo_min_freq", "800000\n")
		m.write(dir+"cpufreq/cpuinfo_max_freq", fmt.Sprintln(3500000+cpu%2*200000))
		m.write(dir+"cpufreq/base_frequency", "2100000\n")
	}
	for pkg := range 2 {
		zone := fmt.Sprintf("sys/class/powercap/intel-rapl:%d", pkg)
		m.write(zone+"/name", fmt.Sprintf("package-%d\n", pkg))
		m.write(zone+"/energy_uj", fmt.Sprintln(1000*(pkg+1)))
		m.write(zone+"/max_energy_range_uj", "262143328850\n")
		m.write(zone+fmt.Sprintf("/../intel-rapl:%d:0/name", pkg), "dram\n")
		m.write(zone+fmt.Sprintf("/../intel-rapl:%d:0/energy_uj", pkg), "5000000\n")
		m.write(zone+fmt.Sprintf("/../intel-rapl:%d:0/max_energy_range_uj", pkg), "65712999613\n")
		uncore := fmt.Sprintf("sys/devices/system/cpu/intel_uncore_frequency/package_%02d_die_00/", pkg)
		m.write(uncore+"current_freq_khz", fmt.Sprintln(1400000+pkg*200000))
		m.coretemp(pkg)
	}
	m.write("sys/class/powercap/intel-rapl:2/name", "psys\n")
	m.write("sys/class/powercap/intel-rapl:2/energy_uj", "77\n")
	m.write("sys/class/powercap/intel-rapl:2/max_energy_range_uj", "262143328850\n")
	m.write("sys/class/powercap/intel-rapl-mmio:0/name", "package-0\n") // the same counter again
	m.write("sys/class/powercap/intel-rapl-mmio:0/energy_uj", "1000\n")
	m.write("sys/class/hwmon/hwmon2/name", "nvme\n")
	m.write("sys/class/hwmon/hwmon2/temp1_input", "38850\n")
	m.write("sys/class/hwmon/hwmon2/temp1_label", "Composite\n")
	m.write("sys/class/hwmon/hwmon3/name", "nvme\n")
	m.write("sys/class/hwmon/hwmon3/temp1_input", "-1500\n")
	m.write("sys/class/hwmon/hwmon3/power1_average", "125000000\n")
	m.proc()
	return m
}

func (m *machine) coretemp(pkg int) {
	dir := fmt.Sprintf("sys/class/hwmon/hwmon%d/", pkg)
	m.write(dir+"name", "coretemp\n")
	m.write(dir+"temp1_label", fmt.Sprintf("Package id %d\n", pkg))
	m.write(dir+"temp1_input", fmt.Sprintln(45300+pkg*1000))
	for i, core := range []int{0, 4} {
		m.write(dir+fmt.Sprintf("temp%d_label", core+2), fmt.Sprintf("Core %d\n", core))
		m.write(dir+fmt.Sprintf("temp%d_input", core+2), fmt.Sprintln(40000+pkg*10000+i*1000))
	}
}

func (m *machine) proc() {
	var stat strings.Builder
	stat.WriteString("cpu  1 2 3 4 5 6 7 8 9 10\n")
	for cpu := range 7 {
		fmt.Fprintf(&stat, "cpu%d %d 2 3 1000 50 6 7 8 9 10\n", cpu, 100*cpu)
	}
	stat.WriteString("intr 1 2 3\nctxt 5\nbtime 1700000000\nprocesses 9\nprocs_running 1\nprocs_blocked 0\nsoftirq 1 2 3 4 5 6 7 8 9 10 11\n")
	m.write("proc/stat", stat.String())
	m.write("proc/meminfo", "MemTotal:       1000 kB\nMemFree:         300 kB\nMemAvailable:    400 kB\nBuffers:          10 kB\n")
	m.write("proc/loadavg", "0.52 1.08 12.99 1/80 11206\n")
	m.write("proc/net/dev", "Inter-|   Receive                                                |  Transmit\n"+
		" face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n"+
		"    lo: 77 1 0 0 0 0 0 0 77 1 0 0 0 0 0 0\n"+
		"   br0: 5 1 0 0 0 0 0 0 5 1 0 0 0 0 0 0\n"+
		"  ib0:4000000000000 5 0 0 0 0 0 0 600 7 0 0 0 0 0 0\n"+
		"  eth0: 1000 10 0 0 0 0 0 0 2000 20 0 0 0 0 0 0\n")
	m.write("sys/class/net/ib0/device/vendor", "x\n")
	m.write("sys/class/net/eth0/device/vendor", "x\n")
	m.write("proc/diskstats", "   7       0 loop0 9 0 9 0 9 0 9 0 0 0 0\n"+
		" 259       0 nvme0n1 11 1 200 3 12 2 400 5 0 1234 7 0 0 0 0 0 0\n"+
		" 259       1 nvme0n1p1 1 1 1 1 1 1 1 1 1 1 1\n")
	m.write("sys/block/nvme0n1/device/model", "x\n")
	m.write("sys/block/loop0/size", "8\n")
	m.write("proc/self/status", "Name:\tsolver\nVmPeak:\t    9000 kB\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\nThreads:\t1\n")
}

func (m *machine) write(name, text string) {
	m.t.Helper()
	path := filepath.Join(m.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) remove(names ...string) {
	m.t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(m.root, name)); err != nil {
			m.t.Fatal(err)
		}
	}
}

func (m *machine) find() *Platform {
	p := Find(Options{Root: m.root})
	m.t.Cleanup(func() {
		if err := p.Close(); err != nil {
			m.t.Error(err)
		}
	})
	return p
}

func push(t testing.TB, p *Platform, name string, domain Domain, index int) int {
	t.Helper()
	i, err := p.Push(name, domain, index)
	if err != nil {
		t.Fatal(err)
	}
	return i
}
