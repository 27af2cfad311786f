package markup

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// Tree is an element of a file that is read as a whole, with its place.
type Tree struct {
	Name       string
	attributes []hdtrace.Attribute
	Text       string // the last that is not blank, without blanks around it
	Children   []*Tree
	Offset     int64
	Line       int
}

// MaxDepth bounds how deep elements nest: beyond it is no file of anyone.
const MaxDepth = 200

// maxXML is how long a file may be that is read whole. A project of a million ranks has some 200 MB.
const maxXML = 256 << 20

// An element takes some 300 bytes of memory, however short it is. So of more than manyElements there are as many at most
// as there would be with leastElement bytes each: <Node name="0"/> and what ends the line have more.
const (
	manyElements = 16 << 10
	leastElement = 12
)

// Parse reads an XML file whole, as strictly as the Java reader does.
func Parse(r io.Reader) (*Tree, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxXML+1))
	if err != nil {
		return nil, &hdtrace.FormatError{Offset: int64(len(data)), Text: "read", Err: err}
	}
	if len(data) > maxXML {
		return nil, &hdtrace.FormatError{Offset: maxXML, Text: fmt.Sprintf("the file has more than %d MiB; expected at most that", maxXML>>20), Err: hdtrace.ErrOverflow}
	}
	return NewWholeScanner(data).Tree()
}

// NewWholeScanner is a scanner over a text that is in memory, which it does not copy. It looks at what a trace has
// none of as well: declarations, instructions and comments.
func NewWholeScanner(text []byte) *Scanner {
	return &Scanner{Buf: text, End: len(text), Line: 1, Failed: io.EOF, first: true, strict: true}
}

// Tree reads all that there is: one element.
func (s *Scanner) Tree() (*Tree, error) {
	r := Elements{Scanner: s}
	var root *Tree
	var stack []*Tree
	most := max(manyElements, s.End/leastElement)
	for count := 0; ; {
		t, err := s.Next()
		switch {
		case err == io.EOF && len(stack) > 0:
			top := stack[len(stack)-1]
			return nil, r.Unended(err, top.Name, top.Line)
		case err == io.EOF && root == nil:
			return nil, FaultAt(s.Offset(), s.Line, "the file has no XML element", true)
		case err == io.EOF:
			return root, nil
		case err != nil:
			return nil, err
		}
		switch t.Kind {
		case StartTag, EmptyTag:
			if count++; count > most {
				return nil, &hdtrace.FormatError{Offset: t.Offset, Line: t.Line, Err: hdtrace.ErrOverflow,
					Text: fmt.Sprintf("more than %d elements in %d bytes; expected at most one in %d", most, s.End, leastElement)}
			}
			n, err := r.node(&t)
			switch {
			case err != nil:
				return nil, err
			case len(stack) >= MaxDepth:
				return nil, n.Fault(hdtrace.ErrSyntax, "elements nest more than %d deep", MaxDepth)
			case len(stack) > 0:
				top := stack[len(stack)-1]
				top.Children = append(top.Children, n)
			case root != nil:
				return nil, n.Fault(hdtrace.ErrSyntax, "a second root element, %s", printable.Clipped(n.Name))
			default:
				root = n
			}
			if t.Kind == StartTag {
				stack = append(stack, n)
			}
		case EndTag:
			if name, err := r.nameOf(&t, string(t.Name)); err != nil || len(stack) == 0 || stack[len(stack)-1].Name != name {
				return nil, FaultAt(t.Offset, t.Line, fmt.Sprintf("end tag %.40q, expected that of the element that is open", t.Name), false)
			}
			stack = stack[:len(stack)-1]
		case TextToken:
			if err := r.textIn(stack, &t); err != nil {
				return nil, err
			}
		}
	}
}

// textIn gives a text to the innermost element that is open.
func (r *Elements) textIn(stack []*Tree, t *Token) error {
	text, err := r.Contained(t)
	if err != nil {
		return err
	}
	switch text = strings.TrimSpace(text); {
	case text == "":
	case len(stack) == 0:
		return FaultAt(t.Offset, t.Line, fmt.Sprintf("text %s outside of the root element", printable.Clipped(text)), false)
	default:
		stack[len(stack)-1].Text = text
	}
	return nil
}

// node is the element that a tag begins, without what is in it.
func (r *Elements) node(t *Token) (*Tree, error) {
	name, text := TagText(t)
	n := &Tree{Offset: t.Offset, Line: t.Line}
	var err error
	if n.Name, err = r.nameOf(t, name); err != nil {
		return nil, err
	}
	if n.attributes, err = r.Attributes(nil, t, text); err != nil {
		return nil, err
	}
	for i := range n.attributes {
		if n.attributes[i].Name, err = r.nameOf(t, n.attributes[i].Name); err != nil {
			return nil, err
		}
	}
	if name, is := twice(n.attributes); is {
		return nil, n.Fault(hdtrace.ErrSyntax, "element %s has its attribute %s twice", printable.Clipped(n.Name), printable.Clipped(name))
	}
	return n, nil
}

// nameOf is a name of a tag in UTF-8, without its prefix.
func (r *Elements) nameOf(t *Token, name string) (string, error) {
	name = name[strings.IndexByte(name, ':')+1:]
	if plain([]byte(name)) {
		return name, nil
	}
	decoded, problem := r.Decode(nil, []byte(name), false, true)
	if problem != "" {
		return "", FaultAt(t.Offset, t.Line, "name "+problem, false)
	}
	return string(decoded), nil
}

// declaration is what follows <?xml in a declaration.
var declaration = lazyregexp.New(`^\s+version\s*=\s*("1\.[0-9]+"|'1\.[0-9]+')(\s+encoding\s*=\s*("[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(\s+standalone\s*=\s*("(yes|no)"|'(yes|no)'))?\s*$`)

// badInstruction says what is wrong with an instruction, given without its brackets, behind the start of a file.
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

// Child is the first element of that name, in whatever case.
func (n *Tree) Child(name string) *Tree {
	for _, c := range n.Children {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

func (n *Tree) Value(name string) (string, bool) { return ValueOf(n.attributes, name) }

// Element is the tree without places.
func (n *Tree) Element() hdtrace.Element {
	e := hdtrace.Element{Name: n.Name, Attributes: n.attributes, Text: n.Text}
	for _, c := range n.Children {
		e.Elements = append(e.Elements, c.Element())
	}
	return e
}

func (n *Tree) Fault(kind error, format string, args ...any) error {
	return &hdtrace.FormatError{Offset: n.Offset, Line: n.Line, Text: fmt.Sprintf(format, args...), Err: kind}
}
