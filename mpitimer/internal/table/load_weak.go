//go:build !(amd64 || s390x)

package table

import (
	"sync/atomic"
	"unsafe"
)

// On these processors the order of plain accesses is not kept for other cores.

// Load reads a word of a record.
func Load(p *uint64) uint64 { return atomic.LoadUint64(p) }

// Store writes a word of a record. Others see it after every Store before it.
func Store(p *uint64, v uint64) { atomic.StoreUint64(p, v) }

// CopyOf is a copy between two loads: made of plain loads it might be made after the second.
func CopyOf(c *Cold) (copied Cold) {
	const words = int(unsafe.Sizeof(Cold{}) / 8)
	from, to := (*[words]uint64)(unsafe.Pointer(c)), (*[words]uint64)(unsafe.Pointer(&copied))
	for i := range to {
		to[i] = atomic.LoadUint64(&from[i])
	}
	return copied
}
