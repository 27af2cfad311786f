package geopm

import (
	"hash/crc32"
	"strings"
)

// Hash returns the hash of a region's name since GEOPM 3.1: CRC-32 (IEEE 802.3), as zlib's. A name that
// is not UTF-8 has the hash of its printed form.
func Hash(name string) uint32 { return crc32.ChecksumIEEE([]byte(printed(name))) }

// printed returns a name as reports have it: no reader takes bytes that are not UTF-8.
func printed(name string) string { return strings.ToValidUTF8(name, "\ufffd") }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OldHash returns the hash of a region's name up to GEOPM 3.0: CRC-32C over words of eight bytes, the last
// one padded with zeros, without the inversions at start and end. It is for recognising old reports.
func OldHash(name string) uint32 {
	words := make([]byte, (len(name)+7)/8*8)
	copy(words, name)
	// Update inverts before and after, which is undone.
	return ^crc32.Update(^uint32(0), castagnoli, words)
}

// HashIsOf reports whether a hash belongs to a name, in any version.
func HashIsOf(hash uint32, name string) bool { return hash == Hash(name) || hash == OldHash(name) }
