package stat

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

func init() { faults.Kinds[naming.ExtStatistics] = faults.Kind{Check: check, Plan: planRepair} }

// check says what the readers make of a statistics file.
func check(name string, r io.Reader, size int64) []hdtrace.Finding {
	s, err := NewReader(r, hdtrace.ReadOptions{})
	if err != nil {
		return []hdtrace.Finding{faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot|hdtrace.CTools)}
	}
	c := statisticsChecker{file: name, h: s.Header()}
	c.header()
	s.early = func(t hdtrace.Epoch, _ []byte) bool {
		c.findKind(&c.backwards, finding.Refused, hdtrace.Java|hdtrace.Sunshot, s.offset(), "timestamp %v is earlier than the one before, %v", t, s.last)
		return true
	}
	s.stamps = c.stamp
	s.marked = func(offset int64) {
		c.findKind(&c.restarts, finding.Refused, hdtrace.AllReaders, offset, "a restart marker: the Java reader takes it for a time that goes back, the tools in C for an entry")
	}
	entries := int64(0)
	for e, err := range s.Entries() {
		if err != nil {
			readers := hdtrace.Java | hdtrace.Sunshot
			if errors.Is(err, hdtrace.ErrTruncated) {
				readers = hdtrace.AllReaders // hdStatsPrint ends with status 255
			}
			c.list = append(c.list, faults.Finding(name, err, readers))
			break
		}
		c.entry(e)
		entries++
	}
	if entries == 0 && err == nil {
		c.find(finding.Refused, hdtrace.Sunshot, int64(c.h.Size()), "there are no entries: the viewer refuses the whole project")
	}
	return c.result()
}

// statisticsChecker collects findings. Of those that come with many entries the first is told.
type statisticsChecker struct {
	file string
	h    *Header
	list []hdtrace.Finding

	backwards, denormals, restarts, odd, distant counted
}

// counted is a finding of many entries: its place in the list and how often it came.
type counted struct {
	place int
	times int64
}

func (c *statisticsChecker) find(s finding.Severity, readers hdtrace.Readers, offset int64, format string, args ...any) {
	c.list = append(c.list, hdtrace.Finding{File: c.file, Offset: offset, Readers: readers, Severity: s, Text: fmt.Sprintf(format, args...)})
}

func (c *statisticsChecker) findKind(k *counted, s finding.Severity, readers hdtrace.Readers, offset int64, format string, args ...any) {
	if k.times++; k.times == 1 {
		k.place = len(c.list)
		c.find(s, readers, offset, format, args...)
	}
}

func (c *statisticsChecker) result() []hdtrace.Finding {
	for _, k := range []counted{c.backwards, c.denormals, c.restarts, c.odd, c.distant} {
		if k.times > 1 {
			c.list[k.place].Text += fmt.Sprintf(" (and %d more)", k.times-1)
		}
	}
	return c.list
}

// header is what readers make of the header.
func (c *statisticsChecker) header() {
	h := c.h
	line, text, _ := bytes.Cut(h.raw, []byte("\n"))
	if len(line) != 5 || line[0] == '+' {
		c.find(finding.Refused, hdtrace.CTools, 0, "the length of the header is written as %s, expected five digits and a line feed", printable.Clipped(string(line)))
	}
	if !bytes.HasSuffix(text, []byte("</Statistics>\n")) {
		c.find(finding.Note, hdtrace.Java, int64(len(h.raw)), `the header does not end with "</Statistics>" and a line feed: the reader complains and goes on`)
	}
	if h.Group == "" {
		c.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, int64(len(line)), "the group has no name: with a project file, which expects one, the project does not open")
	}
	if i := bytes.IndexFunc(text, func(r rune) bool { return r > '~' }); i >= 0 {
		c.find(finding.Note, hdtrace.Java, int64(len(line)+1+i), "the header is not ASCII: the reader takes it for what its locale says")
	}
	if !h.Initial {
		c.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot|hdtrace.CTools, int64(len(h.raw)), "there is no initial timestamp, as in files of May 2009: readers take the first entry for it")
	}
	if h.Stamp32 {
		c.find(finding.Wrong, hdtrace.CTools, 0, "timestamps are of type INT32, where these readers expect EPOCH")
	}
	if h.Adjustment != 0 {
		c.find(finding.Wrong, hdtrace.CTools, 0, "timeAdjustment is %v seconds, which these readers do not add", h.Adjustment)
	}
	if m := tooFine().FindSubmatch(text); m != nil {
		c.find(finding.Wrong, hdtrace.Java|hdtrace.Sunshot, 0, "timeAdjustment %s has more than nine decimals, which these readers read wrongly", m[1])
	}
	if len(h.Values) == 0 {
		c.find(finding.Note, 0, int64(len(h.raw)), "the group has no values")
	}
	c.types()
	c.perl(text)
}

