package util

import (
	"bytes"
	"math"
	"testing"
	"time"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
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
		h := newHost(t)
		p := newProbe(t, h, All)
		size := len(p.entry.data)
		for i, text := range [][]byte{first, second, first} {
			for _, name := range []string{"proc/stat", "proc/meminfo", "proc/net/dev", "sys/dev/block/254:1/stat", "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "sys/devices/system/cpu/cpu1/cpuidle/state1/time"} {
				h.Write(name, string(text))
			}
			p.reader.sample(&p.entry, time.Duration(i)*time.Millisecond)
			if len(p.entry.data) != size {
				t.Fatalf("an entry of %d bytes, not %d", len(p.entry.data), size)
			}
			at := 0
			for _, v := range p.values {
				if v.Type == hdstat.TypeFloat {
					checkShares(t, p.entry.data[at:at+4])
					at += 4
					continue
				}
				if p.entry.data[at]&0x80 != 0 && !bytes.Equal(p.entry.data[at:at+8], bytes.Repeat([]byte{0xFF}, 8)) {
					t.Errorf("%s is negative: % x", v.Name, p.entry.data[at:at+8])
				}
				at += 8
			}
		}
		if m, ok := findMount(string(first), "/"); ok && m.device == "" {
			t.Error("a device without a number")
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
