package hdtrace

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// xmlTree is an element of a file that is read as a whole, with its place.
type xmlTree struct {
	name       string
	attributes []Attribute
	text       string // the last that is not blank, without blanks around it
	children   []*xmlTree
	offset     int64
	line       int
}

// maxXMLDepth bounds how deep elements nest: beyond it is no file of anyone.
const maxXMLDepth = 200

// maxXML is how long a file may be that is read whole. A project of a million ranks has some 200 MB.
const maxXML = 256 << 20

// An element takes some 300 bytes of memory, however short it is. So of more than manyElements there are as many at most
// as there would be with leastElement bytes each: <Node name="0"/> and what ends the line have more.
const (
	manyElements = 16 << 10
	leastElement = 12
)

// parseXML reads an XML file whole, as strictly as the Java reader does.
func parseXML(r io.Reader) (*xmlTree, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxXML+1))
	if err != nil {
		return nil, &FormatError{Offset: int64(len(data)), Text: "read", Err: err}
	}
	if len(data) > maxXML {
		return nil, &FormatError{Offset: maxXML, Text: fmt.Sprintf("the file has more than %d MiB; expected at most that", maxXML>>20), Err: ErrOverflow}
	}
	p := treeParser{data: data, d: xml.NewDecoder(bytes.NewReader(data))}
	p.d.CharsetReader = func(label string, input io.Reader) (io.Reader, error) {
		decoded, err := charset(label, input)
		p.decoded = decoded != input // and places are those in the decoded text
		return decoded, err
	}
	for {
		at := p.d.InputOffset()
		line, _ := p.d.InputPos()
		token, err := p.d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, p.syntax(err)
		}
		if err := p.add(token, at, line); err != nil {
			return nil, err
		}
	}
	if p.root == nil {
		line, _ := p.d.InputPos()
		return nil, &FormatError{Offset: p.d.InputOffset(), Line: line, Text: "the file has no XML element", Err: ErrTruncated}
	}
	return p.root, nil
}

type treeParser struct {
	data    []byte
	d       *xml.Decoder
	decoded bool
	count   int // of elements
	root    *xmlTree
	stack   []*xmlTree
}

func (p *treeParser) syntax(err error) error {
	line, _ := p.d.InputPos()
	fault := &FormatError{Offset: p.d.InputOffset(), Line: line, Text: "no XML: " + err.Error(), Err: ErrSyntax}
	if syntax, ok := err.(*xml.SyntaxError); ok && strings.Contains(syntax.Msg, "unexpected EOF") {
		fault.Text, fault.Err = "the XML ends within an element", ErrTruncated
	}
	return fault
}

// declaration is what follows <?xml in a declaration.
var declaration = regexp.MustCompile(`^version\s*=\s*("1\.[0-9]+"|'1\.[0-9]+')(\s+encoding\s*=\s*("[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(\s+standalone\s*=\s*("(yes|no)"|'(yes|no)'))?\s*$`)

// badInstruction says what is wrong with a processing instruction, and with an XML declaration, at a place of
// the text. Go's parser looks at little of them.
func badInstruction(t xml.ProcInst, text []byte, at int64) string {
	end := at + int64(len("<?"+t.Target))
	if end < int64(len(text)) && !bytes.ContainsRune([]byte(" \t\r\n?"), rune(text[end])) {
		return "no blank after the name of an instruction"
	}
	switch {
	case !strings.EqualFold(t.Target, "xml"):
		return ""
	case at != 0 || t.Target != "xml":
		return "an XML declaration that is not at the very beginning"
	case !declaration.Match(t.Inst):
		return fmt.Sprintf("the XML declaration is %s, expected version and encoding", printable.Clipped(string(t.Inst)))
	}
	return ""
}

// crowded says whether there is no blank between two attributes of a start tag, which Go's parser lets pass.
func crowded(tag []byte) bool {
	var quote byte
	for i, c := range tag {
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
			if i+1 < len(tag) && !bytes.ContainsRune([]byte(" \t\r\n/>"), rune(tag[i+1])) {
				return true
			}
		}
	}
	return false
}

func (p *treeParser) add(token xml.Token, at int64, line int) error {
	fault := func(format string, args ...any) error {
		return &FormatError{Offset: at, Line: line, Text: fmt.Sprintf(format, args...), Err: ErrSyntax}
	}
	switch t := token.(type) {
	case xml.StartElement:
		if p.count++; p.count > manyElements && p.count > len(p.data)/leastElement {
			return &FormatError{Offset: at, Line: line, Err: ErrOverflow,
				Text: fmt.Sprintf("more than %d elements in %d bytes; expected at most one in %d", p.count, len(p.data), leastElement)}
		}
		n := &xmlTree{name: t.Name.Local, offset: at, line: line}
		if !p.decoded && crowded(p.data[at:p.d.InputOffset()]) {
			return fault("attributes of %s without a blank between them", n.name)
		}
		for _, a := range t.Attr {
			n.attributes = append(n.attributes, Attribute{a.Name.Local, a.Value})
		}
		if name, is := twice(n.attributes); is {
			return fault("element %s has its attribute %s twice", n.name, name)
		}
		switch {
		case len(p.stack) >= maxXMLDepth:
			return fault("elements nest more than %d deep", maxXMLDepth)
		case len(p.stack) > 0:
			top := p.stack[len(p.stack)-1]
			top.children = append(top.children, n)
		case p.root != nil:
			return fault("a second root element, %s", printable.Clipped(n.name))
		default:
			p.root = n
		}
		p.stack = append(p.stack, n)
	case xml.ProcInst:
		text := p.data
		if p.decoded {
			text = nil // places are those of another text
		}
		if why := badInstruction(t, text, at); why != "" {
			return fault("%s", why)
		}
	case xml.EndElement:
		p.stack = p.stack[:len(p.stack)-1]
	case xml.CharData:
		text := bytes.TrimSpace(t)
		switch {
		case len(text) == 0:
		case len(p.stack) == 0:
			return fault("text %s outside of the root element", printable.Clipped(string(text)))
		default:
			p.stack[len(p.stack)-1].text = string(text)
		}
	}
	return nil
}

// charset decodes what XML declarations say other than UTF-8.
func charset(label string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return input, nil
	case "iso-8859-1", "iso-8859-15", "latin1", "windows-1252":
		return &latin1Reader{r: input}, nil
	}
	return nil, fmt.Errorf("the encoding %s, expected UTF-8 or ISO-8859-1", printable.Clipped(label))
}

// latin1Reader makes UTF-8 of bytes that are characters.
type latin1Reader struct {
	r    io.Reader
	rest []byte
	buf  [512]byte
}

func (l *latin1Reader) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		n, err := l.r.Read(l.buf[:])
		if n == 0 {
			return 0, err
		}
		l.rest = l.rest[:0]
		for _, c := range l.buf[:n] {
			l.rest = append(l.rest, string(rune(c))...)
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// child is the first element of that name, in whatever case.
func (n *xmlTree) child(name string) *xmlTree {
	for _, c := range n.children {
		if strings.EqualFold(c.name, name) {
			return c
		}
	}
	return nil
}

func (n *xmlTree) value(name string) (string, bool) { return valueOf(n.attributes, name) }

// element is the tree without places.
func (n *xmlTree) element() Element {
	e := Element{Name: n.name, Attributes: n.attributes, Text: n.text}
	for _, c := range n.children {
		e.Elements = append(e.Elements, c.element())
	}
	return e
}

func (n *xmlTree) fault(kind error, format string, args ...any) error {
	return &FormatError{Offset: n.offset, Line: n.line, Text: fmt.Sprintf(format, args...), Err: kind}
}
