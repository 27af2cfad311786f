package stat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Header is the text with which a statistics file begins, as it was read.
type Header struct {
	Labels     []string // path of the node below the project; nil where the file does not say
	Group      string   // "" where the file does not say
	Values     []Value
	Adjustment hdtrace.Epoch // has been added to all timestamps

	// Stamp32 says that timestamps are one INT32, of units of StampUnit nanoseconds. All others are two:
	// seconds and nanoseconds.
	Stamp32   bool
	StampUnit hdtrace.Epoch

	// Initial says that one timestamp stands before the first entry. The library of May 2009 wrote none,
	// and its files are refused by other readers.
	Initial bool

	raw []byte // from the beginning of the file up to the first timestamp
}

// Size is the bytes of the header in the file, with the line of its length.
func (h *Header) Size() int { return len(h.raw) }

// EntrySize is the bytes of an entry, with its timestamp; 0 where entries differ because of strings.
func (h *Header) EntrySize() int {
	size := h.stampSize()
	for i := range h.Values {
		n := h.Values[i].Type.Size()
		if n == 0 {
			return 0
		}
		size += n
	}
	return size
}

func (h *Header) stampSize() int {
	if h.Stamp32 {
		return 4
	}
	return 8
}

// Find is the place of the value of that name among the values, -1 if there is none.
func (h *Header) Find(name string) int {
	for i := range h.Values {
		if h.Values[i].Name == name {
			return i
		}
	}
	return -1
}

// maxHeader is how long a header may be that is read: a limit against files that are none.
const maxHeader = 16 << 20

// most5Digits is the longest header that the C tools read: its length has five digits.
const most5Digits = 99999

// appendHeader appends the header as the C library writes it.
func appendHeader(dst []byte, labels []string, group string, values []Value) []byte {
	body := appendHeaderXML(nil, labels, group, values)
	dst = fmt.Appendf(dst, "%05d\n", len(body))
	return append(dst, body...)
}

func appendHeaderXML(dst []byte, labels []string, group string, values []Value) []byte {
	dst = append(dst, "<Statistics>\n<TopologyNode>\n"...)
	for i, label := range labels {
		dst = indent(dst, i+1)
		dst = append(dst, `<Label value="`...)
		dst = naming.Escape(dst, label)
		if i == len(labels)-1 {
			dst = append(dst, "\" />\n"...)
		} else {
			dst = append(dst, "\">\n"...)
		}
	}
	for i := len(labels) - 1; i > 0; i-- {
		dst = append(indent(dst, i), "</Label>\n"...)
	}
	dst = append(dst, "</TopologyNode>\n<Group name=\""...)
	dst = naming.Escape(dst, group)
	dst = append(dst, "\" timestampDatatype=\"EPOCH\" timeAdjustment=\"-0000000000.000000000\">\n"...)
	for i := range values {
		dst = append(dst, "  <Value name=\""...)
		dst = naming.Escape(dst, values[i].Name)
		dst = append(dst, "\" type=\""...)
		dst = append(dst, values[i].Type.String()...)
		dst = appendOptional(dst, "unit", values[i].Unit)
		dst = appendOptional(dst, "grouping", values[i].Grouping)
		dst = append(dst, "\" />\n"...)
	}
	return append(dst, "</Group>\n</Statistics>\n"...)
}

// appendOptional closes the attribute before and begins the next, if it has text.
func appendOptional(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	dst = append(dst, "\" "...)
	dst = append(dst, name...)
	dst = append(dst, `="`...)
	return naming.Escape(dst, text)
}

func indent(dst []byte, depth int) []byte {
	for range depth {
		dst = append(dst, ' ', ' ')
	}
	return dst
}

// byteReader counts what was read, for places of faults.
type byteReader interface {
	io.Reader
	io.ByteReader
}

// readHeader reads the header of a statistics file, from its beginning.
func readHeader(r byteReader) (*Header, error) {
	line, length, err := readLength(r)
	if err != nil {
		return nil, err
	}
	// The length may lie: memory grows with what there is.
	var body bytes.Buffer
	body.Write(line)
	n, err := io.CopyN(&body, r, int64(length))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, &hdtrace.FormatError{Offset: int64(len(line)) + n, Text: "read the header", Err: err}
	}
	if n < int64(length) {
		return nil, &hdtrace.FormatError{Offset: int64(len(line)) + n, Text: fmt.Sprintf("the header should have %d bytes and ends after %d", length, n), Err: hdtrace.ErrTruncated}
	}
	h, err := parseHeader(body.Bytes()[len(line):], int64(len(line)))
	if err != nil {
		return nil, err
	}
	h.raw = body.Bytes()
	return h, nil
}

