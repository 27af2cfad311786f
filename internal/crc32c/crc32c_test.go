package crc32c

import (
	"hash/crc32"
	"testing"
)

func TestSum(t *testing.T) {
	data := make([]byte, 2*few)
	for i := range data {
		data[i] = byte(i*i>>3 ^ i)
	}
	for _, n := range []int{0, 1, 124, 1000, few - 1, few, 2 * few} {
		if got, want := Sum(data[:n]), crc32.Checksum(data[:n], crc32.MakeTable(crc32.Castagnoli)); got != want {
			t.Errorf("%d bytes: %#08x, want %#08x", n, got, want)
		}
	}
}
