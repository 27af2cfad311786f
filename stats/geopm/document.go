package geopm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

// ErrFormat reports a fault in a report.
var ErrFormat = errors.New("geopm: not a report")

// FormatError is a fault in a report.
type FormatError struct {
	Line    int // from 1
	Problem string
}

func (e *FormatError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

// Unwrap makes errors.Is find ErrFormat.
func (e *FormatError) Unwrap() error { return ErrFormat }

const (
	// mostBlock is the largest size of one host's part, and of what precedes or follows all of them: that of
	// 10 000 regions has some 8 MB.
	mostBlock = 16 << 20

	// A value takes some 300 bytes in YAML's tree, however short it is. So parts that are larger than
	// smallBlock have as many values at most as they would with leastValue bytes each; reports have 14.
	smallBlock = 256 << 10
	leastValue = 8

	// mostAnchors is how many anchors and aliases are looked for, each of which takes kilobytes. The first
	// one is a fault, but it can also be a part of a text.
	mostAnchors = 1000

	// mostFaults is how many faults are reported.
	mostFaults = 20
)

// chunk is some lines of a report.
type chunk struct {
	text []byte
	line int // of the first one, from 1
}

// document reads a report in parts: what precedes the hosts, each host, what follows them. So a damaged host
// does not take the others with it, and a report of thousands of hosts need not fit into memory as a tree.
type document struct {
	r    *bufio.Reader
	line int // read so far

	pushed  []byte // a line to be read again
	text    []byte // of the last chunk
	scanner scanner
	faults  []*FormatError
	missed  int // faults that are not in the list
}

func newDocument(r io.Reader) *document {
	d := &document{r: bufio.NewReaderSize(r, 1<<16)}
	if mark, _ := d.r.Peek(3); string(mark) == "\ufeff" {
		_, _ = d.r.Discard(3)
	}
	return d
}

func (d *document) fault(line int, format string, args ...any) {
	if len(d.faults) == mostFaults {
		d.missed++
		return
	}
	d.faults = append(d.faults, &FormatError{line, fmt.Sprintf(format, args...)})
}

// err joins the faults; it returns nil if there are none.
func (d *document) err() error {
	if len(d.faults) == 0 {
		return nil
	}
	errs := make([]error, 0, len(d.faults)+1)
	for _, f := range d.faults {
		errs = append(errs, f)
	}
	if d.missed > 0 {
		errs = append(errs, fmt.Errorf("and %d more: %w", d.missed, ErrFormat))
	}
	return errors.Join(errs...)
}

// next reads a line with its end. It holds up to the next one.
func (d *document) next() ([]byte, error) {
	if d.pushed != nil {
		line := d.pushed
		d.pushed = nil
		d.line++
		return line, nil
	}
	var line []byte
	for {
		part, err := d.r.ReadSlice('\n')
		if err == nil && line == nil {
			d.line++
			return part, nil
		}
		line = append(line, part...)
		switch {
		case err == nil || err == io.EOF && len(line) > 0:
			d.line++
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > mostBlock:
			return nil, &FormatError{d.line + 1, fmt.Sprintf("the line has more than %d MiB", mostBlock>>20)}
		}
	}
}

func (d *document) back(line []byte) { d.pushed, d.line = line, d.line-1 }

// take reads lines as long as they are wanted. The chunk holds up to the next one.
func (d *document) take(want func(line []byte) bool) (c chunk, err error) {
	c = chunk{text: d.text[:0], line: d.line + 1}
	defer func() { d.text = c.text }()
	for {
		line, err := d.next()
		if err != nil {
			return c, err
		}
		if !want(line) {
			d.back(line)
			return c, nil
		}
		if len(c.text)+len(line) > mostBlock {
			return c, &FormatError{d.line, fmt.Sprintf("more than %d MiB belong to one host, or lie outside of all of them", mostBlock>>20)}
		}
		c.text = append(c.text, line...)
	}
}

// tabbed returns the indentation of a line that starts with a tab: that is a fault, but not another level.
const tabbed = 1 << 16

// indent returns the indentation of a line, or -1 for one without content.
func indent(line []byte) int {
	in := 0
	for in < len(line) && line[in] == ' ' {
		in++
	}
	if in < len(line) && line[in] > ' ' && line[in] <= '~' && line[in] != '#' {
		return in
	}
	rest := bytes.TrimLeft(line, " ")
	if len(rest) > 0 && rest[0] == '\t' && len(bytes.TrimSpace(rest)) > 0 {
		return tabbed
	}
	if trimmed := bytes.TrimSpace(rest); len(trimmed) == 0 || trimmed[0] == '#' {
		return -1
	}
	return len(line) - len(rest)
}

// isHosts reports whether the hosts start below a line.
func isHosts(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("Hosts:"))
	if !ok {
		return false
	}
	rest = bytes.TrimSpace(rest)
	return len(rest) == 0 || rest[0] == '#'
}

var (
	documentStart = lazyregexp.New(`^---(\s|$)`)
	documentEnd   = lazyregexp.New(`^\.\.\.(\s|$)`)
)

