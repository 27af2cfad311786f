package signal

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/prometheus/procfs"
	"github.com/prometheus/procfs/blockdevice"
)

// What /proc tells of the node is found, and so checked, with procfs. It is read again and again by table,
// for procfs makes everything anew with each reading.

func (p *Platform) findNode() {
	proc, err := procfs.NewFS(p.path("proc"))
	p.findCPUTimes(proc, err)
	p.findMemory(proc, err)
	p.findLoad(proc, err)
	p.findNetwork(proc, err)
	p.findDisks(err)
}

// consult asks procfs for a file, if the file is there.
func consult[T any](p *Platform, failed error, file string, read func() (T, error)) (T, string, error) {
	path := p.path("proc", file)
	var none T
	if failed == nil {
		_, failed = p.content(path)
	}
	if failed != nil {
		return none, path, failed
	}
	result, err := read()
	return result, path, err
}

func (p *Platform) findCPUTimes(proc procfs.FS, failed error) {
	const user, nice, system, idle, iowait, irq, softirq, steal = 0, 1, 2, 3, 4, 5, 6, 7
	stat, path, err := consult(p, failed, "stat", proc.Stat)
	var cpus []int
	for cpu := range stat.CPU {
		cpus = append(cpus, int(cpu))
	}
	for _, s := range []struct {
		name, what string
		columns    []int
	}{
		{"CPU_BUSY_TIME", "time in which the CPU ran something, or its hypervisor something else (/proc/stat)", []int{user, nice, system, irq, softirq, steal}},
		{"CPU_IDLE_TIME", "time in which the CPU had nothing to do (/proc/stat)", []int{idle}},
		{"CPU_IOWAIT_TIME", "time in which the CPU had nothing to do and a thread waited for a disk (/proc/stat)", []int{iowait}},
	} {
		if err != nil || len(cpus) == 0 {
			p.absentIn(s.name, path, err)
			continue
		}
		p.add(source{
			info: Info{
				Name: s.name, Description: s.what, Unit: "s", Behavior: Monotone, Domain: CPU,
				Indices: ascending(cpus), Aggregation: Sum, Quantum: 0.01, // USER_HZ is 100 wherever Go runs
			},
			open: func(session *session, cpu int) (meter, error) {
				var cells []cell
				for _, column := range s.columns {
					cells = append(cells, cell{row: fmt.Sprintf("cpu%d", cpu), column: column})
				}
				return session.cells(path, 0, 1, cells...)
			},
		})
	}
}

func (p *Platform) absentIn(name, path string, err error) {
	if err == nil {
		p.absent(name, ErrNoSource, "nothing of it in "+path, "")
		return
	}
	p.absentFor(name, err, "")
}

func (p *Platform) findMemory(proc procfs.FS, failed error) {
	info, path, err := consult(p, failed, "meminfo", proc.Meminfo)
	total, free, available := info.MemTotal, info.MemFree, info.MemAvailable
	for _, s := range []struct {
		name, what string
		behavior   Behavior
		cells      []cell
		there      bool
	}{
		{"MEMORY_TOTAL", "memory of the node", Constant, []cell{{row: "MemTotal"}}, total != nil},
		{"MEMORY_FREE", "memory of the node that nothing uses, caches neither", Variable, []cell{{row: "MemFree"}}, free != nil},
		{"MEMORY_AVAILABLE", "memory of the node that programs could still get", Variable, []cell{{row: "MemAvailable"}}, available != nil},
		{"MEMORY_USED", "memory of the node less what programs could still get", Variable, []cell{{row: "MemTotal"}, {row: "MemAvailable", minus: true}}, total != nil && available != nil},
	} {
		if err != nil || !s.there {
			p.absentIn(s.name, path, err)
			continue
		}
		p.add(source{
			info: Info{Name: s.name, Description: s.what + " (/proc/meminfo)", Unit: "B", Behavior: s.behavior, Domain: Board, Aggregation: Sum, Quantum: 1},
			open: func(session *session, _ int) (meter, error) { return session.cells(path, 0, 1024, s.cells...) },
		})
	}
}

