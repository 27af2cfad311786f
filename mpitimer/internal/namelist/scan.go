package namelist

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// scanner goes through a file once.
type scanner struct {
	text []byte
	file string
	at   int // in text
	line int
}

func (s *scanner) end() bool { return s.at >= len(s.text) }

// peek is the next byte, 0 at the end. A zero byte in a file is a character like any other.
func (s *scanner) peek() byte {
	if s.end() {
		return 0
	}
	return s.text[s.at]
}

func (s *scanner) next() byte {
	c := s.text[s.at]
	s.at++
	if c == '\n' {
		s.line++
	}
	return c
}

func (s *scanner) skipLine() {
	for !s.end() && s.peek() != '\n' {
		s.next()
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func inName(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// skipBlanks goes to the next byte that is neither blank nor in a comment.
func (s *scanner) skipBlanks() {
	for !s.end() {
		switch {
		case s.peek() == '!':
			s.skipLine()
		case isBlank(s.peek()):
			s.next()
		default:
			return
		}
	}
}

// name takes a name, which may be empty, in small letters.
func (s *scanner) name() string {
	begin := s.at
	for !s.end() && inName(s.peek()) {
		s.at++
	}
	return strings.ToLower(string(s.text[begin:s.at]))
}

// nextGroup goes to the next mark of a group: & or $ and a letter, first on a line.
func (s *scanner) nextGroup() bool {
	for {
		s.skipBlanks()
		if s.end() {
			return false
		}
		if s.atGroup() {
			return true
		}
		s.skipLine()
	}
}

func (s *scanner) atGroup() bool {
	return (s.peek() == '&' || s.peek() == '$') && s.at+1 < len(s.text) && isLetter(s.text[s.at+1])
}

// atNextGroup reports whether another group begins within one. Only the first mark on a line counts: a
// shell's $NAME can stand behind an equal sign.
func (s *scanner) atNextGroup() bool {
	if !s.atGroup() {
		return false
	}
	for i := s.at - 1; i >= 0 && s.text[i] != '\n'; i-- {
		if !isBlank(s.text[i]) {
			return false
		}
	}
	return true
}

// atEnd reports whether a group ends here, with a slash or the older &end.
func (s *scanner) atEnd() (length int) {
	if s.peek() == '/' {
		return 1
	}
	const mark = 4
	if !s.atGroup() || len(s.text)-s.at < mark || !strings.EqualFold(string(s.text[s.at+1:s.at+mark]), "end") {
		return 0
	}
	if s.at+mark < len(s.text) && inName(s.text[s.at+mark]) {
		return 0
	}
	return mark
}

// group takes a group whole. Behind it the scanner stands where the next can begin.
func (s *scanner) group() Group {
	g := Group{File: s.file, Line: s.line}
	s.next()
	g.Name = s.name()
	for {
		s.skipSeparators()
		if length := s.atEnd(); length > 0 {
			s.at += length
			return g
		}
		if s.end() || s.atNextGroup() {
			g.Err = s.wrong(s.line, fmt.Sprintf("the slash that ends group %s of line %d", g.Name, g.Line))
			return g
		}
		set, err := s.assignment()
		if set.Name != "" {
			g.Sets = append(g.Sets, set)
		}
		if err != nil {
			g.Err = err
			return g
		}
	}
}

// skipSeparators goes over what may stand between two assignments.
func (s *scanner) skipSeparators() {
	for s.skipBlanks(); s.peek() == ','; s.skipBlanks() {
		s.next()
	}
}

// wrong makes an error of what stands at the scanner.
func (s *scanner) wrong(line int, want string) error {
	got := "the end of the file"
	if !s.end() {
		const most = 40
		rest := s.text[s.at:min(len(s.text), s.at+most)]
		first, _, _ := strings.Cut(string(rest), "\n")
		got = strconv.Quote(strings.TrimSuffix(first, "\r"))
	}
	return &SyntaxError{File: s.file, Line: line, Want: want, Got: got}
}

// assignment takes a name, its subscripts and its values. With an error the name may be empty.
func (s *scanner) assignment() (Assignment, error) {
	a := Assignment{Line: s.line, First: 1}
	if !isLetter(s.peek()) {
		err := s.wrong(s.line, "a name")
		s.skipLine()
		return a, err
	}
	name := s.name()
	if err := s.qualifiers(&a); err != nil {
		s.skipLine()
		return a, err
	}
	s.skipBlanks()
	if s.end() || s.peek() != '=' {
		err := s.wrong(s.line, "= behind "+name)
		s.skipLine()
		return a, err
	}
	s.next()
	a.Name = name
	return a, s.values(&a)
}

// qualifiers takes what can stand between a name and its =.
func (s *scanner) qualifiers(a *Assignment) error {
	for count := 0; ; count++ {
		s.skipBlanks()
		switch s.peek() {
		case '(':
			inside, err := s.parentheses()
			if err != nil {
				return err
			}
			a.Indexed = true
			if count > 0 || !a.subscript(inside) {
				a.Part = true
			}
		case '%':
			s.next()
			s.skipBlanks()
			a.Part = true
			if s.name() == "" {
				return s.wrong(s.line, "the name of a component")
			}
		default:
			return nil
		}
	}
}

// parentheses takes what stands in a pair of them.
func (s *scanner) parentheses() (string, error) {
	begin, depth := s.at, 0
	for i := s.at; i < len(s.text); i++ {
		switch s.text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.at = i + 1
				return string(s.text[begin+1 : i]), nil
			}
		case '\n', '\'', '"', '=', '!':
			s.at = i
			return "", s.wrong(s.line, "a closing parenthesis")
		}
	}
	s.at = len(s.text)
	return "", s.wrong(s.line, "a closing parenthesis")
}

// subscript interprets "3", "2:4", "2:", ":4" and ":".
func (a *Assignment) subscript(text string) bool {
	first, last, isRange := strings.Cut(text, ":")
	number := func(text string, otherwise int) (int, bool) {
		text = strings.TrimSpace(text)
		if text == "" && isRange {
			return otherwise, true
		}
		n, err := strconv.Atoi(text)
		return n, err == nil
	}
	var right bool
	if a.First, right = number(first, 1); !right {
		a.First = 1
		return false
	}
	if !isRange {
		return true // of an element; more values go to those behind it
	}
	if a.Last, right = number(last, 0); !right || a.Last < a.First && a.Last != 0 {
		a.Last = 0
		return false
	}
	return true
}

// maxRepeat bounds what a repeat count can ask for; no array of a namelist is as long.
const maxRepeat = math.MaxInt32