// visitor takes the parts of a document.
type visitor struct {
	top  func(key, value *yaml.Node, c chunk) // outside of the hosts; c is what the lines count in
	host func(key, value *yaml.Node)
	end  func(line int) // the hosts' key stood in a line
}

// visit reads a document. Its faults are kept, others are returned.
func (d *document) visit(v visitor) error {
	head, err := d.take(func(line []byte) bool { return !isHosts(line) })
	d.top(head, v)
	if err != nil {
		return atEnd(err)
	}
	_, _ = d.next()
	v.end(d.line)
	if err := d.hosts(v); err != nil {
		return atEnd(err)
	}
	tail, err := d.take(func([]byte) bool { return true })
	d.top(tail, v)
	return atEnd(err)
}

func atEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// top takes what is outside the hosts.
func (d *document) top(c chunk, v visitor) {
	root := d.parse(d.single(c))
	if root == nil {
		return
	}
	if root.Kind != yaml.MappingNode {
		d.fault(root.Line, "expected keys with values, as \"GEOPM Version: 3.1.0\"")
		return
	}
	pairs(root, func(key, value *yaml.Node) { v.top(key, value, c) })
}

// single cuts a chunk off where another YAML document begins: GEOPM's reader fails there.
func (d *document) single(c chunk) chunk {
	begun, end := c.line > 1, -1
	at, n := 0, c.line
	for line := range bytes.Lines(c.text) {
		switch {
		case documentStart().Match(line) && begun, end >= 0 && indent(line) >= 0:
			d.fault(n, "another YAML document begins; expected one")
			if end < 0 {
				end = at
			}
			return chunk{c.text[:end], c.line}
		case documentEnd().Match(line):
			end = at
		case documentStart().Match(line), indent(line) >= 0 && line[0] != '%':
			begun = true
		}
		at += len(line)
		n++
	}
	if end >= 0 {
		c.text = c.text[:end]
	}
	return c
}

// hosts reads the hosts up to a line that stands in the first column.
func (d *document) hosts(v visitor) error {
	width := 0 // how far the names of hosts stand in
	for {
		first, err := d.take(func(line []byte) bool { return indent(line) < 0 })
		_ = first // nothing but blank lines and comments
		if err != nil {
			return err
		}
		line, err := d.next()
		if err != nil {
			return err
		}
		d.back(line)
		in := indent(line)
		if in == 0 {
			return nil
		}
		if width == 0 {
			width = in
		}
		begun := false
		c, err := d.take(func(line []byte) bool {
			in := indent(line)
			if in == 0 || in == width && begun {
				return false
			}
			begun = begun || in >= 0
			return true
		})
		if root := d.parse(c); root != nil && root.Kind == yaml.MappingNode {
			pairs(root, v.host)
		} else if root != nil {
			d.fault(root.Line, "expected the name of a host with sections below it")
		}
		if err != nil {
			return err
		}
	}
}

func pairs(n *yaml.Node, do func(key, value *yaml.Node)) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		do(n.Content[i], n.Content[i+1])
	}
}

var yamlLine = lazyregexp.New(`^yaml: (?:line (\d+): )?(?s:(.*))$`)

// parse is YAML's tree of a chunk, with the lines of the report; nil of nothing.
func parse(c chunk) (*yaml.Node, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(c.text, &root); err != nil {
		f := &FormatError{c.line, err.Error()}
		if m := yamlLine().FindStringSubmatch(err.Error()); m != nil {
			n, _ := strconv.Atoi(m[1])
			f.Line, f.Problem = c.line+max(n-1, 0), strings.TrimSpace(m[2])
		}
		return nil, f
	}
	if len(root.Content) == 0 {
		return nil, nil
	}
	if err := shift(root.Content[0], c.line-1, 0); err != nil {
		return nil, err
	}
	return root.Content[0], nil
}

// unreasonable says why a text would take far more memory as a tree than it has bytes.
func unreasonable(text []byte) string {
	values := 0
	for _, mark := range []string{"\n", ": ", "- ", ",", "[", "{", "?"} {
		values += bytes.Count(text, []byte(mark))
	}
	if len(text) > smallBlock && values > len(text)/leastValue {
		return fmt.Sprintf("some %d values in %d bytes that belong together; expected at most one in %d", values, len(text), leastValue)
	}
	anchors := 0
	for _, mark := range []string{" &", " *", "\n&", "\n*", "[&", "[*", ",&", ",*", "{&", "{*"} {
		anchors += bytes.Count(text, []byte(mark))
	}
	if anchors > mostAnchors {
		return "YAML anchors and aliases are not expected in a report"
	}
	return ""
}

// deepest is how many levels values may have: a report has six.
const deepest = 32

// shift moves nodes to the lines of the report. It refuses aliases, which can expand small texts without end.
func shift(n *yaml.Node, by, level int) error {
	n.Line += by
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return &FormatError{n.Line, "YAML anchors and aliases are not expected in a report"}
	}
	if level > deepest {
		return &FormatError{n.Line, "values are nested too deeply"}
	}
	for _, c := range n.Content {
		if err := shift(c, by, level+1); err != nil {
			return err
		}
	}
	return nil
}
