package signal

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// What /proc tells of the node is read by table. No package of others is asked, although procfs knows all of
// this: it links package net, and with that the C library, into programs that were linked statically.

func (p *Platform) findNode() {
	p.findCPUTimes()
	p.findMemory()
	p.findLoad()
	p.findNetwork()
	p.findDisks()
}

func (p *Platform) findCPUTimes() {
	const user, nice, system, idle, iowait, irq, softirq, steal = 0, 1, 2, 3, 4, 5, 6, 7
	path := p.path("proc", "stat")
	rows, err := p.rows(path, 0)
	var cpus []int
	known := maxColumns
	for _, r := range rows {
		number, is := strings.CutPrefix(r.name, "cpu")
		if cpu, problem := strconv.Atoi(number); is && problem == nil && cpu >= 0 {
			cpus = append(cpus, cpu)
			known = min(known, r.known)
		}
	}
	for _, s := range []struct {
		name, what string
		columns    []int
	}{
		{"CPU_BUSY_TIME", "time in which the CPU ran something, or its hypervisor something else (/proc/stat)", []int{user, nice, system, irq, softirq, steal}},
		{"CPU_IDLE_TIME", "time in which the CPU had nothing to do (/proc/stat)", []int{idle}},
		{"CPU_IOWAIT_TIME", "time in which the CPU had nothing to do and a thread waited for a disk (/proc/stat)", []int{iowait}},
	} {
		if err != nil || len(cpus) == 0 || slices.Max(s.columns) >= known {
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

func (p *Platform) findMemory() {
	path := p.path("proc", "meminfo")
	rows, err := p.rows(path, 0)
	has := func(name string) bool {
		return slices.ContainsFunc(rows, func(r namedRow) bool { return r.name == name })
	}
	total, free, available := has("MemTotal"), has("MemFree"), has("MemAvailable")
	for _, s := range []struct {
		name, what string
		behavior   Behavior
		cells      []cell
		there      bool
	}{
		{"MEMORY_TOTAL", "memory of the node", Constant, []cell{{row: "MemTotal"}}, total},
		{"MEMORY_FREE", "memory of the node that nothing uses, caches neither", Variable, []cell{{row: "MemFree"}}, free},
		{"MEMORY_AVAILABLE", "memory of the node that programs could still get", Variable, []cell{{row: "MemAvailable"}}, available},
		{"MEMORY_USED", "memory of the node less what programs could still get", Variable, []cell{{row: "MemTotal"}, {row: "MemAvailable", minus: true}}, total && available},
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

func (p *Platform) findLoad() {
	path := p.path("proc", "loadavg")
	text, err := p.content(path)
	for field, s := range []struct{ name, minutes string }{{"LOAD_AVERAGE", "1"}, {"LOAD_AVERAGE_5", "5"}, {"LOAD_AVERAGE_15", "15"}} {
		if err == nil {
			_, err = decimalField(text, field)
		}
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
	value, err := decimalField(buffer[:n], m.field)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", m.file.path, err)
	}
	return value, nil
}

// decimalField is a number in hundredths.
func decimalField(text []byte, number int) (int64, error) {
	field, rest := cutField(text)
	for range number {
		field, rest = cutField(rest)
	}
	return parseDecimal(field, 2)
}

func (m *decimalMeter) close() error { return m.file.close() }

// rowSignal is a number in each row of a table, the rows being interfaces or disks.
type rowSignal struct {
	name, what, unit string
	column           int
	factor           int64
	quantum          float64
}

// addRows adds the signals of those rows that keep has left.
func (p *Platform) addRows(file string, key int, domain Domain, keep func(names []string) []string, signals []rowSignal) {
	path := p.path("proc", file)
	rows, failed := p.rows(path, key)
	names := keep(namesOf(rows, signals))
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
func (p *Platform) findNetwork() {
	keep := func(names []string) []string {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "lo" })
		if hardware := p.hardwareOf("sys/class/net", names); len(hardware) > 0 {
			return hardware
		}
		return names
	}
	p.addRows("net/dev", 0, NIC, keep, []rowSignal{
		{"NETWORK_RECEIVED", "bytes received by the interface", "B", 0, 1, 1},
		{"NETWORK_PACKETS_RECEIVED", "packets received by the interface", "1", 1, 1, 1},
		{"NETWORK_SENT", "bytes sent by the interface", "B", 8, 1, 1},
		{"NETWORK_PACKETS_SENT", "packets sent by the interface", "1", 9, 1, 1},
	})
}

// findDisks takes whole disks that are hardware.
func (p *Platform) findDisks() {
	keep := func(names []string) []string { return p.hardwareOf("sys/block", names) }
	const sector = 512 // whatever the disk's own may be
	p.addRows("diskstats", 2, Disk, keep, []rowSignal{
		{"DISK_READS", "reads completed by the disk", "1", 0, 1, 1},
		{"DISK_READ", "bytes read from the disk", "B", 2, sector, 1},
		{"DISK_WRITES", "writes completed by the disk", "1", 4, 1, 1},
		{"DISK_WRITTEN", "bytes written to the disk", "B", 6, sector, 1},
		{"DISK_BUSY_TIME", "time in which the disk had something to do", "s", 9, 1, 1e-3},
	})
}

// namesOf are the names, in order, of the rows that have all the columns; the others are headings, or what
// this kernel writes otherwise.
func namesOf(rows []namedRow, signals []rowSignal) []string {
	columns := 0
	for _, s := range signals {
		columns = max(columns, s.column+1)
	}
	var names []string
	for _, r := range rows {
		if r.known >= columns {
			names = append(names, r.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
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
