package trace

import (
	"fmt"
	"io"
	"math"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

func init() { faults.Kinds[naming.ExtTrace] = faults.Kind{Check: check, Plan: planRepair} }

// check says what the readers make of an event trace.
func check(name string, r io.Reader, size int64) []hdtrace.Finding {
	t, err := NewReader(r, hdtrace.ReadOptions{})
	if err != nil {
		return []hdtrace.Finding{faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot)}
	}
	c := checker{findings: faults.FindingsOf(name)}
	t.note = func(s finding.Severity, offset int64, line int, text string) {
		c.findings.Find(s, hdtrace.Java|hdtrace.Sunshot, offset, line, text)
	}
	t.elements.Entities = func(at *markup.Token) {
		c.findings.FindKind("entities", finding.Wrong, hdtrace.Java|hdtrace.Sunshot, at.Offset, at.Line, faults.WrongText)
	}
	t.between = func(text *markup.Token) {
		c.findings.Find(finding.Hidden, hdtrace.Java|hdtrace.Sunshot, text.Offset, text.Line, fmt.Sprintf("text %.40q in a block of nested states, which these readers pass over", text.Text))
	}
	c.findings.Header(t.Header().TimeAdjustment, t.Header().ProcessorMHz)
	for record, err := range t.Records() {
		if err != nil {
			fault := faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot)
			if len(t.levels) == 0 { // they stop at the end tag
				fault.Severity = finding.Note
			}
			c.findings.List = append(c.findings.List, fault)
			return c.findings.Result()
		}
		c.record(record)
	}
	if c.findings.Records == 0 {
		c.findings.Find(finding.Refused, hdtrace.Sunshot, 0, 0, "a trace without a state or an event: the viewer refuses the whole project")
	}
	return c.findings.Result()
}

// checker is what is known of a trace up to a record.
type checker struct {
	findings faults.Findings
	ends     []hdtrace.Epoch // of the last record at each depth
}

func (c *checker) record(r *Record) {
	c.findings.Records++
	for len(c.ends) <= r.Depth {
		c.ends = append(c.ends, math.MinInt64)
	}
	switch {
	case r.End < r.Start:
		c.findings.Find(finding.Wrong, hdtrace.Sunshot, r.Offset, r.Line, fmt.Sprintf("state %s ends before it begins", printable.Clipped(r.Name)))
	case r.End < c.ends[r.Depth]:
		c.findings.Find(finding.Wrong, hdtrace.Sunshot, r.Offset, r.Line, fmt.Sprintf("%v %s ends before the one before it: the viewer, which searches by time, misses it", r.Kind, printable.Clipped(r.Name)))
	case r.Start.Seconds() < math.MinInt32, r.End.Seconds() > math.MaxInt32:
		c.findings.Find(finding.Wrong, hdtrace.Java|hdtrace.Sunshot, r.Offset, r.Line, fmt.Sprintf("%v %s lies beyond the 32 bits of seconds that readers have", r.Kind, printable.Clipped(r.Name)))
	}
	if _, open := r.Value(hdtrace.UnfinishedAttribute); open && r.Kind == State {
		c.findings.FindKind("unfinished", finding.Note, 0, r.Offset, r.Line, fmt.Sprintf("state %s was running when the trace ended", printable.Clipped(r.Name)))
	}
	c.ends[r.Depth] = max(c.ends[r.Depth], r.End)
	c.ends = c.ends[:r.Depth+1]
}
