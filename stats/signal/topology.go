package signal

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"github.com/go-hpc/timers/stats/internal/node"
)

// topology maps CPUs to cores and packages. Packages have the kernel's numbers. Cores are numbered throughout
// the board, as in GEOPM, because the kernel's numbers start again in each package.
type topology struct {
	cpus      []int       // that were online when the topology was read
	core      map[int]int // of a CPU
	packageOf map[int]int // of a CPU
	ofCore    map[int]int // package of each core
	packages  []int
	byID      map[coreID]int
}

// coreID identifies a core in the kernel's numbers.
type coreID struct{ pkg, die, core int }

func (p *Platform) findTopology() topology {
	t := topology{core: make(map[int]int), packageOf: make(map[int]int), ofCore: make(map[int]int), byID: make(map[coreID]int)}
	dir := p.tree.Path("sys/devices/system/cpu")
	ids := make(map[int]coreID)
	for _, cpu := range node.Numbered(dir, "cpu", "") {
		at := fmt.Sprintf("%s/cpu%d/topology/", dir, cpu)
		core, err := p.tree.Number(at + "core_id")
		if err != nil {
			continue // offline: such a CPU has no topology
		}
		pkg, _ := p.tree.Number(at + "physical_package_id")
		die, _ := p.tree.Number(at + "die_id")
		// Machines that do not know it return -1.
		ids[cpu] = coreID{pkg: max(int(pkg), 0), die: max(int(die), 0), core: int(core)}
	}
	if len(ids) == 0 && p.real {
		for cpu := range runtime.NumCPU() {
			ids[cpu] = coreID{core: cpu}
		}
	}
	t.number(ids)
	return t
}

func (t *topology) number(ids map[int]coreID) {
	t.cpus = slices.Sorted(maps.Keys(ids))
	cores := slices.SortedFunc(maps.Values(ids), func(a, b coreID) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.die, b.die), cmp.Compare(a.core, b.core))
	})
	for i, id := range slices.Compact(cores) {
		t.byID[id] = i
		t.ofCore[i] = id.pkg
		t.packages = append(t.packages, id.pkg)
	}
	t.packages = slices.Compact(t.packages)
	for cpu, id := range ids {
		t.core[cpu] = t.byID[id]
		t.packageOf[cpu] = id.pkg
	}
}

// coreOf finds a core by the kernel's numbers, on any die: sensors do not name one.
func (t *topology) coreOf(pkg, core int) (int, bool) {
	found, known := 0, false
	for id, i := range t.byID {
		if id.pkg == pkg && id.core == core && (!known || i < found) {
			found, known = i, true
		}
	}
	return found, known
}

// CPUs lists the CPUs of a part of the node that were online when the Platform was found: of the board, a package, a
// core, a NUMA node, or the CPU itself. It is nil for other domains, and for what does not exist.
func (p *Platform) CPUs(domain Domain, index int) (list []int) {
	if domain == Memory {
		text, err := p.tree.Content(p.tree.Path("sys/devices/system/node", fmt.Sprintf("node%d", index), "cpulist"))
		if err == nil {
			list, _ = node.ParseList(string(bytes.TrimSpace(text)))
		}
		return list
	}
	for _, cpu := range p.topo.cpus {
		if domain == CPU && cpu == index || p.topo.holds(domain, index, CPU, cpu) {
			list = append(list, cpu)
		}
	}
	return list
}

// ParseCPUs reads the kernel's form of a set of CPUs, such as 0-3,8; it is nil for anything else.
func ParseCPUs(text string) []int {
	list, _ := node.ParseList(text)
	return list
}

// holds reports whether an instance of a domain lies in one of a coarser domain.
func (t *topology) holds(outer Domain, o int, inner Domain, i int) bool {
	switch {
	case outer == Board:
		return o == 0 && inner <= GPU
	case outer == Package && inner == Core:
		pkg, known := t.ofCore[i]
		return known && pkg == o
	case outer == Package && inner == CPU:
		pkg, known := t.packageOf[i]
		return known && pkg == o
	case outer == Core && inner == CPU:
		core, known := t.core[i]
		return known && core == o
	}
	return false
}
