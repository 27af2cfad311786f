package hdtrace

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/internal/printable"
)

// scanner takes XML apart, tag by tag, in constant memory. It knows what traces and relations are made
// of, and where it is: encoding/xml is ten times slower and tells no line of what it has read.
type scanner struct {
	r       io.Reader
	buf     []byte
	at, end int   // what is read and not consumed is buf[at:end]
	base    int64 // place of buf[0] in the file
	line    int   // of buf[at], from 1
	failed  error // of r, io.EOF at its end
	latin1  bool  // the declaration says so
	known   bool  // the encoding, whatever the declaration says
	strict  bool  // of what traces do not have, too
	first   bool  // nothing was consumed yet

	comments int // and processing instructions, so far
}

// maxTag is how long a tag or a text may be: a limit against files that are no traces.
const maxTag = 16 << 20

const scanRoom = 256 << 10

func newScanner(r io.Reader) *scanner {
	return &scanner{r: r, buf: make([]byte, scanRoom), line: 1, first: true}
}

// tokenKind is what a token is.
type tokenKind int

const (
	startTag tokenKind = iota
	emptyTag           // <a/>, which has no end tag
	endTag
	textToken // that is not blank
)

// token is one piece of a file. Its slices are valid until the next one is asked for.
type token struct {
	kind       tokenKind
	name       []byte
	attributes []byte // of a start tag, unparsed
	text       []byte // of a text, entities still in it
	verbatim   bool   // a text in which nothing is an entity
	offset     int64
	line       int
}

// offset is where the scanner is, bytes from the begin of the file.
func (s *scanner) offset() int64 { return s.base + int64(s.at) }

// fault is an error at the place where the scanner is.
func (s *scanner) fault(text string) error { return faultAt(s.offset(), s.line, text, false) }

func faultAt(offset int64, line int, text string, truncated bool) error {
	err := &FormatError{Offset: offset, Line: line, Text: text, Err: ErrSyntax}
	if truncated {
		err.Err = ErrTruncated
	}
	return err
}

// reading is the error of an io.Reader.
func (s *scanner) reading(err error) error {
	return &FormatError{Offset: s.base + int64(s.end), Line: s.line, Text: "cannot be read", Err: err}
}

