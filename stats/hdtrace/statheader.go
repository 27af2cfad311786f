package hdtrace

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-hpc/timers/internal/printable"
)

// StatisticsHeader is the text with which a statistics file begins, as it was read.
type StatisticsHeader struct {
	Labels     []string // path of the node below the project; nil where the file does not say
	Group      string   // "" where the file does not say
	Values     []Value
	Adjustment Epoch // has been added to all timestamps

	// Stamp32 says that timestamps are one INT32, of units of StampUnit nanoseconds. All others are two:
	// seconds and nanoseconds.
	Stamp32   bool
	StampUnit Epoch

	// Initial says that one timestamp stands before the first entry. The library of May 2009 wrote none,
	// and its files are refused by other readers.
	Initial bool

	raw []byte // from the beginning of the file up to the first timestamp
}

// Size is the bytes of the header in the file, with the line of its length.
func (h *StatisticsHeader) Size() int { return len(h.raw) }

// EntrySize is the bytes of an entry, with its timestamp; 0 where entries differ because of strings.
func (h *StatisticsHeader) EntrySize() int {
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

func (h *StatisticsHeader) stampSize() int {
	if h.Stamp32 {
		return 4
	}
	return 8
}

// Find is the place of the value of that name among the values, -1 if there is none.
func (h *StatisticsHeader) Find(name string) int {
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
		dst = escape(dst, label)
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
	dst = escape(dst, group)
	dst = append(dst, "\" timestampDatatype=\"EPOCH\" timeAdjustment=\"-0000000000.000000000\">\n"...)
	for i := range values {
		dst = append(dst, "  <Value name=\""...)
		dst = escape(dst, values[i].Name)
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
	return escape(dst, text)
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
func readHeader(r byteReader) (*StatisticsHeader, error) {
	line, length, err := readLength(r)
	if err != nil {
		return nil, err
	}
	// The length may lie: memory grows with what there is.
	var body bytes.Buffer
	body.Write(line)
	n, err := io.CopyN(&body, r, int64(length))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, &FormatError{Offset: int64(len(line)) + n, Text: "read the header", Err: err}
	}
	if n < int64(length) {
		return nil, &FormatError{Offset: int64(len(line)) + n, Text: fmt.Sprintf("the header should have %d bytes and ends after %d", length, n), Err: ErrTruncated}
	}
	h, err := parseHeader(body.Bytes()[len(line):], int64(len(line)))
	if err != nil {
		return nil, err
	}
	h.raw = body.Bytes()
	return h, nil
}

// readLength reads the line with the length of the header. The Java reader takes any number of digits and
// an end of line of one or two characters; the tools in C take five digits and one.
func readLength(r byteReader) (line []byte, length int, err error) {
	const most = 32
	for len(line) == 0 || line[len(line)-1] != '\n' {
		c, err := r.ReadByte()
		switch {
		case err == io.EOF:
			return nil, 0, &FormatError{Offset: int64(len(line)), Line: 1, Text: "the file ends in its first line, expected the length of a header", Err: ErrTruncated}
		case err != nil:
			return nil, 0, &FormatError{Offset: int64(len(line)), Line: 1, Text: "read the length of the header", Err: err}
		}
		if line = append(line, c); len(line) == most {
			break
		}
	}
	text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
	if !digits(text) {
		return nil, 0, &FormatError{Line: 1, Text: fmt.Sprintf("the first line is %s, expected the length of the header in digits", printable.Clipped(text)), Err: ErrSyntax}
	}
	if length, err = strconv.Atoi(text); err != nil || length > maxHeader {
		return nil, 0, &FormatError{Line: 1, Text: fmt.Sprintf("the header has %s bytes, expected at most %d", text, maxHeader), Err: ErrSyntax}
	}
	return line, length, nil
}

// parseHeader takes the XML of a header apart, as the Java reader does: it wants a root, in it an element
// Group in whatever case, and in that the values, whatever the elements are called. Base is where the XML
// begins in the file.
func parseHeader(text []byte, base int64) (*StatisticsHeader, error) {
	p := headerParser{h: &StatisticsHeader{StampUnit: 1, Initial: true}, text: decodeLatin1(text), base: base}
	p.d = xml.NewDecoder(bytes.NewReader(p.text))
	p.d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	if err := p.run(); err != nil {
		return nil, err
	}
	if !p.group {
		return nil, p.fault(p.lastRoot, ErrSyntax, "the header has no element Group inside of its root")
	}
	return p.h, nil
}

// decodeLatin1 makes UTF-8 of a text that is none. The Java reader takes it for whatever the locale is.
func decodeLatin1(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return []byte(string(runes))
}

type headerParser struct {
	h        *StatisticsHeader
	d        *xml.Decoder
	text     []byte
	base     int64
	path     []string // elements that are open
	group    bool     // it was seen
	inGroup  bool
	ended    bool // the root has
	lastRoot int64
}

func (p *headerParser) fault(at int64, kind error, format string, args ...any) error {
	return &FormatError{
		Offset: p.base + at, Line: 2 + bytes.Count(p.text[:min(int(at), len(p.text))], []byte("\n")),
		Text: fmt.Sprintf(format, args...), Err: kind,
	}
}

func (p *headerParser) run() error {
	for {
		at := p.d.InputOffset()
		token, err := p.d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return p.fault(p.d.InputOffset(), ErrSyntax, "the header is no XML: %v", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := p.start(t, at); err != nil {
				return err
			}
		case xml.EndElement:
			p.end()
		case xml.ProcInst:
			if why := badInstruction(t, p.text, at); why != "" {
				return p.fault(at, ErrSyntax, "%s", why)
			}
		case xml.CharData:
			if text := bytes.TrimSpace(t); len(text) > 0 && len(p.path) == 0 {
				return p.fault(at, ErrSyntax, "%s outside of the root of the header: is its length right?", printable.Clipped(string(text)))
			}
		}
	}
	if !p.ended {
		return p.fault(int64(len(p.text)), ErrSyntax, "the header has no XML element")
	}
	return nil
}

func (p *headerParser) start(t xml.StartElement, at int64) error {
	if p.ended {
		return p.fault(at, ErrSyntax, "a second root, %s, in the header", printable.Clipped(t.Name.Local))
	}
	attributes, err := p.attributes(t, at)
	if err != nil {
		return err
	}
	switch depth := len(p.path); {
	case depth == 0:
		p.lastRoot = at
	case depth == 1 && !p.group && strings.EqualFold(t.Name.Local, "Group"):
		p.group, p.inGroup = true, true
		err = p.startGroup(attributes, at)
	case depth == 2 && p.inGroup:
		err = p.value(t.Name.Local, attributes, at)
	case depth >= 2 && strings.EqualFold(t.Name.Local, "Label") && strings.EqualFold(p.path[1], "TopologyNode") && depth == len(p.h.Labels)+2:
		p.h.Labels = append(p.h.Labels, attributes["value"])
	}
	p.path = append(p.path, t.Name.Local)
	return err
}

func (p *headerParser) end() {
	p.path = p.path[:len(p.path)-1]
	p.inGroup = p.inGroup && len(p.path) > 1
	p.ended = len(p.path) == 0
}

// attributes refuses what no XML parser but Go's takes: an attribute twice, or without a blank before it.
func (p *headerParser) attributes(t xml.StartElement, at int64) (map[string]string, error) {
	if crowded(p.text[at:p.d.InputOffset()]) {
		return nil, p.fault(at, ErrSyntax, "attributes of %s without a blank between them", t.Name.Local)
	}
	m := make(map[string]string, len(t.Attr))
	for _, a := range t.Attr {
		if _, twice := m[a.Name.Local]; twice && a.Name.Space == "" {
			return nil, p.fault(at, ErrSyntax, "element %s has its attribute %s twice", t.Name.Local, a.Name.Local)
		}
		m[a.Name.Local] = a.Value
	}
	return m, nil
}

func (p *headerParser) startGroup(attributes map[string]string, at int64) error {
	p.h.Group = attributes["name"]
	switch typ := attributes["timestampDatatype"]; typ {
	case "", "EPOCH":
	case "INT32":
		p.h.Stamp32 = true
	default:
		return p.fault(at, ErrUnsupported, "timestamps of group %s are of type %s, expected EPOCH or INT32", printable.Clipped(p.h.Group), printable.Clipped(typ))
	}
	// The format spells it so.
	switch unit := attributes["timeResulution"]; unit {
	case "":
	case "Milliseconds":
		p.h.StampUnit = second / 1000
	case "Microseconds", "Mikroseconds":
		p.h.StampUnit = second / 1000000
	default:
		return p.fault(at, ErrUnsupported, "timeResulution of group %s is %s, expected Milliseconds or Microseconds", printable.Clipped(p.h.Group), printable.Clipped(unit))
	}
	if text := attributes["timeAdjustment"]; text != "" {
		adjustment, err := ParseEpoch(text)
		if err != nil {
			return p.fault(at, ErrSyntax, "timeAdjustment of group %s: %v", printable.Clipped(p.h.Group), err)
		}
		if adjustment < MinEpoch || adjustment > MaxEpoch {
			return p.fault(at, ErrSyntax, "timeAdjustment %s of group %s is more than 32 bits of seconds", printable.Clipped(text), printable.Clipped(p.h.Group))
		}
		p.h.Adjustment = adjustment
	}
	return nil
}

func (p *headerParser) value(element string, attributes map[string]string, at int64) error {
	name, typ := attributes["name"], attributes["type"]
	if typ == "" {
		return p.fault(at, ErrSyntax, "%s %s has no type", element, printable.Clipped(name))
	}
	t, ok := parseType(typ)
	if !ok {
		return p.fault(at, ErrUnsupported, "%s %s has type %s, expected INT32, INT64, FLOAT, DOUBLE, UINT64 or STRING", element, printable.Clipped(name), printable.Clipped(typ))
	}
	p.h.Values = append(p.h.Values, Value{Name: name, Type: t, Unit: attributes["unit"], Grouping: attributes["grouping"]})
	return nil
}
