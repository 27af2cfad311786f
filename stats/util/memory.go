package util

import "github.com/go-hpc/timers/stats/hdtrace"

// mem gives the memory in use at the moment of the sample, as libgtop defines it: used is what is not free,
// cached has the kernel's slabs in it.
type mem struct {
	file    *file
	sources Sources
	wanted  [len(memoryKeys)]bool
}

// memParts are the sources, in their order, with the lines that are added up and the one that is taken off.
var memParts = []struct {
	source Sources
	name   string
	add    []int
	less   int // -1 if nothing is
}{
	{MemUsed, "MEM_USED", []int{memTotal}, memFree},
	{MemFree, "MEM_FREE", []int{memFree}, -1},
	{MemShared, "MEM_SHARED", []int{memShmem}, -1},
	{MemBuffer, "MEM_BUFFER", []int{memBuffers}, -1},
	{MemCached, "MEM_CACHED", []int{memCached, memSlab}, -1},
}

func newMem(root string, sources Sources) (*mem, error) {
	m := &mem{file: newFile(root+"/proc/meminfo", roomOfTable), sources: sources}
	for _, p := range memParts {
		if !sources.has(p.source) {
			continue
		}
		for _, key := range p.add {
			m.wanted[key] = true
		}
		if p.less >= 0 {
			m.wanted[p.less] = true
		}
	}
	if _, err := m.file.read(); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *mem) values() (list []hdtrace.Value) {
	for _, p := range memParts {
		if m.sources.has(p.source) {
			list = append(list, bytesValue(p.name, "MEM"))
		}
	}
	return list
}

func bytesValue(name, grouping string) hdtrace.Value {
	return hdtrace.Value{Name: name, Type: hdtrace.TypeInt64, Unit: "B", Grouping: grouping}
}

func (m *mem) forget() {}

func (m *mem) sample(e *entry) {
	var now memory
	if b, err := m.file.read(); err == nil {
		now = parseMemory(b, m.wanted)
	}
	for i := range memParts {
		p := &memParts[i]
		if !m.sources.has(p.source) {
			continue
		}
		sum, v := int64(0), good
		for _, key := range p.add {
			sum += now.bytes[key]
			if !now.known[key] {
				v = garbled
			}
		}
		if p.less >= 0 {
			sum -= now.bytes[p.less]
			if !now.known[p.less] || sum < 0 {
				v = garbled
			}
		}
		e.int64(uint64(sum), v)
	}
}

func (m *mem) close() { m.file.close() }
