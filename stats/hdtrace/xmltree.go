package hdtrace

import (
	"bytes"
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
	return newWholeScanner(data).tree()
}

// newWholeScanner is a scanner over a text that is in memory, which it does not copy. It looks at what a trace has
// none of as well: declarations, instructions and comments.
func newWholeScanner(text []byte) *scanner {
	return &scanner{buf: text, end: len(text), line: 1, failed: io.EOF, first: true, strict: true}
}

// tree reads all that there is: one element.
func (s *scanner) tree() (*xmlTree, error) {
	r := elements{scanner: s}
	var root *xmlTree
	var stack []*xmlTree
	most := max(manyElements, s.end/leastElement)
	for count := 0; ; {
		t, err := s.next()
		switch {
		case err == io.EOF && len(stack) > 0:
			top := stack[len(stack)-1]
			return nil, r.unended(err, top.name, top.line)
		case err == io.EOF && root == nil:
			return nil, faultAt(s.offset(), s.line, "the file has no XML element", true)
		case err == io.EOF:
			return root, nil
		case err != nil:
			return nil, err
		}
		switch t.kind {
		case startTag, emptyTag:
			if count++; count > most {
				return nil, &FormatError{Offset: t.offset, Line: t.line, Err: ErrOverflow,
					Text: fmt.Sprintf("more than %d elements in %d bytes; expected at most one in %d", most, s.end, leastElement)}
			}
			n, err := r.node(&t)
			switch {
			case err != nil:
				return nil, err
			case len(stack) >= maxXMLDepth:
				return nil, n.fault(ErrSyntax, "elements nest more than %d deep", maxXMLDepth)
			case len(stack) > 0:
				top := stack[len(stack)-1]
				top.children = append(top.children, n)
			case root != nil:
				return nil, n.fault(ErrSyntax, "a second root element, %s", printable.Clipped(n.name))
			default:
				root = n
			}
			if t.kind == startTag {
				stack = append(stack, n)
			}
		case endTag:
			if name, err := r.nameOf(&t, string(t.name)); err != nil || len(stack) == 0 || stack[len(stack)-1].name != name {
				return nil, faultAt(t.offset, t.line, fmt.Sprintf("end tag %.40q, expected that of the element that is open", t.name), false)
			}
			stack = stack[:len(stack)-1]
		case textToken:
			if !t.verbatim && bytes.Contains(t.text, []byte("]]>")) {
				return nil, faultAt(t.offset, t.line, "]]> outside of CDATA", false)
			}
			text, err := r.contained(&t)
			if err != nil {
				return nil, err
			}
			switch text = strings.TrimSpace(text); {
			case text == "":
			case len(stack) == 0:
				return nil, faultAt(t.offset, t.line, fmt.Sprintf("text %s outside of the root element", printable.Clipped(text)), false)
			default:
				stack[len(stack)-1].text = text
			}
		}
	}
}

// node is the element that a tag begins, without what is in it.
func (r *elements) node(t *token) (*xmlTree, error) {
	name, text := tagText(t)
	n := &xmlTree{offset: t.offset, line: t.line}
	var err error
	if n.name, err = r.nameOf(t, name); err != nil {
		return nil, err
	}
	if n.attributes, err = r.attributes(nil, t, text); err != nil {
		return nil, err
	}
	for i := range n.attributes {
		if n.attributes[i].Name, err = r.nameOf(t, n.attributes[i].Name); err != nil {
			return nil, err
		}
	}
	if name, is := twice(n.attributes); is {
		return nil, n.fault(ErrSyntax, "element %s has its attribute %s twice", printable.Clipped(n.name), printable.Clipped(name))
	}
	return n, nil
}

// nameOf is a name of a tag in UTF-8, without its prefix.
func (r *elements) nameOf(t *token, name string) (string, error) {
	name = name[strings.IndexByte(name, ':')+1:]
	if plain([]byte(name)) {
		return name, nil
	}
	decoded, problem := r.decode(nil, []byte(name), false, true)
	if problem != "" {
		return "", faultAt(t.offset, t.line, "name "+problem, false)
	}
	return string(decoded), nil
}

// declaration is what follows <?xml in a declaration.
var declaration = regexp.MustCompile(`^\s+version\s*=\s*("1\.[0-9]+"|'1\.[0-9]+')(\s+encoding\s*=\s*("[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(\s+standalone\s*=\s*("(yes|no)"|'(yes|no)'))?\s*$`)

// badInstruction says what is wrong with an instruction, given without its brackets, behind the begin of a file.
func badInstruction(body []byte) string {
	length := nameLength(body)
	switch {
	case length == 0 || length < len(body) && !isSpace(body[length]):
		return "no blank after the name of an instruction"
	case bytes.EqualFold(body[:length], []byte("xml")):
		return "an XML declaration that is not at the very beginning"
	}
	return ""
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