// readLength reads the line with the length of the header. The Java reader takes any number of digits, with a +
// or none, and an end of line of one or two characters; the tools in C take five digits and one.
func readLength(r byteReader) (line []byte, length int, err error) {
	const most = 32
	for len(line) == 0 || line[len(line)-1] != '\n' {
		c, err := r.ReadByte()
		switch {
		case err == io.EOF:
			return nil, 0, &hdtrace.FormatError{Offset: int64(len(line)), Line: 1, Text: "the file ends in its first line, expected the length of a header", Err: hdtrace.ErrTruncated}
		case err != nil:
			return nil, 0, &hdtrace.FormatError{Offset: int64(len(line)), Line: 1, Text: "read the length of the header", Err: err}
		}
		if line = append(line, c); len(line) == most {
			break
		}
	}
	text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
	if !naming.Digits(strings.TrimPrefix(text, "+")) {
		return nil, 0, &hdtrace.FormatError{Line: 1, Text: fmt.Sprintf("the first line is %s, expected the length of the header in digits", printable.Clipped(text)), Err: hdtrace.ErrSyntax}
	}
	if length, err = strconv.Atoi(text); err != nil || length > maxHeader {
		return nil, 0, &hdtrace.FormatError{Line: 1, Text: fmt.Sprintf("the header has %s bytes, expected at most %d", text, maxHeader), Err: hdtrace.ErrSyntax}
	}
	return line, length, nil
}

// parseHeader takes the XML of a header apart, as the Java reader does: it wants a root, in it an element
// Group in whatever case, and in that the values, whatever the elements are called. Base is where the XML
// begins in the file.
func parseHeader(text []byte, base int64) (*Header, error) {
	s := markup.NewWholeScanner(text)
	s.Base, s.Line = base, 2
	s.Known, s.Latin1 = true, !utf8.Valid(text) // the Java reader takes it for whatever the locale is
	root, err := s.Tree()
	if err != nil {
		if fault, ok := err.(*hdtrace.FormatError); ok {
			fault.Text, fault.Err = "the header is no XML: "+fault.Text, hdtrace.ErrSyntax
		}
		return nil, err
	}
	h := &Header{StampUnit: 1, Initial: true}
	for _, c := range root.Children {
		if strings.EqualFold(c.Name, "TopologyNode") {
			h.labels(c, 0)
		}
	}
	group := root.Child("Group")
	if group == nil {
		return nil, root.Fault(hdtrace.ErrSyntax, "the header has no element Group inside of its root")
	}
	if err := h.group(group); err != nil {
		return nil, err
	}
	for _, v := range group.Children {
		if err := h.value(v); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// labels takes the path of the node, whose labels stand one in the other.
func (h *Header) labels(n *markup.Tree, depth int) {
	for _, c := range n.Children {
		if depth == len(h.Labels) && strings.EqualFold(c.Name, "Label") {
			label, _ := c.Value("value")
			h.Labels = append(h.Labels, label)
		}
		h.labels(c, depth+1)
	}
}

func (h *Header) group(n *markup.Tree) error {
	value := func(name string) string { text, _ := n.Value(name); return text }
	h.Group = value("name")
	switch typ := value("timestampDatatype"); typ {
	case "", "EPOCH":
	case "INT32":
		h.Stamp32 = true
	default:
		return n.Fault(hdtrace.ErrUnsupported, "timestamps of group %s are of type %s, expected EPOCH or INT32", printable.Clipped(h.Group), printable.Clipped(typ))
	}
	// The format spells it so.
	switch unit := value("timeResulution"); unit {
	case "":
	case "Milliseconds":
		h.StampUnit = hdtrace.Second / 1000
	case "Microseconds", "Mikroseconds":
		h.StampUnit = hdtrace.Second / 1000000
	default:
		return n.Fault(hdtrace.ErrUnsupported, "timeResulution of group %s is %s, expected Milliseconds or Microseconds", printable.Clipped(h.Group), printable.Clipped(unit))
	}
	if text := value("timeAdjustment"); text != "" {
		adjustment, err := hdtrace.ParseEpoch(text)
		if err != nil {
			return n.Fault(hdtrace.ErrSyntax, "timeAdjustment of group %s: %v", printable.Clipped(h.Group), err)
		}
		if adjustment < hdtrace.MinEpoch || adjustment > hdtrace.MaxEpoch {
			return n.Fault(hdtrace.ErrSyntax, "timeAdjustment %s of group %s is more than 32 bits of seconds", printable.Clipped(text), printable.Clipped(h.Group))
		}
		h.Adjustment = adjustment
	}
	return nil
}

func (h *Header) value(n *markup.Tree) error {
	value := func(name string) string { text, _ := n.Value(name); return text }
	name, typ := value("name"), value("type")
	if typ == "" {
		return n.Fault(hdtrace.ErrSyntax, "%s %s has no type", n.Name, printable.Clipped(name))
	}
	t, ok := parseType(typ)
	if !ok {
		return n.Fault(hdtrace.ErrUnsupported, "%s %s has type %s, expected INT32, INT64, FLOAT, DOUBLE, UINT64 or STRING", n.Name, printable.Clipped(name), printable.Clipped(typ))
	}
	h.Values = append(h.Values, Value{Name: name, Type: t, Unit: value("unit"), Grouping: value("grouping")})
	return nil
}