func (p *Platform) findLoad(proc procfs.FS, failed error) {
	_, path, err := consult(p, failed, "loadavg", proc.LoadAvg)
	for field, s := range []struct{ name, minutes string }{{"LOAD_AVERAGE", "1"}, {"LOAD_AVERAGE_5", "5"}, {"LOAD_AVERAGE_15", "15"}} {
		if err != nil {
			p.absentIn(s.name, path, err)
			continue
		}
		p.add(source{
			info: Info{
				Name: s.name, Description: "threads that run or wait for a CPU or a disk, mean over " + s.minutes + " min (/proc/loadavg)",
				Unit: "1", Behavior: Variable, Domain: Board, Aggregation: Sum, Quantum: 0.01,
			},
			open: func(*session, int) (meter, error) {
				f, err := p.open(path)
				return &decimalMeter{file: f, field: field}, err
			},
		})
	}
}

// decimalMeter reads a field with two digits after the point.
type decimalMeter struct {
	file  *file
	field int
}

func (m *decimalMeter) steps(uint64) (int64, error) {
	var buffer [128]byte
	n, err := m.file.read(buffer[:], 0)
	if err != nil {
		return 0, err
	}
	field, rest := cutField(buffer[:n])
	for range m.field {
		field, rest = cutField(rest)
	}
	value, err := parseDecimal(field, 2)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", m.file.path, err)
	}
	return value, nil
}

func (m *decimalMeter) close() error { return m.file.close() }

// rowSignal is a number in each row of a table, the rows being interfaces or disks.
type rowSignal struct {
	name, what, unit string
	column           int
	factor           int64
	quantum          float64
}

func (p *Platform) addRows(file string, key int, domain Domain, names []string, signals []rowSignal, failed error) {
	path := p.path("proc", file)
	indices := make([]int, len(names))
	for i := range indices {
		indices[i] = i
	}
	for _, s := range signals {
		if failed != nil || len(names) == 0 {
			p.absentIn(s.name, path, failed)
			continue
		}
		p.add(source{
			info: Info{
				Name: s.name, Description: s.what + " (/proc/" + file + ")", Unit: s.unit, Behavior: Monotone, Domain: domain,
				Indices: indices, Labels: names, Aggregation: Sum, Quantum: s.quantum,
			},
			open: func(session *session, i int) (meter, error) {
				return session.cells(path, key, s.factor, cell{row: names[i], column: s.column})
			},
		})
	}
}

// findNetwork takes the interfaces that are hardware, or else all but the loopback: bridges and bonds would
// count the same bytes again.
func (p *Platform) findNetwork(proc procfs.FS, failed error) {
	devices, _, err := consult(p, failed, "net/dev", proc.NetDev)
	names := slices.Sorted(maps.Keys(devices))
	names = slices.DeleteFunc(names, func(name string) bool { return name == "lo" })
	if hardware := p.hardwareOf("sys/class/net", names); len(hardware) > 0 {
		names = hardware
	}
	p.addRows("net/dev", 0, NIC, names, []rowSignal{
		{"NETWORK_RECEIVED", "bytes received by the interface", "B", 0, 1, 1},
		{"NETWORK_PACKETS_RECEIVED", "packets received by the interface", "1", 1, 1, 1},
		{"NETWORK_SENT", "bytes sent by the interface", "B", 8, 1, 1},
		{"NETWORK_PACKETS_SENT", "packets sent by the interface", "1", 9, 1, 1},
	}, err)
}

// findDisks takes whole disks that are hardware.
func (p *Platform) findDisks(failed error) {
	var disks blockdevice.FS
	if failed == nil {
		disks, failed = blockdevice.NewFS(p.path("proc"), p.path("sys"))
	}
	stats, _, err := consult(p, failed, "diskstats", disks.ProcDiskstats)
	var names []string
	for _, s := range stats {
		names = append(names, s.DeviceName)
	}
	slices.Sort(names)
	const sector = 512 // whatever the disk's own may be
	p.addRows("diskstats", 2, Disk, p.hardwareOf("sys/block", slices.Compact(names)), []rowSignal{
		{"DISK_READS", "reads completed by the disk", "1", 0, 1, 1},
		{"DISK_READ", "bytes read from the disk", "B", 2, sector, 1},
		{"DISK_WRITES", "writes completed by the disk", "1", 4, 1, 1},
		{"DISK_WRITTEN", "bytes written to the disk", "B", 6, sector, 1},
		{"DISK_BUSY_TIME", "time in which the disk had something to do", "s", 9, 1, 1e-3},
	}, err)
}

// hardwareOf keeps the names whose folder in sys leads to a device.
func (p *Platform) hardwareOf(folder string, names []string) []string {
	var list []string
	for _, name := range names {
		if _, err := os.Stat(p.path(folder, filepath.Base(name), "device")); err == nil {
			list = append(list, name)
		}
	}
	return list
}
