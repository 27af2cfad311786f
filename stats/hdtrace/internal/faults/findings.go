package faults

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// Finding is a reader's error as a finding.
func Finding(file string, err error, readers hdtrace.Readers) hdtrace.Finding {
	f := hdtrace.Finding{File: file, Readers: readers, Severity: finding.Refused, Text: err.Error()}
	var format *hdtrace.FormatError
	if errors.As(err, &format) {
		f.Offset, f.Line, f.Text = format.Offset, format.Line, format.Text
		if format.Err != nil && format.Err != hdtrace.ErrSyntax {
			f.Text += ": " + format.Err.Error()
		}
	}
	return f
}

// WrongText is what there is to say of a text with entities in it.
const WrongText = "a text with entities: the reader keeps what stands behind the last of them"

// Findings collects what there is to say of a file. Of each kind the first are told, the others counted.
type Findings struct {
	file    string
	List    []hdtrace.Finding
	seen    map[string]int // how often each kind was found
	Records int64
}

// FindingsOf returns no findings yet of a file.
func FindingsOf(file string) Findings { return Findings{file: file, seen: make(map[string]int)} }

const enoughFindings = 5

// Find adds a finding, whose text is its kind.
func (c *Findings) Find(s finding.Severity, readers hdtrace.Readers, offset int64, line int, text string) {
	c.FindKind(text, s, readers, offset, line, text)
}

// FindKind adds a finding of a kind whose texts differ.
func (c *Findings) FindKind(kind string, s finding.Severity, readers hdtrace.Readers, offset int64, line int, text string) {
	if c.seen[kind]++; c.seen[kind] <= enoughFindings {
		c.List = append(c.List, hdtrace.Finding{File: c.file, Offset: offset, Line: line, Readers: readers, Severity: s, Text: text})
	}
}

// Result is the list, with the numbers of those that are only counted.
func (c *Findings) Result() []hdtrace.Finding {
	for i, f := range c.List {
		if more := c.seen[f.Text] - enoughFindings; more > 0 {
			c.List[i].Text += fmt.Sprintf(" (and %d more)", more)
			c.seen[f.Text] = 0
		}
	}
	return c.List
}

// Header says what readers cannot hold of a header.
func (c *Findings) Header(adjustment hdtrace.Epoch, mhz int) {
	if s := adjustment.Seconds(); s > math.MaxInt32 || s < math.MinInt32 {
		c.Find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, 0, 1, fmt.Sprintf("timeAdjustment %v is beyond the 32 bits of seconds that readers have", adjustment))
	}
	if mhz > math.MaxInt32 || mhz < math.MinInt32 {
		c.Find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, 0, 1, fmt.Sprintf("processorSpeedinMHZ %d is beyond 32 bits", mhz))
	}
}
