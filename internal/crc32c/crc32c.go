// Package crc32c computes CRC-32C checksums (Castagnoli).
package crc32c

import (
	"hash/crc32"
	"sync"
)

// few is for how many bytes the tables that package hash/crc32 makes take longer than the checksum without them: at
// its first use a sixth of a millisecond, a tenth of what a program with timers takes to start.
const few = 32 << 10

var (
	fast   = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })
	simple = sync.OnceValue(func() *crc32.Table {
		table := new(crc32.Table)
		for i := range table {
			sum := uint32(i)
			for range 8 {
				if sum&1 != 0 {
					sum = sum>>1 ^ crc32.Castagnoli
				} else {
					sum >>= 1
				}
			}
			table[i] = sum
		}
		return table
	})
)

// Sum returns the checksum of some bytes.
func Sum(data []byte) uint32 {
	if len(data) < few {
		return crc32.Checksum(data, simple())
	}
	return crc32.Checksum(data, fast())
}