var tooFine = lazyregexp.New(`timeAdjustment\s*=\s*["']([^"']*\.[0-9]{10,}[^"']*)["']`)

func (c *statisticsChecker) types() {
	for i := range c.h.Values {
		switch v := &c.h.Values[i]; v.Type {
		case TypeUint64:
			c.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, 0, "value %s is UINT64, which these readers do not know", printable.Clipped(v.Name))
		case TypeString:
			c.find(finding.Refused, hdtrace.CTools, 0, "value %s is STRING, which these readers do not know", printable.Clipped(v.Name))
		}
	}
}

// What hdStatsReadHeader.pl takes for values, after it has dropped the blanks around tags.
var (
	perlTag   = lazyregexp.New(`<([A-Za-z][A-Za-z0-9_\[\]]*)([^<>]*)/>`)
	perlValue = lazyregexp.New(` name="(.*)".* type="([A-Z0-9]+)"`)
)

// perl compares the values with what hdStatsReadHeader.pl makes of the header. The shell then parts what
// it prints at blanks, and hdStatsPrint each part at the first '='.
func (c *statisticsChecker) perl(text []byte) {
	var seen []string
	for _, m := range perlTag().FindAllSubmatch(text, -1) {
		if !bytes.Contains(m[1], []byte("Value")) {
			continue
		}
		if v := perlValue().FindSubmatch(m[2]); v != nil {
			seen = append(seen, string(v[1])+"="+string(v[2]))
		}
	}
	for i := range c.h.Values {
		v := &c.h.Values[i]
		if i >= len(seen) {
			c.find(finding.Wrong, hdtrace.CTools, 0, "value %s is not seen: they look for elements with Value in their name, and in them for name=\"…\" before type=\"…\"", printable.Clipped(v.Name))
			return
		}
		name, typ, _ := strings.Cut(seen[i], "=")
		if typ != v.Type.String() || strings.ContainsAny(name, " \t\"") {
			c.find(finding.Wrong, hdtrace.CTools, 0, "value %s is read as %s, which is parted at blanks and the first '='", printable.Clipped(v.Name), printable.Clipped(seen[i]))
		}
	}
}

// stamp is what readers make of the bytes of a timestamp.
func (c *statisticsChecker) stamp(data []byte, offset int64) {
	if nsec := int32(binary.BigEndian.Uint32(data[4:])); nsec < 0 || hdtrace.Epoch(nsec) >= hdtrace.Second {
		c.findKind(&c.denormals, finding.Wrong, hdtrace.CTools, offset, "a timestamp with %d nanoseconds, expected 0 to 999999999", nsec)
	}
}

func (c *statisticsChecker) entry(e *Entry) {
	if e.End < hdtrace.MinEpoch || e.End > hdtrace.MaxEpoch {
		c.findKind(&c.distant, finding.Wrong, hdtrace.Java|hdtrace.Sunshot, e.Offset, "the time with its adjustment, %v, is beyond the 32 bits of seconds of these readers", e.End)
	}
	for i, t := range e.types {
		if t != TypeFloat && t != TypeDouble {
			continue
		}
		if f := e.Float(i); f-f != 0 {
			c.findKind(&c.odd, finding.Wrong, hdtrace.Java|hdtrace.Sunshot, e.Offset, "%s is %v, which these readers show as 0", printable.Clipped(c.h.Values[i].Name), f)
		}
	}
}
