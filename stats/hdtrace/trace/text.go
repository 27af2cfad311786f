package trace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// text makes the text of a trace of its records, each of which comes after those that it contains.
//
// The form of a state that contains both states and elements of its own is the one thing that takes care.
// What the C library writes, <Nested>…</Nested><S><Element/></S>, is not what its readers understand: they
// take the nested states for a part of the first element. So the states go into the state, behind the
// elements: <S><Element/><Nested>…</Nested></S>. That takes the end of S before its states are written; if
// they are already, the elements become the data of an event, the last thing within S.
type text struct {
	clockText   markup.Times
	indent      string
	indents     string // several of them
	nestedFirst bool   // as the C library has it, whatever becomes of it

	buf    []byte  // what was not taken out yet
	blocks []block // that are open, the outermost first
	head   []byte  // room
}

// block is an open Nested.
type block struct {
	at          int // where it begins in buf, -1 if it was taken out
	first, last hdtrace.Epoch
}

// item is a record whose parts are text already.
type item struct {
	event      bool
	name       string
	attributes []byte // each with a blank behind it
	content    []byte // lines
	start, end hdtrace.Epoch
}

func newText(h Header, decimals int, indent string, nestedFirst bool) *text {
	x := &text{clockText: markup.Times{Start: h.TimeAdjustment, Decimals: decimals}, indent: indent, nestedFirst: nestedFirst}
	x.indents = strings.Repeat(indent, 16)
	x.buf = append(x.buf, "<Program timeAdjustment='"...)
	x.buf = markup.AppendShortest(x.buf, h.TimeAdjustment)
	x.buf = append(x.buf, '\'')
	if h.ProcessorMHz > 0 {
		x.buf = append(x.buf, " processorSpeedinMHZ='"...)
		x.buf = append(strconv.AppendInt(x.buf, int64(h.ProcessorMHz), 10), '\'')
	}
	if h.ProcessorModel != "" {
		x.buf = append(x.buf, ' ')
		x.buf = markup.AppendAttribute(x.buf, "processorModelName", h.ProcessorModel, '\'')
	}
	x.buf = append(x.buf, ">\n"...)
	return x
}

// ending closes a trace, with the empty line that the C library writes.
const ending = "</Program>\n\n"

// put adds a record that so many states contain.
func (x *text) put(depth int, it *item) {
	for len(x.blocks) > depth+1 || it.event && len(x.blocks) > depth {
		x.closeOrphans()
	}
	for len(x.blocks) < depth {
		x.lead(len(x.blocks))
		at := len(x.buf) - len(x.blocks)*len(x.indent)
		x.buf = append(x.buf, "<Nested>\n"...)
		x.blocks = append(x.blocks, block{at, it.start, it.end})
	}
	switch {
	case len(x.blocks) > depth:
		x.closeBlock(depth, it)
	default:
		x.record(depth, it)
	}
	if depth > 0 {
		b := &x.blocks[depth-1]
		b.first, b.last = min(b.first, it.start), max(b.last, it.end)
	}
}

// closeOrphans closes the innermost block with a state of its own: the one that contained it is missing,
// and without any the reader would attach it to whatever comes next.
func (x *text) closeOrphans() {
	b := x.blocks[len(x.blocks)-1]
	x.put(len(x.blocks)-1, &item{name: UnfinishedState, start: b.first, end: b.last})
}

// closeBlock closes the innermost block and adds the state that contains it.
func (x *text) closeBlock(depth int, it *item) {
	b := x.blocks[depth]
	x.blocks = x.blocks[:depth]
	if len(it.content) == 0 || x.nestedFirst {
		x.closeNested(depth)
		x.record(depth, it)
		return
	}
	if b.at < 0 {
		x.record(depth+1, &item{event: true, name: ElementsEvent, content: it.content, start: it.end})
		x.closeNested(depth)
		without := *it
		without.content = nil
		x.record(depth, &without)
		return
	}
	end := len(x.buf)
	x.lead(depth)
	x.open(it)
	x.buf = append(x.buf, ">\n"...)
	x.buf = append(x.buf, it.content...)
	x.head = append(x.head[:0], x.buf[end:]...)
	x.buf = slices.Insert(x.buf[:end], b.at, x.head...)
	x.closeNested(depth)
	x.closeState(depth, it)
}

func (x *text) closeNested(depth int) {
	x.lead(depth)
	x.buf = append(x.buf, "</Nested>\n"...)
}

func (x *text) closeState(depth int, it *item) {
	x.lead(depth)
	x.buf = append(x.buf, "</"...)
	if it.event {
		x.buf = append(x.buf, markup.EventName...)
	} else {
		x.buf = append(x.buf, it.name...)
	}
	x.buf = append(x.buf, ">\n"...)
}

// lead begins a line.
func (x *text) lead(depth int) {
	if n := depth * len(x.indent); n <= len(x.indents) {
		x.buf = append(x.buf, x.indents[:n]...)
		return
	}
	for range depth {
		x.buf = append(x.buf, x.indent...)
	}
}

func (x *text) record(depth int, it *item) {
	x.lead(depth)
	x.open(it)
	if len(it.content) == 0 {
		x.buf = append(x.buf, "/>\n"...)
		return
	}
	x.buf = append(x.buf, ">\n"...)
	x.buf = append(x.buf, it.content...)
	x.closeState(depth, it)
}

// open writes a tag up to its ">".
func (x *text) open(it *item) {
	b := append(x.buf, '<')
	if it.event {
		b = append(b, "Event name='"...)
		b = naming.EscapeAll(b, it.name)
		b = append(b, "' "...)
	} else {
		b = append(append(b, it.name...), ' ')
	}
	b = append(b, it.attributes...)
	b = append(b, " time='"...)
	b = x.clockText.Append(b, it.start)
	if !it.event {
		b = append(b, "' end='"...)
		b = x.clockText.Append(b, it.end)
	}
	x.buf = append(b, '\'')
}

// content makes the lines that stand in a record.
func (x *text) content(dst []byte, depth int, elements []hdtrace.Element, text string) []byte {
	if text != "" {
		dst = naming.EscapeAll(dst, naming.ValidText(text))
		dst = append(dst, '\n')
	}
	for i := range elements {
		for range depth + 1 {
			dst = append(dst, x.indent...)
		}
		dst = append(markup.AppendElement(dst, &elements[i], '\''), '\n')
	}
	return dst
}

// putRecord adds a record that was read.
func (x *text) putRecord(r *Record) {
	it := item{event: r.Kind == Event, name: r.Name, start: r.Start, end: r.End}
	for _, a := range r.Attributes {
		it.attributes = append(markup.AppendAttribute(it.attributes, a.Name, a.Value, '\''), ' ')
	}
	it.content = x.content(nil, r.Depth, r.Elements, r.Text)
	x.put(r.Depth, &it)
}

// finish closes what is open, and the trace.
func (x *text) finish() {
	for len(x.blocks) > 0 {
		x.closeOrphans()
	}
	x.buf = append(x.buf, ending...)
}

// taken is told that the first n bytes were taken out of buf.
func (x *text) taken(n int) {
	x.buf = append(x.buf[:0], x.buf[n:]...)
	for i := range x.blocks {
		x.blocks[i].at = max(x.blocks[i].at-n, -1)
	}
}
