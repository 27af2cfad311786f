package page

import (
	"compress/flate"
	"encoding/binary"
	"math/bits"
	"sort"

	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// packed are the states of all lanes by columns: what is alike stands together and deflates well, and what is left are the
// digits of times that nothing foretells. In this order:
//
// How many shapes states have, each a name and a depth; these; and the shape of each state, lane after lane.
//
// The steps of each lane from one event to the next, a start or an end, in the order of time. Each has a symbol, which stands in
// the column of the starts or of the ends of its name, lane after lane. A symbol below 4 is one more than the step; another one is
// four times the number of bits of that, and the two bits after the first, and those that follow are in the further bits, the least
// first. Symbol 255 is a step of 64 bits, which may go back.
//
// The further bits, lane after lane.
type packed struct {
	shapes  map[shape]int
	known   []byte   // the shapes
	states  []byte   // the shape of each
	symbols [][]byte // by name, of starts and of ends
	further []byte
	free    int // bits of the last byte of further

	times [][]opened // by lane, for messages
}

type shape struct{ name, depth uint64 }

// opened is a state that has begun.
type opened struct {
	column     uint64 // of the symbols of its starts
	start, end int64
}

const wholeStep = 255

func pack(t *lanes.Timeline) *packed {
	p := &packed{shapes: map[shape]int{}, symbols: make([][]byte, 2*len(t.Names))}
	for _, l := range t.Lanes {
		data, n := l.Data, l.States
		if !t.Whole {
			data, n = l.Late, l.LateStates
		}
		states := p.lane(data, n)
		if t.Messages > 0 {
			p.times = append(p.times, states)
		}
	}
	return p
}

// lane packs states as lanes.Lane has them.
func (p *packed) lane(data []byte, n int64) (states []opened) {
	number := func() uint64 {
		v, n := binary.Uvarint(data)
		data = data[max(n, 0):]
		return v
	}
	start, now := int64(0), int64(0)
	var open []int
	end := func() {
		s := &states[open[len(open)-1]]
		open = open[:len(open)-1]
		p.step(s.column+1, s.end-now)
		now = s.end
	}
	for i := range int(n) {
		s := shape{number(), number()}
		at, known := p.shapes[s]
		if !known {
			at = len(p.shapes)
			p.shapes[s] = at
			p.known = binary.AppendUvarint(binary.AppendUvarint(p.known, s.name), s.depth)
		}
		p.states = binary.AppendUvarint(p.states, uint64(at))
		for uint64(len(open)) > s.depth {
			end()
		}
		start += int64(number())
		states = append(states, opened{2 * s.name, start, start + int64(number())})
		p.step(2*s.name, start-now)
		now, open = start, append(open, i)
	}
	for len(open) > 0 {
		end()
	}
	return states
}

func (p *packed) step(column uint64, step int64) {
	v, symbol := uint64(step)+1, wholeStep
	n := bits.Len64(v)
	switch {
	case step < 0 || n > 62:
		p.bits(uint64(step), 64)
	case v < 4:
		symbol = int(v)
	default:
		symbol = n<<2 | int(v>>(n-3))&3
		p.bits(v, n-3)
	}
	p.symbols[column] = append(p.symbols[column], byte(symbol))
}

// bits appends the last n bits of a number to the further ones.
func (p *packed) bits(v uint64, n int) {
	for n > 0 {
		if p.free == 0 {
			p.further, p.free = append(p.further, 0), 8
		}
		take := min(n, p.free)
		p.further[len(p.further)-1] |= byte(v&(1<<take-1)) << (8 - p.free)
		v, n, p.free = v>>take, n-take, p.free-take
	}
}

// apart is how many symbols have a code of their own: that of fewer would be longer than what it saves.
const apart = 1024

// write writes them to a packer, which takes all.
func (p *packed) write(w *flate.Writer) {
	_, _ = w.Write(append(append(binary.AppendUvarint(nil, uint64(len(p.shapes))), p.known...), p.states...))
	for _, list := range append(p.symbols, p.further) {
		if len(list) >= apart {
			_ = w.Flush()
		}
		_, _ = w.Write(list)
		if len(list) >= apart {
			_ = w.Flush()
		}
	}
}

// messages are those of a timeline by columns: from which lanes, to which and of which kind, when they were sent, since when and
// until when they were waited for, and their bytes. Of a time that is one of a state there is the state, see ref.
func (p *packed) messages(t *lanes.Timeline) []byte {
	var columns [6][]byte
	at, since, until := newRefs(len(t.Lanes)), newRefs(len(t.Lanes)), newRefs(len(t.Lanes))
	for m := range t.Each() {
		columns[0] = binary.AppendUvarint(columns[0], uint64(m.From))
		columns[1] = binary.AppendUvarint(columns[1], uint64(m.To)*uint64(lanes.Kinds)+uint64(m.Kind))
		columns[2] = at.append(columns[2], m.From, m.At, p.began(m.From, m.At))
		columns[3] = since.append(columns[3], m.To, m.Since, p.began(m.To, m.Since))
		columns[4] = until.append(columns[4], m.To, m.Until, p.ended(m.To, m.Until))
		columns[5] = binary.AppendUvarint(columns[5], m.Bytes)
	}
	var all []byte
	for _, c := range columns {
		all = append(all, c...)
	}
	return all
}

// began is a state of a lane that begins at a time, -1 for none.
func (p *packed) began(lane int, at int64) int {
	list := p.times[lane]
	if i := sort.Search(len(list), func(i int) bool { return list[i].start >= at }); i < len(list) && list[i].start == at {
		return i
	}
	return -1
}

// ended is a state of a lane that ends at a time, -1 for none that begins not long before.
func (p *packed) ended(lane int, at int64) int {
	list := p.times[lane]
	last := sort.Search(len(list), func(i int) bool { return list[i].start > at }) - 1
	for i := last; i >= max(last-64, 0); i-- {
		if list[i].end == at {
			return i
		}
	}
	return -1
}

// refs write times: one more than the way from the state before of the lane to this one, of which a way back is odd; or 0, and the
// way from the last time that was written so.
type refs struct {
	state []int64 // by lane
	time  int64
}

func newRefs(lanes int) *refs { return &refs{state: make([]int64, lanes)} }

func (r *refs) append(data []byte, lane int, at int64, state int) []byte {
	if state < 0 {
		data = binary.AppendVarint(append(data, 0), at-r.time)
		r.time = at
		return data
	}
	by := int64(state) - r.state[lane]
	r.state[lane] = int64(state)
	return binary.AppendUvarint(data, uint64(by<<1^by>>63)+1)
}
