// Package markup reads and writes the XML of traces, relations, projects and headers of statistics. It knows the place of
// all that it reads, takes constant memory for what is read record by record, and is ten times as fast as encoding/xml.
package markup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Scanner takes XML apart, tag by tag, in constant memory. It knows what traces and relations are made
// of, and where it is: encoding/xml is ten times slower and tells no line of what it has read.
type Scanner struct {
	r       io.Reader
	Buf     []byte
	at, End int   // what is read and not consumed is buf[at:end]
	Base    int64 // place of buf[0] in the file
	Line    int   // of buf[at], from 1
	Failed  error // of r, io.EOF at its end
	Latin1  bool  // the declaration says so
	Known   bool  // the encoding, whatever the declaration says
	strict  bool  // of what traces do not have, too
	first   bool  // nothing was consumed yet

	Comments int // and processing instructions, so far
}

// MaxTag is how long a tag or a text may be: a limit against files that are no traces.
const MaxTag = 16 << 20

const ScanRoom = 256 << 10

func NewScanner(r io.Reader) *Scanner {
	return &Scanner{r: r, Buf: make([]byte, ScanRoom), Line: 1, first: true}
}

// tokenKind is what a token is.
type tokenKind int

const (
	StartTag tokenKind = iota
	EmptyTag           // <a/>, which has no end tag
	EndTag
	TextToken // that is not blank
)

// Token is one piece of a file. Its slices are valid until the next one is asked for.
type Token struct {
	Kind       tokenKind
	Name       []byte
	Attributes []byte // of a start tag, unparsed
	Text       []byte // of a text, entities still in it
	verbatim   bool   // a text in which nothing is an entity
	Offset     int64
	Line       int
}

// Offset is where the scanner is, bytes from the start of the file.
func (s *Scanner) Offset() int64 { return s.Base + int64(s.at) }

// fault is an error at the place where the scanner is.
func (s *Scanner) fault(text string) error { return FaultAt(s.Offset(), s.Line, text, false) }

func FaultAt(offset int64, line int, text string, truncated bool) error {
	err := &hdtrace.FormatError{Offset: offset, Line: line, Text: text, Err: hdtrace.ErrSyntax}
	if truncated {
		err.Err = hdtrace.ErrTruncated
	}
	return err
}

// reading is the error of an io.Reader.
func (s *Scanner) reading(err error) error {
	return &hdtrace.FormatError{Offset: s.Base + int64(s.End), Line: s.Line, Text: "cannot be read", Err: err}
}

