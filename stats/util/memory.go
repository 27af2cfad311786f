package util

import (
	"math"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
)

// mem samples the memory in use at that moment, as libgtop defines it: used is what is not free, and cached
// includes the kernel's slabs.
type mem struct {
	table *node.Table
	parts []memPart
}

// memPart is a value: rows that are added up, and one that is subtracted unless it is nil.
type memPart struct {
	name string
	add  []*node.Row
	less *node.Row
}

// memParts are the sources, in their order, with the rows that are added up and the one that is subtracted.
var memParts = []struct {
	source Sources
	name   string
	add    []string
	less   string
}{
	{MemUsed, "MEM_USED", []string{"MemTotal"}, "MemFree"},
	{MemFree, "MEM_FREE", []string{"MemFree"}, ""},
	{MemShared, "MEM_SHARED", []string{"Shmem"}, ""},
	{MemBuffer, "MEM_BUFFER", []string{"Buffers"}, ""},
	{MemCached, "MEM_CACHED", []string{"Cached", "Slab"}, ""},
}

func newMem(tree *node.Tree, sources Sources) (*mem, error) {
	m := &mem{table: tree.Memory()}
	for _, p := range memParts {
		if !sources.has(p.source) {
			continue
		}
		part := memPart{name: p.name}
		for _, name := range p.add {
			part.add = append(part.add, m.table.Want(name))
		}
		if p.less != "" {
			part.less = m.table.Want(p.less)
		}
		m.parts = append(m.parts, part)
	}
	_, err := m.table.Load()
	return m, err
}

func (m *mem) values() (list []hdstat.Value) {
	for _, p := range m.parts {
		list = append(list, bytesValue(p.name, "MEM"))
	}
	return list
}

func bytesValue(name, grouping string) hdstat.Value {
	return hdstat.Value{Name: name, Type: hdstat.TypeInt64, Unit: "B", Grouping: grouping}
}

func (m *mem) forget() {}

func (m *mem) sample(e *entry) {
	_, err := m.table.Load()
	for i := range m.parts {
		p := &m.parts[i]
		sum, ok := int64(0), err == nil
		for _, r := range p.add {
			sum += m.bytes(r, &ok)
		}
		if p.less != nil {
			sum -= m.bytes(p.less, &ok)
		}
		v := good
		if !ok || sum < 0 {
			v = garbled
		}
		e.int64(uint64(sum), v)
	}
}

// bytes returns a row in bytes; ok becomes false if it is unknown.
func (m *mem) bytes(r *node.Row, ok *bool) int64 {
	kilo := r.Columns[0]
	if !m.table.Has(r, 0) || kilo > math.MaxInt64>>12 { // so that sums cannot overflow
		*ok = false
		return 0
	}
	return int64(kilo) << 10
}

func (m *mem) close() { _ = m.table.Close() }
