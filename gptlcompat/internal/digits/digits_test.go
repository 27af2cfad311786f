package digits

import (
	"encoding/binary"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// The number is that of strconv, whatever stands behind it.
func TestAsStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		eight := []byte(rapid.StringMatching(`[0-9]{0,8}`).Draw(t, "digits"))
		for len(eight) < 8 {
			eight = append(eight, rapid.Byte().Draw(t, "other"))
		}
		n := 0
		for n < 8 && eight[n] >= '0' && eight[n] <= '9' {
			n++
		}
		want, _ := strconv.ParseUint(string(eight[:n]), 10, 64) // 0 of none
		if v, size := Of(binary.LittleEndian.Uint64(eight)); v != want || size != n {
			t.Fatalf("%q is %d of %d bytes, want %d of %d", eight, v, size, want, n)
		}
	})
}