// fill reads more; what is consumed makes room for it. It reports whether there was more.
func (s *Scanner) fill() bool {
	if s.Failed != nil {
		return false
	}
	if s.at > 0 {
		copy(s.Buf, s.Buf[s.at:s.End])
		s.Base += int64(s.at)
		s.End -= s.at
		s.at = 0
	}
	if s.End == len(s.Buf) {
		if len(s.Buf) >= MaxTag {
			return false
		}
		s.Buf = append(s.Buf, make([]byte, len(s.Buf))...)
	}
	for range 100 {
		n, err := s.r.Read(s.Buf[s.End:])
		s.End += n
		if err != nil {
			s.Failed = err
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.Failed = io.ErrNoProgress
	return false
}

// skip consumes n bytes.
func (s *Scanner) skip(n int) {
	s.Line += bytes.Count(s.Buf[s.at:s.at+n], newline)
	s.at += n
}

var newline, cdataEnd = []byte{'\n'}, []byte("]]>")

// find is the place of a text from here on, -1 if it does not come. With discard what stands before
// it is consumed, and the place is 0.
func (s *Scanner) find(text string, discard bool) int {
	from := 0
	for {
		if i := bytes.Index(s.Buf[s.at+from:s.End], []byte(text)); i >= 0 {
			if discard {
				s.skip(from + i)
				return 0
			}
			return from + i
		}
		from = max(s.End-s.at-len(text)+1, 0)
		if discard {
			s.skip(from)
			from = 0
		}
		if !s.fill() {
			return -1
		}
	}
}

// Next is the next token; io.EOF where the file ends between two.
func (s *Scanner) Next() (Token, error) {
	if s.first {
		s.first = false
		if err := s.begin(); err != nil {
			return Token{}, err
		}
	}
	for {
		if text, found, err := s.text(); err != nil || found {
			return text, err
		}
		if !s.have(1) {
			return Token{}, s.ended()
		}
		if !s.have(2) || s.Buf[s.at+1] != '!' && s.Buf[s.at+1] != '?' {
			return s.tag()
		}
		switch {
		case s.starts("<!--"):
			if err := s.comment("<!--", "-->"); err != nil {
				return Token{}, err
			}
		case s.starts("<?"):
			if err := s.comment("<?", "?>"); err != nil {
				return Token{}, err
			}
		case s.starts("<![CDATA["):
			return s.cdata()
		case s.strict && s.starts("<!DOCTYPE"):
			if err := s.comment("<!", ">"); err != nil {
				return Token{}, err
			}
		case s.starts("<!"):
			return Token{}, s.fault("a document type declaration, which no file of the family has")
		default:
			return s.tag()
		}
	}
}

// have makes sure that n bytes are there.
func (s *Scanner) have(n int) bool {
	for s.End-s.at < n {
		if !s.fill() {
			return false
		}
	}
	return true
}

func (s *Scanner) starts(text string) bool {
	return s.have(len(text)) && string(s.Buf[s.at:s.at+len(text)]) == text
}

// begin looks at what may stand at the start of a file only.
func (s *Scanner) begin() error {
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
	body := s.Buf[s.at+len("<?xml") : s.at+length]
	if s.strict && len(body) > 0 && naming.InName[body[0]] != 0 { // another instruction, of which xml begins the name
		return nil
	}
	if s.strict && !declaration().Match(body) {
		return s.fault(fmt.Sprintf("the XML declaration is %s, expected version and encoding", printable.Clipped(string(body))))
	}
	if _, encoding, found := bytes.Cut(body, []byte("encoding")); found && !s.Known {
		if err := s.setEncoding(encoding); err != nil {
			return err
		}
	}
	s.skip(length + 2)
	return nil
}

// setEncoding takes what a declaration says behind the word encoding.
func (s *Scanner) setEncoding(text []byte) error {
	text = bytes.TrimLeft(text, "= \t\r\n")
	if len(text) > 0 {
		text, _, _ = bytes.Cut(text[1:], text[:1]) // between quotes
	}
	switch string(bytes.ToLower(text)) {
	case "utf-8", "utf8", "us-ascii", "ascii":
	case "iso-8859-1", "iso-8859-15", "latin1", "windows-1252":
		s.Latin1 = true
	default:
		return s.fault(fmt.Sprintf("encoding %.40q, expected UTF-8 or ISO-8859-1", text))
	}
	return nil
}

// text takes what stands before the next tag; what is blank is dropped, however long it is.
func (s *Scanner) text() (Token, bool, error) {
	for {
		blank := 0
		for blank < s.End-s.at && isSpace(s.Buf[s.at+blank]) {
			blank++
		}
		s.skip(blank)
		if s.at < s.End || !s.fill() {
			break
		}
	}
	if s.at == s.End || s.Buf[s.at] == '<' {
		return Token{}, false, nil
	}
	t := Token{Kind: TextToken, Offset: s.Offset(), Line: s.Line}
	length := s.find("<", false)
	if length < 0 {
		if s.Failed == nil {
			return t, false, s.fault(fmt.Sprintf("text of more than %d bytes", MaxTag))
		}
		length = s.End - s.at
	}
	t.Text = bytes.TrimRight(s.Buf[s.at:s.at+length], " \t\r\n")
	if bytes.Contains(t.Text, cdataEnd) {
		return t, false, s.fault("]]> outside of CDATA")
	}
	s.skip(length)
	return t, true, nil
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func (s *Scanner) comment(open, end string) error {
	offset, line := s.Offset(), s.Line
	s.Comments++
	s.skip(len(open))
	if err := s.remark(open, end); err != nil {
		return err
	}
	if s.find(end, true) < 0 {
		return s.cut(offset, line, open+" that does not end")
	}
	s.skip(len(end))
	return nil
}

// remark looks into a comment or an instruction.
func (s *Scanner) remark(open, end string) error {
	length := s.find(end, false)
	if length < 0 {
		return nil
	}
	body := s.Buf[s.at : s.at+length]
	problem := ""
	switch {
	case !s.Latin1 && !utf8.Valid(body):
		problem = "bytes in " + open + " that are not UTF-8"
	case !s.strict:
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

func (s *Scanner) cdata() (Token, error) {
	const open, end = "<![CDATA[", "]]>"
	t := Token{Kind: TextToken, verbatim: true, Offset: s.Offset(), Line: s.Line}
	length := s.find(end, false)
	if length < 0 {
		return t, s.cut(t.Offset, t.Line, open+" that does not end")
	}
	t.Text = s.Buf[s.at+len(open) : s.at+length]
	s.skip(length + len(end))
	return t, nil
}

// tag takes the tag that begins here.
func (s *Scanner) tag() (Token, error) {
	t := Token{Kind: StartTag, Offset: s.Offset(), Line: s.Line}
	length, err := s.tagLength()
	if err != nil {
		return t, err
	}
	body := s.Buf[s.at+1 : s.at+length-1]
	switch {
	case len(body) > 0 && body[0] == '/':
		t.Kind, body = EndTag, body[1:]
	case len(body) > 0 && body[len(body)-1] == '/':
		t.Kind, body = EmptyTag, body[:len(body)-1]
	}
	name := nameLengthOf(body, s.strict)
	t.Name, t.Attributes = body[:name], body[name:]
	if name == 0 || name < len(body) && !isSpace(body[name]) {
		return t, s.fault(fmt.Sprintf("tag %.40q, expected a name of letters, digits and _ - .", body))
	}
	if problem := nameFault(t.Name, s.latin1Names()); problem != "" {
		return t, s.fault("name of a tag: " + problem)
	}
	if t.Kind == EndTag && len(bytes.TrimLeft(t.Attributes, " \t\r\n")) > 0 {
		return t, s.fault(fmt.Sprintf("end tag %.40q has more than a name", t.Name))
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
func (s *Scanner) tagLength() (int, error) {
	if n := quickTag(s.Buf[s.at:s.End]); n > 0 {
		return n, nil
	}
	quote, at := byte(0), 1
	for {
		for i, c := range s.Buf[s.at+at : s.End] {
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
				return 0, s.fault(fmt.Sprintf("tag %.40q, expected > before the next <", s.Buf[s.at:s.at+at+i]))
			}
		}
		at = s.End - s.at
		if !s.fill() {
			return 0, s.cut(s.Offset(), s.Line, "a tag that does not end")
		}
	}
}

// ended is the error at the end of what can be read.
func (s *Scanner) ended() error {
	if s.Failed == nil || s.Failed == io.EOF {
		return io.EOF
	}
	return s.reading(s.Failed)
}

// cut is the error of something that does not end: since the file does, since it can't be read, or
// since it is too long.
func (s *Scanner) cut(offset int64, line int, what string) error {
	switch {
	case s.Failed == nil:
		what += fmt.Sprintf(" within %d bytes", MaxTag)
	case !errors.Is(s.Failed, io.EOF):
		return s.reading(s.Failed)
	}
	return FaultAt(offset, line, what, s.Failed != nil)
}

// latin1Names reports whether names are in ISO-8859-1. Where the bytes are only taken for that, since the file does not
// say it, names have to be ASCII: readers make other characters of the bytes.
func (s *Scanner) latin1Names() bool { return s.Latin1 && !s.Known }

// Describe says what a token is, for errors.
func Describe(t *Token) string {
	switch t.Kind {
	case TextToken:
		return fmt.Sprintf("text %.40q", t.Text)
	case EndTag:
		return fmt.Sprintf("end tag %.40q", t.Name)
	}
	return fmt.Sprintf("element %.40q", t.Name)
}
