package signal

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/go-hpc/timers/stats/internal/node"
)

func (p *Platform) findNode() {
	p.findCPUTimes()
	p.findMemory()
	p.findLoad()
	p.findNetwork()
	p.findDisks()
}

func (p *Platform) findCPUTimes() {
	path := p.tree.Path("proc/stat")
	rows, err := p.rows((*node.Tree).Stat)
	var cpus []int
	known := node.Steal + 1
	for _, r := range rows {
		if r.Number >= 0 && r.Known > 0 {
			cpus = append(cpus, r.Number)
			known = min(known, r.Known)
		}
	}
	for _, s := range []struct {
		name, what string
		columns    []int
	}{
		{"CPU_BUSY_TIME", "time in which the CPU ran something, or its hypervisor something else (/proc/stat)", []int{node.User, node.Nice, node.System, node.IRQ, node.SoftIRQ, node.Steal}},
		{"CPU_IDLE_TIME", "time in which the CPU had nothing to do (/proc/stat)", []int{node.Idle}},
		{"CPU_IOWAIT_TIME", "time in which the CPU had nothing to do and a thread waited for a disk (/proc/stat)", []int{node.IOWait}},
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
				return session.cells((*node.Tree).Stat, 1, cells...)
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
	path := p.tree.Path("proc", "meminfo")
	t := p.tree.Memory()
	defer t.Close()
	for _, name := range []string{"MemTotal", "MemFree", "MemAvailable"} {
		t.Want(name)
	}
	_, err := t.Load()
	for _, s := range []struct {
		name, what string
		behavior   Behavior
		cells      []cell
	}{
		{"MEMORY_TOTAL", "memory of the node", Constant, []cell{{row: "MemTotal"}}},
		{"MEMORY_FREE", "memory of the node that nothing uses, caches neither", Variable, []cell{{row: "MemFree"}}},
		{"MEMORY_AVAILABLE", "memory of the node that programs could still get", Variable, []cell{{row: "MemAvailable"}}},
		{"MEMORY_USED", "memory of the node less what programs could still get", Variable, []cell{{row: "MemTotal"}, {row: "MemAvailable", minus: true}}},
	} {
		if err != nil || slices.ContainsFunc(s.cells, func(c cell) bool { return !t.Has(t.Want(c.row), 0) }) {
			p.absentIn(s.name, path, err)
			continue
		}
		p.add(source{
			info: Info{Name: s.name, Description: s.what + " (/proc/meminfo)", Unit: "B", Behavior: s.behavior, Domain: Board, Aggregation: Sum, Quantum: 1},
			open: func(session *session, _ int) (meter, error) {
				return session.cells((*node.Tree).Memory, 1024, s.cells...)
			},
		})
	}
}

func (p *Platform) findLoad() {
	path := p.tree.Path("proc", "loadavg")
	text, err := p.tree.Content(path)
	for field, s := range []struct{ name, minutes string }{{"LOAD_AVERAGE", "1"}, {"LOAD_AVERAGE_5", "5"}, {"LOAD_AVERAGE_15", "15"}} {
		if err == nil {
			_, err = node.DecimalField(text, field)
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
				return p.openFile(path, func(f *node.File) (int64, error) { return f.Decimal(field) })
			},
		})
	}
}

// rowSignal is a number in each row of a table, the rows being interfaces or disks.
type rowSignal struct {
	name, what, unit string
	column           int
	factor           int64
	quantum          float64
}

// addRows adds the signals of the rows that keep retains.
func (p *Platform) addRows(file string, of tableOf, domain Domain, keep func(names []string) []string, signals []rowSignal) {
	path := p.tree.Path("proc", file)
	rows, failed := p.rows(of)
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
				return session.cells(of, s.factor, cell{row: names[i], column: s.column})
			},
		})
	}
}

// findNetwork takes the hardware interfaces, or, if there are none, all but the loopback: bridges and bonds
// would count the same bytes again.
func (p *Platform) findNetwork() {
	keep := func(names []string) []string {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "lo" })
		if hardware := p.hardwareOf("sys/class/net", names); len(hardware) > 0 {
			return hardware
		}
		return names
	}
	p.addRows("net/dev", (*node.Tree).Network, NIC, keep, []rowSignal{
		{"NETWORK_RECEIVED", "bytes received by the interface", "B", node.ReceivedBytes, 1, 1},
		{"NETWORK_PACKETS_RECEIVED", "packets received by the interface", "1", node.ReceivedPackets, 1, 1},
		{"NETWORK_SENT", "bytes sent by the interface", "B", node.SentBytes, 1, 1},
		{"NETWORK_PACKETS_SENT", "packets sent by the interface", "1", node.SentPackets, 1, 1},
	})
}

// findDisks takes whole hardware disks.
func (p *Platform) findDisks() {
	keep := func(names []string) []string { return p.hardwareOf("sys/block", names) }
	p.addRows("diskstats", (*node.Tree).Disks, Disk, keep, []rowSignal{
		{"DISK_READS", "reads completed by the disk", "1", node.Reads, 1, 1},
		{"DISK_READ", "bytes read from the disk", "B", node.ReadSectors, node.Sector, 1},
		{"DISK_WRITES", "writes completed by the disk", "1", node.Writes, 1, 1},
		{"DISK_WRITTEN", "bytes written to the disk", "B", node.WrittenSectors, node.Sector, 1},
		{"DISK_BUSY_TIME", "time in which the disk had something to do", "s", node.BusyTime, 1, 1e-3},
	})
}

// namesOf returns the names, in order, of the rows that have all the columns; the others are headings, or in
// a form that only this kernel writes.
func namesOf(rows []*node.Row, signals []rowSignal) []string {
	columns := 0
	for _, s := range signals {
		columns = max(columns, s.column+1)
	}
	var names []string
	for _, r := range rows {
		if r.Known >= columns {
			names = append(names, r.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// hardwareOf keeps the names whose directory in sys leads to a device.
func (p *Platform) hardwareOf(folder string, names []string) []string {
	var list []string
	for _, name := range names {
		if p.tree.Has(p.tree.Path(folder, filepath.Base(name), "device")) {
			list = append(list, name)
		}
	}
	return list
}
