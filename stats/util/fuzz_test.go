package util

import (
	"bytes"
	"math"
	"testing"
	"time"
)

// Whatever a file says, and whatever it says afterwards: nothing breaks, entries keep their size, and no value
// is negative but Unknown, no share above 100 %.
func FuzzFiles(f *testing.F) {
	f.Add([]byte("cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 2 3 4\nintr 1 2\nctxt 5\n"), []byte("cpu  2 2 3 4 5 6 7 8 9 10\ncpu1 1 2 3 4\nctxt 4\n"))
	f.Add([]byte("MemTotal:  10 kB\nMemFree: 20 kB\nCached: 9007199254740993 kB\n"), []byte("MemTotal: 18446744073709551615 kB\n"))
	f.Add([]byte("h\nh\n  lo: 1 2 3 4 5 6 7 8 9 10\neth0:1 2 3 4 5 6 7 8 9\n"), []byte("h\nh\n  lo: 4294967295 2 3 4 5 6 7 8 0\n"))
	f.Add([]byte("1 2 3 4 5 6 7 8 9 10 11\n"), []byte("0 2 18446744073709551615 4 5 6 7 8 9 10 11 12 13\n"))
	f.Add([]byte("1 0:21 / / rw - ext4 /dev/vda rw\n"), []byte("0-3,7\n"))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		s := newStat("", []int{0, 1}, true)
		c := newCPU(s, CPU|ContextSwitches, []int{0, 1})
		n := &network{root: t.TempDir(), sources: NET}
		n.parse(first, 0)
		n.fixed = min(len(n.list), 3)
		n.list = n.list[:n.fixed]
		n.forget()
		d := &disk{sources: HDD | HDDStats}
		m := &mem{sources: MEM, wanted: [len(memoryKeys)]bool{true, true, true, true, true, true}}
		var e entry
		for i, text := range [][]byte{first, second, first} {
			e.begin(time.Duration(i) * time.Millisecond)
			clear(s.online)
			s.totalOK, s.ctxtOK, s.set, s.onlines = false, false, 0, 0
			s.parse(text)
			c.sample(&e)
			shares := len(e.data)
			checkShares(t, e.data[:4])
			checkShares(t, e.data[4+8:shares])
			n.turn++
			n.parse(text, math.MaxInt64)
			for k := range netSums {
				e.int64(n.sum(k%2, k < 2, true))
			}
			n.dismiss()
			if now, ok := parseDisk(text); ok {
				var values [diskFields]uint64
				var verdicts [diskFields]verdict
				d.step(&e, &now, &values, &verdicts)
				for k := range values {
					e.int64(values[k], verdicts[k])
				}
			}
			now := parseMemory(text, m.wanted)
			for k := range now.bytes {
				if now.bytes[k] < 0 {
					t.Errorf("%s is %d", memoryKeys[k], now.bytes[k])
				}
			}
			for at := shares; at < len(e.data); at += 8 {
				if e.data[at]&0x80 != 0 && !bytes.Equal(e.data[at:at+8], bytes.Repeat([]byte{0xFF}, 8)) {
					t.Errorf("a value is negative: % x", e.data[at:at+8])
				}
			}
		}
		if m, ok := findMount(string(first), "/"); ok && m.device == "" {
			t.Error("a device without a number")
		}
		if ids, ok := parseList(string(second)); ok && len(ids) == 0 {
			t.Error("an empty list")
		}
	})
}

func checkShares(t *testing.T, data []byte) {
	t.Helper()
	for ; len(data) >= 4; data = data[4:] {
		v := math.Float32frombits(uint32(data[0])<<24 | uint32(data[1])<<16 | uint32(data[2])<<8 | uint32(data[3]))
		if v != Unknown && !(v >= 0 && v <= 100) {
			t.Errorf("a share of %v", v)
		}
	}
}
