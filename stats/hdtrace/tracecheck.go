package hdtrace

import (
	"fmt"
	"io"
	"math"

	"github.com/go-hpc/timers/internal/printable"
)

func init() { kinds[extTrace] = kind{checkTrace, fixTrace} }

// checkTrace says what the readers make of an event trace.
func checkTrace(name string, r io.Reader, size int64) []Finding {
	t, err := NewTraceReader(r, ReadOptions{})
	if err != nil {
		return []Finding{faultFinding(name, err, Java|Sunshot)}
	}
	c := traceChecker{file: name, seen: make(map[string]int)}
	t.note = func(s Severity, offset int64, line int, text string) { c.find(s, Java|Sunshot, offset, line, text) }
	c.header(t.Header())
	for record, err := range t.Records() {
		if err != nil {
			c.list = append(c.list, faultFinding(name, err, Java|Sunshot))
			return c.result()
		}
		c.record(record)
	}
	if c.records == 0 {
		c.find(Refused, Sunshot, -1, 0, "a trace without a state or an event: the viewer refuses the whole project")
	}
	return c.result()
}

// traceChecker collects findings. Of each kind the first are told, the others counted.
type traceChecker struct {
	file    string
	list    []Finding
	seen    map[string]int // findings of a kind
	records int64
	ends    []Epoch // of the last record at each depth
}

const enoughFindings = 5

func (c *traceChecker) find(s Severity, readers Reader, offset int64, line int, text string) {
	c.findKind(text, s, readers, offset, line, text)
}

func (c *traceChecker) findKind(kind string, s Severity, readers Reader, offset int64, line int, text string) {
	if c.seen[kind]++; c.seen[kind] <= enoughFindings {
		c.list = append(c.list, Finding{File: c.file, Offset: offset, Line: line, Reader: readers, Severity: s, Text: text})
	}
}

func (c *traceChecker) result() []Finding {
	for i, f := range c.list {
		if more := c.seen[f.Text] - enoughFindings; more > 0 {
			c.list[i].Text += fmt.Sprintf(" (and %d more)", more)
			c.seen[f.Text] = 0
		}
	}
	return c.list
}

func (c *traceChecker) header(h TraceHeader) {
	if s := h.TimeAdjustment.Seconds(); s > math.MaxInt32 || s < math.MinInt32 {
		c.find(Refused, Java|Sunshot, 0, 1, fmt.Sprintf("timeAdjustment %v is beyond the 32 bits of seconds that readers have", h.TimeAdjustment))
	}
	if h.ProcessorMHz > math.MaxInt32 || h.ProcessorMHz < math.MinInt32 {
		c.find(Refused, Java|Sunshot, 0, 1, fmt.Sprintf("processorSpeedinMHZ %d is beyond 32 bits", h.ProcessorMHz))
	}
}

func (c *traceChecker) record(r *TraceRecord) {
	c.records++
	for len(c.ends) <= r.Depth {
		c.ends = append(c.ends, math.MinInt64)
	}
	switch {
	case r.End < r.Start:
		c.find(Wrong, Sunshot, r.Offset, r.Line, fmt.Sprintf("state %s ends before it begins", printable.Clipped(r.Name)))
	case r.End < c.ends[r.Depth]:
		c.find(Wrong, Sunshot, r.Offset, r.Line, fmt.Sprintf("%v %s ends before the one before it: the viewer, which searches by time, misses it", r.Kind, printable.Clipped(r.Name)))
	case r.Start.Seconds() < math.MinInt32, r.End.Seconds() > math.MaxInt32:
		c.find(Wrong, Java|Sunshot, r.Offset, r.Line, fmt.Sprintf("%v %s lies beyond the 32 bits of seconds that readers have", r.Kind, printable.Clipped(r.Name)))
	}
	if _, open := r.Value(UnfinishedAttribute); open && r.Kind == State {
		c.findKind("unfinished", Note, 0, r.Offset, r.Line, fmt.Sprintf("state %s was running when the trace ended", printable.Clipped(r.Name)))
	}
	c.ends[r.Depth] = max(c.ends[r.Depth], r.End)
	c.ends = c.ends[:r.Depth+1]
}
