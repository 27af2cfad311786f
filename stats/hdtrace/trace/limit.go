package trace

import (
	"strconv"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Limit keeps a trace from becoming too large. A state is left out whole, with all that it contains,
// and what was left out is told by events named LeftOut in the trace.
type Limit struct {
	// Bytes is how long the file may become; 0 means that it may be of any length. What tells of states
	// left out takes up to a KiB, whatever the limit is.
	Bytes int64

	// States is how many states a second may be recorded in the long run; 0 means any number.
	States float64

	// Burst is how many states may be recorded at once after a time with few; 0 means those of a
	// second. Where it gets scarce states that others contain are left out first: half of it is kept for
	// the outermost, a quarter for those in them, and so on.
	Burst int
}

// LeftOut is what a trace does not hold.
type LeftOut struct {
	Depth int64         // states that were nested too deeply
	Rate  int64         // states that were too many in their time
	Size  int64         // states for which there was no room left
	Parts int64         // events, attributes and elements: those without room, and the events in such states
	Time  time.Duration // how long the states took; those that others contain are not counted again
}

// States is how many states were left out.
func (l LeftOut) States() int64 { return l.Depth + l.Rate + l.Size }

// skipReason is why a state is left out.
type skipReason int

const (
	tooDeep skipReason = iota
	tooMany
	tooLarge
)

// limiter decides what to leave out, and counts it.
type limiter struct {
	Limit
	tokens   float64       // states that may be recorded now
	filled   hdtrace.Epoch // when the tokens were counted
	running  bool
	reserved int64 // bytes that it takes to close the states that are open

	total    LeftOut
	reported LeftOut
	reason   skipReason    // of the state that is being left out
	since    hdtrace.Epoch // its start
	first    hdtrace.Epoch // begin of the first since the last report
	last     hdtrace.Epoch // last report
}

// more counts a state that is left out.
func (l *limiter) more() {
	switch l.reason {
	case tooDeep:
		l.total.Depth++
	case tooMany:
		l.total.Rate++
	case tooLarge:
		l.total.Size++
	}
}

// begin begins to leave out a state.
func (l *limiter) begin(why skipReason, at hdtrace.Epoch) {
	if l.total.States() == l.reported.States() {
		l.first = at
	}
	l.reason, l.since = why, at
	l.more()
}

// over ends it.
func (l *limiter) over(at hdtrace.Epoch) { l.total.Time += at.Sub(l.since) }

// part counts an event, an attribute or an element that is left out.
func (l *limiter) part() { l.total.Parts++ }

// take takes a token for a state at that depth.
func (l *limiter) take(at hdtrace.Epoch, depth int) bool {
	if l.States <= 0 {
		return true
	}
	burst := float64(l.Burst)
	if burst <= 0 {
		burst = max(l.States, 2)
	}
	if !l.running {
		l.tokens, l.running = burst, true
	} else {
		l.tokens = min(burst, l.tokens+l.States*at.Sub(l.filled).Seconds())
	}
	l.filled = at
	kept := 0.0
	if depth > 0 {
		kept = burst/2 - burst/float64(int64(2)<<min(depth, 60))
	}
	if l.tokens < kept+1 {
		return false
	}
	l.tokens--
	return true
}

// skips reports whether a state has to be left out.
func (t *Writer) skips(at hdtrace.Epoch, cost int64) bool {
	switch {
	case t.options.MaxDepth > 0 && t.recorded >= t.options.MaxDepth:
		t.limits.begin(tooDeep, at)
	case !t.fits(cost):
		t.limits.begin(tooLarge, at)
	case !t.limits.take(at, t.recorded):
		t.limits.begin(tooMany, at)
	default:
		return false
	}
	return true
}

// costOf is at least what a state takes of the file, or what it takes to close it, attributes and elements
// apart.
func (t *Writer) costOf(name string) int64 {
	const tags = len("<Nested>\n</Nested>\n</> time='' end=''>\n") + 2*len("-2147483648.000000000") +
		len("<Event name='Elements'  time=''></Event>\n") + len("-2147483648.000000000") + len(unfinished)
	return int64(tags + 6*len(name) + 8*(t.recorded+1)*len(t.options.Indent))
}

// leftOutCost is what the last event LeftOut takes.
const leftOutCost = 512

// fits reports whether so many bytes more have room in the file.
func (t *Writer) fits(more int64) bool {
	if t.limits.Bytes <= 0 {
		return true
	}
	return t.out.Kept+int64(len(t.text.buf))+t.limits.reserved+more+leftOutCost+int64(len(ending)) <= t.limits.Bytes
}

// affordable makes room for a part of an open state, or leaves it out.
func (t *Writer) affordable(s *openState, more int64) bool {
	if !t.fits(more) {
		t.limits.part()
		return false
	}
	s.cost += more
	t.limits.reserved += more
	return true
}

// reportEvery keeps the reports from becoming what fills the file.
const reportEvery = time.Second

// reportLeftOut adds an event that tells what was left out, now and then.
func (t *Writer) reportLeftOut(at hdtrace.Epoch) {
	l := &t.limits
	if l.total == l.reported || l.last != 0 && at.Sub(l.last) < reportEvery || !t.fits(leftOutCost) {
		return
	}
	t.text.put(t.recorded, l.event(at))
	t.records++
	l.reported, l.last = l.total, at
}

// event is the report.
func (l *limiter) event(at hdtrace.Epoch) *item {
	it := &item{event: true, name: LeftOutEvent, start: at, end: at}
	add := func(name string, value string) {
		it.attributes = append(markup.AppendAttribute(it.attributes, name, value, '\''), ' ')
	}
	number := func(name string, now, before int64) {
		if now != before {
			add(name, strconv.FormatInt(now-before, 10))
		}
	}
	number("states", l.total.States(), l.reported.States())
	number("depth", l.total.Depth, l.reported.Depth)
	number("rate", l.total.Rate, l.reported.Rate)
	number("size", l.total.Size, l.reported.Size)
	number("parts", l.total.Parts, l.reported.Parts)
	add("seconds", string(markup.AppendShortest(nil, hdtrace.Epoch(l.total.Time-l.reported.Time))))
	if l.total.States() != l.reported.States() {
		add("since", l.first.String())
	}
	return it
}
