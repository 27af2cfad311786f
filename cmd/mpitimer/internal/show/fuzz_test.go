package show

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats"
)

// Whatever a Summary holds that can be read, it is shown in all ways, and no line of it steers a terminal.
func FuzzShow(f *testing.F) {
	for _, list := range [][]*stats.Profile{loadtest.Ocean(2, 1), loadtest.Ocean(8, 1)} {
		s, err := stats.Merge(list)
		if err != nil {
			f.Fatal(err)
		}
		b, _ := s.MarshalBinary()
		f.Add(b[20:len(b)-4], "halo", uint8(70))
	}
	f.Fuzz(func(t *testing.T, payload []byte, path string, width uint8) {
		s := framed(payload)
		if s == nil {
			return
		}
		for mode := range 5 {
			o := &options{rank: -1, top: 9, depth: 30, minShare: float64(mode), sort: "max", pattern: regexp.MustCompile("")}
			o.imbalance, o.bottomUp, o.counters = mode == 1, mode == 2, mode == 3
			if mode == 4 {
				o.histogram = path
			}
			o.page.Width = int(width)
			text, err := o.text(&load.Run{Name: "run", Form: "summary", Summary: s})
			if err != nil {
				continue
			}
			for line := range strings.Lines(text) {
				if line = strings.TrimSuffix(line, "\n"); strings.ContainsAny(line, "\x1b\x00\r\n") || width > 0 && cli.Width(line) > int(width) {
					t.Errorf("%q has %d columns, want at most %d", line, cli.Width(line), width)
				}
			}
		}
	})
}

// framed puts a payload into a frame with the checksum that belongs to it, so that fuzzing gets past it.
func framed(payload []byte) *stats.Summary {
	b, _ := (&stats.Summary{}).MarshalBinary()
	frame := append(append([]byte{}, b[:12]...), binary.LittleEndian.AppendUint64(nil, uint64(len(payload)))...)
	frame[8] = 2 // the version that has counters
	frame = append(frame, payload...)
	frame = binary.LittleEndian.AppendUint32(frame, crc32.Checksum(frame, crc32.MakeTable(crc32.Castagnoli)))
	s, err := stats.ReadSummary(bytes.NewReader(frame))
	if err != nil {
		return nil
	}
	return s
}
