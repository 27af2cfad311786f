package trace

import (
	"io"
	"math"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
)

// Nested is the result of [Nest].
type Nested struct {
	Records int64         // of the inner trace
	Moved   int64         // of them, those that crossed the start or the end of a state
	Most    time.Duration // the farthest that one of them was moved
}

// Nest writes the records of one trace of a thread into the states of another, as of the calls of a library
// into those of a program's functions: each into the innermost state that runs at its middle. One that
// crosses the start or the end of a state is moved inside. States come in the order in which they ended,
// which is that of the C library and of its readers.
//
// It reads both traces from where they are to their end, the outer one twice; the memory that it takes grows
// with the number of the outer one's records, 32 bytes for each. A fault of what is read is an error.
func Nest(w io.Writer, outer io.ReadSeeker, inner io.Reader) (Nested, error) {
	begin, err := outer.Seek(0, io.SeekCurrent)
	if err != nil {
		return Nested{}, err
	}
	places, err := newPlaces(outer)
	if err != nil {
		return Nested{}, err
	}
	if _, err := outer.Seek(begin, io.SeekStart); err != nil {
		return Nested{}, err
	}
	around, err := NewReader(outer, hdtrace.ReadOptions{})
	if err != nil {
		return Nested{}, err
	}
	within, err := NewReader(inner, hdtrace.ReadOptions{})
	if err != nil {
		return Nested{}, err
	}
	n := nesting{places: places, within: within, text: newText(around.Header(), 9, "\t", false), out: w}
	err = n.run(around)
	return n.result, err
}

// nesting writes two traces as one.
type nesting struct {
	*places
	within *Reader
	next   []*Record // a record of the inner trace with those that it contains, placed; empty at its end
	before int       // record of the outer trace that they come before
	text   *text
	out    io.Writer
	result Nested
}

func (n *nesting) run(around *Reader) error {
	if err := n.advance(); err != nil {
		return err
	}
	number := 0
	for r, err := range around.Records() {
		if err != nil {
			return err
		}
		if err := n.upTo(number); err != nil {
			return err
		}
		if err := n.put(r); err != nil {
			return err
		}
		number++
	}
	if err := n.upTo(number); err != nil {
		return err
	}
	n.text.finish()
	return n.write(len(n.text.buf))
}

// upTo writes what comes before a record of the outer trace.
func (n *nesting) upTo(number int) error {
	for len(n.next) > 0 && n.before <= number {
		for _, r := range n.next {
			if err := n.put(r); err != nil {
				return err
			}
		}
		if err := n.advance(); err != nil {
			return err
		}
	}
	return nil
}

func (n *nesting) put(r *Record) error {
	n.text.putRecord(r)
	return n.write(n.text.heldFrom(file.CutRoom))
}

func (n *nesting) write(held int) error {
	if err := file.WriteAll(n.out, n.text.buf[:held]); err != nil {
		return faults.Write("nest", err)
	}
	n.text.taken(held)
	return nil
}

// advance reads the next record of the inner trace and finds its place.
func (n *nesting) advance() error {
	n.next = n.next[:0]
	for {
		r, err := n.within.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		n.next = append(n.next, r.Clone())
		if r.Depth == 0 {
			break
		}
	}
	top := n.next[len(n.next)-1]
	depth, from, to := n.find(top.Start + (top.End-top.Start)/2)
	n.before = n.ended
	if start, end := max(top.Start, from), min(top.End, to); start != top.Start || end != top.End {
		n.result.Moved++
		n.result.Most = max(n.result.Most, time.Duration(start-top.Start), time.Duration(top.End-end))
	}
	for _, r := range n.next {
		n.result.Records++
		r.Depth += depth
		r.Start, r.End = min(max(r.Start, from), to), min(max(r.End, from), to)
	}
	return nil
}

// places goes through the starts and ends of a trace's records, in their order.
type places struct {
	records []place
	chain   []int32 // states that start before the next record ends, the outermost last
	open    int     // states that run
	ended   int     // records that have ended
	last    hdtrace.Epoch
}

type place struct {
	start, end hdtrace.Epoch
	parent     int32 // -1 for none
	first      int32 // of the records that it contains, itself if it contains none
	event      bool
}

func newPlaces(r io.Reader) (*places, error) {
	t, err := NewReader(r, hdtrace.ReadOptions{})
	if err != nil {
		return nil, err
	}
	p := &places{last: math.MinInt64}
	var waiting [][]int32 // records without their parents, by depth
	for r, err := range t.Records() {
		if err != nil {
			return nil, err
		}
		number := int32(len(p.records))
		own := place{start: r.Start, end: r.End, parent: -1, first: number, event: r.Kind == Event}
		for len(waiting) <= r.Depth {
			waiting = append(waiting, nil)
		}
		for depth := r.Depth + 1; depth < len(waiting) && !own.event; depth++ {
			for _, child := range waiting[depth] {
				p.records[child].parent = number
				own.first = min(own.first, p.records[child].first)
			}
			waiting[depth] = waiting[depth][:0]
		}
		waiting[r.Depth] = append(waiting[r.Depth], number)
		p.records = append(p.records, own)
	}
	p.begin()
	return p, nil
}

// begin lists the states that start next.
func (p *places) begin() {
	p.chain = p.chain[:0]
	if p.ended == len(p.records) {
		return
	}
	leaf := int32(p.ended)
	if p.records[leaf].first != leaf {
		return // it has started
	}
	if !p.records[leaf].event {
		p.chain = append(p.chain, leaf)
	}
	for i := p.records[leaf].parent; i >= 0 && p.records[i].first == leaf; i = p.records[i].parent {
		p.chain = append(p.chain, i)
	}
}

// find goes to a time, which is none before that of the last call, and returns how many states run then, and
// between which times nothing starts or ends.
func (p *places) find(at hdtrace.Epoch) (depth int, from, to hdtrace.Epoch) {
	for p.ended < len(p.records) {
		next := p.records[p.ended].end
		if n := len(p.chain); n > 0 {
			next = p.records[p.chain[n-1]].start
		}
		if next > at {
			return p.open, p.last, next
		}
		p.last = max(p.last, next)
		switch n := len(p.chain); {
		case n > 0:
			p.chain = p.chain[:n-1]
			p.open++
		default:
			if !p.records[p.ended].event {
				p.open--
			}
			p.ended++
			p.begin()
		}
	}
	return 0, p.last, math.MaxInt64
}
