package browser

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/export/page/lanes/lanestest"
)

// Every state is unpacked as it was packed: short and of fifty years, without length, and of damaged traces, where one ends behind the
// one around it.
func TestStatesAreUnpackedExactly(t *testing.T) {
	beside(t)
	random := rand.New(rand.NewPCG(7, 43))
	tl := lanestest.Many(t, 3, 8)
	tl.Length = 1 << 50
	var want []float64 // of each state name, depth, start, end
	for i := range tl.Lanes {
		l, start := &tl.Lanes[i], int64(0)
		l.Data, l.States = nil, int64(400*i) // the first lane has none
		for range l.States {
			name, depth := random.IntN(len(tl.Names)), random.IntN(4)
			by, long := random.Int64N(1<<random.IntN(40)), random.Int64N(1<<random.IntN(48))
			if random.IntN(9) == 0 {
				long = 0
			}
			l.Data = binary.AppendUvarint(binary.AppendUvarint(l.Data, uint64(name)), uint64(depth))
			l.Data = binary.AppendUvarint(binary.AppendUvarint(l.Data, uint64(by)), uint64(long))
			start += by
			want = append(want, float64(name), float64(depth), float64(start), float64(start+long))
		}
	}
	b := overTime(t, pageOf(t, tl))
	got := eval[[]float64](b, "TimeData.lanes.flatMap((l) => [...l.start].flatMap((s, i) => [l.name[i], l.depth[i], s, l.end[i]]))")
	if !slices.Equal(got, want) {
		t.Errorf("%d figures of states, want %d; those that differ first: %v, want %v", len(got), len(want), got[:min(8, len(got))], want[:8])
	}
	b.clean()

	years := int64(50 * 365.25 * 86400 * 1e9)
	tl.Lanes, tl.Length, tl.Path = tl.Lanes[:1], years, nil
	tl.Lanes[0].Data = binary.AppendUvarint([]byte{0, 0, 5}, uint64(years))
	tl.Lanes[0].States = 1
	b = overTime(t, pageOf(t, tl))
	if long := eval[float64](b, "TimeData.lanes[0].end[0] - TimeData.lanes[0].start[0]"); math.Abs(long-float64(years)) > 1000 {
		t.Errorf("a state of 50 years has %g ns", long)
	}
	b.clean()
}

// Messages and statistics are unpacked as they were packed, whether their times are those of states or not.
func TestMessagesAndSeriesAreUnpackedExactly(t *testing.T) {
	beside(t)
	tl := lanestest.Many(t, 2, 40)
	states := [2][][2]int64{}
	for i, l := range tl.Lanes {
		start := int64(0)
		for data := l.Data; len(data) > 0; {
			var v [4]uint64
			for k := range v {
				n := 0
				v[k], n = binary.Uvarint(data)
				data = data[n:]
			}
			start += int64(v[2])
			states[i] = append(states[i], [2]int64{start, start + int64(v[3])})
		}
	}
	want, last := "", int64(0)
	for k := range 30 {
		from, at, until := k%2, states[k%2][k][0], states[1-k%2][k][1]
		since := states[1-k%2][max(k-9, 0)][0]
		if k%7 == 3 { // in the midst of states
			at, since, until = at+3, since-4, until+77
		}
		at = max(at, last)
		tl.MessageData = binary.AppendUvarint(tl.MessageData, uint64(from))
		tl.MessageData = binary.AppendUvarint(tl.MessageData, uint64(1-from)*uint64(lanes.Kinds))
		tl.MessageData = binary.AppendUvarint(tl.MessageData, uint64(at-last))
		tl.MessageData = binary.AppendVarint(binary.AppendVarint(tl.MessageData, since-at), until-at)
		tl.MessageData = binary.AppendUvarint(tl.MessageData, uint64(1000*k))
		want += fmt.Sprint(from, " ", 1-from, " ", at, " ", since, " ", until, " ", 1000*k, ";")
		last = at
		tl.Messages++
	}
	half := tl.Length / 2
	values := lanes.Series{Node: "n", Group: "Energy", Name: "P", Unit: "W", Mean: make([]float32, 1024), Max: make([]float32, 1024)}
	values.At, values.Values = [][2]int64{{0, half}, {half, tl.Length}}, []float32{3, float32(math.NaN())}
	told := lanes.Series{Node: "n", Group: "Energy", Name: "Q", Unit: "W", Mean: slices.Repeat([]float32{5}, 1024), Max: slices.Repeat([]float32{6}, 1024)}
	tl.Series = []lanes.Series{values, told, values}
	b := overTime(t, pageOf(t, tl))
	b.is("(() => { const m = TimeData.messages; let s = ''; for (let i = 0; i < m.n; i++) s += [m.from[i], m.to[i], m.at[i], m.since[i], m.until[i], m.bytes[i]].join(' ') + ';'; return s; })()", want)
	b.is("TimeData.series.map((s) => [s.name, s.mean[0], s.max[511], s.mean[1023], s.max[512]].join(' ')).join(';')", "P 3 3 NaN NaN;Q 5 6 5 6;P 3 3 NaN NaN")
	b.clean()
}
