package tacc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/finding"
)

// Finding is something that is not as the monitor writes it.
type Finding = finding.Finding[finding.Everyone]

// mostFindings is how many are listed.
const mostFindings = 1000

// Check checks that a plain text file is exactly as the monitor of generation 2 and later writes it: readers
// tolerate more than that. The error is that of reading.
func Check(r io.Reader) ([]Finding, error) {
	c := checker{types: make(map[string]*Type)}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), longestLine)
	for s.Scan() {
		c.number++
		c.line(s.Text())
	}
	c.endRecord()
	if c.headers < 4 {
		c.find("the file ends in its header")
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		c.number++
		c.find("line of more than %d bytes: the rest is not checked", longestLine)
		return c.findings, nil
	}
	return c.findings, s.Err()
}

type checker struct {
	number   int
	findings []Finding

	headers int // lines of the header so far
	types   map[string]*Type
	last    string // type of the last schema line or row
	time    int64
	job     string
	state   checkState
	blank   bool
	devices map[string]bool
}

type checkState uint8

const (
	inHeader checkState = iota
	inSchema
	inMarks // after a record line
	inRows
)

func (c *checker) find(format string, args ...any) {
	if len(c.findings) < mostFindings {
		c.findings = append(c.findings, Finding{Line: c.number, Text: fmt.Sprintf(format, args...)})
	}
}

func (c *checker) line(s string) {
	blank := c.blank
	c.blank = false
	switch {
	case s == "":
		if blank {
			c.find("a second empty line")
		}
		c.blank = true
		c.endRecord()
	case blank:
		c.recordLine(s)
	case s[0] == '$':
		c.headerLine(s)
	case s[0] == '!':
		c.schemaLine(s)
	case s[0] == '%':
		c.markLine(s)
	case c.state < inMarks:
		c.find("%.40q, expected an empty line before the first record", s)
	default:
		c.rowLine(s)
	}
}

var headerOrder = []string{"", "$hostname", "$uname", "$uptime"}

func (c *checker) headerLine(s string) {
	if c.state != inHeader {
		c.find("%.40q: a header line behind the header", s)
		return
	}
	word, rest, _ := strings.Cut(s, " ")
	switch {
	case c.headers == 0 && (word != "$tacc_stats" && word != "$hpcperfstats" || !isWord(rest)):
		c.find("%.40q, expected $tacc_stats or $hpcperfstats and a version", s)
	case c.headers > 0 && c.headers < len(headerOrder) && word != headerOrder[c.headers]:
		c.find("%.40q, expected %s", s, headerOrder[c.headers])
	case word == "$uname" && len(strings.Fields(rest)) < 4:
		c.find("%.60q, expected system, machine, release and version", s)
	}
	if _, ok := parseUint([]byte(rest)); word == "$uptime" && !ok {
		c.find("%.40q, expected whole seconds", s)
	}
	c.headers++
}

func (c *checker) schemaLine(s string) {
	if c.state > inSchema {
		c.find("%.40q: a schema line behind the header", s)
		return
	}
	if c.headers < len(headerOrder) {
		c.find("the header has %d lines, expected %d before the first schema line", c.headers, len(headerOrder))
		c.headers = len(headerOrder)
	}
	c.state = inSchema
	t, err := ParseType(s)
	if err != nil {
		c.find("%v", err)
		return
	}
	if text := t.String(); text != strings.TrimRight(s, " ") { // the monitor ends some lines with a blank
		c.find("%.60q, expected options C or E, then U, W and R", s)
	}
	if t.Name <= c.last {
		c.find("type %.40q after %.40q, expected their order and each once", t.Name, c.last)
	}
	c.types[t.Name], c.last = &t, t.Name
}

func (c *checker) recordLine(s string) {
	c.state, c.last, c.devices = inMarks, "", make(map[string]bool)
	c.job = ""
	fields := strings.Split(s, " ")
	if len(fields) != 3 || slices.Contains(fields, "") {
		c.find("%.60q, expected TIME JOB HOST", s)
		return
	}
	c.job = fields[1]
	time, ok := parseTime([]byte(fields[0]))
	if _, decimals, _ := strings.Cut(fields[0], "."); !ok || len(decimals) != 6 {
		c.find("time %.40q, expected seconds with six decimals", fields[0])
		return
	}
	if time < c.time {
		c.find("time %s is before that of the record before", fields[0])
	}
	c.time = time
}

func (c *checker) endRecord() { c.devices = nil }

func (c *checker) markLine(s string) {
	if c.state != inMarks {
		c.find("%.40q, expected marks between the record line and the rows", s)
		return
	}
	m := parseMark(s[1:])
	if strings.HasPrefix(s, "% ") {
		c.find("%.40q: a blank before the mark", s)
	}
	if (m.Kind == Begin || m.Kind == End) && m.Job != c.job {
		c.find("%.60q in a record of job %.40q", s, c.job)
	}
}

func (c *checker) rowLine(s string) {
	c.state = inRows
	fields := strings.Split(s, " ")
	t := c.types[fields[0]]
	switch {
	case t == nil:
		c.find("%.60q: no schema line for its type", s)
		return
	case len(fields) < 3 || slices.Contains(fields, ""):
		c.find("%.60q, expected a type, a device and values with one blank between", s)
		return
	case t.Name < c.last:
		c.find("type %.40q after %.40q, expected their order", t.Name, c.last)
	}
	c.last = t.Name
	id := fields[0] + " " + fields[1]
	if c.devices[id] {
		c.find("%.60q twice in a record", id)
	}
	if c.devices != nil {
		c.devices[id] = true
	}
	c.values(t, fields[2:])
}

func (c *checker) values(t *Type, fields []string) {
	want, slow := len(t.Keys), 0
	for i := range t.Keys {
		if t.Keys[i].Slow {
			slow++
		}
	}
	if fields[0] == "@fast" || fields[0] == "@full" {
		if fields[0] == "@fast" {
			want -= slow
		}
		fields = fields[1:]
	} else if slow > 0 {
		c.find("%s: expected @fast or @full, since it has slow keys", t.Name)
	}
	if len(fields) != want {
		c.find("%s: %d values, expected %d", t.Name, len(fields), want)
	}
	for _, f := range fields {
		if _, ok := parseUint([]byte(f)); !ok || len(f) > 1 && f[0] == '0' {
			c.find("%s: %.40q, expected an unsigned 64-bit integer", t.Name, f)
			return
		}
	}
}
