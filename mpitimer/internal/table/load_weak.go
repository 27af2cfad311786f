//go:build !(amd64 || s390x)

package table

import "sync/atomic"

// On these processors the order of plain accesses is not kept for other cores.

func load(p *uint64) uint64 { return atomic.LoadUint64(p) }

// Store writes a word of a record. Others see it after every Store before it.
func Store(p *uint64, v uint64) { atomic.StoreUint64(p, v) }
