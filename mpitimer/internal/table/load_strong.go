//go:build amd64 || s390x

package table

import "sync/atomic"

// On these processors a core's stores become visible to others in program order: plain ones are
// enough for the writer. The reader's loads are plain instructions too; that they are called atomic
// keeps the compiler from taking two of them for one.

// Load reads a word of a record.
func Load(p *uint64) uint64 { return atomic.LoadUint64(p) }

// Store writes a word of a record. Others see it after every Store before it.
//
//go:norace
func Store(p *uint64, v uint64) { *p = v }

// CopyOf is a copy between two loads.
//
//go:norace
func CopyOf(c *Cold) Cold { return *c }