// fill reads more; what is consumed makes room for it. It says whether there was more.
func (s *scanner) fill() bool {
	if s.failed != nil {
		return false
	}
	if s.at > 0 {
		copy(s.buf, s.buf[s.at:s.end])
		s.base += int64(s.at)
		s.end -= s.at
		s.at = 0
	}
	if s.end == len(s.buf) {
		if len(s.buf) >= maxTag {
			return false
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		if err != nil {
			s.failed = err
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.failed = io.ErrNoProgress
	return false
}

// skip consumes n bytes.
func (s *scanner) skip(n int) {
	s.line += bytes.Count(s.buf[s.at:s.at+n], newline)
	s.at += n
}

var newline = []byte{'\n'}

// find is the place of a text from here on, -1 if it does not come. With discard what stands before
// it is consumed, and the place is 0.
func (s *scanner) find(text string, discard bool) int {
	from := 0
	for {
		if i := bytes.Index(s.buf[s.at+from:s.end], []byte(text)); i >= 0 {
			if discard {
				s.skip(from + i)
				return 0
			}
			return from + i
		}
		from = max(s.end-s.at-len(text)+1, 0)
		if discard {
			s.skip(from)
			from = 0
		}
		if !s.fill() {
			return -1
		}
	}
}

// next is the next token; io.EOF where the file ends between two.
func (s *scanner) next() (token, error) {
	if s.first {
		s.first = false
		if err := s.begin(); err != nil {
			return token{}, err
		}
	}
	for {
		if text, found, err := s.text(); err != nil || found {
			return text, err
		}
		if !s.have(1) {
			return token{}, s.ended()
		}
		if !s.have(2) || s.buf[s.at+1] != '!' && s.buf[s.at+1] != '?' {
			return s.tag()
		}
		switch {
		case s.starts("<!--"):
			if err := s.comment("<!--", "-->"); err != nil {
				return token{}, err
			}
		case s.starts("<?"):
			if err := s.comment("<?", "?>"); err != nil {
				return token{}, err
			}
		case s.starts("<![CDATA["):
			return s.cdata()
		case s.strict && s.starts("<!DOCTYPE"):
			if err := s.comment("<!", ">"); err != nil {
				return token{}, err
			}
		case s.starts("<!"):
			return token{}, s.fault("a document type declaration, which no file of the family has")
		default:
			return s.tag()
		}
	}
}

// have makes sure that n bytes are there.
func (s *scanner) have(n int) bool {
	for s.end-s.at < n {
		if !s.fill() {
			return false
		}
	}
	return true
}

func (s *scanner) starts(text string) bool {
	return s.have(len(text)) && string(s.buf[s.at:s.at+len(text)]) == text
}

// begin looks at what may stand at the begin of a file only.
func (s *scanner) begin() error {
	if s.starts("\xef\xbb\xbf") {
		s.at += 3
	}
	if s.starts("\xfe\xff") || s.starts("\xff\xfe") {
		return s.fault("UTF-16, expected UTF-8")
	}
	if !s.starts("<?xml") {
		return nil
	}
	length := s.find("?>", false)
	if length < 0 {
		return s.fault("an XML declaration that does not end")
	}
	body := s.buf[s.at+len("<?xml") : s.at+length]
	if s.strict && len(body) > 0 && inName[body[0]] != 0 { // another instruction, of which xml begins the name
		return nil
	}
	if s.strict && !declaration.Match(body) {
		return s.fault(fmt.Sprintf("the XML declaration is %s, expected version and encoding", printable.Clipped(string(body))))
	}
	if _, encoding, found := bytes.Cut(body, []byte("encoding")); found && !s.known {
		if err := s.setEncoding(encoding); err != nil {
			return err
		}
	}
	s.skip(length + 2)
	return nil
}

// setEncoding takes what a declaration says behind the word encoding.
func (s *scanner) setEncoding(text []byte) error {
	text = bytes.TrimLeft(text, "= \t\r\n")
	if len(text) > 0 {
		text, _, _ = bytes.Cut(text[1:], text[:1]) // between quotes
	}
	switch string(bytes.ToLower(text)) {
	case "utf-8", "utf8", "us-ascii", "ascii":
	case "iso-8859-1", "iso-8859-15", "latin1", "windows-1252":
		s.latin1 = true
	default:
		return s.fault(fmt.Sprintf("encoding %.40q, expected UTF-8 or ISO-8859-1", text))
	}
	return nil
}

// text takes what stands before the next tag; what is blank is dropped, however long it is.
func (s *scanner) text() (token, bool, error) {
	for {
		blank := 0
		for blank < s.end-s.at && isSpace(s.buf[s.at+blank]) {
			blank++
		}
		s.skip(blank)
		if s.at < s.end || !s.fill() {
			break
		}
	}
	if s.at == s.end || s.buf[s.at] == '<' {
		return token{}, false, nil
	}
	t := token{kind: textToken, offset: s.offset(), line: s.line}
	length := s.find("<", false)
	if length < 0 {
		if s.failed == nil {
			return t, false, s.fault(fmt.Sprintf("text of more than %d bytes", maxTag))
		}
		length = s.end - s.at
	}
	t.text = bytes.TrimRight(s.buf[s.at:s.at+length], " \t\r\n")
	s.skip(length)
	return t, true, nil
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func (s *scanner) comment(open, end string) error {
	offset, line := s.offset(), s.line
	s.comments++
	s.skip(len(open))
	if s.strict {
		if err := s.remark(open, end); err != nil {
			return err
		}
	}
	if s.find(end, true) < 0 {
		return s.cut(offset, line, open+" that does not end")
	}
	s.skip(len(end))
	return nil
}

// remark looks into a comment or an instruction.
func (s *scanner) remark(open, end string) error {
	length := s.find(end, false)
	if length < 0 {
		return nil
	}
	body := s.buf[s.at : s.at+length]
	problem := ""
	switch {
	case open == "<?":
		problem = badInstruction(body)
	case open == "<!" && bytes.IndexByte(body, '[') >= 0:
		problem = "a document type with declarations of its own"
	case open == "<!":
	case bytes.Contains(body, []byte("--")) || bytes.HasSuffix(body, []byte("-")):
		problem = "-- in a comment"
	}
	if problem != "" {
		return s.fault(problem)
	}
	return nil
}

func (s *scanner) cdata() (token, error) {
	const open, end = "<![CDATA[", "]]>"
	t := token{kind: textToken, verbatim: true, offset: s.offset(), line: s.line}
	length := s.find(end, false)
	if length < 0 {
		return t, s.cut(t.offset, t.line, open+" that does not end")
	}
	t.text = s.buf[s.at+len(open) : s.at+length]
	s.skip(length + len(end))
	return t, nil
}

// tag takes the tag that begins here.
func (s *scanner) tag() (token, error) {
	t := token{kind: startTag, offset: s.offset(), line: s.line}
	length, err := s.tagLength()
	if err != nil {
		return t, err
	}
	body := s.buf[s.at+1 : s.at+length-1]
	switch {
	case len(body) > 0 && body[0] == '/':
		t.kind, body = endTag, body[1:]
	case len(body) > 0 && body[len(body)-1] == '/':
		t.kind, body = emptyTag, body[:len(body)-1]
	}
	name := nameLengthOf(body, s.strict)
	t.name, t.attributes = body[:name], body[name:]
	if name == 0 || name < len(body) && !isSpace(body[name]) {
		return t, s.fault(fmt.Sprintf("tag %.40q, expected a name of letters, digits and _ - .", body))
	}
	if t.kind == endTag && len(bytes.TrimLeft(t.attributes, " \t\r\n")) > 0 {
		return t, s.fault(fmt.Sprintf("end tag %.40q has more than a name", t.name))
	}
	s.skip(length)
	return t, nil
}

// quickTag is tagLength for tags that are in the buffer as a whole and have quotes of one kind only, as those
// of all writers; 0 for others.
func quickTag(text []byte) int {
	end := bytes.IndexByte(text, '>')
	if end < 0 {
		return 0
	}
	tag := text[1:end]
	single, double := bytes.Count(tag, singleQuote), bytes.Count(tag, doubleQuote)
	if single > 0 && double > 0 || (single+double)%2 != 0 || bytes.IndexByte(tag, '<') >= 0 {
		return 0
	}
	return end + 1
}

var singleQuote, doubleQuote = []byte{'\''}, []byte{'"'}

// tagLength is the length of the tag that begins here, up to its ">".
func (s *scanner) tagLength() (int, error) {
	if n := quickTag(s.buf[s.at:s.end]); n > 0 {
		return n, nil
	}
	quote, at := byte(0), 1
	for {
		for i, c := range s.buf[s.at+at : s.end] {
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '>':
				return at + i + 1, nil
			case c == '"' || c == '\'':
				quote = c
			case c == '<':
				return 0, s.fault(fmt.Sprintf("tag %.40q, expected > before the next <", s.buf[s.at:s.at+at+i]))
			}
		}
		at = s.end - s.at
		if !s.fill() {
			return 0, s.cut(s.offset(), s.line, "a tag that does not end")
		}
	}
}

// ended is the error at the end of what can be read.
func (s *scanner) ended() error {
	if s.failed == nil || s.failed == io.EOF {
		return io.EOF
	}
	return s.reading(s.failed)
}

// cut is the error of something that does not end: since the file does, since it can't be read, or
// since it is too long.
func (s *scanner) cut(offset int64, line int, what string) error {
	switch {
	case s.failed == nil:
		what += fmt.Sprintf(" within %d bytes", maxTag)
	case !errors.Is(s.failed, io.EOF):
		return s.reading(s.failed)
	}
	return faultAt(offset, line, what, s.failed != nil)
}
